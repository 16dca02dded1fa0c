//! Nodes: transforms, what they place, and the nodes that glTF needs in addition.

use super::Exporter;
use super::levels::Levels;
use super::meshes::{Skinning, Variant};
use super::skins::added;
use crate::extras_json::object;
use crate::grid::{GRID, Grid};
use crate::import::{HIDDEN, kept_scenes, places};
use crate::words::Word;
use crate::{KEY, SCENE};
use glam::{Mat4, Quat, Vec3};
use gltf_json::extensions::scene::Node as NodeExtensions;
use gltf_json::extensions::scene::khr_lights_punctual::KhrLightsPunctual;
use gltf_json::scene::UnitQuaternion;
use gltf_json::{Index, Node as JsonNode, Scene as JsonScene};
use retromesh_core::keyframes::Track;
use retromesh_core::mesh::Influence;
use retromesh_core::scene::{Node, Transform, Trs};
use retromesh_core::{Code, Extras, Finding, MeshId, NodeId, NodeMap, Result, SkeletonId};
use retromesh_kit::export::{UniqueNames, parts_of};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// A matrix that its parts rebuild to within this share of its size counts as free of shear.
const SHEAR: f32 = 1e-5;
/// A squared length this near to one is left as it is.
const UNIT: f32 = 1e-6;

/// A node with a skinned mesh.
struct Skinned {
    at: Index<JsonNode>,
    /// The node of the scene.
    from: NodeId,
    skeleton: SkeletonId,
    /// Whether it is one more node, at the root.
    is_added: bool,
}

impl Exporter<'_> {
    /// Writes meshes, skins, nodes and the glTF scenes. Node numbers stay; added nodes come last.
    pub(super) fn nodes(&mut self) -> Result<()> {
        let scene = self.scene;
        let count = scene.nodes.len();
        let mut animated = NodeMap::filled(scene, false);
        for channel in scene.animations.iter().flat_map(|animation| &animation.channels) {
            animated[channel.target] |= !matches!(channel.track, Track::Weights { .. });
        }
        let mut is_joint = NodeMap::filled(scene, false);
        scene.skeletons.iter().flat_map(|skeleton| &skeleton.joints).for_each(|&joint| is_joint[joint] = true);
        let one_root = self.one_root_is_needed();
        let kept = kept_scenes(&scene.extras);
        let levels = Levels::find(scene, one_root, kept.len() > 1);
        let keeps = self.luanti.is_none() && !one_root && levels.is_empty_apart();
        let shown = kept.iter().position(|(.., is_shown)| *is_shown).unwrap_or(0);
        if kept.len() > 1 && !keeps {
            let finding = Finding::new(Code::LostExtras).detail("the scenes of the file become one");
            self.diagnostics.report(finding)?;
        }
        let only = (kept.len() > 1 && keeps).then_some(shown);
        if levels.any() {
            self.use_extension("MSFT_lod");
        }
        let mut added_nodes: Vec<JsonNode> = Vec::new();
        let mut skinned: Vec<Skinned> = Vec::new();
        let mut numbered = self.numbered();
        let variants = NodeMap::from_fn(scene, |id| self.variant(id));
        self.meshes(&variants)?;
        for id in scene.node_ids() {
            let node = &scene[id];
            let (mut written, mut own) = self.node(id, node, animated[id], &levels, only)?;
            if let Some(name) = numbered.remove(&id) {
                own.insert("name".into(), node.name.as_str().into());
                written.name = Some(name);
            }
            if let Some((variant, neutral)) = &variants[id] {
                let mesh = self.mesh(variant.clone())?;
                if mesh.is_none() {
                    self.diagnostics.report(Finding::new(Code::EmptyPart).detail("a mesh without vertices"))?;
                }
                let place = match (variant.skin, node.mesh.as_deref().and_then(|m| m.skeleton)) {
                    (Some(_), Some(skeleton)) if mesh.is_some() => {
                        let joint =
                            neutral.map(|own| self.neutral_joint(own, skeleton, &mut added_nodes, &mut written));
                        let grid = self.grid_of(variant.mesh);
                        Some((self.skin(skeleton, joint, grid), skeleton, joint.is_some()))
                    }
                    _ => None,
                };
                match place {
                    None => match self.grid_of(variant.mesh).filter(|_| mesh.is_some()) {
                        None => written.mesh = mesh,
                        Some(grid) => self.add_grid_node(id, mesh, &grid, &mut added_nodes, &mut written),
                    },
                    Some((skin, skeleton, neutral)) => {
                        let resting = node.transform.trs() == Trs::IDENTITY && !animated[id];
                        let stays = node.parent.is_none() && !one_root && resting && !is_joint[id] && !neutral;
                        let at = if stays { id.index() } else { count + added_nodes.len() };
                        skinned.push(Skinned { at: Index::new(at as u32), from: id, skeleton, is_added: !stays });
                        if stays {
                            (written.mesh, written.skin) = (mesh, skin);
                        } else {
                            // A skinned mesh follows its joints alone, so it is at the root.
                            let mut mark = added("skinned-mesh");
                            mark.insert("node".into(), id.0.into());
                            own.insert(KEY.into(), id.0.into());
                            added_nodes.push(JsonNode {
                                mesh,
                                skin,
                                name: super::name(&node.name),
                                extras: object(&Extras::new(), mark),
                                ..JsonNode::default()
                            });
                            self.weight_nodes.insert(id, at as u32);
                        }
                    }
                }
            }
            let mut extras = node.extras.clone();
            extras.remove(SCENE);
            written.extras = object(&extras, own);
            self.root.nodes.push(written);
        }
        self.root.nodes.append(&mut added_nodes);
        self.unused_skins()?;
        if only.is_some() {
            let added = skinned.iter().filter(|skinned| skinned.is_added).map(|skinned| skinned.at);
            self.kept_scenes(&kept, shown, added);
        } else {
            let name = kept.get(shown).and_then(|(name, ..)| name.as_deref());
            self.scenes(&levels, one_root, &skinned, name);
        }
        Ok(())
    }

    /// Writes the meshes in their order, each with all variants that nodes use, and those that no node uses as they are.
    fn meshes(&mut self, variants: &NodeMap<Option<(Variant, Option<NodeId>)>>) -> Result<()> {
        let scene = self.scene;
        self.choose_grids(variants.values().iter().flatten().map(|(variant, _)| variant));
        let mut first_use: Vec<Vec<&Variant>> = vec![Vec::new(); scene.meshes.len()];
        for (variant, _) in variants.values().iter().flatten() {
            first_use[variant.mesh.index()].push(variant);
        }
        for (mesh, uses) in first_use.iter().enumerate() {
            for variant in uses {
                self.mesh((*variant).clone())?;
            }
            if uses.is_empty() {
                let mesh = MeshId::new(mesh);
                let materials = scene[mesh].parts.iter().map(|part| part.material).collect();
                self.mesh(Variant { mesh, skin: None, materials })?;
            }
        }
        Ok(())
    }

    /// Returns the names of nodes with a light or a camera that other nodes have too, with a number more: assimp finds such nodes by name,
    /// and refuses a file where there are two.
    fn numbered(&self) -> HashMap<NodeId, String> {
        let scene = self.scene;
        let is_found_by_name = |id: &NodeId| scene[*id].light.is_some() || scene[*id].camera.is_some();
        if !scene.node_ids().any(|id| is_found_by_name(&id)) {
            return HashMap::new();
        }
        let mut names = UniqueNames::counting_from(1);
        scene.node_ids().filter(|id| !is_found_by_name(id)).for_each(|id| names.reserve(&scene[id].name));
        let found = scene.node_ids().filter(|id| is_found_by_name(id) && !scene[*id].name.is_empty());
        let number = |id: NodeId| {
            let own = names.unique(&scene[id].name);
            (own != scene[id].name).then_some((id, own))
        };
        found.filter_map(number).collect()
    }

    /// Writes the skeletons that no mesh uses.
    fn unused_skins(&mut self) -> Result<()> {
        let used: HashSet<SkeletonId> = self.skins.keys().map(|(skeleton, _)| *skeleton).collect();
        for skeleton in (0..self.scene.skeletons.len()).map(SkeletonId::new) {
            if !used.contains(&skeleton) && self.skin(skeleton, None, None).is_none() {
                self.diagnostics.report(Finding::new(Code::LostExtras).detail("a skeleton without joints"))?;
            }
        }
        Ok(())
    }

    /// Says how a node uses its mesh, and for a skinned one which node holds the vertices without influences.
    fn variant(&self, id: NodeId) -> Option<(Variant, Option<NodeId>)> {
        let instance = self.scene[id].mesh.as_deref()?;
        let mesh = &self.scene[instance.mesh];
        let skeleton = instance.skeleton.filter(|_| !mesh.weights.is_empty());
        let materials = parts_of(self.scene, instance).map(|(_, material)| material).collect();
        let loose = skeleton.is_some() && mesh.weights.iter().any(<[Influence]>::is_empty);
        let skin = skeleton.map(|skeleton| {
            let joints = self.scene[skeleton].joints.len();
            Skinning { joints, neutral: loose.then_some(joints) }
        });
        Some((Variant { mesh: instance.mesh, skin, materials }, loose.then_some(id)))
    }

    /// Returns a joint that moves as the mesh's own node does: that node, or a child when it is a joint already.
    fn neutral_joint(
        &self,
        own: NodeId,
        skeleton: SkeletonId,
        added_nodes: &mut Vec<JsonNode>,
        written: &mut JsonNode,
    ) -> NodeId {
        if !self.scene[skeleton].joints.contains(&own) {
            return own;
        }
        let id = NodeId::new(self.scene.nodes.len() + added_nodes.len());
        let mut mark = added("neutral-joint");
        mark.insert(KEY.into(), id.0.into());
        added_nodes.push(JsonNode { extras: object(&Extras::new(), mark), ..JsonNode::default() });
        written.children.get_or_insert_with(Vec::new).push(Index::new(id.0));
        id
    }

    /// Adds the node that brings a mesh from its grid to its places. It is one of its own, as the node of the mesh may move, and others may
    /// be below that.
    fn add_grid_node(
        &mut self,
        id: NodeId,
        mesh: Option<Index<gltf_json::Mesh>>,
        grid: &Grid,
        added_nodes: &mut Vec<JsonNode>,
        written: &mut JsonNode,
    ) {
        let at = (self.scene.nodes.len() + added_nodes.len()) as u32;
        let trs = grid.trs();
        let mut mark = added(GRID);
        mark.insert("node".into(), id.0.into());
        added_nodes.push(JsonNode {
            mesh,
            translation: (trs.translation != Vec3::ZERO).then(|| trs.translation.to_array()),
            scale: (trs.scale != Vec3::ONE).then(|| trs.scale.to_array()),
            extras: object(&Extras::new(), mark),
            ..JsonNode::default()
        });
        written.children.get_or_insert_with(Vec::new).push(Index::new(at));
        self.weight_nodes.insert(id, at);
    }

    /// Returns whether the joints of some skin lie under several roots: glTF wants one above them.
    fn one_root_is_needed(&self) -> bool {
        let roots = self.roots();
        let spread = |joints: &[NodeId], more: Option<NodeId>| {
            let mut all = joints.iter().copied().chain(more).map(|id| roots[id]);
            let first = all.next();
            all.any(|root| Some(root) != first)
        };
        let placed = self.scene.node_ids().any(|id| {
            let skeleton = self.scene[id].mesh.as_deref().and_then(|instance| instance.skeleton);
            let neutral = self.variant(id).and_then(|(_, neutral)| neutral);
            skeleton.is_some_and(|skeleton| spread(&self.scene[skeleton].joints, neutral))
        });
        placed || self.scene.skeletons.iter().any(|skeleton| spread(&skeleton.joints, None))
    }

    /// Builds a node without its extras, and what this project keeps of it there; `only` is the number of the scene to show where the scenes
    /// of the file are kept: what is in others alone is hidden by that.
    fn node(
        &mut self,
        id: NodeId,
        node: &Node,
        animated: bool,
        levels: &Levels,
        only: Option<usize>,
    ) -> Result<(JsonNode, Map<String, Value>)> {
        let mut own = Map::new();
        if let Some(lod) = &node.lod {
            own.insert("lod".into(), json!({"role": lod.role.word(), "value": lod.value, "level": lod.level}));
        }
        if let Some(proxy) = node.proxy.as_deref() {
            own.insert("proxy".into(), json!({"path": proxy.path, "id": proxy.id}));
            self.diagnostics.report(Finding::new(Code::KeptInExtras).detail("references to other models"))?;
        }
        let elsewhere = only.is_some_and(|shown| places(&node.extras).is_some_and(|places| !places.contains(&shown)));
        if node.hidden && !elsewhere {
            own.insert("hidden".into(), true.into());
        }
        let mut others = Map::new();
        if node.hidden && !elsewhere || levels.is_hidden(id) {
            self.use_extension("KHR_node_visibility");
            others.insert("KHR_node_visibility".into(), json!({"visible": false}));
        }
        if let Some(ids) = levels.lower(id) {
            others.insert("MSFT_lod".into(), json!({"ids": ids.iter().map(|id| id.0).collect::<Vec<_>>()}));
        }
        let light = node.light.map(|light| KhrLightsPunctual { light: Index::new(light.0) });
        let extensions =
            (light.is_some() || !others.is_empty()).then_some(NodeExtensions { khr_lights_punctual: light, others });
        let children: Vec<_> = node.children.iter().map(|child| Index::new(child.0)).collect();
        let mut written = JsonNode {
            camera: node.camera.map(|camera| Index::new(camera.0)),
            children: (!children.is_empty()).then_some(children),
            extensions,
            name: super::name(&node.name),
            ..JsonNode::default()
        };
        self.transform(node, animated, &mut written, &mut own)?;
        Ok((written, own))
    }

    fn transform(
        &mut self,
        node: &Node,
        animated: bool,
        written: &mut JsonNode,
        own: &mut Map<String, Value>,
    ) -> Result<()> {
        let trs = match &node.transform {
            Transform::Trs(trs) => *trs,
            Transform::Matrix(matrix) => {
                let trs = node.transform.trs();
                let size = matrix.to_cols_array().iter().fold(0f32, |size, x| size.max(x.abs()));
                let rebuilt = trs.matrix();
                let plain = rebuilt.is_finite() && rebuilt.abs_diff_eq(**matrix, SHEAR * size);
                let invertible = matrix.determinant() != 0.0;
                if plain && invertible && !animated {
                    if **matrix != Mat4::IDENTITY {
                        written.matrix = Some(matrix.to_cols_array());
                    }
                    return Ok(());
                }
                if !plain {
                    own.insert("matrix".into(), json!(matrix.to_cols_array()));
                    let path = format!("node {}", node.name);
                    self.diagnostics.report(Finding::new(Code::ApproximatedTransform).within(path))?;
                }
                finite(trs)
            }
        };
        written.translation = (trs.translation != Vec3::ZERO).then(|| trs.translation.to_array());
        let rotation = unit(trs.rotation);
        written.rotation = (rotation != Quat::IDENTITY).then(|| UnitQuaternion(rotation.to_array()));
        written.scale = (trs.scale != Vec3::ONE).then(|| trs.scale.to_array());
        Ok(())
    }

    /// Returns the root above each node.
    fn roots(&self) -> NodeMap<Option<NodeId>> {
        NodeMap::inherited(self.scene, |id, above: Option<&Option<NodeId>>| above.copied().flatten().or(Some(id)))
    }

    /// Writes the glTF scenes: one, and others for further levels of detail and hidden nodes where they are roots. A skinned mesh shares
    /// its scene with its joints.
    fn scenes(&mut self, levels: &Levels, one_root: bool, skinned: &[Skinned], own_name: Option<&str>) {
        let index = |id: &NodeId| Index::new(id.0);
        let scene =
            |nodes, name: Option<&str>| JsonScene { extensions: None, extras: None, name: name.map(Into::into), nodes };
        let mut shown: Vec<_> = self.scene.roots.iter().filter(|id| !levels.is_apart(**id)).map(index).collect();
        let mut apart: BTreeMap<&str, Vec<Index<JsonNode>>> = BTreeMap::new();
        for id in &self.scene.roots {
            levels.scene_of(*id).into_iter().for_each(|name| apart.entry(name).or_default().push(index(id)));
        }
        let above_all = one_root.then(|| {
            let children = Some(std::mem::take(&mut shown));
            let extras = object(&Extras::new(), added("root"));
            Index::push(&mut self.root.nodes, JsonNode { children, extras, ..JsonNode::default() })
        });
        shown.extend(above_all);
        let roots = self.roots();
        let hidden = NodeMap::inherited(self.scene, |id, above| {
            above == Some(&true) || self.scene[id].hidden || levels.is_hidden(id)
        });
        let mut with_joints: BTreeSet<(Option<&str>, u32)> = BTreeSet::new();
        for Skinned { at, from, skeleton, is_added } in skinned {
            let elsewhere = (*is_added && hidden[*from]).then_some(HIDDEN);
            let name = roots[*from].and_then(|root| levels.scene_of(root)).or(elsewhere);
            if *is_added {
                name.map_or(&mut shown, |name| apart.entry(name).or_default()).push(*at);
            }
            let above = self.scene[*skeleton].joints.iter().filter_map(|joint| roots[*joint]);
            let others = above.filter(|root| levels.scene_of(*root) != name);
            with_joints.extend(others.map(|root| (name, above_all.map_or(root.0, |root| root.value() as u32))));
        }
        for (name, root) in with_joints {
            name.map_or(&mut shown, |name| apart.entry(name).or_default()).push(Index::new(root));
        }
        if shown.is_empty() && apart.is_empty() {
            // A glTF scene without nodes is an error to some readers.
            return;
        }
        self.root.scenes.push(scene(shown, own_name));
        for (name, nodes) in apart {
            self.root.scenes.push(scene(nodes, Some(name)));
        }
    }
}

impl Exporter<'_> {
    /// Writes the glTF scenes that a file had, with what was added to the one to show.
    fn kept_scenes(
        &mut self,
        kept: &[(Option<String>, Extras, bool)],
        shown: usize,
        moved: impl Iterator<Item = Index<JsonNode>>,
    ) {
        let mut nodes: Vec<Vec<Index<JsonNode>>> = vec![Vec::new(); kept.len()];
        for &root in &self.scene.roots {
            let places = places(&self.scene[root].extras).unwrap_or_else(|| vec![shown]);
            for place in places {
                if let Some(nodes) = nodes.get_mut(place) {
                    nodes.push(Index::new(root.0));
                }
            }
        }
        if let Some(nodes) = nodes.get_mut(shown) {
            nodes.extend(moved);
        }
        for ((name, extras, _), mut nodes) in kept.iter().zip(nodes) {
            nodes.sort_unstable_by_key(Index::value);
            let extras = object(extras, Map::new());
            self.root.scenes.push(JsonScene { extensions: None, extras, name: name.clone(), nodes });
        }
        self.shown_scene = shown;
    }
}

/// Returns the quaternion at unit length.
pub(crate) fn unit(q: Quat) -> Quat {
    if (q.length_squared() - 1.0).abs() <= UNIT {
        return q;
    }
    let (x, y, z, w) = (f64::from(q.x), f64::from(q.y), f64::from(q.z), f64::from(q.w));
    let length = (x * x + y * y + z * z + w * w).sqrt();
    if length > 0.0 && length.is_finite() {
        Quat::from_xyzw((x / length) as f32, (y / length) as f32, (z / length) as f32, (w / length) as f32)
    } else {
        Quat::IDENTITY
    }
}

/// Replaces what a matrix without an inverse decomposes to.
fn finite(trs: Trs) -> Trs {
    Trs {
        translation: if trs.translation.is_finite() { trs.translation } else { Vec3::ZERO },
        rotation: if trs.rotation.is_finite() { trs.rotation } else { Quat::IDENTITY },
        scale: if trs.scale.is_finite() { trs.scale } else { Vec3::ONE },
    }
}
