//! Wavefront `.obj` and `.mtl`: one file per construct that real files hold, that the format allows, or that a reader must repair.
//!
//! Space of all numbers: right-handed, x right, y up, z toward the viewer; front faces counter-clockwise; v upward.
//! The texts are written out here, line by line.
#![allow(clippy::trivially_copy_pass_by_ref, reason = "a byte string literal is a reference")]

mod bad;
mod elements;
mod materials;
mod texts;

use crate::Fixture;

pub(super) fn all() -> Vec<Fixture> {
    [elements::all(), texts::all(), materials::all(), bad::all()].into_iter().flatten().collect()
}

/// Makes a model from its whole text.
fn obj(name: &str, proves: &'static str, text: &[u8]) -> Fixture {
    Fixture { path: format!("obj/{name}.obj"), bytes: text.to_vec(), proves }
}

/// Makes a material library from its whole text.
fn mtl(name: &str, proves: &'static str, text: &[u8]) -> Fixture {
    Fixture { path: format!("obj/{name}.mtl"), bytes: text.to_vec(), proves }
}

/// The corners of a square in the plane z = 0.
const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

/// Makes a model from statements after the corners of the square.
fn on_square(name: &str, proves: &'static str, statements: &str) -> Fixture {
    obj(name, proves, format!("{SQUARE}{statements}").as_bytes())
}
