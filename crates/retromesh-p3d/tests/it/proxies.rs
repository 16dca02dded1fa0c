//! The triangles that place proxies.
#![allow(clippy::indexing_slicing)]

use glam::{Mat4, Vec3};
use retromesh_core::Diagnostics;
use retromesh_kit::{ExportOptions, ImportOptions};
use retromesh_p3d::Document;
use retromesh_p3d::mlod::{Face, FaceList, Kind, Mlod};
use retromesh_testkit::fixture;
use retromesh_wire::RawStr;

/// A node that was moved gets another triangle.
#[test]
fn the_triangle_of_a_moved_proxy_keeps_texture_and_flags() {
    let bytes = fixture("p3d/sp3x-proxy.p3d").bytes;
    let Document::Mlod(mut mlod) = Document::parse(&bytes).unwrap() else { panic!("ODOL") };
    let mut faces = FaceList::new(Kind::Sp3x);
    for (number, face) in mlod.lods[0].faces.iter().enumerate() {
        let placing = Face { texture: RawStr::new(b"proxy:gun"), flags: 0x100, ..face.clone() };
        faces.push(if number == 1 { &placing } else { &face });
    }
    mlod.lods[0].faces = faces;
    let seen = |mlod: &Mlod<'_>| {
        let of_face = |face: Face<'_>| (face.texture.to_string(), face.flags);
        mlod.lods[0].faces.iter().map(of_face).collect::<Vec<_>>()
    };
    let before = seen(&mlod);
    let mut scene = Document::from(mlod).to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    let node = scene.nodes.iter_mut().find(|node| node.proxy.is_some()).unwrap();
    node.transform = Mat4::from_translation(Vec3::ONE).into();
    let valid = scene.validate().unwrap();
    let made = Document::from_scene_with(&valid, &ExportOptions::default(), &mut Diagnostics::new()).unwrap();
    let Document::Mlod(made) = made.document else { panic!("ODOL") };
    assert_eq!(seen(&made), before);
}
