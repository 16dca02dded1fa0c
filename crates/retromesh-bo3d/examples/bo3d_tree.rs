//! Prints the tree of a model: meshes, pivots and how many keys move them.
//!
//! `cargo run -p retromesh-bo3d --example bo3d_tree -- fixtures/bo3d/keys-and-bones.bo3d`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use retromesh_bo3d::Document;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("expected a file")?;
    let bytes = std::fs::read(path)?;
    let document = Document::parse(&bytes)?;
    let scene = document.to_scene()?.into_valid()?;
    for node in &scene.nodes {
        let vertices = node.mesh.as_ref().map_or(0, |instance| scene[instance.mesh].vertex_count());
        println!("{}: {vertices} vertices, {} children", node.name, node.children.len());
    }
    for animation in &scene.animations {
        println!("{} channels from {} to {}", animation.channels.len(), animation.first, animation.last);
    }
    Ok(())
}
