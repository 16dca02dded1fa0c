//! Mods whose Lua a Lua interpreter runs (`lua5.1`): the clips that their definitions hold then are those that we read of the same files
//! without running them, and so they are after the change.
//!
//! What only a run would know is left out, and must be named by the program.
#![allow(clippy::print_stdout, reason = "what a comparison prints is its report")]

mod drawn;

use drawn::Drawn;
use retromesh_acceptance::{Outcome, root, work_folder};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What runs the mods.
const RUN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/luanti/run.lua");
/// Where the mods are.
const MODS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/luanti/mods");
/// The fewest clips that must be compared.
const AT_LEAST: usize = 40;
/// How far times may be off after seconds became texts.
const NEAR: f64 = 1e-4;

/// A clip as a definition has it.
#[derive(Debug, Clone, PartialEq)]
struct Clip {
    first: f64,
    last: f64,
    speed: Option<f64>,
    blend: Option<f64>,
}

/// Clips by the name of the definition, its model, and their own.
type Clips = BTreeMap<(String, String, String), Clip>;

#[test]
fn clips_are_those_that_lua_sees() -> Outcome {
    let (program, work) = (retromesh_testkit::program()?, work_folder("luanti")?);
    let (mut same, mut left_out, mut wrong) = (0, 0, Vec::new());
    for folder in folders(Path::new(MODS))? {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let place = work.join(&name);
        copy(&folder, &place)?;
        let (before, drawn_before) = run(&place, &name)?;
        models(&place, &before)?;
        drawn::models(&place, &drawn_before)?;
        // Frames stay as they are.
        let (frames, said) = convert(&program, &place, &work.join(format!("{name}-frames")), "luanti-frames")?;
        for (key, clip) in &before {
            match ours(&frames, key, clip) {
                Some(found) if found == *clip => same += 1,
                Some(found) => wrong.push(format!("{name}: {key:?}: {clip:?} is {found:?}")),
                // Its definition, or its model, is computed: that is said.
                None if said.lines().any(|line| line.contains("computed") && named(line, &key.0)) => left_out += 1,
                None => wrong.push(format!("{name}: {key:?} is nowhere")),
            }
        }
        // In seconds it takes as long, and the changed files say so.
        let out = work.join(format!("{name}-seconds"));
        let (_, said) = convert(&program, &place, &out, "luanti")?;
        overlay(&folder, &out)?;
        let (after, drawn_after) = run(&out, &name)?;
        drawn::compare(&program, (&place, &drawn_before), (&out, &drawn_after), &said, &mut wrong);
        for (key, clip) in before.iter().filter(|(key, clip)| ours(&frames, key, clip).is_some()) {
            let now = (key.0.replace(".b3d", ".glb"), key.1.replace(".b3d", ".glb"), key.2.clone());
            let Some(found) = after.get(&now) else {
                wrong.push(format!("{name}: {now:?} is gone"));
                continue;
            };
            let seconds = |clip: &Clip| clip.speed.map(|speed| (clip.last - clip.first) / speed);
            let alike = match (seconds(clip), seconds(found)) {
                (Some(a), Some(b)) => (a - b).abs() <= NEAR,
                (a, b) => a == b,
            };
            if !alike || found.blend != clip.blend || !out.join("models").join(&now.1).is_file() {
                wrong.push(format!("{name}: {key:?}: {clip:?} became {found:?}"));
            }
        }
        nameless(&out, &mut wrong)?;
    }
    wrong.iter().for_each(|line| println!("{line}"));
    println!("luanti: {same} clips as Lua sees them, {left_out} left out and named, {} wrong", wrong.len());
    if wrong.is_empty() && same >= AT_LEAST { Ok(()) } else { Err(format!("{} clips are wrong", wrong.len())) }
}

/// Returns whether a line of the program is about a definition: its name, or an expression that begins as it.
fn named(line: &str, name: &str) -> bool {
    let start = name.find(':').map_or(name, |at| &name[..=at]);
    line.contains(name) || line.contains(start)
}

/// Returns the clip of a model: by its own name, or with that of a definition before it; that which is as wanted where several are.
fn ours(
    frames: &BTreeMap<String, Value>,
    (name, model, clip): &(String, String, String),
    wanted: &Clip,
) -> Option<Clip> {
    let table = frames.get(model.strip_suffix(".b3d")?)?;
    let of = |range: &Value| {
        let (first, last) = (range["first"].as_f64()?, range["last"].as_f64()?);
        let speed = range["speed"].as_f64().or(table["speed"].as_f64());
        Some(Clip { first, last, speed, blend: range["blend"].as_f64() })
    };
    let short = name.rsplit(':').next().unwrap_or_default();
    let own = [format!("{short}.{clip}"), format!("{name}.{clip}"), clip.clone()];
    let named = |range: &&Value| {
        let name = range["name"].as_str().unwrap_or_default();
        own.iter().any(|own| own == name) || name.strip_suffix(clip.as_str()).is_some_and(|of| of.ends_with('.'))
    };
    let mut found = table["ranges"].as_array()?.iter().filter(named).filter_map(of).collect::<Vec<Clip>>();
    // Another mob of the model may have it alike, and then it bears that one's name.
    found.sort_by_key(|found| found != wanted);
    found.into_iter().next()
}

/// Gives a mod a model for each file that its definitions name.
fn models(place: &Path, clips: &Clips) -> Outcome {
    fs::create_dir_all(place.join("models")).map_err(|e| e.to_string())?;
    let model = root().join("fixtures/b3d/keys-split-by-range.b3d");
    for (_, name, _) in clips.keys() {
        fs::copy(&model, place.join("models").join(name)).map_err(|e| format!("{name}: {e}"))?;
    }
    Ok(())
}

/// Converts a mod; returns the frame table of each model by its name without extension, and what was said.
fn convert(program: &Path, from: &Path, to: &Path, target: &str) -> Result<(BTreeMap<String, Value>, String), String> {
    let mut command = Command::new(program);
    command.arg("convert").arg(from).arg("-d").arg(to);
    command.args(["--target", target, "--lua", "-v", "--frame-table", ".json"]);
    let output = command.output().map_err(|e| e.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        return Err(format!("{target}: {said}{}", String::from_utf8_lossy(&output.stderr)));
    }
    let mut tables = BTreeMap::new();
    for path in files(&to.join("models"), "json")? {
        let text = fs::read_to_string(&path).map_err(|e| e.to_string())?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        tables.insert(stem, serde_json::from_str(&text).map_err(|e| e.to_string())?);
    }
    Ok((tables, said))
}

/// Has the interpreter run a mod.
fn run(folder: &Path, name: &str) -> Result<(Clips, Drawn), String> {
    let output = Command::new("lua5.1").arg(RUN).arg(folder).arg(name).output();
    let output = output.map_err(|e| format!("lua5.1: {e}; `cargo xtask setup lua5.1` installs it"))?;
    if !output.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let (mut clips, mut drawn) = (Clips::new(), Drawn::new());
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        if drawn::add(&fields, &mut drawn) {
            continue;
        }
        let [name, model, clip, first, last, speed, blend] = fields[..] else { return Err(format!("{name}: {line}")) };
        let number = |text: &str| text.parse::<f64>().ok();
        let (Some(first), Some(last)) = (number(first), number(last)) else { return Err(format!("{name}: {line}")) };
        let found = Clip { first, last, speed: number(speed), blend: number(blend) };
        clips.insert((name.to_owned(), model.to_owned(), clip.to_owned()), found);
    }
    Ok((clips, drawn))
}

/// Finds animations without a name next to others that have one.
fn nameless(out: &Path, wrong: &mut Vec<String>) -> Outcome {
    for path in files(&out.join("models"), "glb")? {
        let bytes = fs::read(&path).map_err(|e| e.to_string())?;
        let length = bytes.get(12..16).and_then(|length| length.try_into().ok()).map_or(0, u32::from_le_bytes) as usize;
        let json: Value =
            serde_json::from_slice(bytes.get(20..20 + length).unwrap_or_default()).map_err(|e| e.to_string())?;
        let names = json["animations"].as_array().into_iter().flatten().map(|animation| animation["name"].as_str());
        let names: Vec<Option<&str>> = names.collect();
        if names.len() > 1 && names.iter().any(|name| name.is_none_or(str::is_empty)) {
            wrong.push(format!("{}: {names:?}", path.display()));
        }
    }
    Ok(())
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    found.sort();
    Ok(found)
}

fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let paths = entries.flatten().map(|entry| entry.path());
    Ok(paths.filter(|path| path.extension().is_some_and(|own| own == extension)).collect())
}

fn copy(from: &Path, to: &Path) -> Outcome {
    fs::create_dir_all(to).map_err(|e| e.to_string())?;
    for path in files(from, "lua")? {
        fs::copy(&path, to.join(path.file_name().unwrap_or_default())).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// Puts the files that did not change next to those that did.
fn overlay(from: &Path, to: &Path) -> Outcome {
    for path in files(from, "lua")? {
        let place = to.join(path.file_name().unwrap_or_default());
        if !place.exists() {
            fs::copy(&path, place).map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}
