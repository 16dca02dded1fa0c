//! A set of ranks.

/// Numbers below a limit, one bit each, that finds the next smaller one of a number.
#[derive(Default)]
pub(super) struct RankSet {
    words: Vec<u64>,
    /// For each word whether it is not 0.
    filled: Vec<u64>,
}

#[allow(clippy::indexing_slicing, reason = "numbers are below the number that `reset` was given")]
impl RankSet {
    /// Empties the set and makes room for numbers below `ranks`.
    pub(super) fn reset(&mut self, ranks: usize) {
        self.words.clear();
        self.words.resize(ranks / 64 + 1, 0);
        self.filled.clear();
        self.filled.resize(self.words.len() / 64 + 1, 0);
    }

    /// Adds a number.
    pub(super) fn insert(&mut self, rank: usize) {
        self.words[rank / 64] |= 1 << (rank % 64);
        self.filled[rank / 4096] |= 1 << (rank / 64 % 64);
    }

    /// Takes a number out.
    pub(super) fn remove(&mut self, rank: usize) {
        self.words[rank / 64] &= !(1 << (rank % 64));
        if self.words[rank / 64] == 0 {
            self.filled[rank / 4096] &= !(1 << (rank / 64 % 64));
        }
    }

    /// Iterates over the numbers from the smallest on.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let without_lowest = |rest: &u64| Some(rest & rest.wrapping_sub(1));
            let rests = std::iter::successors(Some(word), without_lowest).take_while(|rest| *rest != 0);
            rests.map(move |rest| at * 64 + rest.trailing_zeros() as usize)
        })
    }

    /// Returns the largest number below `rank`; there is one.
    #[inline]
    pub(super) fn below(&self, rank: usize) -> usize {
        // It is nearly always in one of two words.
        let at = rank / 64;
        let before = at.checked_sub(1).map_or(0, |before| self.words[before]);
        let pair = u128::from(below_bit(self.words[at], rank)) << 64 | u128::from(before);
        if pair == 0 { self.far_below(at) } else { at * 64 + 63 - pair.leading_zeros() as usize }
    }

    /// Returns the largest number in the words below one.
    #[cold]
    fn far_below(&self, word: usize) -> usize {
        let highest = |bits: u64| 63 - (bits | 1).leading_zeros() as usize;
        let block = below_bit(self.filled[word / 64], word);
        let word = if block != 0 {
            word / 64 * 64 + highest(block)
        } else {
            let block = self.filled[..word / 64].iter().rposition(|block| *block != 0).unwrap_or(0);
            block * 64 + highest(self.filled[block])
        };
        word * 64 + highest(self.words[word])
    }
}

/// Returns the bits of a word below that of a number.
fn below_bit(word: u64, number: usize) -> u64 {
    word & ((1 << (number % 64)) - 1)
}
