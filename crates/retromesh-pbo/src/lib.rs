//! PBO archives of Operation Flashpoint and Arma: many files in one, with names that have backslashes.
//!
//! An archive begins with a table of its entries; their bytes follow in the order of the table. [`Archive::parse`] reads the table and needs
//! nothing after it, so that an archive of any size can stay on the disk; [`Entry::unpack`] takes the bytes of one entry.
//!
//! ```
//! use retromesh_core::Limits;
//! use retromesh_pbo::Archive;
//!
//! let entry = [b"a.txt\0".as_slice(), &[0; 16], &[2, 0, 0, 0]].concat();
//! let end = [0; 21];
//! let bytes = [entry.as_slice(), &end, b"hi"].concat();
//! let archive = Archive::parse(&bytes)?;
//! let entry = &archive.entries[0];
//! assert_eq!((entry.name.as_str(), &*entry.unpack(entry.of(&bytes)?, &Limits::default())?), ("a.txt", &b"hi"[..]));
//! # Ok::<(), retromesh_core::Error>(())
//! ```
#![warn(clippy::indexing_slicing)]

mod document;
mod entry;
mod parse;

pub use document::Archive;
pub use entry::{Entry, Method};

/// The short name of the format, as in errors.
pub(crate) const ID: &str = "pbo";
