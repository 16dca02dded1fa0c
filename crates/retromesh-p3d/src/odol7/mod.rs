//! ODOL version 7: the binarised models of Operation Flashpoint, as a lossless document.

mod document;
mod dump;
mod encode;
mod parse;
mod sums;
mod tables;

pub use document::{
    Face, FaceList, Frame, Indices, Lod, LodSlots, ModelFacts, ModelInfo, ModelTotals, NamedSelection, Odol, Property,
    ProxyRef, Section,
};
pub(crate) use parse::file as parse;
pub use parse::{MAGIC, VERSION};
pub(crate) use tables::{FACE_MEMORY, wrong_proxies, wrong_tables};

retromesh_kit::doors! {
    Odol of crate::ID;
    /// Writes the file.
    ///
    /// Fails where a string holds a NUL or the number of resolutions is not the number of levels.
    encode;
}
