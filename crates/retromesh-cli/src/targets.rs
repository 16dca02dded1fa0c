//! Engine profiles by name.

use crate::suggest::unknown;
use clap::builder::{StringValueParser, TypedValueParser};
use retromesh::{Format, FormatInfo, Target};

/// Former names of engines, with those that they have now.
const RENAMED: [(&str, &str); 1] = [("minetest", "luanti")];

/// Engines and programs of which no target is needed.
const GLTF_READERS: [&str; 7] = ["godot", "unity", "unreal", "blender", "three", "threejs", "babylon"];

/// Reads the name of a target; the former name of an engine is its new one.
pub(crate) fn name() -> impl TypedValueParser<Value = String> {
    StringValueParser::new().map(|name| match RENAMED.iter().find(|(former, _)| *former == name) {
        Some((_, new)) => (*new).to_owned(),
        None => name,
    })
}

/// Returns whether a word is the name of an engine, or was.
pub(crate) fn is_name(word: &str) -> bool {
    RENAMED.iter().any(|(former, _)| *former == word) || of_any(word).is_ok()
}

/// Returns the options that name a target, and its format where the default format has none of that name.
pub(crate) fn options(name: &str) -> String {
    let has_it = |info: &&FormatInfo| info.targets.iter().any(|target| target.writes && target.name == name);
    let default = retromesh::format_by_extension(retromesh::DEFAULT_EXTENSION).map(Format::info);
    let other =
        default.is_none_or(|info| !has_it(&info)).then(|| retromesh::all_formats().map(Format::info).find(has_it));
    match other.flatten().and_then(|info| info.extensions.first()) {
        Some(extension) => format!("--to {extension} --target {name}"),
        None => format!("--target {name}"),
    }
}

/// Makes sure that some format has a target of this name; the message of the other case lists all.
pub(crate) fn of_any(name: &str) -> Result<(), String> {
    let mut known: Vec<&str> = Vec::new();
    for target in retromesh::all_formats().flat_map(|format| format.info().targets) {
        if !known.contains(&target.name) {
            known.push(target.name);
        }
    }
    if known.contains(&name) {
        return Ok(());
    }
    if GLTF_READERS.iter().any(|reader| name.eq_ignore_ascii_case(reader)) {
        return Err(format!("no target {name:?}: it reads glTF, whose target is \"generic\""));
    }
    Err(unknown("target", name, &known))
}

/// Makes sure that files of a format are written for a target of this name; the message of the other case lists those that are.
pub(crate) fn of_format(name: &str, format: &FormatInfo) -> Result<(), String> {
    let targets = format.targets.iter().filter(|target| target.writes);
    among(name, format, targets, |extension| format!(": `--to {extension}` writes one"))
}

/// Makes sure that files of a format are checked for a target of this name; the message of the other case lists those that are.
pub(crate) fn of_checked(name: &str, format: &FormatInfo) -> Result<(), String> {
    among(name, format, format.targets, |_| String::new())
}

fn among<'t>(
    name: &str,
    format: &FormatInfo,
    targets: impl IntoIterator<Item = &'t Target>,
    advice: impl Fn(&str) -> String,
) -> Result<(), String> {
    let known: Vec<&str> = targets.into_iter().map(|target| target.name).collect();
    if known.contains(&name) {
        return Ok(());
    }
    let what = format!("target of {}", format.name);
    let has_it = |info: &&FormatInfo| info.id != format.id && info.targets.iter().any(|target| target.name == name);
    let owner = retromesh::all_formats().map(Format::info).find(has_it);
    let Some(extension) = owner.and_then(|owner| owner.extensions.first()) else {
        return Err(unknown(&what, name, &known));
    };
    // It is no mistyped name, so that no near one is meant.
    let (known, advice) = (known.join(", "), advice(extension));
    Err(format!("no {what} {name:?} (there are: {known}); it is for .{extension} files{advice}"))
}
