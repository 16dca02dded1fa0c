//! The printer of ODOL documents.

use super::document::{Lod, ModelInfo, Odol};
use crate::packed::Packed;
use glam::Vec3;
use retromesh_kit::dump::{Printer, bytes, integers, numbers, tuple};
use retromesh_wire::{Row, Rows};
use std::fmt::{self, Write};

impl Odol<'_> {
    /// Prints the document, one construct a line.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let mut p = Printer::new(out);
        p.line(format_args!("ODOL v7, {} levels", self.lods.len()))?;
        for (index, lod) in self.lods.iter().enumerate() {
            let resolution = self.info.resolutions.get(index).unwrap_or(0.0);
            p.block(format_args!("LOD[{index}] resolution {resolution}"), |p| dump_lod(lod, p))?;
        }
        p.block(format_args!("ModelInfo"), |p| dump_info(&self.info, p))?;
        if !self.trailing.is_empty() {
            p.line(format_args!("trailing {}", bytes(&self.trailing)))?;
        }
        Ok(())
    }
}

/// Sums up an array and says how many bytes it takes in the file when it is packed.
fn packed<T: Row + Into<i64>>(array: &Packed<'_, T>) -> String {
    integers(array.values().iter().map(Into::into)) + &size(array)
}

fn size<T: Row>(array: &Packed<'_, T>) -> String {
    let checksum = if array.has_bad_checksum() { ", bad checksum" } else { "" };
    array.packed_bytes().map_or_else(String::new, |kept| format!(" (packed in {} bytes{checksum})", kept.len()))
}

fn vectors(rows: &Rows<'_, Vec3>) -> String {
    numbers(rows.iter().map(|v| v.to_array()))
}

fn vector(v: Vec3) -> String {
    tuple(&v.to_array())
}

fn dump_lod(lod: &Lod<'_>, p: &mut Printer<'_>) -> fmt::Result {
    p.line(format_args!("clip {}", packed(&lod.clip)))?;
    p.line(format_args!("uvs {}{}", numbers(lod.uvs.values().iter().map(|v| v.to_array())), size(&lod.uvs)))?;
    p.line(format_args!("positions {}", vectors(&lod.positions)))?;
    p.line(format_args!("normals {}", vectors(&lod.normals)))?;
    p.line(format_args!("hints or {:#010x} and {:#010x}", lod.or_hints, lod.and_hints))?;
    let (min, max, center) = (vector(lod.min), vector(lod.max), vector(lod.center));
    p.line(format_args!("bounds min {min} max {max} centre {center} radius {}", lod.radius))?;
    for (index, texture) in lod.textures.iter().enumerate() {
        p.line(format_args!("texture[{index}] \"{}\"", texture.escaped()))?;
    }
    p.line(format_args!("point to vertex {}", packed(&lod.point_to_vertex)))?;
    p.line(format_args!("vertex to point {}", packed(&lod.vertex_to_point)))?;
    p.block(format_args!("faces {} memory {}", lod.faces.len(), lod.face_memory), |p| {
        p.line(format_args!("corner counts {}", integers(lod.faces.iter().map(|f| f.corners.len() as i64))))?;
        p.line(format_args!("corners {}", integers(lod.faces.iter().flat_map(|f| f.corners.iter()).map(i64::from))))
    })?;
    for (index, s) in lod.sections.iter().enumerate() {
        let (begin, end, material, texture, special) = (s.begin, s.end, s.material, s.texture, s.special);
        p.line(format_args!(
            "section[{index}] {begin}..{end} material {material} texture {texture} flags {special:#010x}"
        ))?;
    }
    for (index, s) in lod.selections.iter().enumerate() {
        p.block(
            format_args!("selection[{index}] \"{}\" needs sections {}", s.name.escaped(), s.needs_sections),
            |p| {
                p.line(format_args!("faces {}", packed(&s.faces)))?;
                p.line(format_args!("face weights {}", packed(&s.face_weights)))?;
                p.line(format_args!("face offsets {}", packed(&s.face_offsets)))?;
                p.line(format_args!("sections {}", packed(&s.sections)))?;
                p.line(format_args!("vertices {}", packed(&s.vertices)))?;
                p.line(format_args!("vertex weights {}", packed(&s.vertex_weights)))
            },
        )?;
    }
    for property in &lod.properties {
        p.line(format_args!("property \"{}\" = \"{}\"", property.name.escaped(), property.value.escaped()))?;
    }
    for frame in &lod.frames {
        p.line(format_args!("frame {} {}", frame.time, vectors(&frame.positions)))?;
    }
    let (color_top, color, special) = (lod.color_top, lod.color, lod.special);
    p.line(format_args!("colour from above {color_top:#010x} colour {color:#010x} flags {special:#010x}"))?;
    for proxy in &lod.proxies {
        let columns = proxy.transform.map(vector).join(" ");
        let name = proxy.name.escaped();
        p.line(format_args!("proxy \"{name}\" id {} selection {} {columns}", proxy.id, proxy.selection))?;
    }
    Ok(())
}

fn dump_info(info: &ModelInfo<'_>, p: &mut Printer<'_>) -> fmt::Result {
    let f = &info.facts;
    p.line(format_args!("flags {:#010x} remarks {}", f.special, f.remarks))?;
    p.line(format_args!("hints and {:#010x} or {:#010x}", f.and_hints, f.or_hints))?;
    p.line(format_args!("spheres bounding {} geometry {}", f.bounding_sphere, f.geometry_sphere))?;
    p.line(format_args!("bounds min {} max {}", vector(f.min), vector(f.max)))?;
    let centers = [f.bounding_center, f.geometry_center, f.aiming_center, f.center_of_mass].map(vector);
    let [bounding, geometry, aiming, mass] = &centers;
    p.line(format_args!("centres bounding {bounding} geometry {geometry} aiming {aiming} mass {mass}"))?;
    p.line(format_args!("inverse inertia {}", f.inverse_inertia.map(vector).join(" ")))?;
    p.line(format_args!("colour {:#010x} from above {:#010x} density {}", f.color, f.color_top, f.view_density))?;
    p.line(format_args!(
        "auto centre {} locked {} occludes {} occluded {} animated {} map {}",
        f.auto_center, f.lock_auto_center, f.can_occlude, f.can_be_occluded, f.allow_animation, f.map_type
    ))?;
    p.line(format_args!("masses {}{}", numbers(info.masses.values().iter().map(|m| [m])), size(&info.masses)))?;
    let t = &info.totals;
    p.line(format_args!("mass {} inverse {} armour {} inverse {}", t.mass, t.inverse_mass, t.armor, t.inverse_armor))?;
    p.line(format_args!("{:?}", t.lods))
}
