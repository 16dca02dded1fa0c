//! Turns a model of the game (ODOL) into one that can be edited (MLOD), by the rules of the engine.
//!
//! `cargo run -p retromesh-p3d --example p3d_to_mlod -- fixtures/p3d/odol-cube.p3d`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use retromesh_core::Diagnostics;
use retromesh_p3d::Document;
use retromesh_p3d::convert::MlodOptions;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let bytes = std::fs::read(path)?;
    let mut diagnostics = Diagnostics::new();
    let document = Document::parse(&bytes)?;
    let Document::Odol(odol) = document else {
        return Err("the model can be edited already".into());
    };
    let mlod = odol.to_mlod(&MlodOptions::default(), &mut diagnostics)?;
    for diagnostic in diagnostics.entries() {
        println!("{diagnostic}");
    }
    println!("{} bytes", Document::Mlod(mlod).encode()?.len());
    Ok(())
}
