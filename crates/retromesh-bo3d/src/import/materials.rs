//! Materials, one for each distinct look, and textures, one for each distinct path.

use super::sanitize::Sanitizer;
use super::{Importer, Place};
use crate::document::{Mesh, fx};
use glam::Vec4;
use retromesh_core::material::{
    AlphaMode, Blend, Image, LayerBlend, Material, Shading, Texture, TextureLayer, TextureRole,
};
use retromesh_core::{Error, Extra, Extras, ImageId, MaterialId, TextureId};
use std::collections::HashMap;

/// What makes two meshes look alike: colour bytes, alpha bits, effects, vertex colours, texture.
type Appearance = ([u8; 4], u32, u32, bool, String);

/// The materials and textures made so far.
#[derive(Default)]
pub(super) struct Materials {
    appearances: HashMap<Appearance, MaterialId>,
    textures: HashMap<String, TextureId>,
}

/// The effects that have a field in a material; the rest stays in its extras.
const KNOWN: u32 = fx::FULL_BRIGHT | fx::FLAT | fx::NO_FOG | fx::ADD | fx::MULTIPLY | fx::TWO_SIDED;

impl Importer<'_> {
    pub(super) fn material(&mut self, place: Place, mesh: &Mesh<'_>, colors: bool) -> Result<MaterialId, Error> {
        let path = self.text(place, &mesh.texture)?;
        let appearance = (mesh.color, mesh.alpha.to_bits(), mesh.fx, colors, path.clone());
        if let Some(&id) = self.materials.appearances.get(&appearance) {
            return Ok(id);
        }
        let mut sanitizer = Sanitizer::default();
        let alpha = sanitizer.number(mesh.alpha, 1.0);
        sanitizer.report(place, self.diagnostics)?;
        let texture = (!path.is_empty()).then(|| self.texture(path));
        let layer = |texture| TextureLayer {
            slot: 0,
            texture,
            role: TextureRole::Color,
            blend: LayerBlend::Multiply,
            uv_set: 0,
        };
        let (color, mut extras) = color(mesh.color);
        let blend = if mesh.fx & fx::ADD != 0 {
            Blend::Add
        } else if mesh.fx & fx::MULTIPLY != 0 {
            Blend::Multiply
        } else {
            Blend::Alpha
        };
        // Both blend bits at once: the one that has no field is kept as a number.
        let hidden = if mesh.fx & fx::ADD != 0 { mesh.fx & fx::MULTIPLY } else { 0 };
        let rest = mesh.fx & !KNOWN | hidden;
        if rest != 0 {
            extras.insert("bo3d.fx".into(), Extra::from(rest));
        }
        let material = Material {
            base_color: Vec4::from((color, alpha)),
            alpha_mode: if alpha < 1.0 { AlphaMode::Blend } else { AlphaMode::Opaque },
            blend,
            shading: Shading {
                unlit: mesh.fx & fx::FULL_BRIGHT != 0,
                vertex_colors: colors,
                vertex_alpha: false,
                flat: mesh.fx & fx::FLAT != 0,
                no_fog: mesh.fx & fx::NO_FOG != 0,
                double_sided: mesh.fx & fx::TWO_SIDED != 0,
            },
            layers: texture.map(layer).into_iter().collect(),
            extras,
            ..Material::default()
        };
        self.scene.materials.push(material);
        let id = MaterialId::new(self.scene.materials.len() - 1);
        self.materials.appearances.insert(appearance, id);
        Ok(id)
    }

    fn texture(&mut self, path: String) -> TextureId {
        let scene = &mut self.scene;
        *self.materials.textures.entry(path).or_insert_with_key(|path| {
            scene.images.push(Image { path: path.clone(), ..Image::default() });
            let image = Some(ImageId::new(scene.images.len() - 1));
            scene.textures.push(Texture { name: path.clone(), image, ..Texture::default() });
            TextureId::new(scene.textures.len() - 1)
        })
    }
}

/// Reads the colour bytes: the only known writer stores red, green, blue, 0; the format's text says blue, green, red, alpha.
fn color([a, b, c, last]: [u8; 4]) -> (glam::Vec3, Extras) {
    let (r, g, b) = if last == 0 { (a, b, c) } else { (c, b, a) };
    let mut extras = Extras::new();
    if last != 0 && last != u8::MAX {
        extras.insert("bo3d.color_alpha".into(), Extra::from(last));
    }
    (glam::Vec3::new(r.into(), g.into(), b.into()) / 255.0, extras)
}
