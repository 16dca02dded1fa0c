-- In the manner of mobs_redo and of player_api.
local S = minetest.get_translator("farm")

local walker = {
	speed_normal = 15,
	speed_run = 25,
	idle_start = 0, idle_end = 2,
	walk_start = 2, walk_end = 5,
	run_start = 2, run_end = 5, run_speed = 25,
	punch_start = 5, punch_end = 7, punch_speed = 30,
}

mobs:register_mob("farm:cow", {
	type = "animal", visual = "mesh", mesh = "farm_cow.b3d", visual_size = {x = 1, y = 1},
	collisionbox = {-0.4, -0.01, -0.4, 0.4, 1.2, 0.4},
	textures = {{"farm_cow.png"}, {"farm_cow2.png"}},
	animation = {
		idle_start = 0, idle_end = 1, idle_speed = 20,
		rest_start = 1, rest_end = 3,
		walk_start = 3, walk_end = 5, walk_speed = 20,
		die_start = 1, die_end = 2, die_speed = 5, die_loop = false,
		speed_normal = 10,
	},
	after_activate = function(self) self.speed = {x = 1, y = 2} end,
})

mobs:register_mob("farm:sheep", {
	visual = "mesh", mesh = "farm_sheep.b3d",
	animation = table.copy(walker),
})

local angry = table.copy(walker)
angry.punch_speed = 45
angry.walk_end = walker.walk_end + 1
mobs:register_mob("farm:ram", {
	visual = "mesh", mesh = "farm_sheep.b3d",
	animation = angry,
})

for _, colour in ipairs({"white", "brown"}) do
	mobs:register_mob("farm:hen_" .. colour, {
		visual = "mesh", mesh = "farm_hen_" .. colour .. ".b3d",
		animation = {speed_normal = 24, idle_start = 0, idle_end = 4, walk_start = 4, walk_end = 7},
	})
end

player_api.register_model("farm_player.b3d", {
	animation_speed = 30,
	textures = {"farm_player.png"},
	animations = {
		stand = {x = 0, y = 1},
		lay = {x = 1, y = 2, eye_height = 0.3, override_local = true},
		walk = {x = 2, y = 4},
		mine = {x = 4, y = 5},
		walk_mine = {x = 5, y = 7},
	},
	collisionbox = {-0.3, 0.0, -0.3, 0.3, 1.7, 0.3},
})
