//! Animations to sets of keys at whole ticks.

use super::Exporter;
use super::timeline::{Timeline, whole};
use glam::{Quat, Vec3};
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::scene::{Transform, Trs};
use retromesh_core::{Code, NodeId, Result};
use retromesh_kit::frames::FrameClock;
use retromesh_kit::resample::{Grid, Keys, Mix, Resampler, Value, extent, fence};
use std::collections::BTreeMap;

/// How far a key may lie from a whole tick.
const OFF_TICK: f64 = 1e-3;

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

/// What became of the keys of a channel.
struct Put {
    /// How many more they are than in the source.
    added: usize,
    /// How many are not where the source has them.
    moved: usize,
    /// How many ways between keys are not quite the source's.
    unlike: usize,
}

/// The movement of one set.
struct Set {
    name: String,
    curves: BTreeMap<NodeId, Curves>,
}

impl Set {
    /// Holds the pose up to the last tick, which readers take from the keys; returns whether that took a key.
    fn hold(&mut self, last: f64) -> bool {
        let is_held = |end: Option<f64>| end.is_some_and(|end| end >= last);
        let ends = |curves: &Curves| is_held(curves.end());
        if self.curves.values().any(ends) {
            return false;
        }
        self.curves.values_mut().any(|curves| curves.hold(last))
    }
}

impl Curves {
    /// Returns the last tick that has a key.
    fn end(&self) -> Option<f64> {
        let ends = [end(&self.translation), end(&self.rotation), end(&self.scale)];
        ends.into_iter().flatten().reduce(f64::max)
    }

    /// Adds a key of the turn and the size at rest where a reader does not get them from the matrix: of what is flat or mirrored. Returns how
    /// many were added.
    fn complete(&mut self, rest: Trs, tick: f64) -> usize {
        let read = Transform::from(rest.matrix()).trs();
        let is_read = read.rotation.dot(rest.rotation).abs() > 1.0 - 1e-6
            && read.scale.abs_diff_eq(rest.scale, 1e-5 * rest.scale.abs().max_element());
        if is_read || self.end().is_none() {
            return 0;
        }
        let missing = usize::from(self.rotation.is_empty()) + usize::from(self.scale.is_empty());
        if self.rotation.is_empty() {
            self.rotation.push((tick, rest.rotation));
        }
        if self.scale.is_empty() {
            self.scale.push((tick, rest.scale));
        }
        missing
    }

    /// Repeats the last key of a curve at a later tick; returns whether there is one.
    fn hold(&mut self, tick: f64) -> bool {
        hold(&mut self.translation, tick) || hold(&mut self.rotation, tick) || hold(&mut self.scale, tick)
    }
}

fn end<T>(keys: &Keys<T>) -> Option<f64> {
    keys.last().map(|key| key.0)
}

fn hold<T: Copy>(keys: &mut Keys<T>, tick: f64) -> bool {
    let last = keys.last().map(|&(_, value)| (tick, value));
    keys.extend(last);
    last.is_some()
}

impl Exporter<'_> {
    /// Writes the rate and the sets; for Luanti all animations are one after another in one.
    pub(super) fn animations(&mut self) -> Result<()> {
        let Some(timeline) = Timeline::of(&self.scene, self.target, self.options) else { return Ok(()) };
        timeline.report(&self.scene, self.diagnostics)?;
        let (mut added, mut moved, mut unlike) = (0, 0, 0);
        let mut sets: Vec<Set> = Vec::new();
        for (number, clock) in &timeline.layout.clocks {
            let animation = &self.scene.animations[*number];
            let name = whole(animation).map_or(&animation.name, |clip| &clip.name);
            let mut set = Set { name: name.clone(), curves: BTreeMap::new() };
            let start = timeline.start(clock);
            for channel in &animation.channels {
                let curves = set.curves.entry(channel.target).or_default();
                let put = match &channel.track {
                    Track::Translation(_) => self.put(&mut curves.translation, animation, channel, clock, start)?,
                    Track::Rotation(_) => self.put(&mut curves.rotation, animation, channel, clock, start)?,
                    Track::Scale(_) => self.put(&mut curves.scale, animation, channel, clock, start)?,
                    Track::Weights { .. } => continue,
                };
                added += put.added;
                moved += put.moved;
                unlike += put.unlike;
            }
            let ends = [animation.first, animation.last].map(|tick| clock.position(tick));
            moved += ends.into_iter().filter(|&end| (end - end.round()).abs() > OFF_TICK).count();
            for (id, curves) in &mut set.curves {
                let rest = self.scene[*id].transform.trs();
                added += curves.complete(rest, f64::from(clock.first) - start);
            }
            added += usize::from(set.hold(f64::from(clock.last) - start));
            sets.push(set);
        }
        if timeline.joined {
            let clocks: Vec<FrameClock> = timeline.layout.clocks.iter().map(|(_, clock)| *clock).collect();
            sets = vec![self.join(&sets, &clocks)];
        }
        self.diagnostics.note(Code::AdaptedKeys, added, "keys were added between the source's or at the end")?;
        self.diagnostics.note(Code::ResampledKeys, moved, "keys and ends were put on whole ticks")?;
        self.diagnostics.note(Code::ResampledKeys, unlike, "ways between keys that readers mix in another way")?;
        let weights = |channel: &&Channel| matches!(channel.track, Track::Weights { .. });
        let shapes = self.scene.animations.iter().flat_map(|a| &a.channels).filter(weights).count();
        self.diagnostics.note(Code::LostKeys, shapes, "keys of morph weights")?;
        self.writer.object("AnimTicksPerSecond", |values| {
            values.count(timeline.rate as usize);
        });
        self.write(sets)
    }

    /// Appends the keys of a channel at whole ticks.
    fn put<T: Value>(
        &self,
        curve: &mut Keys<T>,
        animation: &Animation,
        channel: &Channel,
        clock: &FrameClock,
        start: f64,
    ) -> Result<Put> {
        let rate = animation.ticks_per_second;
        let sample = |tick: f32| T::read(channel.sample(tick, rate)?);
        let mut own: Keys<T> = Keys::with_capacity(channel.times.len());
        let mut moved = 0;
        for &time in &channel.times {
            let frame = f64::from(clock.frame(time));
            let is_moved = (clock.position(time) - frame).abs() > OFF_TICK;
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
            readers.keys(own, &marks, |frame| sample(clock.tick_between(frame)), &self.budget)?
        };
        curve.extend(keys.keys.into_iter().map(|(frame, value)| (frame - start, value)));
        let is_spline = matches!(channel.interpolation, Interpolation::CubicSpline);
        Ok(Put { added: keys.added, moved, unlike: keys.tight.len() + usize::from(is_spline) })
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
        self.diagnostics.note(Code::NamesMadeUnique, names.made_unique, "animations")?;
        self.diagnostics.note(Code::AlteredNames, names.altered, "names of animations are words")
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
