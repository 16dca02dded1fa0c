//! The order of the strings in a stretch of text.

use super::LONGEST;
use std::ops::Range;

/// Bytes that one sort looks at: a third of a string.
const SORTED: usize = LONGEST / 3;
/// The bits of a key that hold a place; the bytes that it is sorted by stand above them.
const PLACE: u64 = 0xffff;
/// Fewer keys than this are sorted by comparison.
const MANY: usize = 1500;
/// Ranks that are looked at together.
const BLOCK: usize = 16;

/// The strings of [`LONGEST`] bytes that begin in a stretch of text, ranked; equal ones have the same rank.
#[derive(Default)]
pub(super) struct Order {
    /// The rank of the string that begins at each place.
    pub(super) ranks: Vec<u16>,
    /// How many leading bytes the strings of each rank share with those of the rank before.
    shared: Vec<u8>,
    /// For each byte the first rank of the strings that start with it or a larger one; the number of ranks at the end.
    starts: Vec<u16>,
    keys: Vec<u64>,
    spare: Vec<u64>,
}

impl Order {
    /// Ranks the strings at the first `count` places of a text, at most 65535.
    pub(super) fn sort(&mut self, text: &[u8], count: usize) {
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        keys.extend((0..count as u64).map(|place| key(text, place, 0)));
        self.ranks.clear();
        self.ranks.resize(count, 0);
        self.shared.clear();
        self.starts.clear();
        self.rank(text, &mut keys, 0, 0);
        self.starts.resize(257, self.shared.len() as u16);
        self.keys = keys;
    }

    /// Returns the number of ranks.
    pub(super) fn len(&self) -> usize {
        self.shared.len()
    }

    /// Returns the ranks of the strings that start with a byte.
    pub(super) fn starting_with(&self, byte: u8) -> Range<usize> {
        let start = |byte: usize| self.starts.get(byte).map_or(0, |start| usize::from(*start));
        start(byte.into())..start(usize::from(byte) + 1)
    }

    /// Returns the ranks of the strings that share so many bytes, at least one, with those of a rank.
    pub(super) fn sharing(&self, rank: usize, length: u8) -> Range<usize> {
        let enough = |shared: &&u8| **shared >= length;
        // Runs may be long: whole blocks first.
        let all = |block: &&[u8; BLOCK]| block.iter().fold(u8::MAX, |least, shared| least.min(*shared)) >= length;
        let (below, above) = self.shared.split_at_checked(rank + 1).unwrap_or_default();
        let whole = below.as_rchunks::<BLOCK>().1.iter().rev().take_while(all).count() * BLOCK;
        let rest = below.get(..below.len() - whole).unwrap_or_default();
        let smaller = whole + rest.iter().rev().take_while(enough).count();
        let whole = above.as_chunks::<BLOCK>().0.iter().take_while(all).count() * BLOCK;
        let rest = above.get(whole..).unwrap_or_default();
        let larger = whole + rest.iter().take_while(enough).count();
        rank - smaller..rank + larger + 1
    }

    /// Ranks strings that share their first `depth` bytes; the first in order shares `shared` with the one before. Deepens twice at most.
    fn rank(&mut self, text: &[u8], mut keys: &mut [u64], depth: usize, mut shared: usize) {
        self.sort_keys(keys);
        while let Some(&first) = keys.first() {
            let same = keys.iter().take_while(|&&key| (key ^ first) <= PLACE).count();
            let (run, rest) = keys.split_at_mut(same);
            let next = rest.first().map_or(0, |key| depth + (key ^ first).leading_zeros() as usize / 8);
            if run.len() > 1 && depth + SORTED < LONGEST {
                run.iter_mut().for_each(|k| *k = key(text, *k & PLACE, depth + SORTED));
                self.rank(text, run, depth + SORTED, shared);
            } else {
                self.add(text, run, shared);
            }
            (keys, shared) = (rest, next);
        }
    }

    /// Gives equal strings the next rank.
    fn add(&mut self, text: &[u8], keys: &[u64], shared: usize) {
        let rank = self.shared.len() as u16;
        self.shared.push(shared as u8);
        for key in keys {
            let place = (key & PLACE) as usize;
            if let Some(slot) = self.ranks.get_mut(place) {
                *slot = rank;
            }
            if shared == 0 {
                let byte = text.get(place).copied().unwrap_or_default();
                self.starts.resize(usize::from(byte) + 1, rank);
            }
        }
    }

    /// Sorts keys by their bytes: a few by comparison, many byte by byte from the last one on.
    #[allow(clippy::indexing_slicing, reason = "a byte is below 256, and the counts add up to the number of keys")]
    fn sort_keys(&mut self, keys: &mut [u64]) {
        if keys.len() < MANY {
            keys.sort_unstable();
            return;
        }
        let byte = |key: u64, which: usize| (key >> (8 * which + 16)) as u8 as usize;
        let mut counts = [[0u32; 256]; SORTED];
        for &key in &*keys {
            counts.iter_mut().enumerate().for_each(|(which, counts)| counts[byte(key, which)] += 1);
        }
        let count = keys.len();
        self.spare.resize(count.max(self.spare.len()), 0);
        let (mut from, mut to) = (keys, &mut self.spare[..count]);
        let mut moves = 0;
        for (which, counts) in counts.iter_mut().enumerate() {
            if counts[byte(from[0], which)] as usize == count {
                continue;
            }
            let mut start = 0;
            counts.iter_mut().for_each(|count| start += std::mem::replace(count, start));
            for &key in &*from {
                let slot = &mut counts[byte(key, which)];
                to[*slot as usize] = key;
                *slot += 1;
            }
            std::mem::swap(&mut from, &mut to);
            moves += 1;
        }
        if moves % 2 == 1 {
            to.copy_from_slice(from);
        }
    }
}

/// Returns the bytes from `depth` on of the string at a place, and the place.
fn key(text: &[u8], place: u64, depth: usize) -> u64 {
    let word = text.get(place as usize + depth..).and_then(<[u8]>::first_chunk).map_or(0, |w| u64::from_be_bytes(*w));
    word & !PLACE | place
}
