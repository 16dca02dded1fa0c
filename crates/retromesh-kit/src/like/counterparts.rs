//! Which clip of the original is which.

use super::clips::{Nodes, Part, Place, Property, SLOWEST_SAMPLING, near, property, rest, sample, span};
use super::whole::is_given;
use retromesh_core::Scene;
use retromesh_core::keyframes::{Animation, Channel, Clip};
use std::collections::{HashMap, HashSet};

/// Clips of other names are compared only while the keys of those that are looked at stay within this.
pub(super) const MAX_KEYS: usize = 1 << 24;

/// The clips that there are now.
pub(super) struct Counterparts {
    all: Vec<(Place, Clip)>,
    /// The numbers of clips of a name that are not taken yet, the last one first.
    by_name: HashMap<String, Vec<usize>>,
    /// For clips of the original those that have the same keys and another name.
    renamed: HashMap<Place, usize>,
    is_alone: bool,
}

impl Counterparts {
    pub(super) fn of(theirs: &[Animation], original: &Scene, is_whole: bool, nodes: &Nodes<'_>) -> Self {
        let all = places(theirs);
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, (_, clip)) in all.iter().enumerate().rev().filter(|(_, (_, clip))| !clip.name.is_empty()) {
            by_name.entry(clip.name.clone()).or_default().push(at);
        }
        let is_alone = !is_whole && is_alone(theirs, &all, original);
        let mut counterparts = Self { all, by_name, renamed: HashMap::new(), is_alone };
        if !is_alone && !is_whole {
            counterparts.find_renamed(theirs, original, nodes);
        }
        counterparts
    }

    /// Finds what a clip of the original is now: the next of its name, or the one with its keys, or where both scenes have one alone, that.
    pub(super) fn find(&mut self, place: Place, clip: &Clip) -> Option<&(Place, Clip)> {
        let named = self.by_name.get_mut(&clip.name).and_then(Vec::pop);
        let found = named.or_else(|| self.renamed.get(&place).copied()).or(self.is_alone.then_some(0));
        self.all.get(found?)
    }

    /// Pairs clips of the original whose name is gone with those of a name that it has not, where the keys are the same.
    fn find_renamed(&mut self, theirs: &[Animation], original: &Scene, nodes: &Nodes<'_>) {
        let ours = places(&original.animations);
        let names: HashSet<&str> = ours.iter().map(|(_, clip)| clip.name.as_str()).collect();
        let mut free: Vec<usize> =
            (0..self.all.len()).filter(|at| !names.contains(self.all[*at].1.name.as_str())).collect();
        let mut left = MAX_KEYS;
        for (place, clip) in ours.iter().filter(|(_, clip)| !self.by_name.contains_key(&clip.name)) {
            let ours = Part { animation: &original.animations[place.0], clip };
            let mut is_same = |at: usize| {
                let (place, clip) = &self.all[at];
                let theirs = Part { animation: &theirs[place.0], clip };
                let Some(less) = left.checked_sub(1 + keys(&ours) + keys(&theirs)) else { return false };
                left = less;
                theirs.changed(&ours, nodes).is_some_and(|changed| changed.is_empty())
            };
            // Of several with the same keys the one on the same frames.
            let (here, elsewhere): (Vec<usize>, Vec<usize>) =
                free.iter().partition(|at| self.all[**at].1.first == clip.first);
            if let Some(found) = here.into_iter().chain(elsewhere).find(|at| is_same(*at)) {
                self.renamed.insert(*place, found);
                free.retain(|at| *at != found);
            }
            let Some(less) = left.checked_sub(free.len()) else { return };
            left = less;
        }
    }
}

/// Returns whether both scenes have one clip, which may be one: as long as it was, or with no name that a user gave.
fn is_alone(theirs: &[Animation], all: &[(Place, Clip)], original: &Scene) -> bool {
    let clips = original.clips();
    let ([((at, _), new)], [(number, old)]) = (all, clips.as_slice()) else { return false };
    let ours = &original.animations[*number];
    let parts = [Part { animation: &theirs[*at], clip: new }, Part { animation: ours, clip: old }];
    let [now, before] = parts.map(|part| part.seconds());
    is_given(&new.name, ours) || (now - before).abs() <= 1.0 / SLOWEST_SAMPLING
}

/// Returns the first frames of a timeline of the original, of which the clip has `length` more than one, where all moves as in that.
pub(super) fn frames_of(
    theirs: &Part<'_>,
    ours: &Animation,
    length: f32,
    left: &mut usize,
    nodes: &Nodes<'_>,
) -> Option<Clip> {
    let all = ours.last - ours.first;
    if length < 1.0 || length >= all {
        return None;
    }
    let own: HashMap<Property, &Channel> =
        theirs.animation.channels.iter().map(|channel| (property(channel), channel)).collect();
    let start = |channel: &Channel| {
        let id = (nodes.pairs.edited[channel.target.index()]?, channel.track.property());
        let their = own.get(&id).map(|their| sample(their, theirs.clip.first, theirs.animation.rate()));
        Some(their.unwrap_or_else(|| rest(nodes.edited, id.0, id.1)))
    };
    let starts: Vec<_> = ours
        .channels
        .iter()
        .filter_map(|channel| Some((channel, near(channel, nodes.pairs), start(channel)?)))
        .collect();
    for frame in 0..=(all - length) as usize {
        let first = ours.first + frame as f32;
        let clip = Clip { first, last: first + length, ..theirs.clip.clone() };
        let part = Part { animation: ours, clip: &clip };
        *left = left.checked_sub(1 + starts.len())?;
        if starts
            .iter()
            .all(|(channel, near, start)| near(start.clone(), sample(channel, first, part.animation.rate())))
        {
            *left = left.checked_sub(keys(&part) + keys(theirs))?;
            if theirs.changed(&part, nodes).is_some_and(|changed| changed.is_empty()) {
                return Some(clip);
            }
        }
    }
    None
}

/// Returns the clips of animations, each with its place.
fn places(animations: &[Animation]) -> Vec<(Place, Clip)> {
    let clips = |(at, animation): (usize, &Animation)| {
        let clips = animation.clips_or_whole().into_iter().enumerate();
        clips.map(move |(number, clip)| ((at, number), clip)).collect::<Vec<_>>()
    };
    animations.iter().enumerate().flat_map(clips).collect()
}

/// Counts the channels of a clip and their keys in it.
fn keys(part: &Part<'_>) -> usize {
    let channels = part.animation.channels.iter();
    channels.map(|channel| 1 + span(channel, part.clip.first, part.clip.last).len()).sum()
}
