//! Vertices: blocks of up to 256, each byte of the vertex on its own, as differences in groups of 16.

use super::{take, unzigzag};
use std::iter::repeat_n;

/// Bytes are packed in groups of so many.
const GROUP: usize = 16;

/// What a four-byte channel of version 1 is the difference of.
enum Channel {
    Bytes,
    Words,
    /// Exclusive or, turned left by so many bits.
    Xor(u32),
}

/// Unpacks `count` vertices of `stride` bytes.
pub(super) fn decode(data: &[u8], count: usize, stride: usize) -> Option<Vec<u8>> {
    let (&header, mut data) = data.split_first()?;
    let version = header.checked_sub(0xa0).filter(|version| *version <= 1)?;
    let tail = if version == 0 { stride } else { stride + stride / 4 };
    let padded = tail.max(if version == 0 { 32 } else { 24 });
    let body = data.len().checked_sub(padded)?;
    let ends = data.get(data.len() - tail..)?;
    let (first, channels) = ends.split_at_checked(stride)?;
    data = data.get(..body)?;
    // A group of bytes takes nothing where all are zero, but its header takes bits: so the count is bounded by the data.
    if count.div_ceil(GROUP * 4).saturating_mul(if version == 0 { stride } else { 1 }) > data.len().saturating_mul(256)
    {
        return None;
    }
    let mut last = first.to_vec();
    let mut out = Vec::with_capacity(count.checked_mul(stride)?);
    let most = ((8192 / stride) & !(GROUP - 1)).min(256);
    while out.len() < count * stride {
        let vertices = (count - out.len() / stride).min(most);
        let start = out.len();
        out.resize(start + vertices * stride, 0);
        let block = out.get_mut(start..)?;
        if version == 0 {
            for k in 0..stride {
                let deltas = groups(&mut data, vertices, [0, 2, 4, 8])?;
                let mut value = *last.get(k)?;
                for (slot, delta) in block.iter_mut().skip(k).step_by(stride).zip(deltas) {
                    value = value.wrapping_add(unzigzag(delta.into()) as u8);
                    *slot = value;
                }
            }
        } else {
            block_of_channels(&mut data, block, (vertices, stride), &last, channels)?;
        }
        last = block.get(block.len() - stride..)?.to_vec();
    }
    data.is_empty().then_some(out)
}

/// Unpacks a block of version 1, four bytes of the vertex at a time.
fn block_of_channels(
    data: &mut &[u8],
    block: &mut [u8],
    (vertices, stride): (usize, usize),
    last: &[u8],
    channels: &[u8],
) -> Option<()> {
    let control = take(data, stride / 4)?;
    for (k, (&control, &channel)) in control.iter().zip(channels).enumerate() {
        let mut planes: [Vec<u8>; 4] = Default::default();
        for (j, plane) in planes.iter_mut().enumerate() {
            *plane = match control >> (j * 2) & 3 {
                0 => groups(data, vertices, [0, 1, 2, 4])?,
                1 => groups(data, vertices, [1, 2, 4, 8])?,
                2 => vec![0; vertices],
                _ => take(data, vertices)?.to_vec(),
            };
        }
        let channel = match channel & 3 {
            0 => Channel::Bytes,
            1 => Channel::Words,
            2 => Channel::Xor(u32::from(channel >> 4)),
            _ => return None,
        };
        let mut value: [u8; 4] = last.get(k * 4..)?.first_chunk().copied()?;
        for (v, vertex) in block.chunks_exact_mut(stride).enumerate() {
            let delta = planes.each_ref().map(|plane| plane.get(v).copied().unwrap_or(0));
            value = match channel {
                Channel::Bytes => std::array::from_fn(|j| value[j].wrapping_add(unzigzag(delta[j].into()) as u8)),
                Channel::Words => {
                    let word = |bytes: [u8; 4], j: usize| u16::from_le_bytes([bytes[j], bytes[j + 1]]);
                    let next = |j: usize| word(value, j).wrapping_add(unzigzag(word(delta, j).into()) as u16);
                    let ([a, b], [c, d]) = (next(0).to_le_bytes(), next(2).to_le_bytes());
                    [a, b, c, d]
                }
                Channel::Xor(turn) => {
                    let delta = u32::from_le_bytes(delta).rotate_left((32 - turn) & 31);
                    (u32::from_le_bytes(value) ^ delta).to_le_bytes()
                }
            };
            vertex.get_mut(k * 4..k * 4 + 4)?.copy_from_slice(&value);
        }
    }
    Some(())
}

/// Unpacks one byte of each vertex: a header with two bits a group, which choose the width of its bytes, then the groups.
fn groups(data: &mut &[u8], vertices: usize, widths: [u32; 4]) -> Option<Vec<u8>> {
    let count = vertices.div_ceil(GROUP);
    let header = take(data, count.div_ceil(4))?;
    let mut out = Vec::with_capacity(count * GROUP);
    for group in 0..count {
        let choice = header.get(group / 4)? >> (group % 4 * 2) & 3;
        let width = *widths.get(usize::from(choice))?;
        match width {
            0 => out.resize(out.len() + GROUP, 0),
            8 => out.extend_from_slice(take(data, GROUP)?),
            width => {
                let packed = take(data, GROUP * width as usize / 8)?;
                let escape = (1u8 << width) - 1;
                for i in 0..GROUP {
                    let bit = i * width as usize;
                    let byte = *packed.get(bit / 8)?;
                    // Single bits start at the lowest, wider ones at the highest.
                    let shift = if width == 1 { bit % 8 } else { 8 - width as usize - bit % 8 };
                    let value = byte >> shift & escape;
                    out.push(if value == escape { *take(data, 1)?.first()? } else { value });
                }
            }
        }
    }
    out.truncate(vertices);
    Some(out)
}

/// The least bytes behind the blocks of version 0; the first vertex is their end.
const TAIL: usize = 32;

/// Packs vertices of `stride` bytes, a multiple of four up to 256, as version 0. [`decode`] gives the same bytes.
pub(super) fn encode(vertices: &[u8], stride: usize) -> Vec<u8> {
    let first = vertices.get(..stride).unwrap_or_default();
    let mut last = first.to_vec();
    let most = ((8192 / stride.max(1)) & !(GROUP - 1)).min(256);
    let mut out = vec![0xa0];
    for block in vertices.chunks(most * stride) {
        for (k, last) in last.iter_mut().enumerate() {
            let deltas: Vec<u8> = block
                .iter()
                .skip(k)
                .step_by(stride)
                .map(|&byte| {
                    let delta = byte.wrapping_sub(std::mem::replace(last, byte));
                    delta << 1 ^ if delta < 128 { 0 } else { 255 }
                })
                .collect();
            push_groups(&mut out, &deltas);
        }
    }
    out.extend(repeat_n(0, TAIL.saturating_sub(stride)));
    out.extend_from_slice(first);
    out
}

/// Packs one byte of each vertex: a header with two bits a group, then the groups, each as wide as makes it short.
fn push_groups(out: &mut Vec<u8>, deltas: &[u8]) {
    let header = out.len();
    out.resize(header + deltas.len().div_ceil(GROUP * 4), 0);
    for (number, group) in deltas.chunks(GROUP).enumerate() {
        // The last group is filled with zeros.
        let mut row = [0; GROUP];
        row.iter_mut().zip(group).for_each(|(slot, delta)| *slot = *delta);
        let escapes = |width: u32| row.iter().filter(|&&delta| delta >= (1 << width) - 1).count();
        let (two, four) = (GROUP / 4 + escapes(2), GROUP / 2 + escapes(4));
        let (choice, width) = match row {
            row if row == [0; GROUP] => (0, 0),
            _ if two <= four && two < GROUP => (1, 2),
            _ if four < GROUP => (2, 4),
            _ => (3, 8),
        };
        if let Some(byte) = out.get_mut(header + number / 4) {
            *byte |= choice << (number % 4 * 2);
        }
        match width {
            0 => {}
            8 => out.extend(row),
            width => {
                let escape = (1u8 << width) - 1;
                for few in row.chunks(8 / width) {
                    out.push(few.iter().fold(0, |byte, &delta| byte << width | delta.min(escape)));
                }
                out.extend(row.iter().filter(|&&delta| delta >= escape));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_to_the_same_bytes() {
        let mut state = 1u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        for stride in [4, 8, 12, 16, 36, 64, 256] {
            for count in [1, 2, 15, 16, 17, 255, 256, 257, 700] {
                // Steps of all widths: none, some that fit two bits, four bits, and any.
                let steps = [0, 2, 7, 255];
                let bytes: Vec<u8> = (0..count * stride).map(|i| (random() % (steps[i % 4] + 1)) as u8).collect();
                assert_eq!(decode(&encode(&bytes, stride), count, stride), Some(bytes), "{count} of {stride}");
            }
        }
    }
}
