//! Repairs brushes and textures.

use crate::document::{Body, Brush, Brushes, Chunk, Document};
use retromesh_wire::{RawStr, Rows};

fn brushes<'a>(document: &Document<'a>) -> Vec<Brush<'a>> {
    let lists = document.chunks.iter().filter_map(|chunk| match &chunk.body {
        Body::Brus(list) => Some(&list.brushes),
        _ => None,
    });
    lists.flatten().cloned().collect()
}

fn is_known(id: i32, count: usize) -> bool {
    usize::try_from(id).is_ok_and(|id| id < count)
}

pub(super) fn drop_unknown_brushes(document: &mut Document<'_>) {
    let count = brushes(document).len();
    for chunk in &mut document.chunks {
        if let Body::Mesh { brush_id } | Body::Tris { brush_id, .. } = &mut chunk.body
            && !is_known(*brush_id, count)
        {
            *brush_id = -1;
        }
    }
}

pub(super) fn drop_unknown_textures(document: &mut Document<'_>) {
    let textures = |chunk: &Chunk<'_>| if let Body::Texs(list) = &chunk.body { list.len() } else { 0 };
    let count = document.chunks.iter().map(textures).sum();
    for chunk in &mut document.chunks {
        let Body::Brus(list) = &mut chunk.body else { continue };
        for brush in &mut list.brushes {
            let ids: Vec<i32> = brush.textures.iter().map(|id| if is_known(id, count) { id } else { -1 }).collect();
            brush.textures = Rows::from(ids);
        }
    }
}

/// Gives triangles the brush that the engine makes of theirs and the mesh's.
pub(super) fn combine_brushes(document: &mut Document<'_>) {
    let all = brushes(document);
    let mut added: Vec<((i32, i32), Brush<'_>)> = Vec::new();
    let mut mesh = -1;
    for chunk in &mut document.chunks {
        match &mut chunk.body {
            Body::Mesh { brush_id } => mesh = std::mem::replace(brush_id, -1),
            Body::Tris { brush_id, .. } if mesh >= 0 => {
                let at = |id: i32| usize::try_from(id).ok().and_then(|id| all.get(id));
                match (at(*brush_id), at(mesh)) {
                    (None, _) => *brush_id = mesh,
                    (Some(_), None) => {}
                    (Some(own), Some(over)) => {
                        let key = (*brush_id, mesh);
                        let known = added.iter().position(|(pair, _)| *pair == key);
                        let number = known.unwrap_or_else(|| {
                            added.push((key, combine(own, over)));
                            added.len() - 1
                        });
                        *brush_id = (all.len() + number) as i32;
                    }
                }
            }
            _ => {}
        }
    }
    let slots = added.iter().map(|(_, brush)| brush.textures.len()).max().unwrap_or(0);
    let brushes: Vec<Brush<'_>> = added
        .into_iter()
        .map(|(_, brush)| {
            let mut ids = brush.textures.to_vec();
            ids.resize(slots, -1);
            Brush { textures: Rows::from(ids), ..brush }
        })
        .collect();
    let last = document.chunks.iter().rposition(|chunk| matches!(chunk.body, Body::Brus(_)));
    if let Some(last) = last.filter(|_| !brushes.is_empty()) {
        let body = Body::Brus(Box::new(Brushes { slots: slots as u32, brushes }));
        document.chunks.insert(last + 1, Chunk { depth: 0, body });
    }
}

fn combine<'a>(own: &Brush<'a>, over: &Brush<'a>) -> Brush<'a> {
    let mut brush = own.clone();
    brush.color.iter_mut().zip(over.color).for_each(|(a, b)| *a *= b);
    brush.shininess += over.shininess;
    brush.fx |= over.fx;
    if over.blend != 0 {
        brush.blend = over.blend;
    }
    let (own, over) = (own.textures.to_vec(), over.textures.to_vec());
    let at = |list: &[i32], slot: usize| list.get(slot).copied().filter(|&id| id >= 0);
    let slots = own.len().max(over.len());
    let ids: Vec<i32> = (0..slots).map(|slot| at(&over, slot).or(at(&own, slot)).unwrap_or(-1)).collect();
    brush.textures = Rows::from(ids);
    brush
}

pub(super) fn strip_folders(document: &mut Document<'_>) {
    for chunk in &mut document.chunks {
        let Body::Texs(list) = &mut chunk.body else { continue };
        for texture in list {
            let bytes = texture.file.bytes();
            let name = bytes.rsplit(|byte| matches!(byte, b'/' | b'\\')).next().unwrap_or_default().to_vec();
            texture.file = RawStr::new(name);
        }
    }
}
