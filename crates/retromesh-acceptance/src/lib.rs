//! What the comparisons with the outside world share: where things are, the glTF validator, where vertices are at moments.
//!
//! Each comparison is a test program of this crate that `cargo test` leaves alone. `cargo xtask ci acceptance` runs all of them.
#![allow(clippy::print_stdout, clippy::missing_errors_doc, reason = "what a comparison prints is its report")]

mod places;
mod rooms;
mod textured;
mod validator;

pub use places::{HOSTILE, MOMENTS, Moments, difference, models, shown_models};
pub use rooms::{Room, back};
pub use textured::Textured;
pub use validator::{Report, validate};

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a comparison answers: nothing, or one line that says what is wrong.
pub type Outcome = Result<(), String>;

/// Returns the folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(Path::to_path_buf).unwrap_or_default()
}

/// Returns the folder of real files that a variable names; `None` without it.
pub fn corpus() -> Option<PathBuf> {
    std::env::var_os(retromesh_testkit::CORPUS).map(PathBuf::from)
}

/// Makes an empty folder below `target`.
pub fn work_folder(name: &str) -> Result<PathBuf, String> {
    let work = root().join("target/acceptance").join(name);
    let _ = std::fs::remove_dir_all(&work);
    std::fs::create_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
    Ok(work)
}

/// Returns a call of node with a script that finds its modules in `tools`, its first argument.
pub fn node(script: &str) -> Command {
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", script, "--"]).arg(root().join("tools")).stdin(Stdio::null());
    node
}

/// Counts processor time: on a busy machine long work waits for its turn, and short work does not.
pub struct Clock {
    start: Instant,
    used: Option<u64>,
}

impl Clock {
    /// Begins to count.
    pub fn start() -> Self {
        Self { used: Self::used(), start: Instant::now() }
    }

    /// Returns the processor time of this thread where the system gives it, else the time that passed.
    pub fn elapsed(&self) -> Duration {
        let used = self.used.zip(Self::used()).map(|(start, end)| Duration::from_nanos(end - start));
        used.unwrap_or_else(|| self.start.elapsed())
    }

    /// Returns the nanoseconds of this thread on a processor so far.
    fn used() -> Option<u64> {
        // Linux brings the figure up to date when it chooses who runs next.
        std::thread::yield_now();
        std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split_whitespace().next()?.parse().ok()
    }
}
