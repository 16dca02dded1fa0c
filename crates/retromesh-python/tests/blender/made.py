"""A scene that is made in Blender goes out to each format and comes back: `cargo xtask ci blender` runs it, too.

An armature with two actions deforms a strip of two materials with a second UV map; a box next to it has shape keys.
"""

import json
import os
import sys
import tempfile
from collections import Counter

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.environ.get("RETROMESH_EXTENSION", os.path.join(HERE, "../..")))

import retromesh  # noqa: E402

import blender as extension  # noqa: E402


def make():
    """Builds the scene."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = 30
    bones = bpy.data.armatures.new("bones")
    rig = bpy.data.objects.new("rig", bones)
    scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    lower = bones.edit_bones.new("lower")
    lower.head, lower.tail = (0, 0, 0), (0, 0, 1)
    upper = bones.edit_bones.new("upper")
    upper.head, upper.tail, upper.parent = (0, 0, 1), (0, 0, 2), lower
    bpy.ops.object.mode_set(mode="OBJECT")
    mesh = bpy.data.meshes.new("strip")
    corners = [(x, 0, z) for z in (0, 1, 2) for x in (-0.5, 0.5)]
    mesh.from_pydata(corners, [], [(0, 1, 3, 2), (2, 3, 5, 4)])
    for name in ("red", "blue"):
        material = bpy.data.materials.new(name)
        material.use_nodes = True
        color = (1, 0, 0, 1) if name == "red" else (0, 0, 1, 1)
        material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = color
        mesh.materials.append(material)
    mesh.polygons[1].material_index = 1
    for name in ("UVMap", "Lightmap"):
        layer = mesh.uv_layers.new(name=name)
        for loop in mesh.loops:
            x, _, z = mesh.vertices[loop.vertex_index].co
            layer.data[loop.index].uv = (x + 0.5, z / 2)
    strip = bpy.data.objects.new("strip", mesh)
    scene.collection.objects.link(strip)
    strip.parent = rig
    strip.modifiers.new("rig", "ARMATURE").object = rig
    for name, vertices in (("lower", [0, 1, 2, 3]), ("upper", [4, 5])):
        strip.vertex_groups.new(name=name).add(vertices, 1.0, "REPLACE")
    box = bpy.data.meshes.new("box")
    box.from_pydata([(2, 0, 0), (3, 0, 0), (2, 0, 1)], [], [(0, 1, 2)])
    item = bpy.data.objects.new("box", box)
    scene.collection.objects.link(item)
    item.shape_key_add(name="Basis")
    item.shape_key_add(name="tall").data[2].co = (2, 0, 3)
    bone = rig.pose.bones["upper"]
    bone.rotation_mode = "QUATERNION"
    animated = rig.animation_data_create()
    for name, turn in (("bend", 0.5), ("wave", -0.5)):
        action = bpy.data.actions.new(name)
        animated.action = action
        for frame, part in ((1, 0.0), (16, turn), (31, 0.0)):
            bone.rotation_quaternion = ((1 - part * part) ** 0.5, part, 0, 0)
            bone.keyframe_insert("rotation_quaternion", frame=frame)
        track = animated.nla_tracks.new()
        track.name = name
        strip_ = track.strips.new(name, 1, action)
        if hasattr(strip_, "action_slot") and animated.action_slot is not None:
            strip_.action_slot = animated.action_slot
        track.mute = True
    animated.action = None
    bone.rotation_quaternion = (1, 0, 0, 0)


def unlike_convert(panel, extension_):
    """Holds the panel, by codes, to what `convert` lists for the GLB of the same scene, and to what only Blender changes."""
    reported = Counter(line.split()[1].rstrip(":") for line in panel)
    kept = extension.times.Kept(bpy.context, bpy.data.actions)
    data, _ = extension.glb.unpack(extension.exporter.gather(bpy.context), kept)
    output = retromesh.convert_bytes(data, extension_, name="model.glb", textures="embed")
    listed = Counter(found.code for found in output.diagnostics)
    # There are two actions.
    listed.update(["blender-frames"])
    if reported != listed:
        yield f"the panel has {dict(reported - listed)} that convert does not list, and lacks {dict(listed - reported)}"


def main():
    words = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    if len(words) > 1 or any(word.startswith("-") for word in words):
        sys.exit(f"expected a file to write after --, or nothing, not {words}")
    extension.register()
    reported, problems = {}, []
    for about in extension.operators.FORMATS:
        make()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "made." + about["extensions"][0])
            if getattr(bpy.ops.retromesh, f"export_{about['id']}")(filepath=path) != {"FINISHED"}:
                problems.append(f"{about['id']}: not exported")
                continue
            panel = bpy.context.scene["retromesh_report"].splitlines()[1:]
            problems += [f"{about['id']}: {found}" for found in unlike_convert(panel, about["extensions"][0])]
            scene = retromesh.open(path).scene
            bpy.ops.wm.read_factory_settings(use_empty=True)
            if bpy.ops.retromesh.import_models(filepath=path) != {"FINISHED"}:
                problems.append(f"{about['id']}: not imported")
                continue
            triangles = sum(len(mesh.faces) for mesh in scene.meshes)
            clips = sorted({clip.name for clip in scene.clips if clip.name})
            skins = sum(item.type == "ARMATURE" for item in bpy.data.objects)
            reported[about["id"]] = {
                "triangles": triangles,
                "clips": clips,
                "armatures": skins,
                "materials": [material.name for material in scene.materials],
                "uv sets": max(len(mesh.uvs) for mesh in scene.meshes),
                "panel": panel,
            }
            if triangles < 5:
                problems.append(f"{about['id']}: {triangles} triangles")
            if (
                about["id"] != "p3d"
                and clips != ["bend", "wave"]
                and not any(word in line for line in panel for word in ("keys", "clip", "joined-animations"))
            ):
                problems.append(f"{about['id']}: clips {clips}")
    print(json.dumps(reported, indent=1))
    if words:
        with open(words[0], "w", encoding="utf-8") as out:
            json.dump({"reported": reported, "problems": problems}, out)
    for problem in problems:
        print("PROBLEM", problem)
    sys.exit(1 if problems else 0)


main()
