//! `retromesh text` and `retromesh pack`.

use crate::Exit;
use crate::args::ReadingArgs;
use crate::sources;
use crate::terminal::{print_error, print_read_error};
use clap::Args;
use retromesh::{ErrorKind, Output, Overwrite, Result};
use std::io::ErrorKind::BrokenPipe;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(crate) struct TextArgs {
    /// The file, `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    /// The text; standard output where none is named.
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) output: PathBuf,
    /// Overwrites an output that is already there.
    #[arg(short, long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, Args)]
pub(crate) struct PackArgs {
    /// The text, `-` for standard input.
    #[arg(value_name = "TEXT")]
    pub(crate) input: PathBuf,
    /// The packed file, `-` for standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Overwrites an output that is already there.
    #[arg(short, long)]
    pub(crate) force: bool,
}

pub(crate) fn text(args: &TextArgs) -> Exit {
    let written = sources::load(&args.input, &args.reading).and_then(|source| {
        let text = source.text(&args.reading.options(), &mut args.reading.diagnostics())?;
        write(&args.output, text.into_bytes(), args.force)
    });
    match written {
        Ok(()) => Exit::Ok,
        Err(error) => {
            print_read_error(&args.input, &error, &args.reading);
            Exit::Failed
        }
    }
}

pub(crate) fn pack(args: &PackArgs) -> Exit {
    let packed = sources::load_text(&args.input).and_then(|text| retromesh::pack(&text));
    match packed.and_then(|bytes| write(&args.output, bytes, args.force)) {
        Ok(()) => Exit::Ok,
        Err(error) => {
            print_error(&args.input.to_string_lossy(), &error);
            Exit::Failed
        }
    }
}

fn write(output: &Path, bytes: Vec<u8>, force: bool) -> Result<()> {
    if sources::is_stream(output) {
        // A reader that has seen enough (`| head`) is no failure.
        return match sources::write_stream(&bytes) {
            Err(error) if matches!(error.kind(), ErrorKind::Io { source, .. } if source.kind() == BrokenPipe) => Ok(()),
            written => written,
        };
    }
    let overwrite = if force { Overwrite::Replace } else { Overwrite::Refuse };
    retromesh::save(output, &Output { bytes, sidecars: Vec::new() }, overwrite)
}
