//! The ninja of bOGL, by way of Blitz3D.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use crate::bo3d_motion::{Figures, TOLERANCE, compare, read, write};
use retromesh::keyframes::Interpolation;
use retromesh::space::{Axis, Winding};
use retromesh::{ExportOptions, Space};
use retromesh_testkit::corpus;

/// The ninja of bOGL's own media as a Blitz3D file: mirrored, with spherical interpolation, made from what the original converter
/// made of the artist's file.
#[test]
fn the_ninja_moves_alike_between_keys_too() {
    let file = corpus("bo3d", "bo3d", 29).into_iter().find(|file| file.name.contains("converter_32")).unwrap();
    let mut ninja = read("bo3d", &file.bytes, None);
    ninja.convert_to(Space { forward: Axis::PlusZ, winding: Winding::Clockwise, ..Space::GLTF });
    for channel in &mut ninja.animations[0].channels {
        channel.interpolation = Interpolation::Linear;
    }
    let (b3d, _) = write("b3d", &ninja, &ExportOptions::default());
    for rate in [None, Some(30.0)] {
        let mut options = ExportOptions::default();
        options.frames_per_second = rate;
        let Figures { rate: played, motion, hardening, said } = compare(&b3d, &options);
        println!(
            "asked for {rate:?}: {motion:.1e} of the size apart at {played} frames a second; hard weights move {hardening:.1e}; {said}"
        );
        assert_eq!(hardening, 0.0, "the ninja's skin is rigid");
        assert_eq!(motion < TOLERANCE, rate.is_none(), "{motion}");
    }
}
