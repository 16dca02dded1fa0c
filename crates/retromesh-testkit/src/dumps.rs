//! Golden dumps: what a file's document, scene and diagnostics look like in print.

use crate::files::File;
use retromesh_core::Diagnostics;
use retromesh_kit::{Files, Format, ImportOptions};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// No snapshot is larger: one that grows over it wants a smaller fixture.
const MAX_SNAPSHOT_BYTES: u64 = 48 * 1024;

/// Prints the document, the scene and the diagnostics of a file, as `retromesh dump` does, or the error that refuses it.
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
    match model.to_scene_with(&options, &mut diagnostics) {
        Ok(scene) => retromesh_kit::dump::scene(&scene, &mut text).expect("printing to a string"),
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

/// Compares the dump of each file with its snapshot; see [`assert_texts_match`].
pub fn assert_snapshots_match(files: &[File], folder: &str, print: impl Fn(&File) -> String) {
    assert_texts_match(folder, files.iter().map(|file| (snapshot_name(file), print(file))));
}

/// Compares named texts with the snapshots in a folder, then checks that it holds one for each text, no other, and none too large.
///
/// Every difference is printed before the test fails.
pub fn assert_texts_match(folder: &str, texts: impl Iterator<Item = (String, String)>) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let mut wrong = Vec::new();
    let mut expected = BTreeSet::new();
    for (name, text) in texts {
        let compared = catch_unwind(AssertUnwindSafe(|| {
            settings.bind(|| insta::assert_snapshot!(name.as_str(), text));
        }));
        wrong.extend(compared.is_err().then(|| format!("{name} differs")));
        assert!(expected.insert(format!("{name}.snap")), "two texts share the snapshot {name}");
    }
    let count = expected.len();
    // `cargo xtask snapshots` asks insta for this.
    let rewrites = std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always");
    for entry in std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{folder}: {e}")) {
        let entry = entry.expect("a directory entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        if !expected.remove(&name) {
            if rewrites {
                std::fs::remove_file(entry.path()).unwrap_or_else(|e| panic!("{name}: {e}"));
            } else {
                wrong.push(format!("{name} is of nothing"));
            }
            continue;
        }
        let size = entry.metadata().expect("metadata").len();
        if size > MAX_SNAPSHOT_BYTES {
            wrong.push(format!("{name} has {size} bytes"));
        }
    }
    wrong.extend(expected.iter().map(|name| format!("there is no {name}")));
    assert!(wrong.is_empty(), "{} of {count} snapshots:\n{}", wrong.len(), wrong.join("\n"));
}
