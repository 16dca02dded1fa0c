"""Which way models face: Blender's view from the front looks along +y, so that fronts are at -y.

Models look forward in the axes of their format, and are turned by half a turn. Vehicles of P3D look backward in its own: a GLB has their
front at -y as it is."""

import retromesh

# How Blender mixes rotations, and some formats do.
NORMALIZED = "linear-normalized"
# A custom property of nodes that cameras and lights got because something else turns with theirs.
SIGHT = "retromesh_sight"
# The axes of a GLB that Blender shows from the front: its importer brings +z forward to -y.
FRONT = {**retromesh.SceneBuilder().build().space, "right": "-x", "forward": "+z"}


def space(kind):
    """Returns the axes of a GLB that has the front of a model of a format where Blender looks for it."""
    return "gltf" if kind == "p3d" else FRONT


def to_blender(scene, kind):
    """Returns a scene whose GLB has the model's front where Blender looks for it. Signs change, and nothing is rounded."""
    builder = scene.convert_to(space(kind)).edit()
    builder.declare_space("gltf")
    if is_mixed_alike(scene):
        builder.declare_interpolation(NORMALIZED, "linear")
    return builder.build()


def is_mixed_alike(scene):
    """Returns whether all rotations are mixed as Blender does: by component. No keys are needed between theirs then."""
    channels = [channel for animation in scene.animations for channel in animation.channels]
    return {channel.interpolation for channel in channels if channel.property == "rotation"} == {NORMALIZED}


def from_blender(scene, kind, mixed_alike=False):
    """Takes a scene of a GLB that Blender wrote back into the axes of models of a format."""
    builder = scene.edit()
    builder.declare_space(space(kind))
    if mixed_alike:
        builder.declare_interpolation("linear", NORMALIZED)
    return builder.build()


def turn_sights(tree, back=False):
    """Cameras and lights look along their own -z in a GLB, whichever way models face: turns those of a tree by half a turn.

    Where something else is below, or an animation or a bone turns with the node, it turns on a node of its own."""
    nodes = tree.get("nodes", [])
    channels = [channel["target"] for animation in tree.get("animations", []) for channel in animation["channels"]]
    turned = {target.get("node") for target in channels if target["path"] == "rotation"}
    turned.update(joint for skin in tree.get("skins", []) for joint in skin["joints"])
    for number in range(len(nodes)):
        node = nodes[number]
        extensions = node.get("extensions", {})
        if "camera" not in node and "KHR_lights_punctual" not in extensions:
            continue
        if number in turned or "mesh" in node or "children" in node or "matrix" in node:
            own = {"name": node.get("name", ""), "extras": {SIGHT: True}}
            if "camera" in node:
                own["camera"] = node.pop("camera")
            if "KHR_lights_punctual" in extensions:
                own["extensions"] = {"KHR_lights_punctual": extensions.pop("KHR_lights_punctual")}
                if not extensions:
                    del node["extensions"]
            node.setdefault("children", []).append(len(nodes))
            nodes.append(own)
            node = own
        x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
        # The quaternion times (0, 1, 0, 0), or its opposite.
        node["rotation"] = [z, -w, -x, y] if back else [-z, w, x, -y]
