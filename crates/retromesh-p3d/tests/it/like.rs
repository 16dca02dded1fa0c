//! What becomes of an MLOD that was made ODOL and gets the rest of the MLOD again (`like`).
#![allow(clippy::indexing_slicing)]

use glam::Vec3;
use retromesh_core::{Diagnostics, Severity};
use retromesh_kit::{Budget, ExportOptions, ImportOptions, like};
use retromesh_p3d::Document;
use retromesh_p3d::convert::OdolOptions;
use retromesh_p3d::mlod::{FaceList, Kind, Lod, Mlod, Point, Tag, TagBody};
use retromesh_testkit::fixture;

type Edges = Vec<[u32; 2]>;

/// Returns a cube with flags of faces and points, and sharp edges.
fn cube(faces: [u32; 6], points: [u32; 8], edges: Edges) -> Mlod<'static> {
    let bytes = fixture("p3d/sp3x-cube.p3d").bytes;
    let Document::Mlod(mut mlod) = Document::parse(&bytes).unwrap().into_owned() else { panic!("ODOL") };
    let lod = &mut mlod.lods[0];
    let list = lod.faces.iter().collect::<Vec<_>>();
    let mut changed = FaceList::new(Kind::Sp3x);
    for (mut face, flags) in list.into_iter().zip(faces) {
        face.flags = flags;
        changed.push(&face);
    }
    let points = lod.points.iter().zip(points).map(|(point, flags)| Point { flags, ..point });
    (lod.points, lod.faces) = (points.collect::<Vec<_>>().into(), changed.into_owned());
    lod.tags.insert(0, Tag::new(Kind::Sp3x, &b"#SharpEdges#"[..], TagBody::SharpEdges(edges.into())));
    mlod
}

/// Returns the flags of faces and points by where these are, and the sharp edges.
fn facts(lod: &Lod<'_>) -> (Vec<(Vec<u32>, u32)>, Vec<u32>, Edges) {
    let mut faces: Vec<(Vec<u32>, u32)> =
        lod.faces.iter().map(|face| (face.corners().iter().map(|corner| corner.point).collect(), face.flags)).collect();
    faces.iter_mut().for_each(|(points, _)| points.sort_unstable());
    faces.sort_unstable();
    let edges = lod.tags.iter().find_map(|tag| match &tag.body {
        TagBody::SharpEdges(edges) => Some(edges.to_vec()),
        _ => None,
    });
    let mut edges = edges.unwrap_or_default();
    edges.sort_unstable();
    (faces, lod.points.iter().map(|point| point.flags).collect(), edges)
}

#[test]
fn what_odol_does_not_hold_of_mlod_comes_back_and_nothing_is_missed() {
    let all =
        || (0..8u32).flat_map(|a| (a..8).filter(move |b| (a ^ b).is_power_of_two()).map(move |b| [a, b])).collect();
    let smooth: fn(&mut Mlod<'_>) = |mlod| mlod.lods[0].normals = vec![Vec3::Y; mlod.lods[0].normals.len()].into();
    let same: fn(&mut Mlod<'_>) = |_| {};
    let rows: [([u32; 6], [u32; 8], Edges, fn(&mut Mlod<'_>)); 6] = [
        ([0; 6], [0; 8], all(), same),
        ([0x8, 0x20, 0x10, 0x40, 0x400, 0], [0; 8], vec![[0, 1], [1, 3]], same),
        ([0x28; 6], [0; 8], vec![], same),
        // Sharp where no normals part.
        ([0; 6], [0; 8], all(), smooth),
        // ODOL has light and user values on its vertices.
        ([1, 2, 4, 0, 0x200_0000, 0x20], [0; 8], all(), same),
        ([1, 1, 1, 1, 1, 1], [0x10, 0x40, 0x80, 0x20, 0x10, 0x40, 0x80, 0], all(), same),
    ];
    for (faces, points, edges, change) in rows {
        let mut mlod = cube(faces, points, edges);
        change(&mut mlod);
        let odol: Document<'_> = mlod.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).unwrap().into();
        let expected = facts(&mlod.lods[0]);
        let document: Document<'_> = mlod.into();
        let scene = |document: &Document<'_>| {
            let scene = document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
            scene.into_valid().unwrap()
        };
        let mut found = Diagnostics::new();
        let scene = like(scene(&odol), &scene(&document), &Budget::default(), &mut found).unwrap();
        let made = Document::from_scene_with(&scene, &ExportOptions::default(), &mut found).unwrap();
        let Document::Mlod(made) = made.document else { panic!("ODOL") };
        assert_eq!(facts(&made.lods[0]), expected, "{found:?}");
        let missed = found.entries().iter().filter(|entry| entry.code.severity() > Severity::Note);
        assert_eq!(missed.count(), 0, "{found:?}");
    }
}
