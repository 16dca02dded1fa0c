//! The node tree, and where everything below it is.

use super::Report;
use super::names;
use crate::document::{Body, Document, Node};
use crate::outline::At;
use glam::{Quat, Vec3};
use retromesh_core::scene::{self, Trs};
use retromesh_core::{Code, Extra, Extras, NodeId, Scene};
use retromesh_kit::import::replace_non_finite;

/// Where the parts of a document are; numbers are those of its chunks.
#[derive(Default)]
pub(crate) struct Outline {
    pub(crate) textures: Vec<usize>,
    pub(crate) brushes: Vec<usize>,
    pub(crate) meshes: Vec<MeshSource>,
    /// Sorted by mesh, then by node.
    pub(crate) bones: Vec<BoneSource>,
    /// Sorted by node.
    pub(crate) keys: Vec<(NodeId, usize)>,
    pub(crate) anims: Vec<(NodeId, usize)>,
    pub(crate) sequences: Vec<(NodeId, usize)>,
}

/// A `MESH` and the node that it makes a mesh.
pub(crate) struct MeshSource {
    pub(crate) node: NodeId,
    pub(crate) chunk: usize,
    pub(crate) brush_id: i32,
}

/// A `BONE`, the node that it makes a bone, and the mesh that it deforms.
pub(crate) struct BoneSource {
    pub(crate) node: NodeId,
    pub(crate) chunk: usize,
    /// The number of the mesh in [`Outline::meshes`].
    pub(crate) mesh: usize,
    /// Whether the mesh is at an ancestor of the node.
    pub(crate) inside: bool,
}

impl Outline {
    /// Adds all nodes to the scene and returns where meshes, bones and keys are.
    pub(crate) fn read(document: &Document<'_>, scene: &mut Scene, report: &mut Report) -> Self {
        let mut outline = Self::default();
        let mut bones = Vec::new();
        let is_node = |body: &Body<'_>| matches!(body, Body::Node(_));
        scene.nodes.reserve_exact(document.chunks.iter().filter(|chunk| is_node(&chunk.body)).count());
        for At { chunk, body, node: parent, .. } in document.walk() {
            let parent = parent.map(NodeId::new);
            match (body, parent) {
                (Body::Texs(_), _) => outline.textures.push(chunk),
                (Body::Brus(_), _) => outline.brushes.push(chunk),
                (Body::Node(node), _) => {
                    let mut built = node_of(node, chunk, scene, report);
                    built.parent = parent;
                    scene.nodes.push(built);
                }
                (Body::Mesh { brush_id }, Some(node)) => {
                    outline.meshes.push(MeshSource { node, chunk, brush_id: *brush_id });
                }
                (Body::Bone(_), Some(node)) => bones.push((node, chunk)),
                (Body::Keys(_), Some(node)) => outline.keys.push((node, chunk)),
                (Body::Anim(_), Some(node)) => outline.anims.push((node, chunk)),
                (Body::Seqs(_), Some(node)) => outline.sequences.push((node, chunk)),
                (Body::Pivo, Some(node)) => {
                    if let Some(node) = scene.nodes.get_mut(node.index()) {
                        node.extras.insert("b3d.pivot".into(), true.into());
                    }
                }
                (Body::Unknown { tag, bytes }, node) => {
                    let node = node.and_then(|node| scene.nodes.get_mut(node.index()));
                    keep_unknown_chunk(node.map_or(&mut scene.extras, |node| &mut node.extras), *tag, bytes);
                }
                _ => {}
            }
        }
        scene.link_nodes();
        if scene.roots.len() > 1 {
            report.add(Code::MultipleRoots, "", 1, 0);
        }
        outline.meshes.sort_by_key(|source| source.node);
        outline.meshes.dedup_by(|second, first| {
            let twice = second.node == first.node;
            let detail = "one node has several meshes; the first was kept";
            report.add(Code::MixedNodeKind, detail, usize::from(twice), second.chunk);
            twice
        });
        outline.keys.sort_by_key(|&(node, _)| node);
        outline.assign(bones, scene, report);
        outline
    }

    /// Gives each bone to the mesh of its nearest ancestor.
    fn assign(&mut self, bones: Vec<(NodeId, usize)>, scene: &Scene, report: &mut Report) {
        const NONE: u32 = u32::MAX;
        if bones.is_empty() {
            return;
        }
        let mut own = vec![NONE; scene.nodes.len()];
        for (mesh, source) in self.meshes.iter().enumerate() {
            if let Some(slot) = own.get_mut(source.node.index()) {
                *slot = mesh as u32;
            }
        }
        // Nodes come after their parents, so one sweep hands meshes down.
        let mut around = vec![NONE; scene.nodes.len()];
        for (index, node) in scene.nodes.iter().enumerate() {
            let Some(parent) = node.parent.map(NodeId::index) else { continue };
            let mesh = match own.get(parent) {
                Some(&mesh) if mesh != NONE => mesh,
                _ => around.get(parent).copied().unwrap_or(NONE),
            };
            if let Some(slot) = around.get_mut(index) {
                *slot = mesh;
            }
        }
        for (node, chunk) in bones {
            let of = |meshes: &[u32]| meshes.get(node.index()).copied().filter(|&mesh| mesh != NONE);
            if of(&own).is_some() {
                report.add(Code::MixedNodeKind, "", 1, chunk);
            }
            let inside = of(&around).is_some();
            let mesh = of(&around).or(of(&own)).map(|mesh| mesh as usize);
            if mesh.is_none() {
                let found = if self.meshes.is_empty() { "there is no mesh" } else { "the last mesh was taken" };
                report.add(Code::OrphanBone, found, 1, chunk);
            }
            if let Some(mesh) = mesh.or(self.meshes.len().checked_sub(1)) {
                self.bones.push(BoneSource { node, chunk, mesh, inside });
            }
        }
        self.bones.sort_by_key(|bone| (bone.mesh, bone.node));
    }

    pub(crate) fn bones_of(&self, mesh: usize) -> &[BoneSource] {
        let start = self.bones.partition_point(|bone| bone.mesh < mesh);
        let end = self.bones.partition_point(|bone| bone.mesh <= mesh);
        self.bones.get(start..end).unwrap_or_default()
    }
}

/// Builds a node without its links.
fn node_of(node: &Node<'_>, chunk: usize, scene: &mut Scene, report: &mut Report) -> scene::Node {
    let (mut position, mut scale, mut wxyz) = (node.position, node.scale, node.rotation);
    let not_finite = replace_non_finite(position.iter_mut().chain(&mut scale).chain(&mut wxyz));
    report.add(Code::NonFinite, "a node's transform", not_finite, chunk);
    let (rotation, state) = rotation(wxyz);
    report.add(Code::ZeroQuaternion, "a node's rotation", usize::from(state == Length::Zero), chunk);
    report.add(Code::UnnormalizedQuaternion, "a node's rotation", usize::from(state == Length::Off), chunk);
    let trs = Trs { translation: Vec3::from_array(position), rotation, scale: Vec3::from_array(scale) };
    let mut built = scene::Node { transform: trs.into(), ..scene::Node::default() };
    names::apply(&node.name, &mut built, chunk, scene, report);
    built
}

/// What the length of a quaternion was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    One,
    Off,
    Zero,
}

/// Turns w, x, y, z of the file into the usual quaternion: conjugated, and of unit length.
///
/// The engine builds the transpose of the usual matrix from it, which is the matrix of the conjugate.
pub(crate) fn rotation(wxyz: [f32; 4]) -> (Quat, Length) {
    let quat = conjugate(wxyz);
    if is_unit(quat.length_squared()) {
        return (quat, Length::One);
    }
    // In double precision neither large nor small components are lost.
    let parts = quat.to_array().map(f64::from);
    let length = parts.iter().map(|p| p * p).sum::<f64>().sqrt();
    if length == 0.0 {
        return (Quat::IDENTITY, Length::Zero);
    }
    (Quat::from_array(parts.map(|p| (p / length) as f32)), Length::Off)
}

/// Returns whether a quaternion with this square of its length is off unit length by no more than 1e-3.
pub(crate) fn is_unit(square: f32) -> bool {
    (square - 1.0).abs() <= 2e-3
}

/// Turns w, x, y, z of the file into the usual quaternion, whatever its length.
pub(crate) fn conjugate([w, x, y, z]: [f32; 4]) -> Quat {
    Quat::from_xyzw(-x, -y, -z, w)
}

/// Keeps an unknown chunk; several of one tag become a list.
fn keep_unknown_chunk(extras: &mut Extras, tag: [u8; 4], bytes: &[u8]) {
    let bytes = Extra::Bytes(bytes.to_vec());
    match extras.entry(format!("b3d.chunk.{}", tag.escape_ascii())) {
        std::collections::btree_map::Entry::Vacant(entry) => {
            entry.insert(bytes);
        }
        std::collections::btree_map::Entry::Occupied(mut entry) => match entry.get_mut() {
            Extra::List(list) => list.push(bytes),
            first => {
                let first_bytes = std::mem::replace(first, Extra::Bool(false));
                *first = Extra::List(vec![first_bytes, bytes]);
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quaternions_are_conjugated_and_normalised() {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        // The stored quaternion turns +z to -x by the usual rule; the engine turns it to +x.
        let rows: [([f32; 4], Vec3, Length); 5] = [
            ([half, 0.0, -half, 0.0], Vec3::X, Length::One),
            ([half, 0.0, half, 0.0], Vec3::NEG_X, Length::One),
            ([2.0, 0.0, -2.0, 0.0], Vec3::X, Length::Off),
            ([1e30, 0.0, -1e30, 0.0], Vec3::X, Length::Off),
            ([0.0; 4], Vec3::Z, Length::Zero),
        ];
        for (wxyz, expected, length) in rows {
            let (quat, found) = rotation(wxyz);
            assert!((quat * Vec3::Z).abs_diff_eq(expected, 1e-6), "{wxyz:?}: {quat}");
            assert!(quat.is_normalized() && found == length, "{wxyz:?}: {found:?}");
        }
        assert_eq!(rotation([0.1, -0.7, 0.7, 0.1]).0, Quat::from_xyzw(0.7, -0.7, -0.1, 0.1));
    }
}
