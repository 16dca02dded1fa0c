//! Blitz3D `.b3d`: one file per construct that real files hold, that the format allows, or that a parser must refuse.
//!
//! Space of all numbers: left-handed, x right, y up, z forward; front faces clockwise, so `(v1 - v0) x (v2 - v0)` points outward;
//! UV origin top left; quaternions w, x, y, z in Blitz3D's sense; frames count from 1.
#![allow(clippy::trivially_copy_pass_by_ref, reason = "a byte string literal is a reference")]

mod animation;
mod bad;
mod bad_values;
mod combined;
mod geometry;
mod hardened;
mod lint;
mod materials;
mod nodes;
mod shapes;
mod skins;
mod words;

use crate::Fixture;
use crate::assembler::Assembler;

pub(super) fn all() -> Vec<Fixture> {
    let tables = [
        geometry::all(),
        materials::all(),
        nodes::all(),
        animation::all(),
        skins::all(),
        combined::all(),
        hardened::all(),
        lint::all(),
        bad::all(),
        bad_values::all(),
    ];
    tables.into_iter().flatten().collect()
}

/// Makes a fixture with the content of a version 1 file given by `body`.
fn file(name: &str, proves: &'static str, body: impl FnOnce(&mut Assembler)) -> Fixture {
    bytes(name, proves, |a| {
        a.chunk(b"BB3D", |a| {
            a.i32(1);
            body(a);
        });
    })
}

/// Makes a fixture of one root node that holds what `body` appends.
fn of_node(name: &str, proves: &'static str, node: &[u8], body: impl FnOnce(&mut Assembler)) -> Fixture {
    file(name, proves, |a| words::node(a, node, body))
}

/// Makes a fixture of a version, with one triangle.
fn version(name: &str, proves: &'static str, version: i32) -> Fixture {
    bytes(name, proves, |a| a.chunk(b"BB3D", |a| versioned(a, version)))
}

/// What BB3D holds: its version, and a triangle.
fn versioned(a: &mut Assembler, version: i32) {
    a.i32(version);
    words::node(a, b"root", |a| shapes::triangle(a, -1));
}

/// Makes a fixture from the first byte on.
fn bytes(name: &str, proves: &'static str, body: impl FnOnce(&mut Assembler)) -> Fixture {
    Fixture { path: format!("b3d/{name}.b3d"), bytes: Assembler::build(body), proves }
}
