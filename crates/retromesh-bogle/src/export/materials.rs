//! Materials and their eight textures.

use super::{Exporter, extra_float, extra_floats};
use crate::document::Material;
use crate::import::{FULL_GLOSS, ROLES};
use glam::Vec3;
use retromesh_core::material::{
    AlphaMode, Blend, LayerBlend, Mapping, Material as SceneMaterial, TextureLayer, TextureRole,
};
use retromesh_core::{Code, Error, Finding};
use retromesh_kit::options::Textures;
use retromesh_wire::RawStr;

/// The slot of the texture of emitted light.
const EMISSIVE: usize = 1;

/// The exporter's own factor of the specular power map.
const SPECULAR_SCALE: f32 = 500.0;

impl Exporter<'_> {
    pub(super) fn write_materials(&mut self) -> Result<(), Error> {
        for (n, material) in self.scene.materials.iter().enumerate() {
            let written = self.material(material, n)?;
            self.document.materials.push(written);
        }
        Ok(())
    }

    /// Returns the number of the material for what has none; the engine crashes without.
    pub(super) fn default_material(&mut self) -> Result<u32, Error> {
        if let Some(number) = self.default_material {
            return Ok(number);
        }
        let plain = SceneMaterial { name: "default".to_owned(), ..SceneMaterial::default() };
        let written = self.material(&plain, self.document.materials.len())?;
        self.document.materials.push(written);
        let number = self.document.materials.len() as u32;
        self.default_material = Some(number);
        Ok(number)
    }

    fn material(&mut self, m: &SceneMaterial, n: usize) -> Result<Material<'static>, Error> {
        let path = || format!("materials[{n}]");
        let gloss = m.gloss();
        self.report(Code::ApproximatedMaterial, usize::from(m.blend != Blend::Alpha), path)?;
        if m.specular.is_none() && self.shines {
            let detail = "a material without a specular colour was given a dark one";
            self.diagnostics.report(Finding::new(Code::ApproximatedMaterial).within(path()).detail(detail))?;
        }
        let extra = |key: &str, default: f32| extra_float(&m.extras, key).unwrap_or(default);
        // The exact exponent holds as long as the gloss that came from it was not changed.
        let full = (gloss * FULL_GLOSS).clamp(-f32::MAX, f32::MAX);
        let power = extra("bgl.specular_power", full);
        let specular_power = if (power / FULL_GLOSS).clamp(0.0, 1.0) == gloss { power } else { full };
        let alphas = extra_floats::<4>(&m.extras, "bgl.alphas").unwrap_or([1.0; 4]);
        let [ambient_alpha, emissive_alpha, diffuse_alpha, specular_alpha] = alphas;
        let color = |rgb: Vec3, alpha: f32| rgb.extend(alpha).to_array();
        let (blending, alpha_threshold) = match m.alpha_mode {
            AlphaMode::Blend => (1, extra("bgl.alpha_threshold", 0.0)),
            AlphaMode::Mask { cutoff } => (0, cutoff),
            AlphaMode::Opaque => (0, extra("bgl.alpha_threshold", 0.0).min(0.0)),
        };
        let (name, textures) = (self.name(&m.name), self.textures(m, n)?);
        // The engine multiplies the emitted colour with its texture: that of a texture alone is white.
        let is_drawn = |layer: &TextureLayer| layer.role == TextureRole::Emissive && layer.blend != LayerBlend::Off;
        let is_lit = m.emissive == Vec3::ZERO && !textures[EMISSIVE].is_empty() && m.layers.iter().any(is_drawn);
        Ok(Material {
            kind: 0,
            shader: 0,
            name,
            ambient: color(m.ambient.unwrap_or(Vec3::ONE), ambient_alpha),
            emissive: color(if is_lit { Vec3::ONE } else { m.emissive }, emissive_alpha),
            diffuse: color(m.base_color.truncate(), diffuse_alpha),
            specular: color(m.specular.unwrap_or(Vec3::splat(0.2)), specular_alpha),
            reflectance_color: [0.0; 4],
            opacity: m.base_color.w,
            specular_power,
            reflectance: extra("bgl.reflectance", 0.0),
            refraction: extra("bgl.refraction", 0.0),
            index_of_refraction: extra("bgl.index_of_refraction", 1.0),
            bump_intensity: extra("bgl.bump_intensity", 1.0),
            specular_scale: extra("bgl.specular_scale", SPECULAR_SCALE),
            alpha_threshold,
            blending,
            textures,
        })
    }

    fn textures(&mut self, m: &SceneMaterial, n: usize) -> Result<[RawStr<'static>; 8], Error> {
        let mut textures: [RawStr<'static>; 8] = Default::default();
        if self.options.textures == Textures::None {
            return Ok(textures);
        }
        let path = || format!("materials[{n}]");
        // The engine uses one of the two; files that name both are kept as they are.
        let is_own = m.extras.contains_key("bgl.bump_intensity");
        let has_normal = !is_own && m.layers.iter().any(|layer| layer.role == TextureRole::Normal);
        for layer in &m.layers {
            let slot = ROLES.iter().position(|&role| role == layer.role);
            let excluded = layer.role == TextureRole::Bump && has_normal;
            let slot =
                slot.filter(|_| !excluded).and_then(|slot| textures.get_mut(slot)).filter(|slot| slot.is_empty());
            let (Some(slot), Some((stem, is_png))) = (slot, self.stem(layer)) else {
                let detail = format!("{:?} texture", layer.role);
                self.diagnostics.report(Finding::new(Code::LostTextureLayer).within(path()).detail(detail))?;
                continue;
            };
            *slot = self.name(&stem);
            self.report(Code::UnsupportedImage, usize::from(!is_png), path)?;
            self.report(Code::LostUvSet, usize::from(layer.uv_set > 0), path)?;
        }
        Ok(textures)
    }

    /// Returns the name of a layer's image without folder and `.png`, and whether it is a PNG; `None` for no plain image.
    fn stem(&self, layer: &TextureLayer) -> Option<(String, bool)> {
        let texture = &self.scene[layer.texture];
        let id = texture.image.filter(|_| texture.mapping == Mapping::Uv)?;
        let image = &self.scene[id];
        let authored = [image.file_name(), &texture.name].into_iter().find(|name| !name.is_empty());
        let name = authored.map_or_else(|| format!("image{}", id.0), str::to_owned);
        let mime = image.data.as_ref().map(|data| data.mime.as_str());
        match name.rsplit_once('.') {
            Some((stem, extension)) if extension.eq_ignore_ascii_case("png") => Some((stem.to_owned(), true)),
            Some((stem, extension))
                if ["jpg", "jpeg", "tga", "bmp", "gif", "dds", "webp", "pcx", "paa", "pac"]
                    .iter()
                    .any(|known| extension.eq_ignore_ascii_case(known)) =>
            {
                Some((stem.to_owned(), false))
            }
            _ => Some((name, mime.is_none_or(|mime| mime == "image/png"))),
        }
    }
}
