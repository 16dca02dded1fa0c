//! glTF files of other programs on their way to other formats: what was seen is what is written.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::bgl_scenes::{read, write};
use glam::Vec3;
use retromesh::{Code, Diagnostics, ExportOptions, Scene, format_by_extension};

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
    let told = |extension: &str| {
        let mut diagnostics = Diagnostics::new();
        let format = format_by_extension(extension).unwrap();
        format.write(&scene.validate().unwrap(), &ExportOptions::default(), &mut diagnostics).unwrap();
        diagnostics.count(Code::BakedRestPose)
    };
    assert_eq!(told("bgl"), 1);
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
            diagnostics.entries().iter().any(|told| told.detail.contains("shape that their targets")),
            "{extension}"
        );
    }
}

#[test]
fn lines_stay_lines_or_are_told() {
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
    use retromesh::{ImportOptions, Overwrite, convert};

    let folder = tempfile::tempdir().unwrap();
    let from = format!("{}/../../fixtures/gltf/outside/webp.glb", env!("CARGO_MANIFEST_DIR"));
    let (import, export) = (ImportOptions::default(), ExportOptions::default());
    let to = folder.path().join("leaf.obj");
    convert(from.as_ref(), &to, &import, &export, &|_| false, Overwrite::Refuse, &mut Diagnostics::new()).unwrap();
    let png = std::fs::read(folder.path().join("leaf.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
}
