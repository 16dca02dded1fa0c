//! Material names: flat colours and texture paths.

use crate::document::Document;
use glam::Vec4;
use retromesh_core::extras::Extra;
use retromesh_core::material::{Image, LayerBlend, Material, Texture, TextureLayer, TextureRole};
use retromesh_core::{Code, Diagnostics, Error, Finding, ImageId, MaterialId, Scene, TextureId};
use retromesh_wire::RawStr;
use std::collections::HashMap;

/// The folder that names may start with; the engine adds it.
const FOLDER: &str = "resource/";

/// Returns a material's name without the engine's folder and without an extension of three letters.
pub(crate) fn display_name(name: &RawStr<'_>) -> String {
    let (text, _) = name.decode();
    let text = text.strip_prefix(FOLDER).unwrap_or(&text);
    let is_extension = |(stem, extension): &(&str, &str)| {
        extension.len() == 3 && !stem.is_empty() && extension.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    match text.rsplit_once('.').filter(is_extension) {
        Some((stem, _)) if !text.starts_with('#') => stem.to_owned(),
        _ => text.to_owned(),
    }
}

/// Returns the colour of a name that starts with `#`: up to six hexadecimal digits, as the engine reads them.
pub(crate) fn flat_color(name: &RawStr<'_>) -> Option<[u8; 3]> {
    let digits = name.bytes().strip_prefix(b"#")?;
    let value = digits.iter().take(6).map_while(|&b| char::from(b).to_digit(16)).fold(0, |sum, digit| sum << 4 | digit);
    let [_, r, g, b] = value.to_be_bytes();
    Some([r, g, b])
}

/// Returns a colour as red, green, blue, alpha from 0 to 1.
pub(super) fn color(rgb: [u8; 3]) -> Vec4 {
    let [r, g, b] = rgb.map(|c| f32::from(c) / 255.0);
    Vec4::new(r, g, b, 1.0)
}

/// The materials made so far, by name and by whether vertex colours replace the colour.
#[derive(Default)]
pub(super) struct Materials<'a> {
    made: HashMap<(&'a [u8], bool), MaterialId>,
}

impl<'a> Materials<'a> {
    /// Returns the material of a name.
    pub(super) fn get(
        &mut self,
        name: &'a RawStr<'_>,
        vertex_colors: bool,
        scene: &mut Scene,
        diagnostics: &mut Diagnostics,
    ) -> Result<MaterialId, Error> {
        if let Some(&id) = self.made.get(&(name.bytes(), vertex_colors)) {
            return Ok(id);
        }
        if !name.is_utf8() {
            diagnostics.report(Finding::new(Code::LegacyText).detail(name.escaped()))?;
        }
        let mut material = Material { name: display_name(name), ..Material::default() };
        material.shading.vertex_colors = vertex_colors;
        if let Some(rgb) = flat_color(name) {
            material.base_color = color(rgb);
        } else if !name.is_empty() {
            scene.images.push(Image { path: format!("{}.dds", material.name), ..Image::default() });
            let image = Some(ImageId::new(scene.images.len() - 1));
            scene.textures.push(Texture { name: material.name.clone(), image, ..Texture::default() });
            material.layers.push(TextureLayer {
                slot: 0,
                texture: TextureId::new(scene.textures.len() - 1),
                role: TextureRole::Color,
                blend: LayerBlend::default(),
                uv_set: 0,
            });
        }
        let (text, _) = name.decode();
        if text != material.name {
            material.extras.insert("bmd.material".into(), Extra::Text(text.into_owned()));
        }
        scene.materials.push(material);
        let id = MaterialId::new(scene.materials.len() - 1);
        self.made.insert((name.bytes(), vertex_colors), id);
        Ok(id)
    }
}

impl Document<'_> {
    /// Returns the flat colour of a mesh's material, or white.
    pub(super) fn mesh_color(&self, mesh: usize) -> [u8; 3] {
        let name = self.meshes.get(mesh).and_then(|m| m.material.as_ref());
        name.and_then(flat_color).unwrap_or([0xff; 3])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_colours() {
        for (name, display, rgb) in [
            ("resource/models/man.dds", "models/man", None),
            ("a.b/c", "a.b/c", None),
            (".dds", ".dds", None),
            ("#AA5504,Hg", "#AA5504,Hg", Some([0xaa, 0x55, 0x04])),
            ("#fff", "#fff", Some([0, 0x0f, 0xff])),
            ("#", "#", Some([0; 3])),
            ("#1234567", "#1234567", Some([0x12, 0x34, 0x56])),
        ] {
            let raw = RawStr::from(name);
            assert_eq!((display_name(&raw).as_str(), flat_color(&raw)), (display, rgb));
        }
    }
}
