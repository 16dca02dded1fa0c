//! Cameras and lights.

use super::Exporter;
use crate::extras_json::object;
use glam::Vec3;
use gltf_json::camera::{Camera, Orthographic, Perspective, Type};
use gltf_json::extensions::root::KhrLightsPunctual;
use gltf_json::extensions::scene::khr_lights_punctual::{Light as JsonLight, Spot, Type as LightType};
use gltf_json::validation::Checked::Valid;
use retromesh_core::scene::{Light, LightKind, Projection};
use retromesh_core::{Code, Finding, Result};
use serde_json::{Map, json};
use std::f32::consts::{FRAC_PI_2, PI};

/// The nearest plane that is written: glTF wants it in front of the camera.
pub(crate) const LEAST_NEAR: f32 = 1e-4;
/// The least angle or extent of a view.
const LEAST_VIEW: f32 = 1e-4;
/// How far an orthographic camera sees that has no far plane, counted from its near plane: glTF wants one.
pub(crate) const FAR_ENOUGH: f32 = 10_000.0;
/// The widest angle of a spot's cone: half pi rounded down, as the nearest float is more.
const MAX_CONE: f32 = FRAC_PI_2.next_down();
/// The least difference between the angles of a spot's cones.
const LEAST_CONE: f32 = 1e-4;

impl Exporter<'_> {
    /// Writes all cameras; their numbers stay.
    pub(super) fn cameras(&mut self) -> Result<()> {
        for camera in &self.scene.cameras {
            let near = camera.near.max(LEAST_NEAR);
            let far = camera.far.filter(|&far| far > near);
            let changed;
            let mut perspective = None;
            let mut orthographic = None;
            let type_ = match camera.projection {
                Projection::Perspective { vertical_fov, aspect } => {
                    let yfov = vertical_fov.clamp(LEAST_VIEW, PI - LEAST_VIEW);
                    let aspect_ratio = aspect.filter(|&a| a > 0.0);
                    changed =
                        yfov != vertical_fov || near != camera.near || far != camera.far || aspect_ratio != aspect;
                    perspective = Some(Perspective {
                        aspect_ratio,
                        yfov,
                        zfar: far,
                        znear: near,
                        extensions: None,
                        extras: None,
                    });
                    Type::Perspective
                }
                Projection::Orthographic { half_width, half_height } => {
                    let near = camera.near.max(0.0);
                    let far = camera.far.filter(|&far| far > near);
                    let (xmag, ymag) = (half_width.abs().max(LEAST_VIEW), half_height.abs().max(LEAST_VIEW));
                    changed = xmag != half_width || ymag != half_height || near != camera.near || far.is_none();
                    orthographic = Some(Orthographic {
                        xmag,
                        ymag,
                        zfar: far.unwrap_or(near + FAR_ENOUGH),
                        znear: near,
                        extensions: None,
                        extras: None,
                    });
                    Type::Orthographic
                }
            };
            let mut own = Map::new();
            if changed {
                self.diagnostics.report(Finding::new(Code::ClampedValue).detail("a camera's view"))?;
                own.insert("near".into(), json!(camera.near));
                own.insert("far".into(), json!(camera.far));
            }
            self.root.cameras.push(Camera {
                name: super::name(&camera.name),
                orthographic,
                perspective,
                type_: Valid(type_),
                extensions: None,
                extras: object(&camera.extras, own),
            });
        }
        Ok(())
    }

    /// Writes all lights; their numbers stay.
    pub(super) fn lights(&mut self) -> Result<()> {
        let mut lights = Vec::with_capacity(self.scene.lights.len());
        for light in &self.scene.lights {
            let shown = shown_light(light);
            let (type_, spot) = match shown.kind {
                LightKind::Directional => (LightType::Directional, None),
                LightKind::Point => (LightType::Point, None),
                LightKind::Spot { inner_angle, outer_angle } => {
                    (LightType::Spot, Some(Spot { inner_cone_angle: inner_angle, outer_cone_angle: outer_angle }))
                }
            };
            let mut own = Map::new();
            let asked = match light.kind {
                // Nothing but rounded.
                LightKind::Spot { inner_angle, outer_angle: FRAC_PI_2 } => {
                    LightKind::Spot { inner_angle, outer_angle: MAX_CONE }
                }
                kind => kind,
            };
            if shown != (Light { kind: asked, ..light.clone() }) {
                self.diagnostics.report(Finding::new(Code::ClampedValue).detail("a light's colour, angle or range"))?;
                own.insert("color".into(), json!(light.color.to_array()));
                own.insert("intensity".into(), json!(light.intensity));
                own.insert("range".into(), json!(light.range));
                if let LightKind::Spot { inner_angle, outer_angle } = light.kind {
                    own.insert("cone".into(), json!([inner_angle, outer_angle]));
                }
            }
            lights.push(JsonLight {
                color: shown.color.to_array(),
                extensions: None,
                extras: object(&light.extras, own),
                intensity: shown.intensity,
                name: super::name(&light.name),
                range: shown.range,
                spot,
                type_: Valid(type_),
            });
        }
        if !lights.is_empty() {
            self.use_extension("KHR_lights_punctual");
            let extensions = self.root.extensions.get_or_insert_with(Default::default);
            extensions.khr_lights_punctual = Some(KhrLightsPunctual { lights });
        }
        Ok(())
    }
}

/// Returns a light as glTF can have it.
pub(crate) fn shown_light(light: &Light) -> Light {
    let kind = match light.kind {
        LightKind::Spot { inner_angle, outer_angle } => {
            let outer_angle = outer_angle.clamp(2.0 * LEAST_CONE, MAX_CONE);
            LightKind::Spot { inner_angle: inner_angle.clamp(0.0, outer_angle - LEAST_CONE), outer_angle }
        }
        kind => kind,
    };
    Light {
        kind,
        color: light.color.clamp(Vec3::ZERO, Vec3::ONE),
        intensity: light.intensity.max(0.0),
        // A sun has no range in glTF.
        range: light.range.filter(|&range| range > 0.0 && kind != LightKind::Directional),
        ..light.clone()
    }
}
