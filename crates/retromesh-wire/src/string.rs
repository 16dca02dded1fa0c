//! Text as the file holds it.

use retromesh_core::Code;
use retromesh_kit::import::Report;
use std::borrow::Cow;
use std::fmt;

/// The bytes of a string, in whatever encoding its author's system had.
///
/// ```
/// use retromesh_wire::{Encoding, RawStr};
/// let name = RawStr::new(&b"T\xfcr\x80"[..]);
/// assert_eq!(name.decode(), ("Tür€".into(), Encoding::Windows1252));
/// assert_eq!(name.to_string(), "Tür€");
/// assert_eq!(RawStr::from("Tür").bytes(), "Tür".as_bytes());
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RawStr<'a>(Cow<'a, [u8]>);

/// The encoding that a [`RawStr`] was decoded from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, of which ASCII is a part.
    Utf8,
    /// Windows-1252, the usual code page of the systems that wrote these formats.
    Windows1252,
}

impl<'a> RawStr<'a> {
    /// Wraps bytes, without a terminating NUL.
    pub fn new(bytes: impl Into<Cow<'a, [u8]>>) -> Self {
        Self(bytes.into())
    }

    /// Returns the bytes as the file holds them.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the number of bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the string is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether the bytes are valid UTF-8.
    pub fn is_utf8(&self) -> bool {
        std::str::from_utf8(&self.0).is_ok()
    }

    /// Decodes the bytes as UTF-8 if they are valid, else as Windows-1252, in which every byte means something.
    pub fn decode(&self) -> (Cow<'_, str>, Encoding) {
        match std::str::from_utf8(&self.0) {
            Ok(text) => (Cow::Borrowed(text), Encoding::Utf8),
            Err(_) => (self.0.iter().map(|&byte| windows_1252(byte)).collect(), Encoding::Windows1252),
        }
    }

    /// Decodes the string, and adds to a report where it is no UTF-8; `what` says what it is.
    pub fn reported<P>(&self, what: &'static str, place: P, report: &mut Report<P>) -> String {
        let (text, encoding) = self.decode();
        report.add(Code::LegacyText, what, usize::from(encoding == Encoding::Windows1252), place);
        text.into_owned()
    }

    /// Encodes a text as Windows-1252; `None` where it has a character that is not in that code page.
    ///
    /// ```
    /// use retromesh_wire::RawStr;
    /// assert_eq!(RawStr::windows_1252("Tür€").unwrap().bytes(), b"T\xfcr\x80");
    /// assert!(RawStr::windows_1252("дом").is_none());
    /// ```
    pub fn windows_1252(text: &str) -> Option<RawStr<'static>> {
        let byte = |c: char| (0..=u8::MAX).find(|&byte| windows_1252(byte) == c);
        text.chars().map(byte).collect::<Option<Vec<u8>>>().map(RawStr::new)
    }

    /// Decodes the string and escapes control characters, so that it can neither break a line nor command a terminal.
    ///
    /// ```
    /// assert_eq!(retromesh_wire::RawStr::from("a\x1b[2J\nb\\").escaped(), r"a\u{1b}[2J\nb\\");
    /// ```
    pub fn escaped(&self) -> String {
        let (text, _) = self.decode();
        let mut escaped = String::with_capacity(text.len());
        for c in text.chars() {
            if c.is_control() || c == '\\' || is_invisible(c) {
                escaped.extend(c.escape_default());
            } else {
                escaped.push(c);
            }
        }
        escaped
    }

    /// Replaces a text that is not empty by what `rename` returns for it; returns whether it is another one now.
    pub fn rename(&mut self, rename: &mut dyn FnMut(&str) -> Option<String>) -> bool {
        let old = self.to_string();
        let new = Some(&old).filter(|old| !old.is_empty()).and_then(|old| rename(old)).filter(|new| *new != old);
        new.map(|new| *self = RawStr::from(new)).is_some()
    }

    /// Copies the bytes if they are borrowed.
    pub fn into_owned(self) -> RawStr<'static> {
        RawStr(Cow::Owned(self.0.into_owned()))
    }
}

/// Maps a byte of Windows-1252 to its character; the five undefined codes map to the C1 control of the same number, as
/// browsers do.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    byte.checked_sub(0x80).and_then(|index| HIGH.get(usize::from(index)).copied()).unwrap_or(char::from(byte))
}

/// Returns whether a character reorders or breaks the text around it: line separators and bidirectional controls.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Prints the decoded text as it is; [`RawStr::escaped`] is safe for a terminal.
impl fmt::Display for RawStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.decode().0)
    }
}

impl fmt::Debug for RawStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

impl<'a> From<&'a str> for RawStr<'a> {
    fn from(text: &'a str) -> Self {
        Self(Cow::Borrowed(text.as_bytes()))
    }
}

impl From<String> for RawStr<'_> {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text.into_bytes()))
    }
}

impl PartialEq<str> for RawStr<'_> {
    /// Compares bytes with those of UTF-8 text.
    fn eq(&self, text: &str) -> bool {
        *self.0 == *text.as_bytes()
    }
}

impl PartialEq<&str> for RawStr<'_> {
    /// Compares bytes with those of UTF-8 text.
    fn eq(&self, text: &&str) -> bool {
        *self == **text
    }
}

/// A string field of fixed width: the text, its NUL and whatever follows it.
///
/// ```
/// use retromesh_wire::FixedStr;
/// let field = FixedStr::new(&b"box\0\xcd\xcd"[..]);
/// assert_eq!(field.text(), "box");
/// assert_eq!(field.bytes().len(), 6);
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct FixedStr<'a>(Cow<'a, [u8]>);

impl<'a> FixedStr<'a> {
    /// Wraps the bytes of a whole field.
    pub fn new(bytes: impl Into<Cow<'a, [u8]>>) -> Self {
        Self(bytes.into())
    }

    /// Returns the bytes of the whole field.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the text before the first NUL, or the whole field if there is none.
    pub fn text(&self) -> RawStr<'_> {
        RawStr::new(self.0.split(|&byte| byte == 0).next().unwrap_or_default())
    }

    /// Returns the bytes after the first NUL; empty if there is none.
    pub fn slack(&self) -> &[u8] {
        self.0.get(self.text().len() + 1..).unwrap_or_default()
    }

    /// Copies the bytes if they are borrowed.
    pub fn into_owned(self) -> FixedStr<'static> {
        FixedStr(Cow::Owned(self.0.into_owned()))
    }
}

impl fmt::Debug for FixedStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_utf8_then_windows_1252() {
        let rows: [(&[u8], &str, Encoding); 7] = [
            (b"", "", Encoding::Utf8),
            (b"plain", "plain", Encoding::Utf8),
            ("größe".as_bytes(), "größe", Encoding::Utf8),
            (b"gr\xf6\xdfe", "größe", Encoding::Windows1252),
            (b"\x80\x85\x93\x9f", "€…“Ÿ", Encoding::Windows1252),
            (b"\x81\x8d\x8f\x90\x9d", "\u{81}\u{8d}\u{8f}\u{90}\u{9d}", Encoding::Windows1252),
            (b"\xa0\xff", "\u{a0}ÿ", Encoding::Windows1252),
        ];
        for (bytes, text, encoding) in rows {
            let raw = RawStr::new(bytes);
            assert_eq!(raw.decode(), (text.into(), encoding));
            assert_eq!(raw.is_utf8(), encoding == Encoding::Utf8);
            assert_eq!(raw.clone().into_owned(), raw);
        }
    }

    #[test]
    fn the_table_is_that_of_the_unicode_consortium() {
        let code_points: [u32; 32] = [
            0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152,
            0x008d, 0x017d, 0x008f, 0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122,
            0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178,
        ];
        assert!((0x80..0xa0).map(windows_1252).map(u32::from).eq(code_points));
        assert!((0..0x80).chain(0xa0..=0xff).all(|byte| u32::from(windows_1252(byte)) == u32::from(byte)));
    }

    #[test]
    fn escaped_text_has_no_control_characters() {
        for byte in 0..=255u8 {
            for bytes in [vec![byte], vec![byte, 0xff]] {
                let escaped = RawStr::new(bytes).escaped();
                assert!(!escaped.chars().any(char::is_control), "{byte:#x}: {escaped:?}");
            }
        }
        assert_eq!(RawStr::from("a\u{202e}b\u{2028}").escaped(), r"a\u{202e}b\u{2028}");
        assert_eq!(RawStr::from("größe \"x\"").escaped(), "größe \"x\"");
        assert_eq!(format!("{:?} {:>4}", RawStr::from("\x1bé"), RawStr::from("ab")), r#""\x1b\xc3\xa9"   ab"#);
    }

    #[test]
    fn fixed_fields_keep_their_slack() {
        let rows: [(&[u8], &str, &[u8]); 4] =
            [(b"", "", b""), (b"ab", "ab", b""), (b"ab\0", "ab", b""), (b"\0ab\0", "", b"ab\0")];
        for (bytes, text, slack) in rows {
            let field = FixedStr::new(bytes);
            assert_eq!(field.text(), text);
            assert_eq!((field.bytes(), field.slack()), (bytes, slack));
        }
    }
}
