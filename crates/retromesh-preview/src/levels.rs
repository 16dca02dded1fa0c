//! Which nodes of a scene are drawn: visibility and levels of detail.

use crate::options::Levels;
use retromesh_core::scene::Lod;
use retromesh_core::{Error, ErrorKind, NodeId, Result, Scene};

/// Tells for each node whether what it places is drawn.
pub(crate) fn visible(scene: &Scene, levels: &Levels, hidden: bool) -> Result<Vec<bool>> {
    let mut shown = vec![false; scene.nodes.len()];
    let wanted = match levels {
        Levels::Named(name) => Some(wanted(scene, name)?),
        Levels::Finest | Levels::All => None,
    };
    for group in std::iter::once(&scene.roots).chain(scene.nodes.iter().map(|node| &node.children)) {
        let finest = if *levels == Levels::Finest { scene.finest_level(group) } else { None };
        for &id in group {
            let Some(node) = scene.node(id) else { continue };
            let chosen = match (&wanted, node.lod) {
                (_, None) => true,
                (Some(wanted), Some(_)) => wanted.contains(&id),
                (None, Some(_)) => *levels == Levels::All || finest == Some(id),
            };
            if let Some(slot) = shown.get_mut(id.index()) {
                *slot = chosen && (hidden || !node.hidden);
            }
        }
    }
    // Parents come first in this order, so one pass carries their state down.
    for id in scene.depth_first() {
        let parent = scene.node(id).and_then(|node| node.parent);
        let above = parent.and_then(|p| shown.get(p.index()).copied()).unwrap_or(true);
        if let Some(slot) = shown.get_mut(id.index()) {
            *slot &= above;
        }
    }
    Ok(shown)
}

/// Returns the levels that a name stands for.
fn wanted(scene: &Scene, name: &str) -> Result<Vec<NodeId>> {
    let all = || {
        let ids = (0..scene.nodes.len()).map(NodeId::new);
        ids.filter_map(|id| scene.node(id).and_then(|node| Some((id, node, node.lod?))))
    };
    let plain = |text: &str| -> String { text.chars().filter(char::is_ascii_alphanumeric).collect() };
    let matches = |lod: &Lod, node_name: &str| {
        let role = format!("{:?}", lod.role);
        node_name.eq_ignore_ascii_case(name)
            || lod.level.to_string() == name
            || (role.eq_ignore_ascii_case(&plain(name)) && !name.is_empty())
    };
    let found: Vec<NodeId> = all().filter(|(_, node, lod)| matches(lod, &node.name)).map(|(id, ..)| id).collect();
    if found.is_empty() {
        let names: Vec<String> =
            all().take(40).map(|(_, node, lod)| format!("{} ({:?} {})", lod.level, lod.role, node.name)).collect();
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
                scene.nodes.iter().zip(shown).skip(1).filter(|(_, shown)| *shown).map(|(n, _)| &*n.name).collect();
            assert_eq!(names.join(", "), expected, "{levels:?}");
        }
        let error = visible(&scene, &Levels::Named("geometry".into()), false).unwrap_err().to_string();
        assert!(error.contains("0 (ShadowVolume shadow)") && error.contains("found geometry"), "{error}");
    }
}
