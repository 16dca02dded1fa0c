//! Materials: a colour, an opacity, effects and one texture.

use super::Exporter;
use super::geometry::color_layer;
use crate::document::fx;
use retromesh_core::material::{AlphaMode, Blend, Mapping, Material, Wrap};
use retromesh_core::options::Textures;
use retromesh_core::{Code, Error, Extra, Finding, MaterialId};

/// What a mesh stores of its material.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Look {
    pub(super) texture: String,
    /// Blue, green, red, 255.
    pub(super) color: [u8; 4],
    pub(super) alpha: f32,
    pub(super) fx: u32,
}

impl Exporter<'_> {
    /// Translates a material; `None` is plain white.
    pub(super) fn look(&mut self, id: Option<MaterialId>) -> Result<Look, Error> {
        let plain = Material::default();
        let scene = self.scene;
        let material = id.and_then(|id| scene.materials.get(id.index())).unwrap_or(&plain);
        let byte = |x: f32| (x.clamp(0.0, 1.0) * 255.0).round() as u8;
        let color = material.base_color;
        let clamped = usize::from(color.truncate().clamp(glam::Vec3::ZERO, glam::Vec3::ONE) != color.truncate());
        self.diagnostics.report(Finding::new(Code::ClampedValue).times(clamped).detail("a colour"))?;
        self.material_losses(material)?;
        let texture = match self.options.textures {
            Textures::None => String::new(),
            _ => self.texture(material).unwrap_or_default(),
        };
        let alpha = if color.w.is_finite() { color.w } else { 1.0 };
        Ok(Look {
            texture,
            color: [byte(color.z), byte(color.y), byte(color.x), u8::MAX],
            alpha,
            fx: effects(material),
        })
    }

    /// Returns the file name of the texture; the engine looks it up in its working folder.
    fn texture(&self, material: &Material) -> Option<String> {
        let texture = self.scene.textures.get(color_layer(material)?.texture.index())?;
        let image = self.scene.images.get(texture.image?.index())?;
        Some(image.file_name().to_owned())
    }

    fn material_losses(&mut self, material: &Material) -> Result<(), Error> {
        let shown = color_layer(material);
        let layers = material.layers.len() - usize::from(shown.is_some());
        self.diagnostics.report(Finding::new(Code::LostTextureLayer).times(layers))?;
        let texture = shown.and_then(|layer| self.scene.textures.get(layer.texture.index()));
        let approximated = [
            (material.emissive != glam::Vec3::ZERO, "emitted light"),
            (material.specular.is_some_and(|color| color != glam::Vec3::ZERO), "specular colour"),
            (material.shininess != 0.0, "shininess"),
            (material.metallic.is_some_and(|value| value != 0.0), "metalness"),
            (material.ambient.is_some(), "ambient colour"),
            (matches!(material.alpha_mode, AlphaMode::Mask { .. }), "alpha test"),
            (texture.is_some_and(|t| t.wrap_u != Wrap::Repeat || t.wrap_v != Wrap::Repeat), "texture wrap"),
            (texture.is_some_and(|t| t.mapping != Mapping::Uv), "reflected texture"),
        ];
        for (_, what) in approximated.into_iter().filter(|(holds, _)| *holds) {
            self.diagnostics.report(Finding::new(Code::ApproximatedMaterial).detail(format!("{what} was left out")))?;
        }
        Ok(())
    }
}

/// Returns the effect bits of a material, those without a field included.
fn effects(material: &Material) -> u32 {
    let shading = &material.shading;
    let bits = [
        (shading.unlit, fx::FULL_BRIGHT),
        (shading.flat, fx::FLAT),
        (shading.no_fog, fx::NO_FOG),
        (material.blend == Blend::Add, fx::ADD),
        (material.blend == Blend::Multiply, fx::MULTIPLY),
        (shading.double_sided, fx::TWO_SIDED),
    ];
    let other = material.extras.get("bo3d.fx").and_then(Extra::as_int).and_then(|bits| u32::try_from(bits).ok());
    bits.into_iter().filter(|(holds, _)| *holds).fold(other.unwrap_or(0), |sum, (_, bit)| sum | bit)
}
