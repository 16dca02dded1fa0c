"""Frame numbers, rates and the order of clips through Blender and back: `cargo xtask ci blender` runs it, too."""

import os
import sys

import bpy
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.environ.get("RETROMESH_EXTENSION", os.path.join(HERE, "../..")), HERE]

import retromesh  # noqa: E402
from running import run  # noqa: E402

# Names that are not in the order of the alphabet, with their first and last frames.
CLIPS = [("walk", 2, 200), ("idle", 201, 230), ("attack", 300, 317)]


def made(path, rate, more=()):
    """Writes a file with the clips, and with more keys at some times."""
    builder = retromesh.SceneBuilder()
    mesh = builder.add_mesh("wing", [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    node = builder.add_node("wing", mesh=mesh)
    times = np.array(sorted([2, 9, 55, 200, 201, 213, 230, 300, 307, 317, *more]), dtype=np.float32)
    turns = [(0, 0, np.sin(n / 9), np.cos(n / 9)) for n in range(len(times))]
    animation = builder.add_animation("anim", 2, 317, rate, clips=CLIPS)
    builder.add_channel(animation, node, "rotation", times, turns)
    builder.add_channel(animation, node, "translation", times, [(n * 0.3, n % 3, 0) for n in range(len(times))])
    builder.build().write(path, overwrite=True)


def clips(path):
    scene = retromesh.open(path).scene
    return [
        (clip.name, clip.first, clip.last, scene.animations[clip.animation].ticks_per_second) for clip in scene.clips
    ]


def opened(folder, rate, more=(), **words):
    """Makes a file and imports it; returns its path."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    path = os.path.join(folder, f"{rate}.b3d")
    made(path, rate, more)
    bpy.ops.retromesh.import_models(filepath=path, **words)
    return path


def exported(folder, **words):
    path = os.path.join(folder, "again.b3d")
    bpy.ops.retromesh.export_b3d(filepath=path, **words)
    return path


def any_rate(folder):
    """An import without changes comes back with its numbers, order, rate and motion, at any rate."""
    for rate in (12, 20, 24, 25, 29, 30, 37, 43, 48, 50, 60):
        path = opened(folder, rate)
        again = exported(folder)
        assert clips(again) == clips(path), (rate, clips(path), clips(again))
        before, after = (retromesh.open(p).scene for p in (path, again))
        for frame in range(2, 318):
            there, here = (s.pose(s.animations[0].name, frame=frame).positions(0) for s in (before, after))
            # Between clips there are no frames of any.
            if any(first <= frame <= last for _, first, last in CLIPS):
                assert np.abs(there - here).max() < 1e-3, (rate, frame, np.abs(there - here).max())


def other_rate(folder):
    """Where the scene has another rate, which the import leaves or a person sets, the numbers of the file stay."""
    path = opened(folder, 25, frame_rate=False)
    assert bpy.context.scene.render.fps == 24
    assert clips(exported(folder)) == clips(path)
    path = opened(folder, 25)
    bpy.context.scene.render.fps = 60
    assert clips(exported(folder)) == clips(path)


def renamed(folder):
    """A clip with another name keeps its frames and its place; a copy of an action is one more."""
    path = opened(folder, 25)
    action = next(action for action in bpy.data.actions if action.name.startswith("idle"))
    action.name = "rest"
    expected = [("rest" if name == "idle" else name, *others) for name, *others in clips(path)]
    assert clips(exported(folder)) == expected, clips(exported(folder))


def several(folder):
    """Two files of different rates each keep their own."""
    path = opened(folder, 25)
    other = os.path.join(folder, "other.b3d")
    made(other, 50)
    bpy.ops.object.select_all(action="SELECT")
    bpy.ops.object.delete()
    bpy.ops.retromesh.import_models(filepath=other)
    assert clips(exported(folder))[0][3] == 50, clips(path)


def by_scene(folder):
    """By the dialog, the numbers and the rate of the scene count."""
    opened(folder, 25)
    bpy.context.scene.render.fps = 30
    found = clips(exported(folder, frames="SCENE"))
    assert {rate for *_, rate in found} == {30.0}, found
    assert sorted(last - first for _, first, last, _ in found) == [17.0, 29.0, 198.0], found


def new_and_longer(folder):
    """A new action follows the clips of the file, and so does one that is longer than its place; the others keep their numbers."""
    opened(folder, 25)
    item = next(item for item in bpy.data.objects if item.type == "MESH")
    action = bpy.data.actions["idle"]
    action.frame_end += 100
    new = bpy.data.actions.new("jump")
    item.animation_data.action = new
    for frame, height in ((0, 0.0), (10, 2.0), (20, 0.0)):
        item.location.z = height
        item.keyframe_insert("location", frame=frame)
    found = {name: (first, last, rate) for name, first, last, rate in clips(exported(folder))}
    assert found["walk"] == (2, 200, 25), found
    assert found["attack"] == (300, 317, 25), found
    assert found["idle"] == (318, 447, 25), found
    assert found["jump"] == (448, 468, 25), found
    assert "blender-numbers" in bpy.context.scene["retromesh_report"]


def key(name, frame, height):
    """Sets a key of the height of the wing in an action, as a person does."""
    item, action = next(item for item in bpy.data.objects if item.type == "MESH"), bpy.data.actions[name]
    item.animation_data.action = action
    if hasattr(action, "slots"):
        item.animation_data.action_slot = action.slots[0]
    item.location.z = height
    item.keyframe_insert("location", frame=frame)


def height(path, frame):
    """Returns how high the wing is at a frame."""
    scene = retromesh.open(path).scene
    return scene.pose(scene.animations[0].name, frame=frame).positions(0)[:, 1].min()


def keys_outside(folder):
    """Keys that a person sets outside of the range of a clip make it longer."""
    path = opened(folder, 25)
    ranges = {action.name: tuple(action.frame_range) for action in bpy.data.actions}
    key("attack", 30, 50.0)
    again = exported(folder)
    assert clips(again) == [*clips(path)[:2], ("attack", 300, 330, 25)], clips(again)
    assert abs(height(again, 330) - 50) < 1, height(again, 330)
    key("attack", -10, 90.0)
    again = exported(folder)
    assert clips(again) == [*clips(path)[:2], ("attack", 290, 330, 25)], clips(again)
    assert abs(height(again, 290) - 90) < 1
    assert abs(height(again, 330) - 50) < 1
    assert {action.name: tuple(action.frame_range) for action in bpy.data.actions} == ranges
    assert "blender-range" not in bpy.context.scene["retromesh_report"]


def keys_of_the_file(folder):
    """Keys that the file has outside of its clips make none longer."""
    path = opened(folder, 25, more=[240, 250])
    ranges = {name: (first, last) for name, first, last, _ in clips(path)}
    found = {name: (first, last) for name, first, last, _ in clips(exported(folder))}
    assert {name: found[name] for name, *_ in CLIPS} == {name: ranges[name] for name, *_ in CLIPS}, found


def own_range(folder):
    """Keys outside of the range that a person gave an action are left out, and a line says so."""
    opened(folder, 25)
    key("attack", 30, 50.0)
    bpy.data.actions["attack"].frame_end = 20
    found = {name: (first, last) for name, first, last, _ in clips(exported(folder))}
    assert found["attack"] == (300, 320), found
    assert "lost blender-range:" in bpy.context.scene["retromesh_report"]


run(
    "frames",
    (any_rate, other_rate, renamed, several, by_scene, new_and_longer, keys_outside, keys_of_the_file, own_range),
)
