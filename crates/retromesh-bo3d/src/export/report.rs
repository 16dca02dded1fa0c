//! Reports of what is nearly kept.

use super::Exporter;
use super::materials::rounded;
use super::nodes::Tree;
use retromesh_core::keyframes::Track;
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::{Node, Transform};
use retromesh_core::{Code, Error, Finding, Valid};
use retromesh_kit::listed;

impl Exporter<'_> {
    /// Reports what is not as before, whatever the rest of the export does.
    pub(super) fn report(&mut self, tree: &Tree) -> Result<(), Error> {
        let scene = self.scene;
        let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
        let morphs = channels.filter(|channel| matches!(channel.track, Track::Weights { .. }));
        let roots = if tree.adds_root { scene.roots.len() } else { 0 };
        let sheared = || scene.nodes.iter().filter(|node| is_sheared(&node.transform));
        let first = sheared().next().map(|node| format!("node {}", node.name)).unwrap_or_default();
        let finding = Finding::new(Code::ApproximatedTransform).times(sheared().count());
        self.diagnostics.report(finding.within(first))?;
        let counts = [
            (Code::MultipleRoots, roots, "the nodes without a parent were put under one root"),
            (Code::LostKeys, morphs.map(|channel| channel.times.len()).sum(), "keys of morph targets"),
        ];
        for (code, count, detail) in counts {
            self.diagnostics.note(code, count, detail)?;
        }
        let names = names(scene);
        let detail = format!("names of meshes, skeletons and animations: {}", listed(&names));
        self.diagnostics.note(Code::LostNames, names.len(), detail)?;
        self.report_colors()
    }

    fn report_colors(&mut self) -> Result<(), Error> {
        let scene = self.scene;
        let shows = |mesh: &Mesh| {
            let mut materials = mesh.parts.iter().filter_map(|part| part.material);
            materials.any(|material| scene[material].shading.vertex_colors)
        };
        let (mut unused, mut coarse) = (0, 0);
        for mesh in &scene.meshes {
            let Some(colors) = mesh.color_sets.first() else { continue };
            unused += usize::from(!shows(mesh));
            coarse += if shows(mesh) { colors.iter().filter(|color| rounded(color.truncate())).count() } else { 0 };
        }
        let detail = "a material shows vertex colours, and the mesh has none";
        self.diagnostics.note(
            Code::ApproximatedMaterial,
            retromesh_kit::capability::missing_vertex_colors(scene),
            detail,
        )?;
        let detail = "vertex colours were rounded to 8 bits";
        self.diagnostics.note(Code::RoundedVertices, coarse, detail)?;
        let detail = "vertex colours that the material does not use, which this engine would show";
        self.diagnostics.note(Code::LostColorSet, unused, detail)
    }
}

fn is_sheared(transform: &Transform) -> bool {
    let Transform::Matrix(matrix) = transform else { return false };
    let size = matrix.to_cols_array().iter().fold(0.0f32, |size, x| size.max(x.abs()));
    !transform.trs().matrix().abs_diff_eq(**matrix, 1e-4 * size)
}

/// Counts the names that no entity carries.
fn names<'s>(scene: &'s Valid<'_>) -> Vec<&'s str> {
    let differs = |node: &'s Node| {
        let name = scene[node.mesh.as_deref()?.mesh].name.as_str();
        (name != node.name).then_some(name)
    };
    let skeletons = scene.skeletons.iter().map(|skeleton| skeleton.name.as_str());
    let animations = scene.animations.iter().map(|animation| animation.name.as_str());
    let all = scene.nodes.iter().filter_map(differs).chain(skeletons).chain(animations);
    all.filter(|name| !name.is_empty()).collect()
}
