//! What is seen of a scene: the choice of formats without levels of detail and without visibility.

use retromesh_core::NodeId;
use retromesh_core::NodeMap;
use retromesh_core::scene::Scene;

/// Which nodes are shown, and what is left out.
///
/// Left out are hidden nodes and of levels of detail that are siblings all but the [finest](Scene::finest_level), each with all
/// below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Whether a node is shown, by node.
    pub nodes: NodeMap<bool>,
    /// Levels of detail that are left out.
    pub lost_levels: usize,
    /// Meshes that are left out because they are hidden; those of levels that are left out do not count.
    pub hidden_meshes: usize,
}

impl Shown {
    /// Finds out what is shown.
    pub fn of(scene: &Scene) -> Self {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        enum Kind {
            #[default]
            Shown,
            Hidden,
            LostLevel,
        }
        let mut finest = NodeMap::filled(scene, false);
        scene.finest_levels().for_each(|id| finest[id] = true);
        let (mut lost_levels, mut hidden_meshes) = (0, 0);
        let kinds = NodeMap::inherited(scene, |id, above| {
            let node = &scene[id];
            let above = above.copied().unwrap_or_default();
            let own = match above {
                Kind::LostLevel => Kind::LostLevel,
                _ if node.lod.is_some() && !finest[id] => Kind::LostLevel,
                Kind::Shown if !node.hidden => Kind::Shown,
                _ => Kind::Hidden,
            };
            lost_levels += usize::from(own == Kind::LostLevel && above != own);
            hidden_meshes += usize::from(own == Kind::Hidden && node.mesh.is_some());
            own
        });
        Self { nodes: NodeMap::from_fn(scene, |id| kinds[id] == Kind::Shown), lost_levels, hidden_meshes }
    }

    /// Returns the nodes with a mesh that is shown, parents first and children in order.
    pub fn meshes(&self, scene: &Scene) -> Vec<NodeId> {
        let mut order = scene.depth_first();
        order.retain(|&id| self.nodes[id] && scene[id].mesh.is_some());
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh_core::MeshId;
    use retromesh_core::scene::{Lod, LodRole, MeshInstance, Node};

    #[test]
    fn the_finest_level_and_what_is_not_hidden_is_shown() {
        let mut scene = Scene::default();
        let mut add = |parent, name: &str, lod: Option<(LodRole, u32)>, hidden| {
            let lod = lod.map(|(role, level)| Lod { role, value: 0.0, level });
            let mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
            scene.add_node(parent, Node { name: name.into(), lod, hidden, mesh, ..Node::default() })
        };
        let coarse = add(None, "coarse", Some((LodRole::Visual, 2)), false);
        add(Some(coarse), "coarse part", None, false);
        let fine = add(None, "fine", Some((LodRole::Visual, 1)), false);
        let part = add(Some(fine), "fine part", None, false);
        add(Some(part), "hidden part", None, true);
        let shadow = add(None, "shadow", Some((LodRole::ShadowVolume, 0)), true);
        add(Some(shadow), "inner level", Some((LodRole::Visual, 0)), false);
        let box_ = add(None, "hidden", None, true);
        add(Some(box_), "below hidden", None, false);
        let shown = Shown::of(&scene);
        let names: Vec<&str> = shown.meshes(&scene).iter().map(|&id| scene[id].name.as_str()).collect();
        assert_eq!(names, ["fine", "fine part"]);
        assert_eq!((shown.lost_levels, shown.hidden_meshes), (2, 3));
    }
}
