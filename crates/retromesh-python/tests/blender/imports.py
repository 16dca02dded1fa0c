"""Several imports in one scene, each of which keeps what is its own: `cargo xtask ci blender` runs it, too."""

import os
import sys

import bpy
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.environ.get("RETROMESH_EXTENSION", os.path.join(HERE, "../..")), HERE]

import retromesh  # noqa: E402
from running import run  # noqa: E402

CORNERS, FACES = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]
CLIPS = [("walk", 1, 20), ("idle", 21, 40)]


def body(folder, name="body", clips=CLIPS, rate=20, bones=2, has_rig=False):
    """Writes a mesh at the root with bones that move; returns its path."""
    builder = retromesh.SceneBuilder()
    root = builder.add_node(name)
    rig = builder.add_node("rig", parent=root) if has_rig else root
    numbers = [builder.add_node(f"{name} bone {n}", parent=rig, translation=(n, 0, 0)) for n in range(bones)]
    weights = ([0, 1, 2, 3], [0, bones - 1, bones - 1], [1.0, 1.0, 1.0])
    bind = np.stack([np.eye(4, dtype=np.float32)] * bones)
    bind[:, 0, 3] = -np.arange(bones)
    skeleton = builder.add_skeleton(name, numbers, bind)
    builder.place_mesh(root, builder.add_mesh(name, CORNERS, FACES, weights=weights), skeleton)
    animation = builder.add_animation("anim", 1, clips[-1][2], rate, clips=clips)
    times = np.arange(1, clips[-1][2] + 1, dtype=np.float32)
    for bone in numbers:
        turns = [(0, 0, np.sin(n / 50), np.cos(n / 50)) for n in times]
        builder.add_channel(animation, bone, "rotation", times, turns)
    path = os.path.join(folder, name + ".b3d")
    builder.build().write(path, overwrite=True)
    return path


def mask(folder):
    """Writes a mesh without bones; returns its path."""
    builder = retromesh.SceneBuilder()
    builder.add_node("mask", mesh=builder.add_mesh("mask", CORNERS, FACES))
    path = os.path.join(folder, "mask.b3d")
    builder.build().write(path, overwrite=True)
    return path


def exported(folder, *paths):
    """Imports files into one scene and exports that; returns the scene of what was written."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    for path in paths:
        assert bpy.ops.retromesh.import_models(filepath=path) == {"FINISHED"}
    again = os.path.join(folder, "again.b3d")
    bpy.ops.retromesh.export_b3d(filepath=again)
    return retromesh.open(again).scene


def clips(scene):
    return [
        (clip.name, clip.first, clip.last, scene.animations[clip.animation].ticks_per_second) for clip in scene.clips
    ]


def still_file(folder):
    """A model without bones comes below the root of one with bones, under its own name, whichever came first."""
    for has_rig in (False, True):
        name = "Scene_Root"
        files = [body(folder, name, has_rig=has_rig), mask(folder)]
        before = retromesh.open(files[0]).scene
        for paths in (files, files[::-1]):
            scene = exported(folder, *paths)
            nodes = {node.name: node for node in scene.nodes}
            parents = {
                key: None if node.parent is None else scene.nodes[node.parent].name for key, node in nodes.items()
            }
            parents.pop("rig", None)
            bones = {f"{name} bone {n}": "rig" if has_rig else name for n in range(2)}
            assert parents == {name: None, "mask": name, **bones}, (paths, parents)
            assert [nodes[key].skeleton is None for key in (name, "mask")] == [False, True]
            assert clips(scene) == clips(before), clips(scene)
            report = bpy.context.scene["retromesh_report"]
            assert not any(code in report for code in ("moved-nodes", "stale-extras")), report
            for frame in (1, 13, 40):
                poses = [s.pose(s.animations[0].name, frame=frame) for s in (before, scene)]
                there, here = poses[0].positions(0), poses[1].positions(nodes[name].index)
                assert np.abs(there - here).max() < 1e-3, (frame, there, here)


def two_that_move(folder):
    """Of two models with clips, the one with more motion keeps its numbers; those of the other follow, at that rate."""
    files = [body(folder), body(folder, "gun", [("walk", 1, 5), ("shoot", 6, 11)], 40, 1)]
    for paths in (files, files[::-1]):
        found = clips(exported(folder, *paths))
        assert found == [*[(*clip, 20) for clip in CLIPS], ("walk", 41, 43, 20), ("shoot", 44, 47, 20)], found


def twice(folder):
    """A model that is imported twice is two."""
    path = body(folder)
    scene = exported(folder, path, path)
    assert sum(node.mesh is not None and node.skeleton is not None for node in scene.nodes) == 2
    assert len(clips(scene)) == 4, clips(scene)


def repeated(folder):
    """A bone that has the name of its mesh in the file keeps it."""
    path = os.path.join(HERE, "../../../../fixtures/b3d/skin-bone-like-mesh.b3d")
    names = [
        sorted(node.name for node in scene.nodes) for scene in (retromesh.open(path).scene, exported(folder, path))
    ]
    assert names[0] == names[1]
    assert len(set(names[0])) < len(names[0]), names


run("imports", (still_file, two_that_move, twice, repeated))
