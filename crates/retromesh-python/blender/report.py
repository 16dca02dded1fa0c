"""What a conversion could not keep, in a panel of the 3D view."""

import bpy

KEY = "retromesh_report"

# What a way through Blender changes, by its code: how grave it is, and what it means.
LIMITS = {
    "blender-attributes": (
        "lost",
        "further values of vertices that only a part of a mesh has have no place in Blender",
    ),
    "blender-selections": (
        "lost",
        "faces are selected that not all corners are, or not though all corners are, or vertices and not those in their place",
    ),
    "blender-points": ("lost", "selected points that no face uses have no place in a mesh with shape keys"),
    "blender-faces": (
        "lost",
        "Blender's importer leaves out faces over the same corners as others, or with fewer than three",
    ),
    "blender-flags": ("lost", "flags of faces of a mesh whose faces Blender's importer has in another way"),
    "blender-parts": (
        "approximated",
        "parts of a mesh with the same material, such as hidden surfaces of a room, were joined",
    ),
    "blender-rotations": (
        "approximated",
        "keys were added, as Blender turns otherwise between rotations that are far apart",
    ),
    "blender-rest": (
        "approximated",
        "keys were added for bones that an action says nothing of and that rest elsewhere in Blender",
    ),
    "blender-polygons": ("approximated", "polygons that share corners with other faces came as triangles"),
    "blender-frames": ("approximated", "actions were written with a key on each whole frame"),
    "blender-numbers": (
        "approximated",
        "clips got other frame numbers, as they are longer than their place in the file",
    ),
    "blender-range": (
        "lost",
        "keys of actions are outside of the frame range that was set by hand",
    ),
    "blender-modifiers": ("lost", "modifiers, constraints and drivers are not in the file"),
}


class Limit:
    """Something that Blender cannot keep, as the library says what a format cannot."""

    def __init__(self, code, count=1, detail=""):
        self.code, self.count, self.detail = code, count, detail
        self.severity, self.summary = LIMITS[code]

    def __str__(self):
        times = f" x{self.count}" if self.count > 1 else ""
        where = f" ({self.detail})" if self.detail else ""
        return f"{self.severity} {self.code}{times}: {self.summary}{where}"


def limits(counts):
    """Makes the limits that were met, of how often each was."""
    return [Limit(code, count) for code, count in counts.items() if count]


def once(diagnostics):
    """Leaves out images that are reported missing again: a file is looked for on reading and on writing."""
    found, missing = [], set()
    for diagnostic in diagnostics:
        if diagnostic.code == "missing-image":
            if diagnostic.detail in missing:
                continue
            missing.add(diagnostic.detail)
        found.append(diagnostic)
    return found


def lines_of(title, diagnostics):
    """Makes the lines of a report."""
    counts = {}
    for found in diagnostics:
        counts[found.severity] = counts.get(found.severity, 0) + 1
    summary = ", ".join(f"{count} {severity}" for severity, count in sorted(counts.items())) or "nothing was lost"
    return [f"{title}: {summary}"] + [str(found) for found in diagnostics]


def show(context, lines):
    """Keeps a report with the scene, and prints it."""
    context.scene[KEY] = "\n".join(lines)
    for line in lines:
        print("retromesh:", line)


class RETROMESH_PT_report(bpy.types.Panel):
    """The report of the last import or export"""

    bl_label = "Loss report"
    bl_category = "retromesh"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"

    def draw(self, context):
        column = self.layout.column(align=True)
        for line in str(context.scene.get(KEY, "Nothing was imported or exported.")).splitlines():
            lossy = line.startswith(("lost", "approximated"))
            icon = "ERROR" if lossy else "NONE"
            for start in range(0, max(len(line), 1), 60):
                column.label(text=line[start : start + 60], icon=icon if start == 0 else "NONE")


def register():
    bpy.utils.register_class(RETROMESH_PT_report)


def unregister():
    bpy.utils.unregister_class(RETROMESH_PT_report)
