//! The loss matrix: every fixture in every format, as a table for the documentation.

use crate::quick_fixtures;
use retromesh::{Diagnostics, Feature, ImportOptions};
use retromesh_diff::Tolerance;
use retromesh_testkit::matrix::Matrix;
use std::fmt::Write;
use std::path::Path;

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
    let mut matrix = Matrix::default();
    let is_model = |path: &Path| {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        // Pictures have nothing to lose.
        retromesh::formats().iter().any(|format| format.info().extensions.contains(&&*extension))
    };
    for path in quick_fixtures()?.iter().filter(|path| is_model(path)) {
        let mut diagnostics = Diagnostics::new();
        // Fixtures that are damaged on purpose may be refused.
        let Ok(opened) = retromesh::open(path, &ImportOptions::default(), &mut diagnostics) else { continue };
        let from = retromesh::formats().iter().find(|format| format.info().id == opened.format.id);
        let from = from.ok_or("a format that is not in the list")?;
        matrix.add(&path.to_string_lossy(), &opened.scene, *from, retromesh::formats(), &Tolerance::default());
    }
    Ok(matrix)
}
