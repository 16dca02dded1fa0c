# Takes a GLB file through Blender: imports it and exports it again, with everything that its exporter keeps.
import sys

import bpy
import numpy

source, target = sys.argv[-2:]
# The exporter of 3.4 asks for names that later versions of numpy do not have.
for name, own in {"bool": bool, "float": float, "int": int}.items():
    if not hasattr(numpy, name):
        setattr(numpy, name, own)
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=source)
wanted = {"export_extras": True, "export_attributes": True, "export_animations": True}
# Older ones have no such attributes.
known = bpy.ops.export_scene.gltf.get_rna_type().properties.keys()
options = {name: value for name, value in wanted.items() if name in known}
bpy.ops.export_scene.gltf(filepath=target, export_format="GLB", **options)
