//! The texture slots of a glTF material.

use retromesh_core::material::TextureRole;

/// A slot: the name of its member, and what a texture in it is for.
pub(crate) type Slot = (&'static str, TextureRole);

/// The slots in the order in which readers make layers of them.
pub(crate) const SLOTS: [Slot; 5] = [
    (BASE_COLOR, TextureRole::Color),
    (METALLIC_ROUGHNESS, TextureRole::MetallicRoughness),
    (NORMAL, TextureRole::Normal),
    (OCCLUSION, TextureRole::Occlusion),
    (EMISSIVE, TextureRole::Emissive),
];

/// The extension of an older kind of material; its colour and its first texture are those of newer ones.
pub(crate) const SPECULAR_GLOSSINESS: &str = "KHR_materials_pbrSpecularGlossiness";

pub(crate) const BASE_COLOR: &str = "baseColorTexture";
pub(crate) const METALLIC_ROUGHNESS: &str = "metallicRoughnessTexture";
pub(crate) const NORMAL: &str = "normalTexture";
pub(crate) const OCCLUSION: &str = "occlusionTexture";
pub(crate) const EMISSIVE: &str = "emissiveTexture";

/// Returns the role of the texture of a slot: what is not lit has no occlusion, so that one with coordinates of its own is a light map.
pub(crate) fn role_in_slot(role: TextureRole, uv_set: u32, unlit: bool) -> TextureRole {
    if unlit && role == TextureRole::Occlusion && uv_set > 0 { TextureRole::Lightmap } else { role }
}
