//! What becomes of an MLOD that was made ODOL and gets the rest of the MLOD again (`like`).
#![allow(clippy::indexing_slicing)]

use glam::Vec3;
use retromesh_core::mesh::Faces;
use retromesh_core::{Code, Diagnostics, Severity};
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

/// The points of a face, and its flags.
type FaceFlags = (Vec<u32>, u32);
/// The flags of faces and of points, the sharp edges, and what is changed besides.
type Row = ([u32; 6], [u32; 8], Edges, fn(&mut Mlod<'_>));

/// Returns the flags of faces and points by where these are, and the sharp edges.
fn facts(lod: &Lod<'_>) -> (Vec<FaceFlags>, Vec<u32>, Edges) {
    let mut faces: Vec<FaceFlags> =
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
    let rows: [Row; 6] = [
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
        let made = |edited, found: &mut Diagnostics| {
            let scene = like(edited, &scene(&document), &Budget::default(), found).unwrap();
            let made = Document::from_scene_with(&scene, &ExportOptions::default(), found).unwrap();
            let Document::Mlod(made) = made.document else { panic!("ODOL") };
            facts(&made.lods[0])
        };
        // A program merges the vertices of a point, which have the flags of one of them then.
        let mut merged = scene(&odol).into_scene();
        let firsts = merged.meshes[0].places();
        for part in &mut merged.meshes[0].parts {
            let Faces::Polygons { indices, .. } = &mut part.faces else { panic!("triangles") };
            indices.iter_mut().for_each(|vertex| *vertex = firsts.firsts[firsts.of[*vertex as usize] as usize]);
        }
        // It takes what ODOL says of its faces, too.
        merged.meshes[0].parts.iter_mut().for_each(|part| part.extras.clear());
        // The vertices that no face uses any more are still there, with the values of their points.
        if points == [0; 8] {
            let (faces, points, _) = made(merged.into_valid().unwrap(), &mut found);
            assert_eq!((faces, points), (expected.0.clone(), expected.1.clone()));
            assert_eq!(found.count(Code::ApproximatedMaterial), 0, "{found:?}");
        }
        let mut found = Diagnostics::new();
        assert_eq!(made(scene(&odol), &mut found), expected, "{found:?}");
        let missed = found.entries().iter().filter(|entry| entry.code.severity() > Severity::Note);
        assert_eq!(missed.count(), 0, "{found:?}");
    }
}

#[test]
fn values_of_faces_that_a_program_took_come_back_of_an_odol() {
    // Vertices by where they are, with their flags.
    fn vertices(document: &Document<'_>) -> Vec<([u32; 3], u32)> {
        let Document::Odol(odol) = document else { panic!("MLOD") };
        let lod = &odol.lods[0];
        let place = |at: Vec3| (at + odol.info.facts.bounding_center).to_array().map(f32::to_bits);
        let mut all: Vec<_> = lod.positions.iter().map(place).zip(lod.clip.values().iter()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
    let rows = [
        ([1, 2, 4, 0, 0x200_0000, 0x20], [0; 8]),
        ([0x200_0000, 0, 0, 0, 0, 0], [0x40, 1, 0x12_0000, 0, 0, 0, 0x1000, 0]),
    ];
    for (faces, points) in rows {
        let odol = |faces| {
            let mlod = cube(faces, points, vec![]);
            Document::from(mlod.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).unwrap())
        };
        let scene = |document: &Document<'_>| {
            document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap().into_valid().unwrap()
        };
        let edited = scene(&cube([0; 6], points, vec![]).into());
        let mut options = ExportOptions::default();
        options.target = Some("odol7".to_owned());
        let mut found = Diagnostics::new();
        let edited = like(edited, &scene(&odol(faces)), &Budget::default(), &mut found).unwrap();
        let made = Document::from_scene_with(&edited, &options, &mut found).unwrap();
        assert_eq!(vertices(&made.document), vertices(&odol(faces)), "{found:?}");
        assert_ne!(vertices(&odol([0; 6])), vertices(&odol(faces)));
    }
}

#[test]
fn sharp_edges_at_which_no_normals_part_are_lost() {
    for (is_smooth, kept, lost) in [(false, 1, 0), (true, 0, 1)] {
        let mut mlod = cube([0; 6], [0; 8], vec![[0, 1]]);
        if is_smooth {
            mlod.lods[0].normals = vec![Vec3::Y; mlod.lods[0].normals.len()].into();
        }
        let mut found = Diagnostics::new();
        mlod.to_odol(&OdolOptions::default(), &mut found).unwrap();
        let count = |code: Code| -> u64 {
            let edges = found.entries().iter().filter(|entry| entry.detail.starts_with("sharp edges"));
            edges.filter(|entry| entry.code == code).map(|entry| entry.count).sum()
        };
        assert_eq!([count(Code::MovedExtras), count(Code::LostExtras)], [kept, lost], "{found:?}");
    }
}
