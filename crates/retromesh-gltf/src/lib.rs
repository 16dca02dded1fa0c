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
//! use retromesh_gltf::Document;
//!
//! let mut scene = Scene::default();
//! scene.add_node(None, Node { name: "hut".into(), ..Node::default() });
//! let scene = scene.into_valid()?;
//! let file = Document::from_scene(&scene)?.document.encode()?;
//! assert_eq!(Document::parse(&file)?.to_scene()?, *scene);
//! # Ok::<(), retromesh_core::Error>(())
//! ```

mod capability;
mod document;
mod dump;
mod export;
mod extras_json;
mod format;
mod glb;
mod import;
mod parse;
mod runs;
mod settings;
mod textures;
mod uri;
mod words;

pub use document::{Container, Document};
pub use format::{FORMAT, Gltf};
pub use settings::{Clips, LuantiUse, Settings};

/// The format's id in errors.
const FORMAT_ID: &str = "gltf";
/// The extra of a scene that holds the copyright of the asset.
const COPYRIGHT: &str = "gltf.copyright";

/// Returns how a finding names the thing that it is about.
fn place_of(kind: &str, name: &str) -> String {
    if name.is_empty() { format!("unnamed {kind}") } else { format!("{kind} {name}") }
}
