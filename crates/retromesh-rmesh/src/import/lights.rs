//! Lights and spotlights.

use super::{Importer, property};
use crate::angles::three_numbers;
use crate::document::Light;
use glam::Vec3;
use retromesh_core::properties::key;
use retromesh_core::scene::{self, LightKind, Node};
use retromesh_core::{Error, Extra, Extras, LightId};

/// Units of the room for one of a light's range: the game takes a 2000th of it as radius, and a 256th of a room's units.
pub(crate) const RANGE_UNITS: f32 = 256.0 / 2000.0;

impl Importer<'_> {
    /// Makes a node a light.
    pub(super) fn light(
        &mut self,
        light: &Light<'_>,
        kind: LightKind,
        node: &mut Node,
        path: &dyn Fn() -> String,
    ) -> Result<(), Error> {
        let color = self.text(&light.color, path)?;
        let (mut range, mut intensity) = (light.range, light.intensity);
        self.make_finite([&mut range, &mut intensity], path)?;
        node.light = Some(LightId::new(self.scene.lights.len()));
        self.scene.lights.push(scene::Light {
            name: node.name.clone(),
            kind,
            color: color_of(&color),
            intensity,
            range: Some(range * RANGE_UNITS).filter(|range| range.is_finite()),
            extras: Extras::new(),
        });
        put(node, property::RANGE, range);
        put(node, property::COLOR, color);
        put(node, property::INTENSITY, intensity);
        Ok(())
    }
}

/// Gives a node a property.
pub(super) fn put(node: &mut Node, name: &str, value: impl Into<Extra>) {
    node.extras.insert(key(name), value.into());
}

/// Returns the kind of a light with cones of these full angles in degrees.
pub(crate) fn cone(inner: i32, outer: i32) -> LightKind {
    let half = |degrees: i32| (degrees.clamp(0, 180) as f32).to_radians() / 2.0;
    LightKind::Spot { inner_angle: half(inner).min(half(outer)), outer_angle: half(outer) }
}

/// Reads a colour: what is missing or no number is 0, as in the game.
pub(crate) fn color_of(text: &str) -> Vec3 {
    three_numbers(text) / 255.0
}
