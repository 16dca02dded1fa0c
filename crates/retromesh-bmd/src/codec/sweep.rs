//! All roundings of a direction at all lengths.

use super::f8a;

/// Calls `visit` with the codes of a direction rounded component by component, once for each rounding that lengths within
/// `scales` give.
///
/// No other codes come nearer to the direction. The sine of the angle between codes `w` and a unit vector `q` is the least of
/// `|w - s q| / s` over all lengths `s`, and at any length rounding each component makes `|w - s q|` least: so the best codes are
/// the rounding at some length, and a rounding only changes where a component passes the middle between two codes.
pub(super) fn roundings<const N: usize>(unit: [f64; N], scales: [f64; 2], mut visit: impl FnMut([u8; N])) {
    let [low, high] = scales;
    let mut codes = unit.map(|c| f8a::encode((c * low) as f32));
    let mut steps: Vec<(f64, usize)> = Vec::with_capacity(24 * N);
    for (place, c) in unit.iter().map(|c| c.abs()).enumerate().filter(|(_, c)| *c > 0.0) {
        let mut code = codes.get(place).map_or(0, |code| code & 0x7f);
        while code < 0x7f {
            let middle = f64::midpoint(f64::from(f8a::decode(code)), f64::from(f8a::decode(code + 1)));
            if middle / c > high {
                break;
            }
            steps.push((middle / c, place));
            code += 1;
        }
    }
    steps.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    visit(codes);
    for (_, place) in steps {
        if let (Some(code), Some(c)) = (codes.get_mut(place), unit.get(place)) {
            let sign = if *c < 0.0 { 0x80 } else { 0 };
            *code = ((*code & 0x7f) + 1) | sign;
        }
        visit(codes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rounding_is_seen_once_and_in_order() {
        let mut seen = Vec::new();
        roundings([0.6, -0.8], [1.0, 1.1], |codes| seen.push(codes));
        // 0.6 takes the codes of 0.59375, 0.625, 0.65625 in turn; 0.8 those of 0.8125, 0.84375, 0.875.
        assert_eq!(seen, [[0x63, 0xea], [0x64, 0xea], [0x64, 0xeb], [0x65, 0xeb], [0x65, 0xec]]);
    }

    #[test]
    fn components_without_length_stay_zero() {
        let mut seen = 0;
        roundings([1.0, 0.0, -0.0], [0.99, 2.0], |codes| {
            seen += 1;
            assert_eq!(&codes[1..], [0, 0]);
        });
        assert_eq!(seen, 16);
    }
}
