//! Whether the caller has closed standard output (`>&-`). Before `main` the standard library opens the null device in its place, and what is
//! printed there would be lost without an error.

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Returns whether there was no standard output when the program was started.
pub(crate) fn output_was_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// The loader calls what is in this section before the standard library begins.
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "there is no other time at which it can be seen")]
#[used]
// SAFETY: the section is a list of such functions. This one takes nothing, returns, and uses nothing that the standard library sets up.
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = see;

#[cfg(target_os = "linux")]
extern "C" fn see() {
    let is_there = |path| std::fs::symlink_metadata(path).is_ok();
    CLOSED.store(is_there("/proc/self/fd") && !is_there("/proc/self/fd/1"), Ordering::Relaxed);
}
