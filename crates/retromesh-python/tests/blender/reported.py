"""What the panel lists of a model that was imported: `cargo xtask ci blender` runs it, too."""

import os
import sys

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.environ.get("RETROMESH_EXTENSION", os.path.join(HERE, "../..")), HERE]

import retromesh  # noqa: E402
from running import run  # noqa: E402

SQUARE = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]


def panel(folder, faces, images=()):
    """Imports a square with these triangles and a material for each image; returns the lines about it."""
    builder = retromesh.SceneBuilder()
    for name in images:
        texture = builder.add_texture(name, builder.add_image(name))
        material = builder.add_material(name, texture=texture)
        builder.add_node(name, mesh=builder.add_mesh(name, SQUARE, faces, material=material))
    if not images:
        builder.add_node("square", mesh=builder.add_mesh("square", SQUARE, faces))
    path = os.path.join(folder, "square.b3d")
    builder.build().write(path, overwrite=True)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    assert bpy.ops.retromesh.import_models(filepath=path) == {"FINISHED"}
    return bpy.context.scene["retromesh_report"].splitlines()[1:]


def faces(folder):
    """Faces over the same corners are one in Blender, and the others are counted."""
    rows = [
        ([[0, 1, 2], [0, 2, 3]], ""),
        ([[0, 1, 2], [0, 2, 3], [0, 1, 2]], "lost blender-faces: "),
        ([[0, 1, 2], [1, 2, 0], [2, 1, 0]], "lost blender-faces x2: "),
    ]
    for triangles, expected in rows:
        found = [line for line in panel(folder, triangles) if "blender-faces" in line]
        assert len(found) == bool(expected), (triangles, found)
        assert all(line.startswith(expected) for line in found), (triangles, found)


def polygons(folder):
    """Polygons that Blender cannot have, next to the same triangles or over fewer corners, stay triangles and are counted."""
    rows = [
        (["4;0,1,2,3;"], "", [4]),
        (["4;0,1,2,3;", "4;0,1,2,3;"], "", [4]),
        (["3;0,1,2;", "4;0,1,2,3;"], "approximated blender-polygons: ", [3, 3]),
        (["4;0,1,2,2;"], "approximated blender-polygons: ", [3]),
        (["4;0,1,2,3;", "4;1,2,3,0;"], "approximated blender-polygons: ", [3, 3, 4]),
    ]
    for faces, expected, sizes in rows:
        path = os.path.join(folder, "square.x")
        with open(path, "w", encoding="ascii") as file:
            places = ",".join(";".join(map(str, place)) + ";" for place in SQUARE)
            file.write(f"xof 0303txt 0032\nMesh {{ 4;{places}; {len(faces)};{','.join(faces)}; }}\n")
        bpy.ops.wm.read_factory_settings(use_empty=True)
        assert bpy.ops.retromesh.import_models(filepath=path) == {"FINISHED"}
        found = [line for line in bpy.context.scene["retromesh_report"].splitlines() if "blender-polygons" in line]
        assert len(found) == bool(expected), (faces, found)
        assert all(line.startswith(expected) for line in found), (faces, found)
        mesh = next(item.data for item in bpy.data.objects if item.type == "MESH")
        assert sorted(len(face.vertices) for face in mesh.polygons) == sizes, (faces, sizes)


def parts():
    """Hidden surfaces of a room, which are one in Blender, are counted."""
    path = os.path.join(HERE, "../../../../fixtures/rmesh/hidden.rmesh")
    assert 2 in [len(mesh.parts) for mesh in retromesh.open(path).scene.meshes]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    assert bpy.ops.retromesh.import_models(filepath=path) == {"FINISHED"}
    assert "approximated blender-parts: " in bpy.context.scene["retromesh_report"], bpy.context.scene[
        "retromesh_report"
    ]


def missing_images(folder):
    """Each image that is not there is listed once, though it is looked for on reading and on writing."""
    found = panel(folder, [[0, 1, 2]], ["a.png", "b.png"])
    found = sorted(line for line in found if "missing-image" in line)
    assert [line.split()[-1] for line in found] == ["a.png", "b.png"], found


run("reported", (faces, polygons, parts, missing_images))
