//! Places that systems treat each in its own way: long paths, what is read-only, drives that are not there, names of devices.

use crate::common::{Folder, fixture, retromesh};
use std::fs;
use std::path::Path;

/// A triangle with a picture that is called as Windows calls a device.
const AUX: &str = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": 0}]}],
    "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}], "textures": [{"source": 0}],
    "images": [{"name": "aux", "uri": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC"}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
        {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2"}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 24}],
    "buffers": [{"byteLength": 60, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAIA/"}]}"#;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// What of a command names one file, and what becomes of it as a folder and without an extension.
#[test]
fn the_place_of_one_file_may_be_a_folder_and_has_an_extension() {
    let folder = Folder::new();
    let (model, text, name) = (folder.path("hero.b3d"), folder.path("hero.txt"), "wood.png=oak.png");
    fs::copy(fixture("b3d/texture-paths.b3d"), &model).unwrap();
    assert_eq!(retromesh(&["text", &model, "-o", &text]).code, 0);
    let rows: [(&[&str], &str); 5] = [
        (&["view", "-o", "OUT", &model], "index.html"),
        (&["info", "--html", "OUT", &model], "index.html"),
        (&["text", &model, "OUT"], "hero.txt"),
        (&["pack", &text, "-o", "OUT"], "hero.b3d"),
        (&["textures", &model, "--rename", name, "-o", "OUT"], "hero.b3d"),
    ];
    for (number, (words, expected)) in rows.into_iter().enumerate() {
        let run = |out: &str| {
            retromesh(&words.iter().map(|word| if *word == "OUT" { out } else { *word }).collect::<Vec<_>>())
        };
        let out = folder.path(&format!("new{number}"));
        let wrong = run(&out);
        let said = format!(" has no extension: the file is {out}.{}, ", expected.rsplit('.').next().unwrap());
        assert!(wrong.code == 2 && wrong.err.contains(&said), "{words:?}: {}", wrong.err);
        let right = run(&format!("{out}/"));
        assert_eq!((right.code, names(Path::new(&out))), (0, vec![expected.to_owned()]), "{words:?}: {}", right.err);
    }
}

/// Windows takes 260 letters at most, where it is not asked in another form.
#[test]
fn paths_of_any_length_are_read_and_written() {
    let folder = Folder::new();
    let long = (0..8).fold(folder.0.path().to_path_buf(), |path, level| path.join(format!("{level:0>50}")));
    fs::create_dir_all(&long).unwrap();
    let path = |name: &str| long.join(name).to_string_lossy().into_owned();
    fs::copy(fixture("b3d/everything.b3d"), path("a.b3d")).unwrap();
    fs::write(path("scene.txt"), AUX).unwrap();
    let rows: &[&[&str]] = &[
        &["convert", &folder.path(""), "-d", &path("out"), "--to", "obj"],
        &["repair", &path("a.b3d"), "-d", &path("out")],
        &["render", &path("a.b3d"), "-d", &path("out"), "--size", "32"],
        &["convert", &path("a.b3d"), "-o", &path("new.gltf"), "--textures", "none"],
        &["convert", &path("a.b3d"), "-o", &path("new.gltf"), "--textures", "none", "--force"],
        &["convert", &path("scene.txt"), "--from", "gltf", "-o", &path("deeper/picture.obj")],
    ];
    for words in rows {
        let run = retromesh(words);
        assert_eq!(run.code, 0, "{words:?}\n{}{}", run.out, run.err);
    }
    // What is next to a model is read where the system says that it leads nowhere else; Wine 8 does not for paths of this length.
    let run = retromesh(&["check", &path("new.gltf")]);
    assert_eq!(run.code, i32::from(long.canonicalize().is_err()), "{}{}", run.out, run.err);
    assert_eq!(names(&long), ["a.b3d", "deeper", "new.bin", "new.gltf", "out", "scene.txt"]);
    assert_eq!(names(&long.join("deeper")), ["aux_.png", "picture.mtl", "picture.obj"]);
}

/// What a system calls read-only takes files on some: for root, and folders on Windows. There they are written.
#[test]
fn what_is_read_only_is_an_error_where_the_system_keeps_to_it() {
    let folder = Folder::new();
    let (inside, file) = (folder.0.path().join("inside"), folder.0.path().join("old.glb"));
    fs::create_dir(&inside).unwrap();
    fs::write(&file, "glTF old").unwrap();
    let set = |path: &Path, is_read_only| {
        let mut permissions = fs::metadata(path).unwrap().permissions();
        permissions.set_readonly(is_read_only);
        fs::set_permissions(path, permissions).unwrap();
    };
    [&inside, &file].iter().for_each(|path| set(path, true));
    let is_closed = fs::write(inside.join("probe"), "").is_err();
    let model = fixture("b3d/triangle.b3d");
    let written = retromesh(&["convert", &model, "-d", &inside.to_string_lossy()]);
    let replaced = retromesh(&["convert", &model, "-o", &file.to_string_lossy(), "--force"]);
    [&inside, &file].iter().for_each(|path| set(path, false));
    assert_eq!(written.code, i32::from(is_closed), "{}", written.err);
    let said = "inside: this folder cannot be written to\n  hint: name another place with -o FILE or -d DIR";
    assert!(!is_closed || written.err.contains(said), "{}", written.err);
    assert_eq!(names(&inside).contains(&"triangle.glb".to_owned()), !is_closed, "{:?}", names(&inside));
    // Windows replaces no such file, and Wine does; elsewhere the folder says what may become of its files.
    assert!(cfg!(windows) || replaced.code == 0, "{}", replaced.err);
    assert_eq!(fs::read(&file).unwrap() == b"glTF old", replaced.code != 0, "{}", replaced.err);
    assert_eq!(names(folder.0.path()), ["inside", "old.glb"], "a temporary file was left");
}

#[test]
fn pictures_get_names_that_every_system_can_have() {
    let folder = Folder::new();
    let model = folder.path("model.gltf");
    fs::write(&model, AUX).unwrap();
    for extension in ["obj", "b3d", "bo3d", "bgl", "bmd", "p3d"] {
        let out = folder.path(extension);
        let run = retromesh(&["convert", &model, "-d", &out, "--to", extension]);
        assert_eq!(run.code, 0, "{extension}: {}", run.err);
        let names = names(Path::new(&out));
        let picture = match extension {
            "p3d" => "aux_.paa",
            "bmd" => "aux_.dds",
            _ => "aux_.png",
        };
        assert!(names.iter().any(|name| name == picture), "{extension}: {names:?}");
    }
}

/// A text of glTF has its images next to it where they are to be copied, and inside otherwise; a GLB has them inside.
#[test]
fn images_of_a_gltf_are_copied_next_to_it() {
    let folder = Folder::new();
    let model = folder.path("model.gltf");
    fs::write(&model, AUX).unwrap();
    for (out, extension, textures, has_file) in
        [("a", "gltf", "copy", true), ("b", "gltf", "embed", false), ("c", "glb", "copy", false)]
    {
        let out = folder.path(out);
        let output = format!("{out}/new.{extension}");
        let run = retromesh(&["convert", &model, "-o", &output, "--textures", textures]);
        assert_eq!(run.code, 0, "{output}: {}", run.err);
        assert_eq!(names(Path::new(&out)).contains(&"aux_.png".to_owned()), has_file, "{output}");
        assert_eq!(fs::read_to_string(&output).is_ok_and(|text| text.contains("\"uri\": \"aux_.png\"")), has_file);
        let run = retromesh(&["diff", &model, &output]);
        assert_eq!(run.code, 0, "{output}: {}", run.out);
    }
}

#[cfg(windows)]
mod on_windows {
    use super::{Folder, fixture, names, retromesh};

    #[test]
    fn a_drive_that_is_not_there_is_an_error() {
        let gone =
            ('A'..='Z').map(|letter| format!("{letter}:\\")).find(|drive| !std::fs::exists(drive).unwrap_or(true));
        let out = gone.unwrap() + "new";
        for words in [["-d", &out], ["-o", &format!("{out}\\a.glb")]] {
            let run = retromesh(&[&["convert", &fixture("b3d/triangle.b3d")][..], &words].concat());
            assert!(run.code == 1 && run.err.contains("error: "), "{words:?}: {}{}", run.out, run.err);
        }
    }

    /// Windows 11 has files of some of these names.
    #[test]
    fn what_is_said_to_be_written_is_there() {
        let folder = Folder::new();
        for name in ["nul", "NUL.glb", "con.glb", "aux"] {
            let run = retromesh(&["convert", &fixture("b3d/triangle.b3d"), "--to", "glb", "-o", &folder.path(name)]);
            let is_there = names(folder.0.path()).iter().any(|there| there == name);
            assert_eq!(run.code == 0, is_there, "{name}: {}{}", run.out, run.err);
        }
    }
}

/// The game has its images where the original of an edited room is.
#[test]
fn images_next_to_the_original_are_not_missing() {
    let folder = Folder::new();
    fs::create_dir(folder.path("game")).unwrap();
    let room = folder.path("game/room.rmesh");
    fs::copy(fixture("rmesh/room.rmesh"), &room).unwrap();
    let glb = folder.convert(&room, "room.glb", &["--textures", "link"]);
    let missing = |like: &[&str]| {
        let words = ["convert", &glb, "-o", &folder.path("new.rmesh"), "--force", "-v", "--textures", "link"];
        let run = retromesh(&[&words[..], like].concat());
        assert_eq!(run.code, 0, "{}{}", run.out, run.err);
        (run.out + &run.err).contains("missing-image")
    };
    assert!(missing(&["--like", &room]));
    for name in ["a_lm1.png", "wall.jpg", "glass.png"] {
        fs::write(folder.path(&format!("game/{name}")), b"\x89PNG\r\n\x1a\n").unwrap();
    }
    assert!(!missing(&["--like", &room]));
    assert!(missing(&[]));
}
