"""The JSON of GLB files, so that what Blender's importer and exporter leave out travels as texts."""

import json
import struct

from . import binary, bind, facing, imports, levels, lights, times

# A custom property that holds the extras of an item as JSON, as Blender has no lists of tables.
EXTRAS = "retromesh_extras"
# A custom property that holds the number of a node in the file.
NODE = "retromesh_node"
# A custom property that holds what something is called in its file, and one that holds what Blender calls it.
NAME, CALLED = "retromesh_name", "retromesh_called"
# A custom property that holds the number of a material in the file.
MATERIAL = "retromesh_material"
# A custom property of images: what the file says of them, as JSON. Blender reads no extras of images, but their names.
IMAGE = "retromesh_image"
# A custom property of meshes: the extras of their parts by the numbers of their materials, as JSON. Blender has materials only.
PARTS = "retromesh_parts"
# A custom property of objects: their vertex groups in order, with what the file says of their named selections, as JSON.
SELECTIONS = "retromesh_selections"
# A custom property of materials that nothing uses.
UNUSED = "retromesh_unused"
# An animation that holds everything at rest: Blender plays the first one of a file at once, and forgets what was before.
AT_REST = "retromesh at rest"
# What shows Blender, on the way in and out, the materials that nothing else does.
CARRIER = "retromesh materials"
# A custom property that holds where a node is at rest, as JSON: Blender forgets it where something animates the node.
REST = "retromesh_rest"
PLACE = ("translation", "rotation", "scale", "matrix")
# A custom property of meshes whose file has no normals, as the game computes them.
NO_NORMALS = "retromesh_no_normals"
# A custom property of armatures that Blender's importer has made for bones without a node around them.
MADE = "retromesh_made"
# A custom property of skinned meshes: what their bones make of all vertices at rest, as JSON. Blender writes vertices where they are.
BOUND = "retromesh_bound"
# What the library says of the geometry of meshes; Blender writes other vertices, of which it is not true.
OF_GEOMETRY = ("selections", "vertexPrint", "facePrint", "faces", "corners")


def split(data):
    """Returns the JSON of a GLB file and all bytes after it."""
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


def clips(tree, taken):
    """Gives each animation a name of its own, other than those taken; returns for each what its clip is in the file."""
    found, taken = [], set(taken)
    for number, animation in enumerate(tree.get("animations", [])):
        own = times.own(animation)
        name = animation.get("name", "")
        # Names in Blender have 63 bytes at most.
        short = (name or "clip").encode()[:48].decode(errors="ignore")
        track, copy = short, 2
        while track in taken:
            track, copy = f"{short} {copy}", copy + 1
        taken.add(track)
        animation["name"] = track
        about = {"name": name, "track": track, "order": number, "looping": own.get("looping", False)}
        # Frames of vertices say their own times.
        extras = animation.get("extras", {}) if "ticksPerSecond" in own else {}
        found.append({**about, "first": own.get("first"), "last": own.get("last"), "extras": extras})
    return found


def pack(data, rate=None, mark="", taken=()):
    """Makes a GLB that Blender opens whole: all levels of detail in its one scene, extras as texts, nodes numbered and marked as of one
    import, animations of names of their own, other than those taken, with frames for seconds. Returns it with its clips, how many values of
    vertices were left out, and the frames a second: those that are asked for, or the best."""
    tree, rest = split(data)
    rest = bytearray(rest)
    found = [{**clip, "import": mark} for clip in clips(tree, taken)]
    rate = times.to_frames(tree, rest, found, rate)
    scenes = tree.get("scenes", [])
    if scenes:
        first = scenes[tree.get("scene", 0)]
        roots = list(first.get("nodes", []))
        below = {child for node in tree.get("nodes", []) for child in node.get("children", [])}
        for scene in scenes:
            roots += [node for node in scene.get("nodes", []) if node not in roots and node not in below]
        first["nodes"] = roots
        tree["scenes"], tree["scene"] = [first], 0
    numbers = [_number(node, number) for number, node in enumerate(tree.get("nodes", []))]
    for item in items(tree):
        if "extras" in item:
            names = item["extras"].get("targetNames")
            item["extras"] = {EXTRAS: json.dumps(item["extras"])}
            if names is not None:
                item["extras"]["targetNames"] = names
    for name in ("nodes", "meshes", "materials"):
        for item in tree.get(name, []):
            item.setdefault("extras", {})[NAME] = item.get("name", "")
    for number, material in enumerate(tree.get("materials", [])):
        material["extras"][MATERIAL], material["extras"][imports.IMPORT] = number, mark
    for number, image in enumerate(tree.get("images", [])):
        image.setdefault("extras", {})[NAME] = image.get("name", "")
        image["name"] = f"{IMAGE} {number}"
    for mesh in tree.get("meshes", []):
        _keep_parts(mesh)
    left_out = sum(_share_attributes(tree, mesh["primitives"]) for mesh in tree.get("meshes", []))
    _carry_unused(tree, rest)
    facing.turn_sights(tree)
    moved = _moved(tree)
    _play_rest(tree, rest, moved)
    for number, place in bind.placed(tree, rest):
        tree["nodes"][number].setdefault("extras", {})[BOUND] = json.dumps(place)
    for number, node in enumerate(tree.get("nodes", [])):
        node.setdefault("extras", {})[NODE] = numbers[number] if number < len(numbers) else number
        if number in moved:
            node["extras"][REST] = json.dumps({key: node[key] for key in PLACE if key in node})
        if "mesh" in node:
            # Where the node is a bone Blender makes an object for its mesh, and says nothing of the node.
            tree["meshes"][node["mesh"]].setdefault("extras", {}).setdefault(NODE, node["extras"][NODE])
            tree["meshes"][node["mesh"]]["extras"][imports.IMPORT] = mark
        node["extras"][imports.IMPORT] = mark
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
    return join(tree, rest), found, left_out, rate


def _in_order(names):
    """Brings names into the order in which a set has them: Blender's importer takes the one order for the other."""
    for _ in range(8):
        order = set()
        order.update(set(names))
        if list(order) == names:
            break
        names = list(order)
    return names


def _keep_parts(mesh):
    """Notes the extras of the parts of a mesh, where parts of one material have the same."""
    found = {}
    for part in mesh["primitives"]:
        own = {key: value for key, value in part.get("extras", {}).items() if key != "retromesh"}
        found.setdefault(str(part.get("material", -1)), []).append(own)
    alike = {key: own[0] for key, own in found.items() if own[0] and all(other == own[0] for other in own)}
    if alike:
        mesh.setdefault("extras", {})[PARTS] = json.dumps(alike)


def _give_parts(tree):
    """Gives the parts of meshes that Blender has written the extras that they had."""
    materials = [material.get("extras") or {} for material in tree.get("materials", [])]
    materials = [(own.get(MATERIAL, -1), own.get(imports.IMPORT)) for own in materials]
    for mesh in tree.get("meshes", []):
        extras = mesh.get("extras") or {}
        try:
            kept = json.loads(extras.get(PARTS, "{}"))
        except (TypeError, ValueError):
            continue
        for part in mesh["primitives"]:
            number, mark = materials[part["material"]] if "material" in part else (-1, extras.get(imports.IMPORT))
            own = kept.get(str(number)) if mark == extras.get(imports.IMPORT) else None
            if own:
                part.setdefault("extras", {}).update(own)


def _bring_colors(tree, rest):
    """Takes the white out that Blender's exporter puts before the colours of vertices, where it does not see that a material uses these: those
    of a mesh of an import, or of a material that has colours in its file, count."""
    said = [str((item.get("extras") or {}).get(EXTRAS)) for item in tree.get("materials", [])]
    for mesh in tree.get("meshes", []):
        parts = mesh["primitives"]
        own = imports.IMPORT in (mesh.get("extras") or {})
        if not own and not any(
            '"vertexColors": true' in said[part["material"]] for part in parts if "material" in part
        ):
            continue
        for names in (part["attributes"] for part in parts):
            # Colours that somebody has painted have more bits.
            if "COLOR_1" not in names or tree["accessors"][names["COLOR_0"]]["componentType"] != binary.BYTE:
                continue
            if (binary.read(tree, rest, names["COLOR_0"]) == 255).all():
                sets = sorted((int(name[6:]), at) for name, at in names.items() if name.startswith("COLOR_"))
                for number, at in sets[1:]:
                    names[f"COLOR_{number - 1}"] = at
                del names[f"COLOR_{sets[-1][0]}"]


def _drop_normals(tree):
    """Takes the normals that Blender has computed from meshes whose file had none."""
    for mesh in tree.get("meshes", []):
        if (mesh.get("extras") or {}).pop(NO_NORMALS, None):
            for part in mesh["primitives"]:
                for kinds in (part["attributes"], *part.get("targets", [])):
                    kinds.pop("NORMAL", None)
                    kinds.pop("TANGENT", None)


def _number(node, number):
    """Returns the number of the node of the scene that a node of a GLB is: skinned meshes are in nodes that were added for them."""
    own = node.get("extras", {}).get("retromesh", {})
    return own["node"] if own.get("added") == "skinned-mesh" else number


def _share_attributes(tree, primitives):
    """Leaves further attributes out that not all parts of a mesh have alike: Blender's importer ends on them. Returns how many."""

    def of(primitive):
        own = {name: at for name, at in primitive["attributes"].items() if name.startswith("_")}
        return {(name, tree["accessors"][at]["type"]) for name, at in own.items()}

    shared = set.intersection(*map(of, primitives)) if primitives else set()
    names = _in_order(sorted(name for name, _ in shared))
    left_out = len(set().union(*map(of, primitives)) - shared)
    for primitive in primitives:
        found = primitive["attributes"]
        usual = {name: at for name, at in found.items() if not name.startswith("_")}
        primitive["attributes"] = {**usual, **{name: found[name] for name in names}}
    return left_out


def _play_rest(tree, rest, moved):
    """Adds an animation in front of the others that holds all they move where it is at rest."""
    parts = {"translation": [0.0, 0.0, 0.0], "rotation": [0.0, 0.0, 0.0, 1.0], "scale": [1.0, 1.0, 1.0]}
    moved = sorted(number for number in moved if number is not None and "matrix" not in tree["nodes"][number])
    if not moved:
        return
    times = binary.add(tree, rest, [0.0], {"type": "SCALAR", "min": [0], "max": [0]})
    channels, samplers = [], []
    for number in moved:
        for path, usual in parts.items():
            values = tree["nodes"][number].get(path, usual)
            output = binary.add(tree, rest, values, {"type": f"VEC{len(values)}"})
            channels.append({"sampler": len(samplers), "target": {"node": number, "path": path}})
            samplers.append({"input": times, "output": output})
    tree["animations"].insert(0, {"name": AT_REST, "channels": channels, "samplers": samplers})


def _carry_unused(tree, rest):
    """Adds a mesh that uses the materials which nothing else does: Blender reads no others."""
    used = {part.get("material") for mesh in tree.get("meshes", []) for part in mesh["primitives"]}
    unused = [number for number in range(len(tree.get("materials", []))) if number not in used]
    if not unused or not tree.get("scenes"):
        return
    about = {"type": "VEC3", "min": [0, 0, 0], "max": [1, 0, 1]}
    corners = binary.add(tree, rest, [0, 0, 0, 1, 0, 0, 0, 0, 1], about)
    parts = [{"attributes": {"POSITION": corners}, "material": number} for number in unused]
    for number in unused:
        tree["materials"][number]["extras"][UNUSED] = True
    meshes, nodes = tree.setdefault("meshes", []), tree.setdefault("nodes", [])
    meshes.append({"name": CARRIER, "primitives": parts})
    nodes.append({"name": CARRIER, "mesh": len(meshes) - 1})
    tree["scenes"][0].setdefault("nodes", []).append(len(nodes) - 1)


def _drop_carrier(tree):
    """Takes what carried unused materials out of a tree."""
    nodes = tree.get("nodes", [])
    gone = next((number for number, node in enumerate(nodes) if node.get("name") == CARRIER), None)
    if gone is None:
        return
    mesh = nodes[gone]["mesh"]
    _drop_node(tree, gone)
    tree["meshes"].pop(mesh)
    for node in nodes:
        if node.get("mesh", -1) > mesh:
            node["mesh"] -= 1


def _drop_node(tree, gone):
    """Takes a node without children out of a tree; the others get their new numbers wherever they are named."""
    tree["nodes"].pop(gone)

    def left(numbers):
        return [number - (number > gone) for number in numbers if number != gone]

    for node in tree["nodes"]:
        if "children" in node:
            node["children"] = left(node["children"])
            if not node["children"]:
                del node["children"]
    for scene in tree.get("scenes", []):
        scene["nodes"] = left(scene.get("nodes", []))
    for skin in tree.get("skins", []):
        skin["joints"] = left(skin["joints"])
        if "skeleton" in skin:
            skin["skeleton"] -= skin["skeleton"] > gone
    for animation in tree.get("animations", []):
        for channel in animation["channels"]:
            if "node" in channel["target"]:
                channel["target"]["node"] -= channel["target"]["node"] > gone


def _number_of(node):
    return (node.get("extras") or {}).get(NODE)


def _join_twins(tree):
    """Joins an armature or a bone and its mesh again, which are two objects in Blender and one node in the file."""
    nodes = tree.get("nodes", [])
    homes = {}
    for number, node in enumerate(nodes):
        if "mesh" not in node and _number_of(node) is not None:
            homes.setdefault(_number_of(node), number)
    moved = _moved(tree)
    twins = [number for number, node in enumerate(nodes) if "mesh" in node and _number_of(node) in homes]
    for number in reversed(twins):
        node = nodes[number]
        home = nodes[homes[_number_of(node)]]
        if "mesh" in home or number in moved or node.get("children"):
            continue
        if not bind.are_alike(tree, number, homes[_number_of(node)]):
            continue
        if "skin" in node and not bind.is_at_origin(tree, homes[_number_of(node)]):
            _set_apart(tree, number, homes[_number_of(node)])
            continue
        home["mesh"] = node["mesh"]
        if "skin" in node:
            home["skin"] = node["skin"]
        kept = {key: value for key, value in node["extras"].items() if not key.startswith("retromesh_")}
        home["extras"] = {**kept, **home["extras"]}
        _drop_node(tree, number)
        homes = {key: value - (value > number) for key, value in homes.items()}
        moved = _moved(tree)


def _bring_back(tree, rest):
    """Brings the vertices of skinned meshes back to where their file has them; returns the bytes after the JSON."""
    for number, node in enumerate(tree.get("nodes", [])):
        place = (node.get("extras") or {}).pop(BOUND, None)
        if place is not None and "skin" in node:
            rest = bind.bring_back(tree, rest, number, json.loads(place))
    return rest


def _drop_made(tree):
    """Takes armatures out that Blender has made, where nobody has moved them: what is below them goes to what is above."""
    nodes = tree.get("nodes", [])
    for number in reversed(range(len(nodes))):
        node = nodes[number]
        is_made = (node.get("extras") or {}).pop(MADE, None)
        if not is_made or not bind.is_still(node) or number in _moved(tree) or "mesh" in node:
            continue
        for item in [*nodes, *({"children": scene.get("nodes", [])} for scene in tree.get("scenes", []))]:
            if number in item.get("children", []):
                item["children"] += node.pop("children", [])
        _drop_node(tree, number)


def _join_sights(tree):
    """Gives cameras and lights back to the nodes that they had, where nobody has moved them."""
    nodes = tree.get("nodes", [])
    moved = _moved(tree)
    for number in reversed(range(len(nodes))):
        node = nodes[number]
        is_added = (node.get("extras") or {}).pop(facing.SIGHT, None)
        if not is_added or "children" in node or number in moved or not bind.is_still(node):
            continue
        home = next((other for other in nodes if number in other.get("children", [])), None)
        if home is None:
            continue
        if "camera" in home or "KHR_lights_punctual" in home.get("extensions", {}):
            continue
        if "camera" in node:
            home["camera"] = node["camera"]
        else:
            home.setdefault("extensions", {}).update(node["extensions"])
        _drop_node(tree, number)
        moved = _moved(tree)


def _set_apart(tree, number, home):
    """Puts a skinned mesh at the root, as the library does where the place of its node would move it, and notes which node that is."""
    key = _number_of(tree["nodes"][home])
    for node in tree["nodes"]:
        if number in node.get("children", []):
            node["children"].remove(number)
    for part in PLACE:
        tree["nodes"][number].pop(part, None)
    for scene in tree.get("scenes", []):
        scene.setdefault("nodes", []).append(number)
    for place, facts in ((number, {"added": "skinned-mesh", "node": key}), (home, {"key": key})):
        extras = tree["nodes"][place]["extras"]
        stored = json.loads(extras.get(EXTRAS, "{}"))
        stored["retromesh"] = {**stored.get("retromesh", {}), **facts}
        extras[EXTRAS] = json.dumps(stored)


def _in_file_order(tree):
    """Sorts the children of nodes as the file has them; what Blender has added comes after."""
    nodes = tree.get("nodes", [])

    def place(number):
        own = _number_of(nodes[number])
        return own if isinstance(own, int) else len(nodes) + number

    for item in [*nodes, *({"children": scene["nodes"]} for scene in tree.get("scenes", []) if "nodes" in scene)]:
        if "children" in item:
            item["children"].sort(key=place)


def _moved(tree):
    """Returns the numbers of the nodes that animations move."""
    animations = tree.get("animations", [])
    return {channel["target"].get("node") for animation in animations for channel in animation["channels"]}


def images(data):
    """Returns what a packed GLB says of its images, by what Blender calls them at first: their names, and all else as JSON."""
    tree, _ = split(data)
    extras = {image["name"]: image["extras"] for image in tree.get("images", [])}
    return {name: (own[NAME], json.dumps(own.get("retromesh", {}))) for name, own in extras.items()}


def unpack(data, kept, rename=True, images=None, baked=None):
    """Turns the texts of a GLB that Blender has written into extras again, and gives clips what `kept` says of them, and with `rename`
    all else the names that they had. Images get what `images` says of them by their names in Blender, and materials the light maps of
    `baked`. Returns it, and how many clips got other ticks than they had in their file."""
    tree, rest = split(data)
    rest, moved_clips = kept.apply(tree, rest)
    imports.tell_apart(tree, NODE, EXTRAS)
    _drop_carrier(tree)
    lights.take(tree, baked or {})
    lights.merge_textures(tree)
    _give_parts(tree)
    _bring_colors(tree, rest)
    _drop_normals(tree)
    for image in tree.get("images", []):
        own = (images or {}).get(image.get("name"))
        if own:
            image.setdefault("extras", {})["retromesh"] = json.loads(own)
    lights.link(tree)
    for animation in tree.get("animations", []):
        animation["name"] = kept.name(animation.get("name", ""))
    # Bones are written as they are at rest.
    joints = {joint for skin in tree.get("skins", []) for joint in skin["joints"]}
    moved = _moved(tree) - joints
    for number, node in enumerate(tree.get("nodes", [])):
        place = (node.get("extras") or {}).pop(REST, None)
        if place is not None and number in moved:
            for key in PLACE:
                node.pop(key, None)
            node.update(json.loads(place))
    rest = bind.settle(tree, rest)
    rest = _bring_back(tree, rest)
    _drop_made(tree)
    _join_twins(tree)
    _in_file_order(tree)
    facing.turn_sights(tree, back=True)
    _join_sights(tree)
    for number, item in enumerate(items(tree)):
        extras = item.get("extras")
        if not isinstance(extras, dict):
            continue
        if rename and extras.get(CALLED, item) == item.get("name", ""):
            item["name"] = extras.get(NAME, "")
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
        added = {key: value for key, value in extras.items() if not key.startswith("retromesh_")}
        if number < len(tree.get("nodes", [])):
            levels.take(item, stored, added, rename)
        item["extras"] = {**stored, **added}
        if not item["extras"]:
            del item["extras"]
    tree.setdefault("asset", {})["generator"] = "retromesh for Blender"
    return join(tree, rest), moved_clips
