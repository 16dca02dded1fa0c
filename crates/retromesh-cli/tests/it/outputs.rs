//! Where outputs go, for each way to say it.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use crate::common::{Folder, fixture, retromesh};
use std::fs;
use std::process::Command;

/// A folder with two models in it and one below.
fn models() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("sub")).unwrap();
    for name in ["a.b3d", "b.B3D", "sub/c.b3d"] {
        fs::copy(fixture("b3d/minimal.b3d"), folder.path(name)).unwrap();
    }
    folder
}

/// Runs the program in a folder; returns its exit code, what it printed, and the models in the folder that are new.
fn run(folder: &Folder, words: &[&str]) -> (i32, String, Vec<String>) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_retromesh"));
    let output = program.args(words).current_dir(folder.0.path()).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    let mut found = Vec::new();
    let mut folders = vec![folder.0.path().to_path_buf()];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.to_string_lossy().to_lowercase().ends_with(".b3d")
                && !path.ends_with(".retromesh-manifest.jsonl")
            {
                found.push(path.strip_prefix(folder.0.path()).unwrap().to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    (output.status.code().unwrap(), String::from_utf8_lossy(&text).into_owned(), found)
}

#[test]
fn pictures_become_pictures_where_nothing_else_is_said() {
    let rows: &[(&str, &[&str])] = &[
        ("hull.PAA", &["hull.png"]),
        ("hull.PAA key.pac", &["hull.png", "key.png"]),
        ("-q *.pac", &["key.png"]),
        ("paint.png", &["paint.paa"]),
        ("hull.PAA --to glb", &["hull.glb"]),
        ("hull.PAA key.pac a.b3d", &["a.glb"]),
        ("paint.png hull.PAA a.b3d -d new", &["new/a.glb"]),
        ("hull.PAA key.pac a.b3d --to glb", &["a.glb", "hull.glb", "key.glb"]),
        (". --from png", &["paint.paa"]),
        ("hull.PAA -d new", &["new/hull.png"]),
    ];
    for (line, expected) in rows {
        let folder = models();
        for (name, from) in [("hull.PAA", "paa/dxt1-corners.paa"), ("key.pac", "paa/p8-magenta.pac")] {
            fs::copy(fixture(from), folder.path(name)).unwrap();
        }
        folder.convert(&folder.path("hull.PAA"), "paint.png", &[]);
        let before = run(&folder, &["formats"]).2;
        let (code, text, found) = run(&folder, &[&["convert"], &*line.split(' ').collect::<Vec<_>>()].concat());
        let new: Vec<&str> = found.iter().filter(|name| !before.contains(name)).map(String::as_str).collect();
        assert_eq!((code, new.as_slice()), (0, *expected), "{line}\n{text}");
    }
}

#[test]
fn every_way_to_say_where_outputs_go() {
    let rows: &[(&str, &str)] = &[
        ("a.b3d", "a.glb"),
        ("-q a.b3d b.B3D", "a.glb b.glb"),
        ("--to obj a.b3d", "a.obj"),
        ("convert a.b3d", "a.glb"),
        ("convert .", "a.glb b.glb sub/c.glb"),
        ("convert a.b3d new.obj", "new.obj"),
        ("convert a.b3d new/", "new/a.glb"),
        ("convert a.b3d sub", "sub/a.glb"),
        ("a.b3d sub", "sub/a.glb"),
        ("convert a.b3d -o sub", "sub/a.glb"),
        ("convert a.b3d b.B3D -o new/deep/", "new/deep/a.glb new/deep/b.glb"),
        ("convert sub -d new --to gltf", "new/c.gltf"),
        ("convert a*.b3d", "a.glb"),
        ("convert */*.b3d -d new", "new/c.glb"),
        ("convert . new", "new/a.glb new/b.glb new/sub/c.glb"),
        ("convert sub empty", "empty/c.glb"),
        ("-v convert a.b3d", "a.glb"),
        ("convert --quiet a.b3d -o x.glb", "x.glb"),
    ];
    for (line, expected) in rows {
        let folder = models();
        fs::create_dir(folder.path("empty")).unwrap();
        let (code, text, found) = run(&folder, &line.split(' ').collect::<Vec<_>>());
        assert_eq!((code, found.join(" ").as_str()), (0, *expected), "{line}\n{text}");
    }
    // A folder that is there is no wildcard.
    let folder = models();
    fs::create_dir(folder.path("su[b]")).unwrap();
    fs::rename(folder.path("b.B3D"), folder.path("su[b]/d.b3d")).unwrap();
    let (code, text, found) = run(&folder, &["convert", "su[b]/*.b3d", "-d", "new"]);
    assert_eq!((code, found.join(" ").as_str()), (0, "new/d.glb"), "{text}");
}

#[test]
fn the_folder_of_an_earlier_run_is_the_output_again() {
    for to in ["glb", "obj"] {
        let folder = models();
        let out = format!("out/c.{to}");
        let run = |more: &[&str]| run(&folder, &[&["sub", "out", "--to", to], more].concat());
        assert_eq!(run(&[]).0, 0);
        fs::write(folder.path("out/note.b3d.txt"), "").unwrap();
        let before = fs::read(folder.path(&out)).unwrap();
        let (code, text, _) = run(&[]);
        assert!(code == 1 && text.contains("use --force to overwrite it"), "{text}");
        assert_eq!(run(&["-f"]).0, 0);
        assert_eq!(
            (fs::read(folder.path(&out)).unwrap(), fs::read_dir(folder.path("sub")).unwrap().count()),
            (before, 1)
        );
    }
}

#[test]
fn a_folder_that_takes_no_files_is_an_error() {
    let folder = models();
    fs::write(folder.path("file"), "").unwrap();
    let mut rows = vec![
        ("convert a.b3d -d file", 2),
        ("convert a.b3d -o file/x.glb", 2),
        ("render a.b3d -d file --size 32", 2),
        ("render a.b3d -d file/ --size 32", 2),
    ];
    if cfg!(target_os = "linux") {
        rows.push(("convert a.b3d -d /proc/retromesh", 1));
    }
    for (line, expected) in rows {
        let (code, text, found) = run(&folder, &line.split(' ').collect::<Vec<_>>());
        assert_eq!((code, found.join(" ").as_str()), (expected, "file"), "{line}\n{text}");
        assert!(text.contains("error: "), "{line}\n{text}");
    }
}

#[test]
fn a_dry_run_says_what_would_be_written() {
    let folder = models();
    fs::write(folder.path("a.glb"), "glTF old").unwrap();
    let rows: &[(&str, i32, &str)] = &[
        ("-n a.b3d", 1, "a.b3d -> a.glb (refused: it already exists; --force overwrites it)\n0 would be converted, 1"),
        ("convert -n -f a.b3d", 0, "a.b3d -> a.glb (replaces it)\n1 would be converted, 0 refused\n"),
        ("convert --dry-run sub -d new --to obj", 0, "sub/c.b3d -> new/c.obj\n1 would be converted, 0 refused\n"),
        ("convert -n b.B3D sub/c.b3d gone.b3d", 0, "3 would be converted"),
    ];
    for (line, expected, says) in rows {
        let (code, text, found) = run(&folder, &line.split(' ').collect::<Vec<_>>());
        assert_eq!((code, found.join(" ").as_str()), (*expected, "a.glb"), "{line}\n{text}");
        assert!(text.replace('\\', "/").contains(says), "{line}\n{text}");
    }
    assert_eq!(fs::read_to_string(folder.path("a.glb")).unwrap(), "glTF old");
}

#[test]
fn a_dry_run_of_repair_says_what_would_be_repaired() {
    let folder = models();
    for name in ["keys.b3d", "sub/keys.b3d"] {
        fs::copy(fixture("b3d/keys-split-by-range.b3d"), folder.path(name)).unwrap();
    }
    let old = fs::read(fixture("b3d/minimal.b3d")).unwrap();
    fs::write(folder.path("there"), &old).unwrap();
    let fixed = "repairable[b3d-several-keys]: ";
    let rows: &[(&str, i32, &[&str])] = &[
        ("repair -n keys.b3d --target luanti", 0, &["keys.b3d\n", fixed]),
        ("repair --dry-run keys.b3d -o new/k.b3d --target luanti", 0, &["keys.b3d -> new/k.b3d\n", fixed]),
        ("repair keys.b3d -o there -n -f --target luanti", 0, &["keys.b3d -> there (replaces it)\n", fixed]),
        ("repair keys.b3d -o there -n", 1, &["(refused: it already exists; --force overwrites it)"]),
        ("repair -n a.b3d -o -", 0, &["a.b3d -> -\nnothing to repair for blitz3d\n"]),
        ("repair -n a.b3d b.B3D sub", 0, &["sub/keys.b3d\n", "4 would be written (0 repaired), 0 failed"]),
        ("repair -n --in-place a.b3d b.B3D", 0, &["0 would be written (0 repaired), 2 stay as they are, 0 failed"]),
        ("repair -n a.b3d gone.b3d", 1, &["1 would be written (0 repaired), 1 failed"]),
        (
            "repair -n . sub -d new",
            1,
            &["sub/keys.b3d -> new/keys.b3d (refused: ", "6 would be written (0 repaired), 1 failed"],
        ),
    ];
    for (line, expected, says) in rows {
        let (code, text, found) = run(&folder, &line.split(' ').collect::<Vec<_>>());
        assert_eq!((code, found.join(" ").as_str()), (*expected, "there"), "{line}\n{text}");
        let text = text.replace('\\', "/");
        assert!(says.iter().all(|says| text.contains(says)), "{line}\n{text}");
    }
    assert_eq!(fs::read(folder.path("there")).unwrap(), old);
    assert!(!fs::exists(folder.path("new")).unwrap());
}

#[test]
fn repair_says_what_of_a_folder_it_leaves_out() {
    let folder = models();
    for (name, from) in
        [("a.p3d", "p3d/odol-cube.p3d"), ("b.obj", "obj/letter-f.obj"), ("c.paa", "paa/dxt1-corners.paa")]
    {
        fs::copy(fixture(from), folder.path(name)).unwrap();
    }
    fs::write(folder.path("init.lua"), "x = 1\n").unwrap();
    let (code, text, _) = run(&folder, &["repair", "-n", "."]);
    let expected = "4 would be written (0 repaired), 0 failed, 2 skipped, as their formats have no repairs (1 .obj, 1 .paa), 1 other file (1 .lua)\n";
    assert!(code == 0 && text.ends_with(expected), "{text}");
    let (code, text, _) = run(&folder, &["repair", "-n", ".", "--target", "blitz3d"]);
    let expected = "3 would be written (0 repaired), 0 failed, 2 skipped, as their formats have no target blitz3d; without --target each is repaired for its own (1 .p3d, 1 .paa), 1 skipped, as their formats have no repairs (1 .obj), 1 other file (1 .lua)\n";
    assert!(code == 0 && text.ends_with(expected), "{text}");
    let (code, text, _) = run(&folder, &["check", ".", "--target", "blitz3d"]);
    let expected =
        ", 3 skipped, as their formats have no target blitz3d (1 .obj, 1 .p3d, 1 .paa), 1 other file (1 .lua)\n";
    assert!(code == 0 && text.ends_with(expected), "{text}");
}

#[test]
fn repair_names_the_defects_that_it_leaves() {
    let folder = models();
    let rows = [
        ("seqs-odd", "not-repaired[reversed-range]: ", "unsorted-keys"),
        ("bad/keys-rotation-zero", "not-repaired[zero-quaternion]: ", "repairable["),
        ("bad/node-rotation-zero", "not-repaired[zero-quaternion]: ", "repairable["),
        ("normals-zero", "not-repaired[zero-normal]: ", "repairable["),
        ("bad/anim-fps-nan", "repairable[b3d-not-finite]: ", "not-repaired["),
        ("trailing-bytes", "repairable[trailing-bytes]: ", "not-repaired["),
        ("bad/bb3d-too-long", "repairable[b3d-size]: ", "not-repaired[size-mismatch]"),
    ];
    for (name, says, says_not) in rows {
        fs::copy(fixture(&format!("b3d/{name}.b3d")), folder.path("a.b3d")).unwrap();
        let (code, text, _) = run(&folder, &["repair", "-n", "a.b3d"]);
        assert_eq!((code, text.contains(says), text.contains(says_not)), (0, true, false), "{text}");
    }
}

#[test]
fn of_two_inputs_for_one_output_repair_repairs_the_first() {
    let folder = models();
    fs::copy(fixture("b3d/keys-split-by-range.b3d"), folder.path("sub/a.b3d")).unwrap();
    for force in [&[][..], &["-f"]] {
        let words = ["repair", "a.b3d", "sub/a.b3d", "-d", "new"];
        let (code, text, _) = run(&folder, &[&words, force].concat());
        assert!(code == 1 && text.contains("a.b3d becomes the same output file"), "{text}");
        assert_eq!(fs::read(folder.path("new/a.b3d")).unwrap(), fs::read(folder.path("a.b3d")).unwrap());
    }
}

#[test]
fn files_of_any_extension_are_found_by_their_content() {
    let folder = models();
    fs::rename(folder.path("sub/c.b3d"), folder.path("sub/c.dat")).unwrap();
    fs::write(folder.path("notes.txt"), "no model").unwrap();
    let rows = [
        ("info --jsonl sub --detect-all", "c.dat"),
        ("check --detect-all .", "3 checked, 0 have problems"),
        ("check .", "2 checked"),
        ("convert sub --detect-all -d new", "1 converted"),
    ];
    for (line, says) in rows {
        let (_, text, _) = run(&folder, &line.split(' ').collect::<Vec<_>>());
        assert!(text.contains(says), "{line}\n{text}");
    }
}

/// Windows has no such names; elsewhere the models are made, and their outputs can be taken to Windows.
#[cfg(unix)]
#[test]
fn outputs_have_names_that_windows_can_have_too() {
    let folder = models();
    for name in ["a.b3d", "sub/c.b3d"] {
        fs::copy(fixture("b3d/letter-f.b3d"), folder.path(name)).unwrap();
    }
    fs::create_dir(folder.path("aux")).unwrap();
    for name in ["con.b3d", "why?.b3d", "aux/x .b3d"] {
        fs::rename(folder.path("a.b3d"), folder.path(name)).unwrap();
        let (code, text, _) = run(&folder, &[name]);
        assert_eq!(code, 0, "{text}");
        fs::rename(folder.path(name), folder.path("a.b3d")).unwrap();
        assert_eq!(text.contains("Windows cannot have"), name != "aux/x .b3d", "{text}");
    }
    fs::rename(folder.path("a.b3d"), folder.path("aux/nul.b3d")).unwrap();
    let (code, text, found) = run(&folder, &["convert", ".", "-d", "new", "--to", "gltf"]);
    let outside: Vec<&str> = found.iter().map(String::as_str).filter(|name| !name.contains("new/")).collect();
    assert_eq!((code, outside.as_slice()), (0, &["aux/x .glb", "con_.glb", "why_.glb"][..]), "{text}");
    assert!(
        text.contains("Windows cannot have aux/nul.gltf") || text.contains("Windows cannot have nul.gltf"),
        "{text}"
    );
    let inside: Vec<&str> = found.iter().map(String::as_str).filter(|name| name.contains("new/aux")).collect();
    assert_eq!(inside, ["new/aux_/nul_.bin", "new/aux_/nul_.gltf"]);
    let (_, text, _) = run(&folder, &["render", "aux", "-d", "pictures", "--size", "32"]);
    assert!(fs::exists(folder.path("pictures/nul_.b3d.png")).unwrap(), "{text}");
    // The name that the user chose stays; the files next to it are made safe.
    let (code, text, found) = run(&folder, &["convert", "sub/c.b3d", "-o", "prn.gltf"]);
    assert!(code == 0 && text.contains("sidecar prn_.bin"), "{text}");
    assert!(["prn.gltf", "prn_.bin"].iter().all(|name| found.contains(&(*name).to_owned())), "{found:?}");
}

#[test]
fn nothing_is_overwritten_unasked() {
    let folder = models();
    for name in ["a.glb", "sub/a.glb"] {
        fs::write(folder.path(name), "glTF old").unwrap();
    }
    let rows: &[(&str, i32, &str)] = &[
        ("a.b3d", 1, "use --force to overwrite it"),
        (
            "convert a.b3d a.glb",
            2,
            "a.glb is there already: -o a.glb -f writes over it, -d DIR takes both files as inputs",
        ),
        (
            "convert a.b3d a.glb -f",
            2,
            "a.glb is there already: -o a.glb -f writes over it, -d DIR takes both files as inputs",
        ),
        ("convert a.b3d -o sub", 1, "use --force to overwrite it"),
        ("convert a.b3d --to b3d", 2, "a.b3d: it is Blitz3D already; name another format with --to"),
        ("convert a.b3d --to b3d --force", 2, "a.b3d: it is Blitz3D already; name another format with --to"),
        ("convert a.b3d b.B3D -o new.glb", 2, "use -d DIR"),
        ("convert - --from b3d", 2, "use -o FILE, or -o - for standard output"),
        ("convert a.b3d --resume", 2, "use -d DIR"),
        ("convert a.b3d b.B3D --frame-table x.lua", 2, "give `.json` or `.lua` alone"),
    ];
    let before = fs::read(folder.path("a.b3d")).unwrap();
    for (line, expected, hint) in rows {
        let (code, text, found) = run(&folder, &line.split(' ').collect::<Vec<_>>());
        assert_eq!((code, found.join(" ").as_str()), (*expected, "a.glb sub/a.glb"), "{line}\n{text}");
        assert!(text.contains(hint), "{line}\n{text}");
    }
    assert_eq!(fs::read_to_string(folder.path("a.glb")).unwrap(), "glTF old");
    assert_eq!(fs::read(folder.path("a.b3d")).unwrap(), before);
    let (code, text, _) = run(&folder, &["a.b3d", "-f"]);
    assert_eq!(code, 0, "{text}");
    assert_ne!(fs::read_to_string(folder.path("a.glb")).unwrap_or_default(), "glTF old");
}

#[test]
fn an_original_is_a_model_and_an_output_no_archive() {
    let folder = models();
    for name in ["paa/argb1555.paa", "pbo/plain.pbo"] {
        let file = name.rsplit('/').next().unwrap();
        fs::copy(fixture(name), folder.path(file)).unwrap();
    }
    fs::write(folder.path("a.txt"), "hello\n").unwrap();
    let must = "it must be the model that the input was made from";
    let rows = [
        (vec!["--like", "argb1555.paa"], format!("--like argb1555.paa: the file is an image; {must}")),
        (vec!["--like", "plain.pbo"], "plain.pbo/a.glb".to_owned()),
        (vec!["--like", "a.txt"], format!("--like a.txt: the file is no model; {must}")),
        (vec!["--like", "SUB/C.b3d"], "did you mean sub/c.b3d?".to_owned()),
        (vec!["-o", "c.pbo"], "archives (.pbo, .zip) are read and not written: ".to_owned()),
        (vec!["-d", "x/c.pbo"], "write models with -d x/c, then pack them".to_owned()),
    ];
    for (words, expected) in rows {
        let output: &[&str] = if words[0] == "--like" { &["-o", "new.glb"] } else { &[] };
        let (code, said, found) = run(&folder, &[&["convert", "a.b3d"], words.as_slice(), output].concat());
        assert!(code != 0 && said.contains(&expected), "{words:?}: {said}");
        assert!(!found.iter().any(|name| name.ends_with("new.glb") || name.contains("c.pbo")), "{words:?}: {found:?}");
    }
}

#[test]
fn a_model_is_not_written_when_its_frame_table_is_refused() {
    let folder = models();
    fs::write(folder.path("a.lua"), "return {\n\t{name = \"old\"}}").unwrap();
    for table in ["a.lua", ".lua"] {
        let (code, text, found) = run(&folder, &["convert", "a.b3d", "--frame-table", table]);
        assert_eq!((code, found), (1, vec!["a.lua".to_owned()]), "{text}");
        assert!(text.contains("a.lua: already exists\n  hint: use --force to overwrite it\n"), "{text}");
    }
    let (code, text, _) = run(&folder, &["convert", "a.b3d", "--frame-table", "a.lua", "--force"]);
    assert!(
        code == 0 && fs::read_to_string(folder.path("a.lua")).unwrap() != "return {\n\t{name = \"old\"}}",
        "{text}"
    );
}

#[test]
fn a_report_is_begun_again_when_forced_and_goes_on_when_resumed() {
    let folder = models();
    let words = ["convert", ".", "-d", "new", "--report", "r.jsonl"];
    let lines = |options: &[&str]| {
        let (code, text, _) = run(&folder, &[&words, options].concat());
        (code, fs::read_to_string(folder.path("r.jsonl")).unwrap().lines().count(), text)
    };
    for (options, expected) in [(&[][..], (0, 3)), (&[], (2, 3)), (&["--resume"], (0, 3)), (&["--force"], (0, 3))] {
        let (code, count, text) = lines(options);
        assert_eq!((code, count), expected, "{options:?}: {text}");
    }
}

#[test]
fn models_in_the_folder_of_the_outputs_are_named_as_left_out() {
    let folder = models();
    let is_said = |option: &str| {
        let (code, text, _) = run(&folder, &["convert", ".", "-d", "sub", "--to", "obj", "-f", option]);
        assert_eq!(code, 0, "{text}");
        text.contains("sub: left out, as outputs go there\n")
    };
    assert!(is_said("-v") && !is_said("-q"));
    fs::remove_file(folder.path("sub/c.b3d")).unwrap();
    assert!(!is_said("-v"), "outputs alone");
}

#[test]
fn the_help_of_each_command_is_short() {
    let folder = Folder::new();
    let commands = [
        "convert",
        "info",
        "dump",
        "check",
        "diff",
        "repair",
        "render",
        "textures",
        "proxies",
        "formats",
        "help",
        "completions",
        "man",
    ];
    for (option, max) in [("-h", 40), ("--help", 120)] {
        for words in commands.iter().map(|command| vec![*command, option]).chain([vec![option]]) {
            let (code, text, _) = run(&folder, &words);
            let lines = text.lines().count();
            assert!(code == 0 && text.contains("Usage: retromesh") && lines <= max, "{words:?}: {lines} lines\n{text}");
        }
    }
}

#[test]
fn colours_come_when_they_are_asked_for() {
    let folder = Folder::new();
    for (words, expected) in [
        (["--color", "always", "info", "gone.b3d"], true),
        (["info", "gone.b3d", "--color", "never"], false),
        (["info", "gone.b3d", "--color", "auto"], false),
    ] {
        let (code, text, _) = run(&folder, &words);
        assert_eq!((code, text.contains('\u{1b}')), (1, expected), "{words:?}: {text}");
    }
}

#[test]
fn quiet_leaves_out_what_is_in_order() {
    let (good, bad) = (fixture("b3d/everything.b3d"), fixture("b3d/bad/position-huge.b3d"));
    let damaged = fixture("b3d/bad/brus-empty.b3d");
    for (words, lines) in [(vec!["check", &good, &damaged], 4), (vec!["check", "-q", &good, &bad, &damaged], 2)] {
        let run = retromesh(&words);
        assert_eq!((run.out.lines().count(), run.code), (lines, 1), "{words:?}: {}", run.out);
        assert!(run.out.contains("FAILED"), "{}", run.out);
    }
}

#[test]
fn what_an_earlier_run_made_of_a_folder_is_left_out() {
    let folder = Folder::new();
    let path = folder.path("");
    fs::copy(fixture("b3d/letter-f.b3d"), folder.path("a.b3d")).unwrap();
    fs::copy(fixture("obj/concave.obj"), folder.path("b.obj")).unwrap();
    for (to, said, written) in
        [("obj", "1 converted", "a.obj"), ("glb", "a.obj: left out, as it is next to the model of this name", "a.glb")]
    {
        let run = retromesh(&["convert", &path, "--to", to]);
        assert!(run.code == 0 && format!("{}{}", run.out, run.err).contains(said), "{}{}", run.out, run.err);
        assert!(fs::metadata(folder.path(written)).is_ok(), "{written}");
    }
    assert!(fs::metadata(folder.path("b.glb")).is_ok(), "it is next to no other model");
}

/// Windows has no such names.
#[cfg(unix)]
#[test]
fn changed_names_are_reported_in_one_line() {
    let folder = models();
    fs::create_dir(folder.path("con")).unwrap();
    fs::rename(folder.path("a.b3d"), folder.path("con/a.b3d")).unwrap();
    let (_, text, _) = run(&folder, &["convert", ".", "-d", "new"]);
    assert!(
        text.contains("\n  ./con/a.b3d: the output is called con_/a.glb: Windows cannot have con/a.glb\n"),
        "{text}"
    );
    for name in ["what?.b3d", "what_.b3d"] {
        fs::copy(fixture("b3d/minimal.b3d"), folder.path(&format!("con/{name}"))).unwrap();
    }
    let (code, text, _) = run(&folder, &["convert", "con"]);
    assert!(
        code == 1 && text.contains("becomes the same output file; convert one of them alone, with -o FILE"),
        "{text}"
    );
    assert!(!text.contains("Windows cannot have a.glb"), "{text}");
}
