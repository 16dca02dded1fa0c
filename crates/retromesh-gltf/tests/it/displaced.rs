//! What Blender changes: skins that it has written in another place than it shows them in, and names.
#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use crate::common::{opened, read, write};
use glam::{Mat4, Vec3};
use retromesh_core::{Code, Diagnostics};
use retromesh_gltf::Document;
use retromesh_kit::ImportOptions;
use retromesh_testkit::GlbFile;
use serde_json::json;

const BLENDER: &str = "Khronos glTF Blender I/O v5.0.21";

/// A weapon of two bones, which a hand carries or not: where its armature is, and what its joints make of vertices at rest.
fn weapon(generator: &str, is_carried: bool, armature: Vec3, offsets: [Mat4; 2]) -> GlbFile {
    let mut file = GlbFile::triangle();
    file.json["asset"]["generator"] = generator.into();
    let joints = file.array("VEC4", 5121, 3, &[0; 12]);
    let weights = file.array("VEC4", 5121, 3, &[255, 0, 0, 0].repeat(3));
    file.json["accessors"][weights]["normalized"] = json!(true);
    let attributes = &mut file.json["meshes"][0]["primitives"][0]["attributes"];
    (attributes["JOINTS_0"], attributes["WEIGHTS_0"]) = (json!(joints), json!(weights));
    let stock = Mat4::from_translation(if is_carried { Vec3::Z + armature } else { armature });
    let worlds = [stock, stock * Mat4::from_translation(Vec3::Y)];
    let inverse: Vec<f32> =
        worlds.iter().zip(offsets).flat_map(|(world, offset)| (world.inverse() * offset).to_cols_array()).collect();
    let inverse = file.floats("MAT4", &inverse);
    file.json["nodes"] = json!([
        {"mesh": 0, "skin": 1},
        {"name": "hand", "translation": [0, 0, 1], "children": if is_carried { vec![2] } else { vec![5] }},
        {"name": "gun", "translation": armature.to_array(), "children": [3]},
        {"name": "stock", "children": [4]},
        {"name": "bolt", "translation": [0, 1, 0]},
        {"name": "none"},
    ]);
    if is_carried {
        file.json["nodes"].as_array_mut().unwrap().pop();
    }
    let roots = if is_carried { vec![0, 1] } else { vec![0, 1, 2] };
    file.json["scenes"] = json!([{"nodes": roots}]);
    file.json["skins"] =
        json!([{"name": "body", "joints": [1]}, {"name": "gun", "joints": [3, 4], "inverseBindMatrices": inverse}]);
    file
}

#[test]
fn a_weapon_away_from_where_blender_shows_it_is_reported() {
    let (at, moved) = (Mat4::IDENTITY, Mat4::from_translation(Vec3::new(0.0, 1.5, 0.0)));
    let turned = Mat4::from_rotation_x(0.5);
    let there = Vec3::new(0.0, 0.0, 2.0);
    let in_armature = Mat4::from_translation(Vec3::Z + there);
    for (what, generator, is_carried, offsets, expected) in [
        ("as it is shown", BLENDER, true, [at; 2], 0),
        ("moved with its hand", BLENDER, true, [moved; 2], 1),
        ("turned with its hand", BLENDER, true, [turned; 2], 1),
        ("in a pose of its own", BLENDER, true, [at, turned], 0),
        ("in another pose of its own", BLENDER, true, [moved, turned], 0),
        ("vertices in the space of the armature", BLENDER, true, [in_armature; 2], 0),
        ("carried by nothing", BLENDER, false, [moved; 2], 0),
        ("of another program", "FBX2glTF", true, [moved; 2], 0),
    ] {
        let (_, diagnostics) = read(&weapon(generator, is_carried, there, offsets).glb());
        let found: Vec<_> = diagnostics.entries().iter().filter(|entry| entry.code == Code::BakedRestPose).collect();
        assert_eq!(found.len(), expected, "{what}: {found:?}");
        assert!(found.iter().all(|entry| entry.detail.starts_with("gun is not where Blender shows it")), "{found:?}");
    }
}

#[test]
fn numbers_of_another_program_are_reported_where_there_is_no_original() {
    let mut scene = read(&GlbFile::triangle().glb()).0;
    scene.meshes[0].name = "cube.001".into();
    scene.nodes[0].name = "cube.001".into();
    let written = write(&scene);
    for (generator, name, marks_stale, reported) in [
        ("retromesh", "cube.001", false, 0),
        ("Blender", "cube.001", false, 0),
        ("Blender", "cube.002", false, 1),
        ("Blender", "cube.002", true, 0),
        ("Blender", "ball.002", false, 0),
    ] {
        let mut file = opened(&written);
        file.json["asset"]["generator"] = generator.into();
        file.json["nodes"][0]["name"] = name.into();
        let (mut options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
        options.marks_stale = marks_stale;
        let bytes = file.glb();
        Document::parse(&bytes).unwrap().to_scene_with(&options, &mut diagnostics).unwrap();
        assert_eq!(diagnostics.count(Code::NamesMadeUnique), reported, "{generator} {name}");
    }
}
