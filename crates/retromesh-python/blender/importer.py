"""Models as objects, through a GLB and Blender's own importer."""

import contextlib
import json
import os
import tempfile
from collections import Counter

import bpy
import numpy as np
import retromesh

from . import facing, glb, imports, levels, lights, polygons, report, rest, times

# The last frame that Blender has.
LATEST = 1_048_574


def load(context, path, *, root=None, lods="all", frame_rate=True, **settings):
    """Imports a file; returns the objects and the diagnostics of reading it and of bringing it here."""
    words = {"root": root} if root else {}
    model = retromesh.open(path, images=True, **words, **settings)
    scene = model.scene
    folder = os.path.dirname(os.path.abspath(path))
    mixed_alike = facing.is_mixed_alike(scene)
    scene = facing.to_blender(scene, model.format)
    output = scene.to_bytes("glb", images=folder, textures="embed", lods=lods, **words, **settings)
    written = retromesh.open(output.bytes, name="model.glb").scene
    known = [set(bpy.data.objects), set(bpy.data.materials), set(bpy.data.images)]
    marks = [item[imports.IMPORT] for item in context.scene.objects if imports.IMPORT in item]
    mark, before = imports.mark(max(marks, default="")), context.scene.get(glb.EXTRAS) if marks else None
    taken = [json.loads(action[times.CLIP])["track"] for action in bpy.data.actions if times.CLIP in action]
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, os.path.splitext(os.path.basename(path))[0] + ".glb")
        with open(place, "wb") as file:
            packed, clips, left_out, rate = glb.pack(
                output.bytes, None if frame_rate else times.rate_of(context), mark, taken
            )
            file.write(packed)
        with times.as_seconds(context), _names_of_numpy():
            if bpy.ops.import_scene.gltf(filepath=place) != {"FINISHED"}:
                raise RuntimeError("Blender's glTF importer gave up")
    if frame_rate and clips:
        times.set_rate(context, rate)
    objects = [item for item in bpy.data.objects if item not in known[0] and not _is_shape(item)]
    materials = [item for item in bpy.data.materials if item not in known[1]]
    images = [item for item in bpy.data.images if item not in known[2]]
    _images(glb.images(packed), images)
    if before:
        context.scene[glb.EXTRAS] = imports.merged(before, context.scene.get(glb.EXTRAS))
    name = os.path.basename(path)
    # Nodes that a GLB needs to turn cameras and lights come after those of the scene.
    for item in objects:
        if item.type == "MESH" and glb.NODE not in item and glb.NODE in item.data:
            item[glb.NODE], item[imports.IMPORT] = item.data[glb.NODE], mark
        if item.type == "ARMATURE" and glb.NODE not in item:
            item[glb.MADE] = True
    known = [item for item in objects if item.get(glb.NODE, len(written.nodes)) < len(written.nodes)]
    # Of an armature and its mesh, which are one node in the file, the mesh counts.
    by_node = {item[glb.NODE]: item for item in sorted(known, key=lambda item: item.type == "MESH")}
    carrier = next((item for item in objects if item.name.startswith(glb.CARRIER)), None)
    if carrier is not None:
        objects.remove(carrier)
        bpy.data.meshes.remove(carrier.data)
    rest.keep(context, objects)
    _names(objects, materials)
    _normals(written, by_node)
    cut, gone, joined, bare = _faces(written, by_node)
    selected, points = _selections(written, by_node)
    _levels(context, name, written, by_node, objects)
    for number, item in by_node.items():
        levels.show(item, written.nodes[number])
    turned, filled = _clips(clips, objects, mixed_alike)
    if mixed_alike:
        _long_ways(scene, clips, objects)
    if clips:
        rest.show_first(objects, clips[0]["track"])
    _markers(context, model.scene)
    lights.show(scene, materials, images)
    for item in objects:
        if item.parent is None:
            item["retromesh_file"] = path
    limits = {
        "blender-attributes": left_out,
        "blender-selections": selected,
        "blender-points": points,
        "blender-polygons": cut,
        "blender-faces": gone,
        "blender-flags": bare,
        "blender-parts": joined,
        "blender-rotations": turned,
        "blender-rest": filled,
    }
    return objects, report.once([*model.diagnostics, *output.diagnostics, *report.limits(limits)])


@contextlib.contextmanager
def _names_of_numpy():
    """Gives the importer of Blender 3.4 and 3.5 a name that NumPy has dropped, as long as it works."""
    is_missing = bpy.app.version < (3, 6) and "bool" not in vars(np)
    if is_missing:
        np.bool = bool
    try:
        yield
    finally:
        if is_missing:
            del np.bool


def _names(objects, materials):
    """Notes what Blender calls things, so that those which keep that name get their own back; materials that nothing uses stay."""
    for item in objects:
        for owner in (item, item.data, *(item.pose.bones if item.pose else ()), *getattr(item.data, "bones", ())):
            if owner is not None and glb.NAME in owner:
                owner[glb.CALLED] = owner.name
    for material in materials:
        material[glb.CALLED] = material.name
        if glb.UNUSED in material:
            material.use_fake_user = True


def _images(names, images):
    """Gives images the names that they have in the file."""
    for image in images:
        if image.name in names:
            name, image[glb.IMAGE] = names[image.name]
            image.name = name or "image"


def _markers(context, scene):
    """Sequences are marked in the timeline, at the frames of the file."""
    clips = scene.clips
    if len(clips) < 2:
        return
    for clip in clips:
        frames = times.rate_of(context) / scene.animations[clip.animation].ticks_per_second
        first, last = round(clip.first * frames), round(clip.last * frames)
        if abs(first) < LATEST and abs(last) < LATEST:
            context.scene.timeline_markers.new(clip.name, frame=first)
            context.scene.timeline_markers.new(f"{clip.name} end", frame=last)


def _is_shape(item):
    """Returns whether an object is what the importer draws bones with."""
    return any(collection.name.startswith("glTF_not_exported") for collection in item.users_collection)


def zup(positions):
    """Brings glTF's positions into Blender's axes, bit for bit."""
    return np.stack([positions[:, 0], -positions[:, 2], positions[:, 1]], axis=1).astype(np.float32) + 0.0


def places(mesh):
    """Returns where the vertices of a mesh of Blender are."""
    found = np.empty(len(mesh.vertices) * 3, dtype=np.float32)
    mesh.vertices.foreach_get("co", found)
    return found.reshape(-1, 3) + 0.0


def _faces(scene, by_node):
    """Makes polygons again of triangles, and gives faces their flags; counts those that stay cut, the triangles that Blender's importer left
    out, the parts that it joined to others, and the faces that lose their flags."""
    cut = gone = joined = bare = 0
    done = set()
    for number, item in by_node.items():
        mesh = scene.nodes[number].mesh
        if mesh is None or item.type != "MESH" or item.data in done:
            continue
        done.add(item.data)
        mesh = scene.meshes[mesh]
        gone += max(0, len(mesh.faces) - len(item.data.polygons))
        bare += polygons.flag(mesh, item.data)
        cut += polygons.join(mesh, item.data)
        materials = [part.material for part in mesh.parts if len(part)]
        joined += len(materials) - len(set(materials))
    return cut, gone, joined, bare


def _normals(scene, by_node):
    """Shades meshes without normals smoothly, as games do, and notes that they have none; Blender's importer gives each face its own."""
    for number, item in by_node.items():
        mesh = scene.nodes[number].mesh
        if mesh is not None and item.type == "MESH" and len(scene.meshes[mesh].normals) == 0:
            item.data[glb.NO_NORMALS] = True
            item.data.polygons.foreach_set("use_smooth", [True] * len(item.data.polygons))


def _selections(scene, by_node):
    """Named selections become vertex groups; returns how many faces are selected otherwise than by their corners, and vertices otherwise than
    those in their place, and how many selected points are not there."""
    others = missing = 0
    for number, item in by_node.items():
        node = scene.nodes[number]
        if node.mesh is None or item.type != "MESH" or node.skeleton is not None:
            continue
        mesh = scene.meshes[node.mesh]
        selections = mesh.selections
        if not selections:
            continue
        there = zup(mesh.positions)
        missing += _add_points(item.data, there, selections)
        here = {}
        for vertex, place in enumerate(places(item.data)):
            here.setdefault(place.tobytes(), []).append(vertex)
        counts = Counter(place.tobytes() for place in there)
        notes = []
        for selection in selections:
            group = item.vertex_groups.new(name=selection.name)
            has_faces = len(selection.faces) > 0
            if has_faces:
                others += len(np.setxor1d(selection.faces, whole_faces(mesh, selection.vertices)))
            weights, members = selection.weights, set()
            for place, vertex in enumerate(selection.vertices):
                weight = float(weights[place]) if len(weights) else 1.0
                key = there[vertex].tobytes()
                if key in here:
                    group.add(here[key], weight, "REPLACE")
                    members.add(key)
            chosen = sum(there[vertex].tobytes() in members for vertex in selection.vertices)
            others += sum(counts[key] for key in members) - chosen
            about = {"name": selection.name, "faces": has_faces, "extras": selection.extras}
            notes.append({"group": group.name, "count": len(members), **about})
        item[glb.SELECTIONS] = json.dumps(notes)
    return others, missing


def _add_points(data, there, selections):
    """Adds the points of selections that no face uses, which Blender's importer leaves out; returns how many cannot be added."""
    known = {place.tobytes() for place in places(data)}
    numbers = np.unique(np.concatenate([selection.vertices for selection in selections])).astype(int)
    wanted = list({there[n].tobytes(): there[n] for n in numbers if there[n].tobytes() not in known}.values())
    if data.shape_keys is not None:
        return len(wanted)
    first = len(data.vertices)
    data.vertices.add(len(wanted))
    for number, place in enumerate(wanted):
        data.vertices[first + number].co = place
    return 0


def whole_faces(mesh, vertices):
    """Returns the numbers of the faces all of whose corners are among some vertices."""
    within = np.zeros(len(mesh.positions), dtype=bool)
    within[vertices] = True
    parts = [part for part in mesh.parts if len(part)]
    whole = [np.logical_and.reduceat(within[part.indices], part.starts[:-1]) for part in parts]
    return np.flatnonzero(np.concatenate([np.empty(0, dtype=bool), *whole])).astype(np.uint32)


def _below(item):
    """Lists an object and all below it."""
    found, waiting = [], [item]
    while waiting:
        item = waiting.pop()
        found.append(item)
        waiting.extend(item.children)
    return found


def _levels(context, name, scene, by_node, objects):
    """Levels of detail become collections, of which the finest is shown."""
    levels = [node for node in scene.nodes if node.lod is not None and node.index in by_node]
    if not levels:
        return
    visual = [node for node in levels if node.lod.role == "Visual"] or levels
    finest = min(visual, key=lambda node: node.lod.level)
    top = bpy.data.collections.new(name)
    context.scene.collection.children.link(top)
    moved = set()
    for node in sorted(levels, key=lambda node: node.lod.level):
        collection = bpy.data.collections.new(f"{node.lod.level} {node.name or node.lod.role}")
        collection["retromesh_role"] = node.lod.role
        top.children.link(collection)
        for item in _below(by_node[node.index]):
            if item in moved:
                continue
            moved.add(item)
            for other in list(item.users_collection):
                other.objects.unlink(item)
            collection.objects.link(item)
        collection.hide_viewport = collection.hide_render = node.index != finest.index


def _clips(clips, objects, mixed_alike):
    """Actions are called as the clips are, and say their range. Returns how many got keys between theirs, and how many bones got some."""
    turned = filled = 0
    for clip in clips:
        clip["mixed_alike"] = mixed_alike
        actions = []
        for item in objects:
            for owner in (item, item.data, getattr(item.data, "shape_keys", None)):
                tracks = owner.animation_data.nla_tracks if getattr(owner, "animation_data", None) else []
                strips = [strip for track in tracks if track.name == clip["track"] for strip in track.strips]
                for strip in strips:
                    if owner is item:
                        filled += rest.fill(item, strip.action, getattr(strip, "action_slot", None))
                actions += [strip.action for strip in strips if strip.action not in actions]
        if len(actions) == 1:
            actions[0].name = clip["track"]
            clip["action"] = actions[0].name
        for action in actions:
            turned += not mixed_alike and _rotations(action)
            action[times.CLIP] = json.dumps(clip)
            action.use_frame_range = True
            action.frame_start, action.frame_end = clip["frames"]
            action.use_cyclic = bool(clip["looping"])
            action.use_fake_user = True
    return turned, filled


# Blender mixes rotations by component; keys that are no further apart than this, in radians, it mixes as their files mean it.
NEAR = 0.12


def _curves(action):
    """Lists the curves of rotations of an action, by groups that belong together, with what they turn."""
    if hasattr(action, "fcurves"):
        bags = [action.fcurves]
    else:
        bags = [bag.fcurves for layer in action.layers for strip in layer.strips for bag in strip.channelbags]
    for bag in bags:
        groups = {}
        for curve in bag:
            if curve.data_path.endswith("rotation_quaternion"):
                groups.setdefault(curve.data_path, {})[curve.array_index] = curve
        yield from ((path, group) for path, group in groups.items() if len(group) == 4)


def _rotations(action):
    """Adds keys between rotations that are far apart, so that Blender turns as the file means it; returns whether it did."""
    added = False
    for _, group in _curves(action):
        count = len(group[0].keyframe_points)
        keys = np.empty((4, count, 2), dtype=np.float32)
        if any(len(curve.keyframe_points) != count for curve in group.values()):
            continue
        if any(point.interpolation != "LINEAR" for point in group[0].keyframe_points):
            continue
        for axis, curve in group.items():
            found = np.empty(count * 2, dtype=np.float32)
            curve.keyframe_points.foreach_get("co", found)
            keys[axis] = found.reshape(-1, 2)
        times, turns = keys[0, :, 0].astype(float), keys[:, :, 1].T.astype(float)
        more_times, more_turns = [], []
        for n in range(count - 1):
            a, b = turns[n], turns[n + 1]
            near = float(np.clip(a @ b, -1.0, 1.0))
            angle = np.arccos(abs(near))
            pieces = min(64, int(np.ceil(2 * angle / NEAR)))
            for piece in range(1, pieces):
                t = piece / pieces
                turned = (np.sin((1 - t) * angle) * a + np.sin(t * angle) * np.copysign(1.0, near) * b) / np.sin(angle)
                more_times.append(times[n] + (times[n + 1] - times[n]) * t)
                more_turns.append(turned)
        if not more_times:
            continue
        added = True
        order = np.argsort(np.concatenate([times, more_times]), kind="stable")
        for axis, curve in group.items():
            curve.keyframe_points.add(len(more_times))
            values = np.concatenate([turns[:, axis], [turned[axis] for turned in more_turns]])
            rows = np.stack([np.concatenate([times, more_times]), values], axis=1)[order].astype(np.float32)
            curve.keyframe_points.foreach_set("co", rows.ravel())
            for point in curve.keyframe_points:
                point.interpolation = "LINEAR"
            curve.update()
    return added


def _long_ways(scene, clips, objects):
    """Gives rotations the signs that they have in the file: Blender's importer turns them the shorter way, and these formats do not."""
    for clip in clips:
        timeline = clip["extras"].get("retromesh", {}).get("timeline")
        if timeline is None or timeline >= len(scene.animations):
            continue
        channels = {c.node: c for c in scene.animations[timeline].channels if c.property == "rotation"}
        for item in objects:
            tracks = item.animation_data.nla_tracks if item.animation_data else []
            for strip in (strip for track in tracks if track.name == clip["track"] for strip in track.strips):
                for path, group in _curves(strip.action):
                    turned = item if path == "rotation_quaternion" else item.path_resolve(path.rpartition(".")[0])
                    channel = channels.get(turned.get(glb.NODE))
                    if channel is not None:
                        _sign(group, channel, clip)


def _sign(group, channel, clip):
    values = np.asarray(channel.values, dtype=float)
    signs = np.cumprod(np.concatenate([[1.0], np.where(np.sum(values[1:] * values[:-1], axis=1) < 0, -1.0, 1.0)]))
    if (signs > 0).all():
        return
    for curve in group.values():
        for point in curve.keyframe_points:
            tick = clip["first"] + point.co[0] / clip["step"]
            at = np.searchsorted(channel.times, tick + times.NEAR, side="right") - 1
            point.co[1] *= signs[max(at, 0)]
        curve.update()
