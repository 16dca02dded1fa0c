//! Filters: what vertices were turned into so that they pack well, undone in place.

/// Unit vectors as points of an octahedron, with bytes.
pub(super) fn octahedral_bytes(data: &mut [u8]) {
    for row in data.as_chunks_mut::<4>().0 {
        let [x, y, one, _] = row.map(|byte| f32::from(byte as i8));
        let unit = octahedral(x, y, one, 127.0);
        row.iter_mut().zip(unit).for_each(|(slot, value)| *slot = value as i8 as u8);
    }
}

/// Unit vectors as points of an octahedron, with words.
pub(super) fn octahedral_words(data: &mut [u8]) {
    for row in data.as_chunks_mut::<8>().0 {
        let [x, y, one, _] = words(*row).map(f32::from);
        let unit = octahedral(x, y, one, 32767.0);
        row.as_chunks_mut::<2>().0.iter_mut().zip(unit).for_each(|(slot, value)| *slot = (value as i16).to_le_bytes());
    }
}

/// Returns the three numbers of a unit vector, scaled to `max`.
fn octahedral(x: f32, y: f32, one: f32, max: f32) -> [i32; 3] {
    let z = one - x.abs() - y.abs();
    let fold = z.min(0.0);
    let x = x + if x >= 0.0 { fold } else { -fold };
    let y = y + if y >= 0.0 { fold } else { -fold };
    let scale = max / (x * x + y * y + z * z).sqrt();
    [x, y, z].map(|value| round(value * scale))
}

/// Rotations as their three smaller numbers, and which one is missing.
pub(super) fn quaternion(data: &mut [u8]) {
    for row in data.as_chunks_mut::<8>().0 {
        let [x, y, z, kept] = words(*row);
        let scale = std::f32::consts::FRAC_1_SQRT_2 / f32::from(kept | 3);
        let [x, y, z] = [x, y, z].map(|value| f32::from(value) * scale);
        let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
        let values = [w, x, y, z].map(|value| (round(value * 32767.0) as i16).to_le_bytes());
        let (slots, _) = row.as_chunks_mut::<2>();
        for (i, value) in values.into_iter().enumerate() {
            if let Some(slot) = slots.get_mut(((kept & 3) as usize + i) & 3) {
                *slot = value;
            }
        }
    }
}

/// Floats as whole numbers of 24 bits and an exponent.
pub(super) fn exponential(data: &mut [u8]) {
    for word in data.as_chunks_mut::<4>().0 {
        let bits = i32::from_le_bytes(*word);
        let (whole, exponent) = (bits << 8 >> 8, bits >> 24);
        let value = f64::from(whole) * 2f64.powi(exponent);
        *word = (value as f32).to_le_bytes();
    }
}

fn words(row: [u8; 8]) -> [i16; 4] {
    let [a, b, c, d, e, f, g, h] = row;
    [[a, b], [c, d], [e, f], [g, h]].map(i16::from_le_bytes)
}

fn round(value: f32) -> i32 {
    (value + if value >= 0.0 { 0.5 } else { -0.5 }) as i32
}
