//! Image names of a document: listed, and renamed without touching anything else.

use crate::document::Document;
use retromesh_core::Error;
use retromesh_kit::{Renamed, TextureName, TexturePaths};
use retromesh_wire::RawStr;

impl TexturePaths for Document<'_> {
    /// Lists the names of the skybox and of all materials, each once, in the order of the file. Names lack the extension of the image; that
    /// of the skybox stands for six images.
    fn texture_names(&self) -> Vec<TextureName> {
        let mut names: Vec<TextureName> = Vec::new();
        let mut add = |stem: &RawStr<'_>, extension: Option<&str>| {
            let path = stem.to_string();
            if !path.is_empty() && !names.iter().any(|name| name.path == path) {
                let file =
                    extension.map_or_else(String::new, |extension| format!("{}{extension}", path.replace('\\', "/")));
                names.push(TextureName::image(path).found_as(file));
            }
        };
        add(&self.skybox, None);
        self.materials.iter().flat_map(|material| &material.textures).for_each(|stem| add(stem, Some(".png")));
        names
    }

    /// Writes the document with other names.
    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Renamed, Error> {
        let mut document = self.clone();
        let mut places = 0;
        let materials = document.materials.iter_mut().flat_map(|material| &mut material.textures);
        for stem in std::iter::once(&mut document.skybox).chain(materials).filter(|stem| !stem.is_empty()) {
            let old = stem.to_string();
            if let Some(new) = rename(&old).filter(|new| *new != old) {
                *stem = RawStr::from(new);
                places += 1;
            }
        }
        Ok(Renamed { output: document.encode()?.into(), places })
    }
}
