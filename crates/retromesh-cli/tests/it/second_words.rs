//! Words after an input, values of options, and inputs that are named twice.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::common::{Folder, fixture, retromesh};
use std::fmt::Write;
use std::fs;
use std::process::Command;

/// A folder with two models.
fn folder() -> Folder {
    let folder = Folder::new();
    for name in ["frog.b3d", "creeper.b3d"] {
        fs::copy(fixture("b3d/keys-split-by-range.b3d"), folder.path(name)).unwrap();
    }
    folder
}

/// Runs a line in a folder; returns the exit code, and all that was said.
fn run(folder: &Folder, line: &str) -> (i32, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_retromesh"));
    let output = program.args(line.split(' ')).current_dir(folder.0.path()).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn a_word_that_is_meant_for_no_folder_is_refused() {
    let folder = folder();
    let neither = "is neither a file nor an option: those begin with two hyphens, as `--fps 60`";
    let rows = [
        ("convert frog.b3d creeper", "did you mean `retromesh convert frog.b3d creeper.b3d`?"),
        ("frog.b3d frog", "a new folder of that name is frog/"),
        ("frog.b3d to=obj", "did you mean `retromesh frog.b3d --to obj`?"),
        ("frog.b3d fps=59.94", "did you mean `retromesh frog.b3d --fps 59.94`?"),
        ("frog.b3d force", "did you mean `retromesh frog.b3d --force`?"),
        ("frog.b3d target", "did you mean `retromesh frog.b3d --target ...`?"),
        ("frog.b3d luanti", "did you mean `retromesh frog.b3d --target luanti`?"),
        ("frog.b3d mlod", "did you mean `retromesh frog.b3d --to p3d --target mlod`?"),
        ("frog.b3d --target luanti frames", "did you mean `retromesh frog.b3d --target luanti-frames`?"),
        ("convert frog.b3d --fps -30", "invalid value '-30' for '--fps <RATE>'"),
        ("convert frog.b3d frog.b3d creeper", "creeper does not exist"),
        ("textures frog.b3d -d images", "the list goes into a file with `> FILE`"),
        ("frog.b3d speed=3", neither),
        ("frog.b3d 60", neither),
        ("frog.b3d &", neither),
        ("convert frog.b3d --jobs 0", "invalid value '0' for '--jobs <N>': expected a number from 1 on"),
        ("render frog.b3d -o a.png -j four", "invalid value 'four' for '--jobs <N>': expected a number from 1 on"),
        ("check --target=godot frog.b3d", "no target \"godot\": it reads glTF, whose target is \"generic\""),
    ];
    for (line, expected) in rows {
        let (code, said) = run(&folder, line);
        assert!(code == 2 && said.contains(expected), "{line}: {said}");
        assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 2, "{line} wrote something");
    }
    for (line, output) in [
        ("frog.b3d new", "new/frog.glb"),
        ("frog.b3d output", "output/frog.glb"),
        ("frog.b3d creeper/", "creeper/frog.glb"),
        ("frog.b3d ./60", "60/frog.glb"),
    ] {
        let (code, said) = run(&folder, line);
        assert!(code == 0 && fs::exists(folder.path(output)).unwrap(), "{line}: {said}");
    }
}

#[test]
fn an_input_that_is_named_twice_is_one() {
    for line in ["convert . .", "convert . ./", "convert . frog.b3d", "convert frog.b3d creeper.b3d frog.b3d"] {
        let folder = folder();
        let (code, said) = run(&folder, line);
        assert!(code == 0 && said.contains("2 converted;"), "{line}: {said}");
        assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 4, "{line}: {said}");
    }
}

#[test]
fn models_under_names_of_images_are_taken_and_counted() {
    let folder = folder();
    fs::copy(fixture("p3d/sp3x-cube.p3d"), folder.path("m.jpg")).unwrap();
    fs::rename(folder.path("creeper.b3d"), folder.path("creeper.paa")).unwrap();
    let (code, said) = run(&folder, "convert . -d out");
    assert!(code == 0 && said.contains("2 left out that are models under other names; --detect-all"), "{said}");
    let (code, said) = run(&folder, "convert . -d out -f --detect-all -v");
    assert!(code == 0 && said.contains("3 converted;") && said.contains("misnamed-file"), "{said}");
    assert!(fs::exists(folder.path("out/m.glb")).unwrap() && fs::exists(folder.path("out/creeper.glb")).unwrap());
}

#[test]
fn a_name_of_another_format_is_a_problem_for_engines_that_go_by_it() {
    let folder = Folder::new();
    fs::copy(fixture("b3d/triangle.b3d"), folder.path("creeper.x")).unwrap();
    for (target, expected) in [("blitz3d", 1), ("luanti", 1), ("assimp", 0)] {
        let (code, said) = run(&folder, &format!("check creeper.x --target {target}"));
        let label = if expected == 1 { "warning[misnamed-file]" } else { "note[misnamed-file]" };
        assert!(code == expected && said.matches("misnamed-file]").count() == 1 && said.contains(label), "{said}");
        assert!(said.contains("creeper.x: .x is for a DirectX file, and this is a Blitz3D file\n"), "{said}");
    }
}

#[test]
fn an_image_by_the_name_of_a_model_is_noted() {
    let folder = Folder::new();
    folder.convert(&fixture("paa/ai88.paa"), "a.png", &[]);
    fs::rename(folder.path("a.png"), folder.path("x.b3d")).unwrap();
    let (_, said) = run(&folder, "convert x.b3d");
    assert!(said.contains("misnamed-file"), "{said}");
    let names = ".b3d is for a Blitz3D file, and this is an image file\n";
    for line in ["check x.b3d", "check x.b3d --target blitz3d"] {
        let (code, said) = run(&folder, line);
        assert!(code == 1 && said.contains(names) && said.contains("1 has problems"), "{line}: {said}");
    }
    for name in ["y.b3d", "y.p3d"] {
        fs::copy(fixture("pbo/plain.pbo"), folder.path(name)).unwrap();
        let (code, said) = run(&folder, &format!("check {name}"));
        assert!(code == 1 && said.contains("this is a PBO archive ") && said.contains("end with .pbo"), "{said}");
    }
}

#[test]
fn what_is_advised_for_a_picture_by_the_name_of_a_texture_can_be_typed() {
    let folder = Folder::new();
    fs::create_dir(folder.path("art")).unwrap();
    folder.convert(&fixture("paa/ai88.paa"), "a.png", &[]);
    fs::rename(folder.path("a.png"), folder.path("art/a.paa")).unwrap();
    for words in ["", " --target odol7"] {
        let (code, said) = run(&folder, &format!("check art{words}"));
        assert!(code == 1 && said.contains("1 checked") && said.contains("a.paa: FAILED"), "{said}");
    }
    let (code, said) = run(&folder, "check art/a.paa");
    let advice = said.split('`').nth(1).unwrap().replace('"', "");
    assert_eq!((code, run(&folder, advice.strip_prefix("retromesh ").unwrap()).0), (1, 0), "{said}");
    assert_eq!(run(&folder, &format!("check {}", advice.split(' ').next_back().unwrap())).0, 0, "{advice}");
}

#[test]
fn repair_of_a_folder_repairs_textures_as_that_of_a_file_does() {
    let folder = Folder::new();
    fs::create_dir(folder.path("in")).unwrap();
    let files = [("a.paa", "paa/ai88.paa"), ("b.paa", "paa/trailing-bytes.paa"), ("c.rtm", "rtm/trailing.rtm")];
    for (name, from) in files {
        fs::copy(fixture(from), folder.path(&format!("in/{name}"))).unwrap();
    }
    let (code, said) = run(&folder, "repair in -d out");
    let end = "2 written (2 repaired), 0 failed, 1 skipped, as their formats have no repairs (1 .paa)\n";
    assert!(code == 0 && said.ends_with(end), "{said}");
    for name in ["b.paa", "c.rtm"] {
        run(&folder, &format!("repair in/{name} -o {name}"));
        assert_eq!(fs::read(folder.path(name)).unwrap(), fs::read(folder.path(&format!("out/{name}"))).unwrap());
    }
    fs::remove_file(folder.path("in/b.paa")).unwrap();
    let (_, said) = run(&folder, "repair in -d two");
    assert!(said.ends_with("1 written (1 repaired), 0 failed, 1 skipped, as their formats have no repairs (1 .paa)\n"));
    let (_, said) = run(&folder, "check in");
    assert!(said.ends_with("2 checked, 1 has problems\n") && said.contains("in/c.rtm: "), "{said}");
}

#[test]
fn images_that_name_one_missing_file_are_one_line() {
    let folder = Folder::new();
    let mut library = String::new();
    let mut model = "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\n".to_owned();
    for (number, image) in ["gone.png"; 5].into_iter().chain(["other.png"]).enumerate() {
        writeln!(library, "newmtl m{number}\nmap_Kd {image}").unwrap();
        writeln!(model, "usemtl m{number}\nf 1/1 2/1 3/1").unwrap();
    }
    fs::write(folder.path("m.mtl"), library).unwrap();
    fs::write(folder.path("m.obj"), model).unwrap();
    let (_, said) = run(&folder, "convert m.obj -o m.gltf --textures link -v");
    let lines = "(2 times)\n  --> m.obj: gone.png in 5 materials\n  --> m.obj: other.png\n  help: ";
    assert!(said.contains(lines), "{said}");
    // As other programs write it: an image for each material.
    let mut gltf: serde_json::Value = serde_json::from_slice(&fs::read(folder.path("m.gltf")).unwrap()).unwrap();
    let images = gltf["materials"].as_array().unwrap().len();
    assert_eq!(images, 6);
    let image = |number: usize| serde_json::json!({ "uri": if number < 5 { "gone.png" } else { "other.png" } });
    gltf["images"] = (0..images).map(image).collect();
    gltf["textures"] = (0..images).map(|number| serde_json::json!({ "source": number })).collect();
    for number in 0..images {
        gltf["materials"][number]["pbrMetallicRoughness"]["baseColorTexture"] = serde_json::json!({ "index": number });
    }
    fs::write(folder.path("m.gltf"), gltf.to_string()).unwrap();
    let (_, said) = run(&folder, "convert m.gltf -o m.b3d -v");
    assert!(said.contains(&lines.replace("m.obj", "m.gltf")), "{said}");
    let (_, said) = run(&folder, "info m.gltf");
    assert!(said.contains("images      \"gone.png\", 5 times\n") && said.matches("gone.png").count() == 1, "{said}");
}

#[test]
fn the_beginning_of_a_file_says_whether_it_is_an_archive() {
    let folder = folder();
    fs::rename(folder.path("frog.b3d"), folder.path("frog.zip")).unwrap();
    for line in ["info frog.zip", "check frog.zip", "convert frog.zip -o frog.glb"] {
        let (code, said) = run(&folder, line);
        assert!(code == 0 && !said.contains("rchive"), "{line}: {said}");
    }
    for (archive, name) in [("zip/tank.zip", "z.pbo"), ("pbo/tank.pbo", "p.zip")] {
        fs::copy(fixture(archive), folder.path(name)).unwrap();
        let (code, said) = run(&folder, &format!("info {name}/tank"));
        assert_eq!((code, said.contains("MLOD SP3X")), (i32::from(name == "p.zip"), name == "z.pbo"), "{name}: {said}");
        let (code, said) = run(&folder, &format!("check {name}"));
        assert!(code == 0 && said.contains("0 have problems"), "{name}: {said}");
    }
    for name in ["e.zip", "e.pbo"] {
        fs::write(folder.path(name), "").unwrap();
        let (code, said) = run(&folder, &format!("info {name}"));
        assert!(code == 1 && said.contains("the file is empty\n  hint: try another copy"), "{name}: {said}");
    }
}

#[test]
fn what_has_no_shape_has_no_hash_of_it() {
    let paa = fixture("paa/ai88.paa");
    for (file, has) in [(fixture("p3d/sp3x-cube.p3d"), true), (paa, false), (fixture("pbo/tank.pbo"), false)] {
        let out = retromesh(&["info", "--csv", &file]).out;
        let line = out.lines().nth(1).unwrap();
        let is_hash = |cell: &&str| cell.len() == 64 && cell.bytes().all(|byte| byte.is_ascii_hexdigit());
        let hashes = line.split(',').filter(is_hash).count();
        assert_eq!(hashes, if has { 2 } else { 1 }, "{line}");
    }
}

#[test]
fn first_words_lead_to_what_is_meant() {
    let folder = folder();
    let rows = [
        ("help mlod", 0, "Operation Flashpoint P3D files (.p3d)"),
        ("help jpg", 0, "files (.png"),
        ("help pac", 0, "Operation Flashpoint PAA files"),
        ("help formats", 0, "Usage: retromesh formats [OPTIONS]"),
        ("convert help", 0, "Usage: retromesh convert"),
        ("-v", 2, "hint: -V prints the version"),
        ("info frog.b3d/", 1, "frog.b3d/: this is a file, and a slash at the end is for folders"),
        ("unpack a.pbo", 2, "hint: `retromesh convert a.pbo -d DIR` converts the models in an archive"),
        ("textures frog.b3d --rename a=b -o x.b3d", 1, "no path of the file is one of those to be renamed"),
        ("view frog.b3d page.htm", 0, "frog.b3d -> page.htm"),
    ];
    for (line, expected, part) in rows {
        let (code, said) = run(&folder, line);
        assert!(code == expected && said.contains(part), "{line}: {code} {said}");
    }
    let everything = fixture("b3d/everything.b3d");
    let (_, said) = run(&folder, &format!("textures {everything} --rename a=b -o x.b3d"));
    assert!(said.contains("; its paths are: "), "{said}");
}

/// An error is printed once, with its place, and the bytes there where they are asked for.
#[test]
fn a_damaged_level_is_shown_once() {
    let folder = folder();
    let mut bytes = fs::read(fixture("paa/dxt1-lzo.paa")).unwrap();
    // The level's header comes after four bytes, its body after eleven.
    bytes[11] = 18;
    fs::write(folder.path("a.paa"), bytes).unwrap();
    let (code, said) = run(&folder, "check --error-bytes a.paa");
    let count = |part: &str| said.matches(part).count();
    assert_eq!(
        (code, count("bad LZO stream"), count("  hint: "), count(" at 0x4 in level[0]")),
        (1, 1, 1, 1),
        "{said}"
    );
}
