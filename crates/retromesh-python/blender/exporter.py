"""Objects as models, through Blender's own exporter and a GLB."""

import json
import os
import tempfile

import bpy
import numpy as np
import retromesh

from . import glb
from .importer import places, zup


def save(context, path, *, target=None, selected=False, settings=None):
    """Exports the scene into a file whose extension names the format; returns the diagnostics."""
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "model.glb")
        words = {
            "filepath": place,
            "export_format": "GLB",
            "export_extras": True,
            "export_yup": True,
            "export_animations": True,
            "export_skins": True,
            "export_morph": True,
            "export_cameras": True,
            "export_lights": True,
            "export_all_influences": True,
            "export_attributes": True,
            "export_animation_mode": "ACTIONS",
            "export_optimize_animation_size": False,
            "export_negative_frame": "SLIDE",
            "use_mesh_edges": True,
            "use_mesh_vertices": True,
            "use_selection": selected,
        }
        known = bpy.ops.export_scene.gltf.get_rna_type().properties.keys()
        shown = _show_all(context)
        try:
            if bpy.ops.export_scene.gltf(**{k: v for k, v in words.items() if k in known}) != {"FINISHED"}:
                raise RuntimeError("Blender's glTF exporter gave up")
        finally:
            for collection in shown:
                collection.hide_viewport = True
        with open(place, "rb") as file:
            data = glb.unpack(file.read(), _names())
    model = retromesh.open(data, name="model.glb", images=True)
    scene = _with_selections(model.scene)
    output = scene.write(path, overwrite=True, textures="embed", target=target, **(settings or {}))
    return list(model.diagnostics) + list(output.diagnostics)


def _names():
    """Returns the names that clips had in their files, by the names of their tracks."""
    clips = [json.loads(action["retromesh_clip"]) for action in bpy.data.actions if "retromesh_clip" in action]
    return {clip["track"]: clip["name"] for clip in clips}


def _show_all(context):
    """Shows hidden collections, which the exporter would leave out; returns them."""
    hidden = [item for item in context.scene.collection.children_recursive if item.hide_viewport]
    for collection in hidden:
        collection.hide_viewport = False
    return hidden


def _with_selections(scene):
    """Vertex groups that no bone is called by become named selections."""
    builder = None
    for node in scene.nodes:
        item = bpy.data.objects.get(node.name)
        if node.mesh is None or item is None or item.type != "MESH" or node.skeleton is not None:
            continue
        if not item.vertex_groups or any(m.type == "ARMATURE" for m in item.modifiers):
            continue
        here = places(item.data)
        members = {group.index: {} for group in item.vertex_groups}
        for vertex in item.data.vertices:
            for group in vertex.groups:
                if group.group in members:
                    members[group.group][here[vertex.index].tobytes()] = group.weight
        there = zup(scene.meshes[node.mesh].positions)
        for group in item.vertex_groups:
            found = [(n, members[group.index].get(place.tobytes())) for n, place in enumerate(there)]
            found = [(n, weight) for n, weight in found if weight is not None]
            weights = np.array([weight for _, weight in found], dtype=np.float32)
            builder = builder or scene.edit()
            numbers = np.array([n for n, _ in found], dtype=np.uint32)
            builder.add_selection(node.mesh, group.name, numbers, weights if (weights != 1).any() else None)
    return builder.build() if builder else scene
