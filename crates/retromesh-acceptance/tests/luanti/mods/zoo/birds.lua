return {
	stand = {range = {x = 0, y = 2}, speed = 20, frame_blend = 0.3, loop = true},
	fly = {range = {x = 2, y = 4}, speed = 30, frame_blend = 0.3, loop = true},
	glide = {range = {x = 4, y = 6}, speed = 20, frame_blend = 0.5, loop = true},
}
