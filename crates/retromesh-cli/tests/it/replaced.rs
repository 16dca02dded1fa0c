//! What is written over: with --force a file of the same kind, and never an input of the run.

use crate::common::{Folder, fixture, retromesh};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The files that people have in one folder, one of each kind.
const KINDS: [(&str, &str); 9] = [
    ("model", "other.b3d"),
    ("lua", "init.lua"),
    ("picture", "skin.png"),
    ("page", "page.html"),
    ("text", "other.txt"),
    ("notes", "notes.md"),
    ("report", "report.jsonl"),
    // Names say nothing of these.
    ("list", "list.glb"),
    ("shopping", "shopping.obj"),
];

/// What writes a file of which kind; OUT is where it goes. The inputs are hero.b3d and hero.txt.
const COMMANDS: [(&str, &str); 11] = [
    ("convert hero.b3d --to b3d -o OUT", "model"),
    ("repair hero.b3d -o OUT", "model"),
    ("textures hero.b3d --rename wood.png=new.png -o OUT", "model"),
    ("pack hero.txt -o OUT", "model"),
    ("text hero.b3d -o OUT", "text"),
    ("render hero.b3d --size 16 -o OUT", "picture"),
    ("render hero.b3d hero.b3d --compare --size 16 -o OUT", "picture"),
    ("view hero.b3d -o OUT", "page"),
    ("info hero.b3d --html OUT", "page"),
    ("convert hero.b3d -o new.glb --report OUT", "report"),
    ("convert hero.b3d -o new.glb --frame-table OUT", "table"),
];

fn folder() -> Folder {
    let folder = Folder::new();
    let model = fs::read(fixture("b3d/texture-paths.b3d")).unwrap();
    for name in ["hero.b3d", "other.b3d"] {
        fs::write(folder.path(name), &model).unwrap();
    }
    let text = retromesh(&["text", &folder.path("hero.b3d")]).out;
    for name in ["hero.txt", "other.txt"] {
        fs::write(folder.path(name), &text).unwrap();
    }
    fs::write(folder.path("init.lua"), "core.register_node(\"a:b\", {})\n").unwrap();
    fs::write(folder.path("skin.png"), picture()).unwrap();
    fs::write(folder.path("page.html"), "<!DOCTYPE html>\n<p>mine").unwrap();
    fs::write(folder.path("notes.md"), "# Notes of mine, of no kind that is written\n").unwrap();
    fs::write(folder.path("list.glb"), "milk, bread, eggs and a little butter\n").unwrap();
    fs::write(folder.path("shopping.obj"), "milk, bread, eggs and a little butter\n").unwrap();
    fs::write(folder.path("report.jsonl"), "{\"schema\":\"retromesh-report-1\",\"input\":\"a\"}\n").unwrap();
    folder
}

/// The begin of a picture is enough to be one.
fn picture() -> Vec<u8> {
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()
}

/// Runs a line in a folder, with OUT as the output.
fn run(folder: &Folder, line: &str, out: &str, force: bool) -> (i32, String) {
    let words = line.split(' ').map(|word| if word == "OUT" { out } else { word });
    let mut program = Command::new(env!("CARGO_BIN_EXE_retromesh"));
    let program = program.args(words).args(force.then_some("--force")).current_dir(folder.0.path());
    let Output { status, stdout, stderr } = program.output().unwrap();
    (status.code().unwrap(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

/// Runs a line that is to be refused, and makes sure that all files stay as they are.
fn stays(folder: &Folder, line: &str, out: &str, force: bool, said: &str) {
    let bytes = |name: &str| fs::read(folder.path(name)).unwrap();
    let names: Vec<&str> = KINDS.iter().map(|(_, name)| *name).chain(["hero.b3d", "hero.txt"]).collect();
    let before: Vec<_> = names.iter().map(|name| bytes(name)).collect();
    let (code, text) = run(folder, line, out, force);
    assert!(code != 0 && text.contains(said), "{line} to {out}, force {force}: {code}\n{text}");
    for (name, before) in names.iter().zip(before) {
        assert!(bytes(name) == before, "{line} to {out}, force {force} changed {name}\n{text}");
    }
    assert!(!Path::new(&folder.path("new.glb")).exists(), "{line} to {out} wrote half of what was asked for\n{text}");
}

#[test]
fn each_command_replaces_its_own_kind_alone_and_that_when_forced() {
    for (line, own) in COMMANDS {
        let folder = folder();
        for (kind, name) in KINDS {
            stays(&folder, line, name, false, "");
            // Some names say already that they are of another kind.
            if kind != own {
                stays(&folder, line, name, true, "");
            }
        }
        if let Some((_, name)) = KINDS.iter().find(|(kind, _)| *kind == own) {
            let before = fs::read(folder.path(name)).unwrap();
            fs::write(folder.path(name), [&before[..], b"\n"].concat()).unwrap();
            let (code, text) = run(&folder, line, name, true);
            assert_eq!(code, 0, "{line} to {name}\n{text}");
            assert_ne!(fs::read(folder.path(name)).unwrap(), [&before[..], b"\n"].concat(), "{line} to {name}");
        }
    }
}

#[test]
fn no_command_replaces_an_input_by_whatever_path() {
    for (line, _) in COMMANDS {
        let folder = folder();
        let input = if line.contains("hero.txt") { "hero.txt" } else { "hero.b3d" };
        let mut paths = vec![input.to_owned(), format!("./{input}"), folder.path(input)];
        #[cfg(unix)]
        {
            let link = format!("link-{input}");
            std::os::unix::fs::symlink(input, folder.path(&link)).unwrap();
            std::os::unix::fs::symlink(".", folder.path("again")).unwrap();
            paths.extend([link, format!("again/{input}")]);
        }
        for path in paths {
            for force in [false, true] {
                stays(&folder, line, &path, force, "");
                if line.starts_with("repair") {
                    stays(&folder, line, &path, force, "is an input of the run, and inputs are never replaced");
                    stays(&folder, line, &path, force, "hint: `repair --in-place` alone changes its input");
                }
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn no_command_writes_through_a_link() {
    for (line, own) in COMMANDS {
        let folder = folder();
        for (kind, name) in KINDS {
            // A report may go to a device or a pipe, so it is written through links, to what is a report already.
            if own != "report" || kind != own {
                std::os::unix::fs::symlink(name, folder.path(kind)).unwrap();
                stays(&folder, line, kind, true, "");
            }
        }
    }
}

#[test]
fn a_list_named_as_a_file_next_to_the_output_stays() {
    let folder = folder();
    for (before, replaced) in [("milk, bread and butter\n", false), ("", true), ("newmtl old\n", true)] {
        fs::write(folder.path("new.mtl"), before).unwrap();
        let (code, text) = run(&folder, "convert hero.b3d -o OUT", "new.obj", true);
        assert_eq!(code == 0, replaced, "{before:?}: {text}");
        assert_eq!(fs::read_to_string(folder.path("new.mtl")).unwrap() != before, replaced, "{before:?}: {text}");
        assert!(replaced || text.contains("new.mtl: is not what its name says: --force replaces only"), "{text}");
    }
}

#[test]
fn a_buffer_is_replaced_where_the_model_that_is_there_names_it() {
    let folder = folder();
    let buffer = folder.path("näw 1.bin");
    fs::write(&buffer, "milk, bread and butter\n").unwrap();
    let convert = || run(&folder, "convert hero.b3d -o OUT", "näw 1.gltf", true);
    let (code, text) = convert();
    assert!(code == 1 && text.contains(".bin: is no buffer of näw 1.gltf: --force replaces only"), "{text}");
    assert_eq!(fs::read_to_string(&buffer).unwrap(), "milk, bread and butter\n");
    fs::remove_file(&buffer).unwrap();
    assert_eq!(convert().0, 0);
    let before = fs::read(&buffer).unwrap();
    fs::write(&buffer, [&before[..], b"1234"].concat()).unwrap();
    assert_eq!(convert().0, 0);
    assert_eq!(fs::read(&buffer).unwrap(), before);
}

#[test]
fn files_that_are_found_next_to_a_model_are_inputs() {
    let folder = Folder::new();
    let obj = "mtllib a.mtl\nusemtl a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\n";
    fs::write(folder.path("a.obj"), obj).unwrap();
    fs::write(folder.path("a.mtl"), "newmtl a\nmap_Kd skin.png\n").unwrap();
    let picture = retromesh(&["render", &folder.path("a.obj"), "--size", "8", "-o", &folder.path("skin.png")]);
    assert_eq!(picture.code, 0, "{}", picture.err);
    let before = ["skin.png", "a.mtl"].map(|name| fs::read(folder.path(name)).unwrap());
    for line in ["render a.obj --size 16 -o OUT", "textures a.obj --rename skin.png=other.png -o b.obj"] {
        let (code, text) = run(&folder, line, "skin.png", true);
        assert!(code == 1 && text.contains("is an input of the run"), "{line}: {code}\n{text}");
        assert_eq!(["skin.png", "a.mtl"].map(|name| fs::read(folder.path(name)).unwrap()), before, "{line}");
    }
}

#[test]
fn manual_pages_replace_manual_pages_alone() {
    let folder = Folder::new();
    assert_eq!(run(&folder, "man -d OUT", "man", false).0, 0);
    let page = folder.path("man/retromesh-convert.1");
    let written = fs::read_to_string(&page).unwrap();
    for (old, force, expected) in [(".TH old", false, 1), (".TH old", true, 0), ("mine", true, 1), ("mine", false, 1)] {
        fs::write(&page, old).unwrap();
        let (code, text) = run(&folder, "man -d OUT", "man", force);
        assert_eq!(code, expected, "{old}, force {force}\n{text}");
        assert_eq!(fs::read_to_string(&page).unwrap(), if expected == 0 { &written } else { old }, "{old}\n{text}");
    }
}

#[test]
fn the_page_of_a_folder_of_pictures_is_refused_before_a_picture_is_drawn() {
    let folder = folder();
    fs::create_dir(folder.path("drawn")).unwrap();
    fs::write(folder.path("drawn/index.html"), "no page").unwrap();
    let (code, text) = run(&folder, "render hero.b3d --size 16 -d OUT", "drawn", false);
    assert!(code == 1 && text.contains("already exists"), "{text}");
    assert_eq!(fs::read_dir(folder.path("drawn")).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn a_repair_through_a_link_keeps_the_link_and_the_backup_next_to_the_file() {
    let folder = Folder::new();
    fs::create_dir(folder.path("models")).unwrap();
    let original = fs::read(fixture("b3d/keys-split-by-range.b3d")).unwrap();
    fs::write(folder.path("models/hero.b3d"), &original).unwrap();
    std::os::unix::fs::symlink("models/hero.b3d", folder.path("link.b3d")).unwrap();
    let (code, text) = run(&folder, "repair link.b3d --in-place --target luanti", "", false);
    assert!(code == 0 && text.contains("models/hero.b3d.bak"), "{text}");
    assert!(folder.0.path().join("link.b3d").is_symlink() && !fs::exists(folder.path("link.b3d.bak")).unwrap());
    assert_ne!(fs::read(folder.path("models/hero.b3d")).unwrap(), original);
    assert_eq!(fs::read(folder.path("models/hero.b3d.bak")).unwrap(), original);
}

#[test]
fn a_second_run_over_all_files_leaves_out_what_the_first_wrote() {
    let folder = Folder::new();
    for name in ["a.b3d", "b.b3d"] {
        fs::copy(fixture("b3d/minimal.b3d"), folder.path(name)).unwrap();
    }
    let names = || {
        let mut names: Vec<_> =
            fs::read_dir(folder.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(run(&folder, "convert *", "", false).0, 0);
    assert_eq!(names(), ["a.b3d", "a.glb", "b.b3d", "b.glb"]);
    let before = fs::read(folder.path("a.glb")).unwrap();
    for force in [false, true] {
        let (code, text) = run(&folder, "convert *", "", force);
        assert_eq!(code, i32::from(!force), "{text}");
        assert!(text.contains("a.glb and 1 more: left out, as they are glTF already"), "{text}");
        let hint = "  hint: 2 outputs exist already: --force writes all again";
        assert!(force || (text.contains("a.glb: already exists\n") && text.contains(hint)), "{text}");
        assert!(!text.contains("to overwrite it"), "{text}");
        assert_eq!(names(), ["a.b3d", "a.glb", "b.b3d", "b.glb"], "{text}");
        assert_eq!(fs::read(folder.path("a.glb")).unwrap(), before);
    }
}

#[test]
fn there_is_one_door_for_what_is_written() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut looked = 0;
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap_or_default();
            let code = text.split("#[cfg(test)]").next().unwrap();
            // The manifest is a file of the program itself.
            let is_door = path.ends_with("writer.rs") || path.ends_with("manifest/mod.rs");
            assert!(is_door || !code.contains("Overwrite::"), "{} writes past the door", path.display());
            looked += 1;
        }
    }
    assert!(looked > 80, "{looked}");
}

/// What follows the end of a model goes, whether its format has rules or not.
#[test]
fn repair_removes_what_follows_the_model() {
    let folder = Folder::new();
    let models = [
        "b3d/triangle.b3d",
        "bo3d/one-triangle.bo3d",
        "bmd/rig.bmd",
        "p3d/sp3x-cube.p3d",
        "rtm/turn.rtm",
        "rmesh/room.rmesh",
        "paa/ai88.paa",
        "gltf/rigs.glb",
    ];
    for model in models {
        let (original, name) = (fs::read(fixture(model)).unwrap(), model.rsplit('/').next().unwrap());
        let (longer, repaired) = (folder.path(name), folder.path(&format!("new-{name}")));
        fs::write(&longer, [&original[..], b"bytes of another file"].concat()).unwrap();
        let run = retromesh(&["check", &longer]);
        assert!(run.code == 1 && run.out.contains("trailing-bytes"), "{model}: {}", run.out);
        let run = retromesh(&["repair", &longer, "-o", &repaired]);
        assert!(run.code == 0 && run.out.contains("trailing"), "{model}: {}{}", run.out, run.err);
        assert_eq!(fs::read(&repaired).unwrap(), original, "{model}");
    }
    let run = retromesh(&["repair", &fixture("bo3d/one-triangle.bo3d"), "-n"]);
    assert!(
        run.code == 1 && run.err.contains("other than removing bytes after the end, is not supported"),
        "{}",
        run.err
    );
}

#[test]
fn a_repair_in_place_keeps_the_original() {
    let folder = Folder::new();
    let (file, backup) = (folder.path("hero.b3d"), folder.path("hero.b3d.bak"));
    let original = fs::read(fixture("b3d/keys-split-by-range.b3d")).unwrap();
    let repair = |options: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_retromesh"));
        program
            .args(["repair", "--target", "luanti", "--in-place", &file])
            .args(options)
            .output()
            .unwrap()
            .status
            .code()
    };
    fs::write(&file, &original).unwrap();
    assert_eq!(repair(&[]), Some(0));
    let repaired = fs::read(&file).unwrap();
    assert_ne!(repaired, original);
    assert_eq!(fs::read(&backup).unwrap(), original);
    assert_eq!(repair(&[]), Some(0), "nothing to repair, so no second backup");
    assert_eq!((fs::read(&file).unwrap(), fs::read(&backup).unwrap()), (repaired.clone(), original.clone()));
    fs::write(&file, &original).unwrap();
    fs::write(&backup, "another").unwrap();
    assert_eq!(repair(&[]), Some(1), "a backup is not overwritten");
    assert_eq!((fs::read(&file).unwrap(), fs::read(&backup).unwrap()), (original.clone(), b"another".to_vec()));
    assert_eq!(repair(&["--no-backup"]), Some(0));
    assert_eq!((fs::read(&file).unwrap(), fs::read(&backup).unwrap()), (repaired, b"another".to_vec()));
}
