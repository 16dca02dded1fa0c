//! Damaged structure: headers, lengths, ragged chunks, misplaced chunks.

use super::shapes::{TRIANGLE, triangle};
use super::words::{anim, bone, brus, keys, mesh, node, texs, tris, vrts};
use super::{bytes, file, of_node, version, versioned};
use crate::Fixture;
use crate::assembler::Assembler;

/// Makes a file from raw bytes.
fn plain(name: &str, proves: &'static str, content: &[u8]) -> Fixture {
    bytes(&format!("bad/{name}"), proves, |a| a.raw(content))
}

/// Makes a file whose one node holds what `body` appends.
pub(super) fn in_node(name: &str, proves: &'static str, body: impl FnOnce(&mut Assembler)) -> Fixture {
    of_node(&format!("bad/{name}"), proves, b"root", body)
}

/// Makes a file whose one mesh holds what `body` appends.
pub(super) fn in_mesh(name: &str, proves: &'static str, body: impl FnOnce(&mut Assembler)) -> Fixture {
    in_node(name, proves, |a| mesh(a, -1, body))
}

/// Makes a file with one child chunk of BB3D that holds these bytes.
fn top(name: &str, proves: &'static str, tag: &[u8; 4], content: &[u8]) -> Fixture {
    file(&format!("bad/{name}"), proves, |a| a.chunk(tag, |a| a.raw(content)))
}

pub(super) fn all() -> Vec<Fixture> {
    vec![
        plain("empty", "no byte at all", b""),
        plain("three-bytes", "the file ends inside the magic", b"BB3"),
        plain("magic-only", "the magic and nothing more", b"BB3D"),
        plain("header-truncated", "the file ends inside the length of BB3D", b"BB3D\x0c\0"),
        plain("version-missing", "BB3D of length 0", b"BB3D\0\0\0\0"),
        plain("version-truncated", "BB3D of length 2: half a version", b"BB3D\x02\0\0\0\x01\0"),
        plain("not-b3d", "another magic (a RIFF header)", b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0"),
        plain(
            "openbve-text",
            "openBVE's unrelated text format of the same extension",
            b"[MeshBuilder]\r\nVertex 0, 0, 0\r\nVertex 0, 1, 0\r\nVertex 1, 0, 0\r\nFace 0, 1, 2\r\n",
        ),
        bytes("bad/bb3d-negative-length", "BB3D of length -1", |a| {
            a.raw(b"BB3D");
            a.i32s(&[-1, 1]);
        }),
        bytes("bad/bb3d-too-long", "BB3D claims 100 bytes more than the file has", |a| {
            a.chunk_off_by(b"BB3D", 100, |a| versioned(a, 1));
        }),
        bytes(
            "bad/bb3d-cut-in-mesh",
            "the file ends in the middle of VRTS; all lengths are those of the whole file",
            |a| {
                let whole = Assembler::build(|a| {
                    a.chunk(b"BB3D", |a| versioned(a, 1));
                });
                a.raw(whole.get(..100).unwrap_or(&whole));
            },
        ),
        bytes("bad/bb3d-too-short", "BB3D ends 4 bytes before the end of its last chunk", |a| {
            a.chunk_off_by(b"BB3D", -4, |a| versioned(a, 1));
        }),
        version("bad/version-200", "version 200: the next major number", 200),
        bytes("bad/version-negative", "version -1", |a| a.chunk(b"BB3D", |a| a.i32(-1))),
        file("bad/chunk-overrun", "a child of BB3D one byte longer than what is left", |a| {
            a.chunk_off_by(b"XXXX", 1, |a| a.raw(b"1234"));
        }),
        file("bad/chunk-negative-length", "a child of BB3D of length -8", |a| {
            a.chunk_off_by(b"XXXX", -12, |a| a.raw(b"1234"));
        }),
        file("bad/chunk-huge-length", "a child of BB3D of the greatest length", |a| {
            a.raw(b"NODE");
            a.i32(i32::MAX);
        }),
        in_node("node-child-overrun", "a child of NODE that ends beyond it", |a| {
            a.chunk_off_by(b"KEYS", 64, |a| a.i32(1));
        }),
        in_mesh("mesh-child-overrun", "VRTS that ends beyond MESH", |a| {
            a.chunk_off_by(b"VRTS", 12, |a| a.i32s(&[0, 0, 0]));
        }),
        in_mesh("mesh-child-negative-length", "VRTS of length -4", |a| {
            a.chunk_off_by(b"VRTS", -16, |a| a.i32s(&[0, 0, 0]));
        }),
        top("node-empty", "NODE of length 0", b"NODE", b""),
        top("node-truncated", "NODE that ends inside its rotation", b"NODE", &[&b"n\0"[..], &[0; 30]].concat()),
        top("node-name-unterminated", "NODE that ends inside its name", b"NODE", b"root"),
        top("texs-name-unterminated", "TEXS that ends inside a file name", b"TEXS", b"wood.png"),
        top(
            "texs-ragged",
            "TEXS that ends inside its second record",
            b"TEXS",
            &[&b"a\0"[..], &[0; 28], b"b\0\x01\0\0"].concat(),
        ),
        top("brus-empty", "BRUS of length 0: no n_texs", b"BRUS", b""),
        top("brus-name-unterminated", "BRUS that ends inside a brush name", b"BRUS", b"\0\0\0\0brush"),
        top(
            "brus-ragged",
            "BRUS that ends inside the texture ids",
            b"BRUS",
            &[&b"\x02\0\0\0b\0"[..], &[0; 28], &[0xff; 6]].concat(),
        ),
        in_node("mesh-truncated", "MESH of 2 bytes: half a brush id", |a| a.chunk(b"MESH", |a| a.raw(&[0xff; 2]))),
        in_mesh("vrts-truncated", "VRTS that ends inside its layout", |a| a.chunk(b"VRTS", |a| a.i32s(&[1, 1]))),
        in_mesh("vrts-ragged", "VRTS whose body is no multiple of the vertex size", |a| {
            a.chunk(b"VRTS", |a| {
                a.i32s(&[0, 0, 0]);
                a.f32s(&TRIANGLE);
                a.raw(&[0; 5]);
            });
            tris(a, -1, &[0, 1, 2]);
        }),
        in_mesh("tris-truncated", "TRIS of 3 bytes: no whole brush id", |a| {
            vrts(a, [0, 0, 0], &TRIANGLE);
            a.chunk(b"TRIS", |a| a.raw(&[0xff; 3]));
        }),
        in_mesh("tris-ragged", "TRIS with 11 bytes after its first triangle", |a| {
            vrts(a, [0, 0, 0], &TRIANGLE);
            a.chunk(b"TRIS", |a| {
                a.i32s(&[-1, 0, 1, 2]);
                a.raw(&[0; 11]);
            });
        }),
        in_node("keys-truncated", "KEYS of 2 bytes: half a mask", |a| a.chunk(b"KEYS", |a| a.raw(&[1, 0]))),
        in_node("keys-ragged", "KEYS that ends inside its second key", |a| {
            a.chunk(b"KEYS", |a| {
                a.i32s(&[1, 1]);
                a.f32s(&[0.0; 3]);
                a.i32(2);
                a.f32s(&[0.0; 2]);
            });
        }),
        in_node("bone-ragged", "BONE of 13 bytes", |a| {
            triangle(a, -1);
            node(a, b"bone", |a| {
                a.chunk(b"BONE", |a| {
                    a.i32(0);
                    a.f32s(&[1.0]);
                    a.raw(&[1, 0, 0, 0, 0]);
                });
            });
        }),
        in_node("anim-truncated", "ANIM of 8 bytes: no rate", |a| a.chunk(b"ANIM", |a| a.i32s(&[0, 10]))),
        in_node("anim-long", "ANIM with 4 bytes too many", |a| a.chunk(b"ANIM", |a| a.i32s(&[0, 10, 0x41f0_0000, 7]))),
        in_node("seqs-truncated", "SEQS without its last word", |a| {
            a.chunk(b"SEQS", |a| {
                a.text(b"walk");
                a.i32s(&[1, 10]);
            });
        }),
        in_node("seqs-name-unterminated", "SEQS that ends inside its name", |a| a.chunk(b"SEQS", |a| a.raw(b"walk"))),
        in_node("seqs-long", "SEQS with 4 bytes too many", |a| {
            a.chunk(b"SEQS", |a| {
                a.text(b"walk");
                a.i32s(&[1, 10, 0, 9]);
            });
        }),
        in_node("pivo-with-bytes", "PIVO that is not empty", |a| a.chunk(b"PIVO", |a| a.raw(b"data"))),
        in_mesh("tris-before-vrts", "TRIS before VRTS", |a| {
            tris(a, -1, &[0, 1, 2]);
            vrts(a, [0, 0, 0], &TRIANGLE);
        }),
        in_mesh("tris-without-vrts", "TRIS with a triangle and no VRTS", |a| tris(a, -1, &[0, 1, 2])),
        in_mesh("vrts-twice", "two VRTS in one MESH", |a| {
            vrts(a, [0, 0, 0], &TRIANGLE);
            vrts(a, [0, 0, 0], &[5.0; 9]);
            tris(a, -1, &[0, 1, 2]);
        }),
        in_node("mesh-twice", "two MESH in one NODE", |a| {
            triangle(a, -1);
            triangle(a, -1);
        }),
        in_node("bone-twice", "two BONE in one NODE", |a| {
            triangle(a, -1);
            node(a, b"bone", |a| {
                bone(a, &[(0, 1.0)]);
                bone(a, &[(1, 1.0)]);
            });
        }),
        in_node("anim-twice", "two ANIM in one NODE", |a| {
            anim(a, 5, 30.0);
            anim(a, 9, 24.0);
            keys(a, 1, &[(1, &[0.0; 3]), (9, &[1.0; 3])]);
        }),
        in_node("bone-without-mesh", "BONE with weights outside any MESH", |a| bone(a, &[(0, 1.0)])),
        file("bad/bone-beside-mesh", "BONE with weights in a second root, not below the MESH of the first", |a| {
            node(a, b"mesh", |a| triangle(a, -1));
            node(a, b"bone", |a| bone(a, &[(0, 1.0)]));
        }),
        file("bad/mesh-at-top", "MESH, KEYS and VRTS outside any NODE", |a| {
            triangle(a, -1);
            keys(a, 1, &[(1, &[0.0; 3])]);
            vrts(a, [0, 0, 0], &TRIANGLE);
        }),
        in_node("brus-texs-in-node", "BRUS and TEXS inside a NODE", |a| {
            texs(a, &[]);
            brus(a, 0, &[]);
        }),
        file("bad/bb3d-in-bb3d", "a BB3D chunk inside BB3D", |a| {
            a.chunk(b"BB3D", |a| {
                a.i32(1);
                node(a, b"inner", |_| {});
            });
        }),
    ]
}
