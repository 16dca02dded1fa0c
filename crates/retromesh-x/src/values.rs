//! The values of an object, read one by one: numbers and texts, whatever separates them.

use crate::document::{Content, Document, Piece, Token};
use crate::text::{ends_number, is_blank, line_end, string};
use retromesh_wire::Rows;

/// Reads the values of an object in their order.
pub(crate) struct Values<'d> {
    content: &'d Content<'d>,
    /// The numbers of the pieces or tokens that are still to come; the first of a pair is the object.
    items: &'d [(u32, u32)],
    list: List<'d>,
}

/// What is being read.
#[derive(Clone, Copy)]
enum List<'d> {
    Nothing,
    Letters(&'d [u8], usize),
    Word(&'d [u8]),
    Integer(u32),
    Integers(&'d Rows<'d, u32>, usize),
    Floats(&'d Rows<'d, f32>, usize),
    Doubles(&'d Rows<'d, [u32; 2]>, usize),
}

/// One value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Value<'d> {
    /// A number as it is spelled.
    Spelled(&'d [u8]),
    /// A string, or a word without quotes.
    Text(&'d [u8]),
    Integer(u32),
    Float(f32),
}

impl<'d> Values<'d> {
    /// Reads the pieces or tokens of these numbers.
    pub(crate) fn new(document: &'d Document<'d>, items: &'d [(u32, u32)]) -> Self {
        Self { content: &document.content, items, list: List::Nothing }
    }

    /// Returns the next number as a float; `None` at the end and before a text.
    pub(crate) fn float(&mut self) -> Option<f32> {
        match self.take_number()? {
            Value::Float(value) => Some(value),
            Value::Integer(value) => Some(value as f32),
            Value::Spelled(word) => float(word),
            Value::Text(_) => None,
        }
    }

    /// Returns the next number as an integer; `None` at the end and before a text. A fraction is cut off.
    pub(crate) fn integer(&mut self) -> Option<i64> {
        match self.take_number()? {
            Value::Float(value) => Some(value as i64),
            Value::Integer(value) => Some(i64::from(value)),
            Value::Spelled(word) => integer(word).or_else(|| float(word).map(|value| value as i64)),
            Value::Text(_) => None,
        }
    }

    /// Returns the next number as a count: none is negative.
    pub(crate) fn size(&mut self) -> Option<usize> {
        self.integer().map(|count| usize::try_from(count).unwrap_or(0))
    }

    /// Returns as many floats as a row has; `None` where there are fewer.
    pub(crate) fn row<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut row = [0.0; N];
        for slot in &mut row {
            *slot = self.float()?;
        }
        Some(row)
    }

    /// Returns rows up to a number of them, as far as they are there.
    pub(crate) fn rows<const N: usize>(&mut self, count: usize) -> Vec<[f32; N]> {
        std::iter::from_fn(|| self.row()).take(count).collect()
    }

    /// Returns the next value where it is a text.
    pub(crate) fn text(&mut self) -> Option<&'d [u8]> {
        match self.next()? {
            Value::Text(text) | Value::Spelled(text) => Some(text),
            _ => None,
        }
    }

    /// Takes the next value unless it is a text.
    fn take_number(&mut self) -> Option<Value<'d>> {
        loop {
            let (value, after) = match self.list {
                List::Letters(text, at) => match letters(text, at) {
                    (Some(Value::Text(_)), _) => return None,
                    (value, after) => (value, List::Letters(text, after)),
                },
                List::Word(_) => return None,
                List::Floats(rows, at) => (rows.get(at).map(Value::Float), List::Floats(rows, at + 1)),
                List::Integers(rows, at) => (rows.get(at).map(Value::Integer), List::Integers(rows, at + 1)),
                List::Integer(value) => (Some(Value::Integer(value)), List::Nothing),
                List::Doubles(rows, at) => (rows.get(at).map(double), List::Doubles(rows, at + 1)),
                List::Nothing => (None, List::Nothing),
            };
            if value.is_some() {
                self.list = after;
                return value;
            }
            self.advance()?;
        }
    }

    /// Goes on to the next piece or token; `None` after the last.
    fn advance(&mut self) -> Option<()> {
        let (&(_, item), rest) = self.items.split_first()?;
        self.items = rest;
        self.list = match self.content {
            Content::Text(pieces) => match pieces.get(item as usize) {
                Some(Piece::Values(text)) => List::Letters(text.bytes(), 0),
                _ => List::Nothing,
            },
            Content::Binary(tokens) => match tokens.get(item as usize) {
                Some(Token::Name(text) | Token::Text(text)) => List::Word(text.bytes()),
                Some(Token::Integer(value)) => List::Integer(*value),
                Some(Token::Integers(rows)) => List::Integers(rows, 0),
                Some(Token::Floats(rows)) => List::Floats(rows, 0),
                Some(Token::Doubles(rows)) => List::Doubles(rows, 0),
                _ => List::Nothing,
            },
        };
        Some(())
    }
}

impl<'d> Iterator for Values<'d> {
    type Item = Value<'d>;

    fn next(&mut self) -> Option<Value<'d>> {
        if let Some(value) = self.take_number() {
            return Some(value);
        }
        match self.list {
            List::Letters(text, at) => {
                let (value, after) = letters(text, at);
                self.list = List::Letters(text, after);
                value
            }
            List::Word(word) => {
                self.list = List::Nothing;
                Some(Value::Text(word))
            }
            _ => None,
        }
    }
}

fn double([low, high]: [u32; 2]) -> Value<'static> {
    Value::Float(f64::from_bits(u64::from(high) << 32 | u64::from(low)) as f32)
}

/// Returns the value at or after a place in a text, and the place after it.
fn letters(text: &[u8], mut at: usize) -> (Option<Value<'_>>, usize) {
    while let Some(&byte) = text.get(at) {
        at = match byte {
            _ if is_blank(byte) || matches!(byte, b';' | b',') => at + 1,
            b'#' => line_end(text, at),
            b'/' if text.get(at + 1) == Some(&b'/') => line_end(text, at),
            b'<' => {
                let rest = text.get(at..).unwrap_or_default();
                at + rest.iter().position(|&byte| byte == b'>').map_or(rest.len(), |length| length + 1)
            }
            b'"' => {
                let (text, end) = string(text, at);
                return (Some(Value::Text(text)), end);
            }
            _ => break,
        };
    }
    let rest = text.get(at..).unwrap_or_default();
    let is_end = |(i, &byte): (usize, &u8)| ends_number(byte) || (byte == b'/' && rest.get(i + 1) == Some(&b'/'));
    let length = rest.iter().enumerate().position(is_end).unwrap_or(rest.len());
    let word = rest.get(..length).unwrap_or_default();
    let value = match word.first() {
        None => None,
        Some(b'0'..=b'9' | b'-' | b'+' | b'.') => Some(Value::Spelled(word)),
        Some(_) if is_no_number(word) => Some(Value::Spelled(word)),
        Some(_) => Some(Value::Text(word)),
    };
    // A brace does not occur here; should it, it is passed over.
    (value, at + length.max(usize::from(!rest.is_empty())))
}

/// Returns whether a word stands for what is no finite number, as C libraries print it.
fn is_no_number(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"-").or(word.strip_prefix(b"+")).unwrap_or(word);
    let starts = |with: &[u8]| word.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    let of_windows = word.contains(&b'#') && word.first().is_some_and(u8::is_ascii_digit);
    word.eq_ignore_ascii_case(b"nan") || word.eq_ignore_ascii_case(b"inf") || starts(b"nan(") || of_windows
}

/// Reads a spelled number; `-1.#IND00`, `nan(ind)` and the like are no numbers.
pub(crate) fn float(word: &[u8]) -> Option<f32> {
    let parsed = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
    parsed.or_else(|| is_no_number(word).then_some(f32::NAN))
}

/// Reads digits with a sign; `None` for anything else.
fn integer(word: &[u8]) -> Option<i64> {
    let (negative, digits) = match word.split_first() {
        Some((b'-', digits)) => (true, digits),
        Some((b'+', digits)) => (false, digits),
        _ => (false, word),
    };
    let mut value = 0i64;
    for digit in digits {
        let digit = digit.is_ascii_digit().then(|| i64::from(digit - b'0'))?;
        value = value.saturating_mul(10).saturating_add(digit);
    }
    (!digits.is_empty()).then_some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_however_they_are_spelled() {
        let rows: [(&str, Option<f32>); 12] = [
            ("1.", Some(1.0)),
            ("-.5", Some(-0.5)),
            ("+2", Some(2.0)),
            ("1e-07", Some(1e-7)),
            ("1E+2", Some(100.0)),
            ("2.00E-01", Some(0.2)),
            ("0.1000000000000000055511151231257827", Some(0.1)),
            ("-1.#IND00", Some(f32::NAN)),
            ("1.#QNAN0", Some(f32::NAN)),
            ("-nan(ind)", Some(f32::NAN)),
            ("1.2.3", None),
            ("-", None),
        ];
        for (text, expected) in rows {
            assert_eq!(float(text.as_bytes()).map(f32::to_bits), expected.map(f32::to_bits), "{text}");
        }
        assert_eq!(["12", "-3", "1.5", ""].map(|text| integer(text.as_bytes())), [Some(12), Some(-3), None, None]);
    }

    #[test]
    fn separators_are_loose() {
        let text = "<00-11> 1;;,2 // two\n\"a;b\";# three\n c.bmp,-1.#IND00; 3//";
        let mut found = Vec::new();
        let mut at = 0;
        while let (Some(value), after) = letters(text.as_bytes(), at) {
            found.push(value);
            at = after;
        }
        let (spelled, text) =
            (|s: &'static str| Value::Spelled(s.as_bytes()), |s: &'static str| Value::Text(s.as_bytes()));
        assert_eq!(found, [spelled("1"), spelled("2"), text("a;b"), text("c.bmp"), spelled("-1.#IND00"), spelled("3")]);
    }
}
