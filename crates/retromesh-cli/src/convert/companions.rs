//! The files that a run writes besides its outputs: what is in their way is known before the first model is read.

use super::frames::extension_alone;
use super::mods;
use super::one::original_path;
use super::plan::Plan;
use super::report::is_report;
use crate::args::ConvertArgs;
use crate::inputs::beginning;
use crate::luanti::Mod;
use crate::outputs::reason;
use crate::sources::is_stream;
use crate::terminal::shown;
use crate::writer::{Kind, Writer};
use retromesh::Format;
use std::path::{Path, PathBuf};

/// Refuses a file that would take the place of an input, an output or another file of the run, or of a file that is there and stays.
pub(super) fn check(args: &ConvertArgs, plan: &Plan, mods: Option<&Mod>, writer: &Writer) -> Result<(), String> {
    originals(args, plan)?;
    let table = args.frame_table.as_deref().filter(|place| extension_alone(place).is_none());
    let files = [
        ("--report", args.report.as_deref(), Kind::Report),
        ("--patch", args.patch.as_deref(), Kind::Patch),
        ("--frame-table", table, Kind::FrameTable),
    ];
    let files: Vec<(&str, &Path, Kind)> =
        files.into_iter().filter_map(|(option, path, kind)| Some((option, path?, kind))).collect();
    for (number, &(option, path, kind)) in files.iter().enumerate() {
        let own = place(path);
        let is_own = |other: &Path| !is_stream(other) && (other == path || place(other) == own);
        let others = files.iter().skip(number + 1).map(|(_, other, _)| *other);
        if plan.jobs.iter().map(|job| job.output.as_path()).chain(others).any(is_own) {
            let name = shown(path);
            return Err(format!("{option} {name} is another output of the run; name another file"));
        }
        let goes_on = match option {
            "--report" => !holds_something(path) || (args.resume && is_report(path)),
            // Of the table the job knows: a run that is resumed writes it again.
            _ => option == "--frame-table",
        };
        free(option, path, kind, &writer.replacing(goes_on))?;
    }
    // Nothing is half done: what is in the way of the Lua files is known before the first model is read.
    let mut lua = mods.into_iter().flat_map(|mods| mods::lua(mods, args, plan));
    lua.try_for_each(|path| free("--lua", &path, Kind::Lua, writer))
}

/// Refuses an original that is there and is no model.
fn originals(args: &ConvertArgs, plan: &Plan) -> Result<(), String> {
    let Some(like) = &args.like else { return Ok(()) };
    for path in plan.jobs.iter().map(|job| original_path(like, job, plan)) {
        // What is in an archive, and what is not there, the job says.
        let Ok(head) = beginning(&path) else { continue };
        let is_id = |format: &&dyn Format, id: &str| format.info().id == id;
        let what = match retromesh::detect(&head, &path) {
            Ok(found) if retromesh::pictures().iter().any(|picture| is_id(picture, found.info().id)) => "an image",
            Ok(_) => continue,
            Err(_) => "no model",
        };
        return Err(format!(
            "--like {}: the file is {what}; it must be the model that the input was made from",
            shown(&path)
        ));
    }
    Ok(())
}

/// Makes sure that a file may be written.
fn free(option: &str, path: &Path, kind: Kind, writer: &Writer) -> Result<(), String> {
    let refused = |error| format!("{option} {}: {}", shown(path), reason(&error));
    writer.check(path, kind).map_err(refused)
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
