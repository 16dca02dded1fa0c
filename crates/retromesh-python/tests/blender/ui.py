"""What people meet apart from the models: several files, undo, dropping, markers, light maps. `cargo xtask ci blender` runs it, too."""

import importlib
import os
import struct
import sys
import tempfile
import warnings
import zlib
from types import SimpleNamespace

import bpy
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.environ.get("RETROMESH_EXTENSION", os.path.join(HERE, "../..")), HERE]

import retromesh  # noqa: E402
from running import run  # noqa: E402

import blender as extension  # noqa: E402

FIXTURES = os.path.join(HERE, "../../../../fixtures")


def empty():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def picture(color):
    """A PNG of two by two pixels."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(color) * 2) * 2
    head = chunk(b"IHDR", struct.pack(">2I5B", 2, 2, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def several():
    """Several files come at once, with a report of each."""
    empty()
    folder = os.path.join(FIXTURES, "b3d")
    files = [{"name": "letter-f.b3d"}, {"name": "skin-tube-animated.b3d"}]
    assert bpy.ops.retromesh.import_models(directory=folder, files=files) == {"FINISHED"}
    report = bpy.context.scene["retromesh_report"]
    assert all(file["name"] + ":" in report for file in files), report
    assert any(item.type == "ARMATURE" for item in bpy.data.objects)
    sources = {item["retromesh_file"] for item in bpy.data.objects if "retromesh_file" in item}
    assert {os.path.basename(path) for path in sources} == {file["name"] for file in files}, sources


def undo():
    """An import is one step back."""
    empty()
    bpy.ops.ed.undo_push(message="before")
    before = len(bpy.data.objects)
    path = os.path.join(FIXTURES, "b3d/letter-f.b3d")
    bpy.ops.retromesh.import_models("EXEC_DEFAULT", True, filepath=path)
    assert len(bpy.data.objects) > before
    bpy.ops.ed.undo()
    assert len(bpy.data.objects) == before, f"{len(bpy.data.objects)} objects for {before}"


def dropping():
    """Blender 4.1 and newer knows the files that may be dropped, and where."""
    if not hasattr(bpy.types, "FileHandler"):
        return
    handler = bpy.types.RETROMESH_FH_models
    assert set(handler.bl_file_extensions.split(";")) >= {".b3d", ".bo3d", ".bgl", ".bmd", ".p3d"}
    assert handler.bl_import_operator == "retromesh.import_models"
    assert handler.poll_drop(SimpleNamespace(area=SimpleNamespace(type="VIEW_3D")))
    assert not handler.poll_drop(SimpleNamespace(area=SimpleNamespace(type="OUTLINER")))
    assert not handler.poll_drop(SimpleNamespace(area=None))


def markers():
    """Sequences are marked at the frames of the file."""
    empty()
    path = os.path.join(FIXTURES, "b3d/seqs.b3d")
    bpy.ops.retromesh.import_models(filepath=path)
    clips = retromesh.open(path).scene.clips
    assert len(clips) > 1
    found = sorted((marker.name, marker.frame) for marker in bpy.context.scene.timeline_markers)
    ends = [(clip.name + " end", clip.last) for clip in clips]
    assert found == sorted([*((clip.name, clip.first) for clip in clips), *ends]), found


def light_map():
    """Baked light is multiplied into the colour, by the second UV map."""
    empty()
    builder = retromesh.SceneBuilder()
    layers = []
    for name, color in (("wall", (255, 255, 255)), ("light", (255, 0, 0))):
        image = builder.add_image(name + ".png", picture(color))
        layers.append(builder.add_texture(name, image))
    material = builder.add_material("wall", texture=layers[0], lightmap=layers[1])
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    uvs = [corners[:, :2], corners[:, :2] / 2]
    mesh = builder.add_mesh("wall", corners, [[0, 1, 2]], uvs=uvs, material=material)
    builder.add_node("wall", mesh=mesh)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "wall.b3d")
        builder.build().write(path)
        for name, color in (("wall", (255, 255, 255)), ("light", (255, 0, 0))):
            with open(os.path.join(folder, name + ".png"), "wb") as file:
                file.write(picture(color))
        bpy.ops.retromesh.import_models(filepath=path)
    nodes = bpy.data.materials["wall"].node_tree.nodes
    texture = next(node for node in nodes if node.label == "light map")
    assert texture.image.packed_file is not None
    assert tuple(texture.image.size) == (2, 2)
    assert texture.inputs["Vector"].links[0].from_node.uv_map == bpy.data.meshes[0].uv_layers[1].name
    mix = texture.outputs["Color"].links[0].to_node
    assert mix.blend_type == "MULTIPLY"
    target = mix.outputs["Color"].links[0].to_socket
    assert target.name in ("Base Color", "Color"), target.name


def doubled_light():
    """Light that the file doubles is doubled, too."""
    empty()
    path = os.path.join(FIXTURES, "b3d/everything.b3d")
    scene = retromesh.open(path).scene
    assert any(layer.blend == "Multiply2x" for material in scene.materials for layer in material.layers), (
        "no such layer"
    )
    with tempfile.TemporaryDirectory() as folder:
        for image in scene.images:
            with open(os.path.join(folder, os.path.basename(image.path.replace("\\", "/"))), "wb") as file:
                file.write(picture((128, 128, 128)))
        bpy.ops.retromesh.import_models(filepath=path, root=folder)
    doubled = [n for m in bpy.data.materials if m.use_nodes for n in m.node_tree.nodes if n.label == "light map x2"]
    assert doubled
    assert tuple(doubled[0].inputs["Color2"].default_value)[:3] == (2.0, 2.0, 2.0)


def lit(path):
    """Writes a model with a light at the node of a mesh and one at a bone, as names of 3D World Studio make them."""
    sun = "classname=sunlight\r\nangles=45 45 0\r\ncolor=206 228 255"
    corners, faces, eye = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], np.eye(4, dtype=np.float32)
    builder = retromesh.SceneBuilder()
    root = builder.add_node("root")
    builder.add_node(sun, parent=root, mesh=builder.add_mesh("box", corners, faces), translation=[3, 0, 0])
    skinned = builder.add_mesh("skin", corners, faces, weights=([0, 1, 2, 3], [0, 0, 0], [1.0, 1.0, 1.0]))
    body = builder.add_node("body", parent=root)
    bone = builder.add_node(sun, parent=body)
    builder.place_mesh(body, skinned, builder.add_skeleton("bones", [bone], eye[None]))
    builder.build().write(path)


def tree():
    """The nodes come back as they were: Blender has two objects for a skinned mesh or a light, and armatures that no file has."""
    for name in ("skin-tube-animated", "skin-grandchild-bones", "skin-placed", "lint-many-bones", "lit"):
        empty()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(FIXTURES, "b3d", name + ".b3d")
            if name == "lit":
                path = os.path.join(folder, name + ".b3d")
                lit(path)
            bpy.ops.retromesh.import_models(filepath=path)
            again = os.path.join(folder, "again.b3d")
            bpy.ops.retromesh.export_b3d(filepath=again)
            scenes = [retromesh.open(p).scene for p in (path, again)]
        before, after = ([(n.name, n.parent, n.mesh, n.light) for n in scene.nodes] for scene in scenes)
        assert before == after, (name, before, after)
        meshes = [node.index for node in scenes[0].nodes if node.mesh is not None]
        one, other = ([scene.pose().positions(node) for node in meshes] for scene in scenes)
        assert all(np.allclose(*both, atol=1e-4) for both in zip(one, other)), name


def without_normals():
    """A mesh without normals has none again, unless a person makes edges."""
    for is_flat in (False, True):
        empty()
        builder = retromesh.SceneBuilder()
        mesh = builder.add_mesh("roof", [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2], [0, 2, 3]])
        builder.add_node("roof", mesh=mesh)
        with tempfile.TemporaryDirectory() as folder:
            path, again = (os.path.join(folder, name) for name in ("roof.b3d", "again.b3d"))
            builder.build().write(path)
            bpy.ops.retromesh.import_models(filepath=path)
            if is_flat:
                bpy.data.meshes[0].polygons[0].use_smooth = False
            bpy.ops.retromesh.export_b3d(filepath=again)
            found = retromesh.open(again).scene.meshes[0]
        assert (len(found.normals) > 0) == is_flat, is_flat
        assert len(found.positions) == (6 if is_flat else 4), len(found.positions)


def endless():
    """An action of a million frames is refused at once: Blender's exporter would write each."""
    empty()
    bpy.ops.retromesh.import_models(filepath=os.path.join(FIXTURES, "b3d/keys-huge-frame.b3d"))
    with tempfile.TemporaryDirectory() as folder:
        again, said = os.path.join(folder, "again.b3d"), ""
        try:
            bpy.ops.retromesh.export_b3d(filepath=again)
        except RuntimeError as error:
            said = str(error)
        assert "frames" in said, said
        assert not os.path.exists(again)


def points():
    """Selected points that no face uses come back."""
    empty()
    builder = retromesh.SceneBuilder()
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [2, 2, 2], [3, 3, 3]]
    mesh = builder.add_mesh("box", corners, [[0, 1, 2], [2, 1, 3]])
    builder.add_selection(mesh, "axis", [4, 5])
    builder.add_node("box", mesh=mesh)
    with tempfile.TemporaryDirectory() as folder:
        path, again = (os.path.join(folder, name) for name in ("box.p3d", "again.p3d"))
        builder.build().write(path)
        bpy.ops.retromesh.import_models(filepath=path)
        bpy.ops.retromesh.export_p3d(filepath=again)
        selections = retromesh.open(again).scene.meshes[0].selections
        assert [(s.name, len(s.vertices)) for s in selections] == [("axis", 2)], selections


def corners(mesh):
    """Where the corners of the polygons of a mesh are, each from its first one."""
    found = []
    for part in mesh.parts:
        for first, end in zip(part.starts, part.starts[1:]):
            found.append([tuple(place) for place in mesh.positions[part.indices[first:end]].round(4).tolist()])
    return sorted(face for face in found if len(face) > 3)


def polygons(folder):
    """Polygons are those of their file in Blender, and again in the file that is exported; those that Blender cannot have are counted."""
    for name in (
        "p3d/odol-levels.p3d",
        "p3d/odol-selections.p3d",
        "p3d/sp3x-no-normals.p3d",
        "x/polygons.x",
        "x/skin.x",
    ):
        path, again = os.path.join(FIXTURES, name), os.path.join(folder, "again" + os.path.splitext(name)[1])
        empty()
        known = [corners(mesh) for mesh in retromesh.open(path).scene.convert_to("gltf").meshes]
        bpy.ops.retromesh.import_models(filepath=path)
        count = sum(len(face.vertices) > 3 for mesh in bpy.data.meshes for face in mesh.polygons)
        assert count == sum(map(len, known)) > 0, (name, count)
        assert "blender-polygons" not in bpy.context.scene["retromesh_report"], name
        getattr(bpy.ops.retromesh, f"export_{name[: name.index('/')]}")(filepath=again)
        assert "polygons" not in bpy.context.scene["retromesh_report"], bpy.context.scene["retromesh_report"]
        found = [corners(mesh) for mesh in retromesh.open(again).scene.convert_to("gltf").meshes]
        assert found == known, (name, known, found)


def new_polygons(folder):
    """Polygons that are made in Blender, also concave ones, with a shape key and a material each, go to formats that have polygons; for
    others their triangles are reported."""
    outline = [(0, 0, 0), (2, 0, 0), (2, 1, 0), (1, 1, 0), (1, 3, 0), (0, 3, 0)]
    for extension_, expected in (("x", [4, 6]), ("b3d", [3, 3, 3, 3, 3, 3])):
        empty()
        mesh = bpy.data.meshes.new("letter")
        mesh.from_pydata([*outline, (3, 0, 0), (3, 1, 0)], [], [(3, 4, 5, 0, 1, 2), (1, 6, 7, 2)])
        for number, face in enumerate(mesh.polygons):
            mesh.materials.append(bpy.data.materials.new(f"m{number}"))
            face.material_index = number
        item = bpy.data.objects.new("letter", mesh)
        bpy.context.scene.collection.objects.link(item)
        item.shape_key_add(name="Basis")
        item.shape_key_add(name="tall").data[4].co = (1, 5, 0)
        path = os.path.join(folder, f"letter.{extension_}")
        getattr(bpy.ops.retromesh, f"export_{extension_}")(filepath=path)
        parts = retromesh.open(path).scene.meshes[0].parts
        sizes = sorted(int(size) for part in parts for size in np.diff(part.starts))
        assert sizes == expected, (extension_, sizes)
        report = bpy.context.scene["retromesh_report"]
        assert ("triangulated-faces x2:" in report) == (extension_ == "b3d"), report


def normals_of_polygons(folder):
    """Polygons have the normals, the coordinates and the shapes of their triangles."""
    empty()
    path = os.path.join(FIXTURES, "p3d/odol-cube.p3d")
    bpy.ops.retromesh.import_models(filepath=path)
    item = next(item for item in bpy.data.objects if item.type == "MESH")
    assert item.data.has_custom_normals
    known = retromesh.open(path).scene.convert_to("gltf").meshes[0]
    table = {}
    for place, normal, uv in zip(known.positions, known.normals, known.uvs[0]):
        table.setdefault(tuple(place.round(3)), []).append([*normal, *uv])
    back = os.path.join(folder, "cube.p3d")
    bpy.ops.retromesh.export_p3d(filepath=back)
    found = retromesh.open(back).scene.convert_to("gltf").meshes[0]
    for place, normal, uv in zip(found.positions, found.normals, found.uvs[0]):
        near = min(np.abs(np.array(row) - [*normal, *uv]).max() for row in table[tuple(place.round(3))])
        assert near < 1e-3, (place, normal, uv, near)


def left_alone():
    """The process has what it had before: nothing is added to NumPy, and no warning is raised."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        importlib.reload(extension.importer)
    assert np.__dict__.get("bool") is not bool, "np.bool is Python's"


def front():
    """What faces forward in its file faces -y. Vehicles of P3D face backward in their files, and -y as well."""
    empty()
    builder = retromesh.SceneBuilder()
    # In this space forward is -z.
    mesh = builder.add_mesh("nose", [[0, 0, 0], [1, 0, 0], [0, 0, -5]], [[0, 1, 2]])
    builder.add_node("nose", mesh=mesh, translation=(0, 1.8, 0))
    vehicle = retromesh.SceneBuilder()
    mesh = vehicle.add_mesh("nose", [[0, 0, 0], [-1, 0, 0], [0, 0, 5]], [[0, 1, 2]])
    vehicle.add_node("nose", mesh=mesh, translation=(0, 1.8, 0))
    for about in extension.operators.FORMATS:
        with tempfile.TemporaryDirectory() as folder:
            empty()
            path = os.path.join(folder, "nose." + about["extensions"][0])
            (vehicle if about["id"] == "p3d" else builder).build().write(path)
            bpy.ops.retromesh.import_models(filepath=path)
            bpy.context.view_layer.update()
            item = next(item for item in bpy.data.objects if item.type == "MESH")
            low = min((item.matrix_world @ vertex.co for vertex in item.data.vertices), key=lambda place: place.y)
            high = max((item.matrix_world @ vertex.co).y for vertex in item.data.vertices)
            assert abs(high - low.y - 5) < 1e-2, (about["id"], low, high)
            # The left hand of the nose is at +x, as of one who looks at us.
            sides = [(item.matrix_world @ vertex.co).x for vertex in item.data.vertices]
            assert abs(max(sides) - low.x) < 1e-2, (about["id"], sides, low)
            if about["id"] != "p3d":
                assert abs(low.z - 1.8) < 1e-2, (about["id"], low)


TESTS = (
    several,
    undo,
    dropping,
    markers,
    light_map,
    doubled_light,
    tree,
    without_normals,
    endless,
    points,
    polygons,
    new_polygons,
    normals_of_polygons,
    left_alone,
    front,
)


run("ui", TESTS)
