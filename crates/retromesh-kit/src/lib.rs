#![doc = include_str!("../README.md")]

pub mod angles;
pub mod budget;
pub mod capability;
pub mod choice;
mod digest;
pub mod document_text;
mod doors;
pub mod dump;
pub mod export;
pub mod file_names;
pub mod format;
pub mod frames;
pub mod image_files;
pub mod import;
pub mod join;
pub mod lamps;
pub mod layout;
mod levels;
mod like;
pub mod lint;
mod listed;
mod numbered;
mod optimize;
pub mod options;
mod prepare;
pub mod procedural;
pub mod ranges;
pub mod references;
pub mod resample;
pub mod settings;
mod shapes;
mod unused;
pub mod vertices;

pub use budget::Budget;
pub use capability::{Feature, Held};
pub use digest::digest;
pub use document_text::DocumentText;
pub use format::{
    ByteLayout, Confidence, Coverage, Exported, Files, Format, FormatInfo, Lints, Model, NoFiles, Output, Repairs,
    Support, Target, TexturePaths,
};
pub use frames::{Clock, FrameRange, FrameTable, RangeUnit};
pub use import::winding::WindingPolicy;
pub use like::like;
pub use lint::{Findings, Lint, Repair, Rule};
pub use listed::{listed, listed_paths, with_article};
pub use numbered::{base, is_numbered, is_renumbered, without_number};
pub use optimize::{optimize, without_nodes};
pub use options::{ExportOptions, ImportOptions};
pub use ranges::{ClipRange, ClipRanges};
pub use references::{ModelReference, Renamed, TextureName};
/// For the macros.
#[doc(hidden)]
pub use retromesh_core;
pub use unused::Unused;
