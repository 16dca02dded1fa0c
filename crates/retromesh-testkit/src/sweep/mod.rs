//! Byte sweeps: every small damage that can be done to a file, done.

mod figures;
mod watchdog;

pub use figures::Figures;

use crate::exercise::{Outcome, exercise};
use peak_alloc::PeakAlloc;
use retromesh_core::Diagnostics;
use retromesh_kit::{Files, Format, ImportOptions};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The values that each byte is set to; a sixth case flips its lowest bit.
const BYTES: [u8; 5] = [0x00, 0x01, 0x7f, 0x80, 0xff];

/// No damaged file takes longer than this, or than [`SLOWER`] times the whole one.
const SLOWEST: Duration = Duration::from_millis(50);
const SLOWER: u32 = 20;
/// An input that seems slow is tried this often again: the machine has other things to do.
const RETRIES: usize = 8;

/// What an input may cost in memory: a multiple of its size and a constant.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Bytes of memory a byte of input.
    pub factor: usize,
    /// Bytes of memory for nothing.
    pub base: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { factor: 8, base: 1 << 20 }
    }
}

/// Holds a format to its promises over damaged copies of files: no panic, no hang, the same bytes when written back, a sound scene,
/// bounded memory, bounded time.
///
/// The memory figures need [`PeakAlloc`] as the test binary's global allocator and [`alone`](crate::alone) at the beginning of each test of the
/// binary:
///
/// ```
/// use retromesh_testkit::PeakAlloc;
///
/// #[global_allocator]
/// static HEAP: PeakAlloc = PeakAlloc;
/// # let _grown = vec![1; 1000];
/// ```
pub struct Sweep<'a> {
    /// The format under test.
    pub format: &'a dyn Format,
    /// The files next to the model.
    pub files: &'a dyn Files,
    /// What an input may cost.
    pub budget: Budget,
    /// The test binary's allocator.
    pub heap: &'a PeakAlloc,
}

impl Sweep<'_> {
    /// Tries all damages of one file: prefixes, bytes, aligned words, and splices with `other`; where that is more than about `max`
    /// cases, evenly spread ones of each kind.
    pub fn all(&self, name: &str, bytes: &[u8], other: &[u8], max: usize) -> Figures {
        let positions = (max / 8).max(1);
        let step = bytes.len().div_ceil(positions).max(1);
        // An odd stride meets all places of a record.
        let odd = if step == 1 { 1 } else { step | 1 };
        let mut figures = self.prefixes_by(name, bytes, odd);
        figures.add(&self.bytes_by(name, bytes, odd));
        figures.add(&self.words_by(name, bytes, 4 * odd));
        let splices = (max / 8).isqrt().max(1);
        let (a, b) = (bytes.len() / splices, other.len() / splices);
        figures.add(&self.splices(name, bytes, other, a.max(b).max(3)));
        figures
    }

    /// Tries every prefix of the file.
    pub fn prefixes(&self, name: &str, bytes: &[u8]) -> Figures {
        self.prefixes_by(name, bytes, 1)
    }

    /// Tries every byte with each of six values.
    pub fn bytes(&self, name: &str, bytes: &[u8]) -> Figures {
        self.bytes_by(name, bytes, 1)
    }

    /// Tries every group of four bytes, aligned or not, with values that counts and offsets dislike.
    pub fn words(&self, name: &str, bytes: &[u8]) -> Figures {
        self.words_by(name, bytes, 1)
    }

    fn prefixes_by(&self, name: &str, bytes: &[u8], step: usize) -> Figures {
        let (mut figures, allowed) = (Figures::default(), self.begin(name, bytes));
        for len in (0..=bytes.len()).step_by(step) {
            self.case_within(&mut figures, allowed, &bytes[..len], &|| format!("{name} cut to {len} bytes"));
        }
        figures
    }

    fn bytes_by(&self, name: &str, bytes: &[u8], step: usize) -> Figures {
        let (mut figures, allowed) = (Figures::default(), self.begin(name, bytes));
        let mut damaged = bytes.to_vec();
        for (i, &byte) in bytes.iter().enumerate().step_by(step) {
            for value in BYTES.into_iter().chain([byte ^ 1]).filter(|&value| value != byte) {
                damaged[i] = value;
                self.case_within(&mut figures, allowed, &damaged, &|| {
                    format!("{name} with byte {i:#x} = {value:#04x}")
                });
            }
            damaged[i] = byte;
        }
        figures
    }

    fn words_by(&self, name: &str, bytes: &[u8], step: usize) -> Figures {
        let (mut figures, allowed) = (Figures::default(), self.begin(name, bytes));
        let mut damaged = bytes.to_vec();
        let len = bytes.len() as u32;
        for at in (0..bytes.len().saturating_sub(3)).step_by(step) {
            for value in [0, u32::MAX, i32::MAX as u32, len, len + 1] {
                damaged[at..at + 4].copy_from_slice(&value.to_le_bytes());
                self.case_within(&mut figures, allowed, &damaged, &|| {
                    format!("{name} with word {at:#x} = {value:#010x}")
                });
            }
            damaged[at..at + 4].copy_from_slice(&bytes[at..at + 4]);
        }
        figures
    }

    /// Tries the file cut anywhere and continued with the rest of another from anywhere, `step` bytes apart.
    pub fn splices(&self, name: &str, a: &[u8], b: &[u8], step: usize) -> Figures {
        let longer = if a.len() > b.len() { a } else { b };
        let (mut figures, allowed) = (Figures::default(), self.begin(name, longer));
        for i in (0..=a.len()).step_by(step.max(1)) {
            for j in (0..=b.len()).step_by(step.max(1)) {
                let spliced = [&a[..i], &b[j..]].concat();
                self.case_within(&mut figures, allowed, &spliced, &|| format!("{name} spliced at {i:#x} and {j:#x}"));
            }
        }
        figures
    }

    /// Tries the whole file and says how long its damaged copies may take.
    fn begin(&self, name: &str, bytes: &[u8]) -> Duration {
        watchdog::watch(name);
        let start = Instant::now();
        self.try_one(bytes, &|| name.to_owned());
        SLOWEST.max(start.elapsed() * SLOWER)
    }

    /// Tries one input and adds it to the figures; how long it takes is no matter.
    pub fn case(&self, figures: &mut Figures, bytes: &[u8], name: impl Fn() -> String) {
        self.case_within(figures, Duration::MAX, bytes, &name);
    }

    fn case_within(&self, figures: &mut Figures, allowed: Duration, bytes: &[u8], name: &dyn Fn() -> String) {
        let start = Instant::now();
        let (used, outcome) = self.try_one(bytes, name);
        let mut took = start.elapsed();
        for _ in 0..RETRIES {
            if took <= allowed {
                break;
            }
            let start = Instant::now();
            self.try_one(bytes, name);
            took = took.min(start.elapsed());
        }
        assert!(took <= allowed, "{} took {took:?}, over {:?}", name(), allowed);
        let budget = bytes.len() * self.budget.factor + self.budget.base;
        assert!(used <= budget, "{} used {used} bytes of memory for {} bytes", name(), bytes.len());
        figures.cases += 1;
        match outcome {
            Outcome::Scene(..) => figures.scenes += 1,
            Outcome::Document(_) | Outcome::Refused(_) => figures.refused += 1,
        }
        figures.worst_share = figures.worst_share.max(used as f64 / budget as f64);
        let beyond = used.saturating_sub(self.budget.base);
        figures.worst_ratio = figures.worst_ratio.max(beyond as f64 / bytes.len().max(1) as f64);
        if took > figures.slowest {
            figures.slowest = took;
            figures.slowest_name = name();
        }
    }

    fn try_one(&self, bytes: &[u8], name: &dyn Fn() -> String) -> (usize, Outcome) {
        watchdog::step();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let used = self.memory_of_reading(bytes);
            (used, exercise(self.format, self.files, bytes))
        }));
        watchdog::step();
        outcome.unwrap_or_else(|_| panic!("{} panicked", name()))
    }

    /// Returns the maximum memory that reading a file and building its scene held at once beyond the input.
    pub fn memory_of_reading(&self, bytes: &[u8]) -> usize {
        let options = ImportOptions::default();
        let mut diagnostics = Diagnostics::new();
        let before = self.heap.current_usage();
        self.heap.reset_peak_usage();
        if let Ok(model) = self.format.read(bytes, self.files, &options, &mut diagnostics) {
            // The scene is dropped at once: only the peak counts.
            drop(model.to_scene_with(&options, &mut diagnostics));
        }
        self.heap.peak_usage().saturating_sub(before)
    }
}
