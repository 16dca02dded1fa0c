#![doc = include_str!("../README.md")]
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

pub use bulk::{all_finite, max_u16, max_u32};
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
