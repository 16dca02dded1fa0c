//! The names of the files in a folder, listed once for all the models that lie there.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// The files directly in a folder, by lower-case name.
pub(crate) type Listing = BTreeMap<String, String>;

/// So many folders are remembered; models at work at the same time mostly share one, and the one with their images.
const REMEMBERED: usize = 8;

/// A folder that changed less long ago may change again without showing it: some file systems count time in steps of two seconds.
const UNSETTLED: Duration = Duration::from_secs(3);

/// A folder, when its names changed last, and the names.
type Known = (PathBuf, SystemTime, Arc<Listing>);

/// The folders that were listed last. Without them, a folder of n models would be listed n times.
static KNOWN: Mutex<VecDeque<Known>> = Mutex::new(VecDeque::new());

/// Returns the names in a folder, those of before where they cannot have changed since.
pub(crate) fn list(folder: &Path) -> Arc<Listing> {
    let Some((path, changed)) = settled(folder) else { return Arc::new(read(folder)) };
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., listing)) = known.iter().find(|(of, at, _)| *of == path && *at == changed) {
        return Arc::clone(listing);
    }
    let listing = Arc::new(read(folder));
    known.retain(|(of, ..)| *of != path);
    known.truncate(REMEMBERED - 1);
    known.push_front((path, changed, Arc::clone(&listing)));
    listing
}

/// Returns where a folder is and when it changed; `None` when that may not be the last change of its time stamp.
fn settled(folder: &Path) -> Option<(PathBuf, SystemTime)> {
    let path = folder.canonicalize().ok()?;
    let changed = fs::metadata(&path).ok()?.modified().ok()?;
    (changed.elapsed().ok()? > UNSETTLED).then_some((path, changed))
}

fn read(folder: &Path) -> Listing {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    // Of names that differ in case only, the first in byte order wins, so that the choice does not depend on the disk.
    names.sort_unstable_by(|a, b| b.cmp(a));
    names.into_iter().map(|name| (name.to_lowercase(), name)).collect()
}

// Elsewhere than on Unix a folder cannot be given a date.
#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::fs::File;

    fn dated(folder: &Path, ago: u64) {
        let time = SystemTime::now() - Duration::from_secs(ago);
        File::open(folder).unwrap().set_modified(time).unwrap();
    }

    #[test]
    fn a_folder_is_listed_again_when_it_may_have_changed_and_few_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let names = |expected: &[&str]| {
            let listing = list(folder.path());
            assert_eq!(listing.values().collect::<Vec<_>>(), expected);
            listing
        };
        fs::write(folder.path().join("A.png"), "").unwrap();
        let fresh = names(&["A.png"]);
        assert!(!Arc::ptr_eq(&fresh, &names(&["A.png"])), "a change in this moment would not show");
        dated(folder.path(), 100);
        let settled = names(&["A.png"]);
        assert!(Arc::ptr_eq(&settled, &names(&["A.png"])));
        fs::write(folder.path().join("b.png"), "").unwrap();
        names(&["A.png", "b.png"]);
        dated(folder.path(), 50);
        names(&["A.png", "b.png"]);
        fs::remove_file(folder.path().join("A.png")).unwrap();
        dated(folder.path(), 40);
        names(&["b.png"]);
        assert_eq!(list(&folder.path().join("nowhere")).len(), 0);

        let above = tempfile::tempdir().unwrap();
        let folders: Vec<PathBuf> = (0..2 * REMEMBERED).map(|n| above.path().join(n.to_string())).collect();
        for folder in &folders {
            fs::create_dir(folder).unwrap();
            dated(folder, 100);
            list(folder);
        }
        let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(known.len() <= REMEMBERED, "{}", known.len());
    }
}
