//! Equal values get one number.

use std::hash::{BuildHasher, RandomState};

/// A place of the table that holds no value.
const FREE: u32 = u32::MAX;

/// Numbers values in the order in which they first appear; equal ones have one number.
///
/// The values stay where they are. The table holds eight bytes a place, and a vertex of a few words is found in a tenth of the time of a
/// `HashMap` over copies of them. Hashes begin with a secret, so that no file can be made to collide.
///
/// ```
/// use retromesh_core::Distinct;
///
/// let rows = [[1.0f32, 2.0], [0.5, 2.0], [1.0, 2.0]];
/// let bits = |row: &[f32; 2]| row.map(f32::to_bits);
/// let mut kept: Vec<[f32; 2]> = Vec::new();
/// let mut distinct = Distinct::new();
/// let numbers = rows.map(|row| {
///     let (number, is_new) = distinct.number(bits(&row), |n| bits(&kept[n as usize]) == bits(&row));
///     kept.extend(is_new.then_some(row));
///     number
/// });
/// assert_eq!(numbers, [0, 1, 0]);
/// ```
#[derive(Debug, Clone)]
pub struct Distinct {
    /// A part of the hash, and the number, of the values that have a place; a power of two of places.
    places: Vec<(u32, u32)>,
    count: u32,
    secret: u64,
}

impl Default for Distinct {
    fn default() -> Self {
        Self::new()
    }
}

impl Distinct {
    /// Starts without values.
    pub fn new() -> Self {
        Self { places: Vec::new(), count: 0, secret: RandomState::new().hash_one(0) }
    }

    /// Starts without values and with room for this many.
    pub fn with_capacity(values: usize) -> Self {
        Self { places: places(values), ..Self::new() }
    }

    /// Returns how many values there are.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the number of a value, and whether it is a new one; `is_same` compares it with the value of a number.
    ///
    /// There are at most `u32::MAX` values.
    pub fn number(
        &mut self,
        words: impl IntoIterator<Item = u32>,
        mut is_same: impl FnMut(u32) -> bool,
    ) -> (u32, bool) {
        let hash = self.hash(words);
        // Never more than half of the places are taken, so that a free one is near.
        if self.places.len() < 2 * (self.len() + 1) {
            self.grow();
        }
        let place = self.find_slot(hash, &mut is_same);
        let place = &mut self.places[place];
        let is_new = place.1 == FREE;
        if is_new {
            *place = (hash, self.count);
            self.count += 1;
        }
        (place.1, is_new)
    }

    /// Returns the number of a value that is there; `is_same` compares it with the value of a number.
    pub fn find(&self, words: impl IntoIterator<Item = u32>, mut is_same: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.is_empty() {
            return None;
        }
        let place = self.find_slot(self.hash(words), &mut is_same);
        Some(self.places[place].1).filter(|number| *number != FREE)
    }

    /// Returns the place of a value, or the free one where it belongs.
    fn find_slot(&self, hash: u32, is_same: &mut impl FnMut(u32) -> bool) -> usize {
        let mask = self.places.len() - 1;
        let mut at = hash as usize & mask;
        while self.places[at].1 != FREE && !(self.places[at].0 == hash && is_same(self.places[at].1)) {
            at = (at + 1) & mask;
        }
        at
    }

    /// Multiplies words and folds the halves of each product, as wyhash does.
    fn hash(&self, words: impl IntoIterator<Item = u32>) -> u32 {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let fold = |x: u64| {
            let product = u128::from(x) * u128::from((FACTOR ^ self.secret.rotate_left(32)) | 1);
            product as u64 ^ (product >> 64) as u64
        };
        let hash = words.into_iter().fold(self.secret, |hash, word| fold(hash ^ u64::from(word)));
        fold(hash) as u32
    }

    fn grow(&mut self) {
        let room = 2 * self.len() + 8;
        let old = std::mem::replace(&mut self.places, places(room));
        for place in old.into_iter().filter(|place| place.1 != FREE) {
            let at = self.find_slot(place.0, &mut |_| false);
            self.places[at] = place;
        }
    }
}

/// Which of some values are equal.
///
/// ```
/// use retromesh_core::Kinds;
///
/// let rows = [[1.0f32, 2.0], [0.5, 2.0], [1.0, 2.0]];
/// let bits = |row: usize| rows[row].map(f32::to_bits);
/// let kinds = Kinds::among(rows.len(), bits, |a, b| bits(a) == bits(b));
/// assert_eq!((kinds.of, kinds.firsts), (vec![0, 1, 0], vec![0, 1]));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Kinds {
    /// The kind of each value.
    pub of: Vec<u32>,
    /// The first value of each kind, in their order.
    pub firsts: Vec<u32>,
}

impl Kinds {
    /// Compares this many values, at most `u32::MAX`: `words` are the bits of one, `is_same` says whether two of those bits are equal in all.
    pub fn among<W: IntoIterator<Item = u32>>(
        count: usize,
        words: impl Fn(usize) -> W,
        is_same: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let mut distinct = Distinct::with_capacity(count);
        let mut firsts: Vec<u32> = Vec::with_capacity(count);
        let mut of = Vec::with_capacity(count);
        for value in 0..count {
            let is_same = |kind: u32| is_same(firsts[kind as usize] as usize, value);
            let (kind, is_new) = distinct.number(words(value), is_same);
            firsts.extend(is_new.then_some(value as u32));
            of.push(kind);
        }
        Self { of, firsts }
    }
}

/// Returns free places for this many values.
fn places(values: usize) -> Vec<(u32, u32)> {
    vec![(0, FREE); (2 * values + 2).next_power_of_two()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn numbers_are_those_of_a_map() {
        let mut state = 1u32;
        let values: Vec<[u32; 2]> = (0..50_000)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                [state >> 20, state >> 30]
            })
            .collect();
        for mut distinct in [Distinct::new(), Distinct::with_capacity(values.len())] {
            let mut map: HashMap<[u32; 2], u32> = HashMap::new();
            let mut kept: Vec<[u32; 2]> = Vec::new();
            for value in &values {
                let next = map.len() as u32;
                let expected = *map.entry(*value).or_insert(next);
                let (number, is_new) = distinct.number(*value, |n| kept[n as usize] == *value);
                kept.extend(is_new.then_some(*value));
                assert_eq!((number, is_new), (expected, expected == next));
                assert_eq!(distinct.find(*value, |n| kept[n as usize] == *value), Some(expected));
            }
            assert_eq!((distinct.len(), distinct.is_empty()), (map.len(), false));
            assert!(map.len() > 1000 && map.len() < values.len());
        }
    }

    #[test]
    fn values_of_one_hash_are_distinguished() {
        let mut distinct = Distinct::new();
        let numbers: Vec<(u32, bool)> = (0..100u32).map(|i| distinct.number([7], |n| n == i % 50)).collect();
        assert!(numbers.iter().zip(0..).all(|(&found, i)| found == (i % 50, i < 50)));
        assert_eq!((distinct.find([7], |_| false), Distinct::new().find([7], |_| true)), (None, None));
    }
}
