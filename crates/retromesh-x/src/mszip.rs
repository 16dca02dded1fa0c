//! Packed content: the unpacked size of the whole file (u32), then blocks. A block is its unpacked size (u16), its packed size with the two
//! letters (u16), `CK`, and deflated data that may refer to the blocks before it.

use crate::ID;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use nom::Parser;
use nom::combinator::rest;
use nom::sequence::preceded;
use retromesh_core::{Error, ErrorKind, Limits, Result};
use retromesh_wire::parsers::{expect, le_u16, le_u32, take};
use retromesh_wire::{PResult, Put, offset_in, run};

/// The bytes of the header, which the unpacked size counts too.
const HEADER: usize = 16;
/// The maximum number of bytes that a block unpacks to.
const BLOCK: usize = 1 << 15;
/// How hard blocks are packed, of 10.
const LEVEL: u8 = 6;

/// Unpacks all blocks. Offsets in errors count from the header on.
pub(crate) fn unpack(packed: &[u8], limits: &Limits) -> Result<Vec<u8>> {
    let at_header = |error: Error| {
        let offset = error.offset().unwrap_or(0);
        error.at(HEADER as u64 + offset)
    };
    let (size, mut left) = run(ID, packed, |i| (le_u32("unpacked size"), rest).parse(i)).map_err(at_header)?;
    let expected = (size as usize).saturating_sub(HEADER);
    limits.allow_unpacked(expected as u64)?;
    let mut out = Vec::new();
    while !left.is_empty() && out.len() < expected {
        let at = HEADER as u64 + offset_in(packed, left);
        let (size, data, after) = run(ID, left, block).map_err(|error| {
            let within = error.offset().unwrap_or(0);
            error.at(at + within)
        })?;
        limits.allow_unpacked((out.len() + size) as u64)?;
        inflate(data, size, &mut out).map_err(|found| {
            Error::new(ID, ErrorKind::bad("packed block", format!("deflated data of {size} bytes"), found)).at(at)
        })?;
        left = after;
    }
    if out.len() < expected {
        return Err(Error::new(ID, ErrorKind::truncated("unpacked content", expected as u64, out.len() as u64)));
    }
    if !left.is_empty() || out.len() > expected {
        let found = format!("{} bytes, {} packed ones left", out.len(), left.len());
        return Err(Error::new(ID, ErrorKind::bad("unpacked content", format!("{expected} bytes"), found)));
    }
    Ok(out)
}

/// Unpacked size, packed size, letters, data; then what follows.
fn block(i: &[u8]) -> PResult<'_, (usize, &[u8], &[u8])> {
    let (i, (unpacked, packed)) = (le_u16("block size"), le_u16("packed block size")).parse(i)?;
    let data = take("packed block", usize::from(packed).saturating_sub(2));
    let (i, (data, rest)) = (preceded(expect("block letters", b"CK"), data), rest).parse(i)?;
    Ok((i, (usize::from(unpacked), data, rest)))
}

/// Unpacks a block of a size after the blocks before it, which it may refer to.
fn inflate(data: &[u8], size: usize, out: &mut Vec<u8>) -> std::result::Result<(), String> {
    let start = out.len();
    // No deflated byte stands for more than 1032.
    if size > data.len().saturating_mul(1032) {
        return Err(format!("{} bytes", data.len()));
    }
    out.resize(start + size, 0);
    let mut inflator = DecompressorOxide::new();
    let (status, _, written) = decompress(&mut inflator, data, out, start, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF);
    match status {
        TINFLStatus::Done if written == size => Ok(()),
        TINFLStatus::Done => Err(format!("{written} bytes")),
        other => Err(format!("{other:?}")),
    }
}

/// Packs content in blocks that do not refer to each other.
pub(crate) fn pack(content: &[u8]) -> Result<Vec<u8>> {
    let size = u32::try_from(content.len() + HEADER)
        .map_err(|_| Error::new(ID, ErrorKind::unrepresentable("packed content of more than 4 GiB")))?;
    let mut out = Vec::new();
    out.put_u32(size);
    for block in content.chunks(BLOCK) {
        let data = compress_to_vec(block, LEVEL);
        let length = u16::try_from(data.len() + 2)
            .map_err(|_| Error::new(ID, ErrorKind::unrepresentable("a block that packing makes larger")))?;
        out.put_u16(block.len() as u16);
        out.put_u16(length);
        out.put_bytes(b"CK");
        out.put_bytes(&data);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_is_packed_unpacks() {
        for size in [0usize, 1, 1000, BLOCK, BLOCK + 1, 100_000] {
            let content: Vec<u8> = (0..size).map(|i| (i * i / 7 % 251) as u8).collect();
            let packed = pack(&content).unwrap();
            assert!(unpack(&packed, &Limits::default()).unwrap() == content, "{size}");
        }
    }

    #[test]
    fn damaged_blocks_are_refused() {
        let packed = pack(&[7; 100]).unwrap();
        let edit = |at: usize, byte: u8| {
            let mut bytes = packed.clone();
            if let Some(slot) = bytes.get_mut(at) {
                *slot = byte;
            }
            unpack(&bytes, &Limits::default()).map_or_else(|error| error.to_string(), |_| "unpacked".to_owned())
        };
        assert!(edit(0, 0).contains("unpacked content"), "{}", edit(0, 0));
        assert!(edit(4, 99).contains("packed block"), "{}", edit(4, 99));
        assert!(edit(8, b'X').contains("block letters"), "{}", edit(8, b'X'));
        assert!(edit(2, 255).contains("unpacked content"), "{}", edit(2, 255));
        let mut limits = Limits::default();
        limits.unpacked_bytes = 99;
        assert!(unpack(&packed, &limits).unwrap_err().to_string().contains("over the limit"));
    }
}
