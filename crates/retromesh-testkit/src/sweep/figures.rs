//! What a sweep found.

use std::fmt;
use std::time::Duration;

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
    /// The maximum number of bytes of memory for each byte of input, those for nothing left out.
    pub worst_ratio: f64,
    /// The longest time that an input took.
    pub slowest: Duration,
    /// The input that took it.
    pub slowest_name: String,
}

impl Figures {
    /// Adds the figures of another sweep.
    pub fn add(&mut self, other: &Self) {
        self.cases += other.cases;
        self.scenes += other.scenes;
        self.refused += other.refused;
        self.worst_share = self.worst_share.max(other.worst_share);
        self.worst_ratio = self.worst_ratio.max(other.worst_ratio);
        if other.slowest > self.slowest {
            self.slowest = other.slowest;
            self.slowest_name.clone_from(&other.slowest_name);
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cases, scenes, refused, worst_share, worst_ratio, slowest, slowest_name } = self;
        write!(
            f,
            "{cases} cases: {scenes} scenes, {refused} refused, worst {:.0} % of the memory budget, ",
            worst_share * 100.0
        )?;
        write!(f, "{worst_ratio:.1} bytes a byte, slowest {slowest:?} ({slowest_name})")
    }
}
