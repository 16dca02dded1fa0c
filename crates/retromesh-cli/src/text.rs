//! `retromesh text` and `retromesh pack`.

use crate::Exit;
use crate::args::{BytesArgs, ReadingArgs};
use crate::console::quiet;
use crate::outputs::suits;
use crate::sources;
use crate::terminal::{print_diagnostics, print_error, print_read_error, usage};
use clap::Args;
use retromesh::{Code, Diagnostics, ErrorKind, Format, Output, Overwrite, Result, Severity};
use std::io::ErrorKind::BrokenPipe;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(crate) struct TextArgs {
    /// The file, `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    /// The text, as with -o.
    #[arg(value_name = "TEXT", conflicts_with = "output")]
    pub(crate) text: Option<PathBuf>,
    /// The text; standard output where none is named.
    #[arg(short, long, value_name = "TEXT")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrites an output that is already there.
    #[arg(short, long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) reading: BytesArgs,
}

#[derive(Debug, Args)]
pub(crate) struct PackArgs {
    /// The text, `-` for standard input.
    #[arg(value_name = "TEXT")]
    pub(crate) input: PathBuf,
    /// The packed file, as with -o.
    #[arg(value_name = "FILE", conflicts_with = "output", required_unless_present = "output")]
    pub(crate) packed: Option<PathBuf>,
    /// The packed file, `-` for standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrites an output that is already there.
    #[arg(short, long)]
    pub(crate) force: bool,
}

pub(crate) fn text(TextArgs { input, text, output, force, reading }: TextArgs) -> Exit {
    let reading = ReadingArgs::from(reading);
    let output = text.or(output).unwrap_or_else(|| "-".into());
    let written = sources::load(&input, &reading).and_then(|source| {
        let text = source.text(&reading.options(), &mut reading.diagnostics())?;
        write(&output, text.into_bytes(), force)
    });
    match written {
        Ok(()) => Exit::Ok,
        Err(error) => {
            print_read_error(&input, &error, &reading);
            Exit::Failed
        }
    }
}

pub(crate) fn pack(args: &PackArgs) -> Exit {
    let text = sources::load_text(&args.input);
    let output = args.packed.as_deref().or(args.output.as_deref()).unwrap_or(Path::new("-"));
    if let Ok(Some(info)) = text.as_deref().map(|text| retromesh::packs_to(text).map(Format::info))
        && let Err(message) = suits(output, info, info.extensions.first().unwrap_or(&info.id))
    {
        return usage(&format!("the text is a {} file, and {message}", info.name), None);
    }
    let mut found = Diagnostics::new();
    let packed = text.and_then(|text| retromesh::pack_with(&text, &mut found));
    match packed.and_then(|bytes| write(output, bytes, args.force)) {
        Ok(()) => {
            let is_remark = |code: &Code| code.severity() != Severity::Defect;
            let remarks: Vec<Code> = found.entries().iter().map(|entry| entry.code).filter(is_remark).collect();
            if !quiet() {
                print_diagnostics(&args.input.to_string_lossy(), &found, &remarks);
            }
            Exit::Ok
        }
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
