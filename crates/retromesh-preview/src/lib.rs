#![doc = include_str!("../README.md")]

mod animate;
mod band;
mod camera;
mod compare;
mod draw;
mod encode;
mod geometry;
mod levels;
mod options;
mod overlay;
mod picture;
mod raster;
mod shade;
mod stage;
mod surface;
mod texture;
mod uv;

pub use animate::Frames;
pub use camera::Bounds;
pub use compare::{Comparison, Difference, compare_shots, difference};
pub use encode::{Animated, encode_animation};
pub use geometry::LeftOut;
pub use options::{Levels, Limits, Look, Moment, Shot, View};
pub use picture::Picture;
pub use stage::{Rendered, Stage};
