//! Materials: a colour, an opacity, effects and one texture.

use super::Exporter;
use super::meshes::color_layer;
use crate::document::fx;
use glam::Vec3;
use retromesh_core::material::{AlphaMode, Blend, Mapping, Material, TextureAlpha, Wrap};
use retromesh_core::{Code, Error, Extra, Finding, MaterialId};
use retromesh_kit::export::rgb_bytes;
use retromesh_kit::options::Textures;

/// What a mesh stores of its material.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Appearance {
    pub(super) texture: String,
    /// Blue, green, red, and a byte that no engine reads.
    pub(super) color: [u8; 4],
    pub(super) alpha: f32,
    pub(super) fx: u32,
}

impl Exporter<'_> {
    /// Translates a material; `None` is plain white.
    pub(super) fn appearance(&mut self, id: Option<MaterialId>) -> Result<Appearance, Error> {
        let plain = Material::default();
        let scene = self.scene;
        let material = id.map_or(&plain, |id| &scene[id]);
        let color = material.base_color;
        let clamped = usize::from(color.truncate().clamp(Vec3::ZERO, Vec3::ONE) != color.truncate());
        self.diagnostics.note(Code::ClampedValue, clamped, "a colour")?;
        self.material_losses(material)?;
        let rounded = rounded(color.truncate()) && clamped == 0;
        let finding = Finding::new(Code::ApproximatedMaterial).times(usize::from(rounded));
        self.diagnostics.report(finding.detail("a colour was rounded to 8 bits"))?;
        let texture = match self.options.textures {
            Textures::None => String::new(),
            _ => self.texture(material).unwrap_or_default(),
        };
        let alpha = if color.w.is_finite() { color.w } else { 1.0 };
        let [red, green, blue] = rgb_bytes(color);
        Ok(Appearance { texture, color: [blue, green, red, color_alpha(material)], alpha, fx: effects(material) })
    }

    /// Returns the file name of the texture; the engine looks it up in its working folder.
    fn texture(&self, material: &Material) -> Option<String> {
        let image = self.scene[color_layer(material)?.texture].image?;
        Some(self.scene[image].file_name().to_owned())
    }

    fn material_losses(&mut self, material: &Material) -> Result<(), Error> {
        let shown = color_layer(material);
        let texture = shown.map(|layer| &self.scene[layer.texture]);
        let approximated = [
            (matches!(material.alpha_mode, AlphaMode::Mask { .. }), "alpha test"),
            (texture.is_some_and(|t| t.wrap_u != Wrap::Repeat || t.wrap_v != Wrap::Repeat), "texture wrap"),
            (texture.is_some_and(|t| t.nearest), "texture without smoothing"),
            (texture.is_some_and(|t| t.mapping != Mapping::Uv), "reflected texture"),
            (texture.is_some_and(|t| t.alpha != TextureAlpha::Ignore), "use of a texture's alpha"),
            (material.shading.vertex_alpha, "use of the alpha of vertex colours"),
        ];
        for (_, what) in approximated.into_iter().filter(|(holds, _)| *holds) {
            self.diagnostics.report(Finding::new(Code::ApproximatedMaterial).detail(format!("{what} was left out")))?;
        }
        let moved = usize::from(texture.is_some_and(|texture| !texture.transform.is_identity()));
        let detail = "a texture transform was applied to the coordinates";
        self.diagnostics.note(Code::ApproximatedUvTransform, moved, detail)?;
        let is_blended = material.base_color.w < 1.0;
        let blends = usize::from((material.alpha_mode == AlphaMode::Blend) != is_blended);
        let detail = "the engine blends what has an alpha under one, and nothing else";
        self.diagnostics.note(Code::ApproximatedBlend, blends, detail)
    }
}

/// Returns the fourth byte of a colour: 255, or what an import found there; 0 would tell readers another order.
fn color_alpha(material: &Material) -> u8 {
    let known =
        material.extras.get("bo3d.color_alpha").and_then(Extra::as_int).and_then(|byte| u8::try_from(byte).ok());
    known.filter(|&byte| byte > 0).unwrap_or(u8::MAX)
}

/// Returns whether bytes hold a colour less than exactly.
pub(super) fn rounded(color: Vec3) -> bool {
    let off = |x: f32| ((x * 255.0).round() / 255.0 - x).abs() > 1e-6;
    color.to_array().into_iter().any(off)
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
