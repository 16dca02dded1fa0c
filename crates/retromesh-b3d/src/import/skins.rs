//! `BONE` chunks to skeletons and weights.

use super::Report;
use super::nodes::{BoneSource, Outline};
use crate::document::{Body, Document, VertexWeight};
use glam::Mat4;
use retromesh_core::mesh::{Influence, Weights};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, NodeId, Scene, SkeletonId, portable};
use retromesh_wire::Rows;

/// Gives a mesh its skeleton and weights, if it has bones.
pub(super) fn build(
    document: &Document<'_>,
    outline: &Outline,
    (index, binds): (usize, &Binds),
    scene: &mut Scene,
    report: &mut Report,
) {
    let bones = outline.bones_of(index);
    let Some(source) = outline.meshes.get(index).filter(|_| !bones.is_empty()) else { return };
    let instance = scene.node(source.node).and_then(|node| node.mesh.as_deref());
    let Some(vertices) = instance.and_then(|i| scene.meshes.get(i.mesh.index())).map(|mesh| mesh.positions.len())
    else {
        // The mesh was left out: its bones are plain nodes, and their rows have no vertex to move.
        for bone in bones {
            report.add(
                Code::IndexOutOfRange,
                "a bone's vertex",
                rows(document, bone.chunk).map_or(0, Rows::len),
                bone.chunk,
            );
        }
        return;
    };
    let mut skeleton = Skeleton::default();
    let mut joints = Vec::with_capacity(bones.len());
    for bone in bones {
        if skeleton.joints.last() != Some(&bone.node) {
            skeleton.joints.push(bone.node);
            skeleton.inverse_bind.push(binds.inverse(scene, source.node, bone, report));
        }
        joints.extend(rows(document, bone.chunk).map(|rows| (skeleton.joints.len() as u32 - 1, bone.chunk, rows)));
    }
    let mut weights = sort_by_vertex(&joints, vertices, report);
    let bare = normalize(&mut weights, source.chunk, report);
    if bare {
        let own = skeleton.joints.iter().position(|&joint| joint == source.node);
        let joint = own.unwrap_or_else(|| {
            skeleton.joints.push(source.node);
            let local = scene.node(source.node).filter(|_| !binds.is_for_luanti);
            let local = local.map_or(Mat4::IDENTITY, |node| node.transform.matrix());
            skeleton.inverse_bind.push(invert(local, source.chunk, report));
            skeleton.joints.len() - 1
        });
        weights = bind_bare(&weights, joint as u32);
    }
    let id = SkeletonId::new(scene.skeletons.len());
    if let Some(instance) = scene.nodes.get_mut(source.node.index()).and_then(|node| node.mesh.as_deref_mut()) {
        instance.skeleton = Some(id);
        if let Some(mesh) = scene.meshes.get_mut(instance.mesh.index()) {
            mesh.weights = weights;
        }
    }
    scene.skeletons.push(skeleton);
}

fn rows<'d>(document: &'d Document<'d>, chunk: usize) -> Option<&'d Rows<'d, VertexWeight>> {
    match document.chunks.get(chunk).map(|chunk| &chunk.body) {
        Some(Body::Bone(rows)) => Some(rows),
        _ => None,
    }
}

/// A joint, the number of its `BONE` chunk, and the rows of the chunk.
type JointRows<'d> = (u32, usize, &'d Rows<'d, VertexWeight>);

/// Sorts the rows of all bones by vertex: counts them, then puts each in its place; several of one joint add up.
///
/// Many exporters list every vertex in every bone, most with zero, so rows without effect are passed over twice rather than kept.
fn sort_by_vertex(joints: &[JointRows<'_>], vertices: usize, report: &mut Report) -> Weights {
    let mut starts = vec![0u32; vertices + 1];
    let (counts, _) = starts.split_at_mut(vertices);
    for &(_, chunk, rows) in joints {
        let (mut none, mut not_finite, mut outside) = (0, 0, 0);
        for row in rows {
            if acts(row.weight) {
                match counts.get_mut(row.vertex as usize) {
                    Some(count) => *count += 1,
                    None => outside += 1,
                }
            } else if row.weight.is_finite() || row.weight < 0.0 {
                none += 1;
            } else {
                not_finite += 1;
            }
        }
        report.add(Code::ZeroWeight, "", none, chunk);
        report.add(Code::NonFinite, "a bone's weight", not_finite, chunk);
        report.add(Code::IndexOutOfRange, "a bone's vertex", outside, chunk);
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    let mut influences = vec![Influence { joint: 0, weight: 0.0 }; sum as usize];
    // Each entry is the end of its vertex's row, and moves to the start while the row is filled from the end.
    let (ends, _) = starts.split_at_mut(vertices);
    for &(joint, _, rows) in joints.iter().rev() {
        for row in rows.iter().rev().filter(|row| acts(row.weight)) {
            let Some(end) = ends.get_mut(row.vertex as usize) else { continue };
            *end -= 1;
            if let Some(slot) = influences.get_mut(*end as usize) {
                *slot = Influence { joint, weight: row.weight };
            }
        }
    }
    Weights { starts, influences }
}

/// Returns whether a weight is positive and finite; one comparison of its bits sorts out zero, negative numbers, infinity and NaN.
fn acts(weight: f32) -> bool {
    const INFINITY: u32 = f32::INFINITY.to_bits();
    weight.to_bits().wrapping_sub(1) < INFINITY - 1
}

/// The change of a vertex's sum of weights that is worth a report.
const TOLERANCE: f64 = 1e-3;

/// Joins the shares of one joint in each vertex and scales them to sum to one. Returns whether a vertex has none.
fn normalize(weights: &mut Weights, chunk: usize, report: &mut Report) -> bool {
    // Shares come joint by joint, so those of one joint are neighbours.
    let repeats = |row: &[Influence]| row.windows(2).any(|pair| matches!(pair, [a, b] if a.joint == b.joint));
    if weights.iter().any(repeats) {
        let rows: Vec<(u32, u32, f32)> = (0..)
            .zip(weights.iter())
            .flat_map(|(vertex, row)| {
                row.chunk_by(|a, b| a.joint == b.joint).filter_map(move |shares| {
                    Some((vertex, shares.first()?.joint, shares.iter().map(|share| share.weight).sum()))
                })
            })
            .collect();
        *weights = Weights::from_triples(weights.starts.len() - 1, rows.into_iter());
    }
    let (scaled, vanished) = weights.normalize(0.0, TOLERANCE);
    report.add(Code::NormalizedWeights, "", scaled, chunk);
    report.add(Code::ZeroWeight, "", vanished, chunk);
    weights.iter().any(<[Influence]>::is_empty)
}

/// Binds vertices without influences to a joint, wholly.
fn bind_bare(weights: &Weights, joint: u32) -> Weights {
    let bare = weights.iter().filter(|row| row.is_empty()).count();
    let mut bound = Weights {
        starts: Vec::with_capacity(weights.starts.len()),
        influences: Vec::with_capacity(weights.influences.len() + bare),
    };
    bound.starts.push(0);
    for row in weights.iter() {
        match row {
            [] => bound.influences.push(Influence { joint, weight: 1.0 }),
            row => bound.influences.extend_from_slice(row),
        }
        bound.starts.push(bound.influences.len() as u32);
    }
    bound
}

/// Transforms of all nodes at rest, for bind matrices; empty without bones.
#[derive(Default)]
pub(super) struct Binds {
    /// To the space around the node of the nearest mesh, the node's own included.
    ///
    /// The engine takes bind matrices before the mesh has a parent, so what is above the mesh does not count.
    inside: Vec<Mat4>,
    /// To the world; only where a bone is not below its mesh, or for Luanti.
    world: Vec<Mat4>,
    /// Whether vertices are where the node of their mesh is at rest: Luanti moves them there when it reads them.
    is_for_luanti: bool,
}

impl Binds {
    pub(super) fn read(outline: &Outline, scene: &Scene, is_for_luanti: bool) -> Self {
        let mut this = Self { is_for_luanti, ..Self::default() };
        if outline.bones.is_empty() {
            return this;
        }
        let mut at_mesh = vec![false; scene.nodes.len()];
        for source in &outline.meshes {
            if let Some(slot) = at_mesh.get_mut(source.node.index()) {
                *slot = true;
            }
        }
        this.inside = chain(scene, |node| at_mesh.get(node).copied().unwrap_or(false));
        if is_for_luanti || outline.bones.iter().any(|bone| !bone.inside) {
            this.world = chain(scene, |_| false);
        }
        this
    }

    /// Returns the transform from the space around a mesh's node to that of a bone.
    fn inverse(&self, scene: &Scene, mesh: NodeId, bone: &BoneSource, report: &mut Report) -> Mat4 {
        let at = |table: &[Mat4], node: Option<NodeId>| {
            node.and_then(|node| table.get(node.index()).copied()).unwrap_or(Mat4::IDENTITY)
        };
        let parent = |node: NodeId| scene.node(node).and_then(|node| node.parent);
        let bind = if self.is_for_luanti {
            invert(at(&self.world, Some(mesh)), bone.chunk, report) * at(&self.world, Some(bone.node))
        } else if bone.inside {
            // Not its own entry: the bone may be at the node of another mesh.
            let local = scene.node(bone.node).map_or(Mat4::IDENTITY, |node| node.transform.matrix());
            at(&self.inside, parent(bone.node)) * local
        } else {
            invert(at(&self.world, parent(mesh)), bone.chunk, report) * at(&self.world, Some(bone.node))
        };
        invert(bind, bone.chunk, report)
    }
}

/// Multiplies transforms downward, starting anew at some nodes. Nodes come after their parents.
fn chain(scene: &Scene, starts_at: impl Fn(usize) -> bool) -> Vec<Mat4> {
    let mut table: Vec<Mat4> = Vec::with_capacity(scene.nodes.len());
    for (index, node) in scene.nodes.iter().enumerate() {
        let parent = node.parent.filter(|_| !starts_at(index)).and_then(|parent| table.get(parent.index()));
        let local = node.transform.matrix();
        table.push(parent.map_or(local, |parent| *parent * local));
    }
    table
}

/// Inverts a matrix; one that has no inverse becomes the identity.
fn invert(matrix: Mat4, chunk: usize, report: &mut Report) -> Mat4 {
    let inverse = portable::inverse(matrix);
    if inverse.is_finite() {
        return inverse;
    }
    report.add(Code::NonFinite, "the bind matrix of a node without extent", 1, chunk);
    Mat4::IDENTITY
}
