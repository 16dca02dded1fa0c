//! Where files lie: on the disk, or wherever a program keeps them.

use crate::lookups::FileState;
use crate::regular;
use retromesh_kit::Files;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Files that do not lie on the disk: in memory, in an archive, on a page of a browser. Clones share them.
///
/// ```
/// use retromesh::{Folder, StoredFiles};
///
/// let files = StoredFiles::new([("car/car.b3d".into(), 4), ("car/Skin.PNG".into(), 3)], |path| Some(path.into()));
/// let folder = Folder::of_file("car/car.b3d".as_ref(), 100).among(&files);
/// assert_eq!(folder.find_image("C:\\art\\skin.png").as_deref(), Some("Skin.PNG"));
/// ```
#[derive(Clone)]
pub struct StoredFiles(Arc<Stored>);

/// Reads a file by the path that it was given.
type Read = dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync;

struct Stored {
    /// The paths as [`plain`] has them, with the names that they were given and their sizes.
    files: BTreeMap<PathBuf, (String, u64)>,
    /// All folders, that of everything included, which has an empty path.
    folders: BTreeSet<PathBuf>,
    read: Box<Read>,
}

impl StoredFiles {
    /// Takes paths with slashes, the sizes of the files in bytes, and what reads a file by the path that was given here. It is called
    /// when a file is needed, and may give nothing.
    pub fn new(
        files: impl IntoIterator<Item = (String, u64)>,
        read: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static,
    ) -> Self {
        let files: BTreeMap<PathBuf, (String, u64)> =
            files.into_iter().map(|(path, bytes)| (plain(Path::new(&path)), (path, bytes))).collect();
        let folders = files.keys().flat_map(|path| path.ancestors().skip(1)).map(Path::to_path_buf);
        let folders = folders.chain([PathBuf::new()]).collect();
        Self(Arc::new(Stored { files, folders, read: Box::new(read) }))
    }

    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        (self.0.read)(&self.0.files.get(&plain(path))?.0)
    }
}

impl Files for StoredFiles {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.read(Path::new(name))
    }
}

impl fmt::Debug for StoredFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.files.keys()).finish()
    }
}

/// Takes `.` and `..` out of a path; what leads above everything stays there.
fn plain(path: &Path) -> PathBuf {
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

/// Where the files of a folder lie.
#[derive(Debug, Clone, Default)]
pub(crate) enum Store {
    #[default]
    Disk,
    Elsewhere(StoredFiles),
}

impl Store {
    /// Returns the one path of a file or folder; `None` where there is neither.
    pub(crate) fn canonicalize(&self, path: &Path) -> Option<PathBuf> {
        match self {
            Self::Disk => path.canonicalize().ok(),
            Self::Elsewhere(StoredFiles(stored)) => {
                let path = plain(path);
                (stored.files.contains_key(&path) || stored.folders.contains(&path)).then_some(path)
            }
        }
    }

    /// Returns the state of a file; `None` for what is none.
    pub(crate) fn state(&self, path: &Path) -> Option<FileState> {
        match self {
            Self::Disk => fs::metadata(path).ok().filter(fs::Metadata::is_file).as_ref().map(FileState::from),
            Self::Elsewhere(StoredFiles(stored)) => {
                stored.files.get(&plain(path)).map(|&(_, bytes)| FileState { bytes, modified: 0 })
            }
        }
    }

    /// Returns whether a file may be read.
    pub(crate) fn may_be_read(&self, path: &Path) -> bool {
        match self {
            Self::Disk => regular::open(path).is_ok(),
            Self::Elsewhere(_) => self.state(path).is_some(),
        }
    }

    /// Lists the names of what is directly in a folder, files and folders.
    pub(crate) fn names(&self, folder: &Path) -> Vec<String> {
        match self {
            Self::Disk => {
                let entries = fs::read_dir(folder).into_iter().flatten().flatten();
                entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
            }
            Self::Elsewhere(StoredFiles(stored)) => {
                let folder = plain(folder);
                // What is below a folder follows it in the order of paths.
                let below = |path: &&PathBuf| path.starts_with(&folder);
                let files = stored.files.range(folder.clone()..).map(|(path, _)| path).take_while(below);
                let all = files.chain(stored.folders.range(folder.clone()..).take_while(below));
                let inside = all.filter(|path| path.parent() == Some(&folder));
                inside.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect()
            }
        }
    }

    /// Reads a file of at most this many bytes.
    pub(crate) fn read(&self, path: &Path, limit: u64) -> Option<Vec<u8>> {
        match self {
            Self::Disk => regular::read(path, limit).ok(),
            Self::Elsewhere(files) => files.read(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Folder;

    /// The same files, on the disk and elsewhere, are found under the same names.
    #[test]
    fn stored_files_are_found_as_those_on_the_disk_are() {
        let outside = tempfile::tempdir().unwrap();
        let paths = [
            "game/models/a.p3d",
            "game/models/Skin.PNG",
            "game/Textures/b.png",
            "game/models/textures/c.jpg",
            "secret.png",
        ];
        for path in paths {
            let path = outside.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, path.file_name().unwrap().as_encoded_bytes()).unwrap();
        }
        let stored = StoredFiles::new(paths.map(|path| (path.to_owned(), 5)), |path| {
            Some(path.rsplit('/').next().unwrap_or_default().as_bytes().to_vec())
        });
        let names = [
            "skin.png",
            "SKIN.PNG",
            "./skin.png",
            "c.jpg",
            "textures/c.jpg",
            "Textures\\C.jpg",
            "b.png",
            "../Textures/b.png",
            "../textures/b.png",
            "secret.png",
            "../../secret.png",
            "../../game/models/skin.png",
            "",
            ".",
            "..",
            "/skin.png",
            "C:skin.png",
            "models/textures/c.jpg",
            "game/models/textures/c.jpg",
            "textures",
            "C:\\game\\textures\\b.jpg",
        ];
        for border in [None, Some("game"), Some("game/Textures"), Some(""), Some("nowhere")] {
            let on_disk = border.map(|border| outside.path().join(border));
            let disk = Folder::of_file(&outside.path().join("game/models/a.p3d"), 100).within(on_disk.as_deref());
            let other =
                Folder::of_file(Path::new("game/models/a.p3d"), 100).within(border.map(Path::new)).among(&stored);
            for name in names {
                assert_eq!(other.load(name), disk.load(name), "{name:?} below {border:?}");
                assert_eq!(other.find_image(name), disk.find_image(name), "{name:?} below {border:?}");
                assert_eq!(other.has(name), disk.has(name), "{name:?} below {border:?}");
                assert_eq!(other.is_too_large(name), disk.is_too_large(name), "{name:?} below {border:?}");
            }
            assert_eq!(other.name(), disk.name());
        }
        let small = Folder::of_file(Path::new("game/models/a.p3d"), 4).among(&stored);
        assert_eq!((small.load("skin.png"), small.is_too_large("Skin.PNG")), (None, true));
    }
}
