//! The face of the crate to programs that handle formats alike.

use crate::capability::INFO;
use crate::document::Document;
use crate::export;
use crate::lint;
use crate::{repair, textures};
use retromesh_core::{Diagnostics, Result, Scene, Valid};
use retromesh_kit::{
    Clock, Confidence, ExportOptions, Files, Format, FormatInfo, FrameTable, ImportOptions, Lint, Model, Output,
    Renamed, Repair, Target, TextureName,
};
use std::fmt;

/// The DirectX format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct X;

/// The DirectX format, for tables of formats.
pub static FORMAT: X = X;

retromesh_kit::doors!(Document);

impl Format for X {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    retromesh_kit::document_text!(crate::ID, Document);

    /// Luanti and Blitz3D count the keys of a file as they are.
    fn clock(&self) -> Clock {
        Clock::Frames { first: 0.0 }
    }

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(b"xof ") { Confidence::Certain } else { Confidence::No }
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

    fn write(&self, scene: &Valid<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output> {
        Document::from_scene_with(scene, options, diagnostics)?.encode()
    }

    fn frame_table(&self, scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>> {
        export::frame_table(scene, options)
    }
}

impl Model for Document<'_> {
    fn version(&self) -> String {
        format!("{} {}", self.version.escape_ascii(), self.storage().escape_ascii().to_string().trim())
    }

    fn encode(&self) -> Result<Vec<u8>> {
        self.encode()
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene> {
        self.to_scene_with(options, diagnostics)
    }

    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        lint::lint(self, &|rule| rule.is_for(target))
    }

    fn repair(&self, target: Option<&Target>, only: &[String]) -> Result<Option<Repair>> {
        repair::repair(self, target, only).map(Some)
    }

    fn texture_names(&self) -> Vec<TextureName> {
        textures::names(self)
    }

    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Option<Renamed>> {
        textures::rename(self, rename).map(Some)
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.dump(out)
    }
}
