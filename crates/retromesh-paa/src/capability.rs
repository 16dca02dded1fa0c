//! What of a texture is read and written; a texture holds nothing else of a scene.

use crate::ID;
use crate::TARGET;
use crate::lint::RULES;
use retromesh_kit::{FormatInfo, Target};

/// The names and abilities of the format.
pub(crate) static INFO: FormatInfo = FormatInfo::new(ID, "Operation Flashpoint PAA", &["paa", "pac"])
    .targets(&[
        Target::new(TARGET, "Operation Flashpoint: DXT1, or with smooth alpha 4444 or AI88; P8 in .pac"),
        Target::new("arma", "Armed Assault and later: DXT1, or with alpha DXT5"),
        Target::new("dxt1", "texels in blocks of 4 bits each, with one bit of alpha"),
        Target::new("dxt5", "texels in blocks of 8 bits each, with interpolated alpha; not for Operation Flashpoint"),
        Target::new("argb4444", "texels of four bits a channel"),
        Target::new("argb1555", "texels of five bits a colour and one of alpha"),
        Target::new("ai88", "texels of intensity and alpha"),
        Target::new("argb8888", "texels of eight bits a channel; not for Operation Flashpoint"),
        Target::new("p8", "texels that point into a palette of 256 colours"),
    ])
    .coverage(COVERAGE)
    .rules(RULES);

retromesh_kit::coverage! {
    "DXT1 to DXT5" Full Partial "DXT1 and DXT5 are written; colours multiplied by alpha stay so";
    "4444, 1555, AI88, 8888, P8" Full Full "chosen by the picture's alpha and colours";
    "smaller levels" No Full "made anew, down to a side of 4 or 2";
    "LZSS, run lengths" Full Full "LZSS as the game's own tools pack, with a signed sum";
    "LZO of later games" Full No "large levels are written without it";
    "mean colour, flags" Full Full "what ODOL needs of its textures";
    "maximum colour, offsets" No Full "written as the game's tools do";
    "swizzles, procedures of later games" No No "kept in the document";
}
