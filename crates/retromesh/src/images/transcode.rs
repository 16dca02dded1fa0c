//! Image files that glTF cannot show, made into PNG.

use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use retromesh_core::material::{AlphaMode, Image, ImageData, TextureAlpha};
use retromesh_core::{ImageId, Result, TextureId, Valid};
use retromesh_kit::{Budget, image_files};
use std::collections::{BTreeMap, HashMap};
use std::io::Cursor;

/// No image is decoded that is wider or higher, or that needs more memory than four bytes a pixel of this square.
const MAX_SIDE: u32 = 8192;

/// What grows with the sides that an image file declares.
pub(super) const PIXELS: &str = "the pixels of images";

/// Decodes an image of any supported type and encodes it as PNG; `None` when it cannot be decoded.
pub(super) fn to_png(name: &str, bytes: &[u8], budget: &Budget) -> Result<Option<ImageData>> {
    Ok(decode(name, bytes, budget)?.as_ref().and_then(encode))
}

/// Returns the kind and size of an image file without decoding it.
pub(super) fn size(bytes: &[u8]) -> Option<(ImageFormat, [u32; 2])> {
    let bytes = image_files::without_profiles(bytes);
    let mut reader = ImageReader::new(Cursor::new(&*bytes)).with_guessed_format().ok()?;
    let kind = reader.format().unwrap_or(ImageFormat::Tga);
    reader.set_format(kind);
    let (width, height) = reader.into_dimensions().ok()?;
    Some((kind, [width, height]))
}

/// Returns whether an image has any texel that is not opaque; `None` when it cannot be decoded.
pub(super) fn has_alpha(name: &str, bytes: &[u8], budget: &Budget) -> Result<Option<bool>> {
    let Some(image) = decode(name, bytes, budget)? else { return Ok(None) };
    Ok(Some(image.color().has_alpha() && rgba(image, budget)?.pixels().copied().any(is_clear)))
}

fn is_clear(pixel: image::Rgba<u8>) -> bool {
    pixel.0[3] < 255
}

/// Returns the mean of an image's texels, 0xAARRGGBB, opaque.
pub(super) fn mean(name: &str, bytes: &[u8], budget: &Budget) -> Result<Option<u32>> {
    let Some(image) = decode(name, bytes, budget)? else { return Ok(None) };
    let count = u64::from(image.width()) * u64::from(image.height());
    let image = rgba(image, budget)?;
    let mut sums = [0u64; 3];
    for pixel in image.pixels() {
        sums.iter_mut().zip(pixel.0).for_each(|(sum, value)| *sum += u64::from(value));
    }
    let [r, g, b] = sums.map(|sum| ((sum + count / 2) / count.max(1)) as u8);
    Ok(Some(u32::from_be_bytes([255, r, g, b])))
}

/// Decodes an image to red, green, blue and alpha.
#[cfg(feature = "paa")]
pub(super) fn picture(name: &str, bytes: &[u8], budget: &Budget) -> Result<Option<retromesh_paa::Picture>> {
    let Some(image) = decode(name, bytes, budget)? else { return Ok(None) };
    let image = rgba(image, budget)?;
    let (width, height) = image.dimensions();
    Ok(Some(retromesh_paa::Picture { width, height, rgba: image.into_raw() }))
}

/// Encodes a picture as the kind of file that a name asks for; `None` for kinds that lose something.
#[cfg(feature = "paa")]
pub(super) fn encode_as(name: &str, picture: retromesh_paa::Picture) -> Option<Vec<u8>> {
    let kind = ImageFormat::from_path(name).ok()?;
    if !matches!(kind, ImageFormat::Png | ImageFormat::Tga | ImageFormat::Bmp) {
        return None;
    }
    let image = image::RgbaImage::from_raw(picture.width, picture.height, picture.rgba)?;
    let image = if image.pixels().all(|pixel| pixel.0[3] == 255) {
        DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(image).into_rgb8())
    } else {
        DynamicImage::ImageRgba8(image)
    };
    let mut bytes = Vec::new();
    image.write_to(&mut Cursor::new(&mut bytes), kind).ok()?;
    Some(bytes)
}

/// Decodes the largest level of a texture of Operation Flashpoint.
#[cfg(feature = "paa")]
fn decode_texture(bytes: &[u8], budget: &Budget) -> Result<Option<DynamicImage>> {
    let Ok(document) = retromesh_paa::Document::parse(bytes) else { return Ok(None) };
    Ok(texture_picture(&document, budget)?.ok().and_then(|picture| {
        let image = image::RgbaImage::from_raw(picture.width, picture.height, picture.rgba)?;
        let is_opaque = image.pixels().all(|pixel| pixel.0[3] == 255);
        let image = DynamicImage::ImageRgba8(image);
        Some(if is_opaque { DynamicImage::ImageRgb8(image.into_rgb8()) } else { image })
    }))
}

/// Unpacks the largest level of a texture, its texels counted first.
#[cfg(feature = "paa")]
pub(super) fn texture_picture(
    document: &retromesh_paa::Document<'_>,
    budget: &Budget,
) -> Result<Result<retromesh_paa::Picture>> {
    let [width, height] = document.size().map(usize::from);
    budget.take(PIXELS, width * height, 4)?;
    Ok(document.picture(0))
}

/// Gives every image that is used with a colour key an alpha channel: pure black is transparent, as Blitz3D's flag 4 means it.
///
/// Images with transparent texels keep them. An image that is also used without the key stays as it is next to its keyed copy.
pub(super) fn bake_color_keys(scene: &mut Valid<'_>, budget: &Budget) -> Result<()> {
    let mut keyed: Vec<(ImageId, Vec<TextureId>)> = Vec::new();
    let mut places: HashMap<ImageId, usize> = HashMap::new();
    for (number, texture) in scene.textures.iter().enumerate().filter(|(_, t)| t.alpha == TextureAlpha::Mask) {
        let Some(image) = texture.image else { continue };
        let place = *places.entry(image).or_insert(keyed.len());
        if place == keyed.len() {
            keyed.push((image, Vec::new()));
        }
        keyed[place].1.push(TextureId::new(number));
    }
    // Each content is decoded once, however many images have it.
    let mut known: HashMap<Vec<u8>, Option<ImageData>> = HashMap::new();
    for (id, textures) in keyed {
        let source = &scene[id];
        let Some(old) = &source.data else { continue };
        let new = match known.get(&old.bytes) {
            Some(new) => new.clone(),
            None => known.entry(old.bytes.clone()).or_insert(key(source.file_name(), &old.bytes, budget)?).clone(),
        };
        let Some(new) = new else { continue };
        let image = Image { data: Some(new), ..source.clone() };
        if scene.textures.iter().filter(|texture| texture.image == Some(id)).count() > textures.len() {
            scene.add_image(image, &textures);
        } else {
            scene.images_mut()[id.index()] = image;
        }
    }
    Ok(())
}

/// Marks the textures that only masked materials use as colour-keyed where black is what is transparent in their image: engines that cut out
/// black show the same.
pub(crate) fn key_black_masks(scene: &mut Valid<'_>, budget: &Budget) -> Result<()> {
    let mut masks: BTreeMap<TextureId, bool> = BTreeMap::new();
    for material in &scene.materials {
        let is_masked = matches!(material.alpha_mode, AlphaMode::Mask { .. });
        material.layers.iter().for_each(|layer| *masks.entry(layer.texture).or_insert(true) &= is_masked);
    }
    let mut known: HashMap<ImageId, bool> = HashMap::new();
    for (id, _) in masks.into_iter().filter(|(_, is_mask)| *is_mask) {
        let Some(image) = scene[id].image.filter(|_| scene[id].alpha != TextureAlpha::Mask) else { continue };
        let Some(data) = &scene[image].data else { continue };
        let is_keyed = match known.get(&image) {
            Some(is_keyed) => *is_keyed,
            None => *known.entry(image).or_insert(has_black_holes(scene[image].file_name(), &data.bytes, budget)?),
        };
        if is_keyed {
            scene.set_texture_alpha(id, TextureAlpha::Mask);
        }
    }
    Ok(())
}

/// Returns whether an image has holes, and these are where it is black.
fn has_black_holes(name: &str, bytes: &[u8], budget: &Budget) -> Result<bool> {
    let Some(image) = decode(name, bytes, budget)? else { return Ok(false) };
    let pixels = rgba(image, budget)?;
    let is_black = |pixel: &image::Rgba<u8>| pixel.0.starts_with(&[0, 0, 0]);
    let is_hole = |pixel: &image::Rgba<u8>| pixel.0[3] < 128;
    Ok(pixels.pixels().any(is_hole) && pixels.pixels().all(|pixel| is_black(pixel) == is_hole(pixel)))
}

fn key(name: &str, bytes: &[u8], budget: &Budget) -> Result<Option<ImageData>> {
    let Some(image) = decode(name, bytes, budget)? else { return Ok(None) };
    let mut pixels = rgba(image, budget)?;
    if pixels.pixels().copied().any(is_clear) {
        return Ok(None);
    }
    for pixel in pixels.pixels_mut().filter(|pixel| pixel.0.starts_with(&[0, 0, 0])) {
        *pixel = image::Rgba([0; 4]);
    }
    Ok(encode(&DynamicImage::ImageRgba8(pixels)))
}

/// Decodes an image file; its pixels are counted before memory is taken for them. `None` when it cannot be decoded.
fn decode(name: &str, bytes: &[u8], budget: &Budget) -> Result<Option<DynamicImage>> {
    budget.allow_for(bytes.len());
    // What was painted elsewhere may have the name of a texture still.
    #[cfg(feature = "paa")]
    if super::game::is_texture(name) && !is_picture(bytes) {
        return decode_texture(bytes, budget);
    }
    let bytes = image_files::without_profiles(bytes);
    let Some(decoder) = decoder(name, &bytes) else { return Ok(None) };
    let (width, height) = decoder.dimensions();
    let pixels = width as usize * height as usize;
    budget.take(PIXELS, pixels.max(decoder.total_bytes() as usize / 4), 4)?;
    Ok(DynamicImage::from_decoder(decoder).ok())
}

/// Returns whether the first bytes are those of a picture, which no texture of the game begins with.
#[cfg(feature = "paa")]
fn is_picture(bytes: &[u8]) -> bool {
    use ImageFormat::{Jpeg, Png, WebP};
    image::guess_format(bytes).is_ok_and(|kind| matches!(kind, Png | Jpeg | WebP))
}

/// Makes four bytes a pixel of an image, counted where that takes a copy.
fn rgba(image: DynamicImage, budget: &Budget) -> Result<image::RgbaImage> {
    let is_copied = !matches!(image, DynamicImage::ImageRgba8(_));
    budget.take(PIXELS, image.width() as usize * image.height() as usize, if is_copied { 4 } else { 0 })?;
    Ok(image.into_rgba8())
}

/// Reads the head of an image file.
fn decoder<'b>(name: &str, bytes: &'b [u8]) -> Option<impl ImageDecoder + 'b> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    if reader.format().is_none() {
        // TGA has no signature: only the name says.
        reader.set_format(ImageFormat::from_path(name).ok()?);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(u64::from(MAX_SIDE) * u64::from(MAX_SIDE) * 4);
    reader.limits(limits);
    reader.into_decoder().ok()
}

fn encode(image: &DynamicImage) -> Option<ImageData> {
    let mut bytes = Vec::new();
    image.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).ok()?;
    Some(ImageData { mime: "image/png".into(), bytes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh_core::Scene;
    use retromesh_core::material::Texture;

    /// A picture of two pixels: black, and red that is as opaque as is said.
    fn pixels(red: u8) -> image::RgbaImage {
        let mut pixels = image::RgbaImage::from_pixel(2, 1, image::Rgba([0, 0, 0, 255]));
        pixels.put_pixel(1, 0, image::Rgba([255, 0, 0, red]));
        pixels
    }

    /// A bitmap of them.
    fn bmp() -> Vec<u8> {
        let mut bytes = Vec::new();
        let pixels = DynamicImage::ImageRgba8(pixels(255)).into_rgb8();
        DynamicImage::ImageRgb8(pixels).write_to(&mut Cursor::new(&mut bytes), ImageFormat::Bmp).unwrap();
        bytes
    }

    #[test]
    fn a_bitmap_becomes_png_and_rubbish_becomes_nothing() {
        let budget = Budget::default();
        let data = to_png("a.bmp", &bmp(), &budget).unwrap().unwrap();
        assert_eq!((data.mime.as_str(), data.bytes.get(1..4)), ("image/png", Some(b"PNG".as_slice())));
        assert_eq!(to_png("a.bmp", b"BM, or not", &budget).unwrap(), None);
        assert_eq!(to_png("a.xyz", b"", &budget).unwrap(), None);
        // Two pixels, with nothing allowed but 64 bytes for each of the file.
        let few = Budget::of_bytes(0);
        assert!(to_png("a.bmp", &bmp(), &few).is_ok());
        assert!(few.take("more", 64 * bmp().len(), 1).is_err());
    }

    #[test]
    fn black_becomes_transparent_where_the_texture_is_masked() {
        let budget = Budget::default();
        let data = to_png("a.bmp", &bmp(), &budget).unwrap();
        let texture = |alpha| Texture { image: Some(ImageId(0)), alpha, ..Texture::default() };
        let mut scene = Scene {
            images: vec![Image { path: "a.bmp".into(), uri: None, data }],
            textures: vec![texture(TextureAlpha::Mask), texture(TextureAlpha::Ignore), texture(TextureAlpha::Mask)],
            ..Scene::default()
        }
        .into_valid()
        .unwrap();
        bake_color_keys(&mut scene, &budget).unwrap();
        let image = |id: TextureId| scene.textures[id.index()].image;
        assert_eq!([0, 1, 2].map(|i| image(TextureId(i))), [Some(ImageId(1)), Some(ImageId(0)), Some(ImageId(1))]);
        let keyed = scene.images[1].data.as_ref().unwrap();
        let pixels = decode("a.png", &keyed.bytes, &budget).unwrap().unwrap().into_rgba8();
        assert_eq!((pixels.get_pixel(0, 0).0, pixels.get_pixel(1, 0).0), ([0; 4], [255, 0, 0, 255]));
        // Black, and red that is opaque or not: where the black is opaque, it would be cut out, too.
        for (black, red, is_same) in [(255, 255, false), (0, 255, true), (255, 0, false), (0, 0, false), (0, 128, true)]
        {
            let mut pixels = self::pixels(red);
            pixels.put_pixel(0, 0, image::Rgba([0, 0, 0, black]));
            let data = encode(&DynamicImage::ImageRgba8(pixels)).unwrap();
            assert_eq!(has_black_holes("a.png", &data.bytes, &budget).unwrap(), is_same, "{black} {red}");
        }
        // An alpha channel without a transparent texel says nothing.
        for (red, is_keyed) in [(255, true), (254, false)] {
            let data = encode(&DynamicImage::ImageRgba8(self::pixels(red))).unwrap();
            assert_eq!(key("a.png", &data.bytes, &budget).unwrap().is_some(), is_keyed, "{red}");
        }
    }
}
