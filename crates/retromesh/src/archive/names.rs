//! The names of entries.
#![cfg_attr(not(any(feature = "pbo", feature = "zip")), allow(dead_code, reason = "no kind of archive is compiled in"))]

use retromesh_core::{Error, ErrorKind, Result};
use std::borrow::Cow;

/// The name of an entry.
pub(super) struct Name {
    stored: String,
    /// With slashes between its parts, and never out of the archive.
    pub(super) listed: String,
}

impl Name {
    pub(super) fn new(stored: &str) -> Self {
        let path = stored.replace('\\', "/").replace([':', '\0'], "_");
        let safe = |part: &str| if part == ".." { Cow::Borrowed("__") } else { Cow::Owned(part.to_owned()) };
        let parts: Vec<Cow<'_, str>> = path.trim_start_matches('/').split('/').map(safe).collect();
        Self { stored: stored.to_owned(), listed: parts.join("/") }
    }

    /// Fails for one that leads out of the archive: by `..`, a drive or a root. It is listed under a name that does not.
    pub(super) fn stays_inside(&self, format: &'static str, offset: u64) -> Result<()> {
        if self.listed == self.stored.replace('\\', "/") {
            return Ok(());
        }
        Err(Error::new(format, ErrorKind::Outside { found: self.stored.clone() }).at(offset))
    }
}
