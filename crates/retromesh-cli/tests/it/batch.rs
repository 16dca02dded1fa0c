//! Many files in one call: memory, killing and resuming, parts, interruptions. `cargo xtask ci batch` does the first with 10,000 files.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, missing_docs)]

use crate::common::fixture;
use retromesh_testkit::batch::batch;
use std::fs;
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = env!("CARGO_BIN_EXE_retromesh");

#[test]
fn a_killed_batch_is_resumed_to_the_same_tree() {
    let folder = tempfile::tempdir().unwrap();
    let figures = batch(Path::new(PROGRAM), 2000, 7, folder.path());
    println!("{figures:?}");
    assert!(figures.seen > 0);
    if let (Some(peak), Some(threads)) = (figures.peak_memory, figures.threads) {
        assert!(peak < 200 << 20, "{peak} bytes");
        assert!(threads > std::thread::available_parallelism().unwrap().get() as u64, "{threads} threads");
    }
}

/// Runs the program and returns its exit code and what it printed.
fn run(words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(PROGRAM).args(words).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

/// Names of the files in a folder that are not hidden.
fn names(folder: &Path) -> Vec<String> {
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = all.filter(|name| !name.starts_with('.')).collect();
    names.sort();
    names
}

/// A folder with `count` models.
fn models(count: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    for i in 0..count {
        fs::copy(fixture("b3d/triangle.b3d"), folder.path().join(format!("in/{i:02}.b3d"))).unwrap();
    }
    folder
}

#[test]
fn what_is_up_to_date_is_left_alone_and_the_rest_is_done() {
    let folder = models(5);
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (input, out) = (path("in"), path("out"));
    let words = ["convert", &input, "-d", &out, "--resume"];
    let summary = |words: &[&str]| {
        let (code, text) = run(words);
        assert_eq!(code, Some(0), "{text}");
        text.split(';').next().unwrap_or_default().to_owned()
    };
    assert_eq!(summary(&words), "5 converted");
    assert_eq!(summary(&words), "0 converted, 5 up to date");
    fs::copy(fixture("b3d/letter-f.b3d"), path("in/02.b3d")).unwrap();
    fs::copy(fixture("b3d/letter-f.b3d"), path("in/05.b3d")).unwrap();
    fs::remove_file(path("out/04.glb")).unwrap();
    assert_eq!(summary(&words), "3 converted, 3 up to date");
    assert_eq!(summary(&["convert", &input, "-d", &out, "--resume", "--textures", "link"]), "6 converted");
    let (code, text) = run(&["convert", &input, "-d", &out, "--to", "glb"]);
    let hint =
        "hint: 6 outputs exist already: --resume goes on with what is missing or has changed, --force writes all again";
    assert!(code == Some(1) && text.matches("hint: ").count() == 1 && text.contains(hint), "{text}");
    // A file of somebody else is not replaced.
    fs::copy(path("in/00.b3d"), path("in/mine.b3d")).unwrap();
    fs::write(path("out/mine.glb"), "glTF mine").unwrap();
    let (code, text) = run(&words);
    assert!(code == Some(1) && text.contains("already exists"), "{text}");
    assert_eq!(fs::read_to_string(path("out/mine.glb")).unwrap(), "glTF mine");
}

/// The images that `lightmap-giles.b3d` names.
const IMAGES: [&str; 2] = ["brick.jpg", "lm.png"];

#[test]
fn images_of_one_name_that_differ_become_two_files_whichever_model_is_faster() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (number, name) in ["a", "b", "c", "d"].into_iter().enumerate() {
        fs::create_dir(path(name)).unwrap();
        fs::copy(fixture("b3d/lightmap-giles.b3d"), path(&format!("{name}/{name}.b3d"))).unwrap();
        for image in IMAGES {
            fs::write(path(&format!("{name}/{image}")), [number as u8 / 2]).unwrap();
        }
    }
    let inputs = ["a", "b", "c", "d"].map(|name| path(&format!("{name}/{name}.b3d")));
    let mut before = Vec::new();
    for (out, jobs) in [("one", "1"), ("four", "4"), ("four", "4")] {
        let mut words = vec!["convert", "--to", "obj", "--resume", "--jobs", jobs, "-d"];
        let out = path(out);
        words.push(&out);
        words.extend(inputs.iter().map(String::as_str));
        let (code, text) = run(&words);
        assert_eq!(code, Some(0), "{text}");
        let files: Vec<_> = names(Path::new(&out))
            .iter()
            .map(|name| (name.clone(), fs::read(path(&out).clone() + "/" + name).unwrap()))
            .collect();
        assert!(before.is_empty() || before == files);
        before = files;
    }
    let images: Vec<&str> =
        before.iter().map(|(name, _)| name.as_str()).filter(|name| name.contains("brick")).collect();
    assert_eq!(images.len(), 2, "{images:?}");
    let library = |name: &str| String::from_utf8(fs::read(path("one/") + name).unwrap()).unwrap();
    for (image, models) in images.iter().rev().zip([["a.mtl", "b.mtl"], ["c.mtl", "d.mtl"]]) {
        assert!(models.iter().all(|model| library(model).contains(image)), "{image}: {models:?}");
    }
    // A run of its own knows nothing of the others: the image stays, and the advice does not cost another model its texture.
    let (code, text) = run(&["convert", &inputs[3], "-o", &path("one/later.obj")]);
    assert!(code == Some(1) && text.contains("another model may use it: name another folder"), "{text}");
}

#[test]
fn a_link_that_leads_nowhere_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::copy(fixture("b3d/lightmap-giles.b3d"), path("a.b3d")).unwrap();
    for image in IMAGES {
        fs::write(path(image), "image").unwrap();
    }
    for to in ["obj", "gltf"] {
        let convert = |out: &str| run(&["convert", &path("a.b3d"), "-o", &path(out), "--textures", "link"]).1;
        assert!(!convert(&format!("a.{to}")).contains("missing-image"));
        let elsewhere = convert(&format!("out/a.{to}"));
        assert!(elsewhere.contains("the output names brick.jpg, which is not there"), "{elsewhere}");
    }
}

#[test]
fn leftovers_of_a_killed_run_are_removed_and_nothing_else() {
    let folder = models(1);
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::create_dir(path("out")).unwrap();
    // What a run leaves that is killed while it writes out/00.glb, and what belongs to others.
    let left = format!("out/.retromesh-{:016x}-AbCdEf.tmp", retromesh_hash("00.glb"));
    let other = format!("out/.retromesh-{:016x}-AbCdEf.tmp", retromesh_hash("other.glb"));
    for name in [left.as_str(), other.as_str(), "out/notes.tmp"] {
        fs::write(path(name), "half").unwrap();
    }
    assert_eq!(run(&["convert", &path("in"), "-d", &path("out")]).0, Some(0));
    assert!(!Path::new(&path(&left)).exists());
    assert!(Path::new(&path(&other)).exists() && Path::new(&path("out/notes.tmp")).exists());
    assert_eq!(names(&folder.path().join("out")), ["00.glb", "notes.tmp"]);
}

/// FNV-1a, 64 bits.
fn retromesh_hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn parts_together_are_the_whole() {
    let folder = models(40);
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    assert_eq!(run(&["convert", &path("in"), "-d", &path("whole")]).0, Some(0));
    let mut seen = 0;
    for part in ["1/3", "2/3", "3/3"] {
        let (code, text) = run(&["convert", &path("in"), "-d", &path("parts"), "--shard", part]);
        assert_eq!(code, Some(0), "{text}");
        let now = names(&folder.path().join("parts")).len();
        assert!(now > seen, "part {part} is empty");
        seen = now;
    }
    assert_eq!(names(&folder.path().join("parts")), names(&folder.path().join("whole")));
    let (_, text) = run(&["convert", &path("in"), "-d", &path("parts"), "--resume"]);
    assert!(text.starts_with("0 converted, 40 up to date"), "{text}");
    assert_eq!(run(&["convert", &path("in"), "-d", &path("x"), "--shard", "4/3"]).0, Some(2));
}

#[test]
fn little_memory_only_makes_files_wait() {
    let folder = models(12);
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (code, text) = run(&["convert", &path("in"), "-d", &path("out"), "--memory", "1K", "-j", "4"]);
    assert!(code == Some(0) && text.starts_with("12 converted"), "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_finishes_what_is_begun_and_can_go_on() {
    use std::process::Stdio;
    let folder = models(99);
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    // A large model, so that there is time to interrupt.
    for i in 0..20 {
        fs::copy(fixture("b3d/lint-many-bones.b3d"), path(&format!("in/1{i:02}.b3d"))).unwrap();
    }
    let words = ["convert", &path("in"), "-d", &path("out"), "-j", "1"];
    let child = Command::new(PROGRAM).args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !Path::new(&path("out/00.glb")).exists() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    // The run may have ended before the signal came.
    if output.status.code() != Some(0) {
        assert_eq!(output.status.code(), Some(130), "{text}");
        assert!(text.contains("not begun") && text.contains("--resume"), "{text}");
        assert!(!text.contains("failed"), "{text}");
    }
    let hidden = fs::read_dir(path("out"))
        .unwrap()
        .filter(|e| e.as_ref().unwrap().path().extension().is_some_and(|e| e == "tmp"));
    assert_eq!(hidden.count(), 0);
    assert_eq!(run(&["convert", &path("in"), "-d", &path("out"), "--resume"]).0, Some(0));
    assert_eq!(names(&folder.path().join("out")).len(), 119);
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_and_links_that_loop_are_no_obstacle() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = models(1);
    let (input, out) = (folder.path().join("in"), folder.path().join("out"));
    let name = |bytes: &'static [u8]| OsStr::from_bytes(bytes);
    fs::copy(fixture("b3d/seqs.b3d"), input.join(name(b"caf\xe9.b3d"))).unwrap();
    fs::create_dir(input.join(name(b"\xff"))).unwrap();
    fs::copy(fixture("b3d/seqs.b3d"), input.join(name(b"\xff/a.b3d"))).unwrap();
    std::os::unix::fs::symlink(&input, input.join("loop")).unwrap();
    for expected in ["3 converted", "0 converted, 3 up to date"] {
        let words =
            [OsStr::new("convert"), input.as_os_str(), OsStr::new("-d"), out.as_os_str(), OsStr::new("--resume")];
        let output = Command::new(PROGRAM).args(words).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && text.starts_with(expected), "{text}");
    }
    assert!(out.join(name(b"caf\xe9.glb")).exists() && out.join(name(b"\xff/a.glb")).exists());
}

#[test]
fn summaries_name_the_first_files_that_lost_something() {
    let folder = models(0);
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for i in 0..12 {
        fs::copy(fixture("b3d/skin-tube-animated.b3d"), path(&format!("in/{i:02}.b3d"))).unwrap();
    }
    fs::copy(fixture("b3d/triangle.b3d"), path("in/plain.b3d")).unwrap();
    let convert = |words: &[&str]| run(&[&["convert", &path("in"), "--to", "obj", "-f"], words].concat()).1;
    let text = convert(&[]);
    let named: Vec<&str> = text.lines().filter(|line| line.contains(".b3d: lost lost-")).collect();
    assert_eq!(named.len(), 10, "{text}");
    assert!(
        text.contains("  and 2 more, which --report FILE lists\n  `retromesh help CODE` explains a code\n")
            && !text.contains("plain.b3d"),
        "{text}"
    );
    let report = path("report.jsonl");
    let text = convert(&["--report", &report]);
    assert!(text.contains(&format!("  and 2 more in {report}\n")), "{text}");
    assert!(!convert(&["-q"]).contains("lost-"));
}

#[test]
fn summaries_name_files_with_defects() {
    let folder = models(1);
    let obj = "mtllib gone.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    fs::write(folder.path().join("in/poor.obj"), obj).unwrap();
    let (code, text) = run(&["convert", &folder.path().join("in").to_string_lossy()]);
    assert!(code == Some(0) && text.contains("2 converted, 1 with defects;"), "{text}");
    assert!(text.contains("poor.obj: defect missing-file\n"), "{text}");
    // They are named before files that lost something, and a file counts for both.
    let folder = models(1);
    for i in 1..12 {
        fs::copy(fixture("b3d/skin-tube-animated.b3d"), folder.path().join(format!("in/{i:02}.b3d"))).unwrap();
    }
    let long = [fs::read(fixture("b3d/skin-tube-animated.b3d")).unwrap(), vec![0; 3]].concat();
    fs::write(folder.path().join("in/over.b3d"), long).unwrap();
    let (code, text) = run(&["convert", &folder.path().join("in").to_string_lossy(), "--to", "obj"]);
    assert!(code == Some(0) && text.contains("13 converted, 1 with defects, 12 with losses;"), "{text}");
    let named: Vec<&str> = text.lines().filter(|line| line.contains(".b3d: ")).collect();
    assert!(named[0].contains("over.b3d: defect trailing-bytes; lost lost-"), "{text}");
    assert!(
        named.len() == 10
            && text.contains("  and 2 more, which --report FILE lists\n  `retromesh help CODE` explains a code\n"),
        "{text}"
    );
}

#[test]
fn what_a_folder_holds_is_converted_or_named() {
    let folder = models(1);
    let path = |name: &str| folder.path().join("in").join(name);
    fs::copy(fixture("zip/tank.zip"), path("tank.zip")).unwrap();
    fs::copy(fixture("x/square.x"), path("square.x")).unwrap();
    fs::write(path("note.b3d"), "Dear diary, today I made a model.").unwrap();
    fs::write(path("note.txt"), "Dear diary").unwrap();
    let input = path("").to_string_lossy().into_owned();
    let rows: [(&[&str], &str, &str); 4] = [
        (&[], "2 converted, 1 failed, 1 in archives left out;", "00.glb square.glb"),
        (&["-d", &input], "2 converted, 1 failed, 1 in archives left out;", "00.glb square.glb"),
        (&["-d", &input, "-n"], "3 would be converted, 0 refused, 1 in archives left out", ""),
        // What has the format already stays, but for what only has its name.
        (&["--to", "b3d"], "1 converted, 1 approximated, 1 failed, 1 in archives left out;", "square.b3d"),
    ];
    let before = names(&path(""));
    for (options, summary, new) in rows {
        let (code, text) = run(&[&["convert", &input][..], options].concat());
        assert_eq!(code, Some(1), "{options:?}: {text}");
        assert!(
            text.contains(summary) && text.contains("other files (") && text.contains(" .txt"),
            "{options:?}: {text}"
        );
        let said = "tank.zip: 1 model in it left out, as archives are only read: -d DIR names a folder for them\n";
        assert!(text.contains(said), "{options:?}: {text}");
        let is_named = text.contains("note.b3d: unknown format: not a Blitz3D file") || options.contains(&"-n");
        assert!(is_named, "{options:?}: {text}");
        let written: Vec<String> = names(&path("")).into_iter().filter(|name| !before.contains(name)).collect();
        assert_eq!(written.join(" "), new, "{options:?}: {text}");
        written.iter().for_each(|name| fs::remove_file(path(name)).unwrap());
    }
}

#[test]
fn a_folder_says_how_many_models_have_painted_images() {
    let folder = tempfile::tempdir().unwrap();
    let [tanks, edited, game] = ["tanks", "edited", "game"].map(|name| folder.path().join(name));
    fs::create_dir_all(tanks.join("data")).unwrap();
    fs::copy(fixture("paa/dxt1-corners.paa"), tanks.join("data/cube.paa")).unwrap();
    for name in ["a.p3d", "b.p3d"] {
        fs::copy(fixture("p3d/sp3x-cube.p3d"), tanks.join(name)).unwrap();
    }
    let [tanks, edited, game] = [&tanks, &edited, &game].map(|path| path.to_str().unwrap());
    assert_eq!(run(&["convert", tanks, "-d", edited]).0, Some(0));
    // The names of old files are often in capital letters, which say nothing where only one is meant.
    fs::rename(Path::new(tanks).join("a.p3d"), Path::new(tanks).join("A.P3D")).unwrap();
    let back = ["convert", edited, "-d", game, "--to", "p3d", "--like", tanks, "--force"];
    let (code, text) = run(&back);
    assert!(code == Some(0) && !text.contains("changed images"), "{text}");
    fs::copy(fixture("paa/dxt5.paa"), Path::new(tanks).join("data/cube.paa")).unwrap();
    for name in ["a.glb", "b.glb"] {
        // Another picture than that has another fingerprint.
        let path = Path::new(edited).join(name);
        let mut bytes = fs::read(&path).unwrap();
        let key = b"\"fingerprint\":\"";
        let places: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(key)).collect();
        assert!(!places.is_empty());
        for at in places {
            let digit = &mut bytes[at + key.len()];
            *digit = if *digit == b'0' { b'1' } else { b'0' };
        }
        fs::write(&path, bytes).unwrap();
    }
    let (code, text) = run(&back);
    let advice = "where a model still names the old file, put the new one, next to it, in its place";
    assert!(code == Some(0) && text.contains("2 models have changed images, as ") && text.contains(advice), "{text}");
}

/// A bitmap of one pixel, bottom-up, with 24 bits a pixel.
fn bitmap(color: [u8; 3]) -> Vec<u8> {
    let header: [u32; 13] = [58, 0, 54, 40, 1, 1, 1 | 24 << 16, 0, 4, 0, 0, 0, 0];
    [b"BM".as_slice(), &header.map(u32::to_le_bytes).concat(), &color, &[0]].concat()
}

#[test]
fn textures_of_one_name_and_other_bytes_stay_those_of_their_models() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let picture = |model: &str| {
        let said = run(&["textures", model]).1;
        let file = said.lines().map(str::trim).find(|line| line.starts_with("Wood_"));
        fs::read(Path::new(model).with_file_name(file.unwrap())).unwrap()
    };
    let models = ["red", "green"];
    for (model, color) in models.into_iter().zip([[0, 0, 255], [0, 255, 0]]) {
        fs::create_dir(path(model)).unwrap();
        fs::copy(fixture("b3d/texture-paths.b3d"), path(&format!("{model}/{model}.b3d"))).unwrap();
        fs::write(path(&format!("{model}/Wood.BMP")), bitmap(color)).unwrap();
        assert_eq!(run(&["convert", &path(model), "-d", &path("glb")]).0, Some(0));
        let (glb, alone) = (path(&format!("glb/{model}.glb")), path(&format!("alone-{model}")));
        assert_eq!(run(&["convert", &glb, "-d", &alone, "--to", "b3d"]).0, Some(0));
    }
    let alone = models.map(|model| picture(&path(&format!("alone-{model}/{model}.b3d"))));
    assert_ne!(alone[0], alone[1]);
    // In a second run the files of the first are there; then a file of that name lies next to the inputs.
    for (out, options) in [("out", &[][..]), ("out", &["--force"]), ("other", &[])] {
        let (code, text) = run(&[&["convert", &path("glb"), "-d", &path(out), "--to", "b3d"], options].concat());
        assert_eq!(code, Some(0), "{text}");
        let pictures = models.map(|model| picture(&path(&format!("{out}/{model}.b3d"))));
        assert_eq!(pictures, alone, "{out} {options:?}");
        fs::write(path("glb/Wood.BMP"), bitmap([255, 0, 0])).unwrap();
    }
}
