//! The order of the strings in a batch of text.

use super::LONGEST;
use std::ops::Range;

/// Bytes of a string in a key.
const KEPT: usize = 6;
/// Bytes that many keys are sorted by at once.
const SORTED: usize = 4;
/// The bits of a key that hold a place; the bytes that it is sorted by are above them.
const PLACE: u64 = 0xffff;
/// Fewer keys than this are sorted by comparison.
const MANY: usize = 256;
/// This many strings are looked at as a whole before they are sorted any further: mostly they are equal.
const FEW: usize = 16;
/// A string that occurs again this many bytes after its place has the rank that it has there, without being sorted.
const REPEAT: usize = 8;
/// Stands for the rank of such a string until the others have theirs.
const REPEATED: u16 = u16::MAX;
/// Ranks that are looked at together in long runs, and in short ones.
const BLOCK: usize = 32;
const WORD: usize = 8;

/// The strings of [`LONGEST`] bytes that begin in a batch of text, ranked; equal ones have the same rank.
#[derive(Default)]
pub(super) struct Order {
    /// The rank of the string that begins at each place.
    pub(super) ranks: Vec<u16>,
    /// How many leading bytes the strings of each rank share with those of the rank before.
    shared: Vec<u8>,
    /// The ranks that no string has: one before those of each first byte, and one after the last.
    pub(super) ends: Vec<u16>,
    keys: Vec<u64>,
    spare: Vec<u64>,
}

#[allow(
    clippy::indexing_slicing,
    reason = "the text continues after the last place, places and ranks are below the lengths of their arrays, and a byte is below 256"
)]
impl Order {
    /// Ranks the strings at the first `count` places of a text, at most 32768; it goes on for two strings after them.
    pub(super) fn sort(&mut self, text: &[u8], count: usize) {
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        self.ranks.clear();
        self.ranks.resize(count, 0);
        let mut repeated = 0;
        for place in (0..count + LONGEST - 1).rev() {
            repeated = if text[place] == text[place + REPEAT] { repeated + 1 } else { 0 };
            if place >= count {
                continue;
            }
            if repeated >= LONGEST && place + REPEAT < count {
                self.ranks[place] = REPEATED;
            } else {
                keys.push(key(text, place as u64, 0));
            }
        }
        self.ends.clear();
        // Runs of ranks are looked at by words, which must not leave the array.
        self.shared.clear();
        self.shared.resize(WORD, 0);
        self.rank(text, &mut keys, 0, 0);
        self.add_end();
        self.shared.resize(self.shared.len() + WORD, 0);
        for place in (0..count.saturating_sub(REPEAT)).rev() {
            if self.ranks[place] == REPEATED {
                self.ranks[place] = self.ranks[place + REPEAT];
            }
        }
        self.keys = keys;
    }

    /// Returns a number that all ranks are below.
    pub(super) fn len(&self) -> usize {
        self.shared.len()
    }

    /// Returns the maximum number of bytes that the strings of a rank share with any of another rank.
    #[inline]
    pub(super) fn max_shared(&self, rank: usize) -> u8 {
        self.shared[rank].max(self.shared[rank + 1])
    }

    /// Returns the ranks of the strings that share this many bytes, at least one, with those of a rank.
    #[inline]
    pub(super) fn sharing(&self, rank: usize, length: u8) -> Range<usize> {
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let least = u64::from(length) * 0x0101_0101_0101_0101;
        // Sets the high bit of each byte that is smaller.
        let fewer = |word: &[u8; WORD]| !((u64::from_le_bytes(*word) | HIGH) - least) & HIGH;
        let all = |block: &&[u8; BLOCK]| block.iter().fold(u8::MAX, |least, shared| least.min(*shared)) >= length;
        let (below, above) = self.shared.split_at(rank + 1);
        let mut smaller = below.as_rchunks::<BLOCK>().1.iter().rev().take_while(all).count() * BLOCK;
        for word in below[..below.len() - smaller].as_rchunks().1.iter().rev() {
            let found = fewer(word);
            smaller += found.leading_zeros() as usize / 8;
            if found != 0 {
                break;
            }
        }
        let mut larger = above.as_chunks::<BLOCK>().0.iter().take_while(all).count() * BLOCK;
        for word in above[larger..].as_chunks().0 {
            let found = fewer(word);
            larger += found.trailing_zeros() as usize / 8;
            if found != 0 {
                break;
            }
        }
        rank - smaller..rank + larger + 1
    }

    /// Ranks strings that share their first `depth` bytes; the first in order shares `shared` with the one before.
    fn rank(&mut self, text: &[u8], mut keys: &mut [u64], mut depth: usize, mut shared: usize) {
        // Leading bytes that all of them share need no sorting.
        loop {
            let first = keys.first().copied().unwrap_or(0);
            let differ = keys.iter().fold(0, |all, key| all | (key ^ first)) & !PLACE;
            let same = if differ == 0 { KEPT } else { differ.leading_zeros() as usize / 8 };
            if same < 2 {
                break;
            }
            depth += same;
            if depth >= LONGEST {
                return self.add(keys, shared);
            }
            keys.iter_mut().for_each(|k| *k = key(text, *k & PLACE, depth));
        }
        let sorted = if keys.len() < MANY {
            keys.sort_unstable();
            KEPT
        } else {
            self.sort_many(keys);
            SORTED
        };
        let mask = u64::MAX >> (8 * sorted);
        while let Some(&first) = keys.first() {
            // Mostly the next string is another one.
            if let Some(second) = keys.get(1).filter(|&&second| (second ^ first) > mask) {
                let next = depth + (second ^ first).leading_zeros() as usize / 8;
                self.add(&[first], shared);
                (keys, shared) = (&mut keys[1..], next);
                continue;
            }
            let same = keys.iter().skip(1).take_while(|&&key| (key ^ first) <= mask).count() + 1;
            let (run, rest) = keys.split_at_mut(same);
            let next = rest.first().map_or(0, |key| depth + (key ^ first).leading_zeros() as usize / 8);
            let string = |key: u64| text.get((key & PLACE) as usize..).and_then(<[u8]>::first_chunk::<LONGEST>);
            let equal = |run: &[u64]| run.iter().skip(1).all(|&key| string(key) == string(first));
            if depth + sorted >= LONGEST || (run.len() <= FEW && equal(run)) {
                self.add(run, shared);
            } else {
                run.iter_mut().for_each(|k| *k = key(text, *k & PLACE, depth + sorted));
                self.rank(text, run, depth + sorted, shared);
            }
            (keys, shared) = (rest, next);
        }
    }

    /// Gives equal strings the next rank.
    #[inline]
    fn add(&mut self, keys: &[u64], shared: usize) {
        if shared == 0 {
            self.add_end();
        }
        let rank = self.shared.len() as u16;
        self.shared.push(shared as u8);
        keys.iter().for_each(|key| self.ranks[(key & PLACE) as usize] = rank);
    }

    /// Leaves a rank without a string.
    fn add_end(&mut self) {
        self.ends.push(self.shared.len() as u16);
        self.shared.push(0);
    }

    /// Sorts keys by their first bytes, from the last one on.
    fn sort_many(&mut self, keys: &mut [u64]) {
        let byte = |key: u64, which: usize| (key >> (64 - 8 * SORTED + 8 * which)) as u8 as usize;
        let mut counts = [[0u16; 256]; SORTED];
        for &key in &*keys {
            counts.iter_mut().enumerate().for_each(|(which, counts)| counts[byte(key, which)] += 1);
        }
        let count = keys.len();
        self.spare.resize(count.max(self.spare.len()), 0);
        let (mut from, mut to) = (keys, &mut self.spare[..count]);
        let mut moves = 0;
        for (which, counts) in counts.iter_mut().enumerate() {
            if usize::from(counts[byte(from[0], which)]) == count {
                continue;
            }
            let mut start = 0;
            counts.iter_mut().for_each(|count| start += std::mem::replace(count, start));
            for &key in &*from {
                let slot = &mut counts[byte(key, which)];
                let at = *slot;
                *slot = at + 1;
                to[usize::from(at)] = key;
            }
            std::mem::swap(&mut from, &mut to);
            moves += 1;
        }
        if moves % 2 == 1 {
            to.copy_from_slice(from);
        }
    }
}

/// Returns the bytes from `depth` on of the string at a place, zeros after its end, and the place.
fn key(text: &[u8], place: u64, depth: usize) -> u64 {
    let word = text.get(place as usize + depth..).and_then(<[u8]>::first_chunk).map_or(0, |w| u64::from_be_bytes(*w));
    let shift = (8 + depth).saturating_sub(LONGEST) * 8;
    word >> shift << shift & !PLACE | place
}
