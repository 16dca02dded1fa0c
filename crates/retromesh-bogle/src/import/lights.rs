//! Cameras and lights of L6 and later.

use super::Importer;
use crate::document::Light;
use crate::layout::Layout;
use glam::Vec4;
use retromesh_core::extras::Extras;
use retromesh_core::scene::{Camera as SceneCamera, Light as SceneLight, LightKind, Projection};
use retromesh_core::{Code, Error};
use std::f32::consts::{FRAC_PI_4, PI};

impl Importer<'_, '_> {
    pub(super) fn cameras(&mut self) -> Result<(), Error> {
        let mut main = false;
        for (n, camera) in self.document.cameras.iter().enumerate() {
            let path = || format!("CAMERA[{n}]");
            let mut extras = Extras::new();
            if self.document.layout >= Layout::L13 {
                extras.insert("bgl.type".into(), camera.kind.into());
            }
            // The engine draws through the first main camera.
            extras.insert("bgl.main".into(), (camera.main != 0 && !main).into());
            self.report(Code::SeveralMainCameras, usize::from(camera.main != 0 && main), path)?;
            main |= camera.main != 0;
            extras.insert("bgl.width".into(), camera.width.into());
            extras.insert("bgl.height".into(), camera.height.into());
            let fits = camera.fov > 0.0 && camera.fov < PI;
            self.report(Code::ClampedValue, usize::from(!fits), path)?;
            if !fits {
                extras.insert("bgl.fov".into(), camera.fov.into());
            }
            let aspect = (camera.width > 0 && camera.height > 0).then(|| camera.width as f32 / camera.height as f32);
            let vertical_fov = if fits { camera.fov } else { FRAC_PI_4 };
            let camera = SceneCamera {
                name: self.text(&camera.name, "camera name")?,
                projection: Projection::Perspective { vertical_fov, aspect },
                near: camera.near,
                far: Some(camera.far),
                extras,
            };
            self.scene.cameras.push(camera);
        }
        Ok(())
    }

    pub(super) fn lights(&mut self) -> Result<(), Error> {
        for (n, light) in self.document.lights.iter().enumerate() {
            let name = self.text(&light.name, "light name")?;
            let range = if self.document.layout < Layout::L8 { Some(light.range) } else { range(light) };
            let kind = self.light_kind(light.kind.into(), light.angle, n)?;
            let mut extras = Extras::new();
            if self.document.layout >= Layout::L8 {
                extras.insert("bgl.attenuation".into(), light.attenuation.into());
            }
            if !matches!(kind, LightKind::Spot { .. }) && light.angle != 0.0 {
                extras.insert("bgl.angle".into(), light.angle.into());
            }
            let [r, g, b, alpha] = light.color;
            if alpha != 1.0 {
                extras.insert("bgl.color_alpha".into(), alpha.into());
            }
            let range = range.filter(|_| kind != LightKind::Directional);
            let color = Vec4::new(r, g, b, alpha).truncate();
            self.scene.lights.push(SceneLight { name, kind, color, intensity: light.intensity, range, extras });
        }
        Ok(())
    }

    /// Returns the kind of a light; `angle` is the full cone of a spot light in radians.
    pub(super) fn light_kind(&mut self, kind: u32, angle: f32, n: usize) -> Result<LightKind, Error> {
        match kind {
            0 => {
                let fits = angle > 0.0 && angle <= PI;
                self.report(Code::ClampedValue, usize::from(!fits), || format!("LIGHT[{n}]"))?;
                let outer_angle = if fits { angle / 2.0 } else { FRAC_PI_4 };
                Ok(LightKind::Spot { inner_angle: 0.0, outer_angle })
            }
            1 => Ok(LightKind::Directional),
            _ => Ok(LightKind::Point),
        }
    }
}

/// Undoes the exporter's `linear = 1000 / range - range`, which goes with constant 0 and quadratic 1; without a linear part light
/// falls off by the square of the distance alone, and has no range.
fn range(light: &Light<'_>) -> Option<f32> {
    let [constant, linear, quadratic] = light.attenuation;
    let range = f32::midpoint(-linear, (linear * linear + 4000.0).sqrt());
    (constant == 0.0 && linear != 0.0 && quadratic == 1.0 && range.is_finite() && range > 0.0).then_some(range)
}
