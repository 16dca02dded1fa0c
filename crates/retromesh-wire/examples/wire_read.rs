//! Reads a count and its positions, and shows the error of a truncated file.
//!
//! `cargo run -p retromesh-wire --example wire_read`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use glam::Vec3;
use nom::Parser;
use retromesh_wire::parsers::{counted_rows, le_u32};
use retromesh_wire::{PResult, Put, Rows, run};

/// A count and as many positions.
fn positions(i: &[u8]) -> PResult<'_, Rows<'_, Vec3>> {
    le_u32("position count").flat_map(|n| counted_rows("positions", n)).parse(i)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut file = Vec::new();
    file.put_u32(2);
    file.put_slice(&[Vec3::X, Vec3::Y]);
    println!("{:?}", run("demo", &file, positions)?.to_vec());
    if let Err(error) = run("demo", &file[..20], positions) {
        println!("{error}");
    }
    Ok(())
}
