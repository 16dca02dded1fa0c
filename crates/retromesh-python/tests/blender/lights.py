"""Rooms with light maps and colours of vertices through Blender and back: `cargo xtask ci blender` runs it, too."""

import os
import shutil
import sys

import bpy
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.environ.get("RETROMESH_EXTENSION", os.path.join(HERE, "../..")), HERE]

import retromesh  # noqa: E402
from running import run  # noqa: E402

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
# Bytes that Blender gives back as they are.
COLORS = np.array([[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]]) / 255
PICTURES = {"wall.png": (1, 0, 0, 1), "floor.png": (0, 1, 0, 1), "baked.png": (0, 0, 1, 1), "new.png": (1, 1, 0, 1)}


def picture(path, color):
    """Writes a picture of four pixels."""
    image = bpy.data.images.new("picture", 2, 2)
    image.pixels = color * 4
    image.filepath_raw, image.file_format = path, "PNG"
    image.save()
    bpy.data.images.remove(image)


def room(folder, unlit):
    """Writes a room whose four surfaces have two textures, some with the same light, and colours, with its pictures; returns its path."""
    for name, color in PICTURES.items():
        picture(os.path.join(folder, name), color)
    builder = retromesh.SceneBuilder()
    wall, floor, baked = (builder.add_texture(name, builder.add_image(name)) for name in list(PICTURES)[:3])
    root = builder.add_node("room")
    for number, texture in enumerate((wall, floor, wall, floor)):
        name, light = f"surface {number}", baked if number < 3 else None
        material = builder.add_material(name, texture=texture, lightmap=light, unlit=unlit)
        uvs = [CORNERS[:, :2], CORNERS[:, :2] / 2]
        mesh = builder.add_mesh(name, CORNERS, [[0, 1, 2]], uvs=uvs, colors=[COLORS], material=material)
        builder.add_node(name, parent=root, mesh=mesh)
    path = os.path.join(folder, "room.b3d")
    builder.build().write(path, overwrite=True)
    with open(path, "r+b") as file:
        data = file.read()
        for number in range(4):
            # After the name there are five numbers and how to blend; the bit is for colours of vertices.
            name = f"surface {number}".encode() + b"\0"
            place = data.index(name) + len(name) + 24
            file.seek(place)
            file.write(bytes([data[place] | 2]))
    return path


def imported(folder, unlit=True):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    path = room(folder, unlit)
    bpy.ops.retromesh.import_models(filepath=path)
    return path


def exported(folder):
    path = os.path.join(folder, "again.b3d")
    bpy.ops.retromesh.export_b3d(filepath=path)
    return retromesh.open(path).scene


def layers(scene):
    """Lists what the materials say of their layers, by the names of materials."""

    def facts(layer):
        texture = scene.textures[layer.texture]
        image = scene.images[texture.image].path.rpartition("\\")[2]
        return layer.role, layer.blend, layer.uv_set, image, texture.wrap, str(texture.extras)

    return {material.name: sorted(map(facts, material.layers)) for material in scene.materials}


def lines():
    """Lists what the report of the export calls lost, or missing."""
    report = bpy.context.scene["retromesh_report"].splitlines()
    return [line for line in report[1:] if line.startswith("lost") or "missing-image" in line]


def as_it_was(folder):
    """A room that nobody edited has its light maps and colours again, and nothing is called lost."""
    for unlit in (True, False):
        before = retromesh.open(imported(folder, unlit)).scene
        after = exported(folder)
        assert not lines(), lines()
        assert layers(after) == layers(before), (layers(before), layers(after))
        for mesh in after.meshes:
            there = {tuple(place): tuple(color) for place, color in zip(CORNERS, COLORS)}
            here = {tuple(place): tuple(color) for place, color in zip(np.abs(mesh.positions), mesh.colors[0])}
            assert here == there, here
        assert not [image.name for image in bpy.data.images if image.name.startswith("retromesh")]
        assert not [material.name for material in bpy.data.materials if material.name.startswith("retromesh")]


def textures(folder):
    """Textures that are alike are in the file once."""
    before, after = retromesh.open(imported(folder)).scene, exported(folder)
    assert len(after.textures) == len(before.textures) == 3, (len(before.textures), len(after.textures))


def other_light(folder):
    """A light map that a person swaps is the one that is written, with the flags of the old one, also where it has the same name."""
    other = os.path.join(folder, "other")
    os.mkdir(other)
    for unlit, name in ((True, "new.png"), (False, "new.png"), (True, "other/baked.png"), (False, "other/baked.png")):
        before = layers(retromesh.open(imported(folder, unlit)).scene)
        picture(os.path.join(other, "baked.png"), (1, 1, 1, 1))
        node = next(n for n in bpy.data.materials["surface 1"].node_tree.nodes if n.label == "light map")
        node.image = bpy.data.images.load(os.path.join(folder, name))
        scene = exported(folder)
        after = layers(scene)
        assert not lines(), lines()
        swapped = [row[3] for row in after["surface 1"]]
        assert swapped[1] != "baked.png", (unlit, name, after)
        expected = [tuple(swapped[1] if fact == "baked.png" else fact for fact in row) for row in before["surface 1"]]
        assert after == {**before, "surface 1": expected}, (unlit, name, after)
        assert os.path.isfile(os.path.join(folder, swapped[1])), swapped


def missing_light(folder):
    """A light map that is not there is missing and not lost, and its surface names it again."""
    path = room(folder, unlit=True)
    os.remove(os.path.join(folder, "baked.png"))
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.retromesh.import_models(filepath=path)
    after = exported(folder)
    assert layers(after) == layers(retromesh.open(path).scene)
    assert [line.split()[-1] for line in lines()] == ["baked.png"], lines()


def without_slot(folder):
    """Layers that have no slot in a GLB, so that Blender has no image of theirs, are neither lost nor missing."""
    path = os.path.join(folder, "everything.b3d")
    shutil.copy(os.path.join(HERE, "../../../../fixtures/b3d/everything.b3d"), path)
    before = retromesh.open(path).scene
    for image in before.images:
        picture(os.path.join(folder, os.path.basename(image.path.replace("\\", "/"))), (1, 0, 0, 1))
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.retromesh.import_models(filepath=path)
    after = exported(folder)
    assert not lines(), lines()
    assert layers(after) == layers(before), (layers(before), layers(after))


run("lights", (as_it_was, textures, other_light, missing_light, without_slot))
