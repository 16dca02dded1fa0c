//! What the scene to show leaves out: further levels of detail, and hidden nodes.

use crate::import::{HIDDEN, LEVELS};
use retromesh_core::NodeId;
use retromesh_core::Valid;
use retromesh_core::scene::LodRole;
use std::collections::{BTreeMap, BTreeSet};

/// What becomes of nodes that are further levels of detail, or hidden.
#[derive(Default)]
pub(super) struct Levels {
    /// The visual levels under the first one of a model, by the first one.
    lower: BTreeMap<NodeId, Vec<NodeId>>,
    /// Levels that are kept in place and marked invisible.
    hidden: BTreeSet<NodeId>,
    /// Roots that go to another glTF scene, with its name.
    apart: BTreeMap<NodeId, &'static str>,
}

impl Levels {
    /// Sorts the levels of a scene: of siblings, the visual one with the lowest number represents the model.
    ///
    /// Readers that do not know the extensions show what the default glTF scene holds, so root levels but the first and hidden roots leave
    /// it. All stay in place where joints need one root above them (`one_root`), and hidden ones where the scenes of a file are kept
    /// (`are_kept`).
    pub(super) fn find(scene: &Valid<'_>, one_root: bool, are_kept: bool) -> Self {
        let mut families: BTreeMap<Option<NodeId>, Vec<NodeId>> = BTreeMap::new();
        for id in scene.node_ids().filter(|id| scene[*id].lod.is_some()) {
            families.entry(scene[id].parent).or_default().push(id);
        }
        let lod = |id: &NodeId| scene[*id].lod;
        let mut levels = Self::default();
        for (parent, family) in families {
            let is_visual = |id: &NodeId| lod(id).is_some_and(|l| l.role == LodRole::Visual);
            let mut visual: Vec<NodeId> = family.iter().copied().filter(is_visual).collect();
            visual.sort_by_key(|id| lod(id).map(|l| l.level));
            let Some((&first, lower)) = visual.split_first() else { continue };
            if !lower.is_empty() {
                levels.lower.insert(first, lower.to_vec());
            }
            let others = family.into_iter().filter(|id| *id != first);
            if parent.is_none() && !one_root {
                levels.apart.extend(others.map(|id| (id, LEVELS)));
            } else {
                levels.hidden.extend(others);
            }
        }
        let leaves = |id: &NodeId| scene[*id].hidden && scene[*id].lod.is_none();
        let is_seen = |id: &NodeId| !leaves(id) && !levels.is_apart(*id);
        if !one_root && !are_kept && scene.roots.iter().any(is_seen) {
            levels.apart.extend(scene.roots.iter().copied().filter(leaves).map(|id| (id, HIDDEN)));
        }
        levels
    }

    /// Returns whether no root is outside the scene to show.
    pub(super) fn is_empty_apart(&self) -> bool {
        self.apart.is_empty()
    }

    /// Returns the glTF scene that a root goes to; `None` for the one to show.
    pub(super) fn scene_of(&self, root: NodeId) -> Option<&'static str> {
        self.apart.get(&root).copied()
    }

    /// Returns whether some model has several visual levels.
    pub(super) fn any(&self) -> bool {
        !self.lower.is_empty()
    }

    /// Returns the lower visual levels of the model that a node stands for.
    pub(super) fn lower(&self, id: NodeId) -> Option<&[NodeId]> {
        self.lower.get(&id).map(Vec::as_slice)
    }

    pub(super) fn is_hidden(&self, id: NodeId) -> bool {
        self.hidden.contains(&id)
    }

    pub(super) fn is_apart(&self, id: NodeId) -> bool {
        self.apart.contains_key(&id)
    }
}
