//! The LZSS codec of P3D, next to a copy of the bytes: ramps of indices, the packer's hardest case, long runs, and noise.
//!
//! `cargo bench -p retromesh-p3d`
#![allow(clippy::expect_used, reason = "what fails here was made here")]

use divan::Bencher;
use divan::counter::BytesCount;
use retromesh_wire::lzss::{Sum, decode, encode};

const ARRAYS: [&str; 5] = ["ramp of u16", "ramp of u32", "floats of a mesh", "one value", "two values by chance"];

/// Returns an array of some hundred kilobytes.
fn array(name: &str) -> Vec<u8> {
    let chance = |i: u32| i.wrapping_mul(0x9e37_79b9).rotate_left(13).wrapping_mul(0x85eb_ca6b) >> 24;
    match name {
        "ramp of u16" => (0..60_000u16).flat_map(u16::to_le_bytes).collect(),
        "ramp of u32" => (0..60_000u32).flat_map(u32::to_le_bytes).collect(),
        "floats of a mesh" => (0..60_000u32).flat_map(|i| ((i / 7) as f32 * 0.125).to_le_bytes()).collect(),
        "one value" => vec![1; 240_000],
        _ => (0..240_000u32).map(|i| (chance(i) & 1) as u8).collect(),
    }
}

fn main() {
    divan::main();
}

#[divan::bench(args = ARRAYS)]
fn pack(bencher: Bencher<'_, '_>, name: &str) {
    let bytes = array(name);
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| encode(&bytes, Sum::Unsigned));
}

#[divan::bench(args = ARRAYS)]
fn unpack(bencher: Bencher<'_, '_>, name: &str) {
    let bytes = array(name);
    let stream = encode(&bytes, Sum::Unsigned);
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| decode(&stream, bytes.len()).expect("it was packed here"));
}

#[divan::bench(args = ARRAYS)]
fn copy(bencher: Bencher<'_, '_>, name: &str) {
    let bytes = array(name);
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| bytes.clone());
}
