//! Face words: triangles and quads of 32 or 64 bits, distinguished by their two lowest bits.

/// A triangle or a quad with the width that it is stored in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    /// The vertex numbers; the fourth is unused in a triangle.
    pub corners: [u32; 4],
    /// Whether the fourth corner counts.
    pub quad: bool,
    /// Whether the word has 64 bits.
    pub wide: bool,
    /// The two highest bits, which the format leaves at zero.
    pub high_bits: u8,
}

/// The largest vertex number of a 32-bit triangle.
pub const MAX_TRIANGLE32: u32 = 0x3ff;
/// The largest vertex number of a 32-bit quad.
pub const MAX_QUAD32: u32 = 0x7f;
/// The largest vertex number of a 64-bit quad.
pub const MAX_QUAD64: u32 = 0x7fff;

impl Face {
    /// Builds a triangle of the narrowest width that holds it.
    pub fn triangle(corners: [u32; 3]) -> Self {
        let [a, b, c] = corners;
        let wide = corners.iter().any(|&v| v > MAX_TRIANGLE32);
        Self { corners: [a, b, c, 0], quad: false, wide, high_bits: 0 }
    }

    /// Builds a quad of the narrowest width that holds it; `None` when none does.
    pub fn quad(corners: [u32; 4]) -> Option<Self> {
        let largest = corners.into_iter().max().unwrap_or(0);
        (largest <= MAX_QUAD64).then_some(Self { corners, quad: true, wide: largest > MAX_QUAD32, high_bits: 0 })
    }

    /// Returns the corners that count.
    pub fn indices(&self) -> &[u32] {
        self.corners.get(..if self.quad { 4 } else { 3 }).unwrap_or(&self.corners)
    }

    /// Returns the bytes that the word takes.
    pub fn size(&self) -> usize {
        if self.wide { 8 } else { 4 }
    }

    /// Reads the word at the start of `bytes` and returns it with what follows; `None` when it is cut.
    #[inline]
    pub fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (low, rest) = bytes.split_first_chunk::<4>()?;
        let word = u32::from_le_bytes(*low);
        let (quad, wide) = (word & 1 == 1, word & 2 == 2);
        if !wide {
            let (corners, high_bits) = if quad {
                ([2, 9, 16, 23].map(|shift| word >> shift & 0x7f), (word >> 30) as u8)
            } else {
                ([word >> 2 & 0x3ff, word >> 12 & 0x3ff, word >> 22, 0], 0)
            };
            return Some((Self { corners, quad, wide, high_bits }, rest));
        }
        let (low, rest) = bytes.split_first_chunk::<8>()?;
        let word = u64::from_le_bytes(*low);
        let corners = if quad {
            [2, 17, 32, 47].map(|shift| (word >> shift) as u32 & 0x7fff)
        } else {
            [(word >> 2) as u32 & 0xf_ffff, (word >> 22) as u32 & 0xf_ffff, (word >> 42) as u32 & 0xf_ffff, 0]
        };
        Some((Self { corners, quad, wide, high_bits: (word >> 62) as u8 }, rest))
    }

    /// Appends the word; corners beyond its width are cut to it.
    pub fn write(&self, out: &mut Vec<u8>) {
        let tag = u64::from(self.quad) | u64::from(self.wide) << 1;
        let bits = match (self.quad, self.wide) {
            (false, false) => 10,
            (true, false) => 7,
            (false, true) => 20,
            (true, true) => 15,
        };
        let mut word = tag;
        for (place, &corner) in self.indices().iter().enumerate() {
            word |= (u64::from(corner) & ((1 << bits) - 1)) << (2 + bits * place as u32);
        }
        match (self.wide, self.quad) {
            (true, _) => out.extend_from_slice(&(word | u64::from(self.high_bits) << 62).to_le_bytes()),
            (false, true) => out.extend_from_slice(&(word as u32 | u32::from(self.high_bits) << 30).to_le_bytes()),
            (false, false) => out.extend_from_slice(&(word as u32).to_le_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back() {
        let quad = |corners| Face::quad(corners).map(|f| (f, f.wide));
        let faces = [
            (Face::triangle([0, 1, 2]), 4),
            (Face::triangle([1023, 0, 1023]), 4),
            (Face::triangle([1024, 1, 65_535]), 8),
            (Face { high_bits: 3, ..Face::triangle([0xf_ffff, 1, 2]) }, 8),
        ];
        let quads = [quad([0, 1, 2, 127]), quad([0, 1, 2, 128]), quad([0x7fff; 4])]
            .map(|q| q.map(|(f, w)| (f, 4 + 4 * usize::from(w))));
        for (face, size) in faces.into_iter().chain(quads.into_iter().flatten()) {
            let mut bytes = Vec::new();
            face.write(&mut bytes);
            assert_eq!((bytes.len(), face.size()), (size, size));
            assert_eq!(Face::read(&bytes), Some((face, &[][..])));
            assert_eq!(Face::read(&bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(quad([0x8000, 0, 0, 0]), None);
    }

    #[test]
    fn known_words() {
        let read = |word: u32| Face::read(&word.to_le_bytes()).map(|(f, _)| (f.corners, f.quad));
        assert_eq!(read(0x00c0_2004), Some(([1, 2, 3, 0], false)));
        assert_eq!(read(0x0203_0405 & !3 | 1), Some(([1, 2, 3, 4], true)));
    }
}
