//! The triangles that place proxies.
#![allow(clippy::indexing_slicing)]

use glam::{Mat4, Vec3};
use retromesh_core::scene::Node;
use retromesh_core::{Code, Diagnostics};
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

/// Blender takes the selections away where it exports a level with other vertices.
#[test]
fn the_triangle_of_a_moved_proxy_goes_where_its_selection_is_gone() {
    let document = Document::parse(&fixture("p3d/sp3x-proxy.p3d").bytes).unwrap().into_owned();
    let whole = document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    let first = whole.node_ids().find(|id| whole[*id].proxy.is_some()).unwrap();
    for (is_moved, is_copied, expected) in [(false, false, 2), (true, false, 2), (false, true, 3), (true, true, 3)] {
        let mut scene = whole.clone();
        scene.meshes[0].selections.clear();
        if is_copied {
            let copy = Node { transform: Mat4::from_translation(Vec3::X * 9.0).into(), ..scene[first].clone() };
            scene.add_node(scene[first].parent, copy);
        }
        if is_moved {
            scene[first].transform = Mat4::from_translation(Vec3::ONE).into();
        }
        let valid = scene.validate().unwrap();
        let mut found = Diagnostics::new();
        let made = Document::from_scene_with(&valid, &ExportOptions::default(), &mut found).unwrap();
        let Document::Mlod(made) = made.document else { panic!("ODOL") };
        assert_eq!(made.lods[0].faces.len(), expected, "moved {is_moved}, copied {is_copied}: {found:?}");
        assert_eq!(found.count(Code::MovedExtras), u64::from(is_moved));
    }
}
