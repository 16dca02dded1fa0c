//! Texture slots: the engine counts the textures of a file, and a mod supplies an image for each.

use retromesh_core::material::{LayerBlend, Material, Texture, TextureLayer, TextureRole, UvTransform};
use retromesh_core::mesh::Mesh;
use retromesh_core::{Code, Diagnostics, Finding, MaterialId, MeshId, Result, TextureId, Valid};
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
///
/// Meshes without faces have no place then: the engine takes points for corners of triangles.
pub(super) fn assign<'s>(scene: Valid<'s>, diagnostics: &mut Diagnostics) -> Result<(Valid<'s>, Vec<Coordinates>)> {
    let mut builder = Builder { scene: &scene, slots: Slots::default(), layered: BTreeSet::new() };
    // By mesh: the new materials of its parts, once a node has those of the mesh.
    let mut own: Vec<Option<Vec<Option<MaterialId>>>> = vec![None; scene.meshes.len()];
    let mut instances = Vec::new();
    for id in scene.depth_first() {
        let Some(instance) = scene[id].mesh.as_deref() else { continue };
        let chosen: Vec<Option<MaterialId>> = parts_of(&scene, instance).map(|(_, material)| material).collect();
        let mesh = &scene[instance.mesh];
        let mut add = || chosen.iter().map(|material| Some(builder.add(*material))).collect();
        let materials = if chosen.iter().eq(mesh.parts.iter().map(|part| &part.material)) {
            own[instance.mesh.index()].get_or_insert_with(add);
            Vec::new()
        } else {
            // A node with materials of its own has slots of its own.
            add()
        };
        instances.push((id, materials));
    }
    let Builder { slots, layered, .. } = builder;
    let lost = |id: &MaterialId| scene[*id].layers.len().saturating_sub(1);
    let finding = Finding::new(Code::LostTextureLayer).times(layered.iter().map(lost).sum());
    diagnostics.report(finding.detail("the engine draws one texture a part"))?;
    let unused = scene.materials.len() - layered.len();
    diagnostics.report(Finding::new(Code::LostMaterials).times(unused))?;
    let mut edit = scene.edit();
    for (id, materials) in instances {
        let faceless = edit[id].mesh.as_deref().is_some_and(|instance| edit[instance.mesh].triangle_count() == 0);
        let node = edit.node_mut(id);
        match node.mesh.as_deref_mut() {
            Some(instance) if !faceless => instance.materials = materials,
            _ => node.mesh = None,
        }
    }
    for (mesh, own) in (0..).map(MeshId).zip(own) {
        if edit[mesh].triangle_count() == 0 {
            *edit.mesh_mut(mesh) = Mesh::default();
        }
        // A mesh whose nodes all have materials of their own keeps none of the old ones.
        for part in 0..edit[mesh].parts.len() {
            *edit.part_material_mut(mesh, part) = own.as_ref().and_then(|own| own[part]);
        }
    }
    edit.replace_materials(slots.materials, slots.textures);
    Ok((edit.finish()?, slots.coordinates))
}

/// The tables of the prepared scene, all by slot.
#[derive(Default)]
struct Slots {
    materials: Vec<Material>,
    textures: Vec<Texture>,
    coordinates: Vec<Coordinates>,
}

struct Builder<'a> {
    scene: &'a Valid<'a>,
    slots: Slots,
    /// The source's materials that are used.
    layered: BTreeSet<MaterialId>,
}

impl Builder<'_> {
    /// Adds the next slot, for a part with a material of the source.
    fn add(&mut self, id: Option<MaterialId>) -> MaterialId {
        let slot = self.slots.materials.len();
        let source = id.map(|id| &self.scene[id]);
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
        // The name says which image the mod is to put there.
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
