//! Work on many files at a time, with results in the order of the files.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls `work` for each item on up to `jobs` threads (all cores by default) and hands each result to `done` in the order of the
/// items, as soon as all earlier ones are there.
pub(crate) fn in_order<T: Sync, R: Send>(
    items: &[T],
    jobs: Option<NonZeroUsize>,
    work: impl Fn(&T) -> R + Sync,
    done: impl FnMut(&T, R) + Send,
) {
    in_order_until(items, jobs, || false, work, done);
}

/// Does as [`in_order`], but begins no item once `stop` says so; those that are begun are finished and handed on.
pub(crate) fn in_order_until<T: Sync, R: Send>(
    items: &[T],
    jobs: Option<NonZeroUsize>,
    stop: impl Fn() -> bool + Sync,
    work: impl Fn(&T) -> R + Sync,
    done: impl FnMut(&T, R) + Send,
) {
    if let [item] = items {
        // A thread, and asking how many there should be, take longer than a small file.
        let mut done = done;
        if !stop() {
            done(item, work(item));
        }
        return;
    }
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = jobs.map_or(cores, NonZeroUsize::get).min(items.len().max(1));
    let next = AtomicUsize::new(0);
    let queue = Mutex::new(Queue { waiting: BTreeMap::new(), next: 0, done });
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while !stop() {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(i) else { return };
                    let result = work(item);
                    // A poisoned queue means that printing failed on another thread; there is nobody left to tell.
                    let Ok(mut queue) = queue.lock() else { return };
                    queue.waiting.insert(i, result);
                    queue.flush(items);
                }
            });
        }
    });
}

struct Queue<R, F> {
    waiting: BTreeMap<usize, R>,
    next: usize,
    done: F,
}

impl<R, F> Queue<R, F> {
    fn flush<T>(&mut self, items: &[T])
    where
        F: FnMut(&T, R),
    {
        while let Some(result) = self.waiting.remove(&self.next) {
            if let Some(item) = items.get(self.next) {
                (self.done)(item, result);
            }
            self.next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_work_takes() {
        let items: Vec<u64> = (0..50).collect();
        for jobs in [1, 2, 7] {
            let mut seen = Vec::new();
            let work = |&i: &u64| {
                thread::sleep(std::time::Duration::from_micros((50 - i) * 20));
                i * 2
            };
            in_order(&items, NonZeroUsize::new(jobs), work, |&i, doubled| seen.push((i, doubled)));
            let expected: Vec<(u64, u64)> = (0..50).map(|i| (i, i * 2)).collect();
            assert_eq!(seen, expected, "{jobs} jobs");
        }
    }

    #[test]
    fn what_is_begun_is_handed_on_and_the_rest_is_not_begun() {
        let items: Vec<usize> = (0..100).collect();
        let begun = AtomicUsize::new(0);
        let mut seen = Vec::new();
        let work = |&i: &usize| {
            begun.fetch_add(1, Ordering::SeqCst);
            i
        };
        let stop = || begun.load(Ordering::SeqCst) >= 10;
        in_order_until(&items, NonZeroUsize::new(3), stop, work, |_, i| seen.push(i));
        assert_eq!(seen.len(), begun.into_inner());
        assert!(seen.len() < 14 && seen.is_sorted(), "{seen:?}");
    }
}
