//! Which way faces and normals look: outward, in either format and after the way to glTF.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use glam::Vec3;
use retromesh_core::{Code, Diagnostics, Scene, Space};
use retromesh_kit::ImportOptions;
use retromesh_p3d::Document;
use retromesh_p3d::convert::OdolOptions;
use retromesh_testkit::fixtures;

/// Six times the volume inside the faces, positive when their winding is counter-clockwise in a right-handed space.
fn volume(scene: &Scene) -> f32 {
    let mesh = &scene.meshes[0];
    let corner = |v: u32| -> Vec3 { mesh.positions[v as usize] };
    mesh.parts
        .iter()
        .flat_map(|part| part.faces.triangles(&mesh.positions).into_owned())
        .map(|[a, b, c]| corner(a).dot(corner(b).cross(corner(c))))
        .sum()
}

#[test]
fn cubes_look_outward() {
    let mut seen = 0;
    for file in
        fixtures("p3d", "p3d", 70).iter().filter(|file| ["odol-cube.p3d", "sp3x-cube.p3d"].contains(&&*file.name))
    {
        let options = ImportOptions::default();
        let document = Document::parse_with(&file.bytes, &options, &mut Diagnostics::strict()).unwrap();
        let mut scene = document.to_scene_with(&options, &mut Diagnostics::strict()).unwrap();
        assert_eq!(scene.meshes[0].normal_agreement(&scene.space), Some(1.0), "{}", file.name);
        scene.convert_to(Space::GLTF);
        assert_eq!(scene.meshes[0].normal_agreement(&scene.space), Some(1.0), "{}", file.name);
        assert_eq!(volume(&scene), 6.0 * 8.0, "{}", file.name);
        seen += 1;
    }
    assert_eq!(seen, 2);
}

#[test]
fn levels_without_normals_are_shaded_by_their_faces() {
    let files = fixtures("p3d", "p3d", 70);
    let file = files.iter().find(|file| file.name == "sp3x-no-normals.p3d").unwrap();
    let options = ImportOptions::default();
    let mut diagnostics = Diagnostics::new();
    let document = Document::parse_with(&file.bytes, &options, &mut diagnostics).unwrap();
    let scene = document.to_scene_with(&options, &mut diagnostics).unwrap();
    assert!(scene.meshes[0].normals.is_empty());
    let found: Vec<_> = diagnostics.entries().iter().map(|entry| (entry.code, entry.count)).collect();
    assert_eq!(found, [(Code::CountMismatch, 1)]);

    // Three faces meet at each corner of the cube, so the mean of their normals points along the diagonal.
    let Document::Mlod(mlod) = document else { panic!("no MLOD") };
    let odol = mlod.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).unwrap();
    for (position, normal) in odol.lods[0].positions.iter().zip(&odol.lods[0].normals) {
        assert!(normal.abs_diff_eq(-position.normalize(), 1e-6), "{normal} at {position}");
    }
    let back = Document::Odol(odol).to_scene_with(&options, &mut Diagnostics::new()).unwrap();
    let agreement = back.meshes[0].normal_agreement(&back.space).unwrap();
    assert!((agreement - 1.0 / 3f32.sqrt()).abs() < 1e-6, "{agreement}");
}
