//! Which nodes are shown, and what their names say already.

use super::rig::Rigger;
use retromesh_core::extras::NODE_NAME;
use retromesh_core::properties::Properties;
use retromesh_core::scene::Node;
use retromesh_core::{Code, Error, Extra, Finding, NodeId, NodeMap};
use retromesh_kit::export::Shown;
use retromesh_kit::listed;
use std::borrow::Cow;

impl Rigger<'_, '_> {
    /// Reports cameras and lights that no name of a node stands for.
    pub(super) fn report_named(&mut self) -> Result<(), Error> {
        let nodes = &self.scene.nodes;
        let is_named = |node: &Node| node.extras.contains_key(NODE_NAME) || Properties::of(node).is_some();
        let unnamed = || nodes.iter().filter(|node| !is_named(node));
        let name = |node: &Node| node.extras.get(NODE_NAME).and_then(Extra::as_text).unwrap_or(&node.name).to_owned();
        let cameras = || unnamed().filter(|node| node.camera.is_some());
        let lights = || unnamed().filter(|node| node.light.is_some());
        let names: Vec<&str> = lights().map(|node| node.name.as_str()).collect();
        let names = if names.len() > 1 { format!("no place for the lights {}", listed(&names)) } else { String::new() };
        let first = |node: Option<&Node>| node.map_or_else(String::new, |node| node.name.clone());
        let is_ambient_lost = self.scene.ambient.is_some() && !nodes.iter().any(|node| name(node).starts_with("AMBI"));
        let rows = [
            (Code::LostCamera, cameras().count(), first(cameras().next()), Cow::Borrowed("")),
            (Code::LostLight, lights().count(), first(lights().next()), names.into()),
            (Code::LostLight, usize::from(is_ambient_lost), String::new(), "no place for ambient light".into()),
        ];
        let proxies = |id: &NodeId| self.scene[*id].proxy.is_some() && !is_named(&self.scene[*id]);
        let proxies: Vec<NodeId> = self.scene.node_ids().filter(proxies).collect();
        let finding = |(code, count, path, detail)| Finding::new(code).times(count).within(path).detail(detail);
        rows.into_iter().try_for_each(|row| self.diagnostics.report(finding(row)))?;
        self.lost(Code::LostExtras, "no place for references to other models", &proxies)
    }

    /// Reports nodes of which something is lost.
    fn lost(&mut self, code: Code, detail: &'static str, nodes: &[NodeId]) -> Result<(), Error> {
        let path = nodes.first().map_or_else(String::new, |id| format!("nodes[{}]", id.0));
        let finding = Finding::new(code).times(nodes.len()).within(path).detail(detail);
        self.diagnostics.report(finding)
    }

    /// Leaves out the meshes that are not shown, and those without faces.
    pub(super) fn leave_out(&mut self) -> Result<(), Error> {
        let shown = Shown::of(&self.scene);
        let is_hidden = NodeMap::inherited(&self.scene, |id, above| above == Some(&true) || self.scene[id].hidden);
        let (mut empty, mut hidden, mut drawn) = (0, Vec::new(), Vec::new());
        for id in self.scene.node_ids() {
            let is_left_out = !shown.nodes[id] && !self.is_of_map(id);
            if is_left_out && is_hidden[id] && (self.scene[id].hidden || self.scene[id].mesh.is_some()) {
                hidden.push(id);
            }
            if self.scene[id].hidden && self.is_of_map(id) {
                drawn.push(id);
            }
            let faces = self.scene[id].mesh.as_deref().map_or(0, |instance| self.scene[instance.mesh].triangle_count());
            if is_left_out || faces == 0 {
                let mesh = self.scene.node_mut(id).mesh.take();
                empty += usize::from(!is_left_out && mesh.is_some());
            }
        }
        self.lost(Code::LostMesh, "", &hidden)?;
        self.lost(Code::ShownNodes, "collision and trigger boxes", &drawn)?;
        self.diagnostics.note(Code::EmptyPart, empty, "a mesh without faces")
    }

    /// Returns whether a node is collision or a trigger box of a map, which its name says.
    fn is_of_map(&self, id: NodeId) -> bool {
        Properties::of(&self.scene[id]).is_some_and(|properties| properties.is_hidden())
    }
}
