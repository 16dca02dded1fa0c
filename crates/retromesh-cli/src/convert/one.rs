//! The conversion of one file.

use super::frames;
use super::memory::Budget;
use super::mods;
use super::neighbours::{Neighbours, Turn};
use super::plan::Plan;
use crate::args::{ConvertArgs, ReadingArgs};
use crate::inputs::{Input, as_stored, is_folder};
use crate::luanti::{Mod, is_gltf};
use crate::manifest::{Facts, Manifest, Record};
use crate::missing::in_other_case;
use crate::outputs::{Destination, Job, repeated};
use crate::sources::{self, is_stream};
use crate::writer::{Kind, Writer};
use retromesh::{
    Code, Conversion, Converted, Denied, Diagnostics, Error, ErrorKind, FileState, Finding, Folder, FrameTable, Opened,
    Request, Result, Scene, digest, split_archive,
};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What all conversions of a run share.
pub(super) struct Context<'a> {
    pub(super) args: &'a ConvertArgs,
    pub(super) plan: &'a Plan,
    pub(super) denied: &'a Denied,
    pub(super) budget: &'a Budget,
    pub(super) neighbours: &'a Neighbours,
    pub(super) manifest: Option<&'a Manifest>,
    /// The Lua files of the input folders, which name the clips of models.
    pub(super) mods: Option<&'a Mod>,
    pub(super) writer: &'a Writer,
}

/// What became of a job.
pub(super) struct Outcome {
    pub(super) result: Result<Made>,
    pub(super) diagnostics: Diagnostics,
    pub(super) time: Duration,
}

impl Outcome {
    /// Takes what the manifest shall say of the output.
    pub(super) fn record(&mut self) -> Option<Record> {
        match &mut self.result {
            Ok(Made::Converted { record, .. }) => record.take().map(|record| *record),
            _ => None,
        }
    }
}

/// What became of a job that did not fail.
pub(super) enum Made {
    Converted {
        conversion: Conversion,
        frames: Option<FrameTable>,
        motion: Motion,
        /// The names of the files next to the output.
        sidecars: Vec<String>,
        /// What the manifest shall say of the output, once all else has been said of it.
        record: Option<Box<Record>>,
    },
    /// With what is known of its conversion.
    UpToDate(Facts, Vec<String>),
}

/// How a model moves.
#[derive(Debug, Default)]
pub(super) struct Motion {
    /// The ticks a second of its source.
    pub(super) rate: f32,
    pub(super) is_static: bool,
    /// How many texture slots the engine makes of it.
    pub(super) slots: usize,
}

impl Motion {
    fn of(scene: &Scene) -> Self {
        let moving = scene.animations.iter().find(|animation| !animation.channels.is_empty());
        let rate = moving.map(|animation| animation.ticks_per_second).unwrap_or_default();
        let meshes = scene.nodes.iter().filter_map(|node| scene.meshes.get(node.mesh.as_deref()?.mesh.index()));
        Self { rate, is_static: retromesh::is_static(scene), slots: meshes.map(|mesh| mesh.parts.len()).sum() }
    }
}

/// Converts the input of a job, the one of this number.
pub(super) fn convert(job: &Job, number: usize, context: &Context<'_>) -> Outcome {
    let start = Instant::now();
    let mut diagnostics = context.args.reading.diagnostics();
    let result = make(job, &context.neighbours.turn(number), context, &mut diagnostics);
    Outcome { result, diagnostics, time: start.elapsed() }
}

fn make(job: &Job, turn: &Turn<'_>, context: &Context<'_>, diagnostics: &mut Diagnostics) -> Result<Made> {
    let Context { args, plan, .. } = context;
    job.is_alone()?;
    if args.resume
        && let Some((facts, sidecars)) = up_to_date(job, context)
    {
        report_name(job, plan, diagnostics)?;
        if let Some(manifest) = context.manifest {
            turn.take(&job.output, &manifest.sidecars(job));
        }
        return Ok(Made::UpToDate(facts, sidecars));
    }
    let goes_on = args.resume && context.manifest.is_some_and(|manifest| manifest.knows(job));
    let writer = context.writer.resuming(goes_on);
    check(job, context, &writer)?;
    let started = context.manifest.and_then(|manifest| manifest.look(job, &own(job, context)));
    let mut written = write(job, BTreeSet::new(), context, diagnostics)?;
    let taken = turn.take(&job.output, &written.neighbours());
    if !taken.is_empty() {
        // Another model of the run has other images under these names.
        *diagnostics = args.reading.diagnostics();
        written = write(job, taken, context, diagnostics)?;
        turn.take(&job.output, &written.neighbours());
    }
    let Written { converted, frames, motion, folder } = written;
    let near = [(job.input.path.as_path(), &folder)];
    let mut record = None;
    if is_stream(&job.output) {
        writer.write_from(&job.output, Kind::of(plan.to), &converted.output, &near)?;
    } else {
        context.manifest.map(|manifest| manifest.begin(job)).transpose()?;
        // The model comes after what belongs next to it.
        frames::write(frames.as_ref(), &job.output, args, &writer)?;
        writer.write_from(&job.output, Kind::of(plan.to), &converted.output, &near)?;
        let Conversion { from, bytes_in, bytes_out, .. } = &converted.conversion;
        let diagnostics = serde_json::to_value(retromesh::facts::diagnostics(diagnostics)).unwrap_or_default();
        let facts = Facts { format: from.id.to_owned(), bytes_in: *bytes_in, bytes_out: *bytes_out, diagnostics };
        record = started.map(|started| Box::new(started.of(&folder, &converted.output, Some(facts))));
    }
    let sidecars = converted.output.sidecars.into_iter().map(|(name, _)| name).collect();
    Ok(Made::Converted { conversion: converted.conversion, frames, motion, sidecars, record })
}

/// What a job makes, in memory.
struct Written {
    converted: Converted,
    frames: Option<FrameTable>,
    motion: Motion,
    /// That of the input.
    folder: Folder,
}

impl Written {
    /// Lists the files next to the output with their hashes: those that are written, and images that the model names there.
    fn neighbours(&self) -> Vec<(String, u64)> {
        let images = self.converted.scene.iter().flat_map(|scene| &scene.images);
        let linked = images.filter(|image| image.uri.is_some() && image.path == image.file_name());
        let linked = linked.filter_map(|image| Some((&image.path, &image.data.as_ref()?.bytes)));
        let written = self.converted.output.sidecars.iter().map(|(name, bytes)| (name, bytes));
        written.chain(linked).map(|(name, bytes)| (name.clone(), digest(bytes))).collect()
    }
}

/// Makes the output of a job, with other names for images than those that are taken.
fn write(job: &Job, taken: BTreeSet<String>, context: &Context<'_>, diagnostics: &mut Diagnostics) -> Result<Written> {
    let Context { args, plan, .. } = context;
    let size = FileState::of(&job.input.path).map_or(0, |state| state.bytes);
    let _room = context.budget.reserve(size);
    let model = job.input.path.file_name().unwrap_or_default().to_string_lossy();
    let clips = match context.mods {
        Some(mods) => mods::clips(mods, &model, diagnostics)?,
        None => args.clips.clips_of(&job.input.path),
    };
    let mut source = sources::load(&job.input.path, &args.reading)?.with_clips(clips.clone());
    source.report_misnamed(diagnostics)?;
    report_name(job, plan, diagnostics)?;
    let mut export = args.writing.options();
    // What is glTF already has its size.
    if context.mods.is_some_and(|mods| !is_gltf(&model) && mods.is_of_nodes(&model)) {
        mods::for_nodes(&mut export);
    }
    let name = job.output.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let to_stream = is_stream(&job.output);
    export.file_name = if to_stream { format!("stdout.{}", plan.extension) } else { name };
    export.taken_files = taken;
    let import = args.reading.options();
    let original = args.like.as_deref().map(|like| original(like, job, context)).transpose()?;
    let (original, near) = original.unzip();
    if let Some(near) = near {
        source.folder = source.folder.with_original(near);
    }
    let mut request = Request::new(&import, &export).deny(context.denied);
    if !to_stream {
        request = request.output(&job.output);
    }
    if let Some(original) = &original {
        request = request.like(&original.scene);
    }
    let converted = retromesh::convert_emptying(&mut source, plan.to, &request, diagnostics)?;
    let mut frames = converted.scene.as_ref().map_or(Ok(None), |scene| plan.to.frame_table(scene, &export))?;
    if let (Some(table), Some(scene)) = (&mut frames, &converted.scene) {
        clips.complete(table, scene, source.format.info().clock);
    }
    let motion = converted.scene.as_deref().map(Motion::of).unwrap_or_default();
    Ok(Written { converted, frames, motion, folder: source.folder })
}

/// Returns the model that the input of a job was made from.
pub(super) fn original_path(like: &Path, job: &Job, plan: &Plan) -> PathBuf {
    original_of(like, &job.input, &plan.extension)
}

/// Returns the model that an input was made from; in a folder or an archive that with the path of the output, in other letters where only
/// one has it so.
pub(super) fn original_of(like: &Path, input: &Input, extension: &str) -> PathBuf {
    if !is_folder(like) {
        return like.to_path_buf();
    }
    let path = like.join(&input.relative).with_extension(extension);
    in_other_case(&path).unwrap_or_else(|| as_stored(&path).into_owned())
}

/// Says which model an input was made from, and as it is now: what decides about the output of a job alone.
fn own(job: &Job, context: &Context<'_>) -> String {
    let path = context.args.like.as_deref().map(|like| original_path(like, job, context.plan));
    path.map_or(String::new(), |path| format!("{} {:?}", path.display(), FileState::of(&path)))
}

/// Reads the model that an input was made from, and returns the folder in which it found what it needs.
fn original(like: &Path, job: &Job, context: &Context<'_>) -> Result<(Opened, Folder)> {
    let path = original_path(like, job, context.plan);
    // What cannot be opened names its file already, in an archive without that.
    let damaged = |error: Error| match error.kind() {
        ErrorKind::Io { .. } if split_archive(&path).is_none() => error,
        _ => Error::new("", ErrorKind::unrepresentable(format!("--like {}: {error}", path.display()))),
    };
    open_original(&path, &context.args.reading).map_err(damaged)
}

/// Reads a model that inputs were made from, and returns the folder in which it found what it needs.
pub(super) fn open_original(path: &Path, reading: &ReadingArgs) -> Result<(Opened, Folder)> {
    let source = sources::load(path, reading)?;
    Ok((retromesh::open_original(&source, &reading.options().limits)?, source.folder))
}

/// Reports that an output could not get the name of its input.
fn report_name(job: &Job, plan: &Plan, diagnostics: &mut Diagnostics) -> Result<()> {
    let wanted = job.input.relative.with_extension(&plan.extension);
    let name = |path: &Path| PathBuf::from(path.file_name().unwrap_or_default());
    let (wanted, name) = match plan.destination {
        Destination::Folder(_) if repeated(&name(&wanted)) == name(&wanted) => (wanted.clone(), repeated(&wanted)),
        Destination::Folder(_) | Destination::NextToInput => (name(&wanted), name(&job.output)),
        _ => return Ok(()),
    };
    if repeated(&wanted) == wanted {
        return Ok(());
    }
    let [wanted, name] = [wanted, name].map(|path| path.to_string_lossy().replace('\\', "/"));
    let detail = format!("the output is called {name}: Windows cannot have {wanted}");
    diagnostics.report(Finding::new(Code::RenamedFile).detail(detail))
}

/// Returns what is known of an output that is what this run would write, with the frame table next to it where one is asked for.
fn up_to_date(job: &Job, context: &Context<'_>) -> Option<(Facts, Vec<String>)> {
    let folder = |path: &Path| sources::folder(path, &context.args.reading);
    let mut near = folder(&job.input.path);
    if let Some(like) = &context.args.like {
        near = near.with_original(folder(&original_path(like, job, context.plan)));
    }
    let manifest = context.manifest.filter(|manifest| manifest.is_up_to_date(job, &own(job, context), &near))?;
    let has_table = frames::path(&job.output, context.args).is_none_or(|table| table.exists());
    let record = manifest.known(job).filter(|_| has_table)?;
    Some((record.facts()?.clone(), record.sidecars().to_vec()))
}

/// Fails where an output, or its frame table, may not be written; then the input need not be read.
fn check(job: &Job, context: &Context<'_>, writer: &Writer) -> Result<()> {
    if is_stream(&job.output) {
        return Ok(());
    }
    let table = frames::path(&job.output, context.args);
    let mut written = [(Some(&job.output), Kind::of(context.plan.to)), (table.as_ref(), Kind::FrameTable)].into_iter();
    let checked = written.try_for_each(|(path, kind)| path.map_or(Ok(()), |path| writer.check(path, kind)));
    // That an input is not there, or no model, comes first: nobody shall overwrite an output for nothing.
    let extension = job.input.path.extension().unwrap_or_default().to_string_lossy();
    let is_model = job.output != job.input.path
        && FileState::of(&job.input.path).is_some()
        && retromesh::format_by_extension(&extension).is_some();
    if checked.is_err() && !is_stream(&job.input.path) && !is_model {
        let reading = &context.args.reading;
        sources::load(&job.input.path, reading)?.read(&reading.options(), &mut reading.diagnostics())?;
    }
    checked
}
