"""Legacy game models in Blender: File > Import and File > Export.

One tree serves Blender 4.2 and newer, which installs the wheels that the manifest names, and Blender 3.4 to 4.1, which finds the same
module unpacked in `lib`.
"""

bl_info = {
    "name": "retromesh: legacy game models",
    "author": "the retromesh contributors",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "File > Import-Export",
    "description": "Opens and writes Blitz3D, bOGL, BOGLE, BGBTech and Operation Flashpoint models",
    "category": "Import-Export",
}

import importlib.util
import os
import sys

_LIB = os.path.join(os.path.dirname(__file__), "lib")
if importlib.util.find_spec("retromesh") is None and os.path.isdir(_LIB):
    sys.path.append(_LIB)

from . import operators, report


def register():
    report.register()
    operators.register()


def unregister():
    operators.unregister()
    report.unregister()
