//! Meshes: one vertex pool, many parts.

use crate::distinct::Kinds;
use crate::extras::Extras;
use crate::ids::MaterialId;
use glam::{Vec2, Vec3, Vec4};

/// A mesh, never split by material.
///
/// Every per-vertex array is empty (absent) or as long as `positions`.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mesh {
    /// The name as authored.
    pub name: String,
    /// Vertex positions in mesh space, in units.
    pub positions: Vec<Vec3>,
    /// Vertex normals as stored: pointing outward, not necessarily of unit length.
    pub normals: Vec<Vec3>,
    /// Vertex tangents; w is the sign of the bitangent `w * normal x tangent`.
    pub tangents: Vec<Vec4>,
    /// Colour sets: red, green, blue, alpha as stored, usually 0 to 1.
    pub color_sets: Vec<Vec<Vec4>>,
    /// Texture coordinate sets, up to [`Mesh::MAX_UV_SETS`]; the origin is the space's.
    pub uv_sets: Vec<Vec<Vec2>>,
    /// What moves each vertex; empty without a skeleton.
    pub weights: Weights,
    /// Further per-vertex values by name.
    pub attributes: Vec<Attribute>,
    /// The faces, by material.
    pub parts: Vec<Part>,
    /// Named sets of vertices and faces.
    pub selections: Vec<Selection>,
    /// Shapes that can be blended in.
    pub morph_targets: Vec<MorphTarget>,
    /// Whole-mesh positions at moments of time, ascending.
    pub vertex_frames: Vec<VertexFrame>,
    /// Values of the file that have no field here.
    pub extras: Extras,
}

impl Mesh {
    /// The maximum number of texture coordinate sets that a mesh has.
    pub const MAX_UV_SETS: usize = 8;

    /// Returns the number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.positions.len()
    }

    /// Returns which vertices are in one place, whatever else they have.
    pub fn places(&self) -> Kinds {
        // Adding 0.0 turns -0.0 into 0.0, so that equal positions have equal bits.
        let bits = |vertex: usize| (self.positions[vertex] + Vec3::ZERO).to_array().map(f32::to_bits);
        Kinds::among(self.positions.len(), bits, |a, b| bits(a) == bits(b))
    }

    /// Returns the number of the editor's point of each vertex, which is the attribute [`POINT`]; `None` where there is none.
    pub fn point_numbers(&self) -> Option<&[u32]> {
        let attribute = self.attributes.iter().find(|attribute| attribute.name == POINT)?;
        if let AttributeData::UInt(numbers) = &attribute.data { Some(numbers) } else { None }
    }

    /// Returns the number of faces of all parts.
    pub fn face_count(&self) -> usize {
        self.parts.iter().map(|part| part.faces.len()).sum()
    }

    /// Returns the number of triangles that all faces make.
    pub fn triangle_count(&self) -> usize {
        self.parts.iter().map(|part| part.faces.triangle_count()).sum()
    }
}

/// Joint weights of all vertices in compressed rows: any number per vertex.
///
/// The influences of vertex `v` are `influences[starts[v]..starts[v + 1]]`. Both arrays are empty for an unskinned mesh.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Weights {
    /// One entry per vertex and one more at the end, ascending.
    pub starts: Vec<u32>,
    /// The influences of all vertices in a row.
    pub influences: Vec<Influence>,
}

/// One joint's share in a vertex.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Influence {
    /// The number of the joint in the skeleton of the mesh's instance.
    pub joint: u32,
    /// The share: positive; those of a vertex sum to one after import.
    pub weight: f32,
}

impl Weights {
    /// Returns whether the mesh is unskinned.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns the influences of a vertex; none for one out of range.
    pub fn of(&self, vertex: usize) -> &[Influence] {
        match (self.starts.get(vertex), self.starts.get(vertex + 1)) {
            (Some(&start), Some(&end)) => self.influences.get(start as usize..end as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// Returns the influences of each vertex in turn.
    pub fn iter(&self) -> impl Iterator<Item = &[Influence]> {
        self.starts.windows(2).map(|pair| match *pair {
            [start, end] => self.influences.get(start as usize..end as usize).unwrap_or(&[]),
            _ => &[],
        })
    }

    /// Builds the rows from `(vertex, joint, weight)` triples by counting; the order within a vertex is kept.
    ///
    /// Triples of a vertex that is out of range are left out.
    pub fn from_triples(vertex_count: usize, triples: impl Iterator<Item = (u32, u32, f32)> + Clone) -> Self {
        let mut starts = vec![0u32; vertex_count + 1];
        for (vertex, _, _) in triples.clone() {
            if let Some(count) = starts.get_mut(vertex as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut influences = vec![Influence { joint: 0, weight: 0.0 }; sum as usize];
        let mut next = starts.clone();
        for (vertex, joint, weight) in triples {
            if (vertex as usize) < vertex_count
                && let Some(slot) = next.get_mut(vertex as usize)
            {
                if let Some(influence) = influences.get_mut(*slot as usize) {
                    *influence = Influence { joint, weight };
                }
                *slot += 1;
            }
        }
        Self { starts, influences }
    }

    /// Scales the weights of each vertex whose sum is further than `near` from one, and drops those that vanish against the others.
    /// Returns how many sums were off by more than `notable`, and how many weights vanished.
    pub fn normalize(&mut self, near: f64, notable: f64) -> (usize, usize) {
        let mut off = 0;
        for pair in self.starts.windows(2) {
            let &[start, end] = pair else { continue };
            let Some(row) = self.influences.get_mut(start as usize..end as usize) else { continue };
            let sum: f64 = row.iter().map(|influence| f64::from(influence.weight)).sum();
            let error = (sum - 1.0).abs();
            if sum > 0.0 && error > near {
                off += usize::from(error > notable);
                row.iter_mut().for_each(|influence| influence.weight = (f64::from(influence.weight) / sum) as f32);
            }
        }
        (off, self.retain(|influence| influence.weight > 0.0))
    }

    /// Keeps some influences; returns how many were dropped.
    pub fn retain(&mut self, keep: impl Fn(&Influence) -> bool) -> usize {
        let before = self.influences.len();
        if self.influences.iter().all(&keep) {
            return 0;
        }
        let mut kept = Self { starts: Vec::with_capacity(self.starts.len()), influences: Vec::with_capacity(before) };
        kept.starts.push(0);
        for row in self.iter() {
            kept.influences.extend(row.iter().copied().filter(&keep));
            kept.starts.push(kept.influences.len() as u32);
        }
        *self = kept;
        before - self.influences.len()
    }
}

/// The [`Attribute`] with the number of the editor's point of each vertex: several vertices may be one point. Other programs keep it.
pub const POINT: &str = "_POINT";
/// The attribute with the flags of the editor's point of each vertex.
pub const POINT_FLAGS: &str = "_POINT_FLAGS";

/// A per-vertex array with a name of its own.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Attribute {
    /// The name, in capitals with a leading underscore as in glTF: `_POINT`.
    pub name: String,
    /// The values.
    pub data: AttributeData,
}

/// The values of an [`Attribute`].
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AttributeData {
    /// `components` (1 to 4) numbers per vertex.
    Float {
        /// Numbers per vertex.
        components: u8,
        /// `components` times the vertex count.
        values: Vec<f32>,
    },
    /// One integer per vertex.
    UInt(Vec<u32>),
}

/// Faces that share a material.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Part {
    /// The name as authored.
    pub name: String,
    /// The material; `None` is the plain white default.
    pub material: Option<MaterialId>,
    /// The faces.
    pub faces: Faces,
    /// Raw flags of each face; empty, or one entry a face.
    pub face_flags: Vec<u32>,
    /// Values of the file that have no field here.
    pub extras: Extras,
}

/// Faces as vertex indices, with the winding that the scene's space says.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Faces {
    /// Triangles.
    Triangles(Vec<[u32; 3]>),
    /// Polygons of three or more corners: face `f` is `indices[starts[f]..starts[f + 1]]`.
    Polygons {
        /// One entry per face and one more at the end, ascending.
        starts: Vec<u32>,
        /// The corners of all faces in a row.
        indices: Vec<u32>,
    },
}

impl Default for Faces {
    fn default() -> Self {
        Self::Triangles(Vec::new())
    }
}

impl Faces {
    /// Returns the number of faces.
    pub fn len(&self) -> usize {
        match self {
            Self::Triangles(triangles) => triangles.len(),
            Self::Polygons { starts, .. } => starts.len().saturating_sub(1),
        }
    }

    /// Returns whether there is no face.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of triangles: two less for each face than it has corners.
    pub fn triangle_count(&self) -> usize {
        match self {
            Self::Triangles(triangles) => triangles.len(),
            Self::Polygons { .. } => self.iter().map(|face| face.len().saturating_sub(2)).sum(),
        }
    }

    /// Returns the corners of each face.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let (triangles, starts, indices): (&[[u32; 3]], &[u32], &[u32]) = match self {
            Self::Triangles(triangles) => (triangles, &[], &[]),
            Self::Polygons { starts, indices } => (&[], starts, indices),
        };
        let polygons = starts.windows(2).map(move |pair| match *pair {
            [start, end] => indices.get(start as usize..end as usize).unwrap_or(&[]),
            _ => &[],
        });
        triangles.iter().map(<[u32; 3]>::as_slice).chain(polygons)
    }

    /// Returns the corners of a face.
    pub fn get(&self, face: usize) -> Option<&[u32]> {
        match self {
            Self::Triangles(triangles) => triangles.get(face).map(<[u32; 3]>::as_slice),
            Self::Polygons { starts, indices } => match starts.get(face..face.checked_add(2)?)? {
                &[start, end] => indices.get(start as usize..end as usize),
                _ => None,
            },
        }
    }

    /// Returns all vertex indices in a row.
    pub fn indices(&self) -> &[u32] {
        match self {
            Self::Triangles(triangles) => triangles.as_flattened(),
            Self::Polygons { indices, .. } => indices,
        }
    }

    /// Reverses the corner order of every face, keeping its first corner.
    pub fn flip(&mut self) {
        match self {
            Self::Triangles(triangles) => triangles.iter_mut().for_each(|t| t.swap(1, 2)),
            Self::Polygons { starts, indices } => {
                for pair in starts.windows(2) {
                    let &[start, end] = pair else { continue };
                    if let Some(tail) = indices.get_mut(start as usize..end as usize).and_then(|f| f.get_mut(1..)) {
                        tail.reverse();
                    }
                }
            }
        }
    }
}

/// Returns the triangles of a polygon, fanned out from its first corner.
pub(crate) fn fan(face: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let first = face.first().copied().unwrap_or(0);
    face.windows(2).skip(1).map(move |pair| match *pair {
        [a, b] => [first, a, b],
        _ => [first; 3],
    })
}

/// A named set of vertices and faces.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Selection {
    /// The name as authored; may repeat.
    pub name: String,
    /// Vertex numbers, ascending.
    pub vertices: Vec<u32>,
    /// How much each vertex belongs to it, 0 to 1; empty when all belong fully.
    pub weights: Vec<f32>,
    /// Face numbers counted through all parts in order.
    pub faces: Vec<u32>,
    /// Values of the file that have no field here.
    pub extras: Extras,
}

/// A shape that can be blended in: what it adds to the mesh's own values.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MorphTarget {
    /// The name as authored.
    pub name: String,
    /// What is added to each position; empty or one a vertex.
    pub positions: Vec<Vec3>,
    /// What is added to each normal; empty or one a vertex.
    pub normals: Vec<Vec3>,
    /// What is added to each tangent; empty or one a vertex.
    pub tangents: Vec<Vec3>,
    /// The weight when nothing animates it.
    pub weight: f32,
}

/// All positions of a mesh at one moment.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VertexFrame {
    /// The moment, in the file's own measure (for P3D a phase, usually 0 to 1).
    pub time: f32,
    /// One position a vertex.
    pub positions: Vec<Vec3>,
}
