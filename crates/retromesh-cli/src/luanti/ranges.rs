//! The ranges in tables, in the shapes that mods give them.

use super::computed::{Computed, What};
use super::shapes::{
    BLENDS, FIELDS, LOOPS, OUTER_SPEEDS, RANGES, SPEEDS, ends, get, has_list, is_clip, is_clip_table, is_computed,
    is_frame, is_of_a_clip, is_of_animations, is_of_others, is_of_sounds, is_of_speeds, is_pair, is_speed, is_table,
    number, range, text,
};
use crate::lua::{Entry, Loose, Place, Table, Value};
use retromesh::{ClipRange, RangeUnit};
use std::collections::{HashMap, HashSet};

/// Ranges with the places of their numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Found {
    pub(crate) clips: Vec<NamedClip>,
    pub(crate) computed: Vec<Computed>,
    /// The tables that have animations, in Lua files.
    pub(crate) tables: Vec<Place>,
    /// All speeds in the tables of animations; `None` of one that is computed.
    pub(crate) speeds: Vec<(Option<f64>, Place)>,
    /// What is written like a range, and is in no table of animations.
    pub(crate) others: Vec<(String, Place)>,
    /// How many ranges of a list have no name, or numbers without names.
    unnamed: usize,
    /// The entries of a list that are computed, of which nothing says that they are ranges.
    made: Vec<String>,
    /// Whether the clips are animations of their own, as the table says.
    pub(crate) is_separate: bool,
    /// Whether all numbers of a list are seconds, as the table says.
    pub(super) counts_seconds: bool,
}

impl Found {
    /// Returns whether there is no clip, and nothing that may be one.
    pub(crate) const fn is_empty(&self) -> bool {
        self.clips.is_empty() && self.computed.is_empty() && self.others.is_empty()
    }

    /// Returns the clips whose name or numbers are not known.
    pub(crate) fn left_out(&self) -> LeftOut {
        let computed = self.computed.iter().filter(|computed| computed.is_clip());
        let names: Vec<String> = computed.map(Computed::name).chain(self.made.iter().cloned()).collect();
        LeftOut { count: self.unnamed + names.len(), names }
    }

    /// Lists the places of the numbers that are known, and of speeds.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &Place> {
        let frames = self.clips.iter().flat_map(|clip| clip.first.iter().chain(&clip.last));
        frames.chain(self.speeds.iter().map(|(_, place)| place))
    }

    /// Adds the other values that frames, speeds and tables of a table have perhaps.
    fn perhaps(&mut self, table: &Table, counts: impl Fn(&Entry) -> bool) {
        for entry in table.iter().filter(|entry| counts(entry)) {
            let what = What::Perhaps { key: entry.key.clone(), is_table: is_table(entry) };
            let values = entry.perhaps.iter().cloned();
            self.computed.extend(values.map(|place| Computed { what: what.clone(), place }));
        }
    }
}

/// Clips that are left out: how many, and the names of those that have one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct LeftOut {
    pub(crate) count: usize,
    pub(crate) names: Vec<String>,
}

impl LeftOut {
    pub(crate) fn add(&mut self, other: Self) {
        self.count += other.count;
        self.names.extend(other.names);
    }
}

/// A range, and where its numbers are in a Lua file.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct NamedClip {
    pub(crate) range: ClipRange,
    pub(crate) first: Option<Place>,
    pub(crate) last: Option<Place>,
    pub(crate) speed: Speed,
}

/// Where the speed of a clip is.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) enum Speed {
    /// Tables say it.
    #[default]
    Said,
    /// Nothing says it; this entry of a table would, where it is known.
    Missing(Option<(Place, &'static str)>),
}

/// What a table is, of which the ranges are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Root {
    /// A list of ranges, as `--frame-table` writes it.
    List,
    /// A variable, in which names of tables say what is a range.
    Variable,
    /// A definition, in which only tables of animations have ranges.
    Definition,
}

/// Returns the ranges of a table that a file returns, or that a variable holds.
pub(crate) fn loose_ranges(loose: &Loose) -> Found {
    match &loose.variable {
        None => ranges(&loose.table, Root::List),
        Some(name) => {
            let value = Value::Table(loose.table.clone());
            let entry = Entry { key: name.clone(), value, place: None, perhaps: Vec::new() };
            ranges(&Table::from_iter([entry]), Root::Variable)
        }
    }
}

/// What is known of a table from those around it.
#[derive(Clone, Copy)]
struct Around<'t> {
    /// The name that a range in it has, unless it says another.
    name: &'t str,
    /// Whether it is about animations, as far as names say.
    animated: bool,
    /// Whether it is a list of ranges.
    listed: bool,
    speed: Option<f32>,
    says_speed: bool,
    looping: Option<bool>,
    blend: Option<f32>,
    unit: RangeUnit,
    /// The table that is around it.
    table: &'t Table,
}

/// Returns all ranges of a table, in its order.
///
/// These count: `walk = {x = 168, y = 187}` in a table of animations (its name or that of one around it has `anim`), or with a `name` of
/// its own; `walk = {range = {x = 168, y = 187}}`; `walk_start = 168, walk_end = 187`. In a definition all of them count in tables of
/// animations alone. Where there are none of these, the first shape counts in a list, too. Others, such as a `visual_size`, do not.
pub(crate) fn ranges(root: &Table, kind: Root) -> Found {
    let (mut found, mut listed) = (Found::default(), Vec::new());
    let (is_list, is_definition) = (kind == Root::List, kind == Root::Definition);
    let outer = Around::root(root, is_list);
    // Whether what is computed under a key is a clip.
    let names_clips: fn(&str) -> bool = if is_definition { |key| FIELDS.contains(&key) } else { |_| false };
    // The tables that are open, the innermost last: those that are left of each.
    let mut open = vec![(outer.with(root, is_list), root.iter(), names_clips)];
    while let Some((around, rest, names_clip)) = open.last_mut() {
        let around = *around;
        let Some(Entry { key, value, place, perhaps }) = rest.next() else {
            open.pop();
            continue;
        };
        let Value::Table(table) = value else {
            let is_clip = *value == Value::Computed && names_clip(key);
            let places = place.iter().chain(perhaps).filter(|_| is_clip);
            found.computed.extend(places.map(|place| Computed::clip(key, place.clone())));
            // Of a list that a call makes nothing else is known.
            if is_list && *value == Value::Computed && around.listed && !key.is_empty() && !is_of_a_clip(key) {
                found.made.push(key.clone());
            }
            continue;
        };
        let is_range = RANGES.contains(&key.as_str());
        let own = text(table, "name");
        let name = own.unwrap_or(if is_range || key.is_empty() { around.name } else { key });
        let is_sound = is_of_sounds(key);
        let is_range_of_clip = is_range && !is_definition && !is_of_others(around.table);
        let animated = !is_sound && (around.animated || is_range_of_clip || is_of_animations(key));
        let certain = animated || (own.is_some() && !is_definition);
        let has_clips = is_of_animations(key) || (animated && table.iter().any(is_clip));
        let has_clips = has_clips && !is_clip_table(table) && !table.iter().any(|entry| entry.key.ends_with("_start"));
        let names_clips: fn(&str) -> bool = if has_clips { |key| !is_of_a_clip(key) } else { |_| false };
        let inside = Around { name, animated, listed: around.listed && key.is_empty(), ..around };
        let has_range = !is_definition && range(table).is_some();
        let inside = inside.with(table, certain || around.listed || has_range);
        if !name.is_empty() && (certain || around.listed) && is_computed(table) {
            // A copy of a table of other things is a clip where it is named.
            let at = if table.is_copy { place } else { &table.place };
            found.computed.extend(at.clone().map(|place| Computed::clip(name, place)));
            continue;
        }
        if animated && !name.is_empty() && has_list(table) {
            let what = What::Listed(name.to_owned());
            found.computed.extend(table.place.clone().map(|place| Computed { what, place }));
            continue;
        }
        if is_of_speeds(key) && !is_clip_table(table) && !table.iter().any(is_clip) {
            let what = What::Speeds(key.clone());
            found.computed.extend(table.place.clone().map(|place| Computed { what, place }));
            continue;
        }
        let mut stays = HashSet::new();
        // A place has three axes, and what is next to the range of a clip is no other clip.
        let is_place = get(table, "z").is_some();
        let is_next = !is_range && !is_of_animations(around.name) && has_own_range(around.table);
        match ends(table).filter(|_| !is_place && !is_next) {
            Some((first, _)) if (is_range || is_sound) && !animated && !name.is_empty() => {
                found.others.extend(table.place.clone().or(first.place.clone()).map(|place| (name.to_owned(), place)));
            }
            Some((first, last)) if !name.is_empty() && (certain || around.listed) => {
                let Around { speed, looping, blend, unit, .. } = inside;
                let entry = if is_range { (around.table, "speed") } else { (root, OUTER_SPEEDS[0]) };
                if let (Some(a), Some(b)) = (first.value.number(), last.value.number()) {
                    let range = ClipRange { name: name.to_owned(), first: a, last: b, speed, looping, blend, unit };
                    let (first, last) = (first.place.clone(), last.place.clone());
                    let clip = NamedClip { range, first, last, speed: Speed::of(inside.says_speed, entry) };
                    if certain { found.clips.push(clip) } else { listed.push(clip) }
                }
            }
            other => {
                let is_unnamed = (key.is_empty() && other.is_some()) || (around.listed && is_pair(table));
                found.unnamed += usize::from(is_list && own.is_none() && is_unnamed);
                if animated || !is_definition {
                    stays = pairs(table, &inside, &mut found);
                } else {
                    found.others.extend(other_pairs(table));
                }
                open.push((inside, table.iter(), names_clips));
            }
        }
        if animated {
            found.tables.extend(table.place.clone());
            found.speeds.extend(speeds(table, &stays));
            let added = table.added.iter().cloned();
            found.computed.extend(added.map(|place| Computed { what: What::Added, place }));
            found.perhaps(table, |entry| is_table(entry) || is_speed(&entry.key) || is_frame(&entry.key));
        }
    }
    found.speeds.extend(OUTER_SPEEDS.iter().find_map(|name| get(root, name)).and_then(speed));
    found.perhaps(root, |entry| {
        OUTER_SPEEDS.contains(&&*entry.key) || (is_table(entry) && FIELDS.contains(&&*entry.key))
    });
    if found.clips.is_empty() {
        found.clips = listed;
    }
    found.counts_seconds = is_list && text(root, "unit") == Some("seconds");
    found.is_separate = is_list && get(root, "separate").is_some_and(|entry| entry.value == Value::Bool(true));
    found
}

/// Returns whether a table is a clip that says its range and how it is played.
fn has_own_range(table: &Table) -> bool {
    range(table).is_some_and(is_table) && table.iter().any(|entry| is_of_a_clip(&entry.key))
}

impl Speed {
    fn of(is_said: bool, (table, key): (&Table, &'static str)) -> Self {
        if is_said { Self::Said } else { Self::Missing(table.place.clone().map(|place| (place, key))) }
    }
}

impl<'t> Around<'t> {
    /// Returns what is known around a table that no other one holds.
    const fn root(table: &'t Table, listed: bool) -> Self {
        Self {
            name: "",
            animated: false,
            listed,
            speed: None,
            says_speed: false,
            looping: None,
            blend: None,
            unit: RangeUnit::Frames,
            table,
        }
    }

    /// Returns what a table says for all that is in it.
    fn with(self, table: &'t Table, animated: bool) -> Self {
        let speeds: &[&str] = if animated { &SPEEDS } else { &OUTER_SPEEDS };
        let positive = |speed: &f32| *speed > 0.0;
        let looping = LOOPS.iter().find_map(|name| match get(table, name)?.value {
            Value::Bool(looping) => Some(looping),
            _ => None,
        });
        let blend = || BLENDS.iter().find_map(|name| number(table, name)).filter(|blend| *blend >= 0.0);
        Self {
            speed: speeds.iter().find_map(|name| number(table, name)).filter(positive).or(self.speed),
            says_speed: self.says_speed || speeds.iter().any(|name| get(table, name).is_some()),
            table,
            looping: looping.or(self.looping),
            blend: if animated { blend().or(self.blend) } else { self.blend },
            unit: if text(table, "unit") == Some("seconds") {
                RangeUnit::Seconds(number(table, "rate"))
            } else {
                self.unit
            },
            ..self
        }
    }
}

/// Lists the speeds of a table of animations, but those that stay as their clips do.
fn speeds(table: &Table, stay: &HashSet<String>) -> impl Iterator<Item = (Option<f64>, Place)> {
    table.iter().filter(|entry| is_speed(&entry.key) && !stay.contains(&entry.key)).filter_map(speed)
}

fn speed(entry: &Entry) -> Option<(Option<f64>, Place)> {
    match entry.value {
        Value::Number(speed) => Some((Some(speed), entry.place.clone()?)),
        Value::Computed => Some((None, entry.place.clone()?)),
        _ => None,
    }
}

/// Adds the ranges that two entries each name: `walk_start = 168, walk_end = 187`, with `walk_speed` or `speed_walk`, else the speed
/// that most have. Returns the keys of clips that stay, as one of their numbers is computed.
fn pairs(table: &Table, around: &Around<'_>, found: &mut Found) -> HashSet<String> {
    let mut stay = HashSet::new();
    // Of several entries of one name the first counts.
    let entries: HashMap<&str, &Entry> = table.iter().rev().map(|entry| (entry.key.as_str(), entry)).collect();
    let number = |key: &str| entries.get(key)?.value.number();
    let usual = around.speed.or_else(|| number("speed_normal"));
    for (name, first) in table.iter().filter_map(|entry| Some((entry.key.strip_suffix("_start")?, entry))) {
        let Some(last) = entries.get(format!("{name}_end").as_str()) else { continue };
        let own = [format!("{name}_speed"), format!("speed_{name}")];
        let (Some(a), Some(b)) = (first.value.number(), last.value.number()) else {
            let computed = [first, last].into_iter().find(|entry| entry.value == Value::Computed);
            if let Some(place) = computed.and_then(|entry| entry.place.clone()) {
                let speeds = own.into_iter().filter(|key| entries.contains_key(key.as_str()));
                let keys: Vec<String> = [first.key.clone(), last.key.clone()].into_iter().chain(speeds).collect();
                stay.extend(keys.iter().cloned());
                found.computed.push(Computed { what: What::Numbers(keys), place });
            }
            continue;
        };
        let is_said = around.says_speed || own.iter().any(|key| entries.contains_key(key.as_str()));
        let is_said = is_said || entries.contains_key("speed_normal");
        let speed = own.iter().find_map(|key| number(key)).or(usual).filter(|speed| *speed > 0.0);
        let looping = match entries.get(format!("{name}_loop").as_str()).map(|entry| &entry.value) {
            Some(Value::Bool(looping)) => Some(*looping),
            _ => around.looping,
        };
        let range = ClipRange {
            name: name.to_owned(),
            first: a,
            last: b,
            speed,
            looping,
            blend: around.blend,
            unit: around.unit,
        };
        let speed = Speed::of(is_said, (table, "speed_normal"));
        found.clips.push(NamedClip { range, first: first.place.clone(), last: last.place.clone(), speed });
    }
    stay
}

/// Lists two entries that would be a range in a table of animations.
fn other_pairs(table: &Table) -> impl Iterator<Item = (String, Place)> {
    let numbers = table.iter().filter(|entry| entry.value.number().is_some());
    let ends: HashSet<&str> = numbers.clone().filter_map(|entry| entry.key.strip_suffix("_end")).collect();
    let starts = numbers.filter_map(|entry| Some((entry.key.strip_suffix("_start")?, entry.place.clone()?)));
    starts.filter(move |(name, _)| ends.contains(name)).map(|(name, place)| (name.to_owned(), place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lua::{LuaFile, parse, read};

    /// A file, and the ranges in it: name, first, last, speed, looping, transition.
    type Row<'a> = (&'a str, &'a [(&'a str, f32, f32, Option<f32>, Option<bool>, Option<f32>)]);

    fn found(text: &str) -> Vec<ClipRange> {
        let files = [LuaFile { bytes: text.into(), ..LuaFile::default() }];
        let parsed = parse(&files);
        let read = read(&files, &parsed, &["animation", "animations"]);
        assert_eq!(parsed.wrong, [], "{text}");
        let of_calls = read.calls.iter().map(|call| ranges(&call.table, Root::Definition));
        let loose = read.loose.iter().map(loose_ranges);
        of_calls.chain(loose).flat_map(|found| found.clips).map(|clip| clip.range).collect()
    }

    #[test]
    fn mods_name_ranges_in_several_shapes() {
        let rows: [Row<'_>; 9] = [
            // A player model, and values next to it that are no ranges.
            (
                "player_api.register_model('character.b3d', {\n animation_speed = 30, textures = {'character.png'},\n \
                 animations = {\n  stand = {x = 0, y = 79}, -- still\n  walk_mine = {x = 200, y = 219, override_local = true},\n \
                 },\n collisionbox = {-0.3, 0.0, -0.3, 0.3, 1.7, 0.3}, visual_size = {x = 1, y = 1},\n})",
                &[("stand", 0.0, 79.0, Some(30.0), None, None), ("walk_mine", 200.0, 219.0, Some(30.0), None, None)],
            ),
            // mobs_redo.
            (
                "mobs:register_mob(\"mobs:rat\", {\n visual_size = {x=2, y=2}, animation = {\n  speed_normal = 15, speed_run = 25,\n  \
                 stand_start = 0, stand_end = 60, walk_start = 80,\n  walk_end = 100, run_start = 80, run_end = 100,\n  \
                 die_start = 1, die_end = 2, die_speed = 5, die_loop = false },\n on_step = function(self) if self.x then \
                 self.animation = {x = 1, y = 2} end end,\n})",
                &[
                    ("stand", 0.0, 60.0, Some(15.0), None, None),
                    ("walk", 80.0, 100.0, Some(15.0), None, None),
                    ("run", 80.0, 100.0, Some(25.0), None, None),
                    ("die", 1.0, 2.0, Some(5.0), Some(false), None),
                ],
            ),
            // Ranges inside, and a speed of walking that is none of animations.
            (
                "creatura.register_mob('a:b', { speed = 4, animations = { [\"walk\"] = { range = { x = 1, y = 20.5 }, speed = 20, \
                 frame_blend = 0.3, loop = true }, stand = { range = { x = 30, y = 40 } } } })",
                &[("walk", 1.0, 20.5, Some(20.0), Some(true), Some(0.3)), ("stand", 30.0, 40.0, None, None, None)],
            ),
            // What --frame-table writes.
            (
                "return {\n\t{name = \"wave \\\"x\\\"\", x = 1, y = 3, speed = 30, blend = 0.5, loop = true},\n}",
                &[("wave \"x\"", 1.0, 3.0, Some(30.0), Some(true), Some(0.5))],
            ),
            (
                "return { walk = {x = -1, y = 3}; [ [[run]] ] = {x=4,y=5} }",
                &[("walk", -1.0, 3.0, None, None, None), ("run", 4.0, 5.0, None, None, None)],
            ),
            ("--[==[ animations = {a={x=1,y=2}} ]==]\n-- animations = {b={x=1,y=2}}", &[]),
            // Constants are followed; what only a run would know is not guessed.
            (
                "local first, length = 10, 5\nlocal animations = {a = {x = first + 1, y = first + length}, b = {x = start, y = 2}, \
                 c = {x = 0x10, y = #t}}",
                &[("a", 11.0, 15.0, None, None, None)],
            ),
            ("local size = {x = 1, y = 1}", &[]),
            ("local cow = {name = 'walk', x = 1, y = 2}", &[("walk", 1.0, 2.0, None, None, None)]),
        ];
        for (text, expected) in rows {
            let found = found(text);
            let found: Vec<_> =
                found.iter().map(|r| (r.name.as_str(), r.first, r.last, r.speed, r.looping, r.blend)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
