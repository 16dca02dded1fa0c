//! What becomes of which input.

use super::frames::extension_alone;
use super::shard::Shard;
use crate::args::ConvertArgs;
use crate::formats::known;
use crate::inputs::{Input, Selection, collect};
use crate::settings::Work;
use crate::sources::is_stream;
use crate::targets;
use retromesh::{Feature, Format};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// All files of a run, and the format that they become.
pub(super) struct Plan {
    pub(super) to: &'static dyn Format,
    /// The extension that stands for it.
    pub(super) extension: String,
    pub(super) jobs: Vec<Job>,
}

/// One file to convert.
pub(super) struct Job {
    pub(super) input: Input,
    pub(super) output: PathBuf,
    /// Another input that is to become the same output.
    pub(super) clash: Option<PathBuf>,
}

/// Decides what becomes of which input; the error is about the command line.
pub(super) fn plan(args: &ConvertArgs) -> Result<Plan, String> {
    let extension = extension(args);
    let to = format(&extension)?;
    if let Some(target) = &args.writing.target {
        targets::of_format(target, to.info())?;
    }
    if let Some(from) = &args.reading.from {
        known(from)?;
    }
    if args.writing.options().pose.is_some() && to.info().has_place(Feature::Keys) {
        return Err(format!("{} files take no --pose: it is for files that cannot move", to.info().name));
    }
    let selection = Selection {
        // Variants of one format become each other; files that are what they are to become are left out of folders otherwise.
        except: if to.has_variants() || args.reading.from.is_some() { &[] } else { to.info().extensions },
        only: args.reading.from.as_deref(),
        pictures: retromesh::pictures().iter().any(|picture| picture.info().id == to.info().id),
        outside: args.directory.as_deref(),
    };
    let mut inputs = collect(&args.inputs, &selection).map_err(|e| format!("cannot list the inputs: {e}"))?;
    if inputs.is_empty() {
        let left_out = selection.except.join(" and .");
        let hint = if left_out.is_empty() { String::new() } else { format!(" (.{left_out} files need --from)") };
        return Err(format!("there is no model file in the given folders{hint}"));
    }
    let work =
        Work { inputs: &inputs, from: args.reading.from.as_deref(), to: Some((to, args.writing.target.as_deref())) };
    work.takes(&args.writing.settings.0).and_then(|()| work.takes(&args.reading.settings.0))?;
    let beside_each = args.frame_table.as_deref().is_none_or(|place| extension_alone(place).is_some());
    match (&args.output, &args.directory) {
        (Some(output), _) => match (inputs.len(), inputs.pop()) {
            (1, Some(input)) => {
                let job = Job { input, output: output.clone(), clash: None };
                Ok(Plan { to, extension, jobs: vec![job] })
            }
            (count, _) => Err(format!("{count} inputs cannot become one file; use -d DIR")),
        },
        (None, Some(_)) if inputs.len() > 1 && !beside_each => {
            Err("several inputs have several frame tables; give `.json` or `.lua` alone".to_owned())
        }
        (None, Some(directory)) => {
            let jobs = into_directory(inputs, directory, &extension, args.shard);
            Ok(Plan { to, extension, jobs })
        }
        (None, None) => Err("give -o FILE or -d DIR".to_owned()),
    }
}

/// Returns the extension that stands for the output format.
fn extension(args: &ConvertArgs) -> String {
    let named = args.to.as_deref().map(|to| to.trim_start_matches('.').to_owned());
    let of_file = || {
        let file = args.output.as_deref().filter(|output| !is_stream(output))?;
        Some(file.extension().unwrap_or_default().to_string_lossy().into_owned())
    };
    named.or_else(of_file).unwrap_or_else(|| retromesh::DEFAULT_EXTENSION.to_owned())
}

fn format(extension: &str) -> Result<&'static dyn Format, String> {
    let format = known(extension)?;
    if format.info().writes { Ok(format) } else { Err(format!("{} files cannot be written", format.info().name)) }
}

fn into_directory(inputs: Vec<Input>, directory: &Path, extension: &str, shard: Option<Shard>) -> Vec<Job> {
    let mut taken: HashMap<PathBuf, PathBuf> = HashMap::new();
    let mut jobs = Vec::new();
    for input in inputs {
        let output = directory.join(input.relative.with_extension(extension));
        // Of two inputs for one output the first gets it, whatever parts the two are in.
        let clash = taken.get(&output).cloned();
        taken.entry(output.clone()).or_insert_with(|| input.path.clone());
        if shard.is_none_or(|shard| shard.has(&input)) {
            jobs.push(Job { input, output, clash });
        }
    }
    jobs
}
