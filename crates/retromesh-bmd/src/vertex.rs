//! Vertices of 64, 96 and 128 bits, distinguished by the tag in byte 7.

use crate::codec::{half, normal, packed, st};
use glam::{Vec2, Vec3};

/// The width of a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// 64 bits: position, bone, and either texture coordinates or, under a flat colour, a normal.
    V64,
    /// 96 bits: position, texture coordinates, normal, and either a colour or a bone.
    V96,
    /// 128 bits: everything, with positions as 16-bit floats.
    V128,
}

impl Form {
    /// Returns the form that a tag stands for.
    #[inline]
    pub fn of_tag(tag: u8) -> Self {
        match tag {
            0..0xf0 => Self::V64,
            0xf0..0xfc => Self::V96,
            _ => Self::V128,
        }
    }

    /// Returns the bytes that a vertex takes.
    #[inline]
    pub fn size(self) -> usize {
        match self {
            Self::V64 => 8,
            Self::V96 => 12,
            Self::V128 => 16,
        }
    }
}

/// How the texture coordinates of 128-bit vertices are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UvLayout {
    /// Two 14-bit numbers and an exponent, as the text and the engine's reader say.
    Current,
    /// Two signed 16-bit numbers, as the engine's writer makes them.
    Old,
}

impl UvLayout {
    /// Judges the first `count` vertices of a list by the bits of their coordinates.
    pub fn judge(bytes: &[u8], count: usize) -> Self {
        let words = Bits::walk(bytes).take(count).filter(|bits| bits.form == Form::V128).map(|bits| bits.second as u32);
        if st::is_old_layout(words) { Self::Old } else { Self::Current }
    }
}

/// Keeps a list in the current layout from being judged the old one, which a few vertices in unusual places can look like: moves the
/// first coordinate that decides it by the smallest step.
pub(crate) fn mark_current(bytes: &mut [u8], count: usize) {
    let mut at = 0;
    while UvLayout::judge(bytes, count) == UvLayout::Old {
        let tag = bytes.get(at + 7).copied();
        let Some(form) = tag.map(Form::of_tag) else { return };
        // Bit 14 is the lowest of T; unlike its neighbours it then breaks the look of a repeated sign.
        if form == Form::V128
            && let Some(byte) = bytes.get_mut(at + 9)
        {
            *byte ^= 0x40;
        }
        at += form.size();
    }
}

/// A vertex as its bits say, in the space of its bone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    /// The width.
    pub form: Form,
    /// Byte 7: the bone in a 64-bit vertex, else the kind.
    pub tag: u8,
    /// The bone.
    pub bone: u8,
    /// The position in units, relative to the bone.
    pub position: Vec3,
    /// The texture coordinates, origin top left; zero under a flat colour in 64 bits.
    pub uv: Vec2,
    /// The normal as stored, or the direction of the position where none is stored.
    pub normal: Vec3,
    /// Whether no normal is stored.
    pub implicit_normal: bool,
    /// The colour byte, where there is one.
    pub color: Option<u8>,
}

/// The undecoded bits of a vertex.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bits {
    pub(crate) form: Form,
    pub(crate) first: u64,
    /// The 32 or 64 bits after the first word; 0 in a 64-bit vertex.
    pub(crate) second: u64,
}

impl Bits {
    /// Walks a list until it is cut.
    pub(crate) fn walk(bytes: &[u8]) -> BitStream<'_> {
        BitStream { bytes }
    }

    #[inline]
    fn decode(self, flat: bool, layout: UvLayout) -> Vertex {
        let Self { form, first, second } = self;
        let tag = (first >> 56) as u8;
        let middle = (first >> 32) as u32 & 0xff_ffff;
        match form {
            Form::V64 => {
                let position = packed::decode(first as u32);
                let (uv, normal) = if flat {
                    (Vec2::ZERO, normal::decode(middle))
                } else {
                    (st::decode11(middle), position.normalize_or_zero())
                };
                Vertex { form, tag, bone: tag, position, uv, normal, implicit_normal: !flat, color: None }
            }
            Form::V96 => {
                let last = (second >> 24) as u8;
                let (bone, color) = if tag & 2 == 2 { (last, None) } else { (0, Some(last)) };
                Vertex {
                    form,
                    tag,
                    bone,
                    position: packed::decode(first as u32),
                    uv: if tag & 1 == 1 { st::decode11(middle) } else { st::decode12(middle) },
                    normal: normal::decode(second as u32),
                    implicit_normal: false,
                    color,
                }
            }
            Form::V128 => {
                let component = |shift: u32| half::decode((first >> shift) as u16);
                let bits = second as u32;
                Vertex {
                    form,
                    tag,
                    bone: (second >> 56) as u8,
                    position: Vec3::new(component(0), component(16), component(32)),
                    uv: if layout == UvLayout::Old { st::decode16(bits) } else { st::decode14(bits) },
                    normal: normal::decode((second >> 32) as u32),
                    implicit_normal: false,
                    color: Some((first >> 48) as u8),
                }
            }
        }
    }
}

/// The undecoded vertices of a list.
#[derive(Debug, Clone)]
pub(crate) struct BitStream<'a> {
    bytes: &'a [u8],
}

impl<'a> BitStream<'a> {
    /// Returns what is left of the list.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes
    }
}

impl Iterator for BitStream<'_> {
    type Item = Bits;

    #[inline]
    fn next(&mut self) -> Option<Bits> {
        let (first, rest) = self.bytes.split_first_chunk::<8>()?;
        let first = u64::from_le_bytes(*first);
        let form = Form::of_tag((first >> 56) as u8);
        let second = match form {
            Form::V64 => {
                self.bytes = rest;
                0
            }
            Form::V96 => {
                let (second, rest) = rest.split_first_chunk::<4>()?;
                self.bytes = rest;
                u64::from(u32::from_le_bytes(*second))
            }
            Form::V128 => {
                let (second, rest) = rest.split_first_chunk::<8>()?;
                self.bytes = rest;
                u64::from_le_bytes(*second)
            }
        };
        Some(Bits { form, first, second })
    }
}

/// The decoded vertices of a list.
#[derive(Debug, Clone)]
pub struct Vertices<'a> {
    bits: BitStream<'a>,
    left: usize,
    flat: bool,
    layout: UvLayout,
}

impl<'a> Vertices<'a> {
    /// Walks at most `count` vertices of a list; `flat` says whether the material is a flat colour.
    pub fn new(bytes: &'a [u8], count: usize, flat: bool, layout: UvLayout) -> Self {
        Self { bits: Bits::walk(bytes), left: count, flat, layout }
    }
}

impl Iterator for Vertices<'_> {
    type Item = Vertex;

    #[inline]
    fn next(&mut self) -> Option<Vertex> {
        self.left = self.left.checked_sub(1)?;
        Some(self.bits.next()?.decode(self.flat, self.layout))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.left.min(self.bits.bytes.len() / 8)))
    }
}

/// What a vertex to be written holds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source {
    /// Relative to the bone.
    pub(crate) position: Vec3,
    pub(crate) uv: Vec2,
    pub(crate) normal: Vec3,
    pub(crate) bone: u8,
    pub(crate) color: u8,
}

/// A vertex as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Packed {
    pub(crate) form: Form,
    /// Zeros after the bytes of the form.
    pub(crate) words: [u64; 2],
}

impl Packed {
    /// Returns the bytes with zeros after them, and how many there are.
    pub(crate) fn bytes(&self) -> ([u8; 16], usize) {
        let mut bytes = [0; 16];
        for (to, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(self.words) {
            *to = word.to_le_bytes();
        }
        (bytes, self.form.size())
    }

    /// Returns what is read of it.
    pub(crate) fn decode(&self, flat: bool) -> Vertex {
        let [first, second] = self.words;
        Bits { form: self.form, first, second }.decode(flat, UvLayout::Current)
    }
}

impl Source {
    /// Packs a vertex in a form: `flat` as in [`Vertices::new`], `bone` whether the last byte of 96 bits is the bone. `normal` gives the
    /// packed normal, which takes longest and not every form has.
    pub(crate) fn encode(&self, form: Form, flat: bool, bone: bool, normal: impl FnOnce() -> u32) -> Packed {
        let position = || u64::from(packed::encode(self.position));
        let words = match form {
            Form::V64 => {
                let middle = if flat { normal() } else { st::encode11(self.uv) };
                [u64::from(self.bone) << 56 | u64::from(middle) << 32 | position(), 0]
            }
            Form::V96 => {
                let (fine, coarse) = (st::encode12(self.uv), st::encode11(self.uv));
                let miss = |uv: Vec2| (uv - self.uv).abs().max_element();
                let odd = miss(st::decode12(fine)) > miss(st::decode11(coarse));
                let tag = 0xf8 | u64::from(odd) | u64::from(bone) << 1;
                let first = tag << 56 | u64::from(if odd { coarse } else { fine }) << 32 | position();
                let last = u64::from(if bone { self.bone } else { self.color });
                [first, last << 24 | u64::from(normal())]
            }
            Form::V128 => {
                let [x, y, z] = self.position.to_array().map(|c| u64::from(half::encode(c)));
                let first = 0xfd << 56 | u64::from(self.color) << 48 | z << 32 | y << 16 | x;
                [first, u64::from(self.bone) << 56 | u64::from(normal()) << 32 | u64::from(st::encode14(self.uv))]
            }
        };
        Packed { form, words }
    }
}
