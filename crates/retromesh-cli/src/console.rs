//! Lines on standard output and standard error. Whoever reads them may stop (`| head`), which ends nothing here.

use crate::Exit;
use crate::args::choice;
use crate::closed::output_was_closed;
use clap::Args;
use std::fmt;
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::sync::OnceLock;

/// How much is said, as the command line asks for it.
static SPEECH: OnceLock<Speech> = OnceLock::new();

/// How much is said, and in which colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Args)]
pub(crate) struct Speech {
    /// Prints errors only.
    #[arg(short, long, global = true, display_order = 900, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Prints what was found and lost of every file, not only of a single one.
    #[arg(short, long, global = true, display_order = 901)]
    pub(crate) verbose: bool,
    /// When errors and annotated bytes are coloured.
    #[arg(long, global = true, display_order = 902, hide_short_help = true, value_name = "WHEN", value_parser = choice::<Color>(), default_value = "auto")]
    pub(crate) color: Color,
}

retromesh::choices! {
    /// Says when errors and annotated bytes are coloured.
    pub(crate) enum Color {
        /// On a terminal, unless the environment variable NO_COLOR is set.
        "auto" => Auto,
        /// Always.
        "always" => Always,
        /// Never.
        "never" => Never,
    }
}

/// Takes note of how much is to be said.
pub(crate) fn listen(speech: Speech) {
    let _earlier = SPEECH.set(speech);
}

/// Returns how much is to be said.
pub(crate) fn speech() -> Speech {
    SPEECH.get().copied().unwrap_or_default()
}

/// Returns whether only errors are to be printed.
pub(crate) fn quiet() -> bool {
    speech().quiet
}

/// Returns whether standard error may be coloured.
pub(crate) fn colored_errors() -> bool {
    colored(&io::stderr())
}

/// Returns whether standard output may be coloured.
pub(crate) fn colored_output() -> bool {
    colored(&io::stdout())
}

fn colored(stream: &impl IsTerminal) -> bool {
    let no_color = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    // The console of Windows must be set up for colours, and that of old ones knows none.
    let knows_colours = || anstyle_query::windows::enable_ansi_colors() != Some(false);
    match speech().color {
        Color::Auto => stream.is_terminal() && !no_color() && knows_colours(),
        Color::Always => true,
        Color::Never => false,
    }
}

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

/// Returns standard output, where the caller has not closed it.
pub(crate) fn stream() -> io::Result<StdoutLock<'static>> {
    if output_was_closed() { Err(io::Error::other("it is closed")) } else { Ok(io::stdout().lock()) }
}

pub(crate) fn out(text: fmt::Arguments<'_>) {
    if let Err(error) = stream().and_then(|mut out| out.write_fmt(text))
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
