//! What changes in the Lua files of a mod once its models are others.

use super::computed::divisor;
use super::shares::Shares;
use super::{Mod, Registration, formspecs, grown, helpers, left, names, numbers, plays, scales, unknown};
use crate::lua::Place;
use retromesh::FrameTable;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// A model that was written.
#[derive(Debug)]
pub(crate) struct Written {
    /// The file names of what it was and of what it became.
    pub(crate) model: String,
    pub(crate) output: String,
    /// The numbers by which its clips are played now.
    pub(crate) table: Option<FrameTable>,
    /// The frames a second of its source, as mods count them.
    pub(crate) rate: f32,
    /// Whether a node draws it at a tenth of the size that it had.
    pub(crate) is_small_in_nodes: bool,
    /// How many texture slots it has.
    pub(crate) slots: usize,
}

impl Written {
    /// Returns by what frames, and frames a second, are multiplied now; `None` where they stay.
    pub(super) fn factor(&self) -> Option<f64> {
        let table = self.table.as_ref().filter(|table| !table.separate)?;
        Some(f64::from(table.speed) / f64::from(self.rate)).filter(|factor| *factor != 1.0)
    }
}

/// What changes, and what does not though it should.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// The new text at each place; several where models disagree.
    edits: BTreeMap<Place, Vec<String>>,
    /// The entries that are added there: to which definition, and which.
    added: BTreeMap<Place, BTreeSet<(String, String)>>,
    /// What is left to do by hand: where, and what.
    pub(crate) open: Vec<(Place, String)>,
    /// The frames a second by which numbers are divided by hand, as a line for people.
    pub(crate) rates: Option<String>,
    /// What is good to know, as lines for people.
    pub(crate) notes: Vec<String>,
    /// How many definitions name glTF files already.
    pub(crate) done: usize,
    /// How many clips of the definitions are in models, and how many they are.
    pub(crate) clips: (usize, usize),
    /// The numbers that definitions may have from elsewhere.
    pub(super) shares: Shares,
    /// Where frames are set that a line on the call which plays them names.
    pub(super) named: HashSet<Place>,
}

impl Changes {
    pub(crate) fn count(&self) -> usize {
        self.certain().count()
    }

    pub(crate) fn file_count(&self) -> usize {
        self.certain().map(|(place, _)| place.file).collect::<HashSet<_>>().len()
    }

    /// Returns the files with the lines in which something is left to do by hand: `init.lua:3`.
    pub(super) fn listed(&self, of: &Mod) -> HashSet<String> {
        self.open.iter().map(|(place, _)| of.place(place)).collect()
    }

    /// Lists the changes in the order of their places.
    pub(super) fn certain(&self) -> impl Iterator<Item = (&Place, &str)> {
        self.edits.iter().filter_map(|(place, texts)| match texts.as_slice() {
            [text] => Some((place, text.as_str())),
            _ => None,
        })
    }

    /// Replaces what is at a place.
    pub(super) fn set(&mut self, place: &Place, text: impl Into<String>) {
        let (texts, text) = (self.edits.entry(place.clone()).or_default(), text.into());
        if !texts.contains(&text) {
            texts.push(text);
        }
    }

    /// Adds entries to a table of a definition between braces, as its first.
    pub(super) fn insert(&mut self, of: &Mod, table: &Place, name: &str, entries: &str) {
        // It may be in brackets.
        let bytes = of.bytes(table);
        let at = bytes.iter().position(|byte| *byte != b'(' && !byte.is_ascii_whitespace()).unwrap_or_default();
        let brace = Place { start: table.start + at, end: table.start + at + 1, ..table.clone() };
        match bytes.get(at..) {
            Some([b'{', after, ..]) => {
                let gap = if after.is_ascii_whitespace() { "" } else { " " };
                self.set(&brace, format!("{{{entries},{gap}"));
                self.added.entry(brace).or_default().insert((name.to_owned(), entries.to_owned()));
            }
            _ => self.leave(table, format!("write {entries} in it: {}", of.written(table))),
        }
    }

    /// Returns whether something at a place is changed.
    pub(super) fn touches(&self, place: &Place) -> bool {
        let after = Place { start: place.end, end: place.end, ..place.clone() };
        let before = self.edits.range(..after).next_back();
        before.is_some_and(|(edit, _)| edit.file == place.file && edit.end > place.start)
    }

    /// Says what is good to know of a place.
    pub(super) fn note(&mut self, of: &Mod, place: &Place, what: &str) {
        self.notes.push(format!("{}: {what}", of.place(place)));
    }

    /// Says what is left to do at a place.
    pub(super) fn leave(&mut self, place: &Place, what: impl Into<String>) {
        self.open.push((place.clone(), what.into()));
    }
}

/// Returns what changes in the files of a mod with the models that were written.
pub(crate) fn changes(of: &Mod, written: &[Written]) -> Changes {
    let advice =
        "nothing in this file is changed; repair it and convert the mod again, or keep the old models that it names";
    let unread = of.unread.iter().map(|(place, wrong)| (place.clone(), format!("{wrong}: {advice}")));
    let shares = Shares::of(of, written);
    let mut changes = Changes { open: unread.collect(), shares, ..Changes::default() };
    names::change(of, written, &mut changes);
    scales::change(of, written, &mut changes);
    scales::note_tiles(of, written, &mut changes);
    helpers::leave(of, written, &mut changes);
    let done = numbers::change(of, written, &mut changes);
    definitions(of, written, &done, &mut changes);
    unknown::leave(of, written, &mut changes);
    plays::leave(of, written, &mut changes);
    formspecs::leave(of, written, &mut changes);
    grown::leave(of, written, &mut changes);
    left::leave(of, written, &mut changes);
    unknown::swapped(of, written, &mut changes);
    conflicts(of, written, &mut changes);
    let mut known = HashSet::new();
    changes.open.retain(|(place, what)| known.insert(format!("{}: {what}", of.place(place))));
    changes.notes.retain(|line| known.insert(line.clone()));
    changes
}

/// Returns what is easier where models have different frames a second: to give all those of one.
pub(super) fn or_all(written: &[Written]) -> String {
    let rates = || written.iter().filter(|model| model.factor().is_some()).map(|model| model.rate);
    let highest = rates().fold(0.0, f32::max);
    let differ = rates().any(|rate| rate != highest);
    if differ { format!(", or convert all with --fps {highest}") } else { String::new() }
}

/// Returns what to add where numbers are divided by hand that another model may have as well.
pub(super) fn if_shared(written: &[Written]) -> String {
    let shared = "; those that it shares with another model are divided";
    match (or_all(written), written.iter().filter(|model| model.factor().is_some()).count()) {
        (_, ..2) => String::new(),
        (or, _) if or.is_empty() => format!("{shared} already"),
        (or, _) => format!("{shared} by the rate of that already: give it its own{or}"),
    }
}

/// Says where models need different values, and what each needs.
fn conflicts(of: &Mod, written: &[Written], changes: &mut Changes) {
    let conflicts = changes.edits.iter().filter(|(_, texts)| texts.len() > 1);
    let conflicts: BTreeMap<Place, String> =
        conflicts.map(|(place, texts)| (place.clone(), texts.join(" or "))).collect();
    // The frames a second of the models that play each number.
    let mut rates: BTreeMap<&Place, BTreeMap<&str, String>> = BTreeMap::new();
    for user in &of.registrations {
        let models = written.iter().filter(|model| user.names(&model.model) && model.factor().is_some());
        let models: Vec<(&str, String)> = models.map(|model| (&*model.output, model.rate.to_string())).collect();
        for place in user.found.numbers().filter(|place| conflicts.contains_key(place)) {
            rates.entry(place).or_default().extend(models.iter().cloned());
        }
    }
    let mut shared: BTreeMap<String, Vec<&Place>> = BTreeMap::new();
    for (place, texts) in &conflicts {
        if let Some(added) = changes.added.get(place) {
            let needs: Vec<String> = added.iter().map(|(name, entries)| format!("{name} needs {entries}")).collect();
            let what = "definitions share this table and need different values, so none is added; give each its own";
            changes.leave(place, format!("{what}: {}", needs.join("; ")));
            continue;
        }
        let models = rates.get(place).into_iter().flatten();
        let by: BTreeSet<&String> = models.clone().map(|(_, rate)| rate).collect();
        if by.len() < 2 {
            changes.leave(place, format!("models need different values, {texts}: {}", of.written(place)));
            continue;
        }
        let each: Vec<String> = models.map(|(model, rate)| format!("by {rate} for {model}")).collect();
        shared.entry(each.join(", ")).or_default().push(place);
    }
    for (each, places) in shared {
        let (Some(lines), Some(numbers)) = (of.lines(&places), places.first()) else { continue };
        let all: Vec<String> = places.iter().map(|place| of.written(place)).collect();
        let what = "models of different frames a second share these numbers, so nothing changes here; give each model its own copy";
        changes.leave(numbers, format!("{what} of {lines}, divided {each}{}: {}", or_all(written), all.join(", ")));
    }
}

/// Says that a definition of an earlier run names a file that others get now: it may be of another rate.
fn written_anew(of: &Mod, done: &Registration, written: &[Written], changes: &mut Changes) {
    let has_others = |model: &Written| of.registrations.iter().any(|user| user.names(&model.model));
    let is_named = |model: &&Written| done.models.contains(&model.output) && model.factor().is_some();
    for model in written.iter().filter(is_named).filter(|model| has_others(model)) {
        let Written { output, rate, .. } = model;
        let what = "which is written anew for other definitions, as frames of";
        let advice = "where the file that is there has another rate, convert all again with --fps and that rate";
        changes.leave(&done.place, format!("{}: its model is {output}, {what} {rate} a second: {advice}", done.name));
    }
}

/// Says what of definitions is not in models.
fn definitions(of: &Mod, written: &[Written], done: &HashSet<(usize, usize)>, changes: &mut Changes) {
    let is_written = |named: &String| written.iter().any(|model| *named == model.model);
    let counts_seconds = written.iter().any(|model| model.factor().is_some());
    // Where no literal has an old name any more, what is computed of them is a new one.
    let old_names: Vec<Place> = left::old_names(of, written, changes).into_iter().map(|(place, ..)| place).collect();
    let computed = || of.registrations.iter().flat_map(|user| &user.computed_models);
    let has_loose = old_names.iter().any(|old| !computed().any(|place| place.holds(old)));
    let mut computed_places = HashSet::new();
    for (number, registration) in of.registrations.iter().enumerate() {
        if registration.is_done(of, written) {
            changes.done += 1;
            written_anew(of, registration, written, changes);
            continue;
        }
        let (name, place) = (&registration.name, &registration.place);
        computed_models(of, registration, written, (&old_names, has_loose), changes);
        for model in registration.models.iter().filter(|model| !is_written(model)) {
            let alike = written.iter().find(|written| written.model.eq_ignore_ascii_case(model));
            let but = alike.map(|alike| format!("; {} was: the letters of a name must be of one case", alike.model));
            let but = but.unwrap_or_default();
            changes.leave(place, format!("{name}: its model {model} was not converted here{but}"));
        }
        changes.clips.1 += registration.found.computed.iter().filter(|computed| computed.is_clip()).count();
        if let Some(by) = divisor(registration, written) {
            for computed in &registration.found.computed {
                let place = &computed.place;
                let what = computed.by_hand(&by, registration.default_speed()) + &changes.shares.but(of, place, &by);
                // Several definitions may share a table.
                let is_read = !computed.is_clip() && of.uses.follows.contains(place);
                if is_read || !computed_places.insert((place.clone(), what.clone())) {
                    continue;
                }
                let is_copy = computed.is_clip() && of.written(place).starts_with("table.copy(");
                let bases = changes.shares.bases(of, std::slice::from_ref(place)).filter(|_| is_copy);
                let what = what + &bases.unwrap_or_default();
                changes.leave(place, format!("{name}: {what}: {}", of.written(place)));
            }
        }
        let is_placed = registration.models.iter().any(is_written);
        for (at, clip) in registration.found.clips.iter().enumerate() {
            let is_done = done.contains(&(number, at));
            changes.clips = (changes.clips.0 + usize::from(is_done), changes.clips.1 + 1);
            if is_placed && !is_done {
                let (clip, first) = (&clip.range, clip.first.as_ref().unwrap_or(place));
                let frames = format!("frames {} to {}", clip.first, clip.last);
                let what = if clip.first > clip.last {
                    "runs backwards, so its model has no clip of it"
                } else {
                    "is not in its model"
                };
                changes.note(of, first, &format!("{name}: {} {what}: {frames}", clip.name));
            }
        }
        if registration.models.is_empty()
            && registration.computed_models.is_empty()
            && let Some(clip) = registration.found.clips.first()
        {
            let by = if counts_seconds {
                format!("; divide their frames and speeds by the frames a second of their model{}", or_all(written))
            } else {
                String::new()
            };
            let what = format!("{name}: which model has these clips, only a run would know{by}");
            changes.leave(clip.first.as_ref().unwrap_or(place), what);
        }
    }
}

/// Says what of the computed models of a definition is to be edited. Old names are those that literals have, with whether some are in no
/// definition's model.
fn computed_models(
    of: &Mod,
    registration: &Registration,
    written: &[Written],
    (old_names, has_loose): (&[Place], bool),
    changes: &mut Changes,
) {
    let name = &registration.name;
    let counts_seconds = written.iter().any(|model| model.factor().is_some());
    for place in &registration.computed_models {
        let named: Vec<&Written> = of.named(place, written).collect();
        if let [model] = named.as_slice()
            && of.bytes(place).len() == model.model.len() + 2
            && !registration.is_node
        {
            let rate = model.rate;
            let what = match (of.lines(&registration.found.numbers().collect::<Vec<_>>()), model.factor()) {
                (Some(lines), Some(_)) => format!("; it needs its own copy of {lines}, divided by {rate}"),
                _ => String::new(),
            };
            let says = format!("{name}: its model is {} in some runs{what}", model.output);
            if what.is_empty() {
                changes.note(of, place, &says);
            } else {
                changes.leave(place, says);
            }
            continue;
        }
        if let Some(what) =
            grown::divided(of, written).filter(|_| registration.is_other && of.bytes(place).ends_with(b".mesh"))
        {
            changes.leave(place, format!("{name}: {what}: {}", of.written(place)));
            continue;
        }
        let start = of.literal_start(place);
        let is_meant = |model: &Written| {
            named.iter().any(|named| named.model == model.model)
                || (named.is_empty() && model.model.starts_with(&start))
        };
        let small = written.iter().filter(|model| is_meant(model) && scales::is_small(of, model));
        let small: Vec<String> = small.map(|model| model.output.clone()).collect();
        let scale = if small.is_empty() {
            String::new()
        } else {
            let which = small.join(", ");
            format!("for {which} {}", scales::SCALE)
        };
        let is_renamed =
            of.unread.is_empty() && !old_names.iter().any(|old| place.holds(old)) && (!named.is_empty() || !has_loose);
        // Zero stays what it is.
        let counts = |place: &&Place| of.bytes(place).iter().any(|byte| !matches!(byte, b'0' | b'.'));
        let numbers = registration.found.numbers().filter(counts);
        let (new, old): (Vec<&Place>, Vec<&Place>) = numbers.partition(|place| changes.touches(place));
        let (and, then) = match (of.lines(&old), of.lines(&new)) {
            _ if registration.is_node => (", and ", scale),
            (Some(lines), _) if counts_seconds => (", and ", format!("divide frames and speeds in {lines}")),
            (_, Some(lines)) if !or_all(written).is_empty() => {
                let what = "are divided by the rate of another model: give each its own";
                ("; ", format!("frames and speeds in {lines} {what}{}", or_all(written)))
            }
            _ => Default::default(),
        };
        let says = |what: &str| format!("{name}: its model is computed; {what}: {}", of.written(place));
        match (is_renamed, then.is_empty()) {
            (true, true) => changes.note(of, place, &says("the names that it may have are the new ones")),
            (true, false) => changes.leave(place, says(&then)),
            (false, true) => changes.leave(place, says("name the new one")),
            (false, false) => changes.leave(place, says(&format!("name the new one{and}{then}"))),
        }
    }
}
