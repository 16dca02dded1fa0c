//! Image paths of a document: listed, and renamed without touching anything else.

use crate::document::{Body, Document};
use retromesh_core::Error;
use retromesh_kit::{Renamed, TextureName, TexturePaths};

impl TexturePaths for Document<'_> {
    /// Lists the paths of all `TEXS` chunks, each once, in the order of the file.
    fn texture_names(&self) -> Vec<TextureName> {
        let textures = self.chunks.iter().filter_map(|chunk| match &chunk.body {
            Body::Texs(textures) => Some(textures),
            _ => None,
        });
        TextureName::distinct(textures.flatten().map(|texture| TextureName::image(texture.file.to_string())))
    }

    /// Writes the document with other paths; the sizes of the chunks around them follow.
    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Renamed, Error> {
        let mut document = self.clone();
        let textures = document.chunks.iter_mut().filter_map(|chunk| match &mut chunk.body {
            Body::Texs(textures) => Some(textures),
            _ => None,
        });
        let places = textures.flatten().filter_map(|texture| texture.file.rename(rename).then_some(())).count();
        Ok(Renamed { output: document.encode()?.into(), places })
    }
}
