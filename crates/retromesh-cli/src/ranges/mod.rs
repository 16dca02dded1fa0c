//! Clips by name from outside of the model: ranges of frames on the command line, or in files as mods write them.

mod csv;
mod json;

use crate::luanti::{Mod, Registration, Root, ranges};
use clap::Args;
use retromesh::{ClipRange, ClipRanges};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest file of ranges.
const LARGEST: u64 = 16 << 20;

/// At most this many models are named where none is the input.
const MAX_NAMED: usize = 5;

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
    /// The clips of every model.
    List(PathBuf, Vec<ClipRange>),
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
            Some(Ranges::List(path, _)) => vec![path.clone()],
            Some(Ranges::Mod(read)) => read.files().collect(),
        }
    }

    /// Says which models definitions have clips for, where none of these is one.
    pub(crate) fn misses<'p>(&self, mut models: impl Iterator<Item = &'p Path>) -> Option<String> {
        let Some(Ranges::Mod(read)) = &self.ranges else { return None };
        if models.any(|model| !self.clips_of(model).ranges.is_empty()) {
            return None;
        }
        let users = read.registrations().iter().filter(|user| user.ranges().next().is_some());
        let named: BTreeSet<&str> = users.flat_map(|user| &user.models).map(String::as_str).collect();
        let named = named.into_iter().take(MAX_NAMED).collect::<Vec<_>>().join(", ");
        Some(format!("--ranges names no clip of this model; it has those of {named}")).filter(|_| !named.is_empty())
    }

    /// Returns the clips of a model: those of the file, then those of the command line.
    pub(crate) fn clips_of(&self, model: &Path) -> ClipRanges {
        let named = match &self.ranges {
            None => Vec::new(),
            Some(Ranges::List(_, ranges)) => ranges.clone(),
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
    let ranges = match extension.as_str() {
        "json" => of_json(&text)?,
        "csv" | "tsv" | "txt" => csv::parse(&text)?,
        _ => return Err("the extension must be .lua, .json or .csv".to_owned()),
    };
    list(path, ranges)
}

fn of_json(text: &str) -> Result<Vec<ClipRange>, String> {
    let table = json::table(&serde_json::from_str(text).map_err(|e| e.to_string())?);
    let found = ranges(&table, Root::List);
    if found.is_separate {
        Err(SEPARATE.to_owned())
    } else {
        Ok(found.clips.into_iter().map(|clip| clip.range).collect())
    }
}

/// Reads Lua: definitions that name their models, or else a list for every model.
fn lua(path: &Path) -> Result<Ranges, String> {
    let read = Mod::of_path(path)?;
    if read.registrations().iter().any(|user| !user.models.is_empty()) {
        return Ok(Ranges::Mod(Arc::new(read)));
    }
    if read.registrations().iter().any(Registration::is_separate) {
        return Err(SEPARATE.to_owned());
    }
    list(path, read.registrations().iter().flat_map(Registration::ranges).collect())
}

fn list(path: &Path, ranges: Vec<ClipRange>) -> Result<Ranges, String> {
    if ranges.is_empty() {
        return Err("it names no range, such as `walk = {x = 168, y = 187}`; see `retromesh convert --help`".to_owned());
    }
    ranges
        .into_iter()
        .map(ClipRange::checked)
        .collect::<Result<_, _>>()
        .map(|ranges| Ranges::List(path.to_path_buf(), ranges))
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh::RangeUnit;

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
        assert_eq!(of_json(json).unwrap(), expected);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frames.lua");
        let read = |lua: &str| {
            std::fs::write(&path, lua).unwrap();
            file(path.to_str().unwrap())
        };
        let Ok(Ranges::List(_, list)) = read(lua) else { panic!("no list") };
        assert_eq!(list, expected);
        // Seconds say so, and how many frames are in one.
        expected.iter_mut().for_each(|range| range.unit = RangeUnit::Seconds(Some(30.0)));
        let unit = json.replacen('{', r#"{"unit": "seconds", "rate": 30, "separate": false, "#, 1);
        assert_eq!(of_json(&unit).unwrap(), expected);
        let Ok(Ranges::List(_, list)) = read(&lua.replacen('{', "{unit = \"seconds\", rate = 30,", 1)) else {
            panic!("no list")
        };
        assert_eq!(list, expected);
        assert!(of_json(&json.replacen('{', r#"{"separate": true, "#, 1)).is_err());
        assert!(read(&lua.replacen('{', "{separate = true,", 1)).is_err());
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
