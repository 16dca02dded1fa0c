//! Everything in one file.

use super::file;
use super::shapes::{H, SQUARE_INDICES, square_floats};
use super::words::{Brush, Place, Texture, anim, at, bone, brus, keys, mesh, node, node_at, seqs, texs, tris, vrts};
use crate::Fixture;

pub(super) fn all() -> Vec<Fixture> {
    let layered = [0, -1, 1, 2, -1, -1, -1, 3];
    let proves = "all at once: two UV sets, vertex colours, eight texture slots with holes, texture flags, blends and \
                  transforms, brush colour, alpha, shininess, blend and effects, MESH brush, skin, all keys, sequences, \
                  unknown chunks, PIVO, node payloads";
    vec![file("everything", proves, |a| {
        texs(
            a,
            &[
                Texture {
                    position: [0.25, 0.5],
                    scale: [2.0, 4.0],
                    rotation: 0.5,
                    ..Texture::plain(b"C:\\maps\\skin.bmp")
                },
                Texture { flags: 65585, blend: 5, ..Texture::plain(b"light.png") },
                Texture { flags: 11, blend: 3, ..Texture::plain(b"glow.png") },
                Texture { flags: 65, blend: 1, ..Texture::plain(b"env.jpg") },
            ],
        );
        brus(
            a,
            8,
            &[
                Brush {
                    colour: [1.0, 0.75, 0.5, 0.5],
                    shininess: 0.75,
                    blend: 3,
                    fx: 2 | 16 | 32,
                    textures: &layered,
                    name: b"layered",
                },
                Brush { colour: [0.5, 0.5, 1.0, 1.0], textures: &[-1; 8], ..Brush::plain(b"tint", &[]) },
            ],
        );
        a.chunk(b"XXXX", |a| a.raw(b"kept"));
        node_at(a, b"Scene Root", Place { rotation: [H, 0.0, H, 0.0], ..at(1.0, 2.0, 3.0) }, |a| {
            node(a, b"body", |a| {
                mesh(a, 1, |a| {
                    vrts(a, [3, 2, 2], &square_floats(true, true, 2, 2));
                    tris(a, 0, &SQUARE_INDICES[..3]);
                    tris(a, -1, &SQUARE_INDICES[3..]);
                });
                anim(a, 9, 24.0);
                seqs(a, b"idle", 1, 4);
                seqs(a, b"walk", 5, 9);
                node_at(a, b"spine", at(0.0, -1.0, 0.0), |a| {
                    bone(a, &[(2, 1.0), (3, 1.0), (0, 0.25), (1, 0.25)]);
                    keys(
                        a,
                        7,
                        &[
                            (1, &[0., -1., 0., 1., 1., 1., 1., 0., 0., 0.]),
                            (9, &[0., -1., 1., 1., 2., 1., H, H, 0., 0.]),
                        ],
                    );
                    node_at(a, b"head", at(0.0, 2.0, 0.0), |a| {
                        bone(a, &[(0, 0.75), (1, 0.75)]);
                        keys(a, 1, &[(1, &[0.0, 2.0, 0.0]), (5, &[0.5, 2.0, 0.0])]);
                        keys(a, 4, &[(1, &[1.0, 0.0, 0.0, 0.0]), (9, &[H, 0.0, 0.0, H])]);
                    });
                });
            });
            node_at(a, b"classname=light\r\ncolor=255 128 0\r\nrange=512", at(0.0, 8.0, 0.0), |_| {});
            node_at(a, b"CAMS\nCamera\n1\n1.5\n0.1\n1000", at(0.0, 1.0, -9.0), |_| {});
            node(a, b"marker", |a| a.chunk(b"PIVO", |_| {}));
            a.chunk(b"ODD!", |a| a.raw(&[1, 2, 3]));
        });
    })]
}
