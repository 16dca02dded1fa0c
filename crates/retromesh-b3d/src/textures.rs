//! Image paths of a document: listed, and renamed without touching anything else.

use crate::document::{Body, Document};
use retromesh_core::Error;
use retromesh_kit::{Renamed, TextureName};
use retromesh_wire::RawStr;

/// Lists the paths of all `TEXS` chunks, each once, in the order of the file.
pub(crate) fn names(document: &Document<'_>) -> Vec<TextureName> {
    let mut names: Vec<TextureName> = Vec::new();
    let textures = document.chunks.iter().filter_map(|chunk| match &chunk.body {
        Body::Texs(textures) => Some(textures),
        _ => None,
    });
    for texture in textures.flatten() {
        let path = texture.file.to_string();
        if !path.is_empty() && !names.iter().any(|name| name.path == path) {
            names.push(TextureName::image(path));
        }
    }
    names
}

/// Writes the document with other paths; the sizes of the chunks around them follow.
pub(crate) fn rename(
    document: &Document<'_>,
    rename: &mut dyn FnMut(&str) -> Option<String>,
) -> Result<Renamed, Error> {
    let mut document = document.clone();
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
