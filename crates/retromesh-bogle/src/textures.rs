//! Image names of a document: listed, and renamed without touching anything else.

use crate::document::Document;
use retromesh_core::Error;
use retromesh_kit::{Renamed, TextureName, TexturePaths};

impl TexturePaths for Document<'_> {
    /// Lists the names of the skybox and of all materials, each once, in the order of the file. Names lack the extension of the image; that
    /// of the skybox stands for six images.
    fn texture_names(&self) -> Vec<TextureName> {
        let skybox = TextureName::image(self.skybox.to_string()).found_as("");
        let images = self.materials.iter().flat_map(|material| &material.textures).map(|stem| {
            let name = TextureName::image(stem.to_string());
            let file = format!("{}.png", name.file);
            name.found_as(file)
        });
        TextureName::distinct([skybox].into_iter().chain(images))
    }

    /// Writes the document with other names.
    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Renamed, Error> {
        let mut document = self.clone();
        let stems = document.materials.iter_mut().flat_map(|material| &mut material.textures);
        let stems = std::iter::once(&mut document.skybox).chain(stems);
        let places = stems.filter_map(|stem| stem.rename(rename).then_some(())).count();
        Ok(Renamed { output: document.encode()?.into(), places })
    }
}
