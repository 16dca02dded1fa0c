//! Lines on standard output and standard error. Whoever reads them may stop (`| head`), which ends nothing here.

use crate::Exit;
use std::fmt;
use std::io::{self, Write};
use std::sync::OnceLock;

/// Why standard output could not be written, other than that nobody reads on.
static FAILURE: OnceLock<io::Error> = OnceLock::new();

/// Prints to standard output.
macro_rules! out {
    ($($text:tt)*) => { $crate::console::out(format_args!($($text)*)) };
}

/// Prints a line to standard output.
macro_rules! outln {
    () => { $crate::console::out(format_args!("\n")) };
    ($($text:tt)*) => { $crate::console::out(format_args!("{}\n", format_args!($($text)*))) };
}

/// Prints a line to standard error.
macro_rules! errln {
    ($($text:tt)*) => { $crate::console::err(format_args!("{}\n", format_args!($($text)*))) };
}

pub(crate) fn out(text: fmt::Arguments<'_>) {
    if let Err(error) = io::stdout().lock().write_fmt(text)
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        let _earlier = FAILURE.set(error);
    }
}

pub(crate) fn err(text: fmt::Arguments<'_>) {
    // There is no place left to say that this place is gone.
    let _unheard = io::stderr().lock().write_fmt(text);
}

/// Ends a run: one whose output did not get out (a full disk) has failed.
pub(crate) fn finish(exit: Exit) -> Exit {
    if let Err(error) = io::stdout().lock().flush()
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        let _earlier = FAILURE.set(error);
    }
    let Some(error) = FAILURE.get() else { return exit };
    errln!("error: standard output: {error}");
    if exit == Exit::Ok { Exit::Failed } else { exit }
}
