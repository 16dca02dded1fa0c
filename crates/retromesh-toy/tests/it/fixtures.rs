//! What every format promises, over the fixtures.

use crate::files;
use retromesh_kit::NoFiles;
use retromesh_testkit::{Outcome, assert_snapshots_match, dump, exercise};
use retromesh_toy::FORMAT;

#[test]
fn good_files_survive_and_bad_ones_are_refused() {
    for file in files() {
        match exercise(&FORMAT, &NoFiles, &file.bytes) {
            Outcome::Scene(scene, _) => {
                assert_eq!(scene.meshes.len(), usize::from(file.name != "nothing.toy"), "{}", file.name);
            }
            Outcome::Document(error) | Outcome::Refused(error) => {
                assert!(file.name.starts_with("bad/") && error.offset().is_some(), "{}: {error}", file.name);
            }
        }
    }
}

#[test]
fn dumps_match_their_snapshots() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots");
    assert_snapshots_match(&files(), folder, |file| dump(&FORMAT, &NoFiles, &file.bytes));
}
