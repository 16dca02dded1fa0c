//! Animations and their clips.

use super::{Floats, List, Name};
use crate::enums::{Interpolation, Property};

/// The keys of one property of one node. Before the first key and after the last one the end values hold.
#[repr(C)]
pub struct Channel {
    /// The node that it moves.
    pub node: u32,
    /// The property.
    pub property: Property,
    /// How values between keys come about.
    pub interpolation: Interpolation,
    /// The time of each key in ticks, ascending.
    pub times: Floats,
    /// The values: one a key; three for RETROMESH_INTERPOLATION_CUBIC_SPLINE.
    pub values: Floats,
}

/// A timeline with its channels.
#[repr(C)]
pub struct Animation {
    /// The name as authored.
    pub name: Name,
    /// The first tick.
    pub first: f32,
    /// The last tick, inclusive.
    pub last: f32,
    /// How many ticks make a second.
    pub ticks_per_second: f32,
    /// Whether playing starts over at the end.
    pub looping: bool,
    /// The channels.
    pub channels: List<Channel>,
}

/// A clip: a named range of an animation, or the whole of one that has none.
#[repr(C)]
pub struct Clip {
    /// The name as authored.
    pub name: Name,
    /// The animation.
    pub animation: u32,
    /// The first tick.
    pub first: f32,
    /// The last tick, inclusive.
    pub last: f32,
    /// How long it takes, in seconds.
    pub seconds: f32,
    /// Whether playing starts over at the end.
    pub looping: bool,
}
