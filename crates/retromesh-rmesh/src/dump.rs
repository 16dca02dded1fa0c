//! The printer of documents.

use crate::document::{Document, Entity, HiddenSurface, Light, Surface, TextureSlot};
use retromesh_kit::dump::{Printer, integers, numbers, tuple};
use std::fmt::{self, Write};

impl Document<'_> {
    /// Prints the document, one structure a line.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let p = &mut Printer::new(out);
        let header = self.header().escape_ascii();
        writeln!(p, "rmesh {header} surfaces {} hidden {}", self.surfaces.len(), self.hidden.len());
        for (n, (at, surface)) in self.surfaces_with_offsets().enumerate() {
            p.block(format_args!("SURFACE[{n}] at {at:#x}"), |p| dump_surface(p, surface));
        }
        for (n, (at, surface)) in self.hidden_with_offsets().enumerate() {
            p.block(format_args!("HIDDEN[{n}] at {at:#x}"), |p| dump_hidden(p, surface));
        }
        for (n, (at, trigger)) in self.triggers_with_offsets().enumerate() {
            p.block(format_args!("TRIGGER[{n}] at {at:#x} \"{}\"", trigger.event.escaped()), |p| {
                for (n, surface) in trigger.surfaces.iter().enumerate() {
                    p.block(format_args!("HIDDEN[{n}]"), |p| dump_hidden(p, surface));
                }
            });
        }
        if let Some(declared) = self.declared_entities {
            writeln!(p, "declared entities {declared}");
        }
        for (n, (at, entity)) in self.entities_with_offsets().enumerate() {
            p.block(format_args!("ENTITY[{n}] at {at:#x} {}", entity.kind()), |p| dump_entity(p, entity));
        }
        if !self.end {
            writeln!(p, "no EOF");
        }
        p.bytes("trailing", &self.trailing);
        p.finish()
    }
}

fn dump_surface(p: &mut Printer<'_>, surface: &Surface<'_>) {
    let slot = |slot: &TextureSlot<'_>| format!("{} \"{}\"", slot.flag, slot.name.escaped());
    writeln!(p, "light map {} diffuse {}", slot(&surface.light_map), slot(&surface.diffuse));
    let vertices = &surface.vertices;
    writeln!(p, "positions {}", numbers(vertices.iter().map(|v| v.position.to_array())));
    writeln!(p, "uvs {}", numbers(vertices.iter().map(|v| v.uv.to_array())));
    writeln!(p, "light map uvs {}", numbers(vertices.iter().map(|v| v.light_map_uv.to_array())));
    let colors = vertices.iter().flat_map(|v| v.color);
    writeln!(p, "colours {} bytes {}", vertices.len(), integers(colors.map(i64::from)));
    let corners = surface.triangles.iter().flatten();
    writeln!(p, "triangles {} corners {}", surface.triangles.len(), integers(corners.map(i64::from)));
}

fn dump_hidden(p: &mut Printer<'_>, surface: &HiddenSurface<'_>) {
    writeln!(p, "positions {}", numbers(surface.vertices.iter().map(|v| v.to_array())));
    let corners = surface.triangles.iter().flatten();
    writeln!(p, "triangles {} corners {}", surface.triangles.len(), integers(corners.map(i64::from)));
}

fn dump_entity(p: &mut Printer<'_>, entity: &Entity<'_>) {
    writeln!(p, "position {}", tuple(&entity.position().to_array()));
    match entity {
        Entity::Light(light) => dump_light(p, light),
        Entity::Spotlight(spotlight) => {
            dump_light(p, &spotlight.light);
            let (inner, outer) = (spotlight.inner_cone, spotlight.outer_cone);
            writeln!(p, "angles \"{}\" cones {inner} {outer}", spotlight.angles.escaped());
        }
        Entity::Model(model) => {
            let (angles, scale) = (model.angles.to_array(), model.scale.to_array());
            writeln!(p, "file \"{}\"", model.file.escaped());
            writeln!(p, "angles {} scale {}", tuple(&angles), tuple(&scale));
        }
        Entity::EmptyModel(_) => writeln!(p, "no file"),
        Entity::Waypoint(_) => {}
        Entity::SoundEmitter(emitter) => writeln!(p, "sound {} range {}", emitter.sound, emitter.range),
        Entity::Screen(screen) => writeln!(p, "image \"{}\"", screen.image.escaped()),
        Entity::PlayerStart(start) => writeln!(p, "angles \"{}\"", start.angles.escaped()),
    }
}

fn dump_light(p: &mut Printer<'_>, light: &Light<'_>) {
    let (color, intensity) = (light.color.escaped(), light.intensity);
    writeln!(p, "range {} color \"{color}\" intensity {intensity}", light.range);
}
