//! Clips by name from outside of the model: ranges of frames on the command line, or in files as mods write them.

mod csv;
mod json;

use crate::luanti::{Found, LeftOut, Mod, Registration, Root, is_gltf, ranges};
use clap::Args;
use retromesh::{ClipRange, ClipRanges, RangeUnit};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest file of ranges.
const LARGEST: u64 = 16 << 20;

/// At most this many models are named where none is the input.
const MAX_NAMED: usize = 5;

/// What a range needs.
const UNNAMED: &str =
    "each has a name, and two numbers that have names and are not computed, such as `walk = {x = 168, y = 187}`";

/// Which rate is taken where seconds have none.
const RATELESS: &str = "--ranges counts seconds and has no `rate` that says how many frames are one: that of the model is taken, or of `--fps`";

/// Why a table of animations has no ranges.
const SEPARATE: &str =
    "each of its clips is an animation of its own, and no range of a timeline: write it with `--clips one`";

/// Clips by name, in place of those of the file.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Clips")]
pub(crate) struct RangeArgs {
    /// Names clips as this file does, or the Lua files of a folder: Lua as mods write it, JSON or CSV.
    ///
    /// Lua may be a mod's own: it is not run. Each definition in it is for the model that its `mesh` names; in it `walk = {x = 168, y = 187, speed = 30}` and
    /// `walk_start = 168, walk_end = 187` are clips. Lua without definitions, JSON and CSV are for every input. JSON has the same shapes, or is what `--frame-table` writes
    /// (for b3d with `--first-frame 1`). CSV has a line `name,first,last` for each clip, with speed and `loop` or `once` after it where they are to be said.
    #[arg(long, hide_short_help = true, value_name = "FILE|FOLDER", value_parser = file)]
    ranges: Option<Ranges>,
    /// Names a clip: `walk=168-187`, with a speed `walk=168-187@30`. May be repeated.
    #[arg(long, hide_short_help = true, value_name = "NAME=FIRST-LAST[@SPEED]", value_parser = range, allow_hyphen_values = true)]
    range: Vec<ClipRange>,
    /// The number of the first frame, as these ranges count: 0 in Luanti, 1 in the file.
    ///
    /// Only for files that count frames. In those that count seconds a range without a speed is in seconds.
    #[arg(long, hide_short_help = true, value_name = "NUMBER", default_value = "0", allow_negative_numbers = true)]
    first_frame: f32,
}

/// What a file names.
#[derive(Debug, Clone)]
enum Ranges {
    /// The clips of every model, and those of the file whose name or numbers are not known.
    List(PathBuf, Vec<ClipRange>, LeftOut),
    /// Those of the models that definitions name.
    Mod(Arc<Mod>),
}

impl RangeArgs {
    /// Returns whether any clips are named.
    pub(crate) fn are_given(&self) -> bool {
        self.ranges.is_some() || !self.range.is_empty()
    }

    /// Lists the files that name clips.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        match &self.ranges {
            None => Vec::new(),
            Some(Ranges::List(path, ..)) => vec![path.clone()],
            Some(Ranges::Mod(read)) => read.files().collect(),
        }
    }

    /// Says which models definitions have clips for, where none of these is one, how many clips of a list are left out, and which rate is missing.
    pub(crate) fn misses<'p>(&self, mut models: impl Iterator<Item = &'p Path> + Clone) -> Option<String> {
        let left = self.left_out(models.clone());
        if left.count > 0 {
            let more = if left.names.len() > MAX_NAMED { ", ..." } else { "" };
            let names = left.names.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join(", ");
            let names = if names.is_empty() { names } else { format!(" ({names}{more})") };
            return Some(format!("--ranges leaves out {} of its ranges{names}: {UNNAMED}", left.count));
        }
        let is_rateless = |range: &ClipRange| range.unit == RangeUnit::Seconds(None);
        let counts_frames = |model: &&Path| !is_gltf(&model.to_string_lossy().to_ascii_lowercase());
        if models.clone().filter(counts_frames).any(|model| self.clips_of(model).ranges.iter().any(is_rateless)) {
            return Some(RATELESS.to_owned());
        }
        let Some(Ranges::Mod(read)) = &self.ranges else { return None };
        if models.any(|model| !self.clips_of(model).ranges.is_empty()) {
            return None;
        }
        let users = read.registrations().iter().filter(|user| user.ranges().next().is_some());
        let named: BTreeSet<&str> = users.flat_map(|user| &user.models).map(String::as_str).collect();
        let named = named.into_iter().take(MAX_NAMED).collect::<Vec<_>>().join(", ");
        Some(format!("--ranges names no clip of this model; it has those of {named}")).filter(|_| !named.is_empty())
    }

    /// Returns the clips that are left out: of a list all, of definitions those of these models.
    fn left_out<'p>(&self, models: impl Iterator<Item = &'p Path>) -> LeftOut {
        match &self.ranges {
            None => LeftOut::default(),
            Some(Ranges::List(_, _, left)) => left.clone(),
            Some(Ranges::Mod(read)) => {
                let name = |model: &Path| model.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let models: Vec<String> = models.map(name).collect();
                let users = read.registrations().iter().filter(|user| models.iter().any(|model| user.uses(model)));
                sum(users.map(|user| user.found().left_out()))
            }
        }
    }

    /// Returns the clips of a model: those of the file, then those of the command line.
    pub(crate) fn clips_of(&self, model: &Path) -> ClipRanges {
        let named = match &self.ranges {
            None => Vec::new(),
            Some(Ranges::List(_, ranges, _)) => ranges.clone(),
            Some(Ranges::Mod(read)) => {
                let name = model.file_name().unwrap_or_default().to_string_lossy();
                read.clips_of(&name, Registration::uses).into_iter().map(|clip| clip.range).collect()
            }
        };
        ClipRanges {
            ranges: named.into_iter().chain(self.range.iter().cloned()).collect(),
            first_frame: self.first_frame,
        }
    }
}

/// Reads a range of the command line.
fn range(text: &str) -> Result<ClipRange, String> {
    let shape = "write it as NAME=FIRST-LAST or NAME=FIRST-LAST@SPEED, such as walk=168-187@30";
    let (name, rest) = text.rsplit_once('=').filter(|(name, _)| !name.is_empty()).ok_or(shape)?;
    let (frames, speed) = rest.split_once('@').map_or((rest, None), |(frames, speed)| (frames, Some(speed)));
    // A first frame may be negative.
    let dash = frames.char_indices().skip(1).find(|(_, c)| *c == '-').map(|(at, _)| at).ok_or(shape)?;
    let number = |text: &str| text.trim().parse::<f32>().map_err(|_| format!("{text:?} is not a number; {shape}"));
    let (first, last) = (number(&frames[..dash])?, number(&frames[dash + 1..])?);
    ClipRange { name: name.to_owned(), first, last, speed: speed.map(number).transpose()?, ..ClipRange::default() }
        .checked()
}

/// Reads a file of ranges; its extension says how it is written. A folder is that of a mod.
fn file(name: &str) -> Result<Ranges, String> {
    let path = Path::new(name);
    let size = std::fs::metadata(path).map_err(|e| e.to_string())?.len();
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    if path.is_dir() || extension == "lua" {
        return lua(path);
    }
    if size > LARGEST {
        return Err(format!("it has {size} bytes; a list of ranges has at most {LARGEST}"));
    }
    let text = String::from_utf8_lossy(&std::fs::read(path).map_err(|e| e.to_string())?).into_owned();
    let text = text.trim_start_matches('\u{feff}');
    let (ranges, unnamed) = match extension.as_str() {
        "json" => return list(path, &[&of_json(text)?]),
        "csv" | "tsv" | "txt" => csv::parse(text)?,
        _ => return Err("the extension must be .lua, .json or .csv".to_owned()),
    };
    checked(path, ranges, LeftOut { count: unnamed, names: Vec::new() })
}

fn of_json(text: &str) -> Result<Found, String> {
    Ok(ranges(&json::table(&serde_json::from_str(text).map_err(|e| e.to_string())?), Root::List))
}

/// Reads Lua: definitions that name their models, or else a list for every model.
fn lua(path: &Path) -> Result<Ranges, String> {
    let read = Mod::of_path(path)?;
    if read.registrations().iter().any(|user| !user.models.is_empty()) {
        return Ok(Ranges::Mod(Arc::new(read)));
    }
    list(path, &read.registrations().iter().map(Registration::found).collect::<Vec<_>>())
}

/// Returns the ranges that tables have.
fn list(path: &Path, found: &[&Found]) -> Result<Ranges, String> {
    if found.iter().any(|found| found.is_separate) {
        return Err(SEPARATE.to_owned());
    }
    let clips = found.iter().flat_map(|found| &found.clips).map(|clip| clip.range.clone()).collect();
    checked(path, clips, sum(found.iter().map(|found| found.left_out())))
}

fn sum(all: impl Iterator<Item = LeftOut>) -> LeftOut {
    let mut sum = LeftOut::default();
    all.for_each(|left| sum.add(left));
    sum
}

fn checked(path: &Path, ranges: Vec<ClipRange>, left_out: LeftOut) -> Result<Ranges, String> {
    if ranges.is_empty() {
        return Err(format!("it names no range: {UNNAMED}; see `retromesh convert --help`"));
    }
    ranges
        .into_iter()
        .map(ClipRange::checked)
        .collect::<Result<_, _>>()
        .map(|ranges| Ranges::List(path.to_path_buf(), ranges, left_out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_frame_table_says_is_read_again() {
        let json = r#"{"speed": 15, "ranges": [
            {"name": "w\u000ak", "first": 0, "last": 9, "loop": true},
            {"name": "run", "first": 10, "last": 12.5, "loop": false, "speed": 30}]}"#;
        let lua = "return {\n\t{name = \"w\\010k\", x = 0, y = 9, speed = 15, loop = true},\n\
            \t{name = \"run\", x = 10, y = 12.5, speed = 30, loop = false},\n}\n";
        let range = |name: &str, first, last, speed, looping| ClipRange {
            name: name.into(),
            first,
            last,
            speed: Some(speed),
            looping: Some(looping),
            ..ClipRange::default()
        };
        let mut expected = [range("w\nk", 0.0, 9.0, 15.0, true), range("run", 10.0, 12.5, 30.0, false)];
        let folder = tempfile::tempdir().unwrap();
        let read = |extension: &str, text: &str, more: &str| {
            let path = folder.path().join("frames").with_extension(extension);
            std::fs::write(&path, text.replacen('{', &format!("{{{more}"), 1)).unwrap();
            file(path.to_str().unwrap()).map(|ranges| match ranges {
                Ranges::List(_, list, left_out) => (list, left_out.count),
                Ranges::Mod(_) => unreachable!(),
            })
        };
        let seconds = [
            ("json", json, r#""unit": "seconds", "rate": 30, "separate": false, "#),
            ("lua", lua, "unit = \"seconds\", rate = 30,"),
        ];
        for (extension, text, _) in seconds {
            assert_eq!(read(extension, text, ""), Ok((expected.to_vec(), 0)));
        }
        expected.iter_mut().for_each(|range| range.unit = RangeUnit::Seconds(Some(30.0)));
        for (extension, text, unit) in seconds {
            assert_eq!(read(extension, text, unit), Ok((expected.to_vec(), 0)));
        }
        assert!(read("json", json, r#""separate": true, "#).is_err());
        assert!(read("lua", lua, "separate = true,").is_err());
    }

    #[test]
    fn ranges_without_names_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        for (text, expected) in [
            (
                "return {walk = {x = 1, y = 20}, {x = 21, y = 40}, {41, 60}, run = {61, 80}, size = {1, 2, 3}}",
                Ok((3, "")),
            ),
            ("return {{name = \"\", x = 0, y = 20}, {name = \"walk\", x = 1, y = 20}}", Ok((0, ""))),
            (
                "local function clip(a, b) return {x = a, y = b} end return {idle = clip(0, 79), lay = {x = 1, y = 6}}",
                Ok((1, "idle")),
            ),
            ("return {speed = f(), lay = {x = 1, y = 6}, walk = {x = f(), y = 6}}", Ok((1, "walk"))),
            ("return {{1, 20}, {21, 40}}", Err(())),
        ] {
            let path = folder.path().join("frames.lua");
            std::fs::write(&path, text).unwrap();
            let read = file(path.to_str().unwrap()).map_err(drop);
            let left_out = read.map(|ranges| match ranges {
                Ranges::List(_, _, left_out) => (left_out.count, left_out.names.join(", ")),
                Ranges::Mod(_) => unreachable!(),
            });
            assert_eq!(left_out, expected.map(|(count, names)| (count, String::from(names))), "{text}");
        }
    }

    #[test]
    fn ranges_of_the_command_line() {
        for (text, name, first, last, speed) in [
            ("walk=168-187", "walk", 168.0, 187.0, None),
            ("walk=168-187@30", "walk", 168.0, 187.0, Some(30.0)),
            ("a=b=-1-2.5@0.5", "a=b", -1.0, 2.5, Some(0.5)),
            ("x=0--0", "x", 0.0, 0.0, None),
        ] {
            let expected = ClipRange { name: name.into(), first, last, speed, ..ClipRange::default() };
            assert_eq!(range(text), Ok(expected), "{text}");
        }
        for text in ["walk", "walk=", "=1-2", "walk=1", "walk=2-1", "walk=1-x", "walk=1-2@0", "walk=1-inf"] {
            assert!(range(text).is_err(), "{text}");
        }
    }
}
