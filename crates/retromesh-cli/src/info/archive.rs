//! The files of an archive, counted.

use crate::inputs::is_archive;
use crate::terminal::{grouped, printable, shown};
use retromesh::Archive;
use std::collections::BTreeMap;
use std::path::Path;

/// Prints what an archive holds; nothing for what is none.
pub(super) fn print(path: &Path) {
    if !is_archive(path) {
        return;
    }
    let Ok(archive) = Archive::open(path) else { return };
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for name in archive.paths() {
        let extension = Path::new(&name).extension().unwrap_or_default().to_string_lossy().to_lowercase();
        *kinds.entry(extension).or_default() += 1;
    }
    let count: usize = kinds.values().sum();
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{} .{kind}", grouped(*count as u64))).collect();
    let prefix = archive.prefix().map_or(String::new(), |prefix| format!(", prefix {prefix}"));
    let files = if count == 1 { "file" } else { "files" };
    let kinds = if kinds.is_empty() { String::new() } else { format!(": {}", kinds.join(", ")) };
    let line = format!("{} archive{prefix}, {} {files}{kinds}", archive.kind().to_uppercase(), grouped(count as u64));
    outln!("{}: {}", shown(path), printable(&line));
}
