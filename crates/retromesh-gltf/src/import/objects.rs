//! Images, textures, cameras and lights.

use super::layers::{Known, transform_of};
use super::{Importer, float, floats};
use crate::extras_json::split;
use crate::words::Word;
use crate::{SAMPLER, pictures, placeholder, uri};
use glam::Vec3;
use gltf_json::extensions::scene::khr_lights_punctual::Type as LightType;
use gltf_json::texture::{MagFilter, MinFilter, WrappingMode};
use gltf_json::validation::Checked;
use retromesh_core::material::{Image, ImageData, Mapping, Texture, TextureAlpha, UvTransform, Wrap};
use retromesh_core::scene::{Camera, Light, LightKind, Projection};
use retromesh_core::{Code, Extra, Extras, ImageId, Result};
use serde_json::Value;

impl Importer<'_, '_> {
    /// Reads all images; those inside the file are copied out.
    pub(super) fn images(&mut self) -> Result<()> {
        for (i, image) in self.root.images.iter().enumerate() {
            let (_, own) = split(image.extras.as_deref());
            let name = image.name.clone().unwrap_or_default();
            let mut read = Image { path: name, uri: None, data: None };
            let mime = image.mime_type.as_ref().map(|mime| mime.0.clone());
            if let Some(view) = image.buffer_view {
                let (bytes, _) = self.accessors.view(view).map_err(|e| e.within(format!("images[{i}]")))?;
                self.accessors.charge(bytes.len() as u64)?;
                if let Some(path) = placeholder::path_of(bytes) {
                    path.clone_into(&mut read.path);
                } else {
                    let known = pictures::media_type(bytes).map(str::to_owned);
                    let mime = known.or(mime).unwrap_or_else(|| "application/octet-stream".to_owned());
                    read.data = Some(ImageData { mime, bytes: bytes.to_vec() });
                }
            } else if let Some(link) = &image.uri {
                if link.starts_with("data:") {
                    read.data = uri::data(link).map(|(mime, bytes)| ImageData { mime: mime.to_string(), bytes });
                    let missing = usize::from(read.data.is_none());
                    self.report(Code::MissingImage, missing, || format!("images[{i}]"), "a link that is no base64")?;
                } else if let Some(name) = uri::decode(link) {
                    read.uri = Some(name.clone()).filter(|name| uri::is_safe(name));
                    read.path = name;
                }
            }
            if let Some(path) = own.get("path").and_then(Value::as_str) {
                read.path = path.to_string();
            }
            if let Some(uri) = own.get("uri").and_then(Value::as_str).filter(|uri| uri::is_safe(uri)) {
                read.uri = Some(uri.to_string());
            }
            self.scene.images.push(read);
        }
        Ok(())
    }

    /// Reads all textures; their transforms are found where materials use them.
    pub(super) fn textures(&mut self) {
        let mut settled = Vec::with_capacity(self.root.textures.len());
        for texture in &self.root.textures {
            let (extras, own) = split(texture.extras.as_deref());
            let others = texture.extensions.as_ref().map(|extensions| &extensions.others);
            let other = |name: &str| others?.get(name)?.get("source")?.as_u64().and_then(|at| usize::try_from(at).ok());
            let other = pictures::EXTENSIONS.iter().find_map(|(name, _)| other(name));
            let core = Some(texture.source.value()).filter(|source| *source < self.root.images.len());
            let source = core.or(other).unwrap_or(texture.source.value());
            let image = match own.get("image").and_then(Value::as_str) {
                Some(path) if source >= self.scene.images.len() => {
                    self.scene.images.push(Image { path: path.to_string(), uri: None, data: None });
                    Some(ImageId::new(self.scene.images.len() - 1))
                }
                _ => (source < self.root.images.len()).then(|| ImageId::new(source)),
            };
            settled.push(!own.is_empty());
            let sampler = texture.sampler.and_then(|i| self.root.samplers.get(i.value()));
            let wrap = |mode: Checked<WrappingMode>| match mode {
                Checked::Valid(WrappingMode::ClampToEdge) => Wrap::Clamp,
                Checked::Valid(WrappingMode::MirroredRepeat) => Wrap::Mirror,
                _ => Wrap::Repeat,
            };
            let min = sampler.and_then(|s| s.min_filter);
            let mut extras = extras;
            sampler_facts(sampler, &mut extras);
            let nearest = matches!(sampler.and_then(|s| s.mag_filter), Some(Checked::Valid(MagFilter::Nearest)));
            self.scene.textures.push(Texture {
                name: texture.name.clone().unwrap_or_default(),
                image,
                transform: own.get("transform").and_then(transform_of).unwrap_or(UvTransform::IDENTITY),
                wrap_u: sampler.map_or(Wrap::Repeat, |s| wrap(s.wrap_s)),
                wrap_v: sampler.map_or(Wrap::Repeat, |s| wrap(s.wrap_t)),
                mipmap: !matches!(min, Some(Checked::Valid(MinFilter::Nearest | MinFilter::Linear))),
                nearest,
                alpha: TextureAlpha::from_value(own.get("alpha")).unwrap_or_default(),
                mapping: Mapping::from_value(own.get("mapping")).unwrap_or_default(),
                extras,
            });
        }
        self.known = Known::new(&self.scene.textures, &self.scene.images, settled);
    }

    pub(super) fn cameras(&mut self) -> Result<()> {
        for (i, camera) in self.root.cameras.iter().enumerate() {
            let (extras, own) = split(camera.extras.as_deref());
            let finite = |x: f32, otherwise: f32| if x.is_finite() { x } else { otherwise };
            let (projection, near, far) = match (&camera.perspective, &camera.orthographic) {
                (Some(p), _) => {
                    let projection = Projection::Perspective {
                        vertical_fov: finite(p.yfov, 1.0),
                        aspect: p.aspect_ratio.filter(|a| a.is_finite()),
                    };
                    (projection, p.znear, p.zfar)
                }
                (None, Some(o)) => {
                    let (half_width, half_height) = (finite(o.xmag, 1.0), finite(o.ymag, 1.0));
                    (Projection::Orthographic { half_width, half_height }, o.znear, Some(o.zfar))
                }
                (None, None) => {
                    self.report(Code::CountMismatch, 1, || format!("cameras[{i}]"), "a camera without a projection")?;
                    (Projection::Perspective { vertical_fov: 1.0, aspect: None }, 0.1, None)
                }
            };
            let near = own.get("near").map_or(near, |near| float(Some(near)).unwrap_or(0.0));
            let far = own.get("far").map_or(far, |far| float(Some(far)));
            self.scene.cameras.push(Camera {
                name: camera.name.clone().unwrap_or_default(),
                projection,
                near: finite(near, 0.1),
                far: far.filter(|far| far.is_finite()),
                extras,
            });
        }
        Ok(())
    }

    pub(super) fn lights(&mut self) -> Result<()> {
        let lights = self.root.extensions.as_ref().and_then(|e| e.khr_lights_punctual.as_ref());
        for (i, light) in lights.iter().flat_map(|l| &l.lights).enumerate() {
            let (extras, own) = split(light.extras.as_deref());
            let kind = match (light.type_, &light.spot) {
                (Checked::Valid(LightType::Directional), _) => LightKind::Directional,
                (Checked::Valid(LightType::Spot), Some(spot)) => {
                    let written = [spot.inner_cone_angle, spot.outer_cone_angle];
                    let own = floats(own.get("cone")).filter(|[inner, outer]| 0.0 <= *inner && inner <= outer);
                    let [inner_angle, outer_angle] = own.unwrap_or(written);
                    LightKind::Spot { inner_angle, outer_angle }
                }
                (Checked::Valid(LightType::Point), _) => LightKind::Point,
                _ => {
                    self.report(Code::CountMismatch, 1, || format!("lights[{i}]"), "a light of no known kind")?;
                    LightKind::Point
                }
            };
            let color = floats(own.get("color")).unwrap_or(light.color);
            let color = Vec3::from(color);
            let intensity = float(own.get("intensity")).unwrap_or(light.intensity);
            let range = own.get("range").map_or(light.range, |range| float(Some(range)));
            self.scene.lights.push(Light {
                name: light.name.clone().unwrap_or_default(),
                kind,
                color: if color.is_finite() { color } else { Vec3::ONE },
                intensity: if intensity.is_finite() { intensity } else { 1.0 },
                range: range.filter(|range| range.is_finite()),
                extras,
            });
        }
        Ok(())
    }
}

/// Keeps the name of a sampler, and a filter for small pictures that is not one of those that the exporter chooses.
fn sampler_facts(sampler: Option<&gltf_json::texture::Sampler>, extras: &mut Extras) {
    let Some(sampler) = sampler else { return };
    let mut facts = Extras::new();
    if let Some(name) = sampler.name.as_ref().filter(|name| !name.is_empty()) {
        facts.insert("name".to_owned(), name.clone().into());
    }
    let nearest = matches!(sampler.mag_filter, Some(Checked::Valid(MagFilter::Nearest)));
    let usual = |filter| match filter {
        MinFilter::LinearMipmapLinear | MinFilter::Linear => !nearest,
        MinFilter::NearestMipmapNearest | MinFilter::Nearest => nearest,
        _ => false,
    };
    if let Some(Checked::Valid(filter)) = sampler.min_filter
        && !usual(filter)
    {
        facts.insert("minFilter".to_owned(), filter.as_gl_enum().into());
    }
    if !facts.is_empty() {
        extras.insert(SAMPLER.into(), Extra::Map(facts));
    }
}
