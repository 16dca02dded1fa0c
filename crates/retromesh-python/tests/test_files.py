"""Every file is opened as the program opens it."""

from __future__ import annotations

import io
import pickle
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import retromesh
from conftest import ALL, BAD, CORPUS, FIXTURES, GOOD, name_of


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_arrays_have_the_figures_of_the_program(path: Path, reported: dict[str, Any]) -> None:
    reported_of = reported[str(path)]
    if reported_of["error"] is not None:
        # Among real files are some that nobody can read.
        assert path in CORPUS
        with pytest.raises(retromesh.Error) as caught:
            retromesh.open(path)
        assert str(caught.value) == reported_of["error"]
        return
    model = retromesh.open(path)
    scene = model.scene
    assert (model.format, model.version) == (reported_of["format"], reported_of["version"])
    assert len(scene.nodes) == reported_of["nodes"]
    assert sum(len(mesh.positions) for mesh in scene.meshes) == reported_of["vertices"]
    assert sum(len(part) for mesh in scene.meshes for part in mesh.parts) == reported_of["faces"]
    assert sum(len(skeleton.joints) for skeleton in scene.skeletons) == reported_of["joints"]
    assert [clip.name for clip in scene.clips] == [clip["name"] for clip in reported_of["animations"]]
    assert [image.path for image in scene.images] == reported_of["images"]
    for mesh in scene.meshes:
        count = len(mesh.positions)
        for array, columns in [(mesh.normals, 3), (mesh.tangents, 4), *((uv, 2) for uv in mesh.uvs)]:
            assert array.shape in [(count, columns), (0, columns)]
            assert array.dtype == np.float32
        assert mesh.faces.dtype == np.uint32
        assert len(mesh.faces) == 0 or mesh.faces.max() < count
        if mesh.weights is not None:
            assert len(mesh.weights.starts) == count + 1
            assert mesh.weights.starts[-1] == len(mesh.weights.joints) == len(mesh.weights.weights)
    assert [entry.code for entry in model.diagnostics] == [entry["code"] for entry in reported_of["diagnostics"]]
    assert model.encode() == path.read_bytes() or model.format in ("gltf", "obj")


def fnv(data: bytes) -> str:
    """The hash that dumps have of an array."""
    state = 0xCBF29CE484222325
    for byte in data:
        state = ((state ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{(state ^ (state >> 32)) & 0xFFFFFFFF:08x}"


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_arrays_are_those_of_the_dump(path: Path, program: str) -> None:
    run = subprocess.run([program, "dump", "--scene", str(path)], capture_output=True, check=False)
    if run.returncode != 0:
        with pytest.raises(retromesh.Error):
            retromesh.dump(path, scene=True)
        return
    dump = run.stdout.decode()
    assert retromesh.dump(path, scene=True) == dump
    hashes = re.findall(r"^ *positions (\d+) .*? hash ([0-9a-f]{8})", dump, re.M)
    arrays = [mesh.positions for mesh in retromesh.open(path).scene.meshes if len(mesh.positions)]
    for array, (count, digest) in zip(arrays, hashes):
        assert len(array) == int(count)
        if array.nbytes < 20_000:
            assert fnv(array.tobytes()) == digest


@pytest.mark.parametrize("path", BAD, ids=name_of)
def test_bad_files_raise_what_the_program_says(path: Path, reported: dict[str, Any]) -> None:
    message = reported[str(path)]["error"]
    if message is None:
        assert retromesh.open(path).scene is not None
        return
    with pytest.raises(retromesh.Error) as caught:
        retromesh.open(path)
    assert str(caught.value) == message
    assert type(caught.value) is not retromesh.Error
    at = re.search(r" at 0x([0-9a-f]+)", message)
    assert caught.value.offset == (int(at.group(1), 16) if at else None)
    assert not caught.value.path or message.endswith(caught.value.path)


def test_some_bad_files_are_refused(reported: dict[str, Any]) -> None:
    assert sum(reported[str(path)]["error"] is not None for path in BAD) > 100


@pytest.mark.parametrize("to", ["glb", "b3d", "p3d", "obj"])
def test_bytes_are_those_of_the_program(to: str, program: str, tmp_path: Path) -> None:
    def convert(folder: Path, inputs: list[Path]) -> None:
        call = [program, "convert", "--to", to, "-d", str(folder), *map(str, inputs)]
        subprocess.run(call, capture_output=True, check=False)

    for number, group in enumerate(sorted({path.parent for path in ALL})):
        inputs = [path for path in ALL if path.parent == group]
        folder = tmp_path / str(number)
        outputs: dict[Path, retromesh.Output | None] = {}
        for path in inputs:
            try:
                outputs[path] = retromesh.convert_bytes(path, to)
            except retromesh.Error:
                outputs[path] = None
        # In one folder, images of two models could be in each other's way.
        alone = [path for path, output in outputs.items() if output and output.sidecars]
        convert(folder, [path for path in inputs if path not in alone])
        for path in alone:
            convert(folder / path.stem, [path])
        for path, output in outputs.items():
            written = (folder / path.stem if path in alone else folder) / path.with_suffix(f".{to}").name
            if output is None:
                assert not written.exists(), path
                continue
            assert output.bytes == written.read_bytes(), path
            for name, data in output.sidecars.items():
                assert (written.parent / name).read_bytes() == data, (path, name)


def test_bytes_are_read_as_files_are(letter: retromesh.Model) -> None:
    path = FIXTURES / "b3d/letter-f.b3d"
    for data in (path.read_bytes(), bytearray(path.read_bytes()), memoryview(path.read_bytes())):
        assert np.array_equal(retromesh.open(data).scene.meshes[0].positions, letter.scene.meshes[0].positions)


def test_files_next_to_bytes_are_given_or_found() -> None:
    path = next(path for path in GOOD if path.suffix == ".bgl" and retromesh.open(path).scene.meshes)
    sidecars = {str(p.relative_to(path.parent)): p.read_bytes() for p in path.parent.rglob("*") if p.is_file()}
    vertices = sum(len(mesh.positions) for mesh in retromesh.open(path).scene.meshes)
    assert vertices > 0
    for model in (
        retromesh.open(path.read_bytes(), name=path.name, files=sidecars),
        retromesh.open(path.read_bytes(), name=path),
    ):
        assert sum(len(mesh.positions) for mesh in model.scene.meshes) == vertices


def test_open_takes_files_and_arrays() -> None:
    """A file, one in memory, and an array of bytes are read as the path is; each is refused where it has no bytes."""
    path = FIXTURES / "b3d/letter-f.b3d"
    data = path.read_bytes()
    with path.open("rb") as file:
        assert retromesh.open(file).bytes == data
    for source in (io.BytesIO(data), np.frombuffer(data, dtype=np.uint8), memoryview(data)):
        assert retromesh.open(source, name="letter-f.b3d").scene.meshes[0].positions.shape[1] == 3
    with pytest.raises(TypeError, match="rb"), path.open(encoding="latin-1") as file:
        retromesh.open(file)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="uint8"):
        retromesh.open(np.zeros(3))  # type: ignore[arg-type]


def test_a_model_ends_a_with_statement() -> None:
    with retromesh.open(FIXTURES / "b3d/letter-f.b3d") as model:
        assert model.format == "b3d"


def test_a_notebook_shows_a_picture_and_counts() -> None:
    html = retromesh.open(FIXTURES / "b3d/skin-tube-animated.b3d").scene._repr_html_()
    assert "data:image/png;base64," in html
    assert "<th>joints</th><td>3</td>" in html


def test_what_things_are_called() -> None:
    scene = retromesh.open(FIXTURES / "b3d/skin-tube-animated.b3d").scene
    mesh = scene.meshes[0]
    assert repr(scene.pose()) == f"<retromesh.Pose of {len(scene.nodes)} nodes>"
    assert repr(mesh.weights).startswith(f"<retromesh.Weights of {len(mesh.positions)} vertices")
    assert repr(mesh.parts[0]).startswith("<retromesh.Part 0")
    assert scene.node(scene.nodes[1].name).index == 1
    with pytest.raises(KeyError, match="nobody"):
        scene.node("nobody")


def test_dense_weights() -> None:
    mesh = retromesh.open(FIXTURES / "b3d/skin-tube-animated.b3d").scene.meshes[0]
    table = mesh.weights.dense()
    assert table.shape[0] == len(mesh.positions)
    for vertex in range(len(table)):
        row = slice(mesh.weights.starts[vertex], mesh.weights.starts[vertex + 1])
        assert np.allclose(table[vertex, mesh.weights.joints[row]], mesh.weights.weights[row])
    assert mesh.weights.dense(9).shape[1] == 9
    with pytest.raises(ValueError, match="joints"):
        mesh.weights.dense(0)


def test_letters_of_a_picture_are_none_in_a_model() -> None:
    """A damaged model that begins with the letters of BMP is not called a picture."""
    with pytest.raises(retromesh.Error) as error:
        retromesh.open(b"BM" + b"\xff" * 40, name="damaged.bmd")
    assert "BMP" not in str(error.value)


@pytest.mark.parametrize("path", GOOD, ids=name_of)
def test_scenes_go_to_other_processes(path: Path) -> None:
    """A scene that was pickled is the same in every number: its dump has a hash of each array."""
    scene = retromesh.open(path, images=True).scene
    again = pickle.loads(pickle.dumps(scene))
    assert again.dump() == scene.dump()
    assert [image.bytes for image in again.images] == [image.bytes for image in scene.images]


def test_reports_go_to_other_processes() -> None:
    report = retromesh.convert_bytes(FIXTURES / "b3d/skin-tube-animated.b3d", "obj").report
    again = pickle.loads(pickle.dumps(report))
    assert again.lossy
    assert repr(again) == repr(report)
    fields = ["code", "severity", "count", "offset", "path", "detail", "summary", "line"]
    of = [[[getattr(found, field) for field in fields] for found in each.diagnostics] for each in (again, report)]
    assert of[0] == of[1] != []
    assert str(pickle.loads(pickle.dumps(report.diagnostics[0]))) == report.diagnostics[0].line


def test_what_was_not_kept_is_refused() -> None:
    from retromesh import _retromesh

    for name, json in [("Scene", b"{}"), ("Report", b"[1"), ("Model", b"{}")]:
        with pytest.raises(ValueError, match=name):
            _retromesh._restore(name, json)  # type: ignore[attr-defined]
