//! Links to images: listed, and renamed in the text of the file without touching anything else.

use crate::document::{Container, Document};
use crate::tree_size::end_of_text;
use crate::{ID, glb, uri};
use retromesh_core::{Error, ErrorKind, Result};
use retromesh_kit::{Renamed, TextureName, TexturePaths};
use std::ops::Range;

impl TexturePaths for Document<'_> {
    /// Lists the links of all images that do not hold their bytes, each once, in the order of the file.
    fn texture_names(&self) -> Vec<TextureName> {
        let links = self.root().images.iter().filter_map(|image| image.uri.as_deref());
        TextureName::distinct(links.filter_map(path_of).map(TextureName::image))
    }

    /// Writes the file with other links; the lengths of a binary file follow.
    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Renamed> {
        let bytes = self.bytes.as_ref();
        let json = match self.container() {
            Container::Binary => {
                let len = glb::split(bytes)?.json.len();
                glb::JSON_AT..glb::JSON_AT + len
            }
            Container::Text => 0..bytes.len(),
        };
        let old = bytes.get(json.clone()).unwrap_or_default();
        let mut new = Vec::with_capacity(old.len());
        let (mut places, mut copied) = (0, 0);
        for span in links(old) {
            // The text was read before, so its strings are sound.
            let Some(Ok(link)) = old.get(span.clone()).map(serde_json::from_slice::<String>) else { continue };
            let Some(path) = path_of(&link) else { continue };
            let Some(to) = rename(&path).filter(|to| *to != path) else { continue };
            let same = |link: &String| uri::decode(link).as_deref() == Some(to.as_str()) && !to.contains('\0');
            let link = uri::relative(&to).filter(same);
            let link = link.ok_or_else(|| {
                Error::new(ID, ErrorKind::unrepresentable(format!("{to:?} as a link relative to the file")))
            })?;
            new.extend_from_slice(old.get(copied..span.start).unwrap_or_default());
            // A link has no character that a string of JSON would escape.
            new.extend_from_slice(format!("\"{link}\"").as_bytes());
            copied = span.end;
            places += 1;
        }
        new.extend_from_slice(old.get(copied..).unwrap_or_default());
        let output = match self.container() {
            Container::Text => new,
            Container::Binary => glb::with_json(bytes, &json, new)?,
        };
        Ok(Renamed { output: output.into(), places })
    }
}

/// Returns the path that a link stands for; `None` for one that holds the bytes.
fn path_of(link: &str) -> Option<String> {
    (!link.starts_with("data:")).then(|| uri::decode(link).unwrap_or_else(|| link.to_owned()))
}

/// An open object or list.
struct Open {
    /// Whether this is the list `images` of the file, or an object in it.
    is_images: bool,
    is_object: bool,
    /// The key of the value that comes next.
    key: Vec<u8>,
    /// Whether the next string is a key.
    at_key: bool,
}

/// Returns the places of the strings `images[].uri` of a text, quotation marks included.
fn links(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => {
                let end = end_of_text(text, at + 1).min(text.len());
                let depth = open.len();
                if let Some(top) = open.last_mut() {
                    if top.is_object && top.at_key {
                        let key = text.get(at..end).unwrap_or_default();
                        top.key = serde_json::from_slice::<String>(key).map(String::into_bytes).unwrap_or_default();
                        top.at_key = false;
                    } else if depth == 3 && top.is_object && top.is_images && top.key == b"uri" {
                        found.push(at..end);
                    }
                }
                at = end;
                continue;
            }
            b'{' | b'[' => {
                let is_images = match open.as_slice() {
                    [root] => byte == b'[' && root.is_object && root.key == b"images",
                    [_, list] => byte == b'{' && !list.is_object && list.is_images,
                    _ => false,
                };
                open.push(Open { is_images, is_object: byte == b'{', key: Vec::new(), at_key: byte == b'{' });
            }
            b'}' | b']' => {
                open.pop();
            }
            b',' => open.iter_mut().next_back().into_iter().for_each(|top| top.at_key = top.is_object),
            _ => {}
        }
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;

    #[test]
    fn only_links_of_images_are_found() {
        let text = br#"{"buffers":[{"uri":"no.bin"}],"extras":{"images":[{"uri":"no"}]},
            "images":[{"name":"uri","uri":"a \"b\".png"},{"extras":{"uri":"no"},"uri" : "c.png"},{"bufferView":0}],
            "uri":"no","meshes":[{"name":"images"},[{"uri":"no"}]]}"#;
        let found: Vec<&[u8]> = links(text).into_iter().map(|span| &text[span]).collect();
        assert_eq!(found, [&br#""a \"b\".png""#[..], br#""c.png""#]);
    }
}
