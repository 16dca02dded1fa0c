//! Image names of a document: listed, and renamed without touching anything else.

use crate::document::Document;
use retromesh_core::Error;
use retromesh_kit::{Renamed, TextureName, TexturePaths};

impl TexturePaths for Document<'_> {
    /// Lists the images of all surfaces, each once, in the order of the file.
    fn texture_names(&self) -> Vec<TextureName> {
        let slots = self.surfaces.iter().flat_map(|surface| [&surface.light_map, &surface.diffuse]);
        TextureName::distinct(slots.map(|slot| TextureName::image(slot.name.to_string())))
    }

    /// Writes the document with other names.
    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Renamed, Error> {
        let mut document = self.clone();
        let slots = document.surfaces.iter_mut().flat_map(|surface| [&mut surface.light_map, &mut surface.diffuse]);
        let places = slots.filter_map(|slot| slot.name.rename(rename).then_some(())).count();
        Ok(Renamed { output: document.encode()?.into(), places })
    }
}
