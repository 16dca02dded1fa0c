//! Skeletons: which nodes deform a mesh.

use crate::extras::Extras;
use crate::ids::NodeId;
use glam::Mat4;

/// An ordered list of joints. Joints are ordinary nodes, so a sword can be a child of a hand.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Skeleton {
    /// The name as authored.
    pub name: String,
    /// The joint nodes; the joint numbers of a mesh's weights index this list. A node may appear once only.
    pub joints: Vec<NodeId>,
    /// From mesh space in the bind pose to each joint's space, one a joint:
    /// a skinned vertex is the weighted sum of `world(joint) * inverse_bind * position`.
    pub inverse_bind: Vec<Mat4>,
    /// Values of the file that have no field here.
    pub extras: Extras,
}
