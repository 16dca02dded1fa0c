//! The tests of this crate, in one program.

mod alike;
mod batch;
mod bmd;
mod bogle;
mod common;
mod diff;
mod diff_kinds;
mod guides;
mod hostile;
mod outputs;
mod p3d;
mod pose;
mod program;
mod render;
mod resume;
mod settings;
mod streams;
