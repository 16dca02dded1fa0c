//! `retromesh formats`, and the formats that a command line names.

use crate::Exit;
use crate::args::FormatsArgs;
use crate::help::{formats, targets};
use crate::json;
use crate::suggest::unknown;
use crate::terminal::usage;
use retromesh::Format;

pub(crate) fn run(args: &FormatsArgs) -> Exit {
    if let Some(format) = &args.format {
        return usage("`formats` lists all formats", Some(&format!("`retromesh help {format}` explains one")));
    }
    if args.json {
        json::print_list(&retromesh::facts::formats());
        return Exit::Ok;
    }
    out!("{}", if args.targets { targets() } else { formats() });
    Exit::Ok
}

/// Finds the format that an extension stands for; the error is about the command line.
pub(crate) fn known(extension: &str) -> Result<&'static dyn Format, String> {
    retromesh::format_by_extension(extension.trim_start_matches('.')).ok_or_else(|| {
        let known = retromesh::all_formats().flat_map(|format| format.info().extensions).copied();
        unknown("format with the extension", extension, &known.collect::<Vec<_>>())
    })
}
