//! Byte sweeps: every small damage that can be done to a file, done.

use crate::exercise::{Outcome, exercise};
use peak_alloc::PeakAlloc;
use retromesh_core::{Diagnostics, Files, Format, ImportOptions};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The values that each byte is set to; a sixth case flips its lowest bit.
const BYTES: [u8; 5] = [0x00, 0x01, 0x7f, 0x80, 0xff];

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

/// The figures of a sweep.
#[derive(Debug, Clone, Default)]
pub struct Figures {
    /// Inputs tried.
    pub cases: u64,
    /// Inputs that gave a scene.
    pub scenes: u64,
    /// Inputs that were refused with an error.
    pub refused: u64,
    /// The largest share of its memory budget that an input used.
    pub worst_share: f64,
    /// The longest time that an input took.
    pub slowest: Duration,
}

impl Figures {
    /// Adds the figures of another sweep.
    pub fn add(&mut self, other: &Self) {
        self.cases += other.cases;
        self.scenes += other.scenes;
        self.refused += other.refused;
        self.worst_share = self.worst_share.max(other.worst_share);
        self.slowest = self.slowest.max(other.slowest);
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cases, scenes, refused, worst_share, slowest } = self;
        write!(f, "{cases} cases: {scenes} scenes, {refused} refused, ")?;
        write!(f, "worst {:.0} % of the memory budget, slowest {slowest:?}", worst_share * 100.0)
    }
}

/// Holds a format to its promises over damaged copies of files.
///
/// The memory figures need [`PeakAlloc`] as the test binary's global allocator and the test alone in its binary:
///
/// ```ignore
/// #[global_allocator]
/// static HEAP: PeakAlloc = PeakAlloc;
/// ```
pub struct Sweep<'a> {
    /// The format under test.
    pub format: &'a dyn Format,
    /// The files beside the model.
    pub files: &'a dyn Files,
    /// What an input may cost.
    pub budget: Budget,
    /// The test binary's allocator.
    pub heap: &'a PeakAlloc,
}

impl Sweep<'_> {
    /// Tries every prefix of the file.
    pub fn prefixes(&self, name: &str, bytes: &[u8]) -> Figures {
        let mut figures = Figures::default();
        for len in 0..=bytes.len() {
            self.case(&mut figures, &bytes[..len], || format!("{name} cut to {len} bytes"));
        }
        figures
    }

    /// Tries every byte with each of six values.
    pub fn bytes(&self, name: &str, bytes: &[u8]) -> Figures {
        let mut figures = Figures::default();
        let mut damaged = bytes.to_vec();
        for (i, &byte) in bytes.iter().enumerate() {
            for value in BYTES.into_iter().chain([byte ^ 1]).filter(|&value| value != byte) {
                damaged[i] = value;
                self.case(&mut figures, &damaged, || format!("{name} with byte {i:#x} = {value:#04x}"));
            }
            damaged[i] = byte;
        }
        figures
    }

    /// Tries every group of four bytes with values that counts and offsets dislike.
    pub fn words(&self, name: &str, bytes: &[u8]) -> Figures {
        let mut figures = Figures::default();
        let mut damaged = bytes.to_vec();
        let len = bytes.len() as u32;
        for at in 0..bytes.len().saturating_sub(3) {
            for value in [0, u32::MAX, i32::MAX as u32, len, len + 1] {
                damaged[at..at + 4].copy_from_slice(&value.to_le_bytes());
                self.case(&mut figures, &damaged, || format!("{name} with word {at:#x} = {value:#010x}"));
            }
            damaged[at..at + 4].copy_from_slice(&bytes[at..at + 4]);
        }
        figures
    }

    /// Tries the file cut anywhere and continued with the rest of another from anywhere, `step` bytes apart.
    pub fn splices(&self, name: &str, a: &[u8], b: &[u8], step: usize) -> Figures {
        let mut figures = Figures::default();
        for i in (0..=a.len()).step_by(step.max(1)) {
            for j in (0..=b.len()).step_by(step.max(1)) {
                let spliced = [&a[..i], &b[j..]].concat();
                self.case(&mut figures, &spliced, || format!("{name} spliced at {i:#x} and {j:#x}"));
            }
        }
        figures
    }

    /// Tries one input and adds it to the figures.
    pub fn case(&self, figures: &mut Figures, bytes: &[u8], name: impl Fn() -> String) {
        let start = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let used = self.memory_of_reading(bytes);
            (used, exercise(self.format, self.files, bytes))
        }));
        let Ok((used, outcome)) = outcome else { panic!("{} panicked", name()) };
        let budget = bytes.len() * self.budget.factor + self.budget.base;
        assert!(used <= budget, "{} used {used} bytes of memory for {} bytes", name(), bytes.len());
        figures.cases += 1;
        match outcome {
            Outcome::Scene(..) => figures.scenes += 1,
            Outcome::Document(_) | Outcome::Refused(_) => figures.refused += 1,
        }
        figures.worst_share = figures.worst_share.max(used as f64 / budget as f64);
        figures.slowest = figures.slowest.max(start.elapsed());
    }

    /// Returns the most memory that reading a file and building its scene held at once beyond the input.
    pub fn memory_of_reading(&self, bytes: &[u8]) -> usize {
        let options = ImportOptions::default();
        let mut diagnostics = Diagnostics::new();
        let before = self.heap.current_usage();
        self.heap.reset_peak_usage();
        if let Ok(model) = self.format.read(bytes, self.files, &options, &mut diagnostics) {
            // The scene is dropped at once: only the peak counts.
            drop(model.to_scene(&options, &mut diagnostics));
        }
        self.heap.peak_usage().saturating_sub(before)
    }
}
