//! Bytes to document, one function for each structure of the file.

use crate::ID;
use crate::document::{
    Document, END, Entity, HEADER, HEADER_WITH_TRIGGERS, HiddenSurface, Light, Model, PlayerStart, Screen,
    SoundEmitter, Spotlight, Surface, TextureSlot, Trigger, flag,
};
use nom::Parser;
use nom::combinator::cond;
use retromesh_core::{Code, Diagnostics, Error, ErrorKind, Finding};
use retromesh_kit::ImportOptions;
use retromesh_wire::parsers::{count, counted_rows, le_f32, le_i32, le_u8, repeat, take, vec3, within};
use retromesh_wire::{PResult, Parse, RawStr, run};
use std::borrow::Cow;

/// The minimum number of bytes of a surface: two slots without a texture and two counts.
const MIN_SURFACE: usize = 2 + 4 + 4;
/// The minimum number of bytes of a hidden surface and of a trigger box: two counts.
const MIN_HIDDEN: usize = 4 + 4;
/// The minimum number of bytes of an entity: those of a waypoint.
const MIN_ENTITY: usize = 4 + 8 + 12;

impl<'a> Document<'a> {
    pub(crate) fn read(
        bytes: &'a [u8],
        _options: &ImportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Error> {
        if is_rm2(bytes) {
            let hint = "rooms of SCP - Containment Breach start with the text RoomMesh";
            return Err(Error::new(ID, ErrorKind::unsupported("RM2, the room of SCPCBIrrlicht,", hint)).at(0));
        }
        let parsed = run(ID, bytes, document)?;
        report(&parsed, diagnostics)?;
        Ok(parsed)
    }
}

/// Returns whether bytes are a room of the game's remake `SCPCBIrrlicht`, another format.
pub(crate) fn is_rm2(bytes: &[u8]) -> bool {
    bytes.starts_with(b".RM2") || bytes.starts_with(b"RM2")
}

/// The file: header, drawn surfaces, hidden surfaces, trigger boxes where the header says so, entities, `EOF`.
fn document(i: &[u8]) -> PResult<'_, Document<'_>> {
    let (i, has_triggers) = header(i)?;
    let (i, (surfaces, hidden, triggers)) = (
        list("surface", "SURFACE", MIN_SURFACE, surface),
        list("hidden surface", "HIDDEN", MIN_HIDDEN, hidden_surface),
        cond(has_triggers, list("trigger", "TRIGGER", MIN_HIDDEN, trigger)),
    )
        .parse(i)?;
    let (i, declared) = le_i32("entity count").parse(i)?;
    let (i, n) = count("entity", declared, MIN_ENTITY).parse(i)?;
    let (i, entities) = known_entities(i, n)?;
    let declared_entities = (entities.len() < n).then_some(declared);
    let (trailing, end) = if declared_entities.is_some() { (i, false) } else { end(i) };
    let trailing = Cow::Borrowed(trailing);
    Ok((&[], Document { surfaces, hidden, triggers, entities, declared_entities, end, trailing }))
}

/// `RoomMesh` or `RoomMesh.HasTriggerBox`; returns whether trigger boxes follow.
fn header(i: &[u8]) -> PResult<'_, bool> {
    text("header")
        .map_res(|found: RawStr<'_>| match found.bytes() {
            HEADER => Ok(false),
            HEADER_WITH_TRIGGERS => Ok(true),
            _ => Err(ErrorKind::bad("header", "RoomMesh or RoomMesh.HasTriggerBox", shown(&found))),
        })
        .parse(i)
}

/// A count and that many elements.
fn list<'a, T>(
    what: &'static str,
    segment: &'static str,
    smallest: usize,
    mut element: impl Parse<'a, T>,
) -> impl Parse<'a, Vec<T>> {
    move |i| {
        let (i, n) = le_i32("count").parse(i)?;
        let (i, n) = count(what, n, smallest).parse(i)?;
        repeat(segment, n, |i| element.parse(i)).parse(i)
    }
}

/// A length and that many bytes.
fn text<'a>(what: &'static str) -> impl Parse<'a, RawStr<'a>> {
    let length = move |length: i32| {
        usize::try_from(length)
            .map_err(|_| ErrorKind::bad(format!("length of {what}"), "0 or more", length.to_string()))
    };
    le_i32(what).map_res(length).flat_map(move |n| take(what, n)).map(RawStr::new)
}

/// Two texture slots, vertices, triangles.
fn surface(i: &[u8]) -> PResult<'_, Surface<'_>> {
    let (i, (light_map, diffuse)) = (slot, slot).parse(i)?;
    let (i, n) = le_i32("vertex count").parse(i)?;
    let (i, vertices) = counted_rows("vertex", n).parse(i)?;
    let (i, n) = le_i32("triangle count").parse(i)?;
    let (i, triangles) = counted_rows("triangle", n).parse(i)?;
    Ok((i, Surface { light_map, diffuse, vertices, triangles }))
}

/// A flag, and a name unless the flag is 0.
fn slot(i: &[u8]) -> PResult<'_, TextureSlot<'_>> {
    let (i, flag) = le_u8("texture flag").parse(i)?;
    let (i, name) = cond(flag != flag::NONE, text("texture name")).parse(i)?;
    Ok((i, TextureSlot { flag, name: name.unwrap_or_default() }))
}

/// Positions, triangles.
fn hidden_surface(i: &[u8]) -> PResult<'_, HiddenSurface<'_>> {
    let (i, n) = le_i32("vertex count").parse(i)?;
    let (i, vertices) = counted_rows("vertex", n).parse(i)?;
    let (i, n) = le_i32("triangle count").parse(i)?;
    let (i, triangles) = counted_rows("triangle", n).parse(i)?;
    Ok((i, HiddenSurface { vertices, triangles }))
}

/// Surfaces, the name of an event.
fn trigger(i: &[u8]) -> PResult<'_, Trigger<'_>> {
    (list("hidden surface", "HIDDEN", MIN_HIDDEN, hidden_surface), text("event"))
        .map(|(surfaces, event)| Trigger { surfaces, event })
        .parse(i)
}

/// Up to `n` entities; ends before the first of unknown kind.
fn known_entities(mut i: &[u8], n: usize) -> PResult<'_, Vec<Entity<'_>>> {
    let mut entities = Vec::with_capacity(n.min(i.len() / size_of::<Entity<'_>>()));
    for k in 0..n {
        let (rest, found) = within(|| format!("ENTITY[{k}]"), entity).parse(i)?;
        let Some(entity) = found else { break };
        entities.push(entity);
        i = rest;
    }
    Ok((i, entities))
}

/// A kind, and what that kind has; `None` for an unknown one.
fn entity(i: &[u8]) -> PResult<'_, Option<Entity<'_>>> {
    let (i, kind) = text("kind").parse(i)?;
    match kind.bytes() {
        b"light" => light.map(Entity::Light).map(Some).parse(i),
        b"spotlight" => spotlight.map(Entity::Spotlight).map(Some).parse(i),
        b"model" => model.map(Some).parse(i),
        b"waypoint" => vec3("position").map(Entity::Waypoint).map(Some).parse(i),
        b"soundemitter" => sound_emitter.map(Entity::SoundEmitter).map(Some).parse(i),
        b"screen" => screen.map(Entity::Screen).map(Some).parse(i),
        b"playerstart" => player_start.map(Entity::PlayerStart).map(Some).parse(i),
        _ => Ok((i, None)),
    }
}

/// Position, range, colour, intensity.
fn light(i: &[u8]) -> PResult<'_, Light<'_>> {
    (vec3("position"), le_f32("range"), text("color"), le_f32("intensity"))
        .map(|(position, range, color, intensity)| Light { position, range, color, intensity })
        .parse(i)
}

/// A light, angles, inner and outer cone.
fn spotlight(i: &[u8]) -> PResult<'_, Spotlight<'_>> {
    (light, text("angles"), le_i32("inner cone"), le_i32("outer cone"))
        .map(|(light, angles, inner_cone, outer_cone)| Spotlight { light, angles, inner_cone, outer_cone })
        .parse(i)
}

/// A file, a position, and unless the file is empty angles and scale.
fn model(i: &[u8]) -> PResult<'_, Entity<'_>> {
    let (i, (file, position)) = (text("file"), vec3("position")).parse(i)?;
    if file.is_empty() {
        return Ok((i, Entity::EmptyModel(position)));
    }
    (vec3("angles"), vec3("scale"))
        .map(|(angles, scale)| Entity::Model(Model { file: file.clone(), position, angles, scale }))
        .parse(i)
}

/// Position, number of the sound, range.
fn sound_emitter(i: &[u8]) -> PResult<'_, SoundEmitter> {
    (vec3("position"), le_i32("sound"), le_f32("range"))
        .map(|(position, sound, range)| SoundEmitter { position, sound, range })
        .parse(i)
}

/// Position, path of an image.
fn screen(i: &[u8]) -> PResult<'_, Screen<'_>> {
    (vec3("position"), text("image")).map(|(position, image)| Screen { position, image }).parse(i)
}

/// Position, angles.
fn player_start(i: &[u8]) -> PResult<'_, PlayerStart<'_>> {
    (vec3("position"), text("angles")).map(|(position, angles)| PlayerStart { position, angles }).parse(i)
}

/// The text `EOF`, which may be missing; returns what follows it.
fn end(i: &[u8]) -> (&[u8], bool) {
    match text("end").parse(i) {
        Ok((rest, found)) if found.bytes() == END => (rest, true),
        _ => (i, false),
    }
}

/// Returns a text as errors show it: its start, escaped.
fn shown(text: &RawStr<'_>) -> String {
    let start: String = text.escaped().chars().take(32).collect();
    format!("\"{start}\"")
}

/// Reports what a plain file does not have.
fn report(document: &Document<'_>, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let end = document.end_offset();
    if document.declared_entities.is_some() {
        let kind = text("kind").parse(&document.trailing).map_or_else(|_| String::new(), |(_, kind)| shown(&kind));
        let finding = Finding::new(Code::TrailingBytes).at(end as u64);
        let finding = finding.within(format!("ENTITY[{}]", document.entities.len()));
        return diagnostics
            .report(finding.detail(format!("an entity is of the unknown kind {kind}; what follows is left out")));
    }
    let after = end + if document.end { 4 + END.len() } else { 0 };
    diagnostics.report(Finding::new(Code::TrailingBytes).times(document.trailing.len()).at(after as u64))
}
