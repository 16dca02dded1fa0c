"""Prints the milliseconds of each `open` of a file, after one that is not counted: `cargo xtask bench python` asks for it."""

import sys
import time

import retromesh

path, runs = sys.argv[1], int(sys.argv[2])
for run in range(runs + 1):
    start = time.perf_counter()
    model = retromesh.open(path)
    spent = time.perf_counter() - start
    del model
    if run > 0:
        print(spent * 1e3)
