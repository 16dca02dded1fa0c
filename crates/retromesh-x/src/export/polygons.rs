//! Faces as they are written.

use retromesh_core::mesh::Faces;
use retromesh_core::scene::{MeshInstance, Scene};
use retromesh_core::{MaterialId, Triangulator};
use retromesh_kit::export::parts_of;

/// The faces of a mesh in the order in which they are written.
pub(super) struct Polygons {
    starts: Vec<u32>,
    indices: Vec<u32>,
    /// The place of each face's material in `used`.
    pub(super) materials: Vec<u32>,
    /// The materials; `None` is plain white.
    pub(super) used: Vec<Option<MaterialId>>,
    /// Faces that became triangles.
    pub(super) cut: usize,
}

impl Polygons {
    /// Begins without a face, over these materials.
    pub(super) fn new(used: Vec<Option<MaterialId>>) -> Self {
        Self { starts: vec![0], indices: Vec::new(), materials: Vec::new(), used, cut: 0 }
    }

    /// Lists the faces of all parts; those that the triangles of their first corner do not cover become triangles, as readers fan out the others.
    pub(super) fn of(scene: &Scene, instance: &MeshInstance) -> Self {
        let positions = &scene[instance.mesh].positions;
        let mut triangulator = Triangulator::default();
        let mut polygons = Self::new(Vec::new());
        let mut triangles = Vec::new();
        for (part, material) in parts_of(scene, instance) {
            if part.faces.is_empty() {
                continue;
            }
            let known = polygons.used.iter().position(|&used| used == material);
            let number = known.unwrap_or_else(|| {
                polygons.used.push(material);
                polygons.used.len() - 1
            }) as u32;
            for face in part.faces.iter() {
                if matches!(part.faces, Faces::Triangles(_)) || triangulator.fans(positions, face) {
                    polygons.add(face, number);
                    continue;
                }
                triangles.clear();
                triangulator.add(positions, face, &mut triangles);
                polygons.cut += 1;
                triangles.iter().for_each(|triangle| polygons.add(triangle, number));
            }
        }
        polygons
    }

    pub(super) fn add(&mut self, face: &[u32], material: u32) {
        self.indices.extend_from_slice(face);
        self.starts.push(self.indices.len() as u32);
        self.materials.push(material);
    }

    pub(super) fn faces(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.starts.windows(2).map(|pair| &self.indices[pair[0] as usize..pair[1] as usize])
    }
}
