//! The key list of a clip: one stream a bone, each ended by a zero tag.
//!
//! A tag says which of rotation, translation and scale follow, and how many frames to skip first. Tags without any of them only
//! advance: skip + 1 frames.

use crate::codec::rotation::NONE;

/// Tag bit of a rotation word.
pub const ROTATION: u8 = 0x80;
/// Tag bit of a translation word.
pub const TRANSLATION: u8 = 0x40;
/// Tag bit of a scale word.
pub const SCALE: u8 = 0x20;
/// Tag bits of the frames to skip.
pub const SKIP: u8 = 0x1f;

/// The frames that the engine's writer loses when a gap of 32 or more spills into [`SCALE`].
pub const LOST_FRAMES: u32 = 32;

/// The keys of one bone at one frame; words of all ones are no keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// The number of the bone.
    pub bone: usize,
    /// The frame, which may lie beyond the clip in a damaged file.
    pub frame: u32,
    /// The rotation word.
    pub rotation: Option<u32>,
    /// The translation word.
    pub translation: Option<u32>,
    /// The scale word.
    pub scale: Option<u32>,
    /// Whether it comes after a gap that ran over into the scale bit.
    pub after_long_gap: bool,
}

/// How a [`KeyStream`] ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// All streams have their closing tag.
    Complete,
    /// The list ends before this bone's stream is closed.
    Missing(usize),
    /// The words of a key of this bone are cut.
    Cut(usize),
}

/// Walks the keys of all bones in order.
#[derive(Debug, Clone)]
pub struct KeyStream<'a> {
    bytes: &'a [u8],
    bones: usize,
    bone: usize,
    frame: u32,
    repair: bool,
    cut: bool,
}

impl<'a> KeyStream<'a> {
    /// Starts at the first bone; `repair` adds the frames that long gaps lost.
    pub fn new(bytes: &'a [u8], bones: usize, repair: bool) -> Self {
        Self { bytes, bones, bone: 0, frame: 0, repair, cut: false }
    }

    /// Returns what is left of the list.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    /// Says how the walk ended; meaningful after the last key.
    pub fn end(&self) -> End {
        match (self.cut, self.bone == self.bones) {
            (true, _) => End::Cut(self.bone),
            (false, false) => End::Missing(self.bone),
            (false, true) => End::Complete,
        }
    }
}

impl Iterator for KeyStream<'_> {
    type Item = Key;

    fn next(&mut self) -> Option<Key> {
        while self.bone < self.bones && !self.cut {
            let (&tag, rest) = self.bytes.split_first()?;
            if tag == 0 {
                self.bytes = rest;
                self.bone += 1;
                self.frame = 0;
                continue;
            }
            let mut words = rest;
            let mut word = |bit: u8| {
                if tag & bit == 0 {
                    return Some(None);
                }
                let (bytes, rest) = words.split_first_chunk::<4>()?;
                words = rest;
                Some(Some(u32::from_le_bytes(*bytes)))
            };
            let all = (|| Some((word(ROTATION)?, word(TRANSLATION)?, word(SCALE)?)))();
            let Some((rotation, translation, scale)) = all else {
                self.cut = true;
                return None;
            };
            self.bytes = words;
            let after_long_gap = scale == Some(NONE);
            let lost = if self.repair && after_long_gap { LOST_FRAMES } else { 0 };
            let frame = self.frame.saturating_add(u32::from(tag & SKIP)).saturating_add(lost);
            self.frame = frame.saturating_add(1);
            if tag & !SKIP != 0 {
                let key = |word: Option<u32>| word.filter(|&word| word != NONE);
                let (rotation, translation, scale) = (key(rotation), key(translation), key(scale));
                return Some(Key { bone: self.bone, frame, rotation, translation, scale, after_long_gap });
            }
        }
        None
    }
}

/// Writes key streams.
#[derive(Debug, Default)]
pub(crate) struct KeyWriter {
    bytes: Vec<u8>,
    frame: u32,
}

impl KeyWriter {
    /// Appends the keys of a frame of the current bone; frames must ascend.
    pub(crate) fn key(&mut self, frame: u32, rotation: Option<u32>, translation: Option<u32>, scale: Option<u32>) {
        let mut gap = frame.saturating_sub(self.frame);
        while gap > u32::from(SKIP) {
            // Skips 31 frames and steps over one.
            self.bytes.push(SKIP);
            gap -= u32::from(SKIP) + 1;
        }
        let bit = |word: Option<u32>, bit: u8| if word.is_some() { bit } else { 0 };
        self.bytes.push(bit(rotation, ROTATION) | bit(translation, TRANSLATION) | bit(scale, SCALE) | gap as u8);
        for word in [rotation, translation, scale].into_iter().flatten() {
            self.bytes.extend_from_slice(&word.to_le_bytes());
        }
        self.frame = frame + 1;
    }

    /// Closes the stream of the current bone.
    pub(crate) fn end_bone(&mut self) {
        self.bytes.push(0);
        self.frame = 0;
    }

    /// Returns the list.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_of_any_length_come_back() {
        let frames = [0, 1, 33, 65, 97, 130, 254];
        let mut writer = KeyWriter::default();
        for frame in frames {
            writer.key(frame, Some(frame), None, None);
        }
        writer.end_bone();
        let bytes = writer.finish();
        let mut stream = KeyStream::new(&bytes, 1, false);
        let read: Vec<u32> = stream.by_ref().map(|key| key.frame).collect();
        assert_eq!(read, frames);
        assert_eq!((stream.end(), stream.rest().len()), (End::Complete, 0));
    }

    #[test]
    fn a_gap_that_ran_over_is_seen_and_restored() {
        let bytes = [0xa0, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0];
        let keys = |repair| KeyStream::new(&bytes, 1, repair).collect::<Vec<_>>();
        let key = Key { bone: 0, frame: 0, rotation: Some(1), translation: None, scale: None, after_long_gap: true };
        assert_eq!(keys(false), [key]);
        assert_eq!(keys(true), [Key { frame: 32, ..key }]);
    }

    #[test]
    fn cut_and_missing_ends_are_distinguished() {
        for (bytes, bones, end) in [
            (&[0x80, 1, 2][..], 1, End::Cut(0)),
            (&[0, 0x1f], 2, End::Missing(1)),
            (&[], 1, End::Missing(0)),
            (&[], 0, End::Complete),
            (&[0x1f, 0, 9], 1, End::Complete),
        ] {
            let mut stream = KeyStream::new(bytes, bones, false);
            assert_eq!(stream.by_ref().count(), 0);
            assert_eq!(stream.end(), end, "{bytes:?}");
        }
    }
}
