//! How files are written.

use super::settings::SettingArgs;
use super::values::{choice, positive};
use clap::{Args, ValueEnum};
use retromesh::ExportOptions;
use retromesh::choice::Choice;
use retromesh::options::{BoneAxes, Clips, Lods, LuantiUse, Points, PoseAt, Scales, Textures, VertexFloats};

/// How files are written.
#[derive(Debug, Args)]
#[command(next_help_heading = "Writing")]
pub(crate) struct WritingArgs {
    /// The engine profile to write for; `retromesh help targets` lists them.
    #[arg(long, value_name = "NAME")]
    pub(crate) target: Option<String>,
    /// What to do with texture images.
    #[arg(long, value_name = "WHERE", value_parser = choice::<Textures>(), default_value = Textures::default().name())]
    textures: Textures,
    /// Which levels of detail are written: auto, all, visual, best, or one by its name.
    #[arg(long, value_name = "WHICH", default_value = "auto", value_parser = lods)]
    lods: Lods,
    /// The pose for formats without animation: a clip, or the first one, at a frame of it.
    #[arg(long, value_name = "[CLIP]@FRAME", value_parser = pose)]
    pose: Option<PoseAt>,
    /// How clips become animations (glTF).
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    clips: ClipsArg,
    /// The frames per second of formats whose keys stand on whole frames (b3d, bo3d).
    #[arg(long, value_name = "RATE", value_parser = positive)]
    frame_rate: Option<f32>,
    /// What a model for Luanti is for: static models of nodes are written ten times as large (glTF).
    #[arg(long, value_enum, default_value_t, value_name = "USE")]
    luanti_use: LuantiUseArg,
    /// Which points an editable model gets (p3d).
    #[arg(long, value_enum, default_value_t, value_name = "WHICH")]
    points: PointsArg,
    /// The mean colour of the textures and the one seen from above, which is the same if it is not given (p3d, target odol7).
    #[arg(long, value_name = "AARRGGBB[,AARRGGBB]", value_parser = mean_colors)]
    mean_color: Option<[u32; 2]>,
    /// A texture that has alpha; may be given several times (p3d, target odol7).
    #[arg(long, value_name = "PATH")]
    alpha_texture: Vec<String>,
    /// A selection that the game's configuration asks for as sections; may be given several times (p3d, target odol7).
    #[arg(long, value_name = "NAME")]
    section: Vec<String>,
    /// How wide vertex numbers are (bo3d).
    #[arg(long, value_enum, default_value_t, value_name = "WIDTH")]
    vertex_floats: VertexFloatsArg,
    /// What becomes of the scales of nodes (bo3d).
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    scales: ScalesArg,
    /// How the axes of bones lie (bo3d).
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    bone_axes: BoneAxesArg,
    #[command(flatten)]
    pub(crate) settings: SettingArgs<true>,
}

impl WritingArgs {
    pub(crate) fn options(&self) -> ExportOptions {
        let mut options = ExportOptions::default();
        options.target.clone_from(&self.target);
        options.textures = self.textures;
        options.lods = self.lods.clone();
        options.pose.clone_from(&self.pose);
        options.clips = self.clips.into();
        options.frames_per_second = self.frame_rate;
        options.luanti_use = self.luanti_use.into();
        options.points = self.points.into();
        options.mean_colors = self.mean_color;
        options.alpha_textures.clone_from(&self.alpha_texture);
        options.section_selections.clone_from(&self.section);
        options.vertex_floats = self.vertex_floats.into();
        options.scales = self.scales.into();
        options.bone_axes = self.bone_axes.into();
        options.settings.clone_from(&self.settings.0);
        options
    }
}

fn mean_colors(text: &str) -> Result<[u32; 2], String> {
    let color = |text: &str| match u32::from_str_radix(text.trim(), 16) {
        Ok(color) if text.trim().len() == 8 => Ok(color),
        _ => Err(format!("{text:?} is not a colour of eight hexadecimal digits")),
    };
    let (mean, top) = text.split_once(',').unwrap_or((text, text));
    Ok([color(mean)?, color(top)?])
}

fn lods(text: &str) -> Result<Lods, String> {
    Ok(match text {
        "" => return Err("give auto, all, visual, best, or a name".to_owned()),
        "auto" => Lods::Auto,
        "all" => Lods::All,
        "visual" => Lods::Visual,
        "best" => Lods::Best,
        name => Lods::Named(name.to_owned()),
    })
}

fn pose(text: &str) -> Result<PoseAt, String> {
    let (clip, frame) = text.rsplit_once('@').ok_or("write it as CLIP@FRAME, such as walk@12 or @12")?;
    let tick: f32 = frame.parse().map_err(|_| format!("{frame:?} is not a frame"))?;
    if !tick.is_finite() {
        return Err("the frame must be finite".to_owned());
    }
    Ok(PoseAt { clip: clip.to_owned(), tick })
}

/// Declares the words of an option and the library's value of each.
macro_rules! mirror {
    ($name:ident is $target:ty { $first:ident = $first_about:literal, $($word:ident = $about:literal),* $(,)? }) => {
        #[derive(Debug, Clone, Copy, Default, ValueEnum)]
        enum $name {
            #[doc = $first_about]
            #[default]
            $first,
            $(#[doc = $about] $word,)*
        }

        impl From<$name> for $target {
            fn from(word: $name) -> Self {
                match word {
                    $name::$first => <$target>::$first,
                    $($name::$word => <$target>::$word,)*
                }
            }
        }
    };
}

mirror!(ClipsArg is Clips {
    Auto = "As the target's engine needs",
    One = "One animation over the whole timeline",
    Named = "One animation a clip",
});
mirror!(LuantiUseArg is LuantiUse {
    Entity = "An entity: ten units are one node",
    Node = "A node of drawtype mesh: one unit of a static model is one node",
});
mirror!(PointsArg is Points {
    Merged = "Those of the editor: vertices at seams become one point again",
    Split = "One a vertex",
    FunctionalMerged = "Merged in levels with a function, split in those that are seen",
});
mirror!(VertexFloatsArg is VertexFloats {
    F32 = "32 bits: exact",
    F16 = "16 bits where all numbers fit",
    Auto = "16 bits where the rounding stays invisible",
});
mirror!(ScalesArg is Scales {
    Auto = "As the target's engine needs",
    Keep = "As they are",
    Bake = "Into vertices and offsets where that is exact",
});
mirror!(BoneAxesArg is BoneAxes {
    Keep = "As they are",
    Align = "Parallel to the mesh's, with the same motion",
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poses_are_a_clip_and_a_frame() {
        for (text, clip, tick) in [("walk@12", "walk", 12.0), ("@0.5", "", 0.5), ("a@b@-1", "a@b", -1.0)] {
            assert_eq!(pose(text), Ok(PoseAt { clip: clip.to_owned(), tick }), "{text}");
        }
        for text in ["walk", "walk@", "walk@x", "walk@inf"] {
            assert!(pose(text).is_err(), "{text}");
        }
    }
}
