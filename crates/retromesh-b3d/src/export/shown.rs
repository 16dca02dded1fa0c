//! Which nodes are shown, and what their names say already.

use super::rig::Rigger;
use retromesh_core::scene::Node;
use retromesh_core::{Code, Error, Extra};
use retromesh_kit::export::Shown;

impl Rigger<'_, '_> {
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

    /// Leaves out the meshes that are not shown, and those without faces.
    pub(super) fn leave_out(&mut self) -> Result<(), Error> {
        let shown = Shown::of(&self.scene);
        let mut empty = 0;
        for id in self.scene.node_ids() {
            let faces = self.scene[id].mesh.as_deref().map_or(0, |instance| self.scene[instance.mesh].triangle_count());
            if !shown.nodes[id] || faces == 0 {
                let mesh = self.scene.node_mut(id).mesh.take();
                empty += usize::from(shown.nodes[id] && mesh.is_some());
            }
        }
        self.note(Code::EmptyPart, "a mesh without faces", empty)
    }
}
