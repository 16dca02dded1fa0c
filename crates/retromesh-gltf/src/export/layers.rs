//! Texture layers: which of them fill the slots, and what the extras keep of all of them.
//!
//! Nothing is referred to by number, as other programs sort textures anew: a layer names its image and says the rest of its texture.

use super::Exporter;
use super::textures::{scale_first, transform_json};
use crate::FINGERPRINT;
use crate::extras_json::to_json;
use crate::settings::LightMaps;
use crate::slots::{EMISSIVE, OCCLUSION, SLOTS, role_in_slot};
use crate::words::{self, Word};
use gltf_json::texture::Info;
use retromesh_core::material::{
    LayerBlend, Mapping, Material, Texture, TextureAlpha, TextureLayer, TextureRole, UvOrder, Wrap,
};
use retromesh_core::{Code, Finding, Result};
use serde_json::{Map, Value, json};

/// The layers that fill the slots of a glTF material, in the order of [`SLOTS`].
#[derive(Default)]
pub(crate) struct Slots<'a>([Option<&'a TextureLayer>; SLOTS.len()]);

impl<'a> Slots<'a> {
    pub(super) fn get(&self, slot: &str) -> Option<&'a TextureLayer> {
        self.filled().find(|(name, _)| *name == slot).map(|(_, layer)| layer)
    }

    /// Returns the slots that are not empty.
    pub(super) fn filled(&self) -> impl Iterator<Item = (&'static str, &'a TextureLayer)> {
        SLOTS.iter().zip(&self.0).filter_map(|((name, _), layer)| Some((*name, (*layer)?)))
    }
}

impl Exporter<'_> {
    /// Chooses the first fitting layer of each role that has a slot; an emissive one may be switched off, as its colour can be black.
    pub(super) fn slots<'m>(&self, material: &'m Material, uv_sets: usize) -> Slots<'m> {
        let first = |role: TextureRole| {
            material.layers.iter().find(|layer| {
                let drawn = layer.blend != LayerBlend::Off || role == TextureRole::Emissive;
                layer.role == role && drawn && self.scene[layer.texture].mapping == Mapping::Uv
            })
        };
        let as_occlusion = self.settings.light_maps == LightMaps::Occlusion;
        let light_map = || first(TextureRole::Lightmap).filter(|_| as_occlusion);
        Slots(SLOTS.map(|(slot, role)| {
            let layer = first(role).or_else(|| light_map().filter(|_| slot == OCCLUSION));
            let is_written = |layer: &&TextureLayer| self.textures_at[layer.texture.index()].is_some();
            layer.filter(|layer| (layer.uv_set as usize) < uv_sets).filter(is_written)
        }))
    }

    /// Keeps the list of layers when the slots alone do not say it all.
    pub(super) fn layers(&mut self, material: &Material, slots: &Slots, own: &mut Map<String, Value>) -> Result<()> {
        let slot_of =
            |layer: &TextureLayer| slots.filled().find(|(_, own)| std::ptr::eq(*own, layer)).map(|(slot, _)| slot);
        let shows_light = slots.filled().any(|(_, layer)| layer.role == TextureRole::Lightmap);
        if shows_light {
            let finding = Finding::new(Code::ApproximatedMaterial);
            self.diagnostics.report(finding.detail("light maps are shown as occlusion, by their red"))?;
        }
        let plain = |layer: &TextureLayer| is_plain(&self.scene[layer.texture]);
        // Blender drops the occlusion of what is not lit, and with it a light map that only the slot would know.
        // It drops the extras of images, too, and of their names the extension.
        let has_file = |layer: &TextureLayer| self.print(layer).is_some();
        let slots_say_all = restored(slots, material.shading.unlit) == material.layers && !shows_light;
        let slots_say_all = slots_say_all && !material.layers.iter().any(has_file);
        if slots_say_all && material.layers.iter().all(plain) {
            return Ok(());
        }
        let outside = material.layers.iter().filter(|layer| slot_of(layer).is_none()).count();
        let finding = Finding::new(Code::KeptInExtras).times(outside).detail("texture layers without a slot");
        self.diagnostics.report(finding)?;
        let layers = material.layers.iter().map(|layer| self.layer(layer, slot_of(layer)));
        own.insert("layers".into(), layers.collect());
        self.layered += 1;
        Ok(())
    }

    /// Returns the fingerprint of the image of a layer, where that has a file and is written.
    fn print(&self, layer: &TextureLayer) -> Option<&str> {
        self.prints.get(self.scene[layer.texture].image?.index())?.as_deref()
    }

    fn layer(&self, layer: &TextureLayer, slot: Option<&str>) -> Value {
        let texture = &self.scene[layer.texture];
        let mut kept = Map::new();
        if let Some(slot) = slot {
            kept.insert("in".into(), slot.into());
        }
        kept.insert("slot".into(), layer.slot.into());
        kept.insert("role".into(), layer.role.word().into());
        kept.insert("blend".into(), words::layer_blend(layer.blend));
        kept.insert("uvSet".into(), layer.uv_set.into());
        if let Some(image) = texture.image.map(|id| &self.scene[id]) {
            kept.insert("image".into(), image.path.as_str().into());
            if let Some(uri) = image.uri.as_ref().filter(|uri| **uri != image.path) {
                kept.insert("uri".into(), uri.as_str().into());
            }
        }
        if let Some(print) = self.print(layer) {
            kept.insert(FINGERPRINT.into(), print.into());
        }
        let facts = texture_facts(texture);
        if !facts.is_empty() {
            kept.insert("texture".into(), Value::Object(facts));
        }
        Value::Object(kept)
    }

    pub(super) fn info(&mut self, layer: Option<&TextureLayer>) -> Result<Option<Info>> {
        let Some((layer, index)) = layer.and_then(|layer| Some((layer, self.textures_at[layer.texture.index()]?)))
        else {
            return Ok(None);
        };
        let extensions = self.transform_extension(&self.scene[layer.texture], layer.uv_set)?;
        Ok(Some(Info { index, tex_coord: layer.uv_set, extensions, extras: None }))
    }
}

/// Returns whether the core of glTF and the extension of its transform say everything about a texture. Smaller copies they do say, but Blender
/// switches them on everywhere.
fn is_plain(texture: &Texture) -> bool {
    let transform = &texture.transform;
    texture.mipmap
        && texture.alpha == TextureAlpha::Ignore
        && texture.mapping == Mapping::Uv
        && texture.extras.is_empty()
        && (transform.is_identity() || transform.order == UvOrder::ScaleFirst && scale_first(transform).1)
}

/// Returns everything about a texture but its image, as far as it is not as usual.
fn texture_facts(texture: &Texture) -> Map<String, Value> {
    let mut facts = Map::new();
    if !texture.name.is_empty() {
        facts.insert("name".into(), texture.name.as_str().into());
    }
    if !texture.transform.is_identity() {
        facts.insert("transform".into(), transform_json(&texture.transform));
    }
    if (texture.wrap_u, texture.wrap_v) != (Wrap::Repeat, Wrap::Repeat) {
        facts.insert("wrap".into(), json!([texture.wrap_u.word(), texture.wrap_v.word()]));
    }
    for (key, value, usual) in [("mipmap", texture.mipmap, true), ("nearest", texture.nearest, false)] {
        if value != usual {
            facts.insert(key.into(), value.into());
        }
    }
    if texture.alpha != TextureAlpha::Ignore {
        facts.insert("alpha".into(), texture.alpha.word().into());
    }
    if texture.mapping != Mapping::Uv {
        facts.insert("mapping".into(), texture.mapping.word().into());
    }
    if !texture.extras.is_empty() {
        let extras = texture.extras.iter().map(|(key, extra)| (key.clone(), to_json(extra))).collect();
        facts.insert("extras".into(), Value::Object(extras));
    }
    facts
}

/// Returns the layers that a reader builds of filled slots: one after another, in the order of the slots.
fn restored(slots: &Slots, unlit: bool) -> Vec<TextureLayer> {
    let role = |slot: &str| SLOTS.iter().find(|(name, _)| *name == slot).map_or(TextureRole::Color, |(_, role)| *role);
    let layer = |(number, (slot, layer)): (usize, (&'static str, &TextureLayer))| TextureLayer {
        slot: number as u32,
        role: role_in_slot(role(slot), layer.uv_set, unlit),
        blend: if slot == EMISSIVE { layer.blend } else { LayerBlend::Multiply },
        ..*layer
    };
    slots.filled().enumerate().map(layer).collect()
}
