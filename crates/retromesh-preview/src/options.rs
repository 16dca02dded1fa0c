//! Choices of the caller: what is drawn, from where, how large.

use std::str::FromStr;

/// Bounds what a scene may make the library do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum number of pixels of one picture, of a sheet as a whole. Default 2^26.
    pub pixels: u64,
    /// The maximum number of triangles drawn; what a placed mesh adds beyond it is left out. Default 2^23. [`Stage`](crate::Stage) lowers this and
    /// the next for scenes that would have to be placed many times to reach them.
    pub triangles: usize,
    /// The maximum number of vertices drawn; what a placed mesh adds beyond it is left out. Default 2^24.
    pub vertices: usize,
    /// The maximum number of pixels of one texture image; a larger one counts as missing. Default 2^24.
    pub texture_pixels: u64,
    /// The maximum number of pixels of all texture images together; small files get less: 2^25 and 16 for each byte of theirs. Default 2^27.
    pub all_texture_pixels: u64,
    /// The maximum work on one picture, in samples covered by triangles, transparent ones counting more. Triangles beyond it are
    /// left out. Default 2 * 10^9, which takes some seconds.
    pub work: u64,
    /// The maximum number of pictures of an animation or a sheet. Default 1000.
    pub frames: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            pixels: 1 << 26,
            triangles: 1 << 23,
            vertices: 1 << 24,
            texture_pixels: 1 << 24,
            all_texture_pixels: 1 << 27,
            work: 2_000_000_000,
            frames: 1000,
        }
    }
}

/// Where the camera is; it always looks at the middle of the model and holds it whole.
///
/// The names are those of the model's sides: in the engines of the legacy formats a model moves along the forward axis, so its face
/// points there. (Models that were made for glTF look the other way.)
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// The angle around the up axis, in degrees: 0 looks along the scene's forward axis, 90 is to the right.
    pub yaw: f32,
    /// The angle above the ground, in degrees, -90 to 90.
    pub pitch: f32,
}

impl View {
    /// Looks at the face, against the scene's forward axis.
    pub const FRONT: Self = Self { yaw: 180.0, pitch: 0.0 };
    /// Looks at the right side.
    pub const RIGHT: Self = Self { yaw: 90.0, pitch: 0.0 };
    /// Looks at the back, along the scene's forward axis.
    pub const BACK: Self = Self { yaw: 0.0, pitch: 0.0 };
    /// Looks at the left side.
    pub const LEFT: Self = Self { yaw: -90.0, pitch: 0.0 };
    /// Looks down; the forward axis points up in the picture.
    pub const TOP: Self = Self { yaw: 0.0, pitch: 90.0 };
    /// Looks up; the forward axis points down in the picture.
    pub const BOTTOM: Self = Self { yaw: 0.0, pitch: -90.0 };
    /// Looks at the face and the right side, a little from above.
    pub const ISO: Self = Self { yaw: 145.0, pitch: 22.0 };
}

/// Reads `front`, `right`, `back`, `left`, `top`, `bottom`, `iso`, or two angles in degrees: `YAW,PITCH`.
impl FromStr for View {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let angle = |text: &str| text.trim().parse::<f32>().ok().filter(|angle| angle.is_finite());
        Ok(match text {
            "front" => Self::FRONT,
            "right" | "side" => Self::RIGHT,
            "back" => Self::BACK,
            "left" => Self::LEFT,
            "top" => Self::TOP,
            "bottom" => Self::BOTTOM,
            "iso" => Self::ISO,
            angles => {
                let angles = angles.split_once(',').and_then(|(yaw, pitch)| angle(yaw).zip(angle(pitch)));
                let (yaw, pitch) = angles.ok_or("must be a name or YAW,PITCH in degrees")?;
                Self { yaw, pitch }
            }
        })
    }
}

/// The moment that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Moment {
    /// The nodes' own transforms.
    #[default]
    Rest,
    /// A moment of an animation.
    At {
        /// The number of the animation in the scene.
        animation: usize,
        /// The tick of its timeline.
        tick: f32,
    },
}

retromesh_kit::choices! {
    /// How surfaces are coloured.
    pub enum Look {
        /// By their materials, lit.
        "shaded" => Shaded,
        /// Grey, lit: the shape alone.
        "clay" => Clay,
        /// By their normals: x, y and z as red, green and blue.
        "normals" => Normals,
        /// Blue in front and red at the back, all faces drawn: shows what is inside out.
        "faces" => Faces,
    }
}

/// Which levels of detail are drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Levels {
    /// Of sibling levels the finest visual one, or the first where none is visual.
    #[default]
    Finest,
    /// The level with this node name, role (`geometry`) or number, without regard to case.
    Named(String),
    /// All.
    All,
}

/// What one picture shows. `Shot::default()` is a good thumbnail.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "independent switches")]
#[non_exhaustive]
pub struct Shot {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// Where the camera is.
    pub view: View,
    /// The moment that is shown.
    pub moment: Moment,
    /// How surfaces are coloured.
    pub look: Look,
    /// Red, green, blue and alpha of the background.
    pub background: [u8; 4],
    /// Samples a pixel in each direction, 1 to 4. Default 2.
    pub supersampling: u32,
    /// Which levels of detail are drawn.
    pub levels: Levels,
    /// Whether hidden nodes are drawn.
    pub hidden: bool,
    /// Whether back faces are drawn whatever the material says.
    pub back_faces: bool,
    /// Whether the edges of faces are drawn over the surfaces.
    pub wireframe: bool,
    /// Whether joints and bones are drawn over everything; the node tree where there are no joints.
    pub skeleton: bool,
    /// Whether a grid is drawn under the model.
    pub grid: bool,
    /// Whether the axes x (red), y (green) and z (blue) of glTF are drawn at the origin.
    pub axes: bool,
}

impl Default for Shot {
    fn default() -> Self {
        Self {
            width: 512,
            height: 512,
            view: View::ISO,
            moment: Moment::Rest,
            look: Look::Shaded,
            background: [58, 63, 70, 255],
            supersampling: 2,
            levels: Levels::Finest,
            hidden: false,
            back_faces: false,
            wireframe: false,
            skeleton: false,
            grid: false,
            axes: false,
        }
    }
}
