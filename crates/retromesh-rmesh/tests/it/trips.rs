//! Rooms through other formats and back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use crate::reader;
use retromesh_core::scene::LightKind;
use retromesh_core::{Code, Diagnostics, Extra, Scene};
use retromesh_kit::{ExportOptions, Format, ImportOptions, NoFiles};
use retromesh_rmesh::{Document, Entity, FORMAT};
use retromesh_testkit::fixtures;

/// Reads a file of a format into its scene.
pub(crate) fn scene(format: &dyn Format, bytes: &[u8]) -> Scene {
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let model = format.read(bytes, &NoFiles, &options, &mut diagnostics).unwrap();
    model.to_scene_with(&options, &mut diagnostics).unwrap()
}

/// Writes a scene in a format, with names of images and without the images.
pub(crate) fn write(format: &dyn Format, scene: &Scene) -> (Vec<u8>, Diagnostics) {
    let mut options = ExportOptions::default();
    options.textures = retromesh_kit::options::Textures::Link;
    let mut diagnostics = Diagnostics::new();
    let output = format.write(&scene.validate().unwrap(), &options, &mut diagnostics).unwrap();
    (output.bytes, diagnostics)
}

/// Takes a room through a format and back.
pub(crate) fn through(format: &dyn Format, bytes: &[u8]) -> (Vec<u8>, Diagnostics) {
    let (between, _) = write(format, &scene(&FORMAT, bytes));
    write(&FORMAT, &scene(format, &between))
}

/// Files that a scene cannot hold to the last byte, with what is said of them, on the way out or back.
const CHANGED: [&str; 9] = [
    "unused-vertex",
    "out-of-range",
    "not-finite",
    "unknown-entity",
    "trailing",
    "trailing-no-end",
    "folders",
    "lights",
    "model-empty",
];

#[test]
fn rooms_come_back_from_gltf_byte_for_byte() {
    for file in fixtures("rmesh", "rmesh", 55).iter().filter(|file| !file.name.starts_with("bad/")) {
        let (back, diagnostics) = through(&retromesh_gltf::FORMAT, &file.bytes);
        let is_changed = CHANGED.iter().any(|name| file.name == format!("{name}.rmesh"));
        assert_eq!(back != file.bytes, is_changed, "{}: {:?}", file.name, diagnostics.entries());
        if !is_changed {
            assert!(!diagnostics.is_lossy(), "{}: {:?}", file.name, diagnostics.entries());
        }
        let (again, _) = through(&retromesh_gltf::FORMAT, &back);
        assert!(again == back, "{}: a second pass changes it", file.name);
    }
}

fn fixture(name: &str) -> Vec<u8> {
    fixtures("rmesh", "rmesh", 1).into_iter().find(|file| file.name == name).unwrap().bytes
}

#[test]
fn a_moved_light_changes_its_bytes_only() {
    let before = fixture("room.rmesh");
    let (glb, _) = write(&retromesh_gltf::FORMAT, &scene(&FORMAT, &before));
    let mut moved = scene(&retromesh_gltf::FORMAT, &glb);
    let light = moved.nodes.iter_mut().find(|node| node.name == "light").unwrap();
    let mut place = light.transform.trs();
    place.translation.y += 0.5;
    light.transform = place.into();
    let (after, _) = write(&FORMAT, &moved);
    let room = reader::read(&before);
    let light = &room.entities[0];
    assert_eq!((light.kind.as_str(), after.len()), ("light", before.len()));
    let changed: Vec<usize> = (0..before.len()).filter(|&at| before[at] != after[at]).collect();
    // The kind is a text of five letters; y is the second number after it.
    let y = light.bytes.start + 9 + 4;
    assert!(!changed.is_empty() && changed.iter().all(|at| (y..y + 4).contains(at)), "{changed:?}");
    assert_eq!(reader::read(&after).entities[0].at[1], light.at[1] + 128.0);
}

#[test]
fn what_is_changed_in_a_scene_counts() {
    let before = fixture("room.rmesh");
    let (glb, _) = write(&retromesh_gltf::FORMAT, &scene(&FORMAT, &before));
    let mut edited = scene(&retromesh_gltf::FORMAT, &glb);
    let light = edited.nodes.iter().find(|node| node.name == "light").unwrap().light.unwrap();
    edited.lights[light.index()].color = glam::Vec3::new(1.0, 0.0, 0.2);
    edited.lights[light.index()].intensity = 0.5;
    // Blender gives lights no range, and numbers to names that are taken.
    edited.lights[light.index()].range = None;
    let turned = edited.nodes.iter_mut().find(|node| node.name == "lamp2").unwrap();
    let mut place = turned.transform.trs();
    place.rotation = glam::Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
    turned.transform = place.into();
    let event = edited.nodes.iter_mut().find(|node| node.name == "939-1_fix").unwrap();
    event.name.push_str(".001");
    let (after, _) = write(&FORMAT, &edited);
    let (before, after) = (reader::read(&before), reader::read(&after));
    let light = [before.entities[0].fields[0].as_str(), "255 0 51", "3f000000"];
    assert_eq!(after.entities[0].fields, light);
    let yaw = f32::from_bits(u32::from_str_radix(&after.entities[2].fields[2], 16).unwrap());
    assert!((yaw - 90.0).abs() < 1e-3, "{yaw}");
    assert_eq!(after.triggers, before.triggers);
    assert_eq!(after.entities[1].content(), before.entities[1].content());
}

/// Takes the room of all entities through glTF, and edits it there.
fn edited_room() -> Scene {
    let (glb, _) = write(&retromesh_gltf::FORMAT, &scene(&FORMAT, &fixture("room.rmesh")));
    scene(&retromesh_gltf::FORMAT, &glb)
}

#[test]
fn properties_that_something_else_contradicts_are_reported() {
    let mut edited = edited_room();
    let edits = [
        ("light", "entity.intensity", Extra::Float(2.0)),
        ("light", "entity.color", Extra::Text("1 2 3".into())),
        ("light", "entity.range", Extra::Float(5.0)),
        ("spotlight", "entity.angles", Extra::Text("10 20 30".into())),
        ("spotlight", "entity.outerconeangle", Extra::Int(5)),
        ("939-1_fix", "entity.event", Extra::Text("another".into())),
    ];
    for (name, key, value) in edits {
        let node = edited.nodes.iter_mut().find(|node| node.name == name).unwrap();
        assert!(node.extras.insert(key.to_owned(), value).is_some(), "{name} {key}");
    }
    let (after, diagnostics) = write(&FORMAT, &edited);
    let [before, after] = [fixture("room.rmesh"), after].map(|bytes| reader::read(&bytes));
    assert_eq!(after.triggers, before.triggers);
    // Both cones are written anew.
    assert_eq!(diagnostics.count(Code::MisleadingHint), 7, "{:?}", diagnostics.entries());
    let entry = diagnostics.entries().iter().find(|entry| entry.code == Code::MisleadingHint).unwrap();
    let detail = &entry.detail;
    assert_eq!(entry.path, "939-1_fix");
    assert!(detail.starts_with("entity.angles, entity.color, entity.event, "), "{detail}");
    // Without a range of the light the edited one is the only one.
    let light = edited.nodes.iter().find(|node| node.name == "light").unwrap().light.unwrap();
    edited.lights[light.index()].range = None;
    let (after, diagnostics) = write(&FORMAT, &edited);
    assert_eq!(diagnostics.count(Code::MisleadingHint), 6);
    assert_eq!(reader::read(&after).entities[0].fields[0], "40a00000");
}

#[test]
fn lamps_are_what_their_light_is_now() {
    let mut edited = edited_room();
    let of = |name: &str| edited.nodes.iter().find(|node| node.name == name).unwrap().light.unwrap().index();
    let (light, spotlight) = (of("light"), of("spotlight"));
    edited.lights[light].kind = LightKind::Spot { inner_angle: 0.0, outer_angle: 45_f32.to_radians() };
    edited.lights[spotlight].kind = LightKind::Point;
    // Blender turns each new lamp.
    let of_light = |node: &&mut retromesh_core::scene::Node| node.light.is_some_and(|id| id.index() == spotlight);
    let lamp = edited.nodes.iter_mut().find(of_light).unwrap();
    let mut place = lamp.transform.trs();
    place.rotation = glam::Quat::from_rotation_x(1.0);
    lamp.transform = place.into();
    let (after, diagnostics) = write(&FORMAT, &edited);
    let lamps: Vec<_> = Document::parse(&after).unwrap().into_owned().entities.into_iter().take(2).collect();
    let [Entity::Spotlight(spotlight), Entity::Light(_)] = lamps.as_slice() else { panic!("{lamps:?}") };
    assert_eq!((spotlight.inner_cone, spotlight.outer_cone), (0, 90));
    let counts = [Code::MisleadingHint, Code::ApproximatedTransform].map(|code| diagnostics.count(code));
    assert_eq!(counts, [2, 0], "{:?}", diagnostics.entries());
}

#[test]
fn intensities_over_what_the_game_shows_are_reported() {
    for (intensity, count) in [(54.35, 1), (1.25, 0)] {
        let mut edited = edited_room();
        let light = edited.nodes.iter().find(|node| node.name == "light").unwrap().light.unwrap();
        edited.lights[light.index()].intensity = intensity;
        let (_, diagnostics) = write(&FORMAT, &edited);
        let found = diagnostics.entries().iter().filter(|entry| entry.code == Code::ClampedValue);
        let paths: Vec<&str> = found.map(|entry| entry.path.as_str()).collect();
        assert_eq!(paths, vec!["light"; count]);
    }
}

#[test]
fn rooms_come_back_from_maps_of_the_editor() {
    for file in fixtures("rmesh", "rmesh", 55).iter().filter(|file| !file.name.starts_with("bad/")) {
        if ["out-of-range", "not-finite", "unknown-entity", "trailing"].iter().any(|name| file.name.starts_with(name)) {
            continue;
        }
        let (back, _) = through(&retromesh_b3d::FORMAT, &file.bytes);
        let document = Document::parse(&file.bytes).unwrap();
        if document.entities.iter().any(|entity| matches!(entity, Entity::EmptyModel(_))) {
            continue;
        }
        let (room, found) = (reader::read(&document.encode().unwrap()), reader::read(&back));
        let count = |room: &reader::Room| {
            let triggers: Vec<String> = room.triggers.iter().map(|(_, event)| event.clone()).collect();
            (room.kinds(), room.min, room.max, room.hidden.len(), triggers)
        };
        assert_eq!(count(&found), count(&room), "{}", file.name);
    }
}

#[test]
fn losses_are_reported() {
    let mut diagnostics = Diagnostics::new();
    let bytes = fixture("unused-vertex.rmesh");
    let scene = scene(&FORMAT, &bytes).into_valid().unwrap();
    Document::from_scene_with(&scene, &ExportOptions::default(), &mut diagnostics).unwrap();
    assert_eq!(diagnostics.count(Code::LostVertices), 1);
}

#[test]
fn sizes_that_other_programs_round_stay() {
    // The size now; whether the file keeps its own.
    for (size, is_kept) in [(1.0, true), (1.001, false)] {
        let mut room = Document::parse(&fixture("models.rmesh")).unwrap().into_owned();
        let stored = glam::Vec3::new(0.999_999_94, 1.0, 0.999_999_94);
        for entity in &mut room.entities {
            if let Entity::Model(model) = entity {
                model.scale = stored;
            }
        }
        let mut scene = scene(&FORMAT, &room.encode().unwrap());
        for node in scene.nodes.iter_mut().filter(|node| node.proxy.is_some()) {
            let trs = retromesh_core::scene::Trs { scale: glam::Vec3::splat(size), ..node.transform.trs() };
            node.transform = trs.into();
        }
        let (back, _) = write(&FORMAT, &scene);
        let models = Document::parse(&back).unwrap().into_owned().entities.into_iter();
        let sizes: Vec<glam::Vec3> = models
            .filter_map(|entity| match entity {
                Entity::Model(model) => Some(model.scale),
                _ => None,
            })
            .collect();
        let expected = if is_kept { stored } else { glam::Vec3::splat(size) };
        assert!(!sizes.is_empty() && sizes.iter().all(|found| *found == expected), "{sizes:?}");
    }
}

/// Blender's own custom distance is 40 m; a lamp of the game reaches a metre.
#[test]
fn a_lamp_that_reaches_much_too_far_is_reported() {
    for (metres, expected) in [(40.0, 1), (0.5, 0)] {
        let mut edited = edited_room();
        let light = edited.nodes.iter().find(|node| node.name == "light").unwrap().light.unwrap().index();
        edited.lights[light].range = Some(metres);
        let (after, diagnostics) = write(&FORMAT, &edited);
        let Entity::Light(light) = &Document::parse(&after).unwrap().into_owned().entities[0] else { panic!() };
        assert!((light.range - metres * 2000.0).abs() < 1.0, "{}", light.range);
        assert_eq!(diagnostics.count(Code::UnitNotStored), expected, "{:?}", diagnostics.entries());
    }
}
