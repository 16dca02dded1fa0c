//! The face of the crate to programs that handle formats alike.

use crate::capability::INFO;
use crate::document::Document;
use crate::export;
use crate::lint;
use crate::parse::is_openbve;
use crate::repair::repair;
use crate::textures;
use retromesh_core::{Diagnostics, Error, Scene, Valid};
use retromesh_kit::layout::Visit;
use retromesh_kit::{
    Confidence, ExportOptions, Files, Format, FormatInfo, FrameTable, ImportOptions, Lint, Model, Output, Renamed,
    Repair, TextureName, format::Target,
};
use std::fmt;

/// The Blitz3D format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct B3d;

/// The Blitz3D format, for tables of formats.
pub static FORMAT: B3d = B3d;

retromesh_kit::doors!(Document);

impl Format for B3d {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    retromesh_kit::document_text!(crate::ID, Document);

    /// A text of openBVE is claimed too, so that the error can say what it is.
    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(b"BB3D") {
            Confidence::Certain
        } else if is_openbve(bytes) {
            Confidence::Maybe
        } else {
            Confidence::No
        }
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        _files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>, Error> {
        Ok(Box::new(Document::parse_with(bytes, options, diagnostics)?))
    }

    fn write(
        &self,
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Output, Error> {
        Document::from_scene_with(scene, options, diagnostics)?.encode()
    }

    fn frame_table(&self, scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>, Error> {
        export::frame_table(scene, options)
    }
}

impl Model for Document<'_> {
    fn version(&self) -> String {
        self.version.to_string()
    }

    fn encode(&self) -> Result<Vec<u8>, Error> {
        self.encode()
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        self.to_scene_with(options, diagnostics)
    }

    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        lint::lint(self, &|rule| rule.is_for(target))
    }

    fn repair(&self, target: Option<&Target>, only: &[String]) -> Result<Option<Repair>, Error> {
        repair(self, target, only).map(Some)
    }

    fn texture_names(&self) -> Vec<TextureName> {
        textures::names(self)
    }

    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Option<Renamed>, Error> {
        textures::rename(self, rename).map(Some)
    }

    fn layout(&self, bytes: &[u8], visit: &mut dyn Visit) -> Result<(), Error> {
        self.layout(bytes, visit)
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.dump(out)
    }
}
