//! `retromesh dump`.

mod at;
mod hex;
mod path;

use crate::Exit;
use crate::args::DumpArgs;
use crate::console::{self, colored_output};
use crate::inputs::collect_or_report;
use crate::json::{self, Entry};
use crate::sources;
use crate::terminal::{print_read_error, usage};
use hex::Hex;
use retromesh::layout::{self, json as layout_json};
use retromesh::{Error, Model, Result, Source};
use std::fmt;
use std::io::{self, BufWriter, Write};

pub(crate) fn run(args: &DumpArgs) -> Exit {
    if args.whole && !args.json && !shows_bytes(args) {
        return usage("--whole changes what --json and --hex print", None);
    }
    if let Err(exit) = collect_or_report(std::slice::from_ref(&args.input), &args.reading) {
        return exit;
    }
    match dump(args) {
        Ok(()) => Exit::Ok,
        Err(error) => {
            print_read_error(&args.input, &error, &args.reading);
            if args.json {
                let file = args.input.to_string_lossy().into_owned();
                json::print_list(&[Entry::<()>::failed(layout_json::SCHEMA, file, error.to_string(), None)]);
            }
            Exit::Failed
        }
    }
}

/// Returns whether bytes are to be printed next to their names.
fn shows_bytes(args: &DumpArgs) -> bool {
    args.only.is_some() || args.hex
}

fn dump(args: &DumpArgs) -> Result<()> {
    let options = args.reading.options();
    let mut diagnostics = args.reading.diagnostics();
    let source = sources::load(&args.input, &args.reading)?;
    let model = source.read(&options, &mut diagnostics)?;
    let mut out =
        Print { out: BufWriter::new(console::stream().map_err(|e| Error::io("standard output", e))?), error: None };
    let printed = if args.scene {
        retromesh::dump::scene(&model.to_scene_with(&options, &mut diagnostics)?, &mut out)
    } else if args.json || args.at.is_some() || shows_bytes(args) {
        // What has no layout says so before anything is printed.
        layout::of_model(&*model)
            .and_then(|layout| layout.layout(&source.bytes, &mut ()))
            .map_err(|error| error.in_format(source.format.info().id))?;
        dump_layout(args, &source, &*model, &mut out)?
    } else {
        model.dump(&mut out)
    };
    let flushed = out.out.flush();
    match (printed, out.error.map_or(flushed, Err)) {
        // A reader that has seen enough (`| head`) is no failure.
        (_, Err(e)) if e.kind() != io::ErrorKind::BrokenPipe => Err(Error::io("standard output", e)),
        _ => Ok(()),
    }
}

/// Prints which byte is what.
fn dump_layout(args: &DumpArgs, source: &Source, model: &dyn Model, out: &mut dyn fmt::Write) -> Result<fmt::Result> {
    if args.json {
        let file = args.input.to_string_lossy();
        let print = |out: &mut dyn fmt::Write| {
            out.write_str("[\n")?;
            layout_json::print(out, &file, source.format.info(), model, &source.bytes, args.whole)?;
            out.write_str("\n]\n")
        };
        return Ok(print(out));
    }
    if let Some(offset) = args.at {
        return at::print(offset, source, model, out);
    }
    let mut hex = Hex::new(out, args.only.as_deref(), args.whole, colored_output());
    layout::of_model(model)?.layout(&source.bytes, &mut hex)?;
    let (printed, found) = hex.finish();
    match &args.only {
        Some(path) if !found => Err(path::unknown(path, source.format.info().id)),
        _ => Ok(printed),
    }
}

/// Lets a printer of text write to a stream, keeping the stream's error.
struct Print<W> {
    out: W,
    error: Option<io::Error>,
}

impl<W: Write> fmt::Write for Print<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|e| {
            self.error = Some(e);
            fmt::Error
        })
    }
}
