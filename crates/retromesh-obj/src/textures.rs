//! Image paths of the material libraries: listed, and renamed without touching anything else.

use crate::ID;
use crate::document::Document;
use crate::import::{MAPS, Map};
use crate::lines::split_word;
use retromesh_core::{Error, ErrorKind, Output, Renamed, Result, TextureName};
use retromesh_wire::RawStr;

/// Lists the paths of all libraries that were found, each once, in the order of the text.
pub(crate) fn names(document: &Document<'_>) -> Vec<TextureName> {
    let mut names: Vec<TextureName> = Vec::new();
    for library in &document.libraries {
        for line in library.lines() {
            let Some(path) = path_of(&line.text) else { continue };
            let path = RawStr::new(path).to_string();
            if !names.iter().any(|name| name.path == path) {
                names.push(TextureName::image(path));
            }
        }
    }
    names
}

/// Writes the libraries with other paths; the text of the model itself names none.
pub(crate) fn rename(document: &Document<'_>, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Renamed> {
    let mut places = 0;
    let mut sidecars = Vec::new();
    for library in &document.libraries {
        let mut text = Vec::with_capacity(library.text.len());
        let before = places;
        for line in library.lines() {
            let path = path_of(&line.text);
            let old = path.map(|path| RawStr::new(path).to_string());
            let new = old.as_deref().and_then(|old| rename(old).filter(|new| new != old));
            let (Some(path), Some(new)) = (path, new) else {
                text.extend_from_slice(line.raw);
                continue;
            };
            if new.contains(['\n', '\r', '\0']) || new.trim() != new || new.is_empty() {
                let what = format!("the path {new:?} in a line of text");
                return Err(Error::new(ID, ErrorKind::unrepresentable(what)));
            }
            // The path is the last thing in the line, perhaps before a quotation mark; a continued line may cut it.
            let Some(at) = line.raw.windows(path.len()).rposition(|window| window == path) else {
                let what = format!("a new path for {:?}, which goes over two lines", RawStr::new(path).escaped());
                return Err(Error::new(ID, ErrorKind::unrepresentable(what)));
            };
            text.extend_from_slice(line.raw.get(..at).unwrap_or_default());
            text.extend_from_slice(new.as_bytes());
            text.extend_from_slice(line.raw.get(at + path.len()..).unwrap_or_default());
            places += 1;
        }
        if places > before {
            sidecars.push((library.name.clone(), text));
        }
    }
    Ok(Renamed { output: Output { bytes: document.encode()?, sidecars }, places })
}

/// Returns the path of a line that names an image.
fn path_of(text: &[u8]) -> Option<&[u8]> {
    let (keyword, rest) = split_word(text);
    let is_map = MAPS.iter().any(|(name, _)| name.as_bytes() == keyword);
    is_map.then(|| Map::read(rest).file).filter(|file| !file.is_empty())
}
