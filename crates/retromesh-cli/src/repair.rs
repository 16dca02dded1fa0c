//! `retromesh repair`.

use crate::Exit;
use crate::args::ReadingArgs;
use crate::check::print_findings;
use crate::console::quiet;
use crate::inputs::collect_or_tell;
use crate::outputs::{Destination, Job, jobs, repeated};
use crate::suggest::unknown;
use crate::terminal::{print_read_error, printable, usage};
use crate::workers::in_order;
use crate::{sources, targets};
use clap::Args;
use retromesh::facts::{FindingInfo, Repaired};
use retromesh::{Output, Overwrite, Result};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(crate) struct RepairArgs {
    /// The files to mend, `-` for standard input; folders are searched for files of formats with cures.
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The mended file, for a single input, or a folder.
    #[arg(short, long, value_name = "FILE", required_unless_present_any = ["directory", "dry_run"],
        conflicts_with = "directory")]
    pub(crate) output: Option<PathBuf>,
    /// The folder for the mended files; the tree below an input folder is repeated in it.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    /// The engine to mend for, the first of the format's where none is named; `retromesh help targets` lists them.
    #[arg(long, value_name = "NAME")]
    pub(crate) target: Option<String>,
    /// Mends only what these rules find; `retromesh help rules` lists them.
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Overwrites outputs that are already there.
    #[arg(short, long)]
    pub(crate) force: bool,
    /// Says what would be mended and what be left, and writes nothing; needs no output.
    #[arg(short = 'n', long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// What was done to a file.
struct Mended {
    target: &'static str,
    cured: Vec<FindingInfo>,
    left: Vec<FindingInfo>,
}

pub(crate) fn run(args: &RepairArgs) -> Exit {
    if let Err(message) = validate(args) {
        return usage(&message, Some("`retromesh help rules` lists the rules, `retromesh help targets` the engines"));
    }
    let inputs = match collect_or_tell(&args.inputs, &args.reading) {
        Ok(inputs) => inputs,
        Err(exit) => return exit,
    };
    let destination = Destination::of(args.output.as_deref(), args.directory.as_deref());
    let takes_one = matches!(destination, Destination::File(_) | Destination::Stream);
    if takes_one && inputs.len() != 1 {
        return usage(&format!("{} inputs cannot become one file", inputs.len()), Some("use -d DIR"));
    }
    let jobs = jobs(inputs, |input| match &destination {
        Destination::File(output) => output.clone(),
        Destination::Folder(folder) => folder.join(repeated(&input.relative)),
        Destination::Stream => PathBuf::from("-"),
        // Of a dry run, which needs no place.
        Destination::Beside => input.path.clone(),
    });
    let (mut done, mut failed, mut skipped) = (0, 0, 0);
    in_order(
        &jobs,
        None,
        |job| repair(job, args),
        |job, result| match result {
            Ok(Some(mended)) => {
                let refused = args.dry_run && foretell(job, args, &destination);
                *(if refused { &mut failed } else { &mut done }) += 1;
                tell(job, &mended, args);
            }
            Ok(None) => skipped += 1,
            Err(error) => {
                failed += 1;
                print_read_error(&job.input.path, &error, &args.reading);
            }
        },
    );
    if jobs.len() > 1 && !quiet() {
        let written = if args.dry_run { "would be written" } else { "written" };
        outln!("{done} {written}, {failed} failed, {skipped} skipped: their formats have no cures");
    }
    if failed == 0 { Exit::Ok } else { Exit::Failed }
}

fn validate(args: &RepairArgs) -> Result<(), String> {
    if let Some(target) = &args.target {
        targets::of_any(target)?;
    }
    let rules = retromesh::all_formats().flat_map(|format| format.info().rules);
    let known: Vec<&str> = rules.map(|rule| rule.id).collect();
    match args.only.iter().find(|code| !known.contains(&code.as_str())) {
        Some(code) => Err(unknown("rule", code, &known)),
        None => Ok(()),
    }
}

/// Mends one file; `None` where its format has no cures and it was not named.
fn repair(job: &Job, args: &RepairArgs) -> Result<Option<Mended>> {
    let input = &job.input;
    let source = sources::load(&input.path, &args.reading)?;
    let format = source.format.info();
    let target = match format.target_or_first(args.target.as_deref()) {
        Err(_) if !input.named => return Ok(None),
        chosen => chosen?,
    };
    let (options, mut found) = (args.reading.options(), args.reading.diagnostics());
    let Some(repaired) = Repaired::of(&source, target, &args.only, &options, &mut found)? else {
        return if input.named { Err(Repaired::refused(format)) } else { Ok(None) };
    };
    if !args.dry_run {
        job.is_alone()?;
        write(&job.output, repaired.bytes, args)?;
    }
    Ok(Some(Mended { target: target.name, cured: repaired.mended, left: repaired.left }))
}

fn write(output: &Path, bytes: Vec<u8>, args: &RepairArgs) -> Result<()> {
    if sources::is_stream(output) {
        return sources::write_stream(&bytes);
    }
    let overwrite = if args.force { Overwrite::Replace } else { Overwrite::Refuse };
    retromesh::save(output, &Output { bytes, sidecars: Vec::new() }, overwrite)
}

/// Says where a dry run would write; tells whether that would be refused.
fn foretell(job: &Job, args: &RepairArgs, destination: &Destination) -> bool {
    if *destination == Destination::Beside {
        outln!("{}", printable(&job.input.path.to_string_lossy()));
        return false;
    }
    job.foretell(args.force, false)
}

fn tell(job: &Job, done: &Mended, args: &RepairArgs) {
    let (mended, left) = if args.dry_run { ("would be mended", "would be left") } else { ("mended", "left") };
    if !args.dry_run {
        if quiet() || sources::is_stream(&job.output) {
            return;
        }
        let [input, output] = [&job.input.path, &job.output].map(|path| printable(&path.to_string_lossy()));
        outln!("{input} -> {output}");
    }
    if done.cured.is_empty() {
        outln!("nothing to mend for {}", done.target);
    } else {
        outln!("{mended} for {}:", done.target);
        print_findings(&done.cured);
    }
    if !done.left.is_empty() {
        outln!("{left}:");
        print_findings(&done.left);
    }
}
