//! What was looked for next to a model, so that one can tell later whether the same would be found.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

/// No more files than this are remembered of one model, so that memory does not grow with the names that a file makes up.
const MAX: usize = 10_000;

/// A file that was looked for next to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lookup {
    /// The name that was asked for.
    pub name: String,
    /// Whether an image was looked for, as [`find_images`](crate::find_images) does it: in more than one place, and under several
    /// extensions.
    pub is_image: bool,
    /// What was found; `None` when nothing was.
    pub found: Option<Found>,
}

/// A file that was found next to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The path on the disk, relative to the model's folder.
    pub path: String,
    /// The state that the file was in; that of nothing where it could not be read.
    pub state: FileState,
}

/// What says that a file has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FileState {
    /// The size in bytes.
    pub bytes: u64,
    /// When it was changed last, in nanoseconds since 1970; 0 where the system does not tell.
    pub modified: u64,
}

impl FileState {
    /// Returns the state of a file on the disk as it is now; `None` when there is none.
    pub(crate) fn of_file(path: &Path) -> Option<Self> {
        std::fs::metadata(path).ok().as_ref().map(Self::from)
    }
}

impl From<&Metadata> for FileState {
    fn from(metadata: &Metadata) -> Self {
        let since = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = since.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or(u64::MAX));
        Self { bytes: metadata.len(), modified }
    }
}

/// What was found, by whether it is an image and by its name.
type Known = BTreeMap<(bool, String), Option<Found>>;

/// The lookups in one folder so far; `None` once there are too many.
#[derive(Debug)]
pub(crate) struct Lookups(Mutex<Option<Known>>);

impl Default for Lookups {
    fn default() -> Self {
        Self(Mutex::new(Some(BTreeMap::new())))
    }
}

impl Lookups {
    /// Adds a lookup; of several of one name the first stays, so that a change between them shows later.
    pub(crate) fn add(&self, name: &str, is_image: bool, found: Option<Found>) {
        let mut lookups = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = lookups.as_mut() else { return };
        known.entry((is_image, name.to_owned())).or_insert(found);
        if known.len() > MAX {
            *lookups = None;
        }
    }

    /// Returns all lookups in a fixed order; `None` when there were too many.
    pub(crate) fn list(&self) -> Option<Vec<Lookup>> {
        let lookups = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let one = |((is_image, name), found): (&(bool, String), &Option<Found>)| {
            let (name, is_image, found) = (name.clone(), *is_image, found.clone());
            Lookup { name, is_image, found }
        };
        Some(lookups.as_ref()?.iter().map(one).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lookups_are_remembered_once_and_not_without_end() {
        let lookups = Lookups::default();
        let found = Some(Found { path: "a".to_owned(), state: FileState::default() });
        lookups.add("a", false, found.clone());
        lookups.add("a", false, None);
        lookups.add("a", true, None);
        let lookup = |is_image, found| Lookup { name: "a".to_owned(), is_image, found };
        assert_eq!(lookups.list(), Some(vec![lookup(false, found), lookup(true, None)]));
        (2..MAX).for_each(|number| lookups.add(&number.to_string(), false, None));
        assert_eq!(lookups.list().map(|list| list.len()), Some(MAX));
        lookups.add("one too many", false, None);
        assert_eq!(lookups.list(), None);
    }
}
