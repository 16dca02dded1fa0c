//! Names that an object has no place for.

use retromesh_core::{Code, Diagnostics, Finding, NodeId, Result, Valid};
use retromesh_kit::listed;

/// Reports names that an object has no place for.
pub(super) fn report(scene: &Valid<'_>, nodes: &[NodeId], diagnostics: &mut Diagnostics) -> Result<()> {
    let mut lost = |what: &str, names: &[&str]| {
        let detail = format!("{what}: {}", listed(names));
        diagnostics.report(Finding::new(Code::LostNames).detail(detail).times(names.len()))
    };
    let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts).map(|part| part.name.as_str());
    lost("names of parts", &parts.filter(|name| !name.is_empty()).collect::<Vec<_>>())?;
    let hidden = |id: &NodeId| {
        let node = &scene[*id];
        let name = node.mesh.as_deref().map_or("", |instance| scene[instance.mesh].name.as_str());
        (!name.is_empty() && !node.name.is_empty() && name != node.name).then_some(name)
    };
    lost("names of meshes", &nodes.iter().filter_map(hidden).collect::<Vec<_>>())
}
