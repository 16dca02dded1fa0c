//! What changes in the Lua files of a mod once its models are others.

use super::Mod;
use super::ranges::NamedClip;
use crate::lua::{Place, Token, tokens};
use retromesh::FrameTable;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A model that was written.
#[derive(Debug)]
pub(crate) struct Written {
    /// The file names of what it was and of what it became.
    pub(crate) model: String,
    pub(crate) output: String,
    /// The numbers by which its clips are played now.
    pub(crate) table: Option<FrameTable>,
}

/// What changes, and what does not though it should.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// The new expression at each place; none where models disagree.
    pub(super) edits: BTreeMap<Place, Option<String>>,
    /// What is left to do by hand, as lines for people.
    pub(crate) open: Vec<String>,
    /// How many clips of the definitions are in models, and how many they are.
    pub(crate) clips: (usize, usize),
}

impl Changes {
    pub(crate) fn count(&self) -> usize {
        self.edits.values().flatten().count()
    }

    pub(crate) fn file_count(&self) -> usize {
        self.edits.iter().filter(|(_, edit)| edit.is_some()).map(|(place, _)| place.file).collect::<HashSet<_>>().len()
    }

    fn set(&mut self, place: &Place, text: &str) {
        let edit = self.edits.entry(place.clone()).or_insert_with(|| Some(text.to_owned()));
        if edit.as_deref() != Some(text) {
            *edit = None;
        }
    }
}

/// Returns what changes in the files of a mod with the models that were written.
pub(crate) fn changes(of: &Mod, written: &[Written]) -> Changes {
    let mut changes = Changes::default();
    names(of, written, &mut changes);
    let mut done: HashSet<(usize, usize)> = HashSet::new();
    for model in written {
        numbers(of, model, &mut changes, &mut done);
    }
    let models: HashSet<&str> = written.iter().map(|model| model.model.as_str()).collect();
    let is_written = |named: &str| models.iter().any(|model| super::is_same_model(named, model));
    let mut open: Vec<(Option<&Place>, String)> = Vec::new();
    for (number, registration) in of.registrations.iter().enumerate() {
        let name = &registration.name;
        for place in &registration.computed_models {
            open.push((Some(place), format!("{name}: its model is computed: {}", of.written(place))));
        }
        for model in registration.models.iter().filter(|model| !is_written(model)) {
            open.push((Some(&registration.place), format!("{name}: its model {model} was not converted here")));
        }
        for (clip, place) in &registration.found.computed {
            let written = place.as_ref().map(|place| of.written(place)).unwrap_or_default();
            open.push((place.as_ref(), format!("{name}: a frame of {clip} is computed: {written}")));
        }
        for (at, clip) in registration.found.clips.iter().enumerate() {
            changes.clips.1 += 1;
            changes.clips.0 += usize::from(done.contains(&(number, at)));
            let is_placed = registration.models.iter().any(|model| is_written(model));
            if is_placed && !done.contains(&(number, at)) {
                let range = &clip.range;
                let frames = format!("frames {} to {}", range.first, range.last);
                open.push((clip.first.as_ref(), format!("{name}: {} is not in its model: {frames}", range.name)));
            }
        }
        if registration.models.is_empty()
            && registration.computed_models.is_empty()
            && let Some(clip) = registration.found.clips.first()
        {
            open.push((clip.first.as_ref(), format!("{name}: clips without the name of a model")));
        }
    }
    let counts_seconds = written.iter().filter_map(|model| model.table.as_ref()).any(|table| table.speed == 1.0);
    for place in of.frames.iter().filter(|_| counts_seconds) {
        let text = "frames of a model that only a run would know: divide them and the speed by its frames a second";
        open.push((Some(place), format!("{text}: {}", of.written(place))));
    }
    let conflicts: Vec<Place> =
        changes.edits.iter().filter(|(_, edit)| edit.is_none()).map(|(place, _)| place.clone()).collect();
    for place in &conflicts {
        open.push((Some(place), format!("models need different values: {}", of.written(place))));
    }
    let line = |(place, text): (Option<&Place>, String)| match place {
        Some(place) => format!("{}: {text}", of.place(place)),
        None => text,
    };
    changes.open = of.unread.iter().cloned().chain(open.into_iter().map(line)).collect();
    changes
}

/// Gives models their new names, wherever a text names one.
fn names(of: &Mod, written: &[Written], changes: &mut Changes) {
    let renamed: HashMap<&str, &str> = written
        .iter()
        .filter(|model| model.model != model.output)
        .map(|model| (model.model.as_str(), model.output.as_str()))
        .collect();
    for (file, lua) in of.files.iter().enumerate() {
        for (token, span) in tokens(&lua.bytes).unwrap_or_default() {
            let Token::Text(text) = token else { continue };
            let Some(name) = renamed.get(text.as_str()) else { continue };
            let quote = if lua.bytes.get(span.start) == Some(&b'\'') { '\'' } else { '"' };
            let text = name.replace('\\', "\\\\").replace(quote, &format!("\\{quote}"));
            changes.set(&Place { file, start: span.start, end: span.end }, &format!("{quote}{text}{quote}"));
        }
    }
}

/// Gives the clips of a model the numbers by which they are played now.
fn numbers(of: &Mod, model: &Written, changes: &mut Changes, done: &mut HashSet<(usize, usize)>) {
    let Some(table) = &model.table else { return };
    let ranges: HashMap<&str, _> = table.ranges.iter().rev().map(|range| (range.name.as_str(), range)).collect();
    // How much faster numbers go by now, for the speeds that no clip has.
    let mut factor = None;
    let mut users = HashSet::new();
    for clip in of.clips_of(&model.model) {
        let Some(range) = ranges.get(clip.range.name.as_str()) else { continue };
        let speed = range.speed.unwrap_or(table.speed);
        if let Some(old) = clip.range.speed {
            factor = factor.or(Some(f64::from(speed) / f64::from(old)));
        }
        for &(number, at) in &clip.of {
            done.insert((number, at));
            let named = of.registrations.get(number).and_then(|registration| registration.found.clips.get(at));
            let Some(NamedClip { range: old, first, last }) = named else { continue };
            users.insert(number);
            if table.separate {
                continue;
            }
            for (place, old, new) in [(first, old.first, range.first), (last, old.last, range.last)] {
                if let Some(place) = place.as_ref().filter(|_| old != new) {
                    changes.set(place, &new.to_string());
                }
            }
            if old.speed.is_none() && table.speed == 1.0 {
                let registration = &of.registrations[number].name;
                let place = first.as_ref().map(|place| of.place(place)).unwrap_or_default();
                let name = &old.name;
                changes.open.push(format!(
                    "{place}: {registration}: {name} has no speed of its own: give one, in seconds a second"
                ));
            }
        }
    }
    let Some(factor) = factor.filter(|factor| *factor != 1.0 && !table.separate) else { return };
    for registration in users.into_iter().filter_map(|number| of.registrations.get(number)) {
        for (speed, place) in &registration.found.speeds {
            changes.set(place, &((speed * factor) as f32).to_string());
        }
    }
}
