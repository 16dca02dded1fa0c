//! MLOD: the editable models of O2 Light (`SP3X`) and Oxygen 2 (`P3DM`), as a lossless document.

mod document;
mod dump;
mod encode;
mod faces;
mod parse;

pub use document::{Kind, Lod, Mlod, Point, Tag, TagBody, TagName, UvSet};
pub use faces::{Corner, Face, FaceList};
pub(crate) use parse::file as parse;
pub use parse::{MAGIC, VERSION};
