//! Materials as names.

use retromesh_core::Valid;
use retromesh_core::material::{LayerBlend, Material, Texture, TextureLayer, TextureRole};
use retromesh_kit::export::rgb_bytes;

/// A material as the format has it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Appearance {
    /// A flat colour.
    Flat([u8; 3]),
    /// A texture by its path, without extension.
    Textured(String),
    /// Not drawn.
    None,
}

impl Appearance {
    /// Returns the name that the file holds.
    pub(super) fn name(&self) -> Option<String> {
        match self {
            Self::Flat([r, g, b]) => Some(format!("#{r:02X}{g:02X}{b:02X}")),
            Self::Textured(path) => Some(path.clone()),
            Self::None => None,
        }
    }
}

/// Returns the layer that a material shows: the first with an image that colours it.
pub(super) fn base<'s>(scene: &'s Valid<'_>, material: &'s Material) -> Option<(&'s TextureLayer, &'s Texture)> {
    let colors = |layer: &&TextureLayer| layer.role == TextureRole::Color && layer.blend != LayerBlend::Off;
    let mut textures = material.layers.iter().filter(colors).map(|layer| (layer, &scene[layer.texture]));
    textures.find(|(_, texture)| texture.image.is_some())
}

/// Returns the look of a material; none at all is white.
pub(super) fn appearance(scene: &Valid<'_>, material: Option<&Material>) -> Appearance {
    let Some(material) = material else { return Appearance::Flat([0xff; 3]) };
    let image = base(scene, material).and_then(|(_, texture)| texture.image).map(|id| &scene[id]);
    let path =
        image.map(|image| path(if image.path.is_empty() { image.uri.as_deref().unwrap_or("") } else { &image.path }));
    let path = path.filter(|path| !path.is_empty() && !path.starts_with('#'));
    path.map_or_else(|| Appearance::Flat(rgb_bytes(material.base_color)), Appearance::Textured)
}

/// Returns a path as the format writes it: forward slashes, no drive, no engine folder, no extension.
fn path(authored: &str) -> String {
    let slashes = authored.replace('\\', "/");
    let relative = slashes.rsplit_once(':').map_or(slashes.as_str(), |(_, rest)| rest).trim_start_matches('/');
    let relative = relative.strip_prefix("resource/").unwrap_or(relative);
    let (folder, file) = relative.rsplit_once('/').map_or((None, relative), |(folder, file)| (Some(folder), file));
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| if stem.is_empty() { file } else { stem });
    // A zero byte would end the name.
    let text = folder.map_or_else(|| stem.to_owned(), |folder| format!("{folder}/{stem}"));
    text.replace('\0', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lose_what_the_engine_adds() {
        for (authored, written) in [
            ("gfx/skin.dds", "gfx/skin"),
            ("C:\\art\\Ninja.JPG", "art/Ninja"),
            ("resource/tex.png", "tex"),
            ("plain", "plain"),
            ("a.b/c", "a.b/c"),
            (".dds", ".dds"),
        ] {
            assert_eq!(path(authored), written);
        }
        assert_eq!(Appearance::Flat([0xaa, 0x55, 0]).name().as_deref(), Some("#AA5500"));
    }
}
