//! Further elements of vertices: `DeclData` lists them, `FVFData` has them as bits.

use super::Report;
use super::Source;
use crate::outline::Kind;
use glam::{Vec2, Vec3, Vec4};
use retromesh_core::Code;
use retromesh_core::mesh::Mesh;
use retromesh_kit::import::replace_non_finite;

/// An element of a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Element {
    /// The type of the data, as Direct3D 9 numbers them.
    kind: u32,
    /// What it is: as Direct3D 9 numbers usages.
    usage: u32,
    /// Which one of several.
    index: u32,
}

/// Usages of elements.
mod usage {
    pub(super) const POSITION: u32 = 0;
    pub(super) const NORMAL: u32 = 3;
    pub(super) const POINT_SIZE: u32 = 4;
    pub(super) const TEXTURE: u32 = 5;
    pub(super) const TANGENT: u32 = 6;
    pub(super) const BINORMAL: u32 = 7;
    pub(super) const COLOR: u32 = 10;
}

/// Bits of a flexible vertex format.
mod bit {
    pub(super) const POSITION: u32 = 0x2;
    pub(super) const NORMAL: u32 = 0x10;
    pub(super) const POINT_SIZE: u32 = 0x20;
    pub(super) const DIFFUSE: u32 = 0x40;
    pub(super) const SPECULAR: u32 = 0x80;
}

/// The type of a colour in one word: blue, green, red, alpha from the lowest byte on.
const COLOR: u32 = 4;

/// Returns how many words an element of a type has.
fn words(kind: u32) -> Option<usize> {
    Some(match kind {
        0..=3 => kind as usize + 1,
        4..=6 | 8 | 9 | 11 | 13..=15 => 1,
        7 | 10 | 12 | 16 => 2,
        _ => return None,
    })
}

/// Adds the elements of a mesh to what it has: texture coordinates, normals, tangents, colours.
pub(super) fn add(source: Source<'_>, mesh_object: u32, mesh: &mut Mesh, report: &mut Report) {
    let vertices = mesh.positions.len();
    for object in source.outline.children(mesh_object) {
        let mut values = source.values(object);
        let mut word = || values.integer().map(|word| word as u32);
        let elements = match source.outline.kind(object) {
            Kind::DeclData => {
                let count = word().unwrap_or(0);
                let element = |_| {
                    let [kind, _method, usage, index] = [word(), word(), word(), word()];
                    Some(Element { kind: kind?, usage: usage?, index: index? })
                };
                (0..count.min(64)).map_while(element).collect()
            }
            Kind::FvfData => flexible(word().unwrap_or(0), !mesh.uv_sets.is_empty()),
            _ => continue,
        };
        let count = word().unwrap_or(0) as usize;
        let data: Vec<u32> = std::iter::from_fn(word).take(count).collect();
        let size = |elements: &[Element]| elements.iter().map(|element| words(element.kind)).sum::<Option<usize>>();
        let is_extra = |element: &&Element| !matches!(element.usage, usage::POSITION);
        let extra: Vec<Element> = elements.iter().filter(is_extra).copied().collect();
        // The positions are those of the mesh; some writers repeat them.
        let fits = |elements: &&Vec<Element>| {
            size(elements).is_some_and(|size| size > 0 && size.checked_mul(vertices) == Some(data.len()))
        };
        let Some(elements) = [&extra, &elements].into_iter().find(fits) else {
            report.add(Code::LostChunk, "vertex elements that do not fit the vertices", 1, object);
            continue;
        };
        let stride = size(elements).unwrap_or(1);
        let mut offset = 0;
        for element in elements {
            store_element(*element, Column { data: &data, stride, offset }, mesh, object, report);
            offset += words(element.kind).unwrap_or(0);
        }
    }
}

/// Returns the elements of a flexible vertex format. Texture coordinates come after those that the mesh has.
fn flexible(bits: u32, has_coordinates: bool) -> Vec<Element> {
    let mut elements = Vec::new();
    let mut add = |kind: u32, usage: u32, index: u32| elements.push(Element { kind, usage, index });
    let has = |bit: u32| bits & bit != 0;
    if has(bit::POSITION) {
        add(2, usage::POSITION, 0);
    }
    if has(bit::NORMAL) {
        add(2, usage::NORMAL, 0);
    }
    if has(bit::POINT_SIZE) {
        add(0, usage::POINT_SIZE, 0);
    }
    if has(bit::DIFFUSE) {
        add(COLOR, usage::COLOR, 0);
    }
    if has(bit::SPECULAR) {
        add(COLOR, usage::COLOR, 1);
    }
    for set in 0..(bits >> 8 & 0xf).min(8) {
        // Two bits a set: two, three, four or one float.
        let kind = match bits >> (16 + 2 * set) & 3 {
            3 => 0,
            code => code + 1,
        };
        add(kind, usage::TEXTURE, set + u32::from(has_coordinates));
    }
    elements
}

/// The words of an element of all vertices.
#[derive(Clone, Copy)]
struct Column<'d> {
    data: &'d [u32],
    stride: usize,
    offset: usize,
}

impl Column<'_> {
    /// Returns the element of each vertex as floats; `missing` stands for what it has not.
    fn floats<const N: usize>(self, kind: u32, missing: [f32; N]) -> Vec<[f32; N]> {
        let read = |vertex: &[u32]| {
            let own = vertex.get(self.offset..).unwrap_or_default();
            let mut row = missing;
            for (slot, word) in row.iter_mut().zip(own.iter().take(kind as usize + 1)) {
                *slot = f32::from_bits(*word);
            }
            row
        };
        self.data.chunks_exact(self.stride).map(read).collect()
    }

    /// Returns the element of each vertex as a colour.
    fn colors(self) -> Vec<Vec4> {
        let read = |vertex: &[u32]| {
            let [b, g, r, a] = vertex.get(self.offset).copied().unwrap_or(u32::MAX).to_le_bytes().map(f32::from);
            Vec4::new(r, g, b, a) / 255.0
        };
        self.data.chunks_exact(self.stride).map(read).collect()
    }
}

/// Puts an element into the mesh, or reports that there is no place for it.
fn store_element(element: Element, column: Column<'_>, mesh: &mut Mesh, object: u32, report: &mut Report) {
    let set = element.index as usize;
    let is_float = element.kind <= 3;
    match element.usage {
        usage::TEXTURE if is_float && set < Mesh::MAX_UV_SETS && mesh.uv_sets.len() >= set => {
            let mut rows = column.floats(element.kind, [0.0; 2]);
            report.add(Code::NonFinite, "a texture coordinate", replace_non_finite(rows.iter_mut().flatten()), object);
            let uvs = rows.into_iter().map(Vec2::from_array).collect();
            match mesh.uv_sets.get_mut(set) {
                Some(own) => *own = uvs,
                None => mesh.uv_sets.push(uvs),
            }
            report.add(Code::LostUvSet, "third and fourth texture coordinates", usize::from(element.kind > 1), object);
        }
        // Corners with normals of their own have made further vertices.
        usage::NORMAL if is_float && mesh.normals.is_empty() => {
            let mut rows = column.floats(element.kind, [0.0; 3]);
            report.add(Code::NonFinite, "a normal", replace_non_finite(rows.iter_mut().flatten()), object);
            mesh.normals = rows.into_iter().map(Vec3::from_array).collect();
        }
        usage::POSITION | usage::NORMAL => {}
        usage::TANGENT if is_float && mesh.tangents.is_empty() => {
            let mut rows = column.floats(element.kind, [0.0, 0.0, 0.0, 1.0]);
            report.add(Code::NonFinite, "a tangent", replace_non_finite(rows.iter_mut().flatten()), object);
            mesh.tangents = rows.into_iter().map(Vec4::from_array).collect();
        }
        usage::BINORMAL if is_float && !mesh.tangents.is_empty() && element.index == 0 => {
            let rows = column.floats(element.kind, [0.0; 3]);
            let frame = mesh.tangents.iter_mut().zip(&mesh.normals).zip(rows);
            for ((tangent, normal), row) in frame {
                let side = normal.cross(tangent.truncate()).dot(Vec3::from_array(row));
                tangent.w = if side < 0.0 { -1.0 } else { 1.0 };
            }
        }
        usage::COLOR if element.kind == COLOR && element.index == 0 && mesh.color_sets.is_empty() => {
            mesh.color_sets.push(column.colors());
        }
        other => {
            let detail = format!("a vertex element of usage {other}, number {}", element.index);
            report.add(Code::LostAttributes, detail, 1, object);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_name_elements() {
        let uv = |index| Element { kind: 1, usage: usage::TEXTURE, index };
        let position = Element { kind: 2, usage: usage::POSITION, index: 0 };
        assert_eq!(flexible(0x102, true), [position, uv(1)]);
        assert_eq!(flexible(0x200, false), [uv(0), uv(1)]);
        assert_eq!(flexible(0x0003_0100, false), [Element { kind: 0, ..uv(0) }]);
    }
}
