//! Reads a model, writes it again from its scene, and prints both sizes.
//!
//! `cargo run -p retromesh-bmd --example bmd_write -- fixtures/bmd/clip-loop.bmd`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use retromesh_bmd::Document;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let bytes = std::fs::read(path)?;
    let document = Document::parse(&bytes)?;
    let scene = document.to_scene()?.into_valid()?;
    let again = Document::from_scene(&scene)?.document.encode()?;
    println!("{} bytes read, {} bytes written", bytes.len(), again.len());
    Ok(())
}
