//! What a file holds and no scene takes over.

use super::Importer;
use crate::extras_json::split;
use crate::parse::{UNDERSTOOD, short};
use retromesh_core::{Code, Finding, Result};

/// So many names of extensions are told; a file may list any number.
const NAMED: usize = 8;

impl Importer<'_, '_> {
    /// Reports extensions that are not read, and extras that stand outside the scene and what is in it.
    pub(super) fn unread(&mut self) -> Result<()> {
        let used = &self.root.extensions_used;
        let unread: Vec<&String> = used.iter().filter(|name| !UNDERSTOOD.contains(&name.as_str())).collect();
        let names: Vec<String> = unread.iter().take(NAMED).map(|name| short(name)).collect();
        let more = if unread.len() > NAMED { " and more" } else { "" };
        let detail = format!("extensions that are not read: {}{more}", names.join(", "));
        self.diagnostics.report(Finding::new(Code::LostChunk).times(unread.len()).detail(detail))?;
        let shown = self.default_scene().map(std::ptr::from_ref);
        let others = self.root.scenes.iter().filter(|scene| shown != Some(std::ptr::from_ref(*scene)));
        let of_file = shown.and(Some(&self.root.extras));
        let outside = of_file.into_iter().chain([&self.root.asset.extras]).chain(others.map(|scene| &scene.extras));
        let lost = outside.map(|extras| split(extras.as_deref()).0.len()).sum();
        let finding = Finding::new(Code::LostExtras).times(lost);
        self.diagnostics.report(finding.detail("extras of the whole file or of scenes that are not shown"))
    }
}
