//! A picture as a scene: a card that shows it.

use crate::ids::{ImageId, MaterialId, MeshId, TextureId};
use crate::material::{AlphaMode, Image, LayerBlend, Material, Shading, Texture, TextureLayer, TextureRole, Wrap};
use crate::mesh::{Faces, Mesh, Part};
use crate::scene::{MeshInstance, Node, Scene};
use glam::{Vec2, Vec3};

impl Scene {
    /// Builds a card that shows an image of this many columns and rows: as high as a unit, facing forward, seen from both
    /// sides in the colours of the image.
    pub fn card(image: Image, [width, height]: [u32; 2], alpha_mode: AlphaMode) -> Self {
        let right = width as f32 / height.max(1) as f32 / 2.0;
        let corners = [(right, 0.5), (right, -0.5), (-right, -0.5), (-right, 0.5)];
        let layer = TextureLayer {
            slot: 0,
            texture: TextureId(0),
            role: TextureRole::Color,
            blend: LayerBlend::Multiply,
            uv_set: 0,
        };
        let shading = Shading { unlit: true, double_sided: true, ..Shading::default() };
        let faces = Faces::Triangles(vec![[0, 1, 2], [0, 2, 3]]);
        let mut scene = Self {
            images: vec![image],
            textures: vec![Texture {
                image: Some(ImageId(0)),
                wrap_u: Wrap::Clamp,
                wrap_v: Wrap::Clamp,
                ..Texture::default()
            }],
            materials: vec![Material { alpha_mode, shading, layers: vec![layer], ..Material::default() }],
            meshes: vec![Mesh {
                positions: corners.map(|(x, y)| Vec3::new(x, y, 0.0)).to_vec(),
                normals: vec![Vec3::NEG_Z; 4],
                uv_sets: vec![vec![Vec2::ZERO, Vec2::Y, Vec2::ONE, Vec2::X]],
                parts: vec![Part { material: Some(MaterialId(0)), faces, ..Part::default() }],
                ..Mesh::default()
            }],
            ..Self::default()
        };
        let mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
        scene.add_node(None, Node { name: "card".into(), mesh, ..Node::default() });
        scene
    }
}
