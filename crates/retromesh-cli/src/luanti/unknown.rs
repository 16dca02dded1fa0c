//! Models that move, and frames of them that may be in a place that no rule reads.

use super::Mod;
use super::edits::{Changes, Written, or_all};
use super::registrations::Registration;
use super::shares::texts;
use crate::lua::Place;
use std::collections::HashSet;

/// Lists calls that make definitions, models without a clip, and ranges that are taken for no clips.
pub(super) fn leave(of: &Mod, written: &[Written], changes: &mut Changes) {
    let moving = || written.iter().filter(|model| model.rate > 0.0 && model.factor().is_some());
    for place in of.unknown.iter().filter(|_| moving().next().is_some()) {
        let what =
            "only a run would know this definition: divide its frames and speeds by the frames a second of its model";
        let named: Vec<String> = of
            .named(place, written)
            .filter(|model| model.factor().is_some())
            .map(|model| format!("{} in {}", model.rate, model.output))
            .collect();
        let rates = if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) };
        let but = changes.shares.unless(of, std::slice::from_ref(place));
        changes.leave(place, format!("{what}{rates}{but}: {}", of.written(place)));
    }
    for Written { model, output, rate, .. } in moving() {
        let users = || of.registrations.iter().filter(|user| user.names(model));
        for user in users() {
            for (name, place) in &user.found.others {
                let what = format!("{name} is taken for no clip of {output}; if it is one, divide it by {rate}");
                changes.leave(place, format!("{}: {what}: {}", user.name, of.written(place)));
            }
        }
        let is_played = |user: &Registration| of.plays.iter().any(|play| user.holds(&play.place));
        if users().any(|user| !user.found.is_empty() || is_played(user)) {
            continue;
        }
        if let Some(user) = users().find(|user| !user.is_node && !user.sets_properties) {
            let what = format!("no clip of {output} was found, which moves; divide frames and speeds of it by {rate}");
            let but = changes.shares.unless(of, &texts(user));
            changes.leave(&user.place, format!("{}: {what}{but}", user.name));
        }
    }
}

/// Lists models that something gets which has the numbers of another model, and those that no definition names, where their rates differ.
pub(super) fn swapped(of: &Mod, written: &[Written], changes: &mut Changes) {
    let or = or_all(written);
    if or.is_empty() {
        return;
    }
    let is_known = |model: &str| {
        of.registrations.iter().any(|user| user.names(model) || !user.computed_models.is_empty())
            || of.meshes.iter().any(|(_, mesh)| mesh == model)
    };
    let listed: HashSet<String> = changes.listed(of);
    let literals = if of.unknown.is_empty() { of.literals() } else { Vec::new() };
    let first = |model: &Written| literals.iter().find(|(text, ..)| *text == model.model).map(|(_, place, _)| place);
    for model in written.iter().filter(|model| model.rate > 0.0 && model.factor().is_some()) {
        let meshes = of.meshes.iter().filter(|(_, mesh)| *mesh == model.model).map(|(place, _)| place);
        let other = (!is_known(&model.model)).then(|| first(model)).flatten();
        // A line of its own says what there is to do.
        let is_new = |place: &&Place| !listed.contains(&of.place(place));
        for place in meshes.chain(other).filter(is_new) {
            let (output, rate) = (&model.output, model.rate);
            let what =
                "if it plays the numbers of another model, they are divided by the rate of that: give it its own";
            changes.leave(place, format!("{output}: {what}, divided by {rate}{or}: {}", of.written(place)));
        }
    }
}
