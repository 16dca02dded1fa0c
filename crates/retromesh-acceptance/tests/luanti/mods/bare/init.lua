-- In the manner of mobs_redo, with tables that say no speed, and names that are put together.
local name, extension = "bare_wolf", ".b3d"

mobs:register_mob("bare:wolf", {
	visual = "mesh", mesh = name .. ".b3d",
	animation = {
		stand_start = 0, stand_end = 2,
		walk_start = 2, walk_end = 5, walk_speed = 30,
	},
})

mobs:register_mob("bare:dog", {
	visual = "mesh", mesh = "bare_" .. "dog" .. extension,
	animation = {stand_start = 1, stand_end = 4, walk_start = 4, walk_end = 7},
})

local pup = {stand_start = 0, stand_end = 1, punch_start = 5, punch_end = 7}
mobs:register_mob("bare:pup", {visual = "mesh", mesh = "bare_dog.b3d", animation = table.copy(pup)})
