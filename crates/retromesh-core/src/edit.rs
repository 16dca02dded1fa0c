//! Changes of a valid scene that end in a valid one.

use crate::check::{Changed, check_changed};
use crate::ids::{MaterialId, MeshId, NodeId, SkeletonId};
use crate::keyframes::Animation;
use crate::material::{Material, Texture};
use crate::mesh::Mesh;
use crate::scene::{Node, Scene};
use crate::skeleton::Skeleton;
use crate::space::Space;
use crate::valid::{Valid, Violations};
use std::borrow::Cow;
use std::ops::Deref;

/// A valid scene that is being changed. [`finish`](Self::finish) is the only way out: it checks what was touched, and gives a [`Valid`].
///
/// ```
/// use retromesh_core::scene::{Node, Scene};
/// use retromesh_core::{NodeId, SkeletonId};
/// let mut scene = Scene::default();
/// let root = scene.add_node(None, Node::default());
/// let mut edit = scene.into_valid()?.edit();
/// let child = edit.add_node(Some(root), Node::default());
/// edit.node_mut(child).name = "turret".into();
/// let scene = edit.finish()?;
/// assert_eq!(scene[child].name, "turret");
///
/// let mut edit = scene.edit();
/// edit.node_mut(root).children.clear();
/// assert_eq!(edit.finish().unwrap_err().to_string(), "nodes: a node is neither a root nor a child");
/// # Ok::<(), retromesh_core::Violations>(())
/// ```
#[derive(Debug)]
pub struct SceneEdit<'a> {
    scene: Cow<'a, Scene>,
    changed: Changed,
}

impl<'a> Valid<'a> {
    /// Opens the scene for changes; one that is borrowed is copied when the first is made.
    pub fn edit(self) -> SceneEdit<'a> {
        let changed = Changed { nodes_before: self.nodes.len(), ..Changed::default() };
        SceneEdit { scene: self.0, changed }
    }
}

impl<'a> SceneEdit<'a> {
    /// Checks what was touched.
    pub fn finish(self) -> Result<Valid<'a>, Violations> {
        Violations::none_of(check_changed(&self.scene, &self.changed))?;
        Ok(Valid(self.scene))
    }

    /// Returns the whole scene for changes; all of it is checked.
    pub fn scene_mut(&mut self) -> &mut Scene {
        self.changed.all = true;
        self.scene.to_mut()
    }

    /// Says that the numbers of the scene mean another space; they stay as they are.
    pub fn set_space(&mut self, space: Space) {
        self.scene.to_mut().space = space;
    }

    /// Returns a node for changes.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes_mut()[id.index()]
    }

    /// Returns all nodes for changes.
    pub fn nodes_mut(&mut self) -> &mut Vec<Node> {
        self.changed.nodes = true;
        &mut self.scene.to_mut().nodes
    }

    /// Returns the roots for changes.
    pub fn roots_mut(&mut self) -> &mut Vec<NodeId> {
        self.changed.nodes = true;
        &mut self.scene.to_mut().roots
    }

    /// Adds a node below another one, or as a root.
    pub fn add_node(&mut self, parent: Option<NodeId>, node: Node) -> NodeId {
        self.changed.nodes = true;
        self.scene.to_mut().add_node(parent, node)
    }

    /// Returns a mesh for changes.
    pub fn mesh_mut(&mut self, id: MeshId) -> &mut Mesh {
        self.changed.meshes.insert(id.index());
        &mut self.scene.to_mut()[id]
    }

    /// Adds a mesh.
    pub fn add_mesh(&mut self, mesh: Mesh) -> MeshId {
        let id = MeshId::new(self.meshes.len());
        self.changed.meshes.insert(id.index());
        self.scene.to_mut().meshes.push(mesh);
        id
    }

    /// Leaves out the meshes that are not `kept`; nodes place the others by their new numbers, and must place none that is gone.
    pub fn retain_meshes(&mut self, kept: &[bool]) {
        let mut next = 0;
        let mut number = || {
            next += 1;
            next - 1
        };
        let numbers: Vec<u32> = kept.iter().map(|kept| if *kept { number() } else { u32::MAX }).collect();
        let touched = std::mem::take(&mut self.changed.meshes);
        self.changed.meshes = touched.into_iter().filter(|at| kept[*at]).map(|at| numbers[at] as usize).collect();
        let mut at = kept.iter();
        self.scene.to_mut().meshes.retain(|_| at.next() == Some(&true));
        for instance in self.nodes_mut().iter_mut().filter_map(|node| node.mesh.as_deref_mut()) {
            instance.mesh = MeshId(numbers[instance.mesh.index()]);
        }
    }

    /// Returns all skeletons for changes.
    pub fn skeletons_mut(&mut self) -> &mut Vec<Skeleton> {
        self.changed.skeletons = true;
        &mut self.scene.to_mut().skeletons
    }

    /// Adds a skeleton.
    pub fn add_skeleton(&mut self, skeleton: Skeleton) -> SkeletonId {
        let id = SkeletonId::new(self.skeletons.len());
        self.skeletons_mut().push(skeleton);
        id
    }

    /// Returns all animations for changes.
    pub fn animations_mut(&mut self) -> &mut Vec<Animation> {
        self.changed.animations = true;
        &mut self.scene.to_mut().animations
    }

    /// Replaces the materials and the textures that they show; no images are left. Parts and nodes must name the new materials.
    pub fn replace_materials(&mut self, materials: Vec<Material>, textures: Vec<Texture>) {
        self.changed.materials = true;
        let scene = self.scene.to_mut();
        (scene.materials, scene.textures) = (materials, textures);
        scene.images.clear();
    }

    /// Returns the material of a part for changes.
    pub fn part_material_mut(&mut self, mesh: MeshId, part: usize) -> &mut Option<MaterialId> {
        self.changed.materials = true;
        &mut self.scene.to_mut()[mesh].parts[part].material
    }
}

impl Deref for SceneEdit<'_> {
    type Target = Scene;

    fn deref(&self) -> &Scene {
        &self.scene
    }
}
