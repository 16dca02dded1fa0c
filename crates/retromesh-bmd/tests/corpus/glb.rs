//! Real files to glTF, read there by other code, and back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use crate::to_glb::{glb, read, write};
use glam::{Quat, Vec3};
use retromesh_bmd::{Document, FORMAT};
use retromesh_core::scene::Scene;
use retromesh_core::{Diagnostics, NodeId};
use retromesh_kit::ImportOptions;
use retromesh_testkit::corpus;
use retromesh_testkit::glb_pose::PosedGlb;

#[test]
fn rigged_files_come_back_through_glb() {
    let mut seen = 0;
    for file in corpus("bmd", "bmd", 13)
        .iter()
        .filter(|f| ["peermade_rig.bmd", "peermade_skinned.bmd"].contains(&f.name.as_str()))
    {
        let source = read(&FORMAT, &file.bytes);
        let through = read(&retromesh_gltf::FORMAT, &glb(&file.bytes));
        let spec = write(&FORMAT, &through, "model.bmd", Some("spec"));
        let engine = write(&FORMAT, &through, "model.bmd", None);
        let (a, b) = (
            Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap(),
            Document::parse_with(&spec, &ImportOptions::default(), &mut Diagnostics::new()).unwrap(),
        );
        let facts = |document: &Document<'_>| -> Vec<(String, u8, bool)> {
            let fact = |c: &retromesh_bmd::document::Clip<'_>| {
                (c.name.as_ref().unwrap().decode().0.into_owned(), c.def.rate, c.loops())
            };
            document.clips.iter().map(fact).collect()
        };
        assert_eq!(facts(&a), facts(&b), "{}", file.name);
        let back = read(&FORMAT, &spec);
        let (mut moved, mut turned) = (0.0f32, 0.0f32);
        for animation in &source.animations {
            let other = back.animations.iter().find(|other| other.name == animation.name).unwrap();
            let seconds = (animation.last - animation.first) / animation.ticks_per_second;
            for step in 0..=48 {
                let at = seconds * step as f32 / 48.0;
                let pose =
                    source.validate().unwrap().pose(animation, animation.first + at * animation.ticks_per_second);
                let twin = back.validate().unwrap().pose(other, other.first + at * other.ticks_per_second);
                for joint in source.skeletons[0].joints.iter().map(|id| id.index()) {
                    let same = back.nodes.iter().position(|node| node.name == source.nodes[joint].name).unwrap();
                    let (p, q) = (&pose.world[NodeId::new(joint)], &twin.world[NodeId::new(same)]);
                    moved = moved.max((p.w_axis - q.w_axis).truncate().length());
                    // Rotations since rest, because written bones rest with the model's axes.
                    let rest = |scene: &Scene, node: usize| scene.rest_pose().world[NodeId::new(node)].inverse();
                    let since = |m: glam::Mat4| m.to_scale_rotation_translation().1;
                    let (a, b) = (since(*p * rest(&source, joint)), since(*q * rest(&back, same)));
                    turned = turned.max(angle(a, b));
                }
            }
        }
        println!(
            "{}: {} bytes, {} for the text, {} for the engine; joints within {moved} units and {turned} degrees",
            file.name,
            file.bytes.len(),
            spec.len(),
            engine.len()
        );
        assert!(spec.len() <= file.bytes.len(), "{}: {} over {}", file.name, spec.len(), file.bytes.len());
        // Rotations err by 1.06 degrees at most and mixing by another quarter; limbs are up to 20 units long.
        assert!(turned <= 1.35 && moved <= 0.5, "{}: {moved} units, {turned} degrees", file.name);
        seen += 1;
    }
    assert_eq!(seen, 2);
}

fn angle(a: Quat, b: Quat) -> f32 {
    let chord = (a - b).length().min((a + b).length());
    4.0 * (chord / 2.0).clamp(0.0, 1.0).asin().to_degrees()
}

#[test]
fn faces_look_outward() {
    let mut seen = 0;
    for file in corpus("bmd", "bmd", 13).iter().filter(|f| f.name.starts_with("real") || f.name.starts_with("peer")) {
        let glb = glb(&file.bytes);
        let triangles = PosedGlb::open(&glb).triangles(None, 0.0);
        // Six times the volume inside: positive where the corners of each face run counter-clockwise seen from outside.
        let volume: f32 = triangles.iter().map(|t| t.corners[0].dot(t.corners[1].cross(t.corners[2]))).sum();
        assert!(volume > 0.0, "{}: {volume}", file.name);
        let (agree, against) = normals(&glb);
        println!("{}: volume {volume}, {agree} faces agree with their normals, {against} do not", file.name);
        assert!(agree > 20 * against, "{}: {against} of {agree} faces", file.name);
        seen += 1;
    }
    assert_eq!(seen, 5);
}

/// Counts the faces of a file whose side agrees with the mean of their stored normals, and those that look the other way.
fn normals(glb: &[u8]) -> (usize, usize) {
    let gltf::Gltf { document, blob } = gltf::Gltf::from_slice(glb).unwrap();
    let bin = blob.unwrap_or_default();
    let (mut agree, mut against) = (0, 0);
    for primitive in document.meshes().flat_map(|mesh| mesh.primitives().collect::<Vec<_>>()) {
        let reader = primitive.reader(|_| Some(&bin));
        let positions: Vec<Vec3> = reader.read_positions().unwrap().map(Vec3::from).collect();
        let Some(normals) = reader.read_normals() else { continue };
        let normals: Vec<Vec3> = normals.map(Vec3::from).collect();
        let indices: Vec<u32> = reader.read_indices().unwrap().into_u32().collect();
        for face in indices.chunks(3).map(|face| [face[0] as usize, face[1] as usize, face[2] as usize]) {
            let [a, b, c] = face.map(|v| positions[v]);
            let side = (b - a).cross(c - a).dot(face.map(|v| normals[v]).iter().sum::<Vec3>());
            agree += usize::from(side > 0.0);
            against += usize::from(side < 0.0);
        }
    }
    (agree, against)
}
