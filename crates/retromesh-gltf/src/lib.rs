//! The glTF 2.0 bridge of retromesh: scenes to and from `.glb` and `.gltf`.
//!
//! Writing puts what glTF knows into its core and into well-known extensions (`KHR_lights_punctual`, `KHR_materials_unlit`,
//! `KHR_texture_transform`, `KHR_node_visibility`, `MSFT_lod`), and everything else into `extras`, so that a way through
//! glTF restores it. Reading accepts the files of other programs as well; whatever is dropped or mended is reported.
//!
//! | in a scene | in a file |
//! |---|---|
//! | a node | the node of the same number; added nodes come last and are marked |
//! | a mesh with parts | a mesh with a primitive a part over shared vertices |
//! | a clip | an animation that starts at 0 seconds |
//! | a tick | `1 / ticks_per_second` seconds; a second in files of other programs |
//!
//! ```
//! use retromesh_core::scene::{Node, Scene};
//! use retromesh_core::{Diagnostics, ExportOptions, ImportOptions, NoFiles};
//!
//! let mut scene = Scene::default();
//! scene.add_node(None, Node { name: "hut".into(), ..Node::default() });
//! let mut diagnostics = Diagnostics::new();
//! let file = retromesh_gltf::write(&scene, &ExportOptions::default(), &mut diagnostics)?.bytes;
//! let options = ImportOptions::default();
//! let document = retromesh_gltf::parse(&file, &NoFiles, &options, &mut diagnostics)?;
//! assert_eq!(document.encode(), file);
//! assert_eq!(document.to_scene(&options, &mut diagnostics)?, scene);
//! # Ok::<(), retromesh_core::Error>(())
//! ```

mod document;
mod dump;
mod export;
mod extras_json;
mod format;
mod glb;
mod import;
mod parse;
mod runs;
mod textures;
mod uri;
mod words;

pub use document::{Container, Document};
pub use format::{FORMAT, Gltf};
pub use parse::parse;

use retromesh_core::{Diagnostics, ExportOptions, Output, Result, Scene};

/// The format's id in errors.
const FORMAT_ID: &str = "gltf";
/// The extra of a scene that holds the copyright of the asset.
const COPYRIGHT: &str = "gltf.copyright";

/// Writes a scene of any space as a binary file, or as a text with a `.bin` beside it when the options' file name ends in
/// `.gltf`.
///
/// Fails when the file would exceed the 4 GiB of the binary container, or when a diagnostic is denied.
pub fn write(scene: &Scene, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output> {
    export::write(scene, options, diagnostics)
}

/// Writes a scene as [`write`](fn@write) does, and leaves it in glTF's space where that spares a copy.
pub fn write_in_place(scene: &mut Scene, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output> {
    export::write_in_place(scene, options, diagnostics)
}

/// Returns how a finding names the thing that it is about.
fn place_of(kind: &str, name: &str) -> String {
    if name.is_empty() { format!("unnamed {kind}") } else { format!("{kind} {name}") }
}
