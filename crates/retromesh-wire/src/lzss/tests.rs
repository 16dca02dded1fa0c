//! Properties of packer and unpacker.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]
use super::*;

/// The format's definition, byte by byte, over a ring buffer.
fn reference(packed: &[u8], len: usize) -> Option<(Vec<u8>, usize)> {
    let mut ring = [FILL; WINDOW];
    let (mut at, mut from, mut out) = (WINDOW - LONGEST, 0, Vec::new());
    while out.len() < len {
        let flags = *packed.get(from)?;
        from += 1;
        for bit in 0..8 {
            if out.len() >= len {
                break;
            }
            let b0 = *packed.get(from)?;
            from += 1;
            let mut put = |byte: u8, ring: &mut [u8; WINDOW]| {
                ring[at] = byte;
                at = (at + 1) % WINDOW;
                out.push(byte);
            };
            if flags >> bit & 1 == 1 {
                put(b0, &mut ring);
            } else {
                let b1 = *packed.get(from)?;
                from += 1;
                let distance = usize::from(b0) | usize::from(b1 & 0xf0) << 4;
                for _ in 0..usize::from(b1 & 15) + 3 {
                    let byte = ring[(at + WINDOW - distance) % WINDOW];
                    ring[at] = byte;
                    at = (at + 1) % WINDOW;
                    out.push(byte);
                }
            }
        }
    }
    out.truncate(len);
    Some((out, from))
}

/// A reproducible sequence of bytes.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}

/// Data of many kinds: noise over few and many values, runs, floats, counters, spaces.
fn samples() -> Vec<Vec<u8>> {
    let mut noise = Noise(1);
    let mut all = vec![Vec::new(), vec![b' '; 5000], vec![0; 5000]];
    for len in (1..40).chain([100, 1023, 1024, 4077, 4078, 4079, 4096, 5000, 20_000]) {
        for values in [1, 2, 3, 256] {
            all.push((0..len).map(|_| ((noise.next() % values) as u8).wrapping_add(30)).collect());
        }
        all.push((0..=len / 4).flat_map(|i| (i as f32 * 0.1).sin().to_le_bytes()).collect());
        all.push((0..=len / 2).flat_map(|i| (i as u16).to_le_bytes()).collect());
        let mut runs = Vec::new();
        while runs.len() < len {
            runs.extend(vec![noise.next() as u8; noise.next() as usize % 50]);
        }
        all.push(runs);
    }
    all
}

#[test]
fn unpacking_gives_back_what_was_packed() {
    for bytes in samples() {
        let packed = encode(&bytes, Sum::Unsigned);
        assert!(packed.len() <= bytes.len() + bytes.len().div_ceil(8) + 4, "{}", bytes.len());
        let decoded = decode(&packed, bytes.len()).unwrap();
        assert!(decoded.bytes == bytes, "{} bytes", bytes.len());
        assert_eq!((decoded.consumed, decoded.has_sum(Sum::Unsigned)), (packed.len(), true));
        assert_eq!(reference(&packed, bytes.len()), Some((bytes, packed.len() - 4)));
    }
}

#[test]
fn any_stream_unpacks_as_the_definition_says() {
    let mut noise = Noise(7);
    let mut cut = 0;
    for round in 0..2000 {
        // Fewer set flags mean more matches: overlapping ones, ones before the start, a last one that overruns.
        let mask = if round % 2 == 0 { 0xff } else { 0x11 };
        let packed: Vec<u8> = (0..noise.next() % 400).map(|_| noise.next() as u8 & mask).collect();
        for len in [1, 2, 50, 400, 800] {
            let expected = reference(&packed, len).filter(|(_, from)| from + 4 <= packed.len());
            if let Ok(found) = decode(&packed, len) {
                assert_eq!(Some((found.bytes, found.consumed - 4)), expected);
            } else {
                cut += 1;
                assert_eq!(expected, None);
            }
        }
    }
    assert!((100..9900).contains(&cut), "{cut} cut streams");
}

#[test]
fn small_streams_by_hand() {
    let rows: [(&[u8], usize, &[u8]); 5] = [
        (b"\xffabcdefgh\x24\x03\0\0", 8, b"abcdefgh"),
        // An overlapping match: distance 1, length 3.
        (b"\x01a\x01\x00\x84\x01\0\0", 4, b"aaaa"),
        // A match before the first byte.
        (b"\x00\x05\x01\x80\0\0\0", 4, b"    "),
        // A last match that runs past the end is cut.
        (b"\x01a\x01\x0f\xc2\0\0\0", 2, b"aa"),
        // Distance 0 is the whole window.
        (b"\x00\x00\x00\x60\0\0\0", 3, b"   "),
    ];
    for (packed, len, expected) in rows {
        let decoded = decode(packed, len).unwrap();
        assert_eq!((&decoded.bytes[..], decoded.has_sum(Sum::Unsigned)), (expected, true), "{packed:?}");
        let mut wrong = packed.to_vec();
        *wrong.last_mut().unwrap() ^= 1;
        assert!(!decode(&wrong, len).unwrap().has_sum(Sum::Unsigned));
        assert!(decode(&packed[..packed.len() - 1], len).is_err());
    }
}

#[test]
fn impossible_lengths_are_refused_before_allocating() {
    assert_eq!(decode(&[0; 17], usize::MAX), Err(Cut { unpacked: 0 }));
    assert!(decode(&[0; 17], max_unpacked(17)).is_err());
    assert_eq!(max_unpacked(17), 144 + 18);
}

#[test]
fn sorted_data_is_packed() {
    let bytes: Vec<u8> = (0..100_000u32).flat_map(|i| [(i % 2) as u8, (i >> 9) as u8, (i >> 1) as u8]).collect();
    assert_eq!(decode(&encode(&bytes, Sum::Unsigned), bytes.len()).unwrap().bytes, bytes);
}

/// The packer as its inventor laid it out: a ring buffer whose first bytes are repeated after its end, and three arrays.
mod ring {
    use super::{FILL, LONGEST, WINDOW};

    const NIL: usize = WINDOW;

    struct Ring {
        text: [u8; WINDOW + LONGEST - 1],
        left: Vec<usize>,
        right: Vec<usize>,
        up: Vec<usize>,
        length: usize,
        position: usize,
    }

    impl Ring {
        fn insert(&mut self, r: usize) {
            let mut p = WINDOW + 1 + usize::from(self.text[r]);
            let mut order = std::cmp::Ordering::Greater;
            (self.left[r], self.right[r], self.length) = (NIL, NIL, 0);
            loop {
                let branch = if order.is_ge() { &mut self.right[p] } else { &mut self.left[p] };
                if *branch == NIL {
                    *branch = r;
                    self.up[r] = p;
                    return;
                }
                p = *branch;
                let same = (1..LONGEST).find(|i| self.text[r + i] != self.text[p + i]).unwrap_or(LONGEST);
                order = self.text[r..r + LONGEST].cmp(&self.text[p..p + LONGEST]);
                if same > self.length {
                    (self.length, self.position) = (same, p);
                    if same == LONGEST {
                        break;
                    }
                }
            }
            (self.up[r], self.left[r], self.right[r]) = (self.up[p], self.left[p], self.right[p]);
            self.up[self.left[p]] = r;
            self.up[self.right[p]] = r;
            let parent = self.up[p];
            if self.right[parent] == p {
                self.right[parent] = r;
            } else {
                self.left[parent] = r;
            }
            self.up[p] = NIL;
        }

        fn delete(&mut self, p: usize) {
            if self.up[p] == NIL {
                return;
            }
            let mut q;
            if self.right[p] == NIL {
                q = self.left[p];
            } else if self.left[p] == NIL {
                q = self.right[p];
            } else {
                q = self.left[p];
                if self.right[q] != NIL {
                    while self.right[q] != NIL {
                        q = self.right[q];
                    }
                    self.right[self.up[q]] = self.left[q];
                    self.up[self.left[q]] = self.up[q];
                    self.left[q] = self.left[p];
                    self.up[self.left[p]] = q;
                }
                self.right[q] = self.right[p];
                self.up[self.right[p]] = q;
            }
            self.up[q] = self.up[p];
            let parent = self.up[p];
            if self.right[parent] == p {
                self.right[parent] = q;
            } else {
                self.left[parent] = q;
            }
            self.up[p] = NIL;
        }
    }

    /// Packs bytes, without a checksum.
    pub(super) fn encode(bytes: &[u8]) -> Vec<u8> {
        let mut ring = Ring {
            text: [FILL; WINDOW + LONGEST - 1],
            left: vec![NIL; WINDOW + 1],
            right: vec![NIL; WINDOW + 257],
            up: vec![NIL; WINDOW + 1],
            length: 0,
            position: 0,
        };
        let (mut s, mut r) = (0, WINDOW - LONGEST);
        let mut input = bytes.iter().copied();
        let mut ahead = 0;
        for byte in input.by_ref().take(LONGEST) {
            ring.text[r + ahead] = byte;
            ahead += 1;
        }
        for i in 1..=LONGEST {
            ring.insert(r - i);
        }
        ring.insert(r);
        let (mut out, mut group, mut flags, mut items) = (Vec::new(), Vec::new(), 0, 0);
        while ahead > 0 {
            ring.length = ring.length.min(ahead);
            let length = if ring.length <= 2 {
                flags |= 1 << items;
                group.push(ring.text[r]);
                1
            } else {
                let back = (r + WINDOW - ring.position) % WINDOW;
                group.extend([back as u8, (back >> 4 & 0xf0) as u8 | (ring.length - 3) as u8]);
                ring.length
            };
            items += 1;
            if items == 8 {
                out.push(flags);
                out.append(&mut group);
                (flags, items) = (0, 0);
            }
            for _ in 0..length {
                ring.delete(s);
                match input.next() {
                    Some(byte) => {
                        ring.text[s] = byte;
                        if s < LONGEST - 1 {
                            ring.text[s + WINDOW] = byte;
                        }
                    }
                    None => ahead -= 1,
                }
                (s, r) = ((s + 1) % WINDOW, (r + 1) % WINDOW);
                if ahead > 0 {
                    ring.insert(r);
                }
            }
        }
        if items > 0 {
            out.push(flags);
            out.append(&mut group);
        }
        out
    }
}

fn assert_packed_as_in_1989(what: &str, bytes: &[u8]) {
    let packed = encode(bytes, Sum::Unsigned);
    assert!(packed[..packed.len() - 4] == ring::encode(bytes), "{what}, {} bytes", bytes.len());
}

#[test]
fn packs_as_its_inventor_laid_it_out() {
    for bytes in samples().iter().filter(|bytes| bytes.len() >= LONGEST) {
        assert_packed_as_in_1989("sample", bytes);
    }
}

/// What a level holds and what is hard, longer than a batch and several windows.
#[test]
fn packs_long_arrays_as_its_inventor_laid_it_out() {
    let mut noise = Noise(3);
    let words = ["land", "\\data\\", " ", "komp", "a", ".pac", "proxy:"];
    let mut text = Vec::new();
    while text.len() < 40_000 {
        text.extend(words[noise.next() as usize % words.len()].bytes());
    }
    let mut random = |count: usize, values: u64| (0..count).map(|_| (noise.next() % values) as u8).collect::<Vec<u8>>();
    let rows: [(&str, Vec<u8>); 10] = [
        ("noise", random(80_000, 256)),
        ("noise of two values", random(40_000, 2)),
        ("text", text),
        ("zeros", vec![0; 70_000]),
        ("a ramp of u16", (0..16_500u16).flat_map(u16::to_le_bytes).collect()),
        ("a falling ramp of u16", (0..16_500u16).rev().flat_map(u16::to_le_bytes).collect()),
        ("a ramp of u32", (0..8_200u32).flat_map(u32::to_le_bytes).collect()),
        ("a ramp with gaps", (0..16_500u16).map(|i| i + i / 7).flat_map(u16::to_le_bytes).collect()),
        ("flags", (0..20_000u32).flat_map(|i| (0x3f + ((i / 700) << 20)).to_le_bytes()).collect()),
        ("floats", (0..20_000).flat_map(|i| ((i % 97) as f32 / 97.0).to_le_bytes()).collect()),
    ];
    for (what, bytes) in rows {
        assert_packed_as_in_1989(what, &bytes);
    }
}

/// Short periods, whose strings are often equal, replaced and removed as inner nodes.
#[test]
fn packs_repeated_and_broken_patterns_as_its_inventor_laid_it_out() {
    let mut noise = Noise(11);
    for round in 0..300 {
        let values = [2, 3, 5, 256][round % 4];
        let period = 1 + noise.next() as usize % [20, 300, 5000][round % 3];
        let mut bytes: Vec<u8> = (0..period).map(|_| (noise.next() % values) as u8).collect();
        while bytes.len() < 9000 {
            let next = if noise.next().is_multiple_of(50) {
                (noise.next() % values) as u8
            } else {
                bytes[bytes.len() - period]
            };
            bytes.push(next);
        }
        assert_packed_as_in_1989("pattern", &bytes);
    }
}

#[test]
fn sums_take_bytes_as_either_kind_of_number() {
    let bytes = [1u8, 0x7f, 0x80, 0xff];
    assert_eq!((Sum::Unsigned.of(&bytes), Sum::Signed.of(&bytes)), (511, u32::MAX));
    let long = vec![0xff; 200_000];
    assert_eq!((Sum::Unsigned.of(&long), Sum::Signed.of(&long)), (51_000_000, 200_000u32.wrapping_neg()));
}
