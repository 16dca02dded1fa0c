//! Which files a command is about.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// One file to work on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Input {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Its path below the input folder that it was found in, or its name.
    pub(crate) relative: PathBuf,
    /// Whether it was named, not found in a folder.
    pub(crate) named: bool,
}

/// Lists the given files, and the model files below given folders, each folder sorted by name.
///
/// Files in folders are chosen by extension, those of `except` left out. Links to folders are followed once.
pub(crate) fn collect(arguments: &[PathBuf], except: &[&str]) -> std::io::Result<Vec<Input>> {
    collect_outside(arguments, except, None)
}

/// Does as [`collect`], but does not enter a folder below the given ones, such as that of the outputs.
pub(crate) fn collect_outside(
    arguments: &[PathBuf],
    except: &[&str],
    folder: Option<&Path>,
) -> std::io::Result<Vec<Input>> {
    // A folder that is not there yet holds no input.
    let left_out = folder.and_then(|folder| folder.canonicalize().ok());
    let mut inputs = Vec::new();
    for argument in arguments {
        if argument.is_dir() {
            walk(argument, except, left_out.as_deref(), &mut inputs)?;
        } else {
            let relative = argument.file_name().map_or_else(|| argument.clone(), PathBuf::from);
            inputs.push(Input { path: argument.clone(), relative, named: true });
        }
    }
    Ok(inputs)
}

fn walk(root: &Path, except: &[&str], left_out: Option<&Path>, inputs: &mut Vec<Input>) -> std::io::Result<()> {
    // A stack of folders, not recursion; folders that were seen under another name are not entered again.
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let canonical = folder.canonicalize()?;
        let is_left_out = folder != root && left_out == Some(&canonical);
        if is_left_out || !seen.insert(canonical) {
            continue;
        }
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if is_model(&path, except) {
                found.push(path);
            }
        }
    }
    found.sort();
    inputs.extend(found.into_iter().map(|path| {
        let relative = path.strip_prefix(root).map_or_else(|_| path.clone(), Path::to_path_buf);
        Input { path, relative, named: false }
    }));
    Ok(())
}

fn is_model(path: &Path, except: &[&str]) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    !except.iter().any(|e| extension.eq_ignore_ascii_case(e)) && retromesh::format_by_extension(&extension).is_some()
}
