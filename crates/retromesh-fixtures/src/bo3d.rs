//! bOGL `.bo3d`: one file per construct that real files hold, that the format allows, or that a parser must refuse.
//!
//! Space of all numbers: right-handed, x right, y up, z towards the viewer; front faces counter-clockwise; UV origin top left;
//! quaternions w, x, y, z; frames count from 1.
#![allow(clippy::trivially_copy_pass_by_ref, reason = "a byte string literal is a reference")]

mod animation;
mod bad;
mod entity;
mod geometry;
mod layout;
mod nodes;
mod skins;

use crate::Fixture;
use crate::assembler::Assembler;
use entity::Entity;

pub(super) fn all() -> Vec<Fixture> {
    let tables = [nodes::all(), geometry::all(), skins::all(), animation::all(), layout::all(), bad::all(), bad::cut()];
    tables.into_iter().flatten().collect()
}

/// Puts a file together whose entity has two keys as far apart as frames can be counted.
pub(super) fn keys_far() -> Vec<u8> {
    let turned = entity::Place { rotation: entity::QUARTER_Z, ..entity::at(1.0, 0.0, 0.0) };
    let keys = vec![(1, entity::HERE), (2_000_000_001, turned)];
    plain(32, &[Entity { length: 2_000_000_002, keys, ..entity::pivot(-1, "far") }])
}

/// Makes a fixture of a plain file with 32-bit vertex numbers.
fn file(name: &str, proves: &'static str, entities: &[Entity]) -> Fixture {
    Fixture { path: format!("bo3d/{name}.bo3d"), bytes: plain(32, entities), proves }
}

/// Makes a fixture of a plain file with 16-bit vertex numbers.
fn half_file(name: &str, proves: &'static str, entities: &[Entity]) -> Fixture {
    Fixture { path: format!("bo3d/{name}.bo3d"), bytes: plain(16, entities), proves }
}

fn bytes(name: &str, proves: &'static str, bytes: Vec<u8>) -> Fixture {
    Fixture { path: format!("bo3d/{name}.bo3d"), bytes, proves }
}

/// Puts a plain file together.
fn plain(bits: i32, entities: &[Entity]) -> Vec<u8> {
    let list: Vec<u8> = entities.iter().flat_map(|entity| entity.bytes(bits)).collect();
    Assembler::build(|a| {
        a.raw(b"BO3D");
        a.i32s(&[100, entities.len() as i32, list.len() as i32, bits]);
        a.raw(&list);
    })
}
