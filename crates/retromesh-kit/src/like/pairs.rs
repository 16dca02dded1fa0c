//! Which node of the original is which.

use super::names::base;
use retromesh_core::{NodeId, Scene};
use std::collections::{HashMap, HashSet};

/// What a node is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Joint,
    Mesh,
    Light,
    Camera,
    /// It places nothing.
    Plain,
}

/// Returns what each node is for.
pub(super) fn kinds(scene: &Scene) -> Vec<Kind> {
    let joints: HashSet<NodeId> = scene.skeletons.iter().flat_map(|skeleton| skeleton.joints.iter().copied()).collect();
    let kind = |id: NodeId| match &scene[id] {
        _ if joints.contains(&id) => Kind::Joint,
        node if node.mesh.is_some() => Kind::Mesh,
        node if node.light.is_some() => Kind::Light,
        node if node.camera.is_some() => Kind::Camera,
        _ => Kind::Plain,
    };
    scene.node_ids().map(kind).collect()
}

/// The nodes of two scenes, as far as each has a counterpart.
pub(super) struct Pairs {
    /// For each node of the original the edited one.
    pub(super) edited: Vec<Option<NodeId>>,
    /// For each edited node that of the original.
    pub(super) original: HashMap<NodeId, NodeId>,
    pub(super) kinds: Vec<Kind>,
}

impl Pairs {
    /// Pairs nodes of one name and kind, then those whose name has a number more, then those of another kind: a light that a program dropped
    /// leaves a node that places nothing. Of several of one name each is the next in the order of the hierarchy.
    pub(super) fn of(edited: &Scene, original: &Scene) -> Self {
        let kinds = kinds(original);
        let edited_kinds = self::kinds(edited);
        let mut pairs = Self { edited: vec![None; original.nodes.len()], original: HashMap::new(), kinds };
        let rounds: [(bool, bool); 4] = [(true, false), (true, true), (false, false), (false, true)];
        for (by_kind, numbered) in rounds {
            let mut free: HashMap<(&str, Option<Kind>), Vec<NodeId>> = HashMap::new();
            for id in original.depth_first().into_iter().rev() {
                let kind = pairs.kinds[id.index()];
                let name = original[id].name.as_str();
                if pairs.edited[id.index()].is_none() && !name.is_empty() && (by_kind || kind != Kind::Joint) {
                    free.entry((name, by_kind.then_some(kind))).or_default().push(id);
                }
            }
            for id in edited.depth_first() {
                let kind = edited_kinds[id.index()];
                if pairs.original.contains_key(&id) || !by_kind && kind != Kind::Plain {
                    continue;
                }
                let own = edited[id].name.as_str();
                let name = if numbered { base(own) } else { Some(own) };
                let found = name.and_then(|name| free.get_mut(&(name, by_kind.then_some(kind)))?.pop());
                if let Some(found) = found {
                    pairs.add(id, found);
                }
            }
        }
        pairs
    }

    pub(super) fn add(&mut self, edited: NodeId, original: NodeId) {
        self.edited[original.index()] = Some(edited);
        self.original.insert(edited, original);
    }
}
