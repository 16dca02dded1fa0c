//! Where outputs go.

use crate::sources::is_stream;
use retromesh::file_names::safe;
use std::path::{Component, Path, PathBuf};

/// Where the outputs of a command go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Destination {
    /// To standard output.
    Stream,
    /// Into this file.
    File(PathBuf),
    /// Into this folder, in which the tree below an input folder is repeated.
    Folder(PathBuf),
    /// Beside each input.
    Beside,
}

impl Destination {
    /// Takes the values of `-o` and `-d`. A file name that ends with a slash, or is that of a folder, means the folder.
    pub(crate) fn of(output: Option<&Path>, directory: Option<&Path>) -> Self {
        match (output, directory) {
            (None, None) => Self::Beside,
            (None, Some(folder)) => Self::Folder(folder.to_path_buf()),
            (Some(output), _) if is_stream(output) => Self::Stream,
            (Some(output), _) if output.is_dir() || ends_with_slash(output) => Self::Folder(output.to_path_buf()),
            (Some(output), _) => Self::File(output.to_path_buf()),
        }
    }

    /// Returns the folder, where it is one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder),
            _ => None,
        }
    }
}

/// Returns a path below an input folder as the output repeats it: with names that every system can have.
pub(crate) fn repeated(relative: &Path) -> PathBuf {
    let name = |part: Component<'_>| match part {
        // A name that is no text has a form on this system alone, and stays.
        Component::Normal(name) => name.to_str().map_or_else(|| name.to_owned(), |name| safe(name).into_owned().into()),
        other => other.as_os_str().to_owned(),
    };
    relative.components().map(name).collect()
}

/// Tells whether a path is written as that of a folder.
pub(crate) fn ends_with_slash(path: &Path) -> bool {
    path.to_string_lossy().ends_with(std::path::is_separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_have_names_that_every_system_can_have() {
        let repeated = |path: &str| repeated(Path::new(path)).to_string_lossy().replace('\\', "/");
        assert_eq!(repeated("game/tank.glb"), "game/tank.glb");
        assert_eq!(repeated("aux/why?/nul.glb"), "aux_/why_/nul_.glb");
    }

    #[test]
    fn a_slash_or_a_folder_that_is_there_means_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let there = folder.path().join("there.glb");
        std::fs::create_dir(&there).unwrap();
        let [new, slashed] = ["new.glb", "new/"].map(|name| folder.path().join(name));
        let rows = [
            (None, None, Destination::Beside),
            (None, Some(&new), Destination::Folder(new.clone())),
            (Some(&new), None, Destination::File(new.clone())),
            (Some(&slashed), None, Destination::Folder(slashed.clone())),
            (Some(&there), None, Destination::Folder(there.clone())),
        ];
        for (output, directory, expected) in rows {
            assert_eq!(Destination::of(output.map(PathBuf::as_path), directory.map(PathBuf::as_path)), expected);
        }
        assert_eq!(Destination::of(Some(Path::new("-")), None), Destination::Stream);
    }
}
