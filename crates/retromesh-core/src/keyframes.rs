//! Animations: keyed channels over a timeline in ticks.

use crate::error::{Error, ErrorKind, Result};
use crate::extras::Extras;
use crate::ids::NodeId;
use glam::{Quat, Vec3};
use std::str::FromStr;

/// The slowest rate of an animation, in ticks per second. Below it the seconds of a timeline may not be numbers any more.
pub const SLOWEST_RATE: f32 = 1e-6;

/// Returns whether an animation can run at a rate: not when it is zero, negative, no number, or so slow that it never ends.
pub fn is_rate(ticks_per_second: f32) -> bool {
    ticks_per_second.is_finite() && ticks_per_second >= SLOWEST_RATE
}

/// Returns whether each key is later than the one before: times are equal nowhere, and all are numbers where there are several.
pub fn ascend(times: &[f32]) -> bool {
    let later = times.get(1..).unwrap_or_default();
    // All are counted, as several are compared at a time in a loop without a way out.
    times.iter().zip(later).filter(|(before, after)| before < after).count() == later.len()
}

/// A timeline with its channels.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Animation {
    /// The name as authored.
    pub name: String,
    /// The first tick of the timeline.
    pub first: f32,
    /// The last tick of the timeline, inclusive.
    pub last: f32,
    /// How many ticks make a second: see [`is_rate`].
    pub ticks_per_second: f32,
    /// Whether playing starts over at the end.
    pub looping: bool,
    /// Named ranges of the timeline; when empty the timeline is one clip.
    pub clips: Vec<Clip>,
    /// The channels; at most one for a target and property.
    pub channels: Vec<Channel>,
    /// Values of the file that have no field here.
    pub extras: Extras,
}

impl Animation {
    /// Returns the clips, or the whole timeline as one clip when there are none.
    pub fn clips_or_whole(&self) -> Vec<Clip> {
        if self.clips.is_empty() { vec![self.whole()] } else { self.clips.clone() }
    }

    /// Returns the whole timeline as one clip.
    pub fn whole(&self) -> Clip {
        Clip { name: self.name.clone(), first: self.first, last: self.last, looping: self.looping }
    }

    /// Returns the tick at which a clip of this animation is this many seconds after its start: one that loops starts over, others hold
    /// their ends.
    pub fn tick_at(&self, clip: &Clip, seconds: f32) -> f32 {
        let (first, last) = (clip.first, clip.last);
        let ticks = seconds * self.rate();
        if clip.looping && last > first {
            first + ticks.rem_euclid(last - first)
        } else {
            (first + ticks).clamp(first.min(last), last.max(first))
        }
    }

    /// Returns how long a clip of this animation plays, in seconds.
    pub fn seconds_of(&self, clip: &Clip) -> f32 {
        (clip.last - clip.first) / self.rate()
    }

    /// Returns the ticks a second; one where an animation cannot run at its own rate.
    pub fn rate(&self) -> f32 {
        if is_rate(self.ticks_per_second) { self.ticks_per_second } else { 1.0 }
    }

    /// Refuses a tick outside of the timeline with its range; the error names no format yet.
    pub fn allow_tick(&self, tick: f32) -> Result<()> {
        if (self.first..=self.last).contains(&tick) {
            return Ok(());
        }
        let range = format!("{} to {}", self.first, self.last);
        Err(Error::new("", ErrorKind::option("frame", range, tick.to_string())))
    }

    /// Returns whether the animation moves something or names a range.
    pub fn has_content(&self) -> bool {
        !self.clips.is_empty() || self.key_count() > 0
    }

    /// Returns the number of keys of all channels.
    pub fn key_count(&self) -> usize {
        self.channels.iter().map(|channel| channel.times.len()).sum()
    }
}

/// A named range of a timeline.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clip {
    /// The name as authored.
    pub name: String,
    /// The first tick.
    pub first: f32,
    /// The last tick, inclusive.
    pub last: f32,
    /// Whether playing starts over at the end.
    pub looping: bool,
}

/// The keys of one property of one node. Before the first key and after the last one the end values hold.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Channel {
    /// The node that it moves.
    pub target: NodeId,
    /// How values between keys come about.
    pub interpolation: Interpolation,
    /// Key times in ticks, strictly ascending, never empty.
    pub times: Vec<f32>,
    /// One value a key; three for [`Interpolation::CubicSpline`].
    pub track: Track,
}

/// How values between keys come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Interpolation {
    /// The earlier key holds.
    Step,
    /// Linear; rotations by spherical interpolation along the shorter way (b3d, bgl, glTF).
    #[default]
    Linear,
    /// Linear by component; rotations are normalised afterwards and *not* turned the shorter way (bo3d, bmd).
    LinearNormalized,
    /// A cubic Hermite spline as in glTF: each key has in-tangent, value, out-tangent, tangents per second.
    CubicSpline,
}

/// The animated property with its values.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Track {
    /// Translations that replace the node's own.
    Translation(Vec<Vec3>),
    /// Unit quaternions that replace the node's rotation.
    Rotation(Vec<Quat>),
    /// Scales that replace the node's own.
    Scale(Vec<Vec3>),
    /// Weights of the morph targets of the node's mesh: one row of `targets` numbers a key.
    Weights {
        /// Numbers a key.
        targets: usize,
        /// The rows.
        values: Vec<f32>,
    },
}

impl Track {
    /// Returns the lower-case name of the property, as in glTF.
    pub fn property(&self) -> &'static str {
        match self {
            Self::Translation(_) => "translation",
            Self::Rotation(_) => "rotation",
            Self::Scale(_) => "scale",
            Self::Weights { .. } => "weights",
        }
    }

    /// Returns the number of values, where a row of weights counts as one.
    pub fn len(&self) -> usize {
        match self {
            Self::Translation(values) | Self::Scale(values) => values.len(),
            Self::Rotation(values) => values.len(),
            Self::Weights { targets, values } => values.len().checked_div(*targets).unwrap_or(0),
        }
    }

    /// Returns whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Names a moment of an animation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PoseAt {
    /// The name of a clip or of an animation; empty for the first animation.
    pub clip: String,
    /// The moment on the animation's timeline, in its ticks.
    pub tick: f32,
}

/// Reads `walk@12`, or `@12` for a frame of the first animation.
impl FromStr for PoseAt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (clip, frame) = text.rsplit_once('@').ok_or("write it as CLIP@FRAME, such as walk@12 or @12")?;
        let tick: f32 = frame.parse().map_err(|_| format!("{frame:?} is not a frame"))?;
        if !tick.is_finite() {
            return Err("the frame must be finite".to_owned());
        }
        Ok(Self { clip: clip.to_owned(), tick })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poses_are_a_clip_and_a_frame() {
        for (text, clip, tick) in [("walk@12", "walk", 12.0), ("@0.5", "", 0.5), ("a@b@-1", "a@b", -1.0)] {
            assert_eq!(text.parse(), Ok(PoseAt { clip: clip.to_owned(), tick }), "{text}");
        }
        for text in ["walk", "walk@", "walk@x", "walk@inf"] {
            assert!(text.parse::<PoseAt>().is_err(), "{text}");
        }
    }
}
