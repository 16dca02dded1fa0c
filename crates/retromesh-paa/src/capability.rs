//! What of a texture is read and written; a texture holds nothing else of a scene.

use retromesh_core::{Coverage, Support};

/// What of the format reaches the scene, one row a structure or field.
pub(crate) const COVERAGE: &[Coverage] = &[
    Coverage::new(
        "DXT1 to DXT5",
        Support::Full,
        Support::Partial,
        "DXT1 and DXT5 are written; colours multiplied by alpha stay so",
    ),
    Coverage::new(
        "4444, 1555, AI88, 8888, P8",
        Support::Full,
        Support::Full,
        "chosen by the picture's alpha and colours",
    ),
    Coverage::new("smaller levels", Support::No, Support::Full, "made anew, down to a side of 4 or 2"),
    Coverage::new(
        "LZSS, run lengths",
        Support::Full,
        Support::Full,
        "LZSS as the game's own tools pack, with a signed sum",
    ),
    Coverage::new("LZO of later games", Support::Full, Support::No, "large levels are written without it"),
    Coverage::new("mean colour, flags", Support::Full, Support::Full, "what ODOL needs of its textures"),
    Coverage::new("maximum colour, offsets", Support::No, Support::Full, "written as the game's tools do"),
    Coverage::new("swizzles, procedures of later games", Support::No, Support::No, "kept in the document"),
];
