//! Seeded random inputs for the property tests.

use glam::{Quat, Vec3};

/// A small generator (`SplitMix64`): the same seed gives the same numbers everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// From 0 up to 1.
    pub(crate) fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / 16_777_216.0
    }

    /// From `-size` up to `size`.
    pub(crate) fn signed(&mut self, size: f32) -> f32 {
        (self.unit() * 2.0 - 1.0) * size
    }

    /// Two to a whole power from `low` up to `high`.
    pub(crate) fn power(&mut self, low: i32, high: i32) -> f32 {
        2f32.powi(low + (self.bits() % (high - low).unsigned_abs() as u64) as i32)
    }

    /// A direction, even over the sphere.
    pub(crate) fn direction(&mut self) -> Vec3 {
        loop {
            let v = Vec3::new(self.signed(1.0), self.signed(1.0), self.signed(1.0));
            if (0.01..1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    }

    /// A rotation, even over all.
    pub(crate) fn rotation(&mut self) -> Quat {
        loop {
            let q = Quat::from_array([0; 4].map(|_| self.signed(1.0)));
            if (0.01..1.0).contains(&q.length_squared()) {
                return q.normalize();
            }
        }
    }
}
