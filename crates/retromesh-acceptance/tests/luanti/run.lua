-- Runs the init.lua of a mod with the parts of Luanti's interface that definitions need, and prints each clip of each definition:
-- name, model, clip, first, last, speed, blend; "-" for what it does not say. Then what is drawn elsewhere: kind, name, model, scale.
-- Arguments: the folder, the name of the mod.
local SPEED = 15 -- what frameworks and the engine play where nothing says it
local folder, mod = arg[1], arg[2]

local function show(value)
	return value == nil and "-" or tostring(value)
end

local function clip(name, mesh, key, first, last, speed, blend)
	print(table.concat({name, mesh, key, show(first), show(last), show(speed), show(blend)}, "\t"))
end

-- mobs_redo and mcl_mobs: walk_start, walk_end, walk_speed, speed_normal.
local function flat(name, definition)
	local animation = definition.animation or {}
	for key, first in pairs(animation) do
		local own = key:match("^(.*)_start$")
		if own and animation[own .. "_end"] then
			local speed = animation[own .. "_speed"] or animation.speed_normal or SPEED
			clip(name, definition.mesh, own, first, animation[own .. "_end"], speed)
		end
	end
end

-- creatura and animalia: walk = {range = {x =, y =}, speed =, frame_blend =}.
local function nested(name, definition)
	for key, one in pairs(definition.animations or {}) do
		clip(name, definition.mesh, key, one.range.x, one.range.y, one.speed or SPEED, one.frame_blend)
	end
end

-- player_api: walk = {x =, y =}, and one speed for all.
local function player(mesh, definition)
	for key, one in pairs(definition.animations or {}) do
		clip(mesh, mesh, key, one.x, one.y, one.animation_speed or definition.animation_speed or SPEED)
	end
end

local function drawn(kind, name, mesh, scale)
	if mesh then
		print(table.concat({kind, name, mesh, scale or 1}, "\t"))
	end
end

local deaf = setmetatable({}, {__index = function() return function() end end})
core = setmetatable({
	get_current_modname = function() return mod end,
	get_modpath = function() return folder end,
	get_translator = function() return function(text) return text end end,
	register_node = function(name, definition) drawn("node", name, definition.mesh, definition.visual_scale) end,
	register_entity = function(name, definition) drawn("entity", name, definition.initial_properties.mesh) end,
	show_formspec = function(_, name, formspec)
		drawn("formspec", name, formspec:match("model%[[^;]*;[^;]*;[^;]*;([^;%]]*)"))
	end,
	registered_nodes = {}, settings = setmetatable({}, {__index = function() return function() end end}),
}, {__index = function() return function() end end})
minetest = core
table.copy = function(from)
	local to = {}
	for key, value in pairs(from) do
		to[key] = type(value) == "table" and table.copy(value) or value
	end
	return to
end
mobs = setmetatable({register_mob = function(_, name, definition) flat(name, definition) end}, {__index = deaf})
mcl_mobs = setmetatable({register_mob = function(name, definition) flat(name, definition) end}, {__index = deaf})
creatura = setmetatable({register_mob = nested}, {__index = deaf})
player_api = setmetatable({register_model = player}, {__index = deaf})
dofile(folder .. "/init.lua")
