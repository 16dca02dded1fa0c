//! Models with textures in other folders go to glTF and back, as other programs hand them on: the same names, and what was painted over is a
//! new file of the kind that the engine loads.
#![cfg(all(feature = "images", feature = "b3d", feature = "bmd", feature = "p3d", feature = "paa", feature = "rmesh"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh::material::ImageData;
use retromesh::{
    Code, Diagnostics, ExportOptions, ImportOptions, NoFiles, Output, Request, Scene, Source, convert_source, detect,
    format_by_extension,
};
use retromesh_testkit::{GlbFile, TEXTURED, Textured};
use serde_json::Value;
use std::fs;
use std::path::Path;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures");
/// What somebody painted.
const PAINTED: &[u8] = include_bytes!("../../../../docs/images/letter-f.png");
const WALL: &[u8] = include_bytes!("../../../../docs/images/tube.png");

/// What other programs make of a GLB: the extras of images go, and the extensions of their names; somebody may paint over all images.
fn through(glb: &[u8], painted: bool) -> Vec<u8> {
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    let json: Value = serde_json::from_slice(&glb[20..20 + length]).unwrap();
    let mut file = GlbFile { json, bin: glb[28 + length..].to_vec() };
    let view = painted.then(|| file.view(PAINTED));
    for image in file.json["images"].as_array_mut().into_iter().flatten() {
        let image = image.as_object_mut().unwrap();
        image.remove("extras");
        let name = image["name"].as_str().unwrap().to_owned();
        image["name"] = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).into();
        if let Some(view) = view {
            image["bufferView"] = view.into();
        }
    }
    file.glb()
}

fn names(bytes: &[u8], name: &Path) -> Vec<String> {
    let format = detect(bytes, name).unwrap();
    let model = format.read(bytes, &NoFiles, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    model
        .as_textures()
        .unwrap()
        .texture_names()
        .into_iter()
        .filter(|name| !name.is_material)
        .map(|name| name.path)
        .collect()
}

#[test]
fn paths_come_back_and_painted_images_are_what_the_engine_loads() {
    for Textured { fixture, path, file, written, painted } in TEXTURED {
        let folder = tempfile::tempdir().unwrap();
        let game = folder.path().join("game");
        let name = game.join("models").join(Path::new(fixture).file_name().unwrap());
        let image = game.join(file);
        for folder in [name.parent().unwrap(), image.parent().unwrap()] {
            fs::create_dir_all(folder).unwrap();
        }
        let bytes = fs::read(Path::new(FIXTURES).join(fixture)).unwrap();
        let format = detect(&bytes, &name).unwrap();
        let import = ImportOptions::default();
        let model = format.read(&bytes, &NoFiles, &import, &mut Diagnostics::new()).unwrap();
        let first =
            model.as_textures().unwrap().texture_names().into_iter().find(|name| !name.is_material).unwrap().path;
        let renamed =
            model.as_textures().unwrap().rename_textures(&mut |name| (name == first).then(|| path.to_owned())).unwrap();
        fs::write(&name, &renamed.output.bytes).unwrap();
        let paa = Path::new(FIXTURES).join("paa/dxt1-corners.paa");
        let is_game = format.info().id == "p3d";
        fs::write(&image, if is_game { fs::read(paa).unwrap() } else { WALL.to_vec() }).unwrap();
        // Where the model is, its textures are found.
        let mut in_game = ImportOptions::default();
        in_game.root = Some(game.clone());
        let convert = |source: &Source, extension: &str| -> (Output, Diagnostics) {
            let mut export = ExportOptions::default();
            export.file_name = format!("new.{extension}");
            let mut diagnostics = Diagnostics::new();
            let to = format_by_extension(extension).unwrap();
            let there = name.with_extension(extension);
            let request = Request::new(&in_game, &export).output(&there);
            let done = convert_source(source, to, &request, &mut diagnostics).unwrap();
            (done.output, diagnostics)
        };
        let source = Source::load(&name, &import.limits).unwrap().within(Some(&game));
        let (glb, _) = convert(&source, "glb");
        let extension = format.info().extensions[0];
        let back = |bytes: Vec<u8>| {
            let source = Source::from_bytes(bytes, &folder.path().join("blender/new.glb"), &import.limits).unwrap();
            convert(&source, extension)
        };
        for (way, bytes) in [("as it is", glb.bytes.clone()), ("through a program", through(&glb.bytes, false))] {
            let (output, diagnostics) = back(bytes);
            let found = names(&output.bytes, &name);
            assert!(found.iter().any(|name| name == written), "{fixture} {way}: {found:?}");
            let files: Vec<_> = output.sidecars.iter().map(|(name, _)| name).collect();
            assert!(files.is_empty(), "{fixture} {way}: {files:?}");
            assert_eq!(diagnostics.count(Code::ChangedImage), 0, "{fixture} {way}");
        }
        let (output, diagnostics) = back(through(&glb.bytes, true));
        let found = names(&output.bytes, &name);
        assert!(found.iter().any(|name| name == painted.0), "{fixture}: {found:?}");
        let new = output.sidecars.iter().find(|(name, _)| name == painted.1);
        let (_, new) = new.unwrap_or_else(|| panic!("{fixture}: {:?}", output.sidecars.len()));
        assert_eq!(
            detect(new, Path::new(painted.1)).is_ok_and(|format| format.info().id == "paa"),
            is_game,
            "{fixture}"
        );
        assert_eq!(new.starts_with(b"DDS "), format.info().id == "bmd", "{fixture}");
        // A model that names another folder does not find the new file by itself.
        let has_folder = path.contains(['/', '\\']) && !path.contains(':');
        assert_eq!(diagnostics.count(Code::ChangedImage) > 0, has_folder, "{fixture}");
        // What was written is what the engine loads.
        let model = format.read(&output.bytes, &NoFiles, &import, &mut Diagnostics::new()).unwrap();
        let found = model.as_lint().map_or_else(Vec::new, |rules| rules.lint(None));
        assert!(found.iter().all(|lint| !lint.rule.id.contains("unloadable")), "{fixture}: {found:?}");
    }
}

#[test]
fn what_the_engine_does_not_load_is_found() {
    for (fixture, target) in [
        ("p3d/sp3x-cube.p3d", "odol7"),
        ("p3d/odol-cube.p3d", "odol7"),
        ("b3d/brush-slots-2.b3d", "blitz3d"),
        ("x/square.x", "blitz3d"),
        ("rmesh/square.rmesh", "scpcb"),
        ("bo3d/texture-path.bo3d", "bogl"),
    ] {
        let bytes = fs::read(Path::new(FIXTURES).join(fixture)).unwrap();
        let format = detect(&bytes, Path::new(fixture)).unwrap();
        let read = |bytes: &[u8]| {
            let model = format.read(bytes, &NoFiles, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
            let found = model.as_lint().unwrap().lint(Some(format.info().target(target).unwrap()));
            let found = found.iter().any(|lint| lint.rule.id.contains("unloadable"));
            let renamed = model.as_textures().unwrap().rename_textures(&mut |_| Some("wall.webp".to_owned())).unwrap();
            (found, renamed.output.bytes)
        };
        let (before, renamed) = read(&bytes);
        assert_eq!((before, read(&renamed).0), (false, true), "{fixture}");
    }
}

/// Files repeat names, and a program looks them up: a number after the second of two is for models that are no b3d yet.
#[test]
fn bones_of_one_name_come_back() {
    let (import, export, mut diagnostics) = (ImportOptions::default(), ExportOptions::default(), Diagnostics::new());
    let file = Path::new(FIXTURES).join("b3d/everything.b3d");
    let text = Source::load(file, &import.limits).unwrap().text(&import, &mut diagnostics).unwrap();
    let bytes = retromesh::pack(text.replace("name \"head\"", "name \"spine\"").as_bytes()).unwrap();
    let source = |bytes: Vec<u8>, name: &str| Source::from_bytes(bytes, Path::new(name), &import.limits).unwrap();
    let model = source(bytes, "a.b3d");
    let original = retromesh::open_source(&model, &import, &mut diagnostics).unwrap().scene;
    let request = Request::new(&import, &export);
    let glb = convert_source(&model, format_by_extension("glb").unwrap(), &request, &mut diagnostics).unwrap();
    let edited = source(glb.output.bytes, "a.glb");
    for (request, is_same) in [(request.like(&original), true), (request, false)] {
        let mut diagnostics = Diagnostics::new();
        let back = convert_source(&edited, format_by_extension("b3d").unwrap(), &request, &mut diagnostics).unwrap();
        let back = source(back.output.bytes, "b.b3d");
        let back = retromesh::open_source(&back, &import, &mut Diagnostics::new()).unwrap().scene;
        let names = |scene: &Scene| scene.nodes.iter().map(|node| node.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&back) == names(&original), is_same, "{:?}", names(&back));
        assert_eq!(diagnostics.count(Code::NamesMadeUnique), u64::from(!is_same));
    }
}

/// The game looks for textures from the root of its data.
#[test]
fn new_textures_of_a_game_that_have_no_folder_are_noted() {
    let bytes = fs::read(Path::new(FIXTURES).join("p3d/sp3x-cube.p3d")).unwrap();
    let (import, p3d) = (ImportOptions::default(), format_by_extension("p3d").unwrap());
    let model = p3d.read(&bytes, &NoFiles, &import, &mut Diagnostics::new()).unwrap();
    for (is_new, count) in [(false, 0), (true, 1)] {
        let mut scene = model.to_scene_with(&import, &mut Diagnostics::new()).unwrap();
        if is_new {
            scene.images[0].path = "camo.png".into();
            scene.images[0].data = Some(ImageData { mime: "image/png".into(), bytes: WALL.to_vec() });
        }
        let (mut export, mut diagnostics) = (ExportOptions::default(), Diagnostics::new());
        "new.p3d".clone_into(&mut export.file_name);
        p3d.write(&scene.validate().unwrap(), &export, &mut diagnostics).unwrap();
        assert_eq!(diagnostics.count(Code::FoundElsewhere), count, "{diagnostics:?}");
    }
}

/// Programs name images without their extensions, and games look for files.
#[test]
fn a_texture_next_to_the_original_keeps_its_extension() {
    let folder = tempfile::tempdir().unwrap();
    let (name, import) = (folder.path().join("square.b3d"), ImportOptions::default());
    fs::copy(Path::new(FIXTURES).join("b3d/texture-flags.b3d"), &name).unwrap();
    fs::write(folder.path().join("red.png"), PAINTED).unwrap();
    fs::write(folder.path().join("t.png"), WALL).unwrap();
    let to = |extension: &str| format_by_extension(extension).unwrap();
    let load = || Source::load(&name, &import.limits).unwrap();
    let original = retromesh::open_source(&load(), &import, &mut Diagnostics::new()).unwrap().scene;
    for (texture, bytes) in [("red.png", PAINTED), ("t.png", WALL)] {
        let mut scene = original.clone().into_scene();
        for image in &mut scene.images {
            image.path = texture.to_owned();
            image.data = Some(ImageData { mime: "image/png".into(), bytes: bytes.to_vec() });
        }
        let mut export = ExportOptions::default();
        let scene = scene.into_valid().unwrap();
        let glb = to("glb").write(&scene, &export, &mut Diagnostics::new()).unwrap().bytes;
        let source = Source::from_bytes(through(&glb, false), Path::new("elsewhere/new.glb"), &import.limits);
        let mut source = source.unwrap();
        source.folder = source.folder.with_original(load().folder);
        export.file_name = "new.b3d".to_owned();
        let request = Request::new(&import, &export).like(&original);
        let output = convert_source(&source, to("b3d"), &request, &mut Diagnostics::new()).unwrap().output;
        let found = names(&output.bytes, &name);
        assert!(!found.is_empty() && found.iter().all(|name| name == texture), "{texture}: {found:?}");
    }
}
