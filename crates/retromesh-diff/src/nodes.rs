//! Pairs nodes: by path, by name, by level of detail, by what they move, by their place among paired ones, by where they are.

use super::accumulate::{Accumulator, short, words};
use super::joints::{self, Votes};
use super::surface::Surface;
use super::{Side, Tolerance};
use glam::{Mat4, Vec3, Vec4};
use retromesh_core::scene::{Camera, Light, LodRole, Node, Proxy};
use retromesh_core::{NodeId, Scene};
use retromesh_kit::Feature;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

/// Nodes are paired by where they are only while the work stays within this.
const MAX_PLACES_COMPARED: usize = 1 << 24;

/// Which node is which.
pub(super) struct Nodes {
    /// The partner in the second scene, by node of the first.
    pub(super) forth: Vec<Option<usize>>,
    /// The partner in the first scene, by node of the second.
    pub(super) back: Vec<Option<usize>>,
    /// The joint of the first scene that a joint of the second is or stands for: a skeleton may have been copied.
    pub(super) joints: Vec<Option<usize>>,
    /// What the nodes of both scenes are.
    kinds: (Vec<Kind>, Vec<Kind>),
}

/// What a node is: nodes of one kind are likelier partners than others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Kind {
    has_mesh: bool,
    is_joint: bool,
    is_hidden: bool,
}

impl Kind {
    /// Examines all nodes of a scene.
    fn all(surface: &Surface<'_>) -> Vec<Self> {
        let scene = surface.scene;
        let kind =
            |id: NodeId| Self { has_mesh: scene[id].mesh.is_some(), is_joint: false, is_hidden: surface.hidden[id] };
        let mut kinds: Vec<Self> = scene.node_ids().map(kind).collect();
        for joint in scene.skeletons.iter().flat_map(|skeleton| &skeleton.joints) {
            kinds[joint.index()].is_joint = true;
        }
        kinds
    }
}

impl Nodes {
    /// Pairs the nodes of two scenes; `near` is how far apart the same place may be.
    pub(super) fn pair(a: &Surface<'_>, b: &Surface<'_>, near: f32) -> Self {
        let (forth, back) = (vec![None; a.scene.nodes.len()], vec![None; b.scene.nodes.len()]);
        let mut nodes = Self { forth, back, joints: Vec::new(), kinds: (Kind::all(a), Kind::all(b)) };
        let votes = joints::votes(a, b, near);
        let misnamed = joints::misnamed(a.scene, b.scene, &votes);
        // A joint and a mesh may have one name: like is paired with like first.
        for alike in [true, false] {
            let by_name = |nodes: &mut Self, of_a: &[NodeId], of_b: &[NodeId]| {
                nodes.by_name((a, b, near), of_a, of_b, alike, &misnamed);
            };
            nodes.descend(a.scene, b.scene, by_name);
            by_name(&mut nodes, &a.scene.depth_first(), &b.scene.depth_first());
        }
        nodes.by_level(a.scene, b.scene);
        nodes.by_vertices(&votes);
        nodes.joints = nodes.stand_for(&votes);
        nodes.descend(a.scene, b.scene, Self::by_order);
        nodes.by_place(a, b, near, |x, y| x == y);
        nodes.by_place(a, b, near, |x, y| Kind { is_joint: y.is_joint, ..x } == y);
        for (joint, partner) in nodes.joints.iter_mut().zip(&nodes.back) {
            *joint = joint.or(*partner);
        }
        nodes
    }

    /// Counts the pairs.
    pub(super) fn count(&self) -> usize {
        self.forth.iter().flatten().count()
    }

    fn join(&mut self, a: NodeId, b: NodeId) {
        self.forth[a.index()] = Some(b.index());
        self.back[b.index()] = Some(a.index());
    }

    /// Pairs the roots, then the children of each pair, by a rule.
    fn descend(&mut self, a: &Scene, b: &Scene, rule: impl Fn(&mut Self, &[NodeId], &[NodeId])) {
        rule(self, &a.roots, &b.roots);
        for id in a.depth_first() {
            if let Some(partner) = self.forth[id.index()] {
                rule(self, &a[id].children, &b.nodes[partner].children);
            }
        }
    }

    /// Pairs those of one name, and of one kind where that is asked: first those in one place, then in order; nameless ones where there are
    /// as many.
    fn by_name(
        &mut self,
        (a, b, near): (&Surface<'_>, &Surface<'_>, f32),
        of_a: &[NodeId],
        of_b: &[NodeId],
        alike: bool,
        misnamed: &(HashSet<usize>, HashSet<usize>),
    ) {
        let kind = |kinds: &[Kind], id: NodeId| alike.then(|| kinds[id.index()]);
        let mut waiting: HashMap<(&str, Option<Kind>), VecDeque<NodeId>> = HashMap::new();
        let is_free = |id: &&NodeId| self.back[id.index()].is_none() && !misnamed.1.contains(&id.index());
        for &id in of_b.iter().filter(is_free) {
            waiting.entry((&b.scene[id].name, kind(&self.kinds.1, id))).or_default().push_back(id);
        }
        let is_free = |id: &NodeId| self.forth[id.index()].is_none() && !misnamed.0.contains(&id.index());
        let free: Vec<NodeId> = of_a.iter().copied().filter(is_free).collect();
        let mut nameless: HashMap<Option<Kind>, usize> = HashMap::new();
        for &id in free.iter().filter(|id| a.scene[**id].name.is_empty()) {
            *nameless.entry(kind(&self.kinds.0, id)).or_default() += 1;
        }
        waiting.retain(|(name, kind), queue| !name.is_empty() || nameless.get(kind) == Some(&queue.len()));
        let key = |id: NodeId| (a.scene[id].name.as_str(), kind(&self.kinds.0, id));
        let place = |side: &Surface<'_>, id: NodeId| side.world(id.index()).w_axis.truncate();
        let (mut pairs, mut left, mut compared) = (Vec::new(), Vec::new(), 0);
        for id in free {
            let Some(queue) = waiting.get_mut(&key(id)) else { continue };
            compared += queue.len();
            let is_here = |other: &NodeId| place(a, id).distance(place(b, *other)) <= near;
            let here = Some(queue.iter()).filter(|_| compared <= MAX_PLACES_COMPARED);
            match here.and_then(|mut all| all.position(is_here)).and_then(|at| queue.remove(at)) {
                Some(partner) => pairs.push((id, partner)),
                None => left.push(id),
            }
        }
        let next = |id: NodeId| Some((id, waiting.get_mut(&key(id))?.pop_front()?));
        pairs.extend(left.into_iter().filter_map(next));
        pairs.into_iter().for_each(|(id, partner)| self.join(id, partner));
    }

    /// Pairs levels of detail of one role and number, in order.
    fn by_level(&mut self, a: &Scene, b: &Scene) {
        let level = |scene: &Scene, id: NodeId| scene[id].lod.map(|lod| (lod.role, lod.level));
        let mut waiting: HashMap<(LodRole, u32), VecDeque<NodeId>> = HashMap::new();
        for id in b.depth_first().into_iter().filter(|id| self.back[id.index()].is_none()) {
            if let Some(level) = level(b, id) {
                waiting.entry(level).or_default().push_back(id);
            }
        }
        for id in a.depth_first() {
            let partner = level(a, id).filter(|_| self.forth[id.index()].is_none());
            if let Some(partner) = partner.and_then(|level| waiting.get_mut(&level)?.pop_front()) {
                self.join(id, partner);
            }
        }
    }

    /// Returns whether a node of the second scene has no partner and is no copy of a joint that has one.
    fn is_free(&self, node: usize) -> bool {
        self.back[node].is_none() && self.joints[node].is_none()
    }

    /// Pairs joints by the vertices that they move, most first.
    fn by_vertices(&mut self, votes: &Votes) {
        let mut ranked: Vec<((usize, usize), u64)> = votes.iter().map(|(pair, count)| (*pair, *count)).collect();
        ranked.sort_by_key(|(_, count)| Reverse(*count));
        for ((a, b), _) in ranked {
            if self.forth[a].is_none() && self.back[b].is_none() {
                self.join(NodeId::new(a), NodeId::new(b));
            }
        }
    }

    /// Returns for each node of the second scene its partner, or else the joint whose vertices it moves.
    fn stand_for(&self, votes: &Votes) -> Vec<Option<usize>> {
        let mut joints = self.back.clone();
        let mut max = vec![0; joints.len()];
        for (&(a, b), &count) in votes.iter().filter(|((_, b), _)| self.back[*b].is_none()) {
            if count > max[b] {
                (max[b], joints[b]) = (count, Some(a));
            }
        }
        joints
    }

    /// Pairs what is left among siblings, in order, where there are as many of a kind.
    fn by_order(&mut self, of_a: &[NodeId], of_b: &[NodeId]) {
        let kinds = (&self.kinds.0, &self.kinds.1);
        let mut by_kind: BTreeMap<Kind, (Vec<NodeId>, Vec<NodeId>)> = BTreeMap::new();
        for &id in of_a.iter().filter(|id| self.forth[id.index()].is_none()) {
            by_kind.entry(kinds.0[id.index()]).or_default().0.push(id);
        }
        for &id in of_b.iter().filter(|id| self.is_free(id.index())) {
            by_kind.entry(kinds.1[id.index()]).or_default().1.push(id);
        }
        for (of_a, of_b) in by_kind.into_values().filter(|(of_a, of_b)| of_a.len() == of_b.len()) {
            of_a.into_iter().zip(of_b).for_each(|(a, b)| self.join(a, b));
        }
    }

    /// Pairs what is left with one of its kind in its place, the one that is turned most like it.
    fn by_place(&mut self, a: &Surface<'_>, b: &Surface<'_>, near: f32, same_kind: impl Fn(Kind, Kind) -> bool) {
        let of_a: Vec<usize> = (0..self.forth.len()).filter(|&i| self.forth[i].is_none()).collect();
        let mut of_b: Vec<usize> = (0..self.back.len()).filter(|&i| self.is_free(i)).collect();
        if of_a.len().saturating_mul(of_b.len()) > MAX_PLACES_COMPARED {
            return;
        }
        let place = |side: &Surface<'_>, node: usize| side.world(node).w_axis.truncate();
        for node in of_a {
            let here = |other: usize| {
                same_kind(self.kinds.0[node], self.kinds.1[other]) && place(a, node).distance(place(b, other)) <= near
            };
            let likeness = |&(_, &other): &(usize, &usize)| axes_apart(&a.world(node), &b.world(other));
            let alike = of_b.iter().enumerate().filter(|(_, other)| here(**other));
            let best = alike.min_by(|x, y| likeness(x).total_cmp(&likeness(y))).map(|(at, _)| at);
            if let Some(at) = best {
                let partner = of_b.remove(at);
                self.join(NodeId::new(node), NodeId::new(partner));
            }
        }
    }

    /// Reports in what nodes differ.
    pub(super) fn report(
        &self,
        a: &Surface<'_>,
        b: &Surface<'_>,
        tolerance: &Tolerance,
        size: f32,
        out: &mut Accumulator,
    ) {
        let above = (paired_above(a.scene, &self.forth), paired_above(b.scene, &self.back));
        for (i, node) in a.scene.nodes.iter().enumerate() {
            let path = a.path(i);
            let partner = self.forth[i].map(|j| (j, &b.scene.nodes[j]));
            let other = partner.map(|(_, other)| other);
            placed_things(a, b, (i, node), partner, &path, tolerance, out);
            let Some((j, other)) = partner.zip(other).map(|((j, _), other)| (j, other)) else {
                out.say(Feature::Nodes, Side::First, &path, "is in the first only");
                continue;
            };
            if node.name != other.name {
                out.say(Feature::NodeNames, Side::Both, &path, format!("is named {:?} in the second", other.name));
            }
            if above.0[i].and_then(|p| self.forth[p]) != above.1[j] {
                let parent = above.1[j].map_or("no node".to_owned(), |p| b.path(p));
                out.say(Feature::Hierarchy, Side::Both, &path, format!("has the parent {parent} in the second"));
            }
            transforms(&a.world(i), &b.world(j), &path, tolerance, size, out);
        }
        for (j, other) in b.scene.nodes.iter().enumerate().filter(|(j, _)| self.back[*j].is_none()) {
            let path = b.path(j);
            out.say(Feature::Nodes, Side::Second, &path, "is in the second only");
            let things = [
                (other.camera.is_some(), Feature::Cameras),
                (other.light.is_some(), Feature::Lights),
                (other.lod.is_some(), Feature::Levels),
                (other.proxy.is_some(), Feature::Proxies),
            ];
            for (_, feature) in things.into_iter().filter(|(there, _)| *there) {
                out.say(feature, Side::Second, &path, "is in the second only");
            }
        }
        let (x, y) = (a.scene.ambient, b.scene.ambient);
        let apart = x.zip(y).is_some_and(|(x, y)| x.distance(y) > tolerance.value);
        if apart || x.is_some() != y.is_some() {
            out.say(
                Feature::AmbientLight,
                side(x.is_some(), y.is_some()),
                "",
                format!("{} became {}", words(&x), words(&y)),
            );
        }
    }
}

/// Returns for each node the nearest one above it that has a partner.
fn paired_above(scene: &Scene, partners: &[Option<usize>]) -> Vec<Option<usize>> {
    let mut above = vec![None; scene.nodes.len()];
    for id in scene.depth_first() {
        let parent = scene[id].parent.map(NodeId::index);
        above[id.index()] = parent.and_then(|p| if partners[p].is_some() { Some(p) } else { above[p] });
    }
    above
}

/// Returns which side has something.
pub(super) fn side(first: bool, second: bool) -> Side {
    match (first, second) {
        (true, false) => Side::First,
        (false, true) => Side::Second,
        _ => Side::Both,
    }
}

fn transforms(x: &Mat4, y: &Mat4, path: &str, tolerance: &Tolerance, size: f32, out: &mut Accumulator) {
    let (from, to) = (x.w_axis.truncate(), y.w_axis.truncate());
    let distance = from.distance(to);
    if distance > tolerance.value * size {
        out.measure(Feature::NodePlaces, path, "place", distance, || format!("from {from} to {to}"));
    }
    let apart = axes_apart(x, y);
    if apart > tolerance.direction() {
        out.measure(Feature::NodeAxes, path, "frame", apart, String::new);
    }
}

/// Returns the largest distance of two axes, as a share of their length.
pub(super) fn axes_apart(x: &Mat4, y: &Mat4) -> f32 {
    let columns = |m: &Mat4| [m.x_axis, m.y_axis, m.z_axis].map(Vec4::truncate);
    let apart = |(x, y): (Vec3, Vec3)| x.distance(y) / x.length().max(y.length()).max(f32::MIN_POSITIVE);
    columns(x).into_iter().zip(columns(y)).map(apart).fold(0.0, f32::max)
}

/// Reports in what the things that a node carries differ.
fn placed_things(
    a: &Surface<'_>,
    b: &Surface<'_>,
    (i, node): (usize, &Node),
    partner: Option<(usize, &Node)>,
    path: &str,
    tolerance: &Tolerance,
    out: &mut Accumulator,
) {
    let other = partner.map(|(_, other)| other);
    let hidden = |side: &Surface<'_>, node: usize| side.hidden[NodeId::new(node)];
    let (here, there) = (hidden(a, i), partner.is_some_and(|(j, _)| hidden(b, j)));
    if here != there {
        out.say(Feature::Hidden, side(here, there), path, "is hidden in one only");
    }
    let (x, y) = (node.lod, other.and_then(|other| other.lod));
    if x.map(|lod| (lod.role, lod.level, lod.value.to_bits()))
        != y.map(|lod| (lod.role, lod.level, lod.value.to_bits()))
    {
        let reported = |lod: Option<retromesh_core::scene::Lod>| {
            lod.map_or("none".to_owned(), |lod| format!("{} {} (number {})", words(&lod.role), lod.value, lod.level))
        };
        out.say(
            Feature::Levels,
            side(x.is_some(), y.is_some()),
            path,
            format!("{} became {}", reported(x), reported(y)),
        );
    }
    let (x, y) = (node.proxy.as_deref(), other.and_then(|other| other.proxy.as_deref()));
    if x != y {
        let reported = |proxy: Option<&Proxy>| match proxy {
            Some(Proxy { path, id }) if *id >= 0 => format!("{path} {id}"),
            Some(Proxy { path, .. }) => path.clone(),
            None => "none".to_owned(),
        };
        let detail = format!("{} became {}", reported(x), reported(y));
        out.say(Feature::Proxies, side(x.is_some(), y.is_some()), path, detail);
    }
    let (x, y) = (camera(a.scene, Some(node)), camera(b.scene, other));
    match (x, y) {
        (Some(x), Some(y)) => cameras(x, y, path, tolerance, out),
        (None, None) => {}
        _ => out.say(Feature::Cameras, side(x.is_some(), y.is_some()), path, "has a camera in one only"),
    }
    let (x, y) = (light(a.scene, Some(node)), light(b.scene, other));
    match (x, y) {
        (Some(x), Some(y)) => lights(x, y, path, tolerance, out),
        (None, None) => {}
        _ => out.say(Feature::Lights, side(x.is_some(), y.is_some()), path, "has a light in one only"),
    }
}

fn camera<'s>(scene: &'s Scene, node: Option<&Node>) -> Option<&'s Camera> {
    Some(&scene[node?.camera?])
}

fn light<'s>(scene: &'s Scene, node: Option<&Node>) -> Option<&'s Light> {
    Some(&scene[node?.light?])
}

fn cameras(x: &Camera, y: &Camera, path: &str, tolerance: &Tolerance, out: &mut Accumulator) {
    use retromesh_core::scene::Projection::{Orthographic, Perspective};
    let lens = match (x.projection, y.projection) {
        (Perspective { vertical_fov: a, aspect: c }, Perspective { vertical_fov: b, aspect: d }) => {
            apart(a, b).max(optional(c, d))
        }
        (Orthographic { half_width: a, half_height: c }, Orthographic { half_width: b, half_height: d }) => {
            apart(a, b).max(apart(c, d))
        }
        _ => f32::INFINITY,
    };
    let largest = lens.max(apart(x.near, y.near)).max(optional(x.far, y.far));
    if largest > tolerance.value {
        out.measure(Feature::Cameras, path, "camera", largest, || {
            format!("{} to {}", words(&x.projection), words(&y.projection))
        });
    }
}

fn lights(x: &Light, y: &Light, path: &str, tolerance: &Tolerance, out: &mut Accumulator) {
    use retromesh_core::scene::LightKind::{Directional, Point, Spot};
    let kind = match (x.kind, y.kind) {
        (Directional, Directional) | (Point, Point) => 0.0,
        (Spot { inner_angle: a, outer_angle: c }, Spot { inner_angle: b, outer_angle: d }) => {
            apart(a, b).max(apart(c, d))
        }
        _ => f32::INFINITY,
    };
    let color = x.color.distance(y.color);
    // Light from everywhere on one side has no range.
    let range = if x.kind == Directional { 0.0 } else { optional(x.range, y.range) };
    let largest = kind.max(color).max(apart(x.intensity, y.intensity)).max(range);
    if largest > tolerance.value {
        let reported =
            |light: &Light| format!("{} {} {}", words(&light.kind), light.color, short(light.intensity.into()));
        out.measure(Feature::Lights, path, "light", largest, || format!("{} to {}", reported(x), reported(y)));
    }
}

/// Returns how far apart two numbers are, as a share of the larger where that is over one.
pub(super) fn apart(x: f32, y: f32) -> f32 {
    if x == y { 0.0 } else { (x - y).abs() / x.abs().max(y.abs()).max(1.0) }
}

fn optional(x: Option<f32>, y: Option<f32>) -> f32 {
    match (x, y) {
        (None, None) => 0.0,
        (Some(x), Some(y)) => apart(x, y),
        _ => f32::INFINITY,
    }
}
