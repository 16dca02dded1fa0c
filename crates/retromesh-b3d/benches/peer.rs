//! Blitz3D files of several shapes, read here and by crate `b3d`, next to a copy of their bytes.
//!
//! `cargo bench -p retromesh-b3d`
#![allow(clippy::expect_used, reason = "a file that fails here was made here")]

use divan::Bencher;
use divan::counter::BytesCount;
use retromesh_b3d::Document;

/// Appends a chunk: tag, length, what `body` appends.
fn chunk(out: &mut Vec<u8>, tag: [u8; 4], body: impl FnOnce(&mut Vec<u8>)) {
    let mut inner = Vec::new();
    body(&mut inner);
    out.extend(tag);
    out.extend((inner.len() as u32).to_le_bytes());
    out.extend(inner);
}

fn ints(out: &mut Vec<u8>, values: &[i32]) {
    values.iter().for_each(|v| out.extend(v.to_le_bytes()));
}

fn floats(out: &mut Vec<u8>, values: &[f32]) {
    values.iter().for_each(|v| out.extend(v.to_le_bytes()));
}

fn node(out: &mut Vec<u8>, name: &str, body: impl FnOnce(&mut Vec<u8>)) {
    chunk(out, *b"NODE", |out| {
        out.extend(name.bytes());
        out.push(0);
        floats(out, &[0., 0., 0., 1., 1., 1., 1., 0., 0., 0.]);
        body(out);
    });
}

/// A mesh of this many vertices of 32 bytes, and as many triangles of each brush.
fn mesh(out: &mut Vec<u8>, count: usize, brushes: std::ops::Range<i32>) {
    chunk(out, *b"MESH", |out| {
        ints(out, &[-1]);
        chunk(out, *b"VRTS", |out| {
            ints(out, &[1, 1, 2]);
            (0..count).for_each(|i| floats(out, &[i as f32, 0., 0.5, 0., 1., 0., 0.5, 0.25]));
        });
        for brush in brushes {
            chunk(out, *b"TRIS", |out| {
                ints(out, &[brush]);
                (0..count as i32 - 2).for_each(|i| ints(out, &[i, i + 1, i + 2]));
            });
        }
    });
}

fn keys(out: &mut Vec<u8>) {
    chunk(out, *b"KEYS", |out| {
        ints(out, &[7]);
        for frame in 1..=10 {
            ints(out, &[frame]);
            floats(out, &[frame as f32, 0., 0., 1., 1., 1., 1., 0., 0., 0.]);
        }
    });
}

fn brush(out: &mut Vec<u8>, name: &str) {
    out.extend(name.bytes());
    out.push(0);
    floats(out, &[1., 1., 1., 1., 0.]);
    ints(out, &[1, 0]);
}

/// Makes a file of a shape, of some megabytes.
fn file(shape: &str) -> Vec<u8> {
    let mut out = Vec::new();
    chunk(&mut out, *b"BB3D", |out| {
        ints(out, &[1]);
        match shape {
            "vertices" => node(out, "mesh", |out| mesh(out, 100_000, -1..0)),
            "meshes" => node(out, "root", |out| {
                (0..1_600).for_each(|i| node(out, &format!("mesh{i}"), |out| mesh(out, 64, -1..0)));
            }),
            "nodes with keys" => node(out, "root", |out| {
                chunk(out, *b"ANIM", |out| {
                    ints(out, &[0, 10]);
                    floats(out, &[25.]);
                });
                (0..10_000).for_each(|i| node(out, &format!("node{i}"), keys));
            }),
            _ => {
                chunk(out, *b"BRUS", |out| {
                    ints(out, &[0]);
                    (0..10_000).for_each(|i| brush(out, &format!("brush{i}")));
                });
                node(out, "mesh", |out| mesh(out, 18, 0..10_000));
            }
        }
    });
    out
}

const SHAPES: [&str; 4] = ["vertices", "meshes", "nodes with keys", "brushes"];

fn main() {
    divan::main();
}

#[divan::bench(args = SHAPES)]
fn parse(bencher: Bencher<'_, '_>, shape: &str) {
    let bytes = file(shape);
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| drop(Document::parse(&bytes).expect("it is read")));
}

#[divan::bench(args = SHAPES)]
fn parse_and_scene(bencher: Bencher<'_, '_>, shape: &str) {
    let bytes = file(shape);
    let read = || Document::parse(&bytes).and_then(|document| document.to_scene()).expect("it has a scene");
    bencher.counter(BytesCount::of_slice(&bytes)).bench(read);
}

#[divan::bench(args = SHAPES)]
fn crate_b3d(bencher: Bencher<'_, '_>, shape: &str) {
    let bytes = file(shape);
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| b3d::B3D::read(&bytes));
}

#[divan::bench(args = SHAPES)]
fn copy(bencher: Bencher<'_, '_>, shape: &str) {
    let bytes = file(shape);
    bencher.counter(BytesCount::of_slice(&bytes)).bench(|| bytes.clone());
}
