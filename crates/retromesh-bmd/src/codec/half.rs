//! The 16-bit floats of 128-bit vertices.

/// Returns the value: as IEEE says for zero and subnormals; the largest exponent is an ordinary one, as in the engine.
#[inline]
pub fn decode(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(bits >> 10 & 31), u32::from(bits & 0x3ff));
    if exponent == 0 {
        let magnitude = fraction as f32 / 16_777_216.0;
        return f32::from_bits(sign | magnitude.to_bits());
    }
    f32::from_bits(sign | (exponent + 127 - 15) << 23 | fraction << 13)
}

/// Returns the bits of the nearest zero or normal number, clamped to ±65,504.
///
/// Subnormals are left out because the engine reads them as numbers near 2^-15.
pub fn encode(value: f32) -> u16 {
    if value.is_nan() {
        return 0;
    }
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    match value.abs() {
        // Under half the smallest normal number zero is nearer.
        magnitude if magnitude < 1.0 / 32_768.0 => 0,
        magnitude if magnitude < 1.0 / 16_384.0 => sign | 0x400,
        _ => half::f16::from_f32(value.clamp(-65_504.0, 65_504.0)).to_bits(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn all_codes_agree_with_ieee_but_the_largest_exponent() {
        for bits in 0..=u16::MAX {
            let value = decode(bits);
            if bits >> 10 & 31 == 31 {
                let magnitude = 65_536.0 * (1.0 + f32::from(bits & 0x3ff) / 1024.0);
                assert_eq!(value, if bits & 0x8000 == 0 { magnitude } else { -magnitude });
                continue;
            }
            assert_eq!(value.to_bits(), half::f16::from_bits(bits).to_f32().to_bits(), "{bits:#x}");
            if bits & 0x7fff >= 0x400 {
                assert_eq!(encode(value), bits);
            }
        }
    }

    #[test]
    fn errors_are_within_half_a_step() {
        let mut random = Random::new(4);
        for _ in 0..1_000_000 {
            let size = random.power(-16, 15);
            let value = random.signed(size);
            let error = (decode(encode(value)) - value).abs();
            assert!(error <= (value.abs() / 2048.0).max(1.0 / 32768.0), "{value} off by {error}");
        }
        assert_eq!((encode(f32::NAN), encode(f32::INFINITY), encode(-0.0)), (0, 0x7bff, 0));
    }
}
