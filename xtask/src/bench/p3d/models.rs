//! Generated models that have what those of the game have: several levels, seams, many selections, masses, a memory level.

use retromesh::{Diagnostics, ImportOptions};
use retromesh_p3d::convert::OdolOptions;
use retromesh_p3d::mlod::{Corner, Face, FaceList, Kind, Lod, Mlod, Point, Tag, TagBody, VERSION};

/// Points along and around the hull of each visual level, and its resolution.
const LEVELS: [(usize, usize, f32); 6] =
    [(72, 48, 1.0), (56, 36, 2.0), (40, 28, 3.5), (28, 20, 6.0), (20, 12, 10.0), (10, 8, 20.0)];
/// Textures of a level; each covers a stretch of the hull.
const TEXTURES: usize = 12;
/// Selections of a level.
const SELECTIONS: usize = 24;
/// The special resolutions of geometry and memory.
const GEOMETRY: f32 = 1e13;
const MEMORY: f32 = 1e15;

/// Makes the bytes of an ODOL file; `seed` shifts its shape.
pub(super) fn odol(seed: u32) -> Vec<u8> {
    let mut lods: Vec<Lod<'static>> = LEVELS.iter().map(|&(long, round, r)| hull(seed, long, round, r)).collect();
    let mut geometry = hull(seed, 10, 8, GEOMETRY);
    let masses = vec![12.5f32; geometry.points.len()];
    geometry.tags.insert(0, tag(b"#Mass#", TagBody::Mass(masses.into())));
    geometry.tags.insert(0, Tag::property(Kind::P3dm, b"class", b"vehicle"));
    lods.push(geometry);
    lods.push(memory(seed));
    let mlod = Mlod { version: VERSION, lods, ..Mlod::default() };
    let odol = mlod.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).expect("a generated model fits");
    odol.encode().expect("a generated model is written")
}

/// Parses what [`odol`] made.
pub(super) fn parse(bytes: &[u8]) -> retromesh_p3d::odol7::Odol<'_> {
    let mut diagnostics = Diagnostics::new();
    match retromesh_p3d::Document::parse_with(bytes, &ImportOptions::default(), &mut diagnostics) {
        Ok(retromesh_p3d::Document::Odol(odol)) => odol,
        _ => retromesh_p3d::odol7::Odol::default(),
    }
}

fn tag(name: &'static [u8], body: TagBody<'static>) -> Tag<'static> {
    Tag::new(Kind::P3dm, name, body)
}

/// A number between 0 and 1 that depends on its arguments alone.
fn noise(seed: u32, at: usize) -> f32 {
    let mut x = seed.wrapping_mul(0x9e37_79b9) ^ (at as u32).wrapping_mul(0x85eb_ca6b);
    x ^= x >> 15;
    x = x.wrapping_mul(0x2c1b_3c6d);
    x ^= x >> 12;
    (x >> 8) as f32 / (1 << 24) as f32
}

/// A rough tube with seams where its textures meet.
fn hull(seed: u32, long: usize, round: usize, resolution: f32) -> Lod<'static> {
    let at = |i: usize, j: usize| {
        let angle = j as f32 / round as f32 * std::f32::consts::TAU;
        let radius = 1.5 + 0.3 * noise(seed, i * round + j);
        [angle.cos() * radius, angle.sin() * radius, i as f32 / long as f32 * 8.0 - 4.0 + 0.02 * noise(seed, i + j)]
    };
    let points: Vec<Point> = (0..long)
        .flat_map(|i| (0..round).map(move |j| (i, j)))
        .map(|(i, j)| Point { position: at(i, j).into(), flags: 0 })
        .collect();
    let normals: Vec<glam::Vec3> = points
        .iter()
        .map(|point| -glam::Vec3::new(point.position.x, point.position.y, 0.0).normalize_or(glam::Vec3::Y))
        .collect();
    let mut faces = FaceList::new(Kind::P3dm);
    for i in 0..long - 1 {
        let texture = format!("tank\\body{:02}.pac", i * TEXTURES / long);
        for j in 0..round {
            let corner = |di: usize, dj: usize| {
                let point = ((i + di) * round + (j + dj) % round) as u32;
                let uv = [(j + dj) as f32 / round as f32, (i + di) as f32 / long as f32 * TEXTURES as f32 % 1.0];
                Corner { point, normal: point, uv: uv.into() }
            };
            let all_corners = [corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)];
            let count = if (i + j) % 3 == 0 { 4 } else { 3 };
            let none = retromesh_wire::RawStr::default();
            faces.push(&Face { texture: texture.as_str().into(), material: none, count, all_corners, flags: 0 });
        }
    }
    let tags: Vec<Tag<'static>> = (0..SELECTIONS)
        .map(|s| {
            let selected = |i: usize, all: usize| u8::from(i * SELECTIONS / all.max(1) == s);
            let count = faces.len();
            let body = TagBody::Selection {
                points: (0..points.len()).map(|i| selected(i, points.len())).collect(),
                faces: (0..count).map(|i| selected(i, count)).collect(),
            };
            Tag::new(Kind::P3dm, format!("part {s:02}").into_bytes(), body)
        })
        .collect();
    Lod { normals: normals.into(), faces, ..level(points, tags, resolution) }
}

/// A level of points and tags alone.
fn level(points: Vec<Point>, mut tags: Vec<Tag<'static>>, resolution: f32) -> Lod<'static> {
    tags.push(Tag::end(Kind::P3dm));
    let (kind, version, points) = (Kind::P3dm, Kind::P3dm.version(), points.into());
    Lod { kind, version, points, tags, resolution, ..Lod::default() }
}

/// Forty named points.
fn memory(seed: u32) -> Lod<'static> {
    const POINTS: usize = 40;
    let points: Vec<Point> =
        (0..POINTS).map(|i| Point { position: glam::Vec3::splat(noise(seed, i)), flags: 0 }).collect();
    let tags: Vec<Tag<'static>> = (0..POINTS)
        .map(|s| {
            let points = (0..POINTS).map(|i| u8::from(i == s)).collect();
            let body = TagBody::Selection { points, faces: Vec::new().into() };
            Tag::new(Kind::P3dm, format!("memory point {s:02}").into_bytes(), body)
        })
        .collect();
    level(points, tags, MEMORY)
}
