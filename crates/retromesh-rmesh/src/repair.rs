//! Sets right what the rules find, and changes nothing else.

use crate::document::{Document, Entity, Model, Spotlight, TextureSlot, Vertex};
use crate::lint::{Id, RULES};
use glam::Vec3;
use retromesh_core::Error;
use retromesh_kit::import::replace_non_finite;
use retromesh_kit::{Lints, Repair, Repairs, Target};
use retromesh_wire::{RawStr, Rows};

/// Sets one thing right.
type Fix = fn(&mut Document<'_>);

/// The rules with a fix.
const FIXES: [(Id, Fix); 7] = [
    (Id::UnknownEntity, drop_unknown),
    // What becomes 0 0 0 is left out.
    (Id::NotFinite, make_finite),
    (Id::Origin, drop_left_out),
    (Id::EmptyModel, |d| d.entities.retain(|entity| !matches!(entity, Entity::EmptyModel(_)))),
    (Id::NamePath, strip_folders),
    (Id::TriangleIndex, drop_triangles),
    (Id::Trailing, |d| d.trailing = Vec::new().into()),
];

impl Repairs for Document<'_> {
    fn repair(&self, target: Option<&Target>, only: &[String]) -> Result<Repair, Error> {
        let before = self.lint(None);
        let mut fixed = self.clone();
        let is_due = |id: Id| RULES.get(id as usize).is_some_and(|rule| rule.is_due(&before, target, only));
        FIXES.iter().filter(|(id, _)| is_due(*id)).for_each(|(_, fix)| fix(&mut fixed));
        let bytes = fixed.encode()?;
        let after = Document::parse(&bytes)?.lint(None);
        Ok(Repair::new(bytes, before, after, target))
    }
}

/// Ends the file before the entity of unknown kind, where that is the last: where it ends is not known, and others would go with it.
fn drop_unknown(document: &mut Document<'_>) {
    if document.declared_entities.is_some_and(|declared| declared as usize > document.entities.len() + 1) {
        return;
    }
    document.declared_entities = None;
    document.trailing = Vec::new().into();
    document.end = true;
}

fn drop_left_out(document: &mut Document<'_>) {
    let is_kind = |entity: &Entity<'_>| matches!(entity, Entity::Light(_) | Entity::Spotlight(_) | Entity::Screen(_));
    document.entities.retain(|entity| !is_kind(entity) || entity.position() != Vec3::ZERO);
}

fn strip_folders(document: &mut Document<'_>) {
    let strip = |slot: &mut TextureSlot<'_>| {
        let name = slot.name.bytes().rsplit(|byte| matches!(byte, b'/' | b'\\' | b':')).next().unwrap_or_default();
        slot.name = RawStr::new(name.to_vec());
    };
    for surface in &mut document.surfaces {
        strip(&mut surface.light_map);
        strip(&mut surface.diffuse);
    }
}

/// Replaces numbers that are infinite or not numbers by 0, as a rewrite through a scene does.
fn make_finite(document: &mut Document<'_>) {
    for surface in &mut document.surfaces {
        let mut vertices: Vec<Vertex> = surface.vertices.iter().collect();
        let numbers = |vertex: &mut Vertex| {
            let Vertex { position, uv, light_map_uv, .. } = vertex;
            replace_non_finite(position.as_mut().iter_mut().chain(uv.as_mut()).chain(light_map_uv.as_mut()))
        };
        if vertices.iter_mut().map(numbers).sum::<usize>() > 0 {
            surface.vertices = Rows::from(vertices);
        }
    }
    let triggers = document.triggers.iter_mut().flatten().flat_map(|trigger| &mut trigger.surfaces);
    for surface in document.hidden.iter_mut().chain(triggers) {
        let mut vertices: Vec<Vec3> = surface.vertices.iter().collect();
        if replace_non_finite(vertices.iter_mut().flat_map(AsMut::<[f32; 3]>::as_mut)) > 0 {
            surface.vertices = Rows::from(vertices);
        }
    }
    for entity in &mut document.entities {
        let (position, others): (&mut Vec3, Vec<&mut f32>) = match entity {
            Entity::Light(light) | Entity::Spotlight(Spotlight { light, .. }) => {
                (&mut light.position, vec![&mut light.range, &mut light.intensity])
            }
            Entity::Model(Model { position, angles, scale, .. }) => {
                (position, angles.as_mut().iter_mut().chain(scale.as_mut()).collect())
            }
            Entity::SoundEmitter(emitter) => (&mut emitter.position, vec![&mut emitter.range]),
            Entity::EmptyModel(position) | Entity::Waypoint(position) => (position, Vec::new()),
            Entity::Screen(screen) => (&mut screen.position, Vec::new()),
            Entity::PlayerStart(start) => (&mut start.position, Vec::new()),
        };
        replace_non_finite(position.as_mut().iter_mut().chain(others));
    }
}

fn drop_triangles(document: &mut Document<'_>) {
    let keep = |triangles: &mut Rows<'_, [u32; 3]>, vertices: usize| {
        let is_inside = |corners: &[u32; 3]| corners.iter().all(|&corner| (corner as usize) < vertices);
        *triangles = Rows::from(triangles.iter().filter(is_inside).collect::<Vec<_>>());
    };
    document.surfaces.iter_mut().for_each(|surface| keep(&mut surface.triangles, surface.vertices.len()));
    let triggers = document.triggers.iter_mut().flatten().flat_map(|trigger| &mut trigger.surfaces);
    for surface in document.hidden.iter_mut().chain(triggers) {
        keep(&mut surface.triangles, surface.vertices.len());
    }
}
