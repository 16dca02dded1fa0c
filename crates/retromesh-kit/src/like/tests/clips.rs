//! Clips and keys.

use super::*;
use retromesh_core::extras::TIMELINE;
use retromesh_core::mesh::{Influence, Weights};
use retromesh_core::pose::Sample;

#[test]
fn a_changed_clip_leaves_its_neighbours_alone() {
    let mut edited = original();
    apart(&mut edited);
    move_key(animation(&mut edited, "idle"));
    let (scene, _) = restored(edited);
    let [before, after] = [&original().animations[0], &scene.animations[0]];
    let value = |animation: &Animation, at: usize| match &animation.channels[0].track {
        Track::Translation(values) => values[at],
        _ => Vec3::ZERO,
    };
    assert_eq!(before.channels[0].times, after.channels[0].times);
    for at in 0..30 {
        let moved = if at == 13 { 0.5 } else { 0.0 };
        assert!((value(after, at) - value(before, at)).abs_diff_eq(Vec3::Y * moved, 1e-5), "frame {}", at + 1);
    }
}

#[test]
fn a_longer_clip_at_the_end_grows_in_its_place() {
    let mut edited = original();
    apart(&mut edited);
    lengthen(animation(&mut edited, "open"));
    let (scene, found) = restored(edited);
    let expected = [
        "2 clips: walk 1 to 10, idle 11 to 20",
        "1 first frames of changed clips: open 21",
        "1 keys of changed channels: open translation of door",
    ];
    assert_eq!(found, expected);
    let animation = &scene.animations[0];
    let (clip, keys) = (&animation.clips[2], animation.channels[0].times.len());
    assert_eq!((clip.first, clip.last, animation.last, keys), (21.0, 40.0, 40.0, 40));
}

#[test]
fn a_new_name_of_the_only_clip_stays() {
    // Clips and name of the original's timeline, those of the edited one, and the name that is left.
    type Row = (&'static [&'static str], &'static str, &'static [&'static str], &'static str, &'static str);
    let alone = |clips: &[&str], name: &str| {
        let mut scene = original();
        let animation = &mut scene.animations[0];
        name.clone_into(&mut animation.name);
        animation.clips = clips.iter().map(|&name| Clip { name: name.into(), ..animation.whole() }).collect();
        scene.into_valid().unwrap()
    };
    let rows: [Row; 4] = [
        (&["walk"], "", &[], "run", "run"),
        (&[], "walk", &[], "run", "run"),
        (&[], "", &[], "Action", ""),
        (&["walk"], "", &[], "walk.001", "walk"),
    ];
    for (clips, name, edited_clips, edited, expected) in rows {
        let (original, edited) = (alone(clips, name), alone(edited_clips, edited));
        let scene = like(edited, &original, &Budget::default(), &mut Diagnostics::new()).unwrap();
        let names: Vec<String> = scene.clips().into_iter().map(|(_, clip)| clip.name).collect();
        assert_eq!(names, [expected], "{clips:?} {name}");
    }
}

#[test]
fn keys_that_the_user_takes_away_stay_away() {
    for (what, keys) in [("the end", 0..5), ("the beginning", 5..10), ("all but one", 0..1)] {
        let mut edited = original();
        apart(&mut edited);
        let channel = &mut animation(&mut edited, "walk").channels[0];
        channel.times = channel.times[keys.clone()].to_vec();
        let Track::Translation(values) = &mut channel.track else { unreachable!() };
        *values = values[keys.clone()].to_vec();
        let still = if keys.start > 0 { values[0] } else { values[keys.len() - 1] };
        let (scene, found) = restored(edited);
        assert!(found.iter().any(|line| line.contains("keys of changed channels")), "{what}: {found:?}");
        let Track::Translation(values) = &scene.animations[0].channels[0].track else { unreachable!() };
        let frames = if keys.start > 0 { 0..keys.start } else { keys.end..10 };
        assert!(values[frames].iter().all(|value| *value == still), "{what}: {values:?}");
    }
}

#[test]
fn keys_of_the_original_come_back_only_where_the_motion_is_as_it_was() {
    type Keep = fn(usize) -> bool;
    let rows: [(&str, Keep, bool); 7] = [
        ("all", |_| true, true),
        ("the first and the last", |key| key == 0 || key == 9, false),
        ("every second", |key| key % 2 == 0 || key == 9, false),
        ("without the last third", |key| key < 7, false),
        ("without the last", |key| key < 9, false),
        ("one", |key| key == 0, false),
        ("none", |_| false, false),
    ];
    for is_apart in [true, false] {
        // A channel of its own cannot be without keys.
        for (what, keep, is_restored) in rows.into_iter().filter(|(what, ..)| !is_apart || *what != "none") {
            let mut edited = original();
            let channel = if is_apart {
                apart(&mut edited);
                &mut animation(&mut edited, "walk").channels[0]
            } else {
                &mut edited.animations[0].channels[0]
            };
            let is_kept: Vec<bool> = (0..channel.times.len()).map(|key| key >= 10 || keep(key)).collect();
            let Track::Translation(values) = &mut channel.track else { unreachable!() };
            let mut kept = is_kept.iter();
            values.retain(|_| kept.next() == Some(&true));
            let mut kept = is_kept.iter();
            channel.times.retain(|_| kept.next() == Some(&true));
            let (scene, found) = restored(edited);
            let is_as_before = scene.animations == original().animations;
            let is_reported = found.iter().any(|line| line.contains("changed channels"));
            assert_eq!((is_as_before, !is_reported), (is_restored, is_restored), "{what} {is_apart}: {found:?}");
        }
    }
}

#[test]
fn a_node_says_the_new_length_of_a_timeline_with_one_more_clip() {
    // An authored length that was another one stays.
    for (authored, expected) in [(30, 40), (29, 40), (20, 20)] {
        let mut original = original();
        let table = Extra::Map(Extras::from([("frames".to_owned(), authored.into())]));
        original.nodes[0].extras.insert(TIMELINE.into(), table);
        let mut edited = original.clone();
        apart(&mut edited);
        let new = Animation { name: "new".into(), ..animation(&mut edited, "walk").clone() };
        edited.animations.push(new);
        let (scene, found) = like_of(edited, &original);
        let Extra::Map(table) = &scene.nodes[0].extras[TIMELINE] else { unreachable!() };
        assert_eq!((&table["frames"], scene.animations[0].last), (&expected.into(), 40.0), "{found:?}");
    }
}

#[test]
fn a_channel_that_was_taken_out_stays_out_and_is_reported() {
    let mut edited = original();
    apart(&mut edited);
    animation(&mut edited, "walk").channels.clear();
    let (scene, found) = restored(edited);
    assert!(found.contains(&"1 channels that were taken out: walk translation of door".to_owned()), "{found:?}");
    let Track::Translation(values) = &scene.animations[0].channels[0].track else { unreachable!() };
    assert_eq!(values[..2], [Vec3::X; 2]);
}

#[test]
fn clips_that_a_program_sampled_at_its_own_rate_come_back() {
    for rate in [12.0, 24.0, 30.0] {
        let mut edited = original();
        apart(&mut edited);
        for animation in &mut edited.animations {
            let channel = animation.channels[0].clone();
            let times: Vec<f32> =
                (0u8..60).map(|at| f32::from(at) / rate).take_while(|time| *time < animation.last).collect();
            let place = |time: &f32| match channel.sample(*time, 1.0) {
                Some(Sample::Translation(place)) => place,
                _ => Vec3::ZERO,
            };
            animation.channels[0].track = Track::Translation(times.iter().map(place).collect());
            animation.channels[0].times = times;
        }
        let (scene, found) = restored(edited);
        assert_eq!((&scene.animations, found), (&original().animations, vec![CLIPS.to_owned()]), "{rate}");
    }
}

#[test]
fn a_renamed_clip_keeps_its_frames() {
    let mut edited = original();
    edited.animations[0].clips[2].looping = true;
    apart(&mut edited);
    animation(&mut edited, "idle").name = "rest".into();
    let (scene, found) = restored(edited);
    let mut expected = original().animations[0].clone();
    expected.clips[1].name = "rest".into();
    assert_eq!(scene.animations, [expected]);
    assert_eq!(found, [CLIPS.replace("idle", "rest")]);
}

#[test]
fn a_clip_alone_with_a_new_name_and_other_keys_keeps_its_frames() {
    let mut first = original();
    first.animations[0].clips.truncate(1);
    let mut edited = first.clone();
    edited.animations[0].clips[0].name = "run".into();
    move_key(&mut edited.animations[0]);
    let mut diagnostics = Diagnostics::new();
    let (edited, first) = (edited.into_valid().unwrap(), first.into_valid().unwrap());
    let scene = like(edited, &first, &Budget::default(), &mut diagnostics).unwrap();
    let clip = Clip { name: "run".into(), ..first.animations[0].clips[0].clone() };
    assert_eq!(scene.animations[0].clips, [clip], "{diagnostics:?}");
}

#[test]
fn a_renamed_joint_keeps_its_keys() {
    let mut first = original();
    // A joint that moves, above another one that moves.
    let hand = first.add_node(Some(NodeId(1)), place("hand", 1.0));
    let joints = vec![NodeId(1), hand];
    first.skeletons.push(Skeleton { joints, inverse_bind: vec![Mat4::IDENTITY; 2], ..Skeleton::default() });
    let animation = &mut first.animations[0];
    let times = animation.channels[0].times.clone();
    let track = Track::Scale(vec![Vec3::ONE; times.len()]);
    animation.channels.push(Channel { target: hand, interpolation: Interpolation::Linear, times, track });
    for renamed in [NodeId(1), hand] {
        let mut edited = first.clone();
        edited[renamed].name = "other".into();
        let expected = edited.clone();
        // Tools leave keys out that change nothing.
        edited.animations[0].channels.truncate(1);
        let (edited, first) = (edited.into_valid().unwrap(), first.validate().unwrap());
        let scene = like(edited, &first, &Budget::default(), &mut Diagnostics::new()).unwrap();
        assert_eq!(*scene, expected);
    }
}

#[test]
fn a_new_node_changes_no_keys_but_its_own() {
    let mut first = original();
    let door = first.animations[0].channels[0].clone();
    first.animations[0].channels.push(Channel { target: NodeId(3), ..door.clone() });
    let mut edited = first.clone();
    edited.nodes[3] = Node { parent: edited.nodes[3].parent, ..place("hatch", 9.0) };
    // Clips that share frames are no reason to move this one, as none of them moves a hatch.
    for scene in [&mut first, &mut edited] {
        scene.animations[0].clips[1].first = 9.0;
    }
    let mut diagnostics = Diagnostics::new();
    let (edited, first) = (edited.into_valid().unwrap(), first.into_valid().unwrap());
    let scene = like(edited, &first, &Budget::default(), &mut diagnostics).unwrap();
    let animation = &scene.animations[0];
    assert_eq!((&animation.channels[0], &animation.clips), (&door, &first.animations[0].clips));
    assert_eq!(
        (scene[animation.channels[1].target].name.as_str(), &animation.channels[1].times),
        ("hatch", &door.times)
    );
    assert_eq!(diagnostics.count(Code::AdaptedKeys), 3, "{diagnostics:?}");
}

#[test]
fn places_that_a_program_rounds_are_as_they_were() {
    let still = |x: f32, times: Vec<f32>| {
        let track = Track::Translation(vec![Vec3::X * x; times.len()]);
        Channel { target: NodeId(0), interpolation: Interpolation::Linear, times, track }
    };
    let mut original = original();
    original.animations[0].channels.push(still(1e-8, vec![1.0, 30.0]));
    for (x, is_same) in [(1e-5, true), (1e-3, false)] {
        let mut edited = original.clone();
        apart(&mut edited);
        edited.animations.iter_mut().for_each(|clip| clip.channels.push(still(x, vec![0.0, clip.last])));
        let (scene, found) = like_of(edited, &original);
        assert_eq!(scene.animations == original.animations, is_same, "{x}: {found:?}");
    }
}

/// Bones of Blender have no scale at rest: what no clip moves comes back as keys over a rest of 1.
#[test]
fn what_blender_says_by_keys_alone_is_at_rest_again() {
    let mut original = original();
    let scaled = Trs { scale: Vec3::splat(3.0), ..original[NodeId(3)].transform.trs() };
    original[NodeId(3)].transform = scaled.into();
    for (scale, expected, skinned) in [(3.0, 3.0, false), (2.0, 1.0, false), (3.0, 3.0, true)] {
        let mut original = original.clone();
        if skinned {
            // A mesh is where its bind pose puts it, so that nothing of it comes back.
            let (joints, inverse_bind) = (vec![NodeId(3)], vec![Mat4::IDENTITY]);
            original.skeletons.push(Skeleton { joints, inverse_bind, ..Skeleton::default() });
            let influences = vec![Influence { joint: 0, weight: 1.0 }];
            let weights = Weights { starts: vec![0, 1], influences };
            original.meshes.push(Mesh { positions: vec![Vec3::ZERO], weights, ..Mesh::default() });
            let (mesh, skeleton) = (MeshId(0), Some(SkeletonId(0)));
            original[NodeId(4)].mesh = Some(Box::new(MeshInstance { mesh, skeleton, materials: Vec::new() }));
        }
        let mut edited = original.clone();
        apart(&mut edited);
        edited[NodeId(3)].transform = Trs { scale: Vec3::ONE, ..scaled }.into();
        let track = Track::Scale(vec![Vec3::splat(scale)]);
        let interpolation = Interpolation::Linear;
        edited.animations.iter_mut().for_each(|clip| {
            clip.channels.push(Channel { target: NodeId(3), interpolation, times: vec![0.0], track: track.clone() });
        });
        // The other clips of Blender have the scale that its bones have.
        edited.animations[2].channels[1].track = Track::Scale(vec![Vec3::ONE]);
        let (scene, found) = like_of(edited, &original);
        assert_eq!(scene[NodeId(3)].transform.trs().scale, Vec3::splat(expected), "{scale}: {found:?}");
        let says = found.iter().any(|line| line == "1 rests of nodes that no clip moves: spawn");
        assert_eq!(says, scale == 3.0 && !skinned, "{found:?}");
        for (tick, expected) in [(15.0, scale), (5.0, if scale == 3.0 { scale } else { 1.0 })] {
            let pose = scene.pose(&scene.animations[0], tick);
            let found = pose.world[NodeId(3)].to_scale_rotation_translation().0.x;
            assert!((found - expected).abs() < 1e-5, "{scale} at {tick}: {found}");
        }
    }
}

/// One more frame is an edit where the clip has a key on each; a first frame of Blender before the first key is none.
#[test]
fn a_clip_that_is_one_frame_longer_keeps_its_last_frame() {
    type Row<'r> = (&'r str, fn(&mut Animation), &'r [&'r str], (f32, f32));
    let rows: [Row<'_>; 3] = [
        (
            "one more frame",
            |clip| {
                let Track::Translation(values) = &mut clip.channels[0].track else { return };
                values.push(Vec3::Y);
                clip.last += 1.0 / RATE;
                clip.channels[0].times.push(clip.last);
            },
            &[
                "2 clips: walk 1 to 10, open 21 to 30",
                "1 changed clips that no longer fit into their frames: idle 31 to 41",
                "1 keys of changed channels: idle translation of door",
            ],
            (31.0, 41.0),
        ),
        (
            "all one frame later",
            |clip| {
                clip.last += 1.0 / RATE;
                clip.channels[0].times.iter_mut().for_each(|time| *time += 1.0 / RATE);
            },
            &[CLIPS],
            (11.0, 20.0),
        ),
        ("a rounded end", |clip| clip.last += 0.6 / RATE, &[CLIPS], (11.0, 20.0)),
    ];
    for (what, edit, expected, frames) in rows {
        let mut edited = original();
        apart(&mut edited);
        edit(animation(&mut edited, "idle"));
        let (scene, found) = restored(edited);
        assert_eq!(found, expected, "{what}");
        let clip = scene.animations[0].clips.iter().find(|clip| clip.name == "idle").unwrap();
        assert_eq!((clip.first, clip.last, clip.looping), (frames.0, frames.1, true), "{what}");
    }
}

/// The timeline as Blender brings it back: seconds from 0, under another name, with keys at the rate of its scene; the seventh key is another one.
pub(super) fn as_one(rate: f32, by: f32) -> Scene {
    let mut edited = original();
    let animation = &mut edited.animations[0];
    let seconds = (animation.last - animation.first) / RATE;
    let times: Vec<f32> = (0..=(seconds * rate).ceil() as usize).map(|frame| frame as f32 / rate).collect();
    let channel = &animation.channels[0];
    let value = |time: &f32| {
        let distance = (time * RATE - 6.0).abs();
        place_of(channel, 1.0 + (time * RATE).min(29.0)) + Vec3::Y * by * (1.0 - distance).max(0.0)
    };
    let track = Track::Translation(times.iter().map(value).collect());
    let channel = Channel { times: times.clone(), track, ..channel.clone() };
    *animation = Animation {
        name: "Anim_0".into(),
        last: *times.last().unwrap(),
        ticks_per_second: 1.0,
        channels: vec![channel],
        ..Animation::default()
    };
    edited
}

fn place_of(channel: &Channel, tick: f32) -> Vec3 {
    match channel.sample(tick, RATE) {
        Some(Sample::Translation(value)) => value,
        _ => Vec3::ZERO,
    }
}

#[test]
fn a_timeline_that_comes_back_as_one_clip_keeps_its_ranges() {
    type Edit = fn(&mut Scene);
    /// Rate, offset, what is done to the scene, and the new clip that there is then.
    type Row<'a> = (f32, f32, &'a [Edit], Option<(&'a str, f32)>);
    let longer: Edit = |edited| {
        let animation = &mut edited.animations[0];
        animation.last = 34.0 / RATE;
        let channel = &mut animation.channels[0];
        let Track::Translation(values) = &mut channel.track else { unreachable!() };
        for frame in 30..35 {
            channel.times.push(frame as f32 / RATE);
            values.push(Vec3::Y * 9.0);
        }
    };
    let other: Edit = |edited| {
        let howl = Animation { name: "howl".into(), last: 5.0 / RATE, ..edited.animations[0].clone() };
        edited.animations.push(howl);
    };
    let frames: Edit = |edited| {
        for animation in &mut edited.animations {
            animation.last *= RATE;
            animation.channels[0].times.iter_mut().for_each(|time| *time *= RATE);
        }
    };
    let none: Edit = |_| ();
    // Made for the eye, at the rate of the model.
    let shown: Edit = |edited| {
        let mut howl = as_one(RATE, 0.0).animations.remove(0);
        (howl.name, howl.last) = ("howl".into(), 5.0 / RATE);
        edited.animations.push(howl);
    };
    let rows: [Row<'_>; 12] = [
        (RATE, 0.0, &[none], None),
        (RATE, 0.5, &[none], None),
        (RATE * 2.0, 0.5, &[none], None),
        (RATE * 0.8, 0.0, &[none], None),
        (RATE, 0.5, &[longer], Some(("Anim_0", 35.0))),
        (RATE, 0.5, &[other], Some(("howl", 36.0))),
        (RATE, 0.0, &[frames], None),
        (RATE, 0.5, &[frames], None),
        (RATE, 0.0, &[longer, frames], Some(("Anim_0", 35.0))),
        (RATE, 0.5, &[longer, frames], Some(("Anim_0", 35.0))),
        (RATE, 0.5, &[other, frames], Some(("howl", 36.0))),
        (RATE, 0.5, &[frames, shown], Some(("howl", 36.0))),
    ];
    // A range over the whole timeline is no other one.
    for has_all in [false, true] {
        let mut first = original();
        if has_all {
            let all = Clip { name: "all".into(), ..first.animations[0].whole() };
            first.animations[0].clips.push(all);
        }
        let before = &first.animations[0];
        for (row, (rate, by, edits, new)) in rows.iter().enumerate() {
            let mut edited = as_one(*rate, *by);
            edits.iter().for_each(|edit| edit(&mut edited));
            let (scene, found) = like_of(edited, &first);
            let after = &scene.animations[0];
            let what = format!("{has_all} {row}: {found:?}");
            let mut clips = before.clips.clone();
            clips.extend(new.map(|(name, last)| Clip { name: name.into(), first: 31.0, last, looping: false }));
            let last = new.map_or(before.last, |(_, last)| last);
            assert_eq!((&after.clips, after.last, &after.name), (&clips, last, &before.name), "{what}");
            for frame in 1..=30 {
                let moved = if frame == 7 { *by } else { 0.0 };
                let [was, is] = [before, after].map(|all| place_of(&all.channels[0], frame as f32));
                assert!((is - was - Vec3::Y * moved).length() <= 1e-4, "{what}: frame {frame}: {is}");
            }
        }
    }
}

#[test]
fn a_new_clip_next_to_ranges_is_no_timeline() {
    let mut edited = original();
    let mut new = as_one(RATE, 0.0).animations.remove(0);
    new.name = "new".into();
    apart(&mut edited);
    edited.animations.push(new);
    let (scene, found) = restored(edited);
    let clips: Vec<(String, f32, f32)> =
        scene.clips().into_iter().map(|(_, clip)| (clip.name, clip.first, clip.last)).collect();
    assert_eq!(clips[3..], [("new".to_owned(), 31.0, 60.0)], "{found:?}");
}

#[test]
fn a_range_that_is_renamed_or_gone_next_to_the_whole_timeline_is() {
    for (name, expected) in [("walk", &["trot", "idle", "open"][..]), ("idle", &["walk", "open"])] {
        let mut edited = original();
        apart(&mut edited);
        edited.animations.push(as_one(RATE, 0.0).animations.remove(0));
        animation(&mut edited, name).name = if name == "walk" { "trot" } else { "" }.into();
        edited.animations.retain(|animation| !animation.name.is_empty());
        let clips = restored(edited).0.clips();
        assert!(clips.iter().map(|(_, clip)| &*clip.name).eq(expected.iter().copied()), "{clips:?}");
    }
}

#[test]
fn a_clip_of_which_nothing_says_what_it_was_is_reported() {
    let mut edited = as_one(RATE, 0.5);
    edited.animations[0].last /= 2.0;
    let (scene, found) = restored(edited);
    let names: Vec<String> = scene.clips().into_iter().map(|(_, clip)| clip.name).collect();
    assert_eq!(names, ["walk", "idle", "open", "Anim_0"]);
    assert!(found.contains(&"1 clips of which none is one of the original, after its own: Anim_0".into()), "{found:?}");
}

#[test]
fn a_clip_that_is_alone_has_its_new_name_next_to_a_new_clip() {
    let mut first = original();
    let all = Clip { name: "walk".into(), ..first.animations[0].whole() };
    first.animations[0].clips = vec![all];
    for count in [1, 2] {
        let mut edited = as_one(RATE, 0.0);
        edited.animations[0].name = "stroll".into();
        if count == 2 {
            let nod = Animation { name: "nod".into(), last: 5.0 / RATE, ..edited.animations[0].clone() };
            edited.animations.insert(0, nod);
        }
        let (scene, found) = like_of(edited, &first);
        let clips: Vec<(String, f32, f32)> =
            scene.clips().into_iter().map(|(_, clip)| (clip.name, clip.first, clip.last)).collect();
        let expected = [("stroll".to_owned(), 1.0, 30.0), ("nod".to_owned(), 31.0, 36.0)];
        assert_eq!(clips, expected[..count], "{found:?}");
    }
}
