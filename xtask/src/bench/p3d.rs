//! P3D: packing beside memcpy, and a folder of models through the program.

mod folder;
mod models;
mod streams;

use crate::Outcome;

pub(super) fn run() -> Outcome {
    streams::run();
    folder::run()
}
