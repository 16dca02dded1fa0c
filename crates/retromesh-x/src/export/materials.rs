//! Materials, each an object of its own that meshes refer to.

use super::Exporter;
use crate::import::{is_tinted, power_of};
use glam::Vec3;
use retromesh_core::material::{AlphaMode, LayerBlend, Material, TextureRole};
use retromesh_core::scene::MeshInstance;
use retromesh_core::{Code, Extra, Result};
use retromesh_kit::export::parts_of;
use retromesh_kit::options::Textures;

/// The alpha of what nobody sees: engines take 0 for none.
const UNSEEN: f32 = 1e-6;

impl Exporter<'_> {
    /// Writes all materials, used or not, and returns their names. Where a mesh has parts with a material and parts without, a plain one for
    /// these comes last.
    pub(super) fn materials(&mut self) -> Result<Vec<String>> {
        let mut names = self.names();
        let mut all = Vec::with_capacity(self.scene.materials.len());
        let (mut blends, mut switches, mut glossy, mut lost, mut tinted) = (0, 0, 0, 0, 0);
        for number in 0..self.scene.materials.len() {
            let material = self.scene.materials[number].clone();
            let name = names.word(&material.name, "material");
            let implied = if material.base_color.w < 1.0 { AlphaMode::Blend } else { AlphaMode::Opaque };
            let plain = material.blend == retromesh_core::material::Blend::Alpha;
            blends += usize::from(material.alpha_mode != implied || !plain);
            let shading = material.shading;
            let off = shading.unlit || shading.flat || shading.no_fog || shading.vertex_alpha;
            switches += usize::from(off || shading.vertex_colors != self.colored[number]);
            glossy += usize::from(material.specular.is_none() && material.gloss() != 0.0);
            tinted += usize::from(is_tinted(&material));
            lost += self.material(&name, &material);
            all.push(name);
        }
        self.diagnostics.note(Code::NamesMadeUnique, names.made_unique, "materials")?;
        self.diagnostics.note(Code::AlteredNames, names.altered, "names of materials are words")?;
        self.diagnostics.note(Code::ApproximatedBlend, blends, "only the alpha of the base colour blends")?;
        self.diagnostics.note(Code::ApproximatedMaterial, switches, "no place for shading switches")?;
        self.diagnostics.note(
            Code::ApproximatedMaterial,
            glossy,
            "gloss without a specular colour was given a grey one",
        )?;
        self.diagnostics.note(Code::TintedTexture, tinted, "")?;
        self.diagnostics.note(Code::LostTextureLayer, lost, "layers other than the texture")?;
        if self.scene.nodes.iter().filter_map(|node| node.mesh.as_deref()).any(|instance| self.is_mixed(instance)) {
            let name = names.word("", "material");
            self.material(&name, &Material::default());
            all.push(name);
        }
        Ok(all)
    }

    /// Returns whether some faces of a mesh have a material and others have none.
    fn is_mixed(&self, instance: &MeshInstance) -> bool {
        let parts = parts_of(&self.scene, instance).filter(|(part, _)| !part.faces.is_empty());
        let (plain, others): (Vec<_>, Vec<_>) = parts.partition(|(_, material)| material.is_none());
        !plain.is_empty() && !others.is_empty()
    }

    /// Writes a material and returns how many of its layers have no place.
    fn material(&mut self, name: &str, material: &Material) -> usize {
        let gloss = material.gloss();
        let power = material.extras.get("x.power").and_then(Extra::as_float).map(|power| power as f32);
        let kept = power.filter(|power| (power / power_of(1.0)).clamp(0.0, 1.0) == gloss && power.is_finite());
        let specular = material.specular.unwrap_or(Vec3::splat(gloss));
        self.writer.open("Material", name);
        let mut values = self.writer.begin();
        let mut color = material.base_color;
        let is_none = color.w == 1.0 && material.extras.get("x.alpha").and_then(Extra::as_float) == Some(0.0);
        if is_none {
            color.w = 0.0;
        } else if color.w == 0.0 {
            color.w = UNSEEN;
        }
        values.line().floats(&color.to_array(), ";").put(";");
        values.line().float(kept.unwrap_or_else(|| power_of(gloss)), ";");
        values.line().floats(&specular.to_array(), ";").put(";");
        values.line().floats(&material.emissive.to_array(), ";").put(";");
        self.writer.values(values);
        let mut lost = 0;
        let mut written = Vec::new();
        for layer in &material.layers {
            let texture = &self.scene[layer.texture];
            let path = texture.image.map_or("", |image| self.images[image.index()].as_str());
            let kind = match layer.role {
                TextureRole::Color if layer.blend != LayerBlend::Off => "TextureFilename",
                TextureRole::Normal => "NormalmapFilename",
                _ => "",
            };
            if kind.is_empty() || path.is_empty() || layer.uv_set > 0 || written.contains(&layer.role) {
                lost += usize::from(self.options.textures != Textures::None);
                continue;
            }
            written.push(layer.role);
            let path = path.to_owned();
            self.writer.object(kind, |values| {
                values.text(&path);
            });
        }
        self.writer.close();
        lost
    }
}
