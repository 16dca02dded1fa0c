//! MLOD: the editable models of O2 Light (`SP3X`) and Oxygen 2 (`P3DM`), as a lossless document.

mod document;
mod dump;
mod encode;
mod faces;
mod parse;

pub(crate) use document::NAME;
pub use document::{Lod, Mlod, Point, Tag, TagBody, TagName, UvSet};
pub(crate) use encode::{put_file_header, put_tag, put_tag_head};
pub(crate) use faces::{CORNER, TEXTURE, head_bytes, sp3x_bytes};
pub use faces::{Corner, Face, FaceList, Kind};
pub(crate) use parse::file as parse;
pub use parse::{MAGIC, VERSION};

retromesh_kit::doors! {
    Mlod of crate::ID;
    /// Writes the file.
    ///
    /// Fails where a string holds a NUL, or faces or tag names are of another layout than their level.
    encode;
}
