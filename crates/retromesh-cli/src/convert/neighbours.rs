//! Files next to outputs, such as images: which model of a run gets a name that several want.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::{Condvar, Mutex, PoisonError};

/// The files next to the outputs of a run. Names are given in the order of the jobs, so that nothing depends on which one is faster.
#[derive(Default)]
pub(super) struct Neighbours {
    state: Mutex<State>,
    settled: Condvar,
}

#[derive(Default)]
struct State {
    /// All jobs before this one are settled.
    next: usize,
    /// Those after it that are settled already.
    ahead: BTreeSet<usize>,
    /// What each name holds, by hash.
    holds: HashMap<String, u64>,
}

/// The turn of a job, which is settled when this is dropped.
pub(super) struct Turn<'n> {
    neighbours: &'n Neighbours,
    number: usize,
}

impl Neighbours {
    pub(super) fn turn(&self, number: usize) -> Turn<'_> {
        Turn { neighbours: self, number }
    }
}

impl Turn<'_> {
    /// Takes the names of the files next to an output, with their hashes, once all jobs before are settled. Returns those that hold something else, in
    /// small letters; they stay what they are.
    pub(super) fn take(&self, output: &Path, files: &[(String, u64)]) -> BTreeSet<String> {
        if files.is_empty() {
            return BTreeSet::new();
        }
        let folder = output.parent().unwrap_or(Path::new("")).to_string_lossy();
        let state = self.neighbours.state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_early = |state: &mut State| state.next < self.number;
        let mut state = self.neighbours.settled.wait_while(state, is_early).unwrap_or_else(PoisonError::into_inner);
        let mut taken = BTreeSet::new();
        for (name, hash) in files {
            let name = name.to_lowercase();
            if state.holds.entry(format!("{folder}/{name}").to_lowercase()).or_insert(*hash) != hash {
                taken.insert(name);
            }
        }
        taken
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut state = self.neighbours.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.ahead.insert(self.number);
        while state.ahead.first() == Some(&state.next) {
            state.ahead.pop_first();
            state.next += 1;
        }
        self.neighbours.settled.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workers::in_order;
    use std::num::NonZeroUsize;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn the_first_job_gets_the_name_whichever_is_faster() {
        let jobs: Vec<usize> = (0..6).collect();
        for threads in [1, 2, 6] {
            let neighbours = Neighbours::default();
            let work = |&number: &usize| {
                let turn = neighbours.turn(number);
                thread::sleep(Duration::from_millis(6 - number as u64));
                let folder = if number == 5 { "other" } else { "out" };
                // The first job fails, the third writes what the second did.
                let files = (number > 0).then(|| ("A.png".to_owned(), number as u64 / 3));
                turn.take(&Path::new(folder).join("model.b3d"), files.as_slice()).len()
            };
            let mut taken = Vec::new();
            in_order(&jobs, NonZeroUsize::new(threads), work, |_, count| taken.push(count));
            assert_eq!(taken, [0, 0, 0, 1, 1, 0], "{threads} threads");
        }
    }
}
