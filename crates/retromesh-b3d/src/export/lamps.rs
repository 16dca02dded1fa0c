//! The properties in the names of nodes of maps, with what lights and turns say now.

use super::Exporter;
use glam::Mat4;
use retromesh_core::properties::{CLASS, METRES_PER_UNIT, MODEL, Properties};
use retromesh_core::scene::{Light, LightKind, Transform, Trs};
use retromesh_core::{Code, Error, Finding, NodeId, NodeMap};
use retromesh_kit::angles::{are_alike, of_rotation, rotation, three_numbers};
use retromesh_kit::lamps::{ANGLES, COLOR, INNER_CONE, INTENSITY, Lamp, OUTER_CONE, RANGE, RANGE_UNITS};

const LIGHT: &str = "light";
const SPOTLIGHT: &str = "spotlight";
/// A light that shines everywhere.
const SUNLIGHT: &str = "sunlight";

impl Exporter<'_> {
    /// Returns the properties of a node of a map as they are written. What the scene says otherwise now, because a lamp got another colour or
    /// was turned, counts.
    pub(super) fn properties(&mut self, id: NodeId, kept: &Properties) -> Result<Properties, Error> {
        let (node, mut now, mut overruled) = (&self.scene[id], kept.clone(), Vec::new());
        let at = node.name.as_str();
        if let Some(light) = node.light.map(|light| &self.scene[light]) {
            if [LIGHT, SPOTLIGHT, SUNLIGHT].contains(&kept.class().as_str()) {
                overruled = self.lamp(light, kept, &mut now, at)?;
            } else {
                let detail = "its node has another class than that of a lamp";
                self.diagnostics.report(Finding::new(Code::LostLight).within(at.to_owned()).detail(detail))?;
            }
        }
        if [SPOTLIGHT, SUNLIGHT, MODEL, "playerstart"].contains(&now.class().as_str()) {
            let turn = self.place(id).rotation;
            let is_unsaid = now.get(ANGLES).is_none();
            let angles = now.get(ANGLES).map(three_numbers).unwrap_or_default();
            if !are_alike(rotation(angles), turn) {
                overruled.extend((!is_unsaid).then_some(ANGLES));
                let angles = of_rotation(turn);
                now.set(ANGLES, format!("{} {} {}", angles.x, angles.y, angles.z));
            }
        }
        let keys: Vec<String> = overruled.iter().map(|key| retromesh_core::properties::key(key)).collect();
        let detail = format!("{}: what the light or turn of the node says was written instead", keys.join(", "));
        let finding = Finding::new(Code::MisleadingHint).times(overruled.len()).within(at.to_owned());
        self.diagnostics.report(finding.detail(detail))?;
        Ok(now)
    }

    /// Puts what a light is into its properties; returns the keys of those that it contradicts.
    fn lamp(
        &mut self,
        light: &Light,
        kept: &Properties,
        now: &mut Properties,
        at: &str,
    ) -> Result<Vec<&'static str>, Error> {
        let is_of_game = self.scene.space.metres_per_unit == METRES_PER_UNIT;
        let Lamp { color, is_color_rounded, range, intensity, cones, are_cones_rounded, mut overruled } =
            Lamp::of(Some(light), kept, if is_of_game { RANGE_UNITS } else { 1.0 });
        let class = match light.kind {
            LightKind::Point => LIGHT,
            LightKind::Spot { .. } => SPOTLIGHT,
            LightKind::Directional => SUNLIGHT,
        };
        if class != kept.class() {
            now.set(CLASS, class);
            overruled.push(CLASS);
        }
        // A text stays as it was where it says the same.
        let mut put = |key: &'static str, text: Option<String>| {
            if let Some(text) = text.filter(|_| kept.get(key).is_none() || overruled.contains(&key)) {
                now.set(key, text);
            }
        };
        put(COLOR, Some(color));
        put(RANGE, range.map(|range| range.to_string()));
        put(INTENSITY, intensity.map(|intensity| intensity.to_string()));
        let [inner, outer] = cones.map_or([None, None], |cones| cones.map(|degrees| Some(degrees.to_string())));
        put(INNER_CONE, inner);
        put(OUTER_CONE, outer);
        for (is_rounded, detail) in [
            (is_color_rounded, "the colour of a light was rounded to 8 bits"),
            (are_cones_rounded, "the cones of a spotlight were rounded to whole degrees"),
        ] {
            let finding = Finding::new(Code::ClampedValue).times(is_rounded.into()).within(at.to_owned());
            self.diagnostics.report(finding.detail(detail))?;
        }
        Ok(overruled)
    }

    /// Returns where a node is in the world; its own transform where nothing above it moves it.
    fn place(&mut self, id: NodeId) -> Trs {
        let scene = self.scene;
        let world = self.world.get_or_insert_with(|| {
            NodeMap::inherited(scene, |id, above: Option<&Mat4>| {
                above.copied().unwrap_or_default() * scene[id].transform.matrix()
            })
        });
        match scene[id].parent {
            Some(parent) if world[parent] != Mat4::IDENTITY => Transform::from(world[id]).trs(),
            _ => scene[id].transform.trs(),
        }
    }
}
