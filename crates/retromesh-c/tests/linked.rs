//! Cargo links the library for a program of tests alone, with what the other crates of the workspace turn on: so most of it is there already.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test fails by panicking")]

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};

#[test]
fn the_library_is_next_to_this_program() {
    let here = std::env::current_exe().unwrap();
    assert!(here.with_file_name(format!("{DLL_PREFIX}retromesh_c{DLL_SUFFIX}")).is_file());
}
