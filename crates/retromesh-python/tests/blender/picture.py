"""Draws a model as Blender shows it from the front and the right, by Cycles: picture.py -- MODEL OUT.png [FRAME [ROOT]]."""

import os
import sys

import bpy
from mathutils import Vector

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.environ.get("RETROMESH_EXTENSION", os.path.join(HERE, "../..")))

import blender as extension  # noqa: E402


def corners():
    """Where the corners of the boxes around all shown meshes are."""
    graph = bpy.context.evaluated_depsgraph_get()
    for item in bpy.context.view_layer.objects:
        if item.type == "MESH" and item.visible_get() and len(item.data.vertices):
            real = item.evaluated_get(graph)
            yield from (real.matrix_world @ Vector(corner) for corner in real.bound_box)


def look(distance=2.2):
    """Adds a camera in front of everything, a little to the right and above, and a sun behind it."""
    found = list(corners())
    low, high = (Vector(map(limit, zip(*found))) for limit in (min, max))
    middle, size = (low + high) / 2, max((high - low).length, 1e-3)
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location = middle + Vector((0.55, -1.0, 0.4)).normalized() * size * distance
    camera.rotation_euler = (middle - camera.location).to_track_quat("-Z", "Y").to_euler()
    camera.data.clip_start, camera.data.clip_end = size / 1000, size * 100
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy = 3
    sun.rotation_euler = camera.rotation_euler
    for item in (camera, sun):
        bpy.context.scene.collection.objects.link(item)
    bpy.context.scene.camera = camera


def main():
    words = sys.argv[sys.argv.index("--") + 1 :]
    model, out = words[:2]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    extension.register()
    bpy.ops.retromesh.import_models(filepath=model, root=words[3] if len(words) > 3 else "")
    scene = bpy.context.scene
    for collection in scene.collection.children_recursive:
        for item in collection.objects:
            item.hide_render = collection.hide_render or item.hide_render
    if len(words) > 2:
        frame = float(words[2])
        for item in bpy.data.objects:
            tracks = item.animation_data.nla_tracks if item.animation_data else []
            for number, track in enumerate(tracks):
                track.mute = number > 0
        scene.frame_set(int(frame // 1), subframe=frame % 1)
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = (0.5, 0.55, 0.6, 1)
    scene.world = world
    look()
    scene.render.engine = "CYCLES"
    scene.cycles.samples, scene.cycles.use_denoising = 24, False
    scene.render.resolution_x = scene.render.resolution_y = 400
    scene.view_settings.view_transform = "Standard"
    scene.render.filepath = os.path.abspath(out)
    bpy.ops.render.render(write_still=True)
    for image in bpy.data.images:
        print("image:", image.name, tuple(image.size), image.has_data or image.packed_file is not None)


main()
