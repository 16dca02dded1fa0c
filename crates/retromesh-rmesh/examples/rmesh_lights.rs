//! Moves every light of a room up by 32 units; no other byte changes.
//!
//! `cargo run -p retromesh-rmesh --example rmesh_lights -- fixtures/rmesh/room.rmesh`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use retromesh_rmesh::{Document, Entity};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let bytes = std::fs::read(path)?;
    let mut document = Document::parse(&bytes)?;
    for entity in &mut document.entities {
        if let Entity::Light(light) = entity {
            light.position.y += 32.0;
        }
    }
    let written = document.encode()?;
    let changed = bytes.iter().zip(&written).filter(|(old, new)| old != new).count();
    println!("{changed} of {} bytes differ", written.len());
    Ok(())
}
