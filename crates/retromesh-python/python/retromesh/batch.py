"""Conversions as work for an engine that spreads it over machines: Dask, Ray, Spark, or a pool of processes.

`convert_one` is a function of bytes and a name that returns files and a row of a report; it touches nothing. `convert_file` reads and writes
by fsspec, so that paths may lie in object storage, and may be called again for the same file as often as an engine likes: what it writes has
the same names and the same bytes each time, and a file that is done is not done again.

    >>> from retromesh import batch
    >>> data = open("fixtures/b3d/letter-f.b3d", "rb").read()
    >>> files, row = batch.convert_one(data, "letters/f.b3d", to="glb")
    >>> sorted(files), row["status"], row["format"]
    (['letters/f.glb'], 'converted', 'b3d')
    >>> batch.convert_one(b"no model", "x.b3d")[1]["status"]
    'failed'
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import time
from collections.abc import Iterator
from typing import Any

from . import _retromesh
from ._errors import DeniedError, Error

Row = dict[str, Any]

# The folder of the rows, below that of the outputs.
ROWS = ".retromesh-rows"


def convert_one(
    data: bytes, name: str, *, to: str = "glb", sidecars: dict[str, bytes] | None = None, **options: Any
) -> tuple[dict[str, bytes], Row]:
    """Converts a model; returns the files that it becomes, by paths next to `name`, and a row as `retromesh convert --report` writes it.

    `sidecars` has the files that are next to the model, by name. A model that cannot be converted has no files, and `error` in its row. The
    same input gives the same files, whoever calls and however often; only `seconds` differs.
    """
    output = posixpath.splitext(name)[0] + "." + to.lstrip(".")
    row: Row = {
        "schema": "retromesh-report-1",
        "input": name,
        "output": output,
        "sidecars": [],
        "status": "converted",
        "format": None,
        "target": to,
        "profile": options.get("target"),
        "seconds": 0.0,
        "bytes_in": len(data),
        "bytes_out": None,
        "error": None,
        "diagnostics": [],
    }
    begun = time.perf_counter()
    files: dict[str, bytes] = {}
    try:
        done = _retromesh.convert_bytes(
            data,
            to,
            name=posixpath.basename(name),
            files=sidecars or {},
            file_name=posixpath.basename(output),
            **options,
        )
    except Error as error:
        row.update(status="denied" if isinstance(error, DeniedError) else "failed", error=str(error))
    else:
        folder = posixpath.dirname(name)
        files = {posixpath.join(folder, side): content for side, content in done.sidecars.items()}
        # The model comes last: where it is seen, what it needs is there.
        files[output] = done.bytes
        report = done.report
        row.update(format=report.from_format, target=report.to_format, bytes_out=report.bytes_out)
        row["sidecars"] = list(done.sidecars)
        keys = ("code", "severity", "count", "path", "offset", "detail")
        row["diagnostics"] = [{key: getattr(found, key) for key in keys} for found in done.diagnostics]
    row["seconds"] = time.perf_counter() - begun
    return files, row


def convert_file(path: str, source: str, target: str, *, to: str = "glb", **options: Any) -> Row:
    """Converts the file at `path` below the folder `source` into the folder `target`, both URLs as fsspec has them; returns its row.

    The row is written last, under a name that is made of the path. Where it says that these bytes were converted with these options, and the
    output is there, nothing is done and its status is `up-to-date`.
    """
    import fsspec

    files, root = fsspec.core.url_to_fs(posixpath.join(source, path))
    outputs, folder = fsspec.core.url_to_fs(target)
    data = files.cat_file(root)
    key = hashlib.sha256(data + json.dumps([to, options, _retromesh.__version__], sort_keys=True, default=str).encode())
    place = posixpath.join(folder, ROWS, hashlib.sha256(path.encode()).hexdigest() + ".json")
    known = _known(outputs, place)
    if known.get("key") == key.hexdigest() and _are_there(outputs, folder, known["files"]):
        return {**known["row"], "status": "up-to-date", "seconds": 0.0} if known["files"] else dict(known["row"])
    made, row = convert_one(data, path, to=to, **options)
    for name, content in made.items():
        _put(outputs, posixpath.join(folder, name), content)
    stored = {"key": key.hexdigest(), "files": {name: len(content) for name, content in made.items()}, "row": row}
    _put(outputs, place, json.dumps(stored).encode())
    return row


def _known(files: Any, place: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(files.cat_file(place))
    except (FileNotFoundError, ValueError):
        return {}
    return found


def _are_there(files: Any, folder: str, names: dict[str, int]) -> bool:
    return all(
        files.exists(place) and files.info(place)["size"] == size
        for place, size in ((posixpath.join(folder, name), size) for name, size in names.items())
    )


def _put(files: Any, place: str, content: bytes) -> None:
    """Writes a file so that it is complete or not there; of two that write the same, either is right."""
    files.makedirs(posixpath.dirname(place), exist_ok=True)
    # fsspec writes a file of a transaction under another name and renames it; object stores show an object when it is complete.
    if type(files).__name__ == "LocalFileSystem":
        import os
        import tempfile

        number, part = tempfile.mkstemp(prefix=".retromesh-", suffix=".tmp", dir=posixpath.dirname(place))
        with os.fdopen(number, "wb") as file:
            file.write(content)
        os.chmod(part, 0o644)
        os.replace(part, place)
    else:
        files.pipe_file(place, content)


def rows(target: str) -> Iterator[Row]:
    """Reads the rows of all files that were converted into a folder: the whole report, each file once."""
    import fsspec

    files, folder = fsspec.core.url_to_fs(target)
    for place in sorted(files.ls(posixpath.join(folder, ROWS), detail=False)):
        if place.endswith(".json"):
            row: Row = json.loads(files.cat_file(place))["row"]
            yield row
