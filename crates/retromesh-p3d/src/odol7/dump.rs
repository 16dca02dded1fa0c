//! The printer of ODOL documents.

use super::document::{Lod, ModelInfo, Odol};
use crate::packed::Packed;
use glam::Vec3;
use retromesh_kit::dump::{Printer, integers, numbers, tuple};
use retromesh_wire::{Row, Rows};
use std::fmt::{self, Write};

impl Odol<'_> {
    /// Prints the document, one construct a line.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let p = &mut Printer::new(out);
        writeln!(p, "ODOL v7, {} levels", self.lods.len());
        for (index, lod) in self.lods.iter().enumerate() {
            let resolution = self.info.resolutions.get(index).unwrap_or(0.0);
            p.block(format_args!("LOD[{index}] resolution {resolution}"), |p| dump_lod(lod, p));
        }
        p.block(format_args!("ModelInfo"), |p| dump_info(&self.info, p));
        p.bytes("trailing", &self.trailing);
        p.finish()
    }
}

/// Sums up an array and says how many bytes it takes in the file when it is packed.
fn packed<T: Row + Into<i64>>(array: &Packed<'_, T>) -> String {
    integers(array.values().iter()) + &size(array)
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

fn dump_lod(lod: &Lod<'_>, p: &mut Printer<'_>) {
    writeln!(p, "clip {}", packed(&lod.clip));
    writeln!(p, "uvs {}{}", numbers(lod.uvs.values().iter().map(|v| v.to_array())), size(&lod.uvs));
    writeln!(p, "positions {}", vectors(&lod.positions));
    writeln!(p, "normals {}", vectors(&lod.normals));
    writeln!(p, "hints or {:#010x} and {:#010x}", lod.or_hints, lod.and_hints);
    let (min, max, center) = (vector(lod.min), vector(lod.max), vector(lod.center));
    writeln!(p, "bounds min {min} max {max} centre {center} radius {}", lod.radius);
    for (index, texture) in lod.textures.iter().enumerate() {
        writeln!(p, "texture[{index}] \"{}\"", texture.escaped());
    }
    writeln!(p, "point to vertex {}", packed(&lod.point_to_vertex));
    writeln!(p, "vertex to point {}", packed(&lod.vertex_to_point));
    p.block(format_args!("faces {} memory {}", lod.faces.len(), lod.face_memory), |p| {
        writeln!(p, "corner counts {}", integers(lod.faces.iter().map(|f| f.corners.len() as i64)));
        writeln!(p, "corners {}", integers(lod.faces.iter().flat_map(|f| f.corners.iter())));
    });
    for (index, s) in lod.sections.iter().enumerate() {
        let (begin, end, material, texture, special) = (s.begin, s.end, s.material, s.texture, s.special);
        writeln!(p, "section[{index}] {begin}..{end} material {material} texture {texture} flags {special:#010x}");
    }
    for (index, s) in lod.selections.iter().enumerate() {
        let (name, needed) = (s.name.escaped(), s.needs_sections);
        p.block(format_args!("selection[{index}] \"{name}\" needs sections {needed}"), |p| {
            writeln!(p, "faces {}", packed(&s.faces));
            writeln!(p, "face weights {}", packed(&s.face_weights));
            writeln!(p, "face offsets {}", packed(&s.face_offsets));
            writeln!(p, "sections {}", packed(&s.sections));
            writeln!(p, "vertices {}", packed(&s.vertices));
            writeln!(p, "vertex weights {}", packed(&s.vertex_weights));
        });
    }
    for property in &lod.properties {
        writeln!(p, "property \"{}\" = \"{}\"", property.name.escaped(), property.value.escaped());
    }
    for frame in &lod.frames {
        writeln!(p, "frame {} {}", frame.time, vectors(&frame.positions));
    }
    let (color_top, color, special) = (lod.color_top, lod.color, lod.special);
    writeln!(p, "colour from above {color_top:#010x} colour {color:#010x} flags {special:#010x}");
    for proxy in &lod.proxies {
        let columns = proxy.transform.map(vector).join(" ");
        let name = proxy.name.escaped();
        writeln!(p, "proxy \"{name}\" id {} selection {} {columns}", proxy.id, proxy.selection);
    }
}

fn dump_info(info: &ModelInfo<'_>, p: &mut Printer<'_>) {
    let f = &info.facts;
    writeln!(p, "flags {:#010x} remarks {}", f.special, f.remarks);
    writeln!(p, "hints and {:#010x} or {:#010x}", f.and_hints, f.or_hints);
    writeln!(p, "spheres bounding {} geometry {}", f.bounding_sphere, f.geometry_sphere);
    writeln!(p, "bounds min {} max {}", vector(f.min), vector(f.max));
    let centers = [f.bounding_center, f.geometry_center, f.aiming_center, f.center_of_mass].map(vector);
    let [bounding, geometry, aiming, mass] = &centers;
    writeln!(p, "centres bounding {bounding} geometry {geometry} aiming {aiming} mass {mass}");
    writeln!(p, "inverse inertia {}", f.inverse_inertia.map(vector).join(" "));
    writeln!(p, "colour {:#010x} from above {:#010x} density {}", f.color, f.color_top, f.view_density);
    let (auto, locked, occludes, occluded) = (f.auto_center, f.lock_auto_center, f.can_occlude, f.can_be_occluded);
    let (animated, map) = (f.allow_animation, f.map_type);
    writeln!(
        p,
        "auto centre {auto} locked {locked} occludes {occludes} occluded {occluded} animated {animated} map {map}"
    );
    writeln!(p, "masses {}{}", numbers(info.masses.values().iter().map(|m| [m])), size(&info.masses));
    let t = &info.totals;
    writeln!(p, "mass {} inverse {} armour {} inverse {}", t.mass, t.inverse_mass, t.armor, t.inverse_armor);
    writeln!(p, "{:?}", t.lods);
}
