//! Which nodes of a scene are drawn: visibility and levels of detail.

use crate::options::Levels;
use retromesh_core::scene::Lod;
use retromesh_core::{Error, ErrorKind, NodeId, NodeMap, Result, Scene};

/// Returns for each node whether what it places is drawn.
pub(crate) fn visible(scene: &Scene, levels: &Levels, hidden: bool) -> Result<NodeMap<bool>> {
    let mut left_out = NodeMap::from_fn(scene, |id| scene[id].lod.is_some() && *levels != Levels::All);
    match levels {
        Levels::Named(name) => wanted(scene, name)?.into_iter().for_each(|id| left_out[id] = false),
        Levels::Finest => scene.finest_levels().for_each(|id| left_out[id] = false),
        Levels::All => {}
    }
    let shows = |id: NodeId| !left_out[id] && (hidden || !scene[id].hidden);
    Ok(NodeMap::inherited(scene, |id, above| above != Some(&false) && shows(id)))
}

/// Returns the levels that a name stands for.
fn wanted(scene: &Scene, name: &str) -> Result<Vec<NodeId>> {
    let all: Vec<(NodeId, Lod)> = scene.node_ids().filter_map(|id| Some((id, scene[id].lod?))).collect();
    let found: Vec<NodeId> =
        all.iter().filter(|(id, lod)| lod.is_called(&scene[*id].name, name)).map(|(id, _)| *id).collect();
    if found.is_empty() {
        let level = |(id, lod): &(NodeId, Lod)| format!("{} ({} {})", lod.level, lod.role, scene[*id].name);
        let names: Vec<String> = all.iter().take(40).map(level).collect();
        let levels = if names.is_empty() { "none: the model has no levels".to_owned() } else { names.join(", ") };
        return Err(Error::new("", ErrorKind::bad("level of detail", format!("one of: {levels}"), name.to_owned())));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh_core::scene::{LodRole, Node};

    #[test]
    fn levels_and_hidden_nodes() {
        let mut scene = Scene::default();
        let root = scene.add_node(None, Node::default());
        let lod = |role, level| Some(Lod { role, value: 0.0, level });
        let levels = [
            ("shadow", LodRole::ShadowVolume, 0),
            ("coarse", LodRole::Visual, 2),
            ("fine", LodRole::Visual, 1),
            ("cockpit", LodRole::ViewPilot, 3),
        ];
        for (name, role, level) in levels {
            let node = Node { name: name.into(), lod: lod(role, level), ..Node::default() };
            let id = scene.add_node(Some(root), node);
            scene.add_node(Some(id), Node { name: format!("{name} part"), ..Node::default() });
        }
        let hidden = scene.add_node(Some(root), Node { name: "hidden".into(), hidden: true, ..Node::default() });
        scene.add_node(Some(hidden), Node { name: "below hidden".into(), ..Node::default() });
        let rows = [
            (Levels::Finest, false, "fine, fine part"),
            (Levels::Finest, true, "fine, fine part, hidden, below hidden"),
            (Levels::Named("view-pilot".into()), false, "cockpit, cockpit part"),
            (Levels::Named("COARSE".into()), false, "coarse, coarse part"),
            (Levels::Named("0".into()), false, "shadow, shadow part"),
        ];
        for (levels, hidden, expected) in rows {
            let shown = visible(&scene, &levels, hidden).unwrap();
            let names: Vec<&str> =
                shown.iter().skip(1).filter(|(_, shown)| **shown).map(|(id, _)| &*scene[id].name).collect();
            assert_eq!(names.join(", "), expected, "{levels:?}");
        }
        let error = visible(&scene, &Levels::Named("geometry".into()), false).unwrap_err().to_string();
        assert!(error.contains("0 (ShadowVolume shadow)") && error.contains("found geometry"), "{error}");
    }
}
