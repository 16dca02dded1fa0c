//! Rules about keys and lengths.

use super::{Id, Inspection};
use crate::document::{Body, Keys};
use retromesh_core::keyframes::is_rate;

pub(super) fn lint(inspection: &mut Inspection<'_>) {
    let document = inspection.document;
    let nodes = std::mem::take(&mut inspection.parts.nodes);
    let (mut anims, mut last, mut first_keys) = (Vec::new(), i32::MIN, None);
    for node in &nodes {
        inspection.add(Id::SeveralKeys, node.keys.get(1).copied().unwrap_or(0), usize::from(node.keys.len() > 1));
        for &chunk in &node.keys {
            let Some(Body::Keys(keys)) = document.chunks.get(chunk).map(|chunk| &chunk.body) else { continue };
            let frames = keys.records.to_vec::<i32>(0);
            let Some(highest) = frames.iter().max() else { continue };
            last = last.max(*highest);
            first_keys = first_keys.or(Some(chunk));
            let unordered = frames.iter().zip(frames.iter().skip(1)).filter(|(a, b)| a >= b).count();
            inspection.add(Id::KeyOrder, chunk, unordered);
            inspection.add(Id::FirstFrame, chunk, frames.iter().filter(|&&frame| frame < 1).count());
            inspection.add(Id::Rotation, chunk, non_unit_rotations(keys));
            inspection.add(Id::NotFinite, chunk, not_finite(keys));
        }
        for &chunk in &node.anims {
            if let Some(Body::Anim(anim)) = document.chunks.get(chunk).map(|chunk| &chunk.body) {
                anims.push((chunk, anim));
            }
        }
        if let Some(Body::Node(fixed)) = document.chunks.get(node.chunk).map(|chunk| &chunk.body) {
            inspection.add(Id::Rotation, node.chunk, usize::from(is_off(fixed.rotation)));
            let mut numbers = fixed.position.iter().chain(&fixed.scale).chain(&fixed.rotation);
            inspection.add(Id::NotFinite, node.chunk, usize::from(numbers.any(|value| !value.is_finite())));
        }
    }
    if let Some(keys) = first_keys {
        let end = anims.iter().map(|(_, anim)| anim.frames).fold(last, i32::max);
        for (chunk, body) in document.chunks.iter().map(|chunk| &chunk.body).enumerate() {
            let is_beyond = matches!(body, Body::Seqs(sequence) if sequence.first.max(sequence.last) > end);
            inspection.add(Id::SequenceBeyondKeys, chunk, usize::from(is_beyond));
        }
        let without = !anims.iter().any(|(_, anim)| anim.frames > 0);
        inspection.add(Id::KeysWithoutAnim, keys, usize::from(without));
        let beyond = anims.iter().filter(|(_, anim)| anim.frames > 0 && anim.frames < last);
        let chunks: Vec<usize> = beyond.map(|(chunk, _)| *chunk).collect();
        inspection.add(Id::KeysBeyondAnim, chunks.first().copied().unwrap_or(0), chunks.len());
    }
    let has_anim = |is_root: bool| nodes.iter().any(|node| (node.depth == 0) == is_root && !node.anims.is_empty());
    let is_still = has_anim(false) && !has_anim(true);
    inspection.add(Id::StillRoot, nodes.first().map_or(0, |node| node.chunk), usize::from(is_still));
    let second = anims.get(1).map_or(0, |(chunk, _)| *chunk);
    inspection.add(Id::SeveralAnims, second, anims.len().saturating_sub(1));
    for (chunk, anim) in &anims {
        inspection.add(Id::Rate, *chunk, usize::from(!is_rate(anim.fps)));
        inspection.add(Id::NotFinite, *chunk, usize::from(!anim.fps.is_finite()));
    }
    inspection.parts.nodes = nodes;
}

/// Returns whether a rotation is not of unit length.
pub(crate) fn is_off(wxyz: [f32; 4]) -> bool {
    (wxyz.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() > 2e-3
}

fn non_unit_rotations(keys: &Keys<'_>) -> usize {
    let Some(offset) = keys.offset(Keys::ROTATION) else { return 0 };
    keys.records.to_vec::<[f32; 4]>(offset).into_iter().filter(|&wxyz| is_off(wxyz)).count()
}

/// Counts the numbers of keys that are none. Frame numbers may look so when they are huge.
fn not_finite(keys: &Keys<'_>) -> usize {
    let words = keys.records.stride() / 4;
    let values = keys.records.bytes().as_chunks::<4>().0.iter().enumerate().filter(|(at, _)| at % words != 0);
    values.filter(|(_, bytes)| !f32::from_le_bytes(**bytes).is_finite()).count()
}
