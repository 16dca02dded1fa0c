//! KEYS, ANIM and SEQS on nodes without skin.

use super::shapes::{H, letter_f, triangle};
use super::words::{Brush, anim, at, bone, brus, keys, node, node_at, seqs};
use super::{file, of_node};
use crate::Fixture;
use crate::assembler::Assembler;

const P0: [f32; 3] = [0.0, 0.0, 0.0];
const P1: [f32; 3] = [1.0, 2.0, -3.0];
const S0: [f32; 3] = [1.0, 1.0, 1.0];
const S1: [f32; 3] = [1.0, 2.0, 0.5];
const R0: [f32; 4] = [1.0, 0.0, 0.0, 0.0];
const R1: [f32; 4] = [H, 0.0, H, 0.0];

/// Makes a file with one animated triangle; `body` follows its MESH.
fn moving(name: &str, proves: &'static str, body: impl FnOnce(&mut Assembler)) -> Fixture {
    file(name, proves, |a| {
        node(a, b"moving", |a| {
            triangle(a, -1);
            body(a);
        });
    })
}

/// The values of one key under a mask: position, scale, rotation.
fn row(flags: i32, late: bool) -> Vec<f32> {
    let parts: [(i32, &[f32]); 3] = if late { [(1, &P1), (2, &S1), (4, &R1)] } else { [(1, &P0), (2, &S0), (4, &R0)] };
    parts.into_iter().filter(|(bit, _)| flags & bit != 0).flat_map(|(_, values)| values.iter().copied()).collect()
}

/// Makes a file with one KEYS chunk of this mask.
fn mask(flags: i32, proves: &'static str) -> Fixture {
    moving(&format!("keys-flags-{flags}"), proves, |a| {
        keys(a, flags, &[(1, &row(flags, false)), (4, &row(flags, true))]);
        anim(a, 4, 30.0);
    })
}

pub(super) fn all() -> Vec<Fixture> {
    vec![
        mask(0, "KEYS flags 0: frames without a value"),
        mask(1, "KEYS flags 1: position"),
        mask(2, "KEYS flags 2: scale"),
        mask(3, "KEYS flags 3: position and scale"),
        mask(4, "KEYS flags 4: rotation"),
        mask(5, "KEYS flags 5: position and rotation"),
        mask(6, "KEYS flags 6: scale and rotation"),
        mask(7, "KEYS flags 7: position, scale and rotation"),
        moving("keys-empty", "a KEYS chunk without a key", |a| {
            keys(a, 7, &[]);
            anim(a, 4, 30.0);
        }),
        moving(
            "keys-split-by-component",
            "two KEYS chunks in one node, positions and rotations (MilkShape's style)",
            |a| {
                keys(a, 1, &[(1, &P0), (3, &P1), (5, &P0)]);
                keys(a, 4, &[(1, &R0), (5, &R1)]);
                anim(a, 5, 24.0);
            },
        ),
        moving(
            "keys-split-by-range",
            "three KEYS chunks in one node, one per range of frames (fragMOTION's style), with their sequences",
            |a| {
                keys(a, 5, &[(1, &row(5, false))]);
                keys(a, 5, &[(2, &row(5, false)), (4, &row(5, true))]);
                keys(a, 5, &[(5, &row(5, true)), (9, &row(5, false))]);
                anim(a, 9, 30.0);
                seqs(a, b"Default", 1, 1);
                seqs(a, b"wave", 2, 4);
                seqs(a, b"rest", 5, 9);
            },
        ),
        moving("keys-masks-mixed", "KEYS of different masks that start over at an earlier frame", |a| {
            keys(a, 7, &[(1, &row(7, false)), (3, &row(7, true))]);
            keys(a, 1, &[(4, &P1), (6, &P0)]);
            keys(a, 4, &[(2, &R1), (6, &R0)]);
            anim(a, 6, 30.0);
        }),
        moving("keys-same-frame-twice", "one frame twice inside a KEYS chunk with different values", |a| {
            keys(a, 1, &[(1, &P0), (3, &P0), (3, &P1), (5, &P0)]);
            anim(a, 5, 30.0);
        }),
        moving("keys-same-frame-across", "one frame in two KEYS chunks with different values", |a| {
            keys(a, 1, &[(1, &P0), (3, &P1)]);
            keys(a, 1, &[(3, &P0), (5, &P1)]);
            anim(a, 5, 30.0);
        }),
        moving("keys-unsorted", "keys whose frames go back and forth", |a| {
            keys(a, 1, &[(5, &P1), (1, &P0), (3, &S1)]);
            anim(a, 5, 30.0);
        }),
        moving("keys-negative-frame", "keys before frame 0", |a| {
            keys(a, 1, &[(-3, &P0), (4, &P1)]);
            anim(a, 4, 30.0);
        }),
        moving("keys-huge-frame", "a key at the greatest frame number", |a| {
            keys(a, 1, &[(1, &P0), (i32::MAX, &P1)]);
            anim(a, i32::MAX, 30.0);
        }),
        moving(
            "keys-sign-flip",
            "neighbouring rotations with opposite signs: the shorter way is not the direct one",
            |a| {
                keys(a, 4, &[(1, &R0), (3, &R1.map(|v| -v)), (5, &R0)]);
                anim(a, 5, 30.0);
            },
        ),
        moving("frame-base-0", "keys that start at frame 0", |a| {
            keys(a, 1, &[(0, &P0), (10, &P1)]);
            anim(a, 10, 25.0);
        }),
        moving("anim-one-short", "the last key is at ANIM.frames + 1 (the Blender lineage)", |a| {
            keys(a, 7, &[(1, &row(7, false)), (2, &row(7, true)), (3, &row(7, false))]);
            anim(a, 2, 60.0);
        }),
        moving("anim-longer-than-keys", "ANIM.frames beyond the last key", |a| {
            keys(a, 1, &[(1, &P0), (3, &P1)]);
            anim(a, 20, 30.0);
        }),
        moving("anim-fps-0", "ANIM with 0 frames per second", |a| {
            keys(a, 1, &[(1, &P0), (3, &P1)]);
            anim(a, 3, 0.0);
        }),
        moving("anim-fps-negative", "ANIM with -24 frames per second", |a| {
            keys(a, 1, &[(1, &P0), (3, &P1)]);
            anim(a, 3, -24.0);
        }),
        moving("anim-fps-tiny", "the smallest positive rate: what lasts three frames lasts for ever", |a| {
            keys(a, 1, &[(1, &P0), (3, &P1)]);
            anim(a, 3, 1e-45);
        }),
        moving(
            "names-long",
            "a bone and a sequence with names of 1,100 bytes, the last character of which is wide",
            |a| {
                let name = ["ab".repeat(549).as_bytes(), "é".as_bytes()].concat();
                seqs(a, "cd".repeat(550).as_bytes(), 1, 3);
                node(a, &name, |a| {
                    bone(a, &[(0, 1.0)]);
                    keys(a, 1, &[(1, &P0), (3, &P1)]);
                });
                anim(a, 3, 30.0);
            },
        ),
        moving("anim-frames-negative", "ANIM with -1 frames", |a| {
            keys(a, 1, &[(1, &P0), (3, &P1)]);
            anim(a, -1, 30.0);
        }),
        moving("anim-flags", "ANIM with its unused flags set", |a| {
            a.chunk(b"ANIM", |a| {
                a.i32s(&[5, 3]);
                a.f32s(&[30.0]);
            });
            keys(a, 1, &[(1, &P0), (3, &P1)]);
        }),
        moving("anim-without-keys", "ANIM and no KEYS", |a| anim(a, 10, 60.0)),
        moving("keys-without-anim", "KEYS and no ANIM", |a| keys(a, 1, &[(1, &P0), (3, &P1)])),
        of_node("anim-nested", "ANIM on the root and on a child, with other lengths and rates", b"root", |a| {
            anim(a, 5, 30.0);
            node(a, b"slow", |a| {
                triangle(a, -1);
                keys(a, 1, &[(1, &P0), (5, &P1)]);
            });
            node(a, b"fast", |a| {
                triangle(a, -1);
                keys(a, 4, &[(1, &R0), (12, &R1)]);
                anim(a, 12, 60.0);
            });
        }),
        of_node("anim-below-root", "ANIM and KEYS only below the root", b"root", |a| {
            node(a, b"child", |a| {
                triangle(a, -1);
                keys(a, 2, &[(1, &S0), (3, &S1)]);
                anim(a, 3, 20.0);
            });
        }),
        of_node(
            "seqs",
            "named sequences that tile the frames, share a name, overlap, hold one frame, and have no name",
            b"root",
            |a| {
                triangle(a, -1);
                anim(a, 20, 30.0);
                seqs(a, b"idle", 1, 10);
                seqs(a, b"walk", 11, 20);
                seqs(a, b"walk", 5, 15);
                seqs(a, b"pose", 7, 7);
                seqs(a, b"", 1, 20);
                keys(a, 1, &[(1, &P0), (10, &P1), (20, &P0)]);
            },
        ),
        of_node(
            "seqs-odd",
            "sequences beyond the last frame, with first after last, and with the reserved word set",
            b"root",
            |a| {
                triangle(a, -1);
                keys(a, 1, &[(1, &P0), (10, &P1)]);
                anim(a, 10, 30.0);
                seqs(a, b"beyond", 5, 99);
                seqs(a, b"backwards", 8, 2);
                a.chunk(b"SEQS", |a| {
                    a.text(b"reserved");
                    a.i32s(&[1, 4, 7]);
                });
            },
        ),
        file(
            "letter-f-animated",
            "the letter F that moves, grows and turns about two axes, under a moving parent",
            |a| {
                brus(a, 0, &[Brush::plain(b"front", &[]), Brush::plain(b"back", &[]), Brush::plain(b"sides", &[])]);
                node_at(a, b"parent", at(1.0, 0.0, 0.0), |a| {
                    keys(a, 5, &[(1, &[1., 0., 0., 1., 0., 0., 0.]), (9, &[1., 4., 0., H, H, 0., 0.])]);
                    anim(a, 9, 24.0);
                    node(a, b"F", |a| {
                        letter_f(a);
                        keys(a, 7, &[(1, &row(7, false)), (5, &row(7, true)), (9, &row(7, false))]);
                    });
                });
            },
        ),
    ]
}
