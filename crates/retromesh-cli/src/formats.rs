//! `retromesh formats`, and the formats that a command line names.

use crate::Exit;
use crate::args::FormatsArgs;
use crate::help::{formats, targets};
use crate::json;
use crate::suggest::unknown;
use retromesh::{Format, FormatInfo};
use serde::Serialize;

/// A format in the form of the JSON output.
#[derive(Serialize)]
struct FormatEntry {
    schema: &'static str,
    id: &'static str,
    name: &'static str,
    extensions: &'static [&'static str],
    writes: bool,
    /// Whether it holds pictures, not models.
    picture: bool,
    targets: Vec<TargetInfo>,
    settings: Vec<SettingInfo>,
}

#[derive(Serialize)]
struct TargetInfo {
    name: &'static str,
    about: &'static str,
}

/// A setting of the format, which is an option of the program.
#[derive(Serialize)]
struct SettingInfo {
    name: &'static str,
    about: &'static str,
}

impl FormatEntry {
    fn of(info: &'static FormatInfo, picture: bool) -> Self {
        let targets = info.targets.iter().map(|target| TargetInfo { name: target.name, about: target.about });
        let settings = info.settings.iter().map(|setting| SettingInfo { name: setting.name, about: setting.about });
        Self {
            schema: "retromesh-formats-1",
            id: info.id,
            name: info.name,
            extensions: info.extensions,
            writes: info.writes,
            picture,
            targets: targets.collect(),
            settings: settings.collect(),
        }
    }
}

pub(crate) fn run(args: &FormatsArgs) -> Exit {
    if args.json {
        let models = retromesh::formats().iter().map(|format| FormatEntry::of(format.info(), false));
        let pictures = retromesh::pictures().iter().map(|format| FormatEntry::of(format.info(), true));
        json::print_list(&models.chain(pictures).collect::<Vec<_>>());
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
