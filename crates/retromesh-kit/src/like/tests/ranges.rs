//! Clips of an original that names none, as the table of a mod does.

use super::clips::as_one;
use super::*;

#[test]
fn clips_of_an_original_without_names_are_on_its_frames_where_they_move_so() {
    for has_whole in [true, false] {
        let mut first = original();
        first.animations[0].clips.clear();
        let mut edited = original();
        apart(&mut edited);
        move_key(animation(&mut edited, "open"));
        edited.animations.extend(as_one(RATE, 0.0).animations.into_iter().filter(|_| has_whole));
        let (scene, found) = like_of(edited, &first);
        let clips = scene.clips();
        let clips: Vec<(&str, f32, f32)> = clips.iter().map(|(_, c)| (c.name.as_str(), c.first, c.last)).collect();
        let expected = [("", 1.0, 30.0), ("idle", 11.0, 20.0), ("open", 31.0, 40.0), ("walk", 1.0, 10.0)];
        assert_eq!(clips, expected, "{has_whole}: {found:?}");
        let said = found.iter().filter(|said| said.contains("the original has no names for"));
        assert!(said.map(|said| said.rsplit(": ").next()).eq([Some("open")]), "{has_whole}: {found:?}");
    }
}

/// Next to what moves are channels that are still, which are alike in all clips.
#[test]
fn one_clip_out_of_a_timeline_without_a_name_is_not_all_of_it() {
    let mut first = original();
    first.animations[0].clips.clear();
    let still = |node| {
        let track = Track::Translation(vec![first[NodeId(node)].transform.trs().translation; 2]);
        let (target, interpolation, times) = (NodeId(node), Interpolation::Linear, vec![1.0, 30.0]);
        Channel { target, interpolation, times, track }
    };
    let more: Vec<Channel> = [0, 2, 3].map(still).into();
    first.animations[0].channels.extend(more);
    let walk = |first, last| Clip { name: "walk".into(), first, last, looping: true };
    // The clips, the rate, and the frames on the timeline in the end.
    for (clips, rate, expected) in [
        (vec![walk(1.0, 10.0)], RATE, [1.0, 10.0]),
        (vec![walk(1.0, 30.0)], RATE / 2.0, [31.0, 89.0]),
        (vec![walk(1.0, 20.0)], RATE / 3.0, [31.0, 88.0]),
    ] {
        let mut edited = first.clone();
        (edited.animations[0].clips, edited.animations[0].ticks_per_second) = (clips, rate);
        let (scene, found) = like_of(edited, &first);
        let clips = scene.clips();
        let clips: Vec<(&str, f32, f32)> = clips.iter().map(|(_, c)| (c.name.as_str(), c.first, c.last)).collect();
        assert_eq!(clips, [("", 1.0, 30.0), ("walk", expected[0], expected[1])], "{rate}: {found:?}");
        let keys = |scene: &Scene| {
            let channel = scene.animations[0].channels.iter().find(|channel| channel.target == NodeId(1));
            channel.map(|channel| (1..=30).map(|frame| channel.sample(frame as f32, RATE)).collect::<Vec<_>>())
        };
        assert_eq!(keys(&scene), keys(&first), "{rate}");
    }
}
