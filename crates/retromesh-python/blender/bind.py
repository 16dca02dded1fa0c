"""Skins whose bones rest elsewhere than they were bound, as formats without bind poses cannot have them.

Blender's bones have no size where they are bound: its importer moves vertices to where such bones would have them. This takes it back.
"""

import numpy as np

from . import binary

# What counts as the same place.
NEAR = 1e-5


def settle(tree, rest):
    """Binds the skins of a GLB of Blender's to where their bones are at rest, vertices along; returns the bytes after its JSON."""
    users = {}
    for number, node in enumerate(tree.get("nodes", [])):
        if "mesh" in node:
            users.setdefault(node["mesh"], []).append(number)
    worlds = _worlds(tree)
    rest = bytearray(rest)
    for mesh, nodes in users.items():
        skin = tree["nodes"][nodes[0]].get("skin")
        if skin is None or len(nodes) > 1 or sum(node.get("skin") == skin for node in tree["nodes"]) > 1:
            continue
        skin = tree["skins"][skin]
        if "inverseBindMatrices" not in skin:
            continue
        joints = np.array([worlds[joint] for joint in skin["joints"]])
        own = worlds[nodes[0]]
        with np.errstate(all="ignore"):
            moves = np.linalg.pinv(own) @ _moves(tree, rest, skin, worlds)
            bound = np.linalg.pinv(joints) @ own
        if not np.isfinite(moves).all() or _is_common(moves):
            continue
        # A bone of no size cannot be bound where it is.
        if np.abs(joints @ bound - own).max() > NEAR * max(1.0, np.abs(own).max()):
            continue
        done = {}
        for part in tree["meshes"][mesh]["primitives"]:
            _move(tree, rest, part, moves, done)
        skin["inverseBindMatrices"] = binary.add(tree, rest, bound.transpose(0, 2, 1), {"type": "MAT4"})
    return bytes(rest)


def _move(tree, rest, part, moves, done):
    """Moves the vertices of a part as their bones say."""
    names = part["attributes"]
    total = 0.0
    for number in range(8):
        if f"JOINTS_{number}" in names:
            joints = binary.read(tree, rest, names[f"JOINTS_{number}"])
            weights = binary.read(tree, rest, names[f"WEIGHTS_{number}"])
            if weights.dtype.kind == "u":
                weights = weights / np.iinfo(weights.dtype).max
            total = total + np.einsum("vk,vkij->vij", weights.astype(float), moves[joints])
    if not isinstance(total, np.ndarray):
        return
    linear = total[:, :3, :3]
    size = np.abs(np.linalg.det(linear)) > 0
    turn = np.where(size[:, None, None], np.linalg.pinv(linear).transpose(0, 2, 1), np.eye(3))
    for kinds in (names, *part.get("targets", [])):
        for kind, change in (("POSITION", linear), ("NORMAL", turn), ("TANGENT", linear)):
            number = kinds.get(kind)
            if number is None:
                continue
            # Other meshes may share what they had alike, and parts of this one do.
            key = (number, kind, names["JOINTS_0"], names["WEIGHTS_0"])
            if key not in done:
                values = binary.read(tree, rest, number)
                moved = np.einsum("vij,vj->vi", change, values[:, :3].astype(float))
                if kinds is names and kind == "POSITION":
                    moved += total[:, :3, 3]
                elif kinds is names:
                    length = np.linalg.norm(moved, axis=1, keepdims=True)
                    moved = np.divide(moved, length, out=values[:, :3].astype(float), where=length > 0)
                values[:, :3] = moved
                about = {"type": tree["accessors"][number]["type"]}
                if kind == "POSITION":
                    about["min"], about["max"] = values.min(axis=0).tolist(), values.max(axis=0).tolist()
                done[key] = binary.add(tree, rest, values, about)
            kinds[kind] = done[key]


def placed(tree, rest):
    """Lists the nodes of skinned meshes whose bones move all vertices alike at rest, and elsewhere, with the matrix that does."""
    worlds = _worlds(tree)
    found = []
    for number, node in enumerate(tree.get("nodes", [])):
        skin = tree["skins"][node["skin"]] if "skin" in node else {}
        if "inverseBindMatrices" not in skin:
            continue
        moves = _moves(tree, rest, skin, worlds)
        if _is_common(moves) and np.abs(moves[0] - np.eye(4)).max() > NEAR:
            found.append((number, moves[0].tolist()))
    return found


def bring_back(tree, rest, number, place):
    """Moves the vertices of a skinned mesh and the skin with them, so that at rest the bones make of it what they did in its file; returns
    the bytes after the JSON."""
    node, place = tree["nodes"][number], np.array(place)
    others = sum(node[key] == other.get(key) for other in tree["nodes"] for key in ("mesh", "skin"))
    skin = tree["skins"][node["skin"]]
    with np.errstate(all="ignore"):
        back = np.linalg.pinv(place)
    if others != 2 or "inverseBindMatrices" not in skin or np.abs(back @ place - np.eye(4)).max() > NEAR:
        return rest
    rest = bytearray(rest)
    inverse = binary.read(tree, rest, skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
    skin["inverseBindMatrices"] = binary.add(tree, rest, (inverse @ place).transpose(0, 2, 1), {"type": "MAT4"})
    moves, done = np.repeat(back[None], len(inverse), axis=0), {}
    for part in tree["meshes"][node["mesh"]]["primitives"]:
        _move(tree, rest, part, moves, done)
    return bytes(rest)


def _moves(tree, rest, skin, worlds):
    """Returns what the bones of a skin make of vertices at rest, a matrix for each bone."""
    inverse = binary.read(tree, rest, skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
    return np.array([worlds[joint] for joint in skin["joints"]]) @ inverse.astype(float)


def _is_common(moves):
    """Returns whether matrices are finite and alike."""
    return bool(np.isfinite(moves).all() and np.abs(moves - moves[0]).max() <= NEAR * max(1.0, np.abs(moves).max()))


def is_still(node):
    """Returns whether a node is where the one above it is."""
    return bool(np.abs(_local(node) - np.eye(4)).max() <= NEAR)


def is_at_origin(tree, number):
    """Returns whether a node has the axes and the place of the whole."""
    return bool(np.abs(_worlds(tree)[number] - np.eye(4)).max() <= NEAR)


def are_alike(tree, one, other):
    """Returns whether two nodes have the same axes and place."""
    worlds = _worlds(tree)
    return bool(np.abs(worlds[one] - worlds[other]).max() <= NEAR * max(1.0, np.abs(worlds[other]).max()))


def _worlds(tree):
    """Returns where each node is, as matrices for columns."""
    nodes = tree.get("nodes", [])
    parents = {child: number for number, node in enumerate(nodes) for child in node.get("children", [])}
    worlds = {}

    def world(number):
        chain = []
        while number is not None and number not in worlds:
            chain.append(number)
            number = parents.get(number)
        for number in reversed(chain):
            above = worlds.get(parents.get(number), np.eye(4))
            worlds[number] = above @ _local(nodes[number])

    for number in range(len(nodes)):
        world(number)
    return [worlds[number] for number in range(len(nodes))]


def _local(node):
    if "matrix" in node:
        return np.array(node["matrix"], dtype=float).reshape(4, 4).T
    x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    found = np.eye(4)
    found[:3, :3] = turn * np.array(node.get("scale", (1.0, 1.0, 1.0)))
    found[:3, 3] = node.get("translation", (0.0, 0.0, 0.0))
    return found
