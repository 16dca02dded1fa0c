//! The printer of documents.

use crate::document::{Document, Entity, Mesh, Paddings, Vertices};
use half::f16;
use retromesh_kit::dump::{Printer, bytes, integers, numbers, tuple};
use std::fmt::{self, Write};

impl Document<'_> {
    /// Prints the document, one structure a line.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let p = &mut Printer::new(out);
        let (version, entities, bits) = (self.version, self.entities.len(), self.floats.bits());
        writeln!(p, "bo3d version {version} entities {entities} vertex floats {bits}");
        if let Some(length) = self.declared_length {
            writeln!(p, "declared list length {length}");
        }
        for (n, (at, entity)) in self.entities_with_offsets().enumerate() {
            let kind = if entity.mesh.is_some() { "mesh" } else { "pivot" };
            p.block(format_args!("ENTITY[{n}] at {at:#x} {kind} \"{}\"", entity.name.escaped()), |p| {
                dump_entity(p, entity);
            });
        }
        p.bytes("trailing", &self.trailing);
        p.finish()
    }
}

fn dump_entity(p: &mut Printer<'_>, entity: &Entity<'_>) {
    let (position, scale, rotation) = (entity.position.to_array(), entity.scale.to_array(), entity.rotation);
    writeln!(p, "parent {} size {}", entity.parent, entity.byte_len());
    writeln!(p, "position {} scale {} wxyz {}", tuple(&position), tuple(&scale), tuple(&rotation));
    if entity.animation_length != 0 {
        writeln!(p, "animation length {}", entity.animation_length);
    }
    if !entity.keys.is_empty() {
        p.block(format_args!("keyframes {}", entity.keys.len()), |p| {
            let keys = &entity.keys;
            writeln!(p, "frames {}", integers(keys.iter().map(|k| k.frame)));
            writeln!(p, "positions {}", numbers(keys.iter().map(|k| k.position.to_array())));
            writeln!(p, "scales {}", numbers(keys.iter().map(|k| k.scale.to_array())));
            writeln!(p, "wxyz {}", numbers(keys.iter().map(|k| k.rotation)));
        });
    }
    if let Some(mesh) = entity.mesh.as_deref() {
        dump_mesh(p, mesh);
    }
    let Some(deviations) = entity.deviations.as_deref() else { return };
    if let Some(size) = deviations.declared_size {
        writeln!(p, "declared size {size}");
    }
    let Paddings { name, colors, triangles, texture } = &deviations.padding;
    for (name, padding) in [("name", name), ("colours", colors), ("triangles", triangles), ("texture", texture)] {
        if let Some(padding) = padding {
            writeln!(p, "padding of {name} {}", bytes(padding));
        }
    }
    p.bytes("slack", &deviations.slack);
}

fn dump_mesh(p: &mut Printer<'_>, mesh: &Mesh<'_>) {
    let [a, b, c, d] = mesh.color;
    writeln!(p, "colour bytes {a} {b} {c} {d} alpha {} fx {}", mesh.alpha, mesh.fx);
    writeln!(p, "texture \"{}\"", mesh.texture.escaped());
    match &mesh.vertices {
        Vertices::F16(rows) => {
            writeln!(p, "uvs {}", numbers(rows.iter().map(|v| v.uv.map(f16::to_f32))));
            writeln!(p, "normals {}", numbers(rows.iter().map(|v| v.normal.map(f16::to_f32))));
            writeln!(p, "positions {}", numbers(rows.iter().map(|v| v.position.map(f16::to_f32))));
        }
        Vertices::F32(rows) => {
            writeln!(p, "uvs {}", numbers(rows.iter().map(|v| v.uv.to_array())));
            writeln!(p, "normals {}", numbers(rows.iter().map(|v| v.normal.to_array())));
            writeln!(p, "positions {}", numbers(rows.iter().map(|v| v.position.to_array())));
        }
    }
    if !mesh.colors.is_empty() {
        writeln!(p, "vertex colours {} bytes {}", mesh.colors.len(), integers(mesh.colors.iter().flatten()));
    }
    writeln!(p, "triangles {} corners {}", mesh.triangles.len(), integers(mesh.triangles.iter().flatten()));
    for (n, bone) in mesh.bones.iter().enumerate() {
        writeln!(p, "bone {n} entity {} vertices {}..={}", bone.entity, bone.first, bone.last);
    }
}
