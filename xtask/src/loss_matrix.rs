//! The loss matrix: every fixture in every format, as a table for the documentation.

use crate::root;
use retromesh::{Diagnostics, Feature, ImportOptions};
use retromesh_diff::Tolerance;
use retromesh_testkit::matrix::Matrix;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the matrix twice: with a mark for each feature and format, as a table; and with the numbers of files, as TSV.
pub(crate) fn tables() -> Result<(String, String), String> {
    let matrix = matrix()?;
    let formats: Vec<&str> = retromesh::formats().iter().map(|format| format.info().id).collect();
    let rows = Feature::ALL.iter().map(|feature| {
        let about = feature.about().replace('|', "/");
        let cells = formats.iter().map(|format| mark(matrix.counts(*feature, format)).to_owned());
        [format!("**{}**: {about}", feature.name())].into_iter().chain(cells).collect()
    });
    let head: Vec<&str> = ["feature"].into_iter().chain(formats.iter().copied()).collect();
    let marks = crate::docs::table(&head, rows);
    let mut numbers = "feature\tformat\tkept\tapproximated\tlost\n".to_owned();
    for feature in Feature::ALL {
        for format in &formats {
            let [kept, approximated, lost] = matrix.counts(*feature, format).unwrap_or_default();
            let _ = writeln!(numbers, "{}\t{format}\t{kept}\t{approximated}\t{lost}", feature.name());
        }
    }
    Ok((marks, numbers))
}

/// The marks that `docs/loss-matrix.md` explains.
fn mark(counts: Option<[usize; 3]>) -> &'static str {
    match counts {
        None => "-",
        Some([_, 0, 0]) => "✓",
        Some([_, _, 0]) => "≈",
        Some([0, 0, _]) => "✗",
        Some(_) => "◐",
    }
}

fn matrix() -> Result<Matrix, String> {
    let folder = root().join("fixtures");
    let mut files = Vec::new();
    list(&folder, &mut files).map_err(|e| format!("{}: {e}", folder.display()))?;
    files.sort();
    let mut matrix = Matrix::default();
    for path in &files {
        let mut diagnostics = Diagnostics::new();
        // Fixtures that are damaged on purpose may be refused.
        let Ok(opened) = retromesh::open(path, &ImportOptions::default(), &mut diagnostics) else { continue };
        let from = retromesh::formats().iter().find(|format| format.info().id == opened.format.id);
        let from = from.ok_or("a format that is not in the list")?;
        matrix.add(&path.to_string_lossy(), &opened.scene, *from, retromesh::formats(), &Tolerance::default());
    }
    Ok(matrix)
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.ends_with("growth") {
            // Slow on purpose, and about nothing that others do not show.
            continue;
        }
        if path.is_dir() {
            list(&path, files)?;
        } else if is_model(&path.extension().unwrap_or_default().to_string_lossy()) {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns whether an extension means a format of models; pictures have nothing to lose.
fn is_model(extension: &str) -> bool {
    retromesh::formats().iter().any(|format| format.info().extensions.contains(&extension))
}
