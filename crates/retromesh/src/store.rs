//! Where the files of a folder lie: on the disk, in memory, in an archive.

use crate::lookups::FileState;
use retromesh_core::{Limits, Result};
use std::fmt;
use std::path::{Component, Path, PathBuf};

/// Where the files of a folder lie. [`Disk`](crate::disk::Disk) also leads into the archives there;
/// [`StoredFiles`](crate::StoredFiles) are those in one archive, or in memory.
pub(crate) trait Store: fmt::Debug + Send + Sync {
    /// Returns the one path of a file or folder; `None` where there is neither.
    fn canonicalize(&self, path: &Path) -> Option<PathBuf>;

    /// Returns the state of a file; `None` for what is none.
    fn state(&self, path: &Path) -> Option<FileState>;

    /// Returns whether a file may be read.
    fn may_be_read(&self, path: &Path) -> bool;

    /// Lists the names of what is directly in a folder, files and folders.
    fn names(&self, folder: &Path) -> Vec<String>;

    /// Reads a file whole.
    fn read(&self, path: &Path, limits: &Limits) -> Result<Vec<u8>>;

    /// Returns the archive that a path leads into; `None` where it leads into none.
    fn archive(&self, _path: &Path) -> Option<PathBuf> {
        None
    }

    /// Returns another file of the archive that a path leads into, whose path there is the same but for the case of its letters.
    fn alike(&self, _path: &Path) -> Option<String> {
        None
    }

    /// Returns the archives that games mount: a given archive, or those below a folder.
    fn mounts(&self, _path: &Path) -> Vec<Mount> {
        Vec::new()
    }
}

/// An archive whose files games find below a path of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mount {
    /// The parts of that path.
    pub(crate) prefix: Vec<String>,
    /// The one path of the archive.
    pub(crate) root: PathBuf,
}

impl Mount {
    /// Returns what is left of a path below the prefix, whatever the case of its letters.
    pub(crate) fn below<'p>(&self, path: &'p [&'p str]) -> Option<&'p [&'p str]> {
        let (start, rest) = path.split_at_checked(self.prefix.len())?;
        let is_same = start.iter().zip(&self.prefix).all(|(a, b)| a.to_lowercase() == b.to_lowercase());
        (is_same && !rest.is_empty()).then_some(rest)
    }
}

/// Takes `.` and `..` out of a path; what leads above everything stays there.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => plain.push(name),
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    plain
}
