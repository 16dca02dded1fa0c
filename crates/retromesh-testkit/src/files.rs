//! Where test input lies.

use std::path::{Path, PathBuf};

/// A test input, in memory.
#[derive(Debug, Clone)]
pub struct File {
    /// The path below the folder that was listed, with forward slashes: `bad/empty.b3d`.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the generated files of `fixtures/<folder>` whose name ends with `.<extension>`, `bad/` included, sorted by name.
///
/// Fails when there are fewer than `at_least`, so that a moved folder cannot pass for a green test.
pub fn fixtures(folder: &str, extension: &str, at_least: usize) -> Vec<File> {
    let mut files = list(&workspace().join("fixtures").join(folder), extension);
    // What fuzzing found is replayed by a test of its own.
    files.retain(|file| !file.name.starts_with("fuzz/"));
    assert!(files.len() >= at_least, "fixtures/{folder} has {} .{extension} files, not {at_least}", files.len());
    files
}

/// Returns the folder of real files of a format beside the workspace; `None` where there is none.
pub fn corpus_folder(format: &str) -> Option<PathBuf> {
    let folder = workspace().join("../shared/corpus").join(format);
    folder.is_dir().then_some(folder)
}

/// Returns the real files of a format with the given extension, sub-folders included, sorted by name.
///
/// The corpus lies beside the workspace and is not part of it: where it is absent, this says so and returns nothing. Where it is
/// present, fewer than `at_least` files are a failure.
pub fn corpus(format: &str, extension: &str, at_least: usize) -> Vec<File> {
    let files = corpus_folder(format).map(|folder| list(&folder, extension));
    println!("corpus/{format}: {} .{extension} files", files.as_ref().map_or(0, Vec::len));
    let Some(files) = files else { return Vec::new() };
    assert!(files.len() >= at_least, "corpus/{format} has {} .{extension} files, not {at_least}", files.len());
    files
}

fn list(folder: &Path, extension: &str) -> Vec<File> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(current) = folders.pop() {
        for entry in std::fs::read_dir(&current).unwrap_or_else(|e| panic!("{}: {e}", current.display())) {
            let path = entry.expect("a directory entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension)) {
                let below = path.strip_prefix(folder).expect("below the folder");
                let name = below.to_string_lossy().replace('\\', "/");
                let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
                files.push(File { name, path, bytes });
            }
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}
