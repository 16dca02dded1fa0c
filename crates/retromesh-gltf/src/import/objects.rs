//! Images, textures, cameras and lights.

use super::layers::{Known, transform_of};
use super::links::restore_link;
use super::{Importer, float, floats};
use crate::export::{FAR_ENOUGH, LEAST_NEAR, shown_light};
use crate::extras_json::split;
use crate::words::Word;
use crate::{FINGERPRINT, SAMPLER, fingerprint, pictures, placeholder, uri};
use glam::Vec3;
use gltf_json::extensions::scene::khr_lights_punctual::Type as LightType;
use gltf_json::texture::{MagFilter, MinFilter, WrappingMode};
use gltf_json::validation::Checked;
use retromesh_core::material::{Image, ImageData, Mapping, Texture, TextureAlpha, UvTransform, Wrap};
use retromesh_core::scene::{Camera, Light, LightKind, Projection};
use retromesh_core::{Code, Extra, Extras, ImageId, Result};
use retromesh_kit::image_files::is_same_name;
use serde_json::{Map, Value};

/// What a tool rounds when it writes a number again.
const NEAR: f32 = 1e-4;

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
            let print = read.data.as_ref().map(|data| fingerprint::image(&data.bytes));
            let text = |key: &str| own.get(key).and_then(Value::as_str);
            let is_painted = text(FINGERPRINT).is_some_and(|kept| print.as_deref() != Some(kept));
            let is_named = |kept: &str| {
                let name = image.name.as_deref().filter(|name| !name.is_empty());
                name.is_some_and(|name| !is_same_name(name, kept))
            };
            let path = text("path");
            let is_renamed = path.is_some_and(is_named);
            let at = || format!("images[{i}]");
            if is_renamed && is_painted {
                let what = "another image under another name is not the one that the file named";
                self.report(Code::StaleExtras, 1, at, what)?;
            } else {
                let what = "the name of an image: the same picture goes on being the file that the model named";
                self.report(Code::Restored, usize::from(is_renamed), at, what)?;
                if let Some(path) = path {
                    path.clone_into(&mut read.path);
                }
                if let Some(uri) = text("uri") {
                    restore_link(&mut read, print.as_deref(), uri, &own);
                }
            }
            self.prints.push(print);
            self.scene.images.push(read);
        }
        Ok(())
    }

    /// Reads all textures; their transforms are found where materials use them.
    pub(super) fn textures(&mut self) -> Result<()> {
        let mut settled = Vec::with_capacity(self.root.textures.len());
        for (t, texture) in self.root.textures.iter().enumerate() {
            let (extras, own) = split(texture.extras.as_deref());
            let others = texture.extensions.as_ref().map(|extensions| &extensions.others);
            let other = |name: &str| others?.get(name)?.get("source")?.as_u64().and_then(|at| usize::try_from(at).ok());
            let other = pictures::EXTENSIONS.iter().find_map(|(name, _)| other(name));
            let core = Some(texture.source.value()).filter(|source| *source < self.root.images.len());
            let second = usize::from(core.is_some() && other.is_some());
            let what = "the image of another type that a texture has besides its own";
            self.report(Code::LostTextureLayer, second, || format!("textures[{t}]"), what)?;
            let source = core.or(other).unwrap_or(texture.source.value());
            let image = match own.get("image").and_then(Value::as_str) {
                Some(path) if source >= self.scene.images.len() => {
                    self.scene.images.push(Image { path: path.to_string(), uri: None, data: None });
                    Some(ImageId::new(self.scene.images.len() - 1))
                }
                _ => (source < self.root.images.len()).then(|| ImageId::new(source)),
            };
            // three.js keeps the names of textures and drops those of images.
            let unnamed = image.and_then(|id| self.scene.images.get_mut(id.index()));
            let unnamed = unnamed.filter(|image| self.own && image.path.is_empty());
            if let (Some(image), Some(name)) = (unnamed, &texture.name) {
                image.path.clone_from(name);
            }
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
        Ok(())
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
            let kept = own.get("near").map(|near| (float(Some(near)).unwrap_or(0.0), float(own.get("far"))));
            // What the exporter could not write counts as long as what it wrote instead is there.
            let fits = |(own_near, own_far): &(f32, Option<f32>)| {
                let starts = [LEAST_NEAR, 0.0].iter().any(|least| same(own_near.max(*least), near));
                starts
                    && match own_far.filter(|own| *own > near) {
                        Some(end) => far.is_some_and(|far| same(end, far)),
                        None => far.is_none_or(|far| same(near + FAR_ENOUGH, far)),
                    }
            };
            let fitting = kept.filter(fits);
            let stale = usize::from(kept.is_some() && fitting.is_none());
            self.report(Code::StaleExtras, stale, || format!("cameras[{i}]"), "how near and far a camera sees")?;
            let (near, far) = fitting.unwrap_or((near, far));
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
                    LightKind::Spot { inner_angle: spot.inner_cone_angle, outer_angle: spot.outer_cone_angle }
                }
                (Checked::Valid(LightType::Point), _) => LightKind::Point,
                _ => {
                    self.report(Code::CountMismatch, 1, || format!("lights[{i}]"), "a light of no known kind")?;
                    LightKind::Point
                }
            };
            let color = Vec3::from(light.color);
            let core = Light {
                name: light.name.clone().unwrap_or_default(),
                kind,
                color: if color.is_finite() { color } else { Vec3::ONE },
                intensity: if light.intensity.is_finite() { light.intensity } else { 1.0 },
                range: light.range.filter(|range| range.is_finite()),
                extras,
            };
            let kept = own.contains_key("color").then(|| kept_light(&own, &core));
            // What the exporter could not write counts as long as what it wrote instead is there.
            let fitting = kept.as_ref().filter(|kept| is_same_light(&shown_light(kept), &core)).cloned();
            let stale = usize::from(kept.is_some() && fitting.is_none());
            self.report(Code::StaleExtras, stale, || format!("lights[{i}]"), "a light's colour, angle or range")?;
            self.scene.lights.push(fitting.unwrap_or(core));
        }
        Ok(())
    }
}

/// Returns a light with what the extras keep of it.
fn kept_light(own: &Map<String, Value>, core: &Light) -> Light {
    let cone = floats(own.get("cone")).filter(|[inner, outer]| 0.0 <= *inner && inner <= outer);
    let kind = match (core.kind, cone) {
        (LightKind::Spot { .. }, Some([inner_angle, outer_angle])) => LightKind::Spot { inner_angle, outer_angle },
        (kind, _) => kind,
    };
    Light {
        kind,
        color: floats(own.get("color")).map_or(core.color, Vec3::from),
        intensity: float(own.get("intensity")).unwrap_or(core.intensity),
        range: float(own.get("range")),
        ..core.clone()
    }
}

/// Returns whether two lights are the same but for rounding.
fn is_same_light(a: &Light, b: &Light) -> bool {
    let cone = |light: &Light| match light.kind {
        LightKind::Spot { inner_angle, outer_angle } => [inner_angle, outer_angle],
        _ => [0.0; 2],
    };
    let ([p, q], [r, s]) = (cone(a), cone(b));
    let range = match (a.range, b.range) {
        (Some(a), Some(b)) => same(a, b),
        (a, b) => a == b,
    };
    a.color.abs_diff_eq(b.color, NEAR) && same(a.intensity, b.intensity) && range && same(p, r) && same(q, s)
}

/// Returns whether two numbers are the same but for what tools round.
fn same(a: f32, b: f32) -> bool {
    (a - b).abs() <= NEAR * a.abs().max(1.0)
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
