//! One file per error site.

use super::image::{Clip, Image, Mesh};
use super::meshes::{flat_corners, plain};
use super::{bytes, file, triangle, triangle64};
use crate::Fixture;
use crate::assembler::patched;

/// The mesh table of [`plain`]: after the header and the one name.
const MESHES: usize = 0x38;

fn mesh(change: impl Fn(&mut Mesh)) -> Image {
    let mut image = plain();
    image.meshes.iter_mut().for_each(change);
    image
}

pub(super) fn all() -> Vec<Fixture> {
    let good = plain().bytes();
    let mut nds = vec![0; 0x3c + 0x40];
    (nds[4], nds[8]) = (1, 0x3c);
    let mut levels = plain();
    levels.lods = vec![[0, 255, 1, 0]; 9];
    let mut clip = plain();
    clip.bones = vec![super::image::Bone(b"base", 0, 0, 0, 0)];
    clip.clips = vec![Clip(b"walk", 4, 40, vec![0x80, 1, 2])];
    let shared = {
        let vertices: Vec<u8> = flat_corners(0, 4).repeat(100);
        let meshes =
            vec![Mesh { material: Some(b"#111111"), vertices: vertices.clone(), counts: (400, 0), ..Mesh::default() }];
        let mut image = Image { meshes, ..Image::default() };
        image.meshes.extend((0..40).map(|_| Mesh { material: None, ..Mesh::default() }));
        let bytes = image.bytes();
        let table = MESHES;
        // All meshes point to the vertex list of the first.
        (1..41).fold(bytes, |bytes, n| {
            let bytes = patched(bytes, table + n * 32, (MESHES + 41 * 32) as u32);
            patched(bytes, table + n * 32 + 16, vertices.len() as u32)
        })
    };
    vec![
        bytes("bad/empty", "an empty file", Vec::new()),
        bytes("bad/magic", "another signature", b"BMD2\0\0\0\0".to_vec()),
        bytes("bad/cut-header", "a file that ends within the header", good.iter().copied().take(0x2c).collect()),
        bytes("bad/mesh-table-range", "a mesh table beyond the end of the file", patched(good.clone(), 0x10, 0x1000)),
        bytes("bad/lod-table-range", "a level table beyond the end of the file", patched(good.clone(), 0x1c, 0x1000)),
        bytes("bad/bone-table-range", "a bone table beyond the end of the file", patched(good.clone(), 0x20, -16)),
        bytes("bad/vertex-range", "a vertex list beyond the end of the file", patched(good.clone(), MESHES, 0x1000)),
        bytes("bad/face-range", "a face list beyond the end of the file", patched(good.clone(), MESHES + 20, 0x1000)),
        bytes(
            "bad/name-offset",
            "a material name beyond the end of the file",
            patched(good.clone(), MESHES + 8, 0x1000),
        ),
        bytes(
            "bad/name-unclosed",
            "a material name without an end",
            patched([&good[..], &[7]].concat(), MESHES + 8, good.len() as u32),
        ),
        file("bad/vertex-count", "more vertices than the list holds", &mesh(|m| m.counts.0 = 4)),
        file("bad/vertex-index", "a face that points beyond the vertices", &mesh(|m| m.faces = triangle(0, 1, 3))),
        file(
            "bad/cut-face",
            "a 64-bit face cut in half",
            &mesh(|m| m.faces = triangle64(0, 1, 2).into_iter().take(6).collect()),
        ),
        file("bad/cut-key", "a key cut within its word", &clip),
        file("bad/level-meshes", "levels that draw 2,295 meshes", &levels),
        bytes("bad/shared-lists", "41 meshes that share one vertex list, many times the file's size", shared),
        bytes("bad/j3d", "a Nintendo J3D model of the same extension", b"J3D2bmd3\0\0\0\0".to_vec()),
        bytes("bad/nsbmd", "a Nintendo DS model of the same extension", b"BMD0\xff\xfe\x02\0".to_vec()),
        bytes("bad/mu-online", "an MU Online model of the same extension", b"BMD\x0cname".to_vec()),
        bytes("bad/nds", "a Nintendo DS model without a signature", nds),
    ]
}
