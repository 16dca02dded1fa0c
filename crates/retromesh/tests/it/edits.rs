//! What another program edits in a GLB is in the file that is written of it, or in the diagnostics.
#![cfg(all(feature = "b3d", feature = "rmesh", feature = "gltf"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use glam::Vec3;
use retromesh::material::{AlphaMode, Image};
use retromesh::scene::Node;
use retromesh::{Code, Diagnostics, ExportOptions, ImportOptions, NoFiles, Scene, format_by_extension};
use serde_json::{Value, json};

type Edit = fn(&mut Value);

/// Converts a fixture to glTF, edits its JSON and converts it back; returns the result, and what was found on the way back.
fn back(name: &str, edit: Edit) -> (Scene, Diagnostics) {
    onwards(name, name.rsplit('.').next().unwrap(), edit)
}

/// Does the same, but for that it is converted to another format.
fn onwards(name: &str, to: &str, edit: Edit) -> (Scene, Diagnostics) {
    let extension = name.rsplit('.').next().unwrap();
    let file = retromesh_testkit::fixtures(extension, extension, 1).into_iter().find(|file| file.name == name).unwrap();
    let [own, gltf, to] = [extension, "gltf", to].map(|extension| format_by_extension(extension).unwrap());
    let (import, mut export) = (ImportOptions::default(), ExportOptions::default());
    "out.gltf".clone_into(&mut export.file_name);
    let scene =
        |format: &dyn retromesh::Format, bytes: &[u8], files: &dyn retromesh::Files, found: &mut Diagnostics| {
            format.read(bytes, files, &import, found).unwrap().to_scene_with(&import, found).unwrap()
        };
    let original = scene(own, &file.bytes, &NoFiles, &mut Diagnostics::new());
    let output = gltf.write(&original.validate().unwrap(), &export, &mut Diagnostics::new()).unwrap();
    let mut json: Value = serde_json::from_slice(&output.bytes).unwrap();
    edit(&mut json);
    let mut found = Diagnostics::new();
    let edited = scene(gltf, &serde_json::to_vec(&json).unwrap(), &output, &mut found);
    let written = to.write(&edited.validate().unwrap(), &export, &mut found).unwrap();
    (scene(to, &written.bytes, &NoFiles, &mut Diagnostics::new()), found)
}

fn node<'v>(json: &'v mut Value, name: &str) -> &'v mut Value {
    json["nodes"].as_array_mut().unwrap().iter_mut().find(|node| node["name"] == name).unwrap()
}

fn light(json: &mut Value) -> &mut Value {
    &mut json["extensions"]["KHR_lights_punctual"]["lights"][0]
}

#[test]
fn lamps_without_a_parent_go_below_the_root() {
    let out_of_the_room: Edit = |json| {
        let root = node(json, "Root");
        let lamp = root["children"].as_array_mut().unwrap().remove(0);
        json["scenes"][0]["nodes"].as_array_mut().unwrap().push(lamp);
    };
    // Where the root itself is somewhere else.
    let out_of_a_moved_room: Edit = |json| {
        let root = node(json, "Root");
        (root["translation"], root["scale"]) = (json!([1.0, 0.0, 2.0]), json!([2.0, 2.0, 2.0]));
        let lamp = root["children"].as_array_mut().unwrap().remove(0).as_u64().unwrap() as usize;
        json["scenes"][0]["nodes"].as_array_mut().unwrap().push(lamp.into());
        json["nodes"][lamp]["translation"] = json!([1.0, 4.0, 4.0]);
    };
    // Two hierarchies, of which none is above the other.
    let two: Edit = |json| {
        let nodes = json["nodes"].as_array_mut().unwrap();
        let at = nodes.len();
        nodes.extend([json!({"name": "other", "children": [at + 1]}), json!({"name": "below"})]);
        json["scenes"][0]["nodes"].as_array_mut().unwrap().push(at.into());
    };
    let rows: [(Edit, &str, u64); 4] =
        [(|_| {}, "Root", 0), (out_of_the_room, "Root", 1), (out_of_a_moved_room, "Root", 1), (two, "ROOT", 2)];
    for (edit, root, count) in rows {
        let (scene, found) = back("payload-3dws.b3d", edit);
        let is_lamp = |node: &&Node| node.name == "classname=light";
        let mut places = scene.nodes.iter().filter(is_lamp).map(|node| node.transform.trs().translation);
        assert!(places.any(|at| at.abs_diff_eq(Vec3::new(0.0, 2.0, -1.0), 1e-5)), "{:?}", scene.nodes);
        let roots: Vec<&str> = scene.roots.iter().map(|id| scene[*id].name.as_str()).collect();
        assert_eq!((roots, scene.lights.len(), found.count(Code::LostLight)), (vec![root], 4, 0), "{found:?}");
        assert_eq!(found.count(Code::MultipleRoots), count, "{found:?}");
    }
}

#[test]
fn names_and_lights_of_maps() {
    // Of the last column, how often it is reported.
    let rows: [(&str, Edit, &str, Code, u64); 10] = [
        ("nothing", |_| {}, "classname=light", Code::Restored, 0),
        (
            "no light",
            |json| {
                node(json, "classname=light").as_object_mut().unwrap().remove("extensions");
            },
            "classname=light",
            Code::Restored,
            1,
        ),
        ("nothing", |_| {}, "classname=light", Code::StaleExtras, 0),
        ("nothing", |_| {}, "classname=light", Code::LostLight, 0),
        ("another name", |json| node(json, "classname=light")["name"] = json!("lamp"), "lamp", Code::StaleExtras, 1),
        (
            "a number more, as Blender adds it",
            |json| node(json, "classname=light")["name"] = json!("classname=light.001"),
            "classname=light",
            Code::StaleExtras,
            0,
        ),
        ("a colour", |json| light(json)["color"] = json!([1.0, 0.0, 0.0]), "classname=light", Code::LostLight, 1),
        ("a range", |json| light(json)["range"] = json!(3.0), "classname=light", Code::LostLight, 1),
        ("no range, as Blender has none", without_ranges, "classname=light", Code::LostLight, 0),
        ("a new lamp", |json| add_light(json, None), "lamp", Code::LostLight, 1),
    ];
    for (what, edit, name, code, count) in rows {
        let (scene, found) = back("payload-3dws.b3d", edit);
        assert!(scene.nodes.iter().any(|node| node.name == name), "{what}: {:?}", scene.nodes);
        assert_eq!(found.count(code), count, "{what}: {found:?}");
        let is_lost = |entry: &&retromesh::Diagnostic| entry.code == code && code == Code::LostLight;
        assert!(found.entries().iter().filter(is_lost).all(|entry| entry.path == name), "{what}: {found:?}");
    }
}

fn without_ranges(json: &mut Value) {
    let lights = json["extensions"]["KHR_lights_punctual"]["lights"].as_array_mut().unwrap();
    lights.iter_mut().for_each(|light| _ = light.as_object_mut().unwrap().remove("range"));
}

/// Adds a lamp without a parent.
fn add_light(json: &mut Value, range: Option<f32>) {
    let lights = json["extensions"]["KHR_lights_punctual"]["lights"].as_array_mut().unwrap();
    lights.push(json!({"type": "point", "name": "lamp"}));
    if let (Some(light), Some(range)) = (lights.last_mut(), range) {
        light["range"] = json!(range);
    }
    let light = json!({"KHR_lights_punctual": {"light": lights.len() - 1}});
    let nodes = json["nodes"].as_array_mut().unwrap();
    nodes.push(json!({"name": "lamp", "extensions": light}));
    let new = nodes.len() - 1;
    json["scenes"][0]["nodes"].as_array_mut().unwrap().push(new.into());
}

/// A map of Blitz3D has the numbers of rooms, through glTF as well, and its lights are as they were edited.
#[test]
fn maps_become_rooms_of_the_same_size_with_their_lights() {
    let rows: [(Edit, Vec3, f32, u64); 3] = [
        (|_| {}, Vec3::new(255.0, 128.0, 0.0), 1.0, 0),
        (|json| light(json)["color"] = json!([1.0, 0.0, 0.2]), Vec3::new(255.0, 0.0, 51.0), 1.0, 1),
        (|json| light(json)["intensity"] = json!(0.5), Vec3::new(255.0, 128.0, 0.0), 0.5, 1),
    ];
    for (edit, color, intensity, overruled) in rows {
        let (room, found) = onwards("payload-3dws.b3d", "rmesh", edit);
        let node = room.nodes.iter().find(|node| node.light.is_some()).unwrap();
        let light = &room[node.light.unwrap()];
        let units = node.transform.trs().translation * 256.0;
        assert_eq!(
            (units, (light.color * 255.0).round(), light.intensity),
            (Vec3::new(0.0, 512.0, -256.0), color, intensity)
        );
        assert_eq!((found.count(Code::MisleadingHint), found.count(Code::UnitNotStored)), (overruled, 1));
    }
}

/// A room through glTF is as large in a map as directly.
#[test]
fn rooms_become_maps_of_the_same_size() {
    let (map, found) = onwards("room.rmesh", "b3d", |_| {});
    let prop = map.nodes.iter().find(|node| node.proxy.is_some()).unwrap().transform.trs().translation;
    let largest = map.meshes[0].positions.iter().copied().reduce(Vec3::max);
    assert_eq!((prop.y, largest), (248.0, Some(Vec3::new(256.0, 256.0, 0.0))));
    assert_eq!(found.count(Code::UnitNotStored), 1, "{found:?}");
}

/// The names of a map's nodes say what the lamps of a room are now, new ones as well.
#[test]
fn lamps_of_rooms_are_as_they_were_edited_in_maps() {
    let add: Edit = |json| {
        add_light(json, Some(1.0));
        let new = json["nodes"].as_array_mut().unwrap().last_mut().unwrap();
        new["extras"] = json!({"entity.classname": "light"});
        new["name"] = json!("new");
        let lights = json["extensions"]["KHR_lights_punctual"]["lights"].as_array_mut().unwrap();
        *lights.last_mut().unwrap() = json!({
            "type": "spot", "color": [0.0, 1.0, 0.0], "range": 1.0,
            "spot": {"innerConeAngle": 0.0, "outerConeAngle": 30_f32.to_radians()}
        });
    };
    let turn: Edit = |json| {
        node(json, "spotlight").as_object_mut().unwrap().remove("rotation");
    };
    let rows: [(Edit, &str, u64); 4] = [
        (|_| {}, "light color=255 200 100 intensity=0.8 range=600", 0),
        (|json| light(json)["color"] = json!([1.0, 0.0, 0.2]), "light color=255 0 51 intensity=0.8 range=600", 1),
        (add, "spotlight color=0 255 0 innerconeangle=0 intensity=1 outerconeangle=60 range=1999.9999", 1),
        (
            turn,
            "spotlight angles=0 0 0 color=255 200 200 innerconeangle=35 intensity=1.3 outerconeangle=45 range=500",
            1,
        ),
    ];
    for (edit, expected, overruled) in rows {
        let (map, found) = onwards("room.rmesh", "b3d", edit);
        let text = |node: &Node| node.extras.get("b3d.name")?.as_text().map(|text| text.replace("\r\n", " "));
        let names: Vec<String> = map.nodes.iter().filter_map(text).collect();
        assert!(names.contains(&format!("classname={expected}")), "{expected}: {names:#?}");
        assert_eq!((found.count(Code::MisleadingHint), found.count(Code::LostLight)), (overruled, 0), "{found:?}");
    }
}

#[test]
fn new_lights_of_maps_have_their_range_in_rooms() {
    let (room, _) = onwards("payload-3dws.b3d", "rmesh", |json| add_light(json, Some(2000.0)));
    let ranges: Vec<_> = room.lights.iter().filter_map(|light| light.range).collect();
    assert!(ranges.contains(&256.0), "{ranges:?}");
}

/// The alpha of vertices counts where the material of glTF blends, and nowhere else.
#[test]
fn materials_that_do_not_blend_stay_opaque_with_vertex_colours() {
    fn without_extras(json: &mut Value, mode: &str) {
        json["scenes"][0].as_object_mut().unwrap().remove("extras");
        json["materials"].as_array_mut().unwrap().iter_mut().for_each(|own| *own = json!({ "alphaMode": mode }));
    }
    let rows: [(Edit, AlphaMode); 2] = [
        (|json| without_extras(json, "OPAQUE"), AlphaMode::Opaque),
        (|json| without_extras(json, "BLEND"), AlphaMode::Blend),
    ];
    for (edit, expected) in rows {
        let (model, _) = back("everything.b3d", edit);
        let colored = model.materials.iter().filter(|material| material.shading.vertex_colors);
        let modes: Vec<_> = colored.map(|material| material.alpha_mode).collect();
        assert_eq!(modes, [expected]);
    }
}

/// Returns the images of a file by name, sorted.
fn images(scene: &Scene) -> Vec<&str> {
    let mut names: Vec<&str> = scene.images.iter().map(Image::file_name).collect();
    names.sort_unstable();
    names
}

#[test]
fn names_and_pictures_of_images() {
    let rename: Edit = |json| json["images"][0]["name"] = json!("other.png");
    let repaint: Edit = |json| {
        let image = &mut json["images"][0];
        image["name"] = json!("other.png");
        image["uri"] = json!("data:image/png;base64,iVBORw0KGgo=");
        image.as_object_mut().unwrap().retain(|key, _| ["name", "uri", "extras"].contains(&key.as_str()));
        image["extras"]["retromesh"] = json!({ "path": "wall.png", "uri": "wall.png", "fingerprint": "another" });
    };
    let (before, found) = back("everything.b3d", |_| {});
    assert_eq!(found.count(Code::Restored), 0, "{found:?}");
    let (renamed, found) = back("everything.b3d", rename);
    assert_eq!((images(&renamed), found.count(Code::Restored)), (images(&before), 1), "{found:?}");
    let (repainted, found) = back("everything.b3d", repaint);
    assert!(images(&repainted).contains(&"other.png") && found.count(Code::StaleExtras) > 0, "{repainted:?} {found:?}");
}

#[test]
fn light_maps_that_come_back_are_named() {
    let without: Edit = |json| {
        for material in json["materials"].as_array_mut().unwrap() {
            material.as_object_mut().unwrap().remove("occlusionTexture");
        }
    };
    for (edit, is_reported) in [((|_| {}) as Edit, false), (without, true)] {
        let (_, found) = back("lightmap-3dws.b3d", edit);
        assert_eq!(found.count(Code::Restored) + found.count(Code::StaleExtras) > 0, is_reported, "{found:?}");
    }
}

#[test]
fn colours_and_lights_of_rooms() {
    let recolour: Edit = |json| {
        for material in json["materials"].as_array_mut().unwrap() {
            material["pbrMetallicRoughness"]["baseColorFactor"] = json!([1.0, 0.0, 0.0, 1.0]);
        }
    };
    let colors = |scene: &Scene| -> Vec<glam::Vec4> {
        scene.meshes.iter().flat_map(|mesh| &mesh.color_sets).flatten().copied().collect()
    };
    let (before, found) = back("room.rmesh", |_| {});
    assert_eq!(found.count(Code::Restored), 0, "{found:?}");
    let (red, _) = back("room.rmesh", recolour);
    let expected: Vec<glam::Vec4> =
        colors(&before).iter().map(|color| *color * glam::Vec4::new(1.0, 0.0, 0.0, 1.0)).collect();
    assert!(!expected.is_empty() && colors(&red) == expected, "{:?}", colors(&red));
    let darken: Edit = |json| {
        node(json, "light").as_object_mut().unwrap().remove("extensions");
    };
    let (_, found) = back("room.rmesh", darken);
    assert_eq!(found.count(Code::Restored), 1, "{found:?}");
}

#[test]
fn what_the_extras_say_otherwise_is_reported() {
    let effects: Edit = |json| json["materials"][0]["extras"]["b3d.fx"] = json!(1);
    let rename: Edit = |json| {
        let nodes = json["nodes"].as_array_mut().unwrap();
        let skinned = nodes.iter_mut().find(|node| node["extras"]["retromesh"]["added"] == "skinned-mesh").unwrap();
        skinned["name"] = json!("another");
    };
    for (name, edit) in [("everything.b3d", effects), ("everything.b3d", rename)] {
        let counts = [back(name, |_| {}), back(name, edit)].map(|(_, found)| found.count(Code::StaleExtras));
        assert_eq!(counts, [0, 1], "{name}");
    }
}

/// Blender calls a single key steps, where that means nothing: the other clips stay where they are.
#[test]
fn a_clip_of_single_keys_leaves_the_others_in_their_place() {
    let single: Edit = |json| {
        for sampler in 0..json["animations"][0]["samplers"].as_array().unwrap().len() {
            for key in ["input", "output"] {
                let at = json["animations"][0]["samplers"][sampler][key].as_u64().unwrap() as usize;
                let accessors = json["accessors"].as_array_mut().unwrap();
                let mut first = accessors[at].clone();
                (first["count"], first["max"]) = (json!(1), first["min"].clone());
                accessors.push(first);
                json["animations"][0]["samplers"][sampler][key] = json!(accessors.len() - 1);
            }
            json["animations"][0]["samplers"][sampler]["interpolation"] = json!("STEP");
        }
    };
    // Of a clip of two frames without motion it says steps, too.
    let still: Edit = |json| {
        let push = |json: &mut Value, key: &str, new: Value| {
            let list = json[key].as_array_mut().unwrap();
            list.push(new);
            list.len() - 1
        };
        let uri = "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAIA/AACAPwAAgD8AAIA/AACAPwAAgD8=";
        let buffer = push(json, "buffers", json!({"byteLength": 56, "uri": uri}));
        let view = push(json, "bufferViews", json!({"buffer": buffer, "byteLength": 56}));
        for channel in json["animations"][0]["channels"].as_array().unwrap().clone() {
            let sampler = channel["sampler"].as_u64().unwrap() as usize;
            let (kind, start) = if channel["target"]["path"] == "rotation" { ("VEC4", 0) } else { ("VEC3", 32) };
            let values =
                json!({"bufferView": view, "byteOffset": start, "componentType": 5126, "count": 2, "type": kind});
            let output = push(json, "accessors", values);
            let own = &json["animations"][0]["samplers"][sampler];
            let mut times = json["accessors"][own["input"].as_u64().unwrap() as usize].clone();
            times["count"] = json!(2);
            let input = push(json, "accessors", times);
            json["animations"][0]["samplers"][sampler] =
                json!({"input": input, "output": output, "interpolation": "STEP"});
        }
    };
    let clips = |edit: Edit| {
        let (scene, _) = back("seqs.b3d", edit);
        let clips = scene.animations.iter().flat_map(|timeline| &timeline.clips);
        clips.map(|clip| (clip.name.clone(), clip.first)).collect::<Vec<_>>()
    };
    let plain = clips(|_| {});
    assert!(plain.len() > 1);
    assert_eq!(clips(single), plain);
    assert_eq!(clips(still), plain);
}

/// A tool may make steps of one clip's lines: its keys stay, whatever becomes of its place.
#[test]
fn a_clip_of_steps_keeps_its_keys() {
    let moves = |edit: Edit| {
        let (scene, _) = back("seqs.b3d", edit);
        let clips =
            scene.animations.iter().flat_map(|timeline| timeline.clips.iter().map(move |clip| (timeline, clip)));
        let keys = clips.map(|(timeline, clip)| {
            let times = timeline.channels.iter().flat_map(|channel| &channel.times);
            (clip.name.clone(), times.filter(|time| (clip.first..=clip.last).contains(*time)).count())
        });
        let mut keys: Vec<(String, usize)> = keys.collect();
        keys.sort();
        keys
    };
    let (plain, stepped) =
        (moves(|_| {}), moves(|json| json["animations"][1]["samplers"][0]["interpolation"] = json!("STEP")));
    assert_eq!(plain.len(), stepped.len());
    for (plain, stepped) in plain.iter().zip(&stepped) {
        assert!(plain.0 == stepped.0 && stepped.1 >= plain.1, "{plain:?} became {stepped:?}");
    }
}

#[test]
#[cfg(feature = "p3d")]
fn weights_that_play_vertex_frames_are_no_lost_keys() {
    let unmarked: Edit = |json| json["animations"][0]["extras"] = Value::Null;
    let later: Edit = |json| {
        json["animations"][0]["extras"] = Value::Null;
        let sampler = json["animations"][0]["samplers"][0].clone();
        for (key, count, offset) in [("input", 2, 4), ("output", 6, 0)] {
            let accessor = &mut json["accessors"][sampler[key].as_u64().unwrap() as usize];
            accessor["count"] = json!(count);
            accessor["byteOffset"] = json!(offset);
        }
    };
    for (name, frames, edit, is_lost) in [
        ("odol-frames.p3d", 3, unmarked, false),
        ("sp3x-animation.p3d", 2, unmarked, false),
        ("odol-frames.p3d", 3, later, true),
    ] {
        let (scene, found) = back(name, edit);
        assert_eq!(found.count(Code::LostKeys) > 0, is_lost, "{name}: {found:?}");
        assert!(scene.meshes.iter().any(|mesh| mesh.vertex_frames.len() == frames), "{name}");
    }
}
