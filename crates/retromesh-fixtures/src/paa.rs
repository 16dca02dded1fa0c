//! PAA and PAC textures: one file for each kind of texels, each way to pack them, each peculiarity of real files and each error.
//!
//! Most show four quarters, so that swapped channels and turned rows show: red at the top left, green at the top right, blue below the
//! red, white below the green. Streams are put together here by hand: none of them is made by the packers of this project.
#![allow(clippy::trivially_copy_pass_by_ref, reason = "a byte string literal is a reference")]

mod bad;
mod blocks;
mod indexed;
mod texels;
mod unusual;

use crate::Fixture;
use crate::assembler::Assembler;

pub(super) fn all() -> Vec<Fixture> {
    [blocks::all(), texels::all(), indexed::all(), unusual::all(), bad::all()].into_iter().flatten().collect()
}

const DXT1: u16 = 0xff01;
const ARGB4444: u16 = 0x4444;

/// A texture under construction.
#[derive(Default, Clone)]
struct File {
    word: Option<u16>,
    tags: Vec<u8>,
    palette: Vec<u8>,
    levels: Vec<u8>,
    /// What follows the levels; the usual end where `None`.
    tail: Option<Vec<u8>>,
}

impl File {
    fn new(word: u16) -> Self {
        Self { word: Some(word), ..Self::default() }
    }

    /// Adds a tag, its name spelled backwards as in the file.
    fn tag(mut self, name: &[u8; 4], data: &[u8]) -> Self {
        self.tags.extend(b"GGAT");
        self.tags.extend(name);
        self.tags.extend((data.len() as u32).to_le_bytes());
        self.tags.extend(data);
        self
    }

    /// Adds the mean colour: blue, green, red and alpha.
    fn mean(self, bgra: [u8; 4]) -> Self {
        self.tag(b"CGVA", &bgra)
    }

    fn flag(self, flag: u32) -> Self {
        self.tag(b"GALF", &flag.to_le_bytes())
    }

    /// Adds the table of offsets, given as places in the file.
    fn offsets(self, places: &[u32]) -> Self {
        let mut table = vec![0; 64];
        for (slot, place) in table.chunks_mut(4).zip(places) {
            slot.copy_from_slice(&place.to_le_bytes());
        }
        self.tag(b"SFFO", &table)
    }

    /// Adds colours: blue, green, red each.
    fn palette(mut self, colors: &[[u8; 3]]) -> Self {
        self.palette = (colors.len() as u16).to_le_bytes().to_vec();
        self.palette.extend(colors.iter().flatten());
        self
    }

    fn level(mut self, width: u16, height: u16, body: &[u8]) -> Self {
        self.levels.extend(width.to_le_bytes());
        self.levels.extend(height.to_le_bytes());
        self.levels.extend(&(body.len() as u32).to_le_bytes()[..3]);
        self.levels.extend(body);
        self
    }

    fn marked(mut self, width: u16, height: u16, body: &[u8]) -> Self {
        self.levels.extend([0xd2, 0x04, 0x3d, 0x22]);
        self.level(width, height, body)
    }

    fn tail(mut self, tail: &[u8]) -> Self {
        self.tail = Some(tail.to_vec());
        self
    }

    fn bytes(&self) -> Vec<u8> {
        Assembler::build(|a| {
            self.word.iter().for_each(|word| a.raw(&word.to_le_bytes()));
            a.raw(&self.tags);
            a.raw(if self.palette.is_empty() { &[0, 0] } else { &self.palette });
            a.raw(&self.levels);
            a.raw(self.tail.as_deref().unwrap_or(&[0; 6]));
        })
    }

    fn paa(&self, name: &str, proves: &'static str) -> Fixture {
        Fixture { path: format!("paa/{name}.paa"), bytes: self.bytes(), proves }
    }

    fn pac(&self, name: &str, proves: &'static str) -> Fixture {
        Fixture { path: format!("paa/{name}.pac"), bytes: self.bytes(), proves }
    }
}

/// The quarters of a picture of `w` x `h`, row by row: what `texel` makes of red, green, blue or white.
fn quarters<const N: usize>(w: u16, h: u16, texel: impl Fn([u8; 3]) -> [u8; N]) -> Vec<u8> {
    let color = |x: u16, y: u16| match (x < w / 2, y < h / 2) {
        (true, true) => [255, 0, 0],
        (false, true) => [0, 255, 0],
        (true, false) => [0, 0, 255],
        (false, false) => [255, 255, 255],
    };
    (0..h).flat_map(|y| (0..w).map(move |x| (x, y))).flat_map(|(x, y)| texel(color(x, y))).collect()
}

/// A stream of single bytes, without any match.
fn literals(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks(8).flat_map(|eight| [&[0xff], eight].concat()).collect()
}

/// The sum of signed bytes.
fn signed(bytes: &[u8]) -> [u8; 4] {
    bytes.iter().fold(0i32, |sum, byte| sum + i32::from(*byte as i8)).to_le_bytes()
}

/// The sum of unsigned bytes.
fn unsigned(bytes: &[u8]) -> [u8; 4] {
    bytes.iter().fold(0u32, |sum, byte| sum + u32::from(*byte)).to_le_bytes()
}

/// A stream of single bytes and the sum of signed ones.
fn packed(bytes: &[u8]) -> Vec<u8> {
    [literals(bytes), signed(bytes).to_vec()].concat()
}
