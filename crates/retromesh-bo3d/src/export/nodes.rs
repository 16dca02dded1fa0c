//! Which nodes are written, and in which order.

use retromesh_core::{NodeId, Valid};
use retromesh_kit::export::Shown;

/// The name of a root that the scene does not have.
pub(super) const ADDED_ROOT: &str = "ROOT";

/// The nodes to be written.
pub(super) struct Tree {
    /// Parents first, children in order.
    pub(super) order: Vec<NodeId>,
    /// Whether a root is put above them, because there is none or more than one.
    pub(super) adds_root: bool,
    /// What is shown: of other nodes no mesh is written.
    pub(super) shown: Shown,
}

impl Tree {
    /// Leaves out what is not shown, except for joints, what moves and what is above them.
    pub(super) fn new(scene: &Valid<'_>) -> Self {
        let shown = Shown::of(scene);
        let mut order = scene.depth_first();
        let mut kept = shown.nodes.clone();
        let joints = scene.skeletons.iter().flat_map(|skeleton| &skeleton.joints);
        let moved = scene.animations.iter().flat_map(|animation| &animation.channels).map(|channel| &channel.target);
        joints.chain(moved).for_each(|&id| kept[id] = true);
        for id in order.iter().rev() {
            if let Some(parent) = scene[*id].parent.filter(|_| kept[*id]) {
                kept[parent] = true;
            }
        }
        order.retain(|&id| kept[id]);
        let roots = order.iter().filter(|&&id| scene[id].parent.is_none()).count();
        Self { order, adds_root: roots != 1, shown }
    }

    /// Returns the nodes whose mesh is written, in order.
    pub(super) fn shown(&self) -> impl Iterator<Item = NodeId> {
        self.order.iter().copied().filter(|&id| self.shown.nodes[id])
    }
}
