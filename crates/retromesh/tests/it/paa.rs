//! Textures of Operation Flashpoint: found, shown, reported to ODOL, and made of images.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use image::{ImageFormat, Rgba, RgbaImage};
use retromesh::material::{AlphaMode, Image, ImageData, TextureFacts};
use retromesh::options::Textures;
use retromesh::scene::{Transform, Trs};
use retromesh::{
    Code, Converted, Diagnostics, ExportOptions, Folder, ImportOptions, Request, Scene, Source, TexturePaths,
    convert_source, format_by_extension,
};
use retromesh_p3d::{Document, MeanColors, odol7::Odol};
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)
}

/// Copies fixtures into a new folder.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (there, from) in files {
        let path = folder.path().join(there);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(fixture(from), path).unwrap();
    }
    folder
}

/// Converts a file in memory to the format that the extension of a name stands for.
fn convert(source: &Source, name: &str, target: Option<&str>, textures: Textures) -> (Converted, Diagnostics) {
    let mut export = ExportOptions::default();
    (export.file_name, export.textures) = (name.to_owned(), textures);
    export.target = target.map(str::to_owned);
    with(source, &export)
}

fn with(source: &Source, export: &ExportOptions) -> (Converted, Diagnostics) {
    let (mut diagnostics, import) = (Diagnostics::new(), ImportOptions::default());
    let to = format_by_extension(export.file_name.rsplit_once('.').unwrap().1).unwrap();
    let converted = convert_source(source, to, &Request::new(&import, export), &mut diagnostics).unwrap();
    (converted, diagnostics)
}

fn load(path: &Path) -> Source {
    Source::load(path, &ImportOptions::default().limits).unwrap()
}

/// Reads a file in memory into its scene.
fn scene(name: &str, bytes: &[u8]) -> Scene {
    let source = Source::from_bytes(bytes.to_vec(), Path::new(name), &ImportOptions::default().limits).unwrap();
    retromesh::open_source(&source, &ImportOptions::default(), &mut Diagnostics::new()).unwrap().scene.into_scene()
}

fn png(image: &RgbaImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    image.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    bytes
}

/// The corners of a decoded picture: top left, top right, bottom left, bottom right.
fn corners(bytes: &[u8]) -> [[u8; 4]; 4] {
    let image = image::load_from_memory(bytes).unwrap().into_rgba8();
    let (right, bottom) = (image.width() - 1, image.height() - 1);
    [(0, 0), (right, 0), (0, bottom), (right, bottom)].map(|(x, y)| image.get_pixel(x, y).0)
}

const QUARTERS: [[u8; 4]; 4] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255; 4]];

#[test]
fn a_model_shows_its_textures_with_their_alpha_and_finds_them_on_the_way_back() {
    let rows = [
        ("paa/dxt1-corners.paa", QUARTERS, AlphaMode::Opaque),
        ("paa/p8-in-paa.paa", QUARTERS, AlphaMode::Opaque),
        ("paa/argb4444.paa", [QUARTERS[0], [0, 255, 0, 170], [0, 0, 255, 85], [255, 255, 255, 0]], AlphaMode::Blend),
        (
            "paa/argb1555.paa",
            [QUARTERS[0], QUARTERS[1], QUARTERS[2], [255, 255, 255, 0]],
            AlphaMode::Mask { cutoff: TextureFacts::KEY },
        ),
    ];
    for (texture, expected, alpha) in rows {
        let folder = folder(&[("cube.p3d", "p3d/sp3x-cube.p3d"), ("Data/Cube.PAA", texture)]);
        let source = load(&folder.path().join("cube.p3d"));
        let (glb, diagnostics) = convert(&source, "cube.glb", None, Textures::Embed);
        assert_eq!(diagnostics.count(Code::MissingImage), 0, "{texture}");
        let shown = scene("cube.glb", &glb.output.bytes);
        let image = &shown.images[0];
        assert_eq!((image.path.as_str(), image.uri.as_deref()), ("data\\cube.paa", Some("Data/Cube.PAA")));
        let data = image.data.as_ref().unwrap();
        assert_eq!((data.mime.as_str(), corners(&data.bytes)), ("image/png", expected), "{texture}");
        assert_eq!(shown.materials[0].alpha_mode, alpha, "{texture}");
        let source = Source::from_bytes(glb.output.bytes, Path::new("cube.glb"), &ImportOptions::default().limits);
        let (back, _) = convert(&source.unwrap(), "back.p3d", None, Textures::Embed);
        assert!(back.output.sidecars.is_empty());
        assert_eq!(Document::parse(&back.output.bytes).unwrap().texture_names()[0].path, "data\\cube.paa");
    }
}

#[test]
fn textures_are_found_through_the_prefix_of_their_addon_and_never_outside() {
    let texture = "paa/dxt1-corners.paa";
    // Where the texture lies, whether the border is the whole folder, and where it is found from `game/tanks/models`.
    let rows = [
        ("game/tanks/models/data/cube.paa", false, Some("data/cube.paa")),
        ("game/tanks/DATA/cube.paa", true, Some("../DATA/cube.paa")),
        ("game/data/cube.paa", true, Some("../../data/cube.paa")),
        ("game/tanks/data/cube.paa", false, None),
        ("data/cube.paa", true, None),
        ("game/tanks/models/cube.paa", false, Some("cube.paa")),
        ("game/tanks/cube.paa", true, None),
    ];
    for (place, border, expected) in rows {
        let folder = folder(&[("game/tanks/models/cube.p3d", "p3d/sp3x-cube.p3d"), (place, texture)]);
        let root = folder.path().join("game");
        let source = load(&folder.path().join("game/tanks/models/cube.p3d")).within(border.then_some(root.as_path()));
        let (converted, diagnostics) = convert(&source, "cube.glb", None, Textures::Embed);
        let found = converted.scene.unwrap().images[0].uri.clone();
        assert_eq!(found.as_deref(), expected, "{place}");
        let alone = expected.is_some_and(|found| !found.to_lowercase().contains("data/"));
        assert_eq!(diagnostics.count(Code::FoundElsewhere), u64::from(alone), "{place}: {:?}", diagnostics.entries());
    }
}

/// `\data` is that of the game itself, whatever folders of this name the addon has.
#[test]
fn textures_of_the_game_are_not_taken_from_an_addon_unsaid() {
    let texture = "paa/dxt1-corners.paa";
    let rows: [(&[&str], bool, &str, u64); 3] = [
        (&["game/tanks/models/data/cube.paa"], false, "data/cube.paa", 1),
        (&["game/tanks/DATA/cube.paa"], true, "../DATA/cube.paa", 1),
        (&["game/tanks/data/cube.paa", "game/data/cube.paa"], true, "../../data/cube.paa", 0),
    ];
    for (places, border, expected, said) in rows {
        let files =
            places.iter().map(|place| (*place, texture)).chain([("game/tanks/models/a.p3d", "p3d/sp3x-cube.p3d")]);
        let folder = folder(&files.collect::<Vec<_>>());
        let (root, path) = (folder.path().join("game"), folder.path().join("game/tanks/models/a.p3d"));
        let cube = Document::parse(&fs::read(&path).unwrap()).unwrap().into_owned();
        let named = cube.rename_textures(&mut |path| Some(format!("\\{path}"))).unwrap();
        fs::write(&path, named.output.bytes).unwrap();
        let source = load(&path).within(border.then_some(root.as_path()));
        for target in ["a.glb", "a.p3d"] {
            let (converted, diagnostics) =
                convert(&source, target, Some("odol7").filter(|_| target == "a.p3d"), Textures::Embed);
            let found = converted.scene.map(|scene| scene.images[0].uri.clone().unwrap());
            assert!(found.is_none_or(|found| found == expected), "{places:?}");
            assert_eq!(diagnostics.count(Code::FoundElsewhere), said, "{places:?}: {:?}", diagnostics.entries());
        }
    }
}

/// A card that lies on its back, its image of this name and content.
fn card(path: &str, data: Option<Vec<u8>>) -> Scene {
    let data = data.map(|bytes| ImageData { mime: "image/png".to_owned(), bytes });
    let mut scene = Scene::card(Image { path: path.to_owned(), uri: None, data }, [16, 16], AlphaMode::Opaque);
    let rotation = glam::Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    scene.nodes[0].transform = Transform::Trs(Trs { rotation, ..Trs::IDENTITY });
    scene
}

/// Writes a card as binary glTF and that as ODOL.
fn odol(scene: &Scene, choose: impl FnOnce(&mut ExportOptions)) -> (Odol<'static>, Vec<(String, Vec<u8>)>) {
    let mut export = ExportOptions::default();
    "card.glb".clone_into(&mut export.file_name);
    let glb = format_by_extension("glb")
        .unwrap()
        .write(&scene.validate().unwrap(), &export, &mut Diagnostics::new())
        .unwrap();
    let limits = ImportOptions::default().limits;
    let source = Source::from_bytes(glb.bytes, Path::new("card.glb"), &limits).unwrap();
    (export.file_name, export.target) = ("card.p3d".to_owned(), Some("odol7".to_owned()));
    choose(&mut export);
    let output = with(&source, &export).0.output;
    match Document::parse(&output.bytes).unwrap() {
        Document::Odol(odol) => (odol.into_owned(), output.sidecars),
        Document::Mlod(_) => panic!("this is MLOD"),
    }
}

#[test]
fn images_become_textures_and_odol_says_of_them_what_the_options_would() {
    // A picture, and flags of its faces: alpha and its order 0x20100, a key 0x20200, neither 0x20000.
    let opaque = RgbaImage::from_fn(16, 16, |x, _| Rgba([if x < 8 { 200 } else { 100 }, 60, 20, 255]));
    let keyed = RgbaImage::from_fn(16, 16, |x, _| Rgba([120, 60, 20, if x < 4 { 0 } else { 255 }]));
    let smooth = RgbaImage::from_fn(16, 16, |x, _| Rgba([136, 68, 17, x as u8 * 17]));
    let rows = [
        ("opaque", &opaque, 0x20000, 0xff96_3c14, "DXT1"),
        ("keyed", &keyed, 0x20200, 0xbf78_3c14, "DXT1"),
        ("smooth", &smooth, 0x20100, 0x8088_4411, "ARGB4444"),
    ];
    for (name, picture, flags, mean, kind) in rows {
        let (found, sidecars) = odol(&card(name, Some(png(picture))), |_| {});
        let (path, bytes) = &sidecars[0];
        assert_eq!((sidecars.len(), path.as_str()), (1, format!("{name}.paa").as_str()));
        let texture = retromesh_paa::Document::parse(bytes).unwrap();
        assert_eq!((texture.texels().name(), texture.facts().mean), (kind, mean));
        let (named, none) = odol(&card(path, None), |export| {
            let mut settings = retromesh_p3d::Settings::default();
            settings.mean_colors = Some(MeanColors { all: mean, above: mean });
            if flags & 0x100 != 0 {
                settings.alpha_textures = vec![path.clone()];
            }
            export.settings.put(&settings);
        });
        assert!(none.is_empty());
        let appearances = |odol: &Odol<'_>| {
            let lod = &odol.lods[0];
            let sections: Vec<u32> = lod.sections.iter().map(|section| section.special).collect();
            (sections, lod.color, lod.color_top, odol.info.facts.color, odol.info.facts.color_top)
        };
        let (found, mut named) = (appearances(&found), appearances(&named));
        // There is no option for a key.
        named.0.iter_mut().for_each(|special| *special |= flags & 0x200);
        assert_eq!(found, named, "{name}");
        assert_eq!(found.0.iter().map(|special| special & 0x3_0300).collect::<Vec<_>>(), [flags], "{name}");
    }
}

#[test]
fn an_image_that_cannot_be_a_texture_stays_and_is_reported() {
    let source = load(&fixture("gltf/outside/broken-image.glb"));
    let (converted, diagnostics) = convert(&source, "card.p3d", None, Textures::Embed);
    let names: Vec<&str> = converted.output.sidecars.iter().map(|(name, _)| name.as_str()).collect();
    let reported: Vec<&str> = diagnostics
        .entries()
        .iter()
        .filter(|entry| entry.code == Code::UnsupportedImage)
        .map(|entry| entry.detail.as_str())
        .collect();
    assert_eq!((names, reported), (vec!["torn.png"], vec!["torn is written as image/png: it cannot be decoded"]));
}

#[test]
fn an_editable_model_becomes_odol_by_the_textures_next_to_it() {
    let rows = [
        ("paa/dxt1-corners.paa", 0x20000, 0xff7f_7f7f),
        ("paa/argb1555.paa", 0x20200, 0xc055_5555),
        ("paa/argb4444.paa", 0x20100, 0x803c_3c3c),
        ("paa/ai88.paa", 0x20100, 0),
    ];
    for (texture, flags, mean) in rows {
        let folder = folder(&[("cube.p3d", "p3d/sp3x-cube.p3d"), ("data/cube.paa", texture)]);
        let source = load(&folder.path().join("cube.p3d"));
        let (converted, found) = convert(&source, "cube.p3d", Some("odol7"), Textures::Embed);
        let Document::Odol(odol) = Document::parse(&converted.output.bytes).unwrap() else { panic!("this is MLOD") };
        let lod = &odol.lods[0];
        assert_eq!((lod.color, lod.color_top), (mean, mean), "{texture}");
        assert_eq!(found.count(Code::AssumedColor), u64::from(mean == 0), "{texture}: {found:?}");
        let special = lod.sections.get(0).unwrap().special & 0x3_0300;
        assert_eq!(special, flags, "{texture}");
        let alone = load(&fixture("p3d/sp3x-cube.p3d"));
        let (unknown, found) = convert(&alone, "cube.p3d", Some("odol7"), Textures::Embed);
        assert_eq!([Code::AssumedColor, Code::AssumedAlpha].map(|code| found.count(code)), [1, 1], "{found:?}");
        let Document::Odol(odol) = Document::parse(&unknown.output.bytes).unwrap() else { panic!("this is MLOD") };
        assert_eq!(
            (odol.lods[0].color, odol.lods[0].sections.get(0).unwrap().special & 0x3_0300),
            (0xff80_8080, 0x20000)
        );
    }
}

#[test]
fn pictures_become_textures_and_come_back() {
    let picture = RgbaImage::from_fn(32, 16, |x, y| Rgba([x as u8 * 8, y as u8 * 16, 99, 255 - x as u8]));
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.png"), png(&picture)).unwrap();
    let source = load(&folder.path().join("a.png"));
    for (target, max) in [("argb8888", 0), ("argb4444", 8), ("dxt5", 24)] {
        let (texture, diagnostics) = convert(&source, "a.paa", Some(target), Textures::Embed);
        assert_eq!(diagnostics.count(Code::RoundedColors) > 0, max > 0);
        fs::write(folder.path().join("a.paa"), &texture.output.bytes).unwrap();
        let (back, _) = convert(&load(&folder.path().join("a.paa")), "a.png", None, Textures::Embed);
        let back = image::load_from_memory(&back.output.bytes).unwrap().into_rgba8();
        let off = picture.as_raw().iter().zip(back.as_raw()).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(off <= Some(max), "{target}: {off:?}");
    }
    let model = load(&fixture("p3d/sp3x-cube.p3d"));
    let (import, export) = (ImportOptions::default(), ExportOptions::default());
    for format in retromesh::pictures().iter().copied() {
        let error = convert_source(&model, format, &Request::new(&import, &export), &mut Diagnostics::new());
        assert!(error.unwrap_err().to_string().contains("retromesh render"));
    }
}

/// A texture that becomes a texture has the kind of texels that it had, where no other is asked for and the name can have it.
#[test]
fn a_texture_keeps_the_kind_of_its_texels() {
    for (name, to, target, expected) in [
        ("dxt5.paa", "new.paa", None, "DXT5"),
        ("dxt1-three-colors.paa", "new.paa", None, "DXT1"),
        ("argb8888.paa", "new.paa", None, "8888"),
        ("argb1555.paa", "new.paa", None, "1555"),
        ("ai88.paa", "new.paa", None, "AI88"),
        ("dxt5.paa", "new.pac", None, "DXT5"),
        ("dxt5.paa", "new.paa", Some("argb4444"), "4444"),
    ] {
        let (made, _) = convert(&load(&fixture(&format!("paa/{name}"))), to, target, Textures::Embed);
        let texels = retromesh_paa::Document::parse(&made.output.bytes).unwrap().texels();
        assert!(texels.name().ends_with(expected), "{name} {to}: {}", texels.name());
    }
}

#[test]
fn a_tag_that_a_picture_cannot_have_is_reported() {
    let (_, diagnostics) = convert(&load(&fixture("paa/dxt1-swizzled.paa")), "a.png", None, Textures::Embed);
    let lost: Vec<&str> = diagnostics
        .entries()
        .iter()
        .filter(|entry| entry.code == Code::LostExtras)
        .map(|entry| entry.detail.as_str())
        .collect();
    assert_eq!(lost, ["the tag SWIZ"]);
}

/// The mean of a texture need not be that of its picture, which alone a GLB has.
#[test]
fn an_unchanged_picture_has_the_mean_of_its_texture() {
    let folder = folder(&[("cube.p3d", "p3d/sp3x-cube.p3d"), ("data/cube.paa", "paa/dxt1-opaque-by-mean.paa")]);
    let glb = convert(&load(&folder.path().join("cube.p3d")), "cube.glb", None, Textures::Embed).0.output.bytes;
    let limits = ImportOptions::default().limits;
    let texture = fs::read(folder.path().join("data/cube.paa")).unwrap();
    let mean = retromesh_paa::Document::parse(&texture).unwrap().facts().mean;
    for (textures, has_original, expected) in [
        (Textures::Link, true, (true, 0)),
        (Textures::Embed, true, (true, 0)),
        (Textures::Link, false, (false, 1)),
        (Textures::Embed, false, (false, 1)),
    ] {
        let mut source = Source::from_bytes(glb.clone(), Path::new("elsewhere/cube.glb"), &limits).unwrap();
        if has_original {
            source.folder = source.folder.with_original(Folder::new(folder.path(), limits.input_bytes));
        }
        let (converted, found) = convert(&source, "cube.p3d", Some("odol7"), textures);
        let Document::Odol(odol) = Document::parse(&converted.output.bytes).unwrap() else { panic!("this is MLOD") };
        let said = found.entries().iter().filter(|entry| entry.detail.contains("the mean colour")).count();
        assert_eq!((odol.lods[0].color == mean, said), expected, "{textures:?} {has_original}: {found:?}");
    }
}

/// Programs leave out the extras that say which file a picture was.
#[test]
fn a_picture_of_the_original_is_its_file_without_extras() {
    for (texture, expected) in [("paa/dxt1-opaque-by-mean.paa", (0, 0)), ("paa/dxt5.paa", (1, 1))] {
        let folder = folder(&[("cube.p3d", "p3d/sp3x-cube.p3d"), ("data/cube.paa", texture)]);
        let model = load(&folder.path().join("cube.p3d"));
        let mut export = ExportOptions::default();
        export.file_name = "cube.glb".to_owned();
        export.settings.set("extras", ["drop".to_owned()]);
        let glb = with(&model, &export).0.output.bytes;
        // Blender takes extensions away.
        let [whole, bare] = [&br#""name":"cube.paa""#[..], br#""name":"cube"    "#];
        let at = glb.windows(whole.len()).position(|bytes| bytes == whole).unwrap();
        let glb = [&glb[..at], bare, &glb[at + whole.len()..]].concat();
        // The one row is as it was when the picture was made of it, the other has another picture.
        fs::copy(fixture("paa/dxt1-opaque-by-mean.paa"), folder.path().join("data/cube.paa")).unwrap();
        let import = ImportOptions::default();
        let original = retromesh::open_source(&model, &import, &mut Diagnostics::new()).unwrap().scene;
        let mut source = Source::from_bytes(glb, Path::new("elsewhere/cube.glb"), &import.limits).unwrap();
        source.folder = source.folder.with_original(Folder::new(folder.path(), import.limits.input_bytes));
        let mut export = ExportOptions::default();
        export.file_name = "cube.p3d".to_owned();
        let (request, mut found) = (Request::new(&import, &export), Diagnostics::new());
        let to = format_by_extension("p3d").unwrap();
        let converted = convert_source(&source, to, &request.like(&original), &mut found).unwrap();
        let written = converted.output.sidecars.len();
        assert_eq!((written, found.count(Code::ChangedImage)), expected, "{texture}: {found:?}");
    }
}

#[test]
fn what_is_given_of_a_texture_that_is_not_there_is_not_assumed() {
    let pattern = || vec!["*cube*".to_owned()];
    let color = Some(MeanColors { all: 0xff10_2030, above: 0xff10_2030 });
    for (color, alpha, key, expected, flags) in [
        (None, vec![], vec![], [1, 1], 0),
        (color, vec![], vec![], [0, 1], 0),
        (None, pattern(), vec![], [1, 0], 0x100),
        (color, pattern(), vec![], [0, 0], 0x100),
        (color, vec![], pattern(), [0, 0], 0x200),
    ] {
        let mut settings = retromesh_p3d::Settings::default();
        (settings.mean_colors, settings.alpha_textures, settings.key_textures) = (color, alpha, key);
        let mut export = ExportOptions::default();
        (export.file_name, export.target) = ("cube.p3d".to_owned(), Some("odol7".to_owned()));
        export.settings.put(&settings);
        let (converted, found) = with(&load(&fixture("p3d/sp3x-cube.p3d")), &export);
        let Document::Odol(odol) = Document::parse(&converted.output.bytes).unwrap() else { panic!("this is MLOD") };
        let reported = [Code::AssumedColor, Code::AssumedAlpha].map(|code| found.count(code));
        let special = odol.lods[0].sections.get(0).unwrap().special & 0x300;
        assert_eq!((reported, special), (expected, flags), "{settings:?}: {found:?}");
    }
}

#[test]
fn levels_keep_their_mean_colors_where_no_texture_is_found() {
    let file = fs::read(fixture("p3d/odol-levels.p3d")).unwrap();
    let Document::Odol(mut odol) = Document::parse(&file).unwrap() else { panic!("this is MLOD") };
    for (number, lod) in (0..).zip(&mut odol.lods) {
        (lod.color, lod.color_top) = (0xff10_2030 + number, 0xff40_5060 + number);
    }
    let limits = ImportOptions::default().limits;
    let source = |bytes: Vec<u8>, name: &str| Source::from_bytes(bytes, Path::new(name), &limits).unwrap();
    let model = source(Document::from(odol).encode().unwrap(), "elsewhere/model.p3d");
    let glb = convert(&model, "model.glb", None, Textures::Embed).0.output.bytes;
    let back = convert(&source(glb, "elsewhere/model.glb"), "back.p3d", Some("odol7"), Textures::Embed).0.output.bytes;
    let Document::Odol(back) = Document::parse(&back).unwrap() else { panic!("this is MLOD") };
    let textured = (0..).zip(&back.lods).filter(|(_, lod)| lod.textures.iter().any(|texture| !texture.is_empty()));
    let mut levels = 0;
    for (number, lod) in textured {
        assert_eq!((lod.color, lod.color_top), (0xff10_2030 + number, 0xff40_5060 + number), "level {number}");
        levels += 1;
    }
    assert!(levels > 1, "{levels} levels have textures");
}

/// How a texture that is not there uses alpha, its picture does not say.
#[test]
fn a_material_keeps_its_alpha_where_its_texture_is_not_there() {
    let clear = |x: u32, _| Rgba([200, 100, 50, if x < 8 { 0 } else { 255 }]);
    let hard = png(&RgbaImage::from_fn(16, 16, clear));
    let (import, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let model = load(&fixture("p3d/sp3x-cube.p3d"));
    let mut scene = retromesh::open_source(&model, &import, &mut diagnostics).unwrap().scene.into_scene();
    scene.materials.iter_mut().for_each(|material| material.alpha_mode = AlphaMode::Blend);
    scene.images.iter_mut().for_each(|image| {
        image.data = Some(ImageData { mime: "image/png".into(), bytes: hard.clone() });
        image.uri = Some(image.path.clone());
    });
    let gltf = format_by_extension("glb").unwrap();
    let glb = gltf.write(&scene.into_valid().unwrap(), &ExportOptions::default(), &mut diagnostics).unwrap().bytes;
    for has_picture in [false, true] {
        let folder = folder(&[("cube.p3d", "p3d/sp3x-cube.p3d")]);
        let path = folder.path().join("cube.glb");
        fs::write(&path, &glb).unwrap();
        if has_picture {
            fs::write(folder.path().join("cube.png"), &hard).unwrap();
        }
        let (made, found) = convert(&load(&path), "back.p3d", Some("odol7"), Textures::Embed);
        let Document::Odol(odol) = Document::parse(&made.output.bytes).unwrap() else { panic!("this is MLOD") };
        let flags: Vec<u32> = odol.lods[0].faces.iter().map(|face| face.special & 0x300).collect();
        assert!(flags.iter().all(|flags| *flags == 0x100), "{has_picture} {flags:x?} {found:?}");
    }
}
