//! How far points reach.

/// This many rows are looked at side by side: one after the other, each would wait for the one before.
const LANES: usize = 4;

/// Returns the least and the greatest number of each column of rows; `None` where there are no rows.
///
/// Zero is without a sign, and numbers that are none are passed over unless they come first.
///
/// ```
/// use retromesh_core::extent;
/// assert_eq!(extent(&[[1.0, -0.0], [-2.0, 3.0]]), Some([[-2.0, 0.0], [1.0, 3.0]]));
/// assert_eq!(extent::<3, glam::Vec3>(&[]), None);
/// ```
pub fn extent<const N: usize, T: Copy + Into<[f32; N]>>(rows: &[T]) -> Option<[[f32; N]; 2]> {
    let first: [f32; N] = (*rows.first()?).into();
    let (mut least, mut greatest) = ([first; LANES], [first; LANES]);
    let (blocks, rest) = rows.as_chunks::<LANES>();
    for block in blocks {
        let block: [[f32; N]; LANES] = block.map(Into::into);
        keep_better(least.as_flattened_mut(), block.as_flattened(), |x, least| x < least);
        keep_better(greatest.as_flattened_mut(), block.as_flattened(), |x, greatest| x > greatest);
    }
    let mut all = [first; 2];
    for row in rest.iter().map(|row| (*row).into()).chain(least).chain(greatest) {
        keep_better(&mut all[0], &row, |x, least| x < least);
        keep_better(&mut all[1], &row, |x, greatest| x > greatest);
    }
    Some(all.map(|row| row.map(|x| x + 0.0)))
}

/// Puts each number in the place of one that it is better than.
fn keep_better(best: &mut [f32], row: &[f32], is_better: impl Fn(f32, f32) -> bool) {
    for (best, &x) in best.iter_mut().zip(row) {
        *best = if is_better(x, *best) { x } else { *best };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn the_corners_are_found_wherever_they_are() {
        for count in 1..20 {
            for at in 0..count {
                let mut points = vec![Vec3::new(1.0, 2.0, 3.0); count];
                points[at] = Vec3::new(0.5, 2.5, -3.0);
                let other = if count == 1 { points[at] } else { Vec3::new(1.0, 2.0, 3.0) };
                let expected = [points[at].min(other).to_array(), points[at].max(other).to_array()];
                assert_eq!(extent(&points), Some(expected), "{at} of {count}");
            }
        }
    }
}
