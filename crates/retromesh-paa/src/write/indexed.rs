//! Pictures of few colours as indices.

use super::{Alpha, KEYS};
use crate::Picture;
use std::collections::BTreeMap;

/// The maximum number of colours of a palette.
const COLORS: usize = 256;
/// The colour that means "clear" in the palettes that are written: magenta, as blue, green and red.
const KEY: [u8; 3] = KEYS[0];

/// The colours of a picture and their numbers.
pub(super) struct Palette {
    /// Blue, green and red of each colour, in the order of their numbers.
    colors: Vec<[u8; 3]>,
    numbers: BTreeMap<[u8; 3], u8>,
}

/// Collects the colours of a picture; `None` where they are too many, alpha is smooth, or a colour would mean "clear".
pub(super) fn palette(picture: &Picture) -> Option<Palette> {
    let alpha = picture.alpha();
    if alpha == Alpha::Smooth {
        return None;
    }
    let max = if alpha == Alpha::Keyed { COLORS - 1 } else { COLORS };
    let mut numbers = BTreeMap::new();
    for [r, g, b, _] in picture.texels().iter().filter(|[.., a]| *a == 255) {
        numbers.insert([*b, *g, *r], 0);
        if numbers.len() > max {
            return None;
        }
    }
    if KEYS.iter().any(|key| numbers.contains_key(key)) {
        return None;
    }
    if alpha == Alpha::Keyed {
        numbers.insert(KEY, 0);
    }
    (0..=u8::MAX).zip(numbers.values_mut()).for_each(|(number, slot)| *slot = number);
    Some(Palette { colors: numbers.keys().copied().collect(), numbers })
}

impl Palette {
    /// Returns the palette as the file holds it.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colors.as_flattened().to_vec()
    }

    /// Returns the index of each texel: of its colour, or in smaller levels of the nearest one.
    pub(super) fn indices(&self, level: &Picture) -> Vec<u8> {
        let mut known = self.numbers.clone();
        let mut index = |[r, g, b, a]: &[u8; 4]| {
            let color = if *a < 128 { KEY } else { [*b, *g, *r] };
            *known.entry(color).or_insert_with(|| self.nearest(color))
        };
        level.texels().iter().map(&mut index).collect()
    }

    fn nearest(&self, color: [u8; 3]) -> u8 {
        let distance = |other: &[u8; 3]| -> u32 {
            if KEYS.contains(other) {
                return u32::MAX;
            }
            other.iter().zip(color).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        (0..=u8::MAX).zip(&self.colors).min_by_key(|(_, other)| distance(other)).map_or(0, |(number, _)| number)
    }
}
