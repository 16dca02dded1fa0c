//! Materials and their eight textures.

use super::Importer;
use crate::document::Material;
use crate::layout::Layout;
use glam::{Vec3, Vec4};
use retromesh_core::extras::Extras;
use retromesh_core::material::{
    AlphaMode, Image, LayerBlend, Material as SceneMaterial, Texture, TextureLayer, TextureRole,
};
use retromesh_core::{Error, ImageId, TextureId};
use std::collections::HashMap;

/// What the texture slots are for.
pub(crate) const ROLES: [TextureRole; 8] = [
    TextureRole::Ambient,
    TextureRole::Emissive,
    TextureRole::Color,
    TextureRole::Specular,
    TextureRole::SpecularPower,
    TextureRole::Normal,
    TextureRole::Bump,
    TextureRole::Opacity,
];

/// The specular power that counts as full gloss.
pub(crate) const FULL_GLOSS: f32 = 128.0;

impl Importer<'_, '_> {
    pub(super) fn materials(&mut self) -> Result<(), Error> {
        let mut textures: HashMap<String, TextureId> = HashMap::new();
        for material in &self.document.materials {
            let mut imported = self.material(material)?;
            for ((slot, stem), role) in material.textures.iter().enumerate().zip(ROLES) {
                if stem.is_empty() {
                    continue;
                }
                let stem = self.text(stem, "texture name")?;
                let scene = &mut self.scene;
                let texture = *textures.entry(stem).or_insert_with_key(|stem| {
                    let image = ImageId::new(scene.images.len());
                    scene.images.push(Image { path: format!("{stem}.png"), ..Image::default() });
                    scene.textures.push(Texture { name: stem.clone(), image: Some(image), ..Texture::default() });
                    TextureId::new(scene.textures.len() - 1)
                });
                // The engine multiplies the emitted colour with its texture: black stays black.
                let is_off = role == TextureRole::Emissive && imported.emissive == Vec3::ZERO;
                let blend = if is_off { LayerBlend::Off } else { LayerBlend::Multiply };
                imported.layers.push(TextureLayer { slot: slot as u32, texture, role, blend, uv_set: 0 });
            }
            self.scene.materials.push(imported);
        }
        Ok(())
    }

    fn material(&mut self, m: &Material<'_>) -> Result<SceneMaterial, Error> {
        let layout = self.document.layout;
        let [r, g, b, _] = m.diffuse;
        let rgb = |color: [f32; 4]| Vec4::from_array(color).truncate();
        let mut extras = Extras::new();
        let alphas = [m.ambient, m.emissive, m.diffuse, m.specular].map(|[.., alpha]| alpha);
        if alphas != [1.0; 4] {
            extras.insert("bgl.alphas".into(), alphas.into());
        }
        let mut keep = |key: &str, value: f32| extras.insert(format!("bgl.{key}"), value.into());
        keep("specular_power", m.specular_power);
        keep("index_of_refraction", m.index_of_refraction);
        keep("bump_intensity", m.bump_intensity);
        keep("specular_scale", m.specular_scale);
        keep("alpha_threshold", m.alpha_threshold);
        if layout >= Layout::L11 {
            keep("reflectance", m.reflectance);
        } else {
            extras.insert("bgl.reflectance_color".into(), m.reflectance_color.into());
        }
        if layout >= Layout::L12 {
            extras.insert("bgl.refraction".into(), m.refraction.into());
        }
        let alpha_mode = if m.blending != 0 {
            AlphaMode::Blend
        } else if m.alpha_threshold > 0.0 {
            AlphaMode::Mask { cutoff: m.alpha_threshold }
        } else {
            AlphaMode::Opaque
        };
        Ok(SceneMaterial {
            name: self.text(&m.name, "material name")?,
            base_color: Vec4::new(r, g, b, m.opacity),
            ambient: Some(rgb(m.ambient)),
            specular: Some(rgb(m.specular)),
            emissive: rgb(m.emissive),
            shininess: (m.specular_power / FULL_GLOSS).clamp(0.0, 1.0),
            alpha_mode,
            extras,
            ..SceneMaterial::default()
        })
    }
}
