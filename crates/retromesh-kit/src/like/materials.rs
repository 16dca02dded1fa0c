//! What glTF alone does not say of materials.

use super::Report;
use super::names::number;
use crate::numbered::without_number;
use retromesh_core::material::{Image, LayerBlend, Material, Shading, TextureLayer};
use retromesh_core::{ImageId, Scene, TextureId};
use std::collections::HashMap;

/// Gives materials their layers, blending, shading and extras where layers are gone and the image that gives the colour is the same.
pub(super) fn restore(edited: &mut Scene, original: &Scene, report: &mut Report) {
    let mut known: HashMap<&str, Vec<&Material>> = HashMap::new();
    original.materials.iter().for_each(|material| known.entry(&material.name).or_default().push(material));
    let images: HashMap<String, ImageId> =
        edited.images.iter().enumerate().map(|(at, image)| (stem(image), ImageId::new(at))).collect();
    let mut own_images = images;
    for at in 0..edited.materials.len() {
        let name = &edited.materials[at].name;
        // The second of a name has the number 1.
        let found = known.get(name.as_str()).and_then(|all| all.first());
        let found = found.or_else(|| known.get(without_number(name)?)?.get(number(name)?));
        let Some(from) = found.filter(|from| is_bare(edited, &edited.materials[at], original, from)) else { continue };
        let layer = |layer: &TextureLayer| {
            let mut texture = original.textures[layer.texture.index()].clone();
            if let Some(image) = texture.image.map(|image| &original.images[image.index()]) {
                let id = *own_images.entry(stem(image)).or_insert_with(|| {
                    edited.images.push(image.clone());
                    ImageId::new(edited.images.len() - 1)
                });
                texture.image = Some(id);
            }
            edited.textures.push(texture);
            TextureLayer { texture: TextureId::new(edited.textures.len() - 1), ..*layer }
        };
        let layers = from.layers.iter().map(layer).collect();
        let own = &mut edited.materials[at];
        own.layers = layers;
        own.shading = Shading { double_sided: own.shading.double_sided, ..from.shading };
        (own.ambient, own.specular, own.shininess, own.blend) =
            (from.ambient, from.specular, from.shininess, from.blend);
        own.extras.extend(from.extras.clone());
        report.restored("layers of materials", &from.name);
    }
}

/// Returns whether a material has fewer layers than it had, and the same image.
fn is_bare(edited: &Scene, own: &Material, original: &Scene, from: &Material) -> bool {
    let image = |scene: &Scene, material: &Material| {
        let (_, texture) = material.color_layer(scene)?;
        texture.image.map(|image| stem(&scene.images[image.index()]))
    };
    own.layers.len() < from.layers.len() && image(edited, own) == image(original, from) && !is_trimmed(own, from)
}

/// Returns whether the layers that are left are still as the extras had them, which no tool makes: then its user took the others out.
fn is_trimmed(own: &Material, from: &Material) -> bool {
    let facts = |layer: &TextureLayer| (layer.slot, layer.role, layer.blend, layer.uv_set);
    let is_kept = |layer: &TextureLayer| from.layers.iter().any(|known| facts(known) == facts(layer));
    let is_plain = |layer: &TextureLayer| layer.slot == 0 && layer.blend == LayerBlend::Multiply;
    own.layers.iter().all(is_kept) && !own.layers.iter().all(is_plain)
}

/// Returns the name of an image as programs hand it on: in small letters, without its extension and the number of a second one.
fn stem(image: &Image) -> String {
    let name = image.file_name();
    let name = without_number(name).unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase()
}
