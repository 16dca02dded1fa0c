//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::Document;
use crate::frame::SPACE;
use crate::parse::SIGNATURE;
use crate::textures;
use retromesh_core::{Diagnostics, Error, Scene, Space, Valid};
use retromesh_kit::layout::Visit;
use retromesh_kit::{
    Confidence, ExportOptions, Files, Format, FormatInfo, ImportOptions, Lint, Model, Output, Renamed, Target,
    TextureName,
};
use std::fmt;

/// BOGLE, the Blender-to-OpenGL exporter's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bogle;

/// The one value of [`Bogle`].
pub static FORMAT: Bogle = Bogle;

retromesh_kit::doors!(Document);

impl Format for Bogle {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(SIGNATURE) { Confidence::Certain } else { Confidence::No }
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>, Error> {
        Ok(Box::new(Document::parse_with_files(bytes, files, options, diagnostics)?))
    }

    fn space(&self, _options: &ExportOptions) -> Option<Space> {
        Some(SPACE)
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
        self.layout.name().to_owned()
    }

    fn encode(&self) -> Result<Vec<u8>, Error> {
        Document::encode(self)
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        Document::to_scene_with(self, options, diagnostics)
    }

    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        Document::lint(self, target)
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
        Document::dump(self, out)
    }
}
