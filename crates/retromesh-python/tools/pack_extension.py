"""Packs the Blender extension: `pack_extension.py FOLDER WHEEL...`.

Writes `retromesh-blender.zip`, for Blender 4.2 and newer, with all wheels in it, and for each wheel `retromesh-blender-addon-PLATFORM.zip`, for
Blender 3.4 to 4.1, with that wheel unpacked.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "blender"


def add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Adds a file in such a way that the same files give the same archive."""
    about = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    about.external_attr = 0o644 << 16
    archive.writestr(about, data, zipfile.ZIP_DEFLATED)


def pack(folder: Path, wheels: list[Path]) -> list[Path]:
    """Packs the archives; returns where they are."""
    sources = sorted(SOURCES.glob("*.py"))
    manifest = (SOURCES / "blender_manifest.toml").read_text()
    listed = ", ".join(f'"./wheels/{wheel.name}"' for wheel in wheels)
    assert "wheels = []" in manifest
    made = [folder / "retromesh-blender.zip"]
    with zipfile.ZipFile(made[0], "w") as archive:
        add(archive, "blender_manifest.toml", manifest.replace("wheels = []", f"wheels = [{listed}]").encode())
        for source in sources:
            add(archive, source.name, source.read_bytes())
        for wheel in wheels:
            add(archive, f"wheels/{wheel.name}", wheel.read_bytes())
    for wheel in wheels:
        platform = wheel.stem.split("-")[-1].split(".")[0]
        made.append(folder / f"retromesh-blender-addon-{platform}.zip")
        with zipfile.ZipFile(made[-1], "w") as archive, zipfile.ZipFile(wheel) as inside:
            for source in sources:
                add(archive, f"retromesh_blender/{source.name}", source.read_bytes())
            for name in sorted(inside.namelist()):
                add(archive, f"retromesh_blender/lib/{name}", inside.read(name))
    return made


if __name__ == "__main__":
    for path in pack(Path(sys.argv[1]), [Path(word) for word in sys.argv[2:]]):
        print(f"{path}: {path.stat().st_size} bytes")
