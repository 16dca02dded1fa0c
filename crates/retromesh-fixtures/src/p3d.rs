//! P3D: ODOL version 7 and MLOD, one file per construct, and one per place where a reader must refuse or repair.
//!
//! Space of all numbers: left-handed, x right, y up, z forward; ODOL faces clockwise as seen from outside, MLOD faces
//! counter-clockwise; normals inward; v downward.
#![allow(clippy::trivially_copy_pass_by_ref, reason = "a byte string literal is a reference")]

mod bad;
mod mlod;
mod mlod_files;
mod odol;
mod odol_files;
mod shapes;

use crate::Fixture;

pub(super) fn all() -> Vec<Fixture> {
    [odol_files::all(), mlod_files::all(), bad::all()].into_iter().flatten().collect()
}

fn bytes(name: &str, proves: &'static str, bytes: Vec<u8>) -> Fixture {
    Fixture { path: format!("p3d/{name}.p3d"), bytes, proves }
}
