//! What the names of nodes say: programs keep these and drop extras, and their users edit them.

use super::{PROPERTIES, resolution};
use crate::components;
use crate::levels::{name_of, resolution_called, role_of};
use crate::proxies::of_selection;
use retromesh_core::scene::{Lod, LodRole, Node, Proxy};
use retromesh_core::{Code, Diagnostics, Error, Extra, Extras, NodeId, NodeMap, Valid, Violations};
use retromesh_kit::{listed, without_number};
use std::collections::{HashMap, HashSet};

/// How custom properties begin that are properties of a level: `property class`.
const PROPERTY: &str = "property ";

/// Makes nodes whose names are those of proxies proxies, levels with the name of another level that one, and meshes with the name of a level levels. Custom properties such as
/// `property class` become properties.
pub(super) fn apply(scene: Valid<'_>) -> Result<Valid<'_>, Error> {
    let proxies: Vec<(NodeId, Proxy)> = scene.node_ids().filter_map(|id| Some((id, proxy(&scene, id)?))).collect();
    let levels = levels(&scene);
    let extras: Vec<(NodeId, Extras)> =
        scene.node_ids().filter_map(|id| Some((id, with_properties(&scene[id].extras)?))).collect();
    if proxies.is_empty() && levels.is_empty() && extras.is_empty() {
        return Ok(scene);
    }
    let mut edit = scene.edit();
    for (id, proxy) in proxies {
        edit.node_mut(id).proxy = Some(Box::new(proxy));
    }
    for (id, extras) in extras {
        edit.node_mut(id).extras = extras;
    }
    for (id, lod) in levels {
        let node = edit.node_mut(id);
        (node.hidden, node.lod) = (!lod.role.is_visual(), Some(lod));
    }
    edit.finish().map_err(Violations::into_export_error)
}

/// Returns the extras of a node with the properties that its custom properties say, which count more than those of the list.
fn with_properties(extras: &Extras) -> Option<Extras> {
    let (mut left, mut said) = (Extras::new(), Vec::new());
    for (key, value) in extras {
        let text = match value {
            Extra::Text(text) => Some(text.clone()),
            Extra::Int(number) => Some(number.to_string()),
            Extra::Float(number) => Some(number.to_string()),
            _ => None,
        };
        match key.strip_prefix(PROPERTY).map(str::trim).zip(text).filter(|(name, _)| !name.is_empty()) {
            Some(pair) => said.push(pair),
            None => _ = left.insert(key.clone(), value.clone()),
        }
    }
    if said.is_empty() {
        return None;
    }
    let Extra::List(list) = left.entry(PROPERTIES.to_owned()).or_insert(Extra::List(Vec::new())) else { return None };
    for (name, value) in said {
        let is_other = |pair: &Extra| match pair {
            Extra::List(pair) => {
                pair.first().and_then(Extra::as_text).is_none_or(|own| !own.eq_ignore_ascii_case(name))
            }
            _ => true,
        };
        list.retain(is_other);
        list.push(Extra::List(vec![Extra::Text(name.to_owned()), Extra::Text(value)]));
    }
    Some(left)
}

/// Returns the proxy that only the name of a node says.
fn proxy(scene: &Valid<'_>, id: NodeId) -> Option<Proxy> {
    let node = &scene[id];
    let is_free = node.proxy.is_none() && node.lod.is_none();
    of_selection(node.name.as_bytes()).filter(|proxy| is_free && !proxy.path.is_empty())
}

/// Returns the level that the name of a node says, where it is another one.
fn level(scene: &Valid<'_>, id: NodeId) -> Option<Lod> {
    let node = &scene[id];
    let lod = node.lod.filter(|lod| !is_called(&node.name, lod))?;
    let value = said(&node.name)?;
    (value != resolution(&lod)).then(|| Lod { role: role_of(value), value, ..lod })
}

/// Returns all levels in the order of their resolutions, where a name says another level or a new one: a mesh that is in no level, as a new object in
/// Blender. Names like `Geometry` say nothing where no level is for the eye.
fn levels(scene: &Valid<'_>) -> Vec<(NodeId, Lod)> {
    let is_visual = |node: &Node| {
        let is_called = |word: &str| word.eq_ignore_ascii_case("resolution");
        node.lod.is_some_and(|lod| lod.role.is_visual()) || node.name.get(..10).is_some_and(is_called)
    };
    if !scene.nodes.iter().any(is_visual) {
        return Vec::new();
    }
    let is_inside = NodeMap::inherited(scene, |id, above| above == Some(&true) || scene[id].lod.is_some());
    let names: HashSet<&str> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    let new = |id: NodeId| {
        let (node, name) = (&scene[id], scene[id].name.as_str());
        let is_copy = without_number(name).is_some_and(|base| names.contains(base));
        let value = resolution_called(name).filter(|_| !is_inside[id] && !is_copy)?;
        let lod = Lod { role: role_of(value), value, level: 0 };
        // An empty may hold the points, or the components.
        let is_held = |child: &Node| {
            holds_points(lod) && is_empty(child) || child.mesh.is_some() && components::called(&child.name).is_some()
        };
        let is_holder = node.children.iter().any(|child| is_held(&scene[*child]));
        (node.mesh.is_some() || is_holder).then_some((id, lod))
    };
    let others: HashMap<NodeId, Lod> =
        scene.node_ids().filter_map(|id| new(id).or_else(|| Some((id, level(scene, id)?)))).collect();
    let all = scene.depth_first().into_iter();
    let mut all: Vec<(NodeId, Lod)> =
        all.filter_map(|id| Some((id, others.get(&id).copied().or(scene[id].lod)?))).collect();
    if others.is_empty() || !all.iter().any(|(_, lod)| lod.role.is_visual()) {
        return Vec::new();
    }
    all.sort_by(|(_, a), (_, b)| resolution(a).total_cmp(&resolution(b)));
    (0..).zip(all).map(|(level, (id, lod))| (id, Lod { level, ..lod })).collect()
}

/// Finds the empty nodes below which nothing else is, and of each whether it is a point: inside a level that holds points, with the name of the point.
pub(super) fn empties(scene: &Valid<'_>) -> NodeMap<Option<bool>> {
    let level = NodeMap::inherited(scene, |id, above: Option<&Option<Lod>>| scene[id].lod.or(above.copied().flatten()));
    let joints: HashSet<NodeId> = scene.skeletons.iter().flat_map(|skeleton| skeleton.joints.iter().copied()).collect();
    let mut found = NodeMap::filled(scene, None);
    for id in scene.depth_first().into_iter().rev() {
        let has_empties = scene[id].children.iter().all(|child| found[*child].is_some());
        if is_empty(&scene[id]) && has_empties && !joints.contains(&id) {
            found[id] = Some(level[id].is_some_and(holds_points));
        }
    }
    found
}

/// Returns the names of the selections of the points that empties are: Blender gives the second object of a name a number more, in whatever
/// level it is.
pub(super) fn points<'s>(scene: &'s Valid<'_>, empties: &NodeMap<Option<bool>>) -> HashMap<NodeId, &'s str> {
    let all: HashSet<String> = scene.nodes.iter().map(|node| node.name.to_lowercase()).collect();
    let name = |id: NodeId| {
        let name = &scene[id].name;
        without_number(name).filter(|base| all.contains(&base.to_lowercase())).unwrap_or(name)
    };
    scene.node_ids().filter(|id| empties[*id] == Some(true)).map(|id| (id, name(id))).collect()
}

/// Returns whether a node has a name and nothing else.
fn is_empty(node: &Node) -> bool {
    let has_nothing = node.mesh.is_none() && node.camera.is_none() && node.light.is_none();
    has_nothing && node.lod.is_none() && node.proxy.is_none() && !node.name.is_empty()
}

/// Returns whether a level is one of points with names.
pub(super) fn holds_points(lod: Lod) -> bool {
    matches!(lod.role, LodRole::Memory | LodRole::LandContact | LodRole::HitPoints | LodRole::Paths)
}

/// Reports by name the points that are in no level that holds some, and levels that should.
pub(super) fn report_points(
    scene: &Valid<'_>,
    empties: &NodeMap<Option<bool>>,
    bare: &[&str],
    diagnostics: &mut Diagnostics,
) -> Result<(), Error> {
    if !scene.nodes.iter().any(|node| node.lod.is_some()) {
        return Ok(());
    }
    let lost = scene.node_ids().filter(|id| empties[*id] == Some(false));
    let (levels, points): (Vec<&str>, Vec<&str>) =
        lost.map(|id| scene[id].name.as_str()).partition(|name| said(name).is_some());
    let levels = [bare, &levels].concat();
    let points_of = "points in no level that holds some, which are written where they are below the object `Memory`, `LandContact`, `HitPoints` or `Paths`";
    diagnostics.note(Code::LostHierarchy, points.len(), format!("{points_of}: {}", listed(&points)))?;
    let bare =
        "levels without a point or face; Blender writes points alone where its export has Data > Mesh > Loose Points";
    diagnostics.note(Code::LostLod, levels.len(), format!("{bare}: {}", listed(&levels)))
}

/// Returns whether a name is that of a level, or has a number more.
fn is_called(name: &str, lod: &Lod) -> bool {
    let own = name_of(resolution(lod));
    name.eq_ignore_ascii_case(&own) || without_number(name).is_some_and(|base| base.eq_ignore_ascii_case(&own))
}

/// Returns the resolution of the level that has this name.
fn said(name: &str) -> Option<f32> {
    resolution_called(name).or_else(|| resolution_called(without_number(name)?))
}

/// Counts the meshes whose names say levels where there is none.
pub(super) fn unused_levels(scene: &Valid<'_>) -> usize {
    let says_level = |node: &&Node| node.mesh.is_some() && resolution_called(&node.name).is_some();
    let has_levels = scene.nodes.iter().any(|node| node.lod.is_some());
    if has_levels { 0 } else { scene.nodes.iter().filter(says_level).count() }
}

/// Returns whether a node is a level and has a name that says none.
pub(super) fn is_unknown(node: &Node) -> bool {
    let is_other = |lod: &Lod| !node.name.is_empty() && !is_called(&node.name, lod);
    node.lod.as_ref().is_some_and(is_other) && said(&node.name).is_none()
}
