//! What the names of nodes say: programs keep these and drop extras, and their users edit them.

use super::proxies::of_selection;
use super::resolution;
use crate::levels::{name_of, resolution_called, role_of};
use retromesh_core::scene::{Lod, Node, Proxy};
use retromesh_core::{Error, NodeId, Valid, Violations};
use retromesh_kit::without_number;

/// Makes nodes whose names are those of proxies proxies, and levels with the name of another level that one.
pub(super) fn apply(scene: Valid<'_>) -> Result<Valid<'_>, Error> {
    let proxies: Vec<(NodeId, Proxy)> = scene.node_ids().filter_map(|id| Some((id, proxy(&scene, id)?))).collect();
    let levels: Vec<(NodeId, Lod)> = scene.node_ids().filter_map(|id| Some((id, level(&scene, id)?))).collect();
    if proxies.is_empty() && levels.is_empty() {
        return Ok(scene);
    }
    let mut edit = scene.edit();
    for (id, proxy) in proxies {
        edit.node_mut(id).proxy = Some(Box::new(proxy));
    }
    for (id, lod) in levels {
        let node = edit.node_mut(id);
        (node.hidden, node.lod) = (!lod.role.is_visual(), Some(lod));
    }
    edit.finish().map_err(Violations::into_export_error)
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

/// Returns whether a name is that of a level, or has a number more.
fn is_called(name: &str, lod: &Lod) -> bool {
    let own = name_of(resolution(lod));
    name.eq_ignore_ascii_case(&own) || without_number(name).is_some_and(|base| base.eq_ignore_ascii_case(&own))
}

/// Returns the resolution of the level that has this name.
fn said(name: &str) -> Option<f32> {
    resolution_called(name).or_else(|| resolution_called(without_number(name)?))
}

/// Returns whether a node is a level and has a name that says none.
pub(super) fn is_unknown(node: &Node) -> bool {
    let is_other = |lod: &Lod| !node.name.is_empty() && !is_called(&node.name, lod);
    node.lod.as_ref().is_some_and(is_other) && said(&node.name).is_none()
}
