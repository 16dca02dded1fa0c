//! What the letters of a text are: blanks, comments, words, strings.

/// Returns where the first token at or after a place begins: blanks and comments are passed over.
pub(crate) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = text.get(at) {
        at = match byte {
            _ if is_blank(byte) => at + 1,
            b'#' => line_end(text, at),
            b'/' if text.get(at + 1) == Some(&b'/') => line_end(text, at),
            _ => break,
        };
    }
    at
}

/// Returns where the line ends that a place is in; the line end is not part of it.
pub(crate) fn line_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().position(|&byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len())
}

/// Returns where the word ends that begins at a place.
pub(crate) fn word_end(text: &[u8], at: usize) -> usize {
    let mut end = at;
    while let Some(&byte) = text.get(end) {
        let comment = byte == b'/' && text.get(end + 1) == Some(&b'/');
        if is_blank(byte) || matches!(byte, b'{' | b'}' | b';' | b',' | b'"') || comment {
            break;
        }
        end += 1;
    }
    end
}

/// Returns the text of a string that begins with its quote at a place, and the place after it; it ends with its line at the latest.
pub(crate) fn string(text: &[u8], at: usize) -> (&[u8], usize) {
    let rest = text.get(at + 1..).unwrap_or_default();
    let length = rest.iter().position(|&byte| matches!(byte, b'"' | b'\n' | b'\r')).unwrap_or(rest.len());
    let closed = rest.get(length) == Some(&b'"');
    (rest.get(..length).unwrap_or_default(), at + 1 + length + usize::from(closed))
}

/// Returns whether a byte separates and says nothing else; some writers pad with NULs.
pub(crate) fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

pub(crate) fn ends_number(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b';' | b',' | b'{' | b'}' | b'"')
}

/// Returns a text without the blanks and comments before it and the blanks after it.
pub(crate) fn trim(text: &[u8]) -> &[u8] {
    let start = skip_blanks(text, 0);
    let rest = text.get(start..).unwrap_or_default();
    let end = rest.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1);
    rest.get(..end).unwrap_or_default()
}

/// Returns the type and the name in the begin of an object; both may be empty.
pub(crate) fn head(text: &[u8]) -> (&[u8], &[u8]) {
    let start = skip_blanks(text, 0);
    let end = word_end(text, start);
    let rest = text.get(end..).unwrap_or_default();
    let rest = rest.strip_suffix(b"{").unwrap_or(rest);
    (text.get(start..end).unwrap_or_default(), name(rest))
}

/// Returns the name in a reference.
pub(crate) fn referred(text: &[u8]) -> &[u8] {
    let inside = trim(text);
    let inside = inside.strip_prefix(b"{").unwrap_or(inside);
    name(inside.strip_suffix(b"}").unwrap_or(inside))
}

/// Returns a name without blanks and comments around it and without an identifier after it.
fn name(text: &[u8]) -> &[u8] {
    let text = trim_lines(text);
    let end = text.windows(2).position(|pair| pair == b"//").unwrap_or(text.len());
    let text = text.get(..end).unwrap_or_default();
    let identifier = text.iter().position(|&byte| byte == b'<').filter(|_| text.ends_with(b">"));
    trim_lines(text.get(..identifier.unwrap_or(text.len())).unwrap_or_default())
}

/// Returns a text without blanks around it; a `#` before it is part of a name here, and `//` begins a comment.
fn trim_lines(text: &[u8]) -> &[u8] {
    let mut start = 0;
    while let Some(&byte) = text.get(start) {
        start = match byte {
            _ if is_blank(byte) => start + 1,
            b'/' if text.get(start + 1) == Some(&b'/') => line_end(text, start),
            _ => break,
        };
    }
    let rest = text.get(start..).unwrap_or_default();
    let end = rest.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1);
    rest.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_a_type_and_a_name() {
        let rows: [(&str, &str, &str); 8] = [
            ("Frame Box01 {", "Frame", "Box01"),
            ("\n// one\n  Frame{", "Frame", ""),
            ("# two\r\nMesh // three\n m {", "Mesh", "m"),
            ("Frame Left Hand{", "Frame", "Left Hand"),
            ("Material Material #25 {", "Material", "Material #25"),
            ("Frame 12 {", "Frame", "12"),
            (" {", "", ""),
            ("Frame a//b\n{", "Frame", "a"),
        ];
        for (text, kind, name) in rows {
            assert_eq!(head(text.as_bytes()), (kind.as_bytes(), name.as_bytes()), "{text}");
        }
    }

    #[test]
    fn references_are_names() {
        let rows = [
            ("{a}", "a"),
            (" { Left Hand }", "Left Hand"),
            ("{ b <00-11> }", "b"),
            ("{}", ""),
            ("//x\n{c //d\n}", "c"),
        ];
        for (text, name) in rows {
            assert_eq!(referred(text.as_bytes()), name.as_bytes(), "{text}");
        }
    }

    #[test]
    fn strings_end_with_their_line() {
        let rows: [(&str, &str, usize); 4] =
            [("\"a b\" x", "a b", 5), ("\"a;\nb\"", "a;", 3), ("\"a", "a", 2), ("\"\"", "", 2)];
        for (text, expected, end) in rows {
            assert_eq!(string(text.as_bytes(), 0), (expected.as_bytes(), end), "{text}");
        }
    }
}
