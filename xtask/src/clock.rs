//! Processor time: on a busy machine long work waits for its turn, and short work does not.

use std::fs;
use std::time::{Duration, Instant};

/// Counts the processor time of this thread where the system tells it, else the time that passes.
pub(crate) struct Clock {
    start: Instant,
    used: Option<u64>,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self { used: Self::used(), start: Instant::now() }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        let used = self.used.zip(Self::used()).map(|(start, end)| Duration::from_nanos(end - start));
        used.unwrap_or_else(|| self.start.elapsed())
    }

    /// Returns the nanoseconds of this thread on a processor so far.
    fn used() -> Option<u64> {
        // Linux brings the figure up to date when it chooses who runs next.
        std::thread::yield_now();
        fs::read_to_string("/proc/thread-self/schedstat").ok()?.split_whitespace().next()?.parse().ok()
    }
}
