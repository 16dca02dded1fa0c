//! ODOL version 7: the binarised models of Operation Flashpoint, as a lossless document.

mod document;
mod dump;
mod encode;
mod parse;

pub use document::{
    Face, FaceList, Frame, Indices, Lod, LodSlots, ModelFacts, ModelInfo, ModelTotals, NamedSelection, Odol, Property,
    ProxyRef, Section,
};
pub(crate) use parse::file as parse;
pub use parse::{MAGIC, VERSION};
