//! Indices: triangles by their neighbours, or a plain sequence of differences.

use super::{split_front, take_varint, unzigzag};

/// The last 16 entries of something.
struct Recent<T> {
    entries: [T; 16],
    next: usize,
}

impl<T: Copy> Recent<T> {
    fn push(&mut self, entry: T) {
        self.entries[self.next & 15] = entry;
        self.next = self.next.wrapping_add(1);
    }

    /// Returns the entry that was pushed `back` before the next one.
    fn get(&self, back: u32) -> T {
        self.entries[self.next.wrapping_sub(back as usize) & 15]
    }
}

/// Unpacks the corners of triangles.
pub(super) fn triangles(data: &[u8], count: usize) -> Option<Vec<u32>> {
    let (&header, data) = data.split_first()?;
    let version = header.checked_sub(0xe0).filter(|version| *version <= 1)?;
    let (mut codes, data) = data.split_at_checked(count / 3).filter(|_| count.is_multiple_of(3))?;
    let (mut data, table) = data.split_at_checked(data.len().checked_sub(16)?)?;
    let max = if version == 0 { 15 } else { 13 };
    let mut edges = Recent { entries: [[u32::MAX; 2]; 16], next: 0 };
    let mut vertices = Recent { entries: [u32::MAX; 16], next: 0 };
    let (mut next, mut last) = (0u32, 0u32);
    let mut out = Vec::with_capacity(count);
    while let Some((&code, rest)) = codes.split_first() {
        codes = rest;
        if code < 0xf0 {
            let [a, b] = edges.get(u32::from(code >> 4) + 1);
            let choice = u32::from(code & 15);
            let c = if choice == 0 {
                new(&mut next)
            } else if choice < max {
                vertices.get(choice + 1)
            } else {
                last = match choice {
                    13 => last.wrapping_sub(1),
                    14 => last.wrapping_add(1),
                    _ => last.wrapping_add(unzigzag(take_varint(&mut data)?)),
                };
                last
            };
            if choice == 0 || choice >= max {
                vertices.push(c);
            }
            out.extend([a, b, c]);
            edges.push([c, b]);
            edges.push([a, c]);
            continue;
        }
        let (pair, explicit) = match code {
            0xfe | 0xff => (*split_front(&mut data, 1)?.first()?, true),
            _ => (*table.get(usize::from(code & 15))?, false),
        };
        if explicit && pair == 0 {
            next = 0;
        }
        let choices = [if code == 0xff { 15 } else { 0 }, u32::from(pair >> 4), u32::from(pair & 15)];
        // Where corners are spelt out, they come after all others.
        let mut corners = [0; 3];
        for (corner, &choice) in corners.iter_mut().zip(&choices) {
            *corner = if choice == 0 { new(&mut next) } else { vertices.get(choice) };
        }
        for (corner, &choice) in corners.iter_mut().zip(&choices) {
            if explicit && choice == 15 {
                last = last.wrapping_add(unzigzag(take_varint(&mut data)?));
                *corner = last;
            }
        }
        for (i, (&corner, &choice)) in corners.iter().zip(&choices).enumerate() {
            if i == 0 || choice == 0 || explicit && choice == 15 {
                vertices.push(corner);
            }
        }
        let [a, b, c] = corners;
        out.extend(corners);
        edges.push([b, a]);
        edges.push([c, b]);
        edges.push([a, c]);
    }
    data.is_empty().then_some(out)
}

fn new(next: &mut u32) -> u32 {
    let index = *next;
    *next = next.wrapping_add(1);
    index
}

/// Unpacks a sequence of indices, each a difference to one of the last two lines of them.
pub(super) fn sequence(data: &[u8], count: usize) -> Option<Vec<u32>> {
    let (&header, data) = data.split_first()?;
    header.checked_sub(0xd0).filter(|version| *version <= 1)?;
    let mut data = data.get(..data.len().checked_sub(4)?).filter(|data| data.len() >= count)?;
    let mut last = [0u32; 2];
    let mut out = Vec::with_capacity(count);
    for _ in 0..count {
        let value = take_varint(&mut data)?;
        // The lowest bit names the line that goes on.
        let slot = last.get_mut((value & 1) as usize)?;
        *slot = slot.wrapping_add(unzigzag(value >> 1));
        out.push(*slot);
    }
    data.is_empty().then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairs of choices that an encoder gives no byte of their own.
    const PAIRS: [u8; 16] =
        [0x00, 0x76, 0x87, 0x56, 0x67, 0x78, 0xa9, 0x86, 0x65, 0x89, 0x68, 0x98, 0x01, 0x69, 0x00, 0x00];

    #[test]
    fn triangles_go_on_from_known_edges_and_corners() {
        let grid = (0..4).flat_map(|i| [i, i + 1, i + 5, i + 5, i + 1, i + 6]).collect();
        let late = vec![5, 0, 1, 5, 2, 3, 2, 3, 4, 1, 1, 1, 0, 1, 2, 7, 5, 6, 500, 2, 400];
        let rows: [(&[u8], Vec<u32>); 2] = [
            (
                &[
                    0xe1, 0xfe, 0x1e, 0xff, 0x1f, 0xff, 0x1f, 0xff, 0x1f, 0x0f, 0x0a, 0x01, 0x09, 0x0c, 0x01, 0x09,
                    0x0c, 0x01, 0x09, 0x0c,
                ],
                grid,
            ),
            (
                &[
                    0xe1, 0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0x0f, 0x0a, 0x07, 0xff, 0x08, 0x05, 0x02, 0x1f,
                    0x01, 0x04, 0x66, 0x13, 0x07, 0x7f, 0x0e, 0x01, 0x6f, 0xdc, 0x07, 0xc7, 0x01,
                ],
                late,
            ),
        ];
        for (packed, expected) in rows {
            assert_eq!(triangles(&[packed, &PAIRS].concat(), expected.len()), Some(expected));
        }
    }

    /// By the definition of the stream: each value is twice the difference, zigzag, with the number of its line below it.
    #[test]
    fn a_sequence_goes_on_from_either_line() {
        let data = [0xd1, 0, 0xa1, 1, 5, 4, 4, 0, 0, 0, 0];
        assert_eq!(sequence(&data, 5), Some(vec![0, 40, 41, 1, 2]));
    }
}
