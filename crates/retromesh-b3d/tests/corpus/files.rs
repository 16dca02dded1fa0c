//! Real files: each is read, written back byte for byte, and gives a scene without violations.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh_b3d::FORMAT;
use retromesh_kit::NoFiles;
use retromesh_testkit::{Outcome, corpus, exercise};

#[test]
fn real_files_survive() {
    for file in corpus("b3d", "b3d", 120) {
        match exercise(&FORMAT, &NoFiles, &file.bytes) {
            Outcome::Scene(scene, _) => assert!(!scene.nodes.is_empty(), "{}", file.name),
            Outcome::Document(error) | Outcome::Refused(error) => panic!("{}: {error}", file.name),
        }
    }
}

#[test]
fn counts_of_real_files() {
    let files = corpus("b3d", "b3d", 120);
    files.iter().for_each(|file| crate::walker::check(&file.name, &file.bytes));
}
