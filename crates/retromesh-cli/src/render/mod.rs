//! `retromesh render`.

mod args;
mod thumbnails;

pub(crate) use args::RenderArgs;

use crate::Exit;
use crate::console::quiet;
use crate::inputs::{Input, collect_or_report, folders, is_pattern};
use crate::luanti::ModImages;
use crate::outputs::{Destination, name_of, one_for_several, repeated};
use crate::sources::{self, is_stream};
use crate::suggest::unknown;
use crate::terminal::{failed, grouped, print_diagnostics, printable, shown, usage};
use crate::view::without_effect_on_pictures;
use crate::writer::{Kind, Writer};
use retromesh::keyframes::{Animation, Clip};
use retromesh::options::Textures;
use retromesh::{Code, Diagnostics, Error, ErrorKind, Folder, Opened, Result};
use retromesh_preview::{
    Animated, Difference, Limits, Moment, Rendered, Shot, Stage, View, compare_shots, encode_animation,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The views of a contact sheet.
const SHEET: [View; 4] = [View::ISO, View::FRONT, View::RIGHT, View::TOP];
/// Pictures of a second of a clip.
const RATE: f32 = 20.0;
/// How long a turn takes where no clip says so, in seconds.
const TURN: f32 = 4.0;
/// How far seconds may lie after the end of a clip: people type the thousandths that `info` prints.
const ROUNDING: f32 = 1e-3;
/// Moments on a sheet.
const COLUMNS: u32 = 6;

pub(crate) fn run(mut args: RenderArgs) -> Result<Exit, Exit> {
    let has_place = args.output.is_some() || args.directory.is_some() || args.compare;
    if !has_place {
        match args.inputs.as_slice() {
            [_, picture] if Kind::by_name(picture) == Some(Kind::Picture) => args.output = args.inputs.pop(),
            _ => {
                let places = "name it with -o FILE, a folder with -d DIR";
                return Err(usage("there is no place for the picture", Some(places)));
            }
        }
    }
    let other_sizes = args.inputs.windows(2).find_map(|words| {
        let height: u32 = words.last()?.to_str()?.parse().ok()?;
        (words.first()?.as_os_str() == "x").then_some(height)
    });
    if let Some(height) = other_sizes {
        return Err(usage("a size is one word", Some(&format!("--size {}x{height}", args.size.0))));
    }
    // One picture of one file is no folder of thumbnails.
    if let ([input], Some(output)) = (args.inputs.as_slice(), &args.output)
        && folders(&args.inputs).is_empty()
        && !is_pattern(input)
        && let Ok(Destination::Folder(folder)) = Destination::of(Some(output), None)
    {
        args.output = Some(folder.join(repeated(&name_of(input, "png"))));
    }
    draw(&args)
}

fn draw(args: &RenderArgs) -> Result<Exit, Exit> {
    let inputs = collect_or_report(&args.inputs, &args.reading)?;
    let destination = Destination::of(args.output.as_deref(), args.directory.as_deref());
    let destination = destination.map_err(|message| usage(&message, None))?;
    let writer = Writer::new(args.force, inputs.iter().map(|input| &input.path));
    if let (Some(folder), false) = (destination.folder(), args.compare) {
        let drawn = thumbnails::thumbnails(&inputs, folder, args, &writer);
        return drawn.map_err(|error| failed(&folder.to_string_lossy(), &error));
    }
    let kind = args.output.as_deref().map_or(Ok(Animated::Apng), |output| kind(output, args.moves()));
    let kind = kind.map_err(|message| usage(&message, None))?;
    let single = match (args.compare, inputs.as_slice()) {
        (true, [a, b]) => compare(a, b, args, &writer),
        (true, _) => return Err(usage(&format!("--compare takes two files, not {}", inputs.len()), None)),
        (false, [only]) => picture(only, kind, args, &writer).map(|()| Exit::Ok),
        (false, several) => return Err(one_for_several(several.len(), "picture")),
    };
    single.map_err(|failure| match failure {
        Failure::NoClip { message, hint } | Failure::NoMoment { message, hint } => usage(&message, Some(hint)),
        Failure::File { path, error } => {
            let path = path.as_deref().or(args.inputs.first().map(PathBuf::as_path));
            failed(&path.map(Path::to_string_lossy).unwrap_or_default(), &error)
        }
    })
}

/// Why there is no picture.
enum Failure {
    /// The model has no clip of the name.
    NoClip { message: String, hint: &'static str },
    /// The model moves, but not at this moment.
    NoMoment { message: String, hint: &'static str },
    /// A file cannot be read or drawn: this one, or the first.
    File { path: Option<PathBuf>, error: Error },
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::File { path: None, error }
    }
}

impl Failure {
    /// Says of which of several files it is.
    fn of(self, path: &Path) -> Self {
        let of_it = |message: String| format!("{}: {message}", shown(path));
        match self {
            Self::NoClip { message, hint } => Self::NoClip { message: of_it(message), hint },
            Self::NoMoment { message, hint } => Self::NoMoment { message: of_it(message), hint },
            Self::File { error, .. } => Self::File { path: Some(path.to_path_buf()), error },
        }
    }
}

/// A model to be drawn.
struct Drawn {
    stage: Stage,
    /// Where its images were found.
    folder: Folder,
    /// What was found.
    found: Diagnostics,
}

/// Returns the images that the mod around a model names for it, and the folder below which all images are.
fn images_of(path: &Path, args: &RenderArgs) -> ModImages {
    let found = crate::luanti::images_of(path);
    ModImages { root: args.reading.options().root.or(found.root), ..found }
}

/// Reads a model with its images.
fn stage(path: &Path, named: ModImages, args: &RenderArgs) -> Result<Drawn> {
    let mut options = args.reading.options();
    named.are_for(&mut options);
    let source = sources::load(path, &args.reading)?.within(named.root.as_deref());
    let source = source.with_clips(args.clips.clips_of(path)).with_images(named.names);
    let mut found = args.reading.diagnostics();
    let opened = retromesh::open_source(&source, &options, &mut found)?;
    let stage = stage_of(opened, &source.folder, &mut found)?;
    Ok(Drawn { stage, folder: source.folder, found })
}

/// Gives a model that was read its images.
pub(crate) fn stage_of(mut opened: Opened, folder: &Folder, diagnostics: &mut Diagnostics) -> Result<Stage> {
    opened.find_images(folder, Textures::Embed, diagnostics)?;
    Ok(Stage::new(opened.scene, Limits::default()))
}

/// The clip that is asked for, with the number of its animation.
fn clip(stage: &Stage, args: &RenderArgs) -> Result<Option<(usize, Clip)>, Failure> {
    let wanted = args.clip.is_some() || args.time.is_some() || args.frame.is_some() || args.animate;
    if !wanted {
        return Ok(None);
    }
    let found = stage.scene().clip(args.clip.as_deref());
    found.map(Some).ok_or_else(|| {
        let names: Vec<String> = stage.scene().clips().into_iter().map(|(_, clip)| clip.name).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let message = match &args.clip {
            Some(name) if names.iter().any(|name| !name.is_empty()) => unknown("clip", name, &names),
            Some(name) if !names.is_empty() => {
                format!("no clip {name:?}: the clips of the model have no names; the first is animation_0")
            }
            _ => "the model has no animation".to_owned(),
        };
        Failure::NoClip { message, hint: "`retromesh info` lists the clips; --range names new ones" }
    })
}

/// The shot of a model: that of the arguments, at the moment that they name.
fn shot(stage: &Stage, args: &RenderArgs) -> Result<Shot, Failure> {
    let mut shot = args.shot();
    if let Some((animation, clip)) = clip(stage, args)? {
        let timeline = &stage.scene().animations[animation];
        let tick = match (args.frame, args.time) {
            (Some(frame), _) => timeline.allow_tick(frame).map(|()| frame),
            (None, Some(seconds)) => tick_at(timeline, &clip, seconds),
            (None, None) => Ok(clip.first),
        };
        let tick = tick.map_err(|error| Failure::NoMoment {
            message: error.to_string(),
            hint: "`retromesh info` lists the clips with their frames and seconds",
        })?;
        shot.moment = Moment::At { animation, tick };
    }
    Ok(shot)
}

/// Returns the tick at which a clip is this many seconds after its start; fails for seconds that it does not last.
fn tick_at(timeline: &Animation, clip: &Clip, seconds: f32) -> Result<f32> {
    let length = timeline.seconds_of(clip);
    if !(0.0..=length + ROUNDING).contains(&seconds) {
        let expected = format!("0 to {length:.3} seconds");
        return Err(Error::new("", ErrorKind::option("time", expected, seconds.to_string())));
    }
    Ok(timeline.tick_at(clip, seconds.min(length)))
}

/// Draws what a single input becomes: a still, a sheet, a UV layout or an animation.
fn picture(input: &Input, kind: Animated, args: &RenderArgs, writer: &Writer) -> Result<(), Failure> {
    let Some(output) = args.output.as_deref() else { return Ok(()) };
    let named = images_of(&input.path, args);
    let is_unnamed = named.is_unnamed;
    let Drawn { stage, folder, found } = stage(&input.path, named, args)?;
    let shot = shot(&stage, args)?;
    let sheet = args.sheet;
    if !quiet() {
        print_diagnostics(&input.path.to_string_lossy(), &found, &without_effect_on_pictures());
        if is_unnamed && found.count(Code::MissingImage) > 0 {
            errln!(
                "  hint: no table of the mod names this model and its tiles: the images that the file names are looked for"
            );
        }
    }
    let bytes = if let Some(set) = args.uv {
        stage.uv_layout(&shot, set)?.png()?
    } else if sheet {
        let moments = moments(&stage, args, |_| COLUMNS)?.map(|(moments, _)| moments);
        let rendered = stage.sheet(&shot, &SHEET, &moments.unwrap_or_default())?;
        report(input, &stage, &found, &rendered);
        rendered.picture.png()?
    } else if args.moves() {
        let plays = |seconds: f32| args.turntable.unwrap_or(((seconds * RATE).round() as u32).clamp(2, 200));
        let (moments, seconds) = moments(&stage, args, plays)?.unwrap_or((Vec::new(), TURN));
        let frames = stage.frames(&shot, args.turntable, &moments)?;
        let count = frames.remaining() as u32;
        let delay = Duration::from_secs_f32((seconds / count.max(1) as f32).clamp(0.02, 10.0));
        let mut bytes = Vec::new();
        encode_animation(kind, count, delay, frames, &mut bytes)?;
        bytes
    } else {
        let rendered = stage.render(&shot)?;
        report(input, &stage, &found, &rendered);
        rendered.picture.png()?
    };
    writer.write_from(output, Kind::Picture, &bytes.into(), &[(&input.path, &folder)])?;
    if !quiet() && !is_stream(output) {
        outln!("{} -> {}", shown(&input.path), shown(output));
    }
    Ok(())
}

/// Spreads moments over the clip, for --animate, and says how long it plays in seconds.
fn moments(
    stage: &Stage,
    args: &RenderArgs,
    count: impl Fn(f32) -> u32,
) -> Result<Option<(Vec<Moment>, f32)>, Failure> {
    if !args.animate {
        return Ok(None);
    }
    let Some((animation, clip)) = clip(stage, args)? else { return Ok(None) };
    let seconds = stage.scene().animations[animation].seconds_of(&clip).clamp(0.1, 600.0);
    let count = args.pictures.unwrap_or_else(|| count(seconds));
    Ok(Some((Stage::moments(animation, clip.first, clip.last, count, clip.looping), seconds)))
}

/// Chooses the kind of file by the extension of the output; what has none is a PNG.
fn kind(output: &Path, moves: bool) -> Result<Animated, String> {
    let extension = output.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match extension.as_str() {
        "png" | "apng" => Ok(Animated::Apng),
        "" if is_stream(output) => Ok(Animated::Apng),
        "" => Err(format!("{0} has no extension: a picture is -o {0}.png, a folder -d {0}", shown(output))),
        "gif" if moves => Ok(Animated::Gif),
        "gif" => Err("a .gif is for animations: give --animate or --turntable, or a .png".to_owned()),
        other => {
            let png = shown(&output.with_extension("png"));
            Err(format!("pictures are written as .png, and those that move as .gif, not as .{other}: use -o {png}"))
        }
    }
}

/// Says what is not in a picture, but for images of which it was said.
fn report(input: &Input, stage: &Stage, found: &Diagnostics, rendered: &Rendered) {
    if quiet() {
        return;
    }
    let is_said = |path: &&str| {
        let name = retromesh::material::last_component(path);
        found.entries().iter().any(|entry| entry.detail.contains(name))
    };
    let mut missing = stage.missing_images();
    missing.retain(|path| path.is_empty() || !is_said(path));
    if !missing.is_empty() {
        let more = if missing.len() > 5 { format!(" and {} more", missing.len() - 5) } else { String::new() };
        let names = missing.iter().take(5).copied().collect::<Vec<_>>().join(", ");
        errln!("{}: images not found, too large or not readable: {}{more}", shown(&input.path), printable(&names));
    }
    if let Some(reason) = emptiness(rendered) {
        errln!("{}: {reason}", shown(&input.path));
    }
    let left_out = [
        (rendered.left_out.broken_triangles, "triangles with broken corners"),
        (rendered.left_out.placed_meshes, "placed meshes over the limit of size"),
        (rendered.unfinished_triangles, "triangles over the limit of work"),
    ];
    for (count, what) in left_out.into_iter().filter(|(count, _)| *count > 0) {
        errln!("{}: not drawn: {} {what}", shown(&input.path), grouped(count as u64));
    }
}

/// Says why nothing is in a picture; `None` where something is.
fn emptiness(rendered: &Rendered) -> Option<String> {
    if rendered.drawn_triangles + rendered.unfinished_triangles > 0 {
        return None;
    }
    let reason = match rendered.culled_triangles {
        0 => "no mesh is in sight".to_owned(),
        count => format!(
            "all {} triangles turn their backs to the viewer; `--back-faces` draws them, `--view back` draws the other side, \
             `--winding auto` turns those that their normals contradict",
            grouped(count as u64)
        ),
    };
    Some(format!("the picture is empty: {reason}"))
}

/// Draws two models and what differs; over the limit the exit code is 1.
fn compare(a: &Input, b: &Input, args: &RenderArgs, writer: &Writer) -> Result<Exit, Failure> {
    let staged = |input: &Input| {
        let staged = || {
            let drawn = stage(&input.path, images_of(&input.path, args), args)?;
            let shot = shot(&drawn.stage, args)?;
            Ok((drawn, shot))
        };
        staged().map_err(|failure: Failure| failure.of(&input.path))
    };
    let ((first, first_shot), (second, second_shot)) = (staged(a)?, staged(b)?);
    let compared = compare_shots(&first.stage, &first_shot, &second.stage, &second_shot)?;
    for (input, drawn) in [(a, &first), (b, &second)].iter().filter(|_| !quiet()) {
        print_diagnostics(&input.path.to_string_lossy(), &drawn.found, &without_effect_on_pictures());
    }
    if let Some(output) = &args.output {
        let read = [(a.path.as_path(), &first.folder), (b.path.as_path(), &second.folder)];
        writer.write_from(output, Kind::Picture, &compared.picture.png()?.into(), &read)?;
    }
    let difference = compared.difference;
    let same = difference.is_within(f64::from(args.max_difference));
    let is_reported = args.output.as_deref().is_none_or(|output| !is_stream(output));
    if is_reported && (!quiet() || !same) {
        let limit = args.max_difference;
        let verdict = match same {
            true if f32::from(difference.max) <= limit => "alike",
            true => "almost alike",
            false => "different",
        };
        let (count, all) =
            (grouped(difference.pixels as u64), grouped(u64::from(args.size.0) * u64::from(args.size.1)));
        let Difference { covered, max, clear, .. } = difference;
        outln!(
            "{verdict}: {count} of {all} pixels differ, by up to {max} of 255; where a model is {covered:.3} in the mean, {clear:.1}% by 32 or more (at most {limit})"
        );
    }
    Ok(if same { Exit::Ok } else { Exit::Failed })
}
