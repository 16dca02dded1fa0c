//! The format's face for programs that handle formats alike.

use crate::capability::INFO;
use crate::{Document, export, glb, textures};
use retromesh_core::{Diagnostics, Result, Scene, Space, Valid};
use retromesh_kit::{
    Clock, Confidence, ExportOptions, Files, Format, FormatInfo, FrameTable, ImportOptions, Model, Output, Renamed,
    TextureName,
};
use std::fmt;

/// glTF 2.0, binary and text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gltf;

/// The format as programs list it.
pub static FORMAT: Gltf = Gltf;

retromesh_kit::doors!(Document);

impl Format for Gltf {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn clock(&self) -> Clock {
        Clock::Seconds
    }

    fn probe(&self, bytes: &[u8]) -> Confidence {
        /// How far the `asset` of a text file is looked for.
        const HEAD: usize = 1 << 16;
        if bytes.starts_with(glb::MAGIC) {
            return Confidence::Certain;
        }
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        if !text.starts_with(b"{") {
            return Confidence::No;
        }
        let contains = |text: &[u8], word: &[u8]| text.windows(word.len()).any(|window| window == word);
        let head = text.get(..HEAD).unwrap_or(text);
        let tail = text.get(text.len().saturating_sub(HEAD)..).unwrap_or(text);
        if contains(head, b"\"asset\"") || contains(tail, b"\"asset\"") {
            Confidence::Certain
        } else if contains(head, b"\"accessors\"") || contains(head, b"\"bufferViews\"") {
            Confidence::Maybe
        } else {
            Confidence::No
        }
    }

    fn read<'a>(
        &self,
        bytes: &'a [u8],
        files: &dyn Files,
        options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Box<dyn Model + 'a>> {
        Ok(Box::new(Document::parse_with_files(bytes, files, options, diagnostics)?))
    }

    fn uses_images(&self, options: &ExportOptions) -> bool {
        // A mod supplies the images of Luanti's slots.
        !options.target.as_deref().is_some_and(|target| target.starts_with("luanti"))
    }

    /// What is written for Luanti is prepared from the scene as it is.
    fn space(&self, options: &ExportOptions) -> Option<Space> {
        self.uses_images(options).then_some(Space::GLTF)
    }

    fn write(&self, scene: &Valid<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output> {
        export::write(scene, options, diagnostics)
    }

    fn frame_table(&self, scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>> {
        export::frame_table(scene, options)
    }
}

impl Model for Document<'_> {
    fn version(&self) -> String {
        self.root().asset.version.clone()
    }

    fn encode(&self) -> Result<Vec<u8>> {
        Document::encode(self)
    }

    fn to_scene_with(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene> {
        Document::to_scene_with(self, options, diagnostics)
    }

    fn texture_names(&self) -> Vec<TextureName> {
        textures::names(self)
    }

    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Option<Renamed>> {
        textures::rename(self, rename).map(Some)
    }

    fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        Document::dump(self, out)
    }
}
