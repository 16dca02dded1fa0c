//! `retromesh view`: a page that shows models in a browser, in one file.

mod args;
mod browser;
mod model;
mod page;
mod watch;

pub(crate) use args::ViewArgs;

use crate::Exit;
use crate::console::{quiet, speech};
use crate::inputs::{Input, collect_or_report};
use crate::outputs::single;
use crate::sources::is_stream;
use crate::terminal::{failed, print_diagnostics, print_read_error, printable, shown, usage};
use crate::workers::in_order;
use crate::writer::{Kind, Writer};
use model::Model;
use page::Watched;
use retromesh::{Code, Error, Result, Severity};
use std::path::{Path, PathBuf};

/// The name of a page in a folder.
pub(crate) const PAGE: &str = "index.html";

pub(crate) fn run(mut args: ViewArgs) -> Result<Exit, Exit> {
    // As `convert in out` does.
    if let [_, page] = args.inputs.as_slice()
        && args.output.is_none()
        && Kind::by_name(page) == Some(Kind::Page)
    {
        args.output = args.inputs.pop();
    }
    if args.force && args.output.is_none() {
        return Err(usage("--force is for a page that is named", Some("name it with -o FILE.html")));
    }
    let page = args.output.as_deref().map(|output| single(output, Path::new(PAGE))).transpose();
    args.output = page.map_err(|message| usage(&message, None))?;
    show(&args)
}

fn show(args: &ViewArgs) -> Result<Exit, Exit> {
    let inputs = collect_or_report(&args.inputs, &args.reading)?;
    let wrong = |error: Error| failed("view", &error);
    if args.watch {
        let files: Vec<PathBuf> = inputs.iter().map(|input| input.path.clone()).collect();
        let served = watch::serve(&files, !args.no_open, |watched| page::page(&models(&inputs, args).0, watched));
        return served.map(|()| Exit::Ok).map_err(wrong);
    }
    let writer = Writer::new(args.force, inputs.iter().map(|input| &input.path));
    // What is in the way of the page is said before the models are read.
    args.output.as_deref().map_or(Ok(()), |output| writer.check(output, Kind::Page)).map_err(wrong)?;
    let (models, failures) = models(&inputs, args);
    // A page of nothing but errors shows nothing that was not just printed.
    if failures == models.len() {
        return Err(Exit::Failed);
    }
    deliver(&models, failures, args, &writer).map_err(wrong)?;
    Ok(if failures == 0 { Exit::Ok } else { Exit::Failed })
}

/// Reads the models, and counts those that failed; these say why.
fn models(inputs: &[Input], args: &ViewArgs) -> (Vec<Model>, usize) {
    let (mut models, mut failed) = (Vec::new(), 0);
    in_order(
        inputs,
        None,
        |input| Model::read(input, args),
        |input, result| {
            models.push(result.unwrap_or_else(|error| {
                failed += 1;
                print_read_error(&input.path, &error, &args.reading);
                Model::failed(input, &error)
            }));
        },
    );
    (models, failed)
}

/// Writes the page to where it belongs, and opens it if it has no other place.
fn deliver(models: &[Model], failed: usize, args: &ViewArgs, writer: &Writer) -> Result<()> {
    let bytes = page::page(models, Watched::No)?;
    let Some(output) = &args.output else {
        let path = temporary(&bytes).map_err(|e| Error::io("the folder for temporary files", e))?;
        report(models, failed, &path);
        return if args.no_open { Ok(()) } else { browser::open(&path) };
    };
    writer.write(output, Kind::Page, bytes)?;
    if !is_stream(output) {
        report(models, failed, output);
    }
    Ok(())
}

fn report(models: &[Model], failed: usize, output: &Path) {
    let what = match (models, failed) {
        ([only], _) => only.name().to_owned(),
        (several, 0) => format!("{} models", several.len()),
        (several, _) => format!("{} of {} models", several.len() - failed, several.len()),
    };
    if quiet() {
        return;
    }
    outln!("{} -> {}", printable(&what), shown(output));
    // The page shows every finding; what may be missing in the picture, or wrong, is said here, too.
    let on_page = without_effect_on_pictures();
    for model in models.iter().filter(|_| models.len() == 1 || speech().verbose) {
        print_diagnostics(model.name(), &model.found, &on_page);
    }
}

/// Returns the codes of all that neither leaves something out of a picture nor is wrong with a file.
pub(crate) fn without_effect_on_pictures() -> Vec<Code> {
    let is_seen = |code: &Code| {
        [Code::MissingImage, Code::UnsupportedImage].contains(code) || code.severity() == Severity::Defect
    };
    Code::ALL.iter().copied().filter(|code| !is_seen(code)).collect()
}

/// Writes a page where the system keeps what need not stay, for nobody else to read.
fn temporary(bytes: &[u8]) -> std::io::Result<PathBuf> {
    let file = tempfile::Builder::new().prefix("retromesh-").suffix(".html").tempfile()?;
    std::fs::write(file.path(), bytes)?;
    let (_, path) = file.keep().map_err(|failure| failure.error)?;
    Ok(path)
}
