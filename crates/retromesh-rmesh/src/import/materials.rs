//! Materials, one for each pair of texture slots.

use super::{FLAGS, Importer, stem};
use crate::document::{Surface, TextureSlot, flag};
use retromesh_core::material::{
    AlphaMode, Image, LayerBlend, Material, Shading, Texture, TextureAlpha, TextureLayer, TextureRole,
};
use retromesh_core::{Error, Extra, ImageId, MaterialId, TextureId};
use std::collections::HashMap;

/// The materials, textures and images made so far.
#[derive(Default)]
pub(super) struct Materials {
    pairs: HashMap<(TextureSlot<'static>, TextureSlot<'static>), MaterialId>,
    /// By name and by whether alpha is used.
    textures: HashMap<(String, bool), TextureId>,
    images: HashMap<String, ImageId>,
}

impl Importer<'_> {
    pub(super) fn material(&mut self, surface: &Surface<'_>, path: &dyn Fn() -> String) -> Result<MaterialId, Error> {
        let owned = |slot: &TextureSlot<'_>| TextureSlot { flag: slot.flag, name: slot.name.clone().into_owned() };
        let pair = (owned(&surface.light_map), owned(&surface.diffuse));
        if let Some(&id) = self.materials.pairs.get(&pair) {
            return Ok(id);
        }
        let (light_map, diffuse) = (self.text(&pair.0.name, path)?, self.text(&pair.1.name, path)?);
        let is_transparent = surface.is_transparent();
        let mut material = Material {
            name: stem(&diffuse).to_owned(),
            alpha_mode: if is_transparent { AlphaMode::Blend } else { AlphaMode::Opaque },
            shading: Shading { unlit: true, vertex_colors: true, double_sided: is_transparent, ..Shading::default() },
            ..Material::default()
        };
        if !light_map.is_empty() {
            let texture = self.texture(&light_map, false);
            let (role, blend) = (TextureRole::Lightmap, blend(&light_map, pair.0.flag));
            material.layers.push(TextureLayer { slot: 0, texture, role, blend, uv_set: 1 });
        }
        if !diffuse.is_empty() {
            let texture = self.texture(&diffuse, is_transparent);
            let (role, blend) = (TextureRole::Color, blend(&diffuse, pair.1.flag));
            material.layers.push(TextureLayer { slot: 1, texture, role, blend, uv_set: 0 });
        }
        let flags = [pair.0.flag, pair.1.flag];
        if flags != usual_flags(!light_map.is_empty(), !diffuse.is_empty(), is_transparent) {
            material.extras.insert(FLAGS.into(), Extra::List(flags.map(Extra::from).to_vec()));
        }
        let id = MaterialId::new(self.scene.materials.len());
        self.scene.materials.push(material);
        self.materials.pairs.insert(pair, id);
        Ok(id)
    }

    fn texture(&mut self, name: &str, alpha: bool) -> TextureId {
        let key = (name.to_owned(), alpha);
        if let Some(&id) = self.materials.textures.get(&key) {
            return id;
        }
        let scene = &mut self.scene;
        let image = *self.materials.images.entry(name.to_owned()).or_insert_with(|| {
            scene.images.push(Image { path: name.to_owned(), ..Image::default() });
            ImageId::new(scene.images.len() - 1)
        });
        let alpha = if alpha { TextureAlpha::Blend } else { TextureAlpha::Ignore };
        scene.textures.push(Texture { image: Some(image), alpha, ..Texture::default() });
        let id = TextureId::new(scene.textures.len() - 1);
        self.materials.textures.insert(key, id);
        id
    }
}

/// Returns how the game joins a texture with those before it.
///
/// It adds a light map to a texture of its own that is black but for ambient light, and not to the colours of vertices: light map times diffuse
/// texture is seen.
pub(crate) fn blend(name: &str, flag: u8) -> LayerBlend {
    if name.to_ascii_lowercase().contains("_lm") {
        LayerBlend::Multiply
    } else if flag == flag::OPAQUE {
        LayerBlend::Multiply2x
    } else {
        LayerBlend::Multiply
    }
}

/// Returns the flags that files have as a rule: of a missing light map 1, with an empty name.
pub(crate) fn usual_flags(has_light_map: bool, has_diffuse: bool, is_transparent: bool) -> [u8; 2] {
    let light_map = match (has_light_map, has_diffuse) {
        (true, false) if is_transparent => flag::ALPHA,
        (true, _) => flag::LIGHT_MAP,
        (false, _) => flag::OPAQUE,
    };
    let diffuse = match (has_diffuse, is_transparent) {
        (false, _) => flag::NONE,
        (true, true) => flag::ALPHA,
        (true, false) => flag::OPAQUE,
    };
    [light_map, diffuse]
}
