@tool
extends EditorSceneFormatImporter
## Imports a legacy model: the program retromesh makes GLB of it, and GLTFDocument reads that.

## The editor setting with the path of the program.
const PROGRAM := "filesystem/import/retromesh/program"
## Godot samples every clip: one that is damaged, and lasts for years, would never end.
const MAX_SAMPLES := 20_000.0


func _get_extensions() -> PackedStringArray:
	return ["b3d", "bo3d", "bgl", "bmd", "p3d", "rmesh", "x"]


## Godot 4.3 and older ask what is imported.
func _get_import_flags() -> int:
	return IMPORT_SCENE | IMPORT_ANIMATION


func _import_scene(path: String, flags: int, options: Dictionary) -> Object:
	var made := ProjectSettings.globalize_path("res://.godot/retromesh-%s.glb" % path.md5_text())
	if not _convert(path, made):
		return null
	var state := GLTFState.new()
	state.handle_binary_image = GLTFState.HANDLE_BINARY_EMBED_AS_UNCOMPRESSED
	state.create_animations = options.get("animation/import", true)
	var document := GLTFDocument.new()
	var error := document.append_from_file(made, state, flags, path.get_base_dir())
	DirAccess.remove_absolute(made)
	if error != OK:
		push_error("%s: Godot does not read what was made of it: %s" % [path, error_string(error)])
		return null
	var rate: float = options.get("animation/fps", 30.0)
	var seconds := _longest(state)
	if seconds * rate > MAX_SAMPLES:
		rate = MAX_SAMPLES / seconds
		push_warning("%s: a clip of %d s is sampled %f times a second" % [path, seconds, rate])
	return document.generate_scene(state, rate, options.get("animation/trimming", false), false)


## Returns the seconds of the longest clip.
func _longest(state: GLTFState) -> float:
	var longest := 0.0
	for animation: Dictionary in state.json.get("animations", []):
		for sampler: Dictionary in animation["samplers"]:
			var times: Dictionary = state.json["accessors"][sampler["input"]]
			longest = maxf(longest, times["max"][0])
	return longest


## Writes a model as GLB. What the program says goes to the output of the editor.
func _convert(path: String, made: String) -> bool:
	var program: String = EditorInterface.get_editor_settings().get_setting(PROGRAM)
	var model := ProjectSettings.globalize_path(path)
	# Images may lie anywhere in the project.
	var project := ProjectSettings.globalize_path("res://")
	var words := ["convert", model, "-o", made, "--force", "--root", project]
	var said := []
	var code := OS.execute(program, words, said, true)
	var text := "".join(said).strip_edges()
	if code == 0:
		if text != "":
			print("%s: %s" % [path, text])
		return true
	if text == "":
		text = "%s cannot be run: set %s in the editor settings" % [program, PROGRAM]
	push_error("%s: %s" % [path, text])
	return false
