//! Texts as the game reads them: Windows-1252, unless the file had UTF-8.

use crate::import::UTF8;
use retromesh_core::{Code, Diagnostics, Error, Finding, Scene};
use retromesh_wire::RawStr;

/// Encodes texts.
pub(super) struct Texts {
    is_utf8: bool,
    /// How many texts Windows-1252 does not have.
    foreign: usize,
}

impl Texts {
    pub(super) fn of(scene: &Scene) -> Self {
        Self { is_utf8: scene.extras.contains_key(UTF8), foreign: 0 }
    }

    /// Encodes a text.
    pub(super) fn encode(&mut self, text: &str) -> RawStr<'static> {
        if !self.is_utf8 && !text.is_ascii() {
            if let Some(raw) = RawStr::windows_1252(text) {
                return raw;
            }
            self.foreign += 1;
        }
        RawStr::from(text.to_owned())
    }

    pub(super) fn report(&self, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        let finding = Finding::new(Code::NonAsciiText).times(self.foreign);
        diagnostics.report(finding.detail("a text that Windows-1252 does not have is written as UTF-8"))
    }
}
