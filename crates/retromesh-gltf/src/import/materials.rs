//! Materials: the slots as layers, the legacy facts out of the extras.

use super::layers::{Used, switch_off};
use super::{Importer, float, floats};
use crate::extras_json::split;
use crate::slots::{NORMAL, OCCLUSION, SPECULAR_GLOSSINESS};
use crate::words::Word;
use crate::{NORMAL_SCALE, OCCLUSION_STRENGTH, kept};
use glam::{Vec3, Vec4};
use gltf_json::Material as JsonMaterial;
use gltf_json::material::AlphaMode as JsonAlpha;
use gltf_json::validation::Checked;
use retromesh_core::extras::MULTIPLY_COLORS;
use retromesh_core::material::{AlphaMode, Blend, Material, Shading, TextureRole};
use retromesh_core::{Code, Extra, Extras, Result};
use serde_json::{Map, Value};

impl Importer<'_, '_> {
    pub(super) fn materials(&mut self) -> Result<()> {
        let mut layered = 0;
        for (i, material) in self.root.materials.iter().enumerate() {
            let (extras, own) = split(material.extras.as_deref());
            layered += usize::from(own.contains_key("layers"));
            self.marks.materials.push(!own.is_empty());
            let mut read = self.material(i, material, extras, &own)?;
            multiply_colors(material, &mut read);
            self.scene.materials.push(read);
        }
        // Programs drop the extras of all materials or of none; where some have theirs, others are new, or gone as nothing shows them.
        let lost = if layered == 0 { (self.marks.layered as usize).min(self.root.materials.len()) } else { 0 };
        let what = "materials without the texture layers that they had in the extras";
        self.report(Code::StaleExtras, lost, || "materials".into(), what)
    }

    fn material(
        &mut self,
        i: usize,
        material: &JsonMaterial,
        mut extras: Extras,
        own: &Map<String, Value>,
    ) -> Result<Material> {
        let pbr = &material.pbr_metallic_roughness;
        let extensions = material.extensions.as_ref();
        let older = extensions.and_then(|e| e.others.get(SPECULAR_GLOSSINESS));
        let factor = match older {
            Some(older) => floats(older.get("diffuseFactor")).map_or(Vec4::ONE, Vec4::from),
            None => Vec4::from(pbr.base_color_factor.0),
        };
        let strength = extensions.and_then(|e| e.emissive_strength.as_ref()).map_or(1.0, |e| e.emissive_strength.0);
        let shown = Vec3::from(material.emissive_factor.0);
        let (metallic, roughness) = match older {
            Some(older) => (0.0, 1.0 - float(older.get("glossinessFactor")).unwrap_or(1.0)),
            None => (pbr.metallic_factor.0, pbr.roughness_factor.0),
        };
        let newer = (Vec4::from(pbr.base_color_factor.0), pbr.metallic_factor.0, pbr.roughness_factor.0);
        let is_other = newer != (factor, metallic, roughness) && newer != (Vec4::ONE, 1.0, 1.0) && !self.own;
        let what = "what is shown without KHR_materials_pbrSpecularGlossiness is computed from it";
        self.report(Code::ApproximatedMaterial, usize::from(is_other), || format!("materials[{i}]"), what)?;
        let flag = |key: &str| own.get(key) == Some(&Value::Bool(true));
        let specular = extensions.and_then(|e| e.specular.as_ref());
        let specular = specular.map(|s| Vec3::from(s.specular_color_factor.0) * s.specular_factor.0);
        let specular = match older {
            Some(older) => Some(floats(older.get("specularFactor")).map_or(Vec3::ONE, Vec3::from)),
            None => specular,
        };
        if let Some(extensions) = extensions {
            let typed = extensions.specular.as_ref().and_then(|specular| serde_json::to_value(specular).ok());
            let typed = typed.map(|value| ("KHR_materials_specular".to_owned(), value));
            kept::keep_extensions(extensions.others.iter().chain(typed.iter().map(|(k, v)| (k, v))), &mut extras);
        }
        let used = self.used_textures(i, material)?;
        let unlit = extensions.is_some_and(|e| e.unlit.is_some());
        let mut layers = match own.get("layers") {
            Some(Value::Array(kept)) => self.kept_layers(i, kept, &used, unlit)?,
            _ => self.slot_layers(&used, unlit)?,
        };
        let mode = match material.alpha_mode {
            Checked::Valid(JsonAlpha::Mask) => AlphaMode::Mask { cutoff: material.alpha_cutoff.map_or(0.5, |c| c.0) },
            Checked::Valid(JsonAlpha::Blend) => AlphaMode::Blend,
            _ => AlphaMode::Opaque,
        };
        // What the extras keep is what the file's own values were made of; where those are others now, they count.
        let mut stale = 0;
        let mut kept = |value: Option<Vec4>, fits: bool| {
            value.filter(|_| fits).or_else(|| {
                stale += usize::from(value.is_some());
                None
            })
        };
        let base = floats(own.get("baseColor")).map(Vec4::from);
        let white = |base: Vec4| if flag("vertexColors") { Vec3::ONE.extend(base.w) } else { base };
        let fits = base.is_some_and(|base| near(clamped(base), factor) || near(clamped(white(base)), factor));
        let base_color = kept(base, fits).unwrap_or(factor);
        let emitted = floats(own.get("emissive")).map(|emissive| Vec3::from(emissive).extend(1.0));
        let switched_on = used.iter().any(|used| used.role == TextureRole::Emissive) && shown == Vec3::ONE;
        let fits = emitted.is_some_and(|e| {
            let scaled = e.truncate().max(Vec3::ZERO);
            scaled.abs_diff_eq(shown * strength, 1e-3 * strength.max(1.0)) || scaled == Vec3::ZERO && switched_on
        });
        let emissive = kept(emitted, fits).map_or(shown * strength, Vec4::truncate);
        let shininess = float(own.get("shininess"));
        let gloss = shininess.unwrap_or(0.0).clamp(0.0, 1.0);
        // What is not lit has no gloss; tools write there what they like.
        let legacy = flag("legacy") && (unlit || (1.0 - gloss - roughness).abs() <= 1e-3);
        stale += usize::from(legacy != flag("legacy"));
        let kept_alpha = own_alpha(own).filter(|_| mode == AlphaMode::Blend);
        stale += usize::from(kept_alpha.is_none() && own.contains_key("alphaMode"));
        let blend = Blend::from_value(own.get("blend")).filter(|_| kept_alpha.is_some()).unwrap_or_default();
        self.report(
            Code::StaleExtras,
            stale,
            || format!("materials[{i}]"),
            "a colour, a gloss or a blend of a material",
        )?;
        switch_off(&mut layers, &used, shown == Vec3::ZERO);
        keep_amounts(material, &used, &mut extras);
        let read = Material {
            name: material.name.clone().unwrap_or_default(),
            base_color: base_color.map(finite),
            ambient: floats(own.get("ambient")).map(Vec3::from),
            specular: floats(own.get("specular")).map(Vec3::from).or(specular).filter(|s| s.is_finite()),
            emissive: emissive.map(finite),
            shininess: match shininess {
                Some(shininess) if legacy || !flag("legacy") => shininess,
                None if legacy => 0.0,
                _ => finite(1.0 - roughness),
            },
            metallic: (!legacy || metallic != 0.0).then_some(finite(metallic)),
            roughness: (!legacy).then_some(finite(roughness)),
            alpha_mode: kept_alpha.unwrap_or(mode),
            blend,
            shading: Shading {
                unlit,
                vertex_colors: flag("vertexColors"),
                vertex_alpha: flag("vertexAlpha"),
                flat: flag("flat"),
                no_fog: flag("noFog"),
                double_sided: material.double_sided,
            },
            layers,
            extras,
        };
        Ok(read)
    }

    /// Notes that a primitive with vertex colours uses a material, where no extras say it. Those of a material that showed none show what was
    /// painted since.
    ///
    /// glTF multiplies them with the base colour, legacy engines replace it: a base colour that matters is marked.
    pub(super) fn use_vertex_colors(&mut self, material: usize, alpha: bool, is_painted: bool) -> Result<()> {
        let is_marked = self.marks.are_there && self.marks.materials.get(material) == Some(&true);
        let Some(read) = self.scene.materials.get_mut(material) else { return Ok(()) };
        if is_marked && (read.shading.vertex_colors || !is_painted) {
            return Ok(());
        }
        read.shading.vertex_colors = true;
        read.shading.vertex_alpha |= alpha && !is_marked;
        if read.base_color.truncate() != Vec3::ONE {
            read.extras.insert(MULTIPLY_COLORS.into(), Extra::Bool(true));
        }
        let detail = "a material that showed no colours of vertices shows those that were painted";
        self.report(Code::StaleExtras, usize::from(is_marked), || format!("materials[{material}]"), detail)
    }
}

/// Marks a base colour that is multiplied with the colours of vertices, as glTF does it: we write white where these replace it.
fn multiply_colors(material: &JsonMaterial, read: &mut Material) {
    let [r, g, b, _] = material.pbr_metallic_roughness.base_color_factor.0;
    if read.shading.vertex_colors && !near(Vec4::new(r, g, b, 1.0), Vec4::ONE) {
        read.extras.entry(MULTIPLY_COLORS.into()).or_insert(Extra::Bool(true));
    }
}

fn own_alpha(own: &Map<String, Value>) -> Option<AlphaMode> {
    match own.get("alphaMode")? {
        Value::String(word) if word == "opaque" => Some(AlphaMode::Opaque),
        Value::String(word) if word == "blend" => Some(AlphaMode::Blend),
        cutoff => float(Some(cutoff)).map(|cutoff| AlphaMode::Mask { cutoff }),
    }
}

/// Keeps how much the normal map and the occlusion map count, where it is not as usual.
fn keep_amounts(material: &JsonMaterial, used: &[Used], extras: &mut Extras) {
    let has = |slot: &str| used.iter().any(|used| used.slot == slot);
    let scale = material.normal_texture.as_ref().filter(|_| has(NORMAL)).map(|texture| texture.scale);
    let strength = material.occlusion_texture.as_ref().filter(|_| has(OCCLUSION)).map(|t| t.strength.0);
    for (key, value) in [(NORMAL_SCALE, scale), (OCCLUSION_STRENGTH, strength)] {
        if let Some(value) = value.filter(|value| *value != 1.0 && value.is_finite()) {
            extras.insert(key.into(), value.into());
        }
    }
}

/// Returns whether two colours are the same but for rounding.
fn near(a: Vec4, b: Vec4) -> bool {
    a.abs_diff_eq(b, 1e-3)
}

fn clamped(color: Vec4) -> Vec4 {
    color.clamp(Vec4::ZERO, Vec4::ONE)
}

fn finite(x: f32) -> f32 {
    if x.is_finite() { x } else { 0.0 }
}
