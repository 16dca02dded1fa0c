//! Texture layers: the slots as layers, and what the extras add to them.
//!
//! Other programs sort textures anew, drop some and give others to materials. So a kept layer is found by the slot that it was in, or by
//! the name of its image, and where the slot says something else, the slot counts.

use super::links::restore_link;
use super::{Importer, float, floats};
use crate::export::scale_first;
use crate::extras_json::from_json;
use crate::slots::{EMISSIVE, SLOTS, SPECULAR_GLOSSINESS, role_in_slot};
use crate::words::{self, Word};
use crate::{FINGERPRINT, TEXTURE_TRANSFORM, pictures};
use glam::Vec2;
use gltf_json::extensions::texture::TextureTransform;
use gltf_json::material::AlphaMode;
use gltf_json::texture::Info;
use gltf_json::validation::Checked;
use gltf_json::{Index, Material as JsonMaterial};
use retromesh_core::material::{
    Image, LayerBlend, Mapping, Texture, TextureAlpha, TextureLayer, TextureRole, UvOrder, UvTransform, Wrap,
    last_component,
};
use retromesh_core::{Code, Extra, Extras, Finding, ImageId, Result, TextureId};
use retromesh_kit::image_files::{is_same_name, stem, without_extension};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// What a slot says: the number of its texture, its coordinate set, its transform.
type Place = (Index<gltf_json::Texture>, u32, Option<TextureTransform>);

/// A filled slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Used {
    pub(super) slot: &'static str,
    pub(super) role: TextureRole,
    pub(super) texture: TextureId,
    pub(super) uv_set: u32,
    pub(super) transform: UvTransform,
}

/// Textures that materials use already, and images by name.
#[derive(Default)]
pub(super) struct Known {
    /// For each texture of the file whether it is settled how it is looked at.
    settled: Vec<bool>,
    /// Textures by everything that was in them when they became known.
    textures: HashMap<String, TextureId>,
    images: HashMap<String, ImageId>,
}

impl Known {
    /// Starts with the textures that the extras describe.
    pub(super) fn new(textures: &[Texture], images: &[Image], settled: Vec<bool>) -> Self {
        let mut known = Self { settled, ..Self::default() };
        for (i, texture) in textures.iter().enumerate() {
            known.textures.entry(key(texture)).or_insert(TextureId::new(i));
        }
        for (i, image) in images.iter().enumerate() {
            let name = image.file_name();
            for name in [image.path.clone(), stem(name), without_extension(name).to_lowercase()] {
                known.images.entry(name).or_insert(ImageId::new(i));
            }
        }
        known
    }
}

fn key(texture: &Texture) -> String {
    format!("{texture:?}")
}

/// Returns whether a program made up the name of an image: a number of it, or other signs between the letters of the name that it had.
fn is_made_up(name: &str, before: &str) -> bool {
    let only = |name: &str, is_kept: fn(char) -> bool| -> String {
        stem(name).chars().filter(|letter| is_kept(*letter)).collect()
    };
    let word = only(name, char::is_alphabetic);
    ["", "image", "img", "texture", "tex"].contains(&word.as_str())
        || only(name, char::is_alphanumeric) == only(before, char::is_alphanumeric)
}

impl Importer<'_, '_> {
    /// Gathers the filled slots of a material.
    pub(super) fn used_textures(&mut self, i: usize, material: &JsonMaterial) -> Result<Vec<Used>> {
        let pbr = &material.pbr_metallic_roughness;
        let info = |info: &Info| {
            (info.index, info.tex_coord, info.extensions.as_ref().and_then(|e| e.texture_transform.clone()))
        };
        let other = |others: Option<&Map<String, Value>>| -> Option<TextureTransform> {
            serde_json::from_value(others?.get(TEXTURE_TRANSFORM)?.clone()).ok()
        };
        let normal = material.normal_texture.as_ref();
        let normal = normal.map(|t| (t.index, t.tex_coord, other(t.extensions.as_ref().map(|e| &e.others))));
        let occlusion = material.occlusion_texture.as_ref();
        let occlusion = occlusion.map(|t| (t.index, t.tex_coord, other(t.extensions.as_ref().map(|e| &e.others))));
        let older = material.extensions.as_ref().and_then(|e| e.others.get(SPECULAR_GLOSSINESS));
        let of_older = |key: &str| -> Option<Info> { serde_json::from_value(older?.get(key)?.clone()).ok() };
        let (diffuse, gloss) = (of_older("diffuseTexture"), of_older("specularGlossinessTexture"));
        let core = |slot: &Option<Info>, other: &Option<Info>| {
            if older.is_some() { other.as_ref().map(info) } else { slot.as_ref().map(info) }
        };
        let filled: [Option<Place>; SLOTS.len()] = [
            core(&pbr.base_color_texture, &diffuse),
            core(&pbr.metallic_roughness_texture, &None),
            normal,
            occlusion,
            material.emissive_texture.as_ref().map(info),
        ];
        let mut used = Vec::new();
        let gloss = (("specularGlossinessTexture", TextureRole::Specular), gloss.as_ref().map(info));
        for ((slot, role), filled) in SLOTS.into_iter().zip(filled).chain([gloss]) {
            let Some((index, set, moved)) = filled else { continue };
            if index.value() >= self.root.textures.len() {
                self.report(Code::IndexOutOfRange, 1, || format!("materials[{i}]"), "a texture that does not exist")?;
                continue;
            }
            let uv_set = moved.as_ref().and_then(|moved| moved.tex_coord).unwrap_or(set);
            let transform = moved.map_or(UvTransform::IDENTITY, |moved| UvTransform {
                translation: Vec2::from(moved.offset.0),
                rotation: moved.rotation.0,
                scale: Vec2::from(moved.scale.0),
                order: UvOrder::ScaleFirst,
            });
            let finite = transform.translation.is_finite() && transform.rotation.is_finite();
            let finite = finite && transform.scale.is_finite();
            self.report(Code::NonFinite, usize::from(!finite), || format!("materials[{i}]"), "a texture's transform")?;
            let transform = if finite { transform } else { UvTransform::IDENTITY };
            used.push(Used { slot, role, texture: TextureId::new(index.value()), uv_set, transform });
        }
        Ok(used)
    }

    /// Turns filled slots into layers, one after another.
    pub(super) fn slot_layers(&mut self, used: &[Used], unlit: bool) -> Result<Vec<TextureLayer>> {
        let layer = |(slot, used): (u32, &Used)| {
            let layer = self.slot_layer(used, slot)?;
            Ok(TextureLayer { role: role_in_slot(used.role, used.uv_set, unlit), ..layer })
        };
        (0..).zip(used).map(layer).collect()
    }

    fn slot_layer(&mut self, used: &Used, slot: u32) -> Result<TextureLayer> {
        let texture = self.scene.textures.get(used.texture.index()).cloned().unwrap_or_default();
        let texture = Texture { transform: self.exact(used, texture.transform), ..texture };
        let texture = self.settle(used.texture, texture)?;
        Ok(TextureLayer { slot, texture, role: used.role, blend: LayerBlend::Multiply, uv_set: used.uv_set })
    }

    /// Returns the transform that the extras keep where it is the one after the extension, else that of the extension.
    fn exact(&self, used: &Used, kept: UvTransform) -> UvTransform {
        let near = |a: Vec2, b: Vec2| a.abs_diff_eq(b, 1e-5);
        let (shown, _) = scale_first(&kept);
        let same = near(shown.translation, used.transform.translation)
            && near(shown.scale, used.transform.scale)
            && (shown.rotation - used.transform.rotation).abs() <= 1e-5;
        if shown == used.transform || self.own && same { kept } else { used.transform }
    }

    /// Returns the texture that is looked at as wanted: that of the file where nothing else is settled about it, or another one.
    fn settle(&mut self, id: TextureId, wanted: Texture) -> Result<TextureId> {
        let key = self.key(&wanted)?;
        let settled = self.known.settled.get_mut(id.index());
        match (self.scene.textures.get_mut(id.index()), settled) {
            (Some(texture), _) if *texture == wanted => {}
            (Some(texture), Some(false)) => *texture = wanted,
            _ => return Ok(self.other(key, wanted)),
        }
        self.known.settled.get_mut(id.index()).into_iter().for_each(|settled| *settled = true);
        self.known.textures.entry(key).or_insert(id);
        Ok(id)
    }

    /// Returns everything that is in a texture as one text, which counts as unpacked: any number of slots may name one texture.
    fn key(&self, texture: &Texture) -> Result<String> {
        let key = key(texture);
        self.accessors.charge(key.len() as u64)?;
        Ok(key)
    }

    /// Returns a texture that is looked at as wanted, adding one where there is none.
    fn other(&mut self, key: String, wanted: Texture) -> TextureId {
        let known = self.known.textures.get(&key).copied();
        let same = |id: &TextureId| self.scene.textures.get(id.index()) == Some(&wanted);
        let id = known.filter(same).unwrap_or_else(|| {
            self.scene.textures.push(wanted);
            TextureId::new(self.scene.textures.len() - 1)
        });
        self.known.settled.get_mut(id.index()).into_iter().for_each(|settled| *settled = true);
        self.known.textures.insert(key, id);
        id
    }

    /// Builds the layers that the extras keep, on the textures that the slots have.
    pub(super) fn kept_layers(
        &mut self,
        i: usize,
        all: &[Value],
        used: &[Used],
        unlit: bool,
    ) -> Result<Vec<TextureLayer>> {
        let path = || format!("materials[{i}]");
        let mut layers = Vec::with_capacity(all.len());
        let mut open: Vec<Used> = used.to_vec();
        for kept in all {
            let number = |key: &str| kept.get(key).and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
            let role = TextureRole::from_value(kept.get("role"));
            let blend = kept.get("blend").and_then(words::layer_blend_from);
            let (Some(slot), Some(role), Some(blend), Some(uv_set)) = (number("slot"), role, blend, number("uvSet"))
            else {
                self.report(Code::StaleExtras, 1, path, "a texture layer that cannot be read")?;
                continue;
            };
            let in_slot = kept.get("in").and_then(Value::as_str);
            let found = open.iter().position(|used| Some(used.slot) == in_slot).map(|at| open.remove(at));
            // Blender drops the occlusion of what is not lit; a light map was not meant as occlusion.
            let dropped = found.is_none() && unlit && role == TextureRole::Lightmap;
            let restored = usize::from(dropped && in_slot.is_some());
            self.report(
                Code::Restored,
                restored,
                path,
                "a light map that its slot does not have any more, and the extras `layers` of its material have",
            )?;
            match (in_slot.filter(|_| !dropped), found) {
                (Some(_), None) => self.report(Code::StaleExtras, 1, path, "a texture layer whose slot is empty")?,
                (Some(_), Some(used)) => {
                    let texture = self.texture_in_slot(i, kept, &used, all)?;
                    layers.push(TextureLayer { slot, texture, role, blend, uv_set: used.uv_set });
                }
                (None, _) => {
                    let texture = self.texture_outside(i, kept)?;
                    layers.push(TextureLayer { slot, texture, role, blend, uv_set });
                }
            }
        }
        // What other programs put into slots that were empty comes after everything.
        for used in open {
            let same = |layer: &TextureLayer| layer.role == used.role && layer.texture == used.texture;
            if !SLOTS.iter().any(|(slot, _)| *slot == used.slot) && layers.iter().any(same) {
                // The extension of an older kind of material has no slot of its own here.
                continue;
            }
            let next = layers.iter().map(|layer| layer.slot.saturating_add(1)).max().unwrap_or(0);
            let layer = self.slot_layer(&used, next)?;
            layers.push(layer);
        }
        Ok(layers)
    }

    /// Returns the texture of a kept layer that is in a slot: the image of the slot, and what the extras say of it where the image is the same.
    fn texture_in_slot(&mut self, i: usize, kept: &Value, used: &Used, all: &[Value]) -> Result<TextureId> {
        let core = self.scene.textures.get(used.texture.index()).cloned().unwrap_or_default();
        let name = kept.get("image").and_then(Value::as_str);
        let print = kept.get(FINGERPRINT).and_then(Value::as_str);
        let found = core.image.and_then(|id| self.prints.get(id.index())?.as_deref());
        let image = core.image.and_then(|id| self.scene.images.get_mut(id.index()));
        let is_print = print.is_some() && print == found;
        let is_named = |name: &str, image: &Image| is_same_name(name, &image.path);
        let mut renamed = 0;
        let same = match (name, image) {
            // The same picture under a name that somebody gave is a copy, which will be painted over.
            (Some(name), Some(image)) if is_named(name, image) || is_print && is_made_up(image.file_name(), name) => {
                renamed = usize::from(!image.path.is_empty() && !is_named(name, image));
                name.clone_into(&mut image.path);
                if let (Some(_), Value::Object(kept)) = (print, kept) {
                    restore_link(image, found, kept.get("uri").and_then(Value::as_str).unwrap_or(name), kept);
                }
                true
            }
            (None, None) => true,
            _ => false,
        };
        let what = "the name of an image: the same picture goes on being the file that the model named";
        self.report(Code::Restored, renamed, || format!("materials[{i}]"), what)?;
        if !same {
            let name = self.root.materials.get(i).and_then(|material| material.name.as_deref()).unwrap_or_default();
            let image = |kept: &Value| kept.get("image").and_then(Value::as_str).map(stem);
            let is_as_before = |other: &&Value| other.get("in").is_none() && image(other) == image(kept);
            let mut others = all.iter().filter(is_as_before).filter_map(|other| other.get("slot")?.as_u64());
            let more = others.next().map_or_else(String::new, |slot| {
                format!(
                    "; its layer {slot} still shows {}",
                    kept.get("image").and_then(Value::as_str).map_or("", last_component)
                )
            });
            let what = format!("the image of material {name} was changed{more}");
            self.diagnostics.report(Finding::new(Code::ChangedImage).within(format!("materials[{i}]")).detail(what))?;
            let old = texture_of(kept);
            let mode = self.root.materials.get(i).map(|material| material.alpha_mode);
            let is_said = match old.alpha {
                TextureAlpha::Ignore => true,
                TextureAlpha::Blend => mode == Some(Checked::Valid(AlphaMode::Blend)),
                TextureAlpha::Mask => mode == Some(Checked::Valid(AlphaMode::Mask)),
            };
            let what = "the use of alpha of a texture that has another image now";
            self.report(Code::StaleExtras, usize::from(!is_said), || format!("materials[{i}]"), what)?;
            // A picture without alpha is cut out as the old one was.
            let data = core.image.and_then(|id| self.scene.images.get(id.index())?.data.as_ref());
            let is_cut = old.alpha == TextureAlpha::Mask
                && is_said
                && data.is_some_and(|data| pictures::is_opaque(&data.mime, &data.bytes));
            let alpha = if is_cut { old.alpha } else { core.alpha };
            let transform = self.exact(used, core.transform);
            // All else is the texture's, whatever its image.
            let (mipmap, mapping, extras) = (old.mipmap, old.mapping, old.extras);
            return self.settle(used.texture, Texture { transform, alpha, mipmap, mapping, extras, ..core });
        }
        let facts = texture_of(kept);
        let transform = self.exact(used, facts.transform);
        if transform != facts.transform {
            let what = "the transform of a texture layer is another than that of its slot";
            self.report(Code::StaleExtras, 1, || format!("materials[{i}]"), what)?;
        }
        let name = if facts.name.is_empty() { core.name } else { facts.name };
        let extras = if facts.extras.is_empty() { core.extras } else { facts.extras };
        // Other programs know no textures without smaller copies.
        let (alpha, mapping, mipmap) = (facts.alpha, facts.mapping, facts.mipmap);
        self.settle(used.texture, Texture { name, transform, mipmap, alpha, mapping, extras, ..core })
    }

    /// Returns the texture of a kept layer that is in no slot, by the name of its image.
    fn texture_outside(&mut self, i: usize, kept: &Value) -> Result<TextureId> {
        let name = kept.get("image").and_then(Value::as_str);
        let uri = kept.get("uri").and_then(Value::as_str).filter(|uri| crate::uri::is_safe(uri));
        let mut texture = texture_of(kept);
        if let Some(name) = name {
            let known = self.known.images.get(name).or_else(|| self.known.images.get(&stem(name))).copied();
            let image = if let Some(image) = known {
                image
            } else {
                // The layer is as it was; whether the picture is found is for those who look for it.
                let what = "the image of a texture layer, which is not in the file any more: it is linked by its name";
                let gone = usize::from(!self.marks.no_images);
                self.report(Code::Restored, gone, || format!("materials[{i}]"), what)?;
                self.scene.images.push(Image { path: name.to_owned(), uri: uri.map(str::to_owned), data: None });
                let image = ImageId::new(self.scene.images.len() - 1);
                self.known.images.insert(name.to_owned(), image);
                image
            };
            texture.image = Some(image);
        }
        let key = self.key(&texture)?;
        Ok(self.other(key, texture))
    }
}

/// Returns whether an emissive texture is switched off by a black factor.
pub(super) fn switch_off(layers: &mut [TextureLayer], used: &[Used], is_black: bool) {
    if is_black && used.iter().any(|used| used.slot == EMISSIVE) {
        let emissive = layers.iter_mut().find(|layer| layer.role == TextureRole::Emissive);
        emissive.into_iter().for_each(|layer| layer.blend = LayerBlend::Off);
    }
}

/// Reads a texture out of a kept layer, without its image.
fn texture_of(kept: &Value) -> Texture {
    let facts = kept.get("texture");
    let fact = |key: &str| facts.and_then(|facts| facts.get(key));
    let wrap = |at: usize| Wrap::from_value(fact("wrap").and_then(|wrap| wrap.get(at))).unwrap_or_default();
    let extras = match fact("extras").and_then(from_json) {
        Some(Extra::Map(extras)) => extras,
        _ => Extras::new(),
    };
    Texture {
        name: fact("name").and_then(Value::as_str).unwrap_or_default().to_owned(),
        image: None,
        transform: fact("transform").and_then(transform_of).unwrap_or(UvTransform::IDENTITY),
        wrap_u: wrap(0),
        wrap_v: wrap(1),
        mipmap: fact("mipmap") != Some(&Value::Bool(false)),
        nearest: fact("nearest") == Some(&Value::Bool(true)),
        alpha: TextureAlpha::from_value(fact("alpha")).unwrap_or_default(),
        mapping: Mapping::from_value(fact("mapping")).unwrap_or_default(),
        extras,
    }
}

/// Reads a transform as this project keeps it.
pub(super) fn transform_of(value: &Value) -> Option<UvTransform> {
    Some(UvTransform {
        translation: Vec2::from(floats::<2>(value.get("offset"))?),
        rotation: float(value.get("rotation"))?,
        scale: Vec2::from(floats::<2>(value.get("scale"))?),
        order: UvOrder::from_value(value.get("order"))?,
    })
}
