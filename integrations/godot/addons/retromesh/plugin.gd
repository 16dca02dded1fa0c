@tool
extends EditorPlugin
## Adds the importer of legacy models, and the editor setting that says where the program is.

const Importer := preload("importer.gd")

var importer: EditorSceneFormatImporter


func _enter_tree() -> void:
	var settings := EditorInterface.get_editor_settings()
	if not settings.has_setting(Importer.PROGRAM):
		settings.set_setting(Importer.PROGRAM, "retromesh")
	settings.set_initial_value(Importer.PROGRAM, "retromesh", false)
	settings.add_property_info(
		{"name": Importer.PROGRAM, "type": TYPE_STRING, "hint": PROPERTY_HINT_GLOBAL_FILE}
	)
	importer = Importer.new()
	add_scene_format_importer_plugin(importer)


func _exit_tree() -> void:
	remove_scene_format_importer_plugin(importer)
	importer = null
