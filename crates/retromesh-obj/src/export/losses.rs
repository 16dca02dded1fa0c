//! Which nodes are written, and what is said about the rest.

use retromesh_core::export::Shown;
use retromesh_core::keyframes::Animation;
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::{Node, Transform, Trs};
use retromesh_core::{Code, Diagnostics, Extras, Finding, NodeId, Result, Scene, Unused};

/// Returns the nodes whose meshes are written, in depth-first order, and reports those that are not.
pub(super) fn visible(scene: &Scene, diagnostics: &mut Diagnostics) -> Result<Vec<NodeId>> {
    let shown = Shown::of(scene);
    diagnostics.report(Finding::new(Code::LostLod).times(shown.lost_levels))?;
    diagnostics.report(Finding::new(Code::LostMesh).times(shown.hidden_meshes))?;
    Ok(shown.meshes(scene))
}

/// Reports everything else that the format has no place for.
pub(super) fn report(scene: &Scene, nodes: &[NodeId], diagnostics: &mut Diagnostics) -> Result<()> {
    let mut lost = |code: Code, detail: &'static str, count: usize| {
        diagnostics.report(Finding::new(code).detail(detail).times(count))
    };
    lost(Code::LostHierarchy, "", scene.nodes.iter().filter(|node| has_place(node)).count())?;
    lost(Code::LostKeys, "", scene.animations.iter().map(Animation::key_count).sum())?;
    lost(Code::LostCamera, "", scene.cameras.len())?;
    lost(Code::LostLight, "", scene.lights.len())?;
    lost(Code::LostLight, "the ambient light", usize::from(scene.ambient.is_some()))?;
    lost(Code::LostExtras, "proxies", scene.nodes.iter().filter(|node| node.proxy.is_some()).count())?;
    let instances = || nodes.iter().filter_map(|&id| scene[id].mesh.as_deref());
    let skins = instances().filter(|instance| instance.skeleton.is_some()).count();
    lost(Code::LostSkin, "", skins)?;
    let meshes = &scene.meshes;
    let sum = |count: fn(&Mesh) -> usize| meshes.iter().map(count).sum();
    lost(Code::LostShapes, "", sum(|mesh| mesh.morph_targets.len() + mesh.vertex_frames.len()))?;
    lost(Code::LostUvSet, "", sum(|mesh| mesh.uv_sets.len().saturating_sub(1)))?;
    lost(Code::LostColorSet, "", sum(|mesh| mesh.color_sets.len().saturating_sub(1)))?;
    let opaque = |mesh: &Mesh| mesh.color_sets.first().is_none_or(|set| set.iter().all(|color| color.w == 1.0));
    lost(Code::LostColorSet, "alpha of vertex colours", meshes.iter().filter(|mesh| !opaque(mesh)).count())?;
    lost(Code::LostAttributes, "tangents", sum(|mesh| usize::from(!mesh.tangents.is_empty())))?;
    lost(Code::LostAttributes, "", sum(|mesh| mesh.attributes.len()))?;
    let flags = sum(|mesh| mesh.parts.iter().filter(|part| part.face_flags.iter().any(|&flag| flag != 0)).count());
    lost(Code::LostExtras, "flags of faces", flags)?;
    let part_names = sum(|mesh| mesh.parts.iter().filter(|part| !part.name.is_empty()).count());
    lost(Code::LostNames, "names of parts", part_names)?;
    let both = |id: &&NodeId| {
        let node = &scene[**id];
        let name = node.mesh.as_deref().map_or("", |instance| &scene[instance.mesh].name);
        !name.is_empty() && !node.name.is_empty() && name != node.name
    };
    lost(Code::LostNames, "names of meshes", nodes.iter().filter(both).count())?;
    lost(Code::LostExtras, "", extras(scene))?;
    Unused { materials: 0, cameras: 0, lights: 0, ..Unused::of(scene) }.report(diagnostics)
}

/// Tells whether a node is more than an object at the origin.
fn has_place(node: &Node) -> bool {
    let still = match &node.transform {
        Transform::Trs(trs) => *trs == Trs::IDENTITY,
        Transform::Matrix(matrix) => **matrix == Trs::IDENTITY.matrix(),
    };
    let content = node.mesh.is_some() || node.camera.is_some() || node.light.is_some();
    node.parent.is_some() || !still || !content
}

/// Counts the extra values of everything that has no place for them.
fn extras(scene: &Scene) -> usize {
    let len = Extras::len;
    let meshes = scene.meshes.iter().map(|mesh| {
        let parts: usize = mesh.parts.iter().map(|part| len(&part.extras)).sum();
        let selections = mesh.selections.iter().flat_map(|s| s.extras.keys());
        parts + len(&mesh.extras) + selections.filter(|key| *key != crate::import::SMOOTHING).count()
    });
    let nodes = scene.nodes.iter().map(|node| len(&node.extras));
    let cameras = scene.cameras.iter().map(|camera| len(&camera.extras));
    let lights = scene.lights.iter().map(|light| len(&light.extras));
    let animations = scene.animations.iter().map(|animation| len(&animation.extras));
    let skeletons = scene.skeletons.iter().map(|skeleton| len(&skeleton.extras));
    let sums = meshes.chain(nodes).chain(cameras).chain(lights).chain(animations).chain(skeletons);
    len(&scene.extras) + sums.sum::<usize>()
}
