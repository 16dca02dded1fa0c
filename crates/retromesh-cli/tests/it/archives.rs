//! Archives where a folder can be given.

use crate::common::{Folder, fixture, retromesh};
use crate::mods::farm;
use std::fs;

#[test]
fn an_archive_is_a_folder_of_inputs() {
    let folder = Folder::new();
    fs::create_dir(folder.path("addons")).unwrap();
    for name in ["pbo/tank.pbo", "pbo/plain.pbo", "zip/tank.zip"] {
        fs::copy(fixture(name), folder.path(&format!("addons/{}", name.split('/').next_back().unwrap()))).unwrap();
    }
    let tank = folder.path("addons/tank.pbo");
    let run = retromesh(&["info", &tank]);
    assert!(run.out.starts_with(&format!("{tank}: PBO archive, prefix tank, 4 files: 1 .cpp, 2 .p3d, 1 .paa\n")));
    assert_eq!(run.out.matches("MLOD SP3X").count(), 2, "{}", run.out);
    let rows: [(&[&str], &str, i32); 9] = [
        // As in the game, letters may be large or small.
        (&["info", &format!("{tank}/MODELS/far.P3D")], "MLOD SP3X", 0),
        (&["text", &format!("{tank}/Tank.p3d")], "retromesh-text 1 p3d", 0),
        (&["check", &format!("{tank}/Models")], "1 checked, 0 have problems", 0),
        (&["check", &tank], "3 checked, 0 have problems", 0),
        (&["textures", &folder.path("addons"), "--root", &folder.path("addons")], "data\\cube.paa\n", 0),
        (&["info", &format!("{tank}/models/Far.p3d")], "MLOD SP3X", 0),
        (&["info", &format!("{tank}/models")], "MLOD SP3X", 0),
        (&["info", &format!("{tank}/gone.p3d")], "", 1),
        (&["convert", &tank], "", 2),
    ];
    for (words, expected, code) in rows {
        let run = retromesh(words);
        assert_eq!(run.code, code, "{words:?}: {}{}", run.out, run.err);
        assert!(run.out.contains(expected) && !run.out.contains("(missing)"), "{words:?}: {}", run.out);
    }
    // The game of the models loads the textures.
    let run = retromesh(&["check", &tank, "--target", "odol7"]);
    assert!(run.out.contains("3 checked for odol7") && !run.out.contains("skipped"), "{}", run.out);
    // Twice: the second time all is as it was.
    let words = ["convert", &folder.path("addons"), "-d", &folder.path("out")];
    for resume in [&[][..], &["--resume"]] {
        let run = retromesh(&[&words, resume].concat());
        assert_eq!(run.code, 0, "{resume:?}: {}{}", run.out, run.err);
        assert_eq!(run.out.contains("4 up to date"), !resume.is_empty(), "{}", run.out);
    }
    for output in ["plain.pbo/plain.glb", "tank.pbo/models/Far.glb", "tank.pbo/tank.glb", "tank.zip/tank/tank.glb"] {
        assert!(fs::read(folder.path(&format!("out/{output}"))).unwrap().len() > 2900, "{output} has its texture");
    }
}

#[test]
fn a_root_may_be_an_archive_or_a_folder_in_one() {
    let folder = Folder::new();
    fs::copy(fixture("p3d/sp3x-cube.p3d"), folder.path("tank.p3d")).unwrap();
    fs::copy(fixture("p3d/sp3x-proxy.p3d"), folder.path("crew.p3d")).unwrap();
    let [tank, crew] = ["tank.p3d", "crew.p3d"].map(|name| folder.path(name));
    let [glb, png, page] = ["a.glb", "a.png", "a.html"].map(|name| folder.path(name));
    let commands: [&[&str]; 6] = [
        &["convert", &tank, "-o", &glb],
        &["info", &tank],
        &["check", &tank],
        &["textures", &tank],
        &["render", &tank, "-o", &png],
        &["view", &tank, "-o", &page],
    ];
    let options = |command: &[&str]| if command.contains(&"-o") { 3 } else { 2 };
    for root in [fixture("pbo/tank.pbo"), format!("{}/tank", fixture("zip/tank.zip"))] {
        for command in commands {
            let run = retromesh(&[command, &["--root", &root, "--force"][..options(command)]].concat());
            assert_eq!(run.code, 0, "{command:?}: {}{}", run.out, run.err);
            let said = run.out + &run.err;
            assert!(!said.contains("missing") && !said.contains("not found"), "{command:?} {root}: {said}");
        }
        assert!(fs::metadata(&glb).unwrap().len() > 2950, "the texture is in the model");
    }
    let game = folder.path("game.pbo");
    fs::write(&game, pbo(&[("Addon\\Gun.p3d", &fs::read(&tank).unwrap())])).unwrap();
    let run = retromesh(&["proxies", &crew, "--root", &game]);
    assert!(run.out.contains("Gun.p3d\n") && run.out.matches("(missing)").count() == 1, "{}", run.out);
    // In an archive, what is the game's own is not missing.
    for (path, code) in [("Addon\\Gun.p3d", 0), ("Addon\\Other.p3d", 1)] {
        let tank = fs::read(&tank).unwrap();
        fs::write(&game, pbo(&[("crew.p3d", &fs::read(&crew).unwrap()), (path, &tank)])).unwrap();
        let run = retromesh(&["proxies", &game]);
        let missing = run.out.matches("(missing)").count() as i32;
        assert_eq!((run.code, missing), (code, code), "{}{}", run.out, run.err);
    }
    // What can be dumped is proposed.
    let run = retromesh(&["dump", &fixture("pbo/tank.pbo")]);
    assert!(run.code == 1 && run.err.contains("such as ") && !run.err.contains(".cpp"), "{}", run.err);
    let rows = [
        (fixture("zip/bad/cut.zip"), "zip"),
        (format!("{}/gone", fixture("zip/tank.zip")), "there is no such folder in the archive"),
        (crew, "this is a file: name a folder, or a .pbo or .zip archive"),
    ];
    for (root, problem) in rows {
        let run = retromesh(&["info", &tank, "--root", &root]);
        assert!(run.code == 2 && run.err.contains(problem), "{root}: {}", run.err);
    }
}

#[test]
fn a_broken_archive_in_a_folder_is_a_file_that_fails() {
    let folder = Folder::new();
    fs::copy(fixture("pbo/bad/steps-up.pbo"), folder.path("evil.pbo")).unwrap();
    fs::copy(fixture("p3d/sp3x-cube.p3d"), folder.path("good.p3d")).unwrap();
    let run = retromesh(&["check", &folder.path("")]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("evil.p3d: FAILED: pbo: bad name of an entry"), "{}", run.out);
    assert!(run.out.ends_with("2 checked, 1 have problems\n") || run.out.contains("1 has problems"), "{}", run.out);
    assert!(!folder.0.path().parent().unwrap().join("evil.p3d").exists());
}

#[test]
fn bad_entries_do_not_hide_the_others() {
    let folder = Folder::new();
    let model = fs::read(fixture("p3d/sp3x-cube.p3d")).unwrap();
    let entries =
        ["good.p3d", "..\\up.p3d", "twice.p3d", "TWICE.p3d", "twice.p3d", "twice (2).p3d", "method.p3d", "last.p3d"];
    let mut bytes = pbo(&entries.map(|name| (name, model.as_slice())));
    let at = bytes.windows(11).position(|name| name == b"method.p3d\0").unwrap() + 11;
    bytes[at] = 7;
    let bad = folder.path("bad.pbo");
    fs::write(&bad, bytes).unwrap();
    let check = retromesh(&["check", &bad]);
    for failed in [
        "__/up.p3d: FAILED: pbo: bad name",
        "/twice.p3d: FAILED: pbo: an archive",
        "/twice (3).p3d: FAILED: pbo: an archive with two entries named twice.p3d",
        "method.p3d: FAILED: pbo: bad method",
    ] {
        assert!(check.out.contains(failed), "{failed}: {}", check.out);
    }
    assert!(check.out.contains("\n8 checked, 5 have problems\n") && check.code == 1, "{}", check.out);
    let info = retromesh(&["info", &bad]);
    assert_eq!((info.out.matches("MLOD SP3X").count(), info.code), (4, 1), "{}", info.out);
    let convert = retromesh(&["convert", &bad, "-d", &folder.path("out")]);
    assert!(convert.out.contains("4 converted, 4 failed;"), "{}", convert.out);
    let csv = retromesh(&["info", "--csv", &bad]).out;
    assert_eq!(csv.matches("an archive with two entries named twice.p3d").count(), 2, "{csv}");
    assert!(
        ["good", "TWICE", "twice (2)", "last"].iter().all(|name| folder
            .0
            .path()
            .join(format!("out/{name}.glb"))
            .is_file()),
        "{}",
        convert.err
    );
}

#[test]
fn what_is_left_of_a_cut_zip_is_read() {
    let folder = Folder::new();
    let whole = fs::read(fixture("zip/tank.zip")).unwrap();
    let headers: Vec<usize> = (0..whole.len()).filter(|&at| whole[at..].starts_with(b"PK\x03\x04")).collect();
    let directory = whole.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    let mut streamed = whole[..directory].to_vec();
    streamed[headers[2] + 6] |= 8;
    // In the directory, in the last entry, after it where its size is not known, and in the header of an entry.
    let rows: [(&[u8], &str); 4] = [
        (&whole[..directory + 20], "tank/Data/cube.paa tank/tank.p3d"),
        (&whole[..directory - 20], "tank/Data/cube.paa tank/tank.p3d"),
        (&streamed, "tank/tank.p3d"),
        (&whole[..headers[2] + 31], "tank/tank.p3d"),
    ];
    for (number, (bytes, expected)) in rows.into_iter().enumerate() {
        let zip = folder.path(&format!("cut{number}.zip"));
        fs::write(&zip, bytes).unwrap();
        let csv = retromesh(&["info", "--csv", &zip]);
        let names: Vec<&str> = csv.out.lines().skip(2).filter_map(|line| line.split(',').next()).collect();
        assert_eq!(
            (names.join(" ").replace(&format!("{zip}/"), ""), csv.code),
            (expected.to_owned(), 1),
            "{}",
            csv.out
        );
        for of in [&zip, &folder.path("")] {
            let check = retromesh(&["check", of]);
            assert_eq!(check.out.matches("repair it with `zip -FF`").count(), if *of == zip { 1 } else { number + 1 });
        }
        let run = retromesh(&["convert", &zip, "-d", &folder.path("out"), "--force"]);
        let is_so = run.out.contains("1 converted, ") && run.out.contains(", 1 failed;");
        assert!(is_so && run.err.matches("`zip -FF`").count() == 1, "{}{}", run.out, run.err);
    }
}

#[test]
fn a_file_whose_name_is_that_of_another_format_is_noted() {
    let folder = Folder::new();
    let path = folder.path("called.b3d");
    fs::copy(fixture("p3d/sp3x-cube.p3d"), &path).unwrap();
    let run = retromesh(&["check", &path]);
    assert!(run.code == 0 && run.out.contains("note[misnamed-file]: "), "{}{}", run.out, run.err);
    assert!(!retromesh(&["check", &fixture("p3d/sp3x-cube.p3d")]).out.contains("misnamed-file"));
}

/// Puts files into a `.pbo`, stored as they are.
fn pbo(files: &[(&str, &[u8])]) -> Vec<u8> {
    let entry = |name: &str, size: usize| [name.as_bytes(), &[0; 17], &(size as u32).to_le_bytes()].concat();
    let table: Vec<Vec<u8>> = files.iter().map(|(name, bytes)| entry(name, bytes.len())).collect();
    let contents: Vec<&[u8]> = files.iter().map(|(_, bytes)| *bytes).collect();
    [table.concat(), entry("", 0), contents.concat()].concat()
}

#[test]
fn names_that_differ_in_case_alone_are_one_for_games() {
    let folder = Folder::new();
    let model = fs::read(fixture("p3d/sp3x-cube.p3d")).unwrap();
    let alike = folder.path("alike.pbo");
    fs::write(&alike, pbo(&["Data\\a.p3d", "data\\A.p3d", "b.p3d"].map(|name| (name, model.as_slice())))).unwrap();
    let run = retromesh(&["check", &alike]);
    assert!(run.code == 1 && run.out.contains("\n3 checked, 2 have problems\n"), "{}{}", run.out, run.err);
    for line in ["Data/a.p3d: the other one is data/A.p3d\n", "data/A.p3d: the other one is Data/a.p3d\n"] {
        assert!(run.out.contains("defect[alike-names]: ") && run.out.contains(line), "{}", run.out);
    }
}

#[test]
fn an_archive_in_an_archive_is_named() {
    let folder = Folder::new();
    let (model, inner) = (fs::read(fixture("p3d/sp3x-cube.p3d")).unwrap(), fs::read(fixture("zip/tank.zip")).unwrap());
    let outer = folder.path("outer.pbo");
    fs::write(&outer, pbo(&[("cube.p3d", &model), ("more.zip", &inner)])).unwrap();
    for command in ["check", "info"] {
        let run = retromesh(&[command, &outer]);
        assert_eq!(run.code, 0, "{}", run.err);
        let said = "outer.pbo: 1 archive in it not looked into: unpack it first, and name what comes out\n";
        assert!(run.err.contains(said), "{command}: {}", run.err);
    }
    assert!(!retromesh(&["check", &fixture("zip/tank.zip")]).err.contains("not looked into"));
}

#[test]
#[cfg(unix)]
fn a_link_to_an_archive_is_another_archive_but_no_duplicate() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("in/links")).unwrap();
    for name in ["pbo/tank.pbo", "zip/tank.zip"] {
        let file = name.split('/').next_back().unwrap();
        fs::copy(fixture(name), folder.path(&format!("in/{file}"))).unwrap();
        std::os::unix::fs::symlink(format!("../{file}"), folder.path(&format!("in/links/{file}"))).unwrap();
    }
    let run = retromesh(&["convert", &folder.path("in"), "-d", &folder.path("out"), "--to", "glb"]);
    assert!(run.code == 0 && run.out.contains("6 converted"), "{}{}", run.out, run.err);
    for output in ["tank.pbo/tank.glb", "tank.zip/tank/tank.glb"] {
        for place in ["out", "out/links"] {
            assert!(fs::exists(folder.path(&format!("{place}/{output}"))).unwrap(), "{place}: {output}");
        }
    }
    let run = retromesh(&["duplicates", &folder.path("in")]);
    assert!(!run.out.contains("links") && run.err.contains("another name of a file that is listed"), "{}", run.out);
}

#[test]
fn an_archive_is_the_original_of_what_came_out_of_it() {
    let folder = Folder::new();
    let (archive, glb) = (fixture("pbo/tank.pbo"), folder.path("glb"));
    let run = retromesh(&["convert", &archive, "-d", &glb, "--to", "glb"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let run = retromesh(&["convert", &glb, "-d", &folder.path("all"), "--to", "p3d", "--like", &archive]);
    assert_eq!(run.code, 0, "{}", run.err);
    for model in ["tank", "models/Far"] {
        let (one, original) = (folder.path("one.p3d"), format!("{archive}/{model}.p3d"));
        let run = retromesh(&["convert", &format!("{glb}/{model}.glb"), "-o", &one, "-f", "--like", &original]);
        assert_eq!(run.code, 0, "{}", run.err);
        let all = fs::read(folder.path(&format!("all/{model}.p3d"))).unwrap();
        assert_eq!(all, fs::read(one).unwrap(), "{model}");
    }
}

/// Builds a zip file whose entries are stored as they are.
pub(crate) fn zip(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut entries, mut table) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        let (size, place) = ((bytes.len() as u32).to_le_bytes(), (entries.len() as u32).to_le_bytes());
        let length = (name.len() as u16).to_le_bytes();
        let head: &[&[u8]] = &[&[20, 0], &[0; 8], &crc.sum().to_le_bytes(), &size, &size, &length, &[0, 0]];
        table.extend([b"PK\x01\x02\x14\x00", &*head.concat(), &[0; 10], &place, name.as_bytes()].concat());
        entries.extend([b"PK\x03\x04", &*head.concat(), name.as_bytes(), bytes].concat());
    }
    let count = (files.len() as u16).to_le_bytes();
    let [size, start] = [table.len(), entries.len()].map(|length| (length as u32).to_le_bytes());
    let end = [b"PK\x05\x06", &[0; 4][..], &count, &count, &size, &start, &[0; 2]].concat();
    [entries, table, end].concat()
}

#[test]
fn a_mod_in_an_archive_is_converted_as_its_folder_is() {
    let folder = farm();
    let names =
        ["init.lua", "animations.lua", "models/cow.b3d", "models/pig.b3d", "models/player.b3d", "models/lamp.b3d"];
    let zipped = |below: &str| {
        let entry = |name: &str| (format!("{below}{name}"), fs::read(folder.path(&format!("farm/{name}"))).unwrap());
        zip(&names.map(entry))
    };
    fs::create_dir(folder.path("zips")).unwrap();
    fs::write(folder.path("flat.zip"), zipped("")).unwrap();
    fs::write(folder.path("main.zip"), zipped("farm-main/")).unwrap();
    fs::write(folder.path("zips/a.zip"), zipped("")).unwrap();
    let out =
        |input: &str, file: &str| fs::read(folder.path(&format!("out-{}/{file}", input.replace(['/', '.'], "-"))));
    for (input, below, patched, once) in [
        ("farm", "", "farm", ""),
        ("flat.zip", "", "NEW", "unpacked into a folder NEW"),
        ("main.zip", "farm-main/", "NEW", "unpacked into a folder NEW"),
        ("main.zip/farm-main", "", "farm-main", "unpacked into a folder NEW"),
        ("zips", "a.zip/", "zips", "each archive in it is a folder of that name"),
    ] {
        let directory = folder.path(&format!("out-{}", input.replace(['/', '.'], "-")));
        let patch = folder.path(&format!("{}.diff", input.replace(['/', '.'], "-")));
        let options = ["--target", "luanti", "--lua", "--patch", &patch];
        let run = retromesh(&[&["convert", &folder.path(input), "-d", &directory], &options[..]].concat());
        assert!(run.code == 0 && run.err.is_empty(), "{input}: {}{}", run.out, run.err);
        assert!(run.out.contains("6 definitions in 2 Lua files: 8 of 9 clips are in models"), "{input}: {}", run.out);
        for name in names.map(|name| name.replace(".b3d", ".glb")) {
            assert_eq!(out(input, &format!("{below}{name}")).unwrap(), out("farm", &name).unwrap(), "{input}: {name}");
        }
        let patch = fs::read_to_string(patch).unwrap();
        assert!(patch.contains(&format!("+++ b/{below}init.lua\n")), "{input}: {patch}");
        let line = run.out.lines().find(|line| line.contains("`patch -p1 -d ")).unwrap();
        let said = format!("{patched} < ");
        assert!(line.contains(&said) && line.contains(once), "{input}: {line}");
    }
}
