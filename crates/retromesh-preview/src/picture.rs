//! Pictures in memory, and PNG files of them.

use retromesh_core::{Error, ErrorKind, Result};

/// A picture: red, green, blue and alpha (not premultiplied) by row from the top.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The pixels, width times height of them.
    pub pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// Builds a picture of one colour.
    pub fn filled(width: u32, height: u32, color: [u8; 4]) -> Self {
        Self { width, height, pixels: vec![color; width as usize * height as usize] }
    }

    /// Returns a pixel; `None` outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width {
            return None;
        }
        self.pixels.get(y as usize * self.width as usize + x as usize).copied()
    }

    /// Copies another picture into this one with its top left corner at a pixel; what lies outside is cut.
    pub fn paste(&mut self, other: &Picture, left: u32, top: u32) {
        let columns = other.width.min(self.width.saturating_sub(left)) as usize;
        for y in 0..other.height {
            let source = y as usize * other.width as usize;
            let target = (top as usize + y as usize) * self.width as usize + left as usize;
            if let (Some(source), Some(target)) =
                (other.pixels.get(source..source + columns), self.pixels.get_mut(target..target + columns))
            {
                target.copy_from_slice(source);
            }
        }
    }

    /// Encodes the picture as a PNG file; the same picture gives the same bytes.
    pub fn png(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(self.pixels.as_flattened())?;
            writer.finish()
        });
        written.map_err(|e| unwritable(&e))?;
        Ok(out)
    }
}

/// Turns what an encoder says into the workspace's error.
pub(crate) fn unwritable(error: &dyn std::error::Error) -> Error {
    Error::new("", ErrorKind::unrepresentable(format!("the picture: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasting_cuts_at_the_edges() {
        let mut picture = Picture::filled(3, 2, [0; 4]);
        picture.paste(&Picture::filled(2, 2, [9; 4]), 2, 1);
        let set: Vec<bool> = picture.pixels.iter().map(|p| p[0] == 9).collect();
        assert_eq!(set, [false, false, false, false, false, true]);
        picture.paste(&Picture::filled(2, 2, [9; 4]), 7, 9);
        assert_eq!(picture.pixel(3, 0), None);
    }

    #[test]
    fn a_png_holds_the_same_pixels() {
        let picture = Picture { width: 2, height: 1, pixels: vec![[1, 2, 3, 4], [5, 6, 7, 255]] };
        let read = image::load_from_memory(&picture.png().unwrap()).unwrap().into_rgba8();
        assert_eq!(read.as_raw(), picture.pixels.as_flattened());
    }
}
