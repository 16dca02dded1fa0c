//! Fixes of vertex and face lists.

use crate::codec::face::Face;
use crate::codec::st;
use crate::document::{Document, Mesh};
use crate::vertex::{Bits, Form, UvLayout, mark_current};
use std::borrow::Cow;

/// The maximum number of vertices of a mesh: the count has 16 bits.
const MAX_COUNT: usize = 65_535;
/// The engine reads up to this many bytes beyond the last vertex or face.
const SPARE: usize = 8;

/// Brings texture coordinates of 128-bit vertices to the current layout; returns how many.
pub(super) fn renew_uvs(document: &mut Document<'_>) -> usize {
    let mut changed = 0;
    for n in 0..document.meshes.len() {
        let old = document.uv_layout(n) == UvLayout::Old;
        if let Some(mesh) = document.meshes.get_mut(n).filter(|_| old) {
            let count = usize::from(mesh.def.vertex_count);
            mesh.vertices = Cow::Owned(current_layout(&mesh.vertices, count, &mut changed));
        }
    }
    changed
}

/// Returns a vertex list with the coordinates of its 128-bit vertices in the current layout.
fn current_layout(bytes: &[u8], count: usize, changed: &mut usize) -> Vec<u8> {
    let mut fresh = bytes.to_vec();
    let mut at = 0;
    for bits in Bits::walk(bytes).take(count) {
        if bits.form == Form::V128
            && let Some(place) = fresh.get_mut(at + 8..at + 12)
        {
            place.copy_from_slice(&st::encode14(st::decode16(bits.second as u32)).to_le_bytes());
            *changed += 1;
        }
        at += bits.form.size();
    }
    mark_current(&mut fresh, count);
    fresh
}

/// Makes two triangles of each quad of 64 bits.
pub(super) fn split_wide_quads(document: &mut Document<'static>) {
    for n in 0..document.meshes.len() {
        let Some(mesh) = document.meshes.get(n) else { continue };
        if !mesh.faces().any(|face| face.quad && face.wide) {
            continue;
        }
        let (mut fresh, mut stream, mut kinds) = (Vec::new(), mesh.faces(), [false; 3]);
        for face in stream.by_ref() {
            let [a, b, c, d] = face.corners;
            let pair = [Face::triangle([a, b, c]), Face::triangle([a, c, d])];
            let written = if face.quad && face.wide { &pair[..] } else { &[face][..] };
            for face in written {
                face.write(&mut fresh);
                let [quads, wide, narrow] = kinds;
                kinds = [quads || face.quad, wide || face.wide, narrow || !face.wide];
            }
        }
        let form = match kinds {
            [false, false, _] => 0,
            [false, true, false] => 2,
            _ => 1,
        };
        replace(document, n, |mesh| (&mut mesh.faces, &mut mesh.def.faces, &mut mesh.def.face_bytes), fresh);
        if let Some(mesh) = document.meshes.get_mut(n) {
            mesh.def.flags = mesh.def.flags & !0xc | form << 2;
            recount(mesh);
        }
    }
}

/// Declares the number of list entries, which is what the engine reads.
pub(super) fn count_faces(document: &mut Document<'static>) {
    document.meshes.iter_mut().for_each(recount);
}

fn recount(mesh: &mut Mesh<'_>) {
    if let Ok(count) = u16::try_from(mesh.faces().count()) {
        mesh.def.face_count = count;
    }
}

/// Appends copies of the first vertex, which no face uses, until there are as many as faces.
pub(super) fn pad_vertices(document: &mut Document<'static>) {
    for n in 0..document.meshes.len() {
        let layout = document.uv_layout(n);
        let Some(mesh) = document.meshes.get(n) else { continue };
        // The declared number of faces may be anything; those that are there bound what is written.
        let (vertices, faces) = (usize::from(mesh.def.vertex_count), mesh.faces().count().min(MAX_COUNT));
        let used: usize = Bits::walk(&mesh.vertices).take(vertices).map(|bits| bits.form.size()).sum();
        let first = Bits::walk(&mesh.vertices).next().map_or(0, |bits| bits.form.size());
        let (Some(kept), Some(first)) = (mesh.vertices.get(..used), mesh.vertices.get(..first)) else { continue };
        if vertices == 0 || faces <= vertices {
            continue;
        }
        let fresh = [kept, &first.repeat(faces - vertices)].concat();
        // Copies must not make the coordinates look like those of the other layout.
        if UvLayout::judge(&fresh, faces) == layout {
            replace(document, n, |m| (&mut m.vertices, &mut m.def.vertices, &mut m.def.vertex_bytes), fresh);
            if let Some(mesh) = document.meshes.get_mut(n) {
                mesh.def.vertex_count = faces as u16;
            }
        }
    }
}

/// Sorts the meshes of a static model of one level, the smallest last: their order is not seen.
pub(super) fn put_smallest_last(document: &mut Document<'static>) {
    let all = |lod: crate::document::LodDef| lod.first == 0 && usize::from(lod.count) == document.meshes.len();
    let silent = |lod: crate::document::LodDef| lod.first == 0 && lod.count == 0;
    if document.bones.is_empty() && document.lods.len() < 2 && document.lods.iter().all(|lod| all(lod) || silent(lod)) {
        document.meshes.sort_by_key(|mesh| std::cmp::Reverse(mesh.def.vertex_count));
    }
}

/// Returns the bytes of a list, its offset and its size.
type List = for<'m> fn(&'m mut Mesh<'static>) -> (&'m mut Cow<'static, [u8]>, &'m mut u32, &'m mut u32);

/// Puts a list in the place of a mesh's old one, or at the end of the file where it is longer.
fn replace(document: &mut Document<'static>, mesh: usize, list: List, fresh: Vec<u8>) {
    let end = document.size.next_multiple_of(8);
    let Some(mesh) = document.meshes.get_mut(mesh) else { return };
    let (bytes, offset, size) = list(mesh);
    *size = fresh.len() as u32;
    let longer = fresh.len() > bytes.len();
    *bytes = Cow::Owned(fresh);
    if longer {
        *offset = end as u32;
        document.size = end + *size as usize + SPARE;
    }
}
