//! Text in quotes: what cannot be seen, and what is no UTF-8, is escaped.

use crate::error::Error;
use std::fmt::Write;

/// Appends bytes as a quoted text.
pub(crate) fn put(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                c if c.is_ascii_control() => put_byte(out, c as u8),
                // What reorders or breaks the text around it.
                c if c.is_control()
                    || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}') =>
                {
                    out.extend(c.escape_unicode());
                }
                c => out.push(c),
            }
        }
        chunk.invalid().iter().for_each(|&byte| put_byte(out, byte));
    }
    out.push('"');
}

fn put_byte(out: &mut String, byte: u8) {
    // Writing to a string cannot fail.
    let _ = write!(out, "\\x{byte:02x}");
}

/// Reads a quoted text from the first byte after its opening quote on; returns the bytes and how many were read, closing quote included.
pub(crate) fn read(text: &str) -> Result<(Vec<u8>, usize), (usize, Error)> {
    let mut bytes = Vec::new();
    let mut rest = text;
    loop {
        let plain = rest.find(['"', '\\', '\n']).unwrap_or(rest.len());
        let (start, after) = rest.split_at(plain);
        bytes.extend_from_slice(start.as_bytes());
        let at = text.len() - after.len();
        if after.starts_with('"') {
            return Ok((bytes, at + 1));
        }
        let Some(escape) = after.strip_prefix('\\') else {
            let found = if after.is_empty() { "the end of the text" } else { "the end of the line" };
            return Err((at, Error::new("a closing quote", found)));
        };
        let Some(used) = unescape(escape, &mut bytes) else {
            let found = crate::error::quoted(after.get(..2).unwrap_or(after).as_bytes());
            return Err((at, Error::new(r#"an escape such as \", \\, \n, \r, \t, \xff or \u{e9}"#, found)));
        };
        rest = escape.get(used..).unwrap_or_default();
    }
}

/// Appends what an escape means; returns how many bytes of text it takes.
fn unescape(escape: &str, bytes: &mut Vec<u8>) -> Option<usize> {
    match escape.bytes().next()? {
        byte @ (b'"' | b'\\') => bytes.push(byte),
        b'n' => bytes.push(b'\n'),
        b'r' => bytes.push(b'\r'),
        b't' => bytes.push(b'\t'),
        b'x' => {
            let digits = escape.get(1..3).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            return Some(3);
        }
        b'u' => {
            let digits = escape.get(1..)?.strip_prefix('{')?;
            let digits = digits.get(..digits.bytes().take(7).position(|byte| byte == b'}')?)?;
            let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            return Some(3 + digits.len());
        }
        _ => return None,
    }
    Some(1)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_text_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        for bytes in [&all[..], b"", b"plain", "größe \u{202e} \u{85} \"\\".as_bytes(), b"T\xfcr", b"\xf0\x9f", b"a\0b"]
        {
            let mut out = String::new();
            put(&mut out, bytes);
            assert!(!out.chars().any(char::is_control), "{out:?}");
            assert_eq!(read(out.get(1..).unwrap()).unwrap(), (bytes.to_vec(), out.len() - 1));
        }
    }

    #[test]
    fn what_is_not_closed_or_not_known_is_refused() {
        for text in ["", "abc", "a\nb\"", r"\q", r"\x1", r"\xg0", r"\u{110000}", r"\u{1234567}", r"\u00e9", "\\"] {
            assert!(read(text).is_err(), "{text:?}");
        }
    }
}
