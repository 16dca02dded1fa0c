//! Repairs keys and lengths.

use crate::document::{Anim, Body, Chunk, Document, Keys};
use crate::export::{Curves, keys};
use crate::import::hold;
use crate::lint::is_off;
use crate::outline::Parts;
use glam::{Quat, Vec3};
use retromesh_wire::Row;
use std::collections::{BTreeMap, BTreeSet};

fn each_keys(document: &mut Document<'_>, mut change: impl FnMut(&mut Keys<'_>)) {
    for chunk in &mut document.chunks {
        if let Body::Keys(keys) = &mut chunk.body {
            change(keys);
        }
    }
}

/// Replaces numbers of nodes and keys that are infinite or not numbers: keys are as the one before; places become 0, scales 1, rotations none.
pub(super) fn make_finite(document: &mut Document<'_>) {
    fn fix<const N: usize>(values: &mut [f32; N], plain: [f32; N]) {
        if values.iter().any(|value| !value.is_finite()) {
            *values = plain;
        }
    }
    fn fix_column<const N: usize>(keys: &mut Keys<'_>, flag: i32, plain: [f32; N])
    where
        [f32; N]: Row,
    {
        let Some(offset) = keys.offset(flag) else { return };
        let mut values = keys.records.to_vec::<[f32; N]>(offset);
        hold(&mut values, plain, |value| value.iter().all(|number| number.is_finite()));
        keys.records.set_column(offset, &values);
    }
    each_keys(document, |keys| {
        fix_column(keys, Keys::POSITION, [0.0; 3]);
        fix_column(keys, Keys::SCALE, [1.0; 3]);
        fix_column(keys, Keys::ROTATION, [1.0, 0.0, 0.0, 0.0]);
    });
    for chunk in &mut document.chunks {
        if let Body::Node(node) = &mut chunk.body {
            fix(&mut node.position, [0.0; 3]);
            fix(&mut node.scale, [1.0; 3]);
            fix(&mut node.rotation, [1.0, 0.0, 0.0, 0.0]);
        }
    }
    set_rate(document, f32::is_finite);
}

/// Makes rotations of unit length.
pub(super) fn normalize(document: &mut Document<'_>) {
    let unit = |wxyz: [f32; 4]| {
        let length = wxyz.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt();
        if length > 0.0 && length.is_finite() {
            wxyz.map(|x| (f64::from(x) / length) as f32)
        } else {
            [1.0, 0.0, 0.0, 0.0]
        }
    };
    let repair = |wxyz: [f32; 4]| if is_off(wxyz) { unit(wxyz) } else { wxyz };
    each_keys(document, |keys| {
        if let Some(offset) = keys.offset(Keys::ROTATION) {
            let values: Vec<[f32; 4]> = keys.records.to_vec::<[f32; 4]>(offset).into_iter().map(repair).collect();
            keys.records.set_column(offset, &values);
        }
    });
    for chunk in &mut document.chunks {
        if let Body::Node(node) = &mut chunk.body {
            node.rotation = repair(node.rotation);
        }
    }
}

/// Joins the keys of each node in one chunk, in order, the last of equal frames kept.
pub(super) fn merge_keys(document: &mut Document<'_>) {
    let parts = Parts::read(document);
    let mut gone = BTreeSet::new();
    for node in &parts.nodes {
        let lists = || {
            node.keys.iter().filter_map(|&chunk| match document.chunks.get(chunk).map(|chunk| &chunk.body) {
                Some(Body::Keys(keys)) => Some(keys),
                _ => None,
            })
        };
        let ascending =
            |keys: &Keys<'_>| keys.records.to_vec::<i32>(0).windows(2).all(|pair| pair.first() < pair.last());
        if node.keys.len() < 2 && lists().all(ascending) {
            continue;
        }
        let (mut moves, mut turns, mut scales) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for list in lists() {
            let frames = list.records.to_vec::<i32>(0);
            let vectors = |bit: i32| list.offset(bit).map(|offset| list.records.to_vec::<Vec3>(offset));
            moves.extend(frames.iter().copied().zip(vectors(Keys::POSITION).unwrap_or_default()));
            scales.extend(frames.iter().copied().zip(vectors(Keys::SCALE).unwrap_or_default()));
            let rotations = list.offset(Keys::ROTATION).map(|offset| list.records.to_vec::<[f32; 4]>(offset));
            let quats = rotations.unwrap_or_default().into_iter().map(|[w, x, y, z]| Quat::from_xyzw(-x, -y, -z, w));
            turns.extend(frames.iter().copied().zip(quats));
        }
        let mut curves = Curves::default();
        curves.translation.extend(moves.into_iter().map(|(frame, value)| (f64::from(frame), value)));
        curves.rotation.extend(turns.into_iter().map(|(frame, value)| (f64::from(frame), value)));
        curves.scale.extend(scales.into_iter().map(|(frame, value)| (f64::from(frame), value)));
        let merged = keys(&curves);
        let kept = usize::from(merged.is_some());
        gone.extend(node.keys.iter().skip(kept).copied());
        if let (Some(merged), Some(chunk)) =
            (merged, node.keys.first().and_then(|&chunk| document.chunks.get_mut(chunk)))
        {
            chunk.body = Body::Keys(merged);
        }
    }
    super::geometry::remove(document, &gone);
}

fn frames(document: &Document<'_>) -> Option<(i32, i32)> {
    let lists = document.chunks.iter().filter_map(|chunk| match &chunk.body {
        Body::Keys(keys) => Some(keys.records.to_vec::<i32>(0)),
        _ => None,
    });
    lists.flatten().fold(None, |range, frame| match range {
        None => Some((frame, frame)),
        Some((first, last)) => Some((frame.min(first), frame.max(last))),
    })
}

/// Moves all frames so that the first key is at 1.
pub(super) fn renumber(document: &mut Document<'_>) {
    let Some((first, _)) = frames(document).filter(|(first, _)| *first < 1) else { return };
    let by = 1i32.saturating_sub(first);
    each_keys(document, |keys| {
        let frames: Vec<i32> =
            keys.records.to_vec::<i32>(0).into_iter().map(|frame| frame.saturating_add(by)).collect();
        keys.records.set_column(0, &frames);
    });
    for chunk in &mut document.chunks {
        match &mut chunk.body {
            Body::Anim(anim) if anim.frames > 0 => anim.frames = anim.frames.saturating_add(by),
            Body::Seqs(sequence) => {
                sequence.first = sequence.first.saturating_add(by);
                sequence.last = sequence.last.saturating_add(by);
            }
            _ => {}
        }
    }
}

/// Gives keys without a length one: at the skinned mesh that they move, or at the root.
pub(super) fn add_anim(document: &mut Document<'_>) {
    let Some((_, last)) = frames(document).filter(|(_, last)| *last > 0) else { return };
    let present = document.chunks.iter_mut().find_map(|chunk| match &mut chunk.body {
        Body::Anim(anim) => Some(anim),
        _ => None,
    });
    if let Some(anim) = present {
        anim.frames = last;
        return;
    }
    let parts = Parts::read(document);
    let keyed =
        parts.nodes.iter().find(|node| !node.bones.is_empty() && !node.keys.is_empty() && node.around.is_some());
    let mesh = keyed.and_then(|node| parts.meshes.get(node.around?));
    let Some(node) = mesh.map_or(Some(0), |mesh| Some(mesh.node)).and_then(|node| parts.nodes.get(node)) else {
        return;
    };
    let Some(depth) = document.chunks.get(node.chunk).map(|chunk| chunk.depth + 1) else { return };
    // Right after the mesh, or after the fixed part.
    let start = node.meshes.first().copied().unwrap_or(node.chunk) + 1;
    let inner = if node.meshes.is_empty() { u32::MAX } else { depth };
    let rest = document.chunks.get(start..).unwrap_or_default();
    let at = start + rest.iter().take_while(|chunk| chunk.depth > inner).count();
    let anim = Anim { flags: 0, frames: last, fps: Anim::DEFAULT_RATE };
    document.chunks.insert(at, Chunk { depth, body: Body::Anim(anim) });
}

fn each_anim(document: &mut Document<'_>, mut change: impl FnMut(&mut Anim)) {
    for chunk in &mut document.chunks {
        if let Body::Anim(anim) = &mut chunk.body {
            change(anim);
        }
    }
}

/// Makes lengths reach the last key.
pub(super) fn lengthen(document: &mut Document<'_>) {
    let Some((_, last)) = frames(document) else { return };
    each_anim(document, |anim| {
        if anim.frames > 0 {
            anim.frames = anim.frames.max(last);
        }
    });
}

/// Keeps one length, the longest, where the first is.
pub(super) fn keep_one_anim(document: &mut Document<'_>) {
    let mut longest = 0;
    each_anim(document, |anim| longest = longest.max(anim.frames));
    let mut first = true;
    document.chunks.retain_mut(|chunk| match &mut chunk.body {
        Body::Anim(anim) => {
            anim.frames = longest;
            std::mem::take(&mut first)
        }
        _ => true,
    });
}

/// Makes rates that are not good the default one.
pub(super) fn set_rate(document: &mut Document<'_>, is_good: fn(f32) -> bool) {
    each_anim(document, |anim| {
        if !is_good(anim.fps) {
            anim.fps = Anim::DEFAULT_RATE;
        }
    });
}
