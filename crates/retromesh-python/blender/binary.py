"""The numbers after the JSON of GLB files, in the one buffer that ours and Blender's have."""

import struct

import numpy as np

KINDS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
# The kind of numbers that are bytes.
BYTE = 5121
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def read(tree, rest, number):
    """Returns a copy of what an accessor shows, a row for each element; such accessors are packed and not sparse."""
    about = tree["accessors"][number]
    view = tree["bufferViews"][about["bufferView"]]
    width, kind = WIDTHS[about["type"]], np.dtype(KINDS[about["componentType"]])
    start = 8 + view.get("byteOffset", 0) + about.get("byteOffset", 0)
    found = np.frombuffer(bytes(rest[start : start + about["count"] * width * kind.itemsize]), dtype=kind)
    return found.reshape(-1, width).copy()


def add(tree, rest, numbers, about):
    """Adds an accessor of floating point numbers to a tree and to the bytes after it; returns which it is."""
    buffers = tree.setdefault("buffers", [])
    if not rest:
        rest += struct.pack("<I4s", 0, b"BIN\0")
        buffers.insert(0, {"byteLength": 0})
    own = np.asarray(numbers, dtype="<f4").tobytes()
    rest += own
    size = len(rest) - 8
    struct.pack_into("<I", rest, 0, size)
    buffers[0]["byteLength"] = size
    views, accessors = tree.setdefault("bufferViews", []), tree.setdefault("accessors", [])
    views.append({"buffer": 0, "byteOffset": size - len(own), "byteLength": len(own)})
    count = len(own) // 4 // WIDTHS[about["type"]]
    accessors.append({"bufferView": len(views) - 1, "componentType": 5126, "count": count, **about})
    return len(accessors) - 1
