//! The frame ranges of the clips of an output.

use super::tables;
use crate::args::ConvertArgs;
use crate::terminal::printable;
use crate::writer::{Kind, Writer};
use retromesh::{FrameTable, Result};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Parses the place of a frame table: a file, or an extension alone.
pub(super) fn place(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let extension = path.extension().or_else(|| path.file_name()).unwrap_or_default();
    match extension.to_string_lossy().trim_start_matches('.') {
        "json" | "lua" => Ok(path),
        _ => Err("the extension must be .json or .lua".to_owned()),
    }
}

/// Returns the extension where that is all that was given.
pub(super) fn extension_alone(place: &Path) -> Option<&'static str> {
    [".json", ".lua"].into_iter().find(|name| place.as_os_str() == OsStr::new(name))
}

/// Returns where the table of an output goes, where the command line asks for one.
pub(super) fn path(output: &Path, args: &ConvertArgs) -> Option<PathBuf> {
    let place = args.frame_table.as_deref()?;
    Some(match extension_alone(place) {
        Some(extension) => output.with_extension(extension.trim_start_matches('.')),
        None => place.to_path_buf(),
    })
}

/// Writes the table of an output, where the command line asks for it; a model that does not move has one without ranges.
pub(super) fn write(table: Option<&FrameTable>, output: &Path, args: &ConvertArgs, writer: &Writer) -> Result<()> {
    let Some(path) = path(output, args) else { return Ok(()) };
    let empty = FrameTable::default();
    let table = table.unwrap_or(&empty);
    let is_lua = path.extension().is_some_and(|extension| extension == "lua");
    let text = if is_lua { tables::lua(table) } else { tables::json(table) };
    writer.write(&path, Kind::FrameTable, text.into_bytes())
}

/// Returns whether the ranges are printed as calls for Luanti, which name the speed.
pub(super) fn are_calls(args: &ConvertArgs) -> bool {
    args.writing.target.as_deref().is_some_and(|target| target.starts_with("luanti"))
}

/// Prints the ranges: as calls for Luanti where the output is for it, else as a table.
pub(super) fn print(table: &FrameTable, args: &ConvertArgs) {
    if are_calls(args) {
        tables::lua_calls(table).lines().for_each(|line| outln!("  {}", printable(line)));
        return;
    }
    for range in &table.ranges {
        let looping = if range.looping { ", looping" } else { "" };
        let (name, first, last) = (printable(&range.name), range.first, range.last);
        let speed = tables::readable(range.speed.unwrap_or(table.speed));
        outln!("  frames {first} to {last} at {speed} a second{looping}: {name}");
    }
}
