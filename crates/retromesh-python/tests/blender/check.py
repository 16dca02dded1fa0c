"""Holds the extension to its promises, inside Blender: `cargo xtask ci blender`.

Each line of the input is a file. It is imported; counts must be those of `retromesh.info`, and vertices must be where our pose has them at
three moments of each clip, as Blender evaluates them. Then it is exported to its own format and read again. A line of JSON for each file
goes to the output that is named.
"""

import json
import os
import sys
import traceback
from collections import Counter

import bpy
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.environ.get("RETROMESH_EXTENSION", os.path.join(HERE, "../..")))

import retromesh  # noqa: E402
from mathutils.kdtree import KDTree  # noqa: E402

import blender as extension  # noqa: E402

ALIKE = 1e-4
MAX = 1500
LONGEST = 20_000


def shown_meshes():
    for item in bpy.context.view_layer.objects:
        if item.type == "MESH" and not any(c.name.startswith("glTF_not_exported") for c in item.users_collection):
            yield item


def evaluated():
    """Where Blender has the vertices of all meshes, by the number of their node."""
    graph = bpy.context.evaluated_depsgraph_get()
    found = {}
    for item in shown_meshes():
        real = item.evaluated_get(graph)
        mesh = real.to_mesh()
        local = np.empty(len(mesh.vertices) * 3, dtype=np.float32)
        mesh.vertices.foreach_get("co", local)
        matrix = np.array(real.matrix_world, dtype=np.float64)
        found[item.get("retromesh_node")] = local.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
        real.to_mesh_clear()
    return found


def distinct(mesh):
    """The number of triangles that Blender keeps: those with three corners, and of several over the same corners of a part one."""
    count, first = 0, 0
    for part in mesh.parts:
        own = len(part.indices) - 2 * (len(part.starts) - 1) if part.triangles is None else len(part.triangles)
        corners = np.sort(mesh.faces[first : first + own], axis=1)
        first += own
        corners = corners[(corners[:, 0] != corners[:, 1]) & (corners[:, 1] != corners[:, 2])]
        count += len(np.unique(corners, axis=0))
    return count


def ours(scene, pose, kind=""):
    """Where our pose has the vertices that faces use, in Blender's axes, by the number of their node."""
    found = {}
    for node in scene.nodes:
        if node.mesh is None:
            continue
        mesh = scene.meshes[node.mesh]
        positions = pose.positions(node.index).astype(np.float64)
        used = np.unique(mesh.faces)
        if len(used):
            positions = positions[used]
        # z up, and the front at -y: away from the viewer in glTF, and toward the viewer where vehicles are of P3D.
        side = 1 if kind == "p3d" else -1
        found[node.index] = np.stack([side * positions[:, 0], -side * positions[:, 2], positions[:, 1]], axis=1)
    return found


def apart(here, there):
    """The greatest distance of a vertex to the nearest of the other side, as a share of the size."""
    if len(here) == 0 or len(there) == 0:
        return 0.0 if len(here) == len(there) else 1.0
    size = max(float(np.linalg.norm(there.max(axis=0) - there.min(axis=0))), 1e-6)
    tree = KDTree(len(there))
    for number, place in enumerate(there):
        tree.insert(place, number)
    tree.balance()
    step = max(1, len(here) // MAX)
    return max(tree.find(place)[2] for place in here[::step]) / size


def play(name):
    """Lets all objects play the clip of a name; returns whether one has it."""
    has = False
    for item in [*bpy.data.objects, *bpy.data.shape_keys]:
        animated = item.animation_data
        if animated is None:
            continue
        track = next((track for track in animated.nla_tracks if track.name == name), None)
        for other in animated.nla_tracks:
            other.mute = True
        animated.action = None
        if track is not None and len(track.strips):
            strip = track.strips[0]
            animated.action = strip.action
            if hasattr(strip, "action_slot"):
                animated.action_slot = strip.action_slot
            has = True
        # Where an action says nothing of a bone, Blender leaves it as the one before had it.
        for bone in getattr(item.pose, "bones", []) if isinstance(item, bpy.types.Object) else []:
            bone.matrix_basis = extension.importer.rest.of(bone)
    return has


def compare(here, there, reported):
    """Notes how far the meshes of Blender are from ours; each must be on both sides."""
    missing = [node for node in here.keys() ^ there.keys() if node not in there or len(there[node])]
    if missing:
        reported["problems"].append(f"nodes of meshes {sorted(missing, key=str)} are on one side only")
    for node in here.keys() & there.keys():
        reported["apart"] = max(reported["apart"], apart(here[node], there[node]))


def check(path, work):
    reported = {"file": path, "problems": [], "apart": 0.0, "clips": 0, "back": None}
    problem = reported["problems"].append
    bpy.ops.wm.read_factory_settings(use_empty=True)
    try:
        bpy.ops.retromesh.import_models(filepath=path)
    except RuntimeError as error:
        try:
            retromesh.open(path)
        except retromesh.Error:
            reported["left out"] = "nobody can read it"
            return reported
        # Blender's own importer divides by the size of nodes that have none.
        if "ZeroDivisionError" in str(error):
            reported["left out"] = "nodes of no size, on which Blender's importer ends"
            return reported
        problem(f"not imported: {str(error).strip().splitlines()[-1]}")
        return reported
    for collection in bpy.context.scene.collection.children_recursive:
        collection.hide_viewport = False
    model = retromesh.open(path)
    output = model.convert("glb", textures="none", lods="all")
    scene = retromesh.open(output.bytes, name="model.glb").scene
    bpy.context.view_layer.update()
    fps = bpy.context.scene.render.fps
    meshes = [node for node in scene.nodes if node.mesh is not None and len(scene.meshes[node.mesh].positions)]
    objects = list(shown_meshes())
    if len(objects) != len(meshes):
        problem(f"{len(objects)} meshes for {len(meshes)}")
    faces = sum(distinct(scene.meshes[node.mesh]) for node in meshes)
    polygons = sum(len(face.vertices) - 2 for item in objects for face in item.data.polygons)
    if polygons != faces:
        problem(f"{polygons} faces for {faces}")
    bones = sum(len(item.data.bones) for item in bpy.data.objects if item.type == "ARMATURE")
    joints = len({joint for skeleton in scene.skeletons for joint in skeleton.joints})
    if bones < joints:
        problem(f"{bones} bones for {joints} joints")
    moving = [clip for clip in scene.clips if scene.animations[clip.animation].channels]
    names = {clip.name for clip in moving}
    actions = [json.loads(action["retromesh_clip"]) for action in bpy.data.actions if "retromesh_clip" in action]
    tracks = {track["track"]: track for track in actions}.values()
    clips = {(clip.name, clip.first, clip.last): clip for clip in scene.clips}
    for track in tracks:
        clip = clips.get((track["name"], track["first"], track["last"]))
        if clip is None or not play(track["track"]):
            continue
        reported["clips"] += 1
        for share in (0.0, 0.37, 1.0):
            at = clip.first + (clip.last - clip.first) * share
            frame = track["start"] + (clip.last - clip.first) * share * track["step"]
            if abs(frame) > 1_000_000:
                continue
            bpy.context.scene.frame_set(int(frame // 1), subframe=frame % 1)
            here = evaluated()
            there = ours(scene, scene.pose(scene.animations[clip.animation].name, frame=at), model.format)
            compare(here, there, reported)
    if not reported["clips"]:
        play("")
        for block in (block for keys in bpy.data.shape_keys for block in keys.key_blocks[1:]):
            block.value = 0.0
        bpy.context.scene.frame_set(0)
        compare(evaluated(), ours(scene, scene.pose(), model.format), reported)
    if reported["apart"] > ALIKE:
        problem(f"apart by {reported['apart']:.2e} of the size")
    if names and not actions:
        problem(f"no action for {sorted(names)[:5]}")
    groups = sum(len(item.vertex_groups) for item in objects if not item.find_armature())
    selections = sum(len(scene.meshes[node.mesh].selections) for node in meshes if node.skeleton is None)
    if groups != selections:
        problem(f"{groups} vertex groups for {selections} selections")
    if max((clip.seconds * fps for clip in moving), default=0) < LONGEST:
        back(path, work, model, scene, reported)
    else:
        reported["back"] = "too long for an exporter that evaluates every frame"
    return reported


def back(path, work, model, scene, reported):
    """Exports to the format of the file and reads that again."""
    target = os.path.join(work, "back" + os.path.splitext(path)[1])
    operator = getattr(bpy.ops.retromesh, f"export_{model.format}", None)
    if operator is None:
        reported["back"] = "no exporter"
        return
    play("")
    try:
        done = operator(filepath=target)
    except RuntimeError as error:
        reported["problems"].append(f"not exported: {str(error).strip().splitlines()[0]}")
        return
    if done != {"FINISHED"}:
        reported["problems"].append("not exported")
        return
    again = retromesh.open(target).scene.convert_to("gltf")
    # What the format itself rounds and leaves out is no fault of Blender's.
    written = model.scene.to_bytes(os.path.splitext(path)[1], textures="embed").bytes
    direct = retromesh.open(written, name=os.path.basename(path)).scene.convert_to("gltf")
    before, usual, after = (
        np.concatenate([np.empty((0, 3)), *ours(s, s.pose()).values()]) for s in (scene, direct, again)
    )
    reported["back"] = max(apart(before, after), apart(after, before))
    allowed = 2 * max(apart(before, usual), apart(usual, before))
    if reported["back"] > max(ALIKE, allowed):
        reported["problems"].append(
            f"comes back apart by {reported['back']:.2e} of the size, directly by {allowed / 2:.2e}"
        )
    reported["frames"], reported["frames back"] = numbers(direct), numbers(again)
    # The engine of BMD plays clips by name, at a rate that its writer chooses; it adds clips that the engine asks for.
    if model.format != "bmd" and reported["frames"] != reported["frames back"]:
        problem = f"frames {reported['frames'][:3]} come back as {reported['frames back'][:3]}"
        reported["problems"].append(problem)
    reported["lost clips"] = lost({clip.name for clip in direct.clips}, {clip.name for clip in again.clips})
    reported["lost materials"] = lost((m.name for m in direct.materials), (m.name for m in again.materials))
    reported["lost selections"] = lost(set(selections(direct)), set(selections(again)))
    reported["lost proxies"] = lost(
        (node.proxy for node in direct.nodes if node.proxy), (node.proxy for node in again.nodes if node.proxy)
    )
    for kind in ("clips", "materials", "selections", "proxies"):
        if reported[f"lost {kind}"]:
            reported["problems"].append(f"{kind} did not come back: {reported[f'lost {kind}'][:5]}")


def numbers(scene):
    """Lists the clips in order, those of two copies of a skeleton once: names, first and last frames, and rates, as games play them."""
    moving = [clip for clip in scene.clips if scene.animations[clip.animation].channels]
    rate = [round(scene.animations[clip.animation].ticks_per_second, 4) for clip in moving]
    rows = [(clip.name, round(clip.first, 3), round(clip.last, 3), rate) for clip, rate in zip(moving, rate)]
    return [list(row) for row in dict.fromkeys(rows)]


def selections(scene):
    """Names selections, with whether they have faces: those that a vertex group has, all of whose corners are selected."""
    for mesh in scene.meshes:
        for selection in mesh.selections:
            own = np.intersect1d(selection.faces, extension.importer.whole_faces(mesh, selection.vertices))
            yield selection.name if len(own) else f"{selection.name}, without faces"


def lost(before, after):
    """The names that are there less often than before."""
    return sorted((Counter(before) - Counter(after)).elements())


def main():
    # After Blender's own words come ours.
    words = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else sys.argv[1:]
    if len(words) != 2 or any(word.startswith("-") for word in words):
        sys.exit(f"expected two files after --, a list and what to write, not {words}")
    listing, target = words
    extension.register()
    with open(listing, encoding="utf-8") as lines, open(target, "w", encoding="utf-8") as out:
        for line in lines:
            path = line.rstrip("\n")
            try:
                reported = check(path, os.path.dirname(target))
            except Exception:
                reported = {
                    "file": path,
                    "problems": [traceback.format_exc().strip().splitlines()[-1]],
                    "trace": traceback.format_exc(),
                }
            out.write(json.dumps(reported) + "\n")
            out.flush()


main()
