"""No call ends the process: what cannot be is refused by an exception that says where."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import retromesh
from conftest import FIXTURES

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
FACES = np.zeros((1, 3), np.uint32)
ENDLESS = np.broadcast_to(CORNERS[0], (10**11, 3))
MANY = range(10**12)


class Claims:
    """A sequence that says that it is very long."""

    def __len__(self) -> int:
        return 2**40

    def __getitem__(self, number: int) -> Any:
        raise IndexError(number)


@pytest.mark.parametrize(
    ("faces", "error", "said"),
    [
        ([[0, 1, 2**32 + 2]], ValueError, r"faces\[0, 2\] is 4294967298"),
        ([[0, 1, 2], [0, -(2**32) + 2, 2]], ValueError, r"faces\[1, 1\] is -4294967294"),
        ([[0, 1, -1]], ValueError, r"faces\[0, 2\] is -1"),
        ([[0, 1.9, 2]], TypeError, "whole numbers"),
        ([[0, float("nan"), 2]], TypeError, "whole numbers"),
        ([[False, True, True]], TypeError, "whole numbers"),
        (np.array([[0, 1, 2**63]], np.uint64), ValueError, "faces"),
        ([[0, 1]], ValueError, "shape"),
    ],
)
def test_face_numbers_are_not_wrapped(faces: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        retromesh.SceneBuilder().add_mesh("m", CORNERS, faces)


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_every_kind_of_whole_number_is_one(kind: type) -> None:
    builder = retromesh.SceneBuilder()
    builder.add_node("n", mesh=builder.add_mesh("m", CORNERS, np.array([[0, 1, 2]], kind)))
    assert builder.build().meshes[0].faces.tolist() == [[0, 1, 2]]


def sweep() -> list[tuple[str, Any]]:
    """Every array and list that the builder takes, given what has no end or is too long."""

    def mesh(**words: Any) -> Any:
        return lambda builder: builder.add_mesh("m", **{"positions": CORNERS, "faces": FACES, **words})

    def channel(**words: Any) -> Any:
        return lambda builder: builder.add_channel(
            0, 0, **{"property": "translation", "times": [0], "values": CORNERS[:1], **words}
        )

    flat, four = ENDLESS[:, 0], np.broadcast_to(np.float32(0), (10**11, 4))
    numbers = np.broadcast_to(np.uint32(0), (10**11, 3))
    return [
        ("positions", mesh(positions=ENDLESS)),
        ("positions as float64", mesh(positions=np.broadcast_to(np.float64(0), (10**11, 3)))),
        ("faces", mesh(faces=numbers)),
        ("parts", mesh(faces=[(None, numbers)])),
        ("normals", mesh(normals=ENDLESS)),
        ("tangents", mesh(tangents=four)),
        ("uvs", mesh(uvs=[four[:, :2]])),
        ("uvs in number", mesh(uvs=MANY)),
        ("colors", mesh(colors=[four])),
        ("weights", mesh(weights=([0, 1], [2**32], [1.0]))),
        ("endless weights", mesh(weights=(numbers[:, 0], numbers[:, 0], flat))),
        ("selection", lambda builder: builder.add_selection(0, "s", numbers[:, 0])),
        ("weights of a selection", lambda builder: builder.add_selection(0, "s", [0], flat)),
        ("shape", lambda builder: builder.add_morph_target(0, "t", ENDLESS)),
        ("joints", lambda builder: builder.add_skeleton("s", MANY, np.zeros((0, 4, 4), np.float32))),
        ("inverse_bind", lambda builder: builder.add_skeleton("s", [], np.broadcast_to(np.float32(0), (10**11, 4, 4)))),
        ("clips", lambda builder: builder.add_animation("a", 0, 1, 1, clips=MANY)),
        ("times", channel(times=flat)),
        ("values", channel(values=ENDLESS)),
        ("weights of shapes", channel(property="weights", values=four)),
        ("bytes of an image", lambda builder: builder.add_image("a.png", MANY)),
        ("codes", lambda _: retromesh.convert_bytes(b"BB3D", "glb", deny=MANY)),
        ("files", lambda _: retromesh.convert_bytes(b"BB3D", "glb", files={"a": MANY})),
        ("rules", lambda _: retromesh.repair(b"BB3D", only=MANY)),
    ]


@pytest.mark.parametrize(("what", "call"), sweep(), ids=lambda value: value if isinstance(value, str) else "")
def test_no_call_ends_the_process(what: str, call: Any) -> None:
    builder = retromesh.SceneBuilder()
    builder.add_node("n", mesh=builder.add_mesh("m", CORNERS, FACES))
    builder.add_animation("a", 0, 1, 1)
    with pytest.raises((ValueError, TypeError, IndexError, OverflowError, MemoryError, retromesh.Error)):
        call(builder)


def test_a_length_is_only_what_it_says() -> None:
    builder = retromesh.SceneBuilder()
    for call in (
        lambda: builder.add_mesh("m", CORNERS, FACES, uvs=Claims()),
        lambda: builder.add_animation("a", 0, 1, 1, clips=Claims()),
    ):
        call()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pbo/bad/steps-up.pbo", "a path below the archive"),
        ("pbo/bad/rooted.pbo", "a path below the archive"),
        ("zip/bad/shared.zip", "bytes of its own"),
    ],
)
def test_entries_that_lead_out_are_refused(name: str, said: str) -> None:
    path = FIXTURES / name
    for archive in (retromesh.Archive(path), retromesh.Archive(path.read_bytes(), name=path.name)):
        assert archive.paths()
        for entry in archive.paths():
            assert ".." not in entry
            assert not entry.startswith(("/", "\\"))
            with pytest.raises(retromesh.Error, match=said):
                archive.read(entry)


def test_what_is_no_archive_is_refused() -> None:
    with pytest.raises(retromesh.Error, match="no archive by its name"):
        retromesh.Archive(FIXTURES / "b3d/letter-f.b3d")
    # What is left of one that was cut off is not all of it.
    cut = (FIXTURES / "zip/tank.zip").read_bytes()[:-30]
    with pytest.raises(retromesh.Error, match="cut or damaged"):
        retromesh.Archive(cut, name="tank.zip")


def test_packed_entries_are_bounded() -> None:
    archive = retromesh.Archive(FIXTURES / "pbo/tank.pbo")
    assert len(archive.read("models/Far.p3d")) == 940
    with pytest.raises(retromesh.LimitError):
        archive.read("models/Far.p3d", max_decompressed=939)
    with pytest.raises(retromesh.MissingFileError):
        archive.read("gone.p3d")
