//! Lights and spotlights.

use super::Exporter;
use crate::document::{Light, Spotlight};
use crate::import::SPACE;
use glam::Vec3;
use retromesh_core::properties::Properties;
use retromesh_core::scene::{Node, Trs};
use retromesh_core::{Code, Error, Finding};
use retromesh_kit::lamps::{INNER_CONE, INTENSITY, Lamp, OUTER_CONE, RANGE, RANGE_UNITS};

/// The range of a light that has none: half a unit of the game.
const DEFAULT_RANGE: f32 = 1000.0;
/// No lamp of the game comes near this range, which is ten units of the game.
const FAR: f32 = 20_000.0;
/// The game multiplies intensities by 0.8, and shows no more than 1 of that.
const MAX_INTENSITY: f32 = 1.25;

impl Exporter<'_, '_> {
    /// Returns the fields of a light.
    pub(super) fn light(
        &mut self,
        node: &Node,
        properties: &Properties,
        position: Vec3,
    ) -> Result<Light<'static>, Error> {
        let lamp = self.lamp(node, properties);
        self.light_of(&lamp, properties, position)
    }

    /// Returns the fields of a spotlight.
    pub(super) fn spotlight(
        &mut self,
        node: &Node,
        properties: &Properties,
        place: &Trs,
        position: Vec3,
    ) -> Result<Spotlight<'static>, Error> {
        let lamp = self.lamp(node, properties);
        let light = self.light_of(&lamp, properties, position)?;
        let angles = self.angles(place, properties);
        self.clamped(lamp.are_cones_rounded, "the cones of a spotlight were rounded to whole degrees")?;
        let kept = [INNER_CONE, OUTER_CONE].map(|key| properties.number(key).map_or(0, |degrees| degrees as i32));
        let [inner_cone, outer_cone] = lamp.cones.unwrap_or(kept);
        Ok(Spotlight { light, angles: self.texts.encode(&angles), inner_cone, outer_cone })
    }

    fn lamp(&self, node: &Node, properties: &Properties) -> Lamp {
        // Scenes of other formats, maps of Blitz3D among them, have the range in units.
        let units = if self.scene.space == SPACE { RANGE_UNITS } else { 1.0 };
        Lamp::of(node.light.map(|id| &self.scene[id]), properties, units)
    }

    fn light_of(&mut self, lamp: &Lamp, properties: &Properties, position: Vec3) -> Result<Light<'static>, Error> {
        lamp.overruled.iter().for_each(|key| self.overrule(properties, [key]));
        self.clamped(lamp.is_color_rounded, "the colour of a light was rounded to 8 bits")?;
        let range = self.range(lamp, properties)?;
        let intensity = lamp.intensity.unwrap_or(1.0);
        let is_capped = intensity > MAX_INTENSITY && properties.number(INTENSITY) != Some(intensity);
        self.clamped(is_capped, "the game shows no intensity over 1.25, which is written")?;
        Ok(Light { position, range, color: self.texts.encode(&lamp.color), intensity })
    }

    fn range(&mut self, lamp: &Lamp, properties: &Properties) -> Result<f32, Error> {
        if let Some(range) = lamp.range {
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

    /// Reports a value of the lamp that is being written.
    fn clamped(&mut self, is_so: bool, detail: &'static str) -> Result<(), Error> {
        let finding = Finding::new(Code::ClampedValue).times(is_so.into()).within(self.at.clone());
        self.diagnostics.report(finding.detail(detail))
    }
}
