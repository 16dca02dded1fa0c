//! Sparse keys for a dense curve.

/// How values between keys come about: round the loop, or held at both ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule<T> {
    /// The number of frames of the clip.
    pub(super) frames: usize,
    /// Whether the way leads from the last key round to the first.
    pub(super) wraps: bool,
    /// Mixes two values.
    pub(super) mix: fn(T, T, f32) -> T,
}

impl<T: Copy> Rule<T> {
    /// Returns the value at a frame; `None` without keys. Keys ascend.
    pub(super) fn at(&self, keys: &[(usize, T)], frame: usize) -> Option<T> {
        let (first, last) = (keys.first()?, keys.last()?);
        let after = keys.partition_point(|(key, _)| *key <= frame);
        let before = after.checked_sub(1).and_then(|i| keys.get(i));
        match (before, keys.get(after)) {
            (Some(a), _) if a.0 == frame => Some(a.1),
            (Some(a), Some(b)) => Some((self.mix)(a.1, b.1, (frame - a.0) as f32 / (b.0 - a.0) as f32)),
            (Some(a), None) if self.wraps && keys.len() > 1 => {
                let gap = (first.0 + self.frames).saturating_sub(a.0).max(1);
                Some((self.mix)(a.1, first.1, (frame - a.0) as f32 / gap as f32))
            }
            (None, Some(b)) if self.wraps && keys.len() > 1 => {
                let gap = (b.0 + self.frames).saturating_sub(last.0).max(1);
                let way = (frame + self.frames).saturating_sub(last.0);
                Some((self.mix)(last.1, b.1, way as f32 / gap as f32))
            }
            (Some(a), None) => Some(a.1),
            (None, b) => b.map(|b| b.1),
        }
    }

    /// Chooses frames whose values, mixed by the rule, stay within a tolerance of the dense ones.
    ///
    /// Starts from `wanted` frames, adds the worst frame until the tolerance holds, then drops what it does not need. Frames from
    /// `dense.len()` on are free.
    pub(super) fn choose(
        &self,
        dense: &[T],
        wanted: &[usize],
        tolerance: f32,
        error: impl Fn(T, T) -> f32,
    ) -> Vec<usize> {
        let keyed = |frames: &[usize]| -> Vec<(usize, T)> {
            frames.iter().filter_map(|&f| Some((f, *dense.get(f)?))).collect()
        };
        let worst = |frames: &[usize]| {
            let keys = keyed(frames);
            let miss = |(f, value): (usize, &T)| (self.at(&keys, f).map_or(f32::INFINITY, |v| error(v, *value)), f);
            dense.iter().enumerate().map(miss).max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))
        };
        let mut frames: Vec<usize> = wanted.iter().copied().filter(|&f| f < dense.len()).collect();
        if frames.is_empty() && !dense.is_empty() {
            frames.push(0);
        }
        while let Some((_, frame)) = worst(&frames).filter(|(miss, _)| *miss > tolerance) {
            match frames.binary_search(&frame) {
                // The value of a key itself is never off; it is if it is not a number.
                Ok(_) => break,
                Err(place) => frames.insert(place, frame),
            }
        }
        let mut n = frames.len();
        while n > 0 && frames.len() > 1 {
            n -= 1;
            let mut fewer = frames.clone();
            fewer.remove(n);
            if worst(&fewer).is_none_or(|(miss, _)| miss <= tolerance) {
                frames = fewer;
            }
        }
        frames
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(frames: usize, wraps: bool) -> Rule<f32> {
        Rule { frames, wraps, mix: |a, b, t| a + (b - a) * t }
    }

    #[test]
    fn values_go_round_or_hold() {
        let keys = [(2, 0.0), (6, 4.0)];
        for (wraps, expected) in
            [(true, [2.0, 1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 3.0]), (false, [0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 4.0])]
        {
            let all: Vec<f32> = (0..8).filter_map(|f| rule(8, wraps).at(&keys, f)).collect();
            assert_eq!(all, expected, "{wraps}");
        }
        assert_eq!(rule(8, true).at(&[], 0), None);
        assert_eq!(rule(8, true).at(&[(3, 5.0)], 0), Some(5.0));
    }

    #[test]
    fn needless_keys_are_dropped_and_missing_ones_added() {
        let dense = [0.0, 1.0, 2.0, 3.0, 2.0, 1.0];
        let miss = |a: f32, b: f32| (a - b).abs();
        assert_eq!(rule(6, true).choose(&dense, &[0, 1, 2, 3], 0.01, miss), [0, 3]);
        assert_eq!(rule(6, true).choose(&dense, &[], 0.01, miss), [0, 3]);
        assert_eq!(rule(6, false).choose(&dense, &[], 0.01, miss), [0, 3, 5]);
        assert_eq!(rule(6, true).choose(&[7.0; 6], &[0, 2, 4], 0.01, miss).len(), 1);
    }
}
