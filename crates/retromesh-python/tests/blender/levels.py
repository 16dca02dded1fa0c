"""Levels of P3D in Blender: marks of selections, directions, properties and proxies. `cargo xtask ci blender` runs it, too."""

import os
import sys

import bpy
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.environ.get("RETROMESH_EXTENSION", os.path.join(HERE, "../..")), HERE]

import retromesh  # noqa: E402
from running import run  # noqa: E402

FIXTURES = os.path.join(HERE, "../../../../fixtures/p3d")
NEEDED = {"p3d.needs_sections": True}


def opened(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    assert bpy.ops.retromesh.import_models(filepath=path) == {"FINISHED"}


def exported(folder, name="again.p3d"):
    path = os.path.join(folder, name)
    assert bpy.ops.retromesh.export_p3d(filepath=path, target="odol7") == {"FINISHED"}
    return retromesh.open(path).scene


def marks(scene):
    return {selection.name: selection.extras == NEEDED for mesh in scene.meshes for selection in mesh.selections}


def marked(folder):
    """Writes a row of triangles, each with a selection, and opens it: those of even numbers need sections."""
    builder = retromesh.SceneBuilder()
    corners = [[x + dx, dy, 0] for x in range(6) for dx, dy in ((0, 0), (0.5, 0), (0, 1))]
    mesh = builder.add_mesh("row", corners, np.arange(18).reshape(-1, 3))
    for number in range(6):
        # The last one has two triangles.
        chosen = range(number * 3, number * 3 + 3) if number < 5 else range(12, 18)
        extras = NEEDED if number % 2 == 0 else None
        builder.add_selection(mesh, f"part {number}", chosen, faces=sorted({n // 3 for n in chosen}), extras=extras)
    builder.add_node("Resolution 1", mesh=mesh)
    path = os.path.join(folder, "row.p3d")
    builder.build().write(path, overwrite=True)
    assert marks(retromesh.open(path).scene) == {f"part {number}": number % 2 == 0 for number in range(6)}
    opened(path)
    return next(item for item in bpy.data.objects if item.type == "MESH").vertex_groups


def marks_stay(folder):
    """Selections that need sections do so again, under a new name, too; those that are gone take it along."""
    groups = marked(folder)
    expected = {f"part {number}": number % 2 == 0 for number in range(6)}
    assert marks(exported(folder)) == expected
    groups["part 2"].name = "turret"
    groups["part 3"].name = "gun"
    expected.update({"turret": expected.pop("part 2"), "gun": expected.pop("part 3")})
    assert marks(exported(folder)) == expected
    groups.remove(groups["part 0"])
    del expected["part 0"]
    assert marks(exported(folder)) == expected
    groups.new(name="new").add([0, 1, 2, 3, 4, 5], 1.0, "REPLACE")
    assert marks(exported(folder)) == {**expected, "new": False}


def marks_do_not_stray(folder):
    """A group that is made where one of other vertices was removed has no mark; the last one keeps its own under a new name."""
    groups = marked(folder)
    groups.remove(groups["part 5"])
    groups["part 4"].name = "wheel"
    groups.new(name="new").add([0], 1.0, "REPLACE")
    found = marks(exported(folder))
    assert (found["wheel"], found["new"]) == (True, False), found


def points_stay(folder):
    """A selection of points without faces has none under a new name, either."""
    builder = retromesh.SceneBuilder()
    mesh = builder.add_mesh("fin", [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    builder.add_selection(mesh, "axis", [0, 1, 2])
    builder.add_node("Resolution 1", mesh=mesh)
    path = os.path.join(folder, "fin.p3d")
    builder.build().write(path)
    opened(path)
    bpy.data.objects["Resolution 1"].vertex_groups["axis"].name = "hinge"
    (found,) = exported(folder).meshes[0].selections
    assert (found.name, len(found.vertices), len(found.faces)) == ("hinge", 3, 0), (found.name, found.faces)


def nose(scene):
    """Where the vertex is that is farthest from the middle, in the axes of the file."""
    (node,) = [node for node in scene.nodes if node.mesh is not None]
    there = scene.pose().positions(node.index)
    return there[np.argmax(np.abs(there).max(axis=1))]


def directions(folder):
    """What is at -y is the front of a vehicle, -z in the file: by the extension and by Blender's own GLB."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    mesh = bpy.data.meshes.new("hull")
    corners = [(0.25, 0, 0), (1, 0, 0), (0, 1, 0), (0, -5, 0.5)]
    mesh.from_pydata(corners, [], [(0, 1, 3), (1, 2, 3), (2, 0, 3), (0, 2, 1)])
    level = bpy.data.objects.new("Resolution 1", mesh)
    bpy.context.scene.collection.objects.link(level)
    own = exported(folder, "tank.p3d")
    place = os.path.join(folder, "tank.glb")
    bpy.ops.export_scene.gltf(filepath=place, export_format="GLB")
    plain = os.path.join(folder, "plain.p3d")
    retromesh.open(place).scene.write(plain)
    plain = retromesh.open(plain).scene
    for scene in (own, plain):
        assert nose(scene)[2] < -3, nose(scene)
    assert {tuple(p) for p in own.meshes[0].positions} == {tuple(p) for p in plain.meshes[0].positions}
    own.write(place, overwrite=True)
    for is_glb in (False, True):
        opened(os.path.join(folder, "tank.p3d"))
        if is_glb:
            bpy.ops.wm.read_factory_settings(use_empty=True)
            bpy.ops.import_scene.gltf(filepath=place)
        (item,) = [item for item in bpy.data.objects if item.type == "MESH"]
        far = max((item.matrix_world @ vertex.co for vertex in item.data.vertices), key=lambda p: p.length)
        assert far.y < -3, far


def lost_extras():
    """Lists the lines of the last report by which objects lose custom properties."""
    lines = bpy.context.scene["retromesh_report"].splitlines()
    return [line for line in lines if "lost-extras" in line and "nodes" in line]


def properties(scene):
    return {node.name: node.extras["p3d.properties"] for node in scene.nodes if "p3d.properties" in node.extras}


def properties_change(folder):
    """Named properties are what the custom properties say; none is reported lost."""
    opened(os.path.join(FIXTURES, "odol-levels.p3d"))
    before = [["class", "vehicle"], ["armor", "200"]]
    assert properties(exported(folder)) == {"Geometry": before}
    assert not lost_extras(), lost_extras()
    level = bpy.data.objects["Geometry"]
    level["property armor"], level["property autocenter"], level["property damage"] = 300, 0.0, "tree"
    after = [["class", "vehicle"], ["armor", "300"], ["autocenter", "0"], ["damage", "tree"]]
    assert properties(exported(folder)) == {"Geometry": after}
    del level["property class"]
    assert properties(exported(folder)) == {"Geometry": after[1:]}
    for name, _ in after[1:]:
        del level[f"property {name}"]
    assert properties(exported(folder)) == {}
    assert not lost_extras(), lost_extras()


def long_properties(folder):
    """Names that Blender cannot have stay what they are, and so do two of a name."""
    builder = retromesh.SceneBuilder()
    mesh = builder.add_mesh("fin", [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    pairs = [["x" * 60, "1"], ["map", "house"], ["map", "tree"], ["", ""]]
    builder.add_node("Resolution 1", mesh=mesh, extras={"p3d.properties": pairs})
    path = os.path.join(folder, "fin.p3d")
    builder.build().write(path)
    opened(path)
    assert list(properties(exported(folder)).values()) == [pairs]


def new_properties(folder):
    """A new model has the properties that a person gives it."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    for name in ("Resolution 1", "Geometry"):
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
        bpy.context.scene.collection.objects.link(bpy.data.objects.new(name, mesh))
    level = bpy.data.objects["Geometry"]
    level["property class"], level["property autocenter"] = "house", 0
    assert properties(exported(folder)) == {"Geometry": [["class", "house"], ["autocenter", "0"]]}
    assert not lost_extras(), lost_extras()


def proxies(scene):
    return [node.proxy for node in scene.nodes if node.proxy], sorted(marks(scene))


def proxies_change(folder):
    """A proxy is the model of the number that its custom properties say."""
    opened(os.path.join(FIXTURES, "odol-proxy.p3d"))
    assert proxies(exported(folder)) == ([("crew", 1)], ["proxy:crew.01"])
    assert not lost_extras(), lost_extras()
    item = bpy.data.objects["proxy:crew"]
    rows = [("crew", 7, "proxy:crew.07"), ("\\addon\\gun", 7, "proxy:\\addon\\gun.07"), ("gun", 120, "proxy:gun.120")]
    for path, number, name in rows:
        item["proxy"], item["proxy_id"] = path, number
        assert proxies(exported(folder)) == ([(path, number)], [name]), (proxies(exported(folder)), name)
    item["proxy"], item["proxy_id"], item.name = "crew", 1, "proxy:driver"
    assert proxies(exported(folder)) == ([("driver", 1)], ["proxy:driver.01"])


def face_flags(scene):
    return [part.face_flags.tolist() for mesh in scene.meshes for part in mesh.parts]


def flags_stay(folder):
    """Faces keep their flags, also quads and those of other materials, and what is edited counts; without the attribute their loss is reported."""
    path = os.path.join(FIXTURES, "sp3x-flags.p3d")
    opened(path)
    before = face_flags(retromesh.open(path).scene)
    assert any(flag for flags in before for flag in flags), before
    words = {"filepath": os.path.join(folder, "again.p3d"), "target": "mlod"}
    for flags, is_reported in ((before, False), ([[0x80000010]], False), ([[0]], True)):
        mesh = next(item.data for item in bpy.data.objects if item.type == "MESH")
        if is_reported:
            mesh.attributes.remove(mesh.attributes["retromesh_face_flags"])
        elif flags is not before:
            values = mesh.attributes["retromesh_face_flags"].data
            values.foreach_set("value", [0x80000010 - (1 << 32)] * len(values))
        assert bpy.ops.retromesh.export_p3d(**words) == {"FINISHED"}
        found = face_flags(retromesh.open(words["filepath"]).scene)
        found = [own or [0] * len(other) for own, other in zip(found, before)]
        wanted = flags if flags is before else [flags[0] * len(own) for own in before]
        assert found == wanted, (found, wanted)
        assert ("flags of faces" in bpy.context.scene["retromesh_report"]) == is_reported


def kinds_stay(folder):
    """A model goes back to the editor that it came from; one that is chosen counts more."""
    opened(os.path.join(FIXTURES, "p3dm-materials.p3d"))
    path = os.path.join(folder, "again.p3d")
    for words, kind in (({}, "MLOD P3DM"), ({"target": "mlod"}, "MLOD SP3X")):
        assert bpy.ops.retromesh.export_p3d(filepath=path, **words) == {"FINISHED"}
        assert retromesh.open(path).scene.extras["p3d.version"] == kind


TESTS = (
    marks_stay,
    marks_do_not_stray,
    points_stay,
    directions,
    properties_change,
    long_properties,
    new_properties,
    proxies_change,
    flags_stay,
    kinds_stay,
)

run("levels", TESTS)
