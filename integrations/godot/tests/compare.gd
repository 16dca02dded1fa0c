extends SceneTree
## Compares every imported model of a project with what the program says of it. Run by `try.sh`.

const EXTENSIONS := ["b3d", "bo3d", "bgl", "bmd", "p3d", "rmesh", "x"]
## Fixtures with meshes that are hidden or that no node has: Godot leaves them out.
const UNSEEN := ["silent-levels.bmd", "empty-geometry.bgl"]

var tried := 0
var wrong := 0


func _initialize() -> void:
	var folders := ["res://"]
	while not folders.is_empty():
		var at: String = folders.pop_back()
		for folder in DirAccess.get_directories_at(at):
			folders.append(at.path_join(folder))
		for file in DirAccess.get_files_at(at):
			if file.get_extension().to_lower() in EXTENSIONS:
				_try(at.path_join(file))
	print("%d models are as the program says, %d are not" % [tried - wrong, wrong])
	quit(0 if tried > 0 and wrong == 0 else 1)


func _try(path: String) -> void:
	var said := []
	var words := ["info", "--json", ProjectSettings.globalize_path(path)]
	OS.execute("retromesh", words, said)
	var info: Dictionary = JSON.parse_string(said[0])[0]
	if info["error"] != null:
		return
	tried += 1
	var scene: PackedScene = load(path) if ResourceLoader.exists(path) else null
	if scene == null:
		_complain(path, "it was not imported")
		return
	var node := scene.instantiate()
	var triangles := 0
	for instance: MeshInstance3D in node.find_children("*", "MeshInstance3D", true, false):
		triangles += _triangles(instance.mesh)
	var clips := 0
	for player: AnimationPlayer in node.find_children("*", "AnimationPlayer", true, false):
		clips += player.get_animation_list().size()
	var joints := 0
	for skeleton: Skeleton3D in node.find_children("*", "Skeleton3D", true, false):
		joints += skeleton.get_bone_count()
	# Of levels of detail Godot has the nearest.
	var is_whole: bool = info["lods"] < 2 and path.get_file() not in UNSEEN
	if is_whole and triangles < info["triangles"]:
		_complain(path, "%d triangles of %d" % [triangles, info["triangles"]])
	if clips < _moving(info["animations"]):
		_complain(path, "%d clips of %d" % [clips, _moving(info["animations"])])
	if joints == 0 and info["skins"] > 0:
		_complain(path, "no skeleton")
	node.free()


func _triangles(mesh: ArrayMesh) -> int:
	var corners := 0
	for surface in mesh.get_surface_count():
		var indices := mesh.surface_get_array_index_len(surface)
		corners += indices if indices > 0 else mesh.surface_get_array_len(surface)
	return floori(corners / 3.0)


func _moving(clips: Array) -> int:
	return clips.filter(func(clip: Dictionary) -> bool: return clip["keys"] > 0).size()


func _complain(path: String, why: String) -> void:
	wrong += 1
	printerr("%s: %s" % [path, why])
