//! TEXS, BRUS and the brushes of MESH and TRIS.

use super::file;
use super::shapes::{H, SQUARE_INDICES, square, square_body, square_floats};
use super::words::{Brush, Texture, brus, mesh, node, shaped, texs, tris, vrts};
use crate::Fixture;
use crate::assembler::Assembler;

/// Makes a file with these textures, a brush per texture, and a square per brush.
fn textures(name: &str, proves: &'static str, list: &[Texture<'_>]) -> Fixture {
    file(name, proves, |a| {
        texs(a, list);
        let slots: Vec<[i32; 1]> = (0..list.len() as i32).map(|slot| [slot]).collect();
        let brushes: Vec<_> = list.iter().zip(&slots).map(|(t, slot)| Brush::plain(t.file, slot)).collect();
        brus(a, 1, &brushes);
        squares(a, list.len());
    })
}

/// Makes a file with these brushes, one texture, and a square per brush.
fn brushes(name: &str, proves: &'static str, slots: i32, list: &[Brush<'_>]) -> Fixture {
    file(name, proves, |a| {
        texs(a, &[Texture::plain(b"a.png"), Texture::plain(b"b.png"), Texture::plain(b"c.png")]);
        brus(a, slots, list);
        squares(a, list.len());
    })
}

/// One node with one TRIS per brush.
fn squares(a: &mut Assembler, count: usize) {
    node(a, b"square", |a| {
        mesh(a, -1, |a| {
            vrts(a, [1, 2, 2], &square_floats(true, false, 2, 2));
            (0..count as i32).for_each(|brush| tris(a, brush, &SQUARE_INDICES));
        });
    });
}

pub(super) fn all() -> Vec<Fixture> {
    let t = Texture::plain(b"t.png");
    let b = Brush::plain(b"b", &[0]);
    let flags = [0, 1, 3, 4, 5, 8, 16, 32, 59, 64, 128, 256, 512, 65537, 65585, 66097];
    let all_fx = [0, 1, 2, 4, 8, 16, 32, 63, 0x2000, 0x8000];
    let full = Brush { textures: &[0, 1, 2, 0, 1, 2, 0, 1], ..b };
    let tinted = Brush { colour: [0.25, 0.5, 0.75, 1.0], shininess: 0.25, fx: 16, textures: &[1], ..b };
    let bright =
        Brush { name: b"bright", colour: [2.0, 2.0, 2.0, 0.5], shininess: 0.5, fx: 1, blend: 3, textures: &[0] };
    vec![
        textures(
            "texture-flags",
            "every texture flag, alone and in the sums that real files hold",
            &flags.map(|flags| Texture { flags, ..t }),
        ),
        textures(
            "texture-blends",
            "every texture blend 0 to 5, and 5635, which a 3ds Max exporter wrote",
            &[0, 1, 2, 3, 4, 5, 5635].map(|blend| Texture { blend, ..t }),
        ),
        textures(
            "texture-transforms",
            "texture position, scale and rotation (radians), each alone and together",
            &[
                Texture { position: [0.25, -0.5], ..t },
                Texture { scale: [2.0, 2.0], ..t },
                Texture { rotation: 0.5, ..t },
                Texture { scale: [4.76, 1.0], rotation: std::f32::consts::FRAC_PI_2, ..t },
                Texture { position: [0.1, 0.2], scale: [3.0, 0.5], rotation: H, ..t },
            ],
        ),
        textures(
            "texture-paths",
            "a Windows path, backslashes, slashes, an empty name, two names that differ in case",
            &[
                &b"C:\\Work\\Models\\Wood.BMP"[..],
                b".\\maps\\stone.jpg",
                b"maps/grass.png",
                b"",
                b"wood.png",
                b"Wood.png",
            ]
            .map(Texture::plain),
        ),
        textures(
            "texture-path-cp1251",
            "a Russian path in Windows-1251, not UTF-8",
            &[Texture::plain(b"C:\\\xcc\xee\xe4\xe5\xeb\xfc\\\xea\xee\xe6\xe0.jpg")],
        ),
        textures(
            "texture-path-utf8",
            "a path in UTF-8 outside ASCII",
            &[Texture::plain("gr\u{fc}n_\u{8349}.png".as_bytes())],
        ),
        file("texture-unused", "a TEXS that no brush uses", |a| {
            texs(a, &[t]);
            node(a, b"square", |a| square(a, -1));
        }),
        file("texs-brus-empty", "TEXS and BRUS without a record", |a| {
            texs(a, &[]);
            brus(a, 1, &[]);
            node(a, b"square", |a| square(a, -1));
        }),
        file("uv2-flag", "a second texture with flag 65536 reads the second UV set", |a| {
            texs(a, &[t, Texture { flags: 65537, ..Texture::plain(b"detail.png") }]);
            brus(a, 2, &[Brush { textures: &[0, 1], ..b }]);
            squares(a, 1);
        }),
        brushes("brush-slots-0", "n_texs 0: a brush without texture slots", 0, &[Brush { textures: &[], ..b }]),
        brushes(
            "brush-slots-2",
            "n_texs 2, one brush with both slots, one with the first only",
            2,
            &[Brush { textures: &[0, 1], ..b }, Brush { textures: &[2, -1], ..b }],
        ),
        brushes("brush-slots-8", "n_texs 8, all in use", 8, &[full]),
        brushes(
            "brush-slot-holes",
            "empty slots before and between used ones",
            4,
            &[Brush { textures: &[-1, 1, -1, 2], ..b }, Brush { textures: &[-1, -1, -1, 0], ..b }],
        ),
        brushes(
            "brush-blends",
            "every brush blend 0 to 3, and one unknown",
            1,
            &[0, 1, 2, 3, 7].map(|blend| Brush { blend, ..b }),
        ),
        brushes(
            "brush-fx",
            "every brush effect alone, all six together, and two engine-internal bits",
            1,
            &all_fx.map(|fx| Brush { fx, ..b }),
        ),
        brushes(
            "brush-alpha",
            "brush alpha 0.5 and 0, and colours",
            1,
            &[Brush { colour: [1.0, 0.5, 0.25, 0.5], ..b }, Brush { colour: [0.0; 4], ..b }],
        ),
        brushes("brush-shininess", "shininess 0.5 and 1", 1, &[0.5, 1.0].map(|shininess| Brush { shininess, ..b })),
        brushes(
            "brush-names",
            "equal, empty and non-ASCII brush names",
            1,
            &[b, b, Brush { name: b"", ..b }, Brush { name: b"Gr\xfcn", ..b }],
        ),
        file("brus-texs-several", "two TEXS and two BRUS chunks that accumulate, each BRUS with its own n_texs", |a| {
            texs(a, &[Texture::plain(b"first.png")]);
            brus(a, 1, &[Brush { name: b"one", textures: &[0], ..b }]);
            texs(a, &[Texture::plain(b"second.png"), Texture::plain(b"third.png")]);
            brus(
                a,
                2,
                &[Brush { name: b"two", textures: &[1, 2], ..b }, Brush { name: b"three", textures: &[0, 2], ..b }],
            );
            squares(a, 3);
        }),
        file("mesh-brush", "a MESH brush with colour 2.0 together with TRIS brushes: the two combine", |a| {
            texs(a, &[Texture::plain(b"a.png"), Texture::plain(b"b.png")]);
            brus(a, 1, &[bright, tinted]);
            node(a, b"square", |a| {
                mesh(a, 0, |a| {
                    square_body(a, 1);
                    tris(a, -1, &SQUARE_INDICES);
                });
            });
        }),
        file("tris-brush-none", "TRIS brush -1 in a file that has brushes", |a| {
            brus(a, 0, &[Brush { textures: &[], ..b }]);
            node(a, b"square", |a| square(a, -1));
        }),
        file("brus-missing", "textures and geometry, and no BRUS chunk at all", |a| {
            texs(a, &[t]);
            node(a, b"square", |a| {
                mesh(a, -1, |a| {
                    square_body(a, -1);
                    tris(a, -1, &[0, 1, 2]);
                });
            });
        }),
        file(
            "lightmap-3dws",
            "3D World Studio's lightmap: slot 0 lightmap on UV set 2 (flags 65585), slot 1 diffuse with blend 5, fx 3",
            |a| {
                texs(
                    a,
                    &[
                        Texture { flags: 65585, ..Texture::plain(b"map_lm.png") },
                        Texture { blend: 5, ..Texture::plain(b"brick.jpg") },
                    ],
                );
                brus(a, 2, &[Brush { fx: 3, textures: &[0, 1], ..Brush::plain(b"brick", &[]) }]);
                node(a, b"Root", |a| node(a, b"classname=mesh", coloured_square));
            },
        ),
        file("lightmap-maplet", "Maplet's lightmap: slot 0 diffuse, slot 1 lightmap on UV set 2 (flags 65537)", |a| {
            texs(
                a,
                &[
                    Texture { flags: 1, ..Texture::plain(b"brick.jpg") },
                    Texture { flags: 65537, ..Texture::plain(b"lightmap.bmp") },
                ],
            );
            brus(a, 2, &[Brush { textures: &[0, 1], ..Brush::plain(b"brick", &[]) }]);
            node(a, b"Maplet", |a| squares(a, 1));
        }),
        file(
            "lightmap-giles",
            "gile[s]' lightmap: slot 0 diffuse, six empty slots, slot 7 lightmap on UV set 2",
            |a| {
                texs(a, &[Texture::plain(b"brick.jpg"), Texture { flags: 65537, ..Texture::plain(b"lm.png") }]);
                brus(a, 8, &[Brush { textures: &[0, -1, -1, -1, -1, -1, -1, 1], ..Brush::plain(b"brick", &[]) }]);
                node(a, b"gile[s] scene", |a| node(a, b"wall", coloured_square));
            },
        ),
    ]
}

/// MESH with the square in layout 3/2/2 and brush 0.
fn coloured_square(a: &mut Assembler) {
    shaped(a, [3, 2, 2], &square_floats(true, true, 2, 2), &[(0, &SQUARE_INDICES)]);
}
