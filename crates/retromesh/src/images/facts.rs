//! What textures say about the models that use them, and images as an engine wants them.

use super::{Shelves, game, wanted};
use crate::folder::Folder;
use retromesh_core::material::{Image, Material, TextureFacts};
use retromesh_core::options::Textures;
use retromesh_core::{
    Code, Diagnostics, ExportOptions, Finding, Format, ImageId, MaterialId, Model, Result, Scene, Valid, image_files,
};
use std::collections::BTreeMap;

/// The facts of textures, by path as the model names them.
pub(crate) type Facts = BTreeMap<String, TextureFacts>;

/// Collects what the textures say that a document names.
pub(crate) fn of_document(model: &dyn Model, folder: &Folder) -> Facts {
    let shelves = Shelves::of(folder);
    let names = model.texture_names().into_iter().filter(|name| !name.is_material);
    let images = names.map(|name| Image { path: name.path, ..Image::default() });
    images.filter_map(|image| Some((image.path.clone(), of_file(&image, &shelves, folder)?))).collect()
}

/// Collects what the images of a scene say: the files that they are in, or else what is in memory.
pub(crate) fn of_scene(scene: &Scene, folder: &Folder) -> Facts {
    let shelves = Shelves::of(folder);
    let facts = |image: &Image| of_file(image, &shelves, folder).or_else(|| of_memory(image));
    scene.images.iter().filter_map(|image| Some((image.path.clone(), facts(image)?))).collect()
}

fn of_file(image: &Image, shelves: &Shelves<'_>, folder: &Folder) -> Option<TextureFacts> {
    if image.file_name().is_empty() {
        return None;
    }
    let found = shelves.find(wanted(image));
    folder.note_image(wanted(image), found.as_deref());
    let found = found?;
    of_bytes(&found, &folder.read(&found)?)
}

fn of_memory(image: &Image) -> Option<TextureFacts> {
    let data = image.data.as_ref()?;
    if data.mime == game::MIME {
        return of_bytes("image.paa", &data.bytes);
    }
    // The picture of a texture that is not here says what the texture would.
    #[cfg(all(feature = "images", feature = "paa"))]
    if game::is_texture(&image.path) {
        return Some(as_texture(image, &mut Diagnostics::new())?.facts());
    }
    of_bytes(image.file_name(), &data.bytes)
}

/// Textures tell by their tags; other pictures are opaque for the engine, their mean that of their texels.
fn of_bytes(name: &str, bytes: &[u8]) -> Option<TextureFacts> {
    #[cfg(feature = "paa")]
    if game::is_texture(name) {
        return retromesh_paa::Document::parse(bytes).ok().map(|document| document.facts());
    }
    #[cfg(feature = "images")]
    {
        super::transcode::mean(name, bytes).map(|mean| TextureFacts { mean, alpha: false, keyed: false })
    }
    #[cfg(not(feature = "images"))]
    {
        let _ = (name, bytes);
        None
    }
}

/// Makes a texture of an image in memory.
#[cfg(all(feature = "images", feature = "paa"))]
fn as_texture(image: &Image, diagnostics: &mut Diagnostics) -> Option<retromesh_paa::Document<'static>> {
    let picture = super::transcode::picture(image.file_name(), &image.data.as_ref()?.bytes)?;
    retromesh_paa::Document::from_picture(&picture, &retromesh_paa::WriteOptions::default(), diagnostics).ok()
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

/// Makes PNG of the images in memory that the output's engine does not show; those that cannot be decoded are told.
pub(crate) fn show_images(
    scene: &mut Valid<'_>,
    to: &dyn Format,
    export: &ExportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<()> {
    let strange = |image: &Image| image.data.as_ref().is_some_and(|data| !to.shows_images(&data.mime));
    if export.textures != Textures::Embed || !scene.images.iter().any(strange) {
        return Ok(());
    }
    for image in scene.images_mut().iter_mut().filter(|image| strange(image)) {
        #[cfg(feature = "images")]
        if let Some(shown) = image.data.as_ref().and_then(|data| super::transcode::to_png("image.webp", &data.bytes)) {
            image.data = Some(shown);
            continue;
        }
        diagnostics.report(Finding::new(Code::UnsupportedImage).detail(image.file_name().to_owned()))?;
    }
    Ok(())
}

/// Makes textures of the images in memory, where the output's engine shows nothing else and images are to be written; they get the
/// names of the files that they become. Those that stand for a texture of the game stay what they are.
pub(crate) fn convert_images(
    scene: &mut Valid<'_>,
    to: &dyn Format,
    export: &ExportOptions,
    diagnostics: &mut Diagnostics,
) {
    if to.image_type() != Some(game::MIME) || export.textures != Textures::Embed {
        return;
    }
    #[cfg(all(feature = "images", feature = "paa"))]
    for image in scene.images_mut().iter_mut().filter(|image| image.data.is_some()) {
        // It may be a file already that the engine loads.
        if image.uri.is_some() && (game::is_texture(&image.path) || is_jpeg(&image.path)) {
            continue;
        }
        if let Some(bytes) = as_texture(image, diagnostics).and_then(|texture| texture.encode().ok()) {
            image.data = Some(retromesh_core::material::ImageData { mime: game::MIME.to_owned(), bytes });
            image.uri = None;
        }
    }
    let _ = diagnostics;
    image_files::assign(scene, export);
}

#[cfg(all(feature = "images", feature = "paa"))]
fn is_jpeg(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, e)| e.eq_ignore_ascii_case("jpg"))
}
