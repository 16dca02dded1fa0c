//! Nodes to instances, and the tree over them.

use super::Exporter;
use super::meshes::Variant;
use crate::document::{Instance, Placement};
use crate::frame::{SPACE, camera_turn};
use crate::tree;
use glam::Mat4;
use retromesh_core::scene::Node;
use retromesh_core::{Code, Error, Extra, MaterialId, NodeId, NodeMap};
use retromesh_kit::export::{Shown, parts_of};
use retromesh_wire::RawStr;

/// The deepest level of an instance, counted from 0: each level opens a brace.
const MAX_LEVEL: usize = tree::MAX_DEPTH - 1;

/// Where an instance is.
#[derive(Debug, Clone, Copy)]
struct Place {
    parent: Option<u32>,
    level: usize,
    matrix: Mat4,
    hidden: bool,
}

/// The tree over the instances.
#[derive(Debug, Default)]
struct Instances {
    places: Vec<Place>,
    roots: Vec<u32>,
    children: Vec<Vec<u32>>,
    /// Nodes that were attached higher up than they were.
    flattened: usize,
}

impl Exporter<'_> {
    pub(super) fn write_instances(&mut self) -> Result<(), Error> {
        let skeletal = self.skeletal();
        let mut all = Instances::default();
        // The engine draws all that is placed: of levels of detail the finest alone is.
        let shown = Shown::of(self.scene);
        let is_coarse = |id: NodeId| self.scene[id].lod.is_some() && !shown.nodes[id];
        let coarse: NodeMap<bool> = NodeMap::from_fn(self.scene, is_coarse);
        let mut instance_of: NodeMap<Option<u32>> = NodeMap::filled(self.scene, None);
        for id in self.scene.depth_first().into_iter().filter(|&id| !skeletal[id]) {
            let node = &self.scene[id];
            // The nearest node above that is written.
            let mut above = node.parent;
            while let Some(skipped) = above.filter(|&above| skeletal[above]) {
                above = self.scene[skipped].parent;
            }
            all.flattened += usize::from(above != node.parent);
            let parent = above.and_then(|above| instance_of[above]);
            let skin = self.skins.get(&id).cloned();
            let moved = |id: NodeId| self.skins.get(&id).and_then(|skin| skin.world);
            let mut matrix = match (above.and_then(moved), moved(id)) {
                (None, None) => self.relative(above, id).unwrap_or(Mat4::IDENTITY),
                (outer, own) => {
                    let outer = outer.unwrap_or_else(|| above.map_or(Mat4::IDENTITY, |above| self.world[above]));
                    outer.inverse() * own.unwrap_or_else(|| self.world[id])
                }
            };
            if !matrix.is_finite() {
                self.report(Code::ClampedValue, 1, || format!("nodes[{}]", id.0))?;
                matrix = Mat4::IDENTITY;
            }
            let camera = node.camera.map_or(0, |id| self.cameras[id.index()]);
            let light = node.light.map_or(0, |id| self.lights[id.index()]);
            let directed = camera != 0 || light != 0;
            let alone = node.mesh.is_none() && node.children.iter().all(|&child| skeletal[child]);
            let turn = camera_turn(&SPACE).transpose();
            let mut links = [0; 5];
            if directed && alone {
                matrix *= turn;
                (links[0], links[3]) = (camera, light);
            }
            links[2] = self.kept_material(node);
            let parts = self.parts(node, skin.as_ref().map(|skin| (&skin.bone_of_joint, skin.collection)))?;
            if let Some(&(geometry, material, collection)) = parts.first() {
                (links[1], links[2], links[4]) = (geometry, material, collection);
            }
            let name = self.name(&node.name);
            let number = self.instance(&mut all, parent, matrix, node.hidden || coarse[id], &name, links);
            instance_of[id] = Some(number);
            for (k, &(geometry, material, collection)) in parts.iter().enumerate().skip(1) {
                let name = self.name(&format!("{}_{k}", node.name));
                let links = [0, geometry, material, 0, collection];
                self.instance(&mut all, Some(number), Mat4::IDENTITY, false, &name, links);
            }
            if directed && !alone {
                self.instance(&mut all, Some(number), turn, false, &name, [camera, 0, 0, light, 0]);
            }
        }
        self.report(Code::FlattenedNodes, all.flattened, || "nodes".to_owned())?;
        self.document.tree = RawStr::from(tree::write(&all.roots, &all.children));
        Ok(())
    }

    /// Adds an instance with its camera, geometry, material, light and collection; returns its number, from 0.
    fn instance(
        &mut self,
        all: &mut Instances,
        parent: Option<u32>,
        matrix: Mat4,
        hidden: bool,
        name: &RawStr<'static>,
        [camera, geometry, material, light, collection]: [u32; 5],
    ) -> u32 {
        let (number, matrix) = all.add(parent, matrix, hidden);
        // A product may leave zeros of either sign; adding zero makes them positive.
        let placement = Placement::Matrix(matrix.to_cols_array().map(|x| x + 0.0));
        let name = name.clone();
        self.document.instances.push(Instance { name, camera, geometry, material, light, collection, placement });
        number
    }

    /// Returns geometry, material and collection of each part of a node's mesh.
    fn parts(&mut self, node: &Node, skin: Option<(&Vec<u32>, u32)>) -> Result<Vec<(u32, u32, u32)>, Error> {
        let Some(instance) = node.mesh.as_deref() else { return Ok(Vec::new()) };
        // A mesh without parts has a geometry all the same.
        let mut materials: Vec<Option<MaterialId>> = parts_of(self.scene, instance).map(|(_, m)| m).collect();
        materials.resize(materials.len().max(1), None);
        let mut parts = Vec::new();
        for (part, material) in materials.into_iter().enumerate() {
            let bones = skin.map_or(Vec::new(), |(bones, _)| bones.clone());
            let geometry = self.variants[&Variant { mesh: instance.mesh, part, bones }];
            let material = match material {
                Some(id) => id.0 + 1,
                None => self.default_material()?,
            };
            parts.push((geometry, material, skin.map_or(0, |(_, collection)| collection)));
        }
        Ok(parts)
    }

    /// Returns the material that an imported instance named without having a geometry.
    fn kept_material(&self, node: &Node) -> u32 {
        let number = node.extras.get("bgl.material").and_then(Extra::as_int).and_then(|n| u32::try_from(n).ok());
        number.filter(|&n| n as usize <= self.scene.materials.len()).unwrap_or(0)
    }

    /// Returns which nodes are only bones, or only carry bones.
    fn skeletal(&self) -> NodeMap<bool> {
        let mut joint = NodeMap::filled(self.scene, false);
        let used = self.scene.nodes.iter().filter_map(|node| node.mesh.as_deref()?.skeleton);
        used.flat_map(|id| &self.scene[id].joints).for_each(|&id| joint[id] = true);
        let mut skeletal = NodeMap::filled(self.scene, false);
        for id in self.scene.depth_first().into_iter().rev() {
            let node = &self.scene[id];
            let plain = node.mesh.is_none() && node.camera.is_none() && node.light.is_none();
            let carries = !node.children.is_empty() && node.children.iter().all(|&child| skeletal[child]);
            skeletal[id] = plain && (joint[id] || carries);
        }
        skeletal
    }
}

impl Instances {
    /// Adds a place and returns its number and matrix. Hidden ones are outside the tree, where the engine does not draw them;
    /// what would lie too deep is attached higher up.
    fn add(&mut self, parent: Option<u32>, mut matrix: Mat4, hidden: bool) -> (u32, Mat4) {
        let mut parent = parent;
        let mut level = 0;
        let mut hidden = hidden;
        if let Some(above) = parent.and_then(|parent| self.places.get(parent as usize)).copied() {
            hidden |= above.hidden;
            level = above.level + 1;
            if level > MAX_LEVEL || above.hidden {
                matrix = above.matrix * matrix;
                parent = above.parent;
                level = above.level;
                self.flattened += 1;
            }
        }
        let number = self.places.len() as u32;
        if hidden && parent.is_some() {
            while let Some(above) = parent.and_then(|parent| self.places.get(parent as usize)).copied() {
                matrix = above.matrix * matrix;
                parent = above.parent;
            }
            self.flattened += 1;
        }
        self.children.push(Vec::new());
        if !hidden {
            match parent.and_then(|parent| self.children.get_mut(parent as usize)) {
                Some(siblings) => siblings.push(number),
                None => self.roots.push(number),
            }
        }
        self.places.push(Place { parent, level, matrix, hidden });
        (number, matrix)
    }
}
