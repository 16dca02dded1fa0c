//! Paths with wildcards, which shells of Windows leave to programs.

use std::path::{Path, PathBuf};

/// Returns whether a path has wildcards that no shell has expanded. A file or folder of that very name is no pattern, and brackets that fit
/// nothing are letters.
pub(crate) fn is_pattern(path: &Path) -> bool {
    let text = path.to_string_lossy();
    let (_, rest) = text.split_at(folder_length(&text));
    !path.exists() && (rest.contains(['*', '?']) || (rest.contains('[') && !fitting(path).is_empty()))
}

/// Returns whether a path has wildcards that no name fits.
pub(crate) fn stands_for_nothing(path: &Path) -> bool {
    is_pattern(path) && fitting(path).is_empty()
}

/// Lists the files that a pattern stands for, as shells do it. What stands for none stays, so that an error can name it.
pub(super) fn expand(argument: &Path) -> Vec<PathBuf> {
    let found = if is_pattern(argument) { fitting(argument) } else { Vec::new() };
    if found.is_empty() { vec![argument.to_path_buf()] } else { found }
}

/// Lists the files that fit a pattern.
fn fitting(pattern: &Path) -> Vec<PathBuf> {
    let mut options = glob::MatchOptions::new();
    options.case_sensitive = !cfg!(windows);
    options.require_literal_separator = true;
    options.require_literal_leading_dot = true;
    let found = pattern.to_str().and_then(|pattern| glob::glob_with(&pattern_of(pattern), options).ok());
    found.into_iter().flatten().flatten().collect()
}

/// Returns the length of the folder at the begin of a path that is there.
fn folder_length(path: &str) -> usize {
    let folder = Path::new(path).ancestors().skip(1).find(|folder| folder.is_dir());
    folder.map_or(0, |folder| folder.as_os_str().len())
}

/// Returns a pattern in which folders that are there are no wildcards, whatever is in their names: `[mod] ogre/*.b3d`. On Windows brackets are
/// none at all.
fn pattern_of(argument: &str) -> String {
    let (folder, rest) = argument.split_at(folder_length(argument));
    let rest = if cfg!(windows) { rest.replace('[', "[[]") } else { rest.to_owned() };
    glob::Pattern::escape(folder) + &rest
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn brackets_that_fit_nothing_are_letters() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("[mods]")).unwrap();
        for name in ["a.b3d", "[mods]/c.b3d"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let rows = [
            ("a.b3d", false, false),
            ("[ab].b3d", true, false),
            ("[xy].b3d", false, false),
            ("a [b].glb", false, false),
            ("[mods]/new.glb", false, false),
            ("[mods]/*.b3d", true, false),
            ("*.zzz", true, true),
        ];
        for (name, pattern, nothing) in rows {
            let path = folder.path().join(name);
            assert_eq!((is_pattern(&path), stands_for_nothing(&path)), (pattern, nothing), "{name}");
        }
    }
}
