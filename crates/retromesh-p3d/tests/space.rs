//! Which way faces and normals look: outward, in either format and after the way to glTF.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use glam::Vec3;
use retromesh_core::{Diagnostics, ImportOptions, Scene, Space};
use retromesh_testkit::fixtures;

/// Six times the volume inside the faces, positive when they are wound counter-clockwise in a right-handed space.
fn volume(scene: &Scene) -> f32 {
    let mesh = &scene.meshes[0];
    let corner = |v: u32| -> Vec3 { mesh.positions[v as usize] };
    mesh.parts
        .iter()
        .flat_map(|part| part.faces.triangles())
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
        let document = retromesh_p3d::parse(&file.bytes, &options, &mut Diagnostics::strict()).unwrap();
        let mut scene = document.to_scene(&options, &mut Diagnostics::strict()).unwrap();
        assert_eq!(scene.meshes[0].normal_agreement(&scene.space), Some(1.0), "{}", file.name);
        scene.convert_to(Space::GLTF);
        assert_eq!(scene.meshes[0].normal_agreement(&scene.space), Some(1.0), "{}", file.name);
        assert_eq!(volume(&scene), 6.0 * 8.0, "{}", file.name);
        seen += 1;
    }
    assert_eq!(seen, 2);
}
