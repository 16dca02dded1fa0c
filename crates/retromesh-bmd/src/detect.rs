//! What else is called `.bmd`.

use crate::document::{Header, MAGIC, Span};
use retromesh_kit::Confidence;
use retromesh_wire::Row;

/// Another format with the same extension.
pub(crate) struct Foreign {
    pub(crate) what: &'static str,
    pub(crate) hint: &'static str,
}

/// The hint for all of them.
const HINT: &str = "this reads BGBTech BMD, which starts with \"BMD1\"";

/// Names the other format that the bytes are of, where they are.
pub(crate) fn foreign(bytes: &[u8]) -> Option<Foreign> {
    let starts = |magic: &[u8]| bytes.starts_with(magic);
    let what = if starts(b"J3D2") || starts(b"J3D1") {
        "Nintendo J3D BMD (GameCube, Wii)"
    } else if starts(b"BMD0") {
        "Nintendo DS NSBMD"
    } else if starts(b"BMD") && bytes.get(3).is_some_and(|version| matches!(version, 0x0a | 0x0c | 0x0e | 0x0f)) {
        "MU Online BMD"
    } else if is_sm64ds(bytes) {
        "Nintendo DS BMD (Super Mario 64 DS)"
    } else {
        return None;
    };
    Some(Foreign { what, hint: HINT })
}

/// That format has no signature: a small shift, a bone count, and a bone table right after the header of 60 bytes.
fn is_sm64ds(bytes: &[u8]) -> bool {
    let word = |at: usize| bytes.get(at..at + 4).map(u32::read);
    let (Some(shift), Some(bones), Some(table)) = (word(0), word(4), word(8)) else { return false };
    shift <= 31 && (1..=255).contains(&bones) && table == 0x3c && bytes.len() >= 0x3c + bones as usize * 0x40
}

/// Judges by the magic and by whether the tables lie within the file.
pub(crate) fn probe(bytes: &[u8]) -> Confidence {
    if bytes.starts_with(&MAGIC) {
        let Some(head) = bytes.get(..Header::SIZE) else { return Confidence::Maybe };
        let header = Header::read(head);
        let fits = |span: Span| span.offset == 0 || u64::from(span.offset) + u64::from(span.size) <= bytes.len() as u64;
        let sane = [header.meshes, header.lods, header.bones, header.clips].into_iter().all(fits);
        return if sane { Confidence::Certain } else { Confidence::Maybe };
    }
    // Reading then says by name what the file is.
    if foreign(bytes).is_some() { Confidence::Maybe } else { Confidence::No }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_formats_are_named() {
        let mut nds = vec![0; 0x3c + 0x40];
        (nds[4], nds[8]) = (1, 0x3c);
        for (bytes, name) in [
            (&b"J3D2bmd3"[..], "Nintendo J3D BMD (GameCube, Wii)"),
            (b"BMD0\xff\xfe", "Nintendo DS NSBMD"),
            (b"BMD\x0a....", "MU Online BMD"),
            (&nds, "Nintendo DS BMD (Super Mario 64 DS)"),
        ] {
            assert_eq!(foreign(bytes).map(|f| f.what), Some(name));
            assert_eq!(probe(bytes), Confidence::Maybe);
        }
        assert_eq!((probe(b"BMD1"), probe(b"RIFF"), probe(b"")), (Confidence::Maybe, Confidence::No, Confidence::No));
    }
}
