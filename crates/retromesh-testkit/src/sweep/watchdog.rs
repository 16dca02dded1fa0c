//! Ends the process when an input takes far too long: a loop without end cannot be caught otherwise.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

/// No input of a sweep takes so long, even on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(60);

/// Counts the inputs that were begun and ended.
static STEPS: AtomicU64 = AtomicU64::new(0);
/// What is swept.
static NAME: Mutex<String> = Mutex::new(String::new());
static STARTED: Once = Once::new();

/// Names what the next inputs come from, and starts watching.
pub(super) fn watch(name: &str) {
    name.clone_into(&mut NAME.lock().unwrap_or_else(PoisonError::into_inner));
    STARTED.call_once(|| drop(std::thread::spawn(run)));
}

/// Marks the begin or the end of an input.
pub(super) fn step() {
    STEPS.fetch_add(1, Ordering::Relaxed);
}

fn run() {
    let mut last = 0;
    loop {
        std::thread::sleep(PATIENCE);
        let steps = STEPS.load(Ordering::Relaxed);
        // Between inputs the count is even; a sweep that has ended is no hang.
        if steps == last && steps % 2 == 1 {
            let name = NAME.lock().unwrap_or_else(PoisonError::into_inner);
            println!("hang: case {} of this process takes over {PATIENCE:?}; it comes from {name}", steps / 2);
            std::process::abort();
        }
        last = steps;
    }
}
