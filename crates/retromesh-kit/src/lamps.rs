//! Lamps of maps: the keys of their properties, and what their lights say now.

use crate::angles::three_numbers;
use glam::Vec3;
use retromesh_core::properties::Properties;
use retromesh_core::scene::{Light, LightKind};

/// The key of how far a lamp shines.
pub const RANGE: &str = "range";
/// The key of its colour: three numbers of 0 to 255.
pub const COLOR: &str = "color";
/// The key of its brightness.
pub const INTENSITY: &str = "intensity";
/// The key of pitch, yaw and roll in degrees.
pub const ANGLES: &str = "angles";
/// The key of the full angle of the inner cone in degrees.
pub const INNER_CONE: &str = "innerconeangle";
/// The key of the full angle of the outer cone in degrees.
pub const OUTER_CONE: &str = "outerconeangle";

/// Units of a room for one of a lamp's range: the game takes a 2000th of it as radius, and a 256th of a room's units.
pub const RANGE_UNITS: f32 = 256.0 / 2000.0;

/// Numbers this near to each other, by share, are the same but for what other programs round.
const NEAR: f32 = 1e-3;
/// The outer cone of Blitz3D's spotlights, in degrees.
const ENGINES_CONE: i32 = 90;
/// What the converter takes where a lamp does not say it.
const WHITE: &str = "255 255 255";

/// Returns the kind of a light with cones of these full angles in degrees.
pub fn cone(inner: i32, outer: i32) -> LightKind {
    let half = |degrees: i32| (degrees.clamp(0, 180) as f32).to_radians() / 2.0;
    LightKind::Spot { inner_angle: half(inner).min(half(outer)), outer_angle: half(outer) }
}

/// Reads a colour: what is missing or no number is 0, as in the game.
pub fn color_of(text: &str) -> Vec3 {
    three_numbers(text) / 255.0
}

/// The properties of a lamp: as they were where its light still is so, else what the light says.
#[derive(Debug, Default)]
pub struct Lamp {
    /// Three numbers of 0 to 255.
    pub color: String,
    /// Whether the colour of the light was rounded.
    pub is_color_rounded: bool,
    /// The range in units of the property; `None` where nothing says it.
    pub range: Option<f32>,
    /// The brightness; `None` where nothing says it.
    pub intensity: Option<f32>,
    /// The full angles of the inner and outer cone in whole degrees, where the properties do not say them or say others.
    pub cones: Option<[i32; 2]>,
    /// Whether the cones of the light were rounded.
    pub are_cones_rounded: bool,
    /// The keys of the properties that the light contradicts.
    pub overruled: Vec<&'static str>,
}

impl Lamp {
    /// Compares properties with a light; one of the property's range is `range_units` of the scene.
    pub fn of(light: Option<&Light>, properties: &Properties, range_units: f32) -> Self {
        let mut lamp = Self::default();
        lamp.color(light, properties);
        let range = light.and_then(|light| light.range).map(|range| range / range_units);
        lamp.range = lamp.kept(properties, RANGE, range);
        lamp.intensity = lamp.kept(properties, INTENSITY, light.map(|light| light.intensity));
        if let Some(LightKind::Spot { inner_angle, outer_angle }) = light.map(|light| light.kind) {
            lamp.cones(properties, inner_angle, outer_angle);
        }
        lamp
    }

    fn color(&mut self, light: Option<&Light>, properties: &Properties) {
        let kept = properties.get(COLOR);
        let holds = |kept: &&str| light.is_none_or(|light| color_of(kept).abs_diff_eq(light.color, NEAR));
        self.color = match (kept.filter(holds), light) {
            (Some(kept), _) => kept.to_owned(),
            (None, None) => WHITE.to_owned(),
            (None, Some(light)) => {
                self.overrule(properties, COLOR);
                let bytes = (light.color * 255.0).round().clamp(Vec3::ZERO, Vec3::splat(255.0));
                self.is_color_rounded = !(bytes / 255.0).abs_diff_eq(light.color, 1e-5);
                format!("{} {} {}", bytes.x, bytes.y, bytes.z)
            }
        };
    }

    fn cones(&mut self, properties: &Properties, inner_angle: f32, outer_angle: f32) {
        let near = |a: f32, b: f32| (a - b).abs() <= NEAR;
        let cone_of = |key: &str| properties.number(key).map(|degrees| degrees as i32);
        let (kept_inner, kept_outer) = (cone_of(INNER_CONE), cone_of(OUTER_CONE));
        // What the engine takes where the name of a node of a map says nothing.
        let unsaid = if properties.is_name() { ENGINES_CONE } else { 0 };
        let holds = matches!(cone(kept_inner.unwrap_or(0), kept_outer.unwrap_or(unsaid)),
            LightKind::Spot { inner_angle: inner, outer_angle: outer } if near(inner, inner_angle) && near(outer, outer_angle));
        let is_unsaid = kept_inner.is_none() && kept_outer.is_none() && !properties.is_name();
        if holds && !is_unsaid {
            return;
        }
        let degrees = |half: f32| (2.0 * half).to_degrees().round();
        let rounded = |half: f32| !near(degrees(half).to_radians(), 2.0 * half);
        self.are_cones_rounded = rounded(inner_angle) || rounded(outer_angle);
        self.cones = Some([inner_angle, outer_angle].map(|half| degrees(half) as i32));
        self.overrule(properties, INNER_CONE);
        self.overrule(properties, OUTER_CONE);
    }

    /// Returns a number as it was where it is still the same, or where nothing says it now.
    fn kept(&mut self, properties: &Properties, key: &'static str, now: Option<f32>) -> Option<f32> {
        let holds = |kept: &f32| now.is_none_or(|now| (kept - now).abs() <= NEAR * kept.abs().max(now.abs()));
        let kept = properties.number(key).filter(holds);
        if kept.is_none() {
            self.overrule(properties, key);
        }
        kept.or(now)
    }

    fn overrule(&mut self, properties: &Properties, key: &'static str) {
        self.overruled.extend(properties.get(key).map(|_| key));
    }
}
