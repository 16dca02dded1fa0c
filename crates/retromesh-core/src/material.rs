//! Materials, textures and images.

use crate::extras::{Extra, Extras, MULTIPLY_COLORS};
use crate::ids::{ImageId, TextureId};
use crate::scene::Scene;
use glam::{Vec2, Vec3, Vec4};

/// The appearance of a surface.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Material {
    /// The name as authored; may repeat.
    pub name: String,
    /// Diffuse red, green, blue, alpha as stored, usually 0 to 1.
    pub base_color: Vec4,
    /// Ambient red, green, blue, where the format has it.
    pub ambient: Option<Vec3>,
    /// Specular red, green, blue, where the format has it.
    pub specular: Option<Vec3>,
    /// Emitted red, green, blue.
    pub emissive: Vec3,
    /// The gloss, 0 (dull) to 1.
    pub shininess: f32,
    /// The metalness of a metallic-roughness material, 0 to 1, where the format has it.
    pub metallic: Option<f32>,
    /// The roughness of a metallic-roughness material, 0 to 1, where the format has it.
    pub roughness: Option<f32>,
    /// How alpha is used.
    pub alpha_mode: AlphaMode,
    /// How the surface joins with what is behind it.
    pub blend: Blend,
    /// Further shading choices.
    pub shading: Shading,
    /// The textures, by slot.
    pub layers: Vec<TextureLayer>,
    /// Values of the file that have no field here.
    pub extras: Extras,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: String::new(),
            base_color: Vec4::ONE,
            ambient: None,
            specular: None,
            emissive: Vec3::ZERO,
            shininess: 0.0,
            metallic: None,
            roughness: None,
            alpha_mode: AlphaMode::Opaque,
            blend: Blend::Alpha,
            shading: Shading::default(),
            layers: Vec::new(),
            extras: Extras::new(),
        }
    }
}

impl Material {
    /// Returns the texture layers that have an image, in their order.
    pub fn drawn_layers<'s>(&'s self, scene: &'s Scene) -> impl Iterator<Item = (&'s TextureLayer, &'s Texture)> {
        let texture = |layer: &'s TextureLayer| Some((layer, scene.textures.get(layer.texture.index())?));
        self.layers.iter().filter_map(texture).filter(|(_, texture)| texture.image.is_some())
    }

    /// Returns the layer that gives the material its colour: the first with that role and an image.
    pub fn color_layer<'s>(&'s self, scene: &'s Scene) -> Option<(&'s TextureLayer, &'s Texture)> {
        self.drawn_layers(scene).find(|(layer, _)| layer.role == TextureRole::Color)
    }

    /// Returns whether the colours of vertices are multiplied with that of the material; others that are shown replace it.
    pub fn multiplies_colors(&self) -> bool {
        self.shading.vertex_colors && self.extras.get(MULTIPLY_COLORS) == Some(&Extra::Bool(true))
    }

    /// Returns the gloss, 0 to 1, for formats without roughness: the shininess, or where that is 0 what the roughness leaves of 1.
    pub fn gloss(&self) -> f32 {
        let smoothness = self.roughness.map_or(0.0, |roughness| (1.0 - roughness).clamp(0.0, 1.0));
        if self.shininess == 0.0 { smoothness } else { self.shininess }
    }

    /// Returns whether the material reflects lights: it has a [gloss](Self::gloss) or a specular colour other than black.
    pub fn shines(&self) -> bool {
        self.gloss() != 0.0 || self.specular.is_some_and(|color| color != Vec3::ZERO)
    }

    /// Returns whether the material is metallic, or of another roughness than its [gloss](Self::gloss) says: what formats without these
    /// lose.
    pub fn exceeds_gloss(&self) -> bool {
        /// Roughness and gloss that are nearer to each other than this look alike.
        const ALIKE: f32 = 1e-4;
        self.metallic.is_some_and(|metallic| metallic > 0.0)
            || self.roughness.is_some_and(|roughness| (1.0 - roughness - self.gloss()).abs() > ALIKE)
    }
}

/// How alpha is used.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AlphaMode {
    /// Not at all.
    #[default]
    Opaque,
    /// Pixels under the cutoff are not drawn.
    Mask {
        /// The cutoff, 0 to 1.
        cutoff: f32,
    },
    /// Pixels are mixed with what is behind them.
    Blend,
}

/// How a surface joins with what is behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Blend {
    /// As the alpha mode says.
    #[default]
    Alpha,
    /// Multiplies.
    Multiply,
    /// Adds.
    Add,
}

/// Shading choices that are on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(clippy::struct_excessive_bools, reason = "independent switches, as in the formats")]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shading {
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
}

/// A texture used by a material.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TextureLayer {
    /// The slot in the file; slots may have holes.
    pub slot: u32,
    /// The texture.
    pub texture: TextureId,
    /// What it is for.
    pub role: TextureRole,
    /// How it joins with the layers before it.
    pub blend: LayerBlend,
    /// The number of the UV set.
    pub uv_set: u32,
}

/// What a texture is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TextureRole {
    /// Colour.
    #[default]
    Color,
    /// Baked light.
    Lightmap,
    /// Ambient colour.
    Ambient,
    /// Emitted light.
    Emissive,
    /// Specular colour.
    Specular,
    /// Specular power.
    SpecularPower,
    /// Tangent-space normals.
    Normal,
    /// Heights.
    Bump,
    /// Opacity.
    Opacity,
    /// Ambient occlusion.
    Occlusion,
    /// Metalness (blue) and roughness (green).
    MetallicRoughness,
    /// A reflected surrounding.
    Environment,
}

/// How a texture layer joins with the layers before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LayerBlend {
    /// Not drawn.
    Off,
    /// Replaces by alpha.
    Alpha,
    /// Multiplies.
    #[default]
    Multiply,
    /// Adds.
    Add,
    /// The dot product of bump mapping.
    Dot3,
    /// Multiplies and doubles.
    Multiply2x,
    /// A value that no engine knows, as stored.
    Other(i32),
}

/// A way to look at an image.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Texture {
    /// The name as authored.
    pub name: String,
    /// The image; `None` for a slot without one.
    pub image: Option<ImageId>,
    /// How texture coordinates are moved before the look-up.
    pub transform: UvTransform,
    /// What happens left and right of the image.
    pub wrap_u: Wrap,
    /// What happens above and below the image.
    pub wrap_v: Wrap,
    /// Whether smaller copies are used at a distance.
    pub mipmap: bool,
    /// Whether pixels are shown without smoothing.
    pub nearest: bool,
    /// How the image's alpha is meant.
    pub alpha: TextureAlpha,
    /// How coordinates come about.
    pub mapping: Mapping,
    /// Values of the file that have no field here.
    pub extras: Extras,
}

impl Default for Texture {
    fn default() -> Self {
        Self {
            name: String::new(),
            image: None,
            transform: UvTransform::IDENTITY,
            wrap_u: Wrap::Repeat,
            wrap_v: Wrap::Repeat,
            mipmap: true,
            nearest: false,
            alpha: TextureAlpha::Ignore,
            mapping: Mapping::Uv,
            extras: Extras::new(),
        }
    }
}

/// Moves texture coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UvTransform {
    /// Added last.
    pub translation: Vec2,
    /// In radians; `u' = cos u + sin v`, `v' = -sin u + cos v`.
    pub rotation: f32,
    /// Factors of u and v.
    pub scale: Vec2,
    /// Which comes first.
    pub order: UvOrder,
}

/// Which of rotation and scale comes first in a [`UvTransform`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum UvOrder {
    /// Scale, rotate, translate (glTF).
    #[default]
    ScaleFirst,
    /// Rotate, scale, translate (Blitz3D).
    RotateFirst,
}

impl UvTransform {
    /// Moves nothing.
    pub const IDENTITY: Self =
        Self { translation: Vec2::ZERO, rotation: 0.0, scale: Vec2::ONE, order: UvOrder::ScaleFirst };

    /// Returns whether it moves nothing.
    pub fn is_identity(&self) -> bool {
        self.translation == Vec2::ZERO && self.rotation == 0.0 && self.scale == Vec2::ONE
    }

    /// Moves a texture coordinate.
    pub fn apply(&self, uv: Vec2) -> Vec2 {
        let (sin, cos) = libm::sincosf(self.rotation);
        let turn = |p: Vec2| Vec2::new(cos * p.x + sin * p.y, -sin * p.x + cos * p.y);
        self.translation
            + match self.order {
                UvOrder::ScaleFirst => turn(self.scale * uv),
                UvOrder::RotateFirst => self.scale * turn(uv),
            }
    }
}

/// What happens outside an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Wrap {
    /// It repeats.
    #[default]
    Repeat,
    /// Its edge goes on.
    Clamp,
    /// It repeats, every other one mirrored.
    Mirror,
}

/// How an image's alpha is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TextureAlpha {
    /// Not used.
    #[default]
    Ignore,
    /// Blended.
    Blend,
    /// Tested; pure black counts as transparent in Blitz3D.
    Mask,
}

/// How texture coordinates come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Mapping {
    /// From a UV set.
    #[default]
    Uv,
    /// From the reflection in a sphere.
    Sphere,
    /// From the reflection in a cube.
    Cube,
}

/// An image file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Image {
    /// The name or path as authored, such as `C:\art\Ninja.JPG`.
    pub path: String,
    /// The relative link to write, with forward slashes, once it is known where the image is.
    pub uri: Option<String>,
    /// The file's bytes, once loaded.
    pub data: Option<ImageData>,
}

impl Image {
    /// Returns the last component of the authored path.
    pub fn file_name(&self) -> &str {
        last_component(&self.path)
    }
}

/// Returns the last component of a path of any system: both kinds of slashes separate, and the colon after a drive.
pub fn last_component(path: &str) -> &str {
    path.rsplit(['/', '\\', ':']).next().unwrap_or("")
}

/// The bytes of an image file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ImageData {
    /// The media type, such as `image/png`.
    pub mime: String,
    /// The file's bytes.
    pub bytes: Vec<u8>,
}

/// What an engine takes from a texture file when it loads a model that uses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TextureFacts {
    /// The mean colour, 0xAARRGGBB.
    pub mean: u32,
    /// Whether the surface is blended by alpha.
    pub alpha: bool,
    /// Whether texels of little alpha are left out.
    pub keyed: bool,
}

impl TextureFacts {
    /// Returns how a surface with such a texture is drawn; texels under three quarters of alpha are left out where it is a key.
    pub fn alpha_mode(self) -> AlphaMode {
        match (self.alpha, self.keyed) {
            (true, _) => AlphaMode::Blend,
            (_, true) => AlphaMode::Mask { cutoff: Self::KEY },
            _ => AlphaMode::Opaque,
        }
    }

    /// The engine of Operation Flashpoint leaves out texels under this alpha where alpha is a key.
    pub const KEY: f32 = 192.0 / 255.0;
}
