//! Flags of points and faces in both formats, and how the engine turns one into the other.
//!
//! MLOD has flags for points and faces; ODOL has flags for vertices (`clip`) and for faces, sections and levels (`special`). Light and
//! user values of MLOD faces go to the vertices of ODOL.

use retromesh_core::material::{AlphaMode, TextureFacts};

/// Flags of an MLOD point.
pub mod point {
    /// Land: 1 on it, 2 under it, 4 above it, 8 keeps its height.
    pub const LAND: u32 = 0xf;
    /// Light: one of the four values below.
    pub const LIGHT: u32 = 0xf0;
    /// Shines by itself.
    pub const NO_LIGHT: u32 = 0x10;
    /// Always in shadow.
    pub const AMBIENT: u32 = 0x20;
    /// Always lit fully.
    pub const FULL_LIGHT: u32 = 0x40;
    /// Always lit half.
    pub const HALF_LIGHT: u32 = 0x80;
    /// Decal: 0x100 normal, 0x200 vertical.
    pub const DECAL: u32 = 0x300;
    /// Fog: 0x1000 none, 0x2000 sky.
    pub const FOG: u32 = 0x3000;
    /// The user's value.
    pub const USER: u32 = 0xff_0000;
    /// Not shown.
    pub const HIDDEN: u32 = 0x100_0000;
    /// How Oxygen 2 computes normals; no meaning in Operation Flashpoint.
    pub const NORMALS: u32 = 0x600_0000;
    /// All of them; the engine clears the flags of a point that has others.
    pub const KNOWN: u32 = LAND | LIGHT | DECAL | FOG | USER | HIDDEN;
}

/// Flags of an MLOD face.
pub mod face {
    /// Shines by itself.
    pub const NO_LIGHT: u32 = 0x1;
    /// Always in shadow.
    pub const AMBIENT: u32 = 0x2;
    /// Always lit fully.
    pub const FULL_LIGHT: u32 = 0x4;
    /// Light: one of the three values above.
    pub const LIGHT: u32 = NO_LIGHT | AMBIENT | FULL_LIGHT;
    /// Is a shadow.
    pub const IS_SHADOW: u32 = 0x8;
    /// Casts no shadow.
    pub const NO_SHADOW: u32 = 0x10;
    /// Depth bias, 0 to 3, times 0x100.
    pub const Z_BIAS: u32 = 0x300;
    /// Keeps its texture out of merged ones.
    pub const NO_TEXTURE_MERGER: u32 = 0x100_0000;
    /// The user's value, times 0x2000000.
    pub const USER: u32 = 0xfe00_0000;
    /// Those that the engine takes over.
    pub const KNOWN: u32 = LIGHT | IS_SHADOW | NO_SHADOW | Z_BIAS | NO_TEXTURE_MERGER | USER;
}

/// Flags of an ODOL vertex.
pub mod clip {
    /// Clipped by the six planes of the view.
    pub const ALL: u32 = 0x3f;
    /// Clipped by the far plane; what fog does not hide is not.
    pub const BACK: u32 = 0x2;
    /// Land, as for points.
    pub const LAND: u32 = 0xf00;
    /// Decal, as for points.
    pub const DECAL: u32 = 0x3000;
    /// Fog: 0x4000 none, 0x8000 sky.
    pub const FOG: u32 = 0xc000;
    /// Light of sky objects.
    pub const LIGHT: u32 = 0xf_0000;
    /// The material or user's value, times 0x100000.
    pub const USER: u32 = 0xff0_0000;
    /// All of them, and a plane of the user's.
    pub const KNOWN: u32 = ALL | 0x40 | LAND | DECAL | FOG | LIGHT | USER;
    /// What hints hold: all but the clip planes.
    pub const HINTS: u32 = 0x0fff_ff00;
    /// What vertices are sorted by.
    pub const ORDER: u32 = 0x0fff_0000;
    /// User value: shines by itself.
    pub const SHINING: u32 = 200;
    /// User value: always in shadow.
    pub const IN_SHADOW: u32 = 201;
    /// User value: always lit half.
    pub const HALF_LIGHTED: u32 = 202;
    /// User value: always lit fully.
    pub const FULLY_LIGHTED: u32 = 203;
}

/// Flags of ODOL faces, sections and levels.
#[allow(missing_docs, reason = "the names are those of the engine")]
pub mod special {
    pub const ON_SURFACE: u32 = 0x2;
    pub const NO_SHADOW: u32 = 0x20;
    pub const IS_SHADOW: u32 = 0x40;
    pub const IS_ALPHA: u32 = 0x100;
    pub const IS_TRANSPARENT: u32 = 0x200;
    pub const NO_CLAMP: u32 = 0x2000;
    pub const CLAMP_U: u32 = 0x4000;
    pub const CLAMP_V: u32 = 0x8000;
    pub const IS_ANIMATED: u32 = 0x1_0000;
    pub const IS_ALPHA_ORDERED: u32 = 0x2_0000;
    pub const IS_ALPHA_FOG: u32 = 0x8_0000;
    pub const IS_COLORED: u32 = 0x20_0000;
    pub const IS_HIDDEN: u32 = 0x40_0000;
    pub const Z_BIAS: u32 = 0x0c00_0000;
    pub const IS_HIDDEN_PROXY: u32 = 0x1000_0000;
    pub const NO_TEXTURE_MERGER: u32 = 0x2000_0000;
    /// What a level takes over from any of its faces.
    pub const ANY: u32 = IS_ALPHA | IS_TRANSPARENT | IS_ANIMATED | ON_SURFACE;
    /// What a level takes over when all of its faces have it.
    pub const EVERY: u32 = NO_SHADOW | Z_BIAS;
    /// What the engine adds to a geometry level.
    pub const GEOMETRY: u32 = IS_ALPHA | IS_ALPHA_FOG | IS_COLORED;
    /// The flags of the triangle that places a proxy.
    pub const PROXY: u32 = IS_HIDDEN_PROXY | NO_TEXTURE_MERGER | CLAMP_U | CLAMP_V | NO_SHADOW;
}

/// Returns how a face with these flags ([`special`]) is drawn.
pub(crate) fn alpha_mode(special: u32) -> AlphaMode {
    match special {
        flags if flags & special::IS_ALPHA != 0 => AlphaMode::Blend,
        flags if flags & special::IS_TRANSPARENT != 0 => AlphaMode::Mask { cutoff: TextureFacts::KEY },
        _ => AlphaMode::Opaque,
    }
}

/// Converts the flags of an ODOL vertex to those of an MLOD point.
///
/// The values of the light selection (200 to 203) become light flags, other user values stay what they are.
#[inline]
pub fn clip_to_point(clip: u32) -> u32 {
    let user = (clip & clip::USER) >> 20;
    let light = match user {
        clip::SHINING => point::NO_LIGHT,
        clip::IN_SHADOW => point::AMBIENT,
        clip::HALF_LIGHTED => point::HALF_LIGHT,
        clip::FULLY_LIGHTED => point::FULL_LIGHT,
        _ => user << 16,
    };
    (clip & clip::LAND) >> 8 | (clip & clip::DECAL) >> 4 | (clip & clip::FOG) >> 2 | light
}

/// Converts the flags of an MLOD point and of a face around it to those of an ODOL vertex.
pub fn point_to_clip(point: u32, face: u32) -> u32 {
    let point = if point & !(point::KNOWN | point::NORMALS) == 0 { point } else { 0 };
    let own = match point & point::LIGHT {
        0 => (point & point::USER) >> 16,
        light if light & point::NO_LIGHT != 0 => clip::SHINING,
        light if light & point::AMBIENT != 0 => clip::IN_SHADOW,
        light if light & point::FULL_LIGHT != 0 => clip::FULLY_LIGHTED,
        _ => clip::HALF_LIGHTED,
    };
    let lit = own >= clip::SHINING;
    let user = match face & face::LIGHT {
        0 if face & face::USER != 0 && !lit => face >> 25,
        0 => own,
        light if light & face::NO_LIGHT != 0 => {
            if lit {
                own + 20
            } else {
                clip::SHINING
            }
        }
        light if light & face::AMBIENT != 0 => {
            if lit {
                own + 40
            } else {
                clip::IN_SHADOW
            }
        }
        _ => clip::FULLY_LIGHTED,
    };
    let planes = if point & point::FOG == 0 { clip::ALL } else { clip::ALL & !clip::BACK };
    planes | (point & point::LAND) << 8 | (point & point::DECAL) << 4 | (point & point::FOG) << 2 | (user & 0xff) << 20
}

/// Returns the flags of an MLOD face that give its vertices this user value when their points have none; `None` where no flag does.
pub fn user_to_face(user: u32) -> Option<u32> {
    match user {
        0..=0x7f => Some(user << 25),
        clip::SHINING => Some(face::NO_LIGHT),
        clip::IN_SHADOW => Some(face::AMBIENT),
        clip::FULLY_LIGHTED => Some(face::FULL_LIGHT),
        _ => None,
    }
}

/// Converts the flags of an ODOL face to those of an MLOD face; light and user values are on the points.
#[inline]
pub fn special_to_face(special: u32) -> u32 {
    let mut flags = (special & special::Z_BIAS) >> 18;
    if special & special::IS_SHADOW != 0 {
        flags |= face::IS_SHADOW;
    }
    // The engine adds these to proxies and hidden faces.
    if special & special::IS_HIDDEN_PROXY == 0 {
        if special & special::NO_SHADOW != 0 {
            flags |= face::NO_SHADOW;
        }
        if special & (special::NO_TEXTURE_MERGER | special::IS_HIDDEN) == special::NO_TEXTURE_MERGER {
            flags |= face::NO_TEXTURE_MERGER;
        }
    }
    flags
}

/// Converts the flags of an MLOD face to those of an ODOL face, without what depends on texture and texture coordinates.
pub fn face_to_special(face: u32) -> u32 {
    let mut flags = (face & face::Z_BIAS) << 18;
    for (from, to) in [
        (face::IS_SHADOW, special::IS_SHADOW),
        (face::NO_SHADOW, special::NO_SHADOW),
        (face::NO_TEXTURE_MERGER, special::NO_TEXTURE_MERGER),
    ] {
        if face & from != 0 {
            flags |= to;
        }
    }
    flags
}

/// Converts a selection byte of MLOD (1 fully, 255 hardly) to a weight byte of ODOL (255 fully, 1 hardly) or back; 0 is no in both.
#[inline]
pub fn negate_weight(byte: u8) -> u8 {
    byte.wrapping_neg()
}

/// Returns the weight, 0 to 1, of a selection byte of MLOD.
pub fn weight_of(byte: u8) -> f32 {
    f32::from(negate_weight(byte)) / 255.0
}

/// Returns the selection byte of MLOD for a weight; a weight over 0 never becomes 0.
pub fn byte_of(weight: f32) -> u8 {
    if weight > 0.0 { negate_weight(((weight * 255.0).round() as u8).max(1)) } else { 0 }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn point_flags_survive_both_ways() {
        for flags in [0, 1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200, 0x1000, 0x2000, 0x14_0000, 0x63_2204] {
            assert_eq!(clip_to_point(point_to_clip(flags, 0)), flags, "{flags:#x}");
        }
        // A light replaces the user's value.
        assert_eq!(clip_to_point(point_to_clip(0x14_0040, 0)), 0x40);
        // Bits outside the known set clear all.
        assert_eq!(point_to_clip(0xffff_ffb0, 0), clip::ALL);
        // A face's user value goes to the vertex.
        assert_eq!(point_to_clip(0, 0x2800_0000), 0x0140_003f);
        // A face's light joins a point's.
        for (point, face, user) in
            [(0x10, 1, 220), (0x20, 1, 221), (0x40, 2, 243), (0, 1, 200), (0, 2, 201), (0, 4, 203), (0, 0, 0)]
        {
            assert_eq!(point_to_clip(point, face) >> 20, user, "{point:#x} {face:#x}");
        }
    }

    #[test]
    fn values_of_faces_reach_the_vertices() {
        for user in (0..=127).chain([200, 201, 203]) {
            assert_eq!(point_to_clip(0, user_to_face(user).unwrap()) >> 20, user);
        }
        assert!([128, 199, 202, 220, 243].into_iter().all(|user| user_to_face(user).is_none()));
        // What fog does not hide is not clipped far away.
        assert_eq!((point_to_clip(0x1000, 0), point_to_clip(0x2000, 0)), (0x403d, 0x803d));
    }

    #[test]
    fn face_flags_survive_both_ways() {
        for flags in [0, 8, 0x10, 0x100, 0x200, 0x300, 0x100_0000, 0x100_0318] {
            assert_eq!(special_to_face(face_to_special(flags)), flags, "{flags:#x}");
        }
        assert_eq!(special_to_face(special::PROXY), 0);
        assert_eq!(special_to_face(special::IS_HIDDEN | special::NO_TEXTURE_MERGER), 0);
    }

    #[test]
    fn weights_are_negated_bytes() {
        for (byte, weight) in [(0, 0), (1, 255), (2, 254), (255, 1), (128, 128)] {
            assert_eq!(negate_weight(byte), weight);
            assert_eq!(negate_weight(weight), byte);
        }
        for byte in 0..=255 {
            assert_eq!(byte_of(weight_of(byte)), byte);
        }
        assert_eq!((byte_of(1e-9), byte_of(2.0), byte_of(-1.0)), (255, 1, 0));
    }
}
