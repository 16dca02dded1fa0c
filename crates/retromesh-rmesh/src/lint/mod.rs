//! What the game leaves out, refuses or shows wrong.

use crate::TARGET;
use crate::document::{Document, END, Entity, MAX_VERTICES, Surface, TextureSlot, flag};
use glam::Vec3;
use retromesh_kit::{Findings, Lint, Lints, Target, image_files};
use retromesh_wire::{RawStr, Rows};

/// The extensions of the image files that engines load, the kind that others are made into first.
pub(crate) const IMAGES: &[&str] = &["png", "jpg", "jpeg", "bmp", "tga", "pcx", "iff", "dds"];

retromesh_kit::rules! {
    UnknownEntity "rmesh-unknown-entity" [TARGET] "the game reads what follows an entity of unknown kind as the next one, in the wrong place" => "Take the entity out, or write the room again.";
    Origin "rmesh-origin" [TARGET] "the game leaves out lights and screens at exactly 0 0 0" => "Move it by a little to keep it: a repair takes it out of the room.";
    EmptyModel "rmesh-empty-model" [TARGET] "the game shows nothing for a prop without a file, and reads less of it than some writers write" => "Take the prop out.";
    LongName "rmesh-long-name" [TARGET] "a name is longer than the 260 characters of a path that the game's system opens" => "Shorten the name.";
    NamePath "rmesh-name-path" [TARGET] "textures are looked for by name in the room's folder" => "Write the file name alone.";
    UnloadableImage "rmesh-unloadable-image" [TARGET] "the engine loads no image file of this kind" => "Convert the image to PNG and name that; a conversion to the format does.";
    NonAscii "rmesh-non-ascii" [TARGET] "the game reads names in the system's code page" => "Rename in ASCII.";
    NoLightMap "rmesh-no-light-map" [TARGET] "an opaque surface without a light map is as bright as its vertex colours" => "Bake a light map if the surface is to have light of its own." note;
    LightMapName "rmesh-light-map-name" [TARGET] "the game adds a light map only if its name has _lm in it; it multiplies others" => "Put _lm into the name.";
    NoTexture "rmesh-no-texture" [TARGET] "a surface without a diffuse texture is drawn plain" => "Give it a texture.";
    LargeSurface "rmesh-large-surface" [TARGET] "indices of 16 bits reach 65,535 vertices of a surface only" => "Split the surface; a rewrite through a scene does.";
    TriangleIndex "rmesh-triangle-index" [TARGET] "the game ends on a triangle whose corner is not a vertex" => "Take the triangle out; a rewrite through a scene does.";
    NotFinite "rmesh-not-finite" [TARGET] "a number is infinite or not a number" => "Repair the file: it becomes 0.";
    Sounds "rmesh-many-sounds" [TARGET] "the game keeps the first 8 sound emitters of a room" => "Take out the others.";
    Triggers "rmesh-many-triggers" [TARGET] "the game has room for 128 trigger boxes" => "Take out the others.";
    Angles "rmesh-angles" [TARGET] "angles are not two numbers of a spotlight, or three of a start of the player: the game takes the number at the start of each, or 0, and the last one for what is missing" => "Write them as numbers with a blank between, and with a point for decimals.";
    Color "rmesh-light-color" [TARGET] "the colour of a light is not three numbers from 0 to 255" => "Write it as three numbers with blanks between.";
    OnePoint "rmesh-one-point" [TARGET] "all corners of a triangle are in one place, as where zeros overwrote vertices" => "Compare the file with another copy.";
    Trailing "rmesh-trailing" [TARGET] "bytes follow the end of the room, which the game does not read" => "Repair the file: they are left out.";
}

/// The maximum number of characters of a path that Windows opens; names come after the room's folder.
const MAX_PATH: usize = 260;
/// The maximum number of sound emitters of a room.
const MAX_SOUNDS: usize = 8;
/// The maximum number of trigger boxes of a room.
const MAX_TRIGGERS: usize = 128;

impl Lints for Document<'_> {
    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        let mut findings = Findings::new(RULES);
        for (n, (at, surface)) in self.surfaces_with_offsets().enumerate() {
            let place = At { offset: at, list: "SURFACE", number: n };
            drawn(place, surface, &mut findings);
        }
        for (n, (at, surface)) in self.hidden_with_offsets().enumerate() {
            let place = At { offset: at, list: "HIDDEN", number: n };
            shape(place, surface.vertices.len(), &surface.triangles, &mut findings);
            place.add(&mut findings, Id::NotFinite, !surface.vertices.iter().all(Vec3::is_finite));
        }
        for (n, (at, trigger)) in self.triggers_with_offsets().enumerate() {
            let place = At { offset: at, list: "TRIGGER", number: n };
            for surface in &trigger.surfaces {
                shape(place, surface.vertices.len(), &surface.triangles, &mut findings);
                place.add(&mut findings, Id::NotFinite, !surface.vertices.iter().all(Vec3::is_finite));
            }
            place.add(&mut findings, Id::NonAscii, !trigger.event.bytes().is_ascii());
            place.add(&mut findings, Id::Triggers, n >= MAX_TRIGGERS);
        }
        let mut sounds = 0;
        for (n, (at, entity)) in self.entities_with_offsets().enumerate() {
            let place = At { offset: at, list: "ENTITY", number: n };
            of_entity(place, entity, &mut findings);
            sounds += usize::from(matches!(entity, Entity::SoundEmitter(_)));
            place.add(&mut findings, Id::Sounds, matches!(entity, Entity::SoundEmitter(_)) && sounds > MAX_SOUNDS);
        }
        let unknown = At { offset: self.end_offset() as u64, list: "ENTITY", number: self.entities.len() };
        unknown.add(&mut findings, Id::UnknownEntity, self.declared_entities.is_some());
        let end = (self.end_offset() + if self.end { 4 + END.len() } else { 0 }) as u64;
        let trailing = if self.declared_entities.is_some() { 0 } else { self.trailing.len() };
        findings.add(Id::Trailing, trailing, || (Some(end), String::new()));
        findings.of(target)
    }
}

/// Where something is.
#[derive(Clone, Copy)]
struct At {
    offset: u64,
    list: &'static str,
    number: usize,
}

impl At {
    fn add(self, findings: &mut Findings, rule: Id, holds: bool) {
        let Self { offset, list, number } = self;
        findings.add(rule, usize::from(holds), || (Some(offset), format!("{list}[{number}]")));
    }
}

fn drawn(at: At, surface: &Surface<'_>, findings: &mut Findings) {
    let Surface { light_map, diffuse, vertices, triangles } = surface;
    shape(at, vertices.len(), triangles, findings);
    let place = |corner: u32| vertices.get(corner as usize).map(|vertex| vertex.position);
    let is_one =
        |[a, b, c]: &[u32; 3]| place(*a).is_some_and(|at| [*b, *c].iter().all(|&corner| place(corner) == Some(at)));
    let count = triangles.iter().filter(is_one).count();
    findings.add(Id::OnePoint, count, || (Some(at.offset), format!("{}[{}]", at.list, at.number)));
    let is_finite = vertices.iter().all(|v| v.position.is_finite() && v.uv.is_finite() && v.light_map_uv.is_finite());
    at.add(findings, Id::NotFinite, !is_finite);
    for slot in [light_map, diffuse] {
        name(at, &slot.name, findings);
        let has_folder = slot.name.bytes().iter().any(|byte| matches!(byte, b'/' | b'\\' | b':'));
        at.add(findings, Id::NamePath, has_folder);
        at.add(
            findings,
            Id::UnloadableImage,
            slot.has_texture() && !image_files::is_loaded(IMAGES, &slot.name.to_string()),
        );
    }
    at.add(findings, Id::NoTexture, !diffuse.has_texture());
    at.add(findings, Id::NoLightMap, !light_map.has_texture() && !surface.is_transparent());
    let is_light_map = |slot: &TextureSlot<'_>| slot.has_texture() && slot.flag == flag::LIGHT_MAP;
    let is_added = light_map.name.to_string().to_ascii_lowercase().contains("_lm");
    at.add(findings, Id::LightMapName, is_light_map(light_map) && !is_added);
}

fn shape(at: At, vertices: usize, triangles: &Rows<'_, [u32; 3]>, findings: &mut Findings) {
    at.add(findings, Id::LargeSurface, vertices > MAX_VERTICES);
    at.add(findings, Id::TriangleIndex, triangles.iter().flatten().any(|corner| corner as usize >= vertices));
}

fn name(at: At, name: &RawStr<'_>, findings: &mut Findings) {
    at.add(findings, Id::LongName, name.len() >= MAX_PATH);
    at.add(findings, Id::NonAscii, !name.bytes().is_ascii());
}

fn of_entity(at: At, entity: &Entity<'_>, findings: &mut Findings) {
    let is_left_out = matches!(entity, Entity::Light(_) | Entity::Spotlight(_) | Entity::Screen(_));
    at.add(findings, Id::Origin, is_left_out && entity.position() == Vec3::ZERO);
    at.add(findings, Id::EmptyModel, matches!(entity, Entity::EmptyModel(_)));
    entity.texts().into_iter().for_each(|text| name(at, text, findings));
    let mut is_finite = entity.position().is_finite();
    match entity {
        Entity::Light(light) | Entity::Spotlight(crate::Spotlight { light, .. }) => {
            is_finite &= light.range.is_finite() && light.intensity.is_finite();
            let color = light.color.to_string();
            let numbers = color.split_ascii_whitespace().filter(|part| part.parse::<u8>().is_ok()).count();
            let is_color = numbers == 3 && color.split_ascii_whitespace().count() == 3;
            at.add(findings, Id::Color, !is_color);
        }
        Entity::Model(model) => is_finite &= model.angles.is_finite() && model.scale.is_finite(),
        Entity::SoundEmitter(emitter) => is_finite &= emitter.range.is_finite(),
        _ => {}
    }
    at.add(findings, Id::NotFinite, !is_finite);
    let (angles, count) = match entity {
        Entity::Spotlight(spotlight) => (spotlight.angles.to_string(), 2),
        Entity::PlayerStart(start) => (start.angles.to_string(), 3),
        _ => return,
    };
    // The game joins blanks that follow each other, and reads nothing before the first.
    let is_number = |part: &&str| part.parse().is_ok_and(f32::is_finite);
    let numbers = angles.split_ascii_whitespace().take(count).filter(is_number).count();
    at.add(findings, Id::Angles, angles.starts_with(' ') || numbers < count);
}
