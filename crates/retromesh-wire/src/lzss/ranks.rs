//! A set of ranks.

/// Numbers below a limit, one bit each, that finds the neighbours of a number.
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

    /// Returns the largest number below `rank`.
    pub(super) fn below(&self, rank: usize) -> Option<usize> {
        let within = |words: &[u64], at: usize| {
            let word = words[at / 64] & ((1 << (at % 64)) - 1);
            (word != 0).then(|| at / 64 * 64 + 63 - word.leading_zeros() as usize)
        };
        within(&self.words, rank).or_else(|| {
            let word = within(&self.filled, rank / 64).or_else(|| {
                let block = self.filled[..rank / 4096].iter().rposition(|block| *block != 0)?;
                Some(block * 64 + 63 - self.filled[block].leading_zeros() as usize)
            })?;
            Some(word * 64 + 63 - self.words[word].leading_zeros() as usize)
        })
    }

    /// Returns the smallest number above `rank`.
    pub(super) fn above(&self, rank: usize) -> Option<usize> {
        let within = |words: &[u64], at: usize| {
            let word = words[at / 64] & (!1 << (at % 64));
            (word != 0).then(|| at / 64 * 64 + word.trailing_zeros() as usize)
        };
        within(&self.words, rank).or_else(|| {
            let word = within(&self.filled, rank / 64).or_else(|| {
                let block = rank / 4096 + 1;
                let block = block + self.filled[block..].iter().position(|block| *block != 0)?;
                Some(block * 64 + self.filled[block].trailing_zeros() as usize)
            })?;
            Some(word * 64 + self.words[word].trailing_zeros() as usize)
        })
    }
}
