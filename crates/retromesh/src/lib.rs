#![doc = include_str!("../README.md")]

mod apply_images;
mod archive;
mod convert;
mod denied;
mod disk;
#[cfg(feature = "facts")]
pub mod facts;
mod folder;
mod formats;
mod images;
mod listing;
mod lookups;
pub mod named_options;
mod props;
mod regular;
mod request;
mod save;
mod source;
mod store;
mod stored_files;
#[cfg(feature = "text")]
mod text;
mod unsupported_files;

pub use archive::{Archive, split_archive};
pub use convert::{
    Conversion, Converted, Opened, convert, convert_emptying, convert_source, open, open_original, open_source,
    write_scene,
};
pub use denied::Denied;
pub use folder::Folder;
pub use formats::{DEFAULT_EXTENSION, all_formats, detect, format_by_extension, format_by_id, formats, pictures};
pub use images::find_images;
pub use listing::Listings;
pub use lookups::{FileState, Found, Lookup};
pub use named_options::NamedOptions;
pub use regular::Obstacle;
pub use request::Request;
pub use save::{Overwrite, remove_leftovers, save};
pub use source::{Source, load};
pub use stored_files::StoredFiles;
#[cfg(feature = "text")]
pub use text::{pack, pack_with, packs_to};

/// The scene, and what is reported of it.
pub use retromesh_core::{
    CameraId, Code, Diagnostic, Diagnostics, Error, ErrorKind, Extra, Extras, Finding, ImageId, LightId, LimitKind,
    Limits, MaterialId, MeshId, NodeId, NodeMap, Result, Scene, SceneEdit, Seen, Severity, SkeletonId, Space,
    TextureId, Triangulator, Valid, Violation, Violations, check, diagnostics, error, extras, glam, keyframes,
    material, mesh, portable, pose, properties, scene, skeleton, space,
};
/// What formats are asked, and how they are chosen.
pub use retromesh_kit::{
    Budget, ByteLayout, ClipRange, ClipRanges, Confidence, Coverage, ExportOptions, Exported, Feature, Files, Format,
    FormatInfo, FrameRange, FrameTable, Held, ImportOptions, Lint, Lints, Model, ModelReference, NoFiles, Output,
    RangeUnit, Renamed, Repair, Repairs, Rule, Support, Target, TextureName, TexturePaths, Unused, WindingPolicy,
    choice, choices, digest, dump, export::is_static, file_names, layout, like, lint, optimize, options, procedural,
    settings, with_article,
};
