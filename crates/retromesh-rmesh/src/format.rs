//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::{Document, HEADER};
use crate::parse::is_rm2;
use crate::{lint, references, repair, textures};
use retromesh_core::{Diagnostics, Error, Scene, Valid};
use retromesh_kit::layout::Visit;
use retromesh_kit::{
    Confidence, ExportOptions, Files, Format, FormatInfo, ImportOptions, Lint, Model, ModelReference, Output, Renamed,
    Repair, Target, TextureName,
};
use std::fmt;

/// The rooms of SCP - Containment Breach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RMesh;

/// The one value of [`RMesh`].
pub static FORMAT: RMesh = RMesh;

retromesh_kit::doors!(Document);

impl Format for RMesh {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        let is_room = bytes.get(4..).is_some_and(|text| text.starts_with(HEADER));
        if is_room || is_rm2(bytes) { Confidence::Certain } else { Confidence::No }
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
}

impl Model for Document<'_> {
    fn version(&self) -> String {
        self.header().escape_ascii().to_string()
    }

    fn encode(&self) -> Result<Vec<u8>, Error> {
        self.encode()
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        self.to_scene_with(options, diagnostics)
    }

    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        lint::lint(self, target)
    }

    fn repair(&self, target: Option<&Target>, only: &[String]) -> Result<Option<Repair>, Error> {
        repair::repair(self, target, only).map(Some)
    }

    fn texture_names(&self) -> Vec<TextureName> {
        textures::names(self)
    }

    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Option<Renamed>, Error> {
        textures::rename(self, rename).map(Some)
    }

    fn references(&self) -> Vec<ModelReference> {
        references::references(self)
    }

    fn layout(&self, bytes: &[u8], visit: &mut dyn Visit) -> Result<(), Error> {
        self.layout(bytes, visit)
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.dump(out)
    }
}
