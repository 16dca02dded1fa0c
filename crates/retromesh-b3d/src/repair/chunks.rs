//! Puts chunks in another order.

use crate::document::{Body, Chunk, Document};

/// Puts nodes after all other chunks of the node around them.
pub(super) fn put_nodes_last(document: &mut Document<'_>) {
    reorder(document, |chunk, _| usize::from(matches!(chunk.body, Body::Node(_))));
}

/// Puts nodes that hold bones before those that hold meshes.
pub(super) fn put_bones_first(document: &mut Document<'_>) {
    reorder(document, |chunk, holds_mesh| match chunk.body {
        Body::Node(_) => 1 + usize::from(holds_mesh),
        _ => 0,
    });
}

/// Sorts the chunks inside each node by a rank that sees whether a mesh is inside.
fn reorder(document: &mut Document<'_>, rank: impl Fn(&Chunk<'_>, bool) -> usize) {
    let chunks = &document.chunks;
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); chunks.len()];
    let mut parents: Vec<Option<usize>> = Vec::with_capacity(chunks.len());
    let mut open: Vec<usize> = Vec::new();
    let mut roots = Vec::new();
    for (index, chunk) in chunks.iter().enumerate() {
        open.truncate(chunk.depth as usize);
        parents.push(open.last().copied());
        match open.last().and_then(|&parent| children.get_mut(parent)) {
            Some(list) => list.push(index),
            None => roots.push(index),
        }
        open.push(index);
    }
    let mut holds: Vec<bool> = chunks.iter().map(|chunk| matches!(chunk.body, Body::Mesh { .. })).collect();
    for index in (0..chunks.len()).rev() {
        if holds.get(index) == Some(&true)
            && let Some(slot) = parents.get(index).copied().flatten().and_then(|parent| holds.get_mut(parent))
        {
            *slot = true;
        }
    }
    for (index, list) in children.iter_mut().enumerate() {
        if matches!(chunks.get(index).map(|chunk| &chunk.body), Some(Body::Node(_))) {
            let key = |&child: &usize| chunks.get(child).map(|c| rank(c, holds.get(child) == Some(&true)));
            list.sort_by_key(key);
        }
    }
    let mut taken: Vec<Option<Chunk<'_>>> = std::mem::take(&mut document.chunks).into_iter().map(Some).collect();
    let mut stack: Vec<usize> = roots.into_iter().rev().collect();
    while let Some(index) = stack.pop() {
        document.chunks.extend(taken.get_mut(index).and_then(Option::take));
        stack.extend(children.get(index).into_iter().flatten().rev());
    }
}
