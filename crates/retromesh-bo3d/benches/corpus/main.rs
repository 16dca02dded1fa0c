//! Real files, which are not part of the repository, held to what the tests say: `cargo xtask corpus DIR` runs this.
//!
//! It is a bench target so that `cargo test` leaves it alone and `--all-targets` checks it.

mod files;
mod from_b3d;
