//! The images that another file than the model names for it.

use retromesh_core::material::{AlphaMode, Image, LayerBlend, Texture, TextureLayer, TextureRole};
use retromesh_core::scene::Scene;
use retromesh_core::{ImageId, MaterialId, TextureId};
use std::collections::BTreeSet;

/// Texels under this share of alpha are left out, as engines do that take images from outside.
const CUTOFF: f32 = 0.5;

/// Shows the first part of a model with the first image, and so on; parts without one stay as they are. Images that no part shows any more
/// are dropped: that they are not there is nobody's loss.
pub(crate) fn apply_images(scene: &mut Scene, images: &[String]) {
    let replaced = show(scene, images);
    if !replaced.is_empty() {
        drop_unseen(scene, replaced);
    }
}

/// Returns the materials that parts had before.
fn show(scene: &mut Scene, images: &[String]) -> BTreeSet<MaterialId> {
    let mut left = images.iter();
    let mut replaced = BTreeSet::new();
    let mut is_done = vec![false; scene.meshes.len()];
    for id in scene.depth_first() {
        let Some(mesh) = scene[id].mesh.as_deref().map(|instance| instance.mesh) else { continue };
        if std::mem::replace(&mut is_done[mesh.index()], true) {
            continue;
        }
        for part in 0..scene[mesh].parts.len() {
            let Some(image) = left.next() else { return replaced };
            let own = scene[mesh].parts[part].material;
            replaced.extend(own);
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
                replaced.extend(place.take());
            }
        }
    }
    replaced
}

/// Drops the images that of all materials only replaced ones name which no part has any more.
fn drop_unseen(scene: &mut Scene, mut replaced: BTreeSet<MaterialId>) {
    let own = scene.meshes.iter().flat_map(|mesh| &mesh.parts).filter_map(|part| part.material);
    let instances = scene.nodes.iter().filter_map(|node| node.mesh.as_deref());
    let seen: BTreeSet<MaterialId> =
        own.chain(instances.flat_map(|mesh| mesh.materials.iter().flatten().copied())).collect();
    replaced.retain(|material| !seen.contains(material));
    let images = |is_replaced: bool| -> BTreeSet<ImageId> {
        let materials = (0..).map(MaterialId::new).zip(&scene.materials);
        let materials = materials.filter(|(id, _)| replaced.contains(id) == is_replaced);
        let textures = materials.flat_map(|(_, material)| &material.layers);
        textures.filter_map(|layer| scene.textures.get(layer.texture.index())?.image).collect()
    };
    let dropped = &images(true) - &images(false);
    let mut number = 0;
    let numbers: Vec<Option<ImageId>> = (0..scene.images.len())
        .map(|image| {
            let is_kept = !dropped.contains(&ImageId::new(image));
            let kept = is_kept.then(|| ImageId::new(number));
            number += usize::from(is_kept);
            kept
        })
        .collect();
    for texture in &mut scene.textures {
        texture.image = texture.image.and_then(|image| numbers.get(image.index()).copied().flatten());
    }
    let mut kept = numbers.iter();
    scene.images.retain(|_| kept.next().is_some_and(Option::is_some));
}
