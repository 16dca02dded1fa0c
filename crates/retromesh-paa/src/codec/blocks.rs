//! Blocks of 4 x 4 texels: two colours of 16 bits and an index of two bits a texel, before it alpha in the wider types.

use crate::document::Texels;

/// The sixteen texels of a block, row by row.
type Block = [[u8; 4]; 16];

/// Writes the texels of all blocks; rows and columns beyond the picture are left out.
pub(crate) fn unpack(texels: Texels, bytes: &[u8], width: usize, rgba: &mut [u8]) {
    let across = width.div_ceil(4);
    match texels {
        Texels::Dxt1 => each(bytes, across, width, rgba, |[colors]: &[[u8; 8]; 1]| dxt1(*colors)),
        Texels::Dxt2 | Texels::Dxt3 => each(bytes, across, width, rgba, |[alpha, colors]| {
            let alpha = u64::from_le_bytes(*alpha);
            with_alpha(*colors, |texel| (alpha >> (4 * texel) & 15) as u8 * 17)
        }),
        _ => each(bytes, across, width, rgba, |[alpha, colors]| {
            let [a0, a1, ..] = *alpha;
            let (ramp, indices) = (ramp(a0, a1), u64::from_le_bytes(*alpha) >> 16);
            with_alpha(*colors, |texel| pick(&ramp, (indices >> (3 * texel)) as usize))
        }),
    }
}

/// Calls `texels` for each block of `N` times eight bytes and writes what it returns.
#[inline]
fn each<const N: usize>(
    bytes: &[u8],
    across: usize,
    width: usize,
    rgba: &mut [u8],
    texels: impl Fn(&[[u8; 8]; N]) -> Block,
) {
    let blocks = bytes.as_chunks::<8>().0.as_chunks::<N>().0;
    for (blocks, rows) in blocks.chunks(across).zip(rgba.chunks_mut(width * 16)) {
        for (n, block) in blocks.iter().enumerate() {
            let texels = texels(block);
            for (line, row) in rows.chunks_mut(width * 4).zip(texels.as_chunks::<4>().0) {
                let row = row.as_flattened();
                if let Some(whole) = line.get_mut(16 * n..16 * n + 16) {
                    whole.copy_from_slice(row);
                } else if let Some(part) = line.get_mut(16 * n..) {
                    part.iter_mut().zip(row).for_each(|(to, from)| *to = *from);
                }
            }
        }
    }
}

#[inline]
fn dxt1(block: [u8; 8]) -> Block {
    let [c0, c1] = ends(block);
    texels(block, &if c0 > c1 { four(c0, c1) } else { three(c0, c1) })
}

/// Colours always blend in thirds next to an alpha of their own, whatever their order.
#[inline]
fn with_alpha(block: [u8; 8], alpha: impl Fn(usize) -> u8) -> Block {
    let [c0, c1] = ends(block);
    let mut texels = texels(block, &four(c0, c1));
    texels.iter_mut().enumerate().for_each(|(n, texel)| texel[3] = alpha(n));
    texels
}

#[inline]
fn texels(block: [u8; 8], colors: &[[u8; 4]; 4]) -> Block {
    let [.., a, b, c, d] = block;
    let indices = u32::from_le_bytes([a, b, c, d]);
    let mut texels = [[0; 4]; 16];
    texels.iter_mut().enumerate().for_each(|(n, texel)| *texel = pick(colors, (indices >> (2 * n)) as usize));
    texels
}

/// Takes the entry that the lowest bits of an index mean.
#[inline]
#[allow(clippy::indexing_slicing, reason = "N is a power of two")]
fn pick<T: Copy, const N: usize>(table: &[T; N], index: usize) -> T {
    table[index & (N - 1)]
}

/// Returns the two colours of a block.
fn ends(block: [u8; 8]) -> [u16; 2] {
    let [a, b, c, d, ..] = block;
    [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])]
}

/// Widens five, six and five bits to eight each.
pub(super) fn widen(color: u16) -> [u8; 3] {
    let (r, g, b) = ((color >> 11) as u8, (color >> 5 & 63) as u8, (color & 31) as u8);
    [r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2]
}

/// Two colours and those at a third and two thirds between them.
pub(super) fn four(c0: u16, c1: u16) -> [[u8; 4]; 4] {
    let third = |a: u8, b: u8| ((2 * u16::from(a) + u16::from(b) + 1) / 3) as u8;
    let [[r0, g0, b0], [r1, g1, b1]] = [widen(c0), widen(c1)];
    [
        [r0, g0, b0, 255],
        [r1, g1, b1, 255],
        [third(r0, r1), third(g0, g1), third(b0, b1), 255],
        [third(r1, r0), third(g1, g0), third(b1, b0), 255],
    ]
}

/// Two colours, the one between them, and a clear black.
pub(super) fn three(c0: u16, c1: u16) -> [[u8; 4]; 4] {
    let half = |a: u8, b: u8| u16::midpoint(a.into(), b.into()) as u8;
    let [[r0, g0, b0], [r1, g1, b1]] = [widen(c0), widen(c1)];
    [[r0, g0, b0, 255], [r1, g1, b1, 255], [half(r0, r1), half(g0, g1), half(b0, b1), 255], [0; 4]]
}

/// The eight values of interpolated alpha: a ramp, or a shorter one with 0 and 255 after it.
pub(super) fn ramp(a0: u8, a1: u8) -> [u8; 8] {
    let (x, y) = (u16::from(a0), u16::from(a1));
    let seventh = |n: u16| (((7 - n) * x + n * y + 3) / 7) as u8;
    let fifth = |n: u16| (((5 - n) * x + n * y + 2) / 5) as u8;
    if a0 > a1 {
        [a0, a1, seventh(1), seventh(2), seventh(3), seventh(4), seventh(5), seventh(6)]
    } else {
        [a0, a1, fifth(1), fifth(2), fifth(3), fifth(4), 0, 255]
    }
}
