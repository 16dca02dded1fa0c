//! Levels of detail: which node stands for a model, and where the others go.

use retromesh_core::NodeId;
use retromesh_core::Valid;
use retromesh_core::scene::LodRole;
use std::collections::{BTreeMap, BTreeSet};

/// What becomes of the nodes that are levels of detail.
#[derive(Default)]
pub(super) struct Levels {
    /// The visual levels under the first one of a model, by the first one.
    lower: BTreeMap<NodeId, Vec<NodeId>>,
    /// Levels that are kept in place and marked invisible.
    hidden: BTreeSet<NodeId>,
    /// Root levels that go to a glTF scene of their own.
    apart: BTreeSet<NodeId>,
}

impl Levels {
    /// Sorts the levels of a scene: of siblings, the visual one with the lowest number stands for the model.
    ///
    /// Readers that do not know the extensions show what the default glTF scene holds, so root levels but the first leave
    /// it. A scene with skeletons keeps all in place, because a skinned mesh must share a glTF scene with its joints.
    pub(super) fn find(scene: &Valid<'_>) -> Self {
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
            if parent.is_none() && scene.skeletons.is_empty() {
                levels.apart.extend(others);
            } else {
                levels.hidden.extend(others);
            }
        }
        levels
    }

    /// Returns whether no level is outside the scene to show.
    pub(super) fn is_empty_apart(&self) -> bool {
        self.apart.is_empty()
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
        self.apart.contains(&id)
    }
}
