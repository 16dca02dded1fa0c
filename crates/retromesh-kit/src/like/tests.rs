//! What tools do to a scene, what their user does, and what becomes of both.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod clips;
mod materials;
mod new_clips;
mod ranges;
mod rests;
mod selections;
mod shapes;
mod texts;

use super::like;
use crate::Budget;
use glam::{Mat4, Quat, Vec3};
use retromesh_core::extras::Extra;
use retromesh_core::keyframes::{Animation, Channel, Clip, Interpolation, Track};
use retromesh_core::mesh::{Attribute, AttributeData, Faces, Mesh, Part, Selection};
use retromesh_core::scene::{Light, LightKind, Lod, LodRole, MeshInstance, Node, Proxy, Trs};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, Diagnostics, Extras, LightId, MeshId, NodeId, Scene, SkeletonId, Valid};

/// The rate of the original.
const RATE: f32 = 20.0;

fn place(name: &str, x: f32) -> Node {
    let transform = Trs { translation: Vec3::X * x, rotation: Quat::IDENTITY, scale: Vec3::ONE }.into();
    Node { name: name.to_owned(), transform, ..Node::default() }
}

/// A node that places a mesh.
fn wall(mesh: Mesh) -> Scene {
    let mut scene = Scene { meshes: vec![mesh], ..Scene::default() };
    let node = scene.add_node(None, place("wall", 0.0));
    scene[node].mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
    scene
}

/// A door that three clips move on one timeline, a lamp, and two nodes that a game surfaces up.
fn original() -> Scene {
    let mut scene = Scene::default();
    let root = scene.add_node(None, place("root", 0.0));
    scene.add_node(Some(root), place("door", 1.0));
    let lamp = scene.add_node(Some(root), place("lamp", 2.0));
    let (kind, extras) = (LightKind::Point, Extras::new());
    scene.lights.push(Light { name: String::new(), kind, color: Vec3::ONE, intensity: 1.0, range: None, extras });
    scene[lamp].light = Some(LightId(0));
    let spawn = scene.add_node(Some(root), place("spawn", 3.0));
    scene[spawn].extras.insert("game.kind".into(), Extra::Text("spawn".into()));
    scene.add_node(Some(root), place("door", 4.0));
    let times: Vec<f32> = (1..=30).map(|frame| frame as f32).collect();
    let places = times.iter().map(|time| Vec3::new(1.0, (time * 0.7).sin(), 0.0)).collect();
    let track = Track::Translation(places);
    let clip = |name: &str, first, last| Clip { name: name.into(), first, last, looping: true };
    scene.animations.push(Animation {
        first: 1.0,
        last: 30.0,
        ticks_per_second: RATE,
        clips: vec![clip("walk", 1.0, 10.0), clip("idle", 11.0, 20.0), clip("open", 21.0, 30.0)],
        channels: vec![Channel { target: NodeId(1), interpolation: Interpolation::Linear, times, track }],
        ..Animation::default()
    });
    scene
}

/// What tools make of clips: animations of their own, in seconds from 0, sorted by name.
fn apart(scene: &mut Scene) {
    let whole = scene.animations.remove(0);
    let cut = |clip: &Clip| {
        let channel = &whole.channels[0];
        let keys = (clip.first as usize - 1)..clip.last as usize;
        let Track::Translation(values) = &channel.track else { return Animation::default() };
        let times = channel.times[keys.clone()].iter().map(|time| (time - clip.first) / RATE).collect();
        let track = Track::Translation(values[keys].to_vec());
        Animation {
            name: clip.name.clone(),
            last: (clip.last - clip.first) / RATE,
            ticks_per_second: 1.0,
            channels: vec![Channel { times, track, ..channel.clone() }],
            ..Animation::default()
        }
    };
    scene.animations = whole.clips.iter().map(cut).collect();
    scene.animations.sort_by(|a, b| a.name.cmp(&b.name));
}

fn animation<'s>(scene: &'s mut Scene, name: &str) -> &'s mut Animation {
    scene.animations.iter_mut().find(|animation| animation.name == name).unwrap()
}

fn move_key(animation: &mut Animation) {
    let Track::Translation(values) = &mut animation.channels[0].track else { return };
    values[3].y += 0.5;
}

fn lengthen(animation: &mut Animation) {
    let Track::Translation(values) = &mut animation.channels[0].track else { return };
    values.push(Vec3::Y);
    animation.last += 0.5;
    animation.channels[0].times.push(animation.last);
}

fn restored(edited: Scene) -> (Valid<'static>, Vec<String>) {
    like_of(edited, &original())
}

fn like_of(edited: Scene, original: &Scene) -> (Valid<'static>, Vec<String>) {
    let original = original.validate().unwrap();
    let mut diagnostics = Diagnostics::new();
    let scene = like(edited.into_valid().unwrap(), &original, &Budget::default(), &mut diagnostics).unwrap();
    let found = diagnostics.entries().iter().map(|entry| format!("{} {}", entry.count, entry.detail)).collect();
    (scene, found)
}

/// What is said of a clip that was taken out.
const GONE: &str = "1 frames of clips that are gone, which stay, as games play frames by their numbers: idle 11 to 20";

/// What is said of clips that are as they were.
const CLIPS: &str = "3 clips: walk 1 to 10, idle 11 to 20, open 21 to 30";

#[test]
fn what_tools_change_comes_back_and_what_the_user_changes_stays() {
    type Change = fn(&mut Scene);
    let rows: [(&str, Change, &[&str]); 12] = [
        ("nothing", |_| {}, &[]),
        ("clips apart", apart, &[CLIPS]),
        ("no clips", |scene| scene.animations.clear(), &["3 clips: walk, idle, open"]),
        (
            "a changed clip",
            |scene| {
                apart(scene);
                move_key(animation(scene, "idle"));
            },
            &[
                "2 clips: walk 1 to 10, open 21 to 30",
                "1 first frames of changed clips: idle 11",
                "1 keys of changed channels: idle translation of door",
            ],
        ),
        (
            "a longer clip",
            |scene| {
                apart(scene);
                lengthen(animation(scene, "walk"));
            },
            &[
                "1 changed clips that no longer fit into their frames: walk 31 to 50",
                "1 keys of changed channels: walk translation of door",
                "2 clips: idle 11 to 20, open 21 to 30",
            ],
        ),
        (
            "a clip taken out",
            |scene| {
                apart(scene);
                scene.animations.retain(|animation| animation.name != "idle");
            },
            &["2 clips: walk 1 to 10, open 21 to 30", GONE],
        ),
        (
            "a new clip",
            |scene| {
                apart(scene);
                let mut new = animation(scene, "walk").clone();
                new.name = "jump".into();
                scene.animations.push(new);
            },
            &[CLIPS],
        ),
        (
            "numbers in names",
            |scene| {
                scene.nodes[2].name = "lamp.001".into();
                scene.nodes[4].name = "door.002".into();
            },
            &["2 names of nodes: lamp.001 is lamp, door.002 is door"],
        ),
        (
            "no lights",
            |scene| {
                scene.lights.clear();
                scene.nodes[2].light = None;
            },
            &["1 lights: lamp"],
        ),
        (
            "another light",
            |scene| {
                scene.nodes[2].light = None;
                scene.nodes[3].light = Some(LightId(0));
            },
            &[],
        ),
        ("no extras", |scene| scene.nodes[3].extras.clear(), &["1 extras of nodes: spawn"]),
        ("nodes sorted", |scene| scene.nodes[0].children.swap(1, 2), &["1 the order of nodes: root"]),
    ];
    for (what, change, expected) in rows {
        let mut edited = original();
        change(&mut edited);
        let (scene, found) = restored(edited);
        assert_eq!(found, expected, "{what}");
        assert_eq!(scene.animations[0].ticks_per_second, RATE, "{what}");
        if expected.iter().all(|line| !line.contains("changed")) && !what.contains("taken") {
            let mut animation = scene.animations[0].clone();
            if what == "a new clip" {
                let clip = animation.clips.pop().unwrap();
                assert_eq!((clip.name.as_str(), clip.first, clip.last), ("jump", 31.0, 40.0));
                animation.last = 30.0;
                animation.channels[0].times.truncate(30);
                let Track::Translation(values) = &mut animation.channels[0].track else { continue };
                assert_eq!(values[30..].iter().map(|v| v.y).next(), values.first().map(|v| v.y));
                values.truncate(30);
            }
            assert_eq!(animation, original().animations[0], "{what}");
        }
        if what != "another light" && !what.contains("clip") {
            let names: Vec<&str> = scene.depth_first().into_iter().map(|id| scene[id].name.as_str()).collect();
            assert_eq!(names, ["root", "door", "lamp", "spawn", "door"], "{what}");
        }
    }
}

#[test]
fn nodes_of_one_name_are_found_by_where_they_are() {
    // Blender sorts `light`, `light_1`, `light_10`, `light_11`, `light_2`; the numbers are gone when the file is read.
    let room = |numbers: &[u8], move_by: f32| {
        let mut scene = Scene::default();
        let root = scene.add_node(None, place("room", 0.0));
        for number in numbers {
            let moved = if *number == 5 { move_by } else { 0.0 };
            let x = f32::from(*number) + moved + if move_by > 0.0 { 1e-5 * f32::from(number % 3) } else { 0.0 };
            scene.add_node(Some(root), place("light", x));
        }
        scene
    };
    let original = room(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 0.0).into_valid().unwrap();
    // As Blender sorts them; one was moved next to another one; the third was taken out.
    let edited = room(&[0, 1, 10, 11, 3, 4, 5, 6, 7, 8, 9], 0.9).into_valid().unwrap();
    let scene = like(edited, &original, &Budget::default(), &mut Diagnostics::new()).unwrap();
    let xs = scene[scene.roots[0]].children.iter().map(|id| scene[*id].transform.trs().translation.x);
    let order: Vec<f32> = xs.map(|x| (x * 10.0).round() / 10.0).collect();
    assert_eq!(order, [0.0, 1.0, 3.0, 4.0, 5.9, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0]);
}

#[test]
fn a_renamed_mesh_keeps_its_place_among_those_of_one_name() {
    // The origin of all three is in one place.
    let mut first = Scene::default();
    let root = first.add_node(None, place("room", 0.0));
    for x in [1.0, 2.0, 3.0] {
        first.meshes.push(Mesh { positions: vec![Vec3::X * x, Vec3::X * (x + 0.5)], ..Mesh::default() });
        let mesh = MeshInstance::new(MeshId::new(first.meshes.len() - 1));
        first.add_node(Some(root), Node { mesh: Some(Box::new(mesh)), ..place("trigger", 0.0) });
    }
    for renamed in [NodeId(1), NodeId(2), NodeId(3)] {
        let mut edited = first.clone();
        edited[renamed].name = "my trigger".into();
        let expected = edited.clone();
        // Programs sort nodes by their new names.
        edited.nodes[0].children.sort_by_key(|id| u8::from(*id != renamed));
        let mut diagnostics = Diagnostics::new();
        let (edited, first) = (edited.into_valid().unwrap(), first.validate().unwrap());
        let scene = like(edited, &first, &Budget::default(), &mut diagnostics).unwrap();
        assert_eq!(scene.nodes, expected.nodes, "{renamed:?} {diagnostics:?}");
    }
}

#[test]
fn names_that_blender_counts_on_come_back() {
    let cubes = |nodes: [&str; 4], meshes: [&str; 4]| {
        let mut scene = Scene::default();
        for (number, (node, mesh)) in nodes.into_iter().zip(meshes).enumerate() {
            scene.meshes.push(Mesh { name: mesh.into(), positions: vec![Vec3::ZERO], ..Mesh::default() });
            let mesh = Some(Box::new(MeshInstance::new(MeshId::new(number))));
            scene.add_node(None, Node { mesh, ..place(node, 0.0) });
        }
        scene
    };
    let names = ["cube", "cube.001", "cube.002", "ball.03"];
    // Each armature took the name of a mesh. One node has a name of its user.
    let edited = cubes(["my cube", "cube.002", "cube.004", "ball.001"], names);
    let (scene, found) = like_of(edited, &cubes(names, names));
    let after: Vec<&str> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(after, ["my cube", "cube.001", "cube.002", "ball.03"], "{found:?}");
}

#[test]
fn nodes_that_tools_take_out_come_back_in_their_place() {
    // A tidying tool takes out what draws nothing, and what moves it.
    let mut edited = Scene::default();
    let root = edited.add_node(None, place("root", 0.0));
    edited.add_node(Some(root), place("new", 9.0));
    let (scene, found) = restored(edited);
    let children: Vec<(&str, f32)> = scene[NodeId(0)]
        .children
        .iter()
        .map(|id| (scene[*id].name.as_str(), scene[*id].transform.trs().translation.x))
        .collect();
    assert_eq!(children, [("new", 9.0), ("door", 1.0), ("lamp", 2.0), ("spawn", 3.0), ("door", 4.0)]);
    assert!(found.contains(&"3 nodes: door, spawn, door".to_owned()), "{found:?}");
    assert_eq!(scene.lights.len(), 1);
}

#[test]
fn nodes_around_skeletons_go_and_joints_stay() {
    let skeleton = |joint| Skeleton { joints: vec![joint], inverse_bind: vec![Mat4::IDENTITY], ..Skeleton::default() };
    let mut original = Scene::default();
    let bone = original.add_node(None, place("bone", 1.0));
    original.skeletons.push(skeleton(bone));
    let mut edited = Scene::default();
    let armature = edited.add_node(None, place("Armature", 0.0));
    let bone = edited.add_node(Some(armature), place("bone", 1.0));
    edited.skeletons.push(skeleton(bone));
    let original = original.into_valid().unwrap();
    let edited = edited.into_valid().unwrap();
    let scene = like(edited, &original, &Budget::default(), &mut Diagnostics::new()).unwrap();
    assert_eq!((&scene.nodes, &scene.skeletons), (&original.nodes, &original.skeletons));
}

#[test]
fn what_is_new_below_an_armature_comes_after_the_root() {
    let model = |armature: Option<&str>, name: &str| {
        let mesh = Mesh { name: armature.map_or("", |_| "Mesh_0").into(), ..Mesh::default() };
        let mut scene = Scene { meshes: vec![mesh], ..Scene::default() };
        let skin = MeshInstance { skeleton: Some(SkeletonId(0)), ..MeshInstance::new(MeshId(0)) };
        let extras = Extras::from([("game.frames".into(), Extra::Int(7))]);
        let holder = |name: &str| Node { extras: extras.clone(), ..place(name, 0.0) };
        let above = armature.map(|name| scene.add_node(None, holder(name)));
        if above.is_some() {
            scene.add_node(above, place("Box", 1.0));
        }
        let node = if armature.is_some() { place(name, 0.0) } else { holder(name) };
        let root = scene.add_node(above, Node { mesh: Some(Box::new(skin)), ..node });
        scene.add_node(Some(above.unwrap_or(root)), place("point", 2.0));
        let bone = scene.add_node(Some(above.unwrap_or(root)), place("bone", 1.0));
        // A mesh whose vertices no bone moves is its own joint.
        let joints = if ["", "Node_0"].contains(&name) { vec![bone, root] } else { vec![bone] };
        let inverse_bind = vec![Mat4::IDENTITY; joints.len()];
        scene.skeletons.push(Skeleton { joints, inverse_bind, ..Skeleton::default() });
        scene.into_valid().unwrap()
    };
    let rows = [
        ("Scene_Root", "Scene_Root.001", "Scene_Root", "Scene_Root"),
        ("Armature", "Scene_Root", "Scene_Root", "Scene_Root"),
        // As Blender calls meshes and nodes without a name.
        ("Scene_Root", "Mesh_0", "Scene_Root", "Scene_Root"),
        ("Armature", "Mesh_0", "", ""),
        ("Armature", "Node_0", "", ""),
        // As its user calls them.
        ("Scene_Root", "body", "Scene_Root", "body"),
        ("Rig", "body", "Scene_Root", "body"),
    ];
    for (armature, name, before, after) in rows {
        let (edited, original) = (model(Some(armature), name), model(None, before));
        let scene = like(edited, &original, &Budget::default(), &mut Diagnostics::new()).unwrap();
        let names = |ids: &[NodeId]| ids.iter().map(|id| scene[*id].name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&scene.roots), [after, "Box"]);
        assert_eq!(names(&scene[scene.roots[0]].children), ["point", "bone"]);
    }
}

#[test]
fn levels_and_proxies_without_their_extras_come_back() {
    let mut first = Scene::default();
    let level = first.add_node(None, place("Geometry", 0.0));
    first[level].lod = Some(Lod { role: LodRole::Geometry, value: 1e13, level: 0 });
    first[level].hidden = true;
    let gun = first.add_node(Some(level), place("proxy:gun", 1.0));
    first[gun].proxy = Some(Box::new(Proxy { path: "gun".into(), id: 2 }));
    let mut edited = first.clone();
    for node in &mut edited.nodes {
        (node.lod, node.proxy, node.hidden) = (None, None, false);
    }
    let (edited, first) = (edited.into_valid().unwrap(), first.into_valid().unwrap());
    let scene = like(edited, &first, &Budget::default(), &mut Diagnostics::new()).unwrap();
    assert_eq!(*scene, *first);
}

#[test]
fn what_another_kind_of_file_has_not_comes_back() {
    let scene = |kind: &str, root: &[(&str, Extra)], whole: &[(&str, Extra)]| {
        let mut scene = original();
        let extras =
            |of: &[(&str, Extra)]| -> Extras { of.iter().map(|(key, value)| ((*key).into(), value.clone())).collect() };
        scene[NodeId(0)].extras = extras(root);
        scene.extras = extras(whole);
        scene.extras.insert("p3d.version".into(), kind.into());
        scene
    };
    let [edges, properties] = [("p3d.sharp_edges", Extra::Bytes(vec![0; 8])), ("p3d.properties", Extra::Int(1))];
    let color = ("p3d.color", Extra::Int(2));
    let first = scene("ODOL v7", &[properties, color.clone(), edges], &[color]);
    // The kind of what was edited, the colours that it has in the end, and what is said.
    let restored = [
        "1 extras of another kind of file that are not restored: p3d.sharp_edges",
        "1 extras of nodes: root",
        "1 extras of the scene: p3d.color",
    ];
    let [own, other] = [(0, vec![]), (2, restored.to_vec())];
    for (kind, (colors, said)) in [("ODOL v7", own), ("MLOD SP3X", other)] {
        let (scene, found) = like_of(scene(kind, &[("p3d.properties", Extra::Int(5))], &[]), &first);
        let count = [&scene.extras, &scene[NodeId(0)].extras].iter().filter(|e| e.contains_key("p3d.color")).count();
        assert_eq!((count, scene[NodeId(0)].extras["p3d.properties"].as_int()), (colors, Some(5)), "{kind}");
        let kinds = ["p3d.version", "p3d.version_edited"].map(|key| scene.extras.get(key).and_then(Extra::as_text));
        assert_eq!(kinds, [Some("ODOL v7"), (colors > 0).then_some(kind)]);
        let found: Vec<&str> = found.iter().map(String::as_str).filter(|said| !said.contains("clips")).collect();
        assert_eq!(found, said, "{kind}");
    }
}

#[test]
fn attributes_and_selections_are_not_restored_in_silence() {
    let mut first = original();
    let attribute = Attribute { name: "_MASS".into(), data: AttributeData::UInt(vec![0]) };
    let selection = Selection { name: "door".into(), ..Selection::default() };
    let point = Mesh { positions: vec![Vec3::ZERO], ..Mesh::default() };
    first.meshes.push(Mesh { attributes: vec![attribute], selections: vec![selection], ..point.clone() });
    for (attributes, lost) in [(true, 0), (false, 2)] {
        let mut edited = first.clone();
        if !attributes {
            edited.meshes[0] = point.clone();
        }
        let mut diagnostics = Diagnostics::new();
        like(edited.validate().unwrap(), &first.validate().unwrap(), &Budget::default(), &mut diagnostics).unwrap();
        assert_eq!(diagnostics.count(Code::StaleExtras), lost);
    }
}

#[test]
fn polygons_that_tools_cut_into_triangles_are_counted() {
    let mesh = |faces| {
        let mut scene = Scene::default();
        let part = Part { faces, ..Part::default() };
        scene.meshes.push(Mesh {
            name: "wall".into(),
            positions: (0..4).map(|at| Vec3::new(at as f32, (at % 2) as f32, 0.0)).collect(),
            parts: vec![part],
            ..Mesh::default()
        });
        scene.into_valid().unwrap()
    };
    let square = || mesh(Faces::Polygons { starts: vec![0, 4], indices: vec![0, 1, 3, 2] });
    let cut = mesh(Faces::Triangles(vec![[0, 1, 3], [0, 3, 2]]));
    for (edited, lost) in [(square(), 0), (cut, 1), (mesh(Faces::default()), 0)] {
        let mut diagnostics = Diagnostics::new();
        like(edited, &square(), &Budget::default(), &mut diagnostics).unwrap();
        assert_eq!(diagnostics.count(Code::TriangulatedFaces), lost, "{diagnostics:?}");
    }
}

/// Programs write normals of flat faces for a mesh that has none, and a vertex for each: the game would not smooth it any more.
#[test]
fn a_mesh_without_normals_has_none_again() {
    let mut original = Scene::default();
    let faces = Faces::Triangles(vec![[0, 1, 2], [0, 2, 3]]);
    let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let part = Part { faces, ..Part::default() };
    original.meshes.push(Mesh { positions: positions.clone(), parts: vec![part], ..Mesh::default() });
    let mesh = Some(Box::new(MeshInstance { mesh: MeshId(0), skeleton: None, materials: Vec::new() }));
    original.add_node(None, Node { mesh, ..place("hut", 0.0) });
    let smooth = Vec3::new(0.6, 0.0, 0.8);
    let apart = Mesh {
        positions: [0, 1, 2, 0, 2, 3].map(|corner| positions[corner]).to_vec(),
        parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2], [3, 4, 5]]), ..Part::default() }],
        ..Mesh::default()
    };
    // The game shows flat faces where the original has a vertex for each, wherever they are now.
    for (first, is_apart, moved, expected) in [
        (Vec3::Z, false, 0.0, (4, 0)),
        (smooth, false, 0.0, (6, 6)),
        (Vec3::Z, true, 0.0, (6, 0)),
        (Vec3::Z, true, 1.0, (6, 0)),
    ] {
        let (mut original, mut edited) = (original.clone(), original.clone());
        if is_apart {
            original.meshes[0] = apart.clone();
        }
        edited.meshes[0] = Mesh { normals: [[first; 3], [Vec3::X; 3]].concat(), ..apart.clone() };
        edited.meshes[0].positions.iter_mut().for_each(|at| at.x += moved);
        let (scene, found) = like_of(edited, &original);
        assert_eq!((scene.meshes[0].positions.len(), scene.meshes[0].normals.len()), expected, "{found:?}");
    }
}

#[test]
fn a_timeline_at_another_rate_has_its_frames_at_that() {
    for (factor, rate) in [(2.5, 8.0), (0.5, 40.0), (1.0, RATE), (RATE / 75.0, 75.0)] {
        let mut edited = clips::as_one(RATE, 0.0);
        let animation = &mut edited.animations[0];
        animation.last *= factor;
        animation.channels[0].times.iter_mut().for_each(|time| *time *= factor);
        let (scene, found) = restored(edited);
        let (after, before) = (&scene.animations[0], &original().animations[0]);
        assert_eq!((after.ticks_per_second, &after.clips), (rate, &before.clips), "{found:?}");
        assert_eq!(after.channels, before.channels, "{factor}: {found:?}");
    }
}
