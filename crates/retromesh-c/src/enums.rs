//! Words of the scene as numbers. The numbers are part of the ABI: new words go to the end.

use retromesh::{keyframes, material, space};

/// Declares how a word of the scene becomes one of C, by the same name.
macro_rules! mirror {
    ($($own:ident of $theirs:path { $($word:ident)* } $(else $other:ident)?;)*) => {$(
        impl From<$theirs> for $own {
            fn from(theirs: $theirs) -> Self {
                use $theirs as Theirs;
                match theirs {
                    $(Theirs::$word { .. } => Self::$word,)*
                    $(_ => Self::$other,)?
                }
            }
        }
    )*};
}

mirror! {
    Axis of space::Axis { PlusX PlusY PlusZ MinusX MinusY MinusZ };
    AlphaMode of material::AlphaMode { Opaque Mask Blend };
    Blend of material::Blend { Alpha Multiply Add };
    LayerBlend of material::LayerBlend { Off Alpha Multiply Add Dot3 Multiply2x Other };
    TextureRole of material::TextureRole {
        Color Lightmap Ambient Emissive Specular SpecularPower Normal Bump Opacity Occlusion MetallicRoughness Environment
    } else Unknown;
    Wrap of material::Wrap { Repeat Clamp Mirror };
    TextureAlpha of material::TextureAlpha { Ignore Blend Mask };
    Mapping of material::Mapping { Uv Sphere Cube };
    Interpolation of keyframes::Interpolation { Step Linear LinearNormalized CubicSpline };
    LightKind of retromesh::scene::LightKind { Directional Point Spot };
    Severity of retromesh::Severity { Note Defect Approximated Lost };
}

/// A coordinate axis with its direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Axis {
    PlusX,
    PlusY,
    PlusZ,
    MinusX,
    MinusY,
    MinusZ,
}

/// How alpha is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum AlphaMode {
    /// Not at all.
    Opaque,
    /// Pixels under the cutoff are not drawn.
    Mask,
    /// Pixels are mixed with what is behind them.
    Blend,
}

/// How a surface joins with what is behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Blend {
    /// As the alpha mode says.
    Alpha,
    /// Multiplies.
    Multiply,
    /// Adds.
    Add,
}

/// How a texture layer joins with the layers before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum LayerBlend {
    /// Not drawn.
    Off,
    /// Replaces by alpha.
    Alpha,
    /// Multiplies.
    Multiply,
    /// Adds.
    Add,
    /// The dot product of bump mapping.
    Dot3,
    /// Multiplies and doubles.
    Multiply2x,
    /// A value that no engine knows.
    Other,
}

/// What a texture is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum TextureRole {
    /// Colour.
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
    /// Something that this version of the interface has no word for.
    Unknown,
}

/// What happens outside an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Wrap {
    /// It repeats.
    Repeat,
    /// Its edge goes on.
    Clamp,
    /// It repeats, every other one mirrored.
    Mirror,
}

/// How an image's alpha is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum TextureAlpha {
    /// Not used.
    Ignore,
    /// Blended.
    Blend,
    /// Tested; pure black counts as transparent in Blitz3D.
    Mask,
}

/// How texture coordinates come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Mapping {
    /// From a UV set.
    Uv,
    /// From the reflection in a sphere.
    Sphere,
    /// From the reflection in a cube.
    Cube,
}

/// How values between keys come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Interpolation {
    /// The earlier key holds.
    Step,
    /// Linear; rotations by spherical interpolation along the shorter way.
    Linear,
    /// Linear by component; rotations are normalised afterwards and not turned the shorter way.
    LinearNormalized,
    /// A cubic Hermite spline as in glTF: each key has in-tangent, value, out-tangent, tangents per second.
    CubicSpline,
}

/// The property that a channel animates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Property {
    /// Translations that replace the node's own: 3 numbers a value.
    Translation,
    /// Unit quaternions x, y, z, w that replace the node's rotation: 4 numbers a value.
    Rotation,
    /// Scales that replace the node's own: 3 numbers a value.
    Scale,
    /// Weights of the morph targets of the node's mesh: as many numbers a value as there are targets.
    Weights,
}

/// The kind of a light.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum LightKind {
    /// Shines everywhere from one direction.
    Directional,
    /// Shines from one point to all sides.
    Point,
    /// Shines from one point into a cone.
    Spot,
}

/// How much a diagnostic matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Severity {
    /// A fact worth knowing; nothing was changed.
    Note,
    /// The input breaks its format's rules and was repaired.
    Defect,
    /// The output says nearly the same as the input.
    Approximated,
    /// The output does not hold something that the input held.
    Lost,
}
