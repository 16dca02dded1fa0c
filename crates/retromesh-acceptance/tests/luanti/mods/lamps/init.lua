-- Nodes and entities of the same models, and pictures of them in formspecs.
local lamp, genie = "lamps_lamp", "lamps_genie.b3d"

core.register_node("lamps:lamp", {drawtype = "mesh", mesh = lamp .. ".b3d", tiles = {"lamps_lamp.png"}})
core.register_node("lamps:small", {drawtype = "mesh", mesh = "lamps_lamp.b3d", visual_scale = 0.5})
core.register_node("lamps:post", {drawtype = "mesh", mesh = "lamps_post.b3d"})
core.register_entity("lamps:falling", {initial_properties = {visual = "mesh", mesh = lamp .. ".b3d"}})

mobs:register_mob("lamps:genie", {
	visual = "mesh", mesh = genie,
	animation = {stand_start = 0, stand_end = 3},
})

core.show_formspec("player", "lamps:lamp", "formspec_version[6]model[0,0;3,3;m;lamps_lamp.b3d;lamps_lamp.png]")
core.show_formspec("player", "lamps:genie", "model[0,0;3,3;m;" .. genie .. ";g.png;0,40;true;true;0,3;15]")
