//! What becomes of which input.

use super::frames::extension_alone;
use super::meant::{UNWRITTEN, meant};
use super::one::{open_original, original_of};
use crate::args::ConvertArgs;
use crate::console::quiet;
use crate::formats::known;
use crate::inputs::{
    Input, Meant, Others, Selection, beginning, collect, folders, holds_inputs, is_archive, is_folder, is_misnamed,
    is_pattern, once, report_empty, stands_for_nothing,
};
use crate::manifest::is_kept;
use crate::outputs::{Destination, Job, ends_with_slash, numbered, renamed_jobs, repeated, suits};
use crate::settings::Work;
use crate::sources::is_stream;
use crate::targets;
use crate::terminal::{shown, typed};
use retromesh::{Feature, Format, FormatInfo, split_archive};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

/// All files of a run, and the format that they become.
pub(super) struct Plan {
    pub(super) to: &'static dyn Format,
    /// The extension that stands for it.
    pub(super) extension: String,
    pub(super) destination: Destination,
    pub(super) jobs: Vec<Job>,
    /// Whether the inputs were dropped on the program.
    pub(super) dropped: bool,
    /// The input folders and archives.
    pub(super) folders: Vec<PathBuf>,
    /// How many models in archives have no place for their outputs.
    pub(super) archived: usize,
    /// What of the folders is no model that is meant, as the end of a summary.
    pub(super) others: String,
}

/// Decides what becomes of which input; the error is about the command line.
pub(super) fn plan(args: &ConvertArgs, dropped: bool) -> Result<Plan, String> {
    let (inputs, destination) = split(args, dropped)?;
    let destination = if dropped { next_to_archive(inputs, destination) } else { destination };
    if destination.folder().is_none() && (args.resume || args.shard.is_some()) {
        let option = if args.resume { "--resume" } else { "--shard" };
        return Err(format!("{option} needs an output folder; use -d DIR"));
    }
    let extension = extension(args, inputs, &destination);
    if let Some(folder) = destination.folder().filter(|folder| !folder.is_dir()) {
        let of_name = folder.extension().unwrap_or_default().to_string_lossy();
        no_archive(&of_name, &typed(&folder.with_extension("")))?;
    }
    let to = format(&extension)?;
    if let Destination::File(output) = &destination {
        let is_other = |message| format!("--to {extension} writes {}, and {message}, or another --to", to.info().name);
        suits(output, to.info(), &extension).map_err(is_other)?;
    }
    if let Some(target) = &args.writing.target {
        targets::of_format(target, to.info())?;
    }
    if let Some(from) = &args.reading.file.from {
        known(from)?;
    }
    if args.writing.options().pose.is_some() && to.info().has_place(Feature::Keys) {
        return Err(format!("{} files take no --pose: it is for files that cannot move", to.info().name));
    }
    let is_picture = retromesh::pictures().iter().any(|picture| picture.info().id == to.info().id);
    let others = Others::default();
    let selection = Selection {
        // Variants of one format become each other; files that are what they are to become are left out of folders otherwise.
        except: if to.info().has_variants || args.reading.file.from.is_some() { &[] } else { to.info().extensions },
        kind: if is_picture { Meant::Pictures } else { Meant::Models },
        outside: destination.folder(),
        others: Some(&others),
        ..args.reading.selection()
    };
    let arguments = inputs;
    let mut inputs = collect(arguments, &selection);
    report_empty(arguments, &inputs, "model file");
    once(&mut inputs);
    let archived = leave_archives(&mut inputs, &destination)?;
    if inputs.is_empty() {
        let others = others.summary("; ");
        let is_there = selection.except.iter().any(|extension| others.contains(&format!(" .{extension}")));
        let other = selection.except.first().filter(|_| is_there).map_or(String::new(), |first| {
            let extensions = selection.except.join(" or .");
            format!("; files that are .{extensions} already are taken with --from {first}")
        });
        let pictures = if is_picture { "" } else { pictures_in(arguments, &args.reading.selection()) };
        return Err(format!("there is no model file in what was named{others}{other}{pictures}"));
    }
    if args.to.is_none() && !is_picture && !matches!(destination, Destination::File(_)) {
        leave_pictures(&mut inputs)?;
    }
    if destination == Destination::NextToInput {
        leave_copies(&mut inputs);
        leave_out(&mut inputs, &extension, to.info(), dropped)?;
    }
    let of_original = || original_target(args, inputs.first()?, to, &extension);
    let target = args.writing.target.as_deref();
    let target = target.or_else(|| args.writing.settings.0.names().next().and_then(|_| of_original()));
    let work = Work { inputs: &inputs, from: args.reading.file.from.as_deref(), to: Some((to, target)) };
    work.takes(&args.writing.settings.0).and_then(|()| work.takes(&args.reading.settings.0))?;
    let one_for_each = args.frame_table.as_deref().is_none_or(|place| extension_alone(place).is_some());
    if inputs.len() > 1 && !one_for_each {
        return Err("several inputs have several frame tables; give `.json` or `.lua` alone".to_owned());
    }
    let mut jobs = match &destination {
        Destination::Stream | Destination::File(_) => match (inputs.len(), inputs.pop()) {
            (1, Some(input)) => {
                let output =
                    if let Destination::File(output) = &destination { output.as_path() } else { Path::new("-") };
                vec![Job { input, output: output.to_path_buf(), clash: None }]
            }
            (count, _) => return Err(format!("{count} inputs cannot become one file; use -d DIR")),
        },
        Destination::Folder(folder) => renamed_jobs(inputs, &extension, |_, name| folder.join(repeated(name))),
        Destination::NextToInput if inputs.iter().any(|input| is_stream(&input.path)) => {
            return Err(
                "standard input has no folder for the output; use -o FILE, or -o - for standard output".to_owned()
            );
        }
        Destination::NextToInput => renamed_jobs(inputs, &extension, |input, name| next_to(&input.path, name)),
    };
    if dropped && !args.force {
        // Who drops a model again gets another copy, and need not know of an option.
        for job in jobs.iter_mut().filter(|job| job.clash.is_none() && job.output != job.input.path) {
            job.output = numbered(&job.output, |path| path.symlink_metadata().is_ok());
        }
    }
    if let Some(shard) = args.shard {
        jobs.retain(|job| shard.has(&job.input));
    }
    let (folders, others) = (folders(arguments), others.summary("; "));
    Ok(Plan { to, extension, destination, jobs, dropped, folders, archived, others })
}

/// Returns the folder of its name for an archive that was dropped, which cannot take outputs itself; another one where that is there.
fn next_to_archive(inputs: &[PathBuf], destination: Destination) -> Destination {
    match inputs {
        [archive] if destination == Destination::NextToInput && is_archive(archive) => {
            Destination::Folder(numbered(&archive.with_extension(""), |path| path.symlink_metadata().is_ok()))
        }
        _ => destination,
    }
}

/// Returns the target that an output gets by the original that `--like` names.
fn original_target(args: &ConvertArgs, input: &Input, to: &dyn Format, extension: &str) -> Option<&'static str> {
    let path = original_of(args.like.as_deref()?, input, extension);
    to.target_of(&open_original(&path, &args.reading).ok()?.0.scene)
}

/// Leaves out models in archives where their outputs would lie in the archive, or in a folder of its name next to it, and says so. Returns
/// how many; that there are no other inputs is an error.
fn leave_archives(inputs: &mut Vec<Input>, destination: &Destination) -> Result<usize, String> {
    let mut archives: BTreeMap<PathBuf, usize> = BTreeMap::new();
    inputs.retain(|input| {
        let Some((archive, below)) = split_archive(&input.path) else { return true };
        let has_place = match destination {
            // An archive that cannot be opened is an input that fails.
            Destination::NextToInput => below.as_os_str().is_empty(),
            Destination::Folder(folder) => !folder.join(&input.relative).ancestors().skip(1).any(Path::is_file),
            Destination::Stream | Destination::File(_) => true,
        };
        if !has_place {
            *archives.entry(archive).or_default() += 1;
        }
        has_place
    });
    let said = archives.iter().map(|(archive, count)| {
        let models = if *count == 1 { "model" } else { "models" };
        format!(
            "{}: {count} {models} in it left out, as archives are only read: -d DIR names a folder for them",
            shown(archive)
        )
    });
    if inputs.is_empty() && !archives.is_empty() {
        return Err(said.collect::<Vec<_>>().join("\n"));
    }
    if !quiet() {
        said.for_each(|line| errln!("{line}"));
    }
    Ok(archives.values().sum())
}

/// Says what converts the textures and images among some files that are no models.
fn pictures_in(arguments: &[PathBuf], selection: &Selection<'_>) -> &'static str {
    let advice = [("png", "; --to png converts the textures"), ("paa", "; --to paa makes textures of the images")];
    let has_other = |extension: &str| {
        let except = retromesh::format_by_extension(extension).map_or(&[][..], |format| format.info().extensions);
        !collect(arguments, &Selection { except, kind: Meant::Pictures, ..*selection }).is_empty()
    };
    advice.into_iter().find(|(extension, _)| has_other(extension)).map_or("", |(_, advice)| advice)
}

/// Leaves out named pictures among models where no format is named: it is no model that is wanted of them.
fn leave_pictures(inputs: &mut Vec<Input>) -> Result<(), String> {
    let is_picture = |input: &Input| input.named && picture_of(&input.path).is_some() && !is_misnamed(&input.path);
    if inputs.iter().all(is_picture) {
        return Err("name a format: --to paa makes textures of images, --to png images of textures".to_owned());
    }
    leave(inputs, is_picture, "of another kind than models; --to paa or --to png converts them");
    Ok(())
}

/// Leaves out files that would become themselves among others that would not, as `convert *` names them in a second run. That there are
/// no others is an error; what is dropped fails one by one.
fn leave_out(inputs: &mut Vec<Input>, extension: &str, to: &FormatInfo, dropped: bool) -> Result<(), String> {
    let is_written = |input: &Input| {
        let named = input.path.extension().unwrap_or_default();
        input.named && named.eq_ignore_ascii_case(extension) && input.path.is_file() && !is_misnamed(&input.path)
    };
    match inputs.as_slice() {
        [first, ..] if inputs.iter().all(is_written) => {
            let first = shown(&first.path);
            return Err(format!(
                "{first}: it is {} already; name another format with --to, or a place with -o or -d",
                to.name
            ));
        }
        _ if dropped => {}
        _ => leave(inputs, is_written, &format!("{} already; -d DIR converts them, too", to.name)),
    }
    Ok(())
}

/// Leaves out files of folders that are for no engine, such as those of OBJ, next to a model of the same name: an earlier run made them of it.
fn leave_copies(inputs: &mut Vec<Input>) {
    let is_for_engines = |input: &Input| {
        let extension = input.path.extension().unwrap_or_default().to_string_lossy();
        let info = retromesh::format_by_extension(&extension).map(Format::info);
        info.is_none_or(|info| info.targets.iter().any(|target| target.name != info.id))
    };
    let models = inputs.iter().filter(|input| is_for_engines(input)).map(|input| input.path.with_extension(""));
    let models: HashSet<PathBuf> = models.collect();
    let is_copy =
        |input: &Input| !input.named && !is_for_engines(input) && models.contains(&input.path.with_extension(""));
    leave(inputs, is_copy, "next to the model of this name; -d DIR converts both");
}

/// Leaves out inputs, and says why.
fn leave(inputs: &mut Vec<Input>, is_left_out: impl Fn(&Input) -> bool, why: &str) {
    let (left_out, others): (Vec<Input>, Vec<Input>) = inputs.drain(..).partition(is_left_out);
    *inputs = others;
    if let [first, rest @ ..] = left_out.as_slice()
        && !quiet()
    {
        let (more, are) = match rest.len() {
            0 => (String::new(), "it is"),
            more => (format!(" and {more} more"), "they are"),
        };
        errln!("{}{more}: left out, as {are} {why}", shown(&first.path));
    }
}

/// Separates inputs and output. Files that were dropped on the program are inputs.
fn split(args: &ConvertArgs, dropped: bool) -> Result<(&[PathBuf], Destination), String> {
    let has_place = args.output.is_some() || args.directory.is_some();
    if let [input, others @ ..] = args.inputs.as_slice()
        && let Some(meant) = others
            .iter()
            .find_map(|word| meant(word, args.inputs.iter().find(|input| !is_missing(input)).unwrap_or(input), args))
    {
        return Err(meant);
    }
    if let [input, second] = args.inputs.as_slice()
        && !has_place
        && !dropped
    {
        no_model(input, second)?;
    }
    if let Some(output) = args.output.as_deref().filter(|output| args.to.is_none() && is_unnamed(output)) {
        let output = output.display();
        return Err(format!("{output} has no extension, which chooses the format; a folder is -d {output}"));
    }
    if let [input, output] = args.inputs.as_slice()
        && !has_place
        && (is_new_folder(output) || holds_no_input(output, args) && !dropped || !is_folder(input))
        && is_output(output, input, dropped)
        // Of a model and its texture, as `convert *` names them, neither is the output.
        && !(output.is_file() && input.is_file() && picture_of(input).is_some() != picture_of(output).is_some())
    {
        let destination = if is_new_folder(output) {
            Destination::of(None, Some(output))?
        } else {
            writable(output)?;
            if output.is_file() && !is_missing(input) {
                let name = shown(output);
                let advice = if is_misnamed(output) {
                    ", and is not what its name says; choose another name"
                } else {
                    &format!(": -o {name} -f writes over it, -d DIR takes both files as inputs")
                };
                return Err(format!("{name} is there already{advice}"));
            }
            Destination::of(Some(output), None)?
        };
        return Ok((std::slice::from_ref(input), destination));
    }
    if let [first, others @ ..] = args.inputs.as_slice() {
        // A file of the inputs' own format that is not there is an input that fails.
        let is_own = |path: &Path| format_of(path).is_some_and(|own| format_of(first) == Some(own));
        let is_meant = |path: &&PathBuf| is_missing(path) && !is_own(path);
        let missing: Vec<_> = others.iter().filter(is_meant).map(|path| path.to_string_lossy()).collect();
        if let Some(last) = missing.last().filter(|_| !has_place) {
            let verb = if missing.len() == 1 { "does" } else { "do" };
            let names = missing.join(" and ");
            let folder =
                if format_of(Path::new(&**last)).is_some() { "DIR".to_owned() } else { typed(Path::new(&**last)) };
            return Err(format!(
                "{names} {verb} not exist; the output of one input is -o FILE, the folder of several -d {folder}"
            ));
        }
        if let Some((last, between)) = others.split_last().filter(|_| !has_place && !dropped)
            && last.is_dir()
            && (std::iter::once(first).chain(between).any(|path| !path.is_dir()) || holds_no_input(last, args))
        {
            let name = typed(last);
            return Err(format!(
                "{name} is a folder after other inputs: -d {name} writes there, -d DIR takes it as an input, too"
            ));
        }
    }
    Ok((&args.inputs, Destination::of(args.output.as_deref(), args.directory.as_deref())?))
}

/// Refuses a second argument that is neither another model nor a name for the output: nothing is written that was not asked for.
fn no_model(input: &Path, second: &Path) -> Result<(), String> {
    let name = shown(second);
    let place = "the output of one input is -o FILE, the folder of several -d DIR";
    let is_of_other = || !is_pattern(input) && format_of(second).is_some() && format_of(second) != format_of(input);
    if is_pattern(second) && (stands_for_nothing(second) || is_of_other()) {
        return Err(format!("{name} is no name for an output: --to chooses the format; {place}"));
    }
    if !second.is_file() || split_archive(second).is_some() {
        return Ok(());
    }
    if input.canonicalize().is_ok_and(|input| second.canonicalize().is_ok_and(|second| input == second)) {
        return Err(format!("{name} is named twice; {place}"));
    }
    let detected = beginning(second).ok().and_then(|head| retromesh::detect(&head, second).err());
    detected.map_or(Ok(()), |error| Err(format!("{name}: {error}; {place}")))
}

/// Returns whether an output is to be a file, and its name has no extension.
fn is_unnamed(output: &Path) -> bool {
    matches!(Destination::of(Some(output), None), Ok(Destination::File(_))) && output.extension().is_none()
}

/// Returns the id of the format that a name stands for.
pub(super) fn format_of(path: &Path) -> Option<&'static str> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    retromesh::format_by_extension(&extension).map(|format| format.info().id)
}

/// Returns whether a path names a file that is not there.
pub(super) fn is_missing(path: &Path) -> bool {
    let is_there = || path.symlink_metadata().is_ok() || split_archive(path).is_some();
    !is_stream(path) && !is_pattern(path) && !is_there()
}

/// Returns whether a path names a folder that is still to be made.
fn is_new_folder(path: &Path) -> bool {
    is_missing(path) && (path.extension().is_none() || ends_with_slash(path))
}

/// Returns whether a path is a folder for outputs: of an earlier run, or with nothing in it that would be converted.
fn holds_no_input(path: &Path, args: &ConvertArgs) -> bool {
    let to = args.to.as_deref().unwrap_or(retromesh::DEFAULT_EXTENSION).trim_start_matches('.');
    let except = retromesh::format_by_extension(to).map_or(&[][..], |format| format.info().extensions);
    path.is_dir() && (is_kept(path) || !holds_inputs(path, &Selection { except, ..args.reading.selection() }))
}

/// Makes sure that the extension of an output is one that is written.
fn writable(output: &Path) -> Result<(), String> {
    let extension = output.extension().unwrap_or_default().to_string_lossy();
    let written = || retromesh::all_formats().flat_map(|format| format.info().written_extensions());
    if output.is_dir() || written().any(|known| extension.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    if UNWRITTEN.contains(&&*extension.to_lowercase()) {
        return Err(format!("{}: {}", shown(output), known(&extension).err().unwrap_or_default()));
    }
    let known: Vec<String> = written().map(|extension| format!(".{extension}")).collect();
    Err(format!("{} cannot be written: the formats are {}", output.display(), known.join(" ")))
}

/// Returns whether the second of two arguments is the output: a folder, a new file, or one of another format than the first.
fn is_output(output: &Path, input: &Path, dropped: bool) -> bool {
    if output.is_dir() || ends_with_slash(output) || is_missing(output) {
        // The desktop names files that are there.
        return !dropped || is_missing(output);
    }
    !dropped && writable(output).is_ok() && format_of(input) != format_of(output)
}

/// Returns the extension that stands for the output format. Without a word about it textures become images, images textures, and
/// everything else models.
fn extension(args: &ConvertArgs, inputs: &[PathBuf], destination: &Destination) -> String {
    let named = args.to.as_deref().map(|to| to.trim_start_matches('.').to_owned());
    let of_file = || match destination {
        Destination::File(file) => Some(file.extension().unwrap_or_default().to_string_lossy().into_owned()),
        _ => None,
    };
    named.or_else(of_file).unwrap_or_else(|| {
        picture_extension(inputs, args.reading.file.from.as_deref()).unwrap_or(retromesh::DEFAULT_EXTENSION).to_owned()
    })
}

/// Returns the extension of the other format of pictures where all inputs are files of one, or said to be.
fn picture_extension(inputs: &[PathBuf], from: Option<&str>) -> Option<&'static str> {
    let named = from.map(|from| vec![Path::new("picture").with_extension(from.trim_start_matches('.'))]);
    let (first, others) = named.as_deref().unwrap_or(inputs).split_first()?;
    let own = picture_of(first).filter(|own| others.iter().all(|other| picture_of(other) == Some(own)))?;
    let other = retromesh::pictures().iter().map(|format| format.info()).find(|info| info.id != own)?;
    other.extensions.first().copied()
}

/// Returns the id of the format of pictures that a name stands for.
fn picture_of(path: &Path) -> Option<&'static str> {
    format_of(path).filter(|id| retromesh::pictures().iter().any(|picture| picture.info().id == *id))
}

fn format(extension: &str) -> Result<&'static dyn Format, String> {
    no_archive(extension, "DIR")?;
    let format = known(extension)?;
    if format.info().writes { Ok(format) } else { Err(format!("{} files cannot be written", format.info().name)) }
}

/// Refuses the extension of an archive for an output; `folder` is what to type instead.
fn no_archive(extension: &str, folder: &str) -> Result<(), String> {
    if ["pbo", "zip"].contains(&extension.to_ascii_lowercase().as_str()) {
        return Err(format!(
            "archives (.pbo, .zip) are read and not written: write models with -d {folder}, then pack them"
        ));
    }
    Ok(())
}

/// Returns the path of an output next to its input, with the last part of a name and as every system can have it.
fn next_to(input: &Path, name: &Path) -> PathBuf {
    name.file_name().map_or_else(|| input.to_path_buf(), |name| input.with_file_name(repeated(Path::new(name))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::Parser;
    use std::fs;

    #[test]
    fn what_is_dropped_again_becomes_another_copy() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.b3d", "a.glb", "a (2).glb", "b.b3d"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let outputs = |names: &[&str], options: &[&str], dropped: bool| -> Vec<String> {
            let paths = names.iter().map(|name| folder.path().join(name).to_string_lossy().into_owned());
            let words = ["retromesh", "convert"].into_iter().chain(options.iter().copied()).map(str::to_owned);
            let Command::Convert(args) = Cli::try_parse_from(words.chain(paths)).unwrap().command else { panic!() };
            let name = |job: &Job| job.output.file_name().unwrap().to_string_lossy().into_owned();
            plan(&args, dropped).unwrap().jobs.iter().map(name).collect()
        };
        assert_eq!(outputs(&["a.b3d", "b.b3d"], &[], true), ["a (3).glb", "b.glb"]);
        assert_eq!(outputs(&["a.b3d"], &[], false), ["a.glb"]);
        assert_eq!(outputs(&["a.b3d"], &["-f"], true), ["a.glb"]);
        // A file is not taken for its own output.
        assert_eq!(outputs(&["a.glb"], &[], true), ["a.glb"]);
    }
}
