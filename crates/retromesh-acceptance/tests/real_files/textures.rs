//! Textures: shown as they are in GLB files of their own and in those of the models that name them.

use crate::{Sweep, is_damaged};
use image::RgbaImage;
use retromesh::material::Image;
use retromesh::options::Textures;
use retromesh::{Diagnostics, ExportOptions, Format, ImportOptions, Model, NoFiles, Request, Source, convert_source};
use retromesh_acceptance::Outcome;
use retromesh_paa::Document;
use std::fmt;
use std::fs;
use std::ops::AddAssign;
use std::path::Path;

/// The fewest textures, and images in the GLB files of models, that a sweep of the shared corpus must see.
const AT_LEAST: [usize; 2] = [85, 5];

/// What was seen over the whole sweep.
#[derive(Default)]
pub(super) struct Totals {
    textures: usize,
    models: usize,
    images: usize,
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { textures, models, images } = self;
        write!(f, "textures: {textures} as GLB, {images} in the GLBs of {models} models, each equal pixel by pixel")
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        self.textures += other.textures;
        self.models += other.models;
        self.images += other.images;
    }
}

impl Totals {
    pub(super) fn are_enough(&self) -> Outcome {
        let [textures, images] = AT_LEAST;
        if self.textures < textures || self.images < images {
            return Err(format!("fewer than {textures} textures or {images} images of models: {self}"));
        }
        Ok(())
    }
}

impl Sweep {
    /// Holds a picture, whose bytes came back, to the rest: a card in a GLB shows it, or it is damaged on purpose.
    pub(super) fn picture(&mut self, path: &Path, model: &dyn Model, format: &dyn Format, name: &str) -> Outcome {
        if let Err(error) = model.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()) {
            let totals = self.totals.entry(format.info().id).or_default();
            totals.refused += 1;
            return if is_damaged(name) { Ok(()) } else { Err(format!("no picture: {error}")) };
        }
        let bytes = fs::read(path).map_err(|e| e.to_string())?;
        let (glb, _) = self.glb(path, name)?;
        let [Image { data: Some(png), .. }] = &images(&glb)?[..] else { return Err("not one image".into()) };
        self.textures.textures += 1;
        same(&png.bytes, &bytes)
    }

    /// Compares the images in the GLB of a model with the textures that they were made of.
    pub(super) fn textured(&mut self, path: &Path, name: &str) -> Outcome {
        let (glb, places) = self.glb(path, name)?;
        let folder = path.parent().ok_or("no folder")?;
        let before = self.textures.images;
        for Image { path, data, .. } in images(&glb)? {
            let Some(png) = data else { continue };
            let uri = places.iter().find(|image| image.path == path).and_then(|image| image.uri.as_deref());
            let place = folder.join(uri.ok_or_else(|| format!("{path}: an image of no file"))?);
            let file = fs::read(&place).map_err(|e| format!("{}: {e}", place.display()))?;
            same(&png.bytes, &file).map_err(|reason| format!("{path}: {reason}"))?;
            self.textures.images += 1;
        }
        self.textures.models += usize::from(self.textures.images > before);
        Ok(())
    }

    /// Writes a GLB with its images embedded, for the validator as well; returns it and the images with the places that they were found
    /// in. The search for textures ends at the folder of the corpus that the file is in.
    fn glb(&mut self, path: &Path, name: &str) -> Result<(Vec<u8>, Vec<Image>), String> {
        let (import, mut export) = (ImportOptions::default(), ExportOptions::default());
        let to = retromesh::format_by_extension("glb").ok_or("no glTF")?;
        "textured.glb".clone_into(&mut export.file_name);
        export.textures = Textures::Embed;
        let depth = name.split('/').count().saturating_sub(1);
        let root = path.ancestors().nth(depth);
        let source = Source::load(path, &import.limits).map_err(|e| e.to_string())?.within(root);
        let converted = convert_source(&source, to, &Request::new(&import, &export), &mut Diagnostics::new());
        let converted = converted.map_err(|e| format!("to glTF: {e}"))?;
        let bytes = converted.output.bytes;
        let place = self.folder.join(format!("{}.textured.glb", name.replace('/', "__")));
        fs::write(&place, &bytes).map_err(|e| e.to_string())?;
        self.glbs.push((place, format!("{name} with its textures")));
        Ok((bytes, converted.scene.map(|scene| scene.into_scene().images).unwrap_or_default()))
    }
}

/// Returns the images of a GLB file.
fn images(glb: &[u8]) -> Result<Vec<Image>, String> {
    let format = retromesh::format_by_extension("glb").ok_or("no glTF")?;
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let model = format.read(glb, &NoFiles, &options, &mut diagnostics).map_err(|e| e.to_string())?;
    Ok(model.to_scene_with(&options, &mut diagnostics).map_err(|e| e.to_string())?.images)
}

/// Compares a PNG with the file that it was made of.
fn same(png: &[u8], file: &[u8]) -> Outcome {
    let (shown, meant) = (decoded(png)?, decoded(file)?);
    if shown.dimensions() != meant.dimensions() {
        return Err(format!("{:?} became {:?}", meant.dimensions(), shown.dimensions()));
    }
    let differing = shown.pixels().zip(meant.pixels()).filter(|(a, b)| a != b).count();
    if differing > 0 { Err(format!("{differing} pixels differ")) } else { Ok(()) }
}

/// Decodes a file that says by its first bytes what it is, or a texture.
fn decoded(bytes: &[u8]) -> Result<RgbaImage, String> {
    if let Ok(image) = image::load_from_memory(bytes) {
        return Ok(image.into_rgba8());
    }
    let picture = Document::parse(bytes).and_then(|document| document.picture(0)).map_err(|e| e.to_string())?;
    RgbaImage::from_raw(picture.width, picture.height, picture.rgba).ok_or_else(|| "not as large as it says".to_owned())
}
