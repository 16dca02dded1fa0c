//! Texture statements of a material library: options, then a file name that may have blanks.

use crate::lines::{split_word, trim, trim_start};
use crate::number::float;
use glam::{Vec2, Vec3};

/// A texture statement's arguments.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Map<'a> {
    /// The file name.
    pub(crate) file: &'a [u8],
    /// `-o u v w`: added to texture coordinates.
    pub(super) offset: Vec3,
    /// `-s u v w`: factors of texture coordinates.
    pub(super) scale: Vec3,
    /// `-clamp on`: the image does not repeat.
    pub(super) clamp: bool,
    /// `-type`: what is reflected, for `refl`.
    pub(super) kind: &'a [u8],
    /// The further options as written, separated by blanks.
    pub(super) options: Vec<u8>,
}

impl<'a> Map<'a> {
    /// Reads the arguments.
    pub(crate) fn read(text: &'a [u8]) -> Self {
        let mut map =
            Self { file: &[], offset: Vec3::ZERO, scale: Vec3::ONE, clamp: false, kind: &[], options: Vec::new() };
        let mut rest = trim(text);
        loop {
            let (option, after) = split_word(rest);
            let whole = rest;
            match option {
                b"-o" => rest = vector(after, &mut map.offset),
                b"-s" => rest = vector(after, &mut map.scale),
                b"-clamp" => {
                    let (value, after) = split_word(after);
                    map.clamp = value == b"on";
                    rest = after;
                }
                b"-type" => (map.kind, rest) = split_word(after),
                b"-t" => {
                    rest = vector(after, &mut Vec3::default());
                    map.keep(whole, rest);
                }
                b"-mm" => {
                    rest = split_word(split_word(after).1).1;
                    map.keep(whole, rest);
                }
                b"-blendu" | b"-blendv" | b"-cc" | b"-boost" | b"-bm" | b"-texres" | b"-imfchan" => {
                    rest = split_word(after).1;
                    map.keep(whole, rest);
                }
                _ => break,
            }
        }
        map.file = rest.strip_prefix(b"\"").and_then(|name| name.strip_suffix(b"\"")).unwrap_or(rest);
        map
    }

    /// Returns offset and scale of u and v.
    pub(super) fn transform(&self) -> (Vec2, Vec2) {
        (self.offset.truncate(), self.scale.truncate())
    }

    /// Keeps the option that stands before `rest` in `whole`.
    fn keep(&mut self, whole: &[u8], rest: &[u8]) {
        if !self.options.is_empty() {
            self.options.push(b' ');
        }
        self.options.extend_from_slice(trim(whole.get(..whole.len() - rest.len()).unwrap_or(&[])));
    }
}

/// Reads one to three numbers; those that are not given stay. The last word of the text is a file name, whatever it looks like.
fn vector<'a>(text: &'a [u8], values: &mut Vec3) -> &'a [u8] {
    let mut rest = text;
    for value in values.as_mut() {
        let (number, after) = float(rest);
        let after = trim_start(after);
        let (Some(number), false) = (number, after.is_empty()) else { break };
        *value = number;
        rest = after;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_in_any_order_and_names_with_blanks() {
        let map = Map::read(b"-s 2 3 1 -bm 0.5 -o 0.25 -clamp on -mm 0 1 -type sphere old wall.png ");
        assert_eq!(map.file, b"old wall.png");
        assert_eq!(map.transform(), (Vec2::new(0.25, 0.0), Vec2::new(2.0, 3.0)));
        assert!(map.clamp && map.kind == b"sphere");
        assert_eq!(map.options, b"-bm 0.5 -mm 0 1");
    }

    #[test]
    fn names_that_look_like_something_else() {
        let rows: [(&[u8], &[u8]); 6] = [
            (b"-o 1 2 3", b"3"),
            (b"-weird.png", b"-weird.png"),
            (b"\"a b.png\"", b"a b.png"),
            (b"", b""),
            (b"-clamp", b""),
            (b"-s 1 1 1 4.png", b"4.png"),
        ];
        for (text, file) in rows {
            assert_eq!(Map::read(text).file, file, "{}", text.escape_ascii());
        }
    }
}
