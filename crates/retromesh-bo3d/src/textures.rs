//! Image paths of a document: listed, and renamed without touching anything else.

use crate::document::Document;
use retromesh_core::Error;
use retromesh_kit::{Renamed, TextureName, TexturePaths};

impl TexturePaths for Document<'_> {
    /// Lists the paths of all meshes, each once, in the order of the file.
    fn texture_names(&self) -> Vec<TextureName> {
        let meshes = self.entities.iter().filter_map(|entity| entity.mesh.as_deref());
        TextureName::distinct(meshes.map(|mesh| TextureName::image(mesh.texture.to_string())))
    }

    /// Writes the document with other paths; the sizes of the entities around them follow.
    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Renamed, Error> {
        let mut document = self.clone();
        let mut places = 0;
        for entity in &mut document.entities {
            let Some(mesh) = entity.mesh.as_deref_mut() else { continue };
            let old_length = mesh.texture.len();
            places += usize::from(mesh.texture.rename(rename));
            // What followed the old path does not fill another up to a multiple of four.
            if mesh.texture.len() != old_length
                && let Some(deviations) = entity.deviations.as_deref_mut()
            {
                deviations.padding.texture = None;
            }
        }
        Ok(Renamed { output: document.encode()?.into(), places })
    }
}
