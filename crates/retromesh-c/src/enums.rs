//! Words of the scene as numbers. The numbers are part of the ABI: new words go to the end.
#![allow(missing_docs, reason = "most words say what they are")]

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
#[repr(u32)]
pub enum Axis {
    PlusX,
    PlusY,
    PlusZ,
    MinusX,
    MinusY,
    MinusZ,
}

/// How alpha is used.
#[repr(u32)]
pub enum AlphaMode {
    /// Not at all.
    Opaque,
    /// Pixels under the cutoff are not drawn.
    Mask,
    /// Pixels are mixed with what is behind them.
    Blend,
}

/// How a surface joins with what is behind it: as the alpha mode says, or by arithmetic.
#[repr(u32)]
pub enum Blend {
    Alpha,
    Multiply,
    Add,
}

/// How a texture layer joins with the layers before it; OTHER is what no engine knows.
#[repr(u32)]
pub enum LayerBlend {
    Off,
    Alpha,
    Multiply,
    Add,
    Dot3,
    Multiply2x,
    Other,
}

/// What a texture is for. Of METALLIC_ROUGHNESS blue is metalness, green roughness; UNKNOWN is what this interface has no word for.
#[repr(u32)]
pub enum TextureRole {
    Color,
    Lightmap,
    Ambient,
    Emissive,
    Specular,
    SpecularPower,
    Normal,
    Bump,
    Opacity,
    Occlusion,
    MetallicRoughness,
    Environment,
    Unknown,
}

/// What happens outside an image.
#[repr(u32)]
pub enum Wrap {
    Repeat,
    Clamp,
    Mirror,
}

/// How an image's alpha is meant. Where it is tested, pure black counts as transparent in Blitz3D.
#[repr(u32)]
pub enum TextureAlpha {
    Ignore,
    Blend,
    Mask,
}

/// How texture coordinates come about: from a UV set, or from the reflection in a sphere or a cube.
#[repr(u32)]
pub enum Mapping {
    Uv,
    Sphere,
    Cube,
}

/// How values between keys come about.
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
#[repr(u32)]
pub enum LightKind {
    Directional,
    Point,
    Spot,
}

/// How much a diagnostic matters: a fact; what breaks the rules and was repaired; what is nearly the same; what is gone.
#[repr(u32)]
pub enum Severity {
    Note,
    Defect,
    Approximated,
    Lost,
}
