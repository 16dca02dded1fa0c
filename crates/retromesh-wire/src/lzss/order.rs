//! The order of the strings in a batch of text.

use super::LONGEST;
use std::ops::Range;

/// The bits of a key that hold a place; the bytes that it is sorted by are above them.
const PLACE: u128 = 0xffff;
/// Bytes of a string in a key.
const KEPT: usize = 14;

/// The strings of [`LONGEST`] bytes that begin in a batch of text, ranked; equal ones have the same rank.
#[derive(Default)]
pub(super) struct Order {
    /// The rank of the string that begins at each place.
    pub(super) ranks: Vec<u16>,
    /// How many leading bytes the strings of each rank share with those of the rank before.
    shared: Vec<u8>,
    /// The ranks that no string has: one before those of each first byte, and one after the last.
    pub(super) ends: Vec<u16>,
}

#[allow(
    clippy::indexing_slicing,
    reason = "the text continues after the last place, and places and ranks are below the lengths of their arrays"
)]
impl Order {
    /// Ranks the strings at the first `count` places of a text, at most 32768; it goes on for the rest of the last one.
    pub(super) fn sort(&mut self, text: &[u8], count: usize) {
        let word = |place: usize| text[place..].first_chunk().map_or(0, |word| u128::from_be_bytes(*word));
        let mut keys: Vec<u128> = (0..count).map(|place| word(place) & !PLACE | place as u128).collect();
        let place = |key: u128| (key & PLACE) as usize;
        keys.sort_unstable();
        for run in keys.chunk_by_mut(|a, b| a ^ b <= PLACE).filter(|run| run.len() > 1) {
            run.sort_unstable_by_key(|&key| {
                text[place(key) + KEPT..].first_chunk().map(|word| u32::from_be_bytes(*word))
            });
        }
        self.ranks.clear();
        self.ranks.resize(count, 0);
        self.shared.clear();
        self.ends.clear();
        let mut before = None;
        for place in keys.into_iter().map(place) {
            let same = before.map_or(0, |before| shared(text, before, place));
            if same == 0 {
                self.add_end();
            }
            if same < LONGEST {
                self.shared.push(same as u8);
            }
            self.ranks[place] = self.shared.len() as u16 - 1;
            before = Some(place);
        }
        self.add_end();
    }

    /// Returns a number that all ranks are below.
    pub(super) fn len(&self) -> usize {
        self.shared.len()
    }

    /// Returns the maximum number of bytes that the strings of a rank share with any of another rank.
    pub(super) fn max_shared(&self, rank: usize) -> usize {
        self.shared[rank].max(self.shared[rank + 1]).into()
    }

    /// Returns the ranks of the strings that share this many bytes, at least one, with those of a rank.
    pub(super) fn sharing(&self, rank: usize, length: usize) -> Range<usize> {
        let enough = |shared: &&u8| usize::from(**shared) >= length;
        let (below, above) = self.shared.split_at(rank + 1);
        rank - below.iter().rev().take_while(enough).count()..rank + above.iter().take_while(enough).count() + 1
    }

    /// Leaves a rank without a string.
    fn add_end(&mut self) {
        self.ends.push(self.shared.len() as u16);
        self.shared.push(0);
    }
}

/// Returns how many leading bytes two strings share.
pub(super) fn shared(text: &[u8], a: usize, b: usize) -> usize {
    let word = |at: usize| text.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |w| u64::from_le_bytes(*w));
    let mut length = 0;
    while length < LONGEST {
        let differ = word(a + length) ^ word(b + length);
        if differ != 0 {
            return LONGEST.min(length + differ.trailing_zeros() as usize / 8);
        }
        length += 8;
    }
    LONGEST
}
