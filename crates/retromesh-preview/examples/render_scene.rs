//! Draws a triangle; no display is needed.
//!
//! `cargo run -p retromesh-preview --example render_scene`

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use glam::Vec3;
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::scene::{MeshInstance, Node};
use retromesh_core::{MeshId, Scene, Valid, Violations};
use retromesh_preview::{Limits, Shot, Stage};

fn triangle(tip: Vec3) -> Result<Valid<'static>, Violations> {
    let mut scene = Scene::default();
    scene.meshes.push(Mesh {
        positions: vec![Vec3::ZERO, Vec3::X, tip],
        parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2]]), ..Part::default() }],
        ..Mesh::default()
    });
    let instance = Some(Box::new(MeshInstance::new(MeshId(0))));
    scene.add_node(None, Node { name: "triangle".into(), mesh: instance, ..Node::default() });
    scene.into_valid()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let stage = Stage::new(triangle(Vec3::Y)?, Limits::default());
    let picture = stage.render(&Shot::default())?.picture;
    println!("a PNG of {} bytes", picture.png()?.len());
    Ok(())
}
