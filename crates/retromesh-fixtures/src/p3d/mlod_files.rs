//! Files of MLOD.

use super::bytes;
use super::mlod::{Kind, Lod, file, floats, property};
use crate::Fixture;

use Kind::{P3dm, Sp3x};

/// Makes a file whose one level is a changed triangle.
fn triangle(name: &str, kind: Kind, proves: &'static str, change: impl FnOnce(&mut Lod)) -> Fixture {
    let mut lod = Lod::triangle(kind);
    change(&mut lod);
    bytes(name, proves, file(&[lod]))
}

/// Makes a file whose one level is a changed cube.
fn cube(name: &str, kind: Kind, proves: &'static str, change: impl FnOnce(&mut Lod)) -> Fixture {
    let mut lod = Lod::cube(kind);
    change(&mut lod);
    bytes(name, proves, file(&[lod]))
}

/// The coordinates of a cube's 24 corners, all the same.
fn uv_set(id: u32, uv: [f32; 2]) -> Vec<u8> {
    let mut contents = id.to_le_bytes().to_vec();
    contents.extend(floats([uv; 24].as_flattened()));
    contents
}

pub(super) fn all() -> Vec<Fixture> {
    vec![
        bytes("mlod-no-level", "no level at all", file(&[])),
        bytes("sp3x-empty-level", "a level without points", file(&[Lod::empty(Sp3x)])),
        triangle("sp3x-triangle", Sp3x, "one triangle; its fourth corner is garbage", |_| {}),
        triangle("p3dm-triangle", P3dm, "one triangle; its fourth corner is garbage", |_| {}),
        cube("sp3x-cube", Sp3x, "six quads that share points and normals", |_| {}),
        cube("sp3x-no-normals", Sp3x, "faces without any normal", |lod| lod.normals.clear()),
        cube("sp3x-mixed-winding", Sp3x, "two of six quads have a winding that contradicts their normals", |lod| {
            lod.faces.iter_mut().take(2).for_each(|face| face.corners.reverse());
        }),
        cube("p3dm-materials", P3dm, "textures and materials of any length, procedural ones too", |lod| {
            for face in lod.faces.iter_mut().skip(2) {
                face.texture = b"a3\\a_path_that_is_much_longer_than_thirty_two_bytes_co.paa";
                face.material = b"a3\\data\\metal.rvmat";
            }
            lod.faces[5].texture = b"#(argb,8,8,3)color(0.5,0.5,0.5,1.0,co)";
        }),
        bytes(
            "mlod-mixed-kinds",
            "levels of both layouts, geometry with masses, and a level without faces",
            file(&[
                Lod::cube(Sp3x),
                Lod { resolution: 1e13, tags: vec![(b"#Mass#", 1, floats(&[5.0; 8]))], ..Lod::cube(P3dm) },
                {
                    let mut lod = Lod::empty(Sp3x);
                    lod.points = vec![([0.0, 1.0, 0.0], 0), ([0.0, 2.0, 0.0], 0)];
                    lod.tags = vec![(b"Osa vlevo", 1, vec![1, 0])];
                    lod.resolution = 1e15;
                    lod
                },
            ]),
        ),
        cube("sp3x-selections", Sp3x, "full, nearly full, half and weak points; ignored names; a wrong size", |lod| {
            let selection = |points: [u8; 8], faces: [u8; 6]| [&points[..], &faces[..]].concat();
            lod.tags = vec![
                (b"Turret", 1, selection([1; 8], [1; 6])),
                (b"weights", 1, selection([1, 2, 128, 255, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1])),
                (b"nearly", 1, selection([2, 2, 1, 0, 0, 0, 0, 0], [0; 6])),
                (b"-off", 1, selection([1; 8], [0; 6])),
                (b"wrong size", 1, vec![1, 2, 3]),
                (b"#Selected#", 1, selection([1; 8], [0; 6])),
                (b"#Hide#", 1, selection([0; 8], [0; 6])),
            ];
        }),
        cube(
            "p3dm-editor-state",
            P3dm,
            "hidden and locked points and faces; masses outside the geometry level",
            |lod| {
                lod.tags = vec![
                    (b"#Hidden#", 1, [[1, 1, 0, 0, 0, 0, 0, 0].as_slice(), &[0, 0, 0, 0, 0, 1]].concat()),
                    (b"#Lock#", 1, [[0, 0, 0, 0, 0, 0, 1, 1].as_slice(), &[1, 0, 0, 0, 0, 0]].concat()),
                    (b"#Mass#", 1, floats(&[2.0; 8])),
                ];
            },
        ),
        bytes(
            "p3dm-special-levels",
            "every special resolution of Arma",
            file(
                &[10_000.0, 11_000.0, 20_000.0, 2e13, 3e13, 4e13, 5e13, 1.7e16, 1.8e16, 1.9e16, 2e16, 2.1e16]
                    .map(|resolution| Lod { resolution, ..Lod::triangle(P3dm) }),
            ),
        ),
        cube("sp3x-tags", Sp3x, "sharp edges, properties, material index, an unknown tag", |lod| {
            lod.tags = vec![
                (b"#SharpEdges#", 1, [0u32, 1, 1, 3].iter().flat_map(|v| v.to_le_bytes()).collect()),
                property(b"NoShadow", b"1"),
                property(b"map", b"Bush"),
                (b"#MaterialIndex#", 1, [1u32, 2, 3, u32::MAX].iter().flat_map(|v| v.to_le_bytes()).collect()),
                (b"#Strange#", 1, vec![1, 2, 3]),
            ];
        }),
        triangle("sp3x-animation", Sp3x, "two frames, the later one first; one for two points only", |lod| {
            let frame = |time: f32, by: f32| floats(&[time, -1.0, by, 0.0, 0.0, 1.0 + by, 0.0, 1.0, by, 0.0]);
            lod.tags = vec![
                (b"#Animation#", 1, frame(1.0, 2.0)),
                (b"#Animation#", 1, frame(-0.5, 0.0)),
                (b"#Animation#", 1, floats(&[2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])),
            ];
        }),
        cube("p3dm-uv-sets", P3dm, "UV set 0, which repeats the faces' own, set 1, and one of a wrong size", |lod| {
            lod.tags = vec![
                (b"#UVSet#", 1, uv_set(0, [0.0, 0.0])),
                (b"#UVSet#", 1, uv_set(1, [0.25, 0.75])),
                (b"#UVSet#", 1, vec![2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
            ];
        }),
        triangle("p3dm-inactive-tag", P3dm, "a tag whose switch is off", |lod| {
            lod.tags = vec![(b"off", 0, vec![1, 1, 1, 1])];
        }),
        triangle("sp3x-proxy", Sp3x, "a proxy: a selection of three points and one face; one without face", |lod| {
            lod.points.extend([([0.0, 0.0, 2.0], 0), ([0.0, 0.0, 2.5], 0), ([0.0, 1.0, 2.0], 0)]);
            let mut face = lod.faces[0].clone();
            face.texture = b"";
            for (corner, point) in face.corners.iter_mut().zip([4, 3, 5]) {
                corner.0 = point;
            }
            lod.faces.push(face);
            lod.tags = vec![
                (b"proxy:\\Addon\\Gun.02", 1, vec![0, 0, 0, 1, 1, 1, 0, 1]),
                (b"proxy:crew", 1, vec![1, 1, 1, 0, 0, 0, 0, 0]),
            ];
        }),
        triangle("sp3x-flags", Sp3x, "hidden points, land, light and user flags, unknown bits; face flags", |lod| {
            lod.points[0].1 = 0x0100_0021;
            lod.points[1].1 = 0x0114_0000;
            lod.points[2].1 = 0x0100_2202;
            lod.points.push(([0.0; 3], 0xffff_ffb0));
            lod.faces[0].flags = 0x2900_0318;
        }),
        triangle("sp3x-texture-field", Sp3x, "a path with garbage after its NUL, and one of all 32 bytes", |lod| {
            lod.faces[0].texture = b"short.pac\0\xcd\xcd\xcdgarbage";
            let mut face = lod.faces[0].clone();
            face.texture = b"data\\thirty_two_bytes_no_nul.paa";
            lod.faces.push(face);
        }),
        triangle("sp3x-long-header", Sp3x, "four bytes more in the header", |lod| lod.header = vec![1, 2, 3, 4]),
        bytes("sp3x-default-path", "32 bytes after the levels, as O2 Light writes them", {
            let mut bytes = file(&[Lod::triangle(Sp3x)]);
            bytes.extend(b"data\\\0\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc\xcc");
            bytes
        }),
        triangle(
            "sp3x-unused-point",
            Sp3x,
            "a point that no face uses, and a face whose normal does not exist",
            |lod| {
                lod.points.push(([5.0, 5.0, 5.0], 0));
                lod.faces[0].corners[1].1 = 9;
            },
        ),
    ]
}
