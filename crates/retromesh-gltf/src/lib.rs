//! The glTF 2.0 bridge of retromesh.

mod document;
mod dump;
mod export;
mod extras_json;
mod format;
mod glb;
mod import;
mod parse;
mod runs;
mod uri;
mod words;

pub use document::{Container, Document};
pub use format::{FORMAT, Gltf};
pub use parse::parse;

/// The format's id in errors.
const FORMAT_ID: &str = "gltf";

use retromesh_core::{Diagnostics, ExportOptions, Output, Result, Scene};

/// Writes a scene.
pub fn write(scene: &Scene, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output> {
    export::write(scene, options, diagnostics)
}
