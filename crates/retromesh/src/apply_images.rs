//! The images that another file than the model names for it.

use retromesh_core::material::{AlphaMode, Image, LayerBlend, Texture, TextureLayer, TextureRole};
use retromesh_core::scene::Scene;
use retromesh_core::{ImageId, MaterialId, TextureId};

/// Texels under this share of alpha are left out, as engines do that take images from outside.
const CUTOFF: f32 = 0.5;

/// Shows the first part of a model with the first image, and so on; parts without one stay as they are.
pub(crate) fn apply_images(scene: &mut Scene, images: &[String]) {
    let mut left = images.iter();
    let mut is_done = vec![false; scene.meshes.len()];
    for id in scene.depth_first() {
        let Some(mesh) = scene[id].mesh.as_deref().map(|instance| instance.mesh) else { continue };
        if std::mem::replace(&mut is_done[mesh.index()], true) {
            continue;
        }
        for part in 0..scene[mesh].parts.len() {
            let Some(image) = left.next() else { return };
            let own = scene[mesh].parts[part].material;
            let mut material = own.map(|own| scene.materials[own.index()].clone()).unwrap_or_default();
            scene.images.push(Image { path: image.clone(), ..Image::default() });
            let image = Some(ImageId::new(scene.images.len() - 1));
            scene.textures.push(Texture { image, nearest: true, ..Texture::default() });
            material.layers = vec![TextureLayer {
                slot: 0,
                texture: TextureId::new(scene.textures.len() - 1),
                role: TextureRole::Color,
                blend: LayerBlend::default(),
                uv_set: 0,
            }];
            material.alpha_mode = AlphaMode::Mask { cutoff: CUTOFF };
            scene.materials.push(material);
            let shown = MaterialId::new(scene.materials.len() - 1);
            scene[mesh].parts[part].material = Some(shown);
            if let Some(place) = scene[id].mesh.as_deref_mut().and_then(|instance| instance.materials.get_mut(part)) {
                *place = None;
            }
        }
    }
}
