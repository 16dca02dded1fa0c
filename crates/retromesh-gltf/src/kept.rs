//! Extensions that no scene has fields for, kept as they are: they travel from glTF to glTF through extras.
//!
//! Only those are kept that refer to nothing but textures and materials, whose numbers stay. All others are reported by name.

use crate::extras_json::{from_json, to_json};
use gltf_json::{Index, Texture};
use retromesh_core::extras::EXTENSIONS;
use retromesh_core::{Extra, Extras};
use serde_json::{Map, Value};

/// The extensions that are kept.
pub(crate) const KEPT: &[&str] = &[
    "KHR_materials_anisotropy",
    "KHR_materials_clearcoat",
    "KHR_materials_diffuse_transmission",
    "KHR_materials_dispersion",
    "KHR_materials_ior",
    "KHR_materials_iridescence",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_materials_sheen",
    "KHR_materials_specular",
    "KHR_materials_transmission",
    "KHR_materials_variants",
    "KHR_materials_volume",
];

/// Puts the extensions that are kept into extras.
pub(crate) fn keep_extensions<'v>(others: impl Iterator<Item = (&'v String, &'v Value)>, extras: &mut Extras) {
    let kept = others.filter(|(name, _)| KEPT.contains(&name.as_str()));
    let kept: Extras = kept.filter_map(|(name, value)| Some((name.clone(), from_json(value)?))).collect();
    if !kept.is_empty() {
        extras.insert(EXTENSIONS.into(), Extra::Map(kept));
    }
}

/// Takes the extensions out of extras, for a file with these textures.
pub(crate) fn take_extensions(extras: &mut Extras, textures: &[Option<Index<Texture>>]) -> Map<String, Value> {
    if !matches!(extras.get(EXTENSIONS), Some(Extra::Map(_))) {
        return Map::new();
    }
    let Some(Extra::Map(kept)) = extras.remove(EXTENSIONS) else { return Map::new() };
    let kept = kept.iter().filter(|(name, _)| KEPT.contains(&name.as_str()));
    let mut kept: Map<String, Value> = kept.map(|(name, extra)| (name.clone(), to_json(extra))).collect();
    for extension in kept.values_mut().filter_map(Value::as_object_mut) {
        extension.retain(|key, value| {
            let Some(index) = value.get_mut("index").filter(|_| key.ends_with("exture")) else { return true };
            let Some(at) = index.as_u64() else { return true };
            let written = usize::try_from(at).ok().and_then(|at| textures.get(at).copied().flatten());
            written.map(|written| *index = written.value().into()).is_some()
        });
    }
    kept
}
