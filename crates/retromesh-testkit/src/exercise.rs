//! The promise that every format makes about every input, as one function.

use retromesh_core::{Diagnostics, Error, Scene, check};
use retromesh_kit::{Files, Format, ImportOptions};

/// What became of an input.
#[derive(Debug)]
pub enum Outcome {
    /// It was read, and its scene built.
    Scene(Box<Scene>, Diagnostics),
    /// It was read; building the scene failed.
    Document(Error),
    /// It was refused.
    Refused(Error),
}

/// Reads `bytes` leniently and holds the format to its promises:
/// accepted input encodes to the same bytes, and a scene has no violation.
///
/// Panics with the broken promise.
pub fn exercise(format: &dyn Format, files: &dyn Files, bytes: &[u8]) -> Outcome {
    let options = ImportOptions::default();
    let mut diagnostics = Diagnostics::new();
    let model = match format.read(bytes, files, &options, &mut diagnostics) {
        Ok(model) => model,
        Err(error) => return Outcome::Refused(error),
    };
    let encoded = model.encode().unwrap_or_else(|e| panic!("accepted but not encoded: {e}"));
    assert!(encoded == bytes, "encoded bytes differ first at {:?}", first_difference(&encoded, bytes));
    match model.to_scene_with(&options, &mut diagnostics) {
        Ok(scene) => {
            let violations = check(&scene);
            assert!(violations.is_empty(), "violations: {violations:#?}");
            Outcome::Scene(Box::new(scene), diagnostics)
        }
        Err(error) => Outcome::Document(error),
    }
}

fn first_difference(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()))
}
