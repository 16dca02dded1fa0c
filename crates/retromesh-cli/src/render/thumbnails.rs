//! A folder of thumbnails, and the page that shows them.

use super::{Failure, RenderArgs, SHEET, emptiness, images_of, shot, stage};
use crate::Exit;
use crate::console::quiet;
use crate::inputs::Input;
use crate::manifest::{Manifest, print_others};
use crate::outputs::{Job, folded, repeated};
use crate::page::{Card, encoded, page};
use crate::sources;
use crate::terminal::{print_error, shown};
use crate::workers::in_order;
use crate::writer::{Kind, Writer};
use retromesh::Result;
use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What became of a thumbnail that did not fail.
enum Made {
    Drawn {
        /// Why nothing is in it, where nothing is.
        empty: Option<String>,
        /// Why it shows the model at rest, where another moment was asked for that is not in its timeline.
        still: Option<String>,
    },
    Kept,
}

/// Draws a thumbnail of each input and the page that shows them.
pub(super) fn thumbnails(inputs: &[Input], directory: &Path, args: &RenderArgs, writer: &Writer) -> Result<Exit> {
    let index = directory.join("index.html");
    let page_writer = writer.replacing(args.resume);
    page_writer.check(&index, Kind::Page)?;
    let mut taken = HashSet::new();
    let (jobs, names): (Vec<Job>, Vec<PathBuf>) = inputs
        .iter()
        .map(|input| {
            // The model's own extension stays: `chair.b3d` and `chair.glb` are two pictures.
            let mut name = repeated(&input.relative).into_os_string();
            name.push(".png");
            while !taken.insert(folded(Path::new(&name))) {
                name = OsString::from(format!("_{}", name.to_string_lossy()));
            }
            let output = directory.join(&name);
            (Job { input: input.clone(), output, clash: None }, PathBuf::from(name))
        })
        .unzip();
    let manifest = Manifest::open(directory, "", options(args))?;
    let mut cards = Vec::new();
    let [mut drawn, mut empty, mut kept, mut failures] = [0; 4];
    let mut names = names.iter();
    in_order(
        &jobs,
        args.jobs,
        |job| thumbnail(job, args, &manifest, writer),
        |Job { input, .. }, result| {
            match &result {
                Ok(Made::Drawn { empty: reason, still }) => {
                    drawn += 1;
                    empty += usize::from(reason.is_some());
                    for reason in still.iter().chain(reason).filter(|_| !quiet()) {
                        errln!("{}: {reason}", shown(&input.path));
                    }
                }
                Ok(Made::Kept) => kept += 1,
                Err(error) => {
                    failures += 1;
                    print_error(&input.path.to_string_lossy(), error);
                }
            }
            let address = names.next().filter(|_| result.is_ok()).map(|name| format!("./{}", encoded(name)));
            cards.push(Card {
                title: input.relative.to_string_lossy().into_owned(),
                kind: "model",
                picture: address.clone(),
                link: address,
                problem: match result {
                    Ok(Made::Drawn { empty, still }) => empty.or(still),
                    Ok(Made::Kept) => None,
                    Err(error) => Some(error.to_string()),
                },
                ..Card::default()
            });
        },
    );
    if args.resume {
        print_others(&manifest.others(&jobs).collect::<Vec<_>>(), "");
    }
    manifest.finish()?;
    let kept_too = if kept > 0 { format!("{kept} kept, ") } else { String::new() };
    let empty = if empty > 0 { format!(" ({empty} empty)") } else { String::new() };
    let summary = format!("{drawn} drawn{empty}, {kept_too}{failures} failed");
    if failures > 0 && failures == inputs.len() {
        if !quiet() {
            outln!("{summary}");
        }
        return Ok(Exit::Failed);
    }
    page_writer.write(&index, Kind::Page, page("Models", cards, args.size).into_bytes())?;
    if !quiet() {
        outln!("{summary}; see {}", shown(&index));
    }
    Ok(if failures == 0 { Exit::Ok } else { Exit::Failed })
}

/// Writes down all that decides about thumbnails but their models.
fn options(args: &RenderArgs) -> String {
    let (version, import, strict) = (env!("CARGO_PKG_VERSION"), args.reading.options(), args.reading.file.strict);
    let RenderArgs { clips, clip, time, frame, sheet, .. } = args;
    format!("render {version} {import:?} {strict} {:?} {clips:?} {clip:?} {time:?} {frame:?} {sheet}", args.shot())
}

/// Stands for the options of a picture that has a problem: no run has the same.
const AGAIN: &str = "it has a problem";

fn thumbnail(job: &Job, args: &RenderArgs, manifest: &Manifest, writer: &Writer) -> Result<Made> {
    let path = job.input.path.as_path();
    let images = images_of(path, args);
    let own = format!("{images:?}");
    let folder = || sources::folder(path, &args.reading).within(images.root.as_deref());
    if args.resume && manifest.is_up_to_date(job, &own, &folder()) {
        return Ok(Made::Kept);
    }
    let writer = writer.resuming(args.resume && manifest.knows(job));
    writer.check(&job.output, Kind::Picture)?;
    let started = manifest.look(job, &own);
    let drawn = stage(path, images, args)?;
    // Where a model has no such clip its rest is a picture too.
    let (shot, still) = match shot(&drawn.stage, args) {
        Ok(moving) => (moving, None),
        Err(Failure::NoMoment { message, .. }) => {
            (args.shot(), Some(format!("{message}; the picture shows the model at rest")))
        }
        Err(_) => (args.shot(), None),
    };
    let picture = if args.sheet { drawn.stage.sheet(&shot, &SHEET, &[])? } else { drawn.stage.render(&shot)? };
    let empty = emptiness(&picture);
    let output = picture.picture.png()?.into();
    manifest.begin(job)?;
    writer.write_from(&job.output, Kind::Picture, &output, &[(path, &drawn.folder)])?;
    // One that has a problem is drawn again, and says it again.
    let started = if empty.is_some() || still.is_some() { manifest.look(job, AGAIN) } else { started };
    started.map(|started| manifest.complete(started.of(&drawn.folder, &output, None))).transpose()?;
    Ok(Made::Drawn { empty, still })
}
