//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::{Document, MAGIC};
use crate::export;
use crate::lint;
use crate::textures;
use retromesh_core::{Diagnostics, Error, Scene, Space, Valid};
use retromesh_kit::layout::Visit;
use retromesh_kit::{
    Confidence, ExportOptions, Files, Format, FormatInfo, FrameTable, ImportOptions, Lint, Model, Output, Renamed,
    Target, TextureName,
};
use std::fmt;

/// The format of the bOGL engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bo3d;

/// The one value of [`Bo3d`].
pub static FORMAT: Bo3d = Bo3d;

retromesh_kit::doors!(Document);

impl Format for Bo3d {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    retromesh_kit::document_text!(crate::ID, Document);

    fn probe(&self, bytes: &[u8]) -> Confidence {
        if bytes.starts_with(&MAGIC) { Confidence::Certain } else { Confidence::No }
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

    fn space(&self, _options: &ExportOptions) -> Option<Space> {
        Some(Space::GLTF)
    }

    fn frame_table(&self, scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>, Error> {
        export::frame_table(scene, options)
    }
}

impl Model for Document<'_> {
    fn version(&self) -> String {
        format!("{}, {}-bit vertices", self.version, self.floats.bits())
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
