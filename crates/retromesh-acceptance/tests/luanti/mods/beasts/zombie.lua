local S = core.get_translator("beasts")

local zombie = {
	description = S("Zombie"), type = "monster",
	hp_min = 20, hp_max = 20, armor = {undead = 90, fleshy = 90},
	collisionbox = {-0.3, -0.01, -0.3, 0.3, 1.94, 0.3},
	visual = "mesh", mesh = "beasts_zombie.b3d",
	visual_size = {x = 3, y = 3},
	textures = {{"beasts_empty.png", "beasts_zombie.png"}},
	animation = {
		idle_start = 0, idle_end = 1, idle_speed = 5,
		walk_start = 1, walk_end = 3, speed_normal = 25, walk_speed = 20,
		run_start = 1, run_end = 3, run_speed = 40,
		punch_start = 3, punch_end = 5, punch_speed = 25,
	},
}
mcl_mobs.register_mob("beasts:zombie", zombie)

local baby = table.copy(zombie)
baby.description = S("Baby Zombie")
baby.visual_size = {x = zombie.visual_size.x / 2, y = zombie.visual_size.y / 2}
baby.animation = table.copy(zombie.animation)
baby.animation.run_speed = 60
mcl_mobs.register_mob("beasts:baby_zombie", baby)

local husk = table.copy(zombie)
husk.textures = {{"beasts_empty.png", "beasts_husk.png"}}
mcl_mobs.register_mob("beasts:husk", husk)
