"""The JSON of GLB files, so that what Blender's importer and exporter leave out travels as texts."""

import json
import struct

# A custom property that holds the extras of an item as JSON, as Blender has no lists of tables.
EXTRAS = "retromesh_extras"
# A custom property that holds the number of a node in the file.
NODE = "retromesh_node"
# A custom property that holds where a node is at rest, as JSON: Blender forgets it where something animates the node.
REST = "retromesh_rest"
PLACE = ("translation", "rotation", "scale", "matrix")
# What the library says of the geometry of meshes; Blender writes other vertices, of which it is not true.
OF_GEOMETRY = ("selections", "vertexPrint", "facePrint", "faces", "corners")


def split(data):
    """Returns the JSON of a GLB file and all bytes behind it."""
    (length,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + length]), data[20 + length :]


def join(tree, rest):
    """Puts a GLB file together."""
    text = json.dumps(tree, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    head = struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest))
    return head + struct.pack("<I4s", len(text), b"JSON") + text + rest


def items(tree):
    """Lists everything that has extras which Blender keeps."""
    for name in ("nodes", "meshes", "materials", "cameras", "scenes"):
        yield from tree.get(name, [])
    lights = tree.get("extensions", {}).get("KHR_lights_punctual", {})
    yield from lights.get("lights", [])


def clips(tree):
    """Gives each animation a name of its own; returns for each what its clip is called, and where it lies in the timeline."""
    found, taken = [], set()
    for animation in tree.get("animations", []):
        own = animation.get("extras", {}).get("retromesh", {})
        name = animation.get("name", "")
        # Names in Blender have 63 bytes at most.
        short = (name or "clip").encode()[:48].decode(errors="ignore")
        track, number = short, 2
        while track in taken:
            track, number = f"{short} {number}", number + 1
        taken.add(track)
        animation["name"] = track
        times = [tree["accessors"][sampler["input"]].get("min", [0.0])[0] for sampler in animation["samplers"]]
        about = {"name": name, "track": track, "start": min(times, default=0.0), "looping": own.get("looping", False)}
        found.append({**about, "first": own.get("first"), "last": own.get("last")})
    return found


def pack(data):
    """Makes a GLB that Blender opens whole: all levels of detail in its one scene, extras as texts, nodes numbered, animations of names
    of their own. Returns it with its clips."""
    tree, rest = split(data)
    found = clips(tree)
    scenes = tree.get("scenes", [])
    if scenes:
        first = scenes[tree.get("scene", 0)]
        roots = list(first.get("nodes", []))
        below = {child for node in tree.get("nodes", []) for child in node.get("children", [])}
        for scene in scenes:
            roots += [node for node in scene.get("nodes", []) if node not in roots and node not in below]
        first["nodes"] = roots
        tree["scenes"], tree["scene"] = [first], 0
    for item in items(tree):
        if "extras" in item:
            names = item["extras"].get("targetNames")
            item["extras"] = {EXTRAS: json.dumps(item["extras"])}
            if names is not None:
                item["extras"]["targetNames"] = names
    for mesh in tree.get("meshes", []):
        _share_attributes(tree, mesh["primitives"])
    moved = _moved(tree)
    for number, node in enumerate(tree.get("nodes", [])):
        node.setdefault("extras", {})[NODE] = number
        if number in moved:
            node["extras"][REST] = json.dumps({key: node[key] for key in PLACE if key in node})
        # Levels that no player sees are kept in collections; Blender 5 would hide them by itself.
        for extension in ("KHR_node_visibility", "MSFT_lod"):
            node.get("extensions", {}).pop(extension, None)
        if not node.get("extensions", True):
            del node["extensions"]
    gone = ("KHR_node_visibility", "MSFT_lod")
    for key in ("extensionsUsed", "extensionsRequired"):
        if key in tree:
            tree[key] = [name for name in tree[key] if name not in gone]
            if not tree[key]:
                del tree[key]
    return join(tree, rest), found


def _share_attributes(tree, primitives):
    """Leaves further attributes out that not all parts of a mesh have alike: Blender's importer ends on them."""

    def of(primitive):
        own = {name: at for name, at in primitive["attributes"].items() if name.startswith("_")}
        return {(name, tree["accessors"][at]["type"]) for name, at in own.items()}

    shared = set.intersection(*map(of, primitives)) if primitives else set()
    names = sorted(name for name, _ in shared)
    for primitive in primitives:
        found = primitive["attributes"]
        usual = {name: at for name, at in found.items() if not name.startswith("_")}
        primitive["attributes"] = {**usual, **{name: found[name] for name in names}}


def _moved(tree):
    """Returns the numbers of the nodes that animations move."""
    animations = tree.get("animations", [])
    return {channel["target"].get("node") for animation in animations for channel in animation["channels"]}


def unpack(data, names):
    """Turns the texts of a GLB that Blender has written into extras again, and gives clips the names that they had."""
    tree, rest = split(data)
    for animation in tree.get("animations", []):
        animation["name"] = names.get(animation.get("name"), animation.get("name", ""))
    moved = _moved(tree)
    for number, node in enumerate(tree.get("nodes", [])):
        place = (node.get("extras") or {}).pop(REST, None)
        if place is not None and number in moved:
            for key in PLACE:
                node.pop(key, None)
            node.update(json.loads(place))
    for item in items(tree):
        extras = item.get("extras")
        if not isinstance(extras, dict):
            continue
        try:
            stored = json.loads(extras.pop(EXTRAS, "{}"))
        except (TypeError, ValueError):
            stored = {}
        own = stored.get("retromesh")
        if isinstance(own, dict):
            for key in OF_GEOMETRY:
                own.pop(key, None)
        stored.pop("targetNames", None)
        # What a person has added or changed in Blender counts; what is only for Blender stays there.
        kept = {key: value for key, value in extras.items() if not key.startswith("retromesh_")}
        item["extras"] = {**stored, **kept}
        if not item["extras"]:
            del item["extras"]
    tree.setdefault("asset", {})["generator"] = "retromesh for Blender"
    return join(tree, rest)
