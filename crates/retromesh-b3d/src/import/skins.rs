//! `BONE` chunks to skeletons and weights.

use super::nodes::{BoneSource, Outline};
use super::notes::Notes;
use crate::document::{Body, Document, VertexWeight};
use glam::Mat4;
use retromesh_core::mesh::{Influence, Weights};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, NodeId, Scene, SkeletonId};
use retromesh_wire::Rows;

/// Gives a mesh its skeleton and weights, if it has bones.
pub(super) fn build(
    document: &Document<'_>,
    outline: &Outline,
    (index, binds): (usize, &Binds),
    scene: &mut Scene,
    notes: &mut Notes,
) {
    let bones = outline.bones_of(index);
    let Some(source) = outline.meshes.get(index).filter(|_| !bones.is_empty()) else { return };
    let instance = scene.node(source.node).and_then(|node| node.mesh.as_deref());
    let Some(vertices) = instance.and_then(|i| scene.meshes.get(i.mesh.index())).map(|mesh| mesh.positions.len())
    else {
        // The mesh was left out: its bones are plain nodes, and their rows have no vertex to move.
        for bone in bones {
            notes.add(
                Code::IndexOutOfRange,
                "a bone's vertex",
                rows(document, bone.chunk).map_or(0, Rows::len),
                bone.chunk,
            );
        }
        return;
    };
    let mut skeleton = Skeleton::default();
    let positive = |bone: &BoneSource| {
        rows(document, bone.chunk).map_or(0, |rows| rows.iter().filter(|row| row.weight > 0.0).count())
    };
    let mut shares: Vec<(u32, u32, f32)> = Vec::with_capacity(bones.iter().map(positive).sum());
    for bone in bones {
        if skeleton.joints.last() != Some(&bone.node) {
            skeleton.joints.push(bone.node);
            skeleton.inverse_bind.push(binds.inverse(scene, source.node, bone, notes));
        }
        let joint = skeleton.joints.len() as u32 - 1;
        collect(document, bone, joint, vertices, &mut shares, notes);
    }
    let (mut weights, bare) = distribute(shares, vertices, source.chunk, notes);
    if bare {
        let own = skeleton.joints.iter().position(|&joint| joint == source.node);
        let joint = own.unwrap_or_else(|| {
            skeleton.joints.push(source.node);
            let local = scene.node(source.node).map_or(Mat4::IDENTITY, |node| node.transform.matrix());
            skeleton.inverse_bind.push(invert(local, source.chunk, notes));
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

/// Appends the rows of a bone that have an effect. Many exporters list every vertex in every bone, most with zero.
fn collect(
    document: &Document<'_>,
    bone: &BoneSource,
    joint: u32,
    vertices: usize,
    shares: &mut Vec<(u32, u32, f32)>,
    notes: &mut Notes,
) {
    let Some(rows) = rows(document, bone.chunk) else { return };
    let before = shares.len();
    let (mut outside, mut odd) = (0, 0);
    for row in rows {
        // One comparison sorts out zero, negative numbers and NaN.
        if row.weight > 0.0 {
            if (row.vertex as usize) < vertices && row.weight < f32::INFINITY {
                shares.push((row.vertex, joint, row.weight));
            } else if row.weight.is_infinite() {
                odd += 1;
            } else {
                outside += 1;
            }
        } else if row.weight.is_nan() {
            odd += 1;
        }
    }
    let none = rows.len() - (shares.len() - before) - outside - odd;
    notes.add(Code::ZeroWeight, "", none, bone.chunk);
    notes.add(Code::NonFinite, "a bone's weight", odd, bone.chunk);
    notes.add(Code::IndexOutOfRange, "a bone's vertex", outside, bone.chunk);
}

/// The change of a vertex's sum of weights that is worth a report.
const TOLERANCE: f64 = 1e-3;

/// Sorts shares by vertex, joins those of one joint, and scales them to sum to one. Tells also whether a vertex has none.
fn distribute(shares: Vec<(u32, u32, f32)>, vertices: usize, chunk: usize, notes: &mut Notes) -> (Weights, bool) {
    let mut weights = Weights::from_triples(vertices, shares.iter().copied());
    drop(shares);
    let (mut start, mut kept, mut scaled, mut bare, mut vanished) = (0, 0usize, 0, false, 0);
    for vertex in 0..vertices {
        let end = weights.starts.get(vertex + 1).map_or(start, |&end| end as usize);
        let row = weights.influences.get(start..end).unwrap_or_default();
        let sum: f64 = row.iter().map(|influence| f64::from(influence.weight)).sum();
        scaled += usize::from(end > start && (sum - 1.0).abs() > TOLERANCE);
        let first = kept;
        for at in start..end {
            let Some(&Influence { joint, weight }) = weights.influences.get(at) else { continue };
            let weight = if sum == 1.0 { weight } else { (f64::from(weight) / sum) as f32 };
            // Shares come joint by joint, so those of one joint stand side by side.
            let last = kept.checked_sub(1).filter(|&last| last >= first);
            match last.and_then(|last| weights.influences.get_mut(last)).filter(|last| last.joint == joint) {
                Some(same) => same.weight += weight,
                None if weight > 0.0 => {
                    if let Some(slot) = weights.influences.get_mut(kept) {
                        *slot = Influence { joint, weight };
                    }
                    kept += 1;
                }
                None => vanished += 1,
            }
        }
        bare |= kept == first;
        if let Some(slot) = weights.starts.get_mut(vertex + 1) {
            *slot = kept as u32;
        }
        start = end;
    }
    weights.influences.truncate(kept);
    notes.add(Code::NormalizedWeights, "", scaled, chunk);
    notes.add(Code::ZeroWeight, "", vanished, chunk);
    (weights, bare)
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
    /// To the world; only where a bone is not below its mesh.
    world: Vec<Mat4>,
}

impl Binds {
    pub(super) fn read(outline: &Outline, scene: &Scene) -> Self {
        let mut this = Self::default();
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
        if outline.bones.iter().any(|bone| !bone.inside) {
            this.world = chain(scene, |_| false);
        }
        this
    }

    /// Returns the transform from the space around a mesh's node to that of a bone.
    fn inverse(&self, scene: &Scene, mesh: NodeId, bone: &BoneSource, notes: &mut Notes) -> Mat4 {
        let at = |table: &[Mat4], node: Option<NodeId>| {
            node.and_then(|node| table.get(node.index()).copied()).unwrap_or(Mat4::IDENTITY)
        };
        let parent = |node: NodeId| scene.node(node).and_then(|node| node.parent);
        let bind = if bone.inside {
            // Not its own entry: the bone may be at the node of another mesh.
            let local = scene.node(bone.node).map_or(Mat4::IDENTITY, |node| node.transform.matrix());
            at(&self.inside, parent(bone.node)) * local
        } else {
            invert(at(&self.world, parent(mesh)), bone.chunk, notes) * at(&self.world, Some(bone.node))
        };
        invert(bind, bone.chunk, notes)
    }
}

/// Multiplies transforms downward, starting anew at some nodes. Nodes stand after their parents.
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
fn invert(matrix: Mat4, chunk: usize, notes: &mut Notes) -> Mat4 {
    let inverse = matrix.inverse();
    if inverse.is_finite() {
        return inverse;
    }
    notes.add(Code::NonFinite, "the bind matrix of a node without extent", 1, chunk);
    Mat4::IDENTITY
}
