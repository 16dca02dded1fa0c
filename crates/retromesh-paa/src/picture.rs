//! Unpacked pictures.

/// A picture: rows from the top, each texel red, green, blue and alpha.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// The width in texels.
    pub width: u32,
    /// The height in texels.
    pub height: u32,
    /// Four bytes a texel.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// Builds a picture from a function of column and row.
    pub fn from_fn(width: u32, height: u32, texel: impl Fn(u32, u32) -> [u8; 4]) -> Self {
        let rgba = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| texel(x, y)).collect();
        Self { width, height, rgba }
    }

    /// Returns the texels in rows.
    pub fn texels(&self) -> &[[u8; 4]] {
        self.rgba.as_chunks().0
    }
}
