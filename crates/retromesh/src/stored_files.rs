//! Files that do not lie on the disk.

use crate::lookups::FileState;
use crate::store::{Store, plain};
use retromesh_core::{Error, Limits, Result};
use retromesh_kit::Files;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
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

/// Reads the file of a number.
type Read = dyn Fn(usize, &Limits) -> Result<Vec<u8>> + Send + Sync;

struct Stored {
    /// The paths as [`plain`] has them, with the numbers of the files and their sizes.
    files: BTreeMap<PathBuf, (usize, u64)>,
    /// When the files were changed last: see [`FileState`].
    modified: u64,
    read: Box<Read>,
}

impl StoredFiles {
    /// Takes paths with slashes, the sizes of the files in bytes, and what reads a file by the path that was given here. It is called
    /// when a file is needed, and may give nothing.
    pub fn new(
        files: impl IntoIterator<Item = (String, u64)>,
        read: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static,
    ) -> Self {
        let files: Vec<(String, u64)> = files.into_iter().collect();
        let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
        let read = move |number: usize, _: &Limits| {
            read(&names[number])
                .ok_or_else(|| Error::io(&names[number], io::Error::new(io::ErrorKind::NotFound, "no such file")))
        };
        Self::numbered(files, 0, Box::new(read))
    }

    /// Takes paths with slashes, sizes, and what reads a file by its place in the list. Of two files of one path the first is kept.
    pub(crate) fn numbered(files: Vec<(String, u64)>, modified: u64, read: Box<Read>) -> Self {
        let mut known = BTreeMap::new();
        for (number, (path, bytes)) in files.into_iter().enumerate() {
            known.entry(plain(Path::new(&path))).or_insert((number, bytes));
        }
        Self(Arc::new(Stored { files: known, modified, read }))
    }

    /// Lists the paths of all files, sorted.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.files.keys().map(PathBuf::as_path)
    }

    /// Reads a file within limits.
    pub(crate) fn load_within(&self, path: &Path, limits: &Limits) -> Result<Vec<u8>> {
        let missing = || Error::io(path.to_string_lossy(), io::Error::new(io::ErrorKind::NotFound, "no such file"));
        let &(number, bytes) = self.0.files.get(&plain(path)).ok_or_else(missing)?;
        limits.allow_input(bytes)?;
        let read = (self.0.read)(number, limits)?;
        limits.allow_input(read.len() as u64)?;
        Ok(read)
    }

    /// Lists the files in and below a folder.
    fn below<'s>(&'s self, folder: &'s Path) -> impl Iterator<Item = &'s Path> {
        // What is below a folder follows it in the order of paths.
        let rest = self.0.files.range(folder.to_path_buf()..).map(|(path, _)| path.as_path());
        rest.take_while(move |path| path.starts_with(folder)).filter(move |path| *path != folder)
    }
}

impl Store for StoredFiles {
    fn canonicalize(&self, path: &Path) -> Option<PathBuf> {
        let path = plain(path);
        let is_there =
            path.as_os_str().is_empty() || self.0.files.contains_key(&path) || self.below(&path).next().is_some();
        is_there.then_some(path)
    }

    fn state(&self, path: &Path) -> Option<FileState> {
        let &(_, bytes) = self.0.files.get(&plain(path))?;
        Some(FileState { bytes, modified: self.0.modified })
    }

    fn may_be_read(&self, path: &Path) -> bool {
        self.state(path).is_some()
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        let folder = plain(folder);
        let name = |path: &Path| Some(path.strip_prefix(&folder).ok()?.components().next()?.as_os_str().to_owned());
        let names: BTreeSet<_> = self.below(&folder).filter_map(name).collect();
        names.into_iter().filter_map(|name| name.into_string().ok()).collect()
    }

    fn read(&self, path: &Path, limits: &Limits) -> Result<Vec<u8>> {
        self.load_within(path, limits)
    }
}

impl Files for StoredFiles {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.load_within(Path::new(name), &Limits::none()).ok()
    }
}

impl fmt::Debug for StoredFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.files.keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Folder;
    use std::fs;

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
                assert_eq!(other.located(name).is_some(), disk.located(name).is_some(), "{name:?} below {border:?}");
                assert_eq!(other.is_too_large(name), disk.is_too_large(name), "{name:?} below {border:?}");
            }
            assert_eq!(other.name(), disk.name());
        }
        let small = Folder::of_file(Path::new("game/models/a.p3d"), 4).among(&stored);
        assert_eq!((small.load("skin.png"), small.is_too_large("Skin.PNG")), (None, true));
    }
}
