//! Ctrl-C: files that are being converted are finished, others are not begun.

use crate::sources::waits_for_stream;
use std::sync::atomic::{AtomicU8, Ordering};

/// How many times the run was asked to end.
static ASKED: AtomicU8 = AtomicU8::new(0);

/// The exit code of a run that was interrupted, as shells give it.
pub(super) const EXIT_CODE: u8 = 130;

/// Makes Ctrl-C, and the signals by which systems end programs, ask for an end; asked again, the program ends at once, and what it
/// leaves are temporary files that the next run removes.
pub(super) fn watch() {
    let set = ctrlc::set_handler(|| {
        if ASKED.fetch_add(1, Ordering::SeqCst) > 0 || waits_for_stream() {
            std::process::exit(i32::from(EXIT_CODE));
        }
        errln!("interrupted: finishing the files that are begun; once more ends at once");
    });
    // Without a handler Ctrl-C ends the program at once, which loses nothing that is complete.
    drop(set);
}

/// Returns whether the run was asked to end.
pub(super) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed) > 0
}
