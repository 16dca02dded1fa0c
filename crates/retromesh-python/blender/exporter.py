"""Objects as models, through Blender's own exporter and a GLB."""

import difflib
import json
import os
import tempfile
from collections import Counter

import bpy
import numpy as np
import retromesh

from . import facing, glb, imports, lights, polygons, report, rest, times
from .importer import places, whole_faces, zup

# Blender's exporter writes each frame of an action: of this many it takes minutes, of a million all memory.
LONGEST = 100_000


def gather(context, selected=False):
    """Makes a GLB of the scene by Blender's exporter, with frames for seconds; returns it as Blender calls things."""
    for action in bpy.data.actions:
        first, last = times.range_of(action)
        if last - first > LONGEST:
            raise RuntimeError(
                f"the action {action.name} has {last - first:.0f} frames; Blender's exporter can write {LONGEST}"
            )
    for mesh in bpy.data.meshes:
        if glb.NO_NORMALS in mesh and _has_edges(mesh):
            del mesh[glb.NO_NORMALS]
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
            # Everything is put to rest first; only so the sizes of bones are written.
            "export_current_frame": True,
            "export_rest_position_armature": False,
            "export_reset_pose_bones": True,
            "export_negative_frame": "SLIDE",
            "use_mesh_edges": True,
            "use_mesh_vertices": True,
            "use_selection": selected,
        }
        known = bpy.ops.export_scene.gltf.get_rna_type().properties.keys()
        shown = _show_all(context)
        shown_lights = lights.materials_for(lights.of(_materials(context, selected)).values())
        carrier = _carrier(context, shown_lights)
        try:
            with rest.everything(context), times.as_seconds(context), times.whole_ranges(bpy.data.actions):
                done = bpy.ops.export_scene.gltf(**{k: v for k, v in words.items() if k in known})
            if done != {"FINISHED"}:
                raise RuntimeError("Blender's glTF exporter gave up")
        finally:
            for collection in shown:
                collection.hide_viewport = True
            if carrier is not None:
                bpy.data.meshes.remove(carrier.data)
            for material in shown_lights:
                bpy.data.materials.remove(material)
        with open(place, "rb") as file:
            return polygons.keep(file.read(), bpy.data.meshes)


def _has_edges(mesh):
    """Returns whether a person has given a mesh edges that only normals show."""
    is_flat = not all(face.use_smooth for face in mesh.polygons)
    return is_flat or mesh.has_custom_normals or any(edge.use_edge_sharp for edge in mesh.edges)


def save(context, path, *, target=None, selected=False, frames="FILE", settings=None):
    """Exports the scene into a file whose extension names the format; returns the diagnostics. With `frames` as "SCENE" actions get
    the numbers and the rate that the scene has, otherwise those that they had in their file."""
    data = gather(context, selected)
    kept = times.Kept(context, bpy.data.actions, frames == "FILE")
    baked = lights.of(_materials(context, selected))
    packed, moved = glb.unpack(data, kept, images=_images(), baked=baked)
    folders = [
        os.path.dirname(str(item["retromesh_file"])) for item in context.scene.objects if "retromesh_file" in item
    ]
    model = retromesh.open(packed, name="model.glb", images=True, files=lights.files(packed, sorted(set(folders))))
    scene = model.scene
    if any(item.type == "MESH" and item.vertex_groups for item in context.scene.objects):
        # Objects are found by what Blender calls them.
        names = retromesh.open(glb.unpack(data, kept, rename=False)[0], name="model.glb").scene.nodes
        scene = _with_selections(scene, [node.name for node in names])
    scene = facing.from_blender(scene, os.path.splitext(path)[1].lower().strip("."), kept.mixed_alike)
    words = {"textures": "embed", "target": target, "repeated_names": _repeated(context), **(settings or {})}
    output = scene.write(path, overwrite=True, **words)
    limits = {**_limits(context, selected), "blender-numbers": moved}
    return report.once([*model.diagnostics, *output.diagnostics, *report.limits(limits)])


def _repeated(context):
    """Lists the names that several nodes of one import have in their file."""
    items = context.scene.objects
    owners = [
        *items,
        *(bone for item in items if item.pose for bones in (item.pose, item.data) for bone in bones.bones),
    ]
    owners = [owner for owner in owners if glb.NAME in owner]
    nodes = {(owner.get(imports.IMPORT), owner[glb.NAME], owner.get(glb.NODE)) for owner in owners}
    counts = Counter((mark, name) for mark, name, _ in nodes)
    return [name for (_, name), count in counts.items() if count > 1]


def _limits(context, selected):
    """Counts what Blender's exporter changes or leaves."""
    items = [item for item in context.scene.objects if item.select_get() or not selected]
    owners = [*items, *(bone for item in items if item.pose for bone in item.pose.bones)]
    changing = sum(modifier.type != "ARMATURE" for item in items for modifier in item.modifiers)
    changing += sum(len(owner.constraints) for owner in owners)
    changing += sum(len(item.animation_data.drivers) for item in items if item.animation_data)
    animated = [owner for item in items for owner in (item, getattr(item.data, "shape_keys", None))]
    animated = [owner for owner in animated if getattr(owner, "animation_data", None)]
    actions = {owner.animation_data.action for owner in animated}
    actions = (actions | {strip.action for owner in animated for strip in _strips(owner)}) - {None}
    return {
        "blender-range": sum(times.leaves_keys(action) for action in actions),
        "blender-frames": len({strip.action for item in items for strip in _strips(item) if strip.action}),
        "blender-modifiers": changing,
    }


def _strips(item):
    """Lists what the tracks of an object play."""
    tracks = item.animation_data.nla_tracks if item.animation_data else []
    return [strip for track in tracks for strip in track.strips]


def _images():
    """Returns what files said of images, by the names that the exporter writes: with and without what follows a dot."""
    kept = {image.name: image[glb.IMAGE] for image in bpy.data.images if glb.IMAGE in image}
    return {**{os.path.splitext(name)[0]: own for name, own in kept.items()}, **kept}


def _show_all(context):
    """Shows hidden collections, which the exporter would leave out; returns them."""
    hidden = [item for item in context.scene.collection.children_recursive if item.hide_viewport]
    for collection in hidden:
        collection.hide_viewport = False
    return hidden


def _materials(context, selected):
    """Lists the materials that are exported."""
    items = [item for item in context.scene.objects if item.select_get() or not selected]
    return [*{slot.material for item in items for slot in item.material_slots if slot.material}, *_unused()]


def _unused():
    """Lists the materials of imports that nothing uses, in the order of their file."""
    unused = [item for item in bpy.data.materials if glb.UNUSED in item and item.users <= item.use_fake_user]
    return sorted(unused, key=lambda item: item.get(glb.MATERIAL, 0))


def _carrier(context, more):
    """Shows the exporter the materials of an import that nothing uses, and some more; returns the object that does so."""
    unused = [*_unused(), *more]
    if not unused:
        return None
    mesh = bpy.data.meshes.new(glb.CARRIER)
    corners = range(3 * len(unused))
    mesh.from_pydata([(n % 3, n % 2, n) for n in corners], [], [corners[n : n + 3] for n in corners[::3]])
    for number, material in enumerate(unused):
        mesh.materials.append(material)
        mesh.polygons[number].material_index = number
    item = bpy.data.objects.new(glb.CARRIER, mesh)
    context.scene.collection.objects.link(item)
    item.select_set(True)
    return item


def _with_selections(scene, names):
    """Vertex groups that no bone is called by become named selections, with the faces whose corners are all in them, unless the
    file had none."""
    builder = None
    for node in scene.nodes:
        item = bpy.data.objects.get(names[node.index])
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
        mesh = scene.meshes[node.mesh]
        there = zup(mesh.positions)
        notes = _notes(item, members)
        for group in item.vertex_groups:
            found = [(n, members[group.index].get(place.tobytes())) for n, place in enumerate(there)]
            found = [(n, weight) for n, weight in found if weight is not None]
            weights = np.array([weight for _, weight in found], dtype=np.float32)
            builder = builder or scene.edit()
            numbers = np.array([n for n, _ in found], dtype=np.uint32)
            weights = weights if (weights != 1).any() else None
            note = notes.get(group.index, {})
            name = note["name"] if group.name == note.get("group") else group.name
            faces = whole_faces(mesh, numbers) if note.get("faces", True) else None
            builder.add_selection(node.mesh, name, numbers, weights, faces, extras=note.get("extras"))
    return builder.build() if builder else scene


def _notes(item, members):
    """Returns what the file says of the selections that vertex groups came from, by the numbers of the groups. A group without its old
    name is one that was renamed if it is in the same place among the others, and at the end, where new ones come, if it has as many vertices."""
    kept = json.loads(item.get(glb.SELECTIONS, "[]"))
    groups = list(item.vertex_groups)
    by_name = {note["group"]: note for note in kept}
    found = {group.index: by_name[group.name] for group in groups if group.name in by_name}
    before, after = list(by_name), [group.name for group in groups]
    for kind, *around in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "replace":
            continue
        old = [note for note in kept[around[0] : around[1]] if note["group"] not in item.vertex_groups]
        new = [group for group in groups[around[2] : around[3]] if group.name not in by_name]
        is_sure = len(old) == len(new) and around[3] < len(groups)
        for group in new:
            alike = (note for note in old if is_sure or note["count"] == len(members[group.index]))
            note = next(alike, None)
            if note is not None:
                found[group.index] = note
                old.remove(note)
    return found
