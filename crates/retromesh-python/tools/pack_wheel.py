"""Packs a wheel for this system of a library that is built already: `pack_wheel.py LIBRARY VERSION FOLDER`.

It is for tests, which need no second build: wheels to give away are built by maturin, for older systems, too.
"""

from __future__ import annotations

import base64
import hashlib
import sys
import sysconfig
import zipfile
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "python"


def pack(library: Path, version: str, folder: Path) -> Path:
    """Packs the wheel; returns where it is."""
    tag = f"cp39-abi3-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    about = f"retromesh-{version}.dist-info"
    extension = ".pyd" if sys.platform == "win32" else ".abi3.so"
    sources = sorted(path for path in SOURCES.rglob("*") if path.suffix in {".py", ".pyi", ".typed"})
    files = {path.relative_to(SOURCES).as_posix(): path.read_bytes() for path in sources}
    files[f"retromesh/_retromesh{extension}"] = library.read_bytes()
    files[f"{about}/METADATA"] = f"Metadata-Version: 2.1\nName: retromesh\nVersion: {version}\n".encode()
    files[f"{about}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: pack_wheel\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    )

    def row(name: str, data: bytes) -> str:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        return f"{name},sha256={digest},{len(data)}\n"

    record = "".join(row(name, data) for name, data in files.items()) + f"{about}/RECORD,,\n"
    files[f"{about}/RECORD"] = record.encode()
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"retromesh-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return wheel


if __name__ == "__main__":
    library, version, folder = sys.argv[1:]
    print(pack(Path(library), version, Path(folder)))
