//! BGBTech `.bmd`: one file per packed form, per table and per trap, and one per error site.
//!
//! Space of all numbers: x right, y to the front of the model, z up, left-handed; 40 units a metre; `(v1 - v0) x (v2 - v0)` points
//! outward; texture coordinates from the top left. A file is put together from parts whose offsets are filled in afterwards.

mod bad;
mod image;
mod meshes;
mod rigs;

use crate::Fixture;
use image::Image;

pub(super) fn all() -> Vec<Fixture> {
    [meshes::all(), rigs::all(), bad::all()].into_iter().flatten().collect()
}

fn file(name: &str, proves: &'static str, image: &Image) -> Fixture {
    bytes(name, proves, image.bytes())
}

fn bytes(name: &str, proves: &'static str, bytes: Vec<u8>) -> Fixture {
    Fixture { path: format!("bmd/{name}.bmd"), bytes, proves }
}

/// A flat 64-bit vertex: bone, normal codes, exponent and fractions.
fn flat(bone: u64, normal: [u64; 3], exponent: u64, xyz: [i64; 3]) -> Vec<u8> {
    (bone << 56 | normal[2] << 48 | normal[1] << 40 | normal[0] << 32 | packed(exponent, xyz)).to_le_bytes().to_vec()
}

/// A textured 64-bit vertex: bone, texture codes of 11 bits, exponents and fractions.
fn textured(bone: u64, st: [u64; 2], st_exponent: u64, exponent: u64, xyz: [i64; 3]) -> Vec<u8> {
    (bone << 56 | st_exponent << 54 | st[1] << 43 | st[0] << 32 | packed(exponent, xyz)).to_le_bytes().to_vec()
}

/// A 96-bit vertex: tag, 24 texture bits, fractions at exponent 15, last byte, normal codes.
fn wide(tag: u64, middle: u64, xyz: [i64; 3], last: u32, normal: [u32; 3]) -> Vec<u8> {
    let first = (tag << 56 | middle << 32 | packed(15, xyz)).to_le_bytes();
    let second = (last << 24 | normal[2] << 16 | normal[1] << 8 | normal[0]).to_le_bytes();
    [&first[..], &second].concat()
}

/// A 128-bit vertex: tag, colour byte, half floats, bone, normal codes, 32 texture bits.
fn widest(tag: u64, color: u64, xyz: [u64; 3], bone: u64, normal: [u64; 3], st: u64) -> Vec<u8> {
    let first = (tag << 56 | color << 48 | xyz[2] << 32 | xyz[1] << 16 | xyz[0]).to_le_bytes();
    let second = (bone << 56 | normal[2] << 48 | normal[1] << 40 | normal[0] << 32 | st).to_le_bytes();
    [first, second].concat()
}

/// Three signed 9-bit fractions under an exponent.
fn packed(exponent: u64, [x, y, z]: [i64; 3]) -> u64 {
    let fraction = |f: i64| f as u64 & 0x1ff;
    exponent << 27 | fraction(z) << 18 | fraction(y) << 9 | fraction(x)
}

/// A 32-bit triangle.
fn triangle(a: u32, b: u32, c: u32) -> Vec<u8> {
    (c << 22 | b << 12 | a << 2).to_le_bytes().to_vec()
}

/// A 32-bit quad.
fn quad(a: u32, b: u32, c: u32, d: u32) -> Vec<u8> {
    (d << 23 | c << 16 | b << 9 | a << 2 | 1).to_le_bytes().to_vec()
}

/// A 64-bit triangle.
fn triangle64(a: u64, b: u64, c: u64) -> Vec<u8> {
    (c << 42 | b << 22 | a << 2 | 2).to_le_bytes().to_vec()
}

/// A 64-bit quad.
fn quad64(a: u64, b: u64, c: u64, d: u64) -> Vec<u8> {
    (d << 47 | c << 32 | b << 17 | a << 2 | 3).to_le_bytes().to_vec()
}
