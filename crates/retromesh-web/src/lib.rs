//! What the page of a browser asks of models: open, show, convert, judge, repair, look at the bytes.
//!
//! [`Model`] is a file that the page has opened, with the files that are next to it; its methods are the calls of
//! `page/src/engine/types.ts`, and what they answer serialises as that file says. Everything here works without a browser, too, and is
//! tested so. `bindings` is what WebAssembly adds: it hands texts of JSON and bytes to the worker, and asks it for files.
//!
//! Nothing is decided here that the program decides, too: both ask `retromesh`.

#[cfg(target_arch = "wasm32")]
pub mod bindings;
mod codes;
mod layout;
mod model;

pub use codes::{CodeText, codes};
pub use layout::{Columns, columns, values};
pub use model::{Among, Converted, Linted, MadeFile, Model, Opened, RepairedFile, Texture, stranger};

/// The program and its version.
pub const PROGRAM: &str = concat!("retromesh ", env!("CARGO_PKG_VERSION"));
