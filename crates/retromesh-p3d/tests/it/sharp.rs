//! The sharp edges of MLOD, after its normals changed and where they did not.
#![allow(clippy::indexing_slicing)]

use glam::{Vec2, Vec3};
use retromesh_core::mesh::{AttributeData, Faces};
use retromesh_core::{Code, Diagnostics, Scene};
use retromesh_kit::{ExportOptions, ImportOptions};
use retromesh_p3d::Document;
use retromesh_p3d::mlod::{Kind, Mlod, Tag, TagBody};
use retromesh_testkit::fixture;

type Edges = Vec<[u32; 2]>;

/// Returns a cube, whose normals part at all twelve edges, with a list of its sharp edges where one is given.
fn cube(list: Option<&Edges>) -> Mlod<'static> {
    let bytes = fixture("p3d/sp3x-cube.p3d").bytes;
    let Document::Mlod(mut mlod) = Document::parse(&bytes).unwrap().into_owned() else { panic!("ODOL") };
    let tag = |list: &Edges| Tag::new(Kind::Sp3x, &b"#SharpEdges#"[..], TagBody::SharpEdges(list.clone().into()));
    list.into_iter().for_each(|list| mlod.lods[0].tags.insert(0, tag(list)));
    mlod
}

/// Makes all corners of a point share a normal.
fn smooth(scene: &mut Scene) {
    let mesh = &mut scene.meshes[0];
    mesh.normals = mesh.positions.iter().map(|position| position.normalize()).collect();
}

/// Adds the mesh again, farther off; programs give its vertices the number 0.
fn with_box(scene: &mut Scene) {
    let other = cube_scene(&cube(None)).meshes.swap_remove(0);
    let mesh = &mut scene.meshes[0];
    let first = mesh.positions.len() as u32;
    mesh.positions.extend(other.positions.iter().map(|position| *position + Vec3::Y * 50.0));
    mesh.normals.extend(&other.normals);
    mesh.uv_sets.iter_mut().for_each(|set| set.extend(vec![Vec2::ZERO; other.positions.len()]));
    for attribute in &mut mesh.attributes {
        match &mut attribute.data {
            AttributeData::UInt(values) => values.resize(values.len() + other.positions.len(), 0),
            AttributeData::Float { .. } => panic!("no such attribute"),
        }
    }
    for mut part in other.parts {
        let Faces::Polygons { indices, .. } = &mut part.faces else { panic!("no quads") };
        indices.iter_mut().for_each(|vertex| *vertex += first);
        mesh.parts.push(part);
    }
}

fn cube_scene(mlod: &Mlod<'static>) -> Scene {
    let document: Document<'_> = mlod.clone().into();
    document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap()
}

#[test]
fn sharp_edges_stay_where_the_normals_did_and_are_found_where_they_changed() {
    // Out of order, and the higher point first.
    let mixed: Edges = all().iter().rev().map(|[a, b]| [*b, *a]).collect();
    let (two, none): (Edges, Edges) = (vec![[1, 3], [0, 1]], Vec::new());
    let rows: [(Option<&Edges>, bool); 5] =
        [(None, false), (Some(&none), false), (Some(&two), false), (Some(&mixed), false), (Some(&two), true)];
    for (list, is_smooth) in rows {
        let mut mlod = cube(list);
        if is_smooth {
            let mut scene = cube_scene(&mlod);
            smooth(&mut scene);
            let Document::Mlod(made) = written(&scene).0 else { panic!("ODOL") };
            mlod.lods[0].normals = made.lods[0].normals.clone();
            mlod.lods[0].faces = made.lods[0].faces.clone();
        }
        let scene = cube_scene(&mlod);
        let list = list.cloned().unwrap_or_default();
        let (kept, moved) = edges(&scene);
        assert_eq!((&kept, moved), (&list, 0), "{list:?}, smooth: {is_smooth}");
        let (mut boxed, mut smoothed) = (scene.clone(), scene);
        with_box(&mut boxed);
        let (found, moved) = edges(&boxed);
        let said = written(&boxed).1;
        let first = format!("12 added (points {}-{}, ", found[list.len()][0], found[list.len()][1]);
        assert!(said.entries().iter().any(|entry| entry.detail.contains(&first)), "{first}: {said:?}");
        assert_eq!((&found[..list.len()], found.len(), moved), (&list[..], list.len() + 12, 12), "{list:?}");
        assert!(found[list.len()..].iter().all(|edge| edge.iter().all(|point| *point >= 8)), "{found:?}");
        smooth(&mut smoothed);
        let expected = if is_smooth { (list, 0) } else { (Vec::new(), list.len() as u64) };
        assert_eq!(edges(&smoothed), expected, "smooth: {is_smooth}");
    }
}

#[test]
fn sharp_edges_of_odol_are_found_where_normals_part() {
    let document = Document::parse(&fixture("p3d/odol-cube.p3d").bytes).unwrap().into_owned();
    let mut cube = document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    assert_eq!(edges(&cube), (all(), 0));
    let parted = cube.meshes.clone();
    smooth(&mut cube);
    assert_eq!(edges(&cube), (Vec::new(), 12));
    // An ODOL without such edges, to which Blender gives flat faces.
    let mut options = ExportOptions::default();
    options.target = Some("odol7".into());
    let made = Document::from_scene_with(&cube.validate().unwrap(), &options, &mut Diagnostics::new()).unwrap();
    let mut flat = made.document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    assert_eq!(edges(&flat), (Vec::new(), 0));
    flat.meshes = parted;
    assert_eq!(edges(&flat), (all(), 12));
    let (_, found) = written(&flat);
    assert!(found.entries().iter().any(|found| found.detail.contains("12 added (points 0-1, ")), "{found:?}");
}

/// Returns all edges of the cube: its corners that differ in one bit share one.
fn all() -> Edges {
    (0..8u32).flat_map(|a| (a..8).filter(move |b| (a ^ b).is_power_of_two()).map(move |b| [a, b])).collect()
}

fn written(scene: &Scene) -> (Document<'static>, Diagnostics) {
    let mut found = Diagnostics::new();
    let made = Document::from_scene_with(&scene.validate().unwrap(), &ExportOptions::default(), &mut found).unwrap();
    (made.document, found)
}

/// Returns the sharp edges of what a scene becomes, and how many are reported to be others now.
fn edges(scene: &Scene) -> (Edges, u64) {
    let (document, found) = written(scene);
    let Document::Mlod(mlod) = document else { panic!("ODOL") };
    let list = mlod.lods[0].tags.iter().find_map(|tag| match &tag.body {
        TagBody::SharpEdges(edges) => Some(edges.to_vec()),
        _ => None,
    });
    (list.unwrap_or_default(), found.count(Code::MovedExtras) + found.count(Code::StaleExtras))
}
