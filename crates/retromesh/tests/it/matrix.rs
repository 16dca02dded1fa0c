//! Every fixture in every format and back: nothing is lost silently, and nothing that the format holds is lost at all.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, missing_docs)]

use retromesh::{Diagnostics, ImportOptions};
use retromesh_diff::Tolerance;
use retromesh_testkit::matrix::{Matrix, Mistake};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // What is made to grow is refused by some formats, and so are numbers that overflow; tests of their own try them.
        if path.to_string_lossy().ends_with("-overflow.b3d") {
            continue;
        }
        if path.is_dir() && !path.ends_with("growth") {
            list(&path, files);
        } else if path.extension().is_some_and(|e| is_model(&e.to_string_lossy())) {
            files.push(path);
        }
    }
}

fn is_model(extension: &str) -> bool {
    retromesh::formats().iter().any(|format| format.info().extensions.contains(&extension))
}

/// Files that a format refuses to write, as their numbers are out of its reach.
const REFUSED: [(&str, &str); 1] = [("bo3d/half-special.bo3d", "bmd")];

#[test]
fn what_a_format_holds_survives_and_the_rest_is_reported() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut files = Vec::new();
    list(&root, &mut files);
    files.sort();
    let mut matrix = Matrix::default();
    let mut read = 0;
    for path in &files {
        // Damaged files that cannot be read have nothing to lose.
        let Ok(opened) = retromesh::open(path, &ImportOptions::default(), &mut Diagnostics::new()) else { continue };
        let from = retromesh::formats().iter().find(|format| format.info().id == opened.format.id).unwrap();
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
        matrix.add(&name, &opened.scene, *from, retromesh::formats(), &Tolerance::default());
        read += 1;
    }
    assert!(read >= 400 && matrix.conversions >= read * 13, "{read} files, {} conversions", matrix.conversions);
    let is_refused =
        |mistake: &Mistake| mistake.feature.is_none() && REFUSED.contains(&(mistake.file.as_str(), mistake.format));
    let (refused, mistakes): (Vec<_>, Vec<_>) = matrix.mistakes.iter().partition(|mistake| is_refused(mistake));
    assert_eq!(refused.len(), REFUSED.len());
    let mut found: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for mistake in mistakes {
        let feature = mistake.feature.map_or("everything", |feature| feature.name());
        found.entry((mistake.format, feature)).or_default().push(mistake.to_string());
    }
    for ((format, feature), all) in &found {
        println!("{format}: {feature}: {} files, as {}", all.len(), all[0]);
        if std::env::var("ALL").is_ok() {
            all.iter().for_each(|m| println!("    {m}"));
        }
    }
    assert!(found.is_empty(), "{} groups of mistakes", found.len());
}
