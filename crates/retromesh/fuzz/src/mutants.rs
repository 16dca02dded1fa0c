//! Changed copies of files, as many as one likes and always the same ones.

use fastrand::Rng;

/// This many changes away from a seed the next seed is taken.
const STEPS: usize = 40;

/// Numbers at which readers stumble.
const WORDS: [u32; 14] =
    [0, 1, 2, 0x7f, 0x80, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, u32::MAX, u32::MAX - 1, 0xff00, 1 << 24, 1 << 16];
const FLOATS: [f32; 10] =
    [f32::NAN, f32::INFINITY, f32::MAX, f32::MIN_POSITIVE, -0.0, -1.0, 1e9, 1e-9, 1e20, 0.333_333_34];
const NUMBERS: [&str; 12] =
    ["0", "1", "-1", "2", "1e9", "1e39", "-0.5", "255", "65536", "2147483648", "4294967295", "18446744073709551615"];

/// A walk of small changes from one seed to another. A change that is taken is a step; the next one starts from there.
#[derive(Debug)]
pub struct Mutants {
    seeds: Vec<Vec<u8>>,
    /// What may be anywhere: the words of the dictionary.
    words: Vec<Vec<u8>>,
    random: Rng,
    /// Where the walk is.
    base: Vec<u8>,
    steps: usize,
    /// No copy is longer.
    longest: usize,
}

impl Mutants {
    /// Starts a walk; each number is another way.
    pub fn new(walk: u64, seeds: Vec<Vec<u8>>, words: Vec<Vec<u8>>) -> Self {
        let longest = 2 * seeds.iter().map(Vec::len).max().unwrap_or(0);
        Self { longest, seeds, words, random: Rng::with_seed(walk), base: Vec::new(), steps: STEPS }
    }

    /// Returns the next copy. The first of a seed is the seed itself.
    pub fn copy(&mut self) -> Vec<u8> {
        self.steps += 1;
        if self.steps > STEPS {
            self.steps = 0;
            self.base = self.seed();
            return self.base.clone();
        }
        let mut copy = self.base.clone();
        for _ in 0..[1, 1, 1, 2, 2, 4, 8][self.random.usize(..7)] {
            self.change(&mut copy);
        }
        copy.truncate(self.longest);
        copy
    }

    /// Goes on from a copy that the target has taken.
    pub fn take(&mut self, copy: Vec<u8>) {
        self.base = copy;
    }

    fn seed(&mut self) -> Vec<u8> {
        let number = self.random.usize(..self.seeds.len().max(1));
        self.seeds.get(number).cloned().unwrap_or_default()
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let at = self.random.usize(..=bytes.len());
        let length = bytes.len();
        let end = at + self.random.usize(..=(length - at).min(64));
        match self.random.u8(..12) {
            0 => overwrite(bytes, at, &[1 << self.random.u8(..8)], |old, new| old ^ new),
            1 => overwrite(bytes, at, &[self.random.u8(..)], |_, new| new),
            2 => overwrite(bytes, at, &[self.random.u8(..16)], u8::wrapping_sub),
            3 => overwrite(bytes, at & !3, &self.word(length), |_, new| new),
            4 => overwrite(bytes, at, &self.word(length), |_, new| new),
            5 => overwrite(bytes, at & !3, &self.float().to_le_bytes(), |_, new| new),
            6 => drop(bytes.drain(at..end)),
            7 => {
                let piece = bytes[at..end].to_vec();
                let to = self.random.usize(..=length);
                bytes.splice(to..to, piece);
            }
            8 => {
                let piece = bytes[at..end].to_vec();
                let to = self.random.usize(..=length);
                overwrite(bytes, to, &piece, |_, new| new);
            }
            9 => {
                let other = self.seed();
                let from = self.random.usize(..=other.len());
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            10 if !self.words.is_empty() => {
                let word = self.words[self.random.usize(..self.words.len())].clone();
                match self.random.bool() {
                    true => overwrite(bytes, at, &word, |_, new| new),
                    false => drop(bytes.splice(at..at, word)),
                }
            }
            _ => self.number(bytes, at),
        }
    }

    fn word(&mut self, length: usize) -> [u8; 4] {
        let small = self.random.u32(..64);
        let word = match self.random.u8(..4) {
            0 => small,
            1 => (length as u32).wrapping_sub(small),
            _ => WORDS[self.random.usize(..WORDS.len())],
        };
        word.to_le_bytes()
    }

    fn float(&mut self) -> f32 {
        match self.random.bool() {
            true => FLOATS[self.random.usize(..FLOATS.len())],
            false => (self.random.f32() - 0.5) * 16.0,
        }
    }

    /// Puts another number in the place of the next one that is written in digits, with blanks where there is room.
    fn number(&mut self, bytes: &mut Vec<u8>, at: usize) {
        let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.".contains(byte);
        let Some(start) = bytes[at..].iter().position(is_part).map(|n| at + n) else { return };
        let length = bytes[start..].iter().take_while(|byte| is_part(byte)).count();
        let number = match self.random.u8(..3) {
            0 => self.random.u8(..32).to_string(),
            1 => self.float().to_string(),
            _ => NUMBERS[self.random.usize(..NUMBERS.len())].to_owned(),
        };
        bytes.splice(start..start + length, format!("{number:<length$}").into_bytes());
    }
}

/// Puts bytes over others, as far as there are any.
fn overwrite(bytes: &mut [u8], at: usize, new: &[u8], how: impl Fn(u8, u8) -> u8) {
    bytes.iter_mut().skip(at).zip(new).for_each(|(old, new)| *old = how(*old, *new));
}
