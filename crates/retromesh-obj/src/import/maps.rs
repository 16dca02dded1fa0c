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
    pub(super) kind: Vec<u8>,
    /// The further options as written, separated by blanks.
    pub(super) options: Vec<u8>,
}

impl<'a> Map<'a> {
    fn new() -> Self {
        let (offset, scale) = (Vec3::ZERO, Vec3::ONE);
        Self { file: &[], offset, scale, clamp: false, kind: Vec::new(), options: Vec::new() }
    }

    /// Reads the arguments.
    pub(crate) fn read(text: &'a [u8]) -> Self {
        let mut map = Self::new();
        let mut rest = trim(text);
        rest = rest.get(rest.len() - map.take_options(rest)..).unwrap_or_default();
        // Programs write options after the name as well. A name may have blanks, so it ends where nothing but options follows.
        // Options end at a name, so one is put after them.
        let ended = [rest, b" x"].concat();
        if let Some(at) = options_after(&ended) {
            map.take_options(ended.get(at..).unwrap_or_default());
            rest = trim(rest.get(..at).unwrap_or_default());
        }
        map.file = rest.strip_prefix(b"\"").and_then(|name| name.strip_suffix(b"\"")).unwrap_or(rest);
        map
    }

    /// Reads the options that a text begins with and returns how many bytes are left.
    fn take_options(&mut self, text: &[u8]) -> usize {
        let mut rest = text;
        loop {
            let (option, after) = split_word(rest);
            let whole = rest;
            match option {
                b"-o" => rest = vector(after, &mut self.offset),
                b"-s" => rest = vector(after, &mut self.scale),
                b"-clamp" => {
                    let (value, after) = split_word(after);
                    self.clamp = value == b"on";
                    rest = after;
                }
                b"-type" => {
                    let (kind, after) = split_word(after);
                    self.kind = kind.to_vec();
                    rest = after;
                }
                b"-t" => {
                    rest = vector(after, &mut Vec3::default());
                    self.keep_option(whole, rest);
                }
                b"-mm" => {
                    rest = split_word(split_word(after).1).1;
                    self.keep_option(whole, rest);
                }
                b"-blendu" | b"-blendv" | b"-cc" | b"-boost" | b"-bm" | b"-texres" | b"-imfchan" => {
                    rest = split_word(after).1;
                    self.keep_option(whole, rest);
                }
                _ => return rest.len(),
            }
        }
    }

    /// Returns offset and scale of u and v.
    pub(super) fn transform(&self) -> (Vec2, Vec2) {
        (self.offset.truncate(), self.scale.truncate())
    }

    /// Keeps the option that comes before `rest` in `whole`.
    fn keep_option(&mut self, whole: &[u8], rest: &[u8]) {
        if !self.options.is_empty() {
            self.options.push(b' ');
        }
        self.options.extend_from_slice(trim(whole.get(..whole.len() - rest.len()).unwrap_or(&[])));
    }
}

/// Returns where the options after a name begin, with nothing else after them but the last letter of the text.
fn options_after(text: &[u8]) -> Option<usize> {
    let mut rest = split_word(text).1;
    while !rest.is_empty() {
        let left = Map::new().take_options(rest);
        if left == 1 && rest.len() > 1 {
            return Some(text.len() - rest.len());
        }
        // What is no option belongs to the name, and so does what comes before it.
        rest = split_word(rest.get(rest.len() - left..).unwrap_or_default()).1;
    }
    None
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
    fn options_after_the_name() {
        let map = Map::read(b"-bm 2 old wall.png -clamp on -s 2 3 1");
        assert_eq!((map.file, map.transform().1), (&b"old wall.png"[..], Vec2::new(2.0, 3.0)));
        assert!(map.clamp && map.options == b"-bm 2");
        assert_eq!(Map::read(b"my -s model.png -clamp on").file, b"my -s model.png");
        // What is followed by something else is part of the name.
        assert_eq!(Map::read(b"a -clamp on b.png").file, b"a -clamp on b.png");
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
