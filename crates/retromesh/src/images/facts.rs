//! What textures say about the models that use them.

use super::{ImageFolders, game};
use crate::folder::Folder;
use retromesh_core::material::{AlphaMode, Image, Material, TextureFacts, last_component};
use retromesh_core::{Code, Diagnostics, Finding, ImageId, MaterialId, Result, Scene, Valid};
use retromesh_kit::procedural::{self, is_procedural};
use retromesh_kit::{Budget, Model, TexturePaths, listed};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The facts of textures, by path as the model names them.
pub(crate) type Facts = BTreeMap<String, TextureFacts>;

/// What is asked of textures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    /// How they use alpha, which takes no decoding.
    Alpha,
    /// Also their mean colours.
    Mean,
}

/// Collects what the textures say that a document names.
///
/// What the engine draws depends on them, so it is reported which are not found or cannot be read.
pub(crate) fn of_document(
    model: &dyn Model,
    folder: &Folder,
    budget: &Budget,
    diagnostics: &mut Diagnostics,
) -> Result<Facts> {
    let names = model
        .as_textures()
        .map_or_else(Vec::new, TexturePaths::texture_names)
        .into_iter()
        .filter(|name| !name.is_material);
    let images: Vec<Image> = names.map(|name| Image { path: name.path, ..Image::default() }).collect();
    let (facts, _) = of_images(&images, folder, Ask::Mean, budget)?;
    let image_folders = ImageFolders::of(folder);
    let paths: BTreeSet<&str> = images.iter().map(|image| image.path.as_str()).collect();
    for path in paths.iter().filter(|path| game::is_own_data(path)) {
        if let Some(found) = image_folders.find(path).filter(|found| image_folders.is_of_addon(path, found)) {
            image_folders.report_elsewhere(path, &found, diagnostics)?;
        }
    }
    // The game makes procedural textures of their names.
    for path in paths.into_iter().filter(|path| !is_procedural(path) && !facts.contains_key(*path)) {
        diagnostics.report(match image_folders.find(path) {
            Some(_) => Finding::new(Code::UnsupportedImage).detail(path.to_owned()),
            None => image_folders.missing(path, path),
        })?;
    }
    Ok(facts)
}

/// Collects what the images of a scene say: the files that they are in, or else what is in memory. A texture says its mean colour itself: that
/// of its picture may be another, which is reported. How a texture that is not there uses alpha its materials say.
pub(crate) fn of_scene(
    scene: &Scene,
    folder: &Folder,
    known: Facts,
    budget: &Budget,
    diagnostics: &mut Diagnostics,
) -> Result<Facts> {
    let (mut facts, mut pictures) = of_images(&scene.images, folder, Ask::Mean, budget)?;
    pictures.retain(|path| !known.contains_key(*path));
    of_materials(scene, &pictures, &mut facts);
    facts.extend(known);
    let names = listed(&pictures.iter().collect::<Vec<_>>());
    let detail = format!("{names}: the mean colour is that of the picture, as the texture is not there");
    diagnostics.note(Code::MissingImage, pictures.len(), detail)?;
    Ok(facts)
}

/// Collects how the images of a scene use alpha.
pub(crate) fn alpha_of_scene(scene: &Scene, folder: &Folder, budget: &Budget) -> Result<Facts> {
    Ok(of_images(&scene.images, folder, Ask::Alpha, budget)?.0)
}

/// Collects how the textures of a scene use alpha; what is not there its materials say.
pub(crate) fn alpha_as_said(scene: &Scene, folder: &Folder, budget: &Budget) -> Result<Facts> {
    let (mut facts, pictures) = of_images(&scene.images, folder, Ask::Alpha, budget)?;
    of_materials(scene, &pictures, &mut facts);
    Ok(facts)
}

/// Takes the alpha of textures that are not there, of which there are pictures alone, from their materials.
fn of_materials(scene: &Scene, pictures: &BTreeSet<&str>, facts: &mut Facts) {
    let mut said: BTreeMap<&str, (bool, bool)> = BTreeMap::new();
    for material in scene.materials.iter().filter(|material| material.base_color.w > 0.0) {
        let image = material.layers.first().and_then(|layer| scene.textures.get(layer.texture.index())?.image);
        let Some(image) = image.and_then(|image| scene.images.get(image.index())) else { continue };
        let (alpha, keyed) = said.entry(&image.path).or_default();
        *alpha |= material.alpha_mode == AlphaMode::Blend;
        *keyed |= matches!(material.alpha_mode, AlphaMode::Mask { .. });
    }
    for path in pictures {
        if let (Some(facts), Some(said)) = (facts.get_mut(*path), said.get(path)) {
            (facts.alpha, facts.keyed) = *said;
        }
    }
}

/// Links the images in memory whose pictures are those of files that the original names, and collects what textures among these say.
pub(crate) fn link_originals(
    scene: &mut Valid<'_>,
    folder: &Folder,
    like: Option<&Valid<'_>>,
    budget: &Budget,
) -> Result<Facts> {
    let mut facts = Facts::new();
    let known: HashSet<&str> =
        like.iter().flat_map(|original| &original.images).map(|image| image.path.as_str()).collect();
    let Some(folder) = folder.original() else { return Ok(facts) };
    let folders = ImageFolders::of(folder);
    for image in scene.images_mut() {
        let Some(data) = &image.data else { continue };
        let Some(name) = folders.find(&image.path) else { continue };
        let file = folder.read(&name).unwrap_or_default();
        if !shows_the_same(&name, [&file, &data.bytes], Alpha::Counts, budget) {
            continue;
        }
        // Programs leave out the extension; games look for the file.
        let is_short = !last_component(&image.path).contains('.') && !known.contains(image.path.as_str());
        if let Some((_, extension)) = name.rsplit_once('.').filter(|_| is_short) {
            image.path = format!("{}.{extension}", image.path);
        }
        if game::is_texture(&name)
            && let Some(found) = of_bytes(&name, &file, Ask::Mean, budget)?
        {
            facts.insert(image.path.clone(), found);
        }
        let is_picture = |link: &String| game::is_texture(&name) && !game::is_texture(link);
        if image.uri.as_ref().is_none_or(is_picture) {
            image.uri = Some(name);
        }
    }
    Ok(facts)
}

/// Whether alpha counts where two images are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alpha {
    Counts,
    /// Not that of black, which is made transparent in colour-keyed images.
    CountsButOfBlack,
}

/// Returns whether two image files have the same bytes or the same texels. What is decoded is not kept; what is too large to be compared
/// is not the same.
pub(super) fn shows_the_same(name: &str, files: [&[u8]; 2], alpha: Alpha, budget: &Budget) -> bool {
    #[cfg(all(feature = "images", feature = "paa"))]
    {
        let budget = budget.clone();
        let picture = |bytes| {
            let mut picture = super::transcode::picture(name, bytes, &budget).ok().flatten()?;
            if alpha == Alpha::CountsButOfBlack {
                let black = picture.rgba.chunks_exact_mut(4).filter(|texel| texel.starts_with(&[0, 0, 0]));
                black.for_each(|texel| texel[3] = 0);
            }
            Some(picture)
        };
        files[0] == files[1] || picture(files[0]).is_some_and(|first| Some(first) == picture(files[1]))
    }
    #[cfg(not(all(feature = "images", feature = "paa")))]
    {
        let _ = (name, alpha, budget);
        files[0] == files[1]
    }
}

/// Asks each file and each content once, however many images have it. Returns also the textures of which there is a picture alone.
fn of_images<'i>(
    images: &'i [Image],
    folder: &Folder,
    ask: Ask,
    budget: &Budget,
) -> Result<(Facts, BTreeSet<&'i str>)> {
    let image_folders = ImageFolders::of(folder);
    let (mut facts, mut pictures) = (Facts::new(), BTreeSet::new());
    let mut files: HashMap<String, Option<TextureFacts>> = HashMap::new();
    let mut contents: HashMap<(bool, &[u8]), Option<TextureFacts>> = HashMap::new();
    for image in images {
        if image.data.is_none()
            && let Some(own) = procedural::facts(&image.path)
        {
            facts.insert(image.path.clone(), own);
            continue;
        }
        // What becomes a file of the game says what the game will find there.
        let is_made = image.data.as_ref().is_some_and(|data| data.mime == game::MIME);
        let mut found = None;
        if !image.file_name().is_empty() && !is_made {
            let name = image_folders.find(&image.path);
            folder.note_image(&image.path, name.as_deref());
            // A picture that was found in the place of a texture does not say how that uses alpha.
            let is_itself = |name: &String| game::is_texture(name) || !game::is_texture(&image.path);
            if let Some(name) = name.filter(is_itself) {
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
            pictures.extend((!is_made && game::is_texture(&image.path)).then_some(image.path.as_str()));
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
    Ok((facts, pictures))
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
