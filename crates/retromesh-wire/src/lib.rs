//! The binary kit of retromesh: what every format crate needs to read and write little-endian bytes.
//!
//! | part | holds |
//! |---|---|
//! | [`error`] | [`PResult`], [`Parse`], [`Failure`] (place, kind and path of a parse failure), [`run`] |
//! | [`parsers`] | fields as values: `le_u32("flags")`, vectors, tags, strings, arrays, and the guard before every counted loop |
//! | [`row`], [`rows`] | [`Row`] (an element of fixed size) and [`Rows`] (input bytes viewed as typed rows) |
//! | [`records`] | [`Records`]: interleaved vertices whose stride is known only at run time |
//! | [`bulk`] | checks over whole arrays: [`all_finite`], [`max_u16`], [`max_u32`], [`digest`] |
//! | [`halves`] | bulk conversion of half floats |
//! | [`string`](mod@string) | [`RawStr`] and [`FixedStr`]: text as the file holds it |
//! | [`lzss`] | the packed streams of P3D models and PAA textures |
//! | [`put`] | the writing side: [`Put`] on `Vec<u8>` |
//! | [`record`](mod@record) | [`record!`], which declares the structures of documents |
//! | [`trace`] | [`Trace`], which takes what would be written and tells which byte is what |
//! | `values` | with the feature `serde`: how rows, records and texts are (de)serialised |
//!
//! Structure is parsed with nom, arrays are viewed in place:
//!
//! ```
//! use glam::Vec3;
//! use nom::{Parser, error::context};
//! use retromesh_wire::parsers::{counted_rows, le_u32};
//! use retromesh_wire::{PResult, Put, Rows, run};
//!
//! /// A count and as many positions.
//! fn positions(i: &[u8]) -> PResult<'_, Rows<'_, Vec3>> {
//!     le_u32("position count").flat_map(|n| counted_rows("positions", n)).parse(i)
//! }
//!
//! let mut file = Vec::new();
//! file.put_u32(2);
//! file.put_slice(&[Vec3::X, Vec3::Y]);
//! assert_eq!(run("demo", &file, positions)?.to_vec(), [Vec3::X, Vec3::Y]);
//!
//! let cut = &file[..20];
//! let error = run("demo", cut, context("MESH", positions)).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "demo: bad positions count: expected at most 1 (12 bytes each, 16 bytes left), found 2 at 0x4 in MESH"
//! );
//! # Ok::<(), retromesh_core::Error>(())
//! ```
#![warn(clippy::indexing_slicing)]

pub mod bulk;
pub mod error;
pub mod halves;
pub mod lzss;
pub mod parsers;
pub mod put;
pub mod record;
pub mod record_blocks;
pub mod records;
pub mod row;
mod row_struct;
pub mod rows;
pub mod string;
pub mod trace;
#[cfg(feature = "serde")]
pub mod values;

/// What the macros write names the crate, also inside of it.
#[cfg(feature = "serde")]
extern crate self as retromesh_wire;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;

pub use bulk::{all_finite, digest, max_u16, max_u32};
pub use error::{Failure, PResult, Parse, bad, fail, finish, offset_in, run};
pub use put::{LenMark, Put};
pub use record::IntoOwned;
pub use record_blocks::{RecordBlock, RecordBlockMut};
pub use records::Records;
pub use retromesh_kit::layout::{Number, Part, Shape};
pub use row::Row;
pub use rows::Rows;
pub use string::{Encoding, FixedStr, RawStr};
pub use trace::Trace;
