//! The invariants of a scene, stated as code.

use crate::keyframes::{Animation, Channel, Interpolation, Track, ascend, is_rate};
use crate::mesh::{AttributeData, Faces, Mesh, Part};
use crate::scene::{Node, Scene, Transform};
use crate::skeleton::Skeleton;
use glam::Vec3;
use std::collections::BTreeSet;
use std::fmt;

/// One broken invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The element: `meshes[2].parts[0]`.
    pub path: String,
    /// What is wrong with it.
    pub what: String,
    /// Whether numbers alone are wrong, as where a float cannot hold them: one is not finite, a rotation is not of unit
    /// length, or key times are equal.
    pub is_number: bool,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.what)
    }
}

/// No more violations than this are listed; a broken scene is broken.
const MAX_VIOLATIONS: usize = 100;

/// Lists the broken invariants of a scene, at most 100. What an import returns has none.
///
/// Checked are: ids in range; nodes form a forest whose links agree on both sides; indices in range; parallel arrays equally
/// long; compressed rows monotone; key times strictly ascending; all floats finite; the space valid.
pub fn check(scene: &Scene) -> Vec<Violation> {
    check_changed(scene, &Changed { all: true, ..Changed::default() })
}

/// What of a valid scene was touched; what was not is as valid as before.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "independent lists of a scene")]
pub(crate) struct Changed {
    pub(crate) all: bool,
    /// Nodes and roots.
    pub(crate) nodes: bool,
    /// How many nodes there were.
    pub(crate) nodes_before: usize,
    /// The numbers of meshes.
    pub(crate) meshes: BTreeSet<usize>,
    /// Materials, textures, and which part has which.
    pub(crate) materials: bool,
    pub(crate) skeletons: bool,
    pub(crate) animations: bool,
}

/// Lists the broken invariants of what was touched, and of what refers to it.
pub(crate) fn check_changed(scene: &Scene, changed: &Changed) -> Vec<Violation> {
    let mut checker = Checker { scene, violations: Vec::new() };
    checker.run(changed);
    checker.violations
}

struct Checker<'a> {
    scene: &'a Scene,
    violations: Vec<Violation>,
}

impl Checker<'_> {
    fn require(&mut self, holds: bool, path: impl FnOnce() -> String, what: impl FnOnce() -> String) {
        if !holds && self.violations.len() < MAX_VIOLATIONS {
            self.violations.push(Violation { path: path(), what: what(), is_number: false });
        }
    }

    /// Requires what only numbers can break.
    fn require_numbers(&mut self, hold: bool, path: impl FnOnce() -> String, what: &str) {
        if !hold && self.violations.len() < MAX_VIOLATIONS {
            self.violations.push(Violation { path: path(), what: what.into(), is_number: true });
        }
    }

    fn run(&mut self, changed: &Changed) {
        let (scene, all) = (self.scene, changed.all);
        let fewer_nodes = scene.nodes.len() < changed.nodes_before;
        self.require(scene.space.is_valid(), || "space".into(), || format!("not a valid space: {:?}", scene.space));
        if all || changed.nodes {
            self.forest();
        }
        if all || changed.nodes || changed.materials || changed.skeletons || !changed.meshes.is_empty() {
            for (i, node) in scene.nodes.iter().enumerate() {
                self.node(i, node);
            }
        }
        for (i, mesh) in scene.meshes.iter().enumerate() {
            if all || changed.meshes.contains(&i) {
                self.mesh(i, mesh);
            } else if changed.materials {
                mesh.parts.iter().enumerate().for_each(|(p, part)| self.part_material(i, p, part));
            }
        }
        if all || changed.skeletons || fewer_nodes {
            for (i, skeleton) in scene.skeletons.iter().enumerate() {
                self.skeleton(i, skeleton);
            }
        }
        if all || changed.materials {
            self.materials();
        }
        if all || changed.animations || fewer_nodes {
            for (i, animation) in scene.animations.iter().enumerate() {
                self.animation(i, animation);
            }
        }
    }

    fn skeleton(&mut self, i: usize, skeleton: &Skeleton) {
        let path = || format!("skeletons[{i}]");
        let equal = skeleton.joints.len() == skeleton.inverse_bind.len();
        self.require(equal, path, || "joints and inverse bind matrices differ in number".into());
        let mut joints: Vec<_> = skeleton.joints.iter().map(|joint| joint.index()).collect();
        joints.sort_unstable();
        let in_range = joints.last().is_none_or(|&last| last < self.scene.nodes.len());
        self.require(in_range, path, || "a joint is no node".into());
        let unique = joints.windows(2).all(|pair| pair.first() != pair.last());
        self.require(unique, path, || "a joint appears twice".into());
        let finite = skeleton.inverse_bind.iter().all(glam::Mat4::is_finite);
        self.require_numbers(finite, path, "an inverse bind matrix is not finite");
    }

    fn forest(&mut self) {
        let scene = self.scene;
        let mut seen = vec![false; scene.nodes.len()];
        let links = scene.roots.iter().map(|&child| (None, child)).chain(
            scene
                .nodes
                .iter()
                .enumerate()
                .flat_map(|(parent, node)| node.children.iter().map(move |&child| (Some(parent), child))),
        );
        for (parent, child) in links {
            let fresh = seen.get_mut(child.index()).is_some_and(|s| !std::mem::replace(s, true));
            let agrees = scene.node(child).is_some_and(|node| node.parent.map(crate::NodeId::index) == parent);
            let path = || format!("nodes[{}]", child.index());
            self.require(fresh, path, || "out of range or linked twice".into());
            self.require(agrees, path, || format!("its parent is not the node that links it ({parent:?})"));
        }
        let all_linked = seen.iter().all(|&s| s);
        self.require(all_linked, || "nodes".into(), || "a node is neither a root nor a child".into());
        // Every node is linked exactly once, so a node that the walk misses lies on a cycle.
        if all_linked && scene.depth_first().len() != scene.nodes.len() {
            self.require(false, || "nodes".into(), || "a node is its own ancestor".into());
        }
    }

    fn node(&mut self, i: usize, node: &Node) {
        let scene = self.scene;
        let path = || format!("nodes[{i}]");
        let finite = match &node.transform {
            Transform::Trs(trs) => trs.translation.is_finite() && trs.rotation.is_finite() && trs.scale.is_finite(),
            Transform::Matrix(matrix) => matrix.is_finite(),
        };
        self.require_numbers(finite, path, "its transform is not finite");
        if let Transform::Trs(trs) = &node.transform {
            self.require_numbers(is_unit(trs.rotation), path, "its rotation is not of unit length");
        }
        self.require(node.camera.is_none_or(|id| id.index() < scene.cameras.len()), path, || "no such camera".into());
        self.require(node.light.is_none_or(|id| id.index() < scene.lights.len()), path, || "no such light".into());
        let Some(instance) = node.mesh.as_deref() else { return };
        let Some(mesh) = scene.meshes.get(instance.mesh.index()) else {
            return self.require(false, path, || "no such mesh".into());
        };
        let fits = instance.materials.is_empty() || instance.materials.len() == mesh.parts.len();
        self.require(fits, path, || "its materials are not one a part".into());
        let known = instance.materials.iter().flatten().all(|id| id.index() < scene.materials.len());
        self.require(known, path, || "no such material".into());
        if let Some(id) = instance.skeleton {
            let joints = scene.skeletons.get(id.index()).map_or(0, |skeleton| skeleton.joints.len());
            let in_range = mesh.weights.influences.iter().all(|influence| (influence.joint as usize) < joints);
            self.require(joints > 0, path, || "no such skeleton, or one without joints".into());
            self.require(in_range, path, || "a weight's joint is not in the skeleton".into());
        }
    }

    fn mesh(&mut self, i: usize, mesh: &Mesh) {
        let n = mesh.positions.len();
        let path = || format!("meshes[{i}]");
        let optional = |len: usize| len == 0 || len == n;
        let parallel = optional(mesh.normals.len())
            && optional(mesh.tangents.len())
            && mesh.color_sets.iter().all(|set| set.len() == n)
            && mesh.uv_sets.iter().all(|set| set.len() == n)
            && mesh.vertex_frames.iter().all(|frame| frame.positions.len() == n)
            && mesh
                .morph_targets
                .iter()
                .all(|t| optional(t.positions.len()) && optional(t.normals.len()) && optional(t.tangents.len()));
        self.require(parallel, path, || format!("a per-vertex array is not as long as the {n} positions"));
        self.require(mesh.uv_sets.len() <= Mesh::MAX_UV_SETS, path, || "too many UV sets".into());
        let finite = all_finite(&mesh.positions)
            && all_finite(&mesh.normals)
            && mesh.tangents.iter().chain(mesh.color_sets.iter().flatten()).all(|v| v.is_finite())
            && mesh.uv_sets.iter().flatten().all(|v| v.is_finite())
            && mesh.vertex_frames.iter().all(|f| f.time.is_finite() && all_finite(&f.positions))
            && mesh.morph_targets.iter().all(|t| {
                all_finite(&t.positions) && all_finite(&t.normals) && all_finite(&t.tangents) && t.weight.is_finite()
            });
        self.require_numbers(finite, path, "a vertex value is not finite");
        for attribute in &mesh.attributes {
            let fits = match &attribute.data {
                AttributeData::Float { components, values } => {
                    self.require_numbers(values.iter().all(|v| v.is_finite()), path, "an attribute is not finite");
                    (1..=4).contains(components) && values.len() == n * usize::from(*components)
                }
                AttributeData::UInt(values) => values.len() == n,
            };
            self.require(fits, path, || format!("attribute {} does not fit", attribute.name));
        }
        self.weights(i, mesh);
        self.parts(i, mesh);
        let faces = mesh.face_count();
        for (s, selection) in mesh.selections.iter().enumerate() {
            let path = || format!("meshes[{i}].selections[{s}]");
            let in_range = selection.vertices.iter().all(|&v| (v as usize) < n)
                && selection.faces.iter().all(|&f| (f as usize) < faces);
            self.require(in_range, path, || "a vertex or face is out of range".into());
            let ascending = selection.vertices.windows(2).all(|pair| pair.first() < pair.last());
            self.require(ascending, path, || "its vertices are not ascending".into());
            let fits = selection.weights.is_empty() || selection.weights.len() == selection.vertices.len();
            let finite = selection.weights.iter().all(|w| w.is_finite());
            self.require(fits && finite, path, || "its weights do not fit its vertices".into());
        }
        let ascending = mesh.vertex_frames.windows(2).all(|p| p.first().map(|f| f.time) <= p.last().map(|f| f.time));
        self.require(ascending, path, || "its vertex frames are not sorted by time".into());
    }

    fn weights(&mut self, i: usize, mesh: &Mesh) {
        let weights = &mesh.weights;
        if weights.is_empty() && weights.influences.is_empty() {
            return;
        }
        let path = || format!("meshes[{i}].weights");
        let rows = weights.starts.len() == mesh.positions.len() + 1
            && weights.starts.first() == Some(&0)
            && weights.starts.last().map(|&end| end as usize) == Some(weights.influences.len())
            && weights.starts.windows(2).all(|pair| pair.first() <= pair.last());
        self.require(rows, path, || "its rows are not monotone over all vertices".into());
        let positive = weights.influences.iter().all(|inf| inf.weight > 0.0 && inf.weight.is_finite());
        self.require(positive, path, || "a weight is not a positive number".into());
        let near_one = |row: &[crate::mesh::Influence]| {
            row.is_empty() || (row.iter().map(|inf| inf.weight).sum::<f32>() - 1.0).abs() < 1e-3
        };
        let sums = weights.iter().all(near_one);
        self.require(sums, path, || "the weights of a vertex do not sum to one".into());
    }

    fn parts(&mut self, i: usize, mesh: &Mesh) {
        for (p, part) in mesh.parts.iter().enumerate() {
            let path = || format!("meshes[{i}].parts[{p}]");
            let indices = part.faces.indices();
            // The largest index is found without a branch an index.
            let in_range = indices.iter().fold(0, |max, &v| max.max(v)) < mesh.positions.len() as u32;
            self.require(indices.is_empty() || in_range, path, || "a vertex index is out of range".into());
            if let Faces::Polygons { starts, indices } = &part.faces {
                let monotone = starts.first() == Some(&0)
                    && starts.last().map(|&end| end as usize) == Some(indices.len())
                    && starts.windows(2).all(|pair| match *pair {
                        [start, end] => end >= start.saturating_add(3),
                        _ => false,
                    });
                self.require(monotone || (starts.is_empty() && indices.is_empty()), path, || {
                    "its polygons are not rows of three corners or more".into()
                });
            }
            let flags = part.face_flags.is_empty() || part.face_flags.len() == part.faces.len();
            self.require(flags, path, || "its face flags are not one a face".into());
            self.part_material(i, p, part);
        }
    }

    fn part_material(&mut self, i: usize, p: usize, part: &Part) {
        let known = part.material.is_none_or(|id| id.index() < self.scene.materials.len());
        self.require(known, || format!("meshes[{i}].parts[{p}]"), || "no such material".into());
    }

    fn materials(&mut self) {
        let scene = self.scene;
        for (i, material) in scene.materials.iter().enumerate() {
            let path = || format!("materials[{i}]");
            let known = material.layers.iter().all(|layer| layer.texture.index() < scene.textures.len());
            self.require(known, path, || "no such texture".into());
            let finite = material.base_color.is_finite()
                && material.emissive.is_finite()
                && material.ambient.is_none_or(Vec3::is_finite)
                && material.specular.is_none_or(Vec3::is_finite)
                && material.shininess.is_finite()
                && material.metallic.is_none_or(f32::is_finite)
                && material.roughness.is_none_or(f32::is_finite);
            self.require_numbers(finite, path, "a value is not finite");
        }
        for (i, texture) in scene.textures.iter().enumerate() {
            let path = || format!("textures[{i}]");
            self.require(texture.image.is_none_or(|id| id.index() < scene.images.len()), path, || {
                "no such image".into()
            });
            let t = &texture.transform;
            let finite = t.translation.is_finite() && t.rotation.is_finite() && t.scale.is_finite();
            self.require_numbers(finite, path, "its transform is not finite");
        }
        for (i, light) in scene.lights.iter().enumerate() {
            let finite =
                light.color.is_finite() && light.intensity.is_finite() && light.range.is_none_or(f32::is_finite);
            self.require_numbers(finite, || format!("lights[{i}]"), "a value is not finite");
        }
        for (i, camera) in scene.cameras.iter().enumerate() {
            let finite = camera.near.is_finite() && camera.far.is_none_or(f32::is_finite);
            self.require_numbers(finite, || format!("cameras[{i}]"), "a value is not finite");
        }
    }

    fn animation(&mut self, i: usize, animation: &Animation) {
        let path = || format!("animations[{i}]");
        let rate = animation.ticks_per_second;
        self.require(is_rate(rate), path, || "its rate is zero, negative, too slow or no number".into());
        let range = |first: f32, last: f32| first.is_finite() && last.is_finite() && first <= last;
        self.require(range(animation.first, animation.last), path, || "its range is not a range".into());
        let clips = animation.clips.iter().all(|clip| range(clip.first, clip.last));
        self.require(clips, path, || "a clip's range is not a range".into());
        let mut targets: Vec<_> =
            animation.channels.iter().map(|channel| (channel.target, channel.track.property())).collect();
        targets.sort_unstable();
        let unique = targets.windows(2).all(|pair| pair.first() != pair.last());
        self.require(unique, path, || "two channels move the same property of one node".into());
        for (c, channel) in animation.channels.iter().enumerate() {
            self.channel(i, c, channel);
        }
    }

    fn channel(&mut self, i: usize, c: usize, channel: &Channel) {
        let path = || format!("animations[{i}].channels[{c}]");
        self.require(channel.target.index() < self.scene.nodes.len(), path, || "no such node".into());
        let ascending = ascend(&channel.times);
        let finite = channel.times.iter().all(|t| t.is_finite());
        let good = ascending && finite && !channel.times.is_empty();
        self.require_numbers(good, path, "its times are empty, not finite or not ascending");
        let per_key = if channel.interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        let fits = channel.track.len() == channel.times.len() * per_key;
        self.require(fits, path, || "its values do not fit its times".into());
        let good = match &channel.track {
            Track::Translation(values) | Track::Scale(values) => all_finite(values),
            Track::Rotation(values) => {
                values.iter().all(|q| q.is_finite()) && (per_key == 3 || values.iter().all(|&q| is_unit(q)))
            }
            Track::Weights { targets, values } => *targets > 0 && values.iter().all(|v| v.is_finite()),
        };
        self.require_numbers(good, path, "a value is not finite or a rotation not of unit length");
    }
}

/// The tolerance is wide: engines normalise, and files hold rotations that are off by some 1e-4.
fn is_unit(q: glam::Quat) -> bool {
    (q.length_squared() - 1.0).abs() < 1e-2
}

fn all_finite(values: &[Vec3]) -> bool {
    values.iter().all(|v| v.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::ids::{MaterialId, MeshId, NodeId};
    use crate::mesh::Weights;
    use crate::scene::MeshInstance;
    use glam::{Quat, Vec2};

    type Break = fn(&mut Scene);

    fn triangle() -> Scene {
        let mut scene = Scene::default();
        scene.meshes.push(Mesh {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
            parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2]]), ..Part::default() }],
            ..Mesh::default()
        });
        let root = scene.add_node(None, Node::default());
        let instance = Some(Box::new(MeshInstance::new(MeshId(0))));
        scene.add_node(Some(root), Node { mesh: instance, ..Node::default() });
        scene
    }

    #[test]
    fn each_invariant_is_seen() {
        let keys = |times: Vec<f32>| Animation {
            ticks_per_second: 1.0,
            channels: vec![Channel {
                target: NodeId(0),
                interpolation: Interpolation::Linear,
                track: Track::Translation(vec![Vec3::ZERO; times.len()]),
                times,
            }],
            ..Animation::default()
        };
        let rows: [(&str, Break); 9] = [
            ("meshes[0].parts[0]: a vertex index is out of range", |s| s.meshes[0].positions.truncate(2)),
            ("nodes[1]: no such mesh", |s| s.meshes.clear()),
            ("nodes[1]: out of range or linked twice", |s| s.nodes[0].children.push(NodeId(1))),
            ("nodes: a node is neither a root nor a child", |s| s.roots.clear()),
            ("meshes[0]: a per-vertex array is not as long as the 3 positions", |s| {
                s.meshes[0].uv_sets.push(vec![Vec2::ZERO]);
            }),
            ("meshes[0]: a vertex value is not finite", |s| s.meshes[0].positions[0].x = f32::NAN),
            ("meshes[0].parts[0]: no such material", |s| s.meshes[0].parts[0].material = Some(MaterialId(0))),
            ("meshes[0].weights: its rows are not monotone over all vertices", |s| {
                s.meshes[0].weights = Weights { starts: vec![0, 1], influences: Vec::new() };
            }),
            ("nodes[0]: its rotation is not of unit length", |s| {
                s.nodes[0].transform =
                    crate::scene::Trs { rotation: Quat::from_xyzw(0., 0., 0., 0.), ..crate::scene::Trs::IDENTITY }
                        .into();
            }),
        ];
        assert_eq!(check(&triangle()), []);
        for (expected, damage) in rows {
            let mut scene = triangle();
            damage(&mut scene);
            assert_eq!(check(&scene).first().map(ToString::to_string).as_deref(), Some(expected));
        }
        for (times, good) in [(vec![0.0, 1.0], true), (vec![1.0, 1.0], false), (vec![], false), (vec![f32::NAN], false)]
        {
            let scene = Scene { animations: vec![keys(times.clone())], ..triangle() };
            assert_eq!(check(&scene).is_empty(), good, "{times:?}");
        }
    }

    #[test]
    fn a_cycle_is_seen() {
        let mut scene = triangle();
        let (a, b) = (NodeId(2), NodeId(3));
        scene.nodes.push(Node { parent: Some(b), children: vec![b], ..Node::default() });
        scene.nodes.push(Node { parent: Some(a), children: vec![a], ..Node::default() });
        assert_eq!(check(&scene)[0].to_string(), "nodes: a node is its own ancestor");
    }

    #[test]
    fn what_an_edit_touches_is_checked_and_nothing_else() {
        type Change = fn(&mut crate::SceneEdit<'_>);
        let rows: [(&str, Change); 8] = [
            ("", |_| {}),
            ("meshes[0]: a vertex value is not finite", |e| e.mesh_mut(MeshId(0)).positions[0].x = f32::NAN),
            ("meshes[1].parts[0]: a vertex index is out of range", |e| {
                let mut mesh = e[MeshId(0)].clone();
                mesh.positions.truncate(2);
                e.add_mesh(mesh);
            }),
            ("nodes[1]: no such mesh", |e| e.retain_meshes(&[false])),
            ("nodes: a node is neither a root nor a child", |e| e.roots_mut().clear()),
            ("meshes[0].parts[0]: no such material", |e| {
                *e.part_material_mut(MeshId(0), 0) = Some(MaterialId(0));
            }),
            ("skeletons[0]: a joint is no node", |e| {
                let inverse_bind = vec![glam::Mat4::IDENTITY];
                e.add_skeleton(Skeleton { joints: vec![NodeId(9)], inverse_bind, ..Skeleton::default() });
            }),
            ("animations[0]: its rate is zero, negative, too slow or no number", |e| {
                e.animations_mut().push(Animation { ticks_per_second: 0.0, ..Animation::default() });
            }),
        ];
        for (expected, change) in rows {
            let scene = triangle();
            let mut edit = scene.validate().unwrap().edit();
            change(&mut edit);
            let found = edit.finish().map_or_else(|found| found.list()[0].to_string(), |_| String::new());
            assert_eq!(found, expected);
        }
        // Animations are looked at where their nodes went.
        let mut scene = triangle();
        scene.animations.push(Animation { ticks_per_second: 1.0, ..Animation::default() });
        let (times, track) = (vec![0.0], Track::Translation(vec![Vec3::ZERO]));
        scene.animations[0].channels =
            vec![Channel { target: NodeId(1), interpolation: Interpolation::Linear, times, track }];
        let mut edit = scene.validate().unwrap().edit();
        edit.node_mut(NodeId(0)).children.clear();
        edit.nodes_mut().truncate(1);
        assert_eq!(edit.finish().unwrap_err().to_string(), "animations[0].channels[0]: no such node");
    }
}
