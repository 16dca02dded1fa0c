//! `retromesh diff`.

use crate::Exit;
use crate::args::ReadingArgs;
use crate::console::{quiet, speech};
use crate::inputs::{Input, collect_or_report};
use crate::json::{self, Entry};
use crate::terminal::{grouped, print_error, printable};
use clap::Args;
use retromesh::facts::Differences;
use retromesh::{ClipRanges, Feature, Opened};
use retromesh_diff::{Diff, Difference, Tolerance, diff};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// More extras are summed up: variants of one format have many others.
const MAX_EXTRAS: usize = 8;
const ONLY_FIRST: &str = "only in the first folder";
const ONLY_SECOND: &str = "only in the second folder";

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The first file, or the one before; `-` for standard input.
    #[arg(value_name = "A")]
    first: PathBuf,
    /// The second file, of any format. Of two folders the files of one name are compared; `-v` lists what differs.
    #[arg(value_name = "B")]
    second: PathBuf,
    /// The largest difference that counts as none.
    ///
    /// Positions may differ by X times the size of the model, times by X seconds, directions by 10 X radians, other numbers by X.
    #[arg(long, value_name = "X", default_value_t = Tolerance::default().value, value_parser = tolerance)]
    tolerance: f32,
    /// The moments at which the poses of each clip are compared; 0 for the rest pose alone.
    #[arg(long, value_name = "N", default_value_t = Tolerance::default().poses)]
    poses: usize,
    /// Leaves out what only the second file has.
    #[arg(long)]
    losses: bool,
    /// Prints JSON: a list with one object for each pair.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

pub(crate) fn run(args: &DiffArgs) -> Exit {
    let both = [&args.first, &args.second].map(|path| collect_or_report(std::slice::from_ref(path), &args.reading));
    let [first, second] = match both {
        [Ok(first), Ok(second)] => [first, second],
        [Err(exit), _] | [_, Err(exit)] => return exit,
    };
    if args.first.is_dir() && args.second.is_dir() {
        return folders(&first, &second, args);
    }
    let found = match compare(&args.first, &args.second, args) {
        Ok(found) => found,
        Err(errors) => {
            if args.json {
                json::print_list(&[entry(&args.first, &args.second, Err(errors))]);
            }
            return Exit::Usage;
        }
    };
    if args.json {
        json::print_list(&[entry(&args.first, &args.second, Ok(Differences::of(&found, args.losses)))]);
    } else if !quiet() {
        list(&found, args, "");
        let [triangles, nodes, poses] = [found.triangles, found.nodes, found.poses].map(|n| grouped(n as u64));
        let verdict = verdict(&found, args);
        outln!("{verdict}: compared {triangles} triangles and {nodes} nodes in {poses} poses");
    }
    if is_same(&found, args) { Exit::Ok } else { Exit::Failed }
}

/// Prints what differs.
fn list(found: &Diff, args: &DiffArgs, indent: &str) {
    let (extras, others): (Vec<_>, Vec<_>) =
        reported(found, args).into_iter().partition(|difference| difference.feature == Feature::Extras);
    let is_long = extras.len() > MAX_EXTRAS;
    for difference in others.iter().chain(extras.iter().filter(|_| !is_long)) {
        outln!("{indent}{}", printable(&difference.to_string()));
    }
    if is_long {
        let keys: BTreeSet<&str> = extras.iter().filter_map(|extra| extra.detail.split(": ").next()).collect();
        let keys = keys.into_iter().take(MAX_EXTRAS).collect::<Vec<_>>().join(", ");
        outln!("{indent}{} extras differ, among them {}; --json lists all", extras.len(), printable(&keys));
    }
    if found.left_out > 0 {
        outln!("{indent}not compared: {} placed meshes, too many for a comparison", grouped(found.left_out as u64));
    }
}

/// Compares the files of two folders that have one name, whatever their extensions.
fn folders(first: &[Input], second: &[Input], args: &DiffArgs) -> Exit {
    let name = |input: &Input| input.relative.with_extension("");
    let others: BTreeMap<PathBuf, &Input> = second.iter().rev().map(|input| (name(input), input)).collect();
    let exact: BTreeMap<&Path, &Input> = second.iter().map(|input| (input.relative.as_path(), input)).collect();
    let (mut all_same, mut entries, mut seen) = (true, Vec::new(), BTreeSet::new());
    let say = |input: &Input, what: &str| {
        if !args.json && !quiet() {
            outln!("{}: {what}", printable(&input.relative.to_string_lossy()));
        }
    };
    for input in first {
        let Some(&other) = exact.get(&*input.relative).or_else(|| others.get(&name(input))) else {
            say(input, ONLY_FIRST);
            entries.push(entry(&input.path, &args.second.join(&input.relative), Err(ONLY_FIRST.to_owned())));
            all_same = false;
            continue;
        };
        seen.insert(&other.relative);
        let result = compare(&input.path, &other.path, args);
        all_same &= result.as_ref().is_ok_and(|found| is_same(found, args));
        if let Ok(found) = &result {
            say(input, &verdict(found, args));
            if speech().verbose && !args.json {
                list(found, args, "  ");
            }
        }
        let result = result.map(|found| Differences::of(&found, args.losses));
        entries.push(entry(&input.path, &other.path, result));
    }
    for input in second.iter().filter(|input| !args.losses && !seen.contains(&input.relative)) {
        say(input, ONLY_SECOND);
        entries.push(entry(&args.first.join(&input.relative), &input.path, Err(ONLY_SECOND.to_owned())));
        all_same = false;
    }
    if args.json {
        json::print_list(&entries);
    }
    if all_same { Exit::Ok } else { Exit::Failed }
}

/// Compares two files; what keeps them from being read is said.
fn compare(first: &Path, second: &Path, args: &DiffArgs) -> Result<Diff, String> {
    let open = |path: &Path| open(path, args).inspect_err(|error| print_error(&path.to_string_lossy(), error));
    // Both are read in any case: two errors are reported at once.
    let (first, second) = match (open(first), open(second)) {
        (Ok(first), Ok(second)) => (first, second),
        (first, second) => {
            let errors = [first.err(), second.err()].into_iter().flatten().map(|error| error.to_string());
            return Err(errors.collect::<Vec<_>>().join("; "));
        }
    };
    let mut tolerance = Tolerance::of(args.tolerance).with_frames();
    tolerance.poses = args.poses;
    let mut found = diff(&first.scene, &second.scene, &tolerance);
    // A scene counts ticks, also where the times of its file are no seconds.
    if [first.format.id, second.format.id] == ["gltf"; 2] && first.version != second.version {
        found.add(Feature::Clips, format!("glTF {} became glTF {}", first.version, second.version));
    }
    Ok(found)
}

fn reported<'d>(found: &'d Diff, args: &DiffArgs) -> Vec<&'d Difference> {
    if args.losses { found.losses().collect() } else { found.differences.iter().collect() }
}

fn is_same(found: &Diff, args: &DiffArgs) -> bool {
    reported(found, args).is_empty() && found.left_out == 0
}

fn verdict(found: &Diff, args: &DiffArgs) -> String {
    match reported(found, args).len() {
        0 if found.left_out > 0 => "same as far as compared".to_owned(),
        0 => "same".to_owned(),
        1 => "1 difference".to_owned(),
        count => format!("{count} differences"),
    }
}

fn open(path: &Path, args: &DiffArgs) -> retromesh::Result<Opened> {
    crate::sources::open(path, &args.reading, ClipRanges::default(), Vec::new(), &mut args.reading.diagnostics())
}

/// What is reported of a pair: the second file is named together with the first.
#[derive(Serialize)]
struct Pair {
    other: String,
    #[serde(flatten)]
    found: Option<Differences>,
}

/// Makes the entry of the JSON output.
fn entry(first: &Path, second: &Path, found: Result<Differences, String>) -> Entry<Pair> {
    const SCHEMA: &str = "retromesh-diff-1";
    let [file, other] = [first, second].map(|path| path.to_string_lossy().into_owned());
    match found {
        Ok(found) => Entry::of(SCHEMA, file, Pair { other, found: Some(found) }),
        Err(error) => Entry::failed(SCHEMA, file, error, Some(Pair { other, found: None })),
    }
}

fn tolerance(text: &str) -> Result<f32, String> {
    let value: f32 = text.parse().map_err(|_| "not a number".to_owned())?;
    if value.is_finite() && value >= 0.0 { Ok(value) } else { Err("must not be negative".to_owned()) }
}
