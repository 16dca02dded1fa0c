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

pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the generated files of `fixtures/<folder>` whose name ends with `.<extension>`, `bad/` included, sorted by name.
///
/// Fails when there are fewer than `at_least`, so that a moved folder cannot pass for a green test.
pub fn fixtures(folder: &str, extension: &str, at_least: usize) -> Vec<File> {
    let mut files = files_below(&workspace().join("fixtures").join(folder), extension);
    // What fuzzing found is replayed by a test of its own.
    files.retain(|file| !file.name.starts_with("fuzz/"));
    assert!(files.len() >= at_least, "fixtures/{folder} has {} .{extension} files, not {at_least}", files.len());
    files
}

/// Returns the generated file of a path below `fixtures`.
pub fn fixture(path: &str) -> File {
    let at = workspace().join("fixtures").join(path);
    let bytes = std::fs::read(&at).unwrap_or_else(|e| panic!("{}: {e}", at.display()));
    File { name: path.to_owned(), path: at, bytes }
}

/// The variable that says where the corpus of real files lies.
pub const CORPUS: &str = "RETROMESH_CORPUS";

/// Returns the real files of a format with the given extension, sub-folders included, sorted by name.
///
/// The corpus is not part of the repository: `cargo xtask ci corpus` runs the tests that call this, and sets [`CORPUS`]. Fewer files than
/// `at_least` are a failure.
pub fn corpus(format: &str, extension: &str, at_least: usize) -> Vec<File> {
    let folder = std::env::var_os(CORPUS).expect("RETROMESH_CORPUS names the folder of real files");
    let files = files_below(&Path::new(&folder).join(format), extension);
    println!("corpus/{format}: {} .{extension} files", files.len());
    assert!(files.len() >= at_least, "corpus/{format} has {} .{extension} files, not {at_least}", files.len());
    files
}

/// Returns the files below a folder with the given extension, sorted by name.
pub fn files_below(folder: &Path, extension: &str) -> Vec<File> {
    let mut paths = paths_below(folder).unwrap_or_else(|e| panic!("{e}"));
    paths.retain(|path| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension)));
    let file = |path: PathBuf| {
        let below = path.strip_prefix(folder).expect("below the folder");
        let name = below.to_string_lossy().replace('\\', "/");
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        File { name, path, bytes }
    };
    let mut files: Vec<File> = paths.into_iter().map(file).collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

/// Lists the files below a folder, sorted by path.
pub fn paths_below(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    Ok(files)
}
