//! The clips of a model, of all definitions that use it.

use super::registrations::Registration;
use retromesh::ClipRange;
use std::collections::{HashMap, HashSet};

/// A clip of a model.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ModelClip {
    pub(crate) range: ClipRange,
    /// Who names it: the numbers of definitions, and of clips in them.
    pub(crate) of: Vec<(usize, usize)>,
}

/// Returns the clips of a model that definitions name. One that all definitions agree about bears its own name, others bear that of the definition before it:
/// `zombie.walk`.
pub(super) fn of(registrations: &[Registration], is_user: impl Fn(&Registration) -> bool) -> Vec<ModelClip> {
    let users: Vec<(usize, &Registration)> =
        registrations.iter().enumerate().filter(|(_, user)| is_user(user) && !user.found.clips.is_empty()).collect();
    let mut clips: Vec<ModelClip> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for &(number, user) in &users {
        for (at, clip) in user.found.clips.iter().enumerate() {
            let place = *known.entry(format!("{:?}", clip.range)).or_insert(clips.len());
            match clips.get_mut(place) {
                Some(known) => known.of.push((number, at)),
                None => clips.push(ModelClip { range: clip.range.clone(), of: vec![(number, at)] }),
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

/// Returns the name of a definition without its mod.
fn short(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or_default()
}
