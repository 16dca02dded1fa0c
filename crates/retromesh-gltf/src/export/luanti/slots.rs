//! Texture slots: the engine counts the textures of a file, and a mod supplies an image for each.

use retromesh_core::material::{LayerBlend, Material, Texture, TextureLayer, TextureRole, UvTransform};
use retromesh_core::mesh::Mesh;
use retromesh_core::{Code, Diagnostics, Finding, MaterialId, NodeMap, Result, Scene, TextureId};
use retromesh_kit::export::parts_of;
use std::collections::BTreeSet;

/// Where the texture coordinates of a slot come from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) struct Coordinates {
    /// The number of the coordinate set in the source.
    pub(in super::super) set: usize,
    /// What moves them: the engine ignores the extension that would.
    pub(in super::super) transform: UvTransform,
}

/// Gives every part of every mesh that is drawn a material and a texture of its own, in the order of the nodes, as the engine counts the
/// `TRIS` chunks of a b3d file; parts without faces count too. Returns the coordinates by material.
pub(super) fn assign(scene: &mut Scene, diagnostics: &mut Diagnostics) -> Result<Vec<Coordinates>> {
    let materials = std::mem::take(&mut scene.materials);
    let materials_of = |mesh: &Mesh| -> Vec<_> { mesh.parts.iter().map(|part| part.material).collect() };
    let sources: Vec<Vec<Option<MaterialId>>> = scene.meshes.iter().map(materials_of).collect();
    let chosen = NodeMap::from_fn(scene, |id| {
        let instance = scene[id].mesh.as_deref()?;
        Some(parts_of(scene, instance).map(|(_, material)| material).collect::<Vec<_>>())
    });
    let mut builder = Builder { materials: &materials, scene, slots: Slots::default(), layered: BTreeSet::new() };
    let mut plain = vec![false; builder.scene.meshes.len()];
    for id in builder.scene.depth_first() {
        let (Some(mut instance), Some(chosen)) = (builder.scene[id].mesh.take(), &chosen[id]) else { continue };
        let mesh = instance.mesh;
        if *chosen == sources[mesh.index()] {
            instance.materials.clear();
            if !std::mem::replace(&mut plain[mesh.index()], true) {
                for (p, material) in chosen.iter().enumerate() {
                    let fresh = builder.add(*material);
                    builder.scene[mesh].parts[p].material = Some(fresh);
                }
            }
        } else {
            // A node with materials of its own has slots of its own.
            instance.materials = chosen.iter().map(|material| Some(builder.add(*material))).collect();
        }
        builder.scene[id].mesh = Some(instance);
    }
    let (slots, layered) = (builder.slots, builder.layered);
    // A mesh whose nodes all have materials of their own keeps none of the old ones.
    for part in scene.meshes.iter_mut().zip(&plain).filter(|(_, plain)| !**plain).flat_map(|(m, _)| &mut m.parts) {
        part.material = None;
    }
    let lost = |id: &MaterialId| materials[id.index()].layers.len().saturating_sub(1);
    let count = layered.iter().map(lost).sum();
    let finding = Finding::new(Code::LostTextureLayer).times(count);
    diagnostics.report(finding.detail("the engine draws one texture a part"))?;
    let unused = materials.len() - layered.len();
    diagnostics.report(Finding::new(Code::LostMaterials).times(unused))?;
    scene.images.clear();
    (scene.materials, scene.textures) = (slots.materials, slots.textures);
    Ok(slots.coordinates)
}

/// The tables of the prepared scene, all by slot.
#[derive(Default)]
struct Slots {
    materials: Vec<Material>,
    textures: Vec<Texture>,
    coordinates: Vec<Coordinates>,
}

struct Builder<'a> {
    /// The source's.
    materials: &'a [Material],
    scene: &'a mut Scene,
    slots: Slots,
    /// The source's materials that are used.
    layered: BTreeSet<MaterialId>,
}

impl Builder<'_> {
    /// Adds the next slot, for a part with a material of the source.
    fn add(&mut self, id: Option<MaterialId>) -> MaterialId {
        let slot = self.slots.materials.len();
        let source = id.map(|id| &self.materials[id.index()]);
        self.layered.extend(id);
        let layer = source.and_then(shown);
        let texture = layer.map(|layer| &self.scene[layer.texture]);
        let image = texture.and_then(|texture| texture.image).map(|id| &self.scene[id]);
        self.slots.coordinates.push(Coordinates {
            set: layer.map_or(0, |layer| layer.uv_set as usize),
            transform: texture.map_or(UvTransform::IDENTITY, |texture| texture.transform),
        });
        let kept = texture.map_or_else(Texture::default, |t| Texture {
            wrap_u: t.wrap_u,
            wrap_v: t.wrap_v,
            mipmap: t.mipmap,
            nearest: t.nearest,
            ..Texture::default()
        });
        // The name tells which image the mod is to put there.
        let name = image.map_or_else(String::new, |image| image.file_name().to_owned());
        self.slots.textures.push(Texture { name, ..kept });
        let layers = vec![TextureLayer {
            slot: 0,
            texture: TextureId::new(slot),
            role: TextureRole::Color,
            blend: LayerBlend::Multiply,
            uv_set: 0,
        }];
        self.slots.materials.push(Material { layers, ..source.cloned().unwrap_or_default() });
        MaterialId::new(slot)
    }
}

/// Returns the layer whose image is drawn.
fn shown(material: &Material) -> Option<&TextureLayer> {
    material.layers.iter().find(|layer| layer.role == TextureRole::Color && layer.blend != LayerBlend::Off)
}
