//! Materials, made once for each look.

use crate::flags::{alpha_mode, special};
use retromesh_core::material::{
    AlphaMode, Image, LayerBlend, Material, Texture, TextureAlpha, TextureLayer, TextureRole, Wrap,
};
use retromesh_core::{ImageId, MaterialId, Scene, TextureId};
use std::collections::HashMap;

/// What makes a face look different from another.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Appearance {
    /// The texture path.
    pub(super) texture: String,
    /// The material path; Arma only.
    pub(super) material: String,
    /// Flags as in ODOL, those of [`APPEARANCE`] only.
    pub(super) special: u32,
}

/// The flags that change the appearance of a face.
pub(super) const APPEARANCE: u32 = special::IS_ALPHA
    | special::IS_TRANSPARENT
    | special::NO_CLAMP
    | special::CLAMP_U
    | special::CLAMP_V
    | special::IS_HIDDEN
    | special::IS_HIDDEN_PROXY;

/// The name of the materials of hidden faces, which is in no file.
pub(crate) const HIDDEN_MATERIAL: &str = "hidden";

/// The materials made so far.
#[derive(Default)]
pub(super) struct Materials {
    known: HashMap<Appearance, MaterialId>,
    textures: HashMap<(String, u32), TextureId>,
    images: HashMap<String, ImageId>,
}

impl Materials {
    /// Returns the material of an appearance; none for plain faces without texture.
    pub(super) fn of(&mut self, appearance: Appearance, scene: &mut Scene) -> Option<MaterialId> {
        let invisible = appearance.special & (special::IS_HIDDEN | special::IS_HIDDEN_PROXY) != 0;
        if appearance.texture.is_empty() && appearance.material.is_empty() && !invisible {
            return None;
        }
        if let Some(&id) = self.known.get(&appearance) {
            return Some(id);
        }
        let id = MaterialId::new(scene.materials.len());
        let mut material = Material {
            name: if appearance.texture.is_empty() { appearance.material.clone() } else { appearance.texture.clone() },
            alpha_mode: alpha_mode(appearance.special),
            ..Material::default()
        };
        if invisible {
            // Hidden faces stay for the editor; nothing is seen of them.
            HIDDEN_MATERIAL.clone_into(&mut material.name);
            material.base_color.w = 0.0;
            material.alpha_mode = AlphaMode::Blend;
        }
        if !appearance.texture.is_empty() {
            let texture = self.texture(&appearance, scene);
            material.layers.push(TextureLayer {
                slot: 0,
                texture,
                role: TextureRole::Color,
                blend: LayerBlend::Multiply,
                uv_set: 0,
            });
        }
        if !appearance.material.is_empty() {
            material.extras.insert("p3d.material".into(), appearance.material.as_str().into());
        }
        scene.materials.push(material);
        self.known.insert(appearance, id);
        Some(id)
    }

    fn texture(&mut self, appearance: &Appearance, scene: &mut Scene) -> TextureId {
        let wrap = |flag| if appearance.special & flag != 0 { Wrap::Clamp } else { Wrap::Repeat };
        let clamp = appearance.special & (special::CLAMP_U | special::CLAMP_V);
        *self.textures.entry((appearance.texture.clone(), clamp)).or_insert_with(|| {
            let image = *self.images.entry(appearance.texture.clone()).or_insert_with(|| {
                scene.images.push(Image { path: appearance.texture.clone(), ..Image::default() });
                ImageId::new(scene.images.len() - 1)
            });
            scene.textures.push(Texture {
                name: appearance.texture.clone(),
                image: Some(image),
                wrap_u: wrap(special::CLAMP_U),
                wrap_v: wrap(special::CLAMP_V),
                alpha: TextureAlpha::Ignore,
                ..Texture::default()
            });
            TextureId::new(scene.textures.len() - 1)
        })
    }
}
