//! What of a texture is read and written; a texture holds nothing else of a scene.

use crate::ID;
use crate::TARGET;
use crate::lint::RULES;
use retromesh_kit::{Coverage, FormatInfo, Support, Target};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo {
    id: ID,
    name: "Operation Flashpoint PAA",
    extensions: &["paa", "pac"],
    byte_exact: true,
    writes: true,
    targets: &[
        Target::new(TARGET, "Operation Flashpoint: DXT1, or with smooth alpha 4444 or AI88; P8 in .pac"),
        Target::new("arma", "Armed Assault and later: DXT1, or with alpha DXT5"),
        Target::new("dxt1", "texels in blocks of 4 bits each, with one bit of alpha"),
        Target::new("dxt5", "texels in blocks of 8 bits each, with interpolated alpha; not for Operation Flashpoint"),
        Target::new("argb4444", "texels of four bits a channel"),
        Target::new("argb1555", "texels of five bits a colour and one of alpha"),
        Target::new("ai88", "texels of intensity and alpha"),
        Target::new("argb8888", "texels of eight bits a channel; not for Operation Flashpoint"),
        Target::new("p8", "texels that point into a palette of 256 colours"),
    ],
    holds: &[],
    bones_per_vertex: 0,
    images: &[],
    extras: &[],
    unused: &[],
    coverage: COVERAGE,
    rules: RULES,
    settings: &[],
};

/// What of the format reaches the scene, one row a structure or field.
const COVERAGE: &[Coverage] = &[
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
