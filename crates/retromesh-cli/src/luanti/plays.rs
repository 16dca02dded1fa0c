//! Calls that play frames by their numbers: they are left to do by hand.

use super::Mod;
use super::edits::{Changes, Written};
use super::registrations::Registration;
use crate::lua::{Place, Play, Token, tokens};
use std::cell::Cell;
use std::collections::{BTreeMap, HashSet};

/// A list of lines that is longer, in letters, helps nobody.
const MAX_LINES: usize = 60;
/// The maximum number of names and bytes that are looked through for what calls take.
const MAX_LOOKED_AT: usize = 1 << 22;

/// Lists the calls, with the new numbers where the model is known.
pub(super) fn leave(of: &Mod, written: &[Written], changes: &mut Changes) {
    let are_named = written.iter().filter_map(|model| model.table.as_ref()).any(|table| table.separate);
    let counts_seconds = written.iter().any(|model| model.factor().is_some());
    // At one frame a second, frames are seconds.
    let stays = |name: &String| {
        let is_plain =
            |model: &Written| model.table.as_ref().is_some_and(|table| !table.separate) && model.factor().is_none();
        written.iter().any(|model| model.model == *name && is_plain(model))
    };
    let is_done = |play: &Play| {
        let definitions = definitions(of, play);
        let is_done = |user: &&Registration| {
            user.is_done(of, written)
                || (!user.models.is_empty() && user.computed_models.is_empty() && user.models.iter().all(stays))
        };
        !definitions.is_empty() && definitions.iter().all(is_done)
    };
    let left = Cell::new(MAX_LOOKED_AT);
    // What is read of tables is seconds there already.
    let is_left = |play: &&Play| {
        let is_known = if play.is_unknown {
            are_named || !(of.uses.loose.contains(&play.place) || takes_old(of, changes, play, &left))
        } else {
            !are_named && of.uses.follows.contains(&play.place)
        };
        (counts_seconds || are_named) && !is_done(play) && !is_known
    };
    let but_tables = but_tables(of, changes);
    let plays: Vec<&Play> = of.plays.iter().filter(is_left).collect();
    for play in plays {
        let text = of.written(&play.place);
        // Frames of tables that are written elsewhere.
        let mut elsewhere = play.numbers.iter().flatten().filter(|(_, place)| !play.place.holds(place)).peekable();
        let is_changed = elsewhere.peek().is_some()
            && elsewhere.all(|(number, place)| *number == 0.0 || changes.touches(place))
            && !are_named;
        let what = match own(of, written, play) {
            model if is_changed => {
                let by = model.map_or("the frames a second of its model".to_owned(), |model| model.rate.to_string());
                let but = if play.computed_speed.is_some() { " unless a table of animations says it" } else { "" };
                let what = "its frames are changed where they are written; divide its speed";
                format!("{what} by {by}{but}: {text}{}", speed(play, None))
            }
            _ if are_named => format!("clips are animations of their own now, which play_animation plays: {text}"),
            Some(model) => {
                let sets = sets(of, play);
                changes.named.extend(sets.iter().copied().cloned());
                known(of, play, model, &sets, &but_tables)
            }
            None => {
                let what =
                    "frames of a model that only a run would know: divide them and the speed by its frames a second";
                let but = if play.numbers.is_none() || play.computed_speed.is_some() { &*but_tables } else { "" };
                format!("{what}{but}: {text}{}", speed(play, None))
            }
        };
        changes.leave(&play.place, what);
    }
    for place in of.uses.handed_on.iter().filter(|_| counts_seconds) {
        let what = "it is handed on here: divide the frames and the speed that it is given by the frames a second of the model";
        changes.leave(place, format!("{what}{but_tables}: {}", of.written(place)));
    }
    changes.rates = rates(written).filter(|_| counts_seconds);
}

/// Returns whether a call takes what is not seen to be changed: a field or a call that leads to an old number, or to none at all.
fn takes_old(of: &Mod, changes: &Changes, play: &Play, left: &Cell<usize>) -> bool {
    let is_alone = play.default.is_some();
    of.uses.fields.get(&play.place).into_iter().flatten().any(|field| {
        let mut names = left.get();
        let places = of.reach.from(&field.place, true, &mut names);
        left.set(names);
        let mut is_found = false;
        for place in places.iter().filter(|place| !field.place.holds(place)) {
            let bytes = of.bytes(place);
            let Some(rest) = left.get().checked_sub(bytes.len()) else { return true };
            left.set(rest);
            for (word, span) in tokens(bytes).unwrap_or_default() {
                let Token::Number(number) = word else { continue };
                let at = Place { start: place.start + span.start, end: place.start + span.end, ..place.clone() };
                if number != 0.0 && !changes.touches(&at) {
                    return true;
                }
                is_found = true;
            }
        }
        // The shape of a clip is that of a framework, which has its numbers from tables that change; alone it may be the name of a clip.
        !is_found && !field.is_of_clip && !is_alone
    })
}

/// Returns what to add where numbers are divided that may be those of tables, which are changed already; the lines of these where they are few.
fn but_tables(of: &Mod, changes: &Changes) -> String {
    let numbers = of.registrations.iter().flat_map(|user| user.found.numbers());
    match of.lines(&numbers.filter(|place| changes.touches(place)).collect::<Vec<_>>()) {
        None => String::new(),
        Some(lines) if lines.len() > MAX_LINES => ", but not what tables of animations say".to_owned(),
        Some(lines) => format!(", but not what tables of animations say ({lines})"),
    }
}

/// Returns the definitions whose models a call plays: those that it is in, unless another call in there sets another model.
fn definitions<'m>(of: &'m Mod, play: &Play) -> Vec<&'m Registration> {
    let mut around: Vec<_> = of.registrations.iter().filter(|user| play.of_self && user.holds(&play.place)).collect();
    if let Some(first) = around.first() {
        let sets_other = |user: &Registration| {
            user.sets_properties
                && first.holds(&user.place)
                && (!user.computed_models.is_empty() || user.models != first.models)
        };
        if of.registrations.iter().any(sets_other) {
            around.clear();
        }
    }
    around
}

/// Returns the model that a call plays, as far as it is known.
fn own<'w>(of: &Mod, written: &'w [Written], play: &Play) -> Option<&'w Written> {
    let named: HashSet<&String> = definitions(of, play).into_iter().flat_map(|user| &user.models).collect();
    let mut models = written.iter().filter(|model| named.contains(&model.model) && model.factor().is_some());
    let first = models.next()?;
    models.all(|model| model.rate == first.rate).then_some(first)
}

/// Returns where the variable that a call plays gets frames, in the definitions that it is in: `anim = {x = 1, y = 1}`.
fn sets<'m>(of: &'m Mod, play: &Play) -> Vec<&'m Place> {
    let call = of.written(&play.place);
    let is_name = |text: &&str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let first = call.split_once('(').and_then(|(_, rest)| rest.split([',', ')']).next());
    let Some(name) = first.map(str::trim).filter(is_name) else { return Vec::new() };
    let definitions = definitions(of, play);
    let sets = of.uses.sets.iter().map(|(place, _)| place).filter(|place| place.file == play.place.file);
    let sets = sets.filter(|place| definitions.iter().any(|user| user.holds(place)));
    sets.filter(|place| of.written(place).split_once('=').is_some_and(|(target, _)| target.trim() == name)).collect()
}

/// Returns what to write for a call.
fn known(of: &Mod, play: &Play, model: &Written, sets: &[&Place], but_tables: &str) -> String {
    let (name, rate, text) = (&model.output, model.rate, of.written(&play.place));
    let numbers = play.numbers.as_ref().filter(|numbers| numbers.iter().all(|(_, place)| play.place.holds(place)));
    let (Some(numbers), Some(factor)) = (numbers, model.factor()) else {
        let lines = of.lines(sets).map_or(String::new(), |lines| format!(" ({lines})"));
        let what = format!("divide them{lines} and the speed by");
        return format!("frames of {name}: {what} {rate}{but_tables}: {text}{}", speed(play, None));
    };
    let end = Place { start: play.place.end, ..play.place.clone() };
    let mut places: Vec<(&Place, String)> =
        numbers.iter().map(|(number, place)| (place, ((number * factor) as f32).to_string())).collect();
    places.sort();
    places.push((&end, String::new()));
    let (mut new, mut start) = (String::new(), play.place.start);
    for (place, number) in places {
        new += &String::from_utf8_lossy(of.bytes(&Place { start, end: place.start, ..end.clone() }));
        new += &number;
        start = place.end;
    }
    let new = new.split_whitespace().collect::<Vec<_>>().join(" ");
    let computed = play.computed_speed.as_ref().map(|place| of.written(place));
    let computed = computed
        .map_or(String::new(), |speed| format!(", and divide {speed} by {rate} unless a table of animations says it"));
    format!("frames of {name}, {rate} a second: write {new}{}{computed}", speed(play, Some(factor)))
}

/// Returns what to add of the speed that the engine takes for a call.
fn speed(play: &Play, factor: Option<f64>) -> String {
    match (play.default, factor) {
        (None, _) => String::new(),
        (Some(speed), Some(factor)) => format!(" with the speed {}", (speed * factor) as f32),
        (Some(speed), None) => format!(", whose speed is {speed}"),
    }
}

/// Returns the frames a second of models: the exceptions, then that which most have.
fn rates(written: &[Written]) -> Option<String> {
    let mut models: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let counts_seconds = |model: &&Written| model.table.as_ref().is_some_and(|table| !table.separate);
    for model in written.iter().filter(counts_seconds) {
        models.entry(model.rate.to_string()).or_default().push(&model.output);
    }
    let mut models: Vec<(String, Vec<&str>)> = models.into_iter().collect();
    models.sort_by_key(|(_, names)| names.len());
    let (most, names) = models.pop()?;
    let others = if models.is_empty() && names.len() > 1 { "all models" } else { "all others" };
    let others = if names.len() == 1 { names[0] } else { others };
    let mut rates: Vec<String> = models.iter().map(|(rate, names)| format!("{rate} in {}", names.join(", "))).collect();
    rates.push(format!("{most} in {others}"));
    Some(format!("frames a second: {}", rates.join("; ")))
}
