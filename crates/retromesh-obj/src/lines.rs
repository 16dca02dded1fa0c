//! Text as logical lines.

use std::borrow::Cow;

/// Returns the lines of a text one after another; together their raw bytes are the text.
#[derive(Debug, Clone)]
pub struct Lines<'a> {
    rest: &'a [u8],
    offset: u64,
    /// The byte that ends a line: `\n`, or `\r` in a text of an old Macintosh.
    end: u8,
}

/// One logical line: a physical one and those that it is continued on by a backslash at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// The absolute byte offset of the line.
    pub offset: u64,
    /// All bytes of the line, its end included.
    pub raw: &'a [u8],
    /// The line without its end and without leading blanks; continuations are joined by blanks.
    pub text: Cow<'a, [u8]>,
}

impl<'a> Lines<'a> {
    /// Starts at the beginning of a text. A byte order mark belongs to the first line's raw bytes only.
    pub fn new(text: &'a [u8]) -> Self {
        let first = text.iter().position(|&b| b == b'\n' || b == b'\r');
        let ending = first.and_then(|at| text.get(at..)).unwrap_or(&[]);
        let old = matches!(ending, [b'\r', next, ..] if *next != b'\n') || ending == b"\r";
        Self { rest: text, offset: 0, end: if old { b'\r' } else { b'\n' } }
    }

    /// Returns the length of the next physical line, its end included.
    fn physical(&self, from: usize) -> usize {
        let rest = self.rest.get(from..).unwrap_or(&[]);
        memchr::memchr(self.end, rest).map_or(rest.len(), |at| at + 1)
    }

    /// Joins the physical lines of a continued line.
    fn continued(&mut self) -> Line<'a> {
        let mut joined = Vec::new();
        let mut length = 0;
        loop {
            let piece = self.physical(length);
            let raw = self.rest.get(length..length + piece).unwrap_or(&[]);
            length += piece;
            let is_last = length >= self.rest.len();
            match without_end(raw) {
                [text @ .., b'\\'] if !is_last => {
                    joined.extend_from_slice(text);
                    joined.push(b' ');
                }
                text => {
                    joined.extend_from_slice(text);
                    break;
                }
            }
        }
        let (raw, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, &[]));
        let line = Line { offset: self.offset, raw, text: Cow::Owned(trim_start(&joined).to_vec()) };
        self.rest = rest;
        self.offset += length as u64;
        line
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let (raw, rest) = self.rest.split_at_checked(self.physical(0))?;
        let mut text = without_end(raw);
        if self.offset == 0 {
            text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        }
        let text = trim_start(text);
        // A comment is never continued: those that end in a path of Windows would swallow a statement.
        if let [first, .., b'\\'] | [first @ b'\\'] = text
            && *first != b'#'
            && !rest.is_empty()
        {
            return Some(self.continued());
        }
        let line = Line { offset: self.offset, raw, text: Cow::Borrowed(text) };
        self.rest = rest;
        self.offset += raw.len() as u64;
        Some(line)
    }
}

fn without_end(mut line: &[u8]) -> &[u8] {
    while let [rest @ .., b'\n' | b'\r'] = line {
        line = rest;
    }
    line
}

/// Returns whether a byte separates words.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c)
}

pub(crate) fn trim_start(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_blank(*first)
    {
        text = rest;
    }
    text
}

pub(crate) fn trim(text: &[u8]) -> &[u8] {
    let mut text = trim_start(text);
    while let [rest @ .., last] = text
        && is_blank(*last)
    {
        text = rest;
    }
    text
}

/// Splits a text at its first blank: the first word, and the rest without leading blanks.
pub(crate) fn split_word(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|&b| is_blank(b)).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end).unwrap_or((text, &[]));
    (word, trim_start(rest))
}

pub(crate) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&b| is_blank(b)).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &[u8], expected: &[&str]) {
        let lines: Vec<Line<'_>> = Lines::new(text).collect();
        let texts: Vec<String> = lines.iter().map(|l| String::from_utf8_lossy(&l.text).into_owned()).collect();
        assert_eq!(texts, expected, "{:?}", text.escape_ascii().to_string());
        assert_eq!(lines.iter().flat_map(|l| l.raw).copied().collect::<Vec<u8>>(), text);
        let mut offset = 0;
        for line in &lines {
            assert_eq!(line.offset, offset);
            offset += line.raw.len() as u64;
        }
    }

    #[test]
    fn every_kind_of_line_end() {
        check(b"", &[]);
        check(b"a", &["a"]);
        check(b"a\nb\n", &["a", "b"]);
        check(b"a\r\n\r\nb", &["a", "", "b"]);
        check(b"a\rb\r\rc", &["a", "b", "", "c"]);
        check(b"a\r", &["a"]);
        check(b"\xef\xbb\xbf \ta b", &["a b"]);
    }

    #[test]
    fn continuations_are_joined_and_comments_are_not() {
        check(b"f 1 2\\\n 3\nv", &["f 1 2  3", "v"]);
        check(b"f 1\\\r\n2\\\r\n3\r\n", &["f 1 2 3"]);
        check(b"\\\nv", &["v"]);
        check(b"# C:\\art\\\nv", &["# C:\\art\\", "v"]);
        check(b"a\\", &["a\\"]);
        check(b"a\\\nb\\", &["a b\\"]);
    }
}
