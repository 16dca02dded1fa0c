//! The unpacker of LZO1X streams, which later games put around large block-compressed levels.
//!
//! An instruction's first byte says what it is: 64 and more a short match near by, 32 and more a match within 16 KiB, 16 and more one
//! within 48 KiB or the end, less a run of single bytes or, right after one, a short match. The two lowest bits of a match
//! are the number of single bytes that follow it.

use retromesh_core::ErrorKind;

/// The maximum that a packed byte can unpack to: each zero byte of a length adds 255.
const GROWTH: usize = 256;

/// Unpacks a stream that ends exactly with its input and yields exactly `len` bytes.
pub(super) fn decode(packed: &[u8], len: usize) -> Result<Vec<u8>, ErrorKind> {
    if len > packed.len().saturating_mul(GROWTH) {
        return Err(wrong(format!("{} packed bytes for {len}", packed.len())));
    }
    let mut stream = Stream { rest: packed, out: Vec::with_capacity(len), len };
    stream.run()?;
    if stream.out.len() != len || !stream.rest.is_empty() {
        return Err(wrong(format!("{} bytes for {len}, {} packed ones left", stream.out.len(), stream.rest.len())));
    }
    Ok(stream.out)
}

fn wrong(found: impl Into<std::borrow::Cow<'static, str>>) -> ErrorKind {
    ErrorKind::bad("LZO stream", "the texels of the level", found)
}

struct Stream<'a> {
    rest: &'a [u8],
    out: Vec<u8>,
    len: usize,
}

/// What came before an instruction below 16.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// A match without single bytes after it, or nothing.
    Match,
    /// One to three single bytes.
    Few,
    /// Four and more single bytes.
    Many,
}

impl Stream<'_> {
    fn run(&mut self) -> Result<(), ErrorKind> {
        let mut before = Before::Match;
        if let Some(first @ 18..) = self.rest.first().copied() {
            self.byte()?;
            before = self.single(usize::from(first) - 17)?;
        }
        loop {
            let code = usize::from(self.byte()?);
            let (distance, length, tail) = match (code, before) {
                (64.., _) => {
                    let far = usize::from(self.byte()?);
                    ((far << 3 | code >> 2 & 7) + 1, (code >> 5) + 1, code)
                }
                (32.., _) => {
                    let length = self.length(code & 31, 31)? + 2;
                    let far = self.far()?;
                    ((far >> 2) + 1, length, far)
                }
                (16.., _) => {
                    let length = self.length(code & 7, 7)? + 2;
                    let far = self.far()?;
                    let distance = (code & 8) << 11 | far >> 2;
                    if distance == 0 {
                        return Ok(());
                    }
                    (distance + 0x4000, length, far)
                }
                (_, Before::Match) => {
                    let count = self.length(code, 15)? + 3;
                    before = self.single(count)?;
                    continue;
                }
                (_, Before::Few) => (((usize::from(self.byte()?) << 2) | code >> 2) + 1, 2, code),
                (_, Before::Many) => (((usize::from(self.byte()?) << 2) | code >> 2) + 0x801, 3, code),
            };
            self.repeat(distance, length)?;
            before = self.single(tail & 3)?;
        }
    }

    fn byte(&mut self) -> Result<u8, ErrorKind> {
        let (byte, rest) = self.rest.split_first().ok_or_else(|| wrong("the end of the level"))?;
        self.rest = rest;
        Ok(*byte)
    }

    /// Takes the 16 bits of a distance.
    fn far(&mut self) -> Result<usize, ErrorKind> {
        let low = usize::from(self.byte()?);
        Ok(low | usize::from(self.byte()?) << 8)
    }

    /// Returns a length: the bits of the instruction, or where these are 0 `max` and the bytes that follow, zeros counting 255.
    fn length(&mut self, bits: usize, max: usize) -> Result<usize, ErrorKind> {
        if bits != 0 {
            return Ok(bits);
        }
        let mut length = max;
        loop {
            match self.byte()? {
                0 => length += 255,
                last => return Ok(length + usize::from(last)),
            }
        }
    }

    fn single(&mut self, count: usize) -> Result<Before, ErrorKind> {
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or_else(|| wrong("the end of the level"))?;
        self.fits(count)?;
        self.out.extend_from_slice(bytes);
        self.rest = rest;
        Ok(match count {
            0 => Before::Match,
            1..4 => Before::Few,
            _ => Before::Many,
        })
    }

    fn repeat(&mut self, distance: usize, length: usize) -> Result<(), ErrorKind> {
        self.fits(length)?;
        let from = self.out.len().checked_sub(distance).ok_or_else(|| wrong("a match before the start"))?;
        if distance >= length {
            self.out.extend_from_within(from..from + length);
        } else {
            for at in from..from + length {
                self.out.extend(self.out.get(at).copied());
            }
        }
        Ok(())
    }

    fn fits(&self, count: usize) -> Result<(), ErrorKind> {
        if count > self.len - self.out.len() { Err(wrong("more bytes than the level has")) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const END: [u8; 3] = [0x11, 0, 0];

    /// Each kind of instruction, by the definition of the stream.
    #[test]
    fn each_instruction_is_understood() {
        let text: Vec<u8> = (0..=255).collect();
        let many = |n: usize| [&[17 + n as u8], &text[..n]].concat();
        let rows: [(Vec<u8>, Vec<u8>); 8] = [
            (many(4), text[..4].to_vec()),
            // 64..: length 3, distance 4, no single bytes.
            ([many(4), vec![0x40 | 3 << 2, 0]].concat(), [&text[..4], &text[..3]].concat()),
            // 64..: length 8, distance 1, two single bytes, then two bytes from distance 2.
            ([many(4), vec![0xe0 | 2, 0, 9, 8, 0x04, 0]].concat(), [&text[..4], &[3; 8], &[9, 8], &[9, 8]].concat()),
            // 32..: length 2 + 31 + 255 + 1, distance 1.
            ([many(4), vec![32, 0, 1, 0, 0]].concat(), [&text[..4], &[3; 289]].concat()),
            // Three bytes from distance 0x801 after many single bytes.
            (
                [vec![0], vec![0; 8], vec![255], vec![7; 3 + 15 + 8 * 255 + 255], vec![0, 0]].concat(),
                vec![7; 3 + 15 + 8 * 255 + 255 + 3],
            ),
            // 16..: distance 0x4001.
            (
                [many(4), vec![32], vec![0; 65], vec![1, 0, 0], vec![0x10 | 2, 4, 0]].concat(),
                [&text[..4], &vec![3; 2 + 31 + 65 * 255 + 1 + 4][..]].concat(),
            ),
            ([vec![1], vec![5; 4]].concat(), vec![5; 4]),
            (vec![18, 6, 0x04, 0], vec![]),
        ];
        for (n, (stream, expected)) in rows.into_iter().enumerate() {
            let stream = [stream, END.to_vec()].concat();
            match decode(&stream, expected.len()) {
                Ok(bytes) => assert!(bytes == expected && !expected.is_empty(), "row {n}"),
                Err(error) => assert!(expected.is_empty(), "row {n}: {error}"),
            }
        }
    }

    #[test]
    fn no_cut_and_no_flipped_byte_gets_more_than_it_should() {
        let stream = [&[17 + 4, 1, 2, 3, 4][..], &[0xe0 | 2, 0, 9, 8], &[32, 0, 1, 0, 0], &END].concat();
        let len = 4 + 8 + 2 + 289;
        assert_eq!(decode(&stream, len).unwrap().len(), len);
        assert!((0..stream.len()).all(|cut| decode(&stream[..cut], len).is_err()));
        for (at, value) in (0..stream.len()).flat_map(|at| (0..=255).map(move |value| (at, value))) {
            let mut other = stream.clone();
            other[at] = value;
            assert!(decode(&other, len).is_ok_and(|bytes| bytes.len() == len) || decode(&other, len).is_err());
        }
        assert!(decode(&stream, 1 << 30).is_err());
    }
}
