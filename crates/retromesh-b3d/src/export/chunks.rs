//! Chunks of unknown tags, written again.

use super::{Exporter, Target};
use crate::parse::is_unknown;
use crate::walk::Place;
use retromesh_core::extras::Extras;
use retromesh_core::{Code, Error, Extra, Finding};

impl Exporter<'_> {
    /// Writes the chunks again that the source kept at file level.
    pub(super) fn file_chunks(&mut self) -> Result<(), Error> {
        let scene = self.scene;
        self.unknown_chunks(0, &scene.extras)
    }

    /// Writes chunks of unknown tags again, for the one engine that is known to skip them; what was where its tag means nothing and
    /// would now have a meaning is left out.
    pub(super) fn unknown_chunks(&mut self, depth: u32, extras: &Extras) -> Result<(), Error> {
        let place = if depth == 0 { Place::File } else { Place::Node };
        for (key, value) in extras {
            let Some(tag) = key.strip_prefix("b3d.chunk.") else { continue };
            let bodies = match value {
                Extra::List(list) => list.as_slice(),
                one => std::slice::from_ref(one),
            };
            for body in bodies {
                match (bytes_of(body), unescape(tag)) {
                    (Some(bytes), Some(tag)) if self.target == Target::Blitz3d && is_unknown(place, tag, &bytes) => {
                        self.put(depth, crate::Body::Unknown { tag, bytes: bytes.into() });
                    }
                    _ => self.diagnostics.report(Finding::new(Code::LostChunk))?,
                }
            }
        }
        Ok(())
    }
}

/// Returns the bytes of a value, also where it has been through a format with texts only.
fn bytes_of(value: &Extra) -> Option<Vec<u8>> {
    match value {
        Extra::Bytes(bytes) => Some(bytes.clone()),
        Extra::Text(text) if text.len() % 2 == 0 && text.is_ascii() => {
            let pairs = text.as_bytes().chunks_exact(2);
            pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
        }
        _ => None,
    }
}

/// Reads a tag whose unprintable bytes are written as in Rust.
fn unescape(text: &str) -> Option<[u8; 4]> {
    let mut tag = Vec::with_capacity(4);
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, after) = match (first, after) {
            (b'\\', [b'x', a, b, after @ ..]) => {
                let digit = |c: u8| char::from(c).to_digit(16);
                ((digit(*a)? * 16 + digit(*b)?) as u8, after)
            }
            (b'\\', [c, after @ ..]) => {
                let plain = match c {
                    b't' => b'\t',
                    b'r' => b'\r',
                    b'n' => b'\n',
                    other => *other,
                };
                (plain, after)
            }
            (plain, after) => (*plain, after),
        };
        tag.push(byte);
        rest = after;
    }
    tag.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_back() {
        for tag in [*b"ABCD", [0, b'\\', 0xff, b'"'], *b"\t\r\n'"] {
            assert_eq!(unescape(&tag.escape_ascii().to_string()), Some(tag));
        }
        assert_eq!(unescape("ABC"), None);
        assert_eq!(bytes_of(&Extra::Text("01ff".into())), Some(vec![1, 255]));
    }
}
