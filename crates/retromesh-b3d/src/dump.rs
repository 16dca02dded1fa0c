//! Prints documents.

use crate::document::{Body, Document, Keys, Vertices};
use retromesh_kit::dump::{Printer, bytes, integers, numbers, tuple};
use retromesh_wire::{RawStr, Records};
use std::fmt::{self, Write};

impl Document<'_> {
    /// Prints the document, one construct a line, arrays summed up.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let p = &mut Printer::new(out);
        writeln!(p, "BB3D version {}", self.version);
        if let Some(size) = self.claimed_size {
            writeln!(p, "claims {size} bytes");
        }
        for chunk in &self.chunks {
            p.set_depth(chunk.depth as usize + 1);
            dump_body(p, &chunk.body, chunk.depth as usize + 2);
        }
        p.set_depth(0);
        p.bytes("trailing", &self.trailing);
        p.finish()
    }
}

/// Quotes a string; bytes that are no UTF-8 show as escapes.
fn quoted(text: &RawStr<'_>) -> String {
    if text.is_utf8() { format!("\"{}\"", text.escaped()) } else { format!("{text:?}") }
}

fn dump_body(p: &mut Printer<'_>, body: &Body<'_>, inner: usize) {
    match body {
        Body::Texs(textures) => {
            writeln!(p, "TEXS {}", textures.len());
            p.set_depth(inner);
            for t in textures {
                let (position, scale) = (tuple(&t.position), tuple(&t.scale));
                let (file, flags, blend, rotation) = (quoted(&t.file), t.flags, t.blend, t.rotation);
                writeln!(
                    p,
                    "{file} flags {flags:#x} blend {blend} position {position} scale {scale} rotation {rotation}"
                );
            }
        }
        Body::Brus(brushes) => {
            writeln!(p, "BRUS {} slots {}", brushes.brushes.len(), brushes.slots);
            p.set_depth(inner);
            for b in &brushes.brushes {
                let (name, color, textures) = (quoted(&b.name), tuple(&b.color), b.textures.to_vec());
                let (shininess, blend, fx) = (b.shininess, b.blend, b.fx);
                writeln!(
                    p,
                    "{name} color {color} shininess {shininess} blend {blend} fx {fx:#x} textures {textures:?}"
                );
            }
        }
        Body::Node(node) => {
            let (position, scale, rotation) = (tuple(&node.position), tuple(&node.scale), tuple(&node.rotation));
            writeln!(p, "NODE {} position {position} scale {scale} wxyz {rotation}", quoted(&node.name));
        }
        Body::Mesh { brush_id } => writeln!(p, "MESH brush {brush_id}"),
        Body::Vrts(vertices) => dump_vertices(p, vertices, inner),
        Body::Tris { brush_id, triangles } => {
            let indices = integers(triangles.iter().flatten());
            writeln!(p, "TRIS brush {brush_id} triangles {} indices {indices}", triangles.len());
        }
        Body::Bone(weights) => {
            let vertices = integers(weights.iter().map(|row| i64::from(row.vertex as i32)));
            let weights = numbers(weights.iter().map(|row| [row.weight]));
            writeln!(p, "BONE vertices {vertices} weights {weights}");
        }
        Body::Keys(keys) => dump_keys(p, keys, inner),
        Body::Anim(anim) => {
            writeln!(p, "ANIM flags {} frames {} fps {}", anim.flags, anim.frames, anim.fps);
        }
        Body::Seqs(seqs) => {
            let (name, reserved) = (quoted(&seqs.name), seqs.reserved);
            writeln!(p, "SEQS {name} {}..={} reserved {reserved}", seqs.first, seqs.last);
        }
        Body::Pivo => writeln!(p, "PIVO"),
        Body::Unknown { tag, bytes: raw } => {
            writeln!(p, "unknown \"{}\" {}", tag.escape_ascii(), bytes(raw));
        }
        Body::Slack(raw) => writeln!(p, "slack {}", bytes(raw)),
    }
}

fn column<const N: usize>(records: &Records<'_>, offset: usize) -> String {
    numbers(records.column::<[f32; N]>(offset))
}

fn dump_vertices(p: &mut Printer<'_>, v: &Vertices<'_>, inner: usize) {
    writeln!(p, "VRTS {} flags {:#x} sets {} of {}", v.records.len(), v.flags, v.sets, v.set_size);
    p.set_depth(inner);
    writeln!(p, "positions {}", column::<3>(&v.records, 0));
    if let Some(offset) = v.normal_offset() {
        writeln!(p, "normals {}", column::<3>(&v.records, offset));
    }
    if let Some(offset) = v.color_offset() {
        writeln!(p, "colors {}", column::<4>(&v.records, offset));
    }
    for set in 0..v.sets {
        let offset = v.uv_offset(set);
        let values = match v.set_size {
            1 => column::<1>(&v.records, offset),
            2 => column::<2>(&v.records, offset),
            3 => column::<3>(&v.records, offset),
            4 => column::<4>(&v.records, offset),
            _ => continue,
        };
        writeln!(p, "uvs {set} {values}");
    }
}

fn dump_keys(p: &mut Printer<'_>, keys: &Keys<'_>, inner: usize) {
    let frames = integers(keys.records.column::<i32>(0));
    writeln!(p, "KEYS flags {:#x} frames {frames}", keys.flags);
    p.set_depth(inner);
    if let Some(offset) = keys.offset(Keys::POSITION) {
        writeln!(p, "positions {}", column::<3>(&keys.records, offset));
    }
    if let Some(offset) = keys.offset(Keys::SCALE) {
        writeln!(p, "scales {}", column::<3>(&keys.records, offset));
    }
    if let Some(offset) = keys.offset(Keys::ROTATION) {
        writeln!(p, "wxyz {}", column::<4>(&keys.records, offset));
    }
}
