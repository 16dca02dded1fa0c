//! Pictures: a textured model drawn on one core, beside a yardstick that only writes the same PNG.

use super::best;
use crate::Outcome;
use glam::{Vec2, Vec3};
use retromesh::material::{Image, ImageData, Material, Texture, TextureLayer};
use retromesh::mesh::{Faces, Mesh, Part};
use retromesh::scene::{MeshInstance, Node};
use retromesh::{ImageId, MaterialId, MeshId, Scene, TextureId};
use retromesh_preview::{Limits, Picture, Shot, Stage};
use std::process::Command;

/// Pictures are this wide and high.
const SIZE: u32 = 512;

pub(super) fn run() -> Outcome {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let status = Command::new(program).args(["bench", "preview", "drawn"]).env("RAYON_NUM_THREADS", "1").status();
    match status {
        Ok(status) if status.success() => Ok(()),
        other => Err(format!("bench preview: {other:?}")),
    }
}

/// Measures in a process whose one thread draws.
pub(super) fn drawn() -> Outcome {
    println!("\nPreview, {SIZE}x{SIZE}, textured, one core; milliseconds");
    println!("{:<22} {:>8} {:>8} {:>8} {:>10}", "", "prepare", "draw", "all", "PNG alone");
    for side in [100, 708] {
        let scene = ball(side)?.into_valid().map_err(|e| e.to_string())?;
        let triangles = scene.meshes.first().map_or(0, Mesh::triangle_count);
        let mut shot = Shot::default();
        (shot.width, shot.height) = (SIZE, SIZE);
        let prepare = best(|| Stage::new(scene.clone(), Limits::default()));
        let stage = Stage::new(scene, Limits::default());
        let picture = stage.render(&shot).map_err(|e| e.to_string())?.picture;
        let draw = best(|| stage.render(&shot).map(|rendered| rendered.picture.pixels.len()));
        let png = best(|| picture.png().map(|bytes| bytes.len()));
        let all = prepare + draw + png;
        let [prepare, draw, all, png] = [prepare, draw, all, png].map(|time| time.as_secs_f64() * 1e3);
        println!("{:<22} {prepare:>8.1} {draw:>8.1} {all:>8.1} {png:>10.1}", format!("{triangles} triangles"));
    }
    Ok(())
}

/// Makes a ball of `side` x `side` quads with a checkered image.
fn ball(side: u32) -> Result<Scene, String> {
    let vertex = |i: u32| {
        let (u, v) = ((i % (side + 1)) as f32 / side as f32, (i / (side + 1)) as f32 / side as f32);
        let (around, down) = (u * std::f32::consts::TAU, v * std::f32::consts::PI);
        let place = Vec3::new(around.cos() * down.sin(), down.cos(), around.sin() * down.sin());
        (place, Vec2::new(u * 8.0, v * 8.0))
    };
    let (positions, uvs): (Vec<Vec3>, Vec<Vec2>) = (0..(side + 1) * (side + 1)).map(vertex).unzip();
    let quad = |i: u32| {
        let (a, b) = (i / side * (side + 1) + i % side, (i / side + 1) * (side + 1) + i % side);
        [[a, a + 1, b], [a + 1, b + 1, b]]
    };
    let triangles = (0..side * side).flat_map(quad).collect();
    let part = Part { material: Some(MaterialId(0)), faces: Faces::Triangles(triangles), ..Part::default() };
    let normals = positions.clone();
    let mut scene = Scene::default();
    scene.meshes.push(Mesh { positions, normals, uv_sets: vec![uvs], parts: vec![part], ..Mesh::default() });
    let mut image = Picture::filled(256, 256, [220, 160, 90, 255]);
    image.pixels.iter_mut().enumerate().filter(|(i, _)| (i / 32 + i / 256 / 32) % 2 == 0).for_each(|(_, p)| {
        *p = [60, 90, 120, 255];
    });
    let bytes = image.png().map_err(|e| e.to_string())?;
    let data = Some(ImageData { mime: "image/png".into(), bytes });
    scene.images.push(Image { path: "checkers.png".into(), data, ..Image::default() });
    scene.textures.push(Texture { image: Some(ImageId(0)), ..Texture::default() });
    let layer = TextureLayer {
        slot: 0,
        texture: TextureId(0),
        role: retromesh::material::TextureRole::Color,
        blend: retromesh::material::LayerBlend::Multiply,
        uv_set: 0,
    };
    scene.materials.push(Material { layers: vec![layer], ..Material::default() });
    scene.add_node(None, Node { mesh: Some(Box::new(MeshInstance::new(MeshId(0)))), ..Node::default() });
    Ok(scene)
}
