"""Rooms with light maps and colours of vertices through Blender and back: `cargo xtask ci blender` runs it, too."""

import os
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


def room(folder, unlit):
    """Writes a room whose four surfaces have two textures, some with the same light, with its pictures; returns its path."""
    for name, color in PICTURES.items():
        image = bpy.data.images.new(name, 2, 2)
        image.pixels = color * 4
        image.filepath_raw, image.file_format = os.path.join(folder, name), "PNG"
        image.save()
        bpy.data.images.remove(image)
    builder = retromesh.SceneBuilder()
    wall, floor, baked = (builder.add_texture(name, builder.add_image(name)) for name in list(PICTURES)[:3])
    root = builder.add_node("room")
    # Both bits of `fx`: what is not lit, and colours of vertices.
    extras = {"b3d.fx": 2 + unlit}
    for number, texture in enumerate((wall, floor, wall, floor)):
        name, light = f"surface {number}", baked if number < 3 else None
        material = builder.add_material(name, texture=texture, lightmap=light, unlit=unlit, extras=extras)
        uvs = [CORNERS[:, :2], CORNERS[:, :2] / 2]
        mesh = builder.add_mesh(name, CORNERS, [[0, 1, 2]], uvs=uvs, colors=[COLORS], material=material)
        builder.add_node(name, parent=root, mesh=mesh)
    path = os.path.join(folder, "room.b3d")
    builder.build().write(path, overwrite=True)
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
        image = scene.images[texture.image].path
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
    """A light map that a person swaps is the one that is written, with the flags of the old one."""
    for unlit in (True, False):
        before = layers(retromesh.open(imported(folder, unlit)).scene)
        node = next(n for n in bpy.data.materials["surface 1"].node_tree.nodes if n.label == "light map")
        node.image = bpy.data.images.load(os.path.join(folder, "new.png"))
        after = layers(exported(folder))
        expected = [tuple("new.png" if fact == "baked.png" else fact for fact in row) for row in before["surface 1"]]
        assert after == {**before, "surface 1": sorted(expected)}, (unlit, after)
        assert not lines(), lines()


run("lights", (as_it_was, textures, other_light))
