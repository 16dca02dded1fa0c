//! Buffer views compressed by meshoptimizer: `EXT_meshopt_compression`, and `KHR_meshopt_compression` but for its colour filter.
//!
//! The bitstreams are those of the extension's text. All that they hold comes out of the given bytes, with every count checked first.

mod attributes;
mod filters;
mod indices;

use crate::ID;
use retromesh_core::{Error, ErrorKind, Result};
use serde_json::Value;

/// The names of the extension.
pub(crate) const NAMES: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// A view's description of its compressed data.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Packed<'a> {
    pub(crate) buffer: usize,
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) stride: usize,
    pub(crate) count: usize,
    mode: &'a str,
    filter: &'a str,
}

impl<'a> Packed<'a> {
    /// Reads the description; `None` where a number is missing or senseless.
    pub(crate) fn read(value: &'a Value) -> Option<Self> {
        let number = |key: &str| value.get(key).and_then(Value::as_u64);
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        Some(Self {
            buffer: usize::try_from(number("buffer")?).ok()?,
            offset: number("byteOffset").unwrap_or(0),
            length: number("byteLength")?,
            stride: usize::try_from(number("byteStride")?).ok().filter(|stride| (1..=256).contains(stride))?,
            count: usize::try_from(number("count")?).ok()?,
            mode: text("mode")?,
            filter: text("filter").unwrap_or("NONE"),
        })
    }

    /// Returns how many bytes the view has when it is unpacked.
    pub(crate) fn unpacked(&self) -> u64 {
        (self.count as u64).saturating_mul(self.stride as u64)
    }

    /// Unpacks the data of the view.
    pub(crate) fn unpack(&self, data: &[u8]) -> Result<Vec<u8>> {
        let bad = || Error::new(ID, ErrorKind::bad("compressed view", "data of meshoptimizer", "something else"));
        let wide = self.stride == 4;
        let mut out = match self.mode {
            "ATTRIBUTES" if self.stride.is_multiple_of(4) => attributes::decode(data, self.count, self.stride),
            "TRIANGLES" if self.stride == 2 || wide => {
                indices::triangles(data, self.count).map(|list| packed(&list, wide))
            }
            "INDICES" if self.stride == 2 || wide => {
                indices::sequence(data, self.count).map(|list| packed(&list, wide))
            }
            _ => None,
        }
        .ok_or_else(bad)?;
        match (self.filter, self.stride) {
            ("NONE", _) => {}
            ("OCTAHEDRAL", 4) => filters::octahedral_bytes(&mut out),
            ("OCTAHEDRAL", 8) => filters::octahedral_words(&mut out),
            ("QUATERNION", 8) => filters::quaternion(&mut out),
            ("EXPONENTIAL", stride) if stride.is_multiple_of(4) => filters::exponential(&mut out),
            (filter, _) => {
                let what = format!("the filter {} of compressed views", crate::short(filter));
                return Err(Error::new(ID, ErrorKind::unsupported(what, "export it without mesh compression")));
            }
        }
        Ok(out)
    }
}

/// Writes indices with 16 or 32 bits each.
fn packed(indices: &[u32], wide: bool) -> Vec<u8> {
    let four = |index: &u32| index.to_le_bytes();
    if wide {
        indices.iter().flat_map(four).collect()
    } else {
        indices.iter().flat_map(|index| (*index as u16).to_le_bytes()).collect()
    }
}

/// Takes bytes off the front.
fn split_front<'d>(data: &mut &'d [u8], count: usize) -> Option<&'d [u8]> {
    let (front, rest) = data.split_at_checked(count)?;
    *data = rest;
    Some(front)
}

/// Takes an integer of seven bits a byte, the lowest first.
fn take_varint(data: &mut &[u8]) -> Option<u32> {
    let mut result = 0u32;
    for shift in (0..35).step_by(7) {
        let byte = *split_front(data, 1)?.first()?;
        result |= u32::from(byte & 127).wrapping_shl(shift);
        if byte < 128 {
            break;
        }
    }
    Some(result)
}

/// Undoes the interleaving of positive and negative differences.
fn unzigzag(value: u32) -> u32 {
    (value >> 1) ^ (value & 1).wrapping_neg()
}
