//! Prints what the meshes of a model have.
//!
//! `cargo run -p retromesh-x --example x_meshes -- fixtures/x/square.x`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use retromesh_x::Document;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let bytes = std::fs::read(path)?;
    let document = Document::parse(&bytes)?;
    let scene = document.to_scene()?.into_valid()?;
    for mesh in &scene.meshes {
        println!("{}: {} vertices, {} faces", mesh.name, mesh.vertex_count(), mesh.face_count());
    }
    Ok(())
}
