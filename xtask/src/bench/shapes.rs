//! Large Blitz3D files of different shapes, put together byte by byte.

/// Appends a chunk: tag, length, what `body` appends.
fn chunk(out: &mut Vec<u8>, tag: [u8; 4], body: impl FnOnce(&mut Vec<u8>)) {
    out.extend(tag);
    let at = out.len();
    out.extend([0; 4]);
    body(out);
    let length = (out.len() - at - 4) as u32;
    out[at..at + 4].copy_from_slice(&length.to_le_bytes());
}

fn ints(out: &mut Vec<u8>, values: &[i32]) {
    values.iter().for_each(|v| out.extend(v.to_le_bytes()));
}

fn floats(out: &mut Vec<u8>, values: &[f32]) {
    values.iter().for_each(|v| out.extend(v.to_le_bytes()));
}

fn file(body: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = Vec::new();
    chunk(&mut out, *b"BB3D", |out| {
        ints(out, &[1]);
        body(out);
    });
    out
}

fn node(out: &mut Vec<u8>, name: &str, body: impl FnOnce(&mut Vec<u8>)) {
    chunk(out, *b"NODE", |out| {
        out.extend(name.bytes());
        out.push(0);
        floats(out, &[0., 0., 0., 1., 1., 1., 1., 0., 0., 0.]);
        body(out);
    });
}

/// Appends vertices with normals and one UV set: 32 bytes each.
fn vertices(out: &mut Vec<u8>, count: usize) {
    chunk(out, *b"VRTS", |out| {
        ints(out, &[1, 1, 2]);
        for i in 0..count {
            let x = (i % 1000) as f32;
            floats(out, &[x, (i / 1000) as f32, 0.5, 0., 1., 0., x / 1000., 0.25]);
        }
    });
}

/// One mesh with so many vertices of 32 bytes, whose numbers have as many digits as those of real models, and as many triangles.
pub(super) fn rough_mesh(count: usize) -> Vec<u8> {
    file(|out| {
        node(out, "mesh", |out| {
            chunk(out, *b"MESH", |out| {
                ints(out, &[-1]);
                chunk(out, *b"VRTS", |out| {
                    ints(out, &[1, 1, 2]);
                    for i in 0..count {
                        let (sin, cos) = (i as f32 * 0.1).sin_cos();
                        floats(out, &[sin * 17.3, cos * 9.1, sin * cos, cos, sin, 0.0, sin.abs(), cos.abs() * 0.5]);
                    }
                });
                triangles(out, -1, count, count);
            });
        });
    })
}

fn triangles(out: &mut Vec<u8>, brush: i32, vertices: usize, count: usize) {
    chunk(out, *b"TRIS", |out| {
        ints(out, &[brush]);
        for i in 0..count {
            let first = (i % (vertices - 2)) as i32;
            ints(out, &[first, first + 1, first + 2]);
        }
    });
}

/// One mesh with so many vertices and as many triangles.
pub(super) fn one_mesh(vertex_count: usize) -> Vec<u8> {
    file(|out| {
        node(out, "mesh", |out| {
            chunk(out, *b"MESH", |out| {
                ints(out, &[-1]);
                vertices(out, vertex_count);
                triangles(out, -1, vertex_count, vertex_count);
            });
        });
    })
}

/// So many mesh nodes with 64 vertices each.
pub(super) fn many_meshes(count: usize) -> Vec<u8> {
    file(|out| {
        node(out, "root", |out| {
            for i in 0..count {
                node(out, &format!("mesh{i}"), |out| {
                    chunk(out, *b"MESH", |out| {
                        ints(out, &[-1]);
                        vertices(out, 64);
                        triangles(out, -1, 64, 64);
                    });
                });
            }
        });
    })
}

/// So many sibling nodes with ten keys each.
pub(super) fn many_nodes(count: usize) -> Vec<u8> {
    file(|out| {
        node(out, "root", |out| {
            chunk(out, *b"ANIM", |out| {
                ints(out, &[0, 10]);
                floats(out, &[25.]);
            });
            for i in 0..count {
                node(out, &format!("node{i}"), |out| {
                    chunk(out, *b"KEYS", |out| {
                        ints(out, &[7]);
                        for frame in 1..=10 {
                            ints(out, &[frame]);
                            floats(out, &[frame as f32, 0., 0., 1., 1., 1., 1., 0., 0., 0.]);
                        }
                    });
                });
            }
        });
    })
}

/// So many brushes, each used by one chunk of 16 triangles.
pub(super) fn many_brushes(count: usize) -> Vec<u8> {
    file(|out| {
        chunk(out, *b"BRUS", |out| {
            ints(out, &[0]);
            for i in 0..count {
                out.extend(format!("brush{i}\0").bytes());
                floats(out, &[1., 1., 1., 1., 0.]);
                ints(out, &[1, 0]);
            }
        });
        node(out, "mesh", |out| {
            chunk(out, *b"MESH", |out| {
                ints(out, &[-1]);
                vertices(out, 1000);
                for i in 0..count {
                    triangles(out, i as i32, 1000, 16);
                }
            });
        });
    })
}
