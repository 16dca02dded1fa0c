"""Conversions as work for an engine."""

from __future__ import annotations

import doctest
import subprocess
from pathlib import Path

import pytest
from conftest import FIXTURES, GOOD, ROOT
from retromesh import batch

pytest.importorskip("fsspec")
NAMES = [str(path.relative_to(FIXTURES)) for path in GOOD if path.suffix in (".b3d", ".bmd", ".p3d")][:60]


def contents(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def test_files_are_those_of_the_program_and_come_once(tmp_path: Path, program: str) -> None:
    done = [batch.convert_file(name, str(FIXTURES), str(tmp_path / "ours"), textures="none") for name in NAMES]
    words = ["--to", "glb", "--textures", "none", "-d", str(tmp_path / "theirs"), str(FIXTURES)]
    subprocess.run([program, "convert", *words], capture_output=True, check=False)
    theirs = contents(tmp_path / "theirs")
    ours = {name: data for name, data in contents(tmp_path / "ours").items() if not name.startswith(batch.ROWS)}
    assert {row["input"] for row in done if row["status"] == "converted"} == {
        name for name in NAMES if str(Path(name).with_suffix(".glb")) in ours
    }
    assert len(ours) > 40
    for name, data in ours.items():
        assert data == theirs[name], name
    # A second run does nothing; one that lost an output makes it again.
    states = {str(path): path.stat().st_mtime_ns for path in (tmp_path / "ours").rglob("*")}
    again = [batch.convert_file(name, str(FIXTURES), str(tmp_path / "ours"), textures="none") for name in NAMES]
    assert {row["status"] for row in again} <= {"up-to-date", "failed"}
    assert states == {str(path): path.stat().st_mtime_ns for path in (tmp_path / "ours").rglob("*")}
    lost = tmp_path / "ours" / next(iter(ours))
    lost.unlink()
    for name in NAMES:
        batch.convert_file(name, str(FIXTURES), str(tmp_path / "ours"), textures="none")
    assert lost.read_bytes() == theirs[str(lost.relative_to(tmp_path / "ours"))]
    assert sorted(row["input"] for row in batch.rows(str(tmp_path / "ours"))) == sorted(NAMES)


def test_other_stores_do(tmp_path: Path) -> None:
    row = batch.convert_file("b3d/letter-f.b3d", str(FIXTURES), "memory://models", to="glb")
    assert row["status"] == "converted"
    assert [row["input"] for row in batch.rows("memory://models")] == ["b3d/letter-f.b3d"]


def test_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = doctest.testmod(batch)
    assert found.attempted > 3
    assert found.failed == 0
