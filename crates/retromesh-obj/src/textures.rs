//! Image paths of the material libraries: listed, and renamed without touching anything else.

use crate::ID;
use crate::document::Document;
use crate::import::{MAPS, Map};
use crate::lines::split_word;
use retromesh_core::{Error, ErrorKind, Result};
use retromesh_kit::{Output, Renamed, TextureName, TexturePaths};
use retromesh_wire::{RawStr, offset_in};
use std::borrow::Cow;

impl TexturePaths for Document<'_> {
    /// Lists the paths of all libraries that were found, each once, in the order of the text.
    fn texture_names(&self) -> Vec<TextureName> {
        let lines = self.libraries.iter().flat_map(|library| library.lines());
        let paths = lines.filter_map(|line| Some(RawStr::new(path_of(&line.text)?).to_string()));
        TextureName::distinct(paths.map(TextureName::image))
    }

    /// Writes the libraries with other paths; the text of the model itself names none.
    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Renamed> {
        let mut places = 0;
        let mut sidecars = Vec::new();
        for library in &self.libraries {
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
                // A line that goes over several is put together; there the path is the last thing but for options.
                let at = match &line.text {
                    Cow::Borrowed(_) => Some(offset_in(line.raw, path) as usize),
                    Cow::Owned(_) => line.raw.windows(path.len()).rposition(|window| window == path),
                };
                let Some(at) = at else {
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
        Ok(Renamed { output: Output { bytes: self.encode()?, sidecars }, places })
    }
}

/// Returns the path of a line that names an image.
fn path_of(text: &[u8]) -> Option<&[u8]> {
    let (keyword, rest) = split_word(text);
    let is_map = MAPS.iter().any(|(name, _)| name.as_bytes() == keyword);
    is_map.then(|| Map::read(rest).file).filter(|file| !file.is_empty())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::document::Library;

    #[test]
    fn a_path_is_changed_where_it_is() {
        let rows = [
            ("map_d m -imfchan m\n", "map_d new.png -imfchan m\n"),
            ("map_Kd o -clamp on\r\n", "map_Kd new.png -clamp on\r\n"),
            ("map_Kd -s 1 1 1 \"old 1.png\"\n", "map_Kd -s 1 1 1 \"new.png\"\n"),
            ("  map_Kd \\\n old.png\n", "  map_Kd \\\n new.png\n"),
        ];
        for (text, expected) in rows {
            let library = Library { name: "a.mtl".into(), text: Cow::Borrowed(text.as_bytes()) };
            let document = Document { libraries: vec![library], ..Document::default() };
            let renamed = document.rename_textures(&mut |_| Some("new.png".into())).unwrap();
            let [(_, written)] = &renamed.output.sidecars[..] else { unreachable!() };
            assert_eq!(String::from_utf8_lossy(written), expected);
        }
    }
}
