#![doc = include_str!("../README.md")]

mod capability;
mod document;
#[cfg(feature = "draco")]
mod draco;
mod dump;
mod encode;
mod export;
mod extras_json;
mod fingerprint;
mod format;
mod glb;
mod grid;
mod import;
mod kept;
mod lint;
mod meshopt;
mod parse;
mod pictures;
mod placeholder;
mod runs;
mod settings;
mod slots;
mod textures;
mod tree_size;
mod uri;
mod words;

pub use document::{Container, Document};
pub use format::{FORMAT, Gltf};
pub use settings::{Clips, Kept, LightMaps, LuantiUse, Quantize, Settings};

use retromesh_core::mesh::Mesh;

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "gltf";
/// The extension that moves texture coordinates.
const TEXTURE_TRANSFORM: &str = "KHR_texture_transform";
/// The extra of a scene that holds the copyright of the asset.
const COPYRIGHT: &str = "gltf.copyright";
/// The member of this project's own extras by which others refer to a node, as tools number nodes anew.
const KEY: &str = "key";

/// The member of a mesh's own extras that lists the names of shapes that have none.
const NAMELESS: &str = "nameless";

/// The key of what this project says about a file, at its scene.
const VERSION: &str = "version";

/// The member of a mesh's own extras that has the order of vertices before each part got its own.
const ORDER: &str = "vertexOrder";

/// The member of own extras that has the fingerprint of how faces join vertices.
const LINKS: &str = "linkPrint";

/// The member of a mesh's own extras that says how many of its faces have flags, which are kept with its parts.
const FLAGGED: &str = "flaggedFaces";

/// The member of this project's own extras that says that no images were wanted in the file.
const NO_IMAGES: &str = "noImages";
/// The extra of a root that holds the numbers of the glTF scenes that it is in, where there are several.
const SCENE: &str = "gltf.scene";
/// The extra of a scene that holds the names and extras of the glTF scenes.
const SCENES: &str = "gltf.scenes";
/// The member of own extras that holds the [fingerprint](fingerprint::image) of an image.
const FINGERPRINT: &str = "fingerprint";
/// The extra of a scene that holds what is said of the whole file.
const ASSET: &str = "gltf.asset";
/// The extra of a texture that holds the name of its sampler, and what its filters are.
const SAMPLER: &str = "gltf.sampler";
/// The extra of a material that holds the scale of its normal map.
const NORMAL_SCALE: &str = "gltf.normalScale";
/// The extra of a material that holds the strength of its occlusion map.
const OCCLUSION_STRENGTH: &str = "gltf.occlusionStrength";

/// Returns how a finding names the thing that it is about.
fn place_of(kind: &str, name: &str) -> String {
    if name.is_empty() { format!("unnamed {kind}") } else { format!("{kind} {name}") }
}

/// Returns the name of the morph target that stands for the vertex frame of a time.
fn frame_name(time: f32) -> String {
    format!("frame {time}")
}

/// Returns how many faces of a mesh have flags.
fn flagged_faces(mesh: &Mesh) -> usize {
    mesh.parts.iter().flat_map(|part| &part.face_flags).filter(|flags| **flags != 0).count()
}

/// Returns the start of a text from a file for an error.
fn short(text: &str) -> String {
    text.chars().take(64).collect()
}
