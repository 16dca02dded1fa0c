//! Looking things up by their typed ids: `scene[node]`, `scene[mesh]`, and one value a node.

use crate::ids::{CameraId, ImageId, LightId, MaterialId, MeshId, NodeId, SkeletonId, TextureId};
use crate::material::{Image, Material, Texture};
use crate::mesh::Mesh;
use crate::scene::{Camera, Light, Node, Scene};
use crate::skeleton::Skeleton;
use std::ops::{Index, IndexMut};

macro_rules! arenas {
    ($($id:ident => $arena:ident: $item:ident;)*) => {$(
        /// Panics where the id is out of range: never in a [valid](crate::Valid) scene with ids of its own.
        impl Index<$id> for Scene {
            type Output = $item;

            fn index(&self, id: $id) -> &$item {
                &self.$arena[id.index()]
            }
        }

        impl IndexMut<$id> for Scene {
            fn index_mut(&mut self, id: $id) -> &mut $item {
                &mut self.$arena[id.index()]
            }
        }
    )*};
}

arenas! {
    NodeId => nodes: Node;
    MeshId => meshes: Mesh;
    SkeletonId => skeletons: Skeleton;
    MaterialId => materials: Material;
    TextureId => textures: Texture;
    ImageId => images: Image;
    CameraId => cameras: Camera;
    LightId => lights: Light;
}

/// One value for each node of a scene.
///
/// ```
/// use retromesh_core::scene::{Node, Scene};
/// use retromesh_core::NodeMap;
/// let mut scene = Scene::default();
/// let root = scene.add_node(None, Node::default());
/// let child = scene.add_node(Some(root), Node::default());
/// let mut depths = NodeMap::filled(&scene, 0);
/// depths[child] = depths[root] + 1;
/// assert_eq!(depths.values(), [0, 1]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NodeMap<T>(Vec<T>);

impl<T> NodeMap<T> {
    /// Asks for the value of each node, in the order of the nodes.
    pub fn from_fn(scene: &Scene, value: impl FnMut(NodeId) -> T) -> Self {
        Self(scene.node_ids().map(value).collect())
    }

    /// Gives each node the same value.
    pub fn filled(scene: &Scene, value: T) -> Self
    where
        T: Clone,
    {
        Self(vec![value; scene.nodes.len()])
    }

    /// Asks for the value of each node, given that of its parent, from the roots down; nodes that no root reaches keep the default.
    pub fn inherited(scene: &Scene, mut value: impl FnMut(NodeId, Option<&T>) -> T) -> Self
    where
        T: Clone + Default,
    {
        let mut map = Self::filled(scene, T::default());
        scene.walk(|id, parent| map[id] = value(id, parent.map(|parent| &map[parent])));
        map
    }

    /// Adds the value of a node that was added to the scene.
    pub fn push(&mut self, value: T) {
        self.0.push(value);
    }

    /// Returns the values in the order of the nodes.
    pub fn values(&self) -> &[T] {
        &self.0
    }

    /// Returns each node with its value, in the order of the nodes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (NodeId, &T)> {
        self.0.iter().enumerate().map(|(i, value)| (NodeId::new(i), value))
    }
}

impl<T> Index<NodeId> for NodeMap<T> {
    type Output = T;

    fn index(&self, id: NodeId) -> &T {
        &self.0[id.index()]
    }
}

impl<T> IndexMut<NodeId> for NodeMap<T> {
    fn index_mut(&mut self, id: NodeId) -> &mut T {
        &mut self.0[id.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_from_parents_to_children() {
        let mut scene = Scene::default();
        let child = scene.add_node(None, Node::default());
        let other = scene.add_node(None, Node::default());
        // The parent comes after its child.
        let parent = scene.add_node(None, Node { children: vec![child], hidden: true, ..Node::default() });
        scene[child].parent = Some(parent);
        scene.roots = vec![parent, other];
        assert!(scene.validate().is_ok());
        let hidden = NodeMap::inherited(&scene, |id, above| above == Some(&true) || scene[id].hidden);
        assert_eq!(hidden.values(), [true, false, true]);
        assert!(hidden.iter().all(|(id, hidden)| *hidden == (id != other)));
    }
}
