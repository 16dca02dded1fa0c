//! What this project says about a file as a whole, so that a reader sees what other programs dropped of it.

use super::{Importer, floats};
use crate::extras_json::split;
use crate::{NO_IMAGES, VERSION};
use glam::Vec4;
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::Node;
use retromesh_core::{Code, Result};
use retromesh_kit::{is_renumbered, listed};
use serde_json::Value;

/// The marks of a file, which are in the extras of its scene.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// How many materials had texture layers in their extras.
    pub(super) layered: u64,
    /// Whether there are any: a program may take all extras away.
    pub(super) are_there: bool,
    /// Which materials have extras of ours; those that another program made have none.
    pub(super) materials: Vec<bool>,
    /// How many meshes with faces had no texture coordinates.
    bare: u64,
    /// How many nodes of a scene there were; 0 where nothing is known.
    nodes: u64,
    /// Whether images were left out on purpose.
    pub(super) no_images: bool,
    /// The light that comes from everywhere.
    pub(super) ambient: Option<Vec4>,
}

impl Importer<'_, '_> {
    /// Reads the marks. A file that another program wrote again has them still, though that program is named as its author; three.js makes
    /// a node of the scene.
    pub(super) fn read_marks(&mut self) {
        let scenes = self.root.scenes.iter().map(|scene| split(scene.extras.as_deref()).1);
        let root = split(self.root.extras.as_deref()).1;
        let of_nodes = self.root.nodes.iter().filter_map(|node| node.extras.as_deref());
        let of_nodes = of_nodes.filter(|extras| extras.get().contains(VERSION)).map(|extras| split(Some(extras)).1);
        let marks = scenes.chain([root]).chain(of_nodes).find(|own| own.contains_key(VERSION));
        self.marks.are_there = marks.is_some();
        self.own = self.document.is_own() || marks.is_some();
        let count = |key: &str| marks.as_ref().and_then(|own| own.get(key)).and_then(Value::as_u64).unwrap_or_default();
        self.marks.layered = count("layered");
        // Nothing is known of files that do not say so.
        self.marks.bare = marks.as_ref().map_or(u64::MAX, |_| count("bare"));
        self.marks.nodes = count("nodes");
        self.marks.ambient = floats(marks.as_ref().and_then(|own| own.get("ambient"))).map(Vec4::from_array);
        self.marks.no_images = marks.is_some_and(|own| own.get(NO_IMAGES) == Some(&Value::Bool(true)));
    }

    /// Reports texture coordinates that another program took away, as tools do where no texture of the file needs them.
    pub(super) fn missing_coordinates(&mut self) -> Result<()> {
        // Points alone show no texture.
        let is_bare = |mesh: &&Mesh| mesh.uv_sets.is_empty() && mesh.face_count() > 0;
        let bare = self.scene.meshes.iter().filter(is_bare).count() as u64;
        // A mesh that is new came with a node.
        let now = self.scene.nodes.len() as u64;
        let new = if self.marks.nodes == 0 { 0 } else { now.saturating_sub(self.marks.nodes) };
        let lost = bare.saturating_sub(self.marks.bare.saturating_add(new)) as usize;
        let what = "meshes without the texture coordinates that they were written with";
        self.report(Code::StaleExtras, lost, || "meshes".into(), what)
    }

    /// Reports nodes that another program took away: those without anything, or those whose meshes it joined with others.
    pub(super) fn missing_nodes(&mut self) -> Result<()> {
        let lost = self.marks.nodes.saturating_sub(self.scene.nodes.len() as u64) as usize;
        self.report(
            Code::StaleExtras,
            lost,
            || "nodes".into(),
            "nodes that were written and that a tool removed or joined",
        )
    }

    /// Reports nodes to whose names another program perhaps gave a number: those of their meshes have another one. An original says which had it.
    pub(super) fn numbered_nodes(&mut self) -> Result<()> {
        let is_numbered = |node: &&Node| {
            let mesh = node.mesh.as_deref().map(|mesh| &self.scene[mesh.mesh].name);
            mesh.is_some_and(|mesh| is_renumbered(&node.name, mesh))
        };
        let is_changed = self.own && !self.document.is_own() && !self.options.marks_stale;
        let nodes = self.scene.nodes.iter().filter(|node| is_changed && is_numbered(node));
        let names: Vec<&str> = nodes.map(|node| node.name.as_str()).collect();
        let detail =
            format!("nodes that another program gave a number, which `--like ORIGINAL` takes away: {}", listed(&names));
        self.diagnostics.note(Code::NamesMadeUnique, names.len(), detail)
    }
}
