//! Counts what is in a file with a second, naive chunk walk, and compares with the document.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh_b3d::{Body, Document, Keys, Vertices};
use retromesh_core::Diagnostics;
use retromesh_kit::ImportOptions;

/// Nodes, `TRIS` chunks, triangles, vertices, keys.
#[derive(Debug, Default, PartialEq)]
struct Counts([usize; 5]);

fn int(b: &[u8], at: usize) -> usize {
    u32::from_le_bytes(b[at..at + 4].try_into().unwrap()) as usize
}

fn walk(b: &[u8], place: &str, counts: &mut Counts) {
    let mut at = 0;
    while at + 8 <= b.len() {
        let tag = std::str::from_utf8(&b[at..at + 4]).unwrap_or("");
        let body = &b[at + 8..at + 8 + int(b, at + 4)];
        match (place, tag) {
            ("file" | "node", "NODE") => {
                counts.0[0] += 1;
                let name = body.iter().position(|&c| c == 0).unwrap();
                walk(&body[name + 41..], "node", counts);
            }
            ("node", "MESH") => walk(&body[4..], "mesh", counts),
            ("mesh", "TRIS") => {
                counts.0[1] += 1;
                counts.0[2] += (body.len() - 4) / 12;
            }
            ("mesh", "VRTS") => {
                let flags = int(body, 0);
                let floats = 3 + 3 * (flags & 1) + 2 * (flags & 2) + int(body, 4) * int(body, 8);
                counts.0[3] += (body.len() - 12) / 4 / floats;
            }
            ("node", "KEYS") => {
                let flags = int(body, 0);
                let words = 1 + 3 * (flags & 1) + 3 * (flags >> 1 & 1) + (flags & 4);
                counts.0[4] += (body.len() - 4) / 4 / words;
            }
            _ => {}
        }
        at += 8 + body.len();
    }
}

pub(crate) fn check(name: &str, bytes: &[u8]) {
    let mut diagnostics = Diagnostics::new();
    let Ok(document) = Document::parse_with(bytes, &ImportOptions::default(), &mut diagnostics) else { return };
    let mut found = Counts::default();
    for chunk in &document.chunks {
        match &chunk.body {
            Body::Node(_) => found.0[0] += 1,
            Body::Tris { triangles, .. } => {
                found.0[1] += 1;
                found.0[2] += triangles.len();
            }
            Body::Vrts(vertices) => {
                let Vertices { records, .. } = vertices;
                found.0[3] += records.len();
            }
            Body::Keys(keys) => {
                let Keys { records, .. } = keys;
                found.0[4] += records.len();
            }
            _ => {}
        }
    }
    let mut expected = Counts::default();
    walk(&bytes[12..bytes.len().min(8 + int(bytes, 4))], "file", &mut expected);
    assert_eq!(found, expected, "{name}");
}

#[test]
fn counts_of_fixtures() {
    let files = retromesh_testkit::fixtures("b3d", "b3d", 20);
    files.iter().for_each(|file| check(&file.name, &file.bytes));
}
