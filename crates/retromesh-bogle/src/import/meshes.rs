//! Geometries to meshes.

use super::Importer;
use crate::document::GeometryData;
use crate::layout::Layout;
use crate::vertex::{self, BoneNumbers};
use glam::{Vec2, Vec3, Vec4};
use retromesh_core::mesh::{Faces, Influence, Mesh, Part, Weights};
use retromesh_core::space::Winding;
use retromesh_core::{Code, Error};
use retromesh_kit::import::normals;
use retromesh_wire::Rows;

/// At most this many triangles are sampled to decide whether normals and faces agree.
const SAMPLE: usize = 256;

/// Marks the part of a mesh that no instance has used yet.
pub(super) const UNUSED: &str = "bgl.unused";

/// Weights whose sum is nearer to one than this are kept as they are.
const SUM_TOLERANCE: f64 = 1e-4;

impl Importer<'_, '_> {
    pub(super) fn geometries(&mut self) -> Result<(), Error> {
        let document = self.document;
        for (n, geometry) in document.geometries.iter().enumerate() {
            let path = || format!("GEOMETRY[{n}]");
            let mut mesh = match &geometry.data {
                Some(data) => self.mesh(data, &path)?,
                None => Mesh { parts: vec![Part::default()], ..Mesh::default() },
            };
            mesh.name = self.text(&geometry.name, "geometry name")?;
            if let Some(part) = mesh.parts.first_mut() {
                part.extras.insert(UNUSED.into(), true.into());
            }
            self.scene.meshes.push(mesh);
        }
        Ok(())
    }

    /// Builds a mesh of one part.
    pub(super) fn mesh(&mut self, data: &GeometryData<'_>, path: &dyn Fn() -> String) -> Result<Mesh, Error> {
        let vertices = &data.vertices;
        let n = vertices.len();
        let mut mesh = Mesh { positions: Vec::with_capacity(n), ..Mesh::default() };
        let mut uvs: Vec<Vec2> = Vec::with_capacity(n);
        let mut frames = Frames::default();
        let (mut weighs, mut weights) = (false, Vec::new());
        let has = |column: usize| vertices.stride() > column;
        if has(vertex::NORMAL) {
            mesh.normals.reserve_exact(n);
        }
        if has(vertex::TANGENT) {
            mesh.tangents.reserve_exact(n);
        }
        for block in vertices.blocks() {
            block.extend_column(vertex::POSITION, &mut mesh.positions);
            block.extend_column(vertex::UV, &mut uvs);
            block.extend_column(vertex::NORMAL, &mut mesh.normals);
            block.extend_mapped(vertex::NORMAL, &mut mesh.tangents, |frame| frames.tangent(frame));
            if !weighs {
                weights.clear();
                // The sign of a zero does not count.
                block.extend_mapped(vertex::WEIGHTS, &mut weights, |[a, b, c]: [u32; 3]| (a | b | c) << 1);
                weighs = weights.iter().fold(0, |found, bits| found | bits) != 0;
            }
        }
        if n > 0 {
            mesh.uv_sets.push(uvs);
        }
        if frames.known {
            self.report(Code::ApproximatedTangents, frames.skewed, path)?;
        } else {
            mesh.tangents = Vec::new();
        }
        let triangles = triangles(&data.indices);
        self.report(Code::DegenerateFace, usize::from(!data.indices.len().is_multiple_of(3)), path)?;
        mesh.parts.push(Part { faces: Faces::Triangles(triangles), ..Part::default() });
        if weighs {
            self.weights(&mut mesh, data, path)?;
        }
        Ok(mesh)
    }

    fn weights(&mut self, mesh: &mut Mesh, data: &GeometryData<'_>, path: &dyn Fn() -> String) -> Result<(), Error> {
        let numbers = BoneNumbers::of(data);
        let (mut starts, mut influences) = (vec![0], Vec::new());
        starts.reserve_exact(mesh.positions.len());
        let (mut negative, mut stray) = (0, 0);
        let bones = data.vertices.column::<[u32; 3]>(vertex::BONES);
        for (bones, weights) in bones.zip(data.vertices.column::<[f32; 3]>(vertex::WEIGHTS)) {
            let first = influences.len();
            let mut sum = 0.0;
            for (word, weight) in bones.into_iter().zip(weights).filter(|&(_, weight)| weight != 0.0) {
                match numbers.number(word) {
                    _ if weight < 0.0 => negative += 1,
                    None => stray += 1,
                    Some(joint) => {
                        influences.push(Influence { joint, weight });
                        sum += weight;
                    }
                }
            }
            if sum < vertex::MIN_WEIGHT || !sum.is_finite() {
                influences.truncate(first);
            }
            starts.push(influences.len() as u32);
        }
        mesh.weights = Weights { starts, influences };
        let (scaled, _) = mesh.weights.normalize(SUM_TOLERANCE, SUM_TOLERANCE);
        self.report(Code::NormalizedWeights, scaled, path)?;
        self.report(Code::ZeroWeight, negative, path)?;
        self.report(Code::IndexOutOfRange, stray, path)
    }

    /// Drops influences of joints that a skeleton of the mesh does not have.
    pub(super) fn drop_foreign_influences(&mut self) -> Result<(), Error> {
        let mut joints = vec![u32::MAX; self.scene.meshes.len()];
        for instance in self.scene.nodes.iter().filter_map(|node| node.mesh.as_deref()) {
            let skeleton = instance.skeleton.and_then(|id| self.scene.skeletons.get(id.index()));
            if let (Some(skeleton), Some(least)) = (skeleton, joints.get_mut(instance.mesh.index())) {
                *least = (*least).min(skeleton.joints.len() as u32);
            }
        }
        let mut dropped = Vec::new();
        for (n, (mesh, &joints)) in self.scene.meshes.iter_mut().zip(&joints).enumerate() {
            let count = mesh.weights.retain(|influence| influence.joint < joints);
            if count > 0 {
                mesh.weights.normalize(SUM_TOLERANCE, SUM_TOLERANCE);
                dropped.push((n, count));
            }
        }
        for (n, count) in dropped {
            self.report(Code::IndexOutOfRange, count, || format!("GEOMETRY[{n}]"))?;
        }
        Ok(())
    }

    /// Compares normals and faces, and recomputes normals where the caller wants that.
    pub(super) fn check_normals(&mut self) -> Result<(), Error> {
        // Files of L3 and L4 had clockwise winding at first; their normals tell.
        let old = matches!(self.document.layout, Layout::L3 | Layout::L4);
        let agreement = |mesh: &Mesh| mesh.estimate_normal_agreement(SAMPLE, &self.scene.space);
        if old && self.scene.meshes.iter().filter_map(agreement).sum::<f32>() < 0.0 {
            self.scene.space.winding = Winding::Clockwise;
        }
        let space = self.scene.space;
        for (n, mesh) in self.scene.meshes.iter_mut().enumerate() {
            if let Some(found) = retromesh_kit::import::winding::settle(mesh, &space, self.settings.winding, |_| true) {
                self.diagnostics.report(found.within(format!("GEOMETRY[{n}]")))?;
            }
        }
        let settle = |mesh| normals::settle(mesh, &space, self.options.normals);
        let found: Vec<bool> = self.scene.meshes.iter_mut().map(settle).collect();
        for (n, contradict) in found.into_iter().enumerate() {
            self.report(Code::ContradictingNormals, usize::from(contradict), || format!("GEOMETRY[{n}]"))?;
        }
        Ok(())
    }
}

/// A binormal that is nearer to the square of normal and tangent than this, in each component, says nothing else.
const SKEW: f32 = 0.02;

/// What is found on the way through the tangent frames of a geometry.
#[derive(Default)]
struct Frames {
    /// Whether any tangent has a length.
    known: bool,
    /// How many binormals are not square to normal and tangent.
    skewed: usize,
}

impl Frames {
    /// Returns a tangent with the side of the binormal, from normal, tangent and binormal.
    #[inline]
    #[expect(clippy::needless_bitwise_bool, reason = "without branches several vertices are looked at at once")]
    fn tangent(&mut self, [normal, tangent, binormal]: [[f32; 3]; 3]) -> Vec4 {
        let [normal, tangent, binormal] = [normal, tangent, binormal].map(Vec3::from_array);
        let square = normal.cross(tangent);
        let side = if square.dot(binormal) < 0.0 { -1.0 } else { 1.0 };
        let has_length = |v: Vec3| (v.x != 0.0) | (v.y != 0.0) | (v.z != 0.0);
        let off = (binormal - square * side).abs();
        let is_square = (off.x <= SKEW) & (off.y <= SKEW) & (off.z <= SKEW);
        self.known |= has_length(tangent);
        self.skewed += usize::from(has_length(tangent) & has_length(binormal) & !is_square);
        tangent.extend(side)
    }
}

/// Groups corners by three; one or two at the end are no face.
fn triangles(indices: &Rows<'_, u32>) -> Vec<[u32; 3]> {
    let whole = indices.len() / 3 * 12;
    let rows = indices.bytes().get(..whole).and_then(Rows::<[u32; 3]>::from_bytes);
    rows.map_or(Vec::new(), |rows| rows.to_vec())
}
