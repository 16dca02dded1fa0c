//! The tests of this crate, in one program.
#![allow(clippy::unwrap_used, clippy::panic)]

mod doors;
mod fixtures;
mod others;

use retromesh_testkit::File;

/// Returns the files of the format. Those of other formats are read from `fixtures/`, by `retromesh_testkit::fixtures`.
fn files() -> Vec<File> {
    let file = |fixture: retromesh_fixtures::Fixture| {
        let name = fixture.path.strip_prefix("toy/").unwrap().to_owned();
        File { name, path: fixture.path.into(), bytes: fixture.bytes }
    };
    retromesh_fixtures::toy::all().into_iter().map(file).collect()
}
