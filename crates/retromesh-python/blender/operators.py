"""File > Import and File > Export."""

import os

import bpy
import retromesh
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, StringProperty
from bpy_extras.io_utils import ExportHelper, ImportHelper

from . import exporter, importer, report

# The formats that Blender has nothing of its own for.
FORMATS = [about for about in retromesh.formats() if not about["picture"] and about["id"] not in ("gltf", "obj")]
# The engine of whoever names none.
AS_IT_CAME = "AS_IT_CAME"
EXTENSIONS = [extension for about in FORMATS for extension in about["extensions"]]


class RETROMESH_OT_import(bpy.types.Operator, ImportHelper):
    """Import legacy game models"""

    bl_idname = "retromesh.import_models"
    bl_label = "Import legacy models"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filename_ext = ".b3d"
    filter_glob: StringProperty(default=";".join(f"*.{extension}" for extension in EXTENSIONS), options={"HIDDEN"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    root: StringProperty(
        name="Game folder",
        description="Where textures are looked for; by default next to the model",
        subtype="DIR_PATH",
    )
    lods: EnumProperty(
        name="Levels",
        items=[
            ("all", "All", "All levels of detail, in collections; only the finest is shown"),
            ("visual", "Visual", "Those that are seen"),
            ("best", "Finest", "The finest of those that are seen"),
        ],
    )
    frame_rate: BoolProperty(
        name="Set frame rate",
        description="Set the frame rate of the scene to that of the file, so that keys are on whole frames",
        default=True,
    )

    def execute(self, context):
        names = [os.path.join(self.directory, file.name) for file in self.files if file.name]
        paths = names or [self.filepath]
        lines, done = [], 0
        context.window_manager.progress_begin(0, len(paths))
        try:
            for number, path in enumerate(paths):
                context.window_manager.progress_update(number)
                if context.workspace is not None:
                    context.workspace.status_text_set(
                        f"Importing {os.path.basename(path)} ({number + 1} of {len(paths)})"
                    )
                try:
                    _, found = importer.load(
                        context, path, root=self.root or None, lods=self.lods, frame_rate=self.frame_rate
                    )
                except (retromesh.Error, RuntimeError) as error:
                    lines.append(f"{os.path.basename(path)}: {error}")
                    self.report({"ERROR"}, f"{os.path.basename(path)}: {error}")
                    continue
                done += 1
                lines += report.lines_of(os.path.basename(path), found)
        finally:
            context.window_manager.progress_end()
            if context.workspace is not None:
                context.workspace.status_text_set(None)
        report.show(context, lines)
        return {"FINISHED"} if done else {"CANCELLED"}


def _setting(about):
    """Makes the property of a setting that a format declares."""
    label = about["name"].replace("-", " ").capitalize()
    if about["kind"] == "flag":
        return BoolProperty(name=label, description=about["about"], default=False)
    if about["kind"] == "choice":
        return EnumProperty(
            name=label,
            description=about["about"],
            items=[(word["name"], word["name"].capitalize(), word["about"]) for word in about["choices"]],
        )
    return StringProperty(name=label, description=f"{about['about']} ({about['expected']})")


def _chosen(operator, about):
    """Returns the settings of an operator that are not as they are by default."""
    chosen = {}
    for setting in about["settings"]:
        if setting["direction"] == "reading":
            continue
        value = getattr(operator, setting["name"].replace("-", "_"))
        if setting["kind"] == "choice" and value == setting["choices"][0]["name"]:
            continue
        if value:
            chosen[setting["name"].replace("-", "_")] = value.split(",") if setting["kind"] == "list" else value
    return chosen


def _export_operator(about):
    """Makes the operator that exports a format, with its targets and settings as properties."""

    def execute(self, context):
        target = getattr(self, "target", AS_IT_CAME)
        target = None if target == AS_IT_CAME else target
        try:
            settings = _chosen(self, about)
            words = {"target": target, "selected": self.selected, "frames": self.frames}
            found = exporter.save(context, self.filepath, settings=settings, **words)
        except (retromesh.Error, RuntimeError, ValueError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        lines = report.lines_of(os.path.basename(self.filepath), found)
        report.show(context, lines)
        lossy = any(diagnostic.severity == "lost" for diagnostic in found)
        self.report({"WARNING" if lossy else "INFO"}, lines[0])
        return {"FINISHED"}

    extension = about["extensions"][0]
    properties = {
        "filter_glob": StringProperty(default=f"*.{extension}", options={"HIDDEN"}),
        "selected": BoolProperty(name="Selected objects", description="Export what is selected only", default=False),
    }
    properties["frames"] = EnumProperty(
        name="Frames",
        description="Which frame numbers and rate the clips get",
        items=[
            ("FILE", "As in the file", "Clips of an import keep their numbers, rate and order; others follow them"),
            ("SCENE", "As in the scene", "All clips get the rate of the scene, one after another"),
        ],
    )
    targets = [target for target in about["targets"] if target["writes"]]
    if targets:
        items = [(AS_IT_CAME, "As it came", f"What the file of the model was for, else {targets[0]['name']}")]
        items += [(target["name"], target["name"], target["about"]) for target in targets]
        properties["target"] = EnumProperty(name="Engine", description="The engine to write for", items=items)
    for setting in about["settings"]:
        if setting["direction"] != "reading":
            properties[setting["name"].replace("-", "_")] = _setting(setting)
    body = {
        "__doc__": f"Export {about['name']} models",
        "__annotations__": properties,
        "bl_idname": f"retromesh.export_{about['id']}",
        "bl_label": f"Export {about['name']}",
        "bl_options": {"PRESET"},
        "filename_ext": f".{extension}",
        "execute": execute,
    }
    return type(f"RETROMESH_OT_export_{about['id']}", (bpy.types.Operator, ExportHelper), body)


EXPORTERS = [(about, _export_operator(about)) for about in FORMATS if about["writes"]]
CLASSES = [RETROMESH_OT_import, *(exporter for _, exporter in EXPORTERS)]

if hasattr(bpy.types, "FileHandler"):

    class RETROMESH_FH_models(bpy.types.FileHandler):
        """Models that are dropped on the 3D view"""

        bl_idname = "RETROMESH_FH_models"
        bl_label = "Legacy models"
        bl_import_operator = "retromesh.import_models"
        bl_file_extensions = ";".join(f".{extension}" for extension in EXTENSIONS)

        @classmethod
        def poll_drop(cls, context):
            return context.area is not None and context.area.type == "VIEW_3D"

    CLASSES.append(RETROMESH_FH_models)


def _import_menu(self, _context):
    names = ", ".join(f".{extension}" for extension in EXTENSIONS)
    self.layout.operator(RETROMESH_OT_import.bl_idname, text=f"Legacy models ({names})")


def _export_menu(self, _context):
    for about, operator in EXPORTERS:
        self.layout.operator(operator.bl_idname, text=f"{about['name']} (.{about['extensions'][0]})")


def register():
    for item in CLASSES:
        bpy.utils.register_class(item)
    bpy.types.TOPBAR_MT_file_import.append(_import_menu)
    bpy.types.TOPBAR_MT_file_export.append(_export_menu)


def unregister():
    bpy.types.TOPBAR_MT_file_export.remove(_export_menu)
    bpy.types.TOPBAR_MT_file_import.remove(_import_menu)
    for item in reversed(CLASSES):
        bpy.utils.unregister_class(item)
