//! The printer of documents.

use crate::document::{Document, Entity, Mesh, Vertices};
use half::f16;
use retromesh_kit::dump::{Printer, bytes, integers, numbers, tuple};
use std::fmt::{self, Write};

impl Document<'_> {
    /// Prints the document, one structure a line.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let p = &mut Printer::new(out);
        p.line(format_args!(
            "bo3d version {} entities {} vertex floats {}",
            self.version,
            self.entities.len(),
            self.floats.bits()
        ))?;
        if let Some(length) = self.declared_length {
            p.line(format_args!("declared list length {length}"))?;
        }
        for (n, (at, entity)) in self.entities_with_offsets().enumerate() {
            let kind = if entity.mesh.is_some() { "mesh" } else { "pivot" };
            p.block(format_args!("ENTITY[{n}] at {at:#x} {kind} \"{}\"", entity.name.escaped()), |p| {
                dump_entity(p, entity)
            })?;
        }
        if !self.trailing.is_empty() {
            p.line(format_args!("trailing {}", bytes(&self.trailing)))?;
        }
        Ok(())
    }
}

fn dump_entity(p: &mut Printer<'_>, entity: &Entity<'_>) -> fmt::Result {
    let (position, scale, rotation) = (entity.position.to_array(), entity.scale.to_array(), entity.rotation);
    p.line(format_args!("parent {} size {}", entity.parent, entity.byte_len()))?;
    p.line(format_args!("position {} scale {} wxyz {}", tuple(&position), tuple(&scale), tuple(&rotation)))?;
    if entity.animation_length != 0 {
        p.line(format_args!("animation length {}", entity.animation_length))?;
    }
    if !entity.keys.is_empty() {
        p.block(format_args!("keyframes {}", entity.keys.len()), |p| {
            let keys = &entity.keys;
            p.line(format_args!("frames {}", integers(keys.iter().map(|k| i64::from(k.frame)))))?;
            p.line(format_args!("positions {}", numbers(keys.iter().map(|k| k.position.to_array()))))?;
            p.line(format_args!("scales {}", numbers(keys.iter().map(|k| k.scale.to_array()))))?;
            p.line(format_args!("wxyz {}", numbers(keys.iter().map(|k| k.rotation))))
        })?;
    }
    if let Some(mesh) = entity.mesh.as_deref() {
        dump_mesh(p, mesh)?;
    }
    let Some(odd) = entity.oddities.as_deref() else { return Ok(()) };
    if let Some(size) = odd.declared_size {
        p.line(format_args!("declared size {size}"))?;
    }
    let paddings = &odd.padding;
    let named = [
        ("name", &paddings.name),
        ("colours", &paddings.colors),
        ("triangles", &paddings.triangles),
        ("texture", &paddings.texture),
    ];
    for (name, padding) in named {
        if let Some(padding) = padding {
            p.line(format_args!("padding of {name} {}", bytes(padding)))?;
        }
    }
    if odd.slack.is_empty() { Ok(()) } else { p.line(format_args!("slack {}", bytes(&odd.slack))) }
}

fn dump_mesh(p: &mut Printer<'_>, mesh: &Mesh<'_>) -> fmt::Result {
    let [a, b, c, d] = mesh.color;
    p.line(format_args!("colour bytes {a} {b} {c} {d} alpha {} fx {}", mesh.alpha, mesh.fx))?;
    p.line(format_args!("texture \"{}\"", mesh.texture.escaped()))?;
    match &mesh.vertices {
        Vertices::F16(rows) => {
            p.line(format_args!("uvs {}", numbers(rows.iter().map(|v| v.uv.map(f16::to_f32)))))?;
            p.line(format_args!("normals {}", numbers(rows.iter().map(|v| v.normal.map(f16::to_f32)))))?;
            p.line(format_args!("positions {}", numbers(rows.iter().map(|v| v.position.map(f16::to_f32)))))?;
        }
        Vertices::F32(rows) => {
            p.line(format_args!("uvs {}", numbers(rows.iter().map(|v| v.uv.to_array()))))?;
            p.line(format_args!("normals {}", numbers(rows.iter().map(|v| v.normal.to_array()))))?;
            p.line(format_args!("positions {}", numbers(rows.iter().map(|v| v.position.to_array()))))?;
        }
    }
    if !mesh.colors.is_empty() {
        let channels = mesh.colors.iter().flatten();
        p.line(format_args!("vertex colours {} bytes {}", mesh.colors.len(), integers(channels.map(i64::from))))?;
    }
    let corners = mesh.triangles.iter().flatten();
    p.line(format_args!("triangles {} corners {}", mesh.triangles.len(), integers(corners.map(i64::from))))?;
    for (n, bone) in mesh.bones.iter().enumerate() {
        p.line(format_args!("bone {n} entity {} vertices {}..={}", bone.entity, bone.first, bone.last))?;
    }
    Ok(())
}
