//! Textures, samplers and images.

use super::Exporter;
use crate::extras_json::object;
use crate::words::Word;
use crate::{placeholder, uri};
use glam::Vec2Swizzles;
use gltf_json::extensions::texture::{
    Info, TextureTransform, TextureTransformOffset, TextureTransformRotation, TextureTransformScale,
};
use gltf_json::image::MimeType;
use gltf_json::texture::{MagFilter, MinFilter, Sampler, WrappingMode};
use gltf_json::validation::Checked::Valid;
use gltf_json::{Index, Texture};
use retromesh_core::material::{self, Image, Mapping, TextureAlpha, UvOrder, UvTransform, Wrap};
use retromesh_core::options::Textures;
use retromesh_core::{Code, Extras, Finding, Result};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::f32::consts::FRAC_PI_2;

/// The index that stands for a texture without an image.
const NO_SOURCE: u32 = u32::MAX;

/// Where an image is.
enum Source<'a> {
    Inside { mime: String, bytes: &'a [u8] },
    Link(String),
    Missing,
}

impl Exporter<'_> {
    /// Writes all textures with their samplers and images; texture numbers stay as they are.
    pub(super) fn textures(&mut self) -> Result<()> {
        let scene = self.scene;
        let mut images = Vec::with_capacity(scene.images.len());
        for image in &scene.images {
            images.push(self.image(image)?);
        }
        let mut samplers: Vec<(Wrap, Wrap, bool, bool)> = Vec::new();
        for texture in &scene.textures {
            let key = (texture.wrap_u, texture.wrap_v, texture.mipmap, texture.nearest);
            let sampler = samplers.iter().position(|s| *s == key).unwrap_or_else(|| {
                samplers.push(key);
                samplers.len() - 1
            });
            let source = texture.image.and_then(|id| images[id.index()]);
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
            self.root.textures.push(Texture {
                name: super::name(&texture.name),
                sampler: Some(Index::new(sampler as u32)),
                source: source.unwrap_or(Index::new(NO_SOURCE)),
                extensions: None,
                extras: object(&texture.extras, own),
            });
        }
        self.root.samplers = samplers.into_iter().map(sampler).collect();
        Ok(())
    }

    /// Writes one image, unless none is wanted: its bytes, or a link, or a placeholder for bytes that are not there.
    fn image(&mut self, image: &Image) -> Result<Option<Index<gltf_json::Image>>> {
        if self.options.textures == Textures::None {
            return Ok(None);
        }
        let embed = self.options.textures == Textures::Embed;
        let link = image.uri.as_deref().and_then(uri::relative).or_else(|| uri::relative(image.file_name()));
        let data = image.data.as_ref().filter(|data| embed && !data.bytes.is_empty());
        let source = match (data, link) {
            (Some(data), _) if matches!(data.mime.as_str(), "image/png" | "image/jpeg") => {
                Source::Inside { mime: data.mime.clone(), bytes: &data.bytes }
            }
            (Some(_), Some(link)) => {
                self.diagnostics.report(Finding::new(Code::UnsupportedImage).detail(image.file_name().to_string()))?;
                Source::Link(link)
            }
            (None, Some(link)) if !embed => Source::Link(link),
            _ => Source::Missing,
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
        let (mime, bytes, uri) = match source {
            Source::Inside { mime, bytes } => (Some(mime), bytes.into(), None),
            Source::Missing => (Some("image/png".to_owned()), Cow::Owned(placeholder::picture(&image.path)), None),
            Source::Link(link) => (None, Cow::Borrowed(&[][..]), Some(link)),
        };
        let view = mime.is_some().then(|| self.buffers.view(None, None, |out| out.extend_from_slice(&bytes)));
        Ok(Some(Index::push(
            &mut self.root.images,
            gltf_json::Image {
                buffer_view: view,
                mime_type: mime.map(MimeType),
                name: super::name(image.file_name()),
                uri,
                extensions: None,
                extras: object(&Extras::new(), own),
            },
        )))
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
        self.use_extension("KHR_texture_transform");
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

fn sampler((wrap_u, wrap_v, mipmap, nearest): (Wrap, Wrap, bool, bool)) -> Sampler {
    let wrap = |wrap| match wrap {
        Wrap::Repeat => WrappingMode::Repeat,
        Wrap::Clamp => WrappingMode::ClampToEdge,
        Wrap::Mirror => WrappingMode::MirroredRepeat,
    };
    let min = match (mipmap, nearest) {
        (true, false) => MinFilter::LinearMipmapLinear,
        (true, true) => MinFilter::NearestMipmapNearest,
        (false, false) => MinFilter::Linear,
        (false, true) => MinFilter::Nearest,
    };
    Sampler {
        mag_filter: Some(Valid(if nearest { MagFilter::Nearest } else { MagFilter::Linear })),
        min_filter: Some(Valid(min)),
        wrap_s: Valid(wrap(wrap_u)),
        wrap_t: Valid(wrap(wrap_v)),
        ..Sampler::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Mat2, Vec2};

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
