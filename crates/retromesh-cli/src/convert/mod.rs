//! `retromesh convert`.

mod args;
mod companions;
mod denied;
mod frames;
mod interrupt;
mod meant;
mod memory;
mod mods;
mod neighbours;
mod one;
mod plan;
mod progress;
mod report;
mod shard;
mod tables;
mod totals;

pub(crate) use args::ConvertArgs;

use crate::Exit;
use crate::console::{quiet, speech};
use crate::luanti::Mod;
use crate::manifest::{Manifest, print_others};
use crate::outputs::Destination;
use crate::sources::is_stream;
use crate::terminal::{failed, grouped, print_error, usage};
use crate::workers::in_order_until;
use crate::writer::Writer;
pub(crate) use meant::UNWRITTEN;
use memory::Budget;
use neighbours::Neighbours;
use one::{Context, convert};
use plan::{Plan, plan};
use report::Report;
use retromesh::{Denied, Error, Result};
use shard::Shard;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Instant;
use totals::Totals;

/// Converts; `dropped` are files that were named without a command.
pub(crate) fn run(args: &ConvertArgs, dropped: bool) -> Result<Exit, Exit> {
    let wrong = |message: String| usage(&message, None);
    let codes = "`retromesh help codes` says what each means";
    let denied = denied::parse(&args.deny).map_err(|message| usage(&message, Some(codes)))?;
    let plan = plan(args, dropped).map_err(|message| {
        let about = "`retromesh help formats` and `retromesh help targets` say what each is";
        usage(&message, message.starts_with("no ").then_some(about))
    })?;
    let mods = mods::read(args, &plan).map_err(wrong)?;
    let writer = Writer::new(args.force, read(args, &plan, mods.as_ref()));
    companions::check(args, &plan, mods.as_ref(), &writer).map_err(wrong)?;
    if args.dry_run {
        return Ok(progress::print_plan(&plan, args, &writer));
    }
    work(args, &plan, &denied, mods.as_ref(), &writer).map_err(|error| failed("convert", &error))
}

/// Lists the files that a run reads.
fn read(args: &ConvertArgs, plan: &Plan, mods: Option<&Mod>) -> Vec<PathBuf> {
    let inputs = plan.jobs.iter().map(|job| job.input.path.clone());
    let originals = plan.jobs.iter().filter_map(|job| Some(one::original_path(args.like.as_deref()?, job, plan)));
    let lua = mods.into_iter().flat_map(Mod::files).chain(args.clips.files());
    inputs.chain(originals).chain(lua).collect()
}

/// Converts everything. Fails only where the run itself cannot begin or end as it should.
fn work(args: &ConvertArgs, plan: &Plan, denied: &Denied, mods: Option<&Mod>, writer: &Writer) -> Result<Exit> {
    let mut report = args.report.as_deref().map(|path| Report::open(path, args)).transpose()?;
    let part = args.shard.map_or(String::new(), Shard::suffix);
    let manifest = plan.destination.folder().map(|folder| Manifest::open(folder, &part, options(args, plan, mods)));
    let manifest = manifest.transpose()?;
    remove_leftovers(args, plan, manifest.as_ref().map(Manifest::path))?;
    interrupt::watch();
    let bar = progress::bar(plan.jobs.len());
    let budget = Budget::new(args.memory);
    let (neighbours, manifest_of) = (Neighbours::default(), manifest.as_ref());
    let neighbours = &neighbours;
    let context = Context { args, plan, denied, budget: &budget, neighbours, manifest: manifest_of, mods, writer };
    let jobs: Vec<_> = plan.jobs.iter().enumerate().collect();
    let mut written = Vec::new();
    let mut kept = Ok(());
    let mut totals = Totals::default();
    totals.archived = plan.archived as u64;
    let start = Instant::now();
    in_order_until(
        &jobs,
        args.jobs,
        interrupt::asked,
        |&(number, job)| convert(job, number, &context),
        |&(_, job), mut outcome| {
            bar.inc(1);
            totals.add(job, &outcome);
            written.extend(mods.and_then(|_| mods::written(job, &outcome, args)));
            bar.suspend(|| progress::print(job, &outcome, plan, args));
            let row = report.as_mut().map_or(Ok(()), |report| report.add(job, &outcome, plan, args));
            totals.unreported |= row.is_err();
            // After its row: a file without one, as of a run that is killed, is converted again, so that its losses are in a row.
            if let (Some(manifest), Some(record), Ok(())) = (manifest_of, outcome.record(), row) {
                manifest.complete(record).unwrap_or_else(|error| kept = Err(error));
            }
        },
    );
    bar.finish_and_clear();
    totals.waiting = plan.jobs.len() as u64 - totals.files();
    kept?;
    let others = manifest_of.filter(|_| args.resume && args.shard.is_none() && totals.waiting == 0);
    let others: Vec<_> = others.into_iter().flat_map(|manifest| manifest.others(&plan.jobs)).collect();
    // What the Lua files need is known once all models were converted in one run.
    let is_partial = totals.waiting + totals.up_to_date + totals.existing > 0;
    let (mods, partial) = if is_partial { (None, mods) } else { (mods, None) };
    let changes = mods.map(|mods| mods::changed(mods, &written, args, plan, report.as_mut())).transpose();
    let changes = changes.unwrap_or_else(|_| {
        totals.unreported = true;
        None
    });
    if let Some(mut report) = report {
        let rows = others.iter().try_for_each(|(output, record)| report.add_gone(output, record, plan, args));
        totals.unreported |= rows.is_err();
        report.finish()?;
    }
    print_others(&others, ", which --report FILE lists");
    // Without its rows it goes on saying what was begun.
    manifest.filter(|_| !totals.unreported).map(Manifest::finish).transpose()?;
    if !quiet() && plan.destination != Destination::Stream {
        outln!("{}", totals.summary(start.elapsed(), &plan.others));
        // Of a single file, and with -v of all, everything was said.
        if plan.jobs.len() > 1 && !speech().verbose {
            let report = args.report.as_deref().map(Path::to_string_lossy);
            let has_root = args.reading.place.root.is_some();
            totals.named(report.as_deref(), has_root).iter().for_each(|line| outln!("  {line}"));
        }
    }
    if mods.is_some() && !quiet() {
        totals.contradicting().iter().for_each(|line| outln!("{line}"));
    }
    if let (Some(mods), Some(changes)) = (mods, &changes) {
        totals.is_lua_denied = !mods::finish(mods, changes, denied, args, plan, writer)?;
    }
    if partial.is_some() && mods::wants_lua(args) {
        errln!("error: the Lua files are not written: not all models were converted");
    } else if partial.is_some() && totals.up_to_date > 0 && !quiet() {
        outln!("what changes in the Lua files is listed where all models are converted: --force without --resume");
    }
    let inputs = plan.jobs.iter().map(|job| job.input.path.as_path());
    if let Some(what) = args.clips.misses(inputs).filter(|_| !quiet()) {
        errln!("  hint: {what}");
    }
    if totals.waiting > 0 && plan.destination.folder().is_some() {
        let next = if mods::wants_lua(args) { "--force begins again" } else { "--resume goes on" };
        errln!("  hint: the same command with {next}");
    }
    if totals.existing > 0 && plan.jobs.len() > 1 {
        let is_resumable =
            plan.destination.folder().is_some() && !args.resume && args.shard.is_none() && !mods::wants_lua(args);
        let resume = if is_resumable { "--resume goes on with what is missing or has changed, " } else { "" };
        let count = grouped(totals.existing);
        let exist = if totals.existing == 1 { "output exists" } else { "outputs exist" };
        errln!("  hint: {count} {exist} already: {resume}--force writes all again");
    }
    if totals.unreported {
        let path = args.report.as_deref().unwrap_or(Path::new(""));
        print_error(&path.to_string_lossy(), &Error::io("report", std::io::Error::other("could not be written")));
    }
    Ok(totals.exit())
}

/// Writes down all that decides about the content of outputs but their inputs.
fn options(args: &ConvertArgs, plan: &Plan, mods: Option<&Mod>) -> String {
    let (import, export) = (args.reading.options(), args.writing.options());
    let (version, to, strict) = (env!("CARGO_PKG_VERSION"), plan.to.info().id, args.reading.file.strict);
    let (deny, table, clips) = (&args.deny, &args.frame_table, &args.clips);
    let definitions = mods.map(Mod::registrations);
    format!("{version} {to} {import:?} {export:?} {deny:?} {table:?} {strict} {clips:?} {definitions:?}")
}

/// Removes what a run that was killed left of the outputs of this one.
fn remove_leftovers(args: &ConvertArgs, plan: &Plan, manifest: Option<&Path>) -> Result<()> {
    let mut folders: BTreeMap<&Path, Vec<&OsStr>> = BTreeMap::new();
    let outputs = plan.jobs.iter().map(|job| job.output.as_path()).filter(|output| !is_stream(output));
    let tables: Vec<_> = plan.jobs.iter().filter_map(|job| frames::path(&job.output, args)).collect();
    for file in outputs.chain(tables.iter().map(PathBuf::as_path)).chain(manifest) {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        folders.entry(folder).or_default().extend(file.file_name());
    }
    for (folder, names) in folders {
        retromesh::remove_leftovers(folder, names)?;
    }
    Ok(())
}
