//! `.rtm` animations of Operation Flashpoint: where the bones of a model are, phase by phase.
//!
//! A phase has a matrix for each bone, a map of the model's own space. A bone moves the selection of its name. Bones have no parents, no
//! rest pose and no speed: a phase has a time from 0 to 1, and how long that takes the game's configuration says.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures");
//! use retromesh_p3d::{Document, rtm::Rtm};
//!
//! let bytes = std::fs::read(format!("{fixtures}/rtm/turn.rtm"))?;
//! let rtm = Rtm::parse(&bytes)?;
//! assert_eq!((rtm.bones.len(), rtm.phases.len()), (2, 3));
//! assert_eq!(rtm.encode()?, bytes);
//! # Ok(())
//! # }
//! ```

mod document;
mod dump;
mod encode;
mod export;
mod format;
mod import;
mod parse;
mod settings;

pub use document::{BoneAt, Phase, Rtm, Version};
pub use format::{FORMAT, RtmFormat};
pub(crate) use import::animate;
pub use settings::Settings;

/// The short name of the format, as in errors.
pub(crate) const NAME: &str = "rtm";

/// The extras of animations that are written again, and of the node above the bones.
const VERSION: &str = "rtm.version";
const STEP: &str = "rtm.step";
const ROOT: &str = "rtm.root";
