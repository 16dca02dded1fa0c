//! What a person sees while a run lasts.

use super::frames;
use super::one::{Made, Outcome};
use super::plan::Plan;
use crate::Exit;
use crate::args::ConvertArgs;
use crate::console::{quiet, speech};
use crate::outputs::Job;
use crate::sources::is_stream;
use crate::terminal::{is_there, print_bare_error, print_diagnostics, print_read_error, printable};
use crate::writer::{Kind, Writer};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use retromesh::Code;
use std::io::IsTerminal;

/// At most this many files next to an output are listed.
const MAX_SIDECARS: usize = 8;

/// Builds the bar, with the rate and the time that is left; it shows on a terminal, for several files.
pub(super) fn bar(files: usize) -> ProgressBar {
    let shown = files > 1 && !quiet() && std::io::stderr().is_terminal();
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(files as u64), target);
    let template = "{wide_bar} {human_pos} of {human_len} files, {per_sec}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Says what became of a file: everything for a single one, errors only for one of many, and of what was dropped the output.
pub(super) fn print(job: &Job, outcome: &Outcome, plan: &Plan, args: &ConvertArgs) {
    let talks = (plan.jobs.len() == 1 || speech().verbose) && !quiet();
    let to_stream = is_stream(&job.output);
    let (input, output) = (job.input.path.to_string_lossy(), job.output.to_string_lossy());
    let is_dropped = plan.dropped && job.input.named;
    match &outcome.result {
        Ok(Made::Converted { .. }) if is_dropped && !talks => {
            outln!("{} -> {}", printable(&input), printable(&output));
        }
        Ok(Made::Converted { sidecars, .. }) if talks && !to_stream => {
            outln!("{} -> {}", printable(&input), printable(&output));
            print_sidecars(sidecars);
        }
        Ok(Made::UpToDate(..)) if talks => outln!("{}: up to date", printable(&output)),
        Ok(_) => {}
        // Once for all files, at the end.
        Err(error) if plan.jobs.len() > 1 && is_there(error) => print_bare_error(&input, error),
        Err(error) => print_read_error(&job.input.path, error, &args.reading),
    }
    let mut reported: &[Code] = &[];
    // Only what is played by numbers needs them said: a glTF file for no engine has its clips by name, in seconds.
    let has_numbers = frames::are_calls(args) || plan.to.info().id != "gltf";
    if let Ok(Made::Converted { frames: Some(table), .. }) = &outcome.result
        && talks
        && !to_stream
        && has_numbers
    {
        frames::print(table, args);
        if frames::are_calls(args) {
            reported = &[Code::RateNotStored];
        }
    }
    if let Ok(Made::Converted { frames, .. }) = &outcome.result
        && talks
        && args.frame_table.is_some()
        && frames.as_ref().is_none_or(|table| table.ranges.is_empty())
    {
        outln!("  the frame table is empty: there are no clips in the output");
    }
    if talks {
        print_diagnostics(&input, &outcome.diagnostics, reported);
    }
}

/// Lists the files next to an output.
fn print_sidecars(names: &[String]) {
    for name in names.iter().take(MAX_SIDECARS) {
        outln!("  sidecar {}", printable(name));
    }
    if names.len() > MAX_SIDECARS {
        outln!("  {} more sidecars, which --report names", names.len() - MAX_SIDECARS);
    }
}

/// Says what a run would write; fails where it would refuse to.
pub(super) fn print_plan(plan: &Plan, args: &ConvertArgs, writer: &Writer) -> Exit {
    let mut refused = 0;
    for job in &plan.jobs {
        refused += usize::from(job.print_plan(Kind::of(plan.to), writer, args.resume));
    }
    let archived = if plan.archived == 0 { String::new() } else { format!(", {} in archives left out", plan.archived) };
    let converted = plan.jobs.len() - refused;
    outln!("{converted} would be converted, {refused} refused{archived}{}", plan.others);
    if refused + plan.archived == 0 { Exit::Ok } else { Exit::Failed }
}
