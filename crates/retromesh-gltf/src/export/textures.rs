//! Textures, samplers and images.

use super::{Exporter, text_stem};
use crate::TEXTURE_TRANSFORM;
use crate::extras_json::object;
use crate::words::Word;
use crate::{FINGERPRINT, SAMPLER, fingerprint, pictures, placeholder, uri};
use glam::Vec2Swizzles;
use gltf_json::extensions::texture::{
    Info, TextureTransform, TextureTransformOffset, TextureTransformRotation, TextureTransformScale,
};
use gltf_json::image::MimeType;
use gltf_json::texture::{MagFilter, MinFilter, Sampler, WrappingMode};
use gltf_json::validation::Checked::Valid;
use gltf_json::{Index, Texture};
use retromesh_core::material::{self, Image, Mapping, TextureAlpha, TextureRole, UvOrder, UvTransform, Wrap};
use retromesh_core::{Code, Extra, Extras, Finding, Result};
use retromesh_kit::image_files;
use retromesh_kit::options::Textures;
use retromesh_kit::procedural::is_procedural;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::HashMap;
use std::f32::consts::FRAC_PI_2;

/// The index that stands for a texture without an image, which Luanti numbers like others.
const NO_SOURCE: u32 = u32::MAX;

/// Where an image is.
enum Source<'a> {
    Inside { mime: &'static str, bytes: &'a [u8] },
    Link(String),
    Missing,
}

impl Exporter<'_> {
    /// Writes all textures that have an image, with their samplers and images, in their order. Programs stumble over others, of which
    /// the layers in the extras of materials say everything.
    pub(super) fn textures(&mut self) -> Result<()> {
        let scene = self.scene;
        let mut images: Vec<Option<(Index<gltf_json::Image>, Option<&str>)>> = Vec::with_capacity(scene.images.len());
        // A text has its images next to it where they are to be copied; for Luanti all is one file.
        let has_files = self.options.textures == Textures::Copy && self.luanti.is_none();
        let names = text_stem(self.options).filter(|_| has_files).map(|_| image_files::names(scene, self.options));
        let names = names.into_iter().flatten().chain(std::iter::repeat(None));
        let mut roles = vec![None; scene.images.len()];
        for layer in scene.materials.iter().flat_map(|material| &material.layers) {
            if let Some(image) = scene[layer.texture].image {
                let role = roles[image.index()].get_or_insert(layer.role);
                // What an image gives the colour counts before what else it does.
                *role = if *role == layer.role { *role } else { TextureRole::Color };
            }
        }
        for ((image, role), name) in scene.images.iter().zip(roles).zip(names) {
            images.push(self.image(image, role.unwrap_or_default(), name)?);
        }
        let mut samplers: HashMap<String, Index<Sampler>> = HashMap::new();
        for texture in &scene.textures {
            let source = texture.image.and_then(|id| images[id.index()]);
            if source.is_none() && self.luanti.is_none() {
                self.textures_at.push(None);
                continue;
            }
            let mut extras = texture.extras.clone();
            let built = sampler(texture, extras.remove(SAMPLER));
            let key = serde_json::to_string(&built).unwrap_or_default();
            let sampler = *samplers.entry(key).or_insert_with(|| Index::push(&mut self.root.samplers, built));
            let mut own = Map::new();
            if !texture.transform.is_identity() {
                own.insert("transform".into(), transform_json(&texture.transform));
            }
            if texture.alpha != TextureAlpha::Ignore {
                own.insert("alpha".into(), texture.alpha.word().into());
            }
            if texture.mapping != Mapping::Uv {
                own.insert("mapping".into(), texture.mapping.word().into());
                self.diagnostics
                    .report(Finding::new(Code::KeptInExtras).detail("sphere or cube mapping of a texture"))?;
            }
            if let Some(image) = texture.image.filter(|_| source.is_none()) {
                own.insert("image".into(), scene[image].path.as_str().into());
            }
            let (source, extension) = source.unzip();
            let extensions = extension.flatten().map(|name| {
                self.require_extension(name);
                let others = Map::from_iter([(name.to_owned(), json!({"source": source}))]);
                gltf_json::extensions::texture::Texture { others }
            });
            let source = source.filter(|_| extensions.is_none()).unwrap_or(Index::new(NO_SOURCE));
            let written = Texture {
                name: super::name(&texture.name),
                sampler: Some(sampler),
                source,
                extensions,
                extras: object(&extras, own),
            };
            self.textures_at.push(Some(Index::push(&mut self.root.textures, written)));
        }
        Ok(())
    }

    /// Writes one image, unless none is wanted: its bytes, or a link, or a placeholder for bytes that are not there.
    fn image(
        &mut self,
        image: &Image,
        role: TextureRole,
        file: Option<String>,
    ) -> Result<Option<(Index<gltf_json::Image>, Option<&'static str>)>> {
        if self.options.textures == Textures::None {
            self.prints.push(None);
            return Ok(None);
        }
        let embed = self.options.textures.writes_bytes();
        let link = image.uri.as_deref().and_then(uri::relative).or_else(|| uri::relative(image.file_name()));
        let data = image.data.as_ref().filter(|data| embed && !data.bytes.is_empty());
        let source = match (data, link) {
            (Some(data), _) if pictures::media_type(&data.bytes).is_some() => {
                let mime = pictures::media_type(&data.bytes).unwrap_or_default();
                match file.and_then(|file| Some((uri::relative(&file)?, file))) {
                    Some((link, file)) => {
                        self.image_files.push((file, data.bytes.clone()));
                        Source::Link(link)
                    }
                    None => Source::Inside { mime, bytes: &data.bytes },
                }
            }
            (Some(data), _) if pictures::is_shown(&data.mime) => {
                // It says that it can be shown, and cannot: a link would lead nowhere.
                self.diagnostics.report(Finding::new(Code::UnsupportedImage).detail(image.file_name().to_string()))?;
                Source::Missing
            }
            (Some(_), Some(link)) => {
                self.diagnostics.report(Finding::new(Code::UnsupportedImage).detail(image.file_name().to_string()))?;
                Source::Link(link)
            }
            (None, Some(link)) if !embed && !is_procedural(&image.path) => Source::Link(link),
            _ => Source::Missing,
        };
        // What a tool changes of an image that has a file shows by this.
        let print = match &source {
            Source::Inside { bytes, .. } if image.uri.is_some() => Some(fingerprint::image(bytes)),
            _ => None,
        };
        let mut own = Map::new();
        let restored = match &source {
            Source::Link(link) => uri::decode(link),
            _ => None,
        };
        if !image.path.is_empty() && restored.as_deref() != Some(image.path.as_str()) {
            own.insert("path".into(), image.path.as_str().into());
        }
        if let (Some(uri), Source::Inside { .. } | Source::Missing) = (&image.uri, &source) {
            own.insert("uri".into(), uri.as_str().into());
        }
        if let Some(print) = &print {
            own.insert(FINGERPRINT.into(), print.as_str().into());
        }
        self.prints.push(print);
        let (mime, bytes, uri) = match source {
            Source::Inside { mime, bytes } => (Some(mime.to_owned()), bytes.into(), None),
            Source::Missing => {
                (Some("image/png".to_owned()), Cow::Owned(placeholder::picture(&image.path, role)), None)
            }
            Source::Link(link) => (None, Cow::Borrowed(&[][..]), Some(link)),
        };
        let view = mime.is_some().then(|| self.buffers.view(None, None, |out| out.extend_from_slice(&bytes)));
        let extension = pictures::EXTENSIONS.iter().find(|(_, other)| mime.as_deref() == Some(*other));
        extension.into_iter().for_each(|(name, _)| self.use_extension(name));
        let index = Index::push(
            &mut self.root.images,
            gltf_json::Image {
                buffer_view: view,
                mime_type: mime.map(MimeType),
                name: super::name(image.file_name()),
                uri,
                extensions: None,
                extras: object(&Extras::new(), own),
            },
        );
        Ok(Some((index, extension.map(|(name, _)| *name))))
    }

    /// Builds the extension that moves the coordinates of a texture, if it needs one.
    pub(super) fn transform_extension(&mut self, texture: &material::Texture, uv_set: u32) -> Result<Option<Info>> {
        if texture.transform.is_identity() {
            return Ok(None);
        }
        let (transform, exact) = scale_first(&texture.transform);
        if !exact {
            let finding = Finding::new(Code::ApproximatedUvTransform).detail("a rotation with unequal factors");
            self.diagnostics.report(finding)?;
        }
        self.use_extension(TEXTURE_TRANSFORM);
        let extension = TextureTransform {
            offset: TextureTransformOffset(transform.translation.to_array()),
            rotation: TextureTransformRotation(transform.rotation),
            scale: TextureTransformScale(transform.scale.to_array()),
            // Left out it would be written as null.
            tex_coord: Some(uv_set),
            extras: None,
        };
        Ok(Some(Info { texture_transform: Some(extension), others: Map::new() }))
    }
}

/// Returns the same transform with the scale first, and whether it is the same.
///
/// The two orders agree when the factors are equal or nothing turns; after a quarter turn the factors change places.
pub(crate) fn scale_first(transform: &UvTransform) -> (UvTransform, bool) {
    let swapped = UvTransform { order: UvOrder::ScaleFirst, ..*transform };
    if transform.order == UvOrder::ScaleFirst || transform.scale.x == transform.scale.y {
        return (swapped, true);
    }
    let quarters = transform.rotation / FRAC_PI_2;
    let whole = quarters.round();
    let exact = (quarters - whole).abs() < 1e-5;
    if exact && whole.rem_euclid(2.0) == 1.0 {
        return (UvTransform { scale: transform.scale.yx(), ..swapped }, true);
    }
    (swapped, exact)
}

pub(super) fn transform_json(transform: &UvTransform) -> Value {
    json!({
        "offset": transform.translation.to_array(),
        "rotation": transform.rotation,
        "scale": transform.scale.to_array(),
        "order": transform.order.word(),
    })
}

/// Builds the sampler of a texture; `kept` is what the file that it comes from said beyond that.
fn sampler(texture: &material::Texture, kept: Option<Extra>) -> Sampler {
    let wrap = |wrap| match wrap {
        Wrap::Repeat => WrappingMode::Repeat,
        Wrap::Clamp => WrappingMode::ClampToEdge,
        Wrap::Mirror => WrappingMode::MirroredRepeat,
    };
    let min = match (texture.mipmap, texture.nearest) {
        (true, false) => MinFilter::LinearMipmapLinear,
        (true, true) => MinFilter::NearestMipmapNearest,
        (false, false) => MinFilter::Linear,
        (false, true) => MinFilter::Nearest,
    };
    let kept = match kept {
        Some(Extra::Map(kept)) => kept,
        _ => Extras::new(),
    };
    let other = match kept.get("minFilter").and_then(Extra::as_int) {
        Some(9728) => Some(MinFilter::Nearest),
        Some(9729) => Some(MinFilter::Linear),
        Some(9984) => Some(MinFilter::NearestMipmapNearest),
        Some(9985) => Some(MinFilter::LinearMipmapNearest),
        Some(9986) => Some(MinFilter::NearestMipmapLinear),
        Some(9987) => Some(MinFilter::LinearMipmapLinear),
        _ => None,
    };
    let has_levels = |filter: &MinFilter| !matches!(filter, MinFilter::Nearest | MinFilter::Linear);
    Sampler {
        mag_filter: Some(Valid(if texture.nearest { MagFilter::Nearest } else { MagFilter::Linear })),
        min_filter: Some(Valid(other.filter(|filter| has_levels(filter) == texture.mipmap).unwrap_or(min))),
        name: kept.get("name").and_then(Extra::as_text).map(str::to_owned),
        wrap_s: Valid(wrap(texture.wrap_u)),
        wrap_t: Valid(wrap(texture.wrap_v)),
        ..Sampler::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Mat2, Vec2};

    #[test]
    fn filters_of_a_file_come_back() {
        // Nearest, with levels, what the file said, and what is written.
        for (nearest, mipmap, kept, expected) in [
            (false, true, 9985, 9985),
            (false, false, 9728, 9728),
            (true, false, 9729, 9729),
            (true, true, 9987, 9987),
            (false, true, 9728, 9987),
            (false, false, 9985, 9729),
        ] {
            let texture = material::Texture { nearest, mipmap, ..material::Texture::default() };
            let kept = Extra::Map(Extras::from([("minFilter".to_owned(), kept.into())]));
            let Some(Valid(filter)) = sampler(&texture, Some(kept)).min_filter else { panic!("no filter") };
            assert_eq!(filter.as_gl_enum(), expected, "{nearest} {mipmap}");
        }
    }

    /// What the extension's text prescribes: `offset + R * (scale * uv)` with `R` = [cos sin; -sin cos].
    fn khr(transform: &UvTransform, uv: Vec2) -> Vec2 {
        let (sin, cos) = transform.rotation.sin_cos();
        let rotation = Mat2::from_cols(Vec2::new(cos, -sin), Vec2::new(sin, cos));
        transform.translation + rotation * (transform.scale * uv)
    }

    #[test]
    fn the_extension_moves_coordinates_as_the_scene_does() {
        let rows = [
            (UvOrder::ScaleFirst, 0.7, Vec2::new(2.0, 3.0), true),
            (UvOrder::RotateFirst, 0.0, Vec2::new(2.0, 3.0), true),
            (UvOrder::RotateFirst, 0.7, Vec2::new(2.0, 2.0), true),
            (UvOrder::RotateFirst, FRAC_PI_2, Vec2::new(4.76, 1.0), true),
            (UvOrder::RotateFirst, -FRAC_PI_2, Vec2::new(4.76, 1.0), true),
            (UvOrder::RotateFirst, 2.0 * FRAC_PI_2, Vec2::new(4.76, 1.0), true),
            (UvOrder::RotateFirst, 0.7, Vec2::new(2.0, 3.0), false),
        ];
        for (order, rotation, scale, exact) in rows {
            let transform = UvTransform { translation: Vec2::new(0.3, -0.1), rotation, scale, order };
            let (written, said) = scale_first(&transform);
            assert_eq!(said, exact, "{order:?} {rotation} {scale}");
            for uv in [Vec2::ZERO, Vec2::X, Vec2::new(0.2, 0.9)] {
                let same = khr(&written, uv).abs_diff_eq(transform.apply(uv), 1e-5);
                assert!(same || !exact, "{order:?} {rotation} {scale} {uv}");
            }
        }
    }
}
