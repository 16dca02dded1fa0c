//! Builds a triangle and writes it as a binary glTF.
//!
//! `cargo run -p retromesh-gltf --example gltf_write`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use glam::Vec3;
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::scene::{MeshInstance, Node};
use retromesh_core::{MeshId, Scene};
use retromesh_gltf::Document;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut scene = Scene::default();
    scene.meshes.push(Mesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2]]), ..Part::default() }],
        ..Mesh::default()
    });
    let instance = Some(Box::new(MeshInstance::new(MeshId(0))));
    scene.add_node(None, Node { name: "triangle".into(), mesh: instance, ..Node::default() });
    let exported = Document::from_scene(&scene.into_valid()?)?;
    println!("{} bytes", exported.document.encode()?.len());
    Ok(())
}
