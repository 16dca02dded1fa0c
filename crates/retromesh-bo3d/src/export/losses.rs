//! What a scene has and the format has not.

use super::Exporter;
use super::material::rounded;
use super::tree::Tree;
use retromesh_core::extras::Extras;
use retromesh_core::keyframes::Track;
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::{Node, Transform};
use retromesh_core::{Code, Error, Finding, Scene, Unused};

impl Exporter<'_> {
    /// Reports what is left out whatever the rest of the export does.
    pub(super) fn losses(&mut self, tree: &Tree) -> Result<(), Error> {
        let scene = self.scene;
        let nodes = |holds: fn(&Node) -> bool| scene.nodes.iter().filter(|node| holds(node)).count();
        let meshes = |count: fn(&Mesh) -> usize| scene.meshes.iter().map(count).sum::<usize>();
        let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
        let morphs = channels.filter(|channel| matches!(channel.track, Track::Weights { .. }));
        let roots = if tree.adds_root { scene.roots.len() } else { 0 };
        let counts = [
            (Code::MultipleRoots, roots, "the nodes without a parent were put under one root"),
            (Code::LostLod, tree.shown.lost_levels, ""),
            (Code::LostMesh, tree.shown.hidden_meshes, ""),
            (Code::LostCamera, nodes(|node| node.camera.is_some()), ""),
            (Code::LostLight, nodes(|node| node.light.is_some()), ""),
            (Code::LostLight, usize::from(scene.ambient.is_some()), "the ambient light"),
            (Code::ApproximatedTransform, nodes(|node| is_sheared(&node.transform)), ""),
            (Code::LostShapes, meshes(|mesh| mesh.morph_targets.len() + mesh.vertex_frames.len()), ""),
            (Code::LostKeys, morphs.map(|channel| channel.times.len()).sum(), "keys of morph targets"),
            (Code::LostSelection, meshes(|mesh| mesh.selections.len()), ""),
            (Code::LostUvSet, meshes(|mesh| mesh.uv_sets.len().saturating_sub(1)), ""),
            (Code::LostExtras, nodes(|node| node.proxy.is_some()), "proxies"),
            (Code::LostExtras, meshes(|mesh| mesh.attributes.len()), "named vertex attributes"),
            (Code::LostExtras, meshes(|mesh| usize::from(!mesh.tangents.is_empty())), "tangents"),
            (Code::LostExtras, meshes(|m| m.parts.iter().map(|part| part.face_flags.len()).sum()), "face flags"),
            (Code::LostNames, names(scene), "names of meshes, materials, skeletons and animations"),
            (Code::LostExtras, extras(scene), "extra values"),
        ];
        for (code, count, detail) in counts {
            self.diagnostics.report(Finding::new(code).times(count).detail(detail))?;
        }
        Unused::of(scene).report(self.diagnostics)?;
        self.color_losses()
    }

    fn color_losses(&mut self) -> Result<(), Error> {
        let scene = self.scene;
        let shows = |mesh: &Mesh| {
            let mut materials = mesh.parts.iter().filter_map(|part| part.material);
            materials.any(|material| scene[material].shading.vertex_colors)
        };
        let (mut sets, mut unused, mut alpha, mut coarse, mut missing) = (0, 0, 0, 0, 0);
        for mesh in &scene.meshes {
            let Some(colors) = mesh.color_sets.first() else {
                missing += usize::from(shows(mesh));
                continue;
            };
            sets += mesh.color_sets.len() - 1;
            unused += usize::from(!shows(mesh));
            alpha += usize::from(mesh.color_sets.iter().flatten().any(|color| color.w != 1.0));
            coarse += if shows(mesh) { colors.iter().filter(|color| rounded(color.truncate())).count() } else { 0 };
        }
        let detail = "a material shows vertex colours, and the mesh has none";
        self.diagnostics.report(Finding::new(Code::ApproximatedMaterial).times(missing).detail(detail))?;
        let detail = "vertex colours were rounded to 8 bits";
        self.diagnostics.report(Finding::new(Code::RoundedVertices).times(coarse).detail(detail))?;
        self.diagnostics.report(Finding::new(Code::LostColorSet).times(sets))?;
        let detail = "vertex colours that the material does not use, which this engine would show";
        self.diagnostics.report(Finding::new(Code::LostColorSet).times(unused).detail(detail))?;
        let finding = Finding::new(Code::ApproximatedMaterial).times(alpha);
        self.diagnostics.report(finding.detail("the alpha of vertex colours was left out"))
    }
}

fn is_sheared(transform: &Transform) -> bool {
    let Transform::Matrix(matrix) = transform else { return false };
    let size = matrix.to_cols_array().iter().fold(0.0f32, |size, x| size.max(x.abs()));
    !transform.trs().matrix().abs_diff_eq(**matrix, 1e-4 * size)
}

/// Counts the names that no entity carries.
fn names(scene: &Scene) -> usize {
    let differs = |node: &&Node| {
        let name = node.mesh.as_deref().map_or("", |instance| &scene[instance.mesh].name);
        !name.is_empty() && name != node.name
    };
    scene.nodes.iter().filter(differs).count()
        + scene.materials.iter().filter(|material| !material.name.is_empty()).count()
        + scene.skeletons.iter().filter(|skeleton| !skeleton.name.is_empty()).count()
        + scene.animations.iter().filter(|animation| !animation.name.is_empty()).count()
}

/// Counts the extra values of other formats; those of this format are written or describe what is written anew.
fn extras(scene: &Scene) -> usize {
    let foreign = |extras: &Extras| extras.keys().filter(|key| !key.starts_with("bo3d.")).count();
    let of_mesh =
        |mesh: &Mesh| foreign(&mesh.extras) + mesh.parts.iter().map(|part| foreign(&part.extras)).sum::<usize>();
    foreign(&scene.extras)
        + scene.nodes.iter().map(|node| foreign(&node.extras)).sum::<usize>()
        + scene.meshes.iter().map(of_mesh).sum::<usize>()
        + scene.materials.iter().map(|material| foreign(&material.extras)).sum::<usize>()
        + scene.textures.iter().map(|texture| foreign(&texture.extras)).sum::<usize>()
        + scene.animations.iter().map(|animation| foreign(&animation.extras)).sum::<usize>()
        + scene.skeletons.iter().map(|skeleton| foreign(&skeleton.extras)).sum::<usize>()
}
