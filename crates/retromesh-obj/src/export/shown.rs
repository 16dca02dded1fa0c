//! Which nodes are written.

use retromesh_core::scene::LodRole;
use retromesh_core::{Code, Diagnostics, Finding, NodeId, Result, Scene};

/// Returns the nodes whose meshes are written, in depth-first order.
///
/// Hidden subtrees are left out. Of levels of detail that are siblings one is written: the first by number of the visual ones,
/// else of all.
pub(super) fn nodes(scene: &Scene) -> Vec<NodeId> {
    let mut left_out = vec![false; scene.nodes.len()];
    let mut drop_levels = |siblings: &[NodeId]| {
        let rank = |id: &NodeId| scene.node(*id)?.lod.map(|lod| (lod_rank(lod.role), lod.level));
        let chosen = siblings.iter().copied().filter(|id| rank(id).is_some()).min_by_key(rank);
        for &id in siblings.iter().filter(|id| rank(id).is_some() && Some(**id) != chosen) {
            if let Some(flag) = left_out.get_mut(id.index()) {
                *flag = true;
            }
        }
    };
    drop_levels(&scene.roots);
    scene.nodes.iter().for_each(|node| drop_levels(&node.children));
    let mut nodes = Vec::new();
    let mut unseen = vec![false; scene.nodes.len()];
    for id in scene.depth_first() {
        let Some(node) = scene.node(id) else { continue };
        let get = |flags: &[bool], id: NodeId| flags.get(id.index()).copied().unwrap_or(false);
        let parent_unseen = node.parent.is_some_and(|parent| get(&unseen, parent));
        let of_level = get(&left_out, id);
        if let Some(flag) = unseen.get_mut(id.index()) {
            *flag = parent_unseen || of_level || node.hidden;
        }
        if node.mesh.is_some() && !get(&unseen, id) {
            nodes.push(id);
        }
    }
    nodes
}

fn lod_rank(role: LodRole) -> u8 {
    match role {
        LodRole::Visual => 0,
        role if role.is_visual() => 1,
        _ => 2,
    }
}

/// Reports names that an object has no place for.
pub(super) fn report_names(scene: &Scene, nodes: &[NodeId], diagnostics: &mut Diagnostics) -> Result<()> {
    let mut lost = |detail: &'static str, count: usize| {
        diagnostics.report(Finding::new(Code::LostNames).detail(detail).times(count))
    };
    let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
    lost("names of parts", parts.filter(|part| !part.name.is_empty()).count())?;
    let both = |id: &&NodeId| {
        let node = scene.node(**id)?;
        let mesh = scene.meshes.get(node.mesh.as_deref()?.mesh.index())?;
        (!mesh.name.is_empty() && !node.name.is_empty() && mesh.name != node.name).then_some(())
    };
    lost("names of meshes", nodes.iter().filter(|id| both(id).is_some()).count())
}
