//! One root, as engines load no other.

use super::Target;
use super::curves::{Similarity, nearly};
use super::rig::Rigger;
use super::skins::skin_of;
use retromesh_core::extras::{NODE_NAME, TIMELINE};
use retromesh_core::properties::Properties;
use retromesh_core::scene::Node;
use retromesh_core::{Code, Error, NodeId, NodeMap};
use std::collections::BTreeSet;

impl Rigger<'_, '_> {
    /// Puts the further nodes without a parent below the root that is the model, where it stays where it is and is no bone.
    pub(super) fn single_root(&mut self, target: Target) -> Result<(), Error> {
        if self.scene.roots.len() < 2 {
            return Ok(());
        }
        let moving = || self.moving_root().filter(|_| target == Target::Blitz3d);
        let of_map = self.map_root().map(|root| (root, "the root that has the others, as engines load one root"));
        let found = of_map.or_else(|| Some((moving()?, "the root with the animation: Blitz3D plays that of the root")));
        let Some((root, what)) = found else { return Ok(()) };
        let matrix = self.scene[root].transform.matrix().inverse();
        let is_still = self.bones[root].is_none() && self.rests(root);
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
        self.diagnostics.note(
            Code::MultipleRoots,
            others.len(),
            format!("nodes without a parent were put below {what}"),
        )
    }

    /// Returns whether all that moves are the bones of one mesh below nodes that are nothing by themselves, as the armature of a new model of
    /// Blender is: then the mesh is the model. A scene that says where the animation of a file was keeps it there, unless that is above the mesh,
    /// as Blender makes such nodes out of the mesh, or at the mesh alone, above which it puts new ones. Then the bones are not below the mesh,
    /// as those of a file are.
    pub(super) fn is_mesh_below_plain_root(&self) -> bool {
        let mut skinned = self.scene.node_ids().filter(|id| skin_of(&self.scene, *id).is_some());
        let (Some(mesh), None) = (skinned.next(), skinned.next()) else { return false };
        let Some((skin, _)) = skin_of(&self.scene, mesh) else { return false };
        let joints: BTreeSet<NodeId> = skin.joints.iter().copied().collect();
        let is_plain = |id: &NodeId| {
            let node = &self.scene[*id];
            node.mesh.is_none() && node.camera.is_none() && node.light.is_none() && !joints.contains(id)
        };
        let above: BTreeSet<NodeId> =
            std::iter::successors(self.scene[mesh].parent, |id| self.scene[*id].parent).collect();
        let keyed = self.scene.node_ids().filter(|id| self.is_keyed(*id));
        let (bones, others): (Vec<NodeId>, Vec<NodeId>) = keyed.partition(|id| joints.contains(id));
        let is_led = !above.is_empty() && !bones.is_empty() && above.iter().all(is_plain);
        is_led && others.into_iter().all(|id| self.rests(id)) && self.is_timeline_free(mesh, &above, &joints)
    }

    /// Returns whether no node has to keep the animation of a file that a skinned mesh has below nodes that are nothing by themselves.
    fn is_timeline_free(&self, mesh: NodeId, above: &BTreeSet<NodeId>, joints: &BTreeSet<NodeId>) -> bool {
        let ids = self.scene.node_ids();
        let had: BTreeSet<NodeId> = ids.filter(|id| self.scene[*id].extras.contains_key(TIMELINE)).collect();
        let is_inside = NodeMap::inherited(&self.scene, |id, above| above == Some(&true) || id == mesh);
        let is_free = had.is_subset(above) || had == BTreeSet::from([mesh]);
        is_free && (had.is_empty() || !joints.iter().any(|joint| *joint != mesh && is_inside[*joint]))
    }

    /// Returns whether a node is where it rests in all frames: programs write keys for what moves nothing.
    fn rests(&self, id: NodeId) -> bool {
        let (rest, curves) = (self.scene[id].transform.trs(), &self.motion.curves[id]);
        curves.frames().into_iter().all(|frame| nearly(&curves.sample(&rest, frame).matrix(), &rest.matrix(), 1.0))
    }

    /// Returns the only root of a map that has children, which new lamps have not: then nothing else has another place in the tree.
    fn map_root(&self) -> Option<NodeId> {
        let is_of_map = |node: &Node| node.extras.contains_key(NODE_NAME) || Properties::of(node).is_some();
        let mut above = self.scene.roots.iter().copied().filter(|id| !self.scene[*id].children.is_empty());
        let (root, None) = (above.next()?, above.next()) else { return None };
        let is_skinned = self.scene[root].mesh.as_deref().is_some_and(|mesh| mesh.skeleton.is_some());
        (!is_skinned && self.scene.nodes.iter().any(is_of_map)).then_some(root)
    }

    /// Returns the root that is the only mesh whose bones move.
    fn moving_root(&self) -> Option<NodeId> {
        let moved = self.bones.iter().filter(|(id, _)| self.is_keyed(*id));
        let meshes: BTreeSet<NodeId> = moved.filter_map(|(_, bone)| Some(bone.as_ref()?.mesh)).collect();
        let root = meshes.first().copied().filter(|_| meshes.len() == 1);
        root.filter(|root| self.scene.roots.contains(root))
    }
}
