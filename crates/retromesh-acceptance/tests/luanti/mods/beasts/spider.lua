local speed = 12
mcl_mobs.register_mob("beasts:spider", {
	visual = "mesh", mesh = "beasts_spider.b3d",
	animation = {
		idle_speed = speed, walk_speed = speed * 2, run_speed = speed * 4,
		idle_start = 0, idle_end = 2,
		walk_start = 2, walk_end = 4,
		run_start = 2, run_end = 4,
		jump_start = 5, jump_end = 7, jump_speed = 8,
	},
})
