//! Material names that stand for images: listed, and renamed without touching anything else.

use crate::ID;
use crate::document::{Document, Mesh};
use crate::import::display_name;
use retromesh_core::{Error, ErrorKind, Result};
use retromesh_kit::{Renamed, TextureName, TexturePaths};
use retromesh_wire::RawStr;
use std::collections::BTreeSet;

impl TexturePaths for Document<'_> {
    /// Lists the names of all materials but flat colours, each once, in the order of the file.
    fn texture_names(&self) -> Vec<TextureName> {
        let materials = self.meshes.iter().filter(|mesh| !mesh.is_flat()).filter_map(|mesh| mesh.material.as_ref());
        let image =
            |name: &RawStr<'_>| TextureName::image(name.to_string()).found_as(format!("{}.dds", display_name(name)));
        TextureName::distinct(materials.map(image))
    }

    /// Writes the document with other names. One that is not longer takes the place of the old one, as long as nothing else lies there;
    /// others go to the end of the file, and the table entries that point to the old one follow.
    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Renamed> {
        let mut bytes = self.encode()?;
        let mut places = 0;
        let mut moved: Vec<(u32, u32)> = Vec::new();
        let table = self.header.meshes.offset as usize;
        let mut seen = BTreeSet::new();
        for (index, mesh) in self.meshes.iter().enumerate() {
            let Some(name) = mesh.material.as_ref().filter(|_| !mesh.is_flat()) else { continue };
            let offset = mesh.def.material;
            if seen.insert(offset) {
                let old = name.to_string();
                let Some(new) = rename(&old).filter(|new| *new != old) else { continue };
                let text = new.as_bytes();
                if text.contains(&0) || text.starts_with(b"#") {
                    let what = format!("the material name {new:?}, which would be a colour or end early");
                    return Err(Error::new(ID, ErrorKind::unrepresentable(what)));
                }
                let place = offset as usize..offset as usize + name.len() + 1;
                if text.len() <= name.len() && is_alone(self, &place) {
                    if let Some(place) = bytes.get_mut(place) {
                        place.fill(0);
                        place.iter_mut().zip(text).for_each(|(slot, byte)| *slot = *byte);
                    }
                    moved.push((offset, offset));
                } else {
                    let end = u32::try_from(bytes.len())
                        .map_err(|_| Error::new(ID, ErrorKind::unrepresentable("a file over 4 GiB")))?;
                    bytes.extend_from_slice(text);
                    bytes.push(0);
                    moved.push((offset, end));
                }
            }
            let Some((_, to)) = moved.iter().find(|(from, _)| *from == offset) else { continue };
            // The third word of an entry.
            if let Some(field) = bytes.get_mut(table + index * 32 + 8..table + index * 32 + 12) {
                field.copy_from_slice(&to.to_le_bytes());
            }
            places += 1;
        }
        Ok(Renamed { output: bytes.into(), places })
    }
}

/// Returns whether no other part of the file reaches into a place.
fn is_alone(document: &Document<'_>, place: &std::ops::Range<usize>) -> bool {
    let reaches = |offset: usize, len: usize| offset < place.end && offset + len > place.start;
    let text =
        |offset: u32, name: Option<&RawStr<'_>>| name.is_some_and(|name| reaches(offset as usize, name.len() + 1));
    let table = |span: crate::document::Span, rows: usize, size: usize| reaches(span.offset as usize, rows * size);
    let lists = |mesh: &Mesh<'_>| {
        reaches(mesh.def.vertices as usize, mesh.vertices.len()) || reaches(mesh.def.faces as usize, mesh.faces.len())
    };
    let other_name =
        |mesh: &Mesh<'_>| mesh.def.material as usize != place.start && text(mesh.def.material, mesh.material.as_ref());
    let header = &document.header;
    !(reaches(0, 48)
        || table(header.meshes, document.meshes.len(), 32)
        || table(header.lods, document.lods.len(), 4)
        || table(header.bones, document.bones.len(), 16)
        || table(header.clips, document.clips.len(), 16)
        || document.meshes.iter().any(|mesh| lists(mesh) || other_name(mesh))
        || document.bones.iter().any(|bone| text(bone.def.name, bone.name.as_ref()))
        || document
            .clips
            .iter()
            .any(|clip| text(clip.def.name, clip.name.as_ref()) || reaches(clip.def.keys as usize, clip.keys.len())))
}
