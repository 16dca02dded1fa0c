//! Small scenes built in code, and how pictures of them are looked at.

use glam::{Quat, Vec2, Vec3, Vec4};
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::material::{
    AlphaMode, Image, ImageData, LayerBlend, Material, Texture, TextureLayer, TextureRole, Wrap,
};
use retromesh_core::mesh::{Faces, Mesh, Part, Weights};
use retromesh_core::scene::{MeshInstance, Node, Trs};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{ImageId, MaterialId, MeshId, NodeId, Scene, SkeletonId, TextureId};
use retromesh_preview::{Picture, Shot};

pub fn shot(size: u32) -> Shot {
    let mut shot = Shot::default();
    (shot.width, shot.height) = (size, size);
    shot
}

/// A picture of an F as text: `#` is black, everything else white.
pub const LETTER: [&str; 8] =
    ["........", ".#####..", ".#......", ".####...", ".#......", ".#......", ".#......", "........"];

pub fn letter_png() -> Vec<u8> {
    let color = |c: u8| if c == b'#' { [0, 0, 0, 255] } else { [255; 4] };
    let pixels = LETTER.iter().flat_map(|row| row.bytes().map(color)).collect();
    Picture { width: 8, height: 8, pixels }.png().unwrap()
}

pub fn add_texture(scene: &mut Scene, png: Option<Vec<u8>>, texture: Texture) -> TextureId {
    let data = png.map(|bytes| ImageData { mime: "image/png".into(), bytes });
    scene.images.push(Image { path: "letter.png".into(), uri: None, data });
    let image = Some(ImageId::new(scene.images.len() - 1));
    scene.textures.push(Texture { image, ..texture });
    TextureId::new(scene.textures.len() - 1)
}

pub fn layer(texture: TextureId) -> TextureLayer {
    TextureLayer { slot: 0, texture, role: TextureRole::Color, blend: LayerBlend::Multiply, uv_set: 0 }
}

pub fn add_material(scene: &mut Scene, material: Material) -> MaterialId {
    scene.materials.push(material);
    MaterialId::new(scene.materials.len() - 1)
}

/// An upright square of side 2 that faces a viewer who looks along the forward axis of glTF's space.
pub fn square(material: Option<MaterialId>) -> Mesh {
    let corner = |x: f32, y: f32| Vec3::new(x, y, 0.0);
    Mesh {
        positions: vec![corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0)],
        uv_sets: vec![vec![Vec2::ZERO, Vec2::Y, Vec2::ONE, Vec2::X]],
        parts: vec![Part {
            material,
            faces: Faces::Polygons { starts: vec![0, 4], indices: vec![0, 1, 2, 3] },
            ..Part::default()
        }],
        ..Mesh::default()
    }
}

pub fn place(scene: &mut Scene, mesh: Mesh, trs: Trs) -> NodeId {
    scene.meshes.push(mesh);
    let instance = MeshInstance::new(MeshId::new(scene.meshes.len() - 1));
    scene.add_node(None, Node { transform: trs.into(), mesh: Some(Box::new(instance)), ..Node::default() })
}

/// The square with the letter on it, unlit.
pub fn lettered(texture: Texture) -> Scene {
    let mut scene = Scene::default();
    let texture = add_texture(&mut scene, Some(letter_png()), Texture { nearest: true, ..texture });
    let mut material = Material { layers: vec![layer(texture)], ..Material::default() };
    material.shading.unlit = true;
    let material = add_material(&mut scene, material);
    let square = square(Some(material));
    place(&mut scene, square, Trs::IDENTITY);
    scene
}

/// Three squares of different shading one behind the other: vertex colours, missing image, see-through.
pub fn materials() -> Scene {
    let mut scene = Scene::default();
    let mut colored = Material::default();
    colored.shading.vertex_colors = true;
    let colored = add_material(&mut scene, colored);
    let missing = add_texture(&mut scene, None, Texture { wrap_u: Wrap::Repeat, ..Texture::default() });
    let missing = add_material(&mut scene, Material { layers: vec![layer(missing)], ..Material::default() });
    let glass =
        Material { base_color: Vec4::new(0.2, 0.9, 0.4, 0.5), alpha_mode: AlphaMode::Blend, ..Material::default() };
    let glass = add_material(&mut scene, glass);
    let colors =
        vec![Vec4::new(1.0, 0.0, 0.0, 1.0), Vec4::new(0.0, 1.0, 0.0, 1.0), Vec4::new(0.0, 0.0, 1.0, 1.0), Vec4::ONE];
    let first = Mesh { color_sets: vec![colors], ..square(Some(colored)) };
    let at = |x, z| Trs { translation: Vec3::new(x, 0.0, z), ..Trs::IDENTITY };
    place(&mut scene, first, at(-1.2, 0.0));
    place(&mut scene, square(Some(missing)), at(1.2, 0.0));
    place(&mut scene, square(Some(glass)), at(0.0, 0.6));
    scene
}

/// A closed box of two halves, the upper one on a joint that an animation turns by a quarter to the right.
pub fn deforming() -> Scene {
    let mut scene = Scene::default();
    let (sides, rings) = (8u32, 5u32);
    let point = |ring: u32, side: u32| {
        let (sin, cos) = (side as f32 / sides as f32 * std::f32::consts::TAU).sin_cos();
        (Vec3::new(cos * 0.4, ring as f32 * 0.5, -sin * 0.4), Vec3::new(cos, 0.0, -sin))
    };
    let vertices: Vec<(Vec3, Vec3)> = (0..rings).flat_map(|r| (0..sides).map(move |s| point(r, s))).collect();
    let quads = (0..rings - 1).flat_map(|r| {
        (0..sides).map(move |s| {
            let next = (s + 1) % sides;
            [r * sides + s, r * sides + next, (r + 1) * sides + next, (r + 1) * sides + s]
        })
    });
    let mut indices: Vec<u32> = quads.flatten().collect();
    let mut starts: Vec<u32> = (0..=sides * (rings - 1)).map(|i| i * 4).collect();
    indices.extend((0..sides).map(|s| (rings - 1) * sides + s));
    starts.push(indices.len() as u32);
    indices.extend((0..sides).rev());
    starts.push(indices.len() as u32);
    let upper = |v: u32| (v / sides) as f32 / (rings - 1) as f32;
    let triples: Vec<(u32, u32, f32)> =
        (0..sides * rings).flat_map(|v| [(v, 0, 1.0 - upper(v)), (v, 1, upper(v))]).filter(|t| t.2 > 0.0).collect();
    scene.meshes.push(Mesh {
        positions: vertices.iter().map(|v| v.0).collect(),
        normals: vertices.iter().map(|v| v.1).collect(),
        weights: Weights::from_triples(vertices.len(), triples.into_iter()),
        parts: vec![Part { faces: Faces::Polygons { starts, indices }, ..Part::default() }],
        ..Mesh::default()
    });
    let instance = MeshInstance { skeleton: Some(SkeletonId(0)), ..MeshInstance::new(MeshId(0)) };
    let root = scene.add_node(None, Node { mesh: Some(Box::new(instance)), ..Node::default() });
    let lower = scene.add_node(Some(root), Node::default());
    let up = Trs { translation: Vec3::Y, ..Trs::IDENTITY };
    let upper = scene.add_node(Some(lower), Node { transform: up.into(), ..Node::default() });
    scene.skeletons.push(Skeleton {
        joints: vec![lower, upper],
        inverse_bind: vec![glam::Mat4::IDENTITY, glam::Mat4::from_translation(-Vec3::Y)],
        ..Skeleton::default()
    });
    let deformed = Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2);
    scene.animations.push(Animation {
        name: "bend".into(),
        last: 10.0,
        ticks_per_second: 10.0,
        channels: vec![Channel {
            target: upper,
            interpolation: Interpolation::Linear,
            times: vec![0.0, 10.0],
            track: Track::Rotation(vec![Quat::IDENTITY, deformed]),
        }],
        ..Animation::default()
    });
    scene
}
