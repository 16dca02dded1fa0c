# Imports GLB files and writes where the vertices of all meshes are at some moments. Each line of the input is a path and moments in
# seconds; next to the path comes a file of a count and that many triples of floats for each moment.
import os
import sys

import bpy
import numpy

# The importer of Blender 3.4 asks for a name that NumPy has dropped since.
if not hasattr(numpy, "bool"):
    numpy.bool = bool

# This many frames a second: whole enough for the keys of all files.
RATE = 60


def places():
    graph = bpy.context.evaluated_depsgraph_get()
    found = []
    for item in bpy.context.view_layer.objects:
        # What the importer makes to draw bones with is no part of the model.
        if item.type != "MESH" or any(c.name.startswith("glTF_not_exported") for c in item.users_collection):
            continue
        shown = item.evaluated_get(graph)
        mesh = shown.to_mesh()
        local = numpy.empty(len(mesh.vertices) * 3, dtype=numpy.float32)
        mesh.vertices.foreach_get("co", local)
        matrix = numpy.array(shown.matrix_world, dtype=numpy.float64)
        found.append(local.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3])
        shown.to_mesh_clear()
    return numpy.concatenate(found) if found else numpy.empty((0, 3))


def show(line):
    path, *seconds = line.rstrip("\n").split("\t")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = RATE
    bpy.ops.import_scene.gltf(filepath=path)
    scene.render.fps = RATE
    target = os.path.splitext(path)[0]
    with open(target + ".part", "wb") as output:
        for moment in seconds:
            frame = float(moment) * RATE
            scene.frame_set(int(frame // 1), subframe=frame % 1)
            vertices = places()
            output.write(numpy.uint32(len(vertices)).tobytes())
            output.write(vertices.astype("<f4").tobytes())
    os.rename(target + ".part", target + ".places")


for line in sys.stdin:
    try:
        show(line)
    except Exception as error:
        # A refusal: nothing is where it should be.
        print(line, error, file=sys.stderr)
        open(os.path.splitext(line.split("\t")[0])[0] + ".places", "wb").close()
