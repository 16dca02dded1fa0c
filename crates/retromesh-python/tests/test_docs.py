"""Examples run: those of docstrings, of the guide, and of the stubs."""

from __future__ import annotations

import doctest
import inspect
import shutil
from pathlib import Path

import pytest
import retromesh
import retromesh._trimesh
import typed
from conftest import FIXTURES, ROOT


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("name", [name for name in retromesh.__all__ if hasattr(getattr(retromesh, name), "__doc__")])
def test_docstrings(name: str) -> None:
    about = getattr(retromesh, name)
    if name == "register_trimesh":
        pytest.importorskip("trimesh")
    if not name.startswith("__"):
        assert inspect.getdoc(about), f"{name} has no docstring"
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(about, name, globs={"retromesh": retromesh}):
        runner.run(test)
    assert runner.failures == 0


@pytest.mark.parametrize("page", ["python.md"])
def test_the_guide(page: str) -> None:
    pytest.importorskip("trimesh")
    found = doctest.testfile(str(ROOT / "docs" / page), module_relative=False)
    assert found.attempted > 10
    assert found.failed == 0


def test_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its program runs on any model, whatever the clips are called."""
    readme = (ROOT / "crates/retromesh-python/README.md").read_text()
    shutil.copy(FIXTURES / "b3d/skin-tube-animated.b3d", tmp_path / "ninja.b3d")
    monkeypatch.chdir(tmp_path)
    exec(readme.split("```python\n")[1].split("```")[0], {})
    assert (tmp_path / "ninja.glb").exists()


def test_what_the_stubs_promise() -> None:
    letter = str(FIXTURES / "b3d/letter-f.b3d")
    assert typed.heights(letter).max() > 0
    assert typed.losses(str(FIXTURES / "b3d/skin-tube-animated.b3d"), "obj")
    assert typed.offset(letter) is None
    assert len(typed.triangle().materials) == 1


def test_stubs_and_the_guide_name_what_there_is() -> None:
    """Every public name of the module and of its classes is in the stub, and those of classes in the guide."""
    guide = (ROOT / "docs/python.md").read_text().split("## Classes")[1]
    stub = (ROOT / "crates/retromesh-python/python/retromesh/_retromesh.pyi").read_text()
    for name in retromesh.__all__:
        about = getattr(retromesh, name)
        if getattr(about, "__module__", "") not in ("retromesh", "retromesh._retromesh", "builtins"):
            continue
        assert f"class {name}:" in stub or f"def {name}(" in stub or name.startswith("__"), name
        body = stub[stub.find(f"class {name}:") :].split("@final")[0]
        section = guide[guide.find(f"### `{name}`") :].split("\n### ")[0]
        for member in vars(about) if inspect.isclass(about) else []:
            if not member.startswith("_"):
                assert f"def {member}(" in body or f"    {member}: " in body, f"{name}.{member}"
                assert f"- `{member}" in section, f"docs/python.md: {name}.{member}"
