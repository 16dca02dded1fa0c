//! Optimizes a scene whose two nodes have equal meshes, and prints what was done.
//!
//! `cargo run -p retromesh-kit --example optimize_scene`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use glam::Vec3;
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::scene::{MeshInstance, Node};
use retromesh_core::{Diagnostics, MeshId, Scene};
use retromesh_kit::optimize;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let positions = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Y, Vec3::X, Vec3::ONE].to_vec();
    let faces = Faces::Triangles(vec![[0, 1, 2], [3, 4, 5]]);
    let mesh = Mesh { positions, parts: vec![Part { faces, ..Part::default() }], ..Mesh::default() };
    let mut scene = Scene { meshes: vec![mesh.clone(), mesh], ..Scene::default() };
    for number in 0..2 {
        let instance = Some(Box::new(MeshInstance::new(MeshId(number))));
        scene.add_node(None, Node { mesh: instance, ..Node::default() });
    }
    let mut diagnostics = Diagnostics::new();
    let scene = optimize(scene.into_valid()?, &mut diagnostics)?;
    println!("{} mesh, {} vertices", scene.meshes.len(), scene.meshes[0].vertex_count());
    for diagnostic in diagnostics.entries() {
        println!("{diagnostic}");
    }
    Ok(())
}
