//! Joint weights for formats with few bones a vertex.

use retromesh_core::mesh::Influence;

/// How shares come to sum to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// They stay as they are; where some were left out, the others are scaled to a sum of one.
    Keep,
    /// They are scaled to a sum as near to one as floats allow.
    Float,
    /// They become whole multiples of 2^-24, so that their sum is exactly one.
    Exact,
    /// They become this many parts of a whole, at most 2^24, that together they are all of it.
    Parts(u32),
}

/// What became of the influences of a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reduction {
    /// Whether influences were left out.
    pub reduced: bool,
    /// Whether the sum of the shares was off by more than rounding.
    pub scaled: bool,
}

/// Returns the largest influence of a vertex, of equal ones that of the lowest joint.
pub fn heaviest(row: &[Influence]) -> Option<Influence> {
    row.iter().max_by(|a, b| a.weight.total_cmp(&b.weight).then(b.joint.cmp(&a.joint))).copied()
}

/// Keeps the `max` largest influences of a vertex; the shares of equal joints are added up first.
///
/// Where some are left out, the largest comes first; else the order stays.
pub fn top_weights(row: &mut Vec<Influence>, max: usize, rounding: Rounding) -> Reduction {
    merge(row);
    let reduced = row.len() > max;
    if reduced {
        row.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        row.truncate(max);
    }
    let scaled = match rounding {
        Rounding::Keep if reduced => {
            let sum: f32 = row.iter().map(|influence| influence.weight).sum();
            row.iter_mut().for_each(|influence| influence.weight /= sum);
            false
        }
        Rounding::Keep => false,
        Rounding::Float => normalize(row),
        Rounding::Exact => {
            to_multiples(row, WHOLE);
            false
        }
        Rounding::Parts(whole) => {
            let scaled = normalize(row);
            to_multiples(row, whole);
            scaled
        }
    };
    Reduction { reduced, scaled }
}

/// Adds up the weights of equal joints; the order of first appearance is kept.
fn merge(row: &mut Vec<Influence>) {
    const FEW: usize = 32;
    if row.len() <= FEW {
        let mut kept = 0;
        for i in 0..row.len() {
            let influence = row[i];
            if let Some(known) = row[..kept].iter().position(|known| known.joint == influence.joint) {
                row[known].weight += influence.weight;
            } else {
                row[kept] = influence;
                kept += 1;
            }
        }
        row.truncate(kept);
    } else {
        row.sort_by_key(|influence| influence.joint);
        let sum = |group: &[Influence]| Influence {
            joint: group[0].joint,
            weight: group.iter().map(|influence| influence.weight).sum(),
        };
        *row = row.chunk_by(|a, b| a.joint == b.joint).map(sum).collect();
    }
}

fn sum(row: &[Influence]) -> f64 {
    row.iter().map(|influence| f64::from(influence.weight)).sum()
}

/// Scales weights so that their sum is one as exactly as floats allow; returns whether that changed much.
fn normalize(row: &mut [Influence]) -> bool {
    /// A sum this near to one a weight is exact enough for every reader.
    const TOLERANCE: f64 = 1e-7;
    /// Sums off by more than this are worth a diagnostic.
    const NOTABLE: f64 = 1e-4;
    let before = sum(row);
    if (before - 1.0).abs() <= TOLERANCE * row.len() as f64 || before <= 0.0 {
        return false;
    }
    for influence in row.iter_mut() {
        influence.weight = (f64::from(influence.weight) / before) as f32;
    }
    let rest = 1.0 - sum(row);
    if let Some(largest) = row.iter_mut().max_by(|a, b| a.weight.total_cmp(&b.weight)) {
        largest.weight = (f64::from(largest.weight) + rest) as f32;
    }
    (before - 1.0).abs() > NOTABLE
}

/// The parts of a whole that floats hold exactly.
const WHOLE: u32 = 1 << 24;

/// Makes weights whole parts that sum to exactly one; what becomes zero goes.
fn to_multiples(row: &mut Vec<Influence>, whole: u32) {
    let before = sum(row);
    let mut units: Vec<i64> =
        row.iter().map(|i| (f64::from(i.weight) / before * f64::from(whole)).round() as i64).collect();
    let total: i64 = units.iter().sum();
    // The first of the largest shares takes what rounding left over.
    if let Some(largest) = units.iter_mut().rev().max_by_key(|units| **units) {
        *largest += i64::from(whole) - total;
    }
    for (influence, units) in row.iter_mut().zip(units) {
        influence.weight = (units as f64 / f64::from(whole)) as f32;
    }
    row.retain(|influence| influence.weight > 0.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(pairs: &[(u32, f32)]) -> Vec<Influence> {
        pairs.iter().map(|&(joint, weight)| Influence { joint, weight }).collect()
    }

    #[test]
    fn the_largest_stay_and_equal_joints_are_one() {
        let five = [(0, 0.1), (1, 0.2), (2, 0.3), (3, 0.15), (4, 0.25)];
        for rounding in [Rounding::Keep, Rounding::Float, Rounding::Exact] {
            let mut reduced = row(&five);
            assert!(top_weights(&mut reduced, 4, rounding).reduced);
            assert_eq!(reduced.iter().map(|i| i.joint).collect::<Vec<_>>(), [2, 4, 1, 3], "{rounding:?}");
            assert!((sum(&reduced) - 1.0).abs() < 1e-6);
            let mut same = row(&[(3, 0.25), (1, 0.5), (3, 0.25)]);
            assert_eq!(top_weights(&mut same, 2, rounding), Reduction::default());
            assert_eq!(same, row(&[(3, 0.5), (1, 0.5)]), "{rounding:?}");
        }
        let mut many = row(&(0..100).map(|i| (i % 7, 0.01)).collect::<Vec<_>>());
        top_weights(&mut many, 100, Rounding::Float);
        assert_eq!(many.len(), 7);
    }

    #[test]
    fn sums_are_one() {
        let mut thirds = row(&[(0, 0.3), (1, 0.3), (2, 0.3)]);
        assert!(top_weights(&mut thirds, 4, Rounding::Float).scaled);
        assert!((sum(&thirds) - 1.0).abs() < 2e-7);
        let mut far = row(&[(0, 1.0), (1, 3.0)]);
        top_weights(&mut far, 4, Rounding::Float);
        assert_eq!(far, row(&[(0, 0.25), (1, 0.75)]));
        let rows: [&[(u32, f32)]; 4] =
            [&[(0, 0.3), (1, 0.3), (2, 0.4)], &[(7, 1.0)], &[(0, 1.0), (1, 1e-30)], &[(0, 0.2), (1, 0.2), (2, 0.2)]];
        for pairs in rows {
            let mut exact = row(pairs);
            top_weights(&mut exact, 4, Rounding::Exact);
            assert_eq!(sum(&exact), 1.0, "{pairs:?}");
            let once = exact.clone();
            top_weights(&mut exact, 4, Rounding::Exact);
            assert_eq!(exact, once, "{pairs:?}");
        }
        let mut bytes = row(&[(0, 0.3), (1, 0.3), (2, 0.399), (3, 0.001)]);
        assert!(top_weights(&mut bytes, 4, Rounding::Parts(255)) == Reduction::default());
        let units: Vec<f32> = bytes.iter().map(|influence| influence.weight * 255.0).collect();
        assert_eq!((bytes.len(), units.iter().map(|unit| unit.round()).sum::<f32>()), (3, 255.0));
        assert!(units.iter().all(|unit| (unit - unit.round()).abs() < 1e-4), "{units:?}");
        assert_eq!(heaviest(&row(&[(4, 0.5), (2, 0.5)])).map(|i| i.joint), Some(2));
        assert_eq!(heaviest(&[]), None);
    }
}
