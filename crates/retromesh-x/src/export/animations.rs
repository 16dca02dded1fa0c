//! Animations to sets of keys at whole ticks.

use super::{Exporter, Target};
use crate::ID;
use glam::{Quat, Vec3};
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::{Code, Error, Finding, NodeId, Result};
use retromesh_kit::frames::{FrameClock, FrameLayout};
use retromesh_kit::resample::{Grid, Keys, Mix, Resampler, Value, extent, fence};
use std::collections::BTreeMap;

/// The rate of ticks where the source has keys between frames.
const TICKS: f32 = 4800.0;

/// What readers make of keys.
const READERS: Resampler =
    Resampler { mix: Mix::Spherical, grid: Grid::Whole, tolerance: 2e-5, size: 1.0, wraps: None };

/// The keys of a node.
#[derive(Default)]
struct Curves {
    translation: Keys<Vec3>,
    rotation: Keys<Quat>,
    scale: Keys<Vec3>,
}

/// The movement of one set.
struct Set {
    name: String,
    curves: BTreeMap<NodeId, Curves>,
}

impl Exporter<'_> {
    /// Writes the rate and the sets; for Luanti all animations are one after another in one.
    pub(super) fn animations(&mut self) -> Result<()> {
        let Some(layout) = layout(self) else { return Ok(()) };
        layout.report_beyond(&self.scene, self.diagnostics).map_err(in_format)?;
        let rate = layout.rate.round().max(1.0);
        let several = layout.clocks.len() > 1;
        let joined = several && self.target == Target::Luanti;
        let (mut added, mut moved) = (0, 0);
        let mut sets: Vec<Set> = Vec::new();
        for (number, clock) in &layout.clocks {
            let animation = &self.scene.animations[*number];
            let mut set = Set { name: animation.name.clone(), curves: BTreeMap::new() };
            // Sets of their own begin where the source does, or at 0.
            let start = if several && !joined { f64::from(clock.first) } else { 0.0 };
            for channel in &animation.channels {
                let curves = set.curves.entry(channel.target).or_default();
                let put = match &channel.track {
                    Track::Translation(_) => self.put(&mut curves.translation, animation, channel, clock, start)?,
                    Track::Rotation(_) => self.put(&mut curves.rotation, animation, channel, clock, start)?,
                    Track::Scale(_) => self.put(&mut curves.scale, animation, channel, clock, start)?,
                    Track::Weights { .. } => continue,
                };
                added += put.0;
                moved += put.1;
            }
            sets.push(set);
        }
        if joined {
            let names: Vec<String> = layout
                .clocks
                .iter()
                .map(|(number, clock)| {
                    format!("{} {}-{}", self.scene.animations[*number].name, clock.first, clock.last)
                })
                .collect();
            let clocks: Vec<FrameClock> = layout.clocks.iter().map(|(_, clock)| *clock).collect();
            sets = vec![self.join(&sets, &clocks)];
            let finding = Finding::new(Code::JoinedAnimations).times(clocks.len()).detail(names.join(", "));
            self.diagnostics.report(finding).map_err(in_format)?;
        }
        self.note(Code::ResampledKeys, "keys were added between the source's", added)?;
        self.note(Code::ResampledKeys, "keys were put on whole ticks", moved)?;
        let numbered = if several { 0 } else { usize::from(layout.is_renumbered()) };
        self.note(Code::RenumberedFrames, "", numbered)?;
        let clips = self.scene.animations.iter().map(|animation| animation.clips.len()).sum();
        self.note(Code::LostNames, "names of ranges of the timeline", clips)?;
        let weights = |channel: &&Channel| matches!(channel.track, Track::Weights { .. });
        let shapes = self.scene.animations.iter().flat_map(|a| &a.channels).filter(weights).count();
        self.note(Code::LostKeys, "keys of morph weights", shapes)?;
        self.writer.object("AnimTicksPerSecond", |values| {
            values.count(rate as usize);
        });
        self.write(sets)
    }

    /// Appends the keys of a channel at whole ticks; returns how many were added and how many are not where the source has them.
    fn put<T: Value>(
        &self,
        curve: &mut Keys<T>,
        animation: &Animation,
        channel: &Channel,
        clock: &FrameClock,
        start: f64,
    ) -> Result<(usize, usize)> {
        let rate = animation.ticks_per_second;
        let sample = |tick: f32| T::read(channel.sample(tick, rate)?);
        let mut own: Keys<T> = Keys::with_capacity(channel.times.len());
        let mut moved = 0;
        for &time in &channel.times {
            let frame = f64::from(clock.frame(time));
            let is_moved = (clock.position(time) - frame).abs() > 1e-3;
            let value = if is_moved && channel.interpolation != Interpolation::Step {
                sample(clock.tick_between(frame))
            } else {
                sample(time)
            };
            let before = own.len();
            own.pop_if(|last| last.0 >= frame);
            moved += usize::from(is_moved || own.len() < before);
            own.extend(value.map(|value| (frame, value)));
        }
        let readers = Resampler { size: extent(&channel.track), ..READERS };
        let keys = if channel.interpolation == Interpolation::Step {
            readers.steps(own)
        } else {
            let marks: Vec<f64> = channel.times.iter().map(|&time| clock.position(time)).collect();
            readers.keys(own, &marks, |frame| sample(clock.tick_between(frame)), &self.budget).map_err(in_format)?
        };
        curve.extend(keys.keys.into_iter().map(|(frame, value)| (frame - start, value)));
        Ok((keys.added, moved))
    }

    /// Puts the keys of several sets on one timeline; what moves in one of them has a place at both ends of the others.
    fn join(&self, sets: &[Set], clocks: &[FrameClock]) -> Set {
        let mut moved: Vec<NodeId> = sets.iter().flat_map(|set| set.curves.keys().copied()).collect();
        moved.sort_unstable();
        moved.dedup();
        let mut joined = Set { name: String::new(), curves: BTreeMap::new() };
        for id in moved {
            let rest = self.scene[id].transform.trs();
            let of = |set: &Set, has: fn(&Curves) -> bool| set.curves.get(&id).is_some_and(has);
            let translates = sets.iter().any(|set| of(set, |curves| !curves.translation.is_empty()));
            let rotates = sets.iter().any(|set| of(set, |curves| !curves.rotation.is_empty()));
            let scales = sets.iter().any(|set| of(set, |curves| !curves.scale.is_empty()));
            let mut curves = Curves::default();
            for (set, clock) in sets.iter().zip(clocks) {
                let ends = [clock.first, clock.last].map(f64::from);
                let none = Curves::default();
                let own = set.curves.get(&id).unwrap_or(&none);
                if translates {
                    fence(&mut curves.translation, &own.translation, ends, rest.translation);
                }
                if rotates {
                    fence(&mut curves.rotation, &own.rotation, ends, rest.rotation);
                }
                if scales {
                    fence(&mut curves.scale, &own.scale, ends, rest.scale);
                }
            }
            joined.curves.insert(id, curves);
        }
        joined
    }

    fn write(&mut self, sets: Vec<Set>) -> Result<()> {
        let mut names = self.names();
        for set in sets {
            let name = if set.name.is_empty() { String::new() } else { names.word(&set.name, "animation") };
            self.writer.open("AnimationSet", &name);
            for (id, curves) in set.curves {
                self.writer.open("Animation", "");
                self.writer.reference(&self.frames[id]);
                self.keys(0, &turned(&curves.rotation), |q| [q.w, -q.x, -q.y, -q.z]);
                self.keys(1, &curves.scale, |scale| scale.to_array());
                self.keys(2, &curves.translation, |translation| translation.to_array());
                self.writer.close();
            }
            self.writer.close();
        }
        self.note(Code::NamesMadeUnique, "animations", names.made_unique)?;
        self.note(Code::AlteredNames, "names of animations are words", names.altered)
    }

    fn keys<T: Copy, const N: usize>(&mut self, kind: u32, keys: &Keys<T>, numbers: impl Fn(T) -> [f32; N]) {
        if keys.is_empty() {
            return;
        }
        self.writer.object("AnimationKey", |values| {
            values.line().integer(kind, ";");
            values.count(keys.len());
            values.list(keys.iter(), |values, &(tick, value)| {
                values.integer(tick as i64, ";").integer(N, ";");
                for (place, number) in numbers(value).into_iter().enumerate() {
                    values.float(number, if place + 1 < N { "," } else { ";;" });
                }
            });
        });
    }
}

/// Returns rotations with neighbours on one side, for readers that do not look for the shorter way.
fn turned(keys: &Keys<Quat>) -> Keys<Quat> {
    let mut last: Option<Quat> = None;
    let turn = |&(tick, q): &(f64, Quat)| {
        let q = if last.is_some_and(|last| last.dot(q) < 0.0) { -q } else { q };
        last = Some(q);
        (tick, q)
    };
    keys.iter().map(turn).collect()
}

/// Lays out the animations on whole ticks: in the source's frames or at the rate that is asked for, else finely.
fn layout(exporter: &Exporter<'_>) -> Option<FrameLayout> {
    let asked = exporter.options.frames_per_second;
    let layout = FrameLayout::of(&exporter.scene, asked, 0)?;
    let is_whole = layout.whole && layout.rate.fract() == 0.0;
    if asked.is_some() || is_whole { Some(layout) } else { FrameLayout::of(&exporter.scene, Some(TICKS), 0) }
}

fn in_format(error: Error) -> Error {
    error.in_format(ID)
}
