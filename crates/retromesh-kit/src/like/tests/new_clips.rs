//! Clips that the original has not.

use super::*;

/// A clip that moves a node to a height and back; the top is at this frame.
fn nod(edited: &mut Scene, node: u32, top: f32, height: f32) {
    let x = edited[NodeId(node)].transform.trs().translation.x;
    let track = Track::Translation([0.0, height, 0.0].map(|y| Vec3::new(x, y, 0.0)).to_vec());
    let times = [0.0, top, 5.0].map(|frame| frame / RATE).to_vec();
    let channel = Channel { target: NodeId(node), interpolation: Interpolation::Linear, times, track };
    match edited.animations.iter_mut().find(|all| all.name == "nod") {
        Some(all) => all.channels.push(channel),
        None => edited.animations.push(Animation {
            name: "nod".into(),
            last: 5.0 / RATE,
            ticks_per_second: 1.0,
            channels: vec![channel],
            ..Animation::default()
        }),
    }
}

#[test]
fn a_new_clip_with_more_keys_than_frames_is_reported() {
    for (top, is_said) in [(2.0, false), (2.5, true)] {
        let mut edited = original();
        apart(&mut edited);
        nod(&mut edited, 1, top, 1.0);
        let found = restored(edited).1;
        let said = "1 keys of new clips: nod translation of door".to_owned();
        assert_eq!(found.contains(&said), is_said, "{found:?}");
    }
}

/// Blender writes keys of all joints.
#[test]
fn what_the_original_never_moves_has_keys_only_where_it_leaves_its_rest() {
    for (height, expected) in [(0.0, &[NodeId(1)][..]), (1.0, &[NodeId(1), NodeId(4)])] {
        let mut edited = original();
        apart(&mut edited);
        nod(&mut edited, 1, 2.0, 1.0);
        nod(&mut edited, 4, 2.0, height);
        let (scene, found) = restored(edited);
        let moved: Vec<NodeId> = scene.animations[0].channels.iter().map(|channel| channel.target).collect();
        assert_eq!(moved, expected, "{found:?}");
        assert!(!found.iter().any(|said| said.contains("keys of new clips")), "{found:?}");
    }
}
