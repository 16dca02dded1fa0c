"""Polygons, which Blender has and its glTF importer and exporter do not, and the flags of faces."""

import json

import bmesh
import numpy as np

from . import binary, glb

# An attribute of faces that holds their flags in the file.
FLAGS = "retromesh_face_flags"


def flag(mesh, data):
    """Gives the triangles that Blender's importer has made of a mesh the flags of its faces; returns how many faces lose theirs."""
    flagged = sum(int(np.count_nonzero(part.face_flags)) for part in mesh.parts)
    if flagged == 0:
        return 0
    flags = [_spread(part)[_kept(part)] for part in mesh.parts]
    flags = np.concatenate(flags).astype(np.uint32)
    if len(flags) != len(data.polygons):
        return flagged
    data.attributes.new(FLAGS, "INT", "FACE").data.foreach_set("value", flags.view(np.int32))
    return 0


def _spread(part):
    """Returns for each triangle of a part the flags of its face."""
    flags = part.face_flags if len(part.face_flags) else np.zeros(len(part.starts) - 1, dtype=np.uint32)
    return np.repeat(flags, np.maximum(np.diff(part.starts).astype(np.int64) - 2, 0))


def _flags(mesh):
    """Returns the flags of the faces of a mesh of Blender; `None` where it has none."""
    layer = mesh.attributes.get(FLAGS)
    if layer is None or (layer.domain, layer.data_type) != ("FACE", "INT") or len(layer.data) != len(mesh.polygons):
        return None
    found = np.empty(len(mesh.polygons), dtype=np.int32)
    layer.data.foreach_get("value", found)
    return found.view(np.uint32)


def join(mesh, data):
    """Makes polygons of the triangles that Blender's importer has made of a mesh; returns how many stay triangles."""
    groups = list(_groups(mesh, data))
    if not any(corners for _, _, corners in groups):
        return len(groups)
    normals = _normals(data) if data.has_custom_normals else None
    cut, gone = 0, []
    work = bmesh.new()
    work.from_mesh(data)
    work.verts.ensure_lookup_table()
    work.faces.ensure_lookup_table()
    triangles = list(work.faces)
    order = {face: number for number, face in enumerate(triangles)}
    for first, count, corners in groups:
        old = triangles[first : first + count]
        vertices = [work.verts[corner] for corner in corners or ()]
        # Blender has each face once.
        if not vertices or work.faces.get(vertices) is not None:
            cut += 1
            continue
        loops = {loop.vert.index: loop for face in old for loop in face.loops}
        face = work.faces.new(vertices, old[0])
        for loop in face.loops:
            loop.copy_from(loops[loop.vert.index])
        face.smooth = any(face.smooth for face in old)
        order[face] = first
        gone += old
    bmesh.ops.delete(work, geom=gone, context="FACES")
    work.faces.sort(key=order.get)
    work.to_mesh(data)
    work.free()
    if normals is not None:
        data.normals_split_custom_set_from_vertices(normals)
    return cut


def _groups(mesh, data):
    """Lists the polygons of a mesh that are in Blender: their first triangle, how many there are, and the corners in Blender, or `None` for
    those that cannot be joined."""
    corners = np.empty(len(data.loops), dtype=np.int64)
    data.loops.foreach_get("vertex_index", corners)
    sizes = np.empty(len(data.polygons), dtype=np.int64)
    data.polygons.foreach_get("loop_total", sizes)
    kept = [_kept(part) for part in mesh.parts]
    if (sizes != 3).any() or sum(int(part.sum()) for part in kept) != len(sizes):
        yield from [(0, 0, None)] * sum(int((np.diff(part.starts) > 3).sum()) for part in mesh.parts)
        return
    corners, first = corners.reshape(-1, 3), 0
    for part, there in zip(mesh.parts, kept):
        triangles, indices, starts = part.triangulated, part.indices, part.starts
        places = first + np.cumsum(there) - there
        at = np.concatenate([[0], np.cumsum(np.maximum(np.diff(starts).astype(np.int64) - 2, 0))])
        for face in np.flatnonzero(np.diff(starts) > 3):
            own = slice(at[face], at[face + 1])
            place, count = int(places[at[face]]), int(there[own].sum())
            here = dict(zip(triangles[own].ravel().tolist(), corners[place : place + count].ravel().tolist()))
            outline = [here.get(corner) for corner in indices[starts[face] : starts[face + 1]].tolist()]
            is_whole = there[own].all() and None not in outline and len(set(outline)) == len(outline)
            if count:
                yield place, count, outline if is_whole else None
        first += int(there.sum())


def _kept(part):
    """Returns which triangles of a part Blender's importer keeps: those of three corners, and of several over the same corners the first."""
    corners = np.sort(part.triangulated, axis=1)
    first = np.zeros(len(corners), dtype=bool)
    first[np.unique(corners, axis=0, return_index=True)[1]] = True
    return first & (corners[:, 0] != corners[:, 1]) & (corners[:, 1] != corners[:, 2])


def _normals(data):
    """Returns the normal of each vertex of a mesh that has one for all its corners."""
    if not hasattr(data, "corner_normals"):
        data.calc_normals_split()
    corners, normals = np.empty(len(data.loops), dtype=np.int64), np.empty(len(data.loops) * 3, dtype=np.float32)
    data.loops.foreach_get("vertex_index", corners)
    data.loops.foreach_get("normal", normals)
    found = np.zeros((len(data.vertices), 3), dtype=np.float32)
    found[corners] = normals.reshape(-1, 3)
    return found


def keep(packed, meshes):
    """Says in a GLB that Blender has written which of its triangles are polygons in Blender, and what flags faces have, as the library says
    it: triangles become the fans of these polygons, which are cut anew where a format has none."""
    tree, rest = glb.split(packed)
    meshes, rest, done = {mesh.name: mesh for mesh in meshes}, bytearray(rest), set()
    for about in tree.get("meshes", []):
        mesh = meshes.get(about.get("name"))
        flags = None if mesh is None else _flags(mesh)
        if mesh is None or (flags is None and all(face.loop_total < 4 for face in mesh.polygons)):
            continue
        if flags is not None:
            _count(about, int(np.count_nonzero(flags)))
        faces = list(_by_material(mesh))
        parts = [part for part in about["primitives"] if part.get("mode", 4) == 4 and "indices" in part]
        if len(parts) == len(faces):
            for part, (loops, polygons, numbers) in zip(parts, faces):
                if _fan_out(tree, rest, part, loops, polygons, done):
                    own = {"corners": _runs(len(polygon) for polygon in polygons)}
                    if flags is not None:
                        own["faceFlags"] = _runs(flags[numbers].tolist())
                    part["extras"] = {**(part.get("extras") or {}), "retromesh": own}
    return glb.join(tree, bytes(rest))


def _count(about, flagged):
    """Says in what the library keeps of a mesh how many of its faces have flags: it reports those that do not come along."""
    extras = about.setdefault("extras", {})
    stored = json.loads(extras.get(glb.EXTRAS, "{}"))
    stored.setdefault("retromesh", {})["flaggedFaces"] = flagged
    extras[glb.EXTRAS] = json.dumps(stored)


def _by_material(mesh):
    """Lists what Blender's exporter makes a part of, in its order: the corners of triangles, the corners of each polygon, and its number."""
    mesh.calc_loop_triangles()
    count = len(mesh.loop_triangles)
    loops, owners = np.empty(count * 3, dtype=np.int64), np.empty(count, dtype=np.int64)
    mesh.loop_triangles.foreach_get("loops", loops)
    mesh.loop_triangles.foreach_get("polygon_index", owners)
    materials, starts, sizes = (np.empty(len(mesh.polygons), dtype=np.int64) for _ in range(3))
    mesh.polygons.foreach_get("material_index", materials)
    mesh.polygons.foreach_get("loop_start", starts)
    mesh.polygons.foreach_get("loop_total", sizes)
    for material in np.unique(materials[owners]):
        own = np.unique(owners[materials[owners] == material])
        polygons = [np.arange(starts[face], starts[face] + sizes[face]) for face in own]
        yield loops.reshape(-1, 3)[materials[owners] == material], polygons, own


def _runs(numbers):
    """Lists numbers, each with how many of it there are."""
    return [number for found in numbers for number in (found, 1)]


def _fan_out(tree, rest, part, loops, polygons, done):
    """Makes the triangles of a part the fans of polygons, once for parts that share them; returns whether it could."""
    number = part["indices"]
    written = binary.read(tree, rest, number).ravel()
    triangles = sum(len(polygon) - 2 for polygon in polygons)
    if len(written) != loops.size or triangles != len(loops):
        return False
    if number in done:
        return True
    here = np.full(int(loops.max()) + 1, -1, dtype=np.int64)
    here[loops.ravel()] = written
    fans = here[[(polygon[0], *pair) for polygon in polygons for pair in zip(polygon[1:], polygon[2:])]]
    if (fans < 0).any():
        return False
    about = tree["accessors"][number]
    start = 8 + tree["bufferViews"][about["bufferView"]].get("byteOffset", 0) + about.get("byteOffset", 0)
    packed = fans.astype(binary.KINDS[about["componentType"]]).tobytes()
    rest[start : start + len(packed)] = packed
    done.add(number)
    return True
