//! DirectX `.x`: one file per construct that real files hold, that the format allows, or that a reader must repair.
//!
//! Space of all numbers: left-handed, x right, y up, z forward; front faces clockwise; v downward. Matrices are for row vectors.
#![allow(clippy::trivially_copy_pass_by_ref, reason = "a byte string literal is a reference")]

mod bad;
mod binary;
mod meshes;
mod motion;
mod texts;

use crate::Fixture;

pub(super) fn all() -> Vec<Fixture> {
    [texts::all(), meshes::all(), motion::all(), binary::all(), bad::all()].into_iter().flatten().collect()
}

/// Makes a text from what follows its header.
fn x(name: &str, proves: &'static str, text: &str) -> Fixture {
    Fixture { path: format!("x/{name}.x"), bytes: format!("xof 0303txt 0032\n{text}").into_bytes(), proves }
}

/// Vertices and faces of a square in the plane z = 0, seen from in front of it.
const SQUARE: &str = "4;0;0;0;,0;1;0;,1;1;0;,1;0;0;;1;4;0,1,2,3;;";

/// The matrix that moves nothing.
const IDENTITY: &str = "FrameTransformMatrix{1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;;}";

/// Makes a text of one frame whose mesh is the square with more inside.
fn on_square(name: &str, proves: &'static str, inside: &str) -> Fixture {
    x(name, proves, &format!("Frame Root{{{IDENTITY}Mesh Square{{{SQUARE}{inside}}}}}\n"))
}
