//! Weights to skeletons.

use super::Report;
use super::nodes::{Nodes, Place, affine};
use super::{Source, decode};
use crate::outline::Kind;
use crate::settings::Skins;
use crate::values::Value;
use glam::{Mat4, Vec3};
use retromesh_core::mesh::{Influence, Weights};
use retromesh_core::scene::Node;
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, NodeId, Scene, SkeletonId, extent, portable};
use retromesh_kit::import::replace_non_finite;
use std::collections::{HashMap, HashSet};

/// The change of a vertex's sum of weights that is worth a report.
const TOLERANCE: f64 = 1e-3;
/// How far a skin at rest moves a vertex, in parts of the size of its mesh, before that is worth a report.
const MOVED: f32 = 1e-3;

/// Gives a mesh its skeleton and weights, if it has any and they count. `copies` are the vertices that its further ones are copies of.
pub(super) fn build(
    source: Source<'_>,
    place: &Place,
    nodes: &Nodes,
    copies: &[u32],
    scene: &mut Scene,
    report: &mut Report,
) {
    let counts = source.skins == Skins::Apply;
    let is_bone = |child: &u32| counts && source.outline.kind(*child) == Kind::SkinWeights;
    let bones: Vec<u32> = source.outline.children(place.object).filter(is_bone).collect();
    let instance = scene.node(place.node).and_then(|node| node.mesh.as_deref());
    let Some(mesh) = instance.map(|instance| instance.mesh).filter(|_| !bones.is_empty()) else { return };
    let total = scene.meshes.get(mesh.index()).map_or(0, |mesh| mesh.positions.len());
    let vertices = total.saturating_sub(copies.len());
    let mut skeleton = Skeleton::default();
    let mut joints: HashMap<NodeId, u32> = HashMap::new();
    let mut rows: Vec<(u32, u32, f32)> = Vec::new();
    for bone in bones {
        let Some(read) = Bone::read(source, bone, report) else { continue };
        let node = nodes.find(read.name).unwrap_or_else(|| {
            report.add(Code::OrphanBone, "weights name a frame that is not there; a node stands for it", 1, bone);
            missing(decode(read.name, bone, report), &read.offset, scene)
        });
        let next = skeleton.joints.len() as u32;
        let joint = *joints.entry(node).or_insert(next);
        if joint == next {
            skeleton.joints.push(node);
            skeleton.inverse_bind.push(read.offset);
        } else {
            let other = skeleton.inverse_bind.get(joint as usize) != Some(&read.offset);
            let detail = "a bone of a mesh has several matrices; the first was kept";
            report.add(Code::CountMismatch, detail, usize::from(other), bone);
        }
        let (mut outside, mut none) = (0, 0);
        for (vertex, weight) in read.weights {
            let inside = (vertex as usize) < vertices;
            outside += usize::from(!inside);
            none += usize::from(inside && weight <= 0.0);
            if inside && weight > 0.0 {
                rows.push((vertex, joint, weight));
            }
        }
        report.add(Code::IndexOutOfRange, "a bone's vertex", outside, bone);
        report.add(Code::ZeroWeight, "", none, bone);
    }
    let mut weights = Weights::from_triples(vertices, rows.iter().copied());
    let bare = weights.iter().any(<[Influence]>::is_empty);
    let own = bare.then(|| own_joint(place.node, &mut skeleton));
    weights = spread(&weights, own, copies);
    let (scaled, _) = weights.normalize(TOLERANCE, TOLERANCE);
    report.add(Code::NormalizedWeights, "", scaled, place.object);
    let id = SkeletonId::new(scene.skeletons.len());
    if let Some(instance) = scene.nodes.get_mut(place.node.index()).and_then(|node| node.mesh.as_deref_mut()) {
        instance.skeleton = Some(id);
    }
    if let Some(mesh) = scene.meshes.get_mut(mesh.index()) {
        mesh.weights = weights;
    }
    scene.skeletons.push(skeleton);
}

/// Reports the meshes that are elsewhere for readers that apply no skins.
pub(super) fn report_moved(places: &[Place], scene: &Scene, report: &mut Report) {
    if scene.skeletons.is_empty() {
        return;
    }
    let (pose, mut seen) = (scene.rest_pose(), HashSet::new());
    for place in places {
        // Many frames may place one mesh: its first place is looked at.
        let instance = scene.node(place.node).and_then(|node| node.mesh.as_deref());
        let Some(instance) = instance.filter(|instance| seen.insert(instance.mesh)) else { continue };
        let (Some(mesh), Some(skeleton)) =
            (scene.meshes.get(instance.mesh.index()), instance.skeleton.and_then(|id| scene.skeletons.get(id.index())))
        else {
            continue;
        };
        let bare = pose.skinned_positions(place.node, mesh, None);
        let skinned = pose.skinned_positions(place.node, mesh, Some(skeleton));
        let size = extent(&bare).map_or(0.0, |[least, most]| Vec3::from(most).distance(Vec3::from(least)));
        let moved = bare.iter().zip(&skinned).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        if moved > MOVED * size {
            let detail = format!("at rest a skin moves vertices by up to {moved:.4}");
            report.add(Code::MovedBySkin, detail, 1, place.object);
        }
    }
}

/// What `SkinWeights` says: the name of a frame, how many weights, the vertices, the weights, and the matrix from the mesh to the bone.
struct Bone<'d> {
    name: &'d [u8],
    weights: Vec<(u32, f32)>,
    offset: Mat4,
}

impl<'d> Bone<'d> {
    fn read(source: Source<'d>, object: u32, report: &mut Report) -> Option<Self> {
        let mut values = source.values(object);
        let Some(Value::Text(name)) = values.next() else {
            report.add(Code::OrphanBone, "weights without the name of a frame", 1, object);
            return None;
        };
        let count = values.size().unwrap_or(0);
        let index = || values.integer().map(|index| u32::try_from(index).unwrap_or(u32::MAX));
        let vertices: Vec<u32> = std::iter::from_fn(index).take(count).collect();
        let mut weights: Vec<f32> = std::iter::from_fn(|| values.float()).take(count).collect();
        let matrix = values.row::<16>();
        let fits = vertices.len() == count && weights.len() == count && matrix.is_some();
        report.add(Code::CountMismatch, "fewer weights than a bone says", usize::from(!fits), object);
        let mut matrix = matrix.unwrap_or(Mat4::IDENTITY.to_cols_array());
        report.add(Code::NonFinite, "a bone", replace_non_finite(weights.iter_mut().chain(&mut matrix)), object);
        let offset = affine(Mat4::from_cols_array(&matrix), object, report);
        Some(Self { name, weights: vertices.into_iter().zip(weights).collect(), offset })
    }
}

/// Adds a node for a bone without a frame: where the bone is when the mesh is in its bind pose.
fn missing(name: String, offset: &Mat4, scene: &mut Scene) -> NodeId {
    let inverse = portable::inverse(*offset);
    let bind = if inverse.is_finite() { inverse } else { Mat4::IDENTITY };
    scene.add_node(None, Node { name, transform: bind.into(), ..Node::default() })
}

/// Returns the joint that is the node of the mesh, for vertices without weights: they move with it.
fn own_joint(node: NodeId, skeleton: &mut Skeleton) -> u32 {
    // Where the node is a bone already its matrix may be another one; such files are not known.
    let known = skeleton.joints.iter().position(|&joint| joint == node);
    known.unwrap_or_else(|| {
        skeleton.joints.push(node);
        skeleton.inverse_bind.push(Mat4::IDENTITY);
        skeleton.joints.len() - 1
    }) as u32
}

/// Gives vertices without weights to a joint, and copies those of further vertices.
fn spread(weights: &Weights, own: Option<u32>, copies: &[u32]) -> Weights {
    let vertices = weights.starts.len().saturating_sub(1);
    let mut all = Weights { starts: Vec::with_capacity(vertices + copies.len() + 1), influences: Vec::new() };
    all.starts.push(0);
    for vertex in (0..vertices).chain(copies.iter().map(|&copy| copy as usize)) {
        match (weights.of(vertex), own) {
            ([], Some(joint)) => all.influences.push(Influence { joint, weight: 1.0 }),
            (row, _) => all.influences.extend_from_slice(row),
        }
        all.starts.push(all.influences.len() as u32);
    }
    all
}
