"""What the tests share: the fixtures of the repository, real files, and the program to compare with."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import retromesh

ROOT = Path(__file__).resolve().parents[3]
FIXTURES = ROOT / "fixtures"
MODELS = {".b3d", ".bo3d", ".bgl", ".bmd", ".p3d"}


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in MODELS)


def _is_bad(path: Path) -> bool:
    return bool({"bad", "fuzz"} & set(path.relative_to(FIXTURES).parts))


GOOD = [path for path in files(FIXTURES) if not _is_bad(path) and "growth" not in path.parts]
BAD = [path for path in files(FIXTURES) if "bad" in path.parts]
CORPUS = files(Path(os.environ["RETROMESH_CORPUS"])) if os.environ.get("RETROMESH_CORPUS") else []
ALL = GOOD + CORPUS


def name_of(path: Path) -> str:
    return str(path.relative_to(FIXTURES)) if path.is_relative_to(FIXTURES) else path.name


@pytest.fixture(scope="session")
def program() -> str:
    """The program of the same build."""
    found = os.environ.get("RETROMESH_PROGRAM", str(ROOT / "target/debug/retromesh"))
    if not Path(found).exists():
        leave = pytest.fail if os.environ.get("CI") else pytest.skip
        leave(f"there is no {found}; `cargo build -p retromesh-cli` makes it")
    return found


@pytest.fixture(scope="session")
def reported(program: str) -> dict[str, Any]:
    """What `retromesh info` tells of every file."""
    found = {}
    for group in (GOOD, BAD, CORPUS):
        if group:
            output = subprocess.run([program, "info", "--jsonl", *map(str, group)], capture_output=True, check=False)
            found.update({entry["file"]: entry for entry in map(json.loads, output.stdout.splitlines())})
    return found


@pytest.fixture(scope="session")
def letter() -> retromesh.Model:
    return retromesh.open(FIXTURES / "b3d/letter-f.b3d")
