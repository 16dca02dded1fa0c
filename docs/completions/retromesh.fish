# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_retromesh_global_optspecs
    string join \n q/quiet v/verbose color= h/help V/version
end

function __fish_retromesh_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_retromesh_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_retromesh_using_subcommand
    set -l cmd (__fish_retromesh_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c retromesh -n "__fish_retromesh_needs_command" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_needs_command" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_needs_command" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_needs_command" -s V -l version -d 'Print version'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "convert" -d 'Converts files, or whole folders of files, to another format'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "info" -d 'Shows what is in a file: counts, bounds, materials, animations, the tree'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "dump" -d 'Prints a file\'s structures, as text, JSON or annotated bytes'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "text" -d 'Writes a file as text, to be read, compared and edited; `pack` turns it back'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "pack" -d 'Turns the text of `retromesh text` back into a file'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "check" -d 'Checks whether files are damaged, and what an engine makes of them'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "diff" -d 'Compares two models: shape, materials, nodes, clips, poses'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "duplicates" -d 'Lists files that are the same: by their bytes, and by their geometry'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "repair" -d 'Repairs what an engine would refuse, drop or show wrong'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "render" -d 'Draws pictures: stills, animations, thumbnails of folders, comparisons'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "view" -d 'Shows models in the browser: turn, play, what is in them, what is lost'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "textures" -d 'Lists the images that models name, and gives them other names'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "proxies" -d 'Lists the other models that models refer to, and which files those are'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "formats" -d 'Lists the formats and what each can do'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "help" -d 'Explains a command or a topic'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "completions" -d 'Prints a completion script for a shell'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "man" -d 'Prints the manual page, or writes one for each command'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -s o -l output -d 'The output file or folder; by default next to each input' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -s d -l directory -d 'The output folder, which need not be there' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l to -d 'The output format, such as `b3d`; else that of the output file, or glb for models, png for textures, paa for images' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l frame-table -d 'Writes the frame ranges of the clips' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l patch -d 'Writes what changes in the Lua files of a mod as a unified diff, for `--target luanti`' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l like -d 'The model that the input was made from: what other programs changed or dropped of it comes from there' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l report -d 'Writes a line of JSON for each input, with all that was lost' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l deny -d 'Refuses to write files where this is found, such as `any-loss`' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l shard -d 'Converts the I-th of N parts of the inputs, the same ones on every machine' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l memory -d 'The memory that the files converted at a time may take together, as estimated by their sizes' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -s j -l jobs -d 'The number of files converted at a time; all cores by default' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l ranges -d 'Names clips as this file does, or the Lua files of a folder: Lua as mods write it, JSON or CSV' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l range -d 'Names a clip: `walk=168-187`, with a speed `walk=168-187@30`. May be repeated' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l first-frame -d 'The number of the first frame, as these ranges count: 0 in Luanti, 1 in the file' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l target -d 'The engine to write for; `retromesh help targets` lists them' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l textures -d 'Where texture images go' -r -f -a "embed\t'Writes the image into the output where the format can hold it, else links it; one that is in no file yet becomes a file next to the output'
copy\t'Writes each image into a file next to the output, also one that is in a file already. A .glb has them inside, as with `embed`. The textures of a P3D are copied below the output, where their paths lead'
link\t'Writes the image\'s file name'
none\t'Writes no image; materials keep their other properties'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l lods -d 'Levels of detail: auto, all, visual, best or a name' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l pose -d 'The pose for formats without animation: a frame of a clip' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l frame-rate -d 'The frames per second of formats whose keys are on whole frames' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l max-output -d 'How many bytes copies, keys and images may add to an output' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l vertex-floats -d 'How wide vertex numbers are' -r -f -a "f32\t'32 bits: exact'
f16\t'16 bits where all numbers fit; the largest error is reported'
auto\t'16 bits where the rounding stays invisible: under 1/2048 of the model\'s size in positions and under 1/1024 in texture coordinates; else 32 bits'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l scales -d 'What becomes of the scales of nodes' -r -f -a "auto\t'As the engine needs it: moved into vertices and offsets where that is exact'
keep\t'Written as they are'
bake\t'Moved into vertices and offsets where that is exact'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l bone-axes -d 'How the axes of bones lie in the rest pose' -r -f -a "keep\t'As they are'
align\t'Turned parallel to the mesh\'s, with the same motion; for engines that forget the rest rotation in normals'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l max-error -d 'The largest rounding of packed numbers. Of positions in units of the file, of texture coordinates (else 1/512), of normals in degrees (else 3)' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l max-bytes -d 'The largest size of the output. Packed numbers are narrowed until it is met' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l points -d 'Which points an editable model gets where the source keeps one vertex for each normal and texture coordinate (targets mlod, p3dm)' -r -f -a "merged\t'Those of the editor that the source remembers: vertices at seams become one point again'
split\t'One for each vertex'
functional-merged\t'Those of the editor in levels with a function, one for each vertex in those that are seen'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l mean-color -d 'The mean colour of the textures and the one seen from above, which is the same if it is not given. Without it the source\'s, else a grey (target odol7)' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l alpha-texture -d 'A texture that has alpha, where the source does not say it; `*` stands for any letters, `?` for one (target odol7)' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l key-texture -d 'A texture of which a colour is not shown, where the source does not say it; with `*` and `?`, too (target odol7)' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l section -d 'A selection that the game\'s configuration asks for as sections (target odol7)' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l clips -d 'How the clips of an animation become animations' -r -f -a "auto\t'As the target\'s engine needs: one animation for Luanti, else one for each clip'
one\t'One animation over the whole timeline'
named\t'One animation for each clip, with its name'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l luanti-use -d 'What a model for Luanti is for, as the scales differ (targets luanti, luanti-frames)' -r -f -a "entity\t'An entity\'s model: ten units are one node'
node\t'A node\'s model of drawtype `mesh`: one unit is one node, so that static models are written ten times as large'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l light-maps -d 'Where light maps go, which glTF does not know (target generic)' -r -f -a "occlusion\t'Into the occlusion slot, where tools show and keep them; a conversion back makes light maps of them'
extras\t'Into the extras alone'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l quantize -d 'How exact vertices are: whole numbers make smaller files, for readers that know KHR_mesh_quantization (target generic)' -r -f -a "none\t'As floats'
fine\t'Positions, normals, tangents, texture coordinates and weights of 16 bits'
small\t'Positions and texture coordinates of 16 bits, all else of 8'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l custom-attributes -d 'Whether values of vertices are written that glTF has no name for, such as `_POINT`: some programs refuse files with them (target generic)' -r -f -a "keep\t'It is written'
drop\t'It is left out'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l extras -d 'Whether extras are written: without them files are smaller, and what glTF has no place for is lost' -r -f -a "keep\t'It is written'
drop\t'It is left out'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l motion -d 'The clip that is written, where a model has several; by default the first' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l from -d 'The format of standard input, by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l error-bytes -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l max-decompressed -d 'The maximum size to which the compressed data of one input may unpack. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l max-lods -d 'The maximum number of levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds; contradictions are reported'
auto\t'Recomputes the normals of a mesh whose stored ones contradict its faces'
recompute\t'Recomputes all normals from the faces, smooth where vertices of one position had one normal or none'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l fps -d 'The frames per second of the animation, in place of the file\'s own' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l root -d 'The folder for images and other files of a model, such as the game\'s' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l keys -d 'Which keys count, as engines differ: Luanti plays those of the first `KEYS` of a node, takes frames before 1 for 1, and keeps the first key of a frame' -r -f -a "auto\t'Those that the target\'s engine plays; all where no target is named'
all\t'All, on their own frames, as Blitz3D plays them'
luanti\t'Those that Luanti 5.17 plays, where it plays them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l winding -d 'What to do with faces whose winding contradicts their normals' -r -f -a "keep\t'Keeps them; a mesh that has both kinds is reported'
auto\t'Turns them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l packed-uvs -d 'Which layout of packed texture coordinates is read, as the format has had two' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l animation -d 'Motion for the model: an `.rtm` file by its path from the model\'s folder, a clip each' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l skins -d 'Whether the skins of a file count: Blitz3D\'s own loader reads none' -r -f -a "apply\t'They are, as in DirectX itself and in Luanti'
ignore\t'They are left out: meshes are where their frames are, as Blitz3D shows them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l lua -d 'Writes the Lua files of a mod that change into the output folder, for `--target luanti`'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -s f -l force -d 'Overwrites outputs that are already there'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -s n -l dry-run -d 'Says what would be written where, and reads and writes nothing'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l resume -d 'Goes on with an earlier run into the same folder'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l optimize -d 'Merges equal vertices and meshes, and leaves out what nothing shows, and keys that change nothing but rounding'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l unverified -d 'Does not read outputs again to check them, which saves up to a third of the time'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l no-mirror -d 'Takes the numbers as right-handed, as files of tools for construction mean them'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l detect-all -d 'Takes files of folders by their content, whatever their extension'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l strict -d 'Refuses files that break their format\'s rules instead of repairing them'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l follow -d 'Follows links that lead out of the input folders'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l with-props -d 'Also shows the models that a model names, such as the props of a room; they are found as its textures are'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l unloadable -d 'Reads files of versions that the engine refuses, with a diagnostic'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter writes it. Without it the position is meant in the bone\'s own, rotated axes, as the engine and all other bones have it'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l engine-joints -d 'Moves bones as the engine does: one that turns takes its own offset around the joint above. Without it a bone keeps its offset when it turns, as in Blender, and as this program writes it for both. It overrides `root-in-armature-space`'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l fix -d 'Fixes damage whose exact fix is known, such as the animation gaps of old files. Without it they are read as the engine does'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l root-motion -d 'Moves the model by the step of each `--animation`'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l html -d 'Writes a page with a picture of each model and texture, which can be searched' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l ranges -d 'Names clips as this file does, or the Lua files of a folder: Lua as mods write it, JSON or CSV' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l range -d 'Names a clip: `walk=168-187`, with a speed `walk=168-187@30`. May be repeated' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l first-frame -d 'The number of the first frame, as these ranges count: 0 in Luanti, 1 in the file' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l from -d 'The format of standard input, by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l error-bytes -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l max-decompressed -d 'The maximum size to which the compressed data of one input may unpack. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l max-lods -d 'The maximum number of levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds; contradictions are reported'
auto\t'Recomputes the normals of a mesh whose stored ones contradict its faces'
recompute\t'Recomputes all normals from the faces, smooth where vertices of one position had one normal or none'"
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l fps -d 'The frames per second of the animation, in place of the file\'s own' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l root -d 'The folder for images and other files of a model, such as the game\'s' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l keys -d 'Which keys count, as engines differ: Luanti plays those of the first `KEYS` of a node, takes frames before 1 for 1, and keeps the first key of a frame' -r -f -a "auto\t'Those that the target\'s engine plays; all where no target is named'
all\t'All, on their own frames, as Blitz3D plays them'
luanti\t'Those that Luanti 5.17 plays, where it plays them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l winding -d 'What to do with faces whose winding contradicts their normals' -r -f -a "keep\t'Keeps them; a mesh that has both kinds is reported'
auto\t'Turns them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l packed-uvs -d 'Which layout of packed texture coordinates is read, as the format has had two' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l animation -d 'Motion for the model: an `.rtm` file by its path from the model\'s folder, a clip each' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l skins -d 'Whether the skins of a file count: Blitz3D\'s own loader reads none' -r -f -a "apply\t'They are, as in DirectX itself and in Luanti'
ignore\t'They are left out: meshes are where their frames are, as Blitz3D shows them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l json -d 'Prints JSON: a list with one object for each file'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l jsonl -d 'Prints one JSON object per line, each as soon as its file is read'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l csv -d 'Prints a table with one line for each file, as comma-separated values'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -s f -l force -d 'Overwrites a page that is already there'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l detect-all -d 'Takes files of folders by their content, whatever their extension'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l strict -d 'Refuses files that break their format\'s rules instead of repairing them'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l follow -d 'Follows links that lead out of the input folders'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l with-props -d 'Also shows the models that a model names, such as the props of a room; they are found as its textures are'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l unloadable -d 'Reads files of versions that the engine refuses, with a diagnostic'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter writes it. Without it the position is meant in the bone\'s own, rotated axes, as the engine and all other bones have it'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l engine-joints -d 'Moves bones as the engine does: one that turns takes its own offset around the joint above. Without it a bone keeps its offset when it turns, as in Blender, and as this program writes it for both. It overrides `root-in-armature-space`'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l fix -d 'Fixes damage whose exact fix is known, such as the animation gaps of old files. Without it they are read as the engine does'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l no-mirror -d 'Takes the numbers as right-handed, as files of tools for construction mean them'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l root-motion -d 'Moves the model by the step of each `--animation`'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l at -d 'Says which field of which structure the byte at an offset is; 0x before it for hexadecimal' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l only -d 'Prints only what is below a path, as --hex and --at name them, with its bytes' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l from -d 'The format of standard input, by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l error-bytes -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l max-decompressed -d 'The maximum size to which the compressed data of one input may unpack. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l max-lods -d 'The maximum number of levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds; contradictions are reported'
auto\t'Recomputes the normals of a mesh whose stored ones contradict its faces'
recompute\t'Recomputes all normals from the faces, smooth where vertices of one position had one normal or none'"
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l fps -d 'The frames per second of the animation, in place of the file\'s own' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l root -d 'The folder for images and other files of a model, such as the game\'s' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l keys -d 'Which keys count, as engines differ: Luanti plays those of the first `KEYS` of a node, takes frames before 1 for 1, and keeps the first key of a frame' -r -f -a "auto\t'Those that the target\'s engine plays; all where no target is named'
all\t'All, on their own frames, as Blitz3D plays them'
luanti\t'Those that Luanti 5.17 plays, where it plays them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l winding -d 'What to do with faces whose winding contradicts their normals' -r -f -a "keep\t'Keeps them; a mesh that has both kinds is reported'
auto\t'Turns them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l packed-uvs -d 'Which layout of packed texture coordinates is read, as the format has had two' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l animation -d 'Motion for the model: an `.rtm` file by its path from the model\'s folder, a clip each' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l skins -d 'Whether the skins of a file count: Blitz3D\'s own loader reads none' -r -f -a "apply\t'They are, as in DirectX itself and in Luanti'
ignore\t'They are left out: meshes are where their frames are, as Blitz3D shows them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l scene -d 'Prints the common scene instead of the file\'s own structures'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l json -d 'Prints JSON: each structure and field with its offset, length and value'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l hex -d 'Prints the bytes of the file next to what they are'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l whole -d 'Prints arrays and long bytes whole, with --json or --hex'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l detect-all -d 'Takes files of folders by their content, whatever their extension'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l strict -d 'Refuses files that break their format\'s rules instead of repairing them'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l follow -d 'Follows links that lead out of the input folders'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l with-props -d 'Also shows the models that a model names, such as the props of a room; they are found as its textures are'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l unloadable -d 'Reads files of versions that the engine refuses, with a diagnostic'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter writes it. Without it the position is meant in the bone\'s own, rotated axes, as the engine and all other bones have it'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l engine-joints -d 'Moves bones as the engine does: one that turns takes its own offset around the joint above. Without it a bone keeps its offset when it turns, as in Blender, and as this program writes it for both. It overrides `root-in-armature-space`'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l fix -d 'Fixes damage whose exact fix is known, such as the animation gaps of old files. Without it they are read as the engine does'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l no-mirror -d 'Takes the numbers as right-handed, as files of tools for construction mean them'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l root-motion -d 'Moves the model by the step of each `--animation`'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -s o -l output -d 'The text; standard output where none is named' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l from -d 'The format of standard input, by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l error-bytes -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l max-decompressed -d 'The maximum size to which the compressed data of one input may unpack. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l max-lods -d 'The maximum number of levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l keys -d 'Which keys count, as engines differ: Luanti plays those of the first `KEYS` of a node, takes frames before 1 for 1, and keeps the first key of a frame' -r -f -a "auto\t'Those that the target\'s engine plays; all where no target is named'
all\t'All, on their own frames, as Blitz3D plays them'
luanti\t'Those that Luanti 5.17 plays, where it plays them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l winding -d 'What to do with faces whose winding contradicts their normals' -r -f -a "keep\t'Keeps them; a mesh that has both kinds is reported'
auto\t'Turns them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l packed-uvs -d 'Which layout of packed texture coordinates is read, as the format has had two' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l animation -d 'Motion for the model: an `.rtm` file by its path from the model\'s folder, a clip each' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l skins -d 'Whether the skins of a file count: Blitz3D\'s own loader reads none' -r -f -a "apply\t'They are, as in DirectX itself and in Luanti'
ignore\t'They are left out: meshes are where their frames are, as Blitz3D shows them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -s f -l force -d 'Overwrites an output that is already there'
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l detect-all -d 'Takes files of folders by their content, whatever their extension'
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l strict -d 'Refuses files that break their format\'s rules instead of repairing them'
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l unloadable -d 'Reads files of versions that the engine refuses, with a diagnostic'
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter writes it. Without it the position is meant in the bone\'s own, rotated axes, as the engine and all other bones have it'
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l engine-joints -d 'Moves bones as the engine does: one that turns takes its own offset around the joint above. Without it a bone keeps its offset when it turns, as in Blender, and as this program writes it for both. It overrides `root-in-armature-space`'
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l fix -d 'Fixes damage whose exact fix is known, such as the animation gaps of old files. Without it they are read as the engine does'
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l no-mirror -d 'Takes the numbers as right-handed, as files of tools for construction mean them'
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -l root-motion -d 'Moves the model by the step of each `--animation`'
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand text" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand pack" -s o -l output -d 'The packed file, `-` for standard output' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand pack" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand pack" -s f -l force -d 'Overwrites an output that is already there'
complete -c retromesh -n "__fish_retromesh_using_subcommand pack" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand pack" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand pack" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l target -d 'Also reports what this engine will refuse, drop or show wrong; see `help targets`' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l from -d 'The format of standard input, by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l error-bytes -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l max-decompressed -d 'The maximum size to which the compressed data of one input may unpack. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l max-lods -d 'The maximum number of levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds; contradictions are reported'
auto\t'Recomputes the normals of a mesh whose stored ones contradict its faces'
recompute\t'Recomputes all normals from the faces, smooth where vertices of one position had one normal or none'"
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l fps -d 'The frames per second of the animation, in place of the file\'s own' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l root -d 'The folder for images and other files of a model, such as the game\'s' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l keys -d 'Which keys count, as engines differ: Luanti plays those of the first `KEYS` of a node, takes frames before 1 for 1, and keeps the first key of a frame' -r -f -a "auto\t'Those that the target\'s engine plays; all where no target is named'
all\t'All, on their own frames, as Blitz3D plays them'
luanti\t'Those that Luanti 5.17 plays, where it plays them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l winding -d 'What to do with faces whose winding contradicts their normals' -r -f -a "keep\t'Keeps them; a mesh that has both kinds is reported'
auto\t'Turns them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l packed-uvs -d 'Which layout of packed texture coordinates is read, as the format has had two' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l animation -d 'Motion for the model: an `.rtm` file by its path from the model\'s folder, a clip each' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l skins -d 'Whether the skins of a file count: Blitz3D\'s own loader reads none' -r -f -a "apply\t'They are, as in DirectX itself and in Luanti'
ignore\t'They are left out: meshes are where their frames are, as Blitz3D shows them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l json -d 'Prints JSON: a list with one object for each file'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l detect-all -d 'Takes files of folders by their content, whatever their extension'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l strict -d 'Refuses files that break their format\'s rules instead of repairing them'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l follow -d 'Follows links that lead out of the input folders'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l with-props -d 'Also shows the models that a model names, such as the props of a room; they are found as its textures are'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l unloadable -d 'Reads files of versions that the engine refuses, with a diagnostic'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter writes it. Without it the position is meant in the bone\'s own, rotated axes, as the engine and all other bones have it'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l engine-joints -d 'Moves bones as the engine does: one that turns takes its own offset around the joint above. Without it a bone keeps its offset when it turns, as in Blender, and as this program writes it for both. It overrides `root-in-armature-space`'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l fix -d 'Fixes damage whose exact fix is known, such as the animation gaps of old files. Without it they are read as the engine does'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l no-mirror -d 'Takes the numbers as right-handed, as files of tools for construction mean them'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l root-motion -d 'Moves the model by the step of each `--animation`'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l tolerance -d 'The largest difference that counts as none' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l poses -d 'The moments at which the poses of each clip are compared; 0 for the rest pose alone' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l from -d 'The format of standard input, by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l error-bytes -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l max-decompressed -d 'The maximum size to which the compressed data of one input may unpack. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l max-lods -d 'The maximum number of levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds; contradictions are reported'
auto\t'Recomputes the normals of a mesh whose stored ones contradict its faces'
recompute\t'Recomputes all normals from the faces, smooth where vertices of one position had one normal or none'"
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l fps -d 'The frames per second of the animation, in place of the file\'s own' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l root -d 'The folder for images and other files of a model, such as the game\'s' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l keys -d 'Which keys count, as engines differ: Luanti plays those of the first `KEYS` of a node, takes frames before 1 for 1, and keeps the first key of a frame' -r -f -a "auto\t'Those that the target\'s engine plays; all where no target is named'
all\t'All, on their own frames, as Blitz3D plays them'
luanti\t'Those that Luanti 5.17 plays, where it plays them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l winding -d 'What to do with faces whose winding contradicts their normals' -r -f -a "keep\t'Keeps them; a mesh that has both kinds is reported'
auto\t'Turns them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l packed-uvs -d 'Which layout of packed texture coordinates is read, as the format has had two' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l animation -d 'Motion for the model: an `.rtm` file by its path from the model\'s folder, a clip each' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l skins -d 'Whether the skins of a file count: Blitz3D\'s own loader reads none' -r -f -a "apply\t'They are, as in DirectX itself and in Luanti'
ignore\t'They are left out: meshes are where their frames are, as Blitz3D shows them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l losses -d 'Leaves out what only the second file has'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l json -d 'Prints JSON: a list with one object for each pair'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l detect-all -d 'Takes files of folders by their content, whatever their extension'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l strict -d 'Refuses files that break their format\'s rules instead of repairing them'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l follow -d 'Follows links that lead out of the input folders'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l with-props -d 'Also shows the models that a model names, such as the props of a room; they are found as its textures are'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l unloadable -d 'Reads files of versions that the engine refuses, with a diagnostic'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter writes it. Without it the position is meant in the bone\'s own, rotated axes, as the engine and all other bones have it'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l engine-joints -d 'Moves bones as the engine does: one that turns takes its own offset around the joint above. Without it a bone keeps its offset when it turns, as in Blender, and as this program writes it for both. It overrides `root-in-armature-space`'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l fix -d 'Fixes damage whose exact fix is known, such as the animation gaps of old files. Without it they are read as the engine does'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l no-mirror -d 'Takes the numbers as right-handed, as files of tools for construction mean them'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l root-motion -d 'Moves the model by the step of each `--animation`'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l from -d 'The format of standard input, by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l error-bytes -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l max-decompressed -d 'The maximum size to which the compressed data of one input may unpack. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l max-lods -d 'The maximum number of levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l keys -d 'Which keys count, as engines differ: Luanti plays those of the first `KEYS` of a node, takes frames before 1 for 1, and keeps the first key of a frame' -r -f -a "auto\t'Those that the target\'s engine plays; all where no target is named'
all\t'All, on their own frames, as Blitz3D plays them'
luanti\t'Those that Luanti 5.17 plays, where it plays them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l winding -d 'What to do with faces whose winding contradicts their normals' -r -f -a "keep\t'Keeps them; a mesh that has both kinds is reported'
auto\t'Turns them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l packed-uvs -d 'Which layout of packed texture coordinates is read, as the format has had two' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l animation -d 'Motion for the model: an `.rtm` file by its path from the model\'s folder, a clip each' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l skins -d 'Whether the skins of a file count: Blitz3D\'s own loader reads none' -r -f -a "apply\t'They are, as in DirectX itself and in Luanti'
ignore\t'They are left out: meshes are where their frames are, as Blitz3D shows them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l root -d 'The folder for images and other files of a model, such as the game\'s' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l json -d 'Prints JSON: a list with one object for each group'
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l detect-all -d 'Takes files of folders by their content, whatever their extension'
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l strict -d 'Refuses files that break their format\'s rules instead of repairing them'
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l unloadable -d 'Reads files of versions that the engine refuses, with a diagnostic'
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter writes it. Without it the position is meant in the bone\'s own, rotated axes, as the engine and all other bones have it'
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l engine-joints -d 'Moves bones as the engine does: one that turns takes its own offset around the joint above. Without it a bone keeps its offset when it turns, as in Blender, and as this program writes it for both. It overrides `root-in-armature-space`'
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l fix -d 'Fixes damage whose exact fix is known, such as the animation gaps of old files. Without it they are read as the engine does'
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l no-mirror -d 'Takes the numbers as right-handed, as files of tools for construction mean them'
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l root-motion -d 'Moves the model by the step of each `--animation`'
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -l follow -d 'Follows links that lead out of the input folders'
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand duplicates" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -s o -l output -d 'The repaired file, for a single input, or a folder' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -s d -l directory -d 'The folder for the repaired files; the tree below an input folder is repeated in it' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l target -d 'The engine to repair for, that of the file or the first of the format\'s where none is named; `retromesh help targets` lists them' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l only -d 'Repairs only what these rules find; `retromesh help rules` lists them' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l from -d 'The format of standard input, by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l error-bytes -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l max-decompressed -d 'The maximum size to which the compressed data of one input may unpack. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l max-lods -d 'The maximum number of levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l keys -d 'Which keys count, as engines differ: Luanti plays those of the first `KEYS` of a node, takes frames before 1 for 1, and keeps the first key of a frame' -r -f -a "auto\t'Those that the target\'s engine plays; all where no target is named'
all\t'All, on their own frames, as Blitz3D plays them'
luanti\t'Those that Luanti 5.17 plays, where it plays them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l winding -d 'What to do with faces whose winding contradicts their normals' -r -f -a "keep\t'Keeps them; a mesh that has both kinds is reported'
auto\t'Turns them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l packed-uvs -d 'Which layout of packed texture coordinates is read, as the format has had two' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l animation -d 'Motion for the model: an `.rtm` file by its path from the model\'s folder, a clip each' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l skins -d 'Whether the skins of a file count: Blitz3D\'s own loader reads none' -r -f -a "apply\t'They are, as in DirectX itself and in Luanti'
ignore\t'They are left out: meshes are where their frames are, as Blitz3D shows them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l root -d 'The folder for images and other files of a model, such as the game\'s' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l in-place -d 'Writes each repaired file in the place of its input, and keeps the input as FILE.bak'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l no-backup -d 'Keeps no FILE.bak'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -s f -l force -d 'Overwrites outputs and backups that are already there'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -s n -l dry-run -d 'Says what would be repaired and what not, and writes nothing; needs no output'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l detect-all -d 'Takes files of folders by their content, whatever their extension'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l strict -d 'Refuses files that break their format\'s rules instead of repairing them'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l unloadable -d 'Reads files of versions that the engine refuses, with a diagnostic'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter writes it. Without it the position is meant in the bone\'s own, rotated axes, as the engine and all other bones have it'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l engine-joints -d 'Moves bones as the engine does: one that turns takes its own offset around the joint above. Without it a bone keeps its offset when it turns, as in Blender, and as this program writes it for both. It overrides `root-in-armature-space`'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l fix -d 'Fixes damage whose exact fix is known, such as the animation gaps of old files. Without it they are read as the engine does'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l no-mirror -d 'Takes the numbers as right-handed, as files of tools for construction mean them'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l root-motion -d 'Moves the model by the step of each `--animation`'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l follow -d 'Follows links that lead out of the input folders'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -s o -l output -d 'The picture, for a single input: .png, or .gif for an animation; `-` is standard output' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -s d -l directory -d 'The folder for one thumbnail an input and an index.html that shows them all' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l size -d 'The size in pixels: `WIDTHxHEIGHT` or one number' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l view -d 'The camera: iso, front, top and so on, or YAW,PITCH' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l clip -d 'The clip or animation to show, by name' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l time -d 'The moment of the clip, in seconds from its start' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l frame -d 'The frame of the file\'s timeline' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l turntable -d 'Draws an animation of N pictures in which the camera goes once around' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l pictures -d 'The number of pictures of --animate; by default twenty a second, six for a sheet' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l look -d 'How surfaces are coloured' -r -f -a "shaded\t'By their materials, lit'
clay\t'Grey, lit: the shape alone'
normals\t'By their normals: x, y and z as red, green and blue'
faces\t'Blue in front and red at the back, all faces drawn: shows what is inside out'"
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l lod -d 'The level of detail by node name, role or number, or `all`' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l uv -d 'Draws the layout of UV set N instead of the model, over the first texture that uses it' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l background -d 'The background: `transparent` or a colour as #RRGGBB or #RRGGBBAA' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l max-difference -d 'The mean difference from which --compare fails, in steps of 0 to 255' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -s j -l jobs -d 'The number of files drawn at a time; all cores by default' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l ranges -d 'Names clips as this file does, or the Lua files of a folder: Lua as mods write it, JSON or CSV' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l range -d 'Names a clip: `walk=168-187`, with a speed `walk=168-187@30`. May be repeated' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l first-frame -d 'The number of the first frame, as these ranges count: 0 in Luanti, 1 in the file' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l from -d 'The format of standard input, by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l error-bytes -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l max-decompressed -d 'The maximum size to which the compressed data of one input may unpack. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l max-lods -d 'The maximum number of levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds; contradictions are reported'
auto\t'Recomputes the normals of a mesh whose stored ones contradict its faces'
recompute\t'Recomputes all normals from the faces, smooth where vertices of one position had one normal or none'"
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l fps -d 'The frames per second of the animation, in place of the file\'s own' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l root -d 'The folder for images and other files of a model, such as the game\'s' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l keys -d 'Which keys count, as engines differ: Luanti plays those of the first `KEYS` of a node, takes frames before 1 for 1, and keeps the first key of a frame' -r -f -a "auto\t'Those that the target\'s engine plays; all where no target is named'
all\t'All, on their own frames, as Blitz3D plays them'
luanti\t'Those that Luanti 5.17 plays, where it plays them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l winding -d 'What to do with faces whose winding contradicts their normals' -r -f -a "keep\t'Keeps them; a mesh that has both kinds is reported'
auto\t'Turns them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l packed-uvs -d 'Which layout of packed texture coordinates is read, as the format has had two' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l animation -d 'Motion for the model: an `.rtm` file by its path from the model\'s folder, a clip each' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l skins -d 'Whether the skins of a file count: Blitz3D\'s own loader reads none' -r -f -a "apply\t'They are, as in DirectX itself and in Luanti'
ignore\t'They are left out: meshes are where their frames are, as Blitz3D shows them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l animate -d 'Draws an animation of the clip; of all its frames in a row with --sheet'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l sheet -d 'Draws four views on one sheet'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l wireframe -d 'Draws the edges of faces'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l skeleton -d 'Draws joints and bones over the model'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l grid -d 'Draws a grid on the ground'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l axes -d 'Draws the axes at the origin: x red, y green, z blue'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l back-faces -d 'Draws back faces whatever the material says'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l hidden -d 'Draws hidden nodes too'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l compare -d 'Compares two files: draws both and what differs'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -s f -l force -d 'Overwrites pictures that are already there'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l resume -d 'Goes on with an earlier run into the same folder'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l detect-all -d 'Takes files of folders by their content, whatever their extension'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l strict -d 'Refuses files that break their format\'s rules instead of repairing them'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l follow -d 'Follows links that lead out of the input folders'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l with-props -d 'Also shows the models that a model names, such as the props of a room; they are found as its textures are'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l unloadable -d 'Reads files of versions that the engine refuses, with a diagnostic'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter writes it. Without it the position is meant in the bone\'s own, rotated axes, as the engine and all other bones have it'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l engine-joints -d 'Moves bones as the engine does: one that turns takes its own offset around the joint above. Without it a bone keeps its offset when it turns, as in Blender, and as this program writes it for both. It overrides `root-in-armature-space`'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l fix -d 'Fixes damage whose exact fix is known, such as the animation gaps of old files. Without it they are read as the engine does'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l no-mirror -d 'Takes the numbers as right-handed, as files of tools for construction mean them'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l root-motion -d 'Moves the model by the step of each `--animation`'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -s o -l output -d 'Writes the page to this file, `-` for standard output, and opens nothing' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l ranges -d 'Names clips as this file does, or the Lua files of a folder: Lua as mods write it, JSON or CSV' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l range -d 'Names a clip: `walk=168-187`, with a speed `walk=168-187@30`. May be repeated' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l first-frame -d 'The number of the first frame, as these ranges count: 0 in Luanti, 1 in the file' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l from -d 'The format of standard input, by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l error-bytes -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l max-decompressed -d 'The maximum size to which the compressed data of one input may unpack. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l max-lods -d 'The maximum number of levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds; contradictions are reported'
auto\t'Recomputes the normals of a mesh whose stored ones contradict its faces'
recompute\t'Recomputes all normals from the faces, smooth where vertices of one position had one normal or none'"
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l fps -d 'The frames per second of the animation, in place of the file\'s own' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l root -d 'The folder for images and other files of a model, such as the game\'s' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l keys -d 'Which keys count, as engines differ: Luanti plays those of the first `KEYS` of a node, takes frames before 1 for 1, and keeps the first key of a frame' -r -f -a "auto\t'Those that the target\'s engine plays; all where no target is named'
all\t'All, on their own frames, as Blitz3D plays them'
luanti\t'Those that Luanti 5.17 plays, where it plays them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l winding -d 'What to do with faces whose winding contradicts their normals' -r -f -a "keep\t'Keeps them; a mesh that has both kinds is reported'
auto\t'Turns them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l packed-uvs -d 'Which layout of packed texture coordinates is read, as the format has had two' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l animation -d 'Motion for the model: an `.rtm` file by its path from the model\'s folder, a clip each' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l skins -d 'Whether the skins of a file count: Blitz3D\'s own loader reads none' -r -f -a "apply\t'They are, as in DirectX itself and in Luanti'
ignore\t'They are left out: meshes are where their frames are, as Blitz3D shows them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l no-open -d 'Opens nothing; without an output the page is written to the folder for temporary files, and its place is said'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l watch -d 'Serves the page to the browser of this machine alone, and shows each file anew when it changes; Ctrl-C ends it'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -s f -l force -d 'Overwrites a page that is already there'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l detect-all -d 'Takes files of folders by their content, whatever their extension'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l strict -d 'Refuses files that break their format\'s rules instead of repairing them'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l follow -d 'Follows links that lead out of the input folders'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l with-props -d 'Also shows the models that a model names, such as the props of a room; they are found as its textures are'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l unloadable -d 'Reads files of versions that the engine refuses, with a diagnostic'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter writes it. Without it the position is meant in the bone\'s own, rotated axes, as the engine and all other bones have it'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l engine-joints -d 'Moves bones as the engine does: one that turns takes its own offset around the joint above. Without it a bone keeps its offset when it turns, as in Blender, and as this program writes it for both. It overrides `root-in-armature-space`'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l fix -d 'Fixes damage whose exact fix is known, such as the animation gaps of old files. Without it they are read as the engine does'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l no-mirror -d 'Takes the numbers as right-handed, as files of tools for construction mean them'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -l root-motion -d 'Moves the model by the step of each `--animation`'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand view" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l rename -d 'Renames the image OLD to NEW; may be repeated' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l rename-prefix -d 'Puts B in the place of A where a path begins with A; may be repeated. --rename comes first' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -s o -l output -d 'Where the model with other paths goes, with the files next to it that change' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l from -d 'The format of standard input, by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l error-bytes -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l max-decompressed -d 'The maximum size to which the compressed data of one input may unpack. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l max-lods -d 'The maximum number of levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds; contradictions are reported'
auto\t'Recomputes the normals of a mesh whose stored ones contradict its faces'
recompute\t'Recomputes all normals from the faces, smooth where vertices of one position had one normal or none'"
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l fps -d 'The frames per second of the animation, in place of the file\'s own' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l root -d 'The folder for images and other files of a model, such as the game\'s' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l keys -d 'Which keys count, as engines differ: Luanti plays those of the first `KEYS` of a node, takes frames before 1 for 1, and keeps the first key of a frame' -r -f -a "auto\t'Those that the target\'s engine plays; all where no target is named'
all\t'All, on their own frames, as Blitz3D plays them'
luanti\t'Those that Luanti 5.17 plays, where it plays them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l winding -d 'What to do with faces whose winding contradicts their normals' -r -f -a "keep\t'Keeps them; a mesh that has both kinds is reported'
auto\t'Turns them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l packed-uvs -d 'Which layout of packed texture coordinates is read, as the format has had two' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l animation -d 'Motion for the model: an `.rtm` file by its path from the model\'s folder, a clip each' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l skins -d 'Whether the skins of a file count: Blitz3D\'s own loader reads none' -r -f -a "apply\t'They are, as in DirectX itself and in Luanti'
ignore\t'They are left out: meshes are where their frames are, as Blitz3D shows them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l json -d 'Prints JSON: a list with one object for each file, or with --unique for each path'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l unique -d 'Prints each path once over all files, whatever its case and kind of slash'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l levels -d 'Lists the paths of each level of detail apart'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -s f -l force -d 'Overwrites an output that is already there'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l detect-all -d 'Takes files of folders by their content, whatever their extension'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l strict -d 'Refuses files that break their format\'s rules instead of repairing them'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l follow -d 'Follows links that lead out of the input folders'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l with-props -d 'Also shows the models that a model names, such as the props of a room; they are found as its textures are'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l unloadable -d 'Reads files of versions that the engine refuses, with a diagnostic'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter writes it. Without it the position is meant in the bone\'s own, rotated axes, as the engine and all other bones have it'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l engine-joints -d 'Moves bones as the engine does: one that turns takes its own offset around the joint above. Without it a bone keeps its offset when it turns, as in Blender, and as this program writes it for both. It overrides `root-in-armature-space`'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l fix -d 'Fixes damage whose exact fix is known, such as the animation gaps of old files. Without it they are read as the engine does'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l no-mirror -d 'Takes the numbers as right-handed, as files of tools for construction mean them'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l root-motion -d 'Moves the model by the step of each `--animation`'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l from -d 'The format of standard input, by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l error-bytes -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l max-decompressed -d 'The maximum size to which the compressed data of one input may unpack. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l max-lods -d 'The maximum number of levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds; contradictions are reported'
auto\t'Recomputes the normals of a mesh whose stored ones contradict its faces'
recompute\t'Recomputes all normals from the faces, smooth where vertices of one position had one normal or none'"
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l fps -d 'The frames per second of the animation, in place of the file\'s own' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l root -d 'The folder for images and other files of a model, such as the game\'s' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l keys -d 'Which keys count, as engines differ: Luanti plays those of the first `KEYS` of a node, takes frames before 1 for 1, and keeps the first key of a frame' -r -f -a "auto\t'Those that the target\'s engine plays; all where no target is named'
all\t'All, on their own frames, as Blitz3D plays them'
luanti\t'Those that Luanti 5.17 plays, where it plays them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l winding -d 'What to do with faces whose winding contradicts their normals' -r -f -a "keep\t'Keeps them; a mesh that has both kinds is reported'
auto\t'Turns them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l packed-uvs -d 'Which layout of packed texture coordinates is read, as the format has had two' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l animation -d 'Motion for the model: an `.rtm` file by its path from the model\'s folder, a clip each' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l skins -d 'Whether the skins of a file count: Blitz3D\'s own loader reads none' -r -f -a "apply\t'They are, as in DirectX itself and in Luanti'
ignore\t'They are left out: meshes are where their frames are, as Blitz3D shows them'"
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l json -d 'Prints JSON: a list with one object for each file'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l detect-all -d 'Takes files of folders by their content, whatever their extension'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l strict -d 'Refuses files that break their format\'s rules instead of repairing them'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l follow -d 'Follows links that lead out of the input folders'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l with-props -d 'Also shows the models that a model names, such as the props of a room; they are found as its textures are'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l unloadable -d 'Reads files of versions that the engine refuses, with a diagnostic'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter writes it. Without it the position is meant in the bone\'s own, rotated axes, as the engine and all other bones have it'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l engine-joints -d 'Moves bones as the engine does: one that turns takes its own offset around the joint above. Without it a bone keeps its offset when it turns, as in Blender, and as this program writes it for both. It overrides `root-in-armature-space`'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l fix -d 'Fixes damage whose exact fix is known, such as the animation gaps of old files. Without it they are read as the engine does'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l no-mirror -d 'Takes the numbers as right-handed, as files of tools for construction mean them'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l root-motion -d 'Moves the model by the step of each `--animation`'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand formats" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand formats" -l targets -d 'Lists the engines and variants that each format can be written for'
complete -c retromesh -n "__fish_retromesh_using_subcommand formats" -l json -d 'Prints JSON: a list with one object for each format'
complete -c retromesh -n "__fish_retromesh_using_subcommand formats" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand formats" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand formats" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand help" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand help" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand help" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand completions" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand completions" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand completions" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand man" -s d -l directory -d 'Writes a page a command into a folder instead of printing the first one' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand man" -l color -d 'When errors and annotated bytes are coloured' -r -f -a "auto\t'On a terminal, unless the environment variable NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c retromesh -n "__fish_retromesh_using_subcommand man" -s f -l force -d 'Overwrites pages that are already there'
complete -c retromesh -n "__fish_retromesh_using_subcommand man" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand man" -s v -l verbose -d 'Prints what was found and lost of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
