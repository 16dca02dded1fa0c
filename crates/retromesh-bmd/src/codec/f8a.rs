//! F8A: an 8-bit float of one sign, three exponent and four fraction bits, largest value 1.9375.

/// The value of every code: zero where the low seven bits are zero, else `±(1 + f/16) * 2^(e - 7)`.
#[allow(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const VALUES: [f32; 256] = {
    let mut values = [0.0; 256];
    let mut code = 0u32;
    while code < 256 {
        if code & 0x7f != 0 {
            let sign = (code & 0x80) << 24;
            let exponent = 127 - 7 + ((code >> 4) & 7);
            values[code as usize] = f32::from_bits(sign | exponent << 23 | (code & 15) << 19);
        }
        code += 1;
    }
    values
};

/// The largest magnitude, code `0x7f`.
pub const MAX: f32 = 1.9375;

/// The smallest magnitude above zero, code `0x01`.
pub const MIN: f32 = 0.008_300_781;

/// Returns the value of a code. There are neither infinities nor subnormals; `0x80` is zero.
#[inline]
pub fn decode(code: u8) -> f32 {
    // The table has an entry for every byte, so the fallback is never taken and compiles to nothing.
    VALUES.get(usize::from(code)).copied().unwrap_or(0.0)
}

/// Returns the code of the nearest value; what is not a number becomes zero. Never returns `0x80`.
pub fn encode(value: f32) -> u8 {
    let magnitude = value.abs().min(MAX);
    if value.is_nan() || magnitude <= MIN / 2.0 {
        return 0;
    }
    // The float's own exponent and top four fraction bits, rounded half up, are the code but for the bias.
    let rounded = (magnitude.to_bits() + (1 << 18)) >> 19;
    let code = rounded.saturating_sub((127 - 7) << 4).clamp(1, 0x7f) as u8;
    if value.is_sign_negative() { code | 0x80 } else { code }
}

/// Returns the code `steps` places away on the number line, through the single zero, clamped at both ends.
pub(crate) fn neighbour(code: u8, steps: i16) -> u8 {
    let magnitude = i16::from(code & 0x7f);
    let place = if code & 0x80 == 0 { magnitude } else { -magnitude };
    let moved = (place + steps).clamp(-0x7f, 0x7f);
    if moved < 0 { moved.unsigned_abs() as u8 | 0x80 } else { moved as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_codes() {
        let rows = [
            (0x00, 0.0),
            (0x80, 0.0),
            (0x01, 0.008_300_781),
            (0x0f, 0.015_136_719),
            (0x10, 0.015_625),
            (0x50, 0.25),
            (0x67, 0.718_75),
            (0x70, 1.0),
            (0xf0, -1.0),
            (0x7f, 1.9375),
        ];
        for (code, value) in rows {
            assert_eq!(decode(code), value, "{code:#x}");
        }
        assert_eq!((MIN, MAX), (decode(1), decode(0x7f)));
    }

    #[test]
    fn every_code_is_its_own_nearest() {
        for code in 0..=255u8 {
            let expected = if code == 0x80 { 0 } else { code };
            assert_eq!(encode(decode(code)), expected, "{code:#x}");
        }
    }

    #[test]
    fn no_code_is_nearer() {
        let mut random = crate::random::Random::new(1);
        for _ in 0..1_000_000 {
            let value = random.signed(2.0) * random.unit();
            let error = (decode(encode(value)) - value).abs();
            let code = encode(value);
            for other in [neighbour(code, -1), neighbour(code, 1)] {
                assert!(error <= (decode(other) - value).abs(), "{value} became {code:#x}, not {other:#x}");
            }
        }
        assert_eq!((encode(f32::NAN), encode(f32::INFINITY), encode(-9.0), encode(-0.001)), (0, 0x7f, 0xff, 0));
    }
}
