"""Polygons, which Blender has and its glTF importer and exporter do not."""

import bmesh
import numpy as np

from . import binary, glb


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
    """Says in a GLB that Blender has written which of its triangles are polygons in Blender, as the library says it: they become the fans
    of these polygons, which are cut anew where a format has none."""
    tree, rest = glb.split(packed)
    meshes, rest, done = {mesh.name: mesh for mesh in meshes}, bytearray(rest), set()
    for about in tree.get("meshes", []):
        mesh = meshes.get(about.get("name"))
        if mesh is None or all(face.loop_total < 4 for face in mesh.polygons):
            continue
        faces = list(_by_material(mesh))
        parts = [part for part in about["primitives"] if part.get("mode", 4) == 4 and "indices" in part]
        if len(parts) == len(faces):
            for part, (loops, polygons) in zip(parts, faces):
                if _fan_out(tree, rest, part, loops, polygons, done):
                    part["extras"] = {**(part.get("extras") or {}), "retromesh": {"corners": _runs(polygons)}}
    return glb.join(tree, bytes(rest))


def _by_material(mesh):
    """Lists what Blender's exporter makes a part of, in its order: the corners of triangles, and the corners of each polygon."""
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
        yield loops.reshape(-1, 3)[materials[owners] == material], polygons


def _runs(polygons):
    """Lists the numbers of corners, each with how many polygons have it."""
    return [number for polygon in polygons for number in (len(polygon), 1)]


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
