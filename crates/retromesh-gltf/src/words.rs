//! The words under which enumerations are kept in extras.

use retromesh_core::material::{Blend, LayerBlend, Mapping, TextureAlpha, TextureRole, UvOrder, Wrap};
use retromesh_core::scene::LodRole;
use serde_json::Value;

/// A two-way table of one enumeration.
macro_rules! words {
    ($($type:ident { $($variant:ident $word:literal),* $(,)? })*) => {$(
        impl Word for $type {
            const ALL: &'static [($type, &'static str)] = &[$(($type::$variant, $word)),*];
        }
    )*};
}

/// An enumeration whose variants have words.
pub(crate) trait Word: Copy + PartialEq + 'static {
    /// Each variant with its word.
    const ALL: &'static [(Self, &'static str)];

    /// Returns the word; the first of the table for a variant that is not in it.
    fn word(self) -> &'static str {
        let row = Self::ALL.iter().find(|(variant, _)| *variant == self).or(Self::ALL.first());
        row.map_or("", |(_, word)| word)
    }

    /// Finds the variant of a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, w)| *w == word).map(|(variant, _)| *variant)
    }

    /// Finds the variant of a JSON text.
    fn from_value(value: Option<&Value>) -> Option<Self> {
        Self::from_word(value?.as_str()?)
    }
}

words! {
    Blend { Alpha "alpha", Multiply "multiply", Add "add" }
    TextureRole {
        Color "color", Lightmap "lightmap", Ambient "ambient", Emissive "emissive", Specular "specular",
        SpecularPower "specular-power", Normal "normal", Bump "bump", Opacity "opacity", Occlusion "occlusion",
        MetallicRoughness "metallic-roughness", Environment "environment",
    }
    TextureAlpha { Ignore "ignore", Blend "blend", Mask "mask" }
    Mapping { Uv "uv", Sphere "sphere", Cube "cube" }
    UvOrder { ScaleFirst "scale-first", RotateFirst "rotate-first" }
    Wrap { Repeat "repeat", Clamp "clamp", Mirror "mirror" }
    LodRole {
        Other "other", Visual "visual", ViewGunner "view-gunner", ViewPilot "view-pilot", ViewCargo "view-cargo",
        ViewCommander "view-commander", Geometry "geometry", FireGeometry "fire-geometry", ViewGeometry "view-geometry",
        ViewPilotGeometry "view-pilot-geometry", ViewPilotFireGeometry "view-pilot-fire-geometry",
        ViewGunnerGeometry "view-gunner-geometry", ViewGunnerFireGeometry "view-gunner-fire-geometry",
        ViewCommanderGeometry "view-commander-geometry", ViewCommanderFireGeometry "view-commander-fire-geometry",
        ViewCargoGeometry "view-cargo-geometry", ViewCargoFireGeometry "view-cargo-fire-geometry", Memory "memory",
        LandContact "land-contact", Roadway "roadway", Paths "paths", HitPoints "hit-points",
        ShadowVolume "shadow-volume", ShadowBuffer "shadow-buffer", Physics "physics", Buoyancy "buoyancy", Edit "edit",
        Wreck "wreck", SubParts "sub-parts", Solid "solid",
    }
}

/// Returns the word of a layer's blend, or the number of one that no engine knows.
pub(crate) fn layer_blend(blend: LayerBlend) -> Value {
    Value::from(match blend {
        LayerBlend::Off => "off",
        LayerBlend::Alpha => "alpha",
        LayerBlend::Multiply => "multiply",
        LayerBlend::Add => "add",
        LayerBlend::Dot3 => "dot3",
        LayerBlend::Multiply2x => "multiply-2x",
        LayerBlend::Other(raw) => return Value::from(raw),
    })
}

/// Finds the layer blend of a word or number.
pub(crate) fn layer_blend_from(value: &Value) -> Option<LayerBlend> {
    if let Some(raw) = value.as_i64() {
        return i32::try_from(raw).ok().map(LayerBlend::Other);
    }
    Some(match value.as_str()? {
        "off" => LayerBlend::Off,
        "alpha" => LayerBlend::Alpha,
        "multiply" => LayerBlend::Multiply,
        "add" => LayerBlend::Add,
        "dot3" => LayerBlend::Dot3,
        "multiply-2x" => LayerBlend::Multiply2x,
        _ => return None,
    })
}
