//! What a file holds and no scene takes over.

use super::Importer;
use crate::parse::is_understood;
use crate::short;
use retromesh_core::{Code, Finding, Result};

/// So many names of extensions are told; a file may list any number.
const NAMED: usize = 8;

impl Importer<'_, '_> {
    /// Reports extensions that are not read.
    pub(super) fn unread(&mut self) -> Result<()> {
        let used = &self.root.extensions_used;
        let unread: Vec<&String> = used.iter().filter(|name| !is_understood(name)).collect();
        let names: Vec<String> = unread.iter().take(NAMED).map(|name| short(name)).collect();
        let more = if unread.len() > NAMED { " and more" } else { "" };
        let detail = format!("extensions that are not read: {}{more}", names.join(", "));
        self.diagnostics.report(Finding::new(Code::LostChunk).times(unread.len()).detail(detail))
    }
}
