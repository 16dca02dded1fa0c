//! The clips of a model, of all definitions that use it.

use super::ranges::Speed;
use super::registrations::{Registration, is_gltf};
use retromesh::{ClipRange, RangeUnit};
use std::collections::{HashMap, HashSet};

/// A clip of a model.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ModelClip {
    pub(crate) range: ClipRange,
    /// Who names it: the numbers of definitions, and of clips in them.
    pub(crate) of: Vec<(usize, usize)>,
}

/// Said speeds from this one on are frames a second; slower ones say how many times as fast seconds are played.
const FRAMES_FROM: f32 = 10.0;

/// Returns the clips of a model that definitions name. One that all definitions agree about bears its own name, others bear that of the definition before it:
/// `zombie.walk`.
pub(super) fn of(
    registrations: &[Registration],
    model: &str,
    is_user: fn(&Registration, &str) -> bool,
) -> Vec<ModelClip> {
    let users = registrations.iter().enumerate();
    let users: Vec<(usize, &Registration)> =
        users.filter(|(_, user)| is_user(user, model) && !user.found.clips.is_empty()).collect();
    let mut clips: Vec<ModelClip> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for &(number, user) in &users {
        let in_seconds = counts_seconds(user, model);
        for (at, clip) in user.found.clips.iter().enumerate() {
            let mut range = clip.range.clone();
            if in_seconds && range.unit == RangeUnit::Frames {
                range.unit = RangeUnit::Seconds(None);
            }
            let place = *known.entry(format!("{range:?}")).or_insert(clips.len());
            match clips.get_mut(place) {
                Some(known) => known.of.push((number, at)),
                None => clips.push(ModelClip { range, of: vec![(number, at)] }),
            }
        }
    }
    let mut full_names: HashMap<&str, HashSet<&str>> = HashMap::new();
    for (_, user) in &users {
        full_names.entry(short(&user.name)).or_default().insert(&user.name);
    }
    let mut names = HashSet::new();
    for clip in &mut clips {
        let of: HashSet<usize> = clip.of.iter().map(|(number, _)| *number).collect();
        let user = clip.of.first().and_then(|(number, _)| registrations.get(*number));
        let mut name = clip.range.name.clone();
        if let Some(user) = user.filter(|_| of.len() < users.len()) {
            let is_alone = full_names.get(short(&user.name)).is_none_or(|names| names.len() == 1);
            name = format!("{}.{name}", if is_alone { short(&user.name) } else { &user.name });
        }
        let mut unique = name.clone();
        let mut number = 2;
        while !names.insert(unique.clone()) {
            unique = format!("{name} {number}");
            number += 1;
        }
        clip.range.name = unique;
    }
    clips
}

/// Returns whether a definition counts seconds of a model: Luanti plays those of glTF files. Of another file that became one they are frames
/// where its frames were kept, as speeds or whole numbers say.
fn counts_seconds(user: &Registration, model: &str) -> bool {
    if user.names(model) {
        return is_gltf(model);
    }
    let clips = || user.found.clips.iter();
    let mut said = clips().filter(|clip| clip.speed == Speed::Said).filter_map(|clip| clip.range.speed).peekable();
    if said.peek().is_some() {
        return said.all(|speed| speed < FRAMES_FROM);
    }
    clips().any(|clip| [clip.range.first, clip.range.last].iter().any(|number| number.fract() != 0.0))
}

/// Returns the name of a definition without its mod.
fn short(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or_default()
}
