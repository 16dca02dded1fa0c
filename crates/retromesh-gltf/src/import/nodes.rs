//! Nodes: a forest out of whatever the file links.

use super::added::Added;
use super::{Importer, float, three};
use crate::KEY;
use crate::extras_json::split;
use crate::words::Word;
use glam::{Mat4, Quat, Vec3};
use gltf_json::Node as JsonNode;
use retromesh_core::extras::NODE_NAME;
use retromesh_core::properties::{CLASS, Properties, key};
use retromesh_core::scene::{Lod, LodRole, Node, Proxy, Transform, Trs};
use retromesh_core::{CameraId, Code, Extras, LightId, NodeId, Result};
use retromesh_kit::{is_numbered, without_number};
use serde_json::{Map, Value};
use std::collections::HashSet;

/// Rotations off by more than this are worth a diagnostic; quantised ones are off by less.
const NOTABLE: f32 = 1e-2;
/// A squared length this near to one is left as it is.
const UNIT: f32 = 1e-6;
/// What a tool rounds when it writes a place again.
const NEAR: f32 = 1e-4;

impl Importer<'_, '_> {
    pub(super) fn nodes(&mut self) -> Result<()> {
        for (i, node) in self.root.nodes.iter().enumerate() {
            let (read, added) = self.node(i, node)?;
            self.scene.nodes.push(read);
            self.added.push(added);
        }
        self.foreign_levels();
        self.links()
    }

    /// Marks the levels of detail of other programs' files: the node, then the nodes that it lists.
    fn foreign_levels(&mut self) {
        for (i, node) in self.root.nodes.iter().enumerate() {
            let others = node.extensions.as_ref().and_then(|e| e.others.get("MSFT_lod"));
            let Some(Value::Array(ids)) = others.and_then(|lod| lod.get("ids")) else { continue };
            let ids = ids.iter().filter_map(Value::as_u64).map(|id| id as usize);
            for (level, id) in std::iter::once(i).chain(ids).enumerate() {
                if let Some(node) = self.scene.nodes.get_mut(id) {
                    let level = Lod { role: LodRole::Visual, value: level as f32, level: level as u32 };
                    node.lod.get_or_insert(level);
                }
            }
        }
    }

    fn node(&mut self, i: usize, node: &JsonNode) -> Result<(Node, Option<Added>)> {
        let (mut extras, own) = split(node.extras.as_deref());
        let written = node.name.as_deref().unwrap_or_default();
        let original = self.is_of_three().then(|| three::original_name(written, &mut extras)).flatten();
        let path = || format!("nodes[{i}]");
        let camera = node.camera.filter(|camera| camera.value() < self.scene.cameras.len());
        let extensions = node.extensions.as_ref();
        let wanted_light = extensions.and_then(|e| e.khr_lights_punctual.as_ref()).map(|l| l.light.value());
        let light = wanted_light.filter(|&light| light < self.scene.lights.len());
        let lost = usize::from(camera.is_some() != node.camera.is_some()) + usize::from(light != wanted_light);
        self.report(Code::IndexOutOfRange, lost, path, "a camera or light that does not exist")?;
        let visibility = extensions.and_then(|e| e.others.get("KHR_node_visibility"));
        let invisible = visibility.and_then(|v| v.get("visible")) == Some(&Value::Bool(false));
        let lod = own.get("lod").and_then(lod);
        let hidden = match own.get("hidden") {
            Some(hidden) => hidden == &Value::Bool(true),
            // A level that the exporter made invisible is not hidden by its author.
            None => invisible && lod.is_none(),
        };
        if let Some(key) = own.get(KEY).and_then(Value::as_u64) {
            let id = Some(NodeId::new(i));
            self.keys.entry(key).and_modify(|known| *known = None).or_insert(id);
        }
        let transform = self.transform(i, node, &own)?;
        let name = name(original.as_deref().unwrap_or(written), &own).to_owned();
        if node.mesh.is_some() && light.is_none() && camera.is_none() {
            keep_class(&name, &mut extras);
        }
        let read = Node {
            name,
            transform,
            camera: camera.map(|camera| CameraId::new(camera.value())),
            light: light.map(LightId::new),
            lod,
            proxy: own.get("proxy").and_then(proxy).map(Box::new),
            hidden,
            extras,
            ..Node::default()
        };
        let added = Added::read(&own).or_else(|| self.is_scene_of_three(node).then_some(Added::Scene));
        Ok((read, added))
    }

    fn transform(&mut self, i: usize, node: &JsonNode, own: &Map<String, Value>) -> Result<Transform> {
        let path = || format!("nodes[{i}]");
        let kept = super::floats::<16>(own.get("matrix")).map(|kept| Mat4::from_cols_array(&kept));
        let exact = kept.filter(|kept| is_nearest(node, &Transform::from(*kept).trs()));
        let stale = usize::from(exact.is_none() && kept.is_some());
        self.report(Code::StaleExtras, stale, path, "a matrix with shear, as the node is elsewhere")?;
        if let Some(mut matrix) = exact.or(node.matrix.as_ref().map(Mat4::from_cols_array)) {
            if !matrix.is_finite() {
                self.report(Code::NonFinite, 1, path, "a matrix became the identity")?;
                matrix = Mat4::IDENTITY;
            }
            return Ok(matrix.into());
        }
        let mut trs = Trs {
            translation: node.translation.map_or(Vec3::ZERO, Vec3::from),
            rotation: node.rotation.map_or(Quat::IDENTITY, |q| Quat::from_array(q.0)),
            scale: node.scale.map_or(Vec3::ONE, Vec3::from),
        };
        if !trs.translation.is_finite() || !trs.scale.is_finite() || !trs.rotation.is_finite() {
            self.report(Code::NonFinite, 1, path, "a transform became the identity")?;
            trs = Trs::IDENTITY;
        }
        trs.rotation = self.unit(trs.rotation, path)?;
        Ok(trs.into())
    }

    /// Returns the rotation at unit length, and says so when it was far from it.
    pub(super) fn unit(&mut self, q: Quat, path: impl FnOnce() -> String) -> Result<Quat> {
        let off = (q.length_squared() - 1.0).abs();
        if off <= UNIT {
            return Ok(q);
        }
        let unit = crate::export::unit(q);
        if unit == Quat::IDENTITY && q.length_squared() < f32::MIN_POSITIVE {
            self.report(Code::ZeroQuaternion, 1, path, "")?;
        } else if off > NOTABLE {
            self.report(Code::UnnormalizedQuaternion, 1, path, "")?;
        }
        Ok(unit)
    }

    /// Links parents and children; what would not be a forest is cut.
    fn links(&mut self) -> Result<()> {
        let count = self.scene.nodes.len();
        let mut broken = 0;
        for (i, node) in self.root.nodes.iter().enumerate() {
            for child in node.children.iter().flatten() {
                let id = NodeId::new(i);
                match self.scene.nodes.get_mut(child.value()) {
                    Some(node) if node.parent.is_none() && child.value() != i => node.parent = Some(id),
                    _ => {
                        broken += 1;
                        continue;
                    }
                }
                if let Some(parent) = self.scene.nodes.get_mut(i) {
                    parent.children.push(NodeId::new(child.value()));
                }
            }
        }
        let mut seen = vec![false; count];
        let default = self.root.scene.and_then(|scene| self.root.scenes.get(scene.value()));
        let listed = default.into_iter().chain(&self.root.scenes).flat_map(|scene| &scene.nodes).copied();
        let listed: Vec<usize> = listed.map(|node| node.value()).chain(0..count).collect();
        for i in listed {
            let is_root = self.scene.nodes.get(i).is_some_and(|node| node.parent.is_none());
            if is_root && seen.get(i) == Some(&false) {
                self.scene.roots.push(NodeId::new(i));
                self.mark(i, &mut seen);
            }
        }
        self.hide_unplaced()?;
        if self.levels_are_apart() && self.root.scenes.len() > 1 {
            // The exporter sorted the roots into several glTF scenes.
            self.scene.roots.sort_unstable();
        }
        // What no root reaches lies on a cycle or below one.
        let mut freed = HashSet::new();
        for i in 0..count {
            if seen.get(i) != Some(&false) {
                continue;
            }
            broken += 1;
            let id = NodeId::new(i);
            freed.extend(self.scene.nodes.get_mut(i).and_then(|node| node.parent.take()).map(|_| id));
            self.scene.roots.push(id);
            self.mark(i, &mut seen);
        }
        if !freed.is_empty() {
            self.scene.nodes.iter_mut().for_each(|node| node.children.retain(|child| !freed.contains(child)));
        }
        self.report(Code::MissingParent, broken, || "nodes".into(), "a link between nodes that makes no tree")
    }

    /// Hides the roots that the default scene does not show, if there is a scene at all and content below them. The scenes into which
    /// this project sorts roots count as one. Further levels of detail of other programs are in no scene anyway.
    fn hide_unplaced(&mut self) -> Result<()> {
        let Some(default) = self.default_scene() else { return Ok(()) };
        let scenes = if self.levels_are_apart() { self.root.scenes.as_slice() } else { std::slice::from_ref(default) };
        let mut shown = vec![false; self.scene.nodes.len()];
        for node in scenes.iter().flat_map(|scene| &scene.nodes) {
            // The standard lists roots alone; where a file lists other nodes, what they are below is shown.
            let mut at = Some(NodeId::new(node.value()));
            while let Some(id) = at
                && let Some(flag) = shown.get_mut(id.index()).filter(|flag| !**flag)
            {
                *flag = true;
                at = self.scene.node(id).and_then(|node| node.parent);
            }
        }
        let mut hidden = 0;
        for &root in &self.scene.roots {
            let is_level = self.scene.node(root).is_some_and(|node| node.lod.is_some());
            if shown.get(root.index()) == Some(&false) && !is_level && self.has_content(root) {
                if let Some(node) = self.scene.nodes.get_mut(root.index()) {
                    node.hidden = true;
                }
                hidden += 1;
            }
        }
        let what = "what is in no scene, or in another than the one to show, is hidden";
        self.report(Code::UnplacedNode, hidden, || "nodes".into(), what)
    }

    /// Returns whether there is a mesh, a camera, a light or an entity at a node or below it.
    fn has_content(&self, root: NodeId) -> bool {
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            let wants_mesh = self.root.nodes.get(id.index()).is_some_and(|node| node.mesh.is_some());
            let Some(node) = self.scene.node(id) else { continue };
            if wants_mesh || node.camera.is_some() || node.light.is_some() || Properties::of(node).is_some() {
                return true;
            }
            stack.extend(&node.children);
        }
        false
    }

    fn mark(&self, root: usize, seen: &mut [bool]) {
        let mut stack = vec![NodeId::new(root)];
        while let Some(id) = stack.pop() {
            if let Some(seen) = seen.get_mut(id.index()).filter(|seen| !**seen) {
                *seen = true;
                stack.extend(self.scene.node(id).iter().flat_map(|node| &node.children));
            }
        }
    }
}

/// Returns whether a node is at the place that the exporter chose for a matrix that it cannot write.
fn is_nearest(node: &JsonNode, trs: &Trs) -> bool {
    let finite = |v: Vec3, otherwise: Vec3| if v.is_finite() { v } else { otherwise };
    let (translation, scale) = (finite(trs.translation, Vec3::ZERO), finite(trs.scale, Vec3::ONE));
    let near = |a: Vec3, b: Option<[f32; 3]>, otherwise: Vec3| {
        a.abs_diff_eq(b.map_or(otherwise, Vec3::from), NEAR * a.abs().max_element().max(1.0))
    };
    let rotation = if trs.rotation.is_finite() { crate::export::unit(trs.rotation) } else { Quat::IDENTITY };
    let stored = node.rotation.map_or(Quat::IDENTITY, |q| Quat::from_array(q.0));
    node.matrix.is_none()
        && near(translation, node.translation, Vec3::ZERO)
        && near(scale, node.scale, Vec3::ONE)
        && rotation.dot(stored).abs() >= 1.0 - NEAR
}

/// Keeps what the name of a new surface of a map says that it is, without the number that Blender adds: `classname=brush.001`.
fn keep_class(name: &str, extras: &mut Extras) {
    let plain = without_number(name).unwrap_or(name);
    if Properties::parse(plain).is_some() && !extras.contains_key(NODE_NAME) && !extras.contains_key(&key(CLASS)) {
        extras.insert(NODE_NAME.into(), plain.into());
    }
}

/// Returns the name of a node without the number that it was written with.
fn name<'a>(name: &'a str, own: &'a Map<String, Value>) -> &'a str {
    own.get("name").and_then(Value::as_str).filter(|kept| is_numbered(name, kept)).unwrap_or(name)
}

fn lod(value: &Value) -> Option<Lod> {
    Some(Lod {
        role: LodRole::from_value(value.get("role"))?,
        value: float(value.get("value"))?,
        level: u32::try_from(value.get("level")?.as_u64()?).ok()?,
    })
}

fn proxy(value: &Value) -> Option<Proxy> {
    let id = i32::try_from(value.get("id")?.as_i64()?).ok()?;
    Some(Proxy { path: value.get("path")?.as_str()?.to_string(), id })
}
