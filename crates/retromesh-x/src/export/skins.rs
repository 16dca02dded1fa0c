//! Weights of the bones of a mesh.

use super::Exporter;
use retromesh_core::SkeletonId;
use retromesh_core::mesh::Mesh;

impl Exporter<'_> {
    /// Writes the header of a skin, and for each bone that moves a vertex its weights and its matrix.
    pub(super) fn skin(&mut self, skeleton: SkeletonId, mesh: &Mesh) {
        let skeleton = &self.scene[skeleton];
        let mut rows: Vec<Vec<(u32, f32)>> = vec![Vec::new(); skeleton.joints.len()];
        for (vertex, row) in (0..).zip(mesh.weights.iter()) {
            row.iter().for_each(|influence| rows[influence.joint as usize].push((vertex, influence.weight)));
        }
        let max = mesh.weights.iter().map(<[_]>::len).max().unwrap_or(0);
        let bones = rows.iter().filter(|row| !row.is_empty()).count();
        self.writer.object("XSkinMeshHeader", |values| {
            values.count(max).count(3 * max).count(bones);
        });
        for ((row, joint), matrix) in rows.iter().zip(&skeleton.joints).zip(&skeleton.inverse_bind) {
            if row.is_empty() {
                continue;
            }
            let name = &self.frames[*joint];
            self.writer.object("SkinWeights", |values| {
                values.text(name);
                values.count(row.len());
                values.list(row.iter(), |values, (vertex, _)| {
                    values.integer(*vertex, "");
                });
                values.list(row.iter(), |values, (_, weight)| {
                    values.float(*weight, "");
                });
                let matrix = matrix.to_cols_array();
                values.line();
                for (place, value) in matrix.iter().enumerate() {
                    values.float(*value, if place < 15 { "," } else { ";;" });
                }
            });
        }
    }
}
