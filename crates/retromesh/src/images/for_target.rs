//! Images as the engine of the output loads them.

use super::ImageFolders;
use super::facts::{Alpha, shows_the_same};
#[cfg(all(feature = "images", feature = "paa"))]
use super::game;
use crate::folder::Folder;
use retromesh_core::material::{Image, ImageData, last_component};
use retromesh_core::{Code, Diagnostics, Finding, ImageId, Result, Scene, Valid};
use retromesh_kit::image_files::{self, extension_of, without_extension};
use retromesh_kit::options::Textures;
use retromesh_kit::{Budget, ExportOptions, FormatInfo};
use std::collections::HashMap;

/// What became of an image: one that the engine loads, or why there is none.
type Made = std::result::Result<ImageData, String>;

/// Makes what the output's engine loads of images in memory: they become files next to the model.
///
/// An image that is in a file of a kind that it loads stays there, unless it is one of the input's [own](own_pictures) in a file of another kind. Of others each content is converted once; what cannot be
/// is reported and stays what it is. Textures of the game and DDS get the names of the files that they become, and equal ones of the game
/// become one.
pub(crate) fn fit_images(
    scene: &mut Valid<'_>,
    to: &FormatInfo,
    export: &ExportOptions,
    own: &[ImageId],
    budget: &Budget,
    diagnostics: &mut Diagnostics,
) -> Result<()> {
    let Some(kind) = to.images.first().filter(|_| export.textures.writes_bytes()) else { return Ok(()) };
    let is_game = is_game(to);
    // A picture of the input's own is no texture of the game, whatever its path says.
    let is_picture = |id: &ImageId, link: &str| is_game && own.contains(id) && !to.loads_image(link);
    let is_loaded = |id: &ImageId| {
        let image = &scene[*id];
        image.uri.as_ref().is_some_and(|link| to.loads_image(&image.path) && !is_picture(id, link))
    };
    let ids: Vec<ImageId> = (0..scene.images.len()).map(ImageId::new).collect();
    let ids: Vec<ImageId> = ids.into_iter().filter(|id| scene[*id].data.is_some() && !is_loaded(id)).collect();
    if is_game {
        scene.replace_images(&equal_images(scene, &ids));
    }
    let paths: Vec<String> = scene.images.iter().map(|image| image.path.clone()).collect();
    let mut known: HashMap<Vec<u8>, Made> = HashMap::new();
    for id in ids {
        let image = &mut scene.images_mut()[id.index()];
        let Some(old) = &image.data else { continue };
        if to.images.contains(&extension_of(&old.mime)) {
            image.uri = None;
            continue;
        }
        let made = if let Some(made) = known.get(&old.bytes) {
            made.clone()
        } else {
            let made = converted(image.file_name(), old, kind, budget, diagnostics)?;
            known.entry(old.bytes.clone()).or_insert(made).clone()
        };
        match made {
            Ok(data) => {
                (image.data, image.uri) = (Some(data), None);
                // The model goes on naming the folder that the engine has such files in.
                let stem = without_extension(&image.path);
                if (*kind == "dds" || to.loads_image(&image.path)) && stem != image.path {
                    image.path = format!("{stem}.{kind}");
                }
            }
            Err(reason) => {
                let detail = format!("{} is written as {}: {reason}", image.path, old.mime);
                diagnostics.report(Finding::new(Code::UnsupportedImage).detail(detail))?;
            }
        }
    }
    if let "paa" | "dds" = *kind {
        diagnostics.report(image_files::renamed(scene, paths.iter().map(String::as_str), export))?;
        image_files::assign(scene, export);
    }
    Ok(())
}

/// Lists the images whose pictures are the input's own: in memory, or linked by another name than they have in the model.
pub(crate) fn own_pictures(scene: &Scene) -> Vec<ImageId> {
    let is_own = |image: &Image| match &image.uri {
        Some(link) => image.data.is_some() || last_component(link) != image.file_name(),
        None => false,
    };
    (0..scene.images.len()).map(ImageId::new).filter(|id| is_own(&scene[*id])).collect()
}

/// Makes images new ones where the folder of the output has another picture of their name, or none and that of the original has not theirs:
/// what names them would show nothing, or what is not theirs.
///
/// A file that is just what would be written is, so that models of one run know of each other's.
pub(crate) fn unlink_missing(
    scene: &mut Valid<'_>,
    images: &[ImageId],
    original: Option<&Folder>,
    output: &Folder,
    budget: &Budget,
) {
    let original = original.map(|folder| (folder, ImageFolders::of(folder)));
    let output = (output, ImageFolders::of(output));
    let file = |(folder, names): &(&Folder, ImageFolders<'_>), path: &str| {
        let name = names.find(path)?;
        Some((folder.read(&name)?, name))
    };
    for id in images {
        let image = &mut scene.images_mut()[id.index()];
        let Some(data) = &image.data else { continue };
        let is_same = |(bytes, name): &(Vec<u8>, String)| {
            shows_the_same(name, [bytes, &data.bytes], Alpha::CountsButOfBlack, budget)
        };
        let is_kept = match file(&output, &image.path) {
            Some((bytes, name)) if name == image.file_name() && bytes == data.bytes => false,
            Some(found) => is_same(&found),
            None => original.as_ref().and_then(|folder| file(folder, &image.path)).is_some_and(|found| is_same(&found)),
        };
        if !is_kept {
            image.uri = None;
        }
    }
}

/// Gives the names of images in memory that have no extension the one of their kind, for an output that names files: programs name a picture
/// `wall` that was `wall.jpg`.
pub(crate) fn name_links(scene: &mut Valid<'_>, to: &FormatInfo, export: &ExportOptions) {
    if export.textures != Textures::Link || to.id == "gltf" {
        return;
    }
    for image in scene.images_mut() {
        let kind = image.data.as_ref().map_or("bin", |data| extension_of(&data.mime));
        if kind != "bin"
            && image.uri.is_none()
            && !image.path.is_empty()
            && without_extension(&image.path) == image.path
        {
            image.path = format!("{}.{kind}", image.path);
        }
    }
}

/// Returns whether a format is for the game that loads textures of its own kind.
pub(crate) fn is_game(format: &FormatInfo) -> bool {
    format.images.first() == Some(&"paa")
}

/// Returns images that hold what another one before them holds.
fn equal_images(scene: &Scene, ids: &[ImageId]) -> HashMap<ImageId, ImageId> {
    let mut first: HashMap<&[u8], ImageId> = HashMap::new();
    let copy = |id: &ImageId| {
        let known = *first.entry(scene[*id].data.as_ref()?.bytes.as_slice()).or_insert(*id);
        (known != *id).then_some((*id, known))
    };
    ids.iter().filter_map(copy).collect()
}

/// Makes a file of a kind that an engine loads of an image: a texture of the game, DDS, or PNG.
#[cfg(feature = "images")]
pub(super) fn converted(
    name: &str,
    image: &ImageData,
    kind: &str,
    budget: &Budget,
    diagnostics: &mut Diagnostics,
) -> Result<Made> {
    if let "paa" | "dds" = kind {
        return texture(name, &image.bytes, kind, budget, diagnostics);
    }
    // Of what has no signature the name says the kind.
    let name = if extension_of(&image.mime) == "bin" { name } else { extension_of(&image.mime) };
    Ok(super::transcode::to_png(name, &image.bytes, budget)?.ok_or_else(|| "it cannot be decoded".to_owned()))
}

/// Without a decoder nothing can be made.
#[cfg(not(feature = "images"))]
#[allow(clippy::unnecessary_wraps, reason = "a decoder can fail")]
pub(super) fn converted(_: &str, _: &ImageData, _: &str, _: &Budget, _: &mut Diagnostics) -> Result<Made> {
    Ok(Err("this build decodes no images".to_owned()))
}

#[cfg(all(feature = "images", feature = "paa"))]
fn texture(name: &str, bytes: &[u8], kind: &str, budget: &Budget, diagnostics: &mut Diagnostics) -> Result<Made> {
    let Some(picture) = super::transcode::picture(name, bytes, budget)? else {
        return Ok(Err("it cannot be decoded".to_owned()));
    };
    budget.take(super::transcode::PIXELS, picture.texture_takes(), 1)?;
    let mut reported = Diagnostics::new();
    let (mime, made) = if kind == "dds" {
        ("image/vnd.ms-dds", picture.to_dds(&mut reported))
    } else {
        let made =
            retromesh_paa::Document::from_picture(&picture, &retromesh_paa::WriteOptions::default(), &mut reported);
        (game::MIME, made.and_then(|texture| texture.encode()))
    };
    for entry in reported.entries() {
        let finding = Finding::new(entry.code).times(entry.count as usize).within(name.to_owned());
        diagnostics.report(finding.detail(entry.detail.clone()))?;
    }
    Ok(made.map(|bytes| ImageData { mime: mime.to_owned(), bytes }).map_err(|error| error.to_string()))
}

#[cfg(all(feature = "images", not(feature = "paa")))]
#[allow(clippy::unnecessary_wraps, reason = "a decoder can fail")]
fn texture(_: &str, _: &[u8], _: &str, _: &Budget, _: &mut Diagnostics) -> Result<Made> {
    Ok(Err("this build makes no textures".to_owned()))
}

#[cfg(all(test, feature = "images", feature = "paa", feature = "p3d"))]
mod tests {
    use super::*;

    #[test]
    fn painted_textures_that_get_another_kind_are_named() {
        let png = |red: u8| {
            let (mut bytes, pixel) = (std::io::Cursor::new(Vec::new()), image::Rgba([red, 0, 0, 255]));
            image::RgbaImage::from_pixel(4, 4, pixel).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
            Some(ImageData { mime: "image/png".into(), bytes: bytes.into_inner() })
        };
        let images = [("tank\\vez.pac", 10), ("rail.png", 20)];
        let images = images.map(|(path, red)| Image { path: path.into(), uri: None, data: png(red) }).to_vec();
        let mut scene = Scene { images, ..Scene::default() }.into_valid().unwrap();
        let (to, mut found) = (crate::format_by_extension("p3d").unwrap().info(), Diagnostics::new());
        fit_images(&mut scene, to, &ExportOptions::default(), &[], &Budget::default(), &mut found).unwrap();
        let renamed = found.entries().iter().filter(|entry| entry.code == Code::RenamedFile);
        let renamed: Vec<&str> = renamed.map(|entry| entry.detail.as_str()).collect();
        assert_eq!(renamed, ["the image tank\\vez.pac is the file vez.paa, rail.png is the file rail.paa"]);
        let paths: Vec<&str> = scene.images.iter().map(|image| image.path.as_str()).collect();
        assert_eq!(paths, ["tank\\vez.paa", "rail.paa"]);
    }
}
