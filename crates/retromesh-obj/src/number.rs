//! Numbers as text: read to the nearest float, written in the fewest digits.

use crate::lines::is_blank;
use std::io::Write;

/// Reads the number that is the first word of `text`, and returns what follows the word.
///
/// `None` stands for a word that is no finite number.
pub(crate) fn float(text: &[u8]) -> (Option<f32>, &[u8]) {
    if let Ok((value, read)) = fast_float2::parse_partial::<f32, _>(text)
        && let Some(rest) = text.get(read..)
        && rest.first().is_none_or(|&b| is_blank(b))
    {
        return (Some(value).filter(|value| value.is_finite()), rest);
    }
    let end = text.iter().position(|&b| is_blank(b)).unwrap_or(text.len());
    (None, text.get(end..).unwrap_or_default())
}

fn sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

/// Reads an integer at the start of `text` and returns what follows its digits; without digits it is 0.
///
/// Numbers beyond 18 digits become `i64::MAX` or `i64::MIN`: out of every range.
#[inline]
pub(crate) fn integer(text: &[u8]) -> (i64, &[u8]) {
    let (negative, mut rest) = sign(text);
    let mut value = 0i64;
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        value = value.saturating_mul(10).saturating_add(i64::from(*digit - b'0'));
        rest = tail;
    }
    (if negative { -value } else { value }, rest)
}

/// Writes a blank and a number in the fewest digits that read back as the same float.
pub(crate) fn put_float(out: &mut Vec<u8>, value: f32) {
    /// Whole numbers up to this have no fewer digits than their own.
    const WHOLE: f32 = 16_777_216.0;
    let size = value.abs();
    out.push(b' ');
    let whole = value as i32;
    if whole as f32 == value && size <= WHOLE && (whole != 0 || value.is_sign_positive()) {
        return out.extend_from_slice(itoa::Buffer::new().format(whole).as_bytes());
    }
    // Writing to a vector cannot fail.
    let _ = if size == 0.0 || (1e-5..1e9).contains(&size) {
        // Within these bounds zmij writes no exponent.
        let mut buffer = zmij::Buffer::new();
        let digits = buffer.format_finite(value).as_bytes();
        let digits = digits.strip_suffix(b".0").unwrap_or(digits);
        if !is_half_way(value, digits) {
            return out.extend_from_slice(digits);
        }
        write!(out, "{value}")
    } else {
        write!(out, "{value:e}")
    };
}

/// Returns whether a number lies half-way between the digits and their neighbours: there zmij takes even digits, the standard library, which
/// wrote all files so far, the larger ones.
fn is_half_way(value: f32, digits: &[u8]) -> bool {
    const POWERS: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
    let decimals = digits.iter().rposition(|&digit| digit == b'.').map_or(0, |point| digits.len() - 1 - point);
    // Exact where it matters: what is half-way has few digits.
    let scaled = f64::from(value) * POWERS.get(decimals).copied().unwrap_or(0.0);
    (scaled - scaled as i64 as f64).abs() == 0.5
}

/// Writes a whole number.
#[inline]
pub(crate) fn put_int(out: &mut Vec<u8>, value: usize) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_numbers_and_words_that_are_not() {
        let rows: [(&str, Option<f32>); 22] = [
            ("1", Some(1.0)),
            ("-0", Some(-0.0)),
            ("+.5", Some(0.5)),
            ("5.", Some(5.0)),
            ("1e-3", Some(1e-3)),
            ("-1.5E+2", Some(-150.0)),
            ("3.40282347e38", Some(f32::MAX)),
            ("1e-45", Some(1e-45)),
            ("0.000000000000000000000000000000000000000000001", Some(1e-45)),
            ("123456789012345678901234567890", Some(1.234_567_9e29)),
            // Half-way between two floats, and just above.
            ("16777217", Some(16_777_216.0)),
            ("16777217.0000001", Some(16_777_218.0)),
            ("0.1", Some(0.1)),
            ("1e39", None),
            ("nan", None),
            ("-inf", None),
            ("-1.#IND", None),
            ("1,5", None),
            ("1.0f", None),
            (".", None),
            ("-", None),
            ("0x10", None),
        ];
        for (word, expected) in rows {
            let text = format!("{word} next");
            let (value, rest) = float(text.as_bytes());
            assert_eq!(value.map(f32::to_bits), expected.map(f32::to_bits), "{word}");
            assert_eq!(rest, b" next", "{word}");
        }
    }

    #[test]
    fn written_floats_read_back_bit_for_bit() {
        let mut state = 7u32;
        for i in 0..200_000u32 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let value = f32::from_bits(state ^ i.rotate_left(13));
            if value.is_finite() {
                let mut text = Vec::new();
                put_float(&mut text, value);
                assert_eq!(float(text.trim_ascii_start()).0.map(f32::to_bits), Some(value.to_bits()), "{value:e}");
            }
        }
        for i in 0..2_000_000u32 {
            // Every other one is a number of few binary digits, as 6.30078125: half-way between shorter ones.
            let value = if i % 2 == 0 { f32::from_bits(i.wrapping_mul(2147)) } else { i as f32 / 65_536.0 };
            let plain = value == 0.0 || (1e-5..1e9).contains(&value.abs());
            let expected = if plain { format!(" {value}") } else { format!(" {value:e}") };
            let mut text = Vec::new();
            put_float(&mut text, value);
            assert_eq!(text, expected.as_bytes());
        }
        let mut text = Vec::new();
        [0.1, -0.0, 1e9, 1e-6, 100.0].into_iter().for_each(|value| put_float(&mut text, value));
        assert_eq!(text, b" 0.1 -0 1e9 1e-6 100");
    }

    #[test]
    fn integers_saturate() {
        assert_eq!(integer(b"-12/3"), (-12, &b"/3"[..]));
        assert_eq!(integer(b"x"), (0, &b"x"[..]));
        assert_eq!(integer(b"99999999999999999999").0, i64::MAX);
    }
}
