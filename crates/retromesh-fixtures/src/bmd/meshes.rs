//! Meshes: vertex forms, face words, materials, levels.

use super::image::{Image, Mesh};
use super::{file, flat, quad, quad64, textured, triangle, triangle64, wide, widest};
use crate::Fixture;

/// F8A codes of 0, 1 and -1.
const ZERO: u64 = 0x00;
const ONE: u64 = 0x70;
const MINUS: u64 = 0xf0;

/// Three corners of an F in the plane y = 1, seen from the front: 10, 20 and 30 units apart.
pub(super) const CORNERS: [[i64; 3]; 4] = [[0, 8, 0], [-80, 8, 0], [-80, 8, 160], [0, 8, 160]];

/// Flat vertices of [`CORNERS`] at exponent 19 (an eighth of a unit a step), facing +y.
pub(super) fn flat_corners(bone: u64, n: usize) -> Vec<u8> {
    CORNERS.iter().take(n).flat_map(|xyz| flat(bone, [ZERO, ONE, ZERO], 19, *xyz)).collect()
}

/// One flat triangle in one level.
pub(super) fn plain() -> Image {
    let mesh = Mesh {
        material: Some(b"#FF8040"),
        vertices: flat_corners(0, 3),
        faces: triangle(0, 1, 2),
        counts: (3, 1),
        flags: 0,
    };
    Image { meshes: vec![mesh], lods: vec![[0, 1, 1, 0]], ..Image::default() }
}

/// A file of a triangle or a quad with these vertices.
fn list(name: &str, proves: &'static str, material: &'static [u8], flags: i32, vertices: &[Vec<u8>]) -> Fixture {
    let faces = [triangle(0, 1, 2), triangle(0, 2, 3)];
    let faces = &faces[..vertices.len() - 2];
    let counts = (vertices.len() as u16, faces.len() as u16);
    let mesh = Mesh { material: Some(material), vertices: vertices.concat(), faces: faces.concat(), counts, flags };
    file(name, proves, &Image { meshes: vec![mesh], lods: vec![[0, 1, 1, 0]], ..Image::default() })
}

fn with_faces(faces: &[Vec<u8>], declared: u16, flags: i32) -> Image {
    let mesh = Mesh {
        material: Some(b"#00FF00"),
        vertices: flat_corners(0, 4),
        faces: faces.concat(),
        counts: (4, declared),
        flags,
    };
    Image { meshes: vec![mesh], lods: vec![[0, 1, 1, 0]], ..Image::default() }
}

pub(super) fn all() -> Vec<Fixture> {
    let st = |s: u64, t: u64| t << 11 | s;
    let fine = |s: u64, t: u64| t << 12 | s;
    let new = |s: u64, t: u64, e: u64| e << 28 | t << 14 | s;
    let old = |s: i16, t: i16| u64::from(t as u16) << 16 | u64::from(s as u16);
    let mut two_levels = plain();
    two_levels.meshes.push(Mesh { material: Some(b"#FF8041"), ..plain().meshes.remove(0) });
    two_levels.lods = vec![[0, 1, 0x50, 0], [1, 1, 0x20, 0]];
    let mut silent = two_levels.clone();
    silent.meshes.push(Mesh { material: None, ..plain().meshes.remove(0) });
    silent.lods = vec![[0, 0, 0, 0]];
    let corners = CORNERS;
    vec![
        file("flat64", "flat 64-bit vertices with a normal; one triangle; a colour as material", &plain()),
        list(
            "textured64",
            "textured 64-bit vertices: all four exponents of texture coordinates, the position as normal",
            b"gfx/wall",
            0,
            &(0..4).map(|e| textured(0, [512 + 64 * e, 2047 - e], e, 19, corners[e as usize])).collect::<Vec<_>>(),
        ),
        list(
            "exponents",
            "position exponents 0, 15 and 31, the fraction -256, and a vertex at the origin without a normal",
            b"#",
            0,
            &[
                flat(0, [ONE, ZERO, ZERO], 0, [255, -255, 1]),
                flat(0, [MINUS, ZERO, ZERO], 15, [128, 64, -256]),
                flat(0, [ZERO, 0x67, 0x67], 31, [255, -256, 0]),
                flat(0, [ZERO, ZERO, 0x80], 7, [0, 0, 0]),
            ],
        ),
        list(
            "v96-colors",
            "96-bit vertices with colour: 12-bit (F8) and 11-bit (F9) texture coordinates, white, red and grey",
            b"gfx/colored",
            3,
            &[
                wide(0xf8, fine(1024, 3072), [8, 8, 0], 0x0f, [0x70, 0, 0]),
                wide(0xf9, st(512, 1536), [-80, 8, 0], 0x1f, [0, 0x70, 0]),
                wide(0xf8, fine(4095, 0), [-80, 8, 16], 0x07, [0, 0, 0xf0]),
            ],
        ),
        list(
            "v96-low-tags",
            "tags F0 and F5, which engines read as F8 and F9, reported; flags that say 128 bits",
            b"gfx/tags",
            2,
            &[
                wide(0xf0, fine(1024, 3072), [8, 8, 0], 0x0f, [0x70, 0, 0]),
                wide(0xf5, 3 << 22 | st(512, 1536), [-80, 8, 0], 0x0f, [0, 0x70, 0]),
                wide(0xf9, st(0, 2047), [-80, 8, 16], 0x0f, [0, 0, 0x70]),
            ],
        ),
        list(
            "v96-flat-colors",
            "vertex colours under a flat material colour: the text multiplies them",
            b"#80FF80",
            3,
            &[
                wide(0xf8, 0, [8, 8, 0], 0x2f, [0x70, 0, 0]),
                wide(0xf8, 0, [-80, 8, 0], 0x0f, [0, 0x70, 0]),
                wide(0xf8, 0, [-80, 8, 16], 0x3a, [0, 0, 0x70]),
            ],
        ),
        list(
            "v128",
            "128-bit vertices: half floats with zero, subnormal and the largest exponent; texture exponents 0, 3 and 7; tag FE",
            b"gfx/skin",
            2,
            &[
                widest(0xfd, 0x0f, [0x3c00, 0x0000, 0x0001], 0, [0x70, 0, 0], new(8192, 12288, 0)),
                widest(0xfd, 0x0f, [0xbc00, 0x4900, 0x7bff], 0, [0, 0x70, 0], new(16383, 1, 3)),
                widest(0xfe, 0x4f, [0x7c00, 0xfe00, 0x03ff], 0, [0, 0, 0x70], new(8193, 8191, 7)),
            ],
        ),
        list(
            "v128-old",
            "128-bit vertices whose texture coordinates are two signed 16-bit numbers, recognised and reported",
            b"gfx/old",
            2,
            &(0..4)
                .map(|n: i16| {
                    widest(0xfd, 0x0f, [0x3c00 + n as u64 * 256, 0x4000, 0], 0, [0x70, 0, 0], old(n * 1024, 4096 - n))
                })
                .collect::<Vec<_>>(),
        ),
        list(
            "mixed-stream",
            "vertices of 64, 96 and 128 bits in one list",
            b"gfx/mixed",
            1,
            &[
                textured(0, [512, 512], 0, 19, corners[0]),
                wide(0xf8, fine(1024, 1024), corners[1], 0x0f, [0, 0x70, 0]),
                widest(0xfd, 0x0f, [0xc900, 0x3c00, 0x4d00], 0, [0, 0x70, 0], new(12288, 8192, 0)),
            ],
        ),
        file(
            "quads-as-entries",
            "32-bit quads, counted as list entries",
            &with_faces(&[quad(0, 1, 2, 3), triangle(0, 2, 1)], 2, 4),
        ),
        file(
            "quads-as-triangles",
            "the same faces, each quad counted as two triangles",
            &with_faces(&[quad(0, 1, 2, 3), triangle(0, 2, 1)], 3, 4),
        ),
        file(
            "wide-faces",
            "64-bit triangles and quads; high bits of a quad that must be zero",
            &with_faces(&[triangle64(0, 1, 2), quad64(0, 1, 2, 3 | 1 << 15), triangle(2, 3, 0)], 3, 4),
        ),
        file(
            "wrong-count",
            "a declared number of faces that fits neither rule, and three slack bytes after the list",
            &{
                let mut image = with_faces(&[triangle(0, 1, 2), vec![7, 7, 7]], 9, 0);
                image.tail = b"tail".to_vec();
                image
            },
        ),
        file("two-levels", "two levels of detail with their scales", &two_levels),
        file(
            "silent-levels",
            "an empty level entry: all meshes with a material are drawn, the one without is kept hidden",
            &silent,
        ),
        file("path-names", "the engine's folder, an extension, an empty name and a name that is not UTF-8", &{
            let mut image = plain();
            let mesh = image.meshes.remove(0);
            for name in [&b"resource/a/b.dds"[..], b"", b"caf\xe9", b"#AA5504,Hg"] {
                image.meshes.push(Mesh { material: Some(name), ..mesh.clone() });
            }
            image.lods = vec![[0, 4, 1, 0]];
            image
        }),
        file("reversed-normals", "normals that point against the faces, as one converter writes them", &{
            let mut image = plain();
            let vertices = CORNERS.iter().take(3).flat_map(|xyz| flat(0, [ZERO, MINUS, ZERO], 19, *xyz)).collect();
            image.meshes.iter_mut().for_each(|m| m.vertices.clone_from(&vertices));
            image
        }),
    ]
}
