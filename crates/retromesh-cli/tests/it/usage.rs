//! Wrong command lines: what is said, and that nothing is written. None of them blames a file for what was typed.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common::{Folder, fixture, retromesh};
use std::fs;
use std::process::Command;

/// A line as it is typed in a folder with `hero.b3d` and `hero.txt`, the exit code, and a part of what is said.
const LINES: &[(&str, i32, &str)] = &[
    ("chek hero.b3d", 2, "no such command or file: chek\n  hint: did you mean `retromesh check`?"),
    ("-q chek hero.b3d", 2, "no such command or file: chek"),
    ("to glb hero.b3d", 2, "type `retromesh convert hero.b3d --to glb`"),
    ("hero", 2, "no such command or file: hero\n  hint: did you mean hero.x?"),
    (
        "hero.b3d info",
        2,
        "there is no info: did you mean `retromesh info hero.b3d`? (a new folder of that name is info/)",
    ),
    ("convert hero.b3d -q view", 2, "did you mean `retromesh view hero.b3d`?"),
    ("hero.b3d help", 2, "did you mean `retromesh help`?"),
    ("hero.b3d obj", 2, "did you mean `retromesh hero.b3d --to obj`?"),
    ("formats b3d", 2, "`retromesh help b3d` explains one"),
    ("help luanti", 2, "`retromesh help targets` says what each is"),
    ("help foo", 2, "no command or topic \"foo\""),
    ("help lost-key", 2, "did you mean \"lost-keys\"?"),
    ("help convrt", 2, "did you mean \"convert\"?"),
    ("compare hero.b3d hero.x", 2, "hint: did you mean `retromesh diff`?"),
    // A text for a model, a model for a text, a folder for a file.
    ("text hero.txt", 1, "this is the text of a model\n  hint: `retromesh pack TEXT FILE` makes the model of it"),
    ("convert hero.txt", 1, "this is the text of a model\n  hint: `retromesh pack TEXT FILE` makes the model of it"),
    ("info text.glb", 1, "not a glTF file: this is the text of a model\n  hint: `retromesh pack TEXT FILE`"),
    ("info text.obj", 1, "not a Wavefront OBJ file: this is the text of a model\n  hint: `retromesh pack TEXT FILE`"),
    (
        "pack hero.b3d",
        2,
        "hero.b3d is a Blitz3D file, not the text of one\n  hint: `retromesh text FILE` writes its text",
    ),
    ("pack hero.b3d -o x.b3d", 2, "hero.b3d is a Blitz3D file, not the text of one"),
    ("text there", 1, "is a folder, not a regular file\n  hint: name a file in it; `retromesh info FOLDER`"),
    ("dump there", 1, "is a folder, not a regular file\n  hint: name a file in it"),
    ("diff there hero.b3d", 2, "is a folder, not a regular file\n  hint: name a file in it"),
    ("pack there -o x.b3d", 1, "is a folder, not a regular file\n  hint: name a file in it"),
    ("view hero.b3d -o new", 2, "new has no extension: the file is new.html, a folder new/"),
    ("repair hero.b3d -o new", 1, "repair keeps the format, and new has no extension: the file is new.b3d"),
    ("convert hero.b3d --report there", 2, "--report there: it is a folder, not a regular file"),
    ("render there -o x.png", 2, "there is no model in what was named"),
    ("repair there -o x.b3d", 2, "there is no model in what was named"),
    ("man -d hero.txt", 2, "hero.txt is a file, not a folder"),
    // Names with spaces.
    ("convert my hero.b3d", 2, "my: no such file\n  hint: names with spaces go in quotes: \"my hero.b3d\""),
    ("my hero.b3d", 2, "names with spaces go in quotes: \"my hero.b3d\""),
    ("diff hero.b3d my hero.b3d", 2, "names with spaces go in quotes: \"my hero.b3d\""),
    ("diff my hero.b3d my hero.b3d", 2, "names with spaces go in quotes: \"my hero.b3d\""),
    ("text my hero.b3d", 2, "names with spaces go in quotes: \"my hero.b3d\""),
    ("dump my hero.b3d", 2, "names with spaces go in quotes: \"my hero.b3d\""),
    ("check -q my hero.b3d", 2, "names with spaces go in quotes: \"my hero.b3d\""),
    ("render my hero.b3d -o x.png", 2, "names with spaces go in quotes: \"my hero.b3d\""),
    ("repair my hero.b3d -o x.b3d", 2, "names with spaces go in quotes: \"my hero.b3d\""),
    ("convert hero.b3d -o my new.glb", 2, "names with spaces go in quotes: \"my new.glb\""),
    ("repair hero.b3d -o my hero.b3d", 2, "names with spaces go in quotes: \"my hero.b3d\""),
    ("text hero.b3d -o my new.txt", 2, "names with spaces go in quotes: \"my new.txt\""),
    // Where outputs go.
    ("convert", 2, "<INPUT>..."),
    (
        "convert hero.b3d model.fbx",
        2,
        "model.fbx: .fbx files are neither read nor written: Blender makes them of a .glb",
    ),
    ("convert hero.b3d -o model.fbx", 2, "Blender makes them of a .glb, and a .glb of them"),
    ("info https://example.org/hero.b3d", 1, "hint: this is an address: download the file, and name that"),
    ("repair hero.b3d -n --fps 10", 2, "unexpected argument '--fps'"),
    ("duplicates hero.b3d --normals recompute", 2, "unexpected argument '--normals'"),
    (
        "convert hero.b3d out.glb extra.glb",
        2,
        "out.glb and extra.glb do not exist; the output of one input is -o FILE, the folder of several -d DIR",
    ),
    ("convert hero.b3d hero.b3d out.glb", 2, "out.glb does not exist"),
    ("convert hero.b3d hero.txt -o out.glb", 2, "2 inputs cannot become one file; use -d DIR"),
    ("convert hero.b3d -o a.glb -d b", 2, "cannot be used with"),
    (
        "convert hero.b3d -d new/a.glb",
        2,
        "-d is for a folder: use -o new/a.glb for the file, -d new/a.glb/ for a folder",
    ),
    ("convert hero.b3d -d hero.txt", 2, "error: hero.txt is a file, not a folder; choose another name"),
    ("convert hero.b3d -d hero.txt/", 2, "is a file, not a folder"),
    ("convert gone.b3d -d new/deep", 1, "gone.b3d: no such file"),
    ("convert zero.b3d note.b3d -d there", 1, "note.b3d: unknown format"),
    ("render gone.b3d -d new", 1, "gone.b3d: no such file"),
    ("text hero.b3d a.txt -o b.txt", 2, "cannot be used with"),
    ("pack hero.txt", 2, "there is no place for the packed file\n  hint: name it with -o FILE"),
    ("hero.b3d -o new", 2, "new has no extension, which chooses the format; a folder is -d new"),
    ("out.glb hero.b3d", 1, "error: out.glb: no such file\n"),
    ("convert skins", 2, "already are taken with --from glb; --to png converts the textures\n"),
    ("convert empty", 2, "there is no model file in what was named\n"),
    ("convert art -d new", 2, "what was named; 1 other file (1 .png); --to paa makes textures of the images\n"),
    ("convert to obj hero.b3d", 2, "there is no obj: did you mean `retromesh hero.b3d --to obj`?"),
    ("-dash.x hero.b3d", 2, "-dash.x would be read as an option\n  hint: ./-dash.x names the file"),
    ("view hero.b3d -f", 2, "--force is for a page that is named\n  hint: name it with -o FILE.html"),
    ("convert hero.b3d --to xyz", 2, "no format with the extension \"xyz\""),
    ("convert - --to glb", 2, "standard input has no folder for the output"),
    ("convert hero.b3d --resume", 2, "--resume needs an output folder"),
    (
        "convert hero.b3d -o new.glb --manifest new.jsonl",
        2,
        "no option --manifest\n  hint: `-d DIR` keeps one in the folder",
    ),
    ("convert gone -d new --target luanti --lua", 2, "gone: no such folder"),
    ("convert ther -d new --target luanti --patch a.patch", 2, "ther: no such folder; did you mean there?"),
    (
        "convert hero.b3d hero.x",
        2,
        "hero.x is there already: -o hero.x -f writes over it, -d DIR takes both files as inputs\n",
    ),
    ("hero.b3d list.glb", 2, "list.glb is there already, and is not what its name says; choose another name"),
    (
        "convert skins/skin.png skins/flag.paa",
        2,
        "flag.paa is there already: -o skins/flag.paa -f writes over it, -d DIR takes both files as inputs\n",
    ),
    (
        "convert skins/skin.png skins/flag.paa -d new",
        2,
        "name a format: --to paa makes textures of images, --to png images of textures",
    ),
    ("convert skins skins/skin.png -d new", 2, "--to paa makes textures of images"),
    ("skins/box.glb", 2, "skins/box.glb: it is glTF already; name another format with --to, or a place with -o or -d"),
    ("convert gone.glb", 1, "gone.glb: no such file"),
    ("convert hero.b3d --to obj -o p.glb", 2, "and p.glb is the name of a glTF file: use p.obj, or another --to"),
    (
        "repair hero.b3d -o fixed.x",
        1,
        "repair keeps the format, and fixed.x is the name of a DirectX file: use fixed.b3d",
    ),
    // Files besides the outputs.
    (
        "convert hero.b3d --report hero.x",
        2,
        "--report hero.x: it is a model: --force replaces only files of the kind that is written",
    ),
    ("convert hero.b3d -d new --resume --report hero.x", 2, "--report hero.x: it is a model"),
    ("convert hero.b3d --force --report ./hero.b3d", 2, "--report ./hero.b3d: it is an input of the run"),
    ("convert hero.b3d --force --report hero.glb", 2, "--report hero.glb is another output of the run"),
    ("convert hero.b3d -f --report a.json --frame-table a.json", 2, "--report a.json is another output of the run"),
    (
        "convert hero.b3d -o a.json.b3d -f --like hero.x --report hero.x",
        2,
        "--report hero.x: it is an input of the run",
    ),
    // Choices.
    ("convert hero.b3d --target luant", 2, "did you mean \"luanti\"?"),
    ("convert hero.x -o hero.b3d --target modlib", 2, "(there are: blitz3d, luanti, openb3d)"),
    ("convert hero.b3d --target spec", 2, "no target of glTF \"spec\""),
    ("convert hero.b3d -o x.obj --pose @99", 2, "no such frame: expected 1 to 9, found 99"),
    (
        "convert hero.b3d -o x.obj --pose run@1",
        2,
        "no such clip: expected \"Default\", \"wave\", \"rest\", found \"run\"",
    ),
    ("convert hero.b3d -o x.obj --pose 12", 2, "CLIP@FRAME"),
    ("convert hero.b3d -o x.glb --pose @1", 2, "take no --pose"),
    (
        "convert hero.b3d -o x.p3d --lods foo",
        2,
        "no such level of detail: expected no name, as the model has no levels, found \"foo\"",
    ),
    ("convert hero.b3d --deny no-such-code", 2, "no-such-code"),
    ("convert hero.b3d --fps=-1", 2, "invalid value '-1' for '--fps"),
    ("convert hero.b3d --textures inside", 2, "possible values: embed, copy, link, none"),
    ("text hero.b3d --normals keep", 2, "unexpected argument '--normals'"),
    (
        "pack hero.txt -o wrong.bmd",
        2,
        "the text is a Blitz3D file, and wrong.bmd is the name of a BGBTech BMD file: use wrong.b3d",
    ),
    ("repair hero.b3d", 2, "-o FILE or -d DIR; --in-place keeps the input as FILE.bak; --dry-run"),
    ("repair - --in-place", 2, "standard input has no place for --in-place"),
    ("repair hero.b3d --no-backup", 2, "--in-place"),
    ("repair hero.b3d --dry-run --only no-such-rule", 2, "no rule \"no-such-rule\""),
    ("dump hero.b3d --whole", 2, "--whole changes what --json and --hex print"),
    ("check hero.b3d --target unreal", 2, "no target \"unreal\""),
    ("convert hero.b3d --target mlod", 2, "; it is for .p3d files: `--to p3d` writes one"),
    ("check hero.b3d --target mlod", 2, "; it is for .p3d files\n"),
    ("check hero.b3d --target obj", 2, "hero.b3d: no target of Blitz3D \"obj\" (there are: blitz3d, "),
    // Options of other programs.
    ("hero.b3d -target luanti", 2, "no option -target\n  hint: did you mean `--target`?"),
    ("convert hero.b3d --format obj", 2, "no option --format\n  hint: `--to` names the format of the output"),
    ("hero.b3d -t obj", 2, "no option -t\n  hint: `--to` names the format of the output, `--target` the engine"),
    ("convert -i hero.b3d", 2, "no option -i\n  hint: inputs are named without an option"),
    ("hero.b3d --o new.glb", 2, "no option --o\n  hint: the output is `-o FILE`"),
    ("convert hero.b3d --scale=2", 2, "no option --scale\n  hint: no option scales a model"),
    ("hero.b3d --glb", 2, "no option --glb\n  hint: `--to glb` names the format of the output"),
    ("convert hero.b3d -obj", 2, "no option -obj\n  hint: `--to obj` names the format of the output"),
    ("hero.b3d --luanti", 2, "no option --luanti\n  hint: `--target luanti` names the engine"),
    ("hero.b3d --check", 2, "no option --check\n  hint: commands have no hyphens: `retromesh check FILE`"),
    ("-convert hero.b3d", 2, "commands have no hyphens: `retromesh convert FILE`"),
    ("there --recursive", 2, "folders are read with all that is below them"),
    ("hero.b3d --lenient", 2, "no option --lenient\n  hint: without `--strict` defects are repaired"),
    ("hero.b3d -y", 2, "`--force` overwrites outputs"),
    ("hero.b3d --out new.glb", 2, "a similar argument exists: '--output'"),
    ("hero.b3d -o", 2, "a value is required for '--output <FILE>'"),
    ("hero.b3d -o -d", 2, "a value is required for '--output <FILE>'"),
    ("hero.b3d --glb2", 2, "unexpected argument '--glb2' found\n\nUsage:"),
    ("convert hero.b3d --root gone", 2, "there is no such folder"),
    ("convert hero.b3d --frame-table new.txt", 2, "the extension must be .json or .lua"),
    // Two words, of which the second is no output.
    (
        "convert hero.b3d diary.txt",
        2,
        "diary.txt: unknown format: the file starts with \"Dear dia\"; the output of one",
    ),
    ("hero.b3d hero.txt", 2, "hero.txt: unknown format: this is the text of a model; the output of one input is -o"),
    ("convert hero.b3d hero.b3d", 2, "hero.b3d is named twice; the output of one input is -o FILE"),
    ("hero.b3d ./hero.b3d", 2, "./hero.b3d is named twice"),
    ("diary.txt hero.b3d", 2, "hero.b3d is there already"),
    ("hero.b3d luanti", 2, "did you mean `retromesh hero.b3d --target luanti`?"),
    ("hero.b3d minetest", 2, "did you mean `retromesh hero.b3d --target minetest`?"),
    ("hero.b3d fbx", 2, "fbx files are not written: Blender makes them of `retromesh hero.b3d --to glb`"),
    ("hero.b3d blender", 2, "Blender makes them of `retromesh hero.b3d --to glb`"),
    ("hero.b3d .glb", 2, "did you mean `retromesh hero.b3d --to glb`?"),
    ("hero.b3d *.glb", 2, "*.glb is no name for an output: --to chooses the format"),
    ("hero.b3d -o *.glb", 2, "*.glb: an output has no `*`, `?` or `[` in its name"),
    ("hero.b3d new.", 2, "new. cannot be written: the formats are"),
    ("hero.b3d new.gbl", 2, "new.gbl cannot be written: the formats are"),
    ("hero.b3d new.txt", 2, "new.txt cannot be written: the formats are"),
    ("hero.b3d new.png", 1, "converting a model to an image file is not supported: `retromesh render` makes a picture"),
    ("hero.b3d > new.glb", 2, "> and new.glb do not exist"),
    ("hero.b3d out out2", 2, "out and out2 do not exist"),
    ("pair out.zip", 2, "out.zip does not exist; the output of one input is -o FILE, the folder of several -d out.zip"),
    ("pair v1.0", 2, "the folder of several -d v1.0"),
    ("convert pair pair.new", 2, "the folder of several -d pair.new"),
    ("hero.b3d hero.x empty", 2, "empty is a folder after other inputs: -d empty writes there"),
    ("pair pair empty", 2, "empty is a folder after other inputs: -d empty writes there"),
    ("hero.b3d hero.x/", 2, "hero.x is a file, not a folder"),
    ("hero.b3d hero.x/out", 2, "hero.x is a file, not a folder"),
    ("convert hero.b3d -o hero.x/out.glb", 2, "hero.x is a file, not a folder"),
    ("convert hero.b3d -o hero.b3d", 1, "is an input of the run"),
    ("convert convert hero.b3d", 1, "convert: no such file"),
    ("convert --to glb", 2, "<INPUT>..."),
    ("tank.zip", 2, "tank.zip: 1 model in it left out, as archives are only read: -d DIR names a folder for them"),
    ("convert tank.zip/tank/tank.p3d", 2, "tank.zip: 1 model in it left out"),
    ("convert hero.b3d -o list.glb -f", 1, "list.glb: is no model: --force replaces only files of the kind"),
    ("open hero.b3d", 2, "no such command or file: open\n  hint: did you mean `retromesh view`?"),
    ("validate hero.b3d", 2, "did you mean `retromesh check`?"),
    (
        "render hero.b3d hero.jpg",
        2,
        "pictures are written as .png, and those that move as .gif, not as .jpg: use -o hero.png",
    ),
    ("render hero.b3d -o hero.bmp", 2, "not as .bmp: use -o hero.png"),
    ("render hero.b3d -o new", 2, "new has no extension: a picture is -o new.png, a folder -d new"),
    ("render hero.b3d new.gif", 2, "a .gif is for animations"),
    ("render hero.b3d --clip gone -o a.png", 2, "no clip \"gone\""),
    ("view gone.b3d", 1, "gone.b3d: no such file"),
    ("view hero.b3d -o new.png", 1, "new.png: is the name of a picture, and what is written is a page"),
    ("info hero.b3d --html new.glb", 1, "new.glb: is the name of a model, and what is written is a page"),
    ("view hero.b3d -o new.txt", 1, "new.txt: is the name of a text, and what is written is a page"),
    ("repair hero.b3d -o new.txt", 1, "new.txt: is the name of a text, and what is written is a model"),
    ("pack hero.txt -o new.txt", 1, "new.txt: is the name of a text, and what is written is a model"),
    ("text hero.b3d new.json", 1, "new.json: is the name of a table, and what is written is a text of a model"),
    ("info gone.b3d --html new.html", 1, "gone.b3d: no such file"),
    ("render hero.b3d -o new.png --size 200 x 100", 2, "a size is one word\n  hint: --size 200x100"),
    (
        "textures hero.b3d --rename letter-f.png=b.png -o new.x",
        1,
        "--rename keeps the format, and new.x is the name of a DirectX file: use new.b3d",
    ),
    ("textures --unique pair", 0, "no image is named"),
    (
        "convert tank.zip/tank/tank.p3d -o - --to obj",
        1,
        "which standard output cannot take: -o FILE writes both, and `convert --to glb` one file",
    ),
    ("text hero.b3d diary.txt", 1, "diary.txt: is no text of a model"),
    ("text hero.b3d new.b3d", 1, "new.b3d: is the name of a model, and what is written is a text of a model"),
    ("pack diary.txt new.b3d", 1, "bad text at line 1"),
    ("pack hero.txt new.glb", 2, "the text is a Blitz3D file, and new.glb is the name of a glTF file: use new.b3d"),
    ("repair hero.b3d new.b3d", 2, "repair needs a place for the repaired file\n  hint: -o new.b3d names it; or "),
    ("repair diary.txt --in-place", 1, "diary.txt: unknown format"),
    (
        "info hero.b3d --csv new.csv",
        1,
        "new.csv: no such file\n  hint: what is printed goes into a file with `> new.csv`",
    ),
    ("dump hero.b3d -o new.txt", 2, "dump has no option -o\n  hint: what is printed goes into a file with `> FILE`\n"),
    (
        "diff hero.b3d hero.x --output=new.txt",
        2,
        "diff has no option --output\n  hint: what is printed goes into a file",
    ),
    (
        "info -o new.csv hero.b3d",
        2,
        "info has no option -o\n  hint: what is printed goes into a file with `> FILE`; `--html",
    ),
    ("text hero.b3d -d new", 2, "text has no option -d\n  hint: the output is `-o FILE`"),
    ("check hero.b3d --report r.jsonl", 2, "check has no option --report\n  hint: what is printed goes into a file"),
    ("check --fix hero.b3d", 2, "no input is one; `retromesh repair FILE -o NEW` repairs a file"),
    ("textures hero.b3d --rename a=b", 2, "--output <FILE>"),
    (
        "textures hero.b3d -o new.txt",
        2,
        "-o is for --rename and --rename-prefix\n  hint: what is printed goes into a file",
    ),
    ("diff hero.b3d hero.x out.txt", 2, "unexpected argument 'out.txt'"),
    ("man out", 2, "unexpected argument 'out'"),
    ("completions bash out", 2, "unexpected argument 'out'"),
    ("info", 2, "<INPUT>..."),
    ("diff hero.b3d", 2, "required"),
    ("render hero.b3d", 2, "-o FILE"),
    ("render hero.b3d hero.x", 2, "-o FILE"),
    // What a file is, not what it is called.
    ("info zero.b3d", 1, "zero.b3d: unknown format: the file is empty\n  hint: try another copy"),
    ("convert list.mtl", 1, "list.mtl: unknown format"),
    ("info note.b3d", 1, "not a Blitz3D file: the file starts with \"Dear dia\""),
    ("info fbx.b3d", 1, "this is an FBX file; retromesh does not read it; Blender does"),
    ("convert *.bmd", 1, "*.bmd: no such file\n  hint: no file has a name that fits"),
    ("info *.bmd", 1, "*.bmd: no such file\n  hint: no file has a name that fits"),
    ("*.bmd", 1, "*.bmd: no such file"),
    ("info hreo.b3d", 1, "hreo.b3d: no such file\n  hint: did you mean hero.b3d?"),
    ("info note", 1, "note: no such file\n  hint: did you mean note.b3d?"),
    ("info hero.bmd", 1, "hero.bmd: no such file\n  hint: did you mean hero.b3d?"),
    ("info empty", 0, "empty: there is no model file in this folder"),
    ("info --html page.html --csv hero.b3d", 2, "cannot be used with"),
    ("duplicates", 2, "<INPUT>..."),
];

/// A line, and the files that it writes into a folder with `hero.b3d`, `room.b3d`, which is a `.x`, and the folder `there`.
const WRITTEN: &[(&str, &str)] = &[
    ("hero.b3d", "hero.glb"),
    ("hero.b3d out.obj", "out.obj"),
    ("-o out.obj convert hero.b3d", "out.obj"),
    ("hero.b3d -o out.obj --report r.jsonl", "out.obj r.jsonl"),
    ("hero.b3d new/", "new/hero.glb"),
    ("hero.b3d new", "new/hero.glb"),
    ("convert hero.b3d new", "new/hero.glb"),
    ("hero.b3d there", "there/hero.glb"),
    ("convert hero.b3d there", "there/hero.glb"),
    ("hero.b3d obj/", "obj/hero.glb"),
    ("render hero.b3d new.png --size 16", "new.png"),
    ("render hero.b3d -o new/ --size 16", "new/hero.png"),
    ("--to obj hero.b3d there", "there/hero.obj"),
    ("convert hero.b3d -d new/deep", "new/deep/hero.glb"),
    ("convert hero.b3d -d new.glb/", "new.glb/hero.glb"),
    ("text hero.b3d new.txt", "new.txt"),
    ("pack hero.txt new.b3d", "new.b3d"),
    ("convert hero.b3d --target minetest", "hero.glb"),
    ("hero.b3d hero.x -d new", "new/hero.b3d.glb new/hero.x.glb"),
    ("room.b3d", "room.glb"),
    ("hero.b3d --report new/r.jsonl", "hero.glb new/r.jsonl"),
    ("view hero.b3d new.html --no-open", "new.html"),
    ("hero.b3d /?", ""),
    ("hero.b3d skins/skin.png", "hero.glb"),
    ("skins/skin.png hero.b3d", "hero.glb"),
    ("pair skins", "skins/hero.glb"),
    ("convert tank.zip -d new", "new/tank/tank.glb"),
    ("info room.b3d", ""),
    ("info --csv .", ""),
    ("info --html new/page.html .", "new/page.html"),
    ("duplicates .", ""),
    ("check .", ""),
    ("repair -n hero.b3d", ""),
];

/// A folder with what people have, and what lies in it.
fn folder() -> (Folder, Vec<String>) {
    let folder = Folder::new();
    fs::copy(fixture("b3d/keys-split-by-range.b3d"), folder.path("hero.b3d")).unwrap();
    for name in ["hero.x", "room.b3d", "-dash.x"] {
        fs::copy(fixture("x/square.x"), folder.path(name)).unwrap();
    }
    fs::copy(fixture("x/square.x"), folder.path("my hero.b3d")).unwrap();
    fs::write(folder.path("zero.b3d"), "").unwrap();
    fs::write(folder.path("note.b3d"), "Dear diary, today I made a model.").unwrap();
    fs::write(folder.path("fbx.b3d"), b"Kaydara FBX Binary  \0\x1a\0").unwrap();
    for name in ["empty", "there"] {
        fs::create_dir(folder.path(name)).unwrap();
    }
    fs::copy(fixture("zip/tank.zip"), folder.path("tank.zip")).unwrap();
    for name in ["diary.txt", "list.glb", "list.mtl"] {
        fs::write(folder.path(name), "Dear diary, today I made a model.").unwrap();
    }
    let text = retromesh(&["text", &folder.path("hero.b3d")]);
    for name in ["hero.txt", "text.glb", "text.obj"] {
        fs::write(folder.path(name), &text.out).unwrap();
    }
    fs::create_dir(folder.path("skins")).unwrap();
    fs::copy(fixture("paa/ai88.paa"), folder.path("skins/flag.paa")).unwrap();
    folder.convert(&folder.path("skins/flag.paa"), "skins/skin.png", &[]);
    folder.convert(&folder.path("hero.b3d"), "skins/box.glb", &[]);
    folder.convert(&folder.path("skins/flag.paa"), "art/skin.png", &[]);
    fs::create_dir(folder.path("pair")).unwrap();
    fs::copy(fixture("b3d/minimal.b3d"), folder.path("pair/hero.b3d")).unwrap();
    let names = files(&folder);
    (folder, names)
}

/// Lists all files and folders below a folder but the manifests of outputs, sorted.
fn files(folder: &Folder) -> Vec<String> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.0.path().to_path_buf()]);
    while let Some(at) = folders.pop() {
        for path in fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.strip_prefix(folder.0.path()).unwrap().to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                folders.push(path);
            } else if !name.ends_with(".retromesh-manifest.jsonl") {
                found.push(name);
            }
        }
    }
    found.sort();
    found
}

/// Runs a line in a folder; returns the exit code and what was said.
fn run(folder: &Folder, line: &str) -> (i32, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_retromesh"));
    let output = program.args(line.split(' ')).current_dir(folder.0.path()).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn wrong_lines_say_what_to_type_and_write_nothing() {
    let (folder, before) = folder();
    for (line, code, said) in LINES {
        let (found, error) = run(&folder, line);
        assert_eq!(found, *code, "{line}\n{error}");
        assert!(error.contains(said), "{line}\n{error}");
        assert!(*code == 1 || !error.contains("damaged"), "{line} blames the file\n{error}");
        assert!(!error.contains("Windows cannot have"), "{line} names an output of nothing\n{error}");
        assert_eq!(files(&folder), before, "{line} wrote something");
    }
}

#[test]
fn right_lines_write_what_was_asked_for_and_nothing_else() {
    for (line, expected) in WRITTEN {
        let (folder, before) = folder();
        let (code, error) = run(&folder, line);
        let new: Vec<String> = files(&folder).into_iter().filter(|name| !before.contains(name)).collect();
        assert_eq!(new.join(" "), *expected, "{line}\n{error}");
        // Some of the files are no models, which commands about all of them report.
        assert_eq!(code, i32::from(line.ends_with(" .") && !line.starts_with("repair")), "{line}\n{error}");
    }
}

#[cfg(unix)]
#[test]
fn links_are_not_replaced_and_what_to_do_is_said() {
    let (folder, _) = folder();
    std::os::unix::fs::symlink("hero.x", folder.path("link.glb")).unwrap();
    for line in ["hero.b3d -o link.glb", "hero.b3d -o link.glb --force"] {
        let (code, error) = run(&folder, line);
        let said = "\n  hint: links are not replaced: remove it, or name the file that it leads to\n";
        assert!(code == 1 && error.ends_with(said), "{line}\n{error}");
    }
}

#[test]
fn a_clip_that_is_not_there_is_named_with_those_that_are() {
    let rows = [
        ("b3d/keys-split-by-range.b3d", "no clip \"walk\" (there are: Default, wave, rest)"),
        ("b3d/minimal.b3d", "the model has no animation"),
        ("x/animation-frames.x", "no clip \"walk\": the clips of the model have no names"),
    ];
    let folder = Folder::new();
    for (name, said) in rows {
        let run = retromesh(&["render", &fixture(name), "--clip", "walk", "-o", &folder.path("x.png")]);
        assert!(run.code == 2 && run.err.contains(said), "{name}: {}", run.err);
    }
}

#[test]
fn a_line_to_type_has_its_quotes_and_a_damaged_file_its_hint() {
    let folder = Folder::new();
    let [models, cut] = ["my models", "cut.b3d"].map(|name| folder.path(name));
    fs::create_dir(&models).unwrap();
    let run = retromesh(&["convert", &models, "glb"]);
    let line = format!("did you mean `retromesh \"{models}\" --to glb`?");
    assert!(run.code == 2 && run.err.contains(&line), "{}", run.err);
    let whole = fs::read(fixture("b3d/keys-split-by-range.b3d")).unwrap();
    fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    let run = retromesh(&["check", &cut]);
    let hint = format!("\n  hint: the file is cut off: {} of {} bytes", whole.len() / 2, whole.len());
    assert!(run.code == 1 && run.out.contains(&hint), "{}", run.out);
    assert!(retromesh(&["-h", "convert"]).out.contains("Usage: retromesh convert"));
}
