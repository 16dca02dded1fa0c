//! Which nodes are shown, and what their names say already.

use super::Exporter;
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::{LodRole, Node};
use retromesh_core::{Code, Error, Extra};

impl Exporter<'_> {
    /// Reports cameras and lights that no name of a node stands for.
    pub(super) fn report_named(&mut self) -> Result<(), Error> {
        let nodes = &self.scene.nodes;
        let unnamed = || nodes.iter().filter(|node| !node.extras.contains_key("b3d.name"));
        let name = |node: &Node| node.extras.get("b3d.name").and_then(Extra::as_text).unwrap_or(&node.name).to_owned();
        let rows = [
            (Code::LostCamera, unnamed().filter(|node| node.camera.is_some()).count(), ""),
            (Code::LostLight, unnamed().filter(|node| node.light.is_some()).count(), ""),
            (
                Code::LostLight,
                usize::from(self.scene.ambient.is_some() && !nodes.iter().any(|node| name(node).starts_with("AMBI"))),
                "no place for ambient light",
            ),
        ];
        rows.into_iter().try_for_each(|(code, count, detail)| self.note(code, detail, count))
    }

    /// Leaves out what is not to be seen: hidden meshes, and all levels of detail but the first to be seen.
    pub(super) fn leave_out(&mut self) -> Result<(), Error> {
        let visual = |node: &&Node| node.lod.is_some_and(|lod| lod.role == LodRole::Visual);
        let best = self.scene.nodes.iter().filter(visual).filter_map(|node| node.lod).map(|lod| lod.level).min();
        let mut skip = vec![(false, false); self.scene.nodes.len()];
        let mut empty = 0;
        for id in self.scene.depth_first() {
            let Some(node) = self.scene.nodes.get(id.index()) else { continue };
            let above = node.parent.and_then(|parent| skip.get(parent.index()).copied()).unwrap_or_default();
            let other =
                node.lod.is_some_and(|lod| lod.role != LodRole::Visual || best.is_some_and(|best| lod.level != best));
            let own = (above.0 || other, above.1 || node.hidden);
            if let Some(slot) = skip.get_mut(id.index()) {
                *slot = own;
            }
            let faces =
                node.mesh.as_deref().and_then(|i| self.scene.meshes.get(i.mesh.index())).map(Mesh::triangle_count);
            let (Some(faces), Some(node)) = (faces, self.scene.nodes.get_mut(id.index())) else { continue };
            if own.0 || own.1 || faces == 0 {
                node.mesh = None;
                empty += usize::from(!own.0 && !own.1);
            }
        }
        self.note(Code::EmptyPart, "a mesh without faces", empty)
    }
}
