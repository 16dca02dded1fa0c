//! Numbers with all their bits.

/// Appends an integer.
pub(crate) fn put_int(out: &mut String, value: impl itoa::Integer) {
    out.push_str(itoa::Buffer::new().format(value));
}

macro_rules! floats {
    ($($put:ident, $read:ident: $float:ident, $bits:ident, $int:ident, $exact:literal;)*) => {$(
        /// Appends as few digits as give the same bits.
        pub(crate) fn $put(out: &mut String, value: $float) {
            if value.is_finite() {
                // Whole numbers need no search for digits.
                let whole = value as $int;
                if value.abs() < $exact && whole as $float == value {
                    if value == 0.0 && value.is_sign_negative() {
                        out.push('-');
                    }
                    return put_int(out, whole);
                }
                let mut buffer = zmij::Buffer::new();
                let digits = buffer.format_finite(value);
                out.push_str(digits.strip_suffix(".0").unwrap_or(digits));
            } else if value.is_infinite() {
                out.push_str(if value > 0.0 { "inf" } else { "-inf" });
            } else if value.to_bits() == $float::NAN.to_bits() {
                out.push_str("nan");
            } else {
                let width = size_of::<$float>() * 2;
                out.push_str(&format!("nan:{:0width$x}", value.to_bits()));
            }
        }

        /// Reads what the writer writes; `None` for anything else, and for numbers that are out of range.
        pub(crate) fn $read(token: &str) -> Option<$float> {
            match token {
                "inf" => return Some($float::INFINITY),
                "-inf" => return Some($float::NEG_INFINITY),
                "nan" => return Some($float::NAN),
                _ => {}
            }
            if let Some(bits) = token.strip_prefix("nan:") {
                return $bits::from_str_radix(bits, 16).ok().map($float::from_bits).filter(|value| value.is_nan());
            }
            if let Some(whole) = small(token) {
                return Some(if token.starts_with('-') { -(whole as $float) } else { whole as $float });
            }
            // The parser of the standard library also takes words.
            let is_number = token.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'));
            token.parse().ok().filter(|value: &$float| is_number && value.is_finite())
        }
    )*};
}

floats! {
    put_f32, read_f32: f32, u32, i32, 1e7;
    put_f64, read_f64: f64, u64, i64, 1e15;
}

/// Reads up to seven digits after a sign, which every float holds exactly.
fn small(token: &str) -> Option<u32> {
    let digits = token.strip_prefix('-').unwrap_or(token);
    let digit = |byte: u8| byte.is_ascii_digit().then(|| u32::from(byte - b'0'));
    if digits.is_empty() || digits.len() > 7 {
        return None;
    }
    digits.bytes().try_fold(0, |sum, byte| Some(sum * 10 + digit(byte)?))
}

/// Reads an integer in decimal digits, or in hexadecimal ones after `0x`.
pub(crate) fn read_int(token: &str) -> Option<i128> {
    let (sign, digits) = token.strip_prefix('-').map_or((1, token), |digits| (-1, digits));
    let (radix, digits) = digits.strip_prefix("0x").map_or((10, digits), |digits| (16, digits));
    // No number of 64 bits has more, and the parser of the standard library takes a second sign.
    if digits.len() > 20 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    i128::from_str_radix(digits, radix).ok().map(|value| sign * value)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn text(value: f32) -> String {
        let mut out = String::new();
        put_f32(&mut out, value);
        out
    }

    #[test]
    fn floats_keep_every_bit() {
        let mut bits = 0u32;
        loop {
            let value = f32::from_bits(bits);
            let back = read_f32(&text(value)).unwrap();
            assert_eq!(back.to_bits(), bits, "{}", text(value));
            let Some(next) = bits.checked_add(4099) else { break };
            bits = next;
        }
        for bits in [0x7f80_0001, 0xffc0_0000, 0x7fc0_0000, 0xffff_ffff, 0x8000_0000, 1, 0x7f7f_ffff] {
            assert_eq!(read_f32(&text(f32::from_bits(bits))).unwrap().to_bits(), bits, "{bits:x}");
        }
        let mut out = String::new();
        put_f64(&mut out, f64::from_bits(0x7ff0_0000_0000_0001));
        assert_eq!(read_f64(&out).unwrap().to_bits(), 0x7ff0_0000_0000_0001);
    }

    #[test]
    fn floats_are_as_short_as_they_can_be() {
        for (value, expected) in
            [(0.1, "0.1"), (-0.0, "-0"), (1.0, "1"), (16_777_216.0, "16777216"), (0.333_333_34, "0.33333334")]
        {
            assert_eq!(text(value), expected);
        }
        assert!([1e-7, 1e30, f32::MAX, f32::MIN_POSITIVE].iter().all(|&value| text(value).len() <= 14));
    }

    #[test]
    fn what_is_no_number_is_none() {
        for token in ["", "-", "1e", "nan:", "nan:0", "infinity", "NaN", "1e999", "+-1", "--1", "1,5", "e5", "."] {
            assert_eq!(read_f32(token), None, "{token}");
        }
        for token in ["", "-", "+1", "0x", "--1", "1.0", "99999999999999999999999", "0x-1"] {
            assert_eq!(read_int(token), None, "{token}");
        }
        assert_eq!((read_int("-12"), read_int("0xff"), read_int("-0x10")), (Some(-12), Some(255), Some(-16)));
    }
}
