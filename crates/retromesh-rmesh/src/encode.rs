//! Document to bytes, in the order of `parse`.

use crate::ID;
use crate::document::{Document, END, Entity, HiddenSurface, Light, Surface, TextureSlot, Trigger, flag};
use retromesh_core::{Error, ErrorKind};
use retromesh_kit::ByteLayout;
use retromesh_kit::layout::Visit;
use retromesh_wire::{Put, RawStr, Trace};

impl Document<'_> {
    pub(crate) fn write(&self) -> Result<Vec<u8>, Error> {
        let mut out = Vec::with_capacity(self.end_offset() + 4 + END.len() + self.trailing.len());
        self.put(&mut out)?;
        Ok(out)
    }

    fn put(&self, out: &mut impl Put) -> Result<(), Error> {
        put_text(out.field("header"), self.header())?;
        out.field("surface_count").put_count_i32("surface count", self.surfaces.len())?;
        for (n, surface) in self.surfaces.iter().enumerate() {
            out.entry("surfaces").begin("surface");
            put_surface(surface, out).map_err(|error| error.within(format!("SURFACE[{n}]")))?;
            out.end();
        }
        out.field("hidden_count").put_count_i32("hidden surface count", self.hidden.len())?;
        put_hidden(&self.hidden, "hidden", out)?;
        if let Some(triggers) = &self.triggers {
            out.field("trigger_count").put_count_i32("trigger count", triggers.len())?;
            for trigger in triggers {
                out.entry("triggers").begin("trigger");
                put_trigger(trigger, out)?;
                out.end();
            }
        }
        out.field("entity_count");
        match self.declared_entities {
            Some(declared) => out.put_i32(declared),
            None => out.put_count_i32("entity count", self.entities.len())?,
        }
        for (n, entity) in self.entities.iter().enumerate() {
            out.entry("entities").begin("entity");
            put_entity(entity, out).map_err(|error| error.within(format!("ENTITY[{n}]")))?;
            out.end();
        }
        if self.end {
            put_text(out.field("end"), END)?;
        }
        out.field("trailing").put_bytes(&self.trailing);
        Ok(())
    }
}

impl ByteLayout for Document<'_> {
    fn layout(&self, bytes: &[u8], visit: &mut dyn Visit) -> Result<(), Error> {
        Trace::walk(ID, bytes, visit, |out| self.put(out))
    }
}

/// A length and a text.
fn put_text(out: &mut impl Put, text: &[u8]) -> Result<(), Error> {
    out.begin("text");
    out.field("length").put_count_i32("length of a text", text.len())?;
    out.field("value").put_text(text);
    out.end();
    Ok(())
}

fn put_surface(surface: &Surface<'_>, out: &mut impl Put) -> Result<(), Error> {
    put_slot(&surface.light_map, out.field("light_map"))?;
    put_slot(&surface.diffuse, out.field("diffuse"))?;
    out.field("vertex_count").put_count_i32("vertex count", surface.vertices.len())?;
    out.field("vertices").put_rows(&surface.vertices);
    out.field("triangle_count").put_count_i32("triangle count", surface.triangles.len())?;
    out.field("triangles").put_rows(&surface.triangles);
    Ok(())
}

fn put_slot(slot: &TextureSlot<'_>, out: &mut impl Put) -> Result<(), Error> {
    out.begin("slot");
    out.field("flag").put_u8(slot.flag);
    if slot.flag != flag::NONE {
        put_text(out.field("name"), slot.name.bytes())?;
    } else if slot.has_texture() {
        return Err(Error::new(
            ID,
            ErrorKind::unrepresentable("a texture in a slot whose flag says that there is none"),
        ));
    }
    out.end();
    Ok(())
}

fn put_hidden(surfaces: &[HiddenSurface<'_>], name: &'static str, out: &mut impl Put) -> Result<(), Error> {
    for surface in surfaces {
        out.entry(name).begin("hidden_surface");
        out.field("vertex_count").put_count_i32("vertex count", surface.vertices.len())?;
        out.field("vertices").put_rows(&surface.vertices);
        out.field("triangle_count").put_count_i32("triangle count", surface.triangles.len())?;
        out.field("triangles").put_rows(&surface.triangles);
        out.end();
    }
    Ok(())
}

fn put_trigger(trigger: &Trigger<'_>, out: &mut impl Put) -> Result<(), Error> {
    out.field("surface_count").put_count_i32("hidden surface count", trigger.surfaces.len())?;
    put_hidden(&trigger.surfaces, "surfaces", out)?;
    put_text(out.field("event"), trigger.event.bytes())
}

fn put_entity(entity: &Entity<'_>, out: &mut impl Put) -> Result<(), Error> {
    put_text(out.field("kind"), entity.kind().as_bytes())?;
    out.field("body").begin(entity.kind());
    match entity {
        Entity::Light(light) => put_light(light, out)?,
        Entity::Spotlight(spotlight) => {
            out.field("light").begin("light");
            put_light(&spotlight.light, out)?;
            out.end();
            put_text(out.field("angles"), spotlight.angles.bytes())?;
            out.field("inner_cone").put_i32(spotlight.inner_cone);
            out.field("outer_cone").put_i32(spotlight.outer_cone);
        }
        Entity::Model(model) => {
            put_file(&model.file, out)?;
            out.field("position").put_vec3(model.position);
            out.field("angles").put_vec3(model.angles);
            out.field("scale").put_vec3(model.scale);
        }
        Entity::EmptyModel(position) => {
            put_text(out.field("file"), &[])?;
            out.field("position").put_vec3(*position);
        }
        Entity::Waypoint(position) => out.field("position").put_vec3(*position),
        Entity::SoundEmitter(emitter) => {
            out.field("position").put_vec3(emitter.position);
            out.field("sound").put_i32(emitter.sound);
            out.field("range").put_f32(emitter.range);
        }
        Entity::Screen(screen) => {
            out.field("position").put_vec3(screen.position);
            put_text(out.field("image"), screen.image.bytes())?;
        }
        Entity::PlayerStart(start) => {
            out.field("position").put_vec3(start.position);
            put_text(out.field("angles"), start.angles.bytes())?;
        }
    }
    out.end();
    Ok(())
}

fn put_file(file: &RawStr<'_>, out: &mut impl Put) -> Result<(), Error> {
    if file.is_empty() {
        return Err(Error::new(ID, ErrorKind::unrepresentable("a prop without a file, of which the game reads less")));
    }
    put_text(out.field("file"), file.bytes())
}

fn put_light(light: &Light<'_>, out: &mut impl Put) -> Result<(), Error> {
    out.field("position").put_vec3(light.position);
    out.field("range").put_f32(light.range);
    put_text(out.field("color"), light.color.bytes())?;
    out.field("intensity").put_f32(light.intensity);
    Ok(())
}
