"""Converts a folder of models by Dask: `dask_batch.py SOURCE TARGET [--to EXT] [--workers N] [--kill]`.

SOURCE and TARGET are folders or URLs that fsspec knows. With `--kill` a worker is killed once a third of the files is done, to see that nothing
is lost by it. The report goes to `report.jsonl` in the folder that one is in.
"""

from __future__ import annotations

import argparse
import json
import os
import posixpath
import signal
import time
from collections import Counter

import fsspec
from distributed import Client, LocalCluster, as_completed
from retromesh import batch, formats

# Small files go to workers many at a time: telling a worker takes as long as converting one.
AT_ONCE = 50


def convert_some(names: list[str], source: str, target: str, to: str) -> list[dict[str, object]]:
    """The work that Dask spreads."""
    return [batch.convert_file(name, source, target, to=to, textures="none") for name in names]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("--to", default="glb")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kill", action="store_true")
    words = parser.parse_args()
    known = {extension for about in formats() if not about["picture"] for extension in about["extensions"]}
    files, root = fsspec.core.url_to_fs(words.source)
    names = [posixpath.relpath(place, root) for place in files.find(root)]
    names = sorted(name for name in names if posixpath.splitext(name)[1].lstrip(".").lower() in known)
    begun = time.perf_counter()
    states: Counter[str] = Counter()
    cluster = LocalCluster(n_workers=words.workers, threads_per_worker=1, dashboard_address=None)
    with cluster, Client(cluster) as client:
        parts = [names[start : start + AT_ONCE] for start in range(0, len(names), AT_ONCE)]
        work = client.map(
            convert_some, parts, source=words.source, target=words.target, to=words.to, pure=False, retries=3
        )
        for number, done in enumerate(as_completed(work)):
            states.update(str(row["status"]) for row in done.result())
            if words.kill and number == len(parts) // 3:
                process = next(iter(client.run(os.getpid).values()))
                os.kill(process, signal.SIGKILL)
                print(f"killed worker {process} after {sum(states.values())} files")
    seconds = time.perf_counter() - begun
    report = list(batch.rows(words.target))
    with open("report.jsonl", "w", encoding="utf-8") as out:
        out.writelines(json.dumps(row) + "\n" for row in report)
    print(f"{len(names)} files, {len(report)} rows, {dict(states)}, {len(names) / seconds:.0f} files a second")


if __name__ == "__main__":
    main()
