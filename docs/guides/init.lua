-- A mob of an invented mod, as mobs_redo registers it.
mobs:register_mob("walkers:walker", {
	type = "animal",
	visual = "mesh",
	mesh = "walker.b3d",
	visual_size = {x = 1, y = 1},
	textures = {{"walker.png"}},
	animation = {
		speed_normal = 30,
		wave_start = 1, wave_end = 3,
		rest_start = 4, rest_end = 8, rest_speed = 15,
	},
})
