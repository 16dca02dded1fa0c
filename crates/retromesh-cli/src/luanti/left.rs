//! What no other rule found: old names and frames that would stay in the Lua files without a word.

use super::Mod;
use super::edits::{Changes, Written};
use super::names::is_of_name;
use crate::lua::{Count, Place, Token, tokens};
use std::collections::{BTreeSet, HashSet};

/// By what numbers are divided.
const RATE: &str = "the frames a second of the model";

/// Lists the lines with the old extension of a model, and those that give a mob frames, where nothing is changed or listed yet.
pub(super) fn leave(of: &Mod, written: &[Written], changes: &mut Changes) {
    // What is put together of constants is followed.
    let joined = of.joined.iter().filter(|joined| joined.pieces.len() > 1);
    let pieces: HashSet<&str> = joined.flat_map(|joined| &joined.pieces).map(String::as_str).collect();
    let mut listed: HashSet<String> = changes.listed(of);
    for (place, text, old) in old_names(of, written, changes) {
        if !pieces.contains(text.as_str()) && listed.insert(of.place(&place)) {
            let what = format!("no model here has this name; change {old} if a run makes one of it");
            changes.leave(&place, format!("{what}: {}", of.written(&place)));
        }
    }
    if written.iter().any(|model| model.factor().is_some()) {
        numbers(of, written, &mut listed, changes);
    }
}

/// Returns the literals in which an old extension stays, with their texts and it.
pub(super) fn old_names<'w>(of: &Mod, written: &'w [Written], changes: &Changes) -> Vec<(Place, String, &'w str)> {
    let renamed = written.iter().filter(|model| model.model != model.output);
    let extensions: BTreeSet<&str> = renamed.filter_map(|model| model.model.get(model.model.rfind('.')?..)).collect();
    let mut found = Vec::new();
    for (file, lua) in of.files.iter().enumerate() {
        for (word, span) in tokens(&lua.bytes).unwrap_or_default() {
            let Token::Text(text) = word else { continue };
            let place = Place { file, start: span.start, end: span.end };
            let old = extensions.iter().find(|old| ends_a_name(&text, old));
            found.extend(old.filter(|_| !changes.touches(&place)).map(|&old| (place, text, old)));
        }
    }
    found
}

/// Lists what gives an animation frames or speeds where nothing is changed or listed yet, and constants next to such numbers.
fn numbers(of: &Mod, written: &[Written], listed: &mut HashSet<String>, changes: &mut Changes) {
    let start = |place: &Place| (place.file, place.start);
    // What a definition with a model is seen to have is changed or listed.
    let users = || of.registrations.iter().filter(|user| !user.models.is_empty() || !user.computed_models.is_empty());
    let computed = || users().flat_map(|user| &user.found.computed).map(|computed| &computed.place);
    let played = of.plays.iter().flat_map(|play| play.numbers.iter().flatten()).map(|(_, place)| place);
    let others = users().flat_map(|user| &user.found.others).map(|(_, place)| place);
    // What has clips and no model is listed, too.
    let bases = of.registrations.iter().filter(|user| user.is_base());
    let known: BTreeSet<(usize, usize)> = users()
        .chain(bases)
        .flat_map(|user| user.found.numbers())
        .chain(computed())
        .chain(played)
        .chain(others)
        .map(start)
        .collect();
    let done = of.registrations.iter().filter(|user| user.is_done(of, written));
    let done = done.flat_map(|user| std::iter::once(&user.place).chain(&user.table));
    let whole = Spans::of(of.unknown.iter().chain(done).chain(computed()));
    let has_known = |place: &Place| known.range(start(place)..(place.file, place.end)).next().is_some();
    let mut left = Vec::new();
    for (place, value) in &of.uses.sets {
        let is_named = changes.named.contains(place);
        let is_known = is_named || changes.touches(value) || has_known(value) || whole.hold(value);
        if !is_known && listed.insert(of.place(place)) {
            let (what, but) = ("frames of a model that only a run would know", of.but(value));
            changes.leave(
                place,
                format!(
                    "{what}: divide them and speeds, 15 where there are none, by its frames a second{but}: {}",
                    of.written(place)
                ),
            );
            left.push(value);
        }
    }
    for (place, speed) in &of.uses.defaults {
        if !whole.hold(place) && listed.insert(of.place(place)) {
            let what = format!("it is played at {speed} without a speed: write {speed}, divided by {RATE}");
            changes.leave(place, format!("{what}: {}", of.written(place)));
        }
    }
    let left = Spans::of(left.into_iter());
    let (mut last, mut last_line): (Option<&Place>, _) = (None, String::new());
    for (place, count) in &of.uses.counts {
        let is_known = changes.touches(place) || whole.hold(place) || left.hold(place);
        let line = of.place(place);
        let is_listed = last.is_some_and(|last| last.holds(place)) || (*count == Count::Ends && last_line == line);
        if !is_known && !is_listed {
            (last, last_line) = (Some(place), line);
            let what = match count {
                Count::Next => "a number next to frames or speeds, which are others now: divide it by",
                Count::Speed => {
                    "frames are seconds now: if it is a speed in frames that they are divided by, divide that by"
                }
                Count::Times => "frames are seconds now: where seconds come of this, multiply its number by",
                Count::Other | Count::Ends => {
                    "this takes frames or speeds, which are others now: unless all here is counted from them, multiply them by"
                }
            };
            changes.leave(place, format!("{what} {RATE}: {}", of.written(place)));
        }
    }
}

/// Places in their order, each with the last end of those before it and its own.
struct Spans(Vec<(usize, usize, usize)>);

impl Spans {
    fn of<'p>(places: impl Iterator<Item = &'p Place>) -> Self {
        let mut spans: Vec<_> = places.map(|place| (place.file, place.start, place.end)).collect();
        spans.sort_unstable();
        for at in 1..spans.len() {
            if spans[at - 1].0 == spans[at].0 {
                spans[at].2 = spans[at].2.max(spans[at - 1].2);
            }
        }
        Self(spans)
    }

    /// Returns whether one of them holds a place.
    fn hold(&self, place: &Place) -> bool {
        let before = self.0.partition_point(|(file, start, _)| (*file, *start) <= (place.file, place.start));
        let last = before.checked_sub(1).and_then(|at| self.0.get(at));
        last.is_some_and(|(file, _, end)| *file == place.file && *end >= place.end)
    }
}

/// Returns whether a text has an extension where a name ends.
fn ends_a_name(text: &str, extension: &str) -> bool {
    let is_bound = |at: usize| text.as_bytes().get(at).is_none_or(|byte| !is_of_name(*byte));
    text.match_indices(extension).any(|(at, _)| is_bound(at + extension.len()))
}
