//! Numbers that a scene may not hold, replaced and counted.

use super::Place;
use glam::{DVec4, Quat, Vec3};
use retromesh_core::{Code, Diagnostics, Error};

/// Squared lengths within this distance of one are left alone, so that files of rounded numbers come back bit for bit.
const ROUNDING: f64 = 1e-5;
/// Squared lengths within this distance of one are normalised without a word.
const NEARLY_UNIT: f64 = 1e-3;

/// Replaces numbers and counts them.
#[derive(Default)]
pub(super) struct Sanitizer {
    pub(super) non_finite: usize,
    zero: usize,
    unnormalized: usize,
}

impl Sanitizer {
    /// Replaces a vector that is not finite.
    pub(super) fn vector(&mut self, v: Vec3, fallback: Vec3) -> Vec3 {
        if v.is_finite() {
            return v;
        }
        self.non_finite += 1;
        fallback
    }

    /// Replaces a number that is not finite.
    pub(super) fn number(&mut self, x: f32, fallback: f32) -> f32 {
        if x.is_finite() {
            return x;
        }
        self.non_finite += 1;
        fallback
    }

    /// Turns w, x, y, z into a unit quaternion.
    pub(super) fn rotation(&mut self, [w, x, y, z]: [f32; 4]) -> Quat {
        let q = Quat::from_xyzw(x, y, z, w);
        if !q.is_finite() {
            self.non_finite += 1;
            return Quat::IDENTITY;
        }
        // In 64 bits no square overflows or vanishes.
        let wide = DVec4::new(x.into(), y.into(), z.into(), w.into());
        let squared = wide.length_squared();
        let off = (squared - 1.0).abs();
        if off <= ROUNDING {
            return q;
        }
        if squared == 0.0 {
            self.zero += 1;
            return Quat::IDENTITY;
        }
        self.unnormalized += usize::from(off > NEARLY_UNIT);
        Quat::from_vec4((wide / squared.sqrt()).as_vec4())
    }

    pub(super) fn report(&self, place: Place, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        let counts = [
            (Code::NonFinite, self.non_finite),
            (Code::ZeroQuaternion, self.zero),
            (Code::UnnormalizedQuaternion, self.unnormalized),
        ];
        // The place is spelled out only where there is something to say: this runs for every entity.
        for (code, count) in counts.into_iter().filter(|&(_, count)| count > 0) {
            diagnostics.report(place.finding(code).times(count))?;
        }
        Ok(())
    }
}
