//! The format as programs see it.

use crate::capability::INFO;
use crate::detect;
use crate::document::Document;
use crate::settings::Settings;
use retromesh_core::{Diagnostics, Result, Space, Valid};
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Confidence, ExportOptions, Files, Format, FormatInfo, ImportOptions, Model, Output};

/// BGBTech BMD.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bmd;

/// The format, for tables of formats.
pub static FORMAT: Bmd = Bmd;

retromesh_kit::doors!(Document);
retromesh_kit::model!(Document, |_| "1".to_owned(), lint, repair, textures, layout, sizes);

impl Format for Bmd {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        detect::probe(bytes)
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        _files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>> {
        Ok(Box::new(Document::parse_with(bytes, options, diagnostics)?))
    }

    fn space(&self, options: &ExportOptions) -> Option<Space> {
        Settings::of(&options.settings).ok().map(|settings| crate::space::space(&settings))
    }

    fn write(&self, scene: &Valid<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output> {
        Document::from_scene_with(scene, options, diagnostics)?.encode()
    }
}
