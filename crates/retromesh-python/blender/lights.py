"""Light maps: a second texture of a material, which Blender's importer and exporter of glTF know nothing of."""

import json
import os
import tempfile
from urllib.parse import quote, unquote

import bpy

from . import glb

# What nodes of textures with baked light are called.
LABEL = "light map"
# How the materials begin that show Blender's exporter the images of light maps.
SHOWN = "retromesh light map "
# What says which pixels an image has.
PRINT = "fingerprint"
# Where light maps are in a GLB.
SLOT = "occlusionTexture"


def _stored(item):
    """Returns what the library keeps of a material; nothing where a person has made something else of it."""
    try:
        stored = json.loads(item.get(glb.EXTRAS, "{}"))
    except (TypeError, ValueError):
        return {}
    return stored if isinstance(stored, dict) else {}


def _layers(stored):
    own = stored.get("retromesh")
    layers = own.get("layers") if isinstance(own, dict) else None
    return [layer for layer in layers if isinstance(layer, dict)] if isinstance(layers, list) else []


def _layer(stored):
    """Returns the layer of a light map, if there is one."""
    return next((layer for layer in _layers(stored) if layer.get("role") == "lightmap"), None)


def show(scene, materials, images):
    """Baked light is multiplied in, by the second UV map; `images` are those that came with the materials."""
    by_number = {material[glb.MATERIAL]: material for material in materials if glb.MATERIAL in material}
    for index, about in enumerate(scene.materials):
        light = next((layer for layer in about.layers if layer.role == "Lightmap"), None)
        material = by_number.get(index)
        if light is None or material is None or not material.use_nodes:
            continue
        number = scene.textures[light.texture].image
        data = scene.images[number].bytes if number is not None else None
        nodes, links = material.node_tree.nodes, material.node_tree.links
        shader = next((node for node in nodes if node.type in ("BSDF_PRINCIPLED", "EMISSION", "BACKGROUND")), None)
        if data is None or shader is None:
            continue
        socket = shader.inputs.get("Base Color") or shader.inputs.get("Color")
        texture = nodes.new("ShaderNodeTexImage")
        texture.label = LABEL
        kept = _layer(_stored(material)) or {}
        path = scene.images[number].path
        known = (image for image in images if json.loads(image.get(glb.IMAGE, "{}")).get("path") == path)
        texture.image = next(known, None) or _image(os.path.basename(path.replace("\\", "/")), data)
        if glb.IMAGE not in texture.image:
            about = {PRINT: kept[PRINT]} if PRINT in kept else {}
            texture.image[glb.IMAGE] = json.dumps({"path": path, "uri": kept.get("uri", path), **about})
            images.append(texture.image)
        coordinates = nodes.new("ShaderNodeUVMap")
        coordinates.uv_map = "UVMap.001" if light.uv_set else "UVMap"
        links.new(coordinates.outputs["UV"], texture.inputs["Vector"])
        mix = nodes.new("ShaderNodeMixRGB")
        mix.blend_type = "MULTIPLY"
        mix.inputs["Fac"].default_value = 1.0
        if socket.is_linked:
            links.new(socket.links[0].from_socket, mix.inputs["Color1"])
        else:
            mix.inputs["Color1"].default_value = socket.default_value
        links.new(texture.outputs["Color"], mix.inputs["Color2"])
        if light.blend == "Multiply2x":
            mix = _doubled(nodes, links, mix)
        links.new(mix.outputs["Color"], socket)


def _doubled(nodes, links, before):
    """Adds a node that makes a colour twice as bright."""
    mix = nodes.new("ShaderNodeMixRGB")
    mix.label, mix.blend_type = "light map x2", "MULTIPLY"
    mix.inputs["Fac"].default_value = 1.0
    links.new(before.outputs["Color"], mix.inputs["Color1"])
    mix.inputs["Color2"].default_value = (2.0, 2.0, 2.0, 1.0)
    return mix


def _image(name, data):
    """Makes an image of the bytes of its file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name or "image")
        with open(path, "wb") as file:
            file.write(data)
        image = bpy.data.images.load(path)
        image.pack()
    return image


def of(materials):
    """Returns the images of light maps that nodes of materials have, by the names of the materials."""
    found = {}
    for material in materials:
        if material.node_tree is None:
            continue
        nodes = [node for node in material.node_tree.nodes if node.type == "TEX_IMAGE" and node.label == LABEL]
        image = next((node.image for node in nodes if node.image and node.outputs["Color"].links), None)
        if image is not None and _layer(_stored(material)) is not None:
            found[material.name] = image
    return found


def materials_for(images):
    """Makes a material that shows each image, for as long as Blender's exporter reads them."""
    made = []
    for image in sorted(set(images), key=lambda image: image.name):
        material = bpy.data.materials.new(SHOWN + image.name)
        material.use_nodes = True
        texture = material.node_tree.nodes.new("ShaderNodeTexImage")
        texture.image = image
        shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
        material.node_tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])
        material[SHOWN] = image.name
        made.append(material)
    return made


def take(tree, images):
    """Gives the materials of a tree the light maps whose images they have in Blender, by the names of materials, and takes out what showed
    these to the exporter."""
    materials = tree.get("materials", [])
    places = {(own.get("extras") or {}).get(SHOWN): own.get("pbrMetallicRoughness", {}) for own in materials}
    for material in materials:
        image = images.get(material.get("name"))
        place = image and places.get(image.name, {}).get("baseColorTexture")
        if place is None:
            continue
        extras = material["extras"]
        stored = _stored(extras)
        layer = _layer(stored)
        path = json.loads(image.get(glb.IMAGE, "{}")).get("path")
        if path != layer.get("image"):
            # Another image, with the same flags.
            for key in ("uri", PRINT):
                layer.pop(key, None)
            layer["image"] = path or tree["images"][tree["textures"][place["index"]]["source"]]["name"]
            if isinstance(layer.get("texture"), dict):
                layer["texture"].pop("name", None)
            layer["in"] = SLOT
            material[SLOT] = {"index": place["index"], "texCoord": layer.get("uvSet", 0)}
        elif SLOT not in material:
            # The library finds the image by its name then.
            layer.pop("in", None)
        elif glb.UNUSED in extras:
            # What shows it to the exporter has no coordinates.
            material[SLOT]["texCoord"] = layer.get("uvSet", 0)
        extras[glb.EXTRAS] = json.dumps(stored)
    kept = [number for number, material in enumerate(materials) if SHOWN not in (material.get("extras") or {})]
    if len(kept) == len(materials):
        return
    tree["materials"] = [materials[number] for number in kept]
    for part in (part for mesh in tree.get("meshes", []) for part in mesh["primitives"] if "material" in part):
        part["material"] = kept.index(part["material"])


def link(tree):
    """Names the images that a GLB never had, or that Blender's importer left out, as they are in the extras of materials only."""
    known = set()
    for image in tree.get("images", []):
        path = (image.get("extras") or {}).get("retromesh", {}).get("path", image.get("name", ""))
        known |= {path, _stem(path)}
    for material in tree.get("materials", []):
        for layer in _layers(_stored(material.get("extras") or {})):
            path = str(layer.get("image", ""))
            is_outside = "in" not in layer or (layer.get("role") == "lightmap" and SLOT not in material)
            if not is_outside or not path or path in known or _stem(path) in known:
                continue
            about = {
                "path": path,
                "uri": str(layer.get("uri", path)),
                **({PRINT: layer[PRINT]} if PRINT in layer else {}),
            }
            place = quote(about["uri"].replace("\\", "/"))
            tree.setdefault("images", []).append({"uri": place, "name": path, "extras": {"retromesh": about}})
            known |= {path, _stem(path)}


def files(data, folders):
    """Returns the bytes of the images that a GLB names, by these names, as they are in some folders."""
    found = {}
    for uri in (image["uri"] for image in glb.split(data)[0].get("images", []) if "uri" in image):
        name = unquote(uri)
        if os.path.isabs(name) or ":" in name or ".." in name.split("/"):
            continue
        for place in (os.path.join(folder, part) for folder in folders for part in (name, os.path.basename(name))):
            if name not in found and os.path.isfile(place):
                with open(place, "rb") as file:
                    found[name] = file.read()
    return found


def _stem(path):
    return os.path.splitext(os.path.basename(path.replace("\\", "/")))[0].lower()


def merge_textures(tree):
    """Makes textures that are alike one, and leaves out those of no material: Blender's exporter writes one for each place."""
    textures = tree.get("textures", [])
    used = [place["index"] for place in _places(tree.get("materials", []))]
    order, numbers = {}, {}
    for number in sorted(set(used)):
        key = json.dumps(textures[number], sort_keys=True)
        numbers[number] = order.setdefault(key, len(order))
    tree["textures"] = [json.loads(key) for key in order]
    for place in _places(tree.get("materials", [])):
        place["index"] = numbers[place["index"]]
    for key in ("materials", "textures"):
        if not tree.get(key, True):
            del tree[key]


def _places(item):
    """Lists where a texture is named below materials."""
    found, waiting = [], [item]
    while waiting:
        item = waiting.pop()
        for key, value in item.items() if isinstance(item, dict) else enumerate(item):
            if key == "extras" or not isinstance(value, (dict, list)):
                continue
            if str(key).endswith("Texture") and "index" in value:
                found.append(value)
            waiting.append(value)
    return found
