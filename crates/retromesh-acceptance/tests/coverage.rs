//! Which share of the model files of a folder opens, by extension.
//!
//! The folder is that of the real files where the variable `RETROMESH_CORPUS` names one, else `fixtures`. Files that are damaged on purpose
//! lie in folders of their own, and count for themselves.
#![allow(clippy::print_stdout, reason = "what a comparison prints is its report")]

use retromesh::{Diagnostics, ImportOptions};
use retromesh_acceptance::{Outcome, corpus, models, root};
use std::collections::BTreeMap;
use std::path::Path;

/// Folders, and parts of names, of files that are damaged on purpose, or ask for more than a reader gives.
const DAMAGED: [&str; 7] = ["bad", "fuzz", "hostile", "crafted", "growth", "_bad_", "malformed"];

/// The smallest share of sound files that must open.
const AT_LEAST: f64 = 0.95;

/// What became of the files of one extension.
#[derive(Default)]
struct Count {
    sound: usize,
    open: usize,
    damaged: usize,
    /// The first file that does not open, and why.
    refused: Option<String>,
}

#[test]
fn most_model_files_open() -> Outcome {
    let folder = corpus().unwrap_or_else(|| root().join("fixtures"));
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    for path in models(&folder)? {
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let count = counts.entry(extension).or_default();
        if DAMAGED.iter().any(|word| name.contains(word)) {
            count.damaged += 1;
            continue;
        }
        count.sound += 1;
        match opens(&path) {
            Ok(()) => count.open += 1,
            Err(reason) => drop(count.refused.get_or_insert(format!("{name}: {reason}"))),
        }
    }
    println!(
        "| extension | files | open | share | damaged on purpose | first that does not open |\n|---|---:|---:|---:|---:|---|"
    );
    let mut total = Count::default();
    for (extension, count) in &counts {
        row(extension, count);
        (total.sound, total.open) = (total.sound + count.sound, total.open + count.open);
        total.damaged += count.damaged;
    }
    row("all", &total);
    let worst = counts.iter().find(|(_, count)| share(count) < AT_LEAST);
    match worst {
        _ if total.sound == 0 => Err(format!("{}: no model files", folder.display())),
        Some((extension, count)) => Err(format!(".{extension}: {} of {} open", count.open, count.sound)),
        None => Ok(()),
    }
}

fn opens(path: &Path) -> Result<(), String> {
    let opened = retromesh::open(path, &ImportOptions::default(), &mut Diagnostics::new());
    opened.map(drop).map_err(|error| error.to_string())
}

fn share(count: &Count) -> f64 {
    if count.sound == 0 { 1.0 } else { count.open as f64 / count.sound as f64 }
}

fn row(extension: &str, count: &Count) {
    let Count { sound, open, damaged, refused } = count;
    let refused = refused.as_deref().unwrap_or_default();
    println!("| {extension} | {sound} | {open} | {:.1} % | {damaged} | {refused} |", 100.0 * share(count));
}
