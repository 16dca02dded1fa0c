//! Texture images: found next to the model by name, whatever path the author's machine had.

mod animated;
mod copies;
mod facts;
mod folders;
mod for_target;
pub(crate) mod game;
mod pictures;
#[cfg(feature = "images")]
mod raster;
#[cfg(feature = "images")]
mod transcode;

pub(crate) use copies::copies;
pub(crate) use facts::{alpha_as_said, alpha_of_scene, alpha_of_textures, link_originals, of_document, of_scene};
pub(crate) use folders::ImageFolders;
pub(crate) use for_target::{fit_images, is_game, name_links, own_pictures, unlink_missing};
pub(crate) use pictures::{convert_picture, is_picture};
#[cfg(feature = "images")]
pub(crate) use raster::RASTER;
#[cfg(feature = "images")]
pub(crate) use transcode::key_black_masks;

#[cfg(feature = "facts")]
use crate::facts::FindingInfo;
use crate::folder::Folder;
use folders::Wanted;
use retromesh_core::material::{Image, ImageData};
use retromesh_core::{Code, Diagnostics, Finding, Result, Scene, Valid};
use retromesh_kit::Budget;
use retromesh_kit::options::Textures;
use retromesh_kit::procedural::{self, is_procedural};
#[cfg(feature = "facts")]
use retromesh_kit::{FormatInfo, Model, Rule, Target, TexturePaths, listed_paths};
#[cfg(feature = "facts")]
use std::collections::BTreeMap;
use std::collections::{BTreeSet, HashMap, HashSet};

/// File types that every glTF viewer shows, by extension.
const EMBEDDABLE: [(&str, &str); 3] = [("png", "image/png"), ("jpg", "image/jpeg"), ("jpeg", "image/jpeg")];

/// File types that glTF holds by an extension of its own: they stay as they are.
const KEPT: [(&str, &str); 2] = [("webp", "image/webp"), ("ktx2", "image/ktx2")];

/// Finds the images of a scene in the model's folder and, where their [bytes are written](Textures::writes_bytes), loads them.
///
/// The authored path, and then its ends of two parts and more, are looked for from the model's folder on and from those above it that
/// [`Folder::within`] allows, the nearest first; case and the kind of slash do not matter. Then its name alone counts: in the model's
/// folder, in its sub-folder `textures`, where some engines keep all images, in the `textures` next to it, and in the folders above. A
/// PNG or JPEG under the same stem is taken where the file that the path names is not there or cannot be read, and where images are only
/// named and glTF cannot show that file. One that is not found, and one that cannot be read or decoded, is reported, never a failure.
///
/// With the cargo feature `images`, embedded images of other types become PNG, and the black of colour-keyed ones transparent. The
/// pixels of images that are decoded for that are counted by the budget; over it is an error.
///
/// A [procedural](retromesh_kit::procedural) texture has no file; one of anything but a plain colour is reported.
pub fn find_images(
    scene: &mut Valid<'_>,
    folder: &Folder,
    textures: Textures,
    budget: &Budget,
    diagnostics: &mut Diagnostics,
) -> Result<()> {
    find_images_of(scene, folder, textures, budget, diagnostics)?;
    if textures == Textures::None { Ok(()) } else { report_procedures(scene, diagnostics) }
}

/// Reports the textures that a game makes by a procedure, which no other program does; a plain colour is shown everywhere.
fn report_procedures(scene: &Scene, diagnostics: &mut Diagnostics) -> Result<()> {
    let is_lost = |image: &&Image| image.data.is_none() && is_procedural(&image.path);
    let paths: BTreeSet<&str> = scene.images.iter().filter(is_lost).map(|image| image.path.as_str()).collect();
    for path in paths.into_iter().filter(|path| procedural::color(path).is_none()) {
        diagnostics.report(Finding::new(Code::UnsupportedImage).detail(path.to_owned()))?;
    }
    Ok(())
}

/// Finds images as [`find_images`] does, for a target that keeps what a game makes by a procedure.
pub(crate) fn find_images_of(
    scene: &mut Valid<'_>,
    folder: &Folder,
    textures: Textures,
    budget: &Budget,
    diagnostics: &mut Diagnostics,
) -> Result<()> {
    if textures == Textures::None {
        return Ok(());
    }
    let image_folders = ImageFolders::of(folder);
    // Each file is read and decoded once, however many images name it.
    let mut loaded: HashMap<String, Option<ImageData>> = HashMap::new();
    let (materials, mut missing) = (materials_by_path(scene), HashSet::new());
    for image in scene.images_mut() {
        if let Some(data) = &image.data {
            if data.mime == game::MIME
                && let Some(shown) = embeddable("image.paa", data.bytes.clone(), budget)?
            {
                image.data = Some(shown);
            }
            continue;
        }
        if image.file_name().is_empty() || is_procedural(&image.path) {
            continue;
        }
        let is_loaded = textures.writes_bytes();
        // A glTF file says where its images are, whatever path they had in another model.
        let linked = image.uri.as_deref().filter(|link| is_loaded || shown_as(link).is_some());
        let linked = linked.and_then(|link| folder.located(link)).filter(|link| folder.may_be_read(link));
        let wanted = if is_loaded { Wanted::Named } else { Wanted::Shown };
        let mut found = linked.or_else(|| image_folders.find_as(&image.path, wanted));
        let mut load = |name: &str| -> Result<Option<ImageData>> {
            if let Some(data) = loaded.get(name) {
                return Ok(data.clone());
            }
            let data = folder.read(name).map_or(Ok(None), |bytes| embeddable(name, bytes, budget))?;
            Ok(loaded.entry(name.to_owned()).or_insert(data).clone())
        };
        let mut broken = None;
        if let Some(name) = found.clone().filter(|_| is_loaded) {
            image.data = load(&name)?;
            if image.data.is_none()
                && let Some(other) = image_folders.find_as(&image.path, Wanted::Other)
                && let Some(data) = load(&other)?
            {
                image.data = Some(data);
                broken = found.replace(other);
            }
        }
        folder.note_image(&image.path, found.as_deref());
        match found {
            Some(name) => {
                if !has_same_extension(&image.path, &name) {
                    let detail = format!("the image {} was found as {name}", image.path);
                    diagnostics.report(Finding::new(Code::RenamedFile).detail(detail))?;
                }
                if game::is_texture(&name) {
                    image_folders.report_elsewhere(&image.path, &name, diagnostics)?;
                }
                if is_loaded && folder.is_too_large(&name) {
                    let detail = format!("{name} is over the limit of the input size");
                    diagnostics.report(Finding::new(Code::MissingImage).detail(detail))?;
                } else if image.data.as_ref().is_some_and(|data| is_torn(&data.bytes)) {
                    let detail = format!("{name} has no end mark: its last rows may be missing");
                    diagnostics.report(Finding::new(Code::UnsupportedImage).detail(detail))?;
                } else if image.data.is_none() && (is_loaded || mime(&name).is_none()) {
                    diagnostics.report(unread(&name, is_loaded))?;
                }
                broken.map_or(Ok(()), |name| diagnostics.report(unread(&name, true)))?;
                image.uri = Some(name);
            }
            None if !is_loaded && folder.is_in_original(&image.path) => {}
            // Many images may name one file.
            None if !missing.insert(image.path.clone()) => {}
            None => {
                let count = materials.get(&image.path).filter(|count| **count > 1);
                let users = count.map_or(String::new(), |count| format!("{count} materials"));
                diagnostics.report(image_folders.missing(&image.path, image.file_name()).within(users))?;
            }
        }
    }
    #[cfg(feature = "images")]
    transcode::bake_color_keys(scene, budget)?;
    Ok(())
}

/// Counts the materials that show each image.
fn materials_by_path(scene: &Scene) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for material in &scene.materials {
        let images = material.drawn_layers(scene).filter_map(|(_, texture)| texture.image);
        let paths: BTreeSet<_> = images.filter_map(|image| Some(&scene.images.get(image.index())?.path)).collect();
        for path in paths {
            *counts.entry(path.clone()).or_default() += 1;
        }
    }
    counts
}

/// Says that an image is there and was not made into one that is shown; what is wrong with a texture of the game, the game shows, too.
fn unread(name: &str, was_read: bool) -> Finding {
    if was_read && game::is_texture(name) && cfg!(all(feature = "images", feature = "paa")) {
        let detail = format!("{name} is cut off or damaged: its picture cannot be read");
        return Finding::new(Code::SizeMismatch).detail(detail);
    }
    Finding::new(Code::UnsupportedImage).detail(name.to_owned())
}

/// Reports the textures of the game that it does not find, though they or pictures of them are there, and those that cannot be read. With
/// a target, those whose folders are not there are reported, too, and what keeps its engine from finding and loading the others is returned.
#[cfg(feature = "facts")]
pub(crate) fn report_textures(
    model: &dyn Model,
    folder: &Folder,
    (info, target): (&FormatInfo, Option<&Target>),
    diagnostics: &mut Diagnostics,
) -> Result<Vec<FindingInfo>> {
    let for_game = target.filter(|_| is_game(info));
    let names = model.as_textures().map_or_else(Vec::new, TexturePaths::texture_names).into_iter();
    let is_asked = |file: &str| game::is_texture(file) || (for_game.is_some() && !file.is_empty());
    let names = names.filter(|name| !name.is_material && is_asked(&name.file));
    let files: BTreeMap<String, String> = names.map(|name| (name.file, name.path)).collect();
    let repeated = model.as_textures().map_or_else(Vec::new, TexturePaths::repeated_alpha);
    let image_folders = ImageFolders::of(folder);
    let (mut seen, mut refused) = (BTreeSet::new(), BTreeMap::<&str, (&Rule, Vec<String>)>::new());
    let missing =
        info.rules.iter().find(|rule| rule.id == "p3d-missing-texture" && for_game.is_some() && rule.is_for(for_game));
    for (file, path) in &files {
        let Some(found) = image_folders.find(file) else {
            match missing.filter(|_| image_folders.has_place(file)) {
                _ if for_game.is_none() || is_procedural(file) => {}
                Some(rule) => refused.entry(rule.id).or_insert((rule, Vec::new())).1.push(path.clone()),
                None => {
                    let detail = format!("{path}, looked for in the folder of the model alone");
                    diagnostics.report(image_folders.missing(file, &detail))?;
                }
            }
            continue;
        };
        match missing {
            Some(rule) if image_folders.is_elsewhere(file, &found) || !has_same_extension(file, &found) => {
                let detail = format!("{path} (found as {})", game::shortest(&found, folder));
                refused.entry(rule.id).or_insert((rule, Vec::new())).1.push(detail);
            }
            Some(_) if !image_folders.is_of_addon(file, &found) => {}
            _ if !game::is_texture(file) => {}
            _ => image_folders.report_elsewhere(file, &found, diagnostics)?,
        }
        if game::is_texture(&found) && seen.insert(found.clone()) {
            if let Some(gap) = animated::gap(path, &found, folder).filter(|_| is_game(info)) {
                diagnostics.report(Finding::new(Code::MissingImage).detail(gap))?;
            }
            let bytes = folder.read(&found).unwrap_or_default();
            #[cfg(all(feature = "images", feature = "paa"))]
            if matches!(transcode::picture(&found, &bytes, &Budget::default()), Ok(None)) {
                diagnostics.report(unread(&game::shortest(&found, folder), true))?;
                continue;
            }
            let drawn = || repeated.iter().filter(|(of, _)| of == path).map(|(_, way)| *way);
            let rules = for_game.map_or_else(Vec::new, |target| {
                game::refusals(&found, &bytes, info, target)
                    .into_iter()
                    .chain(game::contradicted(&bytes, drawn(), info, target))
                    .collect()
            });
            for rule in rules {
                refused.entry(rule.id).or_insert((rule, Vec::new())).1.push(game::shortest(&found, folder));
            }
        }
    }
    let info =
        |(rule, names): (&Rule, Vec<String>)| FindingInfo::new(rule, names.len() as u64, None, listed_paths(&names));
    Ok(refused.into_values().map(info).collect())
}

/// Returns an image file in a form that glTF can embed.
#[cfg_attr(not(feature = "images"), allow(clippy::unnecessary_wraps, reason = "a decoder can fail"))]
fn embeddable(name: &str, bytes: Vec<u8>, budget: &Budget) -> Result<Option<ImageData>> {
    #[cfg(not(feature = "images"))]
    let _ = budget;
    match shown_as(name) {
        Some(_) if bytes.is_empty() => Ok(None),
        Some(mime) => Ok(Some(ImageData { mime: mime.to_owned(), bytes })),
        #[cfg(feature = "images")]
        None => transcode::to_png(name, &bytes, budget),
        #[cfg(not(feature = "images"))]
        None => Ok(None),
    }
}

/// Returns whether a PNG or JPEG file has no end mark after its pixels begin, as one that was cut off.
fn is_torn(bytes: &[u8]) -> bool {
    let (begin, end): (&[u8], &[u8]) = match bytes {
        [0x89, b'P', b'N', b'G', ..] => (b"IDAT", b"IEND"),
        [0xff, 0xd8, ..] => (&[0xff, 0xda], &[0xff, 0xd9]),
        _ => return false,
    };
    let find = |mark: &[u8]| bytes.windows(mark.len()).rposition(|window| window == mark);
    find(begin).is_some_and(|begin| find(end).is_none_or(|end| end < begin))
}

fn has_same_extension(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|name| name.rsplit_once('.').map_or("", |(_, extension)| extension));
    a.eq_ignore_ascii_case(b)
}

fn mime(name: &str) -> Option<&'static str> {
    type_in(&EMBEDDABLE, name)
}

/// Returns the type of a file that glTF can hold as it is.
fn shown_as(name: &str) -> Option<&'static str> {
    mime(name).or_else(|| type_in(&KEPT, name))
}

fn type_in(types: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    types.iter().find(|(e, _)| e.eq_ignore_ascii_case(extension)).map(|(_, mime)| *mime)
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh_core::Scene;

    /// Returns an image of a path as it is found in a folder, and what is said about it.
    fn found(path: &str, folder: &std::path::Path, textures: Textures) -> (Image, Diagnostics) {
        let image = Image { path: path.into(), ..Image::default() };
        let mut scene = Scene { images: vec![image], ..Scene::default() }.into_valid().unwrap();
        let mut diagnostics = Diagnostics::new();
        let folder = Folder::new(folder, 10_000);
        find_images(&mut scene, &folder, textures, &Budget::default(), &mut diagnostics).unwrap();
        (scene.images[0].clone(), diagnostics)
    }

    #[test]
    fn images_that_are_empty_or_cut_off_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let png = b"\x89PNG\r\n\x1a\n....IHDR....IDAT....".as_slice();
        let jpeg = [0xff, 0xd8, 0xff, 0xd9, 0xff, 0xda, 1, 2].as_slice();
        let rows: [(&str, Vec<u8>, &[&str]); 6] = [
            ("empty.jpg", Vec::new(), &["empty.jpg"]),
            ("empty.png", Vec::new(), &["empty.png"]),
            ("torn.png", png.to_vec(), &["torn.png has no end mark: its last rows may be missing"]),
            ("whole.png", [png, b"IEND...."].concat(), &[]),
            // The picture in front of it, as cameras write them, is whole.
            ("torn.jpg", jpeg.to_vec(), &["torn.jpg has no end mark: its last rows may be missing"]),
            ("whole.jpg", [jpeg, &[0xff, 0xd9, 0, 0]].concat(), &[]),
        ];
        for (name, bytes, expected) in rows {
            std::fs::write(folder.path().join(name), bytes).unwrap();
            let (_, diagnostics) = found(name, folder.path(), Textures::Embed);
            let found: Vec<&str> = diagnostics.entries().iter().map(|entry| entry.detail.as_str()).collect();
            assert_eq!(found, expected, "{name}");
            assert!(diagnostics.entries().iter().all(|entry| entry.code == Code::UnsupportedImage));
        }
    }

    /// What the model names, what is there, what is taken, whether it is a picture, and what is said.
    #[cfg(all(feature = "images", feature = "paa"))]
    type Row<'r> = (&'r str, &'r [(&'r str, &'r [u8])], Option<&'r str>, bool, &'r [Code]);

    #[test]
    #[cfg(all(feature = "images", feature = "paa"))]
    fn the_file_that_is_named_is_taken_before_others_of_its_name() {
        let texture = include_bytes!("../../../../fixtures/paa/dxt1-corners.paa").as_slice();
        let cut = &texture[..texture.len() / 3];
        let whole = b"\x89PNG\r\n\x1a\n....IHDR....IDAT....IEND....".as_slice();
        let rows: [Row<'_>; 7] = [
            ("data\\a.paa", &[("data/a.paa", texture), ("data/a.png", whole)], Some("data/a.paa"), true, &[]),
            ("a.paa", &[("a.paa", texture), ("a.png", whole)], Some("a.paa"), true, &[Code::FoundElsewhere]),
            ("a.paa", &[("a.png", whole)], Some("a.png"), true, &[Code::RenamedFile]),
            (
                "a.paa",
                &[("a.paa", cut), ("a.png", whole)],
                Some("a.png"),
                true,
                &[Code::RenamedFile, Code::SizeMismatch],
            ),
            ("a.paa", &[("a.paa", cut)], Some("a.paa"), false, &[Code::FoundElsewhere, Code::SizeMismatch]),
            (
                "a.jpg",
                &[("a.jpg", b""), ("a.png", whole)],
                Some("a.png"),
                true,
                &[Code::RenamedFile, Code::UnsupportedImage],
            ),
            ("a.bmp", &[("a.bmp", b"BM"), ("a.jpg", b"")], Some("a.bmp"), false, &[Code::UnsupportedImage]),
        ];
        for (path, files, uri, has_data, codes) in rows {
            let folder = tempfile::tempdir().unwrap();
            std::fs::create_dir(folder.path().join("data")).unwrap();
            for (name, bytes) in files {
                std::fs::write(folder.path().join(name), bytes).unwrap();
            }
            let (image, diagnostics) = found(path, folder.path(), Textures::Embed);
            assert_eq!((image.uri.as_deref(), image.data.is_some()), (uri, has_data), "{path} {files:?}");
            let found: Vec<Code> = diagnostics.entries().iter().map(|entry| entry.code).collect();
            assert_eq!(found, codes, "{path}: {diagnostics:?}");
        }
    }

    #[test]
    fn images_are_found_by_name_whatever_the_path_case_and_type() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("Textures")).unwrap();
        for name in [
            "Ninja.JPG",
            "wall.png",
            "wall.bmp",
            "sky.bmp",
            "Textures/Brick.png",
            "Textures/wall.png",
            "a.png",
            "a.webp",
            "a.ktx2",
        ] {
            std::fs::write(folder.path().join(name), name).unwrap();
        }
        let rows = [
            ("C:\\art\\ninja.jpg", Some("Ninja.JPG"), Some("image/jpeg"), None),
            ("textures/WALL.BMP", Some("Textures/wall.png"), Some("image/png"), Some(Code::RenamedFile)),
            ("d:\\art\\..\\TEXTURES\\brick.png", Some("Textures/Brick.png"), Some("image/png"), None),
            ("walls/wall.bmp", Some("wall.png"), Some("image/png"), Some(Code::RenamedFile)),
            ("sky.bmp", Some("sky.bmp"), None, Some(Code::UnsupportedImage)),
            ("brick.png", Some("Textures/Brick.png"), Some("image/png"), None),
            ("a.webp", Some("a.webp"), Some("image/webp"), None),
            ("a.ktx2", Some("a.ktx2"), Some("image/ktx2"), None),
            ("gone.png", None, None, Some(Code::MissingImage)),
            ("#(argb,8,8,3)color(0.5,0.5,0.5,1.0,co)", None, None, None),
            ("#(argb,512,512,1)r2t(screen,1.0)", None, None, Some(Code::UnsupportedImage)),
            ("", None, None, None),
        ];
        for (path, uri, mime, code) in rows {
            let (image, diagnostics) = found(path, folder.path(), Textures::Embed);
            assert_eq!(image.uri.as_deref(), uri, "{path}");
            assert_eq!(image.data.as_ref().map(|data| data.mime.as_str()), mime, "{path}");
            assert_eq!(diagnostics.entries().first().map(|entry| entry.code), code, "{path}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn images_that_may_not_be_read_are_not_present() {
        let outside = tempfile::tempdir().unwrap();
        let root = outside.path().join("models");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(outside.path().join("wall.png"), "secret").unwrap();
        std::os::unix::fs::symlink("../wall.png", root.join("wall.png")).unwrap();
        for textures in [Textures::Link, Textures::Embed] {
            let (image, diagnostics) = found("Wall.png", &root, textures);
            assert_eq!((image.uri, image.data), (None, None));
            let [found] = diagnostics.entries() else { panic!("{diagnostics:?}") };
            let found = (found.code, found.detail.as_str());
            assert_eq!(found, (Code::MissingImage, "wall.png is there and may not be read"));
        }
    }
}
