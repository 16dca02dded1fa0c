//! `retromesh diff`.

use crate::Exit;
use crate::args::ReadingArgs;
use crate::console::quiet;
use crate::inputs::collect_or_tell;
use crate::terminal::{grouped, print_error, printable};
use clap::Args;
use retromesh::{ClipRanges, Opened, Result};
use retromesh_diff::{Diff, Difference, Tolerance, diff};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The first file, or the one before; `-` for standard input.
    #[arg(value_name = "A")]
    first: PathBuf,
    /// The second file, of the same format or another one.
    #[arg(value_name = "B")]
    second: PathBuf,
    /// What counts as the same: positions by this share of the model's size, other numbers by it as it is, times by it in seconds,
    /// directions by ten times as many radians.
    #[arg(long, value_name = "X", default_value_t = Tolerance::default().value, value_parser = tolerance)]
    tolerance: f32,
    /// The moments at which the poses of each clip are compared; 0 for the rest pose alone.
    #[arg(long, value_name = "N", default_value_t = Tolerance::default().poses)]
    poses: usize,
    /// Leaves out what only the second file has.
    #[arg(long)]
    losses: bool,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

pub(crate) fn run(args: &DiffArgs) -> Exit {
    if let Err(exit) = collect_or_tell(&[args.first.clone(), args.second.clone()], &args.reading) {
        return exit;
    }
    let open = |path: &Path| open(path, args).inspect_err(|error| print_error(&path.to_string_lossy(), error));
    // Both are read in any case: two errors are told at once.
    let (Ok(first), Ok(second)) = (open(&args.first), open(&args.second)) else { return Exit::Usage };
    let mut tolerance = Tolerance::of(args.tolerance);
    tolerance.poses = args.poses;
    let found = diff(&first.scene, &second.scene, &tolerance);
    let told: Vec<&Difference> =
        if args.losses { found.losses().collect() } else { found.differences.iter().collect() };
    if args.json {
        outln!("{}", json(&told, &found));
    } else if !quiet() {
        for difference in &told {
            outln!("{}", printable(&difference.to_string()));
        }
        let verdict = match told.len() {
            0 => "same".to_owned(),
            1 => "1 difference".to_owned(),
            count => format!("{count} differences"),
        };
        let [triangles, nodes, poses] = [found.triangles, found.nodes, found.poses].map(|n| grouped(n as u64));
        outln!("{verdict}: compared {triangles} triangles and {nodes} nodes in {poses} poses");
    }
    if told.is_empty() { Exit::Ok } else { Exit::Failed }
}

fn open(path: &Path, args: &DiffArgs) -> Result<Opened> {
    crate::sources::open(path, &args.reading, ClipRanges::default(), &mut args.reading.diagnostics())
}

fn json(told: &[&Difference], found: &Diff) -> serde_json::Value {
    let difference = |difference: &&Difference| {
        serde_json::json!({
            "feature": difference.feature.name(),
            "change": difference.side.name(),
            "path": difference.path,
            "detail": difference.detail,
            "count": difference.count,
            // A figure without bound has no number in JSON.
            "largest": difference.largest.filter(|largest| largest.is_finite()),
        })
    };
    serde_json::json!({
        "same": told.is_empty(),
        "differences": told.iter().map(difference).collect::<Vec<_>>(),
        "triangles": found.triangles,
        "nodes": found.nodes,
        "poses": found.poses,
    })
}

fn tolerance(text: &str) -> std::result::Result<f32, String> {
    let value: f32 = text.parse().map_err(|_| "not a number".to_owned())?;
    if value.is_finite() && value >= 0.0 { Ok(value) } else { Err("must not be negative".to_owned()) }
}
