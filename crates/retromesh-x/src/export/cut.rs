//! Meshes of more vertices than 16 bits number, cut into several.

use super::meshes::Polygons;
use retromesh_core::mesh::{Mesh, Weights};
use retromesh_kit::export::{Piece, split};

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
    Mesh {
        name: mesh.name.clone(),
        positions: piece.pick(&mesh.positions),
        normals: piece.pick(&mesh.normals),
        uv_sets: mesh.uv_sets.iter().map(|set| piece.pick(set)).collect(),
        color_sets: mesh.color_sets.iter().map(|set| piece.pick(set)).collect(),
        weights: weights(mesh, piece),
        ..Mesh::default()
    }
}

fn weights(mesh: &Mesh, piece: &Piece) -> Weights {
    if mesh.weights.is_empty() {
        return Weights::default();
    }
    let mut weights = Weights { starts: vec![0], influences: Vec::new() };
    for &vertex in &piece.sources {
        weights.influences.extend_from_slice(mesh.weights.of(vertex as usize));
        weights.starts.push(weights.influences.len() as u32);
    }
    weights
}
