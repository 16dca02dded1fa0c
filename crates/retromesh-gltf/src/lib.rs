//! The glTF 2.0 bridge of retromesh.

mod export;
mod extras_json;
mod format;
mod glb;
mod runs;
mod uri;
mod words;

pub use format::{FORMAT, Gltf};

/// The format's id in errors.
const FORMAT_ID: &str = "gltf";

use retromesh_core::{Diagnostics, ExportOptions, Output, Result, Scene};

/// Writes a scene.
pub fn write(scene: &Scene, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output> {
    export::write(scene, options, diagnostics)
}
