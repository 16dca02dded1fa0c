//! Clips that were cut from one timeline, joined to that timeline again.

use super::{Importer, float, floats};
use retromesh_core::keyframes::{Animation, Channel, Clip, Interpolation, Track, is_rate};
use serde_json::{Map, Value};

/// Where a glTF animation comes from, as this project says it in the extras.
#[derive(Debug, Clone)]
pub(super) struct Origin {
    timeline: u64,
    pub(super) first: f32,
    pub(super) last: f32,
    pub(super) ticks_per_second: f32,
    pub(super) looping: bool,
    /// Whether the file's times are frames where others have seconds.
    pub(super) times_are_frames: bool,
    /// The range of the timeline where it is not that of its keys.
    pub(super) range: Option<(f32, f32)>,
    role: Role,
}

#[derive(Debug, Clone)]
enum Role {
    /// A timeline without clips.
    Only,
    /// One clip of a timeline with this name, range and looping.
    Clip(Clip),
    /// A timeline beside its clips; those that are not written on their own.
    Whole(Vec<Clip>),
}

impl Origin {
    /// Reads the facts; `None` when they are missing or senseless.
    pub(super) fn read(own: &Map<String, Value>) -> Option<Self> {
        let number = |key: &str| float(own.get(key));
        let (first, last) = (number("first")?, number("last")?);
        let rate = number("ticksPerSecond").filter(|&rate| is_rate(rate))?;
        let looping = own.get("looping") == Some(&Value::Bool(true));
        let role = if own.contains_key("whole") {
            let clips = own.get("clips").and_then(Value::as_array);
            Role::Whole(clips.into_iter().flatten().filter_map(clip).collect())
        } else {
            own.get("clipOf").and_then(clip).map_or(Role::Only, Role::Clip)
        };
        let range = floats::<2>(own.get("range")).map(|[first, last]| (first, last)).filter(|r| r.0 <= r.1);
        let timeline = own.get("timeline")?.as_u64()?;
        let times_are_frames = own.contains_key("timesAreFrames");
        (first <= last).then_some(Self {
            times_are_frames,
            timeline,
            first,
            last,
            ticks_per_second: rate,
            looping,
            range,
            role,
        })
    }
}

fn clip(value: &Value) -> Option<Clip> {
    let (first, last) = (float(value.get("first"))?, float(value.get("last"))?);
    let name = value.get("name").and_then(Value::as_str).unwrap_or_default().to_string();
    let looping = value.get("looping") == Some(&Value::Bool(true));
    (first <= last).then_some(Clip { name, first, last, looping })
}

impl Importer<'_, '_> {
    /// Joins neighbouring animations that are clips of one timeline.
    pub(super) fn join_timelines(&mut self) {
        let animations = std::mem::take(&mut self.scene.animations);
        let origins = std::mem::take(&mut self.origins);
        let mut open: Option<(u64, f32)> = None;
        for (mut animation, origin) in animations.into_iter().zip(origins) {
            let Some(origin) = origin.filter(|o| !matches!(o.role, Role::Only)) else {
                open = None;
                self.scene.animations.push(animation);
                continue;
            };
            let key = (origin.timeline, origin.ticks_per_second);
            let own = Clip { name: animation.name.clone(), ..stretch(&origin) };
            let (timeline, clips) = match origin.role {
                Role::Clip(timeline) => (timeline, vec![own]),
                Role::Whole(clips) => {
                    let (first, last) = origin.range.unwrap_or((origin.first, origin.last));
                    (Clip { first, last, ..own }, clips)
                }
                Role::Only => continue,
            };
            if let Some(joined) = self.scene.animations.last_mut().filter(|_| open == Some(key)) {
                joined.clips.extend(clips);
                join(joined, animation.channels);
            } else {
                animation.clips = clips;
                (animation.name, animation.looping) = (timeline.name, timeline.looping);
                (animation.first, animation.last) = (timeline.first, timeline.last);
                self.scene.animations.push(animation);
                open = Some(key);
            }
        }
    }
}

fn stretch(origin: &Origin) -> Clip {
    Clip { name: String::new(), first: origin.first, last: origin.last, looping: origin.looping }
}

/// Adds the keys of further channels where the timeline has none at their times.
fn join(animation: &mut Animation, channels: Vec<Channel>) {
    for channel in channels {
        let property = channel.track.property();
        let same = |c: &&mut Channel| c.target == channel.target && c.track.property() == property;
        match animation.channels.iter_mut().find(same) {
            Some(known) if known.interpolation == channel.interpolation => merge(known, channel),
            Some(_) => {}
            None => animation.channels.push(channel),
        }
    }
}

fn merge(known: &mut Channel, more: Channel) {
    let before = known.times.len();
    match (&mut known.track, more.track) {
        (Track::Translation(all), Track::Translation(values)) | (Track::Scale(all), Track::Scale(values)) => {
            all.extend(values);
        }
        (Track::Rotation(all), Track::Rotation(values)) => all.extend(values),
        (Track::Weights { targets: a, values: all }, Track::Weights { targets: b, values }) if *a == b => {
            all.extend(values);
        }
        _ => return,
    }
    known.times.extend(more.times);
    let times = known.times.clone();
    let mut order: Vec<usize> = (0..times.len()).collect();
    let time = |i: &usize| times.get(*i).copied().unwrap_or_default();
    // The sort is stable: of equal times the key that was there first comes first and stays.
    order.sort_by(|a, b| time(a).total_cmp(&time(b)));
    order.dedup_by(|b, a| time(a) == time(b));
    if order.iter().enumerate().any(|(i, &key)| i != key) || order.len() != times.len() || before == 0 {
        *known = pick(known, &order);
    }
    debug_assert!(known.interpolation != Interpolation::CubicSpline || known.track.len() == known.times.len() * 3);
}

/// Returns the channel with some of its keys, in the order given.
pub(super) fn pick(channel: &Channel, keys: &[usize]) -> Channel {
    let per_key = if channel.interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    Channel {
        target: channel.target,
        interpolation: channel.interpolation,
        times: rows(&channel.times, keys, 1),
        track: match &channel.track {
            Track::Translation(values) => Track::Translation(rows(values, keys, per_key)),
            Track::Rotation(values) => Track::Rotation(rows(values, keys, per_key)),
            Track::Scale(values) => Track::Scale(rows(values, keys, per_key)),
            Track::Weights { targets, values } => {
                Track::Weights { targets: *targets, values: rows(values, keys, per_key * targets) }
            }
        },
    }
}

/// Returns some rows of `width` values.
fn rows<T: Copy>(values: &[T], keys: &[usize], width: usize) -> Vec<T> {
    keys.iter().flat_map(|&key| values.get(key * width..(key + 1) * width).unwrap_or_default()).copied().collect()
}
