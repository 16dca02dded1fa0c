//! Pairs clips: named ranges of animations, by name, then by order.

use super::accumulate::{Accumulator, short};
use super::surface::Surface;
use super::{Side, Tolerance, extras};
use retromesh_core::keyframes::{self, Animation};
use retromesh_core::pose::Pose;
use retromesh_core::{Scene, Valid};
use retromesh_kit::Feature;
use retromesh_kit::frames::SLOWEST;
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::RangeInclusive;

/// The ticks a second that are frames; fewer are seconds, more are a finer clock.
const FRAME_RATES: RangeInclusive<f32> = SLOWEST..=240.0;

/// A named range of an animation.
#[derive(Debug, Clone)]
pub(super) struct Clip {
    /// The number of the animation.
    pub(super) animation: usize,
    pub(super) range: keyframes::Clip,
    pub(super) ticks_per_second: f32,
    /// Whether it names a range, or its animation has a key.
    counts: bool,
}

impl Clip {
    /// Lists the clips of all animations, those too that neither move nor name anything: keys that hold the pose at rest may have
    /// been left out.
    fn all(scene: &Scene) -> Vec<Self> {
        let clips = |(i, animation): (usize, &Animation)| {
            let counts = animation.has_content();
            let ticks_per_second = animation.ticks_per_second;
            let of = move |range| Self { animation: i, range, ticks_per_second, counts };
            animation.clips_or_whole().into_iter().map(of).collect::<Vec<_>>()
        };
        scene.animations.iter().enumerate().flat_map(clips).collect()
    }

    /// Returns the length in seconds.
    pub(super) fn seconds(&self) -> f32 {
        (self.range.last - self.range.first) / self.ticks_per_second
    }

    /// Returns its frames and their rate as text; `None` where ticks are no frames but another clock.
    fn frames(&self) -> Option<String> {
        let [first, last, rate] = [self.range.first, self.range.last, self.ticks_per_second].map(f64::from).map(short);
        FRAME_RATES.contains(&self.ticks_per_second).then(|| format!("{first} to {last} at {rate} a second"))
    }

    /// Returns the tick at a share of the way from first to last.
    pub(super) fn tick(&self, share: f32) -> f32 {
        self.range.first + (self.range.last - self.range.first) * share
    }

    /// Returns the pose at a share of the way from first to last.
    pub(super) fn pose(&self, scene: &Valid<'_>, share: f32) -> Pose {
        scene.pose(&scene.animations[self.animation], self.tick(share))
    }

    pub(super) fn path(&self) -> String {
        format!("clip {}", self.range.name)
    }
}

/// Which clip is which.
pub(super) struct Pairs {
    pub(super) pairs: Vec<(Clip, Clip)>,
    /// Clips of the first scene without a partner.
    pub(super) alone: Vec<Clip>,
}

impl Pairs {
    /// Pairs clips and says in what names, lengths and looping differ.
    pub(super) fn new(a: &Surface<'_>, b: &Surface<'_>, out: &mut Accumulator, tolerance: &Tolerance) -> Self {
        let of_a = Clip::all(a.scene);
        let mut of_b: Vec<Option<Clip>> = Clip::all(b.scene).into_iter().map(Some).collect();
        let mut partners: Vec<Option<Clip>> = vec![None; of_a.len()];
        // Like with like, so that none that holds still takes the partner of one that moves; then what is left, in order where there
        // are as many.
        by_name(&of_a, &mut of_b, &mut partners, true);
        in_order(&of_a, &mut of_b, &mut partners, |clip| clip.counts);
        by_name(&of_a, &mut of_b, &mut partners, false);
        in_order(&of_a, &mut of_b, &mut partners, |_| true);
        for other in of_b.into_iter().flatten().filter(|other| other.counts) {
            let length = short(other.seconds().into());
            out.say(Feature::Clips, Side::Second, &other.path(), format!("{length} s, in the second only"));
        }
        let mut pairs = Self { pairs: Vec::new(), alone: Vec::new() };
        for (clip, partner) in of_a.into_iter().zip(partners) {
            if let Some(partner) = partner {
                compare(&clip, &partner, tolerance, out);
                pairs.pairs.push((clip, partner));
            } else if clip.counts {
                let length = short(clip.seconds().into());
                out.say(Feature::Clips, Side::First, &clip.path(), format!("{length} s, in the first only"));
                if clip.range.looping {
                    out.say(Feature::Looping, Side::First, &clip.path(), "is in the first only");
                }
                pairs.alone.push(clip);
            }
        }
        if tolerance.frames {
            pairs.compare_extras(a.scene, b.scene, out);
        }
        pairs
    }

    /// Compares what animations have besides their clips, each by the first of these: the step of a motion is there.
    fn compare_extras(&self, a: &Scene, b: &Scene, out: &mut Accumulator) {
        let mut known = HashSet::new();
        for (x, y) in self.pairs.iter().filter(|(x, _)| known.insert(x.animation)) {
            let [first, second] = [&a.animations[x.animation], &b.animations[y.animation]].map(|own| &own.extras);
            extras::tables(first, Some(second), &x.path(), out);
        }
    }
}

/// Pairs clips of one name; with `alike` a clip that counts with one that does.
fn by_name(of_a: &[Clip], of_b: &mut [Option<Clip>], partners: &mut [Option<Clip>], alike: bool) {
    let key = |clip: &Clip| (clip.range.name.clone(), alike && clip.counts);
    let mut waiting: HashMap<(String, bool), VecDeque<usize>> = HashMap::new();
    for (number, other) in of_b.iter().enumerate() {
        if let Some(other) = other {
            waiting.entry(key(other)).or_default().push_back(number);
        }
    }
    for (clip, partner) in of_a.iter().zip(partners).filter(|(_, partner)| partner.is_none()) {
        let first = waiting.get_mut(&key(clip)).and_then(VecDeque::pop_front);
        *partner = first.and_then(|number| of_b[number].take());
    }
}

/// Pairs the clips of a kind that are left, in order, where there are as many.
fn in_order(of_a: &[Clip], of_b: &mut [Option<Clip>], partners: &mut [Option<Clip>], is_one: impl Fn(&Clip) -> bool) {
    let left = of_a.iter().zip(partners).filter(|(clip, partner)| partner.is_none() && is_one(clip));
    let left: Vec<&mut Option<Clip>> = left.map(|(_, partner)| partner).collect();
    let rest: Vec<&mut Option<Clip>> = of_b.iter_mut().filter(|other| other.as_ref().is_some_and(&is_one)).collect();
    if left.len() == rest.len() {
        left.into_iter().zip(rest).for_each(|(partner, other)| *partner = other.take());
    }
}

fn compare(x: &Clip, y: &Clip, tolerance: &Tolerance, out: &mut Accumulator) {
    let path = x.path();
    if x.range.name != y.range.name {
        out.say(Feature::Clips, Side::Both, &path, format!("is named {:?} in the second", y.range.name));
    }
    let (from, to) = (x.seconds(), y.seconds());
    // Times are kept as ticks: long clips round more.
    if (from - to).abs() > tolerance.value * from.abs().max(1.0) {
        let (from, to) = (short(from.into()), short(to.into()));
        out.say(Feature::Clips, Side::Both, &path, format!("lasts {from} s in the first, {to} s in the second"));
    }
    if tolerance.frames
        && let (Some(from), Some(to)) = (x.frames(), y.frames())
        && from != to
    {
        let detail = format!("plays frames {from} in the first, {to} in the second");
        out.say(Feature::Clips, Side::Both, &path, detail);
    }
    if x.range.looping != y.range.looping {
        let side = super::nodes::side(x.range.looping, y.range.looping);
        out.say(Feature::Looping, side, &path, "repeats in one only");
    }
}
