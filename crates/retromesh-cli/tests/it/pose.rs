//! `--pose`: what a clip shows at a frame, in a format that cannot move.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use crate::common::{Folder, fixture, retromesh};
use retromesh::keyframes::PoseAt;
use retromesh::{Diagnostics, ImportOptions, NodeId, Scene};
use std::fs;
use std::process::Command;

/// The positions of an OBJ file.
fn positions(text: &str) -> Vec<[f32; 3]> {
    let numbers = |line: &str| line.split(' ').map(|number| number.parse().unwrap()).collect::<Vec<f32>>();
    text.lines().filter_map(|line| line.strip_prefix("v ")).map(|line| numbers(line)[..3].try_into().unwrap()).collect()
}

/// Where the vertices of a scene are in a pose, in the axes of OBJ, for those files whose vertices are all written.
fn posed(scene: &Scene, at: &PoseAt) -> Vec<[f32; 3]> {
    let pose = scene.validate().unwrap().still_pose(Some(at)).unwrap();
    let drawn = scene.nodes.iter().enumerate().filter(|(_, node)| node.mesh.is_some());
    drawn.flat_map(|(i, _)| pose.positions(&scene.validate().unwrap(), NodeId::new(i))).map(|p| p.to_array()).collect()
}

#[test]
fn an_obj_shows_a_clip_at_a_frame() {
    let folder = tempfile::tempdir().unwrap();
    let mut moved = 0;
    for (name, pose, clip, tick) in [
        ("b3d/skin-tube-animated.b3d", "@1", "", 1.0),
        ("b3d/skin-tube-animated.b3d", "@5", "", 5.0),
        ("b3d/skin-tube-animated.b3d", "@4.5", "", 4.5),
        ("b3d/letter-f-animated.b3d", "@7", "", 7.0),
        ("b3d/seqs.b3d", "walk@15", "walk", 15.0),
    ] {
        let output = folder.path().join(format!("{}.obj", moved + tick as usize)).to_string_lossy().into_owned();
        let words = ["convert", &fixture(name), "-o", &output, "--pose", pose, "--quiet", "--force"];
        let status = Command::new(env!("CARGO_BIN_EXE_retromesh")).args(words).status().unwrap();
        assert!(status.success(), "{name} {pose}");
        let found = positions(&fs::read_to_string(&output).unwrap());
        let mut scene =
            retromesh::open(fixture(name), &ImportOptions::default(), &mut Diagnostics::new()).unwrap().scene;
        let obj = retromesh::open(&output, &ImportOptions::default(), &mut Diagnostics::new()).unwrap().scene;
        scene.convert_to(obj.space);
        let expected = posed(&scene, &PoseAt { clip: clip.to_owned(), tick });
        assert_eq!(found.len(), expected.len(), "{name}");
        for (found, expected) in found.iter().zip(&expected) {
            let far = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(far < 1e-5, "{name} {pose}: {found:?}, not {expected:?}");
        }
        let rest: Vec<[f32; 3]> = (0..scene.nodes.len())
            .flat_map(|i| scene.rest_pose().positions(&scene, NodeId::new(i)))
            .map(|p| p.to_array())
            .collect();
        moved += usize::from(rest != expected);
    }
    assert!(moved >= 3, "the poses are those at rest");
}

#[test]
fn formats_that_move_take_no_pose() {
    let words = ["convert", &fixture("b3d/seqs.b3d"), "-o", "x.glb", "--pose", "@1"];
    let output = Command::new(env!("CARGO_BIN_EXE_retromesh")).args(words).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("take no --pose"));
}

#[test]
fn a_model_without_animation_is_at_rest() {
    let folder = Folder::new();
    let model = fixture("b3d/triangle.b3d");
    let [still, posed] = ["still.obj", "posed.obj"].map(|name| folder.path(name));
    let convert =
        |output: &str, options: &[&str]| retromesh(&[&["convert", &model, "-o", output][..], options].concat());
    assert_eq!(convert(&still, &[]).code, 0);
    let run = convert(&posed, &["--pose", "@12"]);
    assert!(run.code == 0 && (run.out + &run.err).contains("--pose: the model has no animation"));
    assert_eq!(positions(&fs::read_to_string(&posed).unwrap()), positions(&fs::read_to_string(&still).unwrap()));
}
