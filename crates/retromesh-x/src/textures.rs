//! Image paths of a document: listed, and renamed without touching anything else.

use crate::ID;
use crate::document::{Content, Document, Piece, Token};
use crate::import::plain_path;
use crate::outline::{Kind, Outline};
use crate::text::{is_blank, string};
use retromesh_core::{Error, ErrorKind, Result};
use retromesh_kit::{Renamed, TextureName, TexturePaths};
use retromesh_wire::RawStr;

/// Returns the objects that name an image.
fn objects(outline: &Outline) -> impl Iterator<Item = u32> {
    let objects = (0..).zip(&outline.objects);
    let names = |kind: Kind| matches!(kind, Kind::TextureFilename | Kind::NormalmapFilename);
    objects.filter(move |(_, object)| names(object.kind)).map(|(number, _)| number)
}

impl TexturePaths for Document<'_> {
    /// Lists the paths of all images, each once, in the order of the file.
    fn texture_names(&self) -> Vec<TextureName> {
        let outline = Outline::read(self);
        let path = |object: u32| Some(path_of(outline.values(self, object).text()?));
        TextureName::distinct(objects(&outline).filter_map(path).map(TextureName::image))
    }

    /// Writes the document with other paths in the same places.
    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Renamed> {
        let outline = Outline::read(self);
        let mut document = self.clone();
        let mut places = 0;
        for object in objects(&outline) {
            let items: Vec<usize> = outline.value_items(object).map(|item| item as usize).collect();
            for item in items {
                let changed = match &mut document.content {
                    Content::Text(pieces) => pieces.get_mut(item).map_or(Ok(None), |piece| in_text(piece, rename))?,
                    Content::Binary(tokens) => in_token(tokens.get_mut(item), rename),
                };
                if let Some(changed) = changed {
                    places += usize::from(changed);
                    break;
                }
            }
        }
        Ok(Renamed { output: document.encode()?.into(), places })
    }
}

/// Returns a path as people read it.
pub(crate) fn path_of(path: &[u8]) -> String {
    RawStr::new(plain_path(path)).to_string()
}

/// Renames the path in a token; `None` where it holds none.
fn in_token(token: Option<&mut Token<'_>>, rename: &mut dyn FnMut(&str) -> Option<String>) -> Option<bool> {
    let (Token::Text(text) | Token::Name(text)) = token? else { return None };
    let old = path_of(text.bytes());
    let new = rename(&old).filter(|new| *new != old);
    let changed = new.is_some();
    if let Some(new) = new {
        *text = RawStr::from(new);
    }
    Some(changed)
}

/// Renames the first string, or the word without quotes, in values of a text; `None` where they hold none.
fn in_text(piece: &mut Piece<'_>, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Option<bool>> {
    let Piece::Values(text) = piece else { return Ok(None) };
    let Some((start, end)) = path_range(text.bytes()) else { return Ok(None) };
    let old = text.bytes().get(start..end).unwrap_or_default();
    let old = path_of(old);
    let Some(new) = rename(&old).filter(|new| *new != old) else { return Ok(Some(false)) };
    if new.contains(['"', '\n', '\r', '\0']) {
        return Err(Error::new(ID, ErrorKind::unrepresentable(format!("the path {new:?} in a string"))));
    }
    let (before, after) = (text.bytes().get(..start).unwrap_or_default(), text.bytes().get(end..).unwrap_or_default());
    let quoted = before.ends_with(b"\"");
    let quote: &[u8] = if quoted { b"" } else { b"\"" };
    *text = RawStr::new([before, quote, new.as_bytes(), quote, after].concat());
    Ok(Some(true))
}

/// Returns where the path is in the values of an object, without its quotes.
fn path_range(text: &[u8]) -> Option<(usize, usize)> {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        if byte == b'"' {
            let (path, _) = string(text, at);
            return Some((at + 1, at + 1 + path.len()));
        }
        let blanks = crate::text::skip_blanks(text, at);
        if blanks > at {
            at = blanks;
        } else if matches!(byte, b';' | b',') {
            at += 1;
        } else {
            let rest = text.get(at..).unwrap_or_default();
            let ends = |&byte: &u8| is_blank(byte) || matches!(byte, b';' | b',' | b'"');
            return Some((at, at + rest.iter().position(ends).unwrap_or(rest.len())));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_path_is_changed_in_its_place() {
        let rows = [
            ("T{TextureFilename{\"a\\\\b.bmp\"; // one\n}}", "T{TextureFilename{\"new.png\"; // one\n}}", 1),
            ("TextureFileName x { ; b.bmp;}", "TextureFileName x { ; \"new.png\";}", 1),
            ("TextureFilename{}", "TextureFilename{}", 0),
        ];
        for (text, expected, places) in rows {
            let file = format!("xof 0303txt 0032{text}");
            let document = Document::parse(file.as_bytes()).unwrap();
            let renamed = document.rename_textures(&mut |_| Some("new.png".into())).unwrap();
            assert_eq!(String::from_utf8_lossy(&renamed.output.bytes), format!("xof 0303txt 0032{expected}"));
            assert_eq!(renamed.places, places);
        }
    }
}
