//! Image paths of a document: listed, and renamed without touching anything else.

use crate::document::{Body, Document};
use retromesh_core::Error;
use retromesh_kit::{Renamed, TextureName, TexturePaths};
use retromesh_wire::RawStr;

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
        let mut places = 0;
        for chunk in &mut document.chunks {
            let Body::Texs(textures) = &mut chunk.body else { continue };
            for texture in textures {
                if let Some(new) = rename(&texture.file.to_string()).filter(|new| *new != texture.file.to_string()) {
                    texture.file = RawStr::from(new);
                    places += 1;
                }
            }
        }
        Ok(Renamed { output: document.encode()?.into(), places })
    }
}
