//! Materials, made ready for shading: layers with their textures found, everything else resolved.

use crate::options::Limits;
use crate::texture::{Sampler, Texels};
use glam::{Vec3, Vec4};
use retromesh_core::Scene;
use retromesh_core::material::{
    AlphaMode, Blend, LayerBlend, Mapping, Material, Texture, TextureAlpha, TextureLayer, TextureRole, UvTransform,
};
use std::collections::HashMap;

/// More layers than any format has; a material that lists one texture a thousand times must not cost a thousand look-ups.
const MAX_LAYERS: usize = 8;

/// The pixels that all images may have however small their files are ...
const FREE_PIXELS: u64 = 1 << 25;
/// ... and those that each byte of the files allows besides.
const PIXELS_A_BYTE: u64 = 16;

/// All decoded images of a scene.
#[derive(Debug, Default)]
pub(crate) struct Library {
    texels: Vec<Texels>,
    /// Which of `texels` a texture shows.
    of_texture: Vec<Option<usize>>,
    /// Textures whose image is named and could not be had.
    pub(crate) missing: Vec<bool>,
}

impl Library {
    /// Decodes the images that textures show, each once.
    pub(crate) fn new(scene: &Scene, limits: &Limits) -> Self {
        let mut library = Self::default();
        let mut known = HashMap::new();
        let bytes: usize =
            scene.images.iter().filter_map(|image| image.data.as_ref()).map(|data| data.bytes.len()).sum();
        let mut left = limits.all_texture_pixels.min(FREE_PIXELS.saturating_add(PIXELS_A_BYTE * bytes as u64));
        for texture in &scene.textures {
            let image = texture.image.map(|id| (id, &scene[id]));
            let found = image.and_then(|(id, image)| {
                let keyed = texture.alpha == TextureAlpha::Mask;
                *known.entry((id, keyed)).or_insert_with(|| {
                    let named = Texels::of_name(image);
                    let mut texels = named.or_else(|| Texels::decode(image, limits, &mut left))?;
                    if keyed && !texels.has_alpha {
                        texels = texels.keyed();
                    }
                    library.texels.push(texels);
                    Some(library.texels.len() - 1)
                })
            });
            let named = image.is_some_and(|(_, image)| !image.path.is_empty() || image.data.is_some());
            library.of_texture.push(found);
            library.missing.push(named && found.is_none());
        }
        library
    }

    pub(crate) fn get(&self, texels: usize) -> Option<&Texels> {
        self.texels.get(texels)
    }
}

/// How vertex colours are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colors {
    Unused,
    Replace,
    Multiply,
}

/// What a layer shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The texels of the library with this number.
    Texels(usize),
    /// The pattern that stands for an image that is named and not there.
    Checker,
}

/// What a layer does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Multiply,
    Multiply2x,
    Add,
    /// Replaces by the layer's own alpha.
    Decal,
    Emissive,
    Opacity,
}

/// One texture of a surface.
#[derive(Debug, Clone)]
pub(crate) struct Layer {
    pub(crate) source: Source,
    pub(crate) apply: Use,
    /// Whether the texture's alpha joins the surface's.
    pub(crate) alpha: bool,
    /// The UV set; `None` for coordinates from the reflection in a sphere.
    pub(crate) uv_set: Option<usize>,
    pub(crate) transform: Option<UvTransform>,
    pub(crate) sampler: Sampler,
}

/// A material as the rasteriser needs it.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "independent switches, as in the materials")]
pub(crate) struct Surface {
    pub(crate) base: Vec4,
    pub(crate) emissive: Vec3,
    pub(crate) shininess: f32,
    pub(crate) unlit: bool,
    pub(crate) flat: bool,
    pub(crate) double_sided: bool,
    pub(crate) colors: Colors,
    pub(crate) vertex_alpha: bool,
    pub(crate) alpha_mode: AlphaMode,
    pub(crate) blend: Blend,
    pub(crate) layers: Vec<Layer>,
}

impl Surface {
    /// Prepares a material for a mesh with the given number of UV sets.
    pub(crate) fn new(material: &Material, textures: &[Texture], library: &Library, uv_sets: usize) -> Self {
        let shading = &material.shading;
        let mut checkered = false;
        let mut layers: Vec<Layer> = material
            .layers
            .iter()
            .filter_map(|layer| {
                let layer = Layer::new(layer, textures, library, uv_sets)?;
                // One pattern says that something is missing; two on one another would hide the shape.
                let twice = layer.source == Source::Checker && std::mem::replace(&mut checkered, true);
                (!twice).then_some(layer)
            })
            .take(MAX_LAYERS)
            .collect();
        if takes_alpha_of_image(material, &layers)
            && let Some(first) = layers.iter_mut().find(|layer| layer.apply == Use::Multiply)
        {
            first.alpha = true;
        }
        // A baked light is the light. Where it is missing, or a pattern stands for an image, the lamp shows the shape.
        let lights = || material.layers.iter().filter(|layer| layer.role == TextureRole::Lightmap);
        let found = |layer: &TextureLayer| library.of_texture[layer.texture.index()].is_some();
        let baked = lights().any(found);
        let dark = lights().next().is_some() || checkered;
        let mut base: Vec4 = finite(material.base_color.to_array(), 1.0).into();
        // What an image that is not there lets through is unknown: it must not hide what is behind.
        let unknown = |layer: &TextureLayer| library.missing[layer.texture.index()];
        if material.alpha_mode == AlphaMode::Blend && material.layers.iter().any(unknown) {
            base.w *= 0.5;
        }
        Self {
            base,
            emissive: finite(material.emissive.to_array(), 0.0).into(),
            shininess: finite([material.shininess], 0.0)[0],
            unlit: baked || (shading.unlit && !dark),
            flat: shading.flat,
            double_sided: shading.double_sided,
            colors: match (shading.vertex_colors, material.multiplies_colors()) {
                (false, _) => Colors::Unused,
                (true, false) => Colors::Replace,
                (true, true) => Colors::Multiply,
            },
            vertex_alpha: shading.vertex_alpha,
            alpha_mode: material.alpha_mode,
            blend: material.blend,
            layers,
        }
    }

    /// Returns whether what is behind shows through.
    pub(crate) fn is_blended(&self) -> bool {
        self.alpha_mode == AlphaMode::Blend || self.blend != Blend::Alpha
    }

    /// Returns the alpha under which nothing is drawn.
    pub(crate) fn cutoff(&self) -> Option<f32> {
        match self.alpha_mode {
            AlphaMode::Mask { cutoff } => Some(cutoff),
            _ => None,
        }
    }
}

/// Returns whether alpha can come from nothing but the image: most formats say of the material alone that it is not opaque.
fn takes_alpha_of_image(material: &Material, layers: &[Layer]) -> bool {
    let is_reported = layers.iter().any(|layer| layer.alpha || layer.apply == Use::Opacity);
    let has_other = material.base_color.w < 1.0 || material.shading.vertex_alpha;
    match material.alpha_mode {
        AlphaMode::Opaque => false,
        AlphaMode::Mask { .. } => !is_reported,
        AlphaMode::Blend => !is_reported && !has_other,
    }
}

impl Layer {
    fn new(layer: &TextureLayer, textures: &[Texture], library: &Library, uv_sets: usize) -> Option<Self> {
        let texture = &textures[layer.texture.index()];
        let apply = match (layer.role, layer.blend) {
            (_, LayerBlend::Off | LayerBlend::Dot3) => return None,
            (TextureRole::Emissive, _) => Use::Emissive,
            (TextureRole::Opacity, _) => Use::Opacity,
            (TextureRole::Color | TextureRole::Lightmap | TextureRole::Environment, blend) => match blend {
                LayerBlend::Alpha => Use::Decal,
                LayerBlend::Add => Use::Add,
                LayerBlend::Multiply2x => Use::Multiply2x,
                _ => Use::Multiply,
            },
            _ => return None,
        };
        let missing = library.missing[layer.texture.index()];
        let source = match library.of_texture[layer.texture.index()] {
            Some(texels) => Source::Texels(texels),
            None if missing && layer.role == TextureRole::Color => Source::Checker,
            None => return None,
        };
        let uv_set = match texture.mapping {
            Mapping::Uv => Some(layer.uv_set as usize).filter(|&set| set < uv_sets),
            Mapping::Sphere => None,
            Mapping::Cube => return None,
        };
        if texture.mapping == Mapping::Uv && uv_set.is_none() {
            return None;
        }
        // A pattern on a reflection is noise.
        if source == Source::Checker && uv_set.is_none() {
            return None;
        }
        Some(Self {
            source,
            apply: if source == Source::Checker { Use::Multiply } else { apply },
            alpha: texture.alpha != TextureAlpha::Ignore,
            uv_set,
            transform: (!texture.transform.is_identity()).then_some(texture.transform),
            sampler: Sampler { wrap_u: texture.wrap_u, wrap_v: texture.wrap_v, nearest: texture.nearest },
        })
    }
}

/// Replaces what is not a number, and keeps the rest in a range whose products stay finite.
fn finite<const N: usize>(values: [f32; N], default: f32) -> [f32; N] {
    values.map(|v| if v.is_finite() { v.clamp(-100.0, 100.0) } else { default })
}
