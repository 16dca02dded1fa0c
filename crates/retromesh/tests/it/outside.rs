//! glTF files of other programs on their way to other formats: what was seen is what is written.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use crate::bgl_scenes::{read, write};
use glam::{Quat, Vec3};
use retromesh::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh::material::{Image, ImageData};
use retromesh::mesh::{Faces, Influence, Mesh, Part, Weights};
use retromesh::scene::Transform;
use retromesh::{Code, Diagnostics, ExportOptions, NodeId, Scene, format_by_extension};

fn fixture(name: &str) -> Scene {
    let path = format!("{}/../../fixtures/gltf/outside/{name}.glb", env!("CARGO_MANIFEST_DIR"));
    read("glb", &std::fs::read(path).unwrap())
}

/// Returns where the vertices of all triangles are at rest, in the space of glTF, sorted.
fn corners(scene: &Scene) -> Vec<[f32; 3]> {
    let valid = scene.validate().unwrap();
    let valid = valid.in_space(retromesh::Space::GLTF);
    let pose = valid.rest_pose();
    let mut all = Vec::new();
    for id in valid.node_ids() {
        let Some(instance) = valid[id].mesh.as_deref() else { continue };
        let positions = pose.positions(&valid, id);
        let faces = valid[instance.mesh].parts.iter().flat_map(|part| part.faces.indices());
        all.extend(faces.map(|v| (positions[*v as usize] * 1e4).round().to_array().map(|x| x / 1e4 + 0.0)));
    }
    all.sort_by(|a, b| a.partial_cmp(b).unwrap());
    all
}

#[test]
fn skins_rest_where_they_were_seen() {
    let scene = fixture("bent-rest");
    let seen = corners(&scene);
    assert!(seen.contains(&[-1.0, 1.0, 0.0]), "{seen:?}");
    for extension in ["bgl", "b3d", "bo3d", "glb"] {
        let back = corners(&read(extension, &write(extension, &scene)));
        let off = seen.as_flattened().iter().zip(back.as_flattened()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(back.len() == seen.len() && off < 1e-3, "{extension}: off by {off}, {back:?}");
    }
    let reported = |extension: &str| {
        let mut diagnostics = Diagnostics::new();
        let format = format_by_extension(extension).unwrap();
        format.write(&scene.validate().unwrap(), &ExportOptions::default(), &mut diagnostics).unwrap();
        diagnostics.count(Code::BakedRestPose)
    };
    assert_eq!(reported("bgl"), 1);
}

/// Returns where vertices are at rest and in the first animation, in the space of glTF.
fn moments(scene: &Scene) -> Vec<Vec<Vec3>> {
    let valid = scene.validate().unwrap();
    let valid = valid.in_space(retromesh::Space::GLTF);
    let animation = &valid.animations[0];
    let at = |share: f32| valid.pose(animation, animation.first + (animation.last - animation.first) * share);
    [0.0, 0.3, 0.7, 1.0]
        .map(|share| {
            let node = valid.node_ids().find(|id| valid[*id].mesh.is_some()).unwrap();
            let mut places = at(share).positions(&valid, node);
            places.sort_by(|a, b| a.to_array().partial_cmp(&b.to_array()).unwrap());
            places
        })
        .to_vec()
}

#[test]
fn what_is_said_of_clips_of_deformed_skins_is_so() {
    let mut deformed = fixture("bent-rest");
    let turn = Track::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_x(1.0)]);
    let channel =
        Channel { target: NodeId(1), interpolation: Interpolation::Linear, times: vec![0.0, 1.0], track: turn };
    deformed.animations.push(Animation {
        last: 1.0,
        ticks_per_second: 1.0,
        channels: vec![channel],
        ..Animation::default()
    });
    let mut moved = deformed.clone();
    let Transform::Trs(knee) = &mut moved.nodes[2].transform else { panic!() };
    knee.translation.y = 1.5;
    // Without vertices between two joints a skin is bound where it rests, which changes no pose.
    let mut single = moved.clone();
    let weights = &mut single.meshes[0].weights;
    *weights = Weights { starts: (0..=4).collect(), influences: vec![] };
    weights.influences = [0, 0, 1, 1].map(|joint| Influence { joint, weight: 1.0 }).to_vec();
    for (scene, is_reported, is_same) in
        [(deformed, "clips are as before", true), (moved, "are, in clips too", false), (single, "", true)]
    {
        let mut diagnostics = Diagnostics::new();
        let bgl = format_by_extension("bgl").unwrap();
        let written = bgl.write(&scene.validate().unwrap(), &ExportOptions::default(), &mut diagnostics).unwrap();
        let [a, b] = [moments(&scene), moments(&read("bgl", &written.bytes))];
        let pairs = a.iter().flatten().zip(b.iter().flatten());
        let off = pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        assert_eq!(off < 1e-3, is_same, "{is_reported}: off by {off}");
        let reported: Vec<_> = diagnostics.entries().iter().filter(|e| e.code == Code::BakedRestPose).collect();
        assert!(reported.iter().any(|entry| entry.detail.contains(is_reported)), "{reported:?}");
    }
}

#[test]
fn names_of_images_that_change_are_reported() {
    let mut scene = fixture("lines");
    let data = Some(ImageData { mime: "image/png".into(), bytes: vec![1] });
    scene.images.push(Image { path: "skin".into(), uri: None, data });
    for (extension, reported) in [("b3d", 1), ("obj", 1), ("glb", 0)] {
        let mut diagnostics = Diagnostics::new();
        let format = format_by_extension(extension).unwrap();
        format.write(&scene.validate().unwrap(), &ExportOptions::default(), &mut diagnostics).unwrap();
        let entries: Vec<_> = diagnostics.entries().iter().filter(|e| e.code == Code::RenamedFile).collect();
        assert_eq!(entries.len(), reported, "{extension}");
        assert!(entries.iter().all(|entry| entry.detail == "the image skin is the file skin.png"), "{entries:?}");
    }
}

#[test]
fn polygons_too_large_to_be_cut_are_reported() {
    // A ring with a notch, of more corners than are cut.
    let count = 20_000u32;
    let angle = |i: u32| i as f32 / count as f32 * std::f32::consts::TAU;
    let mut positions: Vec<Vec3> = (0..count).map(|i| Vec3::new(angle(i).cos(), angle(i).sin(), 0.0)).collect();
    let faces = Faces::Polygons { starts: vec![0, count], indices: (0..count).collect() };
    let reported = |positions: &[Vec3], extension: &str| {
        let mut scene = fixture("lines");
        scene.meshes[0] = Mesh {
            positions: positions.to_vec(),
            parts: vec![Part { faces: faces.clone(), ..Part::default() }],
            ..Mesh::default()
        };
        let mut diagnostics = Diagnostics::new();
        let format = format_by_extension(extension).unwrap();
        format.write(&scene.validate().unwrap(), &ExportOptions::default(), &mut diagnostics).unwrap();
        diagnostics.count(Code::LostOutlines) == 1
    };
    assert!(!reported(&positions, "glb"));
    positions[100] = Vec3::ZERO;
    assert!(reported(&positions, "glb") && reported(&positions, "b3d") && !reported(&positions, "obj"));
}

#[test]
fn shapes_at_rest_are_written_where_targets_have_no_place() {
    let scene = fixture("weighted-shapes");
    let shaped = [Vec3::new(0.0, 0.0, 1.0), Vec3::new(2.0, 0.0, 0.0), Vec3::Y].map(|p| p.to_array());
    for extension in ["b3d", "bgl", "bo3d", "obj"] {
        let back = corners(&read(extension, &write(extension, &scene)));
        assert!(shaped.iter().all(|corner| back.contains(corner)), "{extension}: {back:?}");
        let mut diagnostics = Diagnostics::new();
        let format = format_by_extension(extension).unwrap();
        format.write(&scene.validate().unwrap(), &ExportOptions::default(), &mut diagnostics).unwrap();
        assert!(
            diagnostics.entries().iter().any(|reported| reported.detail.contains("shape that their targets")),
            "{extension}"
        );
    }
}

#[test]
fn lines_stay_lines_or_are_reported() {
    let scene = fixture("lines");
    let glb = write("glb", &scene);
    let json: serde_json::Value =
        serde_json::from_slice(&glb[20..20 + u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize]).unwrap();
    let line = &json["meshes"][0]["primitives"][1];
    assert_eq!((&line["mode"], &line["material"]), (&1.into(), &0.into()));
    let parts = |scene: &Scene| scene.meshes[0].parts.iter().map(|part| part.extras.clone()).collect::<Vec<_>>();
    assert_eq!(parts(&read("glb", &glb)), parts(&scene));
    let obj = String::from_utf8(write("obj", &scene)).unwrap();
    assert!(obj.ends_with("l 1 2\nl 2 3\n"), "{obj}");
    let again = read("obj", obj.as_bytes());
    assert_eq!(parts(&again), parts(&scene));
    let mut diagnostics = Diagnostics::new();
    let b3d = format_by_extension("b3d").unwrap();
    b3d.write(&scene.validate().unwrap(), &ExportOptions::default(), &mut diagnostics).unwrap();
    assert_eq!(diagnostics.count(Code::LostPrimitives), 1);
}

#[cfg(feature = "images")]
#[test]
fn webp_becomes_png_for_engines() {
    use retromesh::{ImportOptions, Request, convert};

    let folder = tempfile::tempdir().unwrap();
    let from = format!("{}/../../fixtures/gltf/outside/webp.glb", env!("CARGO_MANIFEST_DIR"));
    let (import, export) = (ImportOptions::default(), ExportOptions::default());
    let to = folder.path().join("leaf.obj");
    convert(from.as_ref(), &to, &Request::new(&import, &export), &mut Diagnostics::new()).unwrap();
    let png = std::fs::read(folder.path().join("leaf.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
}
