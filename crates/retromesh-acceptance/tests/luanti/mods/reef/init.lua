-- In the manner of animalia on creatura, where some clips leave their speed to the engine.
local function model(kind)
	return "reef_" .. kind .. ".b3d"
end

local swim = {range = {x = 0, y = 4}, frame_blend = 0.3, loop = true}
creatura.register_mob("reef:cod", {
	mesh = "reef_cod" .. ".b3d", speed = 2,
	animations = {swim = swim, flop = {range = {x = 4, y = 6}, speed = 45, frame_blend = 0.1, loop = true}},
})

creatura.register_mob("reef:ray", {
	mesh = "reef_ray.b3d",
	animations = {swim = table.copy(swim), rest = {range = {x = 5, y = 7}, speed = 5}},
})

-- What only a run knows.
creatura.register_mob("reef:eel", {mesh = model("eel"), animations = {swim = {range = {x = 0, y = 3}, speed = 20}}})
