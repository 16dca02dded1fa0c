# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_retromesh_global_optspecs
    string join \n h/help V/version
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

complete -c retromesh -n "__fish_retromesh_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_needs_command" -s V -l version -d 'Print version'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "convert" -d 'Converts files, or whole folders of files, to another format'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "info" -d 'Shows what is in a file: counts, bounds, materials, textures, animations, the node tree'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "dump" -d 'Prints a file\'s structures, one a line, with byte offsets'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "check" -d 'Checks that files are read completely, written back byte for byte, and give a valid scene; and what an engine will do to them'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "diff" -d 'Compares two models, of one format or two: shape, materials, nodes, clips, and the poses of the clips'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "repair" -d 'Mends what an engine would refuse, drop or show wrong, and changes nothing else'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "render" -d 'Draws pictures: stills, turntables, animations, contact sheets, thumbnails of folders, comparisons'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "textures" -d 'Lists the images that models name, says which are missing, and gives them other names'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "proxies" -d 'Lists the other models that models refer to, and which files those are'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "formats" -d 'Lists the formats and what each can do'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "help" -d 'Explains a command or a topic'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "completions" -d 'Prints a completion script for a shell'
complete -c retromesh -n "__fish_retromesh_needs_command" -f -a "man" -d 'Prints the manual page, or writes one a command'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -s o -l output -d 'The output file, for a single input, or `-` for standard output; its extension chooses the format' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -s d -l directory -d 'The output folder; the tree below an input folder is repeated in it' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l to -d 'The output format by extension; without it that of the output file, else glb' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l target -d 'The engine profile to write for; `retromesh help targets` lists them' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l textures -d 'What to do with texture images' -r -f -a "embed\t'Puts images into the output where it can hold them, embedded ones else beside it'
link\t'Writes file names only'
none\t'Writes no images'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l lods -d 'Which levels of detail are written: auto, all, visual, best, or one by its name' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l pose -d 'The pose for formats without animation: a clip, or the first one, at a frame of it' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l clips -d 'How clips become animations (glTF)' -r -f -a "auto\t'As the target\'s engine needs'
one\t'One animation over the whole timeline'
named\t'One animation a clip'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l frame-rate -d 'The frames per second of formats whose keys stand on whole frames (b3d, bo3d)' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l luanti-use -d 'What a model for Luanti is for: static models of nodes are written ten times as large (glTF)' -r -f -a "entity\t'An entity: ten units are one node'
node\t'A node of drawtype mesh: one unit of a static model is one node'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l points -d 'Which points an editable model gets (p3d)' -r -f -a "merged\t'Those of the editor: vertices at seams become one point again'
split\t'One a vertex'
functional-merged\t'Merged in levels with a function, split in those that are seen'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l mean-color -d 'The mean colour of the textures and the one seen from above, which is the same if it is not given (p3d, target odol7)' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l alpha-texture -d 'A texture that has alpha; may be given several times (p3d, target odol7)' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l section -d 'A selection that the game\'s configuration asks for as sections; may be given several times (p3d, target odol7)' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l vertex-floats -d 'How wide vertex numbers are (bo3d)' -r -f -a "f32\t'32 bits: exact'
f16\t'16 bits where all numbers fit'
auto\t'16 bits where the rounding stays invisible'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l scales -d 'What becomes of the scales of nodes (bo3d)' -r -f -a "auto\t'As the target\'s engine needs'
keep\t'As they are'
bake\t'Into vertices and offsets where that is exact'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l bone-axes -d 'How the axes of bones lie (bo3d)' -r -f -a "keep\t'As they are'
align\t'Parallel to the mesh\'s, with the same motion'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l max-error -d 'The largest rounding of packed numbers: of positions in units of the file, texture coordinates (else 1/512), normals in degrees (else 3) (bmd)' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l max-bytes -d 'The largest size of the output; packed numbers are narrowed until it is met (bmd)' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l frame-table -d 'Writes the frame ranges of the clips, as JSON or as a Lua file by the extension; `.json` or `.lua` alone writes one beside each output' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l from -d 'The format of standard input (`-`), by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l hex -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds'
auto\t'Recomputes those that contradict the faces'
recompute\t'Recomputes all'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l fps -d 'The animation rate in frames per second that replaces the file\'s' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l packed-uvs -d 'Which layout of packed texture coordinates is read where a format has had two (BMD)' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l max-decompressed -d 'The most that the compressed data of one input may unpack to. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l root -d 'The folder that images and other files of a model are looked for in and may not lie outside of, such as the game\'s; default the model\'s own' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l max-lods -d 'The most levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l report -d 'Writes one JSON object a file to FILE, with all diagnostics' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l deny -d 'Refuses to write a file whose conversion has this diagnostic; `any-loss` stands for all that lose or approximate; `retromesh help codes` lists them' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l shard -d 'Converts the I-th of N parts of the inputs, the same ones on every machine' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l memory -d 'The memory that the files converted at a time may take together, as estimated by their sizes' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -s j -l jobs -d 'The number of files converted at a time; all cores by default' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l strict -d 'Refuses files that break their format\'s rules instead of mending them'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l no-mirror -d 'Takes the numbers of left-handed formats as right-handed, as files of tools for construction mean them; holds for writing too'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l cure -d 'Cures damage whose exact cure is known, such as the animation gaps of old BMD files'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l unloadable -d 'Reads files that can be read although their engine refuses them: newer versions (bo3d), bytes behind the end (bgl)'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter of bgl writes it, not in its own'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l force -d 'Overwrites outputs that are already there'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -l resume -d 'Goes on with an earlier run into the same folder: what it wrote with the same options stays, where the input and the files beside it have not changed'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -s v -l verbose -d 'Prints the diagnostics of every file, not only of a single one'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l from -d 'The format of standard input (`-`), by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l hex -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds'
auto\t'Recomputes those that contradict the faces'
recompute\t'Recomputes all'"
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l fps -d 'The animation rate in frames per second that replaces the file\'s' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l packed-uvs -d 'Which layout of packed texture coordinates is read where a format has had two (BMD)' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l max-decompressed -d 'The most that the compressed data of one input may unpack to. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l root -d 'The folder that images and other files of a model are looked for in and may not lie outside of, such as the game\'s; default the model\'s own' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l max-lods -d 'The most levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l json -d 'Prints JSON: one object for one file, else a list'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l strict -d 'Refuses files that break their format\'s rules instead of mending them'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l no-mirror -d 'Takes the numbers of left-handed formats as right-handed, as files of tools for construction mean them; holds for writing too'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l cure -d 'Cures damage whose exact cure is known, such as the animation gaps of old BMD files'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l unloadable -d 'Reads files that can be read although their engine refuses them: newer versions (bo3d), bytes behind the end (bgl)'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter of bgl writes it, not in its own'
complete -c retromesh -n "__fish_retromesh_using_subcommand info" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l from -d 'The format of standard input (`-`), by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l hex -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds'
auto\t'Recomputes those that contradict the faces'
recompute\t'Recomputes all'"
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l fps -d 'The animation rate in frames per second that replaces the file\'s' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l packed-uvs -d 'Which layout of packed texture coordinates is read where a format has had two (BMD)' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l max-decompressed -d 'The most that the compressed data of one input may unpack to. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l root -d 'The folder that images and other files of a model are looked for in and may not lie outside of, such as the game\'s; default the model\'s own' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l max-lods -d 'The most levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l scene -d 'Prints the common scene instead of the file\'s own structures'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l strict -d 'Refuses files that break their format\'s rules instead of mending them'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l no-mirror -d 'Takes the numbers of left-handed formats as right-handed, as files of tools for construction mean them; holds for writing too'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l cure -d 'Cures damage whose exact cure is known, such as the animation gaps of old BMD files'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l unloadable -d 'Reads files that can be read although their engine refuses them: newer versions (bo3d), bytes behind the end (bgl)'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter of bgl writes it, not in its own'
complete -c retromesh -n "__fish_retromesh_using_subcommand dump" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l target -d 'Also reports what the engine of this name will refuse, drop or show wrong; `retromesh help targets` lists them' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l from -d 'The format of standard input (`-`), by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l hex -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds'
auto\t'Recomputes those that contradict the faces'
recompute\t'Recomputes all'"
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l fps -d 'The animation rate in frames per second that replaces the file\'s' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l packed-uvs -d 'Which layout of packed texture coordinates is read where a format has had two (BMD)' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l max-decompressed -d 'The most that the compressed data of one input may unpack to. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l root -d 'The folder that images and other files of a model are looked for in and may not lie outside of, such as the game\'s; default the model\'s own' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l max-lods -d 'The most levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l json -d 'Prints JSON: one object for one file, else a list'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l strict -d 'Refuses files that break their format\'s rules instead of mending them'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l no-mirror -d 'Takes the numbers of left-handed formats as right-handed, as files of tools for construction mean them; holds for writing too'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l cure -d 'Cures damage whose exact cure is known, such as the animation gaps of old BMD files'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l unloadable -d 'Reads files that can be read although their engine refuses them: newer versions (bo3d), bytes behind the end (bgl)'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter of bgl writes it, not in its own'
complete -c retromesh -n "__fish_retromesh_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l tolerance -d 'What counts as the same: positions by this share of the model\'s size, other numbers by it as it is, times by it in seconds, directions by ten times as many radians' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l poses -d 'The moments at which the poses of each clip are compared; 0 for the rest pose alone' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l from -d 'The format of standard input (`-`), by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l hex -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds'
auto\t'Recomputes those that contradict the faces'
recompute\t'Recomputes all'"
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l fps -d 'The animation rate in frames per second that replaces the file\'s' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l packed-uvs -d 'Which layout of packed texture coordinates is read where a format has had two (BMD)' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l max-decompressed -d 'The most that the compressed data of one input may unpack to. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l root -d 'The folder that images and other files of a model are looked for in and may not lie outside of, such as the game\'s; default the model\'s own' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l max-lods -d 'The most levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l losses -d 'Leaves out what only the second file has'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l json -d 'Prints one JSON object'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -s q -l quiet -d 'Prints nothing: the exit code tells'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l strict -d 'Refuses files that break their format\'s rules instead of mending them'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l no-mirror -d 'Takes the numbers of left-handed formats as right-handed, as files of tools for construction mean them; holds for writing too'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l cure -d 'Cures damage whose exact cure is known, such as the animation gaps of old BMD files'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l unloadable -d 'Reads files that can be read although their engine refuses them: newer versions (bo3d), bytes behind the end (bgl)'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter of bgl writes it, not in its own'
complete -c retromesh -n "__fish_retromesh_using_subcommand diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -s o -l output -d 'The mended file, for a single input' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -s d -l directory -d 'The folder for the mended files; the tree below an input folder is repeated in it' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l target -d 'The engine to mend for, the first of the format\'s where none is named; `retromesh help targets` lists them' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l only -d 'Mends only what these rules find; `retromesh help rules` lists them' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l from -d 'The format of standard input (`-`), by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l hex -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds'
auto\t'Recomputes those that contradict the faces'
recompute\t'Recomputes all'"
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l fps -d 'The animation rate in frames per second that replaces the file\'s' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l packed-uvs -d 'Which layout of packed texture coordinates is read where a format has had two (BMD)' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l max-decompressed -d 'The most that the compressed data of one input may unpack to. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l root -d 'The folder that images and other files of a model are looked for in and may not lie outside of, such as the game\'s; default the model\'s own' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l max-lods -d 'The most levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l force -d 'Overwrites outputs that are already there'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l strict -d 'Refuses files that break their format\'s rules instead of mending them'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l no-mirror -d 'Takes the numbers of left-handed formats as right-handed, as files of tools for construction mean them; holds for writing too'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l cure -d 'Cures damage whose exact cure is known, such as the animation gaps of old BMD files'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l unloadable -d 'Reads files that can be read although their engine refuses them: newer versions (bo3d), bytes behind the end (bgl)'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter of bgl writes it, not in its own'
complete -c retromesh -n "__fish_retromesh_using_subcommand repair" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -s o -l output -d 'The picture, for a single input: .png, or .gif for an animation' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -s d -l directory -d 'The folder for one thumbnail an input and an index.html that shows them all' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l size -d 'The size of a picture in pixels: `WIDTHxHEIGHT`, or one number for a square' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l view -d 'Where the camera stands: front, right, back, left, top, bottom, iso, or YAW,PITCH in degrees' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l clip -d 'The clip or animation to show, by name; the first that lasts for --time, --frame and --animate alone' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l time -d 'The moment of the clip, in seconds from its start' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l frame -d 'The moment by tick of the file\'s timeline' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l turntable -d 'Draws an animation of N pictures in which the camera goes once around' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l pictures -d 'The number of pictures of --animate; by default twenty a second, six for a sheet' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l look -d 'How surfaces are coloured' -r -f -a "shaded\t'By their materials'
clay\t'Grey: the shape alone'
normals\t'By their normals; how they are read is the business of --normals'
faces\t'Blue in front, red behind'"
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l lod -d 'The level of detail by node name, role or number; `all` for all. The finest visual one by default' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l uv -d 'Draws the layout of UV set N instead of the model, over the first texture that uses it' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l background -d 'What is behind the model: `transparent` or a colour as #RRGGBB or #RRGGBBAA' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l max-difference -d 'The mean difference from which --compare fails, in steps of 0 to 255' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l from -d 'The format of standard input (`-`), by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l hex -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds'
auto\t'Recomputes those that contradict the faces'
recompute\t'Recomputes all'"
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l fps -d 'The animation rate in frames per second that replaces the file\'s' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l packed-uvs -d 'Which layout of packed texture coordinates is read where a format has had two (BMD)' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l max-decompressed -d 'The most that the compressed data of one input may unpack to. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l root -d 'The folder that images and other files of a model are looked for in and may not lie outside of, such as the game\'s; default the model\'s own' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l max-lods -d 'The most levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -s j -l jobs -d 'The number of files drawn at a time; all cores by default' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l animate -d 'Draws an animation of the clip; of all its frames in a row with --sheet'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l sheet -d 'Draws four views on one sheet; with --animate a row a view and a column a moment'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l wireframe -d 'Draws the edges of faces'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l skeleton -d 'Draws joints and bones over the model'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l grid -d 'Draws a grid on the ground'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l axes -d 'Draws the axes at the origin: x red, y green, z blue'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l back-faces -d 'Draws back faces whatever the material says'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l hidden -d 'Draws hidden nodes too'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l compare -d 'Compares two files: draws both and what differs side by side and prints a figure'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l strict -d 'Refuses files that break their format\'s rules instead of mending them'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l no-mirror -d 'Takes the numbers of left-handed formats as right-handed, as files of tools for construction mean them; holds for writing too'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l cure -d 'Cures damage whose exact cure is known, such as the animation gaps of old BMD files'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l unloadable -d 'Reads files that can be read although their engine refuses them: newer versions (bo3d), bytes behind the end (bgl)'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter of bgl writes it, not in its own'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -l force -d 'Overwrites pictures that are already there'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -s q -l quiet -d 'Prints errors only'
complete -c retromesh -n "__fish_retromesh_using_subcommand render" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l rename -d 'Puts another path in the place of OLD; case and kind of slash of OLD do not matter. May be given several times' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l rename-prefix -d 'Puts B in the place of A where a path begins with it. May be given several times; --rename comes first' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -s o -l output -d 'Where the model with other paths goes, with the files beside it that change' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l from -d 'The format of standard input (`-`), by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l hex -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds'
auto\t'Recomputes those that contradict the faces'
recompute\t'Recomputes all'"
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l fps -d 'The animation rate in frames per second that replaces the file\'s' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l packed-uvs -d 'Which layout of packed texture coordinates is read where a format has had two (BMD)' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l max-decompressed -d 'The most that the compressed data of one input may unpack to. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l root -d 'The folder that images and other files of a model are looked for in and may not lie outside of, such as the game\'s; default the model\'s own' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l max-lods -d 'The most levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l json -d 'Prints JSON: one object for one file, else a list'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l unique -d 'Prints each path once over all files, whatever its case and kind of slash'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l levels -d 'Lists the paths of each level of detail apart'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l force -d 'Overwrites an output that is already there'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l strict -d 'Refuses files that break their format\'s rules instead of mending them'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l no-mirror -d 'Takes the numbers of left-handed formats as right-handed, as files of tools for construction mean them; holds for writing too'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l cure -d 'Cures damage whose exact cure is known, such as the animation gaps of old BMD files'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l unloadable -d 'Reads files that can be read although their engine refuses them: newer versions (bo3d), bytes behind the end (bgl)'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter of bgl writes it, not in its own'
complete -c retromesh -n "__fish_retromesh_using_subcommand textures" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l from -d 'The format of standard input (`-`), by extension, and the only one that is searched for in folders' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l hex -d 'Shows the bytes around the place of an error, in this many lines' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l normals -d 'What to do with the normals of a file' -r -f -a "keep\t'Keeps what the file holds'
auto\t'Recomputes those that contradict the faces'
recompute\t'Recomputes all'"
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l fps -d 'The animation rate in frames per second that replaces the file\'s' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l packed-uvs -d 'Which layout of packed texture coordinates is read where a format has had two (BMD)' -r -f -a "auto\t'Judged by the bits, mesh by mesh'
current\t'The one that the format\'s text describes'
old\t'The older one'"
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l max-input -d 'The largest input: bytes, or with a suffix such as 64M or 2G. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l max-decompressed -d 'The most that the compressed data of one input may unpack to. Default 1G' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l max-depth -d 'The deepest nesting of records and nodes. Default 16777216' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l root -d 'The folder that images and other files of a model are looked for in and may not lie outside of, such as the game\'s; default the model\'s own' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l max-lods -d 'The most levels of detail of one model. Default 256' -r
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l json -d 'Prints JSON: one object for one file, else a list'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l strict -d 'Refuses files that break their format\'s rules instead of mending them'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l no-mirror -d 'Takes the numbers of left-handed formats as right-handed, as files of tools for construction mean them; holds for writing too'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l cure -d 'Cures damage whose exact cure is known, such as the animation gaps of old BMD files'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l unloadable -d 'Reads files that can be read although their engine refuses them: newer versions (bo3d), bytes behind the end (bgl)'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -l root-in-armature-space -d 'Takes the position of a root bone in the axes of its skeleton, as the Blender exporter of bgl writes it, not in its own'
complete -c retromesh -n "__fish_retromesh_using_subcommand proxies" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c retromesh -n "__fish_retromesh_using_subcommand formats" -l targets -d 'Lists the engine profiles of each format'
complete -c retromesh -n "__fish_retromesh_using_subcommand formats" -s h -l help -d 'Print help'
complete -c retromesh -n "__fish_retromesh_using_subcommand help" -s h -l help -d 'Print help'
complete -c retromesh -n "__fish_retromesh_using_subcommand completions" -s h -l help -d 'Print help'
complete -c retromesh -n "__fish_retromesh_using_subcommand man" -s d -l directory -d 'Writes a page a command into a folder instead of printing the first one' -r -F
complete -c retromesh -n "__fish_retromesh_using_subcommand man" -s h -l help -d 'Print help'
