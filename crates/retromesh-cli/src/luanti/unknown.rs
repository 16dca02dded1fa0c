//! Models that move, and frames of them that may be in a place that no rule reads.

use super::Mod;
use super::edits::{Changes, Written};
use super::registrations::Registration;

/// Lists calls that make definitions, models without a clip, and ranges that are taken for no clips.
pub(super) fn leave(of: &Mod, written: &[Written], changes: &mut Changes) {
    let moving = || written.iter().filter(|model| model.rate > 0.0 && model.factor().is_some());
    for place in of.unknown.iter().filter(|_| moving().next().is_some()) {
        let what =
            "only a run would know this definition: divide its frames and speeds by the frames a second of its model";
        changes.leave(of, place, &format!("{what}{}: {}", of.unless_of_bases(), of.written(place)));
    }
    for Written { model, output, rate, .. } in moving() {
        let users = || of.registrations.iter().filter(|user| user.names(model));
        for user in users() {
            for (name, place) in &user.found.others {
                let what = format!("{name} is taken for no clip of {output}; if it is one, divide it by {rate}");
                changes.leave(of, place, &format!("{}: {what}: {}", user.name, of.written(place)));
            }
        }
        let is_played = |user: &Registration| of.plays.iter().any(|play| user.holds(&play.place));
        if users().any(|user| !user.found.is_empty() || is_played(user)) {
            continue;
        }
        if let Some(user) = users().find(|user| !user.is_node && !user.sets_properties) {
            let what = format!("no clip of {output} was found, which moves; divide frames and speeds of it by {rate}");
            changes.leave(of, &user.place, &format!("{}: {what}{}", user.name, of.unless_of_bases()));
        }
    }
}
