//! `retromesh repair`.

use crate::Exit;
use crate::args::{FolderArgs, ReadingArgs};
use crate::check::print_findings;
use crate::console::quiet;
use crate::inputs::{Meant, Others, is_folder, with_others_or_report};
use crate::outputs::{Destination, Job, jobs, keeps_format, one_for_several, repeated};
use crate::suggest::unknown;
use crate::terminal::{print_read_error, printable, shown, usage};
use crate::workers::in_order;
use crate::writer::{Kind, Writer};
use crate::{sources, targets};
use clap::Args;
use retromesh::Result;
use retromesh::facts::{FindingInfo, Repaired};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "independent switches of a command line")]
pub(crate) struct RepairArgs {
    /// The files to repair, `-` for standard input; folders are searched for files of formats that have repairs.
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The repaired file, for a single input, or a folder.
    #[arg(short, long, value_name = "FILE", conflicts_with = "directory")]
    pub(crate) output: Option<PathBuf>,
    /// The folder for the repaired files; the tree below an input folder is repeated in it.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    /// Writes each repaired file in the place of its input, and keeps the input as FILE.bak.
    #[arg(long, conflicts_with_all = ["output", "directory"])]
    pub(crate) in_place: bool,
    /// Keeps no FILE.bak.
    #[arg(long, requires = "in_place")]
    pub(crate) no_backup: bool,
    /// The engine to repair for, that of the file or the first of the format's where none is named; `retromesh help targets` lists them.
    #[arg(long, value_name = "NAME", value_parser = crate::targets::name())]
    pub(crate) target: Option<String>,
    /// Repairs only what these rules find; `retromesh help rules` lists them.
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Overwrites outputs and backups that are already there.
    #[arg(short, long)]
    pub(crate) force: bool,
    /// Says what would be repaired and what not, and writes nothing; needs no output.
    #[arg(short = 'n', long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) reading: FolderArgs,
}

/// What was done to a file.
struct Done {
    target: &'static str,
    fixed: Vec<FindingInfo>,
    left: Vec<FindingInfo>,
}

/// What became of an input; one that was named is never left.
enum Outcome {
    Done(Done),
    /// Its format has no repairs.
    NoRepairs,
    /// Its format has no target of the name.
    NoTarget,
}

pub(crate) fn run(args: &RepairArgs) -> Result<Exit, Exit> {
    if args.output.is_none() && args.directory.is_none() && !args.in_place && !args.dry_run {
        let places =
            "-o FILE or -d DIR; --in-place keeps the input as FILE.bak; --dry-run shows what would be repaired";
        let named = match args.inputs.as_slice() {
            [_, output] if !output.exists() => format!("-o {} names it; or ", shown(output)),
            _ => String::new(),
        };
        return Err(usage("repair needs a place for the repaired file", Some(&(named + places))));
    }
    if args.in_place && args.inputs.iter().any(|input| sources::is_stream(input)) {
        return Err(usage("standard input has no place for --in-place", Some("-o FILE, or -o - for standard output")));
    }
    let about = "`retromesh help rules` lists the rules, `retromesh help targets` the engines";
    validate(args).map_err(|message| usage(&message, Some(about)))?;
    let reading = args.reading.reading();
    let (inputs, others) = with_others_or_report(&args.inputs, &reading, Meant::Exact)?;
    let destination = Destination::of(args.output.as_deref(), args.directory.as_deref());
    let destination = destination.map_err(|message| usage(&message, None))?;
    let takes_one = matches!(destination, Destination::File(_) | Destination::Stream);
    if takes_one && inputs.len() != 1 {
        return Err(one_for_several(inputs.len(), "file"));
    }
    let writer = Writer::new(args.force, inputs.iter().map(|input| &input.path));
    let jobs = jobs(inputs, |input| match &destination {
        Destination::File(output) => output.clone(),
        Destination::Folder(folder) => folder.join(repeated(&input.relative)),
        Destination::Stream => PathBuf::from("-"),
        // In place, or of a dry run, which needs no place.
        Destination::NextToInput => without_link(&input.path),
    });
    let (mut done, mut repaired, mut stay, mut failed) = (0, 0, 0, 0);
    let (mut skipped, mut aimed_elsewhere) = (Others::default(), Others::default());
    in_order(
        &jobs,
        None,
        |job| repair(job, args, &reading, &writer),
        |job, result| match result {
            Ok(Outcome::Done(outcome)) => {
                let refused = args.dry_run && print_plan(job, &writer, &destination);
                let count = match outcome.fixed.is_empty() {
                    _ if refused => &mut failed,
                    true if args.in_place => &mut stay,
                    _ => &mut done,
                };
                *count += 1;
                repaired += usize::from(!refused && !outcome.fixed.is_empty());
                report(job, &outcome, args);
            }
            Ok(left) => {
                let (skipped, aimed_elsewhere) = (&mut skipped, &mut aimed_elsewhere);
                let others = if matches!(left, Outcome::NoTarget) { aimed_elsewhere } else { skipped };
                others.add(&job.input.path);
            }
            Err(error) => {
                failed += 1;
                print_read_error(&job.input.path, &error, &reading);
            }
        },
    );
    if (jobs.len() > 1 || args.inputs.iter().any(|input| is_folder(input))) && !quiet() {
        let written = if args.dry_run { "would be written" } else { "written" };
        let stay = if stay > 0 { format!(", {stay} stay as they are") } else { String::new() };
        let skipped = skipped.skipped("their formats have no repairs");
        let no_target = args.target.as_deref().map_or_else(String::new, |target| {
            let why = format!("their formats have no target {target}; without --target each is repaired for its own");
            aimed_elsewhere.skipped(&why)
        });
        let others = others.summary(", ");
        outln!("{done} {written} ({repaired} repaired){stay}, {failed} failed{no_target}{skipped}{others}");
    }
    Ok(if failed == 0 { Exit::Ok } else { Exit::Failed })
}

fn validate(args: &RepairArgs) -> Result<(), String> {
    if let Some(target) = &args.target {
        targets::of_any(target)?;
    }
    let rules = retromesh::all_formats().flat_map(|format| format.info().rules);
    let known: Vec<&str> = rules.map(|rule| rule.id).collect();
    let other = args.only.iter().find(|code| !known.contains(&code.as_str()));
    other.map_or(Ok(()), |code| Err(unknown("rule", code, &known)))
}

/// Repairs one file.
fn repair(job: &Job, args: &RepairArgs, reading: &ReadingArgs, writer: &Writer) -> Result<Outcome> {
    let input = &job.input;
    let source = sources::load(&input.path, reading)?;
    let format = source.format.info();
    let options = reading.options();
    let target = match Repaired::target(&source, args.target.as_deref(), &options) {
        Err(_) if format.targets.is_empty() && args.target.is_none() => None,
        Err(_) if !input.named && format.rules.is_empty() => return Ok(Outcome::NoRepairs),
        Err(_) if !input.named => return Ok(Outcome::NoTarget),
        Err(_) if format.targets.is_empty() => return Err(Repaired::refused(format)),
        chosen => Some(chosen?),
    };
    keeps_format("repair", &job.output, &input.path, format)?;
    let mut found = reading.diagnostics();
    let Some(repaired) = Repaired::of(&source, target, &args.only, &options, &mut found)? else {
        return if input.named { Err(Repaired::refused(format)) } else { Ok(Outcome::NoRepairs) };
    };
    if !args.dry_run {
        job.is_alone()?;
        if !args.in_place {
            writer.write(&job.output, Kind::of(source.format), repaired.bytes)?;
        } else if repaired.bytes != source.bytes {
            replace(&job.output, source.bytes.clone(), repaired.bytes, args, writer)?;
        }
    }
    Ok(Outcome::Done(Done {
        target: target.map_or(format.name, |target| target.name),
        fixed: repaired.fixed,
        left: repaired.left,
    }))
}

/// Puts the repaired file in the place of the input, after the backup is complete.
fn replace(path: &Path, original: Vec<u8>, repaired: Vec<u8>, args: &RepairArgs, writer: &Writer) -> Result<()> {
    if !args.no_backup {
        writer.write(&backup(path), Kind::Model, original)?;
    }
    Writer::write_over(path, repaired)
}

/// Returns where the original of a file is kept.
fn backup(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".bak");
    name.into()
}

/// Returns the file to which a link leads, as the link is to stay one.
fn without_link(path: &Path) -> PathBuf {
    let real = || path.canonicalize().ok().filter(|_| path.is_symlink());
    real().unwrap_or_else(|| path.to_path_buf())
}

/// Says where a dry run would write; returns whether that would be refused.
fn print_plan(job: &Job, writer: &Writer, destination: &Destination) -> bool {
    if *destination == Destination::NextToInput {
        outln!("{}", shown(&job.input.path));
        return false;
    }
    job.print_plan(Kind::Model, writer, false)
}

fn report(job: &Job, done: &Done, args: &RepairArgs) {
    let input = job.input.path.to_string_lossy();
    if !args.dry_run {
        if quiet() || sources::is_stream(&job.output) {
            return;
        }
        let [input, output] = [&*input, &job.output.to_string_lossy()].map(printable);
        match (args.in_place, done.fixed.is_empty(), args.no_backup) {
            (false, ..) => outln!("{input} -> {output}"),
            (true, true, _) => outln!("{input} stays as it is"),
            (true, false, true) => outln!("{output} is replaced"),
            (true, false, false) => {
                outln!("{output} is replaced; the original is {}", shown(&backup(&job.output)));
            }
        }
    }
    if done.fixed.is_empty() {
        outln!("nothing to repair for {}", done.target);
    }
    print_findings(if args.dry_run { "repairable" } else { "repaired" }, &input, &done.fixed);
    print_findings("not-repaired", &input, &done.left);
}
