//! Materials: the slots as layers, the legacy facts out of the extras.

use super::{Importer, float, floats};
use crate::extras_json::split;
use crate::words::{self, Word};
use glam::{Vec2, Vec3, Vec4};
use gltf_json::extensions::texture::TextureTransform;
use gltf_json::material::AlphaMode as JsonAlpha;
use gltf_json::validation::Checked;
use gltf_json::{Index, Material as JsonMaterial};
use retromesh_core::extras::MULTIPLY_COLORS;
use retromesh_core::material::{
    AlphaMode, Blend, LayerBlend, Material, Shading, TextureLayer, TextureRole, UvOrder, UvTransform,
};
use retromesh_core::{Code, Extra, Result, TextureId};
use serde_json::{Map, Value};

/// A use of a texture: its number, its coordinate set, its transform.
type Use<'a> = (Index<gltf_json::Texture>, u32, Option<&'a TextureTransform>);

impl Importer<'_, '_> {
    pub(super) fn materials(&mut self) -> Result<()> {
        for (i, material) in self.root.materials.iter().enumerate() {
            let read = self.material(i, material)?;
            self.scene.materials.push(read);
        }
        Ok(())
    }

    fn material(&mut self, i: usize, material: &JsonMaterial) -> Result<Material> {
        let (mut extras, own) = split(material.extras.as_deref());
        let pbr = &material.pbr_metallic_roughness;
        let factor = Vec4::from(pbr.base_color_factor.0);
        let extensions = material.extensions.as_ref();
        let strength = extensions.and_then(|e| e.emissive_strength.as_ref()).map_or(1.0, |e| e.emissive_strength.0);
        let emissive = Vec3::from(material.emissive_factor.0) * strength;
        let (metallic, roughness) = (pbr.metallic_factor.0, pbr.roughness_factor.0);
        let legacy = own.get("legacy") == Some(&Value::Bool(true));
        let flag = |key: &str| own.get(key) == Some(&Value::Bool(true));
        let specular = extensions.and_then(|e| e.specular.as_ref());
        let specular = specular.map(|s| Vec3::from(s.specular_color_factor.0) * s.specular_factor.0);
        let mut layers = self.slot_layers(i, material)?;
        if let Some(own_layers) = own.get("layers").and_then(|value| self.own_layers(value)) {
            layers = own_layers;
        }
        let mode = match material.alpha_mode {
            Checked::Valid(JsonAlpha::Mask) => AlphaMode::Mask { cutoff: material.alpha_cutoff.map_or(0.5, |c| c.0) },
            Checked::Valid(JsonAlpha::Blend) => AlphaMode::Blend,
            _ => AlphaMode::Opaque,
        };
        let base_color = floats(own.get("baseColor")).map_or(factor, Vec4::from);
        let read = Material {
            name: material.name.clone().unwrap_or_default(),
            base_color: finite4(base_color),
            ambient: floats(own.get("ambient")).map(Vec3::from),
            specular: floats(own.get("specular")).map(Vec3::from).or(specular).filter(|s| s.is_finite()),
            emissive: finite3(floats(own.get("emissive")).map_or(emissive, Vec3::from)),
            shininess: match float(own.get("shininess")) {
                Some(shininess) => shininess,
                None if legacy => 0.0,
                None => finite(1.0 - roughness),
            },
            metallic: (!legacy || metallic != 0.0).then_some(finite(metallic)),
            roughness: (!legacy).then_some(finite(roughness)),
            alpha_mode: own_alpha(&own).unwrap_or(mode),
            blend: Blend::from_value(own.get("blend")).unwrap_or_default(),
            shading: Shading {
                unlit: extensions.is_some_and(|e| e.unlit.is_some()),
                vertex_colors: flag("vertexColors"),
                vertex_alpha: flag("vertexAlpha"),
                flat: flag("flat"),
                no_fog: flag("noFog"),
                double_sided: material.double_sided,
            },
            layers,
            extras: std::mem::take(&mut extras),
        };
        Ok(read)
    }

    /// Notes that a primitive with vertex colours uses a material of another program's file.
    ///
    /// glTF multiplies them with the base colour, legacy engines replace it: a base colour that matters is marked.
    pub(super) fn use_vertex_colors(&mut self, material: usize, alpha: bool) {
        if self.document.is_own() {
            return;
        }
        if let Some(material) = self.scene.materials.get_mut(material) {
            material.shading.vertex_colors = true;
            material.shading.vertex_alpha |= alpha;
            if material.base_color.truncate() != Vec3::ONE {
                material.extras.insert(MULTIPLY_COLORS.into(), Extra::Bool(true));
            }
        }
    }

    /// Turns the filled slots into layers, one after another.
    fn slot_layers(&mut self, i: usize, material: &JsonMaterial) -> Result<Vec<TextureLayer>> {
        let pbr = &material.pbr_metallic_roughness;
        let info = |info: &'_ gltf_json::texture::Info| -> (Index<gltf_json::Texture>, u32, Option<TextureTransform>) {
            (info.index, info.tex_coord, info.extensions.as_ref().and_then(|e| e.texture_transform.clone()))
        };
        let other = |others: Option<&Map<String, Value>>| -> Option<TextureTransform> {
            serde_json::from_value(others?.get("KHR_texture_transform")?.clone()).ok()
        };
        let normal = material.normal_texture.as_ref();
        let normal = normal.map(|t| (t.index, t.tex_coord, other(t.extensions.as_ref().map(|e| &e.others))));
        let occlusion = material.occlusion_texture.as_ref();
        let occlusion = occlusion.map(|t| (t.index, t.tex_coord, other(t.extensions.as_ref().map(|e| &e.others))));
        let filled = [
            (TextureRole::Color, pbr.base_color_texture.as_ref().map(info)),
            (TextureRole::MetallicRoughness, pbr.metallic_roughness_texture.as_ref().map(info)),
            (TextureRole::Normal, normal),
            (TextureRole::Occlusion, occlusion),
            (TextureRole::Emissive, material.emissive_texture.as_ref().map(info)),
        ];
        let mut layers = Vec::new();
        for (role, used) in filled {
            let Some((index, set, transform)) = used else { continue };
            if index.value() >= self.root.textures.len() {
                self.report(Code::IndexOutOfRange, 1, || format!("materials[{i}]"), "a texture that does not exist")?;
                continue;
            }
            let (texture, uv_set) = self.used_texture((index, set, transform.as_ref()));
            layers.push(TextureLayer { slot: layers.len() as u32, texture, role, blend: LayerBlend::Multiply, uv_set });
        }
        Ok(layers)
    }

    /// Returns the texture with the transform of this use, adding one when the same texture has another transform already.
    fn used_texture(&mut self, (index, set, transform): Use<'_>) -> (TextureId, u32) {
        let id = TextureId::new(index.value());
        let Some(transform) = transform else { return (id, set) };
        let uv_set = transform.tex_coord.unwrap_or(set);
        let wanted = UvTransform {
            translation: Vec2::from(transform.offset.0),
            rotation: transform.rotation.0,
            scale: Vec2::from(transform.scale.0),
            order: UvOrder::ScaleFirst,
        };
        let finite = wanted.translation.is_finite() && wanted.rotation.is_finite() && wanted.scale.is_finite();
        let Some(texture) = self.scene.textures.get_mut(id.index()).filter(|_| finite) else { return (id, uv_set) };
        // What this project keeps beside the extension is the exact transform behind it.
        let same = |own: &UvTransform| crate::export::scale_first(own).0 == wanted;
        if wanted.is_identity() || same(&texture.transform) {
            return (id, uv_set);
        }
        if texture.transform.is_identity() {
            texture.transform = wanted;
            return (id, uv_set);
        }
        let moved = retromesh_core::material::Texture { transform: wanted, ..texture.clone() };
        let first = self.root.textures.len();
        let known = self.scene.textures.iter().enumerate().skip(first).find(|(_, t)| **t == moved).map(|(i, _)| i);
        let at = known.unwrap_or_else(|| {
            self.scene.textures.push(moved);
            self.scene.textures.len() - 1
        });
        (TextureId::new(at), uv_set)
    }

    /// Reads the layers as this project keeps them; `None` when they are not as they must be.
    fn own_layers(&self, value: &Value) -> Option<Vec<TextureLayer>> {
        let number = |layer: &Value, key: &str| layer.get(key)?.as_u64().and_then(|n| u32::try_from(n).ok());
        let layer = |layer: &Value| {
            let texture = TextureId(number(layer, "texture")?);
            (texture.index() < self.scene.textures.len()).then_some(())?;
            Some(TextureLayer {
                slot: number(layer, "slot")?,
                texture,
                role: TextureRole::from_value(layer.get("role"))?,
                blend: words::layer_blend_from(layer.get("blend")?)?,
                uv_set: number(layer, "uvSet")?,
            })
        };
        value.as_array()?.iter().map(layer).collect()
    }
}

fn own_alpha(own: &Map<String, Value>) -> Option<AlphaMode> {
    match own.get("alphaMode")? {
        Value::String(word) if word == "opaque" => Some(AlphaMode::Opaque),
        Value::String(word) if word == "blend" => Some(AlphaMode::Blend),
        cutoff => float(Some(cutoff)).map(|cutoff| AlphaMode::Mask { cutoff }),
    }
}

fn finite(x: f32) -> f32 {
    if x.is_finite() { x } else { 0.0 }
}

fn finite3(v: Vec3) -> Vec3 {
    Vec3::from_array(v.to_array().map(finite))
}

fn finite4(v: Vec4) -> Vec4 {
    Vec4::from_array(v.to_array().map(finite))
}
