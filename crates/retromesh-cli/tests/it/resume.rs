//! `--resume`: what is converted again when something that an output was made of has changed.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use crate::common::{Folder, fixture, retromesh};
use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

/// A tree of models, and of what is next to them.
struct Tree {
    folder: Folder,
    /// The seconds since 1970 at which the next file is written; a real clock may stand still for some milliseconds.
    time: u64,
}

impl Tree {
    fn new(files: &[(&str, &[u8])]) -> Self {
        let mut tree = Self { folder: Folder::new(), time: 1_000_000_000 };
        files.iter().for_each(|(name, bytes)| tree.write(name, bytes));
        tree
    }

    fn write(&mut self, name: &str, bytes: &[u8]) {
        self.time += 1;
        let path = self.folder.path(&format!("in/{name}"));
        fs::create_dir_all(Path::new(&path).parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        file.set_modified(UNIX_EPOCH + Duration::from_secs(self.time)).unwrap();
    }

    /// Converts the tree and returns how many files were converted and how many were up to date.
    fn convert(&self, options: &[&str]) -> String {
        let (input, out) = (self.folder.path("in"), self.folder.path("out"));
        let run = retromesh(&[&["convert", &input, "-d", &out, "--resume"], options].concat());
        assert_eq!(run.code, 0, "{}{}", run.out, run.err);
        let summary = run.out.lines().find(|line| line.contains(" converted")).unwrap().split(';').next().unwrap();
        let is_counted = |part: &&str| part.ends_with(" converted") || part.ends_with(" up to date");
        let parts: Vec<&str> = summary.split(", ").filter(is_counted).collect();
        parts.join(", ")
    }

    /// Asserts that a change makes this many files be converted again, and that after this nothing is left to do.
    fn check(&mut self, what: &str, change: Change, options: &[&str], expected: usize, of: usize) {
        match change {
            Nothing => {}
            Write(name, bytes) => self.write(name, bytes.as_bytes()),
            WriteAgain(name) => {
                let bytes = fs::read(self.folder.path(&format!("in/{name}"))).unwrap();
                self.write(name, &bytes);
            }
            Remove(name) => fs::remove_file(self.folder.path(&format!("in/{name}"))).unwrap(),
            DamageOutput(name) => {
                let path = self.folder.path(&format!("out/{name}"));
                let mut bytes = fs::read(&path).unwrap();
                bytes.iter_mut().last().into_iter().for_each(|byte| *byte ^= 1);
                fs::write(&path, bytes).unwrap();
            }
            RemoveOutput(name) => fs::remove_file(self.folder.path(&format!("out/{name}"))).unwrap(),
            Manifest(change) => {
                let path = self.folder.path("out/.retromesh-manifest.jsonl");
                let changed = fs::read_to_string(&path).unwrap().lines().fold(String::new(), |text, line| {
                    let mut line = serde_json::from_str(line).unwrap();
                    change(&mut line);
                    text + &line.to_string() + "\n"
                });
                fs::write(path, changed).unwrap();
            }
        }
        for (expected, what) in [(expected, what), (0, "nothing after that")] {
            let up_to_date = of - expected;
            let summary = match up_to_date {
                0 => format!("{expected} converted"),
                _ => format!("{expected} converted, {up_to_date} up to date"),
            };
            assert_eq!(self.convert(options), summary, "{what}");
        }
    }
}

#[derive(Clone, Copy)]
enum Change {
    Nothing,
    Write(&'static str, &'static str),
    /// The same bytes at another time.
    WriteAgain(&'static str),
    Remove(&'static str),
    /// One bit less or more, and the same size.
    DamageOutput(&'static str),
    RemoveOutput(&'static str),
    Manifest(fn(&mut serde_json::Value)),
}
use Change::{DamageOutput, Manifest, Nothing, Remove, RemoveOutput, Write, WriteAgain};

#[test]
fn what_lies_next_to_a_model_counts_as_the_model_does() {
    let read = |name: &str| fs::read(fixture(name)).unwrap();
    let (b3d, bgl, bgg) = (read("b3d/brush-alpha.b3d"), read("bgl/layout-16.bgl"), read("bgl/geometries/tri_1.bgg"));
    let obj = b"mtllib m.mtl\nusemtl x\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let mut tree = Tree::new(&[
        ("b3d/paint.b3d", &b3d),
        ("bgl/tri.bgl", &bgl),
        ("bgl/geometries/tri_1.bgg", &bgg),
        ("obj/tri.obj", obj),
        ("obj/same.obj", obj),
    ]);
    assert_eq!(tree.convert(&[]), "4 converted");
    let rows = [
        ("nothing", Nothing, 0),
        ("an image that was missing", Write("b3d/a.png", "1"), 1),
        ("another image of the same size", Write("b3d/a.png", "2"), 1),
        ("an image in the folder of images", Write("b3d/textures/b.png", "1"), 1),
        ("the same image in the model's folder", Write("b3d/B.PNG", "1"), 1),
        ("the one in the folder of images, which is not used any more", Write("b3d/textures/b.png", "2"), 0),
        ("an image of another type", Write("b3d/c.jpg", "1"), 1),
        ("the image of the right type", Write("b3d/c.png", "1"), 1),
        ("an image that the model does not name", Write("b3d/d.png", "1"), 0),
        ("an image that is gone", Remove("b3d/a.png"), 1),
        ("a material library that was missing, of two models", Write("obj/m.mtl", "newmtl x\nKd 1 0 0\n"), 2),
        ("another material library", Write("obj/m.mtl", "newmtl x\nKd 0 0 1\nmap_Kd t.png\n"), 2),
        ("an image that the library names", Write("obj/t.png", "1"), 2),
        ("a geometry", WriteAgain("bgl/geometries/tri_1.bgg"), 1),
        ("the model alone", Write("obj/same.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), 1),
        ("the library, which one model names still", Write("obj/m.mtl", "newmtl x\n"), 1),
        ("a damaged output", DamageOutput("obj/same.glb"), 1),
        ("a manifest of a version without hashes", Manifest(|line| line["output_hash"] = "".into()), 4),
        ("a manifest of a version that did not look", Manifest(|line| _ = line["dependencies"].take()), 4),
        ("a manifest of other options", Manifest(|line| line["options"] = "0".into()), 4),
    ];
    for (what, change, expected) in rows {
        tree.check(what, change, &[], expected, 4);
    }
}

#[test]
fn buffers_and_tables_count_too() {
    let folder = Folder::new();
    folder.convert(&fixture("b3d/seqs.b3d"), "seqs.gltf", &[]);
    let [gltf, bin] = ["seqs.gltf", "seqs.bin"].map(|name| fs::read(folder.path(name)).unwrap());
    let mut tree = Tree::new(&[("seqs.gltf", &gltf), ("seqs.bin", &bin)]);
    let options = ["--to", "b3d", "--frame-table", ".json"];
    assert_eq!(tree.convert(&options), "1 converted");
    tree.check("nothing", Nothing, &options, 0, 1);
    tree.check("the buffer", WriteAgain("seqs.bin"), &options, 1, 1);
    tree.check("the table of frames", RemoveOutput("seqs.json"), &options, 1, 1);
    let ranges = |range: &'static str| [&options[..], &["--range", range]].concat();
    tree.check("clips by name", Nothing, &ranges("walk=0-1"), 1, 1);
    tree.check("other clips", Nothing, &ranges("walk=0-2"), 1, 1);
    tree.check("the same clips", Nothing, &ranges("walk=0-2"), 0, 1);
}

#[test]
fn the_original_of_a_model_and_what_is_next_to_it_count_too() {
    let folder = Folder::new();
    let glb = folder.convert(&fixture("rmesh/room.rmesh"), "room.glb", &["--textures", "link"]);
    let [glb, room] = [glb, fixture("rmesh/room.rmesh")].map(|path| fs::read(path).unwrap());
    let mut tree = Tree::new(&[("room.glb", &glb), ("../game/room.rmesh", &room)]);
    let original = tree.folder.path("game/room.rmesh");
    let options = ["--to", "rmesh", "--textures", "link", "--like", &original];
    assert_eq!(tree.convert(&options), "1 converted");
    for (what, change, expected) in [
        ("nothing", Nothing, 0),
        ("the original", WriteAgain("../game/room.rmesh"), 1),
        ("an image that was missing", Write("../game/wall.jpg", "1"), 1),
        ("an image that no model names", Write("../game/other.jpg", "1"), 0),
        ("an image that is gone", Remove("../game/wall.jpg"), 1),
    ] {
        tree.check(what, change, &options, expected, 1);
    }
}

/// Returns the names of the inputs in a report with what became of them.
fn rows(report: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(report).unwrap_or_default();
    let row = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let name = Path::new(row["input"].as_str().unwrap()).file_name().unwrap().to_string_lossy().into_owned();
        (name, row["status"].as_str().unwrap().to_owned())
    };
    text.lines().map(row).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn what_has_no_row_in_the_report_is_converted_again() {
    let folder = Folder::new();
    let [input, out, report] = ["a.b3d", "out", "r.jsonl"].map(|name| folder.path(name));
    fs::copy(fixture("b3d/brush-alpha.b3d"), &input).unwrap();
    let run = |report: &str| retromesh(&["convert", &input, "-d", &out, "--to", "glb", "--report", report, "--resume"]);
    // Nothing can be written to it.
    assert!(run("/dev/full").err.contains("could not be written"));
    assert!(Path::new(&format!("{out}/a.glb")).exists());
    for _ in 0..2 {
        assert_eq!(run(&report).code, 0);
    }
    assert_eq!(rows(&report), [("a.b3d".to_owned(), "up-to-date".to_owned())]);
}

/// Reads a report.
fn report(path: &str) -> Vec<serde_json::Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn each_input_is_in_a_report_once_with_what_its_conversion_lost() {
    let folder = Folder::new();
    let [input, out, first, other] = ["in", "out", "r.jsonl", "other.jsonl"].map(|name| folder.path(name));
    fs::create_dir(&input).unwrap();
    for name in ["a.b3d", "b.b3d"] {
        fs::copy(fixture("b3d/brush-alpha.b3d"), format!("{input}/{name}")).unwrap();
    }
    fs::write(format!("{input}/bad.b3d"), "BB3D").unwrap();
    let run = |report: &str| retromesh(&["convert", &input, "-d", &out, "--to", "obj", "--report", report, "--resume"]);
    assert_eq!(run(&first).code, 1);
    let then = report(&first);
    assert!(then.iter().filter(|row| !row["diagnostics"].as_array().unwrap().is_empty()).count() >= 2, "{then:?}");
    for (path, gone) in [(&first, false), (&other, false), (&first, true)] {
        if gone {
            fs::remove_file(format!("{input}/b.b3d")).unwrap();
        }
        let said = run(path);
        assert_eq!(said.err.contains(" no input in this run, and stay"), gone, "{}", said.err);
        let now = report(path);
        assert_eq!(now.len(), then.len());
        for row in &now {
            let before = then.iter().find(|before| before["input"] == row["input"]).unwrap();
            for key in ["format", "diagnostics", "bytes_in", "bytes_out", "error", "input_encoded"] {
                assert_eq!(row[key], before[key], "{key}");
            }
            let is_gone = gone && row["input"].as_str().unwrap().ends_with("b.b3d");
            let expected = if row["error"].is_string() {
                "failed"
            } else if is_gone {
                "gone"
            } else {
                "up-to-date"
            };
            assert_eq!(row["status"], expected, "{row}");
        }
    }
}

#[test]
fn a_torn_line_of_a_report_is_cut_off() {
    let folder = Folder::new();
    let [input, out, report] = ["a.b3d", "out", "r.jsonl"].map(|name| folder.path(name));
    fs::copy(fixture("b3d/brush-alpha.b3d"), &input).unwrap();
    let run = || retromesh(&["convert", &input, "-d", &out, "--to", "glb", "--report", &report, "--resume"]);
    assert_eq!(run().code, 0);
    let whole = fs::read(&report).unwrap();
    for torn in [200, whole.len() - 1] {
        for kept in [0, whole.len()] {
            fs::write(&report, [&whole[..kept], &whole[..torn]].concat()).unwrap();
            assert_eq!(run().code, 0);
            let found = rows(&report);
            assert_eq!(found.len(), 1, "{torn} after {kept}: {found:?}");
        }
    }
}
