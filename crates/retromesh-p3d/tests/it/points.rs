//! Points that are not what they were: missing ones, and selections of some of their vertices.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use retromesh_core::mesh::{AttributeData, Mesh, Selection};
use retromesh_core::{Code, Diagnostics};
use retromesh_kit::{ExportOptions, ImportOptions};
use retromesh_p3d::Document;
use retromesh_p3d::mlod::TagBody;
use retromesh_testkit::fixture;

/// Returns the details of a code where the mesh of a cube is edited.
fn said(code: Code, edit: impl FnOnce(&mut Mesh)) -> Vec<String> {
    let document = Document::parse(&fixture("p3d/odol-selections.p3d").bytes).unwrap().into_owned();
    let mut scene = document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    edit(&mut scene.meshes[0]);
    let mut found = Diagnostics::new();
    Document::from_scene_with(&scene.validate().unwrap(), &ExportOptions::default(), &mut found).unwrap();
    let entries = found.entries().iter().filter(|entry| entry.code == code);
    entries.map(|entry| format!("{} {}: {}", entry.count, entry.path, entry.detail)).collect()
}

#[test]
fn points_that_are_missing_are_named() {
    let found = said(Code::LostAttributes, |mesh| {
        let numbers = mesh.attributes.iter_mut().find(|attribute| attribute.name == "_POINT").unwrap();
        let AttributeData::UInt(numbers) = &mut numbers.data else { panic!("no numbers") };
        numbers.iter_mut().filter(|number| **number > 2).for_each(|number| *number += 2);
    });
    assert!(found.len() == 1 && found[0].starts_with("2 LOD[0], node Resolution 1: points 3, 4 are"), "{found:?}");
    assert_eq!(said(Code::LostAttributes, |_| {}), [""; 0]);
}

#[test]
fn selections_of_some_vertices_of_a_point_are_named() {
    let what = "LOD[0]: selections of some vertices of a point, which have all of them now";
    assert_eq!(said(Code::LostSelection, |_| {}), [format!("2 {what}: all, s\u{e4}ge")]);
    assert_eq!(said(Code::LostSelection, |mesh| mesh.selections.truncate(3)), [""; 0]);
}

/// Groups of OBJ have faces alone, and the game moves and hides by points.
#[test]
fn a_selection_of_faces_alone_gets_their_points() {
    let document = Document::parse(&fixture("p3d/sp3x-cube.p3d").bytes).unwrap().into_owned();
    let mut scene = document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    scene.meshes[0].selections = vec![Selection { name: "side".into(), faces: vec![1], ..Selection::default() }];
    let mlod = Document::from_scene(&scene.validate().unwrap()).unwrap();
    let Document::Mlod(mlod) = mlod.document else { panic!("no MLOD") };
    let lod = &mlod.lods[0];
    let body = lod.tags.iter().find(|tag| tag.text() == "side").map(|tag| &tag.body);
    let Some(TagBody::Selection { points, faces }) = body else { panic!("no selection") };
    assert_eq!(faces.iter().collect::<Vec<u8>>(), [0, 1, 0, 0, 0, 0]);
    let mut expected: Vec<usize> =
        lod.faces.iter().nth(1).unwrap().corners().iter().map(|c| c.point as usize).collect();
    expected.sort_unstable();
    let found: Vec<usize> = points.iter().enumerate().filter(|(_, byte)| *byte == 1).map(|(at, _)| at).collect();
    assert_eq!(found, expected);
}
