//! The LZSS compression of arrays: Okumura's scheme of 1989 with a 4096-byte window and a checksum at the end.
//!
//! A control byte holds eight flags, the lowest bit first: 1 is one literal byte, 0 is a match of two bytes `b0 b1` with the
//! distance `b0 | (b1 & 0xf0) << 4`, counted back from the byte to be written, and the length `(b1 & 0x0f) + 3`. The window starts
//! full of spaces. The stream ends when the expected number of bytes is there; the rest of the last control byte means
//! nothing. After it comes the sum of all unpacked bytes as a `u32`: of unsigned bytes in models, of signed ones in textures.
//!
//! [`decode`] reads any such stream; [`encode`] makes the same choices as the packer of the game's own tools.
//!
//! ```
//! use retromesh_wire::lzss::{self, Sum};
//! let bytes: Vec<u8> = (0..2000u32).flat_map(|i| (i / 7).to_le_bytes()).collect();
//! let packed = lzss::encode(&bytes, Sum::Unsigned);
//! let decoded = lzss::decode(&packed, bytes.len())?;
//! assert!(decoded.has_sum(Sum::Unsigned));
//! assert_eq!((decoded.bytes, decoded.consumed), (bytes, packed.len()));
//! # Ok::<(), retromesh_wire::lzss::Cut>(())
//! ```

mod encode;
mod order;
mod ranks;
#[cfg(test)]
mod tests;
mod window;

pub use encode::encode;

/// The bytes of the window.
const WINDOW: usize = 4096;
/// The longest match.
const LONGEST: usize = 18;
/// A match is worth it from this length on.
const SHORTEST: usize = 3;
/// What the window holds before the first byte.
const FILL: u8 = b' ';

/// The maximum number of bytes that `packed` bytes can unpack to: eight matches of 18 bytes cost 17 bytes.
pub fn max_unpacked(packed: usize) -> usize {
    (packed as u64).saturating_mul((8 * LONGEST) as u64).div_euclid(17).saturating_add(LONGEST as u64) as usize
}

/// What [`decode`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The unpacked bytes, as many as were asked for.
    pub bytes: Vec<u8>,
    /// The length of the stream and its checksum.
    pub consumed: usize,
    /// The checksum as stored.
    pub sum: u32,
}

impl Decoded {
    /// Returns whether the stored checksum is the sum of the bytes.
    pub fn has_sum(&self, sum: Sum) -> bool {
        self.sum == sum.of(&self.bytes)
    }
}

/// How a checksum adds up bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sum {
    /// As numbers from 0 to 255: in models.
    Unsigned,
    /// As numbers from -128 to 127: in textures.
    Signed,
}

impl Sum {
    /// Adds up all bytes.
    pub fn of(self, bytes: &[u8]) -> u32 {
        let sum = |block: &[u8]| match self {
            Self::Unsigned => block.iter().map(|&byte| u32::from(byte)).sum::<u32>(),
            Self::Signed => block.iter().map(|&byte| i32::from(byte as i8)).sum::<i32>() as u32,
        };
        // Blocks short enough for the sum to stay in 32 bits let the compiler use its widest registers.
        bytes.chunks(1 << 16).fold(0u32, |total, block| total.wrapping_add(sum(block)))
    }
}

/// The stream ends before all bytes are unpacked or before its checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// The bytes that were unpacked until then.
    pub unpacked: usize,
}

impl std::fmt::Display for Cut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "packed data ends after {} unpacked bytes", self.unpacked)
    }
}

impl std::error::Error for Cut {}

/// Unpacks `len` bytes from the start of `packed`.
///
/// A last match that would run past the end is cut; distance 0 means the whole window. No more is allocated than the packed bytes
/// can fill.
pub fn decode(packed: &[u8], len: usize) -> Result<Decoded, Cut> {
    if len > max_unpacked(packed.len()) {
        return Err(Cut { unpacked: 0 });
    }
    let mut bytes = vec![0; len];
    let stream = unpack(packed, &mut bytes)?;
    let cut = Cut { unpacked: len };
    let stored = packed.get(stream..).and_then(<[u8]>::first_chunk).ok_or(cut)?;
    Ok(Decoded { bytes, consumed: stream + 4, sum: u32::from_le_bytes(*stored) })
}

/// Fills `out` and returns how many packed bytes that took.
fn unpack(packed: &[u8], out: &mut [u8]) -> Result<usize, Cut> {
    let mut from = 0;
    let mut to = 0;
    while to < out.len() {
        // Far from both ends eight items fit for sure: 17 packed bytes become at most 144.
        if let (Some(items), Some(_)) =
            (packed.get(from..).and_then(<[u8]>::first_chunk::<17>), out.get(to..).and_then(<[u8]>::first_chunk::<162>))
        {
            let (used, made) = unpack_eight(items, out, to);
            from += used;
            to = made;
        } else {
            (from, to) = unpack_last(packed, from, out, to).ok_or(Cut { unpacked: to })?;
        }
    }
    Ok(from)
}

/// Unpacks a control byte and its eight items, which are all there and fit; returns the bytes used and the new end.
#[inline]
fn unpack_eight(items: &[u8; 17], out: &mut [u8], mut to: usize) -> (usize, usize) {
    let [flags, rest @ ..] = items;
    if *flags == 0xff {
        if let Some(slot) = out.get_mut(to..to + 8) {
            slot.copy_from_slice(rest.first_chunk::<8>().unwrap_or(&[0; 8]));
        }
        return (9, to + 8);
    }
    let mut used = 1;
    let mut flags = *flags;
    for _ in 0..8 {
        let b0 = items.get(used).copied().unwrap_or(0);
        if flags & 1 == 1 {
            if let Some(slot) = out.get_mut(to) {
                *slot = b0;
            }
            used += 1;
            to += 1;
        } else {
            let b1 = items.get(used + 1).copied().unwrap_or(0);
            let (distance, length) = item(b0, b1);
            repeat_wide(out, to, distance, length);
            used += 2;
            to += length;
        }
        flags >>= 1;
    }
    (used, to)
}

/// Unpacks a control byte and as many of its items as fit; `None` where the packed bytes end.
fn unpack_last(packed: &[u8], mut from: usize, out: &mut [u8], mut to: usize) -> Option<(usize, usize)> {
    let mut flags = *packed.get(from)?;
    from += 1;
    for _ in 0..8 {
        if to == out.len() {
            break;
        }
        let b0 = *packed.get(from)?;
        if flags & 1 == 1 {
            *out.get_mut(to)? = b0;
            from += 1;
            to += 1;
        } else {
            let b1 = *packed.get(from + 1)?;
            let (distance, length) = item(b0, b1);
            let length = length.min(out.len() - to);
            repeat(out, to, distance, length);
            from += 2;
            to += length;
        }
        flags >>= 1;
    }
    Some((from, to))
}

/// Returns the distance, 1 to 4096, and the length of a match.
#[inline]
fn item(b0: u8, b1: u8) -> (usize, usize) {
    let distance = usize::from(b0) | usize::from(b1 & 0xf0) << 4;
    (if distance == 0 { WINDOW } else { distance }, usize::from(b1 & 0x0f) + SHORTEST)
}

/// Copies a match in one piece of constant size where it does not overlap itself; the bytes after it are overwritten later.
#[inline]
fn repeat_wide(out: &mut [u8], to: usize, distance: usize, length: usize) {
    if distance >= LONGEST
        && let Some(source) = to.checked_sub(distance)
        && let Some(block) = out.get(source..source + LONGEST).and_then(<[u8]>::first_chunk::<LONGEST>).copied()
        && let Some(slot) = out.get_mut(to..to + LONGEST)
    {
        slot.copy_from_slice(&block);
    } else {
        repeat(out, to, distance, length);
    }
}

/// Copies a match byte by byte; what lies before the first byte is [`FILL`].
fn repeat(out: &mut [u8], to: usize, distance: usize, length: usize) {
    for at in to..to + length {
        let byte = at.checked_sub(distance).and_then(|source| out.get(source).copied()).unwrap_or(FILL);
        if let Some(slot) = out.get_mut(at) {
            *slot = byte;
        }
    }
}
