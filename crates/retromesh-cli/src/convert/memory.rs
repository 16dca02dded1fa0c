//! The bound on the memory of a batch: a file is not loaded before there is room for it.

use std::sync::{Condvar, Mutex, PoisonError};

/// How many times the size of an input its conversion takes at most: the input, the scene, the output, and what exporters keep
/// meanwhile. An estimate on the safe side: what packs geometry more tightly than the scene does may take more.
const TIMES: u64 = 10;
/// What a conversion takes however small the input is, in bytes.
const LEAST: u64 = 1 << 20;

/// Memory that conversions share.
pub(super) struct Budget {
    limit: u64,
    taken: Mutex<u64>,
    freed: Condvar,
}

/// A part of the memory, given back when dropped.
pub(super) struct Reservation<'b> {
    budget: &'b Budget,
    bytes: u64,
}

impl Budget {
    pub(super) fn new(limit: u64) -> Self {
        Self { limit, taken: Mutex::new(0), freed: Condvar::new() }
    }

    /// Waits until there is room for the conversion of an input of this many bytes. One that needs more than all of it waits until
    /// it is alone.
    pub(super) fn reserve(&self, input_bytes: u64) -> Reservation<'_> {
        let bytes = input_bytes.saturating_mul(TIMES).saturating_add(LEAST).min(self.limit);
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |taken: &mut u64| *taken + bytes > self.limit;
        let mut taken = self.freed.wait_while(taken, is_full).unwrap_or_else(PoisonError::into_inner);
        *taken += bytes;
        Reservation { budget: self, bytes }
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        *self.budget.taken.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes;
        self.budget.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    #[test]
    fn what_is_loaded_at_a_time_stays_under_the_limit() {
        let limit = 100 << 20;
        let budget = Budget::new(limit);
        let (loaded, max) = (AtomicU64::new(0), AtomicU64::new(0));
        thread::scope(|scope| {
            for i in 0..40_u64 {
                let (budget, loaded, max) = (&budget, &loaded, &max);
                scope.spawn(move || {
                    let size = (i % 5 + 1) << 20;
                    let _room = budget.reserve(size);
                    let now = loaded.fetch_add(size * TIMES + LEAST, Ordering::SeqCst) + size * TIMES + LEAST;
                    max.fetch_max(now, Ordering::SeqCst);
                    thread::yield_now();
                    loaded.fetch_sub(size * TIMES + LEAST, Ordering::SeqCst);
                });
            }
        });
        assert!(max.into_inner() <= limit);
    }

    #[test]
    fn a_file_over_the_limit_goes_alone() {
        let budget = Budget::new(1000);
        let alone = budget.reserve(1 << 40);
        assert_eq!(alone.bytes, 1000);
        drop(alone);
        assert_eq!(*budget.taken.lock().unwrap(), 0);
    }
}
