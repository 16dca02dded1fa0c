-- In the manner of animalia on creatura.
local path = core.get_modpath(core.get_current_modname())
local birds = dofile(path .. "/birds.lua")

creatura.register_mob("zoo:fox", {
	max_health = 10, speed = 4, tracking_range = 16,
	mesh = "zoo_fox.b3d", hitbox = {width = 0.35, height = 0.5}, visual_size = {x = 10, y = 10},
	textures = {"zoo_fox.png"},
	animations = {
		stand = {range = {x = 0, y = 1}, speed = 10, frame_blend = 0.3, loop = true},
		walk = {range = {x = 1, y = 3}, speed = 30, frame_blend = 0.3, loop = true},
		run = {range = {x = 1, y = 3}, speed = 45, frame_blend = 0.3, loop = true},
		pounce = {range = {x = 4, y = 5}, speed = 24, frame_blend = 0.1, loop = false},
	},
})

creatura.register_mob("zoo:owl", {
	mesh = "zoo_owl.b3d", speed = 5,
	animations = birds,
})

creatura.register_mob("zoo:turkey", {
	mesh = "zoo_turkey.b3d",
	animations = {
		stand = {range = {x = 0, y = 0}, speed = 1, frame_blend = 0.3, loop = true},
		walk = {range = {x = 3, y = 7}, speed = 5, frame_blend = 0.3, loop = true},
	},
})
