//! Materials: the metallic-roughness look in the core, the legacy facts in the extras.

use super::Exporter;
use super::layers::Slots;
use crate::TEXTURE_TRANSFORM;
use crate::extras_json::object;
use crate::slots::{BASE_COLOR, EMISSIVE, METALLIC_ROUGHNESS, NORMAL, OCCLUSION};
use crate::words::Word;
use crate::{NORMAL_SCALE, OCCLUSION_STRENGTH, kept};
use glam::{Vec3, Vec4};
use gltf_json::extensions::material as ext;
use gltf_json::material::{
    AlphaCutoff, AlphaMode as JsonAlpha, EmissiveFactor, NormalTexture, OcclusionTexture, PbrBaseColorFactor,
    PbrMetallicRoughness, StrengthFactor,
};
use gltf_json::texture::Info;
use gltf_json::validation::Checked::Valid;
use gltf_json::{Index, Material as JsonMaterial};
use retromesh_core::material::{AlphaMode, Blend, LayerBlend, Material, TextureLayer};
use retromesh_core::{Code, Extras, Finding, MaterialId, Result};
use serde_json::{Map, Value, json};

impl Exporter<'_> {
    /// Writes all materials in order, so that their numbers stay, each for the most coordinate sets of its meshes.
    pub(super) fn materials(&mut self) -> Result<()> {
        let scene = self.scene;
        let mut sets: Vec<Option<usize>> = vec![None; scene.materials.len()];
        let mut note = |id: Option<MaterialId>, count: usize| {
            if let Some(slot) = id.map(|id| &mut sets[id.index()]) {
                *slot = (*slot).max(Some(count));
            }
        };
        for mesh in &scene.meshes {
            mesh.parts.iter().for_each(|part| note(part.material, mesh.uv_sets.len()));
        }
        for instance in scene.nodes.iter().filter_map(|node| node.mesh.as_deref()) {
            let count = scene[instance.mesh].uv_sets.len();
            instance.materials.iter().for_each(|id| note(*id, count));
        }
        for (id, sets) in sets.into_iter().enumerate() {
            self.material(MaterialId::new(id), sets.unwrap_or(usize::MAX))?;
        }
        Ok(())
    }

    /// Returns the glTF material for a mesh with `uv_sets` coordinate sets; textures that need more have no slot in it.
    pub(super) fn material(&mut self, id: MaterialId, uv_sets: usize) -> Result<Index<JsonMaterial>> {
        let material = &self.scene[id];
        let all = self.slots(material, usize::MAX);
        let needed = all.filled().map(|(_, layer)| layer.uv_set as usize + 1).max().unwrap_or(0);
        let uv_sets = uv_sets.min(needed);
        if let Some(&index) = self.material_variants.get(&(id, uv_sets)) {
            return Ok(index);
        }
        let slots = self.slots(material, uv_sets);
        let written = self.build_material(material, &slots)?;
        let index = Index::push(&mut self.root.materials, written);
        self.material_variants.insert((id, uv_sets), index);
        Ok(index)
    }

    fn build_material(&mut self, material: &Material, slots: &Slots) -> Result<JsonMaterial> {
        let mut own = Map::new();
        let replaced = material.shading.vertex_colors && !material.multiplies_colors();
        let authored = material.base_color;
        let factor = if replaced { Vec3::ONE.extend(authored.w) } else { authored };
        let factor = self.unit(factor)?;
        if factor != authored {
            own.insert("baseColor".into(), json!(authored.to_array()));
        }
        // What is brighter than white has an extension.
        let brightness = material.emissive.max_element().max(1.0);
        let mut emissive = self.unit((material.emissive / brightness).extend(1.0))?.truncate();
        let drawn = |layer: &TextureLayer| layer.blend != LayerBlend::Off;
        if slots.get(EMISSIVE).is_some_and(drawn) && emissive == Vec3::ZERO {
            emissive = Vec3::ONE;
        }
        if emissive * brightness != material.emissive {
            own.insert("emissive".into(), json!(material.emissive.to_array()));
        }
        let roughness = material.roughness.unwrap_or(1.0 - material.shininess).clamp(0.0, 1.0);
        let metallic = material.metallic.unwrap_or(0.0).clamp(0.0, 1.0);
        self.legacy_facts(material, roughness, &mut own)?;
        self.layers(material, slots, &mut own)?;

        let color = self.info(slots.get(BASE_COLOR))?;
        let metallic_roughness = self.info(slots.get(METALLIC_ROUGHNESS))?;
        let emissive_texture = self.info(slots.get(EMISSIVE))?;
        let others = |info: &Info| {
            let transform = info.extensions.as_ref().and_then(|e| e.texture_transform.as_ref())?;
            serde_json::to_value(transform).ok().map(|t| Map::from_iter([(TEXTURE_TRANSFORM.to_string(), t)]))
        };
        let mut extras = material.extras.clone();
        let mut number = |key: &str| extras.remove(key).and_then(|extra| extra.as_float()).map_or(1.0, |x| x as f32);
        let (scale, strength) = (number(NORMAL_SCALE), number(OCCLUSION_STRENGTH).clamp(0.0, 1.0));
        let normal = self.info(slots.get(NORMAL))?.map(|info| NormalTexture {
            extensions: others(&info).map(|others| ext::NormalTexture { others }),
            index: info.index,
            scale,
            tex_coord: info.tex_coord,
            extras: None,
        });
        let occlusion = self.info(slots.get(OCCLUSION))?.map(|info| OcclusionTexture {
            extensions: others(&info).map(|others| ext::OcclusionTexture { others }),
            index: info.index,
            strength: StrengthFactor(strength),
            tex_coord: info.tex_coord,
            extras: None,
        });
        if material.shading.unlit {
            self.use_extension("KHR_materials_unlit");
        }
        let emissive_strength = (brightness > 1.0)
            .then_some(ext::EmissiveStrength { emissive_strength: ext::EmissiveStrengthFactor(brightness) });
        if emissive_strength.is_some() {
            self.use_extension("KHR_materials_emissive_strength");
        }
        let unlit = material.shading.unlit.then_some(ext::Unlit {});
        let others = self.kept_extensions(&mut extras);
        let some = unlit.is_some() || emissive_strength.is_some() || !others.is_empty();
        let extensions = some.then(|| ext::Material { unlit, emissive_strength, others, ..Default::default() });
        let joined = material.blend != Blend::Alpha;
        let (mode, cutoff) = match material.alpha_mode {
            AlphaMode::Opaque if !joined => (JsonAlpha::Opaque, None),
            AlphaMode::Mask { cutoff } if !joined => (JsonAlpha::Mask, Some(AlphaCutoff(cutoff.max(0.0)))),
            _ => (JsonAlpha::Blend, None),
        };
        Ok(JsonMaterial {
            alpha_cutoff: cutoff,
            alpha_mode: Valid(mode),
            double_sided: material.shading.double_sided,
            name: super::name(&material.name),
            pbr_metallic_roughness: PbrMetallicRoughness {
                base_color_factor: PbrBaseColorFactor(factor.to_array()),
                base_color_texture: color,
                metallic_factor: StrengthFactor(metallic),
                roughness_factor: StrengthFactor(roughness),
                metallic_roughness_texture: metallic_roughness,
                extensions: None,
                extras: None,
            },
            normal_texture: normal,
            occlusion_texture: occlusion,
            emissive_texture,
            emissive_factor: EmissiveFactor(emissive.to_array()),
            extensions,
            extras: object(&extras, own),
        })
    }

    /// Returns the extensions that the extras keep as they were, unless the target sorts what they refer to.
    pub(super) fn kept_extensions(&mut self, extras: &mut Extras) -> Map<String, Value> {
        let kept = kept::take_extensions(extras, &self.textures_at);
        if self.luanti.is_some() {
            return Map::new();
        }
        kept.keys().for_each(|name| self.use_extension(name));
        // Textures of extensions may be moved.
        let textures = kept.values().filter_map(Value::as_object).flat_map(Map::values);
        let mut moved = textures.filter_map(|texture| texture.get("extensions")?.get(TEXTURE_TRANSFORM));
        if moved.next().is_some() {
            self.use_extension(TEXTURE_TRANSFORM);
        }
        kept
    }

    /// Puts what has no place in the core into the extras.
    fn legacy_facts(&mut self, material: &Material, roughness: f32, own: &mut Map<String, Value>) -> Result<()> {
        if material.blend != Blend::Alpha {
            own.insert("blend".into(), material.blend.word().into());
            self.diagnostics.report(
                Finding::new(Code::ApproximatedBlend)
                    .detail(format!("{} blending is drawn by alpha", material.blend.word())),
            )?;
            own.insert("alphaMode".into(), alpha_json(material.alpha_mode));
        }
        for (key, color) in [("ambient", material.ambient), ("specular", material.specular)] {
            if let Some(color) = color {
                own.insert(key.into(), json!(color.to_array()));
            }
        }
        if material.roughness.is_none() {
            own.insert("legacy".into(), true.into());
        }
        if material.shininess != 1.0 - roughness || material.roughness.is_none() && material.shininess != 0.0 {
            own.insert("shininess".into(), json!(material.shininess));
        }
        let shading = &material.shading;
        let flags = [
            ("vertexColors", shading.vertex_colors),
            ("vertexAlpha", shading.vertex_alpha),
            ("flat", shading.flat),
            ("noFog", shading.no_fog),
        ];
        for (key, on) in flags {
            if on {
                own.insert(key.into(), true.into());
            }
        }
        let has_file = material.extras.contains_key("p3d.material");
        self.diagnostics.note(Code::KeptInExtras, has_file, "the material file of a P3D (.rvmat)")?;
        let without_slot = usize::from(shading.flat) + usize::from(shading.no_fog);
        self.diagnostics.note(Code::KeptInExtras, without_slot, "flat or fogless shading")
    }

    /// Clamps a colour to 0 to 1.
    fn unit(&mut self, color: Vec4) -> Result<Vec4> {
        let clamped = color.clamp(Vec4::ZERO, Vec4::ONE);
        if clamped != color {
            self.diagnostics.report(Finding::new(Code::ClampedValue).detail("a material colour outside 0 to 1"))?;
        }
        Ok(clamped)
    }
}

fn alpha_json(mode: AlphaMode) -> Value {
    match mode {
        AlphaMode::Opaque => "opaque".into(),
        AlphaMode::Mask { cutoff } => json!(cutoff),
        AlphaMode::Blend => "blend".into(),
    }
}
