//! Texture images: decoded once, with smaller copies, looked up by coordinates.

use crate::options::Limits;
use glam::{Vec2, Vec4};
use image::{ImageFormat, ImageReader};
use retromesh_core::material::{Image, Wrap};
use retromesh_kit::{image_files, procedural};
use std::io::Cursor;

/// A decoded image with its smaller copies.
#[derive(Debug, Clone)]
pub(crate) struct Texels {
    levels: Vec<Level>,
    /// Whether a texel is not opaque.
    pub(crate) has_alpha: bool,
}

#[derive(Debug, Clone)]
struct Level {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 4]>,
}

/// How a texture is looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sampler {
    pub(crate) wrap_u: Wrap,
    pub(crate) wrap_v: Wrap,
    pub(crate) nearest: bool,
}

impl Texels {
    /// Decodes an image file that was loaded; `None` when it is damaged, of unknown type or over a limit.
    ///
    /// `left` is what the limit of all images still allows.
    pub(crate) fn decode(image: &Image, limits: &Limits, left: &mut u64) -> Option<Self> {
        let data = image.data.as_ref()?;
        let bytes = image_files::without_profiles(&data.bytes);
        let reader = || {
            let mut reader = ImageReader::new(Cursor::new(&*bytes)).with_guessed_format().ok()?;
            if reader.format().is_none() {
                // TGA has no magic: only its name says.
                let named = ImageFormat::from_mime_type(&data.mime)
                    .or_else(|| ImageFormat::from_path(image.file_name()).ok())
                    .or_else(|| ImageFormat::from_path(image.uri.as_deref()?).ok());
                reader.set_format(named?);
            }
            Some(reader)
        };
        let (width, height) = reader()?.into_dimensions().ok()?;
        let pixels = u64::from(width) * u64::from(height);
        if pixels == 0 || pixels > limits.texture_pixels || pixels > *left {
            return None;
        }
        let mut reader = reader()?;
        let mut bounds = image::Limits::default();
        // Sixteen bytes a pixel is the widest that a decoder keeps; some rows more for what it works with.
        bounds.max_alloc = Some(pixels.saturating_mul(16).saturating_add(1 << 20));
        reader.limits(bounds);
        let decoded = reader.decode().ok()?;
        *left -= pixels;
        let pixels = decoded.into_rgba8().into_raw().as_chunks::<4>().0.to_vec();
        let has_alpha = pixels.iter().any(|pixel| pixel[3] < 255);
        Some(Self::new(Level { width, height, pixels }, has_alpha))
    }

    /// Makes the one texel of an image that has nothing but the name of a plain colour.
    pub(crate) fn of_name(image: &Image) -> Option<Self> {
        let texel = procedural::texel(&image.path).filter(|_| image.data.is_none())?;
        Some(Self::new(Level { width: 1, height: 1, pixels: vec![texel] }, texel[3] < u8::MAX))
    }

    /// Makes pure black transparent.
    pub(crate) fn keyed(mut self) -> Self {
        let mut base = self.levels.swap_remove(0);
        drop(self);
        base.pixels.iter_mut().filter(|p| p[..3] == [0, 0, 0]).for_each(|p| p[3] = 0);
        Self::new(base, true)
    }

    fn new(base: Level, has_alpha: bool) -> Self {
        let mut levels = vec![base];
        while let Some(next) = levels.last().and_then(Level::halved) {
            levels.push(next);
        }
        Self { levels, has_alpha }
    }

    pub(crate) fn size(&self) -> Vec2 {
        self.levels.first().map_or(Vec2::ONE, |base| Vec2::new(base.width as f32, base.height as f32))
    }

    /// Looks up a colour, 0 to 1; `level` is the binary logarithm of texels a sample.
    pub(crate) fn sample(&self, uv: Vec2, sampler: Sampler, level: f32) -> Vec4 {
        let uv = if uv.is_finite() { uv } else { Vec2::ZERO };
        // Rounded toward the sharper copy: several samples make a pixel.
        let chosen = if sampler.nearest { 0 } else { (level.max(0.0) as usize).min(self.levels.len() - 1) };
        self.levels.get(chosen).map_or(Vec4::ONE, |level| level.sample(uv, sampler))
    }
}

impl Level {
    /// Returns the copy of half the size, by the mean of 2x2 pixels; `None` for a single pixel.
    fn halved(&self) -> Option<Self> {
        if self.width <= 1 && self.height <= 1 {
            return None;
        }
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let mut pixels = Vec::with_capacity(width as usize * height as usize);
        for y in 0..height {
            for x in 0..width {
                let mut sum = [0u16; 4];
                for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let pixel = self.at((x * 2 + dx).min(self.width - 1), (y * 2 + dy).min(self.height - 1));
                    sum.iter_mut().zip(pixel).for_each(|(sum, c)| *sum += u16::from(c));
                }
                pixels.push(sum.map(|c| ((c + 2) / 4) as u8));
            }
        }
        Some(Self { width, height, pixels })
    }

    fn at(&self, x: u32, y: u32) -> [u8; 4] {
        self.pixels.get(y as usize * self.width as usize + x as usize).copied().unwrap_or([255; 4])
    }

    fn sample(&self, uv: Vec2, sampler: Sampler) -> Vec4 {
        let x = texel_at(uv.x, self.width, sampler.wrap_u);
        let y = texel_at(uv.y, self.height, sampler.wrap_v);
        if sampler.nearest {
            return color(self.at(wrap(x.floor() as i32, self.width, sampler.wrap_u), {
                wrap(y.floor() as i32, self.height, sampler.wrap_v)
            }));
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let (fx, fy) = (x - left, y - top);
        let columns = [0, 1].map(|d| wrap(left as i32 + d, self.width, sampler.wrap_u));
        let rows = [0, 1].map(|d| wrap(top as i32 + d, self.height, sampler.wrap_v));
        let [upper, lower] = rows.map(|row| {
            let [a, b] = columns.map(|column| color(self.at(column, row)));
            a + (b - a) * fx
        });
        upper + (lower - upper) * fy
    }
}

fn color(pixel: [u8; 4]) -> Vec4 {
    Vec4::from_array(pixel.map(f32::from)) * (1.0 / 255.0)
}

/// Returns a coordinate in texels, brought near the image so that it fits an integer.
fn texel_at(x: f32, size: u32, wrap: Wrap) -> f32 {
    let near = match wrap {
        Wrap::Repeat => x - x.floor(),
        Wrap::Mirror => x - 2.0 * (x * 0.5).floor(),
        Wrap::Clamp => x.clamp(-1.0, 2.0),
    };
    near * size as f32
}

fn wrap(x: i32, size: u32, wrap: Wrap) -> u32 {
    let size = size as i32;
    let wrapped = match wrap {
        Wrap::Repeat => x.rem_euclid(size),
        Wrap::Clamp => x.clamp(0, size - 1),
        Wrap::Mirror => {
            let x = x.rem_euclid(size.saturating_mul(2));
            if x < size { x } else { size * 2 - 1 - x }
        }
    };
    wrapped as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh_core::material::ImageData;

    fn row(width: u32) -> Texels {
        let pixels = (0..width).map(|x| [x as u8 * 10, 0, 0, 255]).collect();
        Texels::new(Level { width, height: 1, pixels }, false)
    }

    #[test]
    fn coordinates_wrap_as_they_are_set() {
        let texels = row(4);
        let red = |u: f32, wrap| {
            let sampler = Sampler { wrap_u: wrap, wrap_v: wrap, nearest: true };
            (texels.sample(Vec2::new(u, 0.5), sampler, 0.0).x * 25.5).round() as i32
        };
        let rows = [
            (0.0, [0, 0, 0]),
            (0.9, [3, 3, 3]),
            (1.1, [0, 3, 3]),
            (-0.1, [3, 0, 0]),
            (1.9, [3, 3, 0]),
            (2.1, [0, 3, 0]),
            (1e30, [0, 3, 0]),
            (f32::NAN, [0, 0, 0]),
        ];
        for (u, expected) in rows {
            assert_eq!([Wrap::Repeat, Wrap::Clamp, Wrap::Mirror].map(|wrap| red(u, wrap)), expected, "{u}");
        }
    }

    #[test]
    fn smoothing_mixes_neighbours_and_smaller_copies_their_mean() {
        let texels = row(4);
        let sampler = Sampler { wrap_u: Wrap::Clamp, wrap_v: Wrap::Clamp, nearest: false };
        let red = |u: f32, level: f32| texels.sample(Vec2::new(u, 0.5), sampler, level).x * 25.5;
        assert!((red(0.5, 0.0) - 1.5).abs() < 0.01);
        assert!((red(0.25, 1.0) - 0.5).abs() < 0.01);
        assert!((red(0.9, 9.0) - 1.5).abs() < 0.06);
    }

    #[test]
    fn a_name_of_a_colour_is_a_texel() {
        let rows = [
            ("#(argb,8,8,3)color(0.2,0.4,0,0.6,co)", Some(([0.2, 0.4, 0.0, 0.6], true))),
            ("#(rgb,8,8,3)color(0,1,0,1)", Some(([0.0, 1.0, 0.0, 1.0], false))),
            ("#(argb,512,512,1)r2t(screen,1.0)", None),
            ("a.png", None),
        ];
        for (path, expected) in rows {
            let image = Image { path: path.into(), ..Image::default() };
            let sampler = Sampler { wrap_u: Wrap::Repeat, wrap_v: Wrap::Repeat, nearest: false };
            let shown = Texels::of_name(&image);
            let shown =
                shown.map(|texels| (texels.sample(Vec2::splat(0.3), sampler, 2.0).to_array(), texels.has_alpha));
            let rounded = |(color, has_alpha): ([f32; 4], bool)| (color.map(|c| (c * 255.0).round()), has_alpha);
            assert_eq!(shown.map(rounded), expected.map(rounded), "{path}");
        }
    }

    #[test]
    fn a_picture_over_the_limit_is_not_unpacked() {
        let bytes = crate::Picture::filled(64, 64, [1; 4]).png().unwrap();
        let data = Some(ImageData { mime: "image/png".into(), bytes });
        let image = Image { path: "a.png".into(), uri: None, data };
        let decode = |limit, mut left| {
            let limits = Limits { texture_pixels: limit, ..Limits::default() };
            Texels::decode(&image, &limits, &mut left).is_some()
        };
        assert_eq!([decode(4096, 4096), decode(4095, 4096), decode(4096, 4095)], [true, false, false]);
    }
}
