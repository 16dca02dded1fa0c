-- In the manner of mcl_mobs: one file a mob.
local path = minetest.get_modpath("beasts")
dofile(path .. "/zombie.lua")
dofile(path .. "/spider.lua")
