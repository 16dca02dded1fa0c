//! Prints which of the sixteen layouts a scene has, and what is in it.
//!
//! `cargo run -p retromesh-bogle --example bgl_layout -- fixtures/bgl/skin.bgl`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use retromesh_bogle::Document;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let bytes = std::fs::read(path)?;
    let document = Document::parse(&bytes)?;
    println!("{:?}", document.layout);
    let scene = document.to_scene()?.into_valid()?;
    println!("{} meshes, {} lights, {} cameras", scene.meshes.len(), scene.lights.len(), scene.cameras.len());
    for skeleton in &scene.skeletons {
        println!("{}: {} bones", skeleton.name, skeleton.joints.len());
    }
    Ok(())
}
