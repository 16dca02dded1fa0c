//! Meshes of more vertices than 16 bits number, cut into several.

use super::polygons::Polygons;
use retromesh_core::mesh::Mesh;
use retromesh_kit::export::{Piece, split};
use retromesh_kit::vertices::pick_vertices;

/// The maximum number of vertices that Irrlicht and Blitz3D number.
pub(super) const MAX_VERTICES: usize = 65_535;

/// Cuts a mesh into pieces of few enough vertices; polygons become triangles.
pub(super) fn cut(mesh: &Mesh, polygons: &Polygons) -> Vec<(Mesh, Polygons)> {
    let mut triangles = Vec::new();
    let mut materials = Vec::new();
    for (face, &material) in polygons.faces().zip(&polygons.materials) {
        let Some((&first, others)) = face.split_first() else { continue };
        for pair in others.windows(2) {
            triangles.push([first, pair[0], pair[1]]);
            materials.push(material);
        }
    }
    let mut materials = materials.into_iter();
    let pieces = split(triangles.into_iter(), mesh.positions.len(), MAX_VERTICES);
    let mut cut = |piece: &Piece| {
        let mut own = Polygons::new(polygons.used.clone());
        // Pieces have the triangles in their order.
        piece.triangles.iter().zip(materials.by_ref()).for_each(|(corners, material)| own.add(corners, material));
        (part(mesh, piece), own)
    };
    pieces.iter().map(&mut cut).collect()
}

/// Returns the vertices of a piece as a mesh.
fn part(mesh: &Mesh, piece: &Piece) -> Mesh {
    let mut part = Mesh { parts: Vec::new(), selections: Vec::new(), ..mesh.clone() };
    pick_vertices(&mut part, &piece.sources);
    part
}
