//! The scene: arenas of nodes and of what they place, in the space of the file that they came from.

use crate::extras::Extras;
use crate::ids::{CameraId, LightId, MaterialId, MeshId, NodeId, SkeletonId};
use crate::keyframes::{Animation, Clip};
use crate::material::{Image, Material, Texture};
use crate::mesh::Mesh;
use crate::skeleton::Skeleton;
use crate::space::Space;
use glam::{Mat4, Quat, Vec3, Vec4};
use std::fmt;

/// Holds a whole model file, whatever its format.
///
/// Plain data: `Vec` arenas and typed ids. Numbers are those of the file; [`Scene::space`] says what they mean and
/// [`Scene::convert_to`] is the one way to change it. [`check`](crate::check::check) states the invariants.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(remote = "Self", deny_unknown_fields)
)]
pub struct Scene {
    /// What the axes, the winding, the UV origin and the unit are.
    pub space: Space,
    /// Nodes without a parent, in file order.
    pub roots: Vec<NodeId>,
    /// All nodes; they form a forest.
    pub nodes: Vec<Node>,
    /// All meshes.
    pub meshes: Vec<Mesh>,
    /// All skeletons.
    pub skeletons: Vec<Skeleton>,
    /// All materials.
    pub materials: Vec<Material>,
    /// All textures; materials point to them by layer.
    pub textures: Vec<Texture>,
    /// All images; textures point to them.
    pub images: Vec<Image>,
    /// All animations.
    pub animations: Vec<Animation>,
    /// All cameras.
    pub cameras: Vec<Camera>,
    /// All lights.
    pub lights: Vec<Light>,
    /// The light that is everywhere: red, green, blue, alpha, 0 to 1.
    pub ambient: Option<Vec4>,
    /// Values of the file that have no field here.
    pub extras: Extras,
}

impl Scene {
    /// Adds a node under `parent` (or as a root), keeping the links on both sides, and returns its id.
    pub fn add_node(&mut self, parent: Option<NodeId>, mut node: Node) -> NodeId {
        let id = NodeId::new(self.nodes.len());
        node.parent = parent;
        self.nodes.push(node);
        match parent.and_then(|p| self.nodes.get_mut(p.index())) {
            Some(parent) => parent.children.push(id),
            None => self.roots.push(id),
        }
        id
    }

    /// Fills in roots and children from the parents of the nodes, each list of children with exactly the room that it needs: for nodes that
    /// were pushed with a parent and no other link.
    pub fn link_nodes(&mut self) {
        let mut counts = vec![0; self.nodes.len()];
        for parent in self.nodes.iter().filter_map(|node| node.parent) {
            if let Some(count) = counts.get_mut(parent.index()) {
                *count += 1;
            }
        }
        self.nodes.iter_mut().zip(counts).for_each(|(node, count)| node.children.reserve_exact(count));
        for id in self.node_ids() {
            let parent = self.node(id).and_then(|node| node.parent);
            match parent.and_then(|parent| self.nodes.get_mut(parent.index())) {
                Some(parent) => parent.children.push(id),
                None => self.roots.push(id),
            }
        }
    }

    /// Returns a node.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index())
    }

    /// Returns the ids of all nodes, in the order of the arena.
    pub fn node_ids(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId::new)
    }

    /// Lists the clips of all animations, each with the number of its animation; an animation without clips is one.
    pub fn clips(&self) -> Vec<(usize, Clip)> {
        let clips = |(i, animation): (usize, &Animation)| animation.clips_or_whole().into_iter().map(move |c| (i, c));
        self.animations.iter().enumerate().flat_map(clips).collect()
    }

    /// Finds a clip by name, without regard to case where no name is equal; an animation's own name stands for its whole timeline.
    /// Clips without a name are called by their number, `animation_0` for the first, as viewers of glTF call them.
    /// Without a name it is the first clip that lasts: many files open with one of one frame, the pose in which the model was built.
    pub fn clip(&self, name: Option<&str>) -> Option<(usize, Clip)> {
        let clips = self.clips();
        let Some(name) = name else {
            return clips.iter().find(|(_, clip)| clip.last > clip.first).or_else(|| clips.first()).cloned();
        };
        // An animation without clips is one already.
        let animations = self.animations.iter().enumerate().filter(|(_, animation)| !animation.clips.is_empty());
        let all: Vec<_> = clips.into_iter().chain(animations.map(|(i, a)| (i, a.whole()))).collect();
        let exact = all.iter().find(|(_, clip)| clip.name == name);
        let alike = || all.iter().find(|(_, clip)| clip.name.eq_ignore_ascii_case(name));
        let number = || name.strip_prefix("animation_")?.parse::<usize>().ok();
        let numbered = || all.get(number()?).filter(|(_, clip)| clip.name.is_empty());
        exact.or_else(alike).or_else(numbered).cloned()
    }

    /// Returns the finest visual level of detail among siblings, or the first level where none is visual.
    pub fn finest_level(&self, siblings: &[NodeId]) -> Option<NodeId> {
        let levels = siblings.iter().filter_map(|&id| Some((id, self.node(id)?.lod?)));
        levels.min_by_key(|(_, lod)| (lod.role.rank(), lod.level)).map(|(id, _)| id)
    }

    /// Returns of each group of sibling levels of detail the [finest](Self::finest_level).
    pub fn finest_levels(&self) -> impl Iterator<Item = NodeId> {
        let groups = std::iter::once(&self.roots).chain(self.nodes.iter().map(|node| &node.children));
        groups.filter_map(|group| self.finest_level(group))
    }

    /// Returns all nodes reachable from the roots, each after its parent, children in order.
    pub fn depth_first(&self) -> Vec<NodeId> {
        let mut order = Vec::with_capacity(self.nodes.len());
        self.walk(|id, _| order.push(id));
        order
    }

    /// Visits all nodes reachable from the roots with the node above, each after its parent, children in order; safe for scenes
    /// that are not valid.
    pub(crate) fn walk(&self, mut visit: impl FnMut(NodeId, Option<NodeId>)) {
        // A forest visits each node once; the bound keeps a scene that is none from looping.
        let mut left = self.nodes.len();
        let mut stack: Vec<(NodeId, Option<NodeId>)> = self.roots.iter().rev().map(|&root| (root, None)).collect();
        while let Some((id, parent)) = stack.pop() {
            let Some(node) = self.node(id) else { continue };
            if left == 0 {
                break;
            }
            left -= 1;
            visit(id, parent);
            stack.extend(node.children.iter().rev().map(|&child| (child, Some(id))));
        }
    }
}

/// One place in the hierarchy.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Node {
    /// The name as authored; may be empty, may repeat.
    pub name: String,
    /// The parent, or `None` for a root.
    pub parent: Option<NodeId>,
    /// The children, in order.
    pub children: Vec<NodeId>,
    /// The transform from this node's space to its parent's.
    pub transform: Transform,
    /// The mesh drawn here.
    pub mesh: Option<Box<MeshInstance>>,
    /// The camera at this node.
    pub camera: Option<CameraId>,
    /// The light at this node.
    pub light: Option<LightId>,
    /// The level of detail that this subtree is.
    pub lod: Option<Lod>,
    /// Another model that is placed here.
    pub proxy: Option<Box<Proxy>>,
    /// Whether the subtree is kept but not shown.
    pub hidden: bool,
    /// Values of the file that have no field here.
    pub extras: Extras,
}

/// A local transform, kept as authored.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Transform {
    /// Translation · rotation · scale, applied to column vectors from right to left.
    Trs(Trs),
    /// A matrix for column vectors; boxed because few nodes have one.
    Matrix(Box<Mat4>),
}

/// Translation, rotation and scale of a node: `parent = T · R · S · local`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Trs {
    /// In units of the parent's space.
    pub translation: Vec3,
    /// A unit quaternion, Hamilton, active.
    pub rotation: Quat,
    /// Factors along the node's own axes.
    pub scale: Vec3,
}

impl Trs {
    /// Moves, turns and scales nothing.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// Returns the same transform as a matrix.
    pub fn matrix(&self) -> Mat4 {
        Mat4::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::Trs(Trs::IDENTITY)
    }
}

impl From<Trs> for Transform {
    fn from(trs: Trs) -> Self {
        Self::Trs(trs)
    }
}

impl From<Mat4> for Transform {
    fn from(matrix: Mat4) -> Self {
        Self::Matrix(Box::new(matrix))
    }
}

impl Transform {
    /// Returns the transform as a matrix.
    pub fn matrix(&self) -> Mat4 {
        match self {
            Self::Trs(trs) => trs.matrix(),
            Self::Matrix(matrix) => **matrix,
        }
    }

    /// Returns translation, rotation and scale; those of a matrix with shear are near it, and one that is flat along an axis
    /// has no rotation. The rotation is of unit length.
    pub fn trs(&self) -> Trs {
        match self {
            Self::Trs(trs) => *trs,
            Self::Matrix(matrix) => {
                let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
                let unit = Vec4::from(rotation).try_normalize().map_or(Quat::IDENTITY, Quat::from_vec4);
                let rotation = if rotation.is_normalized() { rotation } else { unit };
                Trs { translation, rotation, scale }
            }
        }
    }
}

/// A mesh placed by a node.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshInstance {
    /// The mesh.
    pub mesh: MeshId,
    /// What deforms it: its weights' joint numbers index this skeleton's joints.
    pub skeleton: Option<SkeletonId>,
    /// Materials by part that replace the mesh's own; empty, or one entry a part.
    pub materials: Vec<Option<MaterialId>>,
}

impl MeshInstance {
    /// Places a mesh with its own materials.
    pub fn new(mesh: MeshId) -> Self {
        Self { mesh, skeleton: None, materials: Vec::new() }
    }
}

/// Says which level of detail a subtree is.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Lod {
    /// What the level is for.
    pub role: LodRole,
    /// The raw value of the file: a resolution, a distance or a scale, as its format says.
    pub value: f32,
    /// The level's number in the file, counted from 0; levels of one model are siblings.
    pub level: u32,
}

/// What a level of detail is for; all but the visual ones are invisible in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the documentation; they are those of the editor")]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LodRole {
    Visual,
    ViewGunner,
    ViewPilot,
    ViewCargo,
    ViewCommander,
    Geometry,
    FireGeometry,
    ViewGeometry,
    ViewPilotGeometry,
    ViewPilotFireGeometry,
    ViewGunnerGeometry,
    ViewGunnerFireGeometry,
    ViewCommanderGeometry,
    ViewCommanderFireGeometry,
    ViewCargoGeometry,
    ViewCargoFireGeometry,
    Memory,
    LandContact,
    Roadway,
    Paths,
    HitPoints,
    ShadowVolume,
    ShadowBuffer,
    Physics,
    Buoyancy,
    Edit,
    Wreck,
    SubParts,
    Solid,
    Other,
}

impl Scene {
    /// Returns for each mesh whether a node has it.
    pub fn placed_meshes(&self) -> Vec<bool> {
        let mut placed = vec![false; self.meshes.len()];
        let instances = self.nodes.iter().filter_map(|node| node.mesh.as_deref());
        instances.for_each(|instance| placed[instance.mesh.index()] = true);
        placed
    }
}

impl Lod {
    /// Returns whether a caller's word names this level: the name of its node or its role, in any case and with or without spaces, or
    /// its number.
    pub fn is_called(&self, node_name: &str, word: &str) -> bool {
        let plain = |text: &str| -> String {
            text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
        };
        let role = plain(&self.role.to_string());
        node_name.eq_ignore_ascii_case(word)
            || self.level.to_string() == word
            || (!plain(word).is_empty() && (role == plain(word) || plain(node_name) == plain(word)))
    }
}

/// Prints the name that the editor gives it, without blanks.
impl fmt::Display for LodRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl LodRole {
    /// Returns whether a player sees it.
    pub fn is_visual(self) -> bool {
        matches!(self, Self::Visual | Self::ViewGunner | Self::ViewPilot | Self::ViewCargo | Self::ViewCommander)
    }

    /// Returns which roles stand for a model first, the lowest number first: the outside, the views from inside, all others.
    pub fn rank(self) -> u8 {
        match self {
            Self::Visual => 0,
            role if role.is_visual() => 1,
            _ => 2,
        }
    }
}

/// A reference to another model.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Proxy {
    /// The model's path or class name, as authored.
    pub path: String,
    /// The proxy's number, -1 for none.
    pub id: i32,
}

/// A camera; it looks along the `forward` axis of the scene's [`Space`], its top along `up`.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Camera {
    /// The name as authored.
    pub name: String,
    /// How it projects.
    pub projection: Projection,
    /// The near plane, in units.
    pub near: f32,
    /// The far plane, in units; `None` for none.
    pub far: Option<f32>,
    /// Values of the file that have no field here.
    pub extras: Extras,
}

/// How a camera projects.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Projection {
    /// A perspective camera.
    Perspective {
        /// The full vertical angle of view, in radians.
        vertical_fov: f32,
        /// Width over height; `None` when the window decides.
        aspect: Option<f32>,
    },
    /// An orthographic camera.
    Orthographic {
        /// Half the width of the view, in units.
        half_width: f32,
        /// Half the height of the view, in units.
        half_height: f32,
    },
}

/// A light; spot and directional ones shine along the `forward` axis of the scene's [`Space`].
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Light {
    /// The name as authored.
    pub name: String,
    /// The kind and its own parameters.
    pub kind: LightKind,
    /// Red, green, blue, 0 to 1.
    pub color: Vec3,
    /// The brightness as authored; without a unit in all legacy formats.
    pub intensity: f32,
    /// The distance at which it ends, in units; `None` for none.
    pub range: Option<f32>,
    /// Values of the file that have no field here.
    pub extras: Extras,
}

/// The kind of a light.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LightKind {
    /// Shines everywhere from one direction.
    Directional,
    /// Shines from one point to all sides.
    Point,
    /// Shines from one point into a cone.
    Spot {
        /// Half the angle of the fully lit inner cone, in radians.
        inner_angle: f32,
        /// Half the angle of the outer cone, in radians.
        outer_angle: f32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flat_matrix_has_no_rotation() {
        let flat = Mat4::from_scale(Vec3::new(2.0, 0.0, 3.0)) * Mat4::from_translation(Vec3::X);
        let trs = Transform::from(flat).trs();
        assert_eq!((trs.rotation, trs.scale), (Quat::IDENTITY, Vec3::new(2.0, 0.0, 3.0)));
        let turned = Mat4::from_quat(Quat::from_rotation_x(0.5));
        assert!(Transform::from(turned).trs().rotation.abs_diff_eq(Quat::from_rotation_x(0.5), 1e-6));
    }

    #[test]
    fn a_sheared_matrix_has_a_rotation_of_unit_length() {
        for matrix in [
            Mat4::from_cols(
                Vec4::new(0.0, 1.0, 0.0, 0.0),
                Vec4::new(4.0, 0.0, 0.0, 0.0),
                Vec4::new(0.0, 0.0, 1.0, 0.0),
                Vec4::W,
            ),
            Mat4::from_cols(Vec4::X, Vec4::new(3.0, 1.0, 0.0, 0.0), Vec4::new(0.5, 2.0, 1.0, 0.0), Vec4::W),
            Mat4::from_cols(Vec4::X, Vec4::X, Vec4::Y, Vec4::W),
            Mat4::from_cols(Vec4::splat(f32::NAN), Vec4::Y, Vec4::Z, Vec4::W),
        ] {
            assert!(Transform::from(matrix).trs().rotation.is_normalized(), "{matrix}");
        }
    }
}
