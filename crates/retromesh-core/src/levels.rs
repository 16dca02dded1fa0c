//! The choice of levels of detail before a scene is written.

use crate::diagnostics::{Code, Diagnostics, Finding};
use crate::error::{Error, ErrorKind, Result};
use crate::ids::{MeshId, NodeId};
use crate::options::Lods;
use crate::scene::{Lod, Scene};

impl Lod {
    /// Tells whether a caller's word names this level: the name of its node or its role, in any case and with or without spaces, or
    /// its number.
    pub fn is_called(&self, node_name: &str, word: &str) -> bool {
        let plain = |text: &str| -> String {
            text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
        };
        let role = plain(&format!("{:?}", self.role));
        node_name.eq_ignore_ascii_case(word)
            || self.level.to_string() == word
            || (!plain(word).is_empty() && (role == plain(word) || plain(node_name) == plain(word)))
    }
}

impl Scene {
    /// Removes the levels of detail that are not asked for, with all below them; removed ones are reported.
    ///
    /// `knows_levels` says that the output format stores levels with their roles. Where it does not, the levels that stay become ordinary
    /// nodes that are shown, so that all of them are written. [`Lods::Auto`] changes nothing: each format takes what it is for.
    pub(crate) fn keep_levels(&mut self, lods: &Lods, knows_levels: bool, diagnostics: &mut Diagnostics) -> Result<()> {
        let mut gone = vec![false; self.nodes.len()];
        let mut mark = |id: NodeId| gone.iter_mut().skip(id.index()).take(1).for_each(|gone| *gone = true);
        let levels: Vec<(NodeId, Lod)> = self.levels().collect();
        match lods {
            Lods::Auto => return Ok(()),
            Lods::All => {}
            Lods::Visual => levels.iter().filter(|(_, lod)| !lod.role.is_visual()).for_each(|(id, _)| mark(*id)),
            Lods::Best => {
                let groups: Vec<&[NodeId]> = std::iter::once(self.roots.as_slice())
                    .chain(self.nodes.iter().map(|node| node.children.as_slice()))
                    .collect();
                let best: Vec<NodeId> = groups.iter().filter_map(|group| self.finest_level(group)).collect();
                levels.iter().filter(|(id, _)| !best.contains(id)).for_each(|(id, _)| mark(*id));
            }
            Lods::Named(word) => {
                let name = |id: NodeId| self.node(id).map_or("", |node| node.name.as_str());
                let (wanted, others): (Vec<_>, Vec<_>) =
                    levels.iter().partition(|(id, lod)| lod.is_called(name(*id), word));
                if wanted.is_empty() {
                    let names: Vec<&str> = levels.iter().take(40).map(|(id, _)| name(*id)).collect();
                    let found = if names.is_empty() { "no level at all".to_owned() } else { names.join(", ") };
                    return Err(Error::new("", ErrorKind::bad("level of detail", word.clone(), found)));
                }
                others.iter().for_each(|(id, _)| mark(*id));
                for (id, _) in &wanted {
                    self.nodes.iter_mut().skip(id.index()).take(1).for_each(|node| node.hidden = false);
                }
            }
        }
        let removed = gone.iter().filter(|gone| **gone).count();
        diagnostics
            .report(Finding::new(Code::LostLod).times(removed).detail("levels of detail that were not asked for"))?;
        if removed > 0 {
            self.remove_nodes(gone);
        }
        if !knows_levels {
            for node in &mut self.nodes {
                node.hidden &= node.lod.take().is_none();
            }
        }
        Ok(())
    }

    fn levels(&self) -> impl Iterator<Item = (NodeId, Lod)> {
        self.nodes.iter().enumerate().filter_map(|(i, node)| Some((NodeId::new(i), node.lod?)))
    }

    /// Removes nodes with all below them, the channels that move them, and the meshes that nobody places any more.
    fn remove_nodes(&mut self, mut gone: Vec<bool>) {
        let placed = self.placed_meshes();
        for id in self.depth_first() {
            let parent = self.node(id).and_then(|node| node.parent);
            if parent.is_some_and(|parent| gone.get(parent.index()) == Some(&true)) {
                gone.iter_mut().skip(id.index()).take(1).for_each(|gone| *gone = true);
            }
        }
        // A skeleton stays whole.
        for joint in self.skeletons.iter().flat_map(|skeleton| &skeleton.joints) {
            let mut at = Some(*joint);
            while let Some(id) = at.filter(|id| gone.get(id.index()) == Some(&true)) {
                gone.iter_mut().skip(id.index()).take(1).for_each(|gone| *gone = false);
                at = self.node(id).and_then(|node| node.parent);
            }
        }
        let nodes = Renumbered::new(gone.iter().map(|gone| !gone));
        let keep =
            |ids: &mut Vec<NodeId>| *ids = ids.iter().filter_map(|id| nodes.of(id.index()).map(NodeId::new)).collect();
        keep(&mut self.roots);
        let mut at = gone.iter();
        self.nodes.retain(|_| at.next() == Some(&false));
        for node in &mut self.nodes {
            node.parent = node.parent.and_then(|parent| nodes.of(parent.index()).map(NodeId::new));
            keep(&mut node.children);
        }
        self.skeletons.iter_mut().for_each(|skeleton| keep(&mut skeleton.joints));
        for animation in &mut self.animations {
            animation.channels.retain_mut(|channel| match nodes.of(channel.target.index()) {
                Some(target) => {
                    channel.target = NodeId::new(target);
                    true
                }
                None => false,
            });
        }
        let placed_now = self.placed_meshes();
        let kept: Vec<bool> = placed.iter().zip(&placed_now).map(|(before, now)| *now || !before).collect();
        let meshes = Renumbered::new(kept.iter().copied());
        let mut at = kept.iter();
        self.meshes.retain(|_| at.next() == Some(&true));
        for instance in self.nodes.iter_mut().filter_map(|node| node.mesh.as_deref_mut()) {
            if let Some(mesh) = meshes.of(instance.mesh.index()) {
                instance.mesh = MeshId::new(mesh);
            }
        }
    }
}

/// The new numbers of what is kept.
struct Renumbered(Vec<Option<usize>>);

impl Renumbered {
    fn new(kept: impl Iterator<Item = bool>) -> Self {
        let mut next = 0;
        let number = |kept: bool| {
            let own = kept.then_some(next);
            next += usize::from(kept);
            own
        };
        Self(kept.map(number).collect())
    }

    fn of(&self, index: usize) -> Option<usize> {
        self.0.get(index).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;
    use crate::check;
    use crate::keyframes::{Animation, Channel, Interpolation, Track};
    use crate::mesh::Mesh;
    use crate::scene::{LodRole, MeshInstance, Node};

    /// Two visual levels, a cockpit and a geometry, each with a mesh and a child.
    fn scene() -> Scene {
        let mut scene = Scene::default();
        let rows = [
            ("fine", LodRole::Visual),
            ("coarse", LodRole::Visual),
            ("cockpit", LodRole::ViewPilot),
            ("Geometry", LodRole::Geometry),
        ];
        for (level, (name, role)) in (0u32..).zip(rows) {
            scene.meshes.push(Mesh { name: name.into(), ..Mesh::default() });
            let node = Node {
                name: name.into(),
                mesh: Some(Box::new(MeshInstance::new(MeshId(level)))),
                lod: Some(Lod { role, value: 0.0, level }),
                hidden: !role.is_visual(),
                ..Node::default()
            };
            let id = scene.add_node(None, node);
            scene.add_node(Some(id), Node { name: format!("{name} child"), ..Node::default() });
        }
        let channel = |target| Channel {
            target: NodeId::new(target),
            interpolation: Interpolation::Linear,
            times: vec![0.0],
            track: Track::Translation(vec![glam::Vec3::ZERO]),
        };
        let channels = vec![channel(1), channel(7)];
        scene.animations.push(Animation { channels, ticks_per_second: 1.0, ..Animation::default() });
        scene
    }

    #[test]
    fn levels_are_chosen() {
        let rows: [(Lods, &[&str]); 6] = [
            (Lods::Auto, &["fine", "coarse", "cockpit", "Geometry"]),
            (Lods::All, &["fine", "coarse", "cockpit", "Geometry"]),
            (Lods::Visual, &["fine", "coarse", "cockpit"]),
            (Lods::Best, &["fine"]),
            (Lods::Named("view pilot".into()), &["cockpit"]),
            (Lods::Named("3".into()), &["Geometry"]),
        ];
        for (lods, expected) in rows {
            for knows_levels in [false, true] {
                let mut scene = scene();
                let mut diagnostics = Diagnostics::new();
                scene.keep_levels(&lods, knows_levels, &mut diagnostics).unwrap();
                assert_eq!(check(&scene), [], "{lods:?}");
                let names =
                    |ids: &[NodeId]| ids.iter().map(|id| scene.node(*id).unwrap().name.clone()).collect::<Vec<_>>();
                assert_eq!(names(&scene.roots), expected, "{lods:?}");
                assert_eq!(scene.meshes.iter().map(|mesh| mesh.name.as_str()).collect::<Vec<_>>(), expected);
                for (i, id) in scene.roots.iter().enumerate() {
                    let node = scene.node(*id).unwrap();
                    assert_eq!(node.mesh.as_ref().unwrap().mesh.index(), i);
                    assert_eq!(names(&node.children), [format!("{} child", node.name)]);
                    assert_eq!(node.lod.is_some(), knows_levels || lods == Lods::Auto);
                }
                assert_eq!(diagnostics.count(Code::LostLod), 4 - expected.len() as u64);
                let has = |name: &str| u64::from(expected.contains(&name));
                assert_eq!(scene.animations[0].channels.len() as u64, has("fine") + has("Geometry"));
            }
        }
        let error = scene().keep_levels(&Lods::Named("turret".into()), true, &mut Diagnostics::new()).unwrap_err();
        assert!(error.to_string().contains("fine, coarse, cockpit, Geometry"), "{error}");
    }

    #[test]
    fn a_named_level_is_shown() {
        let mut scene = scene();
        scene.keep_levels(&Lods::Named("geometry".into()), true, &mut Diagnostics::new()).unwrap();
        assert!(!scene.nodes[0].hidden && scene.nodes[0].lod.is_some());
    }
}
