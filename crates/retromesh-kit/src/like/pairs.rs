//! Which node of the original is which.

use super::surfaces::Surfaces;
use crate::numbered::{base, without_number};
use glam::Vec3;
use retromesh_core::mesh::Mesh;
use retromesh_core::{NodeId, NodeMap, Scene, extent};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Two distances that differ by less than this share of the farthest place are one: programs round places.
pub(super) const SAME_DISTANCE: f32 = 1e-4;
/// Programs that compute places anew are off by less than this share of the farthest one.
pub(super) const ROUNDED: f32 = 1e-5;
/// Nodes of one name are paired by where they are only while the work stays within this.
const MAX_DISTANCES: usize = 1 << 22;

/// What a node is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Joint,
    Mesh,
    Light,
    Camera,
    /// It places nothing.
    Plain,
}

/// Returns what each node is for.
pub(super) fn kinds(scene: &Scene) -> Vec<Kind> {
    let joints: HashSet<NodeId> = scene.skeletons.iter().flat_map(|skeleton| skeleton.joints.iter().copied()).collect();
    let kind = |id: NodeId| match &scene[id] {
        _ if joints.contains(&id) => Kind::Joint,
        node if node.mesh.is_some() => Kind::Mesh,
        node if node.light.is_some() => Kind::Light,
        node if node.camera.is_some() => Kind::Camera,
        _ => Kind::Plain,
    };
    scene.node_ids().map(kind).collect()
}

/// The nodes of two scenes, as far as each has a counterpart.
pub(super) struct Pairs {
    /// For each node of the original the edited one.
    pub(super) edited: Vec<Option<NodeId>>,
    /// For each edited node that of the original.
    pub(super) original: HashMap<NodeId, NodeId>,
    pub(super) kinds: Vec<Kind>,
    /// Two places in a node that are this near are one.
    pub(super) rounded: f32,
    /// What faces show; nothing is known until the materials are what they were.
    pub(super) surfaces: Surfaces,
}

/// Nodes of one name, of the original and edited.
type Group = (Vec<NodeId>, Vec<NodeId>);

impl Pairs {
    /// Pairs meshes by their names, then nodes of one name and kind, then those whose name has a number more, then the only skinned meshes, then nodes of another kind: a light that a program dropped
    /// leaves a node that places nothing. Of several of one name the nearest are paired first: programs sort nodes by names that have numbers.
    /// Meshes without a name are found by where they are.
    pub(super) fn of(edited: &Scene, original: &Scene) -> Self {
        let kinds = kinds(original);
        let edited_kinds = self::kinds(edited);
        let far = original.nodes.iter().map(|node| node.transform.trs().translation.abs().max_element());
        let rounded = far.fold(0.0, f32::max) * ROUNDED;
        let mut pairs = Self {
            edited: vec![None; original.nodes.len()],
            original: HashMap::new(),
            kinds,
            rounded,
            surfaces: Surfaces::default(),
        };
        let mut distances = Distances::of(edited, original);
        pairs.of_meshes(edited, original, &edited_kinds);
        let rounds: [(bool, bool); 4] = [(true, false), (true, true), (false, false), (false, true)];
        for (by_kind, numbered) in rounds {
            if !by_kind {
                pairs.only_skinned(edited, original, &edited_kinds);
            }
            let mut groups: BTreeMap<(&str, Option<Kind>), Group> = BTreeMap::new();
            for id in original.depth_first() {
                let kind = pairs.kinds[id.index()];
                let name = original[id].name.as_str();
                if pairs.edited[id.index()].is_none() && !name.is_empty() && (by_kind || kind != Kind::Joint) {
                    groups.entry((name, by_kind.then_some(kind))).or_default().0.push(id);
                }
            }
            for id in edited.depth_first() {
                let kind = edited_kinds[id.index()];
                if pairs.original.contains_key(&id) || !by_kind && kind != Kind::Plain {
                    continue;
                }
                let own = edited[id].name.as_str();
                let name = if numbered { without_number(own) } else { Some(own) };
                if let Some((_, same)) = name.and_then(|name| groups.get_mut(&(name, by_kind.then_some(kind)))) {
                    same.push(id);
                }
            }
            for ((_, kind), (known, own)) in groups {
                // Programs move joints to where they see the rest pose.
                let nearest = if kind == Some(Kind::Joint) { None } else { distances.nearest(&known, &own) };
                let in_order = || known.into_iter().zip(own).collect();
                nearest.unwrap_or_else(in_order).into_iter().for_each(|(known, own)| pairs.add(own, known));
            }
        }
        // Programs give a mesh without a name one.
        let (mut known, mut own) = (original.depth_first(), edited.depth_first());
        known.retain(|id| original[*id].name.is_empty() && original[*id].mesh.is_some());
        own.retain(|id| edited[*id].mesh.is_some() && !pairs.original.contains_key(id));
        let mut found = distances.nearest(&known, &own).unwrap_or_default();
        found.retain(|(known, own)| distances.steps(*known, *own).0 == 0.0);
        found.into_iter().for_each(|(known, own)| pairs.add(own, known));
        pairs
    }

    /// Pairs nodes whose names differ in a number at most by the names of their meshes, where each is the only one of that: Blender counts nodes on,
    /// also to the name of another one, and leaves meshes their names.
    fn of_meshes(&mut self, edited: &Scene, original: &Scene, edited_kinds: &[Kind]) {
        fn named<'s>(scene: &'s Scene, kinds: &[Kind]) -> BTreeMap<&'s str, Option<NodeId>> {
            let mut named = BTreeMap::new();
            for id in scene.node_ids().filter(|id| kinds[id.index()] == Kind::Mesh) {
                named.entry(mesh_name(scene, id)).and_modify(|only| *only = None).or_insert(Some(id));
            }
            named
        }
        let own = named(edited, edited_kinds);
        for (mesh, known) in named(original, &self.kinds).into_iter().filter(|(mesh, _)| !mesh.is_empty()) {
            let pair = known.zip(own.get(mesh).copied().flatten());
            if let Some((known, own)) =
                pair.filter(|(known, own)| base(&original[*known].name) == base(&edited[*own].name))
            {
                self.add(own, known);
            }
        }
    }

    /// Pairs the only node with a skinned mesh with the only one of the original: it got another name, or another mesh has its place, and Blender
    /// calls the armature that it makes of the node as it was called.
    fn only_skinned(&mut self, edited: &Scene, original: &Scene, edited_kinds: &[Kind]) {
        fn only(scene: &Scene, kinds: &[Kind]) -> Option<NodeId> {
            let is_skinned = |id: &NodeId| scene[*id].mesh.as_deref().is_some_and(|mesh| mesh.skeleton.is_some());
            let mut skinned = scene.node_ids().filter(is_skinned);
            let only = skinned.next().filter(|_| skinned.next().is_none());
            only.filter(|id| kinds[id.index()] == Kind::Mesh)
        }
        let (known, own) = (only(original, &self.kinds), only(edited, edited_kinds));
        if let Some((known, own)) = known.zip(own)
            && self.edited[known.index()].is_none()
            && !self.original.contains_key(&own)
        {
            self.add(own, known);
        }
    }

    /// Pairs nodes that got another name: below one parent and of one kind, each the only one in its place (of meshes first those whose
    /// mesh kept its name, then that of their vertices) or above a node that it had below it, and a joint that is the only one. Parents come first, so that what is below a renamed node is found, too.
    pub(super) fn renamed(&mut self, edited: &Scene, original: &Scene) {
        let edited_kinds = kinds(edited);
        let mut distances = Distances::of(edited, original);
        let parents = [None].into_iter().chain(original.depth_first().into_iter().map(Some));
        for parent in parents {
            let (known, own) = match parent.map(|id| (id, self.edited[id.index()])) {
                None => (&original.roots, &edited.roots),
                Some((id, Some(own))) => (&original[id].children, &edited[own].children),
                Some((_, None)) => continue,
            };
            let known: Vec<NodeId> = known.iter().copied().filter(|id| self.edited[id.index()].is_none()).collect();
            let own: Vec<NodeId> = own.iter().copied().filter(|id| !self.original.contains_key(id)).collect();
            let Some(left) = distances.left.checked_sub(known.len().saturating_mul(own.len())) else { return };
            distances.left = left;
            let is_only = known.len() == 1 && own.len() == 1;
            // A copy is where the renamed one is, and its mesh has another name.
            for (by_mesh, by_vertices) in [(true, true), (false, true), (false, false)] {
                let mut alike: Vec<(NodeId, NodeId)> = Vec::new();
                for a in known.iter().filter(|a| self.edited[a.index()].is_none()) {
                    let kind = self.kinds[a.index()];
                    let children = original[*a].children.iter();
                    let above =
                        children.filter_map(|child| self.edited[child.index()]).find_map(|child| edited[child].parent);
                    let is_here = |b: NodeId| {
                        let (origin, vertices) = distances.steps(*a, b);
                        origin == 0.0 && (!by_vertices || vertices == 0.0)
                    };
                    let mesh = mesh_name(original, *a);
                    let is_as = |b: &&NodeId| {
                        (!by_mesh || !mesh.is_empty() && mesh_name(edited, **b) == mesh)
                            && !self.original.contains_key(*b)
                            && edited_kinds[b.index()] == kind
                            && (above == Some(**b) || is_here(**b) || is_only && kind == Kind::Joint)
                    };
                    alike.extend(own.iter().filter(is_as).map(|b| (*a, *b)));
                }
                let mut counts: HashMap<(bool, NodeId), usize> = HashMap::new();
                for (a, b) in &alike {
                    *counts.entry((true, *a)).or_default() += 1;
                    *counts.entry((false, *b)).or_default() += 1;
                }
                alike.retain(|(a, b)| counts[&(true, *a)] == 1 && counts[&(false, *b)] == 1);
                alike.into_iter().for_each(|(a, b)| self.add(b, a));
            }
        }
    }

    pub(super) fn add(&mut self, edited: NodeId, original: NodeId) {
        self.edited[original.index()] = Some(edited);
        self.original.insert(edited, original);
    }
}

/// Returns the name of the mesh that a node places.
fn mesh_name(scene: &Scene, id: NodeId) -> &str {
    scene[id].mesh.as_deref().map_or("", |mesh| scene[mesh.mesh].name.as_str())
}

/// Where a node is, and where the vertices of its mesh are: many meshes have their origin in one place.
type Place = (Vec3, Vec3);

/// Where the nodes of two scenes are.
struct Distances {
    original: NodeMap<Place>,
    edited: NodeMap<Place>,
    /// What counts as no distance.
    step: f32,
    /// How many may be computed.
    left: usize,
}

impl Distances {
    fn of(edited: &Scene, original: &Scene) -> Self {
        let places = |scene: &Scene| {
            let pose = scene.rest_pose();
            let middles: Vec<Vec3> = scene.meshes.iter().map(middle).collect();
            NodeMap::from_fn(scene, |id| {
                let world = pose.world[id];
                let middle = scene[id].mesh.as_deref().map_or(Vec3::ZERO, |mesh| middles[mesh.mesh.index()]);
                (world.w_axis.truncate(), world.transform_point3(middle))
            })
        };
        let (original, edited) = (places(original), places(edited));
        let far = |(origin, vertices): &Place| origin.abs().max(vertices.abs()).max_element();
        let farthest = original.values().iter().map(far).fold(0.0, f32::max);
        Self { original, edited, step: (farthest * SAME_DISTANCE).max(f32::MIN_POSITIVE), left: MAX_DISTANCES }
    }

    /// Returns how far an edited node is from where one of the original is, and how far its vertices are.
    fn steps(&self, original: NodeId, edited: NodeId) -> (f32, f32) {
        let (a, b) = (self.original[original], self.edited[edited]);
        let steps = |a: Vec3, b: Vec3| (a.distance(b) / self.step).round();
        (steps(a.0, b.0), steps(a.1, b.1))
    }

    /// Pairs each of some nodes of the original with an edited one, the nearest first; in order where they are as near. Returns nothing where
    /// there are too many.
    fn nearest(&mut self, known: &[NodeId], own: &[NodeId]) -> Option<Vec<(NodeId, NodeId)>> {
        self.left = self.left.checked_sub(known.len().checked_mul(own.len())?)?;
        let this = &*self;
        let mut all: Vec<((f32, f32), NodeId, NodeId)> =
            known.iter().flat_map(|a| own.iter().map(move |b| (this.steps(*a, *b), *a, *b))).collect();
        all.sort_by(|(a, ..), (b, ..)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut taken: (HashSet<NodeId>, HashSet<NodeId>) = Default::default();
        all.retain(|(_, a, b)| {
            let is_free = !taken.0.contains(a) && !taken.1.contains(b);
            is_free && taken.0.insert(*a) && taken.1.insert(*b)
        });
        Some(all.into_iter().map(|(_, a, b)| (a, b)).collect())
    }
}

/// Returns the middle of the box around the vertices of a mesh.
fn middle(mesh: &Mesh) -> Vec3 {
    extent(&mesh.positions).map_or(Vec3::ZERO, |[low, high]| Vec3::from(low).midpoint(Vec3::from(high)))
}
