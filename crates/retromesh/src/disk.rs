//! The disk, with the archives on it as if they were folders.

use crate::archive::{self, split_archive};
use crate::lookups::FileState;
use crate::regular;
use crate::store::{Mount, Store};
use retromesh_core::{Error, ErrorKind, Limits, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The disk, with the archives on it as if they were folders.
#[derive(Debug)]
pub(crate) struct Disk;

/// Archives are looked for in a folder and in those below it, this deep: games keep them in `addons`, mods in `@mod/addons`.
const DEEPEST: usize = 3;
/// No more archives than this are looked into.
const MAX_MOUNTS: usize = 4096;

impl FileState {
    /// Returns the state of a file as it is now, on the disk or in an archive there; `None` when there is none.
    pub fn of(path: &Path) -> Option<Self> {
        Disk.state(path).or_else(|| Self::of_file(path))
    }
}

impl Store for Disk {
    fn canonicalize(&self, path: &Path) -> Option<PathBuf> {
        let Some((archive, inner)) = split_archive(path) else { return path.canonicalize().ok() };
        let root = archive.canonicalize().ok()?;
        if inner.as_os_str().is_empty() {
            return Some(root);
        }
        Some(root.join(archive::known(&archive).ok()?.files().canonicalize(&inner)?))
    }

    fn state(&self, path: &Path) -> Option<FileState> {
        match split_archive(path) {
            Some((archive, inner)) if !inner.as_os_str().is_empty() => {
                archive::known(&archive).ok()?.files().state(&inner)
            }
            _ => fs::metadata(path).ok().filter(fs::Metadata::is_file).as_ref().map(FileState::from),
        }
    }

    fn may_be_read(&self, path: &Path) -> bool {
        if split_archive(path).is_some() { self.state(path).is_some() } else { regular::open(path).is_ok() }
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        if let Some((archive, inner)) = split_archive(folder) {
            return archive::known(&archive).map(|archive| archive.files().names(&inner)).unwrap_or_default();
        }
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
    }

    fn read(&self, path: &Path, limits: &Limits) -> Result<Vec<u8>> {
        if let Some((archive, inner)) = split_archive(path) {
            let archive = archive::known(&archive)?;
            if inner.as_os_str().is_empty() {
                archive.damage().map_or(Ok(()), Err)?;
                let is_read = |path: &String| {
                    let extension = Path::new(path).extension().unwrap_or_default().to_string_lossy();
                    crate::format_by_extension(&extension).is_some()
                };
                let hint = match archive.paths().find(is_read) {
                    Some(example) => {
                        format!("this is an archive; name a file in it, such as {}/{example}", path.display())
                    }
                    None => "this is an archive without a file of a known format".to_owned(),
                };
                return Err(Error::new("", ErrorKind::unknown_format(hint)));
            }
            return archive.read(&inner, limits);
        }
        let io = |e| Error::io(path.to_string_lossy(), e);
        limits.allow_input(regular::size(path).map_err(io)?)?;
        let bytes = regular::read(path, limits.input_bytes).map_err(io)?;
        limits.allow_input(bytes.len() as u64)?;
        Ok(bytes)
    }

    fn archive(&self, path: &Path) -> Option<PathBuf> {
        split_archive(path).map(|(archive, _)| archive)
    }

    fn alike(&self, path: &Path) -> Option<String> {
        let (archive, inner) = split_archive(path)?;
        archive::known(&archive).ok()?.alike(&inner)
    }

    fn mounts(&self, path: &Path) -> Vec<Mount> {
        let mut mounts = Vec::new();
        let mut folders = vec![(path.to_path_buf(), DEEPEST)];
        while let Some((folder, deep)) = folders.pop() {
            if mounts.len() >= MAX_MOUNTS {
                break;
            }
            if split_archive(&folder).is_some() {
                mounts.extend(mount(&folder, path));
                continue;
            }
            let mut names = self.names(&folder);
            names.sort_unstable_by(|a, b| b.cmp(a));
            let below = names.into_iter().map(|name| folder.join(name));
            let is_meant = |path: &PathBuf| split_archive(path).is_some() || (deep > 0 && path.is_dir());
            folders.extend(below.filter(is_meant).map(|path| (path, deep.saturating_sub(1))));
        }
        mounts
    }
}

/// Returns how a game mounts an archive, unless a link has led out of a folder to it. What cannot be read is not mounted.
fn mount(path: &Path, within: &Path) -> Option<Mount> {
    let root =
        path.canonicalize().ok().filter(|root| within.canonicalize().is_ok_and(|within| root.starts_with(within)))?;
    let archive = archive::known(path).ok().filter(|archive| archive.kind() == "pbo")?;
    let prefix = match archive.prefix() {
        Some(prefix) => prefix.split('/').map(str::to_owned).collect(),
        None => vec![root.file_stem()?.to_str()?.to_owned()],
    };
    Some(Mount { prefix, root })
}
