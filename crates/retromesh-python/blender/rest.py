"""Where things are when nothing animates them."""

import contextlib

import bpy
from mathutils import Matrix

from . import glb

# A custom property of bones: where they are at rest, as the sixteen numbers of their matrix, where the bones of Blender say otherwise. These
# have no size of their own, and lie as the mesh was bound to them.
BASIS = "retromesh_basis"
NEAR = 1e-6
PARTS = {"location": 3, "rotation_quaternion": 4, "scale": 3}


def keep(context, objects):
    """Notes where bones are at rest, and forgets the animation that says so."""
    owners = [owner for item in objects for owner in (item, item.data, getattr(item.data, "shape_keys", None))]
    owners = [owner.animation_data for owner in owners if getattr(owner, "animation_data", None)]
    found = [(own, track) for own in owners for track in own.nla_tracks if track.name == glb.AT_REST]
    for own in owners:
        own.action = None
        for track in own.nla_tracks:
            track.mute = track.name != glb.AT_REST
    # Tracks hold what they say in front of their first key, and after it.
    context.scene.frame_set(context.scene.frame_current)
    for item in objects:
        for bone in item.pose.bones if item.pose else ():
            numbers = [number for row in bone.matrix_basis for number in row]
            usual = [float(n % 5 == 0) for n in range(16)]
            if max(abs(a - b) for a, b in zip(numbers, usual)) > NEAR:
                bone[BASIS] = numbers
    actions = {strip.action for _, track in found for strip in track.strips if strip.action}
    for own, track in found:
        own.nla_tracks.remove(track)
    for action in actions:
        bpy.data.actions.remove(action)


def show_first(objects, name):
    """Plays the first clip, as Blender's importer does."""
    for item in objects:
        for owner in (item, item.data, getattr(item.data, "shape_keys", None)):
            own = getattr(owner, "animation_data", None)
            for track in own.nla_tracks if own else ():
                if track.name == name and len(track.strips):
                    own.action = track.strips[0].action
                    if hasattr(own, "action_slot"):
                        own.action_slot = track.strips[0].action_slot


def of(bone):
    """Returns the matrix that a bone has at rest."""
    stored = bone.get(BASIS)
    return Matrix.Identity(4) if stored is None else Matrix([stored[n : n + 4] for n in (0, 4, 8, 12)])


def fill(item, action, slot):
    """Gives bones that are elsewhere at rest a key in an action that says nothing of them: another one leaves them where it had them.
    Returns how many bones got some."""
    bones = set()
    bag = _bag(action, slot)
    known = {curve.data_path for curve in bag.fcurves} if bag else set()
    start = action.frame_range[0]
    for bone in item.pose.bones if item.pose else ():
        if BASIS not in bone or bag is None:
            continue
        place, turn, size = of(bone).decompose()
        for part, values in zip(PARTS, (place, turn, size)):
            path = f"{bone.path_from_id()}.{part}"
            usual = (
                (0.0, 0.0, 0.0) if part == "location" else (1.0, 0.0, 0.0, 0.0) if len(values) == 4 else (1.0, 1.0, 1.0)
            )
            if path in known or max(abs(a - b) for a, b in zip(values, usual)) <= NEAR:
                continue
            bones.add(bone.name)
            for axis, value in enumerate(values):
                curve = bag.fcurves.new(path, index=axis)
                curve.keyframe_points.insert(start, value).interpolation = "LINEAR"
    return len(bones)


def _bag(action, slot):
    """Returns what holds the curves of an action, for what plays it by a slot."""
    if hasattr(action, "fcurves"):
        return action
    bags = [strip.channelbag(slot) for layer in action.layers for strip in layer.strips]
    return next((bag for bag in bags if bag), None)


@contextlib.contextmanager
def everything(context):
    """Puts everything to rest for as long as the exporter reads it; actions that no track has get one meanwhile."""
    before, bones, added = [], [], []
    for item in context.scene.objects:
        animated = item.animation_data
        if animated is not None:
            slot = getattr(animated, "action_slot", None)
            before.append((animated, animated.action, slot, [(track, track.mute) for track in animated.nla_tracks]))
            strips = [strip for track in animated.nla_tracks for strip in track.strips]
            action = animated.action
            if action is not None and all(strip.action != action for strip in strips):
                track = animated.nla_tracks.new()
                track.name = action.name
                strip = track.strips.new(action.name, int(action.frame_range[0]), action)
                if slot is not None:
                    strip.action_slot = slot
                added.append((animated, track))
            animated.action = None
            for track in animated.nla_tracks:
                track.mute = True
        for bone in item.pose.bones if item.pose else ():
            bones.append((bone, bone.matrix_basis.copy()))
            bone.matrix_basis = of(bone)
    context.view_layer.update()
    try:
        yield
    finally:
        for animated, track in added:
            animated.nla_tracks.remove(track)
        for animated, action, slot, tracks in before:
            animated.action = action
            if slot is not None:
                animated.action_slot = slot
            for track, mute in tracks:
                track.mute = mute
        for bone, basis in bones:
            bone.matrix_basis = basis
