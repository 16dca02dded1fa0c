//! Meshes and what deforms them.

use super::{Floats, Integers, List, Name};

/// Faces that share a material.
#[repr(C)]
pub struct Part {
    /// The name as authored.
    pub name: Name,
    /// The material, or RETROMESH_NONE for plain white.
    pub material: u32,
    /// How many faces there are.
    pub face_count: usize,
    /// How many triangles the faces make: see `retromesh_triangles`.
    pub triangle_count: usize,
    /// The vertices of all corners. Where `starts` is empty, each three are a triangle.
    pub corners: Integers,
    /// Where the corners of each face begin, and one number more, where those of the last end.
    pub starts: Integers,
    /// The raw flags of each face; may be empty.
    pub face_flags: Integers,
}

/// A named set of vertices and faces.
#[repr(C)]
pub struct Selection {
    /// The name as authored; may repeat.
    pub name: Name,
    /// Vertices, ascending.
    pub vertices: Integers,
    /// How much each of these vertices belongs to it, 0 to 1; empty when all belong fully.
    pub weights: Floats,
    /// Faces, counted through all parts in order.
    pub faces: Integers,
}

/// A shape that can be blended in.
#[repr(C)]
pub struct Morph {
    /// The name as authored.
    pub name: Name,
    /// What is added to each position; may be empty.
    pub positions: Floats,
    /// What is added to each normal; may be empty.
    pub normals: Floats,
    /// The weight when nothing animates it.
    pub weight: f32,
}

/// All positions of a mesh at one moment.
#[repr(C)]
pub struct VertexFrame {
    /// The moment, in the file's own measure.
    pub time: f32,
    /// One position a vertex.
    pub positions: Floats,
}

/// A mesh. What is a row a vertex is empty or has as many rows as `positions`.
#[repr(C)]
pub struct Mesh {
    /// The name as authored.
    pub name: Name,
    /// Positions, in units.
    pub positions: Floats,
    /// Normals as stored: not necessarily of unit length.
    pub normals: Floats,
    /// Tangents; the fourth number is the sign of the bitangent.
    pub tangents: Floats,
    /// Sets of texture coordinates.
    pub uv_sets: List<Floats>,
    /// Sets of colours: red, green, blue, alpha, usually 0 to 1.
    pub color_sets: List<Floats>,
    /// Where the influences of each vertex begin, and one number more, where those of the last end. Empty without a skeleton.
    pub influence_starts: Integers,
    /// The joint of each influence, by its place in the skeleton of the node.
    pub influence_joints: Integers,
    /// The weight of each influence; those of a vertex sum to one.
    pub influence_weights: Floats,
    /// The faces, by material.
    pub parts: List<Part>,
    /// Named sets of vertices and faces.
    pub selections: List<Selection>,
    /// Shapes that can be blended in.
    pub morphs: List<Morph>,
    /// Whole-mesh positions at moments of time.
    pub vertex_frames: List<VertexFrame>,
}

/// A list of joints.
#[repr(C)]
pub struct Skeleton {
    /// The name as authored.
    pub name: Name,
    /// The nodes that are joints.
    pub joints: Integers,
    /// From mesh space in the bind pose to each joint's space, column after column. A vertex is the weighted sum of
    /// `world(joint) * inverse_bind * position`.
    pub inverse_binds: Floats,
}
