//! Indices: triangles by their neighbours, or a plain sequence of differences.

use super::{take, take_varint, unzigzag};

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

    /// Finds the first of the last entries that fits; returns how many were pushed since.
    fn find(&self, within: u32, fits: impl Fn(&T) -> bool) -> Option<u32> {
        (0..within).find(|&since| fits(&self.get(since + 1)))
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
    let most = if version == 0 { 15 } else { 13 };
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
            } else if choice < most {
                vertices.get(choice + 1)
            } else {
                last = match choice {
                    13 => last.wrapping_sub(1),
                    14 => last.wrapping_add(1),
                    _ => last.wrapping_add(unzigzag(take_varint(&mut data)?)),
                };
                last
            };
            if choice == 0 || choice >= most {
                vertices.push(c);
            }
            out.extend([a, b, c]);
            edges.push([c, b]);
            edges.push([a, c]);
            continue;
        }
        let (pair, explicit) = match code {
            0xfe | 0xff => (*take(&mut data, 1)?.first()?, true),
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

/// Larger indices have no room for the number of their line in a sequence.
const MOST: u32 = 1 << 29;
/// The pairs of choices that take no byte of their own; the last two codes stand for others.
const PAIRS: [u8; 16] = [0x00, 0x76, 0x87, 0x56, 0x67, 0x78, 0xa9, 0x86, 0x65, 0x89, 0x68, 0x98, 0x01, 0x69, 0, 0];

/// Packs the corners of triangles as version 1, each triangle from the corner that it begins with: [`triangles`] gives the same list.
/// `None` for other lists.
pub(super) fn pack_triangles(indices: &[u32]) -> Option<Vec<u8>> {
    let (corners, []) = indices.as_chunks::<3>() else { return None };
    let mut edges = Recent { entries: [[u32::MAX; 2]; 16], next: 0 };
    let mut vertices = Recent { entries: [u32::MAX; 16], next: 0 };
    let (mut next, mut last) = (0u32, 0u32);
    let (mut codes, mut data) = (vec![0xe1], Vec::new());
    for &[a, b, c] in corners {
        if let Some(edge) = edges.find(15, |edge| *edge == [a, b]) {
            let known = vertices.find(13, |vertex| *vertex == c).filter(|since| *since > 0);
            let choice = match known {
                Some(since) => since,
                None if c == next => 0,
                None if c == last.wrapping_sub(1) => 13,
                None if c == last.wrapping_add(1) => 14,
                None => 15,
            };
            codes.push((edge << 4 | choice) as u8);
            match choice {
                0 => next = next.wrapping_add(1),
                1..13 => {}
                _ => {
                    if choice == 15 {
                        push_difference(&mut data, c, last);
                    }
                    last = c;
                }
            }
            if known.is_none() {
                vertices.push(c);
            }
        } else {
            let mut choose = |corner: u32, known: Option<u32>, may_be_new: bool| match known {
                Some(since) => since + 1,
                None if corner == next && may_be_new => {
                    next = next.wrapping_add(1);
                    0
                }
                None => 15,
            };
            let first = choose(a, None, true);
            let second = choose(b, vertices.find(14, |vertex| *vertex == b), true);
            // Two new corners behind one that is spelt out would start the numbers anew.
            let third = choose(c, vertices.find(14, |vertex| *vertex == c), first == 0 || second > 0);
            let pair = (second << 4 | third) as u8;
            let of_table = PAIRS.iter().take(14).position(|known| *known == pair).filter(|_| first == 0);
            codes.push(of_table.map_or(if first == 0 { 0xfe } else { 0xff }, |at| 0xf0 | at as u8));
            data.extend(of_table.is_none().then_some(pair));
            for (corner, choice) in [(a, first), (b, second), (c, third)] {
                if choice == 15 {
                    push_difference(&mut data, corner, last);
                    last = corner;
                }
            }
            for (i, (corner, choice)) in [(a, first), (b, second), (c, third)].into_iter().enumerate() {
                if i == 0 || choice == 0 || choice == 15 {
                    vertices.push(corner);
                }
            }
            edges.push([b, a]);
        }
        edges.push([c, b]);
        edges.push([a, c]);
    }
    codes.append(&mut data);
    codes.extend(PAIRS);
    Some(codes)
}

/// Packs any list of indices as version 1: [`sequence`] gives the same list. `None` where one is too large.
pub(super) fn pack_sequence(indices: &[u32]) -> Option<Vec<u8>> {
    let mut last = [0u32; 2];
    let mut out = vec![0xd1];
    for &index in indices {
        if index >= MOST {
            return None;
        }
        let near = |line: usize| zigzag(index.wrapping_sub(last[line]));
        let line = usize::from(near(1) < near(0));
        push_varint(&mut out, near(line) << 1 | line as u32);
        last[line] = index;
    }
    out.extend([0; 4]);
    Some(out)
}

fn push_difference(out: &mut Vec<u8>, index: u32, last: u32) {
    push_varint(out, zigzag(index.wrapping_sub(last)));
}

/// Writes an integer with seven bits a byte, the lowest first.
fn push_varint(out: &mut Vec<u8>, mut value: u32) {
    while value > 127 {
        out.push((value & 127) as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Interleaves positive and negative differences.
fn zigzag(difference: u32) -> u32 {
    difference << 1 ^ (difference as i32 >> 31) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_to_the_same_indices() {
        let mut state = 7u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        // A grid, its triangles from each corner, new vertices in the middle of a triangle, and any numbers.
        let grid = (0..40).flat_map(|i| [i, i + 1, i + 41, i + 41, i + 1, i + 42]).collect::<Vec<_>>();
        let turned = grid.chunks(3).zip(0usize..).flat_map(|(t, i)| [0, 1, 2].map(|k| t[(k + i) % 3])).collect();
        let late = vec![5, 0, 1, 5, 2, 3, 2, 3, 4, 1, 1, 1, 0, 1, 2, 7, 5, 6];
        let any = (0..3000).map(|_| random(500)).collect();
        let wide = (0..300).map(|_| random(u32::MAX >> 8) << 5).collect();
        for list in [grid, turned, late, any, wide, Vec::new()] {
            let packed = pack_triangles(&list).unwrap();
            assert_eq!(triangles(&packed, list.len()).as_ref(), Some(&list));
            if let Some(packed) = pack_sequence(&list) {
                assert_eq!(sequence(&packed, list.len()).as_ref(), Some(&list));
            }
        }
        assert_eq!((pack_triangles(&[1, 2]), pack_sequence(&[MOST])), (None, None));
    }

    /// By the definition of the stream: each value is twice the difference, zigzag, with the number of its line below it.
    #[test]
    fn a_sequence_goes_on_from_either_line() {
        let data = [0xd1, 0, 0xa1, 1, 5, 4, 4, 0, 0, 0, 0];
        assert_eq!(sequence(&data, 5), Some(vec![0, 40, 41, 1, 2]));
    }
}
