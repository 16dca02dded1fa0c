//! NODE: nesting, transforms, names, order of chunks, unknown chunks.

use super::shapes::{H, letter_f, square, square_body, triangle};
use super::words::{Brush, HERE, Place, anim, at, bone, brus, keys, mesh, node, node_at};
use super::{bytes, file, of_node, version, versioned};
use crate::Fixture;
use crate::assembler::Assembler;

/// Makes a file with a root and one node per payload name.
fn named(name: &str, proves: &'static str, root: &[u8], names: &[&[u8]]) -> Fixture {
    file(name, proves, |a| {
        node(a, root, |a| {
            for (number, name) in names.iter().enumerate() {
                node_at(a, name, at(number as f32, 2.0, -1.0), |_| {});
            }
        });
    })
}

/// Nests that many nodes.
fn nest(a: &mut Assembler, depth: usize) {
    if let Some(rest) = depth.checked_sub(1) {
        node_at(a, b"n", at(0.0, 0.125, 0.0), |a| nest(a, rest));
    }
}

pub(super) fn all() -> Vec<Fixture> {
    let turned = [H, 0.0, H, 0.0];
    vec![
        file("node-transforms", "position, scale, a quarter turn about each axis, and all at once, nested", |a| {
            node_at(a, b"position", at(1.0, 2.0, 3.0), |a| {
                node_at(a, b"turn-x", Place { rotation: [H, H, 0.0, 0.0], ..HERE }, |a| triangle(a, -1));
                node_at(a, b"turn-y", Place { rotation: turned, ..HERE }, |a| triangle(a, -1));
                node_at(a, b"turn-z", Place { rotation: [H, 0.0, 0.0, H], ..HERE }, |a| {
                    let rotation = [0.5, 0.5, -0.5, 0.5];
                    let all = Place { scale: [1.0, 2.0, 3.0], rotation, ..at(4.0, 5.0, 6.0) };
                    node_at(a, b"all", all, |a| triangle(a, -1));
                });
            });
        }),
        file("node-shear", "a turned child under a non-uniform scale: the product has shear", |a| {
            node_at(a, b"stretch", Place { scale: [1.0, 3.0, 1.0], ..HERE }, |a| {
                let eighth = Place { rotation: [0.923_879_5, 0.0, 0.0, 0.382_683_43], ..HERE };
                node_at(a, b"turn", eighth, |a| square(a, -1));
            });
        }),
        of_node("node-scale-negative-zero", "a mirrored node (scale -1) and a flat one (scale 0)", b"root", |a| {
            node_at(a, b"mirrored", Place { scale: [-1.0, 1.0, 1.0], ..HERE }, |a| triangle(a, -1));
            node_at(a, b"flat", Place { scale: [1.0, 1.0, 0.0], ..HERE }, |a| triangle(a, -1));
        }),
        file("letter-f-turned", "the letter F under a turned, moved and scaled node", |a| {
            brus(a, 0, &[Brush::plain(b"front", &[]), Brush::plain(b"back", &[]), Brush::plain(b"sides", &[])]);
            node_at(a, b"F", Place { position: [1.0, 2.0, 3.0], scale: [1.0, 1.5, 2.0], rotation: turned }, letter_f);
        }),
        file("node-names", "empty and equal names, Windows-1252, Windows-1251, UTF-8, control characters", |a| {
            let utf8 = "Gr\u{fc}n".as_bytes();
            node(a, b"", |a| {
                let ansi: [&[u8]; 2] = [b"Stra\xdfe", b"\xca\xee\xf1\xf2\xfc"];
                for name in [b"Arm", b"Arm", ansi[0], ansi[1], utf8, b"a\tb\rc\nd\x01", b" x "] {
                    node(a, name, |_| {});
                }
            });
        }),
        file("roots-several", "three NODE chunks at the top level", |a| {
            node(a, b"first", |a| triangle(a, -1));
            node_at(a, b"second", at(2.0, 0.0, 0.0), |a| triangle(a, -1));
            node(a, b"third", |_| {});
        }),
        file("nodes-deep", "forty nodes, each the child of the one before", |a| nest(a, 40)),
        of_node("nodes-many", "two hundred and sixty nodes, more than fit one byte", b"root", |a| {
            (0..259).for_each(|_| node(a, b"", |_| {}));
        }),
        of_node("pivo", "PIVO, an empty marker: alone, and before KEYS and a child", b"root", |a| {
            node(a, b"marker", |a| a.chunk(b"PIVO", |_| {}));
            node(a, b"moving", |a| {
                a.chunk(b"PIVO", |_| {});
                keys(a, 1, &[(1, &[0.0, 0.0, 0.0]), (5, &[0.0, 1.0, 0.0])]);
                node(a, b"child", |a| triangle(a, -1));
            });
            anim(a, 5, 24.0);
        }),
        file(
            "unknown-chunks",
            "chunks of unknown tags at every level, one of them empty, one with nested chunks",
            |a| {
                a.chunk(b"XXXX", |a| a.raw(b"before"));
                node(a, b"root", |a| {
                    a.chunk(b"XXXX", |a| a.raw(&[0xde, 0xad, 0xbe, 0xef, 0x00]));
                    mesh(a, -1, |a| {
                        square_body(a, -1);
                        a.chunk(b"ZERO", |_| {});
                    });
                    a.chunk(b"WRAP", |a| node(a, b"hidden", |_| {}));
                    node(a, b"child", |_| {});
                });
                a.chunk(b"\x00\xff\x7fz", |a| a.raw(b"after"));
            },
        ),
        file("slack", "bytes too few for a chunk header at the ends of NODE, MESH and BB3D", |a| {
            node(a, b"root", |a| {
                mesh(a, -1, |a| {
                    square_body(a, -1);
                    a.raw(&[1, 2, 3]);
                });
                a.raw(b"TRIS\0\0\0");
            });
            a.raw(&[0xff]);
        }),
        bytes("trailing-bytes", "bytes after the end of BB3D", |a| {
            a.chunk(b"BB3D", |a| versioned(a, 1));
            a.raw(b"made by hand\r\n");
        }),
        version("version-101", "version 101: a newer minor number of the first major", 101),
        version("version-0", "version 0", 0),
        of_node("order-anim-first", "ANIM before MESH in one node", b"root", |a| {
            anim(a, 3, 30.0);
            triangle(a, -1);
            keys(a, 1, &[(1, &[0.0; 3]), (3, &[1.0, 0.0, 0.0])]);
        }),
        of_node("order-child-first", "a child NODE before the MESH and the KEYS of its parent", b"root", |a| {
            node(a, b"child", |a| triangle(a, -1));
            square(a, -1);
            keys(a, 1, &[(1, &[0.0; 3]), (2, &[1.0, 0.0, 0.0])]);
            anim(a, 2, 30.0);
        }),
        file("order-node-first", "NODE before BRUS at the top level", |a| {
            node(a, b"root", |a| square(a, 0));
            brus(a, 0, &[Brush::plain(b"late", &[])]);
        }),
        of_node("mesh-and-bone", "MESH and BONE in one node, with a weight", b"outer", |a| {
            triangle(a, -1);
            node(a, b"both", |a| {
                square(a, -1);
                bone(a, &[(0, 1.0), (3, 1.0)]);
            });
        }),
        of_node("mesh-under-bone", "a MESH node as the child of a BONE node", b"body", |a| {
            triangle(a, -1);
            node_at(a, b"hand", at(0.0, 1.0, 0.0), |a| {
                bone(a, &[(0, 1.0), (1, 1.0), (2, 1.0)]);
                node_at(a, b"sword", at(0.0, 0.0, 1.0), |a| square(a, -1));
            });
        }),
        of_node("map-no-class", "a map of 3D World Studio with a surface whose name says no class", b"Root", |a| {
            node(a, b"classname=brush", |a| square(a, -1));
            node_at(a, b"box", at(0.0, 0.0, 1.0), |a| square(a, -1));
        }),
        named(
            "payload-3dws",
            "3D World Studio's node names: light, spotlight, sunlight, sound emitter, one cut short",
            b"Root",
            &[
                b"classname=light\r\ncolor=255 128 0\r\nrange=512\r\nintensity=1.0",
                b"classname=spotlight\r\ncolor=255 255 255\r\nrange=1024\r\nangles=45 0 0\r\nouterconeangle=60",
                b"classname=sunlight\r\ncolor=200 200 255\r\nangles=60 30 0",
                b"classname=soundemitter\r\nsound=hum.wav\r\nrange=100",
                b"classname=light\r\ncolor=255 255 255\r\nrange=300\r\nlinearfallof",
            ],
        ),
        named(
            "payload-giles",
            "gile[s]' node names: the version line and properties in the root, a point light",
            b"gile[s] v1.38\n[PROPS]\rscale=1.0\rpaths=relative\r[/PROPS]",
            &[
                b"Lamp\n[LIGHT]\nPoint\n255\n200\n100\n1.5\n0.5\n250\n[/LIGHT]\n[PROPS]\rcastshadows=1\r[/PROPS]",
                b"Sun\n[LIGHT]\nDirectional\n255\n255\n255\n1\n0\n1000\n[/LIGHT]",
            ],
        ),
        named(
            "payload-gandaldf",
            "the GaNDaLDF exporter's node names: CAMS, LIGS and AMBI lines",
            b"ROOT",
            &[b"CAMS\nCamera\n1\n1.5\n0.1\n1000", b"LIGS\nLamp\n2\n45\n16744448\n30", b"AMBI\n4210752"],
        ),
        named(
            "payload-3ds-max",
            "the 3ds Max pipeline's dummy nodes: values stored in node positions",
            b"Scene Root",
            &[b"B3DEXT_UVPOS", b"B3DEXT_UVSCALE", b"B3DEXT_UVROT"],
        ),
    ]
}
