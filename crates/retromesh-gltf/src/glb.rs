//! The binary container: a 12-byte header, a JSON chunk and an optional BIN chunk, each padded to four bytes.

use crate::ID;
use retromesh_core::{Error, ErrorKind, Result};
use std::ops::Range;

/// The four bytes that a binary glTF file starts with.
pub(crate) const MAGIC: &[u8; 4] = b"glTF";
const JSON: u32 = u32::from_le_bytes(*b"JSON");
const BIN: u32 = u32::from_le_bytes(*b"BIN\0");
const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;
/// Where the text of a file begins.
pub(crate) const JSON_AT: usize = HEADER + CHUNK_HEADER;

/// The two chunks of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chunks<'a> {
    pub(crate) json: &'a [u8],
    /// Where the BIN chunk is, padding included.
    pub(crate) bin: Option<Range<usize>>,
    /// Bytes after the declared length of the file.
    pub(crate) trailing: usize,
    /// Chunks of other kinds, which readers skip.
    pub(crate) unknown: usize,
}

/// Splits a binary file into its chunks.
pub(crate) fn split(bytes: &[u8]) -> Result<Chunks<'_>> {
    let header = bytes.get(..HEADER).ok_or_else(|| truncated("header", HEADER, bytes.len(), 0))?;
    let word = |at: usize| word_at(header, at).unwrap_or(0);
    if header.get(..4) != Some(MAGIC.as_slice()) {
        return Err(bad("magic", "\"glTF\"", format!("{:#010x}", word(0)), 0));
    }
    if word(4) != 2 {
        return Err(Error::new(ID, ErrorKind::unsupported(format!("container version {}", word(4)), "only 2")).at(4));
    }
    let length = word(8) as usize;
    if length > bytes.len() {
        return Err(truncated("file", length, bytes.len(), 8));
    }
    let body = bytes.get(..length).unwrap_or(bytes);
    let mut chunks = Chunks { json: &[], bin: None, trailing: bytes.len() - length, unknown: 0 };
    let mut at = HEADER;
    let mut number = 0;
    while at < body.len() {
        let (Some(size), Some(kind)) = (word_at(body, at), word_at(body, at + 4)) else {
            return Err(truncated("chunk header", CHUNK_HEADER, body.len() - at, at));
        };
        let start = at + CHUNK_HEADER;
        let Some(data) = start.checked_add(size as usize).and_then(|end| body.get(start..end)) else {
            return Err(truncated("chunk", size as usize, body.len() - start, start));
        };
        match (number, kind) {
            (0, JSON) => chunks.json = data,
            (0, _) => return Err(bad("first chunk", "JSON", format!("{kind:#010x}"), at + 4)),
            (1, BIN) => chunks.bin = Some(start..start + data.len()),
            _ => chunks.unknown += 1,
        }
        number += 1;
        at = start + data.len();
    }
    if number == 0 {
        return Err(truncated("JSON chunk", CHUNK_HEADER, 0, HEADER));
    }
    Ok(chunks)
}

/// Joins the chunks to a binary file, and returns where its data begin: this many bytes, which `write` appends. An empty BIN chunk is left
/// out.
pub(crate) fn join(json: &[u8], len: usize, write: impl FnOnce(&mut Vec<u8>)) -> Result<(Vec<u8>, usize)> {
    let padded = |len: usize| len.next_multiple_of(4);
    let data = padded(len);
    let head_size = HEADER + CHUNK_HEADER + padded(json.len()) + if data > 0 { CHUNK_HEADER } else { 0 };
    let total = head_size + data;
    let length = u32::try_from(total).map_err(|_| {
        Error::new(ID, ErrorKind::unrepresentable(format!("{total} bytes do not fit a binary file of 4 GiB")))
    })?;
    let mut out = Vec::with_capacity(total);
    out.extend_from_slice(MAGIC);
    for word in [2, length, padded(json.len()) as u32, JSON] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    out.extend_from_slice(json);
    out.resize(padded(out.len()), b' ');
    if data > 0 {
        out.extend_from_slice(&(data as u32).to_le_bytes());
        out.extend_from_slice(&BIN.to_le_bytes());
        write(&mut out);
        out.resize(total, 0);
    }
    Ok((out, head_size))
}

/// Puts another text in the place of the JSON chunk's and sets the lengths; blanks fill it up to a multiple of four. All other bytes stay.
pub(crate) fn with_json(bytes: &[u8], old: &Range<usize>, mut json: Vec<u8>) -> Result<Vec<u8>> {
    let filled = |text: &[u8]| text.iter().rev().take_while(|byte| **byte == b' ').count();
    // As many blanks more than needed as there were.
    let blanks = filled(&json);
    let text = json.len() - blanks;
    let needed = |len: usize| len.next_multiple_of(4) - len;
    let spare = blanks.saturating_sub(needed(old.len() - blanks));
    json.resize(text + needed(text) + spare, b' ');
    let size = |len: usize| {
        u32::try_from(len).map_err(|_| {
            let what = format!("{len} bytes do not fit a binary file of 4 GiB");
            Error::new(ID, ErrorKind::unrepresentable(what))
        })
    };
    let length = word_at(bytes, 8).unwrap_or(0) as usize - old.len() + json.len();
    let mut out = Vec::with_capacity(bytes.len() - old.len() + json.len());
    out.extend_from_slice(bytes.get(..8).unwrap_or_default());
    out.extend_from_slice(&size(length)?.to_le_bytes());
    out.extend_from_slice(&size(json.len())?.to_le_bytes());
    out.extend_from_slice(bytes.get(HEADER + 4..JSON_AT).unwrap_or_default());
    out.extend_from_slice(&json);
    out.extend_from_slice(bytes.get(old.end..).unwrap_or_default());
    Ok(out)
}

fn word_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk::<4>().map(|word| u32::from_le_bytes(*word))
}

fn truncated(what: &'static str, expected: usize, found: usize, at: usize) -> Error {
    Error::new(ID, ErrorKind::truncated(what, expected as u64, found as u64)).at(at as u64)
}

fn bad(what: &'static str, expected: &'static str, found: String, at: usize) -> Error {
    Error::new(ID, ErrorKind::bad(what, expected, found)).at(at as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_chunks_split_again() {
        for (json, bin) in [("{}", &b""[..]), ("{\"a\":1}", b"12345"), ("{}  ", b"1234")] {
            let (bytes, at) = join(json.as_bytes(), bin.len(), |out| out.extend(bin)).unwrap();
            let chunks = split(&bytes).unwrap();
            assert_eq!(bytes.len() % 4, 0);
            assert!(chunks.json.starts_with(json.as_bytes()));
            assert_eq!(&bytes[at..at + bin.len()], bin);
            assert_eq!(chunks.bin, (!bin.is_empty()).then_some(at..bytes.len()));
        }
    }

    #[test]
    fn damage_is_named() {
        type Row = (fn(&mut Vec<u8>), &'static str);
        let (good, _) = join(b"{}", 4, |out| out.extend(b"1234")).unwrap();
        let rows: [Row; 5] = [
            (|b| b.truncate(5), "gltf: truncated header: expected 12 bytes, found 5 at 0x0"),
            (|b| b[0] = 0, "gltf: bad magic: expected \"glTF\", found 0x46546c00 at 0x0"),
            (|b| b[4] = 1, "gltf: container version 1 is not supported: only 2 at 0x4"),
            (|b| b.truncate(30), "gltf: truncated file: expected 36 bytes, found 30 at 0x8"),
            (|b| b[12] = 200, "gltf: truncated chunk: expected 200 bytes, found 16 at 0x14"),
        ];
        for (damage, expected) in rows {
            let mut bytes = good.clone();
            damage(&mut bytes);
            assert_eq!(split(&bytes).unwrap_err().to_string(), expected);
        }
    }
}
