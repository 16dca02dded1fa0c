"""Several imports in one scene: what each notes of its nodes and clips is of its own file."""

import json
import time

# A custom property that holds which import an item came with: a number in digits that rises.
IMPORT = "retromesh_import"
# Numbers of nodes that the library keeps in its extras.
NUMBERS = ("node", "key")
# What the library counts in the extras of a scene.
COUNTS = ("layered", "nodes", "bare")


def mark(last=""):
    """Returns what marks the items of an import that begins now; it sorts after that of one before."""
    found = f"{time.time_ns():020}"
    return found if found > last else f"{int(last) + 1:020}"


def tell_apart(tree, node_key, extras_key):
    """Gives the nodes of a tree numbers that are of one import each: those of the first import theirs, those of others greater ones."""
    found = {}
    for node in tree.get("nodes", []):
        extras = node.get("extras") or {}
        if isinstance(extras.get(node_key), int):
            found.setdefault(str(extras.get(IMPORT, "")), []).append(extras)
    first = 0
    for own in (found[name] for name in sorted(found)):
        if first:
            for extras in own:
                extras[node_key] += first
                _shift(extras, extras_key, first)
        first = max(extras[node_key] for extras in own) + 1


def _shift(extras, extras_key, first):
    """Adds to the numbers of nodes in what the library keeps of a node."""
    try:
        stored = json.loads(extras.get(extras_key, "{}"))
    except (TypeError, ValueError):
        return
    own = stored.get("retromesh")
    if isinstance(own, dict):
        own.update({key: own[key] + first for key in NUMBERS if isinstance(own.get(key), int)})
        extras[extras_key] = json.dumps(stored)


def merged(before, now):
    """Returns what a scene says after another import, as JSON: of files, the first; of counts, their sums."""
    before, now = json.loads(before or "{}"), json.loads(now or "{}")
    old, new = before.get("retromesh", {}), now.get("retromesh", {})
    counts = {key: old.get(key, 0) + new.get(key, 0) for key in COUNTS if key in old or key in new}
    return json.dumps({**now, **before, "retromesh": {**new, **old, **counts}})


def main(animations):
    """Returns the import that moves more than the others, given the animations of a tree, each with its clip."""
    weights = {}
    for animation, clip in animations:
        if clip is not None:
            name = clip.get("import", "")
            weights[name] = weights.get(name, 0) + len(animation["channels"])
    return max(sorted(weights), key=weights.get, default="")
