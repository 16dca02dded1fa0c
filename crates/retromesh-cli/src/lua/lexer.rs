//! The words of a Lua file, each with its place.

use std::ops::Range;

/// A word of the language.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Token {
    /// A name, or a word that the language keeps for itself.
    Name(String),
    Text(String),
    Number(f64),
    /// An operator, a bracket or another sign.
    Sign(&'static str),
}

/// The signs; longer ones come before those that they begin with.
const SIGNS: [&str; 36] = [
    "...", "..", "==", "~=", "<=", ">=", "<<", ">>", "//", "::", "+", "-", "*", "/", "%", "^", "#", "&", "~", "|", "<",
    ">", "=", "(", ")", "{", "}", "[", "]", ";", ":", ",", ".", "!", "?", "@",
];

/// Splits a file into words; the error is the offset of what is none.
pub(crate) fn tokens(file: &[u8]) -> Result<Vec<(Token, Range<usize>)>, usize> {
    let mut tokens = Vec::new();
    let mut at = 0;
    for mark in [&b"\xef\xbb\xbf"[..], b"#"] {
        if file[at..].starts_with(mark) {
            // A mark of the encoding, then perhaps a first line for the shell.
            at = if mark == b"#" { end_of_line(file, at) } else { mark.len() };
        }
    }
    while let Some(&byte) = file.get(at) {
        let rest = &file[at..];
        let (token, length) = if byte.is_ascii_whitespace() || byte == 0x0b {
            (None, 1)
        } else if let Some(comment) = rest.strip_prefix(b"--") {
            (None, 2 + long_bracket(comment).map_or_else(|| end_of_line(comment, 0), |(_, length)| length))
        } else if let Some((inner, length)) = long_bracket(rest) {
            // A line break right after the bracket does not count.
            let inner = inner.strip_prefix(b"\r\n").or_else(|| inner.strip_prefix(b"\n")).unwrap_or(inner);
            (Some(Token::Text(text(inner))), length)
        } else if matches!(byte, b'"' | b'\'') {
            let (text, length) = quoted(rest).ok_or(at)?;
            (Some(Token::Text(text)), length)
        } else if byte.is_ascii_digit() || (byte == b'.' && rest.get(1).is_some_and(u8::is_ascii_digit)) {
            let length = number_length(rest);
            (Some(Token::Number(number(&rest[..length]).ok_or(at)?)), length)
        } else if byte == b'_' || byte.is_ascii_alphabetic() || byte >= 0x80 {
            let length = rest.iter().position(|&b| !is_of_name(b)).unwrap_or(rest.len());
            (Some(Token::Name(text(&rest[..length]))), length)
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign.as_bytes())).ok_or(at)?;
            (Some(Token::Sign(sign)), sign.len())
        };
        tokens.extend(token.map(|token| (token, at..at + length)));
        at += length;
    }
    Ok(tokens)
}

fn is_of_name(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric() || byte >= 0x80
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn end_of_line(file: &[u8], from: usize) -> usize {
    file[from..].iter().position(|&b| b == b'\n').map_or(file.len(), |length| from + length)
}

/// Returns what is in `[[...]]` or `[=[...]=]`, and the length of all of it. One that does not end goes to the end of the file.
fn long_bracket(file: &[u8]) -> Option<(&[u8], usize)> {
    let inner = file.strip_prefix(b"[")?;
    let level = inner.iter().take_while(|&&b| b == b'=').count();
    let inner = inner[level..].strip_prefix(b"[")?;
    let end = [&b"]"[..], &inner_level(level), b"]"].concat();
    let length = inner.windows(end.len()).position(|window| window == end);
    let (length, closed) = length.map_or((inner.len(), 0), |length| (length, end.len()));
    Some((&inner[..length], level + 2 + length + closed))
}

fn inner_level(level: usize) -> Vec<u8> {
    vec![b'='; level]
}

/// Returns a text in quotes and the length of all of it; `None` where it does not end on its line.
fn quoted(file: &[u8]) -> Option<(String, usize)> {
    let quote = *file.first()?;
    let (mut out, mut at) = (Vec::new(), 1);
    loop {
        let byte = *file.get(at)?;
        at += 1;
        match byte {
            b'\n' => return None,
            b'\\' => {
                let (bytes, length) = escaped(file.get(at..)?)?;
                out.extend(bytes);
                at += length;
            }
            byte if byte == quote => return Some((text(&out), at)),
            byte => out.push(byte),
        }
    }
}

/// Returns what stands for itself after a backslash: the bytes that are meant, and how many there are of the file.
fn escaped(rest: &[u8]) -> Option<(Vec<u8>, usize)> {
    let letter = *rest.first()?;
    let one = |byte| Some((vec![byte], 1));
    match letter {
        b'n' => one(b'\n'),
        b't' => one(b'\t'),
        b'r' => one(b'\r'),
        b'a' => one(7),
        b'b' => one(8),
        b'f' => one(12),
        b'v' => one(11),
        b'\r' if rest.get(1) == Some(&b'\n') => Some((vec![b'\n'], 2)),
        b'x' => {
            let digits = std::str::from_utf8(rest.get(1..3)?).ok()?;
            Some((vec![u8::from_str_radix(digits, 16).ok()?], 3))
        }
        b'z' => Some((Vec::new(), 1 + rest[1..].iter().take_while(|b| b.is_ascii_whitespace()).count())),
        b'0'..=b'9' => {
            let length = rest.iter().take(3).take_while(|b| b.is_ascii_digit()).count();
            Some((vec![std::str::from_utf8(&rest[..length]).ok()?.parse().ok()?], length))
        }
        byte => one(byte),
    }
}

fn number_length(file: &[u8]) -> usize {
    let hex = file.len() > 1 && matches!(file[1], b'x' | b'X');
    let is_part = |at: usize| {
        let exponent = if hex { [b'p', b'P'] } else { [b'e', b'E'] };
        let sign = at > 0 && matches!(file[at], b'+' | b'-') && exponent.contains(&file[at - 1]);
        // `1..2` joins two numbers.
        let point = file[at] == b'.' && file.get(at + 1) != Some(&b'.');
        file[at].is_ascii_alphanumeric() || point || sign
    };
    (0..file.len()).find(|&at| !is_part(at)).unwrap_or(file.len())
}

fn number(word: &[u8]) -> Option<f64> {
    let word = std::str::from_utf8(word).ok()?;
    match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok().map(|number| number as f64),
        None => word.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file, and its tokens with their places.
    type Row<'r> = (&'r str, &'r [(Token, Range<usize>)]);

    #[test]
    fn words_have_their_places() {
        let [name, text] = [|word: &str| Token::Name(word.into()), |word: &str| Token::Text(word.into())];
        let rows: [Row; 9] = [
            ("a=1", &[(name("a"), 0..1), (Token::Sign("="), 1..2), (Token::Number(1.0), 2..3)]),
            ("#!lua\nx", &[(name("x"), 6..7)]),
            ("--[==[ a ]] ]==] b -- c\nd", &[(name("b"), 17..18), (name("d"), 24..25)]),
            ("[[\n a]]", &[(text(" a"), 0..7)]),
            (r#""a\"\n\065\x42\z  c""#, &[(text("a\"\nABc"), 0..20)]),
            ("0x10", &[(Token::Number(16.0), 0..4)]),
            ("1e-2", &[(Token::Number(0.01), 0..4)]),
            ("1..2", &[(Token::Number(1.0), 0..1), (Token::Sign(".."), 1..3), (Token::Number(2.0), 3..4)]),
            (".5", &[(Token::Number(0.5), 0..2)]),
        ];
        for (file, expected) in rows {
            assert_eq!(tokens(file.as_bytes()).as_deref(), Ok(expected), "{file}");
        }
        for (file, at) in [("x = 'a\n'", 4), ("a $", 2), ("5x", 0), ("'\\", 0), ("'\\300'", 0)] {
            assert_eq!(tokens(file.as_bytes()), Err(at), "{file}");
        }
    }
}
