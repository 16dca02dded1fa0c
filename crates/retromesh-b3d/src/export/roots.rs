//! One root, as engines load no other.

use super::curves::Similarity;
use super::rig::Rigger;
use retromesh_core::extras::NODE_NAME;
use retromesh_core::properties::Properties;
use retromesh_core::scene::Node;
use retromesh_core::{Code, Error, NodeId};

impl Rigger<'_, '_> {
    /// Puts nodes of a map without a parent and children, such as new lamps, below the only root that has children, where it stays where
    /// it is and is no bone: then nothing else has another place in the tree.
    pub(super) fn single_root(&mut self) -> Result<(), Error> {
        let is_of_map = |node: &Node| node.extras.contains_key(NODE_NAME) || Properties::of(node).is_some();
        if self.scene.roots.len() < 2 || !self.scene.nodes.iter().any(is_of_map) {
            return Ok(());
        }
        let mut above = self.scene.roots.iter().copied().filter(|id| !self.scene[*id].children.is_empty());
        let (Some(root), None) = (above.next(), above.next()) else { return Ok(()) };
        let is_skinned = self.scene[root].mesh.as_deref().is_some_and(|mesh| mesh.skeleton.is_some());
        let matrix = self.scene[root].transform.matrix().inverse();
        let is_still = !is_skinned && self.bones[root].is_none() && !self.is_keyed(root);
        if !is_still || !matrix.is_finite() || Similarity::of(&matrix).is_none() {
            return Ok(());
        }
        let others: Vec<NodeId> = self.scene.roots.iter().copied().filter(|id| *id != root).collect();
        for &id in &others {
            self.precede(id, &matrix)?;
            self.scene.node_mut(id).parent = Some(root);
        }
        *self.scene.roots_mut() = vec![root];
        self.scene.node_mut(root).children.extend(&others);
        let what = "nodes without a parent were put below the root that has the others, as engines load one root";
        self.diagnostics.note(Code::MultipleRoots, others.len(), what)
    }
}
