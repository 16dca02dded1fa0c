//! Tables while a file is followed: variables share them.

use super::snapshot::{Entry, Place, Table, Value};
use crate::luanti::{RANGES, is_frame, is_of_animations};
use std::collections::HashMap;
use std::rc::Rc;

/// The maximum number of entries of all tables together, with copies.
const MAX_ENTRIES: usize = 1 << 20;
/// How deep a snapshot goes.
const DEEPEST: usize = 32;
/// The maximum number of places that a table keeps of what is added to it, and an entry of its other values.
const MAX_PLACES: usize = 8;

/// A value as far as it is known.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Known {
    Unknown,
    Nil,
    Bool(bool),
    Number(f64),
    Text(Rc<str>),
    Function(Rc<Function>),
    /// By number.
    Table(usize),
    /// What is in a table, at which key only a run would know.
    Inside(usize),
}

/// What is known of a function.
#[derive(Debug, PartialEq, Default)]
pub(super) struct Function {
    /// The tables that note what it adds to its arguments.
    pub(super) given: Vec<usize>,
    /// The table that it returns, or of which it returns a copy, where that is written elsewhere.
    pub(super) returned: Option<usize>,
    /// Whether it is seen to set no entries of tables in other tables.
    pub(super) is_flat: bool,
}

/// An entry of a table.
#[derive(Debug, Clone)]
struct Item {
    /// Those of lists have none.
    key: Option<Rc<str>>,
    value: Known,
    place: Place,
    /// Other values that it has perhaps.
    perhaps: Vec<Place>,
}

/// A table.
#[derive(Debug)]
struct Held {
    entries: Vec<Item>,
    by_key: HashMap<Rc<str>, usize>,
    /// Whether entries were set whose keys are not known.
    open: bool,
    /// Where what only a run would know is added.
    added: Vec<Place>,
    /// Tables whose entries a function adds.
    filled: Vec<usize>,
    /// How many blocks were open where it was made.
    home: usize,
    /// Where it is between braces.
    place: Place,
    /// The table of which it is a copy, or itself.
    first: usize,
}

/// All tables.
#[derive(Debug, Default)]
pub(super) struct Tables {
    all: Vec<Held>,
    entries: usize,
}

impl Tables {
    pub(super) fn add(&mut self, home: usize, place: Place) -> usize {
        let (entries, by_key, added) = (Vec::new(), HashMap::new(), Vec::new());
        let first = self.all.len();
        let filled = Vec::new();
        self.all.push(Held { entries, by_key, open: false, added, filled, home, place, first });
        first
    }

    fn add_copy(&mut self, home: usize, of: usize) -> usize {
        let copy = self.add(home, self.all[of].place.clone());
        self.all[copy].first = self.all[of].first;
        copy
    }

    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// Returns the table of which one is a copy, or itself.
    pub(super) fn first(&self, table: usize) -> usize {
        self.all[table].first
    }

    /// Returns how many blocks were open where a table was made.
    pub(super) fn home(&self, table: usize) -> usize {
        self.all[table].home
    }

    /// Sets an entry, or adds one to the list.
    pub(super) fn set(&mut self, table: usize, key: Option<Rc<str>>, value: Known, place: Place) {
        self.put(table, Item { key, value, place, perhaps: Vec::new() });
    }

    fn put(&mut self, table: usize, item: Item) {
        let held = &mut self.all[table];
        let key = &item.key;
        if let Some(&at) = key.as_ref().and_then(|key| held.by_key.get(key)) {
            held.entries[at] = item;
        } else if self.entries < MAX_ENTRIES {
            self.entries += 1 + item.perhaps.len();
            if let Some(key) = key {
                held.by_key.insert(key.clone(), held.entries.len());
            }
            held.entries.push(item);
        } else {
            held.open = true;
        }
    }

    /// Sets an entry in a block that runs perhaps: its value is unknown after it. A number, a table or what is unknown already is kept with the
    /// place of the other value.
    pub(super) fn set_perhaps(&mut self, table: usize, key: Rc<str>, place: Place) {
        let held = &mut self.all[table];
        let item = held.by_key.get(&key).and_then(|&at| held.entries.get_mut(at));
        match item
            .filter(|item| matches!(item.value, Known::Number(_) | Known::Table(_) | Known::Unknown | Known::Inside(_)))
        {
            Some(item) if item.perhaps.contains(&place) => {}
            Some(item) if item.perhaps.len() < MAX_PLACES => {
                self.entries += 1;
                item.perhaps.push(place);
            }
            _ => self.set(table, Some(key), Known::Unknown, place),
        }
    }

    /// Notes that an entry of an unknown key was set.
    pub(super) fn open(&mut self, table: usize, value: &Known, place: Place) {
        self.adds(table, value, place);
        self.all[table].open = true;
    }

    /// Notes where a value is added to a table that only a run would know, unless it is none that has numbers.
    pub(super) fn adds(&mut self, table: usize, value: &Known, place: Place) {
        let has_numbers = match value {
            Known::Number(number) => *number != 0.0,
            value => matches!(value, Known::Unknown | Known::Table(_) | Known::Inside(_)),
        };
        let added = &mut self.all[table].added;
        if has_numbers && added.len() < MAX_PLACES && !added.contains(&place) {
            added.push(place);
        }
    }

    /// Gives the tables of arguments what a function adds to them.
    pub(super) fn given(&mut self, to: &[usize], arguments: &[Known]) {
        for (from, argument) in to.iter().zip(arguments) {
            if let Known::Table(table) | Known::Inside(table) = argument {
                let added = self.all[*from].added.clone();
                added.into_iter().for_each(|place| self.adds(*table, &Known::Unknown, place));
            }
            let Known::Table(table) = argument else { continue };
            for other in self.all[*from].filled.clone() {
                // Clips are added to those of a definition.
                let clips = |of: usize| {
                    ["animation", "animations"].iter().find_map(|key| match self.item(of, key)?.value {
                        Known::Table(clips) => Some(clips),
                        _ => None,
                    })
                };
                let to = clips(*table).filter(|_| clips(other).is_none()).unwrap_or(*table);
                self.fill(to, other);
            }
        }
    }

    pub(super) fn get(&self, table: usize, key: &str) -> Known {
        let held = &self.all[table];
        match held.by_key.get(key) {
            Some(&at) if held.entries[at].perhaps.is_empty() => held.entries[at].value.clone(),
            Some(_) => Known::Unknown,
            None if held.open => Known::Unknown,
            None => Known::Nil,
        }
    }

    /// Lists the tables in a table, with their keys. Each one counts, so that files cannot ask for endless work.
    pub(super) fn inner(&mut self, table: usize) -> Vec<(Option<Rc<str>>, usize)> {
        let entries = &self.all[table].entries;
        if self.entries + entries.len() > MAX_ENTRIES {
            return Vec::new();
        }
        self.entries += entries.len();
        let inner = entries.iter().filter_map(|item| match item.value {
            Known::Table(inner) => Some((item.key.clone(), inner)),
            _ => None,
        });
        inner.collect()
    }

    pub(super) fn is_open(&self, table: usize) -> bool {
        self.all[table].open
    }

    pub(super) fn has(&self, table: usize, key: &str) -> bool {
        self.all[table].by_key.contains_key(key)
    }

    /// Copies a table with all tables in it, as `table.copy` does.
    pub(super) fn copy(&mut self, table: usize, home: usize) -> Known {
        let mut copies = HashMap::from([(table, self.add_copy(home, table))]);
        let mut open = vec![table];
        while let Some(from) = open.pop() {
            let to = copies[&from];
            if self.entries + self.all[from].entries.len() > MAX_ENTRIES {
                return Known::Unknown;
            }
            for at in 0..self.all[from].entries.len() {
                let mut item = self.all[from].entries[at].clone();
                if let Known::Table(inner) = &mut item.value {
                    *inner = *copies.entry(*inner).or_insert_with_key(|inner| {
                        open.push(*inner);
                        self.add_copy(home, *inner)
                    });
                }
                self.put(to, item);
            }
            self.all[to].open = self.all[from].open;
            let added = self.all[from].added.clone();
            self.all[to].added = added;
        }
        Known::Table(copies[&table])
    }

    /// Gives a table the entries of another one; unless that is certain, with unknown values. Those of lists are left unknown.
    pub(super) fn update(&mut self, table: usize, from: usize, is_certain: bool) {
        // Each one counts, so that files cannot ask for endless work.
        let count = self.all[from].entries.len();
        if self.entries + count > MAX_ENTRIES {
            self.all[table].open = true;
            return;
        }
        self.entries += count;
        self.all[table].open |= self.all[from].open;
        self.all[from].added.clone().into_iter().for_each(|place| self.adds(table, &Known::Unknown, place));
        for item in self.all[from].entries.clone() {
            match item.key.clone() {
                Some(_) if is_certain => self.put(table, item),
                Some(key) => self.set_perhaps(table, key, item.place),
                None => self.all[table].open = true,
            }
        }
    }

    /// Gives a table those entries of another one that it has not. Where that is deep, tables of animations that both have are put together.
    pub(super) fn complete(&mut self, table: usize, from: usize, is_deep: bool) {
        for item in self.all[from].entries.clone() {
            let own = item.key.as_ref().and_then(|key| Some((key, self.item(table, key)?.value.clone())));
            match (own, &item.value) {
                (Some((key, Known::Table(own))), Known::Table(under)) if is_deep && is_of_animations(key) => {
                    self.put_under(own, *under, 0);
                }
                (Some(_), _) => {}
                _ => self.put(table, item),
            }
        }
    }

    /// Notes that a function adds the entries of another table to what it is given.
    pub(super) fn fills(&mut self, table: usize, other: usize) {
        let filled = &mut self.all[table].filled;
        if filled.len() < MAX_PLACES && !filled.contains(&other) {
            filled.push(other);
        }
    }

    /// Gives a table what a loop over another one gives it, where that has clips.
    pub(super) fn fill(&mut self, table: usize, from: usize) {
        let has_frames = |items: &[Item]| {
            let mut keys = items.iter().take(MAX_PLACES).filter_map(|item| item.key.as_deref());
            keys.any(|key| is_frame(key) || RANGES.contains(&key))
        };
        let is_clip = |item: &Item| matches!(item.value, Known::Table(clip) if has_frames(&self.all[clip].entries));
        let entries = &self.all[from].entries;
        if has_frames(entries) || entries.iter().take(MAX_PLACES).any(is_clip) {
            self.put_under(table, from, DEEPEST);
        }
    }

    /// Puts the entries of a table before those of another one, which keeps its own of the same keys. Tables in both are put together, too,
    /// above the greatest depth.
    fn put_under(&mut self, table: usize, under: usize, depth: usize) {
        // Each one counts, so that files cannot ask for endless work.
        let count = self.all[under].entries.len() + self.all[table].entries.len();
        if table == under || self.entries + count > MAX_ENTRIES {
            return;
        }
        let own = std::mem::take(&mut self.all[table].entries);
        self.all[table].by_key.clear();
        self.all[under].entries.clone().into_iter().for_each(|item| self.put(table, item));
        self.all[table].open |= self.all[under].open;
        self.all[under].added.clone().into_iter().for_each(|place| self.adds(table, &Known::Unknown, place));
        for item in own {
            let under = item.key.as_ref().and_then(|key| Some(self.item(table, key)?.value.clone()));
            if let (Known::Table(own), Some(Known::Table(under))) = (&item.value, under)
                && depth < DEEPEST
            {
                self.put_under(*own, under, depth + 1);
            }
            self.put(table, item);
        }
    }

    fn item(&self, table: usize, key: &str) -> Option<&Item> {
        let held = &self.all[table];
        held.entries.get(*held.by_key.get(key)?)
    }

    /// Returns a table as it is now; of one that is very large, or that is in itself, not all.
    pub(super) fn snapshot(&self, table: usize, left: &mut usize) -> Table {
        self.snapshot_at(table, left, 0)
    }

    fn snapshot_at(&self, table: usize, left: &mut usize, depth: usize) -> Table {
        let (mut entries, mut functions) = (Vec::new(), Vec::new());
        let Held { place: own, added, first, .. } = &self.all[table];
        for Item { key, value, place, perhaps } in &self.all[table].entries {
            let value = match value {
                Known::Nil => continue,
                Known::Function(_) if own.holds(place) => continue,
                _ if *left == 0 => break,
                Known::Function(_) => {
                    *left -= 1;
                    functions.push(place.clone());
                    continue;
                }
                Known::Unknown | Known::Inside(_) => Value::Computed,
                Known::Bool(value) => Value::Bool(*value),
                Known::Number(number) => Value::Number(*number),
                Known::Text(text) => Value::Text(text.to_string()),
                Known::Table(_) if depth == DEEPEST => Value::Computed,
                Known::Table(inner) => Value::Table(self.snapshot_at(*inner, left, depth + 1)),
            };
            *left = left.saturating_sub(1 + perhaps.len());
            let key = key.as_deref().unwrap_or_default().to_owned();
            entries.push(Entry { key, value, place: Some(place.clone()), perhaps: perhaps.clone() });
        }
        Table { entries, place: Some(own.clone()), is_copy: *first != table, added: added.clone(), functions }
    }
}
