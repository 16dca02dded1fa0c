//! Normals of unit length.

use glam::Vec3;
use retromesh_core::mesh::Mesh;
use retromesh_core::space::Space;
use retromesh_core::unit;
use std::borrow::Cow;

/// The normals of a mesh at unit length.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitNormals<'m> {
    /// One normal a vertex; none where the mesh has none.
    pub normals: Cow<'m, [Vec3]>,
    /// Normals without a length, which were replaced by those of the faces around.
    pub replaced: usize,
    /// Normals of another length, which were scaled.
    pub scaled: usize,
}

/// Returns the normals of a mesh at unit length; those whose squared length is within `tolerance` of one stay as they are.
///
/// Normals without a direction become what [`Mesh::recompute_normals`] gives their vertices.
pub fn unit_normals<'m>(mesh: &'m Mesh, space: &Space, tolerance: f32) -> UnitNormals<'m> {
    let is_unit = |normal: &Vec3| (normal.length_squared() - 1.0).abs() <= tolerance;
    if mesh.normals.iter().all(is_unit) {
        return UnitNormals { normals: Cow::Borrowed(&mesh.normals), replaced: 0, scaled: 0 };
    }
    let mut of_faces = None;
    let (mut replaced, mut scaled) = (0, 0);
    let normal = |(vertex, normal): (usize, &Vec3)| {
        if is_unit(normal) {
            return *normal;
        }
        if let Some(normal) = unit(*normal) {
            scaled += 1;
            return normal;
        }
        replaced += 1;
        of_faces.get_or_insert_with(|| mesh.computed_normals(space))[vertex]
    };
    let normals = mesh.normals.iter().enumerate().map(normal).collect();
    UnitNormals { normals, replaced, scaled }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh_core::mesh::{Faces, Part};

    #[test]
    fn unusual_normals_are_scaled_or_replaced() {
        let part = Part { faces: Faces::Triangles(vec![[0, 1, 2]]), ..Part::default() };
        let mut mesh = Mesh {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
            normals: vec![Vec3::X, Vec3::Y * 1e-30, Vec3::ZERO],
            parts: vec![part],
            ..Mesh::default()
        };
        let found = unit_normals(&mesh, &Space::GLTF, 1e-6);
        assert_eq!(*found.normals, [Vec3::X, Vec3::Y, Vec3::Z]);
        assert_eq!((found.replaced, found.scaled), (1, 1));
        mesh.normals = vec![Vec3::X * 1.0005; 3];
        assert!(matches!(unit_normals(&mesh, &Space::GLTF, 2e-3).normals, Cow::Borrowed(_)));
        mesh.normals.clear();
        assert!(unit_normals(&mesh, &Space::GLTF, 0.0).normals.is_empty());
    }
}
