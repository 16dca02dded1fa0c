//! `retromesh dump`.

use crate::Exit;
use crate::args::DumpArgs;
use crate::inputs::collect_or_tell;
use crate::sources;
use crate::terminal::print_read_error;
use retromesh::{Error, Result};
use std::fmt;
use std::io::{self, BufWriter, Write};

pub(crate) fn run(args: &DumpArgs) -> Exit {
    if let Err(exit) = collect_or_tell(std::slice::from_ref(&args.input), &args.reading) {
        return exit;
    }
    match dump(args) {
        Ok(()) => Exit::Ok,
        Err(error) => {
            print_read_error(&args.input, &error, &args.reading);
            Exit::Failed
        }
    }
}

fn dump(args: &DumpArgs) -> Result<()> {
    let options = args.reading.options();
    let mut diagnostics = args.reading.diagnostics();
    let source = sources::load(&args.input, &args.reading)?;
    let model = source.read(&options, &mut diagnostics)?;
    let mut out = Print { out: BufWriter::new(io::stdout().lock()), error: None };
    let printed =
        if args.scene { model.to_scene_with(&options, &mut diagnostics)?.dump(&mut out) } else { model.dump(&mut out) };
    let flushed = out.out.flush();
    match (printed, out.error.map_or(flushed, Err)) {
        // A reader that has seen enough (`| head`) is no failure.
        (_, Err(e)) if e.kind() != io::ErrorKind::BrokenPipe => Err(Error::io("standard output", e)),
        _ => Ok(()),
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
