//! Skins, and the joints and weights of vertices.

use super::Exporter;
use super::meshes::Skinning;
use crate::extras_json::object;
use crate::grid::{GRID, Grid};
use crate::place_of;
use glam::Mat4;
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::buffer::Target;
use gltf_json::mesh::Semantic;
use gltf_json::{Accessor, Index, Skin};
use retromesh_core::mesh::{Influence, Mesh};
use retromesh_core::{Code, Finding, NodeId, Result, SkeletonId};
use retromesh_kit::export::{Rounding, top_weights};
use serde_json::{Map, json};

/// Sets of four influences that are always written.
const FREE_SETS: usize = 4;

impl Exporter<'_> {
    /// Returns the skin of a skeleton whose last joint is `neutral`, if there is one; `None` without joints. Its meshes are on a grid, or
    /// not.
    pub(super) fn skin(
        &mut self,
        skeleton: SkeletonId,
        neutral: Option<NodeId>,
        grid: Option<Grid>,
    ) -> Option<Index<Skin>> {
        if let Some(&index) = self.skins.get(&(skeleton, neutral)) {
            return Some(index);
        }
        let skeleton_ref = &self.scene[skeleton];
        let mut joints: Vec<Index<gltf_json::Node>> =
            skeleton_ref.joints.iter().map(|joint| Index::new(joint.0)).collect();
        let mut matrices: Vec<[f32; 16]> = skeleton_ref.inverse_bind.iter().map(affine).collect();
        let mut own = Map::new();
        if let Some(neutral) = neutral {
            own.insert("neutral".into(), neutral.0.into());
            joints.push(Index::new(neutral.0));
            matrices.push(Mat4::IDENTITY.to_cols_array());
        }
        if let Some(grid) = grid {
            own.insert(GRID.into(), grid.to_json());
            let steps = |matrix: &[f32; 16]| Mat4::from_cols_array(matrix).as_dmat4() * grid.matrix();
            matrices.iter_mut().for_each(|matrix| *matrix = affine(&steps(matrix).as_mat4()));
        }
        if joints.is_empty() {
            return None;
        }
        let index = Index::push(
            &mut self.root.skins,
            Skin {
                extensions: None,
                extras: object(&skeleton_ref.extras, own),
                inverse_bind_matrices: Some(self.buffers.floats(&matrices, None)),
                joints,
                name: super::name(&skeleton_ref.name),
                skeleton: None,
            },
        );
        self.skins.insert((skeleton, neutral), index);
        Some(index)
    }

    /// Writes joints and weights in sets of four, as many as the vertex with the most influences needs.
    pub(super) fn joint_sets(&mut self, mesh: &Mesh, skin: Skinning) -> Result<Vec<(Semantic, Index<Accessor>)>> {
        let n = mesh.positions.len();
        let max = mesh.weights.iter().map(<[Influence]>::len).max().unwrap_or(0).max(1);
        // One crowded vertex must not make all others wide: what is written stays near what there is.
        let affordable = (mesh.weights.influences.len() / n.max(1)).max(FREE_SETS);
        // Luanti keeps four influences.
        let affordable = if self.luanti.is_some() { 1 } else { affordable };
        let sets = max.div_ceil(4).min(affordable);
        let mut joints = vec![[0u32; 4]; n * sets];
        let mut weights = vec![[0f32; 4]; n * sets];
        let (mut reduced, mut scaled) = (0, 0);
        let mut row = Vec::with_capacity(sets * 4);
        let parts = self.weight_parts();
        let mut off = Vec::new();
        for (v, influences) in mesh.weights.iter().enumerate().take(n) {
            row.clear();
            match (influences.is_empty(), skin.neutral) {
                (true, Some(neutral)) => row.push(Influence { joint: neutral as u32, weight: 1.0 }),
                _ => row.extend_from_slice(influences),
            }
            let reduction = top_weights(&mut row, sets * 4, Rounding::Float);
            reduced += usize::from(reduction.reduced);
            scaled += usize::from(reduction.scaled);
            if let Some((_, whole)) = parts {
                let exact = row.clone();
                top_weights(&mut row, sets * 4, Rounding::Parts(whole));
                let now = |joint| row.iter().find(|other| other.joint == joint).map_or(0.0, |other| other.weight);
                off.push(exact.iter().map(|was| (was.weight - now(was.joint)).abs()).fold(0.0, f32::max));
            }
            for (i, influence) in row.iter().enumerate() {
                let at = (i / 4) * n + v;
                joints[at][i % 4] = influence.joint;
                weights[at][i % 4] = influence.weight;
            }
        }
        let path = || place_of("mesh", &mesh.name);
        self.diagnostics.report(Finding::new(Code::ReducedInfluences).times(reduced).within(path()))?;
        self.diagnostics.report(Finding::new(Code::NormalizedWeights).times(scaled).within(path()))?;
        self.report_rounded(mesh, "joint weights", off.into_iter(), |off| format!("{off:.1e}"))?;
        let joint_count = skin.joints.max(skin.neutral.map_or(0, |neutral| neutral + 1));
        let component = if joint_count <= 256 { ComponentType::U8 } else { ComponentType::U16 };
        let target = Some(Target::ArrayBuffer);
        let mut attributes = Vec::with_capacity(sets * 2);
        for (set, (joints, weights)) in joints.chunks(n.max(1)).zip(weights.chunks(n.max(1))).enumerate() {
            let accessor = self.buffers.integers(joints.iter().copied(), n, component, target);
            attributes.push((Semantic::Joints(set as u32), accessor));
            let weights = match parts {
                None => self.buffers.floats(weights, target),
                Some((component, whole)) => {
                    let rows: Vec<[i32; 4]> =
                        weights.iter().map(|row| row.map(|weight| (weight * whole as f32).round() as i32)).collect();
                    self.buffers.rows(&rows, component, Type::Vec4, true)
                }
            };
            attributes.push((Semantic::Weights(set as u32), weights));
        }
        Ok(attributes)
    }
}

/// Returns the columns of a matrix with a last row of exactly 0, 0, 0, 1.
fn affine(matrix: &Mat4) -> [f32; 16] {
    let mut columns = matrix.to_cols_array();
    for (row, value) in [(3, 0.0), (7, 0.0), (11, 0.0), (15, 1.0)] {
        columns[row] = value;
    }
    columns
}

/// Returns what marks a node that the exporter added.
pub(super) fn added(what: &str) -> Map<String, serde_json::Value> {
    Map::from_iter([("added".to_string(), json!(what))])
}
