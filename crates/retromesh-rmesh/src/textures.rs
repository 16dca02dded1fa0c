//! Image names of a document: listed, and renamed without touching anything else.

use crate::document::{Document, Surface};
use retromesh_core::Error;
use retromesh_kit::{Renamed, TextureName, TexturePaths};
use retromesh_wire::RawStr;

impl TexturePaths for Document<'_> {
    /// Lists the images of all surfaces, each once, in the order of the file.
    fn texture_names(&self) -> Vec<TextureName> {
        let slots = self.surfaces.iter().flat_map(|surface| [&surface.light_map, &surface.diffuse]);
        TextureName::distinct(slots.map(|slot| TextureName::image(slot.name.to_string())))
    }

    /// Writes the document with other names.
    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Renamed, Error> {
        let mut document = self.clone();
        let mut places = 0;
        for Surface { light_map, diffuse, .. } in &mut document.surfaces {
            for slot in [light_map, diffuse] {
                let old = slot.name.to_string();
                if !old.is_empty()
                    && let Some(new) = rename(&old).filter(|new| *new != old)
                {
                    slot.name = RawStr::from(new);
                    places += 1;
                }
            }
        }
        Ok(Renamed { output: document.encode()?.into(), places })
    }
}
