//! Rotations and matrices with the same bits on every system.
//!
//! What a file becomes must not depend on the machine that converts it. The sine of the standard library is that of the
//! platform, and the sums of `glam` follow the order of the processor's vectors, so both are written out here over `libm`.

use glam::{Mat4, Quat, Vec3};

/// Above this cosine the arc is a straight line: its sine is too small to divide by.
const STRAIGHT: f32 = 1.0 - f32::EPSILON;

/// Returns the sum of the products of the components.
pub fn dot(a: Quat, b: Quat) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w
}

/// Returns the length, 1 for a rotation.
pub fn length(q: Quat) -> f32 {
    dot(q, q).sqrt()
}

/// Brings a mix of rotations to unit length; opposite ones that leave nothing give no turn.
pub fn unit_or_identity(q: Quat) -> Quat {
    let length = length(q);
    if length > 0.0 { q / length } else { Quat::IDENTITY }
}

/// Returns the rotation that turns by `b` first, and by `a` then.
pub fn product(a: Quat, b: Quat) -> Quat {
    Quat::from_xyzw(
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    )
}

/// Returns the inverse of a matrix, computed in doubles; not finite where there is none.
pub fn inverse(matrix: Mat4) -> Mat4 {
    matrix.as_dmat4().inverse().as_mat4()
}

/// Returns the rotation at a share of the shorter arc from `a` to `b`, both of unit length.
pub fn slerp(a: Quat, b: Quat, share: f32) -> Quat {
    let cosine = dot(a, b);
    let (b, cosine) = if cosine < 0.0 { (-b, -cosine) } else { (b, cosine) };
    if cosine > STRAIGHT {
        return unit_or_identity(a * (1.0 - share) + b * share);
    }
    let angle = libm::acosf(cosine);
    (a * libm::sinf(angle * (1.0 - share)) + b * libm::sinf(angle * share)) / libm::sinf(angle)
}

/// Returns the rotation about an axis of unit length by an angle in radians.
pub fn about(axis: Vec3, angle: f32) -> Quat {
    let (sine, cosine) = libm::sincosf(angle * 0.5);
    Quat::from_vec4((axis * sine).extend(cosine))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The arc in doubles, with the sine of the platform.
    fn exact(a: Quat, b: Quat, share: f64) -> [f64; 4] {
        let [a, b] = [a, b].map(|q| {
            let q = q.to_array().map(f64::from);
            let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            q.map(|x| x / length)
        });
        let cosine: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
        let angle = cosine.abs().min(1.0).acos();
        let weights = [(1.0 - share) * angle, share * angle].map(f64::sin);
        let [from, to] = if angle < 1e-9 { [1.0 - share, share] } else { weights.map(|weight| weight / angle.sin()) };
        std::array::from_fn(|i| a[i] * from + b[i] * to * cosine.signum())
    }

    #[test]
    fn arcs_are_those_of_doubles() {
        let turns = [0.0, 1e-4, 0.3, 1.0, 2.0, 3.1].map(|angle| about(Vec3::new(0.6, 0.0, 0.8), angle));
        for a in turns {
            for b in turns.into_iter().chain(turns.map(|q| -q)) {
                for share in [0.0_f32, 0.1, 0.5, 0.9, 1.0] {
                    let mixed = slerp(a, b, share).to_array().map(f64::from);
                    for (mixed, exact) in mixed.into_iter().zip(exact(a, b, share.into())) {
                        assert!((mixed - exact).abs() < 3e-7, "{a} {b} {share}: {mixed}, exactly {exact}");
                    }
                }
            }
        }
    }

    #[test]
    fn products_are_those_of_glam() {
        let (a, b) = (about(Vec3::X, 0.3), about(Vec3::new(0.36, 0.48, 0.8), 2.0));
        assert!(product(a, b).abs_diff_eq(a * b, 1e-6), "{} {}", product(a, b), a * b);
    }

    #[test]
    fn bits_are_the_same_everywhere() {
        let (a, b) = (about(Vec3::X, 0.3), about(Vec3::new(0.36, 0.48, 0.8), 2.0));
        let bits = slerp(a, b, 0.37).to_array().map(f32::to_bits);
        assert_eq!(bits, [0x3e6d_74e3, 0x3e2f_355c, 0x3e92_01ce, 0x3f6a_043f]);
    }
}
