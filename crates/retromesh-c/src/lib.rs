#![doc = include_str!("../README.md")]
#![allow(unreachable_pub, reason = "what C reaches is `pub`, for cbindgen; no Rust reaches it")]
#![allow(clippy::doc_markdown, reason = "comments are those of a header")]
#![allow(
    clippy::struct_excessive_bools,
    clippy::needless_pass_by_value,
    reason = "what C sees has the shape that C has"
)]

mod border;
#[allow(unsafe_code, reason = "the names under which calls are exported count as such; there is no block here")]
mod calls;
mod enums;
mod files;
mod fill;
mod options;
mod pool;
mod report;
#[cfg(test)]
#[allow(unsafe_code, reason = "tests do what C does")]
mod tests;
mod view;
