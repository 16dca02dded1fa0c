//! The files that a run writes besides its outputs: what is in their way is known before the first model is read.

use super::frames::extension_alone;
use super::plan::Plan;
use super::report::is_report;
use crate::args::ConvertArgs;
use crate::sources::is_stream;
use crate::terminal::printable;
use retromesh::split_archive;
use std::path::{Path, PathBuf};

/// Refuses a file that would take the place of an input, an output or another file of the run, or of a file that is there and is not to
/// be overwritten.
pub(super) fn check(args: &ConvertArgs, plan: &Plan) -> Result<(), String> {
    let table = args.frame_table.as_deref().filter(|place| extension_alone(place).is_none());
    let files: Vec<(&str, &Path)> =
        [("--report", args.report.as_deref()), ("--patch", args.patch.as_deref()), ("--frame-table", table)]
            .into_iter()
            .filter_map(|(option, path)| Some((option, path?)))
            .collect();
    for (number, &(option, path)) in files.iter().enumerate() {
        let name = || format!("{option} {}", printable(&path.to_string_lossy()));
        let own = place(path);
        let is_own = |other: &Path| !is_stream(other) && (other == path || place(other) == own);
        let is_archive_of = |input: &Path| split_archive(input).is_some_and(|(archive, _)| is_own(&archive));
        let reads = |input: &Path| is_own(input) || is_archive_of(input);
        if plan.jobs.iter().any(|job| reads(&job.input.path)) || args.like.as_deref().is_some_and(reads) {
            return Err(format!("{} is an input of the run; name another file", name()));
        }
        let others = files.iter().skip(number + 1).map(|(_, other)| *other);
        if plan.jobs.iter().map(|job| job.output.as_path()).chain(others).any(is_own) {
            return Err(format!("{} is another output of the run; name another file", name()));
        }
        let is_taken = match option {
            "--report" => holds_something(path) && !(args.resume && is_report(path)),
            "--patch" => path.symlink_metadata().is_ok(),
            // Of the table the job knows: a run that is resumed writes it again.
            _ => false,
        };
        if is_taken && !args.force {
            return Err(format!("{} already exists; name another place, or --force overwrites it", name()));
        }
    }
    Ok(())
}

/// Returns whether there is a file with something in it. Devices and pipes take whatever is written.
fn holds_something(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0)
}

/// Returns the place of a file that may not be there yet, whatever links lead to it.
fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let in_folder = || Some(folder.canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(in_folder).unwrap_or_else(|| path.to_path_buf())
}
