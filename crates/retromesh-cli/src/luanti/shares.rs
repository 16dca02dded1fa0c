//! Numbers that definitions may have from elsewhere, and by what they are divided there.

use super::Mod;
use super::edits::{Written, if_shared, or_all};
use super::registrations::Registration;
use crate::lua::Place;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// At most this many numbers of one place are looked through.
const MAX_NUMBERS: usize = 1 << 10;
/// The maximum number of names and numbers that are looked through.
const MAX_ALL: usize = 1 << 20;

/// The numbers of definitions.
#[derive(Debug, Default)]
pub(super) struct Shares {
    /// By their files and first bytes.
    numbers: BTreeMap<(usize, usize), Shared>,
    /// What is easier, and what is said where nothing is known of shared numbers.
    or: String,
    if_shared: String,
    /// How many names and numbers may still be looked through.
    left: Cell<usize>,
}

/// A number that is not zero.
#[derive(Debug)]
struct Shared {
    place: Place,
    /// The frames a second of the models that play it.
    rates: BTreeSet<String>,
    /// Whether a table has it of which no model is known.
    is_base: bool,
}

impl Shares {
    pub(super) fn of(of: &Mod, written: &[Written]) -> Self {
        let mut numbers = BTreeMap::new();
        for user in &of.registrations {
            let models = written.iter().filter(|model| user.names(&model.model) && model.factor().is_some());
            let rates: BTreeSet<String> = models.map(|model| model.rate.to_string()).collect();
            let counts = |place: &&Place| of.bytes(place).iter().any(|byte| !matches!(byte, b'0' | b'.'));
            for place in user.found.numbers().filter(counts) {
                let number = || Shared { place: place.clone(), rates: BTreeSet::new(), is_base: false };
                let number = numbers.entry((place.file, place.start)).or_insert_with(number);
                number.rates.extend(rates.iter().cloned());
                number.is_base |= user.is_base();
            }
        }
        Self { numbers, or: or_all(written), if_shared: if_shared(written), left: Cell::new(MAX_ALL) }
    }

    /// Lists the numbers that a place may have from elsewhere.
    fn from(&self, of: &Mod, place: &Place, is_wide: bool) -> Vec<&Shared> {
        let mut left = self.left.get();
        let places = of.reach.from(place, is_wide, &mut left);
        let mut found = Vec::new();
        for other in places.iter().filter(|other| !place.holds(other)) {
            let numbers = self.numbers.range((other.file, other.start)..(other.file, other.end));
            let before = found.len();
            found.extend(numbers.map(|(_, number)| number).take(MAX_NUMBERS.min(left)));
            left -= found.len() - before;
        }
        self.left.set(left);
        found.retain(|number| !place.holds(&number.place));
        found
    }

    /// Returns what to add where numbers at a place are divided, and some of them are read from tables of animations.
    pub(super) fn but(&self, of: &Mod, place: &Place, by: &str) -> String {
        let mut others: BTreeMap<&String, Vec<&Place>> = BTreeMap::new();
        for number in self.from(of, place, false) {
            // Those of several stay, and have a line of their own.
            if let (Some(rate), 1) = (number.rates.first(), number.rates.len())
                && rate != by
            {
                others.entry(rate).or_default().push(&number.place);
            }
        }
        let others = others.iter().filter_map(|(rate, places)| Some((rate, of.lines(places)?)));
        let others: Vec<String> =
            others.map(|(rate, lines)| format!("those of {lines} are divided by {rate} already")).collect();
        if others.is_empty() {
            return of.but(place).to_owned();
        }
        format!("; {}: give it its own{}", others.join(", "), self.or)
    }

    /// Returns what to add where numbers are divided that may be those of tables without a model, which have their own line; else what is said of
    /// those of other models.
    pub(super) fn unless(&self, of: &Mod, places: &[Place]) -> String {
        let numbers = places.iter().flat_map(|place| self.from(of, place, false));
        let (bases, others): (Vec<&Shared>, Vec<&Shared>) = numbers.partition(|number| number.is_base);
        let may_be_bases = !bases.is_empty() || others.is_empty();
        let bases = self.bases(of, places).filter(|_| may_be_bases);
        bases.unwrap_or_else(|| self.if_shared.clone())
    }

    /// Names the tables without a model that places may have numbers from.
    pub(super) fn bases(&self, of: &Mod, places: &[Place]) -> Option<String> {
        let numbers = places.iter().flat_map(|place| self.from(of, place, true));
        let bases: Vec<&Place> = numbers.filter(|number| number.is_base).map(|number| &number.place).collect();
        let lines = of.lines(&bases)?;
        Some(format!(" (if they are those of {lines}, divide them there alone)"))
    }
}

/// Returns the places that say what a definition is: its table, and its call.
pub(super) fn texts(of: &Registration) -> Vec<Place> {
    of.table.iter().chain([&of.place]).cloned().collect()
}
