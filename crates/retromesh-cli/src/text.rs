//! `retromesh text` and `retromesh pack`.

use crate::Exit;
use crate::args::{BytesArgs, ReadingArgs};
use crate::console::quiet;
use crate::inputs::has_name_of_archive;
use crate::outputs::{name_of, single, suits};
use crate::sources::{self, is_stream};
use crate::terminal::{failed, print_diagnostics, print_read_error, shown, usage};
use crate::writer::{Kind, Writer};
use clap::Args;
use retromesh::{Code, Diagnostics, Format, Severity};
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
    ///
    /// In a folder it is named as the input; a new name needs its extension.
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
    #[arg(value_name = "FILE", conflicts_with = "output")]
    pub(crate) packed: Option<PathBuf>,
    /// The packed file, `-` for standard output.
    ///
    /// In a folder it is named as the input; a new name needs its extension.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrites an output that is already there.
    #[arg(short, long)]
    pub(crate) force: bool,
}

pub(crate) fn text(TextArgs { input, text, output, force, reading }: TextArgs) -> Exit {
    let reading = ReadingArgs::from(reading);
    let output = text.or(output).unwrap_or_else(|| "-".into());
    let output = match single(&output, &name_of(&input, "txt")) {
        Ok(output) => output,
        Err(message) => return usage(&message, None),
    };
    let mut found = reading.diagnostics();
    let written = sources::load(&input, &reading).and_then(|source| {
        let text = source.text(&reading.options(), &mut found)?;
        Writer::new(force, [&input]).write(&output, Kind::Text, text.into_bytes())
    });
    match written {
        Ok(()) => {
            report(&input, &output);
            print_defects(&input, &found);
            Exit::Ok
        }
        Err(error) => {
            print_read_error(&input, &error, &reading);
            Exit::Failed
        }
    }
}

pub(crate) fn pack(args: &PackArgs) -> Exit {
    let output = args.packed.as_deref().or(args.output.as_deref());
    if output.is_some_and(has_name_of_archive) {
        return usage(
            "archives are read and not written: this packs a text of `retromesh text`",
            Some("pack a folder with a tool for addons, such as HEMTT"),
        );
    }
    let text = sources::load_text(&args.input);
    if let Some(model) = text.as_deref().ok().and_then(|text| retromesh::detect(text, Path::new("")).ok()) {
        let (name, format) = (shown(&args.input), model.info().a_name());
        return usage(
            &format!("{name} is {format} file, not the text of one"),
            Some("`retromesh text FILE` writes its text"),
        );
    }
    let Some(output) = output else {
        return usage("there is no place for the packed file", Some("name it with -o FILE; - is standard output"));
    };
    let format = text.as_deref().ok().and_then(retromesh::packs_to);
    let mut output = output.to_path_buf();
    if let Some(info) = format.map(Format::info) {
        let extension = info.extensions.first().unwrap_or(&info.id);
        let suited = single(&output, &name_of(&args.input, extension))
            .and_then(|output| suits(&output, info, extension).map(|()| output));
        output = match suited {
            Ok(output) => output,
            Err(message) => return usage(&format!("the text is {} file, and {message}", info.a_name()), None),
        };
    }
    let mut found = Diagnostics::new();
    let packed = text.and_then(|text| retromesh::pack_with(&text, &mut found));
    let writer = Writer::new(args.force, [&args.input]);
    match packed.and_then(|bytes| writer.write(&output, format.map_or(Kind::Model, Kind::of), bytes)) {
        Ok(()) => {
            report(&args.input, &output);
            print_defects(&args.input, &found);
            Exit::Ok
        }
        Err(error) => failed(&args.input.to_string_lossy(), &error),
    }
}

/// Says what is wrong with a file, but nothing of what else was found.
fn print_defects(input: &Path, found: &Diagnostics) {
    let is_remark = |code: &Code| code.severity() != Severity::Defect;
    let remarks: Vec<Code> = found.entries().iter().map(|entry| entry.code).filter(is_remark).collect();
    if !quiet() {
        print_diagnostics(&input.to_string_lossy(), found, &remarks);
    }
}

/// Says what became of what.
fn report(input: &Path, output: &Path) {
    if !quiet() && !is_stream(output) {
        outln!("{} -> {}", shown(input), shown(output));
    }
}
