//! The printer of documents.

use crate::codec::{f8a, packed, rotation};
use crate::document::{Bone, Clip, Document, Mesh, Span};
use crate::keys::Key;
use crate::vertex::{Form, Vertex};
use retromesh_kit::dump::{Printer, bytes, integers, numbers, tuple};
use retromesh_wire::RawStr;
use std::fmt;

impl Document<'_> {
    /// Prints the document, one construct a line, offsets in hexadecimal.
    pub fn dump(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        let p = &mut Printer::new(out);
        let h = &self.header;
        let sizes: Vec<String> = self.sizes().iter().map(|(name, size)| format!("{name} {size}")).collect();
        writeln!(p, "bmd {} bytes: {}", self.size, sizes.join(", "));
        if h.reserved != [0; 3] {
            writeln!(p, "reserved {:#x?}", h.reserved);
        }
        for (name, span) in [("meshes", h.meshes), ("levels", h.lods), ("bones", h.bones), ("clips", h.clips)] {
            if span != Span::default() {
                writeln!(p, "{name} at {:#x} size {}", span.offset, span.size);
            }
        }
        for (n, mesh) in self.meshes.iter().enumerate() {
            self.dump_mesh(p, n, mesh);
        }
        for (n, lod) in self.lods.iter().enumerate() {
            let (first, count, scale) = (lod.first, lod.count, f8a::decode(lod.scale));
            writeln!(p, "LOD[{n}] first {first} count {count} scale {:#04x} = {scale}", lod.scale);
        }
        for (n, bone) in self.bones.iter().enumerate() {
            dump_bone(p, n, bone);
        }
        for (n, clip) in self.clips.iter().enumerate() {
            dump_clip(p, n, clip, self.keyed_bones());
        }
        for gap in &self.gaps {
            writeln!(p, "gap at {:#x} {}", gap.offset, bytes(&gap.bytes));
        }
        p.finish()
    }

    fn dump_mesh(&self, p: &mut Printer<'_>, n: usize, mesh: &Mesh<'_>) {
        let def = &mesh.def;
        let name = text(mesh.material.as_ref());
        let flags = def.flags;
        p.block(format_args!("MESH[{n}] material {name} at {:#x} flags {flags:#x}", def.material), |p| {
            if def.reserved != 0 {
                writeln!(p, "reserved {:#x}", def.reserved);
            }
            let all: Vec<Vertex> = mesh.vertices(self.uv_layout(n)).collect();
            let count = |form| all.iter().filter(|v| v.form == form).count();
            let [short, middle, long] = [Form::V64, Form::V96, Form::V128].map(count);
            let (n_vertices, at, size) = (def.vertex_count, def.vertices, def.vertex_bytes);
            let forms = format!("{short} of 64, {middle} of 96, {long} of 128 bits");
            writeln!(p, "vertices {n_vertices} at {at:#x} size {size}: {forms}");
            writeln!(p, "tags {}", integers(all.iter().map(|v| v.tag)));
            writeln!(p, "bones {}", integers(all.iter().map(|v| v.bone)));
            writeln!(p, "positions {}", numbers(all.iter().map(|v| v.position.to_array())));
            writeln!(p, "normals {}", numbers(all.iter().map(|v| v.normal.to_array())));
            writeln!(p, "uvs {:?} {}", self.uv_layout(n), numbers(all.iter().map(|v| v.uv.to_array())));
            writeln!(p, "colors {}", integers(all.iter().filter_map(|v| v.color)));
            let (quads, wide) = mesh.faces().fold((0, 0), |(q, w), f| (q + u32::from(f.quad), w + u32::from(f.wide)));
            let indices = integers(mesh.faces().flat_map(|f| f.indices().to_vec()));
            let (n_faces, at, size) = (def.face_count, def.faces, def.face_bytes);
            writeln!(p, "faces {n_faces} at {at:#x} size {size}: {quads} quads, {wide} of 64 bits, indices {indices}");
        });
    }
}

fn dump_bone(p: &mut Printer<'_>, n: usize, bone: &Bone<'_>) {
    let (def, name) = (&bone.def, text(bone.name.as_ref()));
    if bone.is_pseudo() {
        let (bones, weights) = (def.origin.to_le_bytes(), tuple(&rotation::decode_raw(def.rotation)));
        writeln!(p, "BONE[{n}] {name} blend {bones:?} weights {weights} solid {}", def.solid);
        return;
    }
    let origin = tuple(&packed::decode(def.origin).to_array());
    let raw = tuple(&rotation::decode_raw(def.rotation));
    writeln!(p, "BONE[{n}] {name} parent {} origin {origin} rotation {raw} solid {}", def.parent, def.solid);
}

fn dump_clip(p: &mut Printer<'_>, n: usize, clip: &Clip<'_>, bones: usize) {
    let (def, name) = (&clip.def, text(clip.name.as_ref()));
    let (frames, rate, loops) = (def.frames, clip.rate(), clip.loops());
    p.block(format_args!("CLIP[{n}] {name} frames {frames} rate {rate} loops {loops}"), |p| {
        writeln!(p, "keys at {:#x} size {}", def.keys, def.key_bytes);
        let mut stream = clip.keys(bones, false);
        let keys: Vec<Key> = stream.by_ref().collect();
        for of_bone in keys.chunk_by(|a, b| a.bone == b.bone) {
            let bone = of_bone.first().map_or(0, |key| key.bone);
            let list = |word: fn(&Key) -> Option<u32>| -> Vec<(u32, u32)> {
                of_bone.iter().filter_map(|key| Some((key.frame, word(key)?))).collect()
            };
            for (name, list) in [
                ("rotation", list(|key| key.rotation)),
                ("translation", list(|key| key.translation)),
                ("scale", list(|key| key.scale)),
            ] {
                if !list.is_empty() {
                    let frames = integers(list.iter().map(|(frame, _)| *frame));
                    let values = list.iter().map(|(_, word)| *word);
                    let values = if name == "rotation" {
                        numbers(values.map(rotation::decode_raw))
                    } else {
                        numbers(values.map(|word| packed::decode(word).to_array()))
                    };
                    writeln!(p, "bone {bone} {name} frames {frames}, values {values}");
                }
            }
        }
        writeln!(p, "end {:?}, {} bytes left", stream.end(), stream.rest().len());
    });
}

fn text(name: Option<&RawStr<'_>>) -> String {
    name.map_or("none".into(), |name| format!("\"{}\"", name.escaped()))
}
