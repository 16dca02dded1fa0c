//! Animations to clips: rate, frames, and the frames that have keys.

use super::motion::{Grid, Motion, choose};
use super::round::{Frames, Round, Written, degrees};
use super::skins::Rig;
use super::{Target, grid};
use crate::codec::packed;
use crate::lint::CLIP_NAMES;
use crate::settings::MaxError;
use glam::{Mat4, Quat, Vec3};
use retromesh_core::keyframes::{Animation, Channel, Clip};
use retromesh_core::scene::Trs;
use retromesh_core::{Code, Diagnostics, Error, Extra, Valid};
use retromesh_kit::resample::{self, Mix, Resampler};
use retromesh_kit::{Budget, ExportOptions};

/// A clip as bytes.
#[derive(Debug, Clone)]
pub(super) struct ClipPlan {
    pub(super) name: String,
    pub(super) frames: u8,
    pub(super) rate: u8,
    pub(super) keys: Vec<u8>,
}

/// What a bone's place at a frame counts: it is forgotten again, and takes time.
const PLACE: usize = 8;
/// The maximum number of frames of a clip.
const MAX_FRAMES: usize = 255;
/// How far mixed rotations may be from the source's, in degrees, before a key is added.
const ROTATION_TOLERANCE: f32 = 0.25;
/// How far mixed positions may be from the source's before a key is added, as a share of the skeleton's size.
const TRANSLATION_TOLERANCE: f32 = 1.0 / 1024.0;
/// The same for factors of scale.
const SCALE_TOLERANCE: f32 = 1.0 / 512.0;

/// Builds the clips of a rigged scene; `reach` is how far a bone's origin may be from its place, in units.
pub(super) fn build(
    scene: &Valid<'_>,
    rig: &Rig,
    target: Target,
    options: &ExportOptions,
    reach: f32,
    budget: &Budget,
) -> Result<(Vec<ClipPlan>, Moved), Error> {
    let (mut plans, mut moved) = (Vec::new(), Moved::default());
    if rig.bones.is_empty() {
        moved.dropped = scene.animations.iter().map(|animation| animation.clips.len().max(1)).sum();
        return Ok((plans, moved));
    }
    for animation in &scene.animations {
        for clip in animation.clips_or_whole() {
            let planner = Planner::new(scene, rig, animation, &clip, target, options, reach, budget, &mut moved);
            plans.push(planner.plan(&mut moved)?);
        }
    }
    if target == Target::Engine {
        let missing: Vec<&str> = CLIP_NAMES.into_iter().filter(|n| plans.iter().all(|plan| plan.name != *n)).collect();
        let still = ClipPlan { name: String::new(), frames: 1, rate: 40, keys: vec![0; rig.bones.len()] };
        let first = plans.first().cloned().unwrap_or_else(|| still.clone());
        for name in &missing {
            let source = if *name == "stand" { &still } else { &first };
            plans.push(ClipPlan { name: (*name).into(), ..source.clone() });
        }
        moved.added = missing;
    }
    Ok((plans, moved))
}

/// What the clips of a file lost and gained.
#[derive(Debug, Default)]
pub(super) struct Moved {
    /// Clips that the engine looks up and the scene did not have.
    added: Vec<&'static str>,
    /// Clips of a scene without bones.
    dropped: usize,
    resampled: usize,
    /// Keys that were left out because mixing the others gives them.
    needless: usize,
    off_grid: usize,
    longer: usize,
    /// Looping clips whose end is not their start: the way round takes time.
    round: usize,
    scaled: usize,
    keys: usize,
    /// The largest distance of a bone's origin and the largest angle, after rounding.
    distance: f32,
    angle: f32,
}

impl Moved {
    /// Reports it, and whether the positions asked for are met.
    pub(super) fn report(&self, asked: Option<MaxError>, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        diagnostics.note(Code::AddedClips, self.added.len(), self.added.join(", "))?;
        diagnostics.note(Code::LostKeys, self.dropped, "clips that move no bone")?;
        diagnostics.note(Code::AdaptedKeys, self.resampled, "keys added where straight lines miss the curve")?;
        diagnostics.note(Code::AdaptedKeys, self.needless, "keys left out that the others or the rest pose give")?;
        diagnostics.note(Code::ResampledKeys, self.off_grid, "clips whose keys do not be on whole frames")?;
        diagnostics.note(
            Code::ResampledKeys,
            self.longer,
            "clips with one frame more, to keep the last one free of keys",
        )?;
        let detail = "looping clips that last longer, to come from their last pose round to the first";
        diagnostics.note(Code::ResampledKeys, self.round, detail)?;
        diagnostics.note(Code::LostKeys, self.scaled, "clips with scale, which the engine does not show")?;
        let detail = format!("joints within {:.3e} units and {:.2} degrees", self.distance, self.angle);
        // Joints that have no keys are off, too.
        diagnostics.note(Code::RoundedKeys, self.keys.max(usize::from(self.distance > 0.0)), detail)?;
        let asked = asked.map_or(f32::INFINITY, |asked| asked.position);
        let detail = format!("the joint error is {:.3e}, over the {asked:.3e} asked for", self.distance);
        diagnostics.note(Code::ToleranceMissed, self.distance > asked, detail)
    }

    fn add(&mut self, written: &Written) {
        self.keys += written.count;
        self.distance = self.distance.max(written.distance);
        self.angle = self.angle.max(written.angle);
    }
}

struct Planner<'a> {
    scene: &'a Valid<'a>,
    rig: &'a Rig,
    animation: &'a Animation,
    clip: &'a Clip,
    target: Target,
    /// How far a bone's origin may be from its place, in units.
    reach: f32,
    budget: &'a Budget,
    /// Frames a second in quarters.
    rate: u8,
    /// The distance of two frames in ticks.
    step: f32,
    /// The number of frames, and whether the closing frame is frame 0 again.
    frames: usize,
    wraps: bool,
}

impl<'a> Planner<'a> {
    #[allow(clippy::too_many_arguments, reason = "all of them are kept")]
    fn new(
        scene: &'a Valid<'a>,
        rig: &'a Rig,
        animation: &'a Animation,
        clip: &'a Clip,
        target: Target,
        options: &ExportOptions,
        reach: f32,
        budget: &'a Budget,
        report: &mut Moved,
    ) -> Self {
        let stored = |key: &str| animation.extras.get(key);
        let wraps = clip.looping || matches!(stored("bmd.loops"), Some(Extra::Bool(true)));
        let seconds = (clip.last - clip.first) / animation.ticks_per_second;
        let hz = stored("bmd.hz").and_then(Extra::as_float).map(|hz| hz as f32);
        let quarters = |hz: f32| (hz * 4.0).round().clamp(1.0, 127.0) as u8;
        let in_range = |hz: &f32| hz.is_finite() && (0.2..=31.8).contains(hz);
        let frames = |rate: u8| grid::Frames { animation, clip, hz: f32::from(rate) / 4.0 };
        let fits = |rate: &u8| seconds * f32::from(*rate) / 4.0 + 1.0 <= (MAX_FRAMES - 1) as f32;
        let forced = options.frames_per_second.map(quarters);
        // A rate that the animation remembers may have got keys between its frames on the way through another format.
        let known = forced.or(hz.filter(in_range).map(quarters));
        let known = known.filter(|rate| fits(rate) && frames(*rate).hold_all_motion());
        let own = Some(animation.ticks_per_second).filter(in_range).map(quarters);
        let found = || own.into_iter().chain(1..=127).filter(fits).find(|rate| frames(*rate).hold_all_keys());
        let rate = known.or_else(|| if forced.is_none() { found() } else { None });
        let rate = rate.unwrap_or_else(|| {
            report.off_grid += 1;
            let own = hz.filter(in_range).unwrap_or(animation.ticks_per_second.min(30.0));
            let wish = forced.unwrap_or_else(|| quarters(own));
            (1..=wish).rev().find(fits).unwrap_or(1)
        });
        let steps = ((seconds * f32::from(rate) / 4.0).round() as usize).min(MAX_FRAMES - 2);
        let step = animation.ticks_per_second * 4.0 / f32::from(rate);
        let mut planner =
            Self { scene, rig, animation, clip, target, reach, budget, rate, step, frames: steps + 1, wraps };
        if wraps && steps > 0 {
            let closes = planner.closes(steps);
            planner.frames -= usize::from(closes);
            report.round += usize::from(!closes);
        }
        planner
    }

    fn sample(&self) -> Result<Motion, Error> {
        let what = "places of all bones at every frame of the clips";
        self.budget.take(what, self.frames * self.rig.bones.len(), PLACE)?;
        let grid = Grid { first: self.clip.first, step: self.step, frames: self.frames };
        Ok(Motion::sample(self.scene, self.rig, self.animation, grid, self.target))
    }

    /// Returns whether the pose at the end is that at the start.
    fn closes(&self, steps: usize) -> bool {
        let ends = Grid { first: self.clip.first, step: self.step * steps as f32, frames: 2 };
        let motion = Motion::sample(self.scene, self.rig, self.animation, ends, Target::Spec);
        let size = self.size();
        let [start, end] = motion.frames.as_slice() else { return false };
        start.iter().zip(end).all(|(a, b)| {
            let turned = Mat4::from_mat3(glam::Mat3::from_mat4(*a) - glam::Mat3::from_mat4(*b));
            let moved = (a.w_axis - b.w_axis).truncate().length();
            moved <= size * TRANSLATION_TOLERANCE && turned.to_cols_array().iter().take(11).all(|x| x.abs() < 2e-3)
        })
    }

    /// The size of the skeleton, in units; never zero.
    fn size(&self) -> f32 {
        self.rig.bones.iter().map(|bone| bone.position.length()).fold(1.0, f32::max)
    }

    fn plan(mut self, report: &mut Moved) -> Result<ClipPlan, Error> {
        let mut motion = self.sample()?;
        let mut written = self.write(&motion)?;
        if self.target == Target::Engine && Self::has_key_at(&written.frames, self.frames - 1) {
            if self.wraps && self.frames > 1 && self.rate <= 63 && self.frames * 2 <= MAX_FRAMES {
                // At twice the rate all keys are on even frames and the last one is odd.
                self.rate *= 2;
                self.step /= 2.0;
                self.frames *= 2;
                motion = self.sample()?;
                written = self.write(&motion)?;
            }
            if Self::has_key_at(&written.frames, self.frames - 1) {
                self.frames += 1;
                report.longer += 1;
                written = self.write(&motion)?;
            }
        }
        report.scaled += usize::from(motion.scales && self.target == Target::Engine);
        for (bone, frames) in written.frames.iter().enumerate() {
            let [added, needless] = self.changed(bone, frames);
            report.resampled += added;
            report.needless += needless;
        }
        report.add(&written);
        let name = self.clip.name.replace('\0', "");
        let rate = self.rate | if self.wraps { 0 } else { 0x80 };
        Ok(ClipPlan { name, frames: self.frames.min(MAX_FRAMES) as u8, rate, keys: written.keys })
    }

    fn write(&self, motion: &Motion) -> Result<Written, Error> {
        let (rig, engine, reach, budget) = (self.rig, self.engine(0.0), self.reach, self.budget);
        Round { rig, motion, engine, budget, reach }.write(self.choose(motion)?)
    }

    /// What the engine makes of keys.
    fn engine(&self, tolerance: f32) -> Resampler {
        let wraps = self.wraps.then_some(self.frames as f64);
        Resampler { mix: Mix::Normalized, grid: resample::Grid::Sampled, tolerance, size: 1.0, wraps }
    }

    fn has_key_at(frames: &[Frames], frame: usize) -> bool {
        let all = |f: &Frames| [f.rotation.last().copied(), f.translation.last().copied(), f.scale.last().copied()];
        frames.iter().any(|f| all(f).contains(&Some(frame)))
    }

    /// Chooses the key frames of each bone on the unrounded curves.
    fn choose(&self, motion: &Motion) -> Result<Vec<Frames>, Error> {
        let size = self.size();
        let mut chosen = Vec::with_capacity(self.rig.bones.len());
        for (b, bone) in self.rig.bones.iter().enumerate() {
            if b == 0 {
                chosen.push(Frames::default());
                continue;
            }
            let local = |f: usize| motion.local(f, b, &motion.world(f, bone.parent));
            let dense: Vec<Trs> = (0..motion.locals(b)).map(local).collect();
            let base = packed::decode(bone.origin);
            let turns = continuous(dense.iter().map(|l| l.rotation));
            let moves: Vec<Vec3> = dense.iter().map(|l| l.translation - base).collect();
            let scales: Vec<Vec3> = dense.iter().map(|l| l.scale).collect();
            let reach = TRANSLATION_TOLERANCE * size;
            let still =
                |values: &[Vec3], rest: Vec3, tolerance: f32| values.iter().all(|v| v.distance(rest) <= tolerance);
            let mut frames = Frames::default();
            if !turns.iter().all(|q| degrees(*q, Quat::IDENTITY) <= ROTATION_TOLERANCE) {
                let engine = self.engine(ROTATION_TOLERANCE.to_radians());
                frames.rotation = choose(engine, &turns, &self.wanted(b, "rotation"), self.budget)?;
            }
            if !still(&moves, Vec3::ZERO, reach) {
                frames.translation = choose(self.engine(reach), &moves, &self.wanted(b, "translation"), self.budget)?;
            }
            if self.target == Target::Spec && !still(&scales, Vec3::ONE, SCALE_TOLERANCE) {
                frames.scale = choose(self.engine(SCALE_TOLERANCE), &scales, &self.wanted(b, "scale"), self.budget)?;
            }
            chosen.push(frames);
        }
        Ok(chosen)
    }

    fn channel(&self, bone: usize, property: &str) -> Option<&'a Channel> {
        let node = self.rig.bones.get(bone)?.node?;
        self.animation.channels.iter().find(|c| c.target == node && c.track.property() == property)
    }

    /// Returns the frames on which the source has keys.
    fn wanted(&self, bone: usize, property: &str) -> Vec<usize> {
        let times = self.channel(bone, property).map_or(&[][..], |channel| &channel.times);
        let inside = times.iter().filter(|&&t| (self.clip.first..=self.clip.last).contains(&t));
        let mut frames: Vec<usize> = inside.map(|t| ((t - self.clip.first) / self.step).round() as usize).collect();
        frames.retain(|&f| f < self.frames);
        frames.dedup();
        frames
    }

    /// Counts the keys that the source's own do not account for, and those of the source that were left out.
    fn changed(&self, bone: usize, frames: &Frames) -> [usize; 2] {
        let lists = [(&frames.rotation, "rotation"), (&frames.translation, "translation"), (&frames.scale, "scale")];
        let mut changed = [0; 2];
        let shown = |property: &str| property != "scale" || self.target == Target::Spec;
        let there = |property: &str| shown(property) && self.channel(bone, property).is_some();
        for (chosen, property) in lists.into_iter().filter(|(_, property)| there(property)) {
            let wanted = self.wanted(bone, property).len();
            changed[0] += chosen.len().saturating_sub(wanted.max(1));
            changed[1] += wanted.saturating_sub(chosen.len());
        }
        changed
    }
}

/// Turns each rotation to the hemisphere of the one before, so that mixing by component takes the shorter way.
fn continuous(rotations: impl Iterator<Item = Quat>) -> Vec<Quat> {
    let mut before = Quat::IDENTITY;
    rotations
        .map(|q| {
            before = if q.dot(before) < 0.0 { -q } else { q };
            before
        })
        .collect()
}
