//! Mods of Luanti: of a folder with Lua files the models get the clips that its definitions name, and the Lua files what changes.

use super::one::{Made, Outcome};
use super::plan::Plan;
use super::report::Report;
use crate::args::ConvertArgs;
use crate::console::quiet;
use crate::luanti::{Changes, Mod, Registration, Written, changes, is_gltf, mod_above, real};
use crate::missing;
use crate::outputs::Job;
use crate::sources::is_stream;
use crate::terminal::{grouped, printable, shown, typed};
use crate::writer::{Kind, Writer};
use retromesh::{ClipRanges, Code, Denied, Diagnostics, ExportOptions, Finding, Result, split_archive};
use std::path::{Path, PathBuf};

/// The engine.
const ENGINE: &str = "luanti";

/// Returns whether Lua files are written, or a patch of them.
pub(super) fn wants_lua(args: &ConvertArgs) -> bool {
    args.lua || args.patch.is_some()
}

/// Reads the Lua files of the input folders and archives where they matter: with a target of the engine, and no other clips named.
pub(super) fn read(args: &ConvertArgs, plan: &Plan) -> std::result::Result<Option<Mod>, String> {
    let is_for_engine = args.writing.target.as_deref().is_some_and(|target| target.starts_with(ENGINE));
    let wants_lua = wants_lua(args);
    let option = if args.lua { "--lua" } else { "--patch" };
    if wants_lua && !is_for_engine {
        return Err(format!("{option} changes the Lua files of a mod; it needs --target luanti or luanti-frames"));
    }
    let refused = [
        (args.resume || args.shard.is_some(), "all models of the mod in one run"),
        (args.clips.are_given(), "the clips that the mod names, not --range or --ranges"),
        (args.writing.settings.0.get("clips") == ["named"], "clips by their frames, not --clips named"),
    ];
    if let Some((_, what)) = refused.iter().find(|(is_so, _)| wants_lua && *is_so) {
        return Err(format!("{option} needs {what}"));
    }
    let mut read = if is_for_engine && !args.clips.are_given() {
        Mod::of_folders(&plan.folders, plan.destination.folder())?
    } else {
        None
    };
    read.iter_mut().for_each(Mod::leave_out_seconds);
    let is_gone = |job: &&Job| job.input.named && !job.input.path.exists();
    if let Some(gone) = plan.jobs.iter().find(is_gone).map(|job| &job.input.path).filter(|_| wants_lua) {
        let hint = missing::hint(gone).map_or_else(String::new, |hint| format!("; {hint}"));
        return Err(format!("{}: no such folder{hint}", shown(gone)));
    }
    let above = if is_for_engine && !args.clips.are_given() { above(plan, read.as_ref()) } else { Vec::new() };
    if wants_lua && read.is_none() {
        let above =
            above.first().map_or_else(String::new, |(_, of)| format!("; that of the mod is above: give {}", shown(of)));
        return Err(format!("{option} needs the folder of a mod: there is no Lua file in the inputs{above}"));
    }
    for (folder, of) in above.iter().filter(|_| !quiet()) {
        let what = "no Lua in this folder, so models get no clips and those of nodes no scale";
        errln!("{}: {what}: the Lua of the mod is above: give {}", shown(folder), shown(of));
    }
    Ok(read)
}

/// Lists the input folders without Lua that lie in a mod, each with the folder of the mod.
fn above(plan: &Plan, read: Option<&Mod>) -> Vec<(PathBuf, PathBuf)> {
    let has_lua = |folder: &Path| read.is_some_and(|read| read.files().any(|file| file.starts_with(folder)));
    let is_input =
        |found: &Path| plan.folders.iter().filter_map(|folder| real(folder)).any(|input| found.starts_with(input));
    let in_mods = plan.folders.iter().filter(|folder| !has_lua(folder)).filter_map(|folder| {
        let found = mod_above(folder).filter(|found| !is_input(found))?;
        // As it was typed, where that names it.
        let mut typed = folder.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty());
        let typed = typed.find(|above| real(above).as_ref() == Some(&found)).map(Path::to_path_buf);
        Some((folder.clone(), typed.unwrap_or(found)))
    });
    in_mods.collect()
}

/// Lists where the Lua files of a mod go.
pub(super) fn lua<'a>(mods: &'a Mod, args: &ConvertArgs, plan: &'a Plan) -> impl Iterator<Item = PathBuf> + 'a {
    let folder = plan.destination.folder().filter(|_| args.lua);
    folder.into_iter().flat_map(|folder| mods.paths().map(|path| folder.join(path)))
}

/// Returns the clips of a model; a range that is none is reported. Those of a glTF file count its seconds and are its own business.
pub(super) fn clips(mods: &Mod, model: &str, diagnostics: &mut Diagnostics) -> Result<ClipRanges> {
    let mut ranges = Vec::new();
    if is_gltf(model) {
        return Ok(ClipRanges::default());
    }
    for clip in mods.clips_of(model, Registration::names) {
        match clip.range.checked() {
            Ok(range) => ranges.push(range),
            Err(message) => diagnostics.report(Finding::new(Code::IndexOutOfRange).detail(message))?,
        }
    }
    Ok(ClipRanges { ranges, first_frame: 0.0 })
}

/// Sets what a model of nodes needs, unless the command line says another thing.
pub(super) fn for_nodes(export: &mut ExportOptions) {
    if export.settings.get("luanti-use").is_empty() {
        export.settings.set("luanti-use", ["node".to_owned()]);
    }
}

/// Returns what the Lua files must know of a model that was written: of a glTF file its new name at most, as the Lua counts its seconds.
pub(super) fn written(job: &Job, outcome: &Outcome, args: &ConvertArgs) -> Option<Written> {
    let Ok(Made::Converted { frames, motion, .. }) = &outcome.result else { return None };
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (model, output, slots) = (name(&job.input.path), name(&job.output), motion.slots);
    if is_gltf(&model) {
        let new = Written { model, output, table: None, rate: motion.rate, is_small_in_nodes: false, slots };
        return Some(new).filter(|new| new.model != new.output);
    }
    let is_scaled = args.writing.settings.0.get("luanti-use") == ["node"];
    let is_small_in_nodes = motion.is_static && !is_scaled && model != output;
    Some(Written { model, output, table: frames.clone(), rate: motion.rate, is_small_in_nodes, slots })
}

/// Returns what changes in the Lua files, and what is to be edited by hand, which the report gets.
pub(super) fn changed(
    mods: &Mod,
    written: &[Written],
    args: &ConvertArgs,
    plan: &Plan,
    mut report: Option<&mut Report>,
) -> std::io::Result<Changes> {
    let changes = changes(mods, written);
    let folder = plan.destination.folder().filter(|_| args.lua);
    mods.by_hand(&changes).into_iter().try_for_each(|(file, path, found)| {
        let output = folder.map(|folder| folder.join(mods.relative(file)));
        let output = output.or_else(|| args.patch.clone()).unwrap_or_else(|| path.clone());
        report.as_mut().map_or(Ok(()), |report| report.add_lua(&path, &output, &found, plan, args))
    })?;
    Ok(changes)
}

/// Says what changes in the Lua files, and writes it where that is asked for; nothing is written, and it is `false`, where a place that is
/// to be edited by hand is denied.
pub(super) fn finish(
    mods: &Mod,
    changes: &Changes,
    denied: &Denied,
    args: &ConvertArgs,
    plan: &Plan,
    writer: &Writer,
) -> Result<bool> {
    let is_denied = !changes.open.is_empty() && denied.contains(Code::EditByHand);
    if is_denied {
        list(mods, changes);
        errln!("error: the Lua files are not written: {} is denied", Code::EditByHand);
        return Ok(false);
    }
    if let Some(path) = &args.patch {
        writer.write(path, Kind::Patch, mods.patch(changes))?;
    }
    if let Some(folder) = plan.destination.folder().filter(|_| args.lua) {
        for (path, bytes) in mods.changed(changes) {
            writer.write(&folder.join(path), Kind::Lua, bytes)?;
        }
    }
    if quiet() {
        return Ok(true);
    }
    outln!(
        "{} in {}: {} of {} are in models",
        counted(mods.registrations().len(), "definition"),
        counted(mods.file_count(), "Lua file"),
        grouped(changes.clips.0 as u64),
        counted(changes.clips.1, "clip"),
    );
    if changes.done > 0 {
        let (verb, are) = if changes.done == 1 { ("names", "is") } else { ("name", "are") };
        let what = "left alone; keep the .glb files that they name, as what is written here knows nothing of these definitions";
        outln!("{} {verb} .glb files already and {are} {what}", counted(changes.done, "definition"));
    }
    changes.notes.iter().for_each(|line| outln!("note: {}", printable(line)));
    if changes.rates.is_some() {
        let what =
            "frames and speeds are seconds now; what counts with them in ways that are not seen here is not listed";
        outln!("note: {what}: --target luanti-frames leaves all numbers as they are");
    }
    list(mods, changes);
    if changes.count() > 0 {
        let what = format!("{} in {}", counted(changes.count(), "change"), counted(changes.file_count(), "Lua file"));
        match (&args.patch, args.lua) {
            (Some(path), _) => outln!("{what}: {}{}", shown(path), application(mods, path, plan)),
            (None, true) => outln!("{what}, which are next to the models"),
            (None, false) => {
                outln!("{what}: --patch FILE writes them as a diff, --lua the files into the output folder");
            }
        }
    }
    Ok(true)
}

/// Says how a patch is applied, and to what; of an archive, to what is in it.
fn application(mods: &Mod, patch: &Path, plan: &Plan) -> String {
    if is_stream(patch) {
        return String::new();
    }
    let [folder] = plan.folders.as_slice() else {
        return "; its paths begin in several inputs: write one for each to apply them".to_owned();
    };
    let command = |folder: &Path| format!("`patch -p1 -d {} < {}`", typed(folder), typed(patch));
    match split_archive(folder) {
        Some((archive, below)) => {
            let made = command(&Path::new("NEW").join(below).components().collect::<PathBuf>());
            format!("; {made} makes them, once {} is unpacked into a folder NEW", shown(&archive))
        }
        None if mods.files().any(|file| split_archive(&file).is_some()) => {
            let made = command(folder);
            format!("; {made} makes them, once each archive in it is a folder of that name with what is in it")
        }
        None => format!("; {} makes them", command(folder)),
    }
}

/// Counts things of a kind.
fn counted(count: usize, what: &str) -> String {
    format!("{} {what}{}", grouped(count as u64), if count == 1 { "" } else { "s" })
}

/// Lists what is to be edited by hand.
fn list(mods: &Mod, changes: &Changes) {
    if !changes.open.is_empty() {
        let verb = if changes.open.len() == 1 { "needs" } else { "need" };
        let code = Code::EditByHand;
        outln!("warning[{code}]: {} {verb} an edit by hand:", counted(changes.open.len(), "place"));
        changes.rates.iter().for_each(|line| outln!("  {}", printable(line)));
    }
    for (place, what) in &changes.open {
        outln!("  {}: {}", printable(&mods.place(place)), printable(what));
    }
}
