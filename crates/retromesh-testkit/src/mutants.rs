//! Damaged copies of a file, as a list: see [`Sweep`](crate::Sweep) for what holds a reader to its promises over them.

/// Returns up to about `max` copies of a file with a cut end, a changed byte or a changed word, evenly spread, and the whole file.
pub fn mutants(bytes: &[u8], max: usize) -> Vec<Vec<u8>> {
    let step = (bytes.len() * 7).div_ceil(max.max(1)).max(1) | 1;
    let mut all = vec![bytes.to_vec()];
    let mut with = |at: usize, new: &[u8]| {
        let mut copy = bytes.to_vec();
        if let Some(place) = copy.get_mut(at..at + new.len()) {
            place.copy_from_slice(new);
            all.push(copy);
        }
    };
    for at in (0..bytes.len()).step_by(step) {
        [0x00, 0x01, 0x80, 0xff].into_iter().for_each(|byte| with(at, &[byte]));
        [u32::MAX, i32::MAX as u32].into_iter().for_each(|word: u32| with(at & !3, &word.to_le_bytes()));
    }
    all.extend((0..bytes.len()).step_by(step).map(|end| bytes[..end].to_vec()));
    all
}
