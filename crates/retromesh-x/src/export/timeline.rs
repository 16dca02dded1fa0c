//! The ticks of the sets: where each animation lies, and how fast they are.

use super::Target;
use retromesh_core::keyframes::{Animation, Clip};
use retromesh_core::{Code, Diagnostics, Finding, Result, Scene};
use retromesh_kit::frames::{FrameClock, FrameLayout};
use retromesh_kit::{ExportOptions, FrameRange, FrameTable};

/// The rate of ticks where the source has keys between frames.
const TICKS: f32 = 4800.0;

/// Where the animations are written.
pub(super) struct Timeline {
    /// Ticks a second, a whole number.
    pub(super) rate: f32,
    /// Whether all animations are one after another in one set.
    pub(super) joined: bool,
    pub(super) layout: FrameLayout,
}

impl Timeline {
    /// Lays out the animations on whole ticks: in the source's frames or at the rate that is asked for, else finely. `None` for a scene
    /// that does not move.
    pub(super) fn of(scene: &Scene, target: Target, options: &ExportOptions) -> Option<Self> {
        let asked = options.frames_per_second.map(|rate| rate.round().max(1.0));
        let layout = FrameLayout::of(scene, asked, 0)?;
        let is_whole = layout.whole && layout.rate.fract() == 0.0;
        let layout = if asked.is_some() || is_whole { layout } else { FrameLayout::of(scene, Some(TICKS), 0)? };
        let joined = layout.clocks.len() > 1 && target == Target::Luanti;
        Some(Self { rate: layout.rate, joined, layout })
    }

    /// Returns the tick of its layout at which a set begins: sets of their own begin at 0.
    pub(super) fn start(&self, clock: &FrameClock) -> f64 {
        if self.joined { 0.0 } else { f64::from(clock.first) }
    }

    /// Reports the animations that have no place, and the ticks that differ from those of the source.
    pub(super) fn report(&self, scene: &Scene, diagnostics: &mut Diagnostics) -> Result<()> {
        self.layout.report_beyond(scene, diagnostics)?;
        let own = self.layout.own_frames && !self.joined;
        let moved = |clock: &&FrameClock| own && clock.position(0.0) != self.start(clock);
        let moved = self.layout.clocks.iter().filter(|(_, clock)| moved(&clock)).count();
        diagnostics.note(Code::RenumberedFrames, moved, "a set begins at 0")?;
        for range in self.ranges(scene).iter().filter(|range| self.joined || range.is_part) {
            let FrameRange { name, first, last, .. } = &range.range;
            let detail = format!("clip {name:?} is ticks {first} to {last}");
            diagnostics.report(Finding::new(Code::JoinedAnimations).detail(detail))?;
        }
        Ok(())
    }

    /// Returns the ticks of the clips, and of the animations that name none.
    pub(super) fn table(&self, scene: &Scene) -> FrameTable {
        let ranges = self.ranges(scene).into_iter().map(|range| range.range).collect();
        FrameTable {
            speed: self.rate,
            ranges,
            separate: self.layout.clocks.len() > 1 && !self.joined,
            ..FrameTable::default()
        }
    }

    fn ranges(&self, scene: &Scene) -> Vec<Range> {
        let mut ranges = Vec::new();
        for (number, clock) in &self.layout.clocks {
            let animation = &scene.animations[*number];
            let tick = |tick: f32| (clock.position(tick) - self.start(clock)) as f32;
            for clip in animation.clips_or_whole() {
                let (first, last) = (tick(clip.first), tick(clip.last));
                let range = FrameRange { name: clip.name, first, last, looping: clip.looping, ..FrameRange::default() };
                ranges.push(Range { range, is_part: !animation.clips.is_empty() && whole(animation).is_none() });
            }
        }
        ranges
    }
}

/// Returns the clip that is all of an animation without a name of its own, whose set has its name.
pub(super) fn whole(animation: &Animation) -> Option<&Clip> {
    let [clip] = animation.clips.as_slice() else { return None };
    let is_all = clip.first <= animation.first && clip.last >= animation.last;
    (is_all && (animation.name.is_empty() || animation.name == clip.name)).then_some(clip)
}

/// A range of ticks.
struct Range {
    range: FrameRange,
    /// Whether it is a named part of its animation.
    is_part: bool,
}
