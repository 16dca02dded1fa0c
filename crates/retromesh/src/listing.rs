//! The names of the files in a folder.

use crate::store::{Mount, Store};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The files directly in a folder, by lower-case name.
pub(crate) type Listing = BTreeMap<String, String>;

/// This many folders are remembered: models at work at the same time mostly share one, and the one with their images.
const REMEMBERED: usize = 8;

/// Remembers the names in the folders that were looked into last, so that the folder of very many models is not listed for each of them.
///
/// Names that come or go later are not seen; clones share what they remember. See [`Folder::listed_in`](crate::Folder::listed_in).
#[derive(Debug, Clone, Default)]
pub struct Listings(Arc<Mutex<Known>>, Arc<Mutex<Mounted>>);

/// Folders and the archives below them that games mount.
type Mounted = BTreeMap<PathBuf, Arc<Vec<Mount>>>;

/// Folders and what is in them, the newest first.
type Known = VecDeque<(PathBuf, Arc<Listing>)>;

impl Listings {
    pub(crate) fn list(&self, folder: &Path, store: &dyn Store) -> Arc<Listing> {
        // Who comes meanwhile waits for the same names.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, listing)) = known.iter().find(|(of, _)| of == folder) {
            return Arc::clone(listing);
        }
        let listing = Arc::new(read(folder, store));
        known.truncate(REMEMBERED - 1);
        known.push_front((folder.to_path_buf(), Arc::clone(&listing)));
        listing
    }

    /// Returns the archives below a folder that games mount.
    pub(crate) fn mounts(&self, folder: &Path, store: &dyn Store) -> Arc<Vec<Mount>> {
        let mut mounted = self.1.lock().unwrap_or_else(PoisonError::into_inner);
        if mounted.len() > REMEMBERED {
            mounted.clear();
        }
        Arc::clone(mounted.entry(folder.to_path_buf()).or_insert_with(|| Arc::new(store.mounts(folder))))
    }
}

fn read(folder: &Path, store: &dyn Store) -> Listing {
    let mut names = store.names(folder);
    // Of names that differ in case only, the first in byte order wins, so that the choice does not depend on the disk.
    names.sort_unstable_by(|a, b| b.cmp(a));
    names.into_iter().map(|name| (name.to_lowercase(), name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Folder;
    use crate::disk::Disk;
    use std::fs;

    #[test]
    fn folders_share_the_listings_that_they_are_given() {
        let folder = tempfile::tempdir().unwrap();
        let listings = Listings::default();
        let image = |listings: &Listings, name: &str| {
            Folder::new(folder.path(), 100).listed_in(listings).find(name).map(str::to_owned)
        };
        fs::write(folder.path().join("A.png"), "").unwrap();
        assert_eq!(image(&listings, "a.PNG").as_deref(), Some("A.png"));
        fs::write(folder.path().join("b.png"), "").unwrap();
        assert_eq!(image(&listings.clone(), "B.png"), None);
        assert_eq!(image(&Listings::default(), "B.png").as_deref(), Some("b.png"));
        for n in 0..2 * REMEMBERED {
            listings.list(&folder.path().join(n.to_string()), &Disk);
        }
        assert_eq!(listings.0.lock().unwrap().len(), REMEMBERED);
        assert_eq!(image(&listings, "B.png").as_deref(), Some("b.png"), "the oldest were forgotten");
    }
}
