//! `retromesh formats`, and the formats that a command line names.

use crate::Exit;
use crate::args::FormatsArgs;
use crate::convert::UNWRITTEN;
use crate::help::{formats, targets};
use crate::json;
use crate::suggest::unknown;
use crate::terminal::usage;
use retromesh::Format;

pub(crate) fn run(args: &FormatsArgs) -> Exit {
    if let Some(format) = &args.format {
        // Of a file its extension is meant.
        let extension = format.rsplit_once('.').map_or(&**format, |(_, extension)| extension);
        return usage("`formats` lists all formats", Some(&format!("`retromesh help {extension}` explains one")));
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
    let extension = extension.trim_start_matches('.');
    retromesh::format_by_extension(extension).ok_or_else(|| {
        if UNWRITTEN.contains(&extension.to_lowercase().as_str()) {
            return format!(
                ".{extension} files are neither read nor written: Blender makes them of a .glb, and a .glb of them"
            );
        }
        let known = retromesh::all_formats().flat_map(|format| format.info().extensions).copied();
        unknown("format with the extension", extension, &known.collect::<Vec<_>>())
    })
}
