//! What textures say about the models that use them, and images as an engine wants them.

use super::{ImageFolders, game};
use crate::folder::Folder;
use retromesh_core::material::{Image, ImageData, Material, TextureFacts};
use retromesh_core::{Code, Diagnostics, Finding, ImageId, MaterialId, Result, Scene, Valid};
use retromesh_kit::format::Images;
use retromesh_kit::options::Textures;
use retromesh_kit::{Budget, ExportOptions, Format, Model, TexturePaths, image_files};
use std::collections::{BTreeMap, HashMap};

/// The facts of textures, by path as the model names them.
pub(crate) type Facts = BTreeMap<String, TextureFacts>;

/// What is asked of textures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    /// How they use alpha, which takes no decoding.
    Alpha,
    /// Also their mean colours.
    Mean,
}

/// Collects what the textures say that a document names.
pub(crate) fn of_document(model: &dyn Model, folder: &Folder, budget: &Budget) -> Result<Facts> {
    let names = model
        .as_textures()
        .map_or_else(Vec::new, TexturePaths::texture_names)
        .into_iter()
        .filter(|name| !name.is_material);
    let images: Vec<Image> = names.map(|name| Image { path: name.path, ..Image::default() }).collect();
    of_images(&images, folder, Ask::Mean, budget)
}

/// Collects what the images of a scene say: the files that they are in, or else what is in memory.
pub(crate) fn of_scene(scene: &Scene, folder: &Folder, ask: Ask, budget: &Budget) -> Result<Facts> {
    of_images(&scene.images, folder, ask, budget)
}

/// Asks each file and each content once, however many images have it.
fn of_images(images: &[Image], folder: &Folder, ask: Ask, budget: &Budget) -> Result<Facts> {
    let image_folders = ImageFolders::of(folder);
    let mut facts = Facts::new();
    let mut files: HashMap<String, Option<TextureFacts>> = HashMap::new();
    let mut contents: HashMap<(bool, &[u8]), Option<TextureFacts>> = HashMap::new();
    for image in images {
        // What becomes a file of the game tells what the game will find there.
        let is_made = image.data.as_ref().is_some_and(|data| data.mime == game::MIME);
        let mut found = None;
        if !image.file_name().is_empty() && !is_made {
            let name = image_folders.find(&image.path);
            folder.note_image(&image.path, name.as_deref());
            if let Some(name) = name {
                found = if let Some(facts) = files.get(&name) {
                    *facts
                } else {
                    let bytes = folder.read(&name);
                    let facts = bytes.map_or(Ok(None), |bytes| of_bytes(&name, &bytes, ask, budget))?;
                    *files.entry(name).or_insert(facts)
                };
            }
        }
        if let (None, Some(data)) = (found, &image.data) {
            let key = (is_made || game::is_texture(&image.path), data.bytes.as_slice());
            found = match contents.get(&key) {
                Some(facts) => *facts,
                None => *contents.entry(key).or_insert(of_memory(image, &data.mime, &data.bytes, ask, budget)?),
            };
        }
        if let Some(found) = found {
            facts.insert(image.path.clone(), found);
        }
    }
    Ok(facts)
}

fn of_memory(image: &Image, mime: &str, bytes: &[u8], ask: Ask, budget: &Budget) -> Result<Option<TextureFacts>> {
    if mime == game::MIME {
        return of_bytes("image.paa", bytes, ask, budget);
    }
    // The picture of a texture that is not here says what the texture would.
    #[cfg(all(feature = "images", feature = "paa"))]
    if game::is_texture(&image.path) {
        let picture = super::transcode::picture(image.file_name(), bytes, budget)?;
        return Ok(picture.and_then(|picture| picture.facts(&retromesh_paa::WriteOptions::default()).ok()));
    }
    of_bytes(image.file_name(), bytes, ask, budget)
}

/// Textures tell by their tags; other pictures are opaque for the engine, their mean that of their texels.
#[cfg_attr(not(feature = "images"), allow(clippy::unnecessary_wraps, reason = "a decoder can fail"))]
fn of_bytes(name: &str, bytes: &[u8], ask: Ask, budget: &Budget) -> Result<Option<TextureFacts>> {
    #[cfg(feature = "paa")]
    if game::is_texture(name) {
        return Ok(retromesh_paa::Document::parse(bytes).ok().map(|document| document.facts()));
    }
    let opaque = |mean| TextureFacts { mean, alpha: false, keyed: false };
    if ask == Ask::Alpha {
        return Ok(Some(opaque(0)));
    }
    #[cfg(feature = "images")]
    {
        Ok(super::transcode::mean(name, bytes, budget)?.map(opaque))
    }
    #[cfg(not(feature = "images"))]
    {
        let _ = (name, bytes, budget);
        Ok(None)
    }
}

/// Makes a texture of an image in memory; the inner error says why it cannot be one.
#[cfg(all(feature = "images", feature = "paa"))]
fn as_texture(
    name: &str,
    bytes: &[u8],
    budget: &Budget,
    diagnostics: &mut Diagnostics,
) -> Result<std::result::Result<retromesh_paa::Document<'static>, String>> {
    let Some(picture) = super::transcode::picture(name, bytes, budget)? else {
        return Ok(Err("it cannot be decoded".to_owned()));
    };
    budget.take(super::transcode::PIXELS, picture.texture_takes(), 1)?;
    let made = retromesh_paa::Document::from_picture(&picture, &retromesh_paa::WriteOptions::default(), diagnostics);
    Ok(made.map_err(|error| error.to_string()))
}

/// Gives materials the alpha of their colour textures, for models that leave it to them.
pub(crate) fn alpha_of_textures(scene: &mut Valid<'_>, facts: &Facts) {
    let of_image = |id: ImageId| facts.get(&scene.images.get(id.index())?.path).copied();
    let of_texture: Vec<Option<TextureFacts>> = scene.textures.iter().map(|texture| of_image(texture.image?)).collect();
    let of_material = |material: &Material| {
        // Materials without any opacity are those of hidden faces.
        let layer = material.layers.first().filter(|_| material.base_color.w > 0.0)?;
        of_texture.get(layer.texture.index()).copied().flatten()
    };
    let modes: Vec<Option<TextureFacts>> = scene.materials.iter().map(of_material).collect();
    for (material, facts) in modes.into_iter().enumerate() {
        if let Some(facts) = facts {
            scene.set_alpha_mode(MaterialId::new(material), facts.alpha_mode());
        }
    }
}

/// Makes PNG of the images in memory that the output's engine does not show, of each content once; those that cannot be decoded are
/// reported.
pub(crate) fn show_images(
    scene: &mut Valid<'_>,
    to: &dyn Format,
    export: &ExportOptions,
    budget: &Budget,
    diagnostics: &mut Diagnostics,
) -> Result<()> {
    let strange = |image: &Image| image.data.as_ref().is_some_and(|data| !to.info().shows_images(&data.mime));
    if export.textures != Textures::Embed || !scene.images.iter().any(strange) {
        return Ok(());
    }
    let mut known: HashMap<Vec<u8>, Option<ImageData>> = HashMap::new();
    for image in scene.images_mut().iter_mut().filter(|image| strange(image)) {
        let Some(old) = &image.data else { continue };
        let new = match known.get(&old.bytes) {
            Some(new) => new.clone(),
            None => known.entry(old.bytes.clone()).or_insert(shown(&old.bytes, budget)?).clone(),
        };
        match new {
            Some(new) => image.data = Some(new),
            None => {
                diagnostics.report(Finding::new(Code::UnsupportedImage).detail(image.file_name().to_owned()))?;
            }
        }
    }
    Ok(())
}

#[cfg(feature = "images")]
fn shown(bytes: &[u8], budget: &Budget) -> Result<Option<ImageData>> {
    super::transcode::to_png("image.webp", bytes, budget)
}

#[cfg(not(feature = "images"))]
#[allow(clippy::unnecessary_wraps, reason = "as with a decoder")]
fn shown(_: &[u8], _: &Budget) -> Result<Option<ImageData>> {
    Ok(None)
}

/// Makes textures of the images in memory, where the output's engine shows nothing else and images are to be written; they get the
/// names of the files that they become. Those that stand for a texture of the game stay what they are, and so does, with a diagnostic,
/// what cannot be made into a texture. Equal images become one.
pub(crate) fn convert_images(
    scene: &mut Valid<'_>,
    to: &dyn Format,
    export: &ExportOptions,
    budget: &Budget,
    diagnostics: &mut Diagnostics,
) -> Result<()> {
    if to.info().images != Images::Own(game::MIME) || export.textures != Textures::Embed {
        return Ok(());
    }
    let ids: Vec<ImageId> = (0..scene.images.len()).map(ImageId::new).filter(|id| needs_texture(&scene[*id])).collect();
    scene.replace_images(&equal_images(scene, &ids));
    for id in ids {
        let image = &mut scene.images_mut()[id.index()];
        let name = image.file_name().to_owned();
        let Some(data) = image.data.as_mut() else { continue };
        let mut reported = Diagnostics::new();
        let made = texture_bytes(&name, &data.bytes, budget, &mut reported)?;
        for entry in reported.entries() {
            let finding = Finding::new(entry.code).times(entry.count as usize).within(name.clone());
            diagnostics.report(finding.detail(entry.detail.clone()))?;
        }
        match made {
            Ok(bytes) => {
                (data.mime, data.bytes) = (game::MIME.to_owned(), bytes);
                image.uri = None;
            }
            // What no engine shows was reported before.
            Err(_) if !to.info().shows_images(&data.mime) => {}
            Err(reason) => {
                let detail = format!("{} is written as {}: {reason}", image.path, data.mime);
                diagnostics.report(Finding::new(Code::UnsupportedImage).detail(detail))?;
            }
        }
    }
    diagnostics.report(image_files::renamed(scene, export))?;
    image_files::assign(scene, export);
    Ok(())
}

/// Returns whether an image is in memory and in no file that the engine loads.
fn needs_texture(image: &Image) -> bool {
    let is_jpeg = |path: &str| path.rsplit_once('.').is_some_and(|(_, e)| e.eq_ignore_ascii_case("jpg"));
    let is_loaded = image.uri.is_some() && (game::is_texture(&image.path) || is_jpeg(&image.path));
    image.data.as_ref().is_some_and(|data| data.mime != game::MIME) && !is_loaded
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

/// Returns an image as the bytes of a texture, or why it cannot be one.
#[cfg(all(feature = "images", feature = "paa"))]
fn texture_bytes(
    name: &str,
    bytes: &[u8],
    budget: &Budget,
    diagnostics: &mut Diagnostics,
) -> Result<std::result::Result<Vec<u8>, String>> {
    let made = as_texture(name, bytes, budget, diagnostics)?;
    Ok(made.and_then(|texture| texture.encode().map_err(|error| error.to_string())))
}

/// Without a decoder no texture can be made.
#[cfg(not(all(feature = "images", feature = "paa")))]
#[allow(clippy::unnecessary_wraps, reason = "a decoder can fail")]
fn texture_bytes(_: &str, _: &[u8], _: &Budget, _: &mut Diagnostics) -> Result<std::result::Result<Vec<u8>, String>> {
    Ok(Err("this build makes no textures".to_owned()))
}
