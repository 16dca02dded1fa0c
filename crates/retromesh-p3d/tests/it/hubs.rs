//! Points that hundreds of faces share: maps find what chains find.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use glam::{Vec2, Vec3};
use retromesh_core::Diagnostics;
use retromesh_p3d::convert::{MlodOptions, OdolOptions};
use retromesh_p3d::mlod::{Corner, Face, FaceList, Kind, Lod, Mlod, Point, Tag, TagBody, VERSION};
use retromesh_wire::{RawStr, Row};

/// A wheel: point 0 in the middle, each triangle with a normal and texture coordinates of its own, all of them `rounds` times.
fn wheel(spokes: u32, rounds: u32) -> Mlod<'static> {
    let angle = |i: u32| i as f32 / spokes as f32 * std::f32::consts::TAU;
    let rim = (0..spokes).map(|i| Vec3::new(angle(i).cos(), 0.0, angle(i).sin()));
    let points: Vec<Point> =
        std::iter::once(Vec3::ZERO).chain(rim).map(|position| Point { position, flags: 0 }).collect();
    let normals: Vec<Vec3> = (0..spokes).map(|i| Vec3::new(i as f32, 1.0, 0.0)).collect();
    let mut faces = FaceList::new(Kind::P3dm);
    for i in (0..spokes).cycle().take((spokes * rounds) as usize) {
        let corner = |point: u32| Corner { point, normal: i, uv: Vec2::new(i as f32, point as f32) };
        let all_corners = [corner(0), corner(1 + i), corner(1 + (i + 1) % spokes), Corner::ZERO];
        let none = RawStr::default;
        faces.push(&Face { texture: none(), material: none(), count: 3, all_corners, flags: 0 });
    }
    let kind = Kind::P3dm;
    let lod = Lod {
        kind,
        version: kind.version(),
        points: points.into(),
        normals: normals.into(),
        faces,
        tags: vec![Tag::end(kind)],
        resolution: 1.0,
        ..Lod::default()
    };
    Mlod { version: VERSION, lods: vec![lod], ..Mlod::default() }
}

/// Returns vertices and sharp edges after the way to ODOL and back.
fn there_and_back(spokes: u32, rounds: u32) -> (usize, Vec<[u32; 2]>) {
    let odol = wheel(spokes, rounds).to_odol(&OdolOptions::default(), &mut Diagnostics::new()).unwrap();
    let mlod = odol.to_mlod(&MlodOptions::default(), &mut Diagnostics::new()).unwrap();
    let sharp = mlod.lods[0].tags.iter().find_map(|tag| match &tag.body {
        TagBody::SharpEdges(edges) => Some(edges.to_vec()),
        _ => None,
    });
    (odol.lods[0].positions.len(), sharp.unwrap_or_default())
}

#[test]
fn every_corner_and_every_edge_is_found_again() {
    // Both sides of the lengths from which maps are used, and far beyond them.
    for spokes in [3, 31, 32, 33, 34, 63, 64, 65, 66, 500] {
        for rounds in [1, 2] {
            let (vertices, sharp) = there_and_back(spokes, rounds);
            assert_eq!(vertices as u32, 3 * spokes, "{spokes} spokes, {rounds} rounds");
            let expected: Vec<[u32; 2]> = (1..=spokes).map(|i| [0, i]).collect();
            assert_eq!(sharp, expected, "{spokes} spokes, {rounds} rounds");
        }
    }
}
