//! Vertices: blocks of up to 256, each byte of the vertex on its own, as differences in groups of 16.

use super::{split_front, unzigzag};

/// Bytes are packed in groups of this many.
const GROUP: usize = 16;

/// What a four-byte channel of version 1 is the difference of.
enum Channel {
    Bytes,
    Words,
    /// Exclusive or, turned left by this many bits.
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
    let max = ((8192 / stride) & !(GROUP - 1)).min(256);
    while out.len() < count * stride {
        let vertices = (count - out.len() / stride).min(max);
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
    let control = split_front(data, stride / 4)?;
    for (k, (&control, &channel)) in control.iter().zip(channels).enumerate() {
        let mut planes: [Vec<u8>; 4] = Default::default();
        for (j, plane) in planes.iter_mut().enumerate() {
            *plane = match control >> (j * 2) & 3 {
                0 => groups(data, vertices, [0, 1, 2, 4])?,
                1 => groups(data, vertices, [1, 2, 4, 8])?,
                2 => vec![0; vertices],
                _ => split_front(data, vertices)?.to_vec(),
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
    let header = split_front(data, count.div_ceil(4))?;
    let mut out = Vec::with_capacity(count * GROUP);
    for group in 0..count {
        let choice = header.get(group / 4)? >> (group % 4 * 2) & 3;
        let width = *widths.get(usize::from(choice))?;
        match width {
            0 => out.resize(out.len() + GROUP, 0),
            8 => out.extend_from_slice(split_front(data, GROUP)?),
            width => {
                let packed = split_front(data, GROUP * width as usize / 8)?;
                let escape = (1u8 << width) - 1;
                for i in 0..GROUP {
                    let bit = i * width as usize;
                    let byte = *packed.get(bit / 8)?;
                    // Single bits start at the lowest, wider ones at the highest.
                    let shift = if width == 1 { bit % 8 } else { 8 - width as usize - bit % 8 };
                    let value = byte >> shift & escape;
                    out.push(if value == escape { *split_front(data, 1)?.first()? } else { value });
                }
            }
        }
    }
    out.truncate(vertices);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixteen rows of four floats as another encoder packs them: the shares of two bones in each vertex of a tube.
    #[test]
    fn blocks_of_all_widths_are_unpacked() {
        let data = [
            0xa0, 0x00, 0x00, 0x01, 0x00, 0xc0, 0xc0, 0xc0, 0xff, 0x80, 0x80, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0xc0,
            0xc0, 0xff, 0xff, 0x01, 0x00, 0xc0, 0x40, 0xc0, 0x7e, 0x7b, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x80, 0x3f, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        ];
        let rows: [[f32; 4]; 16] = [
            [1.0, 0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0, 0.0],
            [0.5, 0.5, 0.0, 0.0],
            [0.5, 0.5, 0.0, 0.0],
            [0.5, 0.5, 0.0, 0.0],
            [0.5, 0.5, 0.0, 0.0],
            [0.75, 0.25, 0.0, 0.0],
            [0.75, 0.25, 0.0, 0.0],
            [0.75, 0.25, 0.0, 0.0],
            [0.75, 0.25, 0.0, 0.0],
            [1.0, 0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0, 0.0],
        ];
        let expected: Vec<u8> = rows.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
        assert_eq!(decode(&data, 16, 16), Some(expected));
    }
}
