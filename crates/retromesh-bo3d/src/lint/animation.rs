//! Rules about keys.

use super::{At, Id};
use crate::document::Key;
use retromesh_kit::Findings;
use std::collections::HashMap;

pub(super) fn lint(all: &[At<'_>], findings: &mut Findings) {
    let animated = || all.iter().copied().filter(|at| !at.entity.keys.is_empty());
    let length = all.iter().map(|at| i64::from(at.entity.animation_length)).max().unwrap_or(0);
    let frames = || animated().flat_map(|at| at.entity.keys.iter()).map(|key| key.frame).filter(|&frame| frame != -1);
    let (first, last) = (frames().min(), frames().max());
    let mut uses: HashMap<&[u8], usize> = HashMap::with_capacity(all.len());
    for at in all {
        *uses.entry(at.entity.name.bytes()).or_default() += 1;
    }
    for at in animated() {
        let keys = &at.entity.keys;
        let clashes = uses.get(at.entity.name.bytes()).is_some_and(|&uses| uses > 1);
        at.add(findings, Id::NameClash, usize::from(clashes));
        let has = |frame: Option<i32>| keys.iter().any(|key| Some(key.frame) == frame);
        at.add(findings, Id::EndKey, usize::from(!has(first)) + usize::from(!has(last)));
        at.add(findings, Id::Length, usize::from(keys.len() as i64 + 1 > length));
        let (mut order, mut flips) = (0, 0);
        let mut before: Option<Key> = None;
        for key in keys {
            let disordered = before.is_some_and(|before| key.frame <= before.frame);
            order += usize::from(disordered || key.frame == -1);
            flips += usize::from(before.is_some_and(|before| dot(&before, &key) < 0.0));
            before = Some(key);
        }
        at.add(findings, Id::KeyOrder, order);
        at.add(findings, Id::Flip, flips);
    }
}

fn dot(a: &Key, b: &Key) -> f32 {
    a.rotation.iter().zip(b.rotation).map(|(a, b)| a * b).sum()
}
