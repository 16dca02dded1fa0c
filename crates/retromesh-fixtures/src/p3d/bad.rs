//! Damaged files: one for each place where a reader must refuse or repair.

use super::mlod::{self, Kind};
use super::odol::{Lod, Selection, file};
use crate::Fixture;
use crate::assembler::literals;

fn plain(name: &str, proves: &'static str, bytes: &[u8]) -> Fixture {
    super::bytes(&format!("bad/{name}"), proves, bytes.to_vec())
}

/// Makes a fixture of a changed ODOL triangle.
fn triangle(name: &str, proves: &'static str, change: impl FnOnce(&mut Lod)) -> Fixture {
    let mut lod = Lod::triangle();
    change(&mut lod);
    plain(name, proves, &file(&[(1.0, lod)], [0.0; 3], &[]))
}

/// Makes a fixture of 256 points whose packed flags are this stream.
fn stream(name: &str, proves: &'static str, packed: Vec<u8>) -> Fixture {
    let mut lod = Lod::points(&[[0.0; 3]; 256]);
    lod.packed_clip = Some(packed);
    plain(name, proves, &file(&[(1.0, lod)], [0.0; 3], &[]))
}

/// Makes a fixture of a changed MLOD triangle.
fn mlod_triangle(name: &str, kind: Kind, proves: &'static str, change: impl FnOnce(&mut mlod::Lod)) -> Fixture {
    let mut lod = mlod::Lod::triangle(kind);
    change(&mut lod);
    plain(name, proves, &mlod::file(&[lod]))
}

/// Replaces bytes.
fn patched(mut bytes: Vec<u8>, at: usize, new: &[u8]) -> Vec<u8> {
    if let Some(place) = bytes.get_mut(at..at + new.len()) {
        place.copy_from_slice(new);
    }
    bytes
}

/// Cuts a file `less` bytes before its end.
fn cut(bytes: &[u8], less: usize) -> &[u8] {
    bytes.get(..bytes.len() - less).unwrap_or(bytes)
}

pub(super) fn all() -> Vec<Fixture> {
    let odol = file(&[(1.0, Lod::triangle())], [0.0; 3], &[]);
    let sp3x = mlod::file(&[mlod::Lod::triangle(Kind::Sp3x)]);
    let p3dm = mlod::file(&[mlod::Lod::triangle(Kind::P3dm)]);
    let flags: Vec<u8> = [0x3f, 0, 0, 0].repeat(256);
    let mut wrong_sum = literals(&flags);
    if let Some(last) = wrong_sum.last_mut() {
        *last ^= 1;
    }
    let mut all = vec![
        plain("empty", "no byte at all", b""),
        plain("not-p3d", "another magic", b"RIFF\x24\0\0\0WAVE"),
        plain("odol-magic-only", "the magic and nothing more", b"ODOL"),
        plain("odol-version-40", "ODOL of Armed Assault", b"ODOL\x28\0\0\0\x01\0\0\0"),
        plain("odol-no-level-count", "the file ends inside the level count", b"ODOL\x07\0\0\0\x01\0"),
        plain("odol-many-levels", "more levels than the limit", b"ODOL\x07\0\0\0\xff\xff\xff\xff"),
        plain("odol-cut-in-totals", "the file ends inside the last field", cut(&odol, 1)),
        plain("odol-cut-in-info", "the file ends inside the model info", cut(&odol, 100)),
        plain("odol-cut-in-faces", "the file ends inside a face", odol.get(..270).unwrap_or(&odol)),
        plain(
            "odol-count-of-flags",
            "a packed array larger than the rest of the file can hold",
            &patched(odol.clone(), 12, &0x1000_0000u32.to_le_bytes()),
        ),
        plain("odol-trailing", "bytes after the end", &[&odol[..], b"more"].concat()),
        stream("odol-checksum", "a checksum that is wrong by one bit", wrong_sum),
        stream("odol-stream-cut", "a stream that ends before its array is full", vec![0xff; 40]),
        triangle("odol-corner-out-of-range", "a face refers to a vertex that does not exist", |lod| {
            lod.faces[0].2[1] = 900;
        }),
        triangle("odol-texture-out-of-range", "a face refers to a texture that does not exist", |lod| {
            lod.faces[0].1 = 7;
        }),
        triangle("odol-two-corners", "a face of two corners", |lod| {
            lod.faces[0].2.pop();
        }),
        triangle("odol-closed-quad", "a quad that ends where it starts", |lod| lod.faces[0].2.push(0)),
        triangle("odol-points-out-of-range", "point maps that refer to nothing", |lod| {
            lod.point_to_vertex[0] = 77;
            lod.vertex_to_point[1] = 88;
        }),
        triangle("odol-selection-out-of-range", "a selection of vertices and faces that do not exist", |lod| {
            lod.selections =
                vec![Selection { name: b"x", faces: vec![0, 9], vertices: vec![1, 300], ..Selection::default() }];
        }),
        triangle("odol-counts-differ", "fewer flags, texture coordinates and normals than positions", |lod| {
            lod.clip.pop();
            lod.uvs.pop();
            lod.normals.pop();
        }),
        triangle("odol-frame-count", "a frame with one position", |lod| lod.frames = vec![(0.0, vec![[0.0; 3]])]),
        plain("mlod-magic-only", "the magic and nothing more", b"MLOD"),
        plain("mlod-version", "a container of version 2", b"MLOD\x01\x02\0\0\x01\0\0\0"),
        plain("mlod-many-levels", "more levels than the limit", b"MLOD\x01\x01\0\0\xff\xff\xff\xff"),
        plain("mlod-nlod", "the container from before the demo", b"NLOD\x01\0\0\0"),
        plain("mlod-bare-level", "a level without container", b"SP3X\x1c\0\0\0"),
        plain("mlod-sp3d", "a level of the demo", b"MLOD\x01\x01\0\0\x01\0\0\0SP3D\0\0\0\0\0\0\0\0\0\0\0\0"),
        plain("mlod-level-magic", "a level of unknown layout", &patched(sp3x.clone(), 12, b"XXXX")),
        plain("mlod-short-header", "a header of 27 bytes", &patched(sp3x.clone(), 16, &[27, 0, 0, 0])),
        plain("sp3x-point-count", "more points than the file can hold", &patched(sp3x.clone(), 24, &[0xff; 4])),
        plain("sp3x-face-count", "more faces than the file can hold", &patched(sp3x.clone(), 32, &[0xff; 4])),
        plain("p3dm-face-count", "more faces than the file can hold", &patched(p3dm.clone(), 32, &[0xff; 4])),
        plain("sp3x-no-resolution", "the file ends before the resolution", cut(&sp3x, 4)),
        plain("sp3x-no-end-tag", "the file ends before the end tag", cut(&sp3x, 72)),
        plain("p3dm-cut-in-path", "the file ends inside a texture path", p3dm.get(..180).unwrap_or(&p3dm)),
        plain("sp3x-trailing", "fewer bytes after the end than a default path has", &[&sp3x[..], b"rest"].concat()),
    ];
    all.extend([
        mlod_triangle("sp3x-corner-out-of-range", Kind::Sp3x, "a face refers to a point that does not exist", |lod| {
            lod.faces[0].corners[0].0 = -1;
        }),
        mlod_triangle("sp3x-corner-count", Kind::Sp3x, "a face of five corners", |lod| lod.faces[0].count = 5),
    ]);
    let tagg = sp3x.windows(4).position(|four| four == b"TAGG").unwrap_or(0);
    all.push(plain("sp3x-no-tags", "something else is where the tags begin", &patched(sp3x.clone(), tagg, b"TOGG")));
    let size = [0xff, 0xff, 0xff, 0x7f];
    all.push(plain("sp3x-tag-size", "a tag larger than the file", &patched(sp3x, tagg + 4 + 64, &size)));
    all
}
