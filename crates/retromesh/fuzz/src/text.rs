//! Documents as text, and back.

use crate::{HEAP, claiming, options};
use fastrand::Rng;
use retromesh::{Diagnostics, ErrorKind, ImportOptions, NoFiles, Source, pack};
use std::path::Path;

/// Packing may hold this many bytes at once for each byte of text, and this many for nothing.
const BYTES_PER_BYTE: usize = 64;
const BYTES_FOR_NOTHING: usize = 1 << 20;

/// What is in the place of words of a text.
const WORDS: [&str; 16] = [
    "",
    "0",
    "-1",
    "4294967295",
    "1e39",
    "nan:7f800001",
    "-0",
    "none",
    "{",
    "}",
    "[",
    "]",
    "<",
    "\"",
    "\"\\xff\\x00\"",
    "#",
];

/// Text of whatever makes a scene packs to the same bytes; other text is packed or refused. Text that was changed, and text that the bytes themselves are, packs to
/// something that is accepted or to an error.
pub fn text_pack(bytes: &[u8]) -> bool {
    if bytes.starts_with(b"retromesh-text") {
        return try_to_pack(bytes);
    }
    let Some(format) = claiming(bytes).next() else { return false };
    let options = options();
    let name = format!("model.{}", format.info().extensions[0]);
    let Ok(source) = Source::from_bytes(bytes.to_vec(), Path::new(&name), &options.limits) else { return false };
    let text = match source.text(&options, &mut Diagnostics::new()) {
        Ok(text) => text,
        Err(error) => {
            // Text is refused where the file is, or where there is none of the format.
            let read = source.read(&options, &mut Diagnostics::new());
            let has_none = matches!(error.kind(), ErrorKind::Unsupported { .. });
            assert!(read.is_err() || has_none, "{name}: read, but not written as text: {error}");
            return false;
        }
    };
    match pack(text.as_bytes()) {
        Ok(packed) => assert!(packed == bytes, "{name}: packed bytes differ\n{text}"),
        Err(error) => {
            let (options, mut found) = (ImportOptions::default(), Diagnostics::new());
            let model = source.format.read(bytes, &NoFiles, &options, &mut found);
            let scene = model.and_then(|model| model.to_scene_with(&options, &mut found));
            assert!(scene.is_err(), "{name}: read, but its text is refused: {error}\n{text}");
            return false;
        }
    }
    let seed = bytes.iter().fold(0u64, |sum, &byte| sum.wrapping_mul(0x0100_0000_01b3).wrapping_add(byte.into()));
    let mut random = Rng::with_seed(seed);
    for _ in 0..4 {
        try_to_pack(change(&text, &mut random).as_bytes());
    }
    true
}

/// Packs hostile text within bounds of memory; what comes of it packs again to the same.
fn try_to_pack(text: &[u8]) -> bool {
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let packed = pack(text);
    let used = HEAP.peak_usage().saturating_sub(before);
    let budget = BYTES_FOR_NOTHING + BYTES_PER_BYTE * text.len();
    assert!(
        used <= budget,
        "{used} bytes of memory for {} bytes of text\n{}",
        text.len(),
        String::from_utf8_lossy(text)
    );
    packed.is_ok()
}

/// Changes a word or a line of a text.
fn change(text: &str, random: &mut Rng) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let at = random.usize(..lines.len());
    let line;
    match random.u8(..6) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(random.usize(..lines.len()), lines[at]),
        2 => {
            let other = random.usize(..lines.len());
            lines.swap(at, other);
        }
        _ => {
            let mut words: Vec<&str> = lines[at].split(' ').collect();
            let word = random.usize(..words.len());
            words[word] = WORDS[random.usize(..WORDS.len())];
            line = words.join(" ");
            lines[at] = &line;
        }
    }
    lines.join("\n")
}
