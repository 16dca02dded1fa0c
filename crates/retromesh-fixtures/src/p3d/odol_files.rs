//! Files of ODOL.

use super::bytes;
use super::odol::{GEOMETRY, Lod, MEMORY, Proxy, Selection, file};
use crate::Fixture;

const NO_CENTER: [f32; 3] = [0.0; 3];

/// Makes a file of one visual level.
fn one(name: &str, proves: &'static str, lod: Lod) -> Fixture {
    bytes(name, proves, file(&[(1.0, lod)], NO_CENTER, &[]))
}

/// Makes a file whose one level is a changed cube.
fn cube(name: &str, proves: &'static str, change: impl FnOnce(&mut Lod)) -> Fixture {
    let mut lod = Lod::cube();
    change(&mut lod);
    one(name, proves, lod)
}

/// Makes a file whose one level is a changed triangle.
fn triangle(name: &str, proves: &'static str, change: impl FnOnce(&mut Lod)) -> Fixture {
    let mut lod = Lod::triangle();
    change(&mut lod);
    one(name, proves, lod)
}

/// Points on a line.
fn line(n: usize) -> Lod {
    Lod::points(&(0..n).map(|i| [i as f32 * 0.25, 0.0, 1.0]).collect::<Vec<_>>())
}

/// A triangle whose last three points place a proxy.
fn with_proxy(lod: &mut Lod) {
    let first = lod.positions.len() as u16;
    lod.positions.extend([[0.0, 0.0, 2.0], [0.0, 0.0, 2.5], [0.0, 1.0, 2.0]]);
    lod.normals.extend([[0.0, 1.0, 0.0]; 3]);
    lod.uvs.extend([[0.0; 2]; 3]);
    lod.clip.extend([0x3f; 3]);
    lod.point_to_vertex.extend(first..first + 3);
    lod.vertex_to_point.extend(first..first + 3);
    lod.faces.push((0x3000_c020, -1, vec![first, first + 1, first + 2]));
    lod.sections.push((16, 32, 0, -1, 0x3000_c020));
    lod.selections.push(Selection {
        name: b"proxy:crew.01",
        faces: vec![1],
        vertices: (first..first + 3).collect(),
        ..Selection::default()
    });
    let transform = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 2.0]];
    lod.proxies.push(Proxy { name: b"crew", transform, id: 1, selection: 0 });
}

/// Matches and literals for 256 words of 0x3f: literals, an overlapping match, and matches of 18 up to the end; the last one would run past
/// it.
fn matches() -> Vec<u8> {
    // Control 0x0f: four literals, then four matches at distance 4.
    let mut stream = vec![0x0f, 0x3f, 0, 0, 0];
    let mut made = 4;
    let mut in_group = 4;
    while made < 1024 {
        if in_group == 8 {
            stream.push(0);
            in_group = 0;
        }
        stream.extend([4, 0x0f]);
        made += 18;
        in_group += 1;
    }
    stream.extend((256u32 * 0x3f).to_le_bytes());
    stream
}

/// A file in which each kind of array that may be packed has `less` elements fewer than fill 1024 bytes.
fn arrays(less: usize) -> Vec<u8> {
    let [bytes, words, longs, pairs] = [1, 2, 4, 8].map(|size| 1024 / size - less);
    let repeated = |n: usize| (0..n).map(|i| (i % 3) as u16).collect::<Vec<u16>>();
    let selected = |name| Selection { name, faces: vec![0], vertices: vec![0], ..Selection::default() };
    let mut visual = line(pairs);
    visual.faces = vec![(0xc000, -1, vec![0, 1, 2])];
    visual.one_section();
    visual.selections = vec![
        Selection { faces: vec![0; words], ..selected(b"faces") },
        Selection { faces: vec![0; bytes], face_weights: vec![200; bytes], ..selected(b"face weights") },
        Selection { needs_sections: 1, offsets: vec![0; longs], ..selected(b"offsets") },
        Selection { needs_sections: 1, sections: vec![0; longs], ..selected(b"sections") },
        Selection { vertices: repeated(words), ..selected(b"vertices") },
        Selection { vertices: repeated(bytes), weights: vec![200; bytes], ..selected(b"weights") },
    ];
    let levels = [(1.0, visual), (GEOMETRY, line(longs)), (MEMORY, line(words))];
    file(&levels, NO_CENTER, &vec![1.0; longs])
}

pub(super) fn all() -> Vec<Fixture> {
    vec![
        bytes("odol-arrays-under", "each kind of array one element short of being packed", arrays(1)),
        bytes("odol-arrays-at", "each kind of array just long enough to be packed", arrays(0)),
        bytes("odol-no-level", "no level at all: 194 bytes", file(&[], NO_CENTER, &[])),
        one("odol-empty-level", "a level without points", Lod::default()),
        triangle("odol-triangle", "one triangle with a texture", |_| {}),
        cube("odol-cube", "24 vertices of 8 points, six quads", |_| {}),
        triangle("odol-no-texture", "texture index -1", |lod| {
            lod.textures.clear();
            lod.faces[0].1 = -1;
            lod.one_section();
        }),
        triangle("odol-empty-texture", "an empty path as texture 0; its section says -1", |lod| {
            lod.textures = vec![b""];
            lod.sections[0].3 = -1;
        }),
        bytes(
            "odol-bounding-center",
            "positions, frames and proxies without the bounding centre, which moves them back",
            file(
                &[(1.0, {
                    let mut lod = Lod::triangle();
                    with_proxy(&mut lod);
                    lod.frames = vec![(0.0, lod.positions.clone())];
                    lod
                })],
                [10.0, 20.0, 30.0],
                &[],
            ),
        ),
        bytes(
            "odol-levels",
            "two visual levels, geometry with masses, memory with a named point, land contact",
            file(
                &[
                    (1.0, Lod::cube()),
                    (2.5, Lod::triangle()),
                    (GEOMETRY, {
                        let mut lod = Lod::cube();
                        lod.textures = vec![b""];
                        lod.faces.iter_mut().for_each(|face| face.0 = 0x0028_c100);
                        // Memory that nobody set, as in real geometry levels.
                        lod.sections = vec![(0, 108, 0x0019_d300, -1, 0x0028_c100)];
                        lod.special = 0x0028_0100;
                        lod.properties = vec![(b"class", b"vehicle"), (b"armor", b"200")];
                        lod
                    }),
                    (MEMORY, {
                        let mut lod = line(2);
                        lod.selections =
                            vec![Selection { name: b"zamerny", vertices: vec![1], ..Selection::default() }];
                        lod
                    }),
                    (2e15, line(3)),
                ],
                NO_CENTER,
                &[10.0, 10.0, 10.0, 10.0, 20.0, 20.0, 20.0, 20.0],
            ),
        ),
        bytes(
            "odol-special-levels",
            "every special resolution",
            file(
                &[
                    1000.0, 1100.0, 1200.0, 1e13, 1e15, 2e15, 3e15, 4e15, 5e15, 6e15, 7e15, 8e15, 9e15, 1e16, 1.1e16,
                    1.2e16, 1.3e16, 1.4e16, 1.5e16, 1.6e16,
                ]
                .map(|resolution| (resolution, line(1))),
                NO_CENTER,
                &[],
            ),
        ),
        one("odol-threshold-under", "255 vertices: 1020 bytes of flags are as they are", line(255)),
        one("odol-threshold-at", "256 vertices: 1024 bytes of flags are packed", line(256)),
        one("odol-matches", "a stream with overlapping matches and a last one that runs past the end", {
            let mut lod = line(256);
            lod.packed_clip = Some(matches());
            lod
        }),
        one("odol-prefill", "a stream whose first match copies the spaces before the first byte", {
            let mut lod = line(256);
            lod.clip = vec![0x2020_2020; 256];
            let mut stream = Vec::new();
            let mut made = 0;
            while made < 1024 {
                stream.push(0);
                for _ in 0..8 {
                    if made < 1024 {
                        stream.extend([18, 0x0f]);
                        made += 18;
                    }
                }
            }
            stream.extend((1024u32 * 0x20).to_le_bytes());
            lod.packed_clip = Some(stream);
            lod
        }),
        cube(
            "odol-selections",
            "full and weighted vertices, faces, sections, two of one name, a name in Latin-1",
            |lod| {
                lod.selections = vec![
                    Selection {
                        name: b"all",
                        faces: (0..6).collect(),
                        vertices: (0..24).collect(),
                        ..Selection::default()
                    },
                    Selection {
                        name: b"weighted",
                        vertices: vec![0, 1, 2, 3, 4, 5],
                        weights: vec![255, 255, 255, 126, 126, 126],
                        ..Selection::default()
                    },
                    Selection {
                        name: b"otocvez",
                        faces: vec![0, 1, 2, 3, 4, 5],
                        offsets: vec![0, 18, 36, 54, 72, 90],
                        needs_sections: 1,
                        sections: vec![0],
                        vertices: (0..24).collect(),
                        ..Selection::default()
                    },
                    Selection { name: b"all", vertices: vec![3], ..Selection::default() },
                    Selection { name: b"s\xe4ge", vertices: vec![0], ..Selection::default() },
                ];
            },
        ),
        triangle("odol-frames", "three frames, the first before 0", |lod| {
            let moved = |by: f32| lod.positions.iter().map(|&[x, y, z]| [x, y + by, z]).collect();
            lod.frames = vec![(-0.5, moved(0.0)), (0.0, moved(0.25)), (1.0, moved(1.0))];
        }),
        triangle("odol-proxy", "a proxy, its selection and its hidden triangle", with_proxy),
        triangle("odol-properties", "named properties", |lod| {
            lod.properties = vec![(b"noshadow", b"1"), (b"map", b"tree"), (b"", b"")];
        }),
        triangle("odol-sections", "sections out of order, with different flags and textures", |lod| {
            lod.textures = vec![b"a.pac", b"b.paa", b""];
            lod.faces = vec![(0xc000, 1, vec![0, 1, 2]), (0x2_c100, 0, vec![0, 1, 2]), (0x2000, 2, vec![2, 1, 0])];
            lod.sections = vec![(32, 48, 0, -1, 0x2000), (0, 16, 0, 1, 0xc000), (16, 32, 0, 0, 0x2_c100)];
        }),
        triangle("odol-polygon", "a face of five corners next to a triangle", |lod| {
            lod.positions.extend([[0.5, -1.0, 0.0], [-0.5, -1.0, 0.0]]);
            lod.normals.extend([[0.0, 0.0, 1.0]; 2]);
            lod.uvs.extend([[0.5, 0.5]; 2]);
            lod.clip.extend([0x3f; 2]);
            lod.point_to_vertex.extend([3, 4]);
            lod.vertex_to_point.extend([3, 4]);
            lod.faces.insert(0, (0xc000, 0, vec![0, 1, 2, 3, 4]));
            lod.one_section();
            lod.selections = vec![Selection { name: b"second", faces: vec![1], ..Selection::default() }];
        }),
        triangle(
            "odol-flags",
            "land, decal, fog, light and user values of vertices; a hidden face with depth bias",
            |lod| {
                lod.clip = vec![0x0c80_013f, 0x0140_123f, 0x0cb0_843f];
                lod.faces[0].0 = 0x2440_c000;
                lod.one_section();
            },
        ),
        triangle("odol-added-vertex", "a vertex that belongs to no point: 0xffff", |lod| {
            lod.vertex_to_point[2] = 0xffff;
            lod.point_to_vertex.pop();
        }),
        triangle("odol-not-a-number", "infinite positions and NaN in texture coordinates", |lod| {
            lod.positions[1] = [f32::INFINITY, f32::NAN, 0.0];
            lod.uvs[0] = [f32::NAN, 1e9];
        }),
    ]
}
