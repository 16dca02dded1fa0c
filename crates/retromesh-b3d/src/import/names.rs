//! Node names, and the property lists that some tools put there.
//!
//! | tool | shape |
//! |---|---|
//! | 3D World Studio | `key=value` lines, the first `classname=...` |
//! | gile[s] | a name, then blocks such as `[LIGHT]` .. `[/LIGHT]`, one value a line |
//! | GaNDaLDF's Blender exporter | `CAMS`, `LIGS` or `AMBI`, then one value a line |

use super::Report;
use glam::Vec3;
use retromesh_core::extras::NODE_NAME;
use retromesh_core::properties::{FILE, MODEL, Properties};
use retromesh_core::scene::{Camera, Light, LightKind, Node, Projection, Proxy, Scene};
use retromesh_core::{CameraId, Extras, LightId};
use retromesh_wire::RawStr;
use std::f32::consts::FRAC_PI_4;

/// What a name says apart from the name.
#[derive(Debug, Clone, PartialEq)]
enum Payload {
    Light(Light),
    Camera(Camera),
    Ambient(Vec3),
}

/// Names a node, and places the light or camera that its name describes.
pub(super) fn apply(raw: &RawStr<'_>, node: &mut Node, chunk: usize, scene: &mut Scene, report: &mut Report) {
    if raw.is_empty() {
        return;
    }
    let text = raw.reported("a node's name", chunk, report);
    let properties = Properties::parse(&text);
    let payload = payload(&text, properties.as_ref());
    if let Some(properties) = &properties {
        let file = properties.get(FILE).filter(|file| properties.class() == MODEL && !file.is_empty());
        node.proxy = file.map(|path| Box::new(Proxy { path: path.into(), id: -1 }));
    }
    if payload.is_some() || properties.is_some() || text.contains(['\r', '\n']) {
        title(&text).clone_into(&mut node.name);
        node.extras.insert(NODE_NAME.into(), text.as_str().into());
    } else {
        node.name = text;
    }
    match payload {
        Some(Payload::Light(light)) => {
            node.light = Some(LightId::new(scene.lights.len()));
            scene.lights.push(Light { name: node.name.clone(), ..light });
        }
        Some(Payload::Camera(camera)) => {
            node.camera = Some(CameraId::new(scene.cameras.len()));
            scene.cameras.push(Camera { name: node.name.clone(), ..camera });
        }
        Some(Payload::Ambient(color)) => scene.ambient = Some(color.extend(1.0)),
        None => {}
    }
}

/// Returns whether a text with properties is that of a node of this name, to which programs may have added a number: `lamp.001`.
pub(crate) fn is_name_of(text: &str, name: &str) -> bool {
    let is_number = |added: &str| !added.is_empty() && added.bytes().all(|byte| byte.is_ascii_digit());
    let added = name.strip_prefix(title(text));
    added.is_some_and(|added| added.is_empty() || added.strip_prefix(['.', '_']).is_some_and(is_number))
}

/// Returns whether a text with properties says of a light what it is, but for what other programs round, and for a range that they left
/// out, as Blender does of every light.
pub(crate) fn describes(text: &str, light: &Light) -> bool {
    const NEAR: f32 = 1e-3;
    let near = |a: f32, b: f32| (a - b).abs() <= NEAR * a.abs().max(b.abs()).max(1.0);
    let Some(Payload::Light(own)) = payload(text, Properties::parse(text).as_ref()) else { return true };
    let same_kind = std::mem::discriminant(&own.kind) == std::mem::discriminant(&light.kind);
    let same_range = match (own.range, light.range) {
        (Some(a), Some(b)) => near(a, b),
        (_, own) => own.is_none(),
    };
    same_kind && same_range && near(own.intensity, light.intensity) && own.color.abs_diff_eq(light.color, NEAR)
}

/// Returns whether a text with properties makes its node a light.
pub(crate) fn is_light(text: &str) -> bool {
    matches!(payload(text, Properties::parse(text).as_ref()), Some(Payload::Light(_)))
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\r', '\n']).map(str::trim).filter(|line| !line.is_empty())
}

/// Returns the line that names the node.
fn title(text: &str) -> &str {
    let mut all = lines(text);
    let first = all.next().unwrap_or("");
    if matches!(first, "CAMS" | "LIGS") { all.next().unwrap_or(first) } else { first }
}

fn payload(text: &str, properties: Option<&Properties>) -> Option<Payload> {
    // What payloads are made of; nearly all names have none of it, and a file may have very many names.
    if !text.bytes().any(|byte| matches!(byte, b'=' | b'[' | b'\r' | b'\n')) {
        return None;
    }
    if let Some(properties) = properties {
        return world_studio(properties);
    }
    if let Some((_, block)) = text.split_once("[LIGHT]") {
        return giles_light(block.split("[/LIGHT]").next().unwrap_or(block));
    }
    gandaldf(text)
}

fn number(text: &str) -> Option<f32> {
    text.trim().parse().ok().filter(|value: &f32| value.is_finite())
}

fn light(kind: LightKind, color: Vec3) -> Light {
    Light { name: String::new(), kind, color, intensity: 1.0, range: None, extras: Extras::new() }
}

/// The engine's spot light when nothing else is said: 90 degrees.
const SPOT: LightKind = LightKind::Spot { inner_angle: 0.0, outer_angle: FRAC_PI_4 };

/// `color` has three numbers of 0 to 255, `range` is in units, cone angles are whole ones in degrees.
fn world_studio(properties: &Properties) -> Option<Payload> {
    let kind = match properties.class().as_str() {
        "light" => LightKind::Point,
        "spotlight" => SPOT,
        "sunlight" => LightKind::Directional,
        _ => return None,
    };
    let mut light = light(kind, Vec3::ONE);
    let mut parts = properties.get("color").unwrap_or_default().split_whitespace().filter_map(number);
    if let (Some(r), Some(g), Some(b)) = (parts.next(), parts.next(), parts.next()) {
        light.color = Vec3::new(r, g, b) / 255.0;
    }
    light.intensity = properties.number("intensity").unwrap_or(1.0);
    light.range = properties.number("range");
    if let LightKind::Spot { inner_angle, outer_angle } = &mut light.kind {
        let half = |degrees: f32| degrees.clamp(0.0, 180.0).to_radians() / 2.0;
        *outer_angle = properties.number("outerconeangle").map_or(*outer_angle, half);
        *inner_angle = properties.number("innerconeangle").map_or(*inner_angle, half).min(*outer_angle);
    }
    Some(Payload::Light(light))
}

/// Kind, red, green, blue, intensity, near, range, one a line; colours go to 1 or to 255.
fn giles_light(block: &str) -> Option<Payload> {
    let mut values = lines(block);
    let kind = match values.next()?.to_ascii_lowercase().as_str() {
        "point" => LightKind::Point,
        "spot" => SPOT,
        "directional" => LightKind::Directional,
        _ => return None,
    };
    let mut values = values.map(number);
    let mut next = || values.next().flatten();
    let color = Vec3::new(next()?, next()?, next()?);
    let full = if color.max_element() > 1.0 { 255.0 } else { 1.0 };
    let intensity = next().unwrap_or(1.0);
    let (_near, range) = (next(), next());
    Some(Payload::Light(Light { intensity, range, ..light(kind, color / full) }))
}

/// Red, green and blue of an integer such as `16711680`.
fn rgb(text: &str) -> Option<Vec3> {
    let value: i64 = text.parse().ok()?;
    let part = |shift: u32| (value >> shift & 0xff) as f32 / 255.0;
    Some(Vec3::new(part(16), part(8), part(0)))
}

/// `CAMS` name, type, zoom, near, far; `LIGS` name, type, angle, colour, range; `AMBI` colour.
fn gandaldf(text: &str) -> Option<Payload> {
    let mut values = lines(text);
    match values.next()? {
        "AMBI" => Some(Payload::Ambient(rgb(values.next()?)?)),
        "LIGS" => {
            let (_name, kind, angle) = (values.next()?, values.next()?, number(values.next()?)?);
            let color = rgb(values.next()?)?;
            let kind = match kind {
                "1" => LightKind::Directional,
                "2" => LightKind::Point,
                "3" => LightKind::Spot { inner_angle: 0.0, outer_angle: angle.clamp(0.0, 180.0).to_radians() / 2.0 },
                _ => return None,
            };
            let range = values.next().and_then(number);
            Some(Payload::Light(Light { range, ..light(kind, color) }))
        }
        "CAMS" => {
            let (_name, kind, zoom) = (values.next()?, values.next()?, number(values.next()?)?);
            let (near, far) = (number(values.next()?)?, values.next().and_then(number));
            // At zoom 1 the engine sees 90 degrees across a picture of 4 by 3.
            let (aspect, half_width) = (4.0 / 3.0, 1.0 / zoom.max(1e-3));
            let half_height = half_width / aspect;
            let projection = if kind == "2" {
                Projection::Orthographic { half_width, half_height }
            } else {
                Projection::Perspective { vertical_fov: 2.0 * libm::atanf(half_height), aspect: Some(aspect) }
            };
            Some(Payload::Camera(Camera { name: String::new(), projection, near, far, extras: Extras::new() }))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]
    use super::*;

    #[test]
    fn names_become_lights_and_cameras() {
        let point = |color, intensity, range| {
            Some(Payload::Light(Light { intensity, range, ..light(LightKind::Point, color) }))
        };
        let sun = Light { ..light(LightKind::Directional, Vec3::new(1.0, 0.0, 0.2)) };
        let rows: [(&str, &str, Option<Payload>); 9] = [
            ("Bip01 Head", "Bip01 Head", None),
            ("classname=brush", "classname=brush", None),
            ("\r\n a \r\nb", "a", None),
            (
                "classname=light\r\ncolor=255 0 51\r\nintensity=1.5\r\nrange=2900\r\nlinearfalloff=1",
                "classname=light",
                point(Vec3::new(1.0, 0.0, 0.2), 1.5, Some(2900.0)),
            ),
            (
                "classname=sunlight\r\nangles=45 45 0\r\ncolor=255 0 51\r\nintensit",
                "classname=sunlight",
                Some(Payload::Light(sun)),
            ),
            (
                "lamp\n[LIGHT]\nPoint\n 255\n 0\n 51\n 2\n 1\n 50\n[/LIGHT]",
                "lamp",
                point(Vec3::new(1.0, 0.0, 0.2), 2.0, Some(50.0)),
            ),
            ("LIGS\nlamp\n2\n45\n16711731\n50", "lamp", point(Vec3::new(1.0, 0.0, 0.2), 1.0, Some(50.0))),
            ("AMBI\n255", "AMBI", Some(Payload::Ambient(Vec3::Z))),
            ("LIGS\nlamp", "lamp", None),
        ];
        for (text, name, expected) in rows {
            assert_eq!((title(text), payload(text, Properties::parse(text).as_ref())), (name, expected), "{text:?}");
        }
        let Some(Payload::Camera(camera)) = payload("CAMS\ncam\n1\n1.0\n0.1\n100", None) else { panic!("no camera") };
        let Projection::Perspective { vertical_fov, .. } = camera.projection else { panic!("not perspective") };
        assert!((vertical_fov.to_degrees() - 73.74).abs() < 0.01 && camera.far == Some(100.0));
    }
}
