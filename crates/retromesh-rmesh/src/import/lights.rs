//! Lights and spotlights.

use super::{Importer, property};
use crate::document::Light;
use retromesh_core::properties::key;
use retromesh_core::scene::{self, LightKind, Node};
use retromesh_core::{Error, Extra, Extras, LightId};
use retromesh_kit::lamps::{RANGE_UNITS, color_of};

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
