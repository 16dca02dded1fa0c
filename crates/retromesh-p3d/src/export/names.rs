//! What the names of nodes say: programs keep these and drop extras, and their users edit them.

use super::proxies::of_selection;
use super::resolution;
use crate::levels::{name_of, resolution_called, role_of};
use retromesh_core::scene::{Lod, Proxy};
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
    let lod = scene[id].lod?;
    let (name, own) = (&scene[id].name, name_of(resolution(&lod)));
    let base = without_number(name);
    if name.eq_ignore_ascii_case(&own) || base.is_some_and(|base| base.eq_ignore_ascii_case(&own)) {
        return None;
    }
    let value = resolution_called(name).or_else(|| resolution_called(base?))?;
    (value != resolution(&lod)).then(|| Lod { role: role_of(value), value, ..lod })
}
