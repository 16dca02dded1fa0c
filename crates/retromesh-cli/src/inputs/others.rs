//! What of folders is not meant.

use crate::terminal::shown;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

/// The files of folders and archives that are not meant, counted by their extensions.
#[derive(Debug, Default)]
pub(crate) struct Others(RefCell<BTreeMap<String, usize>>);

impl Others {
    /// At most this many extensions are named.
    const MAX_NAMED: usize = 8;

    /// Counts a file that is left out.
    pub(crate) fn add(&self, path: &Path) {
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".retromesh-")) {
            return;
        }
        let extension = path.extension().map_or("no extension".to_owned(), |e| format!(".{}", shown(Path::new(e))));
        *self.0.borrow_mut().entry(extension.to_lowercase()).or_default() += 1;
    }

    /// Says after a separator how many there are of which kinds, as the end of a summary; nothing where there are none.
    pub(crate) fn summary(&self, separator: &str) -> String {
        match self.counted() {
            (0, _) => String::new(),
            (1, kinds) => format!("{separator}1 other file ({kinds})"),
            (count, kinds) => format!("{separator}{count} other files ({kinds})"),
        }
    }

    /// Says after a comma that they are skipped, and why; nothing where there are none.
    pub(crate) fn skipped(&self, why: &str) -> String {
        match self.counted() {
            (0, _) => String::new(),
            (count, kinds) => format!(", {count} skipped, as {why} ({kinds})"),
        }
    }

    /// Returns how many there are, and how many of each kind: `2 .lua, 1 .txt`.
    fn counted(&self) -> (usize, String) {
        let kinds = self.0.borrow();
        let mut named: Vec<String> =
            kinds.iter().take(Self::MAX_NAMED).map(|(kind, count)| format!("{count} {kind}")).collect();
        named.extend((kinds.len() > Self::MAX_NAMED).then(|| "...".to_owned()));
        (kinds.values().sum(), named.join(", "))
    }
}
