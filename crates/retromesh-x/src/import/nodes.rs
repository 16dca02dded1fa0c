//! Frames to nodes, and the places of meshes.

use super::Report;
use super::{Source, decode};
use crate::outline::{Kind, NONE, Object, reference};
use glam::{Mat4, Vec4};
use retromesh_core::scene::{Node, Transform};
use retromesh_core::{Code, NodeId, Scene};
use retromesh_kit::import::replace_non_finite;
use std::collections::HashMap;

/// The extra of a node that is a further mesh of the frame above it.
pub(crate) const IN_FRAME: &str = "x.in_frame";

/// A mesh and the node that places it.
pub(super) struct Place {
    pub(super) object: u32,
    pub(super) node: NodeId,
}

/// Which node an object is, and what has which name.
pub(super) struct Nodes {
    /// In file order; a mesh that several frames refer to has several places.
    pub(super) meshes: Vec<Place>,
    /// By object.
    of: Vec<u32>,
    /// The first frame of each name.
    names: HashMap<Vec<u8>, NodeId>,
    /// The same in lower case.
    lower: HashMap<Vec<u8>, NodeId>,
}

impl Nodes {
    /// Adds all nodes to the scene.
    pub(super) fn read(source: Source<'_>, scene: &mut Scene, report: &mut Report) -> Self {
        let objects = &source.outline.objects;
        let (names, lower) = (HashMap::new(), HashMap::new());
        let mut nodes = Self { meshes: Vec::new(), of: vec![NONE; objects.len()], names, lower };
        let shared = Self::shared(source, report);
        // Nearest nodes around, by object.
        let mut around = vec![NONE; objects.len()];
        let mut placed: Vec<bool> = Vec::new();
        for (number, object) in (0..).zip(objects) {
            let parent = at(&nodes.of, object.parent).or(at(&around, object.parent));
            if let Some(slot) = around.get_mut(number as usize) {
                *slot = parent.unwrap_or(NONE);
            }
            let parent = parent.map(NodeId);
            match object.kind {
                Kind::Frame => {
                    let id = nodes.add(source, number, parent, scene, report);
                    placed.resize(scene.nodes.len(), false);
                    let name = source.outline.name(source.document, number);
                    nodes.names.entry(name.bytes().to_vec()).or_insert(id);
                    nodes.lower.entry(name.bytes().to_ascii_lowercase()).or_insert(id);
                }
                Kind::Mesh if !shared.contains_key(&number) => {
                    let own = parent.filter(|_| source.outline.kind(object.parent) == Kind::Frame);
                    nodes.place(source, number, (own, parent), &mut placed, scene, report);
                }
                _ => {}
            }
        }
        let mut shared: Vec<(u32, Vec<u32>)> = shared.into_iter().collect();
        shared.sort_unstable();
        for (mesh, frames) in shared {
            for frame in frames {
                let own = at(&nodes.of, frame).map(NodeId);
                nodes.place(source, mesh, (own, own), &mut placed, scene, report);
            }
        }
        scene.link_nodes();
        nodes
    }

    /// Finds the frame of a name, without regard to case where none is equal.
    pub(super) fn find(&self, name: &[u8]) -> Option<NodeId> {
        self.names.get(name).or_else(|| self.lower.get(&name.to_ascii_lowercase())).copied()
    }

    /// Returns the node of a frame.
    pub(super) fn of(&self, object: u32) -> Option<NodeId> {
        at(&self.of, object).map(NodeId)
    }

    /// Returns the meshes that frames refer to by name, each with those frames; meshes inside of frames stay there as well.
    fn shared(source: Source<'_>, report: &mut Report) -> HashMap<u32, Vec<u32>> {
        let mut shared: HashMap<u32, Vec<u32>> = HashMap::new();
        let in_frames = source.outline.all_references().iter();
        let in_frames: Vec<_> = in_frames.filter(|(object, _)| source.outline.kind(*object) == Kind::Frame).collect();
        if in_frames.is_empty() {
            return shared;
        }
        let mut meshes: HashMap<Vec<u8>, u32> = HashMap::new();
        let is_outside = |object: &Object| object.kind == Kind::Mesh && object.parent == NONE;
        for (number, _) in (0..).zip(&source.outline.objects).filter(|(_, object)| is_outside(object)) {
            meshes.entry(source.outline.name(source.document, number).bytes().to_vec()).or_insert(number);
        }
        for &(frame, item) in in_frames {
            match meshes.get(reference(source.document, item)) {
                Some(&mesh) => shared.entry(mesh).or_default().push(frame),
                None => report.add(Code::LostChunk, "a frame's reference to what is no mesh of the file", 1, frame),
            }
        }
        shared
    }

    /// Adds the node of a frame.
    fn add(
        &mut self,
        source: Source<'_>,
        object: u32,
        parent: Option<NodeId>,
        scene: &mut Scene,
        report: &mut Report,
    ) -> NodeId {
        let id = NodeId::new(scene.nodes.len());
        let name = source.name(object, report);
        let mut transform = Transform::default();
        if let Some(matrix) = source.outline.child(object, Kind::FrameTransformMatrix) {
            match source.values(matrix).row::<16>() {
                Some(values) => transform = transform_of(values, matrix, report),
                None => report.add(Code::CountMismatch, "a frame's matrix of fewer than 16 numbers", 1, matrix),
            }
        }
        scene.nodes.push(Node { name, parent, transform, ..Node::default() });
        if let Some(slot) = self.of.get_mut(object as usize) {
            *slot = id.0;
        }
        id
    }

    /// Places a mesh at the node of its own frame, or at a new node where that has a mesh already or there is none.
    fn place(
        &mut self,
        source: Source<'_>,
        object: u32,
        (own, parent): (Option<NodeId>, Option<NodeId>),
        placed: &mut Vec<bool>,
        scene: &mut Scene,
        report: &mut Report,
    ) {
        let free = own.filter(|own| placed.get(own.index()) == Some(&false));
        let node = free.unwrap_or_else(|| {
            let name = decode(source.outline.name(source.document, object).bytes(), object, report);
            let extras = own.map(|_| (IN_FRAME.to_owned(), true.into())).into_iter().collect();
            scene.nodes.push(Node { name, parent, extras, ..Node::default() });
            NodeId::new(scene.nodes.len() - 1)
        });
        placed.resize(scene.nodes.len(), false);
        if let Some(slot) = placed.get_mut(node.index()) {
            *slot = true;
        }
        self.meshes.push(Place { object, node });
    }
}

fn at(table: &[u32], object: u32) -> Option<u32> {
    table.get(object as usize).copied().filter(|&node| node != NONE)
}

/// Turns a matrix for row vectors into a transform: its rows are the columns of ours.
fn transform_of(mut values: [f32; 16], object: u32, report: &mut Report) -> Transform {
    let unusual = replace_non_finite(&mut values);
    report.add(Code::NonFinite, "a frame's matrix", unusual, object);
    let matrix = affine(Mat4::from_cols_array(&values), object, report);
    nearest(matrix)
}

/// Returns a matrix whose last row is that of a transform of space.
pub(super) fn affine(mut matrix: Mat4, object: u32, report: &mut Report) -> Mat4 {
    let last = Vec4::new(0.0, 0.0, 0.0, 1.0);
    if matrix.row(3) != last {
        report.add(Code::ApproximatedTransform, "the last column of a matrix is not 0 0 0 1", 1, object);
        let w = matrix.w_axis.w;
        // A position divided by w is the same for all points where the other three are zero.
        if w != 0.0 && w.is_finite() && (matrix / w).is_finite() {
            matrix /= w;
        }
        matrix.x_axis.w = 0.0;
        matrix.y_axis.w = 0.0;
        matrix.z_axis.w = 0.0;
        matrix.w_axis.w = 1.0;
    }
    matrix
}

/// Returns translation, rotation and scale where they are the matrix but for rounding, else the matrix.
fn nearest(matrix: Mat4) -> Transform {
    let whole = Transform::from(matrix);
    let trs = whole.trs();
    let again = trs.matrix();
    let is_near = (0..3).all(|i| (again.col(i) - matrix.col(i)).abs().max_element() <= 1e-6 * matrix.col(i).length());
    if is_near && trs.rotation.is_normalized() && trs.scale.min_element() != 0.0 && trs.scale.is_finite() {
        Transform::Trs(trs)
    } else {
        whole
    }
}
