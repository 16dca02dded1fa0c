//! Golden dumps: what a file's document, scene and diagnostics look like in print.

use crate::files::File;
use retromesh_core::{Diagnostics, Files, Format, ImportOptions};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// No snapshot is larger: one that grows over it wants a smaller fixture.
const MAX_SNAPSHOT_BYTES: u64 = 48 * 1024;

/// Prints the document, the scene and the diagnostics of a file, or the error that refuses it.
pub fn dump(format: &dyn Format, files: &dyn Files, bytes: &[u8]) -> String {
    let options = ImportOptions::default();
    let mut diagnostics = Diagnostics::new();
    let mut text = String::new();
    let model = match format.read(bytes, files, &options, &mut diagnostics) {
        Ok(model) => model,
        Err(error) => return format!("error: {error}\n"),
    };
    model.dump(&mut text).expect("printing to a string");
    text.push_str("----\n");
    match model.to_scene(&options, &mut diagnostics) {
        Ok(scene) => scene.dump(&mut text).expect("printing to a string"),
        Err(error) => writeln!(text, "error: {error}").expect("printing to a string"),
    }
    text.push_str("----\n");
    for entry in diagnostics.entries() {
        writeln!(text, "{entry}").expect("printing to a string");
    }
    text
}

/// Returns the name of a file's snapshot: its path with everything but letters and digits as underscores.
fn snapshot_name(file: &File) -> String {
    file.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// Dumps each file and hands name and text to `assert`, then checks that the folder of snapshots holds one for each file, no
/// other, and none too large.
///
/// `folder` is the snapshot folder and `prefix` what insta puts before each name, such as `snapshots__`.
pub fn assert_snapshots_match(
    files: &[File],
    folder: &Path,
    prefix: &str,
    print: impl Fn(&File) -> String,
    assert: impl Fn(&str, &str),
) {
    let mut expected = BTreeSet::new();
    for file in files {
        let name = snapshot_name(file);
        assert(&name, &print(file));
        assert!(expected.insert(format!("{prefix}{name}.snap")), "two fixtures share the snapshot {name}");
    }
    for entry in std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let entry = entry.expect("a directory entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(expected.remove(&name), "snapshot {name} has no fixture");
        let size = entry.metadata().expect("metadata").len();
        assert!(size <= MAX_SNAPSHOT_BYTES, "snapshot {name} has {size} bytes");
    }
    assert!(expected.is_empty(), "fixtures without a snapshot: {expected:?}");
}
