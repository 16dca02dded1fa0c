//! Pictures that have something of what textures show.

use retromesh_paa::Picture;

/// A number of chance for a place, the same each time.
fn chance(x: u32, y: u32, seed: u32) -> f32 {
    let mut h = x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca77) ^ seed.wrapping_mul(0xc2b2_ae3d);
    h = (h ^ (h >> 15)).wrapping_mul(0x2c1b_3c6d);
    h = (h ^ (h >> 12)).wrapping_mul(0x297a_2d39);
    ((h ^ (h >> 15)) >> 8) as f32 / 16_777_216.0
}

/// Returns soft noise with details down to a texel, 0 to 1.
fn cloud(x: u32, y: u32, seed: u32) -> f32 {
    let octave = |shift: u32| {
        let (cx, cy, step) = (x >> shift, y >> shift, (1 << shift) as f32);
        let (fx, fy) = ((x & ((1 << shift) - 1)) as f32 / step, (y & ((1 << shift) - 1)) as f32 / step);
        let corner = |dx, dy| chance(cx + dx, cy + dy, seed + shift);
        let top = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * fx;
        let bottom = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * fx;
        top + (bottom - top) * fy
    };
    (octave(6) * 8.0 + octave(4) * 4.0 + octave(2) * 2.0 + octave(0)) / 15.0
}

fn byte(value: f32) -> u8 {
    (value * 255.0).clamp(0.0, 255.0) as u8
}

/// Rust and paint: large forms, fine grain, channels that go together, alpha that goes its own way.
pub(super) fn photo(side: u32) -> Picture {
    Picture::from_fn(side, side, |x, y| {
        let (form, tint) = (cloud(x, y, 1), cloud(x, y, 2));
        [byte(form), byte(form * 0.8 + tint * 0.1), byte(form * 0.5 + tint * 0.4), byte(cloud(x, y, 3))]
    })
}

/// A sky: nothing but slow change.
pub(super) fn sky(side: u32) -> Picture {
    let part = |at: u32| at as f32 / side as f32;
    Picture::from_fn(side, side, |x, y| {
        [byte(0.3 + part(y) * 0.5), byte(0.5 + part(y) * 0.4), byte(0.9 - part(x) * 0.2), byte(part(x))]
    })
}

/// A sign: flat colours with hard edges.
pub(super) fn sign(side: u32) -> Picture {
    const COLORS: [[u8; 3]; 5] = [[250, 250, 245], [20, 20, 25], [200, 30, 40], [30, 80, 170], [240, 200, 40]];
    Picture::from_fn(side, side, |x, y| {
        let (column, row) = (x / 11, y / 17);
        let color = COLORS[(chance(column, row, 4) * 5.0) as usize % 5];
        let stroke = (x * 3 + y * 2) % 23 < 4 || (x + 41 * y) % 97 < 5;
        let [r, g, b] = if stroke { COLORS[1] } else { color };
        [r, g, b, if chance(column, row, 5) < 0.3 { 0 } else { 255 }]
    })
}

/// Every texel by chance: what no block can hold.
pub(super) fn noise(side: u32) -> Picture {
    Picture::from_fn(side, side, |x, y| std::array::from_fn(|n| byte(chance(x, y, 10 + n as u32))))
}
