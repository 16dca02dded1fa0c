//! Reads, writes, converts, inspects and checks legacy game-model formats through one common scene.
//!
//! This crate puts the format crates together: [`formats`] lists those that are compiled in (one cargo feature a format),
//! [`detect`] tells which one a file is of, [`open`] reads a file with what is next to it, and [`convert`] writes it as another
//! format. A program that needs one format only can depend on that format's crate alone.
//!
//! ```
//! use retromesh::{Diagnostics, ImportOptions};
//!
//! let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/b3d/letter-f.b3d");
//! let mut diagnostics = Diagnostics::new();
//! let opened = retromesh::open(file, &ImportOptions::default(), &mut diagnostics)?;
//! assert_eq!(opened.format.id, "b3d");
//! assert!(opened.scene.meshes[0].triangle_count() > 0);
//! # Ok::<(), retromesh::Error>(())
//! ```

mod archive;
mod convert;
mod denied;
mod detect;
mod disk;
#[cfg(feature = "facts")]
pub mod facts;
mod folder;
mod images;
mod listing;
mod lookups;
mod props;
mod regular;
mod save;
mod source;
mod store;
mod stored_files;
#[cfg(feature = "text")]
#[allow(dead_code, unused_variables, reason = "without a format nothing is written")]
mod text;

pub use archive::{Archive, split_archive};
pub use convert::{
    Conversion, Converted, Opened, convert, convert_emptying, convert_source, open, open_source, write_scene,
};
pub use denied::Denied;
pub use detect::{DEFAULT_EXTENSION, all_formats, detect, format_by_extension, formats, pictures};
pub use folder::Folder;
pub use images::find_images;
pub use listing::Listings;
pub use lookups::{FileState, Found, Lookup};
pub use save::{Overwrite, remove_leftovers, save, stable_hash};
pub use source::{Source, load};
pub use stored_files::StoredFiles;
#[cfg(feature = "text")]
pub use text::{pack, packs_to};

pub use retromesh_core::*;
pub use retromesh_kit::*;
