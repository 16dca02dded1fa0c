"""What a conversion could not keep, in a panel of the 3D view."""

import bpy

KEY = "retromesh_report"


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
