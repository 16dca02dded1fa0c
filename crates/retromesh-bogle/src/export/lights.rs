//! Cameras and lights.

use super::{Exporter, extra_float, extra_floats};
use crate::document::{Camera, Light};
use retromesh_core::scene::{Camera as SceneCamera, Light as SceneLight, LightKind, Projection};
use retromesh_core::{Code, Error, Extra, Finding};

/// The far plane of a camera that has none, in units.
const FAR: f32 = 1000.0;
/// The screen of a camera that names none, in pixels.
const SCREEN: (u32, u32) = (1920, 1080);

impl Exporter<'_> {
    pub(super) fn write_cameras(&mut self) -> Result<(), Error> {
        let is_main = |camera: &SceneCamera| camera.extras.get("bgl.main") == Some(&Extra::Bool(true));
        let perspective = |camera: &SceneCamera| matches!(camera.projection, Projection::Perspective { .. });
        let cameras = &self.scene.cameras;
        let main =
            cameras.iter().position(|c| perspective(c) && is_main(c)).or_else(|| cameras.iter().position(perspective));
        for (n, camera) in cameras.iter().enumerate() {
            let path = || format!("cameras[{n}]");
            let Projection::Perspective { vertical_fov, aspect } = camera.projection else {
                self.report(Code::LostCamera, 1, path)?;
                self.cameras.push(0);
                continue;
            };
            let (width, height) = screen(camera, aspect);
            let filled = [
                (camera.far.is_none(), format!("a camera sees up to {FAR}")),
                (aspect.is_none() && width != 0, format!("a camera has a screen of {width} by {height}")),
            ];
            for (_, detail) in filled.into_iter().filter(|(missing, _)| *missing) {
                self.diagnostics.report(Finding::new(Code::ClampedValue).within(path()).detail(detail))?;
            }
            let written = Camera {
                kind: 0,
                name: self.name(&camera.name),
                width,
                height,
                near: camera.near,
                far: camera.far.unwrap_or(FAR),
                fov: vertical_fov,
                main: u8::from(main == Some(n)),
            };
            self.document.cameras.push(written);
            self.cameras.push(self.document.cameras.len() as u32);
        }
        Ok(())
    }

    pub(super) fn write_lights(&mut self) -> Result<(), Error> {
        for (n, light) in self.scene.lights.iter().enumerate() {
            let (kind, angle) = match light.kind {
                LightKind::Spot { outer_angle, .. } => (0, outer_angle * 2.0),
                LightKind::Directional => (1, extra_float(&light.extras, "bgl.angle").unwrap_or(0.0)),
                LightKind::Point => (2, extra_float(&light.extras, "bgl.angle").unwrap_or(0.0)),
            };
            if matches!(light.kind, LightKind::Spot { inner_angle, .. } if inner_angle > 0.0) {
                let found = Finding::new(Code::ClampedValue).within(format!("lights[{n}]"));
                self.diagnostics.report(found.detail("a spot light fades from the middle of its cone"))?;
            }
            if light.kind != LightKind::Directional && light.range.is_some_and(|range| range <= 0.0) {
                let found = Finding::new(Code::ClampedValue).within(format!("lights[{n}]"));
                self.diagnostics.report(found.detail("a light without a reach shines everywhere"))?;
            }
            let written = Light {
                kind,
                name: self.name(&light.name),
                color: light.color.extend(extra_float(&light.extras, "bgl.color_alpha").unwrap_or(1.0)).to_array(),
                range: 0.0,
                attenuation: attenuation(light),
                intensity: light.intensity,
                angle,
            };
            self.document.lights.push(written);
            self.lights.push(self.document.lights.len() as u32);
        }
        Ok(())
    }
}

/// Returns the screen: the imported one as long as it has the camera's aspect.
fn screen(camera: &SceneCamera, aspect: Option<f32>) -> (u32, u32) {
    let side = |key: &str| camera.extras.get(key).and_then(Extra::as_int).and_then(|value| u32::try_from(value).ok());
    let known = side("bgl.width").zip(side("bgl.height"));
    match (known, aspect) {
        (Some((width, height)), None) if width == 0 || height == 0 => (width, height),
        (Some((width, height)), Some(aspect)) if (width as f32 / height as f32 - aspect).abs() < 1e-3 => {
            (width, height)
        }
        (_, Some(aspect)) => ((SCREEN.1 as f32 * aspect).round().max(1.0) as u32, SCREEN.1),
        (_, None) => SCREEN,
    }
}

/// Returns constant, linear and quadratic: the imported ones as long as they mean the light's range, else the exporter's
/// `1000 / range - range` next to 0 and 1.
fn attenuation(light: &SceneLight) -> [f32; 3] {
    // A range of next to nothing has no finite number.
    let linear = |range: f32| if range > 0.0 { (1000.0 / range - range).min(f32::MAX) } else { 0.0 };
    let known = extra_floats::<3>(&light.extras, "bgl.attenuation").filter(|known| known.iter().all(|x| x.is_finite()));
    match (known, light.range) {
        (Some(known), None) => known,
        (Some([c, l, q]), Some(range)) if (l - linear(range)).abs() <= 1e-3 * (1.0 + l.abs()) => [c, l, q],
        (_, range) => [0.0, range.map_or(0.0, linear), 1.0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use retromesh_core::Extras;

    #[test]
    fn every_range_has_a_finite_attenuation() {
        let rows = [(1.0, 999.0), (50.0, -30.0), (0.0, 0.0), (1.75e-43, f32::MAX), (f32::MAX, -f32::MAX)];
        for (range, linear) in rows {
            let light = SceneLight {
                name: String::new(),
                kind: LightKind::Point,
                color: Vec3::ONE,
                intensity: 1.0,
                range: Some(range),
                extras: Extras::new(),
            };
            assert_eq!(attenuation(&light), [0.0, linear, 1.0], "{range}");
        }
    }
}
