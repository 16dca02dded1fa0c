//! The format as programs see it.

use crate::capability::INFO;
use crate::detect;
use crate::document::Document;
use crate::settings::Settings;
use retromesh_core::Space;
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Confidence, ExportOptions, Format};

/// BGBTech BMD.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bmd;

/// The format, for tables of formats.
pub static FORMAT: Bmd = Bmd;

retromesh_kit::doors!(Document);
retromesh_kit::model!(Document, |_| "1".to_owned(), lint, repair, textures, layout, sizes);

impl Format for Bmd {
    retromesh_kit::format_methods!(info INFO, read Document, write Document);
    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        detect::probe(bytes)
    }

    fn space(&self, options: &ExportOptions) -> Option<Space> {
        Settings::of(&options.settings).ok().map(|settings| crate::space::space(&settings))
    }
}
