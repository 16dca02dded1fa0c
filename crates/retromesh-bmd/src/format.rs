//! The format as programs see it.

use crate::capability::INFO;
use crate::detect;
use crate::document::Document;
use crate::lint;
use crate::settings::Settings;
use crate::textures;
use retromesh_core::{Diagnostics, Result, Scene, Space, Valid};
use retromesh_kit::layout::Visit;
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{
    Confidence, ExportOptions, Files, Format, FormatInfo, ImportOptions, Lint, Model, Output, Renamed, Repair, Target,
    TextureName,
};
use std::fmt;

/// BGBTech BMD.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bmd;

/// The format, for tables of formats.
pub static FORMAT: Bmd = Bmd;

retromesh_kit::doors!(Document);

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

impl Model for Document<'_> {
    fn version(&self) -> String {
        "1".to_owned()
    }

    fn encode(&self) -> Result<Vec<u8>> {
        self.encode()
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene> {
        self.to_scene_with(options, diagnostics)
    }

    fn sizes(&self) -> Vec<(&'static str, u64)> {
        self.sizes().into_iter().map(|(part, bytes)| (part, bytes as u64)).collect()
    }

    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        lint::lint(self, target)
    }

    fn texture_names(&self) -> Vec<TextureName> {
        textures::names(self)
    }

    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Option<Renamed>> {
        textures::rename(self, rename).map(Some)
    }

    fn repair(&self, target: Option<&Target>, only: &[String]) -> Result<Option<Repair>> {
        crate::repair::repair(self, target, only).map(Some)
    }

    fn layout(&self, bytes: &[u8], visit: &mut dyn Visit) -> Result<()> {
        self.layout(bytes, visit)
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.dump(out)
    }
}
