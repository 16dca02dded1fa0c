//! Makes a texture with all its levels of a picture.
//!
//! `cargo run -p retromesh-paa --example paa_pack`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use retromesh_core::Diagnostics;
use retromesh_paa::{Document, Picture, WriteOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gradient = Picture::from_fn(64, 64, |x, y| [x as u8 * 4, y as u8 * 4, 0, 255]);
    let mut diagnostics = Diagnostics::new();
    let document = Document::from_picture(&gradient, &WriteOptions::default(), &mut diagnostics)?;
    println!("{}: {} levels", document.texels().name(), document.levels.len());
    println!("{} bytes", document.encode()?.len());
    Ok(())
}
