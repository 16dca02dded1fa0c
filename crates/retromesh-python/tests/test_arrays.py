"""Arrays borrow, poses agree with what numpy makes of the same arrays, scenes can be built."""

from __future__ import annotations

import gc
import pickle
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import retromesh
from conftest import ALL, CORPUS, FIXTURES, name_of
from retromesh._trimesh import to_trimesh


def resident() -> int:
    """How many bytes the process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def grid(side: int) -> retromesh.SceneBuilder:
    """A square of side * side vertices, half of them on a joint that turns."""
    builder = retromesh.SceneBuilder()
    x, y = np.meshgrid(np.arange(side, dtype=np.float32), np.arange(side, dtype=np.float32))
    positions = np.stack([x.ravel(), y.ravel(), np.zeros(side * side, dtype=np.float32)], axis=1)
    corner = (np.arange(side - 1)[:, None] * side + np.arange(side - 1)[None, :]).ravel()
    faces = np.concatenate(
        [
            np.stack([corner, corner + 1, corner + side], axis=1),
            np.stack([corner + 1, corner + side + 1, corner + side], axis=1),
        ]
    ).astype(np.uint32)
    uv = positions[:, :2] / side
    mesh = builder.add_mesh("grid", positions, faces, normals=np.tile([[0, 0, 1]], (len(positions), 1)), uvs=[uv])
    builder.add_node("grid", mesh=mesh)
    return builder


def test_arrays_copy_nothing() -> None:
    scene = grid(1000).build()
    mesh = scene.meshes[0]
    gc.collect()
    before = resident()
    arrays = [(mesh.positions, mesh.normals, mesh.uvs[0], mesh.faces) for _ in range(20)]
    grown = resident() - before
    held = sum(array.nbytes for array in arrays[0])
    assert held > 50_000_000
    # Twenty copies would take a gigabyte.
    assert grown < held // 10, f"{grown} bytes more for arrays of {held} bytes"
    assert arrays[0][0].ctypes.data == arrays[7][0].ctypes.data
    assert not arrays[0][0].flags.owndata


def test_arrays_outlive_what_they_borrow_from_and_cannot_be_written() -> None:
    positions = retromesh.open(FIXTURES / "b3d/letter-f.b3d").scene.meshes[0].positions
    expected = positions.copy()
    gc.collect()
    assert np.array_equal(positions, expected)
    with pytest.raises(ValueError, match="read-only"):
        positions[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        positions.flags.writeable = True


def test_scenes_are_freed() -> None:
    def hold() -> None:
        scene = grid(1000).build()
        assert (len(scene.meshes[0].faces) > 0, len(scene.nodes)) == (True, 1)

    hold()
    before = resident()
    for _ in range(10):
        hold()
    gc.collect()
    assert resident() - before < 100_000_000


def skinned(scene: retromesh.Scene, pose: retromesh.Pose, node: retromesh.Node) -> np.ndarray:
    """What numpy makes of world matrices, inverse bind matrices and weights."""
    assert node.mesh is not None
    mesh = scene.meshes[node.mesh]
    ones = np.concatenate([mesh.positions, np.ones((len(mesh.positions), 1), dtype=np.float32)], axis=1).astype(float)
    out = (ones @ pose.world[node.index].T.astype(float))[:, :3]
    if mesh.weights is None or node.skeleton is None:
        return out
    skeleton = scene.skeletons[node.skeleton]
    moves = pose.world[skeleton.joints].astype(float) @ skeleton.inverse_bind.astype(float)
    starts = mesh.weights.starts.astype(int)
    rows = np.repeat(np.arange(len(mesh.positions)), np.diff(starts))
    each = np.einsum("nij,nj->ni", moves[mesh.weights.joints], ones[rows])[:, :3] * mesh.weights.weights[:, None]
    deformed = np.zeros_like(out)
    np.add.at(deformed, rows, each)
    has = np.diff(starts) > 0
    out[has] = deformed[has]
    return out


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_poses_are_those_of_the_arrays(path: Path) -> None:
    try:
        scene = retromesh.open(path).scene
    except retromesh.Error:
        assert path in CORPUS
        return
    moments: list[tuple[str | None, float | None]] = [(None, None)]
    moments += [(clip.name, clip.seconds * share) for clip in scene.clips[:2] for share in (0.0, 0.4, 1.0)]
    for clip, seconds in moments:
        if seconds is not None and not np.isfinite(seconds):
            continue
        pose = scene.pose(clip, seconds)
        for node in scene.nodes:
            if node.mesh is None or any(weight for _, _, weight in scene.meshes[node.mesh].morph_targets):
                continue
            ours = skinned(scene, pose, node)
            if ours.size and np.isfinite(ours).all():
                size = max(1e-6, float(np.abs(ours).max()), float(np.abs(scene.meshes[node.mesh].positions).max()))
                assert np.abs(pose.positions(node.index) - ours).max() <= 1e-4 * size


def test_a_pose_is_that_of_a_frame(program: str, tmp_path: Path) -> None:
    """The program writes the same pose."""
    import subprocess

    path = FIXTURES / "b3d/skin-tube-animated.b3d"
    model = retromesh.open(path)
    clip = model.scene.clips[0]
    subprocess.run([program, "convert", str(path), "-o", str(tmp_path / "posed.obj"), "--pose", "@3"], check=True)
    lines = (tmp_path / "posed.obj").read_text().splitlines()
    theirs = np.array([[float(x) for x in line.split()[1:4]] for line in lines if line.startswith("v ")])
    scene = model.scene
    pose = scene.pose(clip.name, frame=3.0)
    nodes = [node.index for node in scene.nodes if node.mesh is not None]
    ours = np.concatenate([pose.positions(node) for node in nodes])
    assert len(theirs) > 0
    # Axes differ by file; distances from the middle do not.
    spread = lambda p: np.sort(np.linalg.norm(p - p.mean(axis=0), axis=1))  # noqa: E731
    assert np.abs(spread(theirs) - spread(ours)).max() < 1e-4


def test_a_scene_is_built_written_and_read_again() -> None:
    builder = retromesh.SceneBuilder()
    image = builder.add_image("skin.png")
    texture = builder.add_texture("skin", image)
    red = builder.add_material("red", base_color=(1, 0, 0, 1), texture=texture, extras={"note": [1, 2.5, "x"]})
    root = builder.add_node("root")
    joint = builder.add_node("joint", parent=root, translation=(0, 1, 0))
    skeleton = builder.add_skeleton(
        "bones", [joint], np.array([np.eye(4)]) - [[[0, 0, 0, 0], [0, 0, 0, 1], [0] * 4, [0] * 4]]
    )
    mesh = builder.add_mesh(
        "fin",
        [[0, 0, 0], [1, 0, 0], [0, 2, 0]],
        [(red, [[0, 1, 2]])],
        uvs=[[[0, 0], [1, 0], [0, 1]]],
        colors=[np.ones((3, 4))],
        weights=([0, 0, 0, 1], [0], [1.0]),
    )
    builder.add_selection(mesh, "tip", [2], extras={"p3d.needs_sections": True})
    builder.place_mesh(root, mesh, skeleton)
    walk = builder.add_animation("walk", 0, 30, 30, clips=[("step", 0, 15), ("turn", 15, 30)])
    builder.add_channel(walk, joint, "rotation", [0, 30], [[0, 0, 0, 1], [0, 0, 1, 0]])
    scene = builder.build()
    assert scene.materials[red].extras == {"note": [1, 2.5, "x"]}
    assert np.allclose(scene.pose("walk", 1.0).positions(root)[2], [0, 0, 0], atol=1e-6)
    for to in ("glb", "b3d"):
        again = retromesh.open(scene.to_bytes(to).bytes).scene
        assert [clip.name for clip in again.clips] == ["step", "turn"]
        assert not retromesh.diff(scene, again, losses=True)["differences"] or to == "b3d"
        posed = again.pose("turn", 0.25)
        positions = np.concatenate([posed.positions(node.index) for node in again.nodes if node.mesh is not None])
        expected = scene.pose("turn", 0.25).positions(root)
        assert np.allclose(np.linalg.norm(positions, axis=1), np.linalg.norm(expected, axis=1), atol=1e-3)
    # The copy of a builder is its own.
    changed = scene.edit()
    changed.add_node("more")
    assert (len(scene.nodes), len(changed.build().nodes)) == (2, 3)


def test_what_is_wrong_is_reported() -> None:
    builder = retromesh.SceneBuilder()
    with pytest.raises(ValueError, match="shape"):
        builder.add_mesh("flat", np.zeros((3, 2)), [[0, 1, 2]])
    with pytest.raises(IndexError):
        builder.add_node("n", mesh=3)
    builder.add_mesh("broken", np.zeros((3, 3)), [[0, 1, 9]])
    with pytest.raises(retromesh.InvalidSceneError):
        builder.build()
    with pytest.raises(FileNotFoundError) as caught:
        retromesh.open("no/such.b3d")
    assert isinstance(caught.value, retromesh.Error)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.kind) == (type(caught.value), str(caught.value), "io")
    letter = FIXTURES / "b3d/letter-f.b3d"
    with pytest.raises(TypeError, match="no option"):
        retromesh.convert_bytes(letter, "glb", no_such=1)
    with pytest.raises(ValueError, match="is no setting"):
        retromesh.convert_bytes(letter, "obj", quantize="fine")
    with pytest.raises(ValueError, match="no format"):
        retromesh.convert_bytes(letter, "xyz")
    with pytest.raises(retromesh.DeniedError) as denied:
        retromesh.convert_bytes(FIXTURES / "b3d/skin-tube-animated.b3d", "obj", deny="any-loss")
    assert denied.value.code


def test_files_are_complete_or_not_there(tmp_path: Path) -> None:
    letter = FIXTURES / "b3d/letter-f.b3d"
    report = retromesh.convert(letter, tmp_path / "f.glb")
    assert (report.from_format, report.to_format, report.bytes_in) == ("b3d", "gltf", letter.stat().st_size)
    with pytest.raises(FileExistsError):
        retromesh.convert(letter, tmp_path / "f.glb")
    retromesh.convert(letter, tmp_path / "f.glb", overwrite=True)
    assert (tmp_path / "f.glb").read_bytes() == retromesh.convert_bytes(letter, "glb").bytes
    assert [path.name for path in tmp_path.iterdir()] == ["f.glb"]


def test_pictures_are_arrays() -> None:
    picture = retromesh.render(FIXTURES / "b3d/letter-f.b3d", size=(80, 40), view="front", background=(0, 0, 0, 0))
    assert (picture.shape, picture.dtype) == ((40, 80, 4), np.uint8)
    assert 0 < (picture[..., 3] > 0).mean() < 1


def test_files_are_repaired_and_reported() -> None:
    path = FIXTURES / "b3d/lint-same-vertices.b3d"
    assert {finding["code"] for finding in retromesh.lint(path)}
    repaired = retromesh.repair(path)
    assert repaired.target
    assert isinstance(repaired.bytes, bytes)
    assert retromesh.check(path)["same_bytes"] is True
    text = retromesh.open(path).text()
    assert retromesh.pack(text) == path.read_bytes()
    settings = {s["name"]: s for f in retromesh.formats() for s in f["settings"]}
    assert settings["quantize"]["kind"] == "choice"


def test_other_threads_run_meanwhile() -> None:
    """A thread of Python counts while another is in Rust."""
    data = grid(700).build().to_bytes("b3d").bytes
    counted, done = 0, threading.Event()

    def work() -> None:
        retromesh.open(data)
        done.set()

    interval = sys.getswitchinterval()
    # With a lock that is held all the time, nothing would be counted until the end.
    sys.setswitchinterval(10.0)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        while not done.is_set():
            counted += 1
            time.sleep(0)
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert counted > 100


def test_trimesh_opens_and_takes_models() -> None:
    trimesh = pytest.importorskip("trimesh")
    assert "b3d" in retromesh.register_trimesh()
    path = FIXTURES / "b3d/letter-f.b3d"
    loaded = trimesh.load_scene(path)
    made = retromesh.open(path).scene.to_trimesh()
    triangles = sum(len(mesh.faces) for mesh in made.geometry.values())
    assert triangles == sum(len(mesh.faces) for mesh in retromesh.open(path).scene.meshes)
    assert np.allclose(loaded.bounds, made.bounds)
    assert np.allclose(loaded.area, made.area)


def test_to_trimesh_makes_each_list_once() -> None:
    """Lists of meshes, materials and parts are made when they are asked for: once a part, many parts take seconds."""
    pytest.importorskip("trimesh")
    asked: Counter[str] = Counter()

    class Counted:
        def __init__(self, of: Any) -> None:
            self.of = of

        def __getattr__(self, name: str) -> Any:
            asked[name] += 1
            value = getattr(self.of, name)
            return [Counted(item) for item in value] if name == "meshes" else value

        def convert_to(self, space: Any) -> Any:
            return Counted(self.of.convert_to(space))

    builder = retromesh.SceneBuilder()
    materials = [builder.add_material(f"m{number}") for number in range(9)]
    mesh = builder.add_mesh("mesh", np.eye(3), [(number, [[0, 1, 2]]) for number in materials])
    for number in range(4):
        builder.add_node(f"node {number}", mesh=mesh)
    scene: Any = Counted(builder.build())
    assert len(to_trimesh(scene).geometry) == 36
    assert (asked["meshes"], asked["materials"], asked["parts"]) == (1, 1, 4), asked


def test_polygons_are_cut_along_their_outlines() -> None:
    """A fan from the first corner of this dart would cover 10, not 6."""
    dart = b"v 0 0 0\nv 4 2 0\nv 0 4 0\nv 1 2 0\nf 1 2 3 4\n"
    mesh = retromesh.open(dart, name="dart.obj").scene.meshes[0]
    assert mesh.parts[0].triangles is None
    a, b, c = (mesh.positions[mesh.parts[0].triangulated[:, corner]] for corner in range(3))
    assert np.isclose(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2, 6)
