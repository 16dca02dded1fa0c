//! The nodes that the exporter added, taken out again.

use super::Importer;
use crate::grid::GRID;
use crate::{SCENE, VERSION};
use glam::Mat4;
use retromesh_core::extras::NODE_NAME;
use retromesh_core::keyframes::Track;
use retromesh_core::scene::{Node, Transform, Trs};
use retromesh_core::{Code, NodeId, Result};
use retromesh_kit::base;
use serde_json::{Map, Value};
use std::collections::HashSet;

/// What an added node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Added {
    /// A root above all others.
    Root,
    /// The scene itself, which three.js makes a node below one of its own; its extras are those of the scene.
    Scene,
    /// The place of the skinned mesh of the node with a key.
    SkinnedMesh(u64),
    /// A joint for vertices without influences.
    NeutralJoint,
    /// Brings the mesh of its parent from a grid to its place.
    Grid,
}

impl Added {
    /// Reads the mark of an added node.
    pub(super) fn read(own: &Map<String, Value>) -> Option<Self> {
        if own.contains_key(VERSION) {
            return Some(Self::Scene);
        }
        match own.get("added")?.as_str()? {
            "root" => Some(Self::Root),
            "skinned-mesh" => Some(Self::SkinnedMesh(own.get("node")?.as_u64()?)),
            "neutral-joint" => Some(Self::NeutralJoint),
            GRID => Some(Self::Grid),
            _ => None,
        }
    }
}

impl Importer<'_, '_> {
    /// Moves meshes back to the nodes that they came from, and removes added nodes that nothing else uses.
    pub(super) fn remove_added(&mut self) -> Result<()> {
        if self.added.iter().all(Option::is_none) {
            return Ok(());
        }
        let (mut homeless, mut renamed) = (0, 0);
        let moved: HashSet<NodeId> = self
            .scene
            .animations
            .iter()
            .flat_map(|animation| &animation.channels)
            .filter(|channel| !matches!(channel.track, Track::Weights { .. }))
            .map(|channel| channel.target)
            .collect();
        let joints: HashSet<NodeId> = self.scene.skeletons.iter().flat_map(|s| &s.joints).copied().collect();
        let mut instead: Vec<Option<NodeId>> = (0..self.scene.nodes.len()).map(|i| Some(NodeId::new(i))).collect();
        for (i, added) in self.added.iter().enumerate() {
            let (Some(added), Some(node)) = (added, self.scene.nodes.get(i)) else { continue };
            let id = NodeId::new(i);
            let idle = node.transform == Transform::Trs(Trs::IDENTITY) && !moved.contains(&id) && !joints.contains(&id);
            let bare = node.camera.is_none() && node.light.is_none();
            let takes_extras = *added == Added::Scene && !node.extras.contains_key(SCENE);
            let bare = bare && (node.extras.is_empty() || takes_extras);
            if !idle || !bare {
                continue;
            }
            let target = match *added {
                Added::Root | Added::Scene if node.mesh.is_none() && node.parent.is_none() => None,
                Added::NeutralJoint if node.mesh.is_none() && node.children.is_empty() => None,
                Added::SkinnedMesh(_) | Added::Grid if node.children.is_empty() => {
                    let is_own = |home: &NodeId| self.added.get(home.index()).is_some_and(Option::is_none);
                    let home = match added {
                        Added::SkinnedMesh(key) => self.keys.get(key).copied().flatten().filter(|home| *home != id),
                        _ => node.parent.filter(is_own),
                    };
                    if home.and_then(|home| self.scene.node(home)).is_none_or(|home| home.mesh.is_some()) {
                        homeless += 1;
                        continue;
                    }
                    home
                }
                _ => continue,
            };
            if let Some(target) = target {
                let node = self.scene.nodes.get_mut(i).map(std::mem::take).unwrap_or_default();
                if let Some(home) = self.scene.nodes.get_mut(target.index()) {
                    // Programs add a number to the second of two names.
                    let is_other = base(&node.name) != base(&home.name) && !node.name.is_empty();
                    renamed += usize::from(is_other && matches!(added, Added::SkinnedMesh(_)));
                    home.hidden |= node.hidden;
                    home.mesh = node.mesh;
                }
            }
            if *added == Added::Scene {
                let extras =
                    self.scene.nodes.get_mut(i).map(|node| std::mem::take(&mut node.extras)).unwrap_or_default();
                extras.into_iter().for_each(|(key, value)| {
                    self.scene.extras.entry(key).or_insert(value);
                });
            }
            if let Some(slot) = instead.get_mut(i) {
                *slot = target;
            }
        }
        self.renumber(&instead);
        let what = "a skinned mesh has another name than the node that is its place: the name of the place counts";
        self.report(Code::StaleExtras, renamed, || "nodes".into(), what)?;
        self.report(
            Code::StaleExtras,
            homeless,
            || "nodes".into(),
            "the node of a mesh that is next to it, which is gone",
        )
    }

    /// Puts lights back to the nodes whose names describe them, as Blender makes a node of its own below one that has a mesh, too.
    pub(super) fn lights_in_names(&mut self) {
        let moved = self.scene.animations.iter().flat_map(|animation| &animation.channels);
        let moved: HashSet<NodeId> = moved.map(|channel| channel.target).collect();
        let joints: HashSet<NodeId> = self.scene.skeletons.iter().flat_map(|s| &s.joints).copied().collect();
        let mut instead: Vec<Option<NodeId>> = (0..self.scene.nodes.len()).map(|i| Some(NodeId::new(i))).collect();
        let mut is_any = false;
        for id in self.scene.node_ids() {
            let node = &self.scene[id];
            let Some(home) = node.parent.filter(|_| node.light.is_some()) else { continue };
            let is_bare = node.mesh.is_none()
                && node.camera.is_none()
                && node.children.is_empty()
                && node.extras.is_empty()
                && node.transform.matrix().abs_diff_eq(Mat4::IDENTITY, 1e-5);
            let above = &self.scene[home];
            let is_home = above.mesh.is_some()
                && above.light.is_none()
                && above.extras.contains_key(NODE_NAME)
                && base(&node.name) == base(&above.name);
            if is_bare && is_home && !moved.contains(&id) && !joints.contains(&id) {
                self.scene[home].light = self.scene[id].light.take();
                instead[id.index()] = None;
                is_any = true;
            }
        }
        if is_any {
            self.renumber(&instead);
        }
    }

    /// Drops the nodes that stand for no node of their own; `instead` says which node takes over.
    fn renumber(&mut self, instead: &[Option<NodeId>]) {
        let stays = |i: usize| instead.get(i).copied().flatten() == Some(NodeId::new(i));
        let mut numbers: Vec<NodeId> = Vec::with_capacity(instead.len());
        let mut next = 0;
        for i in 0..instead.len() {
            numbers.push(NodeId::new(next));
            next += usize::from(stays(i));
        }
        let new = |id: NodeId| {
            let id = instead.get(id.index()).copied().flatten()?;
            stays(id.index()).then(|| numbers.get(id.index()).copied()).flatten()
        };
        // The children of a dropped node take its place.
        let old = std::mem::take(&mut self.scene.nodes);
        let expand = |ids: &[NodeId]| -> Vec<NodeId> {
            let mut out = Vec::with_capacity(ids.len());
            for &id in ids {
                match old.get(id.index()) {
                    _ if stays(id.index()) => out.extend(new(id)),
                    // Only a root among the dropped has children, and none of those is dropped with children.
                    Some(node) => out.extend(node.children.iter().filter(|c| stays(c.index())).filter_map(|&c| new(c))),
                    None => {}
                }
            }
            out
        };
        let roots = expand(&self.scene.roots);
        let children: Vec<Vec<NodeId>> = old.iter().map(|node| expand(&node.children)).collect();
        let mut nodes: Vec<Node> = Vec::with_capacity(next);
        for (i, (node, children)) in old.into_iter().zip(children).enumerate() {
            if stays(i) {
                let parent = node.parent.filter(|p| stays(p.index())).and_then(new);
                nodes.push(Node { parent, children, ..node });
            }
        }
        (self.scene.nodes, self.scene.roots) = (nodes, roots);
        for joint in self.scene.skeletons.iter_mut().flat_map(|s| &mut s.joints) {
            *joint = new(*joint).unwrap_or(*joint);
        }
        for animation in &mut self.scene.animations {
            animation.channels.retain_mut(|channel| match new(channel.target) {
                Some(target) => {
                    channel.target = target;
                    true
                }
                None => false,
            });
            let mut known = HashSet::new();
            animation.channels.retain(|channel| known.insert((channel.target, channel.track.property())));
        }
    }
}
