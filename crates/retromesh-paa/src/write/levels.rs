//! Smaller copies of a picture.
//!
//! Light is averaged, not the bytes that stand for it, and each texel's colour weighs as much as it is opaque, so that levels are
//! neither darker than the picture nor tinted by what is clear.

use crate::Picture;
use std::sync::LazyLock;

/// The light of each byte of colour, 0 to 65535, by the curve of sRGB.
static LIGHT: LazyLock<[u16; 256]> = LazyLock::new(|| {
    std::array::from_fn(|value| {
        let value = value as f64 / 255.0;
        let light = if value <= 0.040_45 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) };
        (light * 65535.0).round() as u16
    })
});

/// Returns the light of a byte of colour.
#[allow(clippy::indexing_slicing, reason = "a byte is below 256")]
pub(super) fn light(value: u8) -> u16 {
    LIGHT[usize::from(value)]
}

/// Returns the byte whose light is nearest.
pub(super) fn byte(light: u16) -> u8 {
    let above = LIGHT.partition_point(|own| *own < light);
    let off = |value: usize| LIGHT.get(value).map_or(u16::MAX, |own| own.abs_diff(light));
    let nearest = if above > 0 && off(above - 1) < off(above) { above - 1 } else { above };
    nearest.min(255) as u8
}

/// Returns a picture and its halves down to a shorter side of `smallest`. What is clear takes the colours around it, so that nothing
/// shines through at its edges.
pub(super) fn chain(picture: &Picture, smallest: u32) -> Vec<Picture> {
    let mut chain = vec![fill_clear(picture)];
    while let Some(last) = chain.last().filter(|last| last.width.min(last.height) > smallest) {
        let half = half(last);
        chain.push(half);
    }
    chain
}

/// Averages two by two texels, or two along a side that is left.
fn half(picture: &Picture) -> Picture {
    let (width, height) = ((picture.width / 2).max(1), (picture.height / 2).max(1));
    let texels = picture.texels();
    let texel = |x: u32, y: u32| texels.get((y * picture.width + x) as usize).copied().unwrap_or_default();
    Picture::from_fn(width, height, |x, y| {
        let (right, below) = ((2 * x + 1).min(picture.width - 1), (2 * y + 1).min(picture.height - 1));
        mean([texel(2 * x, 2 * y), texel(right, 2 * y), texel(2 * x, below), texel(right, below)])
    })
}

fn mean(four: [[u8; 4]; 4]) -> [u8; 4] {
    if four.iter().all(|texel| *texel == four[0]) {
        return four[0];
    }
    let alpha: u64 = four.iter().map(|[.., a]| u64::from(*a)).sum();
    let weight = |texel: &[u8; 4]| if alpha == 0 { 1 } else { u64::from(texel[3]) };
    let all: u64 = four.iter().map(weight).sum();
    let channel = |value: fn(&[u8; 4]) -> u8| {
        let sum: u64 = four.iter().map(|texel| u64::from(light(value(texel))) * weight(texel)).sum();
        byte(((sum + all / 2) / all.max(1)) as u16)
    };
    [channel(|t| t[0]), channel(|t| t[1]), channel(|t| t[2]), ((alpha + 2) / 4) as u8]
}

/// Gives clear texels the colour that is nearest to them, coarsely: that of the smallest square around them with any.
fn fill_clear(picture: &Picture) -> Picture {
    if picture.texels().iter().all(|[.., a]| *a > 0) {
        return picture.clone();
    }
    let mut chain = vec![picture.clone()];
    while let Some(last) = chain.last().filter(|last| last.width.max(last.height) > 1) {
        let half = half(last);
        chain.push(half);
    }
    let mut coarser: Option<Picture> = None;
    while let Some(finer) = chain.pop() {
        let filled = match &coarser {
            None => finer,
            Some(coarser) => Picture::from_fn(finer.width, finer.height, |x, y| {
                let texel = finer.texels().get((y * finer.width + x) as usize).copied().unwrap_or_default();
                let around = (y / 2).min(coarser.height - 1) * coarser.width + (x / 2).min(coarser.width - 1);
                match (texel, coarser.texels().get(around as usize)) {
                    ([.., 0], Some([r, g, b, _])) => [*r, *g, *b, 0],
                    _ => texel,
                }
            }),
        };
        coarser = Some(filled);
    }
    coarser.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_is_averaged_and_clear_texels_do_not_tint() {
        assert!((0..=255).all(|value| byte(light(value)) == value));
        let [black, white, clear_green] = [[0, 0, 0, 255], [255, 255, 255, 255], [0, 255, 0, 0]];
        assert_eq!(mean([black, white, black, white]), [188, 188, 188, 255]);
        assert_eq!(mean([white, clear_green, white, clear_green]), [255, 255, 255, 128]);
        assert_eq!(mean([clear_green; 4]), clear_green);
    }

    #[test]
    fn levels_halve_and_clear_texels_take_the_colour_next_to_them() {
        let picture = Picture::from_fn(32, 8, |x, _| if x < 16 { [200, 10, 10, 255] } else { [0, 255, 0, 0] });
        let levels = chain(&picture, 4);
        let sizes: Vec<_> = levels.iter().map(|level| [level.width, level.height]).collect();
        assert_eq!(sizes, [[32, 8], [16, 4]]);
        assert!(levels.iter().flat_map(Picture::texels).all(|[r, g, b, _]| [*r, *g, *b] == [200, 10, 10]));
        assert_eq!(chain(&Picture::from_fn(8, 8, |_, _| [1; 4]), 2).len(), 3);
    }
}
