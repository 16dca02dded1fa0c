//! The choice of levels of detail before a scene is written.

use crate::options::Lods;
use crate::unused::{renumbered, retain};
use retromesh_core::diagnostics::{Code, Diagnostics};
use retromesh_core::error::{Error, ErrorKind, Result};
use retromesh_core::scene::Lod;
use retromesh_core::{NodeId, NodeMap, SceneEdit, Valid};

/// Removes the levels of detail that are not asked for, with all below them; removed ones are reported.
///
/// `knows_levels` says that the output format stores levels with their roles. Where it does not, the levels that stay become ordinary
/// nodes that are shown, so that all of them are written. [`Lods::Auto`] changes nothing: each format takes what it is for.
pub(crate) fn keep_asked<'s>(
    scene: Valid<'s>,
    lods: &Lods,
    knows_levels: bool,
    diagnostics: &mut Diagnostics,
) -> Result<Valid<'s>> {
    let levels: Vec<(NodeId, Lod)> = scene.node_ids().filter_map(|id| Some((id, scene[id].lod?))).collect();
    let mut gone = NodeMap::filled(&scene, false);
    match lods {
        Lods::Auto => return Ok(scene),
        Lods::All => {}
        Lods::Visual => levels.iter().for_each(|(id, lod)| gone[*id] = !lod.role.is_visual()),
        Lods::Best => {
            levels.iter().for_each(|(id, _)| gone[*id] = true);
            scene.finest_levels().for_each(|id| gone[id] = false);
        }
        Lods::Named(word) => {
            levels.iter().for_each(|(id, lod)| gone[*id] = !lod.is_called(&scene[*id].name, word));
            if levels.iter().all(|(id, _)| gone[*id]) {
                let names: Vec<&str> = levels.iter().take(40).map(|(id, _)| scene[*id].name.as_str()).collect();
                let expected = match names.as_slice() {
                    [] => "no name, as the model has no levels".to_owned(),
                    names => format!("auto, all, visual, best or one of {}", names.join(", ")),
                };
                return Err(Error::new("", ErrorKind::option("level of detail", expected, format!("{word:?}"))));
            }
        }
    }
    let removed = gone.values().iter().filter(|gone| **gone).count();
    diagnostics.note(Code::LostLod, removed, "levels of detail that were not asked for")?;
    let mut edit = scene.edit();
    if matches!(lods, Lods::Named(_)) {
        levels.iter().filter(|(id, _)| !gone[*id]).for_each(|(id, _)| edit.node_mut(*id).hidden = false);
    }
    if removed > 0 {
        remove_nodes(&mut edit, &gone);
    }
    if !knows_levels {
        for node in edit.nodes_mut() {
            node.hidden &= node.lod.take().is_none();
        }
    }
    Ok(edit.finish()?)
}

/// Removes nodes with all below them, the channels that move them, and the meshes that nobody places any more.
pub(crate) fn remove_nodes(edit: &mut SceneEdit<'_>, gone: &NodeMap<bool>) {
    let placed = edit.placed_meshes();
    let mut gone = NodeMap::inherited(edit, |id, above| above == Some(&true) || gone[id]);
    // A skeleton stays whole.
    for joint in edit.skeletons.iter().flat_map(|skeleton| &skeleton.joints) {
        let mut at = Some(*joint);
        while let Some(id) = at.filter(|id| gone[*id]) {
            gone[id] = false;
            at = edit[id].parent;
        }
    }
    let nodes = renumbered(gone.values().iter().map(|gone| !gone));
    let new = |id: NodeId| nodes[id.index()].map(NodeId::new);
    let keep = |ids: &mut Vec<NodeId>| *ids = ids.iter().filter_map(|id| new(*id)).collect();
    keep(edit.roots_mut());
    retain(edit.nodes_mut(), &nodes);
    for node in edit.nodes_mut() {
        node.parent = node.parent.and_then(new);
        keep(&mut node.children);
    }
    edit.skeletons_mut().iter_mut().for_each(|skeleton| keep(&mut skeleton.joints));
    for animation in edit.animations_mut() {
        animation.channels.retain_mut(|channel| new(channel.target).inspect(|new| channel.target = *new).is_some());
    }
    let placed_now = edit.placed_meshes();
    let kept: Vec<bool> = placed.iter().zip(&placed_now).map(|(before, now)| *now || !before).collect();
    edit.retain_meshes(&kept);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;
    use retromesh_core::MeshId;
    use retromesh_core::Scene;
    use retromesh_core::check;
    use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
    use retromesh_core::mesh::Mesh;
    use retromesh_core::scene::{LodRole, MeshInstance, Node};

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
                let mut diagnostics = Diagnostics::new();
                let scene = keep_asked(scene().into_valid().unwrap(), &lods, knows_levels, &mut diagnostics).unwrap();
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
        let turret = Lods::Named("turret".into());
        let error = keep_asked(scene().into_valid().unwrap(), &turret, false, &mut Diagnostics::new()).unwrap_err();
        assert!(error.to_string().contains("fine, coarse, cockpit, Geometry"), "{error}");
    }

    #[test]
    fn a_named_level_is_shown() {
        let geometry = Lods::Named("geometry".into());
        let scene = keep_asked(scene().into_valid().unwrap(), &geometry, true, &mut Diagnostics::new()).unwrap();
        assert!(!scene.nodes[0].hidden && scene.nodes[0].lod.is_some());
    }
}
