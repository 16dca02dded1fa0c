//! Which nodes are written, and in which order.

use retromesh_core::scene::{LodRole, Node};
use retromesh_core::{NodeId, Scene};

/// The name of a root that the scene does not have.
pub(super) const ADDED_ROOT: &str = "ROOT";

/// The nodes to be written.
pub(super) struct Tree {
    /// Parents first, children in order.
    pub(super) order: Vec<NodeId>,
    /// Whether a root is put above them, because there is none or more than one.
    pub(super) adds_root: bool,
    /// By node, whether its mesh is written.
    pub(super) shown: Vec<bool>,
}

impl Tree {
    /// Leaves out hidden subtrees and all levels of detail but the best visible one, except for joints and what moves.
    pub(super) fn new(scene: &Scene) -> Self {
        let all = scene.depth_first();
        let mut shown = vec![true; scene.nodes.len()];
        let best_of_roots = best_lod(scene, &scene.roots);
        let mut best_of = vec![None; scene.nodes.len()];
        for &id in &all {
            let Some(node) = scene.node(id) else { continue };
            if let Some(best) = best_of.get_mut(id.index()) {
                *best = best_lod(scene, &node.children);
            }
            let parent = node.parent.map(NodeId::index);
            let above = parent.and_then(|parent| shown.get(parent)).copied().unwrap_or(true);
            let best = parent.map_or(best_of_roots, |parent| best_of.get(parent).copied().flatten());
            let is_lost_lod = above && node.lod.is_some() && best != Some(id);
            let visible = above && !node.hidden && !is_lost_lod;
            if let Some(slot) = shown.get_mut(id.index()) {
                *slot = visible;
            }
        }
        let kept = kept(scene, &all, &shown);
        let order: Vec<NodeId> = all.into_iter().filter(|id| kept.get(id.index()).copied().unwrap_or(false)).collect();
        let roots = order.iter().filter(|&&id| scene.node(id).is_some_and(|node| node.parent.is_none())).count();
        Self { order, adds_root: roots != 1, shown }
    }

    /// Tells whether the mesh of a node is written.
    pub(super) fn shows(&self, id: NodeId) -> bool {
        self.shown.get(id.index()).copied().unwrap_or(false)
    }
}

/// Returns the level that stands for all: the first of the plain visible ones, else of those from inside.
fn best_lod(scene: &Scene, siblings: &[NodeId]) -> Option<NodeId> {
    let rank = |node: &Node| {
        let lod = node.lod.filter(|lod| lod.role.is_visual())?;
        Some((lod.role != LodRole::Visual, lod.level))
    };
    let ranked = siblings.iter().filter_map(|&id| Some((rank(scene.node(id)?)?, id)));
    ranked.min_by_key(|&(rank, id)| (rank, id)).map(|(_, id)| id)
}

/// Marks what is shown, and the ancestors of what is needed although it is not.
fn kept(scene: &Scene, all: &[NodeId], shown: &[bool]) -> Vec<bool> {
    let mut kept = shown.to_vec();
    let joints = scene.skeletons.iter().flat_map(|skeleton| &skeleton.joints);
    let moved = scene.animations.iter().flat_map(|animation| &animation.channels).map(|channel| &channel.target);
    for id in joints.chain(moved) {
        if let Some(slot) = kept.get_mut(id.index()) {
            *slot = true;
        }
    }
    for id in all.iter().rev() {
        let parent = scene.node(*id).and_then(|node| node.parent);
        if kept.get(id.index()) == Some(&true)
            && let Some(slot) = parent.and_then(|parent| kept.get_mut(parent.index()))
        {
            *slot = true;
        }
    }
    kept
}
