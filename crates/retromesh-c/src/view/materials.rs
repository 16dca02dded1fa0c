//! Materials, textures and images.

use super::{List, Name};
use crate::enums::{AlphaMode, Blend, LayerBlend, Mapping, TextureAlpha, TextureRole, Wrap};

/// A texture used by a material.
#[repr(C)]
pub struct Layer {
    /// The slot in the file; slots may have holes.
    pub slot: u32,
    /// The texture.
    pub texture: u32,
    /// What it is for.
    pub role: TextureRole,
    /// How it joins with the layers before it.
    pub blend: LayerBlend,
    /// The number of the UV set.
    pub uv_set: u32,
}

/// The appearance of a surface.
#[repr(C)]
pub struct Material {
    /// The name as authored; may repeat.
    pub name: Name,
    /// Diffuse red, green, blue, alpha, usually 0 to 1.
    pub base_color: [f32; 4],
    /// Emitted red, green, blue.
    pub emissive: [f32; 3],
    /// Specular red, green, blue; black where the format has none.
    pub specular: [f32; 3],
    /// The gloss, 0 (dull) to 1.
    pub shininess: f32,
    /// The metalness, 0 to 1; -1 where the format has none.
    pub metallic: f32,
    /// The roughness, 0 to 1; -1 where the format has none.
    pub roughness: f32,
    /// How alpha is used.
    pub alpha_mode: AlphaMode,
    /// The alpha under which pixels are not drawn, for RETROMESH_ALPHA_MODE_MASK.
    pub alpha_cutoff: f32,
    /// How the surface joins with what is behind it.
    pub blend: Blend,
    /// Lights have no effect.
    pub unlit: bool,
    /// Vertex colours replace the base colour.
    pub vertex_colors: bool,
    /// Vertex alpha is used.
    pub vertex_alpha: bool,
    /// Faces are shaded flat.
    pub flat: bool,
    /// Fog has no effect.
    pub no_fog: bool,
    /// Back faces are drawn.
    pub double_sided: bool,
    /// The textures, by slot.
    pub layers: List<Layer>,
}

/// A way to look at an image.
#[repr(C)]
pub struct Texture {
    /// The name as authored.
    pub name: Name,
    /// The image, or RETROMESH_NONE.
    pub image: u32,
    /// What is added to texture coordinates last.
    pub uv_translation: [f32; 2],
    /// How far they are turned, in radians: `u' = cos u + sin v`, `v' = -sin u + cos v`.
    pub uv_rotation: f32,
    /// By what they are multiplied.
    pub uv_scale: [f32; 2],
    /// Whether they are turned before they are multiplied.
    pub uv_rotates_first: bool,
    /// Whether smaller copies are used at a distance.
    pub mipmap: bool,
    /// Whether pixels are shown without smoothing.
    pub nearest: bool,
    /// What happens left and right of the image.
    pub wrap_u: Wrap,
    /// What happens above and below the image.
    pub wrap_v: Wrap,
    /// How the image's alpha is meant.
    pub alpha: TextureAlpha,
    /// How coordinates come about.
    pub mapping: Mapping,
}

/// An image file.
#[repr(C)]
pub struct Image {
    /// The path as authored: "C:\art\Ninja.JPG".
    pub path: Name,
    /// Where the file is, as seen from the model's folder; empty where it was not found, or not looked for: see the option `textures`.
    pub file: Name,
    /// The media type of `bytes`: "image/png".
    pub media_type: Name,
    /// The file's bytes; empty where they were not asked for: see the option `textures`.
    pub bytes: List<u8>,
}
