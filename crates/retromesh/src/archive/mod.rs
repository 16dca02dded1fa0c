//! Archives: files in one file, which are read where they are. Nothing is unpacked to the disk.

#[cfg(feature = "zip")]
mod cut;
mod known;
mod names;
#[cfg(feature = "pbo")]
mod pbo;
mod place;
#[cfg(feature = "zip")]
mod zip;

pub(crate) use known::known;

use crate::lookups::FileState;
use crate::store::plain;
use crate::stored_files::StoredFiles;
use place::Place;
use retromesh_core::{Error, ErrorKind, Limits, Result};
use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// A `.pbo` or `.zip` file, opened: the files in it are read one by one, when they are asked for.
///
/// [`Source::load`](crate::Source::load) and [`Folder`](crate::Folder) take paths that lead into archives, such as
/// `addons/tank.pbo/models/t55.p3d`. This type is for those who want to know what is in one, or have it in memory.
///
/// An entry whose name leads out of the archive is listed, but reading it is an error; so are entries of one name, which are listed with a
/// number more, `tank (2).p3d`, and those that share the bytes of others. What else is in the archive can be read.
#[derive(Debug, Clone)]
pub struct Archive {
    kind: &'static str,
    prefix: Option<String>,
    files: StoredFiles,
    damage: Option<String>,
    alike: HashMap<PathBuf, String>,
}

/// The table of an archive.
struct Table {
    /// The path below which games mount the archive.
    prefix: Option<String>,
    /// Names with slashes, and sizes in bytes.
    files: Vec<(String, u64)>,
    read: Box<ReadEntry>,
    /// What is wrong with an archive of which a part can be read.
    damage: Option<String>,
}

/// Reads the entry of a number.
type ReadEntry = dyn Fn(usize, &Limits) -> Result<Vec<u8>> + Send + Sync;

/// Reads the table of one kind of archive.
type Open = fn(Place) -> Result<Table>;

/// The kinds that are compiled in, by extension.
const KINDS: &[(&str, Open)] = &[
    #[cfg(feature = "pbo")]
    ("pbo", pbo::open),
    #[cfg(feature = "zip")]
    ("zip", zip::open),
];

impl Archive {
    /// Lists the extensions of the archives that are compiled in, without the dot.
    pub fn extensions() -> impl Iterator<Item = &'static str> {
        KINDS.iter().map(|(extension, _)| *extension)
    }

    /// Opens an archive on the disk; its first bytes say of which kind it is, or else its extension.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let modified = FileState::of_file(path).map_or(0, |state| state.modified);
        Self::new(path, Place::Disk(path.to_path_buf()), modified)
    }

    /// Takes an archive that is in memory and would have this name.
    pub fn from_bytes(bytes: impl Into<Arc<[u8]>>, name: impl AsRef<Path>) -> Result<Self> {
        Self::new(name.as_ref(), Place::Memory(bytes.into()), 0)
    }

    fn new(name: &Path, place: Place, modified: u64) -> Result<Self> {
        let Some((kind, open)) = kind(name) else {
            let known: Vec<String> = Self::extensions().map(|extension| format!(".{extension}")).collect();
            let hint = format!("no archive by its name: those are {}", known.join(" and "));
            return Err(Error::new("", ErrorKind::unknown_format(hint)));
        };
        if place.size()? == 0 {
            return Err(crate::formats::empty());
        }
        let (kind, open) = by_content(&place.read(0, 5)?).unwrap_or((kind, open));
        let Table { prefix, mut files, read, damage } = open(place)?;
        let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
        let repeated = number_copies(&mut files);
        let read = move |number: usize, limits: &Limits| {
            if repeated.contains(&number) {
                let what = format!("an archive with two entries named {}", names[number]);
                return Err(Error::new(kind, ErrorKind::unsupported(what, "unpack it by hand")));
            }
            read(number, limits)
        };
        // Zip files are no archives of games, which take no notice of case.
        let alike = if kind == "pbo" { alike(&files) } else { HashMap::new() };
        Ok(Self { kind, prefix, files: StoredFiles::numbered(files, modified, Box::new(read)), damage, alike })
    }

    /// Returns the kind of the archive, which is the extension that it should have.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// Returns the path below which the game mounts the archive, with slashes, where the archive says so.
    pub fn prefix(&self) -> Option<&str> {
        self.prefix.as_deref()
    }

    /// Returns the error of an archive that is cut off: files that can be read are listed, and there may have been more.
    pub fn damage(&self) -> Option<Error> {
        self.damage.clone().map(|found| Error::new(self.kind, damaged(self.kind, found)))
    }

    /// Returns another file whose path is that of a file but for the case of its letters: games find one of the two.
    pub(crate) fn alike(&self, path: &Path) -> Option<String> {
        self.alike.get(&plain(path)).cloned()
    }

    /// Returns the files, for [`Folder::among`](crate::Folder::among).
    pub fn files(&self) -> &StoredFiles {
        &self.files
    }

    /// Lists the paths of the files with slashes, sorted.
    pub fn paths(&self) -> impl Iterator<Item = String> {
        self.files.paths().map(|path| path.to_string_lossy().replace('\\', "/"))
    }

    /// Reads a file whole.
    pub fn read(&self, path: impl AsRef<Path>, limits: &Limits) -> Result<Vec<u8>> {
        self.files.load_within(path.as_ref(), limits)
    }
}

/// What an archive of a kind is that cannot be read, or not all of it.
fn damaged(kind: &str, found: String) -> ErrorKind {
    ErrorKind::bad("archive", format!("a {} archive", kind.to_uppercase()), found)
}

/// Gives entries of one name but the first a name of their own, `tank (2).p3d`, and returns the numbers of them all: none is read, as
/// nothing says which of them is meant.
fn number_copies(files: &mut [(String, u64)]) -> HashSet<usize> {
    let mut taken: HashSet<PathBuf> = files.iter().map(|(name, _)| plain(Path::new(name))).collect();
    let mut known: HashMap<PathBuf, (usize, usize)> = HashMap::new();
    let mut repeated = HashSet::new();
    for (number, (name, _)) in files.iter_mut().enumerate() {
        let path = plain(Path::new(name));
        let (first, copies) = known.entry(path.clone()).or_insert((number, 1));
        if *first == number {
            continue;
        }
        repeated.extend([*first, number]);
        let mut copy = path.clone();
        while !taken.insert(copy.clone()) {
            *copies += 1;
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let end = path.extension().map_or(String::new(), |extension| format!(".{}", extension.to_string_lossy()));
            copy.set_file_name(format!("{stem} ({copies}){end}"));
        }
        *name = copy.to_string_lossy().replace('\\', "/");
    }
    repeated
}

/// Pairs the paths that differ in nothing but the case of their letters: each with the first of them, and that with the second.
fn alike(files: &[(String, u64)]) -> HashMap<PathBuf, String> {
    let (mut first, mut alike) = (HashMap::new(), HashMap::new());
    for (name, _) in files {
        let path = plain(Path::new(name));
        let of = *first.entry(path.to_string_lossy().to_lowercase()).or_insert(name);
        if of != name {
            alike.insert(path, of.clone());
            alike.entry(plain(Path::new(of))).or_insert_with(|| name.clone());
        }
    }
    alike
}

fn kind(name: &Path) -> Option<(&'static str, Open)> {
    let extension = name.extension()?.to_str()?;
    KINDS.iter().copied().find(|(kind, _)| kind.eq_ignore_ascii_case(extension))
}

/// Returns the kind of an archive that begins so, whatever its name is.
fn by_content(begin: &[u8]) -> Option<(&'static str, Open)> {
    let kind = match begin {
        [b'P', b'K', 3, 4, ..] => "zip",
        b"\0sreV" => "pbo",
        _ => return None,
    };
    KINDS.iter().copied().find(|(known, _)| *known == kind)
}

/// Returns whether a file by the name of an archive is a model, as it begins.
fn is_model(path: &Path) -> bool {
    const HEAD: u64 = 4096;
    let begin = |length| Place::Disk(path.to_path_buf()).read(0, length).unwrap_or_default();
    let first = begin(2);
    !first.is_empty() && first != b"PK" && first[0] != 0 && crate::formats::detect(&begin(HEAD), path).is_ok()
}

/// Separates a path that leads to an archive on the disk, or into one, into the path of the archive and the path in it, which is empty for
/// the archive itself. `None` for every other path.
///
/// ```
/// let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures");
/// let inside = format!("{fixtures}/pbo/tank.pbo/models/../tank.p3d");
/// let (archive, path) = retromesh::split_archive(inside.as_ref()).unwrap();
/// assert!(archive.ends_with("tank.pbo") && path.ends_with("tank.p3d"));
/// assert_eq!(retromesh::split_archive(fixtures.as_ref()), None);
/// ```
pub fn split_archive(path: &Path) -> Option<(PathBuf, PathBuf)> {
    let mut at = PathBuf::new();
    let mut inside: Option<PathBuf> = None;
    for part in path.components() {
        match (&mut inside, part) {
            (None, part) => {
                at.push(part);
                if matches!(part, Component::Normal(_)) && kind(&at).is_some() && at.is_file() && !is_model(&at) {
                    inside = Some(PathBuf::new());
                }
            }
            (Some(inner), Component::Normal(name)) => inner.push(name),
            (Some(inner), Component::ParentDir) => {
                if !inner.pop() {
                    inside = None;
                    at.pop();
                }
            }
            (Some(_), _) => {}
        }
    }
    inside.map(|inner| (at, inner))
}
