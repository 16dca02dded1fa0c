-- Prints what is in models, by the foreign function interface of LuaJIT:
--
--     luajit print.lua libretromesh.so retromesh.h model.b3d
--
-- The header is read as it is, but for what is for the preprocessor and for C++.

local ffi = require("ffi")

local function declarations(path)
  local kept, skipped = {}, 0
  for line in io.lines(path) do
    if line:match("^#ifdef __cplusplus") then
      skipped = 1
    elseif skipped > 0 then
      skipped = line:match("^#endif") and 0 or 1
    elseif not line:match("^#") then
      kept[#kept + 1] = line:gsub("RETROMESH_CALL ?", "")
    end
  end
  return table.concat(kept, "\n")
end

local function text(name)
  return ffi.string(name.data, name.length)
end

local library, header = arg[1], arg[2]
ffi.cdef(declarations(header))
local retromesh = ffi.load(library)
local failed = 0
for i = 3, #arg do
  local error = ffi.new("retromesh_error")
  local scene = retromesh.retromesh_open(arg[i], nil, 0, error)
  if scene == nil then
    print(arg[i] .. ": " .. ffi.string(error.text))
    failed = failed + 1
  else
    ffi.gc(scene, retromesh.retromesh_free)
    print(("%s: %s %s"):format(arg[i], text(scene.format), text(scene.version)))
    for m = 0, tonumber(scene.meshes.count) - 1 do
      local mesh = scene.meshes.data[m]
      print(("  mesh %q: %d vertices, %d parts"):format(text(mesh.name), tonumber(mesh.positions.count), tonumber(mesh.parts.count)))
    end
    for c = 0, tonumber(scene.clips.count) - 1 do
      local clip = scene.clips.data[c]
      print(("  clip %q: %g s"):format(text(clip.name), clip.seconds))
    end
  end
end
os.exit(failed == 0)
