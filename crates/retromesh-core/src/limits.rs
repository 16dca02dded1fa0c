//! Bounds on what an input may make the library do.

use crate::error::{Error, ErrorKind, LimitKind, Result};
use crate::ids::NodeId;
use crate::index::NodeMap;
use crate::scene::Scene;

/// Bounds what an input may make the library do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The largest input, in bytes. Default 1 GiB.
    pub input_bytes: u64,
    /// The maximum number of bytes that compressed data of one input may unpack to. Default 1 GiB.
    pub unpacked_bytes: u64,
    /// The deepest nesting of records or nodes. Default 16,777,216: nesting costs no stack, so the limit
    /// only serves callers whose own code recurses.
    pub depth: u32,
    /// The maximum number of levels of detail of one model. Default 256.
    pub lods: u32,
}

impl Limits {
    /// Allows everything.
    pub fn none() -> Self {
        Self { input_bytes: u64::MAX, unpacked_bytes: u64::MAX, depth: u32::MAX, lods: u32::MAX }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { input_bytes: 1 << 30, unpacked_bytes: 1 << 30, depth: 1 << 24, lods: 256 }
    }
}

impl Limits {
    /// Refuses an input of more bytes than [`Limits::input_bytes`].
    pub fn allow_input(&self, bytes: u64) -> Result<()> {
        at_most(LimitKind::Input, "input size", self.input_bytes, bytes)
    }

    /// Refuses compressed or repeated data that becomes more bytes than [`Limits::unpacked_bytes`].
    pub fn allow_unpacked(&self, bytes: u64) -> Result<()> {
        at_most(LimitKind::Unpacked, "unpacked bytes", self.unpacked_bytes, bytes)
    }

    /// Returns how many bytes data may unpack to whose own size allows `own` of them. Who raises the limit above the default gets it, however
    /// small the data is.
    pub fn unpacked_of(&self, own: u64) -> u64 {
        if self.unpacked_bytes > Self::default().unpacked_bytes {
            self.unpacked_bytes
        } else {
            own.min(self.unpacked_bytes)
        }
    }

    /// Refuses records that nest deeper than [`Limits::depth`].
    pub fn allow_nesting(&self, depth: u32) -> Result<()> {
        at_most(LimitKind::Depth, "nesting", self.depth.into(), depth.into())
    }

    /// Refuses a scene whose nodes nest deeper than [`Limits::depth`]; a root is at depth 1.
    pub fn allow_depth(&self, scene: &Scene) -> Result<()> {
        // No scene is deeper than it has nodes.
        if scene.nodes.len() <= self.depth as usize {
            return Ok(());
        }
        let depths = NodeMap::inherited(scene, |_, above: Option<&u32>| above.map_or(1, |above| above + 1));
        self.allow_nesting(depths.values().iter().copied().max().unwrap_or(0))
    }

    /// Refuses a scene with more sibling nodes that are levels of detail than [`Limits::lods`].
    pub fn allow_levels(&self, scene: &Scene) -> Result<()> {
        let is_level = |id: &&NodeId| scene.node(**id).is_some_and(|node| node.lod.is_some());
        let families = scene.nodes.iter().map(|node| node.children.as_slice()).chain([scene.roots.as_slice()]);
        let found = families.map(|family| family.iter().filter(is_level).count()).max().unwrap_or(0);
        at_most(LimitKind::Levels, "number of levels", self.lods.into(), found as u64)
    }
}

fn at_most(kind: LimitKind, what: &'static str, limit: u64, found: u64) -> Result<()> {
    if found <= limit { Ok(()) } else { Err(Error::new("", ErrorKind::limit(kind, what, limit, found))) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::scene::Node;

    #[test]
    fn the_deepest_branch_counts() {
        let mut scene = Scene::default();
        let root = scene.add_node(None, Node::default());
        let child = scene.add_node(Some(root), Node::default());
        scene.add_node(Some(child), Node::default());
        scene.add_node(Some(root), Node::default());
        for (depth, error) in [
            (4, ""),
            (3, ""),
            (2, "nesting over the limit: at most 2, found 3"),
            (0, "nesting over the limit: at most 0, found 3"),
        ] {
            let limits = Limits { depth, ..Limits::default() };
            let text = limits.allow_depth(&scene).map_or_else(|e| e.to_string(), |()| String::new());
            assert_eq!(text, error);
        }
    }
}
