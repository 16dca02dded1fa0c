//! Lights and spotlights.

use super::Exporter;
use crate::document::{Light, Spotlight};
use crate::import::property::{COLOR, INNER_CONE, INTENSITY, OUTER_CONE, RANGE};
use crate::import::{RANGE_UNITS, SPACE, color_of, cone};
use glam::Vec3;
use retromesh_core::properties::Properties;
use retromesh_core::scene::{self, LightKind, Node, Trs};
use retromesh_core::{Code, Error, Finding};

/// Numbers this near to each other, by share, are the same but for what other programs round.
const NEAR: f32 = 1e-3;
/// The range of a light that has none: half a unit of the game.
const DEFAULT_RANGE: f32 = 1000.0;
/// No lamp of the game comes near this range, which is ten units of the game.
const FAR: f32 = 20_000.0;
/// The game multiplies intensities by 0.8, and shows no more than 1 of that.
const MAX_INTENSITY: f32 = 1.25;
/// The outer cone of Blitz3D's spotlights, in degrees.
const ENGINES_CONE: i32 = 90;
/// What the converter takes where a light does not say it.
const WHITE: &str = "255 255 255";

impl Exporter<'_, '_> {
    /// Returns the fields of a light.
    pub(super) fn light(
        &mut self,
        node: &Node,
        properties: &Properties,
        position: Vec3,
    ) -> Result<Light<'static>, Error> {
        let scene = self.scene;
        let light = node.light.map(|id| &scene[id]);
        let color = self.color(light, properties)?;
        let range = self.range(light, properties)?;
        let intensity = self.kept(properties, INTENSITY, light.map(|light| light.intensity)).unwrap_or(1.0);
        let is_capped = intensity > MAX_INTENSITY && properties.number(INTENSITY) != Some(intensity);
        self.clamped(is_capped, "the game shows no intensity over 1.25, which is written")?;
        Ok(Light { position, range, color: self.texts.encode(&color), intensity })
    }

    /// Returns the fields of a spotlight.
    pub(super) fn spotlight(
        &mut self,
        node: &Node,
        properties: &Properties,
        place: &Trs,
        position: Vec3,
    ) -> Result<Spotlight<'static>, Error> {
        let light = self.light(node, properties, position)?;
        let angles = self.angles(place, properties);
        let light_kind = node.light.map(|id| self.scene[id].kind);
        let cone_of = |key: &str| properties.number(key).map(|degrees| degrees as i32);
        let (kept_inner, kept_outer) = (cone_of(INNER_CONE), cone_of(OUTER_CONE));
        let (mut inner_cone, mut outer_cone) = (kept_inner.unwrap_or(0), kept_outer.unwrap_or(0));
        if let Some(LightKind::Spot { inner_angle, outer_angle }) = light_kind {
            let near = |a: f32, b: f32| (a - b).abs() <= NEAR;
            // What the engine takes where the name of a node of a map says nothing.
            let outer_said = if properties.is_name() { kept_outer.unwrap_or(ENGINES_CONE) } else { outer_cone };
            let holds = matches!(cone(inner_cone, outer_said),
                LightKind::Spot { inner_angle: inner, outer_angle: outer } if near(inner, inner_angle) && near(outer, outer_angle));
            let is_unsaid = kept_inner.is_none() && kept_outer.is_none() && !properties.is_name();
            if !holds || is_unsaid {
                let degrees = |half: f32| (2.0 * half).to_degrees().round();
                let rounded = |half: f32| !near(degrees(half).to_radians(), 2.0 * half);
                let is_rounded = rounded(inner_angle) || rounded(outer_angle);
                self.clamped(is_rounded, "the cones of a spotlight were rounded to whole degrees")?;
                (inner_cone, outer_cone) = (degrees(inner_angle) as i32, degrees(outer_angle) as i32);
                self.overrule(properties, [INNER_CONE, OUTER_CONE]);
            }
        }
        Ok(Spotlight { light, angles: self.texts.encode(&angles), inner_cone, outer_cone })
    }

    fn range(&mut self, light: Option<&scene::Light>, properties: &Properties) -> Result<f32, Error> {
        // Scenes of other formats, maps of Blitz3D among them, have the range in units.
        let units = if self.scene.space == SPACE { RANGE_UNITS } else { 1.0 };
        let now = light.and_then(|light| light.range).map(|range| range / units);
        if let Some(range) = self.kept(properties, RANGE, now) {
            let is_far = range > FAR && properties.number(RANGE) != Some(range);
            let finding = Finding::new(Code::UnitNotStored).times(is_far.into()).within(self.at.clone());
            let metres = range * RANGE_UNITS / 256.0;
            let detail =
                format!("a lamp got a range of {range}, {metres} m: those of the game have 400 to 2000, 1 m and less");
            self.diagnostics.report(finding.detail(detail))?;
            return Ok(range);
        }
        if properties.class().is_empty() {
            self.clamped(true, "a light without a range got one of 1000")?;
            return Ok(DEFAULT_RANGE);
        }
        Ok(1.0)
    }

    fn color(&mut self, light: Option<&scene::Light>, properties: &Properties) -> Result<String, Error> {
        let kept = properties.get(COLOR);
        let Some(light) = light else { return Ok(kept.unwrap_or(WHITE).to_owned()) };
        if let Some(kept) = kept.filter(|kept| color_of(kept).abs_diff_eq(light.color, NEAR)) {
            return Ok(kept.to_owned());
        }
        self.overrule(properties, [COLOR]);
        let bytes = (light.color * 255.0).round().clamp(Vec3::ZERO, Vec3::splat(255.0));
        let changed = !(bytes / 255.0).abs_diff_eq(light.color, 1e-5);
        self.clamped(changed, "the colour of a light was rounded to 8 bits")?;
        Ok(format!("{} {} {}", bytes.x, bytes.y, bytes.z))
    }

    /// Reports a value of the lamp that is being written.
    fn clamped(&mut self, is_so: bool, detail: &'static str) -> Result<(), Error> {
        let finding = Finding::new(Code::ClampedValue).times(is_so.into()).within(self.at.clone());
        self.diagnostics.report(finding.detail(detail))
    }

    /// Returns a number as it was where it is still the same, or where nothing says it now.
    fn kept(&mut self, properties: &Properties, key: &'static str, now: Option<f32>) -> Option<f32> {
        let holds = |kept: &f32| now.is_none_or(|now| (kept - now).abs() <= NEAR * kept.abs().max(now.abs()));
        let kept = properties.number(key).filter(holds);
        if kept.is_none() {
            self.overrule(properties, [key]);
        }
        kept.or(now)
    }
}
