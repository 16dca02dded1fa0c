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

    pub(super) fn add(&self, path: &Path) {
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".retromesh-")) {
            return;
        }
        let extension = path.extension().map_or("no extension".to_owned(), |e| format!(".{}", shown(Path::new(e))));
        *self.0.borrow_mut().entry(extension.to_lowercase()).or_default() += 1;
    }

    /// Says after a separator how many there are of which kinds, as the end of a summary; nothing where there are none.
    pub(crate) fn summary(&self, separator: &str) -> String {
        let kinds = self.0.borrow();
        let mut named: Vec<String> =
            kinds.iter().take(Self::MAX_NAMED).map(|(kind, count)| format!("{count} {kind}")).collect();
        named.extend((kinds.len() > Self::MAX_NAMED).then(|| "...".to_owned()));
        match kinds.values().sum::<usize>() {
            0 => String::new(),
            1 => format!("{separator}1 other file ({})", named.join(", ")),
            count => format!("{separator}{count} other files ({})", named.join(", ")),
        }
    }
}
