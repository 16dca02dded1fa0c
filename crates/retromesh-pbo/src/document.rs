//! The table of an archive.

use crate::entry::Entry;

/// The table at the start of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Archive {
    /// The names and values of the header `Vers`; archives before Resistance have none.
    pub properties: Vec<(String, String)>,
    /// The entries in the order of the file.
    pub entries: Vec<Entry>,
    /// Where the data of the first entry begins, in bytes from the start of the file.
    pub data_offset: u64,
}

impl Archive {
    /// Returns the path below which the game mounts the archive, with slashes: its property `prefix`. Where there is none, the game takes the
    /// name of the file.
    pub fn prefix(&self) -> Option<String> {
        let (_, prefix) = self.properties.iter().find(|(name, _)| name.eq_ignore_ascii_case("prefix"))?;
        let parts: Vec<&str> = prefix.split(['/', '\\']).filter(|part| !part.is_empty()).collect();
        (!parts.is_empty()).then(|| parts.join("/"))
    }
}
