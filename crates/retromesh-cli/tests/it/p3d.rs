//! P3D through the program: batches from variant to variant, image paths, references.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn retromesh(words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_retromesh")).args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/p3d").join(name)
}

/// A folder with these fixtures in it.
fn folder(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    for (number, name) in names.iter().enumerate() {
        let file = Path::new(name).file_name().unwrap();
        let below = if number % 2 == 1 { folder.path().join("sub").join(file) } else { folder.path().join(file) };
        fs::copy(fixture(name), below).unwrap();
    }
    folder
}

fn files(folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                all.push(path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/"));
            }
        }
    }
    all.sort();
    all
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

#[test]
fn one_bad_file_does_not_stop_a_batch() {
    let models = folder(&[
        "odol-cube.p3d",
        "bad/odol-cut-in-info.p3d",
        "odol-levels.p3d",
        "bad/odol-stream-cut.p3d",
        "sp3x-cube.p3d",
    ]);
    let out = tempfile::tempdir().unwrap();
    let target = path(out.path(), "mlod");
    let (code, text, errors) = retromesh(&["convert", &models.path().to_string_lossy(), "-d", &target, "--to", "p3d"]);
    assert_eq!(code, 1, "{text}{errors}");
    assert!(text.contains("3 converted") && text.contains("2 failed"), "{text}");
    for bad in ["odol-cut-in-info.p3d", "odol-stream-cut.p3d"] {
        assert!(errors.contains(bad), "{errors}");
    }
    // No trace of the bad ones, neither a part nor a temporary file.
    let made: Vec<String> = files(out.path()).into_iter().filter(|name| !name.ends_with("manifest.jsonl")).collect();
    assert_eq!(made, ["mlod/odol-cube.p3d", "mlod/odol-levels.p3d", "mlod/sp3x-cube.p3d"]);
    // MLOD stays what it is.
    assert_eq!(fs::read(out.path().join("mlod/sp3x-cube.p3d")).unwrap(), fs::read(fixture("sp3x-cube.p3d")).unwrap());
}

#[test]
fn variants_become_each_other() {
    let models = folder(&["odol-levels.p3d", "odol-selections.p3d"]);
    // The folder of the outputs may lie in that of the inputs.
    let (mlod, odol) = (path(models.path(), "mlod"), path(models.path(), "odol"));
    let input = models.path().to_string_lossy().into_owned();
    for (from, to, target) in [(&input, &mlod, "p3dm"), (&mlod, &odol, "odol7")] {
        let (code, text, errors) = retromesh(&["convert", from, "-d", to, "--to", "p3d", "--target", target]);
        assert_eq!((code, text.starts_with("2 converted")), (0, true), "{text}{errors}");
    }
    for name in ["odol-levels.p3d", "sub/odol-selections.p3d"] {
        assert!(fs::read(models.path().join("mlod").join(name)).unwrap().get(12..16) == Some(b"P3DM"));
        let back = fs::read(models.path().join("odol").join(name)).unwrap();
        assert!(back.starts_with(b"ODOL\x07\0\0\0"));
    }
    // Once more, with the folder of the outputs there: it is no input.
    let (code, text, errors) =
        retromesh(&["convert", &mlod, "-d", &odol, "--to", "p3d", "--target", "odol7", "--force"]);
    assert_eq!((code, text.starts_with("2 converted")), (0, true), "{text}{errors}");
    let (code, _, errors) = retromesh(&["convert", &input, "-d", &mlod, "--to", "p3d", "--target", "odol9"]);
    assert!(code == 2 && errors.contains("mlod, p3dm, odol7"), "{code} {errors}");
}

#[test]
fn levels_are_chosen() {
    let out = tempfile::tempdir().unwrap();
    let [input, special] =
        ["odol-levels.p3d", "odol-special-levels.p3d"].map(|name| fixture(name).to_string_lossy().into_owned());
    // Where no level is seen from outside, the first one of a view is the best.
    let output = path(out.path(), "special.p3d");
    let (code, _, errors) = retromesh(&["convert", &special, "-o", &output, "--lods", "best"]);
    assert_eq!((code, fs::read(&output).unwrap()[8]), (0, 1), "{errors}");
    for (lods, levels) in [("all", 5), ("visual", 2), ("best", 1), ("memory", 1), ("2", 1)] {
        let output = path(out.path(), &format!("{lods}.p3d"));
        let (code, _, errors) = retromesh(&["convert", &input, "-o", &output, "--lods", lods]);
        assert_eq!(code, 0, "{lods}: {errors}");
        assert_eq!(fs::read(&output).unwrap()[8], levels, "{lods}");
        let output = path(out.path(), &format!("{lods}.glb"));
        let (code, _, errors) = retromesh(&["convert", &input, "-o", &output, "--lods", lods]);
        assert_eq!(code, 0, "{lods}: {errors}");
        let (code, text, errors) = retromesh(&["info", "--json", &output]);
        assert_eq!(code, 0, "{errors}");
        let info: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(text.matches("\"role\"").count().max(1), usize::from(levels), "{lods}: {info}");
    }
    let (code, _, errors) = retromesh(&["convert", &input, "-o", &path(out.path(), "x.obj"), "--lods", "turret"]);
    assert!(code == 2 && errors.contains("turret"), "{errors}");
}

#[test]
fn textures_are_listed() {
    let game = tempfile::tempdir().unwrap();
    fs::create_dir(game.path().join("Data")).unwrap();
    fs::copy(fixture("../paa/dxt1-corners.paa"), game.path().join("Data/TRI.PAC")).unwrap();
    let root = game.path().to_string_lossy().into_owned();
    // Windows knows no way from one drive to another.
    let models = tempfile::tempdir().unwrap();
    let [triangle, levels, materials] = ["sp3x-triangle.p3d", "odol-levels.p3d", "p3dm-materials.p3d"].map(|name| {
        fs::copy(fixture(name), models.path().join(name)).unwrap();
        models.path().join(name).to_string_lossy().into_owned()
    });

    let (code, text, _) = retromesh(&["textures", &triangle, "--root", &root]);
    assert_eq!((code, text.lines().nth(1)), (0, Some("  Data\\Tri.pac")));
    let (code, text, _) = retromesh(&["textures", &materials, "--root", &root]);
    assert!(code == 1 && text.contains("metal.rvmat (material) (missing)"), "{text}");
    // What makes an image of itself is no file.
    assert!(text.contains("#(argb,8,8,3)color(0.5,0.5,0.5,1.0,co)\n"), "{text}");

    let (code, _, hint) = retromesh(&["textures", &materials]);
    assert!(
        code == 1 && hint == "  hint: put the missing images next to the model, or name their folder with --root\n",
        "{hint}"
    );

    let (_, text, _) = retromesh(&["textures", "--levels", &levels]);
    assert!(text.contains("  level 0\n    data") && text.contains("  level 1\n"), "{text}");
    let (_, text, _) = retromesh(&["textures", "--json", &levels]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json[0]["format"], "p3d");
    assert!(json[0]["textures"][0]["levels"].as_array().unwrap().contains(&0.into()), "{text}");
    let (_, text, _) = retromesh(&["textures", "--json", "--unique", &triangle, &triangle]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (json[0]["path"].as_str(), json[0]["files"].as_u64(), json.as_array().unwrap().len()),
        (Some("Data\\Tri.pac"), Some(2), 1)
    );
}

#[test]
fn textures_are_renamed() {
    let out = tempfile::tempdir().unwrap();
    let input = fixture("odol-threshold-at.p3d");
    let triangle = fixture("odol-triangle.p3d");
    let output = path(out.path(), "new.p3d");
    let (_, listed, _) = retromesh(&["textures", &triangle.to_string_lossy()]);
    let old = listed.lines().nth(1).unwrap().trim().trim_end_matches(" (missing)").to_owned();
    let rule = format!("{}=new\\longer name.paa", old.to_uppercase());
    let (code, text, errors) = retromesh(&["textures", &triangle.to_string_lossy(), "--rename", &rule, "-o", &output]);
    assert_eq!(code, 0, "{text}{errors}");
    assert!(text.contains("1 place renamed"), "{text}");
    let (before, after) = (fs::read(&triangle).unwrap(), fs::read(&output).unwrap());
    let at = before.windows(old.len()).position(|window| window == old.as_bytes()).unwrap();
    assert_eq!(after[..at], before[..at]);
    assert_eq!(after[at..at + 19], *b"new\\longer name.paa");
    assert_eq!(after[at + 19..], before[at + old.len()..]);

    // Both kinds of slash give the kind that the path has: what can be typed in every shell is enough.
    let folder = &old[..old.find('\\').unwrap()];
    for (number, slash) in ['\\', '/'].into_iter().enumerate() {
        let prefix = format!("{folder}{slash}=addons{slash}");
        let again = path(out.path(), &format!("prefix{number}.p3d"));
        let (code, _, errors) =
            retromesh(&["textures", &triangle.to_string_lossy(), "--rename-prefix", &prefix, "-o", &again]);
        assert_eq!(code, 0, "{errors}");
        assert!(fs::read(&again).unwrap().windows(7).any(|window| window == b"addons\\"), "{prefix}");
    }

    let (code, _, errors) = retromesh(&[
        "textures",
        &input.to_string_lossy(),
        "--rename",
        "no such=x",
        "-o",
        &path(out.path(), "none.p3d"),
    ]);
    assert!(code == 1 && errors.contains("no path"), "{errors}");
    assert!(!out.path().join("none.p3d").exists());
    for usage in [&["textures", "a.p3d", "--rename", "x=y"][..], &["textures", "a.p3d", "--rename", "x", "-o", "b.p3d"]]
    {
        assert_eq!(retromesh(usage).0, 2);
    }
}

#[test]
fn what_a_property_says_of_a_texture_goes_with_its_new_name() {
    let out = tempfile::tempdir().unwrap();
    let [level, renamed] = ["level.p3d", "renamed.p3d"].map(|name| path(out.path(), name));
    let input = fixture("odol-sections.p3d");
    let run = |words: &[&str]| {
        let (code, text, errors) = retromesh(words);
        assert_eq!(code, 0, "{words:?}: {text}{errors}");
        text
    };
    run(&["convert", &input.to_string_lossy(), "--to", "p3d", "--target", "mlod", "-o", &level]);
    assert!(run(&["dump", &level]).contains("\"retromesh.texture.0.ao\" = \"a.pac\""));
    run(&["textures", &level, "--rename", "A.pac=data\\b.pac", "-o", &renamed]);
    assert!(run(&["dump", &renamed]).contains("\"retromesh.texture.0.ao\" = \"data\\\\b.pac\""));
}

#[test]
fn proxies_are_listed() {
    let game = tempfile::tempdir().unwrap();
    let proxy = fixture("sp3x-proxy.p3d").to_string_lossy().into_owned();
    let (code, text, errors) = retromesh(&["proxies", "--json", &proxy]);
    assert_eq!(code, 0, "{errors}");
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let first = &json[0]["proxies"][0];
    let (class, file) = (first["class"].as_str().unwrap(), first["file"].as_str().unwrap());
    assert!(class.starts_with("Proxy") && file.to_ascii_lowercase().ends_with(".p3d") && first["level"] == 0, "{text}");
    let (code, text, _) = retromesh(&["proxies", &proxy, "--root", &game.path().to_string_lossy()]);
    assert!(code == 1 && text.contains("(missing)"), "{text}");
    let found = game.path().join(file.replace('\\', "/").to_ascii_uppercase());
    fs::create_dir_all(found.parent().unwrap()).unwrap();
    fs::write(found, b"").unwrap();
    let (_, text, _) = retromesh(&["proxies", &proxy, "--root", &game.path().to_string_lossy()]);
    assert!(!text.lines().nth(1).unwrap().contains("(missing)"), "{text}");
}

/// What ODOL says of alpha and mean colours comes from the textures.
#[test]
fn textures_that_odol_needs_and_are_not_there_are_named() {
    let folder = folder(&["sp3x-triangle.p3d"]);
    let (model, odol) = (path(folder.path(), "sp3x-triangle.p3d"), path(folder.path(), "odol.p3d"));
    let (code, _, said) = retromesh(&["convert", &model, "-o", &odol, "--target", "odol7"]);
    assert!(code == 0 && said.contains(r"note[missing-image]: Data\Tri.pac"), "{said}");
    fs::create_dir(folder.path().join("Data")).unwrap();
    fs::write(folder.path().join("Data/Tri.pac"), b"no texture").unwrap();
    let (code, _, said) = retromesh(&["convert", &model, "-f", "-o", &odol, "--target", "odol7"]);
    assert!(code == 0 && said.contains(r"note[unsupported-image]: Data\Tri.pac"), "{said}");
}

#[test]
fn a_texture_that_the_game_does_not_find_is_marked() {
    let rows = [
        ("data/cube.paa", "", 0),
        ("cube.paa", " (found as cube.paa, which the game does not find)", 1),
        ("data/cube.png", " (found as data/cube.png, which the game does not find)", 1),
    ];
    for (file, expected, code_of_textures) in rows {
        let root = tempfile::tempdir().unwrap();
        let model = root.path().join("tank.p3d");
        fs::create_dir_all(root.path().join("data")).unwrap();
        fs::copy(fixture("sp3x-cube.p3d"), &model).unwrap();
        fs::copy(fixture("../paa/dxt1-corners.paa"), root.path().join(file)).unwrap();
        let (code, text, _) = retromesh(&["textures", &model.to_string_lossy()]);
        assert!(code == code_of_textures && text.ends_with(&format!("  data\\cube.paa{expected}\n")), "{file}: {text}");
        let (code, text, _) = retromesh(&["check", &model.to_string_lossy()]);
        let said = format!(": data/cube.paa found as {file}, which the game does not find\n");
        assert_eq!((code, text.contains(&said)), (0, code_of_textures == 1), "{file}: {text}");
        let (code, ..) = retromesh(&["textures", &model.to_string_lossy(), "--root", &root.path().to_string_lossy()]);
        assert_eq!(code, code_of_textures, "{file}");
    }
}

#[test]
fn a_texture_that_is_cut_off_is_a_finding_of_check() {
    let root = tempfile::tempdir().unwrap();
    let model = root.path().join("tank.p3d");
    fs::create_dir_all(root.path().join("data")).unwrap();
    // Two names of one file, which is read once.
    let (source, output) = (fixture("odol-levels.p3d"), model.to_string_lossy());
    let rename = r"data\tri.pac=DATA\cube.PAA";
    let (code, ..) = retromesh(&["textures", &source.to_string_lossy(), "--rename", rename, "-o", &output]);
    assert_eq!(code, 0);
    let whole = fs::read(fixture("../paa/dxt1-corners.paa")).unwrap();
    for (bytes, expected) in [(&whole[..], 0), (&whole[..whole.len() / 2], 1)] {
        fs::write(root.path().join("data/cube.paa"), bytes).unwrap();
        let (code, text, _) = retromesh(&["check", &model.to_string_lossy()]);
        let said = text.contains("data/cube.paa is cut off or damaged: its picture cannot be read");
        assert_eq!((code, said, text.contains("times")), (expected, expected == 1, false), "{text}");
    }
}

/// What `check` and `textures` say of the file of the texture, and whether `check` has a problem.
#[test]
fn what_the_game_misses_of_textures_is_a_matter_of_check_for_a_target() {
    let whole = fs::read(fixture("../paa/dxt1-corners.paa")).unwrap();
    let root = tempfile::tempdir().unwrap();
    let [model, texture] = ["models/tank.p3d", "data/cube.paa"].map(|name| root.path().join(name));
    [&model, &texture].iter().for_each(|file| fs::create_dir_all(file.parent().unwrap()).unwrap());
    let run = |words: &[&str], below: bool| {
        let [model, root] = [&model, root.path()].map(|path| path.to_string_lossy().into_owned());
        let mut words = [words, &[model.as_str()]].concat();
        if below {
            words.extend(["--root", &root]);
        }
        retromesh(&words)
    };
    let dxt5 = dxt5(root.path());
    let picture = fs::read(root.path().join("art.png")).unwrap();
    let rows: [(&str, &[u8], bool, &str); 6] = [
        ("mlod", &whole, true, ""),
        ("mlod", &whole, false, r"note[missing-image]"),
        ("mlod", &picture, true, "warning[p3d-unloadable-texture]"),
        ("mlod", &dxt5, true, "warning[paa-kind]"),
        ("p3dm", &dxt5, true, ""),
        ("p3dm", &dxt5, false, "note[missing-image]"),
    ];
    for (target, bytes, below, expected) in rows {
        fs::write(&texture, bytes).unwrap();
        fs::copy(fixture("sp3x-cube.p3d"), &model).unwrap();
        let (_, text, _) = run(&["check", "--target", target], below);
        let said = ["note[missing-image]", "p3d-unloadable-texture", "paa-kind"].map(|code| text.contains(code));
        assert_eq!(said.contains(&true), !expected.is_empty(), "{target} {below}: {text}");
        assert!(text.contains(expected) && (expected.is_empty() || text.contains("cube.paa")), "{target}: {text}");
        assert!(!run(&["check"], below).1.contains("missing-image"));
        let (code, text, _) = run(&["textures"], below);
        let is_picture = bytes == picture;
        assert_eq!(text.contains("(no texture is in it: the game cannot load it)"), is_picture, "{text}");
        assert_eq!(code, i32::from(is_picture || !below), "{text}");
    }
    fs::write(&texture, &picture).unwrap();
    for target in [&[][..], &["--target", "ofp"]] {
        let (code, text, _) = retromesh(&[&["check", &*texture.to_string_lossy()], target].concat());
        assert!(code == 1 && text.contains("a picture by the name of a texture"), "{text}");
    }
    let whole = fs::read(fixture("../paa/dxt1-corners.paa")).unwrap();
    fs::write(&texture, &whole[..whole.len() / 2]).unwrap();
    let (code, text, _) = retromesh(&["check", &texture.to_string_lossy()]);
    assert!(code == 1 && text.contains("truncated ") && text.contains(" at 0x"), "{text}");
}

/// A model of an addon whose textures have a folder that is there, or a root to look from, lacks those that are not found.
#[test]
fn a_texture_that_is_not_where_it_has_to_be_is_a_problem_for_a_target() {
    let rows: [(&str, &str, &[&str], &str); 7] = [
        // The game has a folder of this name at the root of its data; that of an addon is another one.
        (r"data\cube.paa", "data/other.paa", &[], ""),
        (r"data\cube.paa", "data/other.paa", &["--root", ".."], r"data\cube.paa"),
        (r"data\cube.paa", "other.paa", &[], ""),
        (r"data\cube.paa", "other.paa", &["--root", ".."], r"data\cube.paa"),
        (r"Tank\gone.paa", "data/cube.paa", &[], r"Tank\gone.paa"),
        ("cube.paa", "cube.paa", &[], "cube.paa (found as cube.paa)"),
        (r"data\cube.paa", "cube.paa", &[], r"data\cube.paa (found as cube.paa)"),
    ];
    for (named, file, more, expected) in rows {
        let root = tempfile::tempdir().unwrap();
        let model = root.path().join("tank/tank.p3d");
        fs::create_dir_all(root.path().join("tank/data")).unwrap();
        if !file.starts_with("data") {
            fs::remove_dir(root.path().join("tank/data")).unwrap();
        }
        let (source, output) = (fixture("sp3x-cube.p3d"), model.to_string_lossy());
        let rename = format!(r"data\cube.paa={named}");
        if named == r"data\cube.paa" {
            fs::copy(&source, &model).unwrap();
        } else {
            let words = ["textures", &source.to_string_lossy(), "--rename", &rename, "-o", &output];
            assert_eq!(retromesh(&words).0, 0, "{named}");
        }
        fs::copy(fixture("../paa/dxt1-corners.paa"), root.path().join("tank").join(file)).unwrap();
        let above = root.path().to_string_lossy();
        let more: Vec<&str> = more.iter().map(|word| if *word == ".." { &*above } else { word }).collect();
        let (code, text, _) = retromesh(&[&["check", &*output, "--target", "mlod"], &*more].concat());
        let found = text.contains("warning[p3d-missing-texture]") && text.contains(&format!(" in {expected}\n"));
        assert_eq!(
            (found, text.contains("note[missing-image]")),
            (!expected.is_empty(), expected.is_empty()),
            "{text}"
        );
        assert!(code == 1 || expected.is_empty(), "{text}");
    }
}

/// The extension says which loader of the game gets a texture.
#[test]
fn a_palette_in_a_paa_is_a_problem_for_the_game() {
    let root = tempfile::tempdir().unwrap();
    for (source, name, expected) in [
        ("p8.pac", "a.paa", true),
        ("p8.pac", "a.pac", false),
        ("argb4444.paa", "b.pac", true),
        ("argb4444.paa", "b.paa", false),
        ("dxt1-corners.paa", "c.pac", false),
    ] {
        let file = path(root.path(), name);
        fs::copy(fixture(&format!("../paa/{source}")), &file).unwrap();
        let (code, text, _) = retromesh(&["check", &file, "--target", "ofp"]);
        assert_eq!(text.contains("warning[paa-kind]"), expected, "{name}: {text}");
        assert!(code == 1 || !expected, "{name}: {text}");
        assert!(!retromesh(&["check", &file]).1.contains("paa-kind"));
    }
}

/// What is wrong with a texture is said with the whole of its path, as seen from the model.
#[test]
fn a_damaged_texture_is_named_by_its_path() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("a_folder_with_a_long_name/another_folder_with_a_long_name/models");
    fs::create_dir_all(&folder).unwrap();
    let [model, texture] = ["tank.p3d", "cube.paa"].map(|name| path(&folder, name));
    let rename = r"data\cube.paa=a_folder_with_a_long_name\another_folder_with_a_long_name\models\cube.paa";
    let source = fixture("odol-cube.p3d").to_string_lossy().into_owned();
    assert_eq!(retromesh(&["textures", &source, "--rename", rename, "-o", &model]).0, 0);
    fs::copy(fixture("../paa/p8.pac"), &texture).unwrap();
    let (code, text, _) = retromesh(&["check", &model, "--target", "odol7", "--root", &root.path().to_string_lossy()]);
    assert!(code == 1 && text.contains("tank.p3d in cube.paa\n"), "{text}");
}

/// Makes a texture of DXT5 of one of DXT1, by way of a picture.
fn dxt5(folder: &Path) -> Vec<u8> {
    let [png, paa] = ["art.png", "art.paa"].map(|name| path(folder, name));
    let source = fixture("../paa/dxt1-corners.paa");
    assert_eq!(retromesh(&["convert", &source.to_string_lossy(), "-o", &png]).0, 0);
    assert_eq!(retromesh(&["convert", &png, "-o", &paa, "--target", "dxt5"]).0, 0);
    fs::read(paa).unwrap()
}

/// MLOD becomes ODOL at once and by way of a scene, and a GLB becomes ODOL.
#[test]
fn textures_are_copied_to_where_the_paths_of_the_new_model_lead() {
    let root = tempfile::tempdir().unwrap();
    let [model, texture, other] = ["models/tank.p3d", "Data/CUBE.paa", "models/tank.glb"].map(|n| root.path().join(n));
    [&model, &texture].iter().for_each(|file| fs::create_dir_all(file.parent().unwrap()).unwrap());
    fs::copy(fixture("sp3x-cube.p3d"), &model).unwrap();
    fs::copy(fixture("../paa/dxt1-corners.paa"), &texture).unwrap();
    let [model, other, above] = [&model, &other, root.path()].map(|path| path.to_string_lossy().into_owned());
    let (code, ..) = retromesh(&["convert", &model, "-o", &other, "--root", &above]);
    assert_eq!(code, 0);
    for (number, input, more) in [(0, &model, &[][..]), (1, &model, &["--optimize"]), (2, &other, &[])] {
        let output = path(root.path(), &format!("out{number}/tank.p3d"));
        let words = ["convert", input, "-o", &output, "--target", "odol7", "--textures", "copy", "--root", &above];
        let (code, text, errors) = retromesh(&[&words, more].concat());
        assert_eq!(code, 0, "{text}{errors}");
        let copy = root.path().join(format!("out{number}/data/cube.paa"));
        assert_eq!(fs::read(copy).unwrap(), fs::read(&texture).unwrap(), "{number}");
        assert_eq!(retromesh(&["textures", &output]).0, 0, "{number}");
    }
    // An edited model may lie elsewhere than what it was.
    let [edited, original, output] =
        ["edited/tank.glb", "tank.p3d", "out6/tank.p3d"].map(|name| path(root.path(), name));
    fs::create_dir_all(root.path().join("edited")).unwrap();
    fs::copy(&other, &edited).unwrap();
    fs::copy(&model, &original).unwrap();
    let words = ["convert", &edited, "-o", &output, "--target", "odol7", "--textures", "copy"];
    let (code, _, errors) = retromesh(&[&words, &["-v"][..]].concat());
    assert!(code == 0 && errors.contains("data/cube.paa was not found, and is not copied"), "{errors}");
    let (code, text, errors) = retromesh(&[&words, &["--like", &original, "--force"][..]].concat());
    assert_eq!(code, 0, "{text}{errors}");
    assert_eq!(fs::read(root.path().join("out6/data/cube.paa")).unwrap(), fs::read(&texture).unwrap());
    // A picture that has only the name of a texture becomes one.
    let [png, output] = ["a.png", "out4/tank.p3d"].map(|name| path(root.path(), name));
    assert_eq!(retromesh(&["convert", &texture.to_string_lossy(), "-o", &png]).0, 0);
    fs::copy(&png, &texture).unwrap();
    let words = ["convert", &model, "-o", &output, "--target", "odol7", "--textures", "copy", "--root", &above];
    let (code, _, errors) = retromesh(&words);
    assert!(code == 0 && errors.contains("cube.paa was a picture by the name of a texture"), "{errors}");
    assert_eq!(retromesh(&["check", &path(root.path(), "out4/data/cube.paa"), "--target", "ofp"]).0, 0);
    fs::remove_file(&texture).unwrap();
    let output = path(root.path(), "out3/tank.p3d");
    let (code, _, errors) = retromesh(&["convert", &model, "-o", &output, "--target", "p3dm", "--textures", "copy"]);
    assert!(code == 0 && errors.contains("data/cube.paa was not found, and is not copied"), "{errors}");
    // What the model asked for in vain is said once.
    let output = path(root.path(), "out5/tank.p3d");
    let words = ["convert", &model, "-o", &output, "--target", "odol7", "--textures", "copy", "--optimize"];
    let (code, _, errors) = retromesh(&words);
    assert!(code == 0 && errors.matches("missing-image").count() == 1, "{errors}");
}

#[test]
fn a_new_texture_is_not_said_to_be_missing() {
    let root = tempfile::tempdir().unwrap();
    let output = path(root.path(), "leaf.p3d");
    let source = fixture("../gltf/outside/webp.glb");
    let words = ["convert", &source.to_string_lossy(), "-o", &output, "--target", "odol7", "--textures", "copy"];
    let (code, text, errors) = retromesh(&words);
    assert!(code == 0 && text.contains("sidecar leaf.paa"), "{text}{errors}");
    assert!(!errors.contains("is not copied"), "{errors}");
}
