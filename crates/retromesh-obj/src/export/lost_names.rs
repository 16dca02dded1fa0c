//! Names that an object has no place for.

use retromesh_core::{Code, Diagnostics, Finding, NodeId, Result, Valid};

/// Reports names that an object has no place for.
pub(super) fn report(scene: &Valid<'_>, nodes: &[NodeId], diagnostics: &mut Diagnostics) -> Result<()> {
    let mut lost = |detail: &'static str, count: usize| {
        diagnostics.report(Finding::new(Code::LostNames).detail(detail).times(count))
    };
    let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
    lost("names of parts", parts.filter(|part| !part.name.is_empty()).count())?;
    let both = |id: &&NodeId| {
        let node = &scene[**id];
        let name = node.mesh.as_deref().map_or("", |instance| &scene[instance.mesh].name);
        !name.is_empty() && !node.name.is_empty() && name != node.name
    };
    lost("names of meshes", nodes.iter().filter(both).count())
}
