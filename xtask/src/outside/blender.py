# Takes a GLB file through Blender: imports it and exports it again, with everything that its exporter keeps.
import sys

import bpy

source, target = sys.argv[-2:]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=source)
bpy.ops.export_scene.gltf(
    filepath=target, export_format="GLB", export_extras=True, export_attributes=True, export_animations=True
)
