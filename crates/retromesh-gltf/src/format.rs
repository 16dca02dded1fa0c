//! The format's face for programs that handle formats alike.

use crate::capability::INFO;
use crate::{Document, export, glb};
use retromesh_core::{Diagnostics, Result, Space, Valid};
use retromesh_kit::{Confidence, ExportOptions, Format, Output};

/// glTF 2.0, binary and text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gltf;

/// The format as programs list it.
pub static FORMAT: Gltf = Gltf;

retromesh_kit::doors! {
    Document of crate::ID;
    /// Parses a file; buffers next to it come from `files`.
    parse_with_files;
    /// Builds the scene, in the space of glTF. One tick is one second unless the file or the options say otherwise.
    to_scene_with;
    /// Builds the document of a scene in any space: a binary file, or a text with a `.bin` next to it when the options' file name ends in
    /// `.gltf`.
    ///
    /// Fails when the file would exceed the 4 GiB of the binary container, or when a diagnostic is denied.
    from_scene_with;
}
retromesh_kit::model!(Document, crate::lint::version, lint, textures);

impl Format for Gltf {
    retromesh_kit::format_methods!(info INFO, read_with_files Document, frame_table export);

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

    /// What is written for Luanti is prepared from the scene as it is.
    fn space(&self, options: &ExportOptions) -> Option<Space> {
        INFO.uses_images(options).then_some(Space::GLTF)
    }

    fn write(&self, scene: &Valid<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output> {
        export::write(scene, options, diagnostics).map_err(|error| error.in_format(crate::ID))
    }
}
