//! What this format alone lets its user choose.

use retromesh_kit::WindingPolicy;
use retromesh_kit::settings::Text;

retromesh_kit::settings! {
    /// What to choose for P3D files alone.
    pub struct Settings {
        /// Which points an editable model gets where the source keeps one vertex for each normal and texture coordinate.
        Writing("mlod", "p3dm") "points" => points: Points,
        /// The mean colour of the textures and the one seen from above, which is the same if it is not given. Without it the source's, else
        /// a grey.
        Writing("odol7") "mean-color" => mean_colors: Option<MeanColors>,
        /// A texture that has alpha, where the source does not say it; `*` stands for any letters, `?` for one.
        Writing("odol7") "alpha-texture" => alpha_textures: Vec<String> = "PATTERN",
        /// A texture of which a colour is not shown, where the source does not say it; with `*` and `?`, too.
        Writing("odol7") "key-texture" => key_textures: Vec<String> = "PATTERN",
        /// A selection that the game's configuration asks for as sections.
        Writing("odol7") "section" => sections: Vec<String> = "NAME",
        /// What to do with faces whose winding contradicts their normals.
        Reading "winding" => winding: WindingPolicy,
        /// Motion for the model: an `.rtm` file by its path from the model's folder, a clip each.
        Reading "animation" => animations: Vec<String> = "FILE",
        /// Moves the model by the step of each `--animation`.
        Reading "root-motion" => root_motion: bool,
    }
}

retromesh_kit::choices! {
    /// Says which points an editable model gets.
    pub enum Points {
        /// Those of the editor that the source remembers: vertices at seams become one point again.
        "merged" => Merged,
        /// One for each vertex.
        "split" => Split,
        /// Those of the editor in levels with a function, one for each vertex in those that are seen.
        "functional-merged" => FunctionalMerged,
    }
}

/// The mean colours of the textures, each 0xAARRGGBB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeanColors {
    /// Of the whole model.
    pub all: u32,
    /// Of the model seen from above.
    pub above: u32,
}

impl Text for MeanColors {
    const FORM: &'static str = "AARRGGBB[,AARRGGBB]";
    const EXPECTED: &'static str = "one or two colours of eight hexadecimal digits";

    fn parse(text: &str) -> Option<Self> {
        let color = |text: &str| {
            let digits =
                Some(text.trim()).filter(|text| text.len() == 8 && text.bytes().all(|b| b.is_ascii_hexdigit()));
            u32::from_str_radix(digits?, 16).ok()
        };
        let (all, above) = text.split_once(',').unwrap_or((text, text));
        Some(Self { all: color(all)?, above: color(above)? })
    }

    fn print(&self) -> String {
        format!("{:08x},{:08x}", self.all, self.above)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colour_from_above_is_the_same_if_it_is_not_given() {
        let (one, two) =
            (MeanColors { all: 0xff80_8080, above: 0xff80_8080 }, MeanColors { all: 1, above: 0xff00_ff00 });
        for (text, expected) in [("ff808080", one), ("00000001, FF00FF00", two)] {
            assert_eq!(MeanColors::parse(text), Some(expected), "{text}");
            assert_eq!(MeanColors::parse(&expected.print()), Some(expected), "{text}");
        }
        for text in ["", "ff8080", "+f808080", "ff808080,", "ff808080,ff808080,ff808080"] {
            assert_eq!(MeanColors::parse(text), None, "{text}");
        }
    }
}
