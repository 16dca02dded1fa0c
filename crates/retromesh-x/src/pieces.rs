//! A text taken apart into pieces.

use crate::document::Piece;
use crate::text::{ends_number, is_blank, line_end, skip_blanks, string, word_end};
use retromesh_wire::RawStr;

/// No identifier in angles is longer than this.
const MAX_GUID: usize = 64;

/// Takes a text apart: each step gives the next piece, and together they are the text.
pub(crate) struct Pieces<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// Returns where the next piece begins.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// Returns where the object's opening brace is, if one begins with the word at a place; where none does, the place up to which there is
    /// none.
    fn head(&self, start: usize) -> Result<usize, usize> {
        let mut at = word_end(self.text, start);
        while let Some(&byte) = self.text.get(at) {
            match byte {
                b'{' => return Ok(at),
                b'}' | b';' | b',' | b'"' => break,
                b'/' if self.text.get(at + 1) == Some(&b'/') => at = line_end(self.text, at),
                b'#' if self.begins_line(at) => at = line_end(self.text, at),
                _ => at += 1,
            }
        }
        Err(at)
    }

    fn begins_line(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        let last = before.iter().rposition(|&byte| !matches!(byte, b' ' | b'\t'));
        last.is_none_or(|last| matches!(before.get(last), Some(b'\n' | b'\r')))
    }

    /// Returns where the braces end that begin at a place, if they hold nothing but a name.
    fn reference(&self, open: usize) -> Option<usize> {
        let inside = self.text.get(open + 1..)?;
        let end = inside.iter().position(|&byte| matches!(byte, b'{' | b'}' | b';' | b',' | b'"'))?;
        (inside.get(end) == Some(&b'}')).then_some(open + 1 + end + 1)
    }

    /// Returns where the values end that begin at a place: before a brace, or before the head of an object.
    fn values(&self, mut at: usize) -> usize {
        while let Some(&byte) = self.text.get(at) {
            if PLAIN[usize::from(byte)] {
                at += 1;
                continue;
            }
            let before = at.checked_sub(1).and_then(|before| self.text.get(before)).copied();
            let in_number = before.is_some_and(|before| !ends_number(before));
            at = match byte {
                b'{' | b'}' => break,
                b'"' => string(self.text, at).1,
                b'/' if self.text.get(at + 1) == Some(&b'/') => line_end(self.text, at),
                b'#' if !in_number => line_end(self.text, at),
                b'<' => self.guid(at),
                _ if in_number => word_end(self.text, at).max(at + 1),
                _ => match self.head(at) {
                    Ok(_) => break,
                    Err(end) => end.max(at + 1),
                },
            };
        }
        at
    }

    fn guid(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let length = rest.iter().take(MAX_GUID).position(|&byte| byte == b'>');
        at + length.map_or(1, |length| length + 1)
    }
}

/// Bytes that numbers and what separates them are made of; letters are looked at.
const PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte <= 32 || matches!(byte as u8, b'0'..=b'9' | b'+' | b'-' | b'.' | b';' | b',');
        byte += 1;
    }
    table
};

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let start = self.at;
        let token = skip_blanks(self.text, start);
        let byte = self.text.get(token);
        let reference = byte.filter(|&&byte| byte == b'{').and_then(|_| self.reference(token));
        let is_word = |byte: u8| !is_blank(byte) && !PLAIN[usize::from(byte)] && !matches!(byte, b'"' | b'<' | b'[');
        let (wrap, end): (fn(RawStr<'a>) -> Piece<'a>, usize) = match byte {
            None if start == self.text.len() => return None,
            None => (Piece::Values, self.text.len()),
            Some(b'}') => (Piece::Close, token + 1),
            Some(b'{') => reference.map_or((Piece::Open, token + 1), |end| (Piece::Reference, end)),
            Some(&byte) if is_word(byte) => match self.head(token) {
                Ok(brace) if self.is_template(token) => {
                    let rest = self.text.get(brace..).unwrap_or_default();
                    let close = rest.iter().position(|&byte| byte == b'}');
                    (Piece::Template, close.map_or(self.text.len(), |close| brace + close + 1))
                }
                Ok(brace) => (Piece::Open, brace + 1),
                Err(end) => (Piece::Values, self.values(end)),
            },
            // A number may begin a word.
            Some(_) => (Piece::Values, self.values(token).max(token + 1)),
        };
        self.at = end;
        self.text.get(start..end).map(|text| wrap(RawStr::new(text)))
    }
}

impl Pieces<'_> {
    fn is_template(&self, at: usize) -> bool {
        let word = self.text.get(at..word_end(self.text, at)).unwrap_or_default();
        word.eq_ignore_ascii_case(b"template")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the pieces as letters with their texts.
    fn shown(text: &str) -> String {
        let pieces: Vec<Piece<'_>> = Pieces::new(text.as_bytes()).collect();
        let whole: Vec<u8> = pieces.iter().flat_map(|piece| piece.text().to_vec()).collect();
        assert_eq!(whole, text.as_bytes(), "the pieces are the text");
        let letter = |piece: &Piece<'_>| match piece {
            Piece::Open(_) => 'o',
            Piece::Close(_) => 'c',
            Piece::Reference(_) => 'r',
            Piece::Values(_) => 'v',
            Piece::Template(_) => 't',
        };
        let texts = pieces.iter().map(|piece| format!("{}[{}]", letter(piece), String::from_utf8_lossy(piece.text())));
        texts.collect::<Vec<_>>().concat()
    }

    #[test]
    fn texts_fall_into_pieces() {
        let rows = [
            ("", ""),
            (" \n", "v[ \n]"),
            ("Frame a{}", "o[Frame a{]c[}]"),
            ("Mesh{3;1.0;,-.5,1e-07}", "o[Mesh{]v[3;1.0;,-.5,1e-07]c[}]"),
            ("A{1;B{2;}}", "o[A{]v[1;]o[B{]v[2;]c[}]c[}]"),
            ("A{ {b} { c d }}", "o[A{]r[ {b}]r[ { c d }]c[}]"),
            ("T{\"a{b\";}", "o[T{]v[\"a{b\";]c[}]"),
            ("T{a.bmp;}", "o[T{]v[a.bmp;]c[}]"),
            ("A{1;// {\n2;# }\n3}", "o[A{]v[1;// {\n2;# }\n3]c[}]"),
            ("A{-1.#IND00;1.#QNAN0;nan;-nan(ind);}", "o[A{]v[-1.#IND00;1.#QNAN0;nan;-nan(ind);]c[}]"),
            ("template X {\n<aa-bb>\nFLOAT a;\n[...]\n}Y{}", "t[template X {\n<aa-bb>\nFLOAT a;\n[...]\n}]o[Y{]c[}]"),
            ("A{<11-22 >1;}", "o[A{]v[<11-22 >1;]c[}]"),
            ("A{1; 2b}", "o[A{]v[1; 2b]c[}]"),
            ("A 1 {}", "o[A 1 {]c[}]"),
            ("A{{{1}}}", "o[A{]o[{]r[{1}]c[}]c[}]"),
            ("}", "c[}]"),
            ("a b c", "v[a b c]"),
        ];
        for (text, expected) in rows {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}
