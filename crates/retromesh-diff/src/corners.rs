//! Compares what the corners of paired triangles carry.

use super::Tolerance;
use super::accumulate::Accumulator;
use super::material;
use super::nodes::{Nodes, side};
use super::pairs::Pairs;
use super::surface::{Placed, Surface, Triangle};
use glam::{Vec2, Vec3, Vec4};
use retromesh_core::material::UvTransform;
use retromesh_core::mesh::{Attribute, AttributeData, Influence};
use retromesh_core::{MaterialId, Scene};
use retromesh_kit::Feature;
use std::collections::{BTreeMap, HashMap, HashSet};

/// This many pairs of attributes are looked at for each corner.
const MAX_ATTRIBUTES_COMPARED: usize = 1 << 12;

/// The corner of a triangle on one side.
struct Corner<'s> {
    surface: &'s Surface<'s>,
    placed: &'s Placed<'s>,
    vertex: usize,
    /// What moves the first UV set of the triangle's material.
    transform: UvTransform,
}

struct Comparison<'s> {
    nodes: &'s Nodes,
    tolerance: &'s Tolerance,
    out: &'s mut Accumulator,
    /// Differences of meshes as a whole that were reported: by feature, place, and set.
    reported: HashSet<(Feature, u32, String)>,
}

/// Compares the corners of all paired triangles.
pub(super) fn compare(
    a: &Surface<'_>,
    b: &Surface<'_>,
    pairs: &Pairs,
    nodes: &Nodes,
    tolerance: &Tolerance,
    out: &mut Accumulator,
) {
    let mut comparison = Comparison { nodes, tolerance, out, reported: HashSet::new() };
    let mut paths: HashMap<u32, String> = HashMap::new();
    let transforms = |surface: &Surface<'_>| -> Vec<UvTransform> {
        let transform =
            |id| material::uv_transform(surface.scene, MaterialId::new(id)).unwrap_or(UvTransform::IDENTITY);
        (0..surface.scene.materials.len()).map(transform).collect()
    };
    let transforms = (transforms(a), transforms(b));
    let transform = |transforms: &[UvTransform], triangle: &Triangle| {
        triangle.material.map_or(UvTransform::IDENTITY, |id| transforms[id.index()])
    };
    for pair in &pairs.matched {
        let (x, y) = (&a.triangles[pair.a as usize], &b.triangles[pair.b as usize]);
        let path = paths.entry(x.placed).or_insert_with(|| a.path(a.placed(x).node.index()));
        let transforms = (transform(&transforms.0, x), transform(&transforms.1, y));
        for i in 0..3 {
            let (v, w) = (x.corners[i] as usize, y.corners[pair.corner(i)] as usize);
            let from = Corner { surface: a, placed: a.placed(x), vertex: v, transform: transforms.0 };
            let to = Corner { surface: b, placed: b.placed(y), vertex: w, transform: transforms.1 };
            comparison.corner(&from, &to, path, x.placed, pair.a);
        }
        if x.flags != y.flags {
            let feature = Feature::FaceFlags;
            if x.flags == 0 || y.flags == 0 {
                comparison.once(feature, x.placed, path, side(x.flags != 0, y.flags != 0), "");
            } else {
                comparison.out.measure(feature, path, "face", 1.0, || format!("{:#x} to {:#x}", x.flags, y.flags));
            }
        }
    }
}

impl Comparison<'_> {
    fn corner(&mut self, a: &Corner<'_>, b: &Corner<'_>, path: &str, placed: u32, number: u32) {
        self.directions(a, b, path, placed, number);
        self.uvs(a, b, path, placed, number);
        self.colors(a, b, path, placed, number);
        self.attributes(a, b, path, placed, number);
        self.weights(a, b, path, placed, number);
        self.shapes(a, b, path, placed, number);
    }

    /// Reports once that a placed mesh has something in one scene only.
    fn once(&mut self, feature: Feature, placed: u32, path: &str, side: super::Side, what: &str) {
        if self.reported.insert((feature, placed, what.to_owned())) {
            let what = if what.is_empty() { feature.name() } else { what };
            self.out.say(feature, side, path, format!("has {what} in one only"));
        }
    }

    fn directions(&mut self, a: &Corner<'_>, b: &Corner<'_>, path: &str, placed: u32, number: u32) {
        let limit = self.tolerance.direction();
        match (a.placed.normals.get(a.vertex), b.placed.normals.get(b.vertex)) {
            (Some(x), Some(y)) => {
                let distance = x.distance(*y);
                if distance > limit {
                    let first = || format!("at triangle {number} from {} to {}", plain(*x), plain(*y));
                    self.out.measure(Feature::Normals, path, "corner", distance, first);
                }
            }
            (None, None) => {}
            (x, y) => self.once(Feature::Normals, placed, path, side(x.is_some(), y.is_some()), ""),
        }
        let world = |corner: &Corner<'_>| {
            let tangent = corner.placed.mesh.tangents.get(corner.vertex)?;
            let turned = corner.surface.world(corner.placed.node.index()).transform_vector3(tangent.truncate());
            Some(turned.normalize_or_zero().extend(tangent.w))
        };
        match (world(a), world(b)) {
            (Some(x), Some(y)) => {
                // A skin turns tangents with its joints; at rest both turn alike, so the node's own turn decides.
                let distance = x.distance(y);
                if distance > limit {
                    let first = || format!("at triangle {number} from {x} to {y}");
                    self.out.measure(Feature::Tangents, path, "corner", distance, first);
                }
            }
            (None, None) => {}
            (x, y) => self.once(Feature::Tangents, placed, path, side(x.is_some(), y.is_some()), ""),
        }
    }

    fn uvs(&mut self, a: &Corner<'_>, b: &Corner<'_>, path: &str, placed: u32, number: u32) {
        let sets = a.placed.mesh.uv_sets.len().max(b.placed.mesh.uv_sets.len());
        for set in 0..sets {
            let feature = if set == 0 { Feature::TextureCoordinates } else { Feature::FurtherUvSets };
            let uv = |corner: &Corner<'_>| -> Option<Vec2> {
                corner.placed.mesh.uv_sets.get(set).and_then(|uvs| uvs.get(corner.vertex)).copied()
            };
            match (uv(a), uv(b)) {
                (Some(x), Some(y)) => {
                    let mut distance = x.distance(y);
                    if distance > self.tolerance.value && set == 0 {
                        // Some formats have no texture transform and write coordinates that are moved already.
                        distance = distance.min(a.transform.apply(x).distance(b.transform.apply(y)));
                    }
                    if distance > self.tolerance.value * x.length().max(1.0) {
                        let first = || format!("set {set} at triangle {number} from {x} to {y}");
                        self.out.measure(feature, path, "corner", distance, first);
                    }
                }
                (None, None) => {}
                (x, y) => self.once(feature, placed, path, side(x.is_some(), y.is_some()), &format!("UV set {set}")),
            }
        }
    }

    fn colors(&mut self, a: &Corner<'_>, b: &Corner<'_>, path: &str, placed: u32, number: u32) {
        let sets = a.placed.mesh.color_sets.len().max(b.placed.mesh.color_sets.len());
        for set in 0..sets {
            let color = |corner: &Corner<'_>| -> Option<Vec4> {
                corner.placed.mesh.color_sets.get(set).and_then(|colors| colors.get(corner.vertex)).copied()
            };
            let (rgb, alpha) = match set {
                0 => (Feature::VertexColors, Feature::VertexAlpha),
                _ => (Feature::FurtherColors, Feature::FurtherColors),
            };
            let (x, y) = match (color(a), color(b)) {
                (Some(x), Some(y)) => (x, y),
                (None, None) => continue,
                (x, y) => {
                    let side = side(x.is_some(), y.is_some());
                    self.once(rgb, placed, path, side, &format!("colour set {set}"));
                    if x.is_some_and(|c| c.w != 1.0) {
                        self.once(alpha, placed, path, side, &format!("colour set {set}"));
                    }
                    continue;
                }
            };
            let distances = [(rgb, x.truncate().distance(y.truncate())), (alpha, (x.w - y.w).abs())];
            for (feature, distance) in distances.into_iter().filter(|(_, d)| *d > self.tolerance.value) {
                let first = || format!("set {set} at triangle {number} from {x} to {y}");
                self.out.measure(feature, path, "corner", distance, first);
            }
        }
    }

    fn attributes(&mut self, a: &Corner<'_>, b: &Corner<'_>, path: &str, placed: u32, number: u32) {
        let (of_a, of_b) = (&a.placed.mesh.attributes, &b.placed.mesh.attributes);
        // Very many are not looked for among very many, corner by corner: they have to come in one order.
        let is_ordered = of_a.len() * of_b.len() > MAX_ATTRIBUTES_COMPARED;
        let partner = |others: &'_ [Attribute], number: usize, name: &str| {
            let found = if is_ordered { Some(number) } else { others.iter().position(|other| other.name == name) };
            found.filter(|&found| others.get(found).is_some_and(|other| other.name == name))
        };
        for (number_of, attribute) in of_a.iter().enumerate() {
            let Some(other) = partner(of_b, number_of, &attribute.name).map(|found| &of_b[found]) else {
                self.once(Feature::Attributes, placed, path, super::Side::First, &attribute.name);
                continue;
            };
            let (x, y) = (values(attribute, a.vertex), values(other, b.vertex));
            let largest = x.iter().zip(&y).map(|(x, y)| super::nodes::apart(*x, *y)).fold(0.0, f32::max);
            let largest = if x.len() == y.len() { largest } else { f32::INFINITY };
            if largest > self.tolerance.value {
                let first = || format!("{} at triangle {number} from {x:?} to {y:?}", attribute.name);
                self.out.measure(Feature::Attributes, path, "corner", largest, first);
            }
        }
        for (_, other) in of_b.iter().enumerate().filter(|(at, other)| partner(of_a, *at, &other.name).is_none()) {
            self.once(Feature::Attributes, placed, path, super::Side::Second, &other.name);
        }
    }

    fn weights(&mut self, a: &Corner<'_>, b: &Corner<'_>, path: &str, placed: u32, number: u32) {
        let own = |corner: &Corner<'_>| joints(corner, Some);
        let x = own(a);
        // Joints of the second scene by those of the first; those that are none of them stay strangers.
        let y = joints(b, |node| Some(self.nodes.joints.get(node).copied().flatten().unwrap_or(usize::MAX)));
        if x.is_empty() || y.is_empty() {
            if x.is_empty() != y.is_empty() {
                let side = side(!x.is_empty(), !y.is_empty());
                self.once(Feature::Skin, placed, path, side, "");
                if x.len().max(y.len()) > 1 {
                    self.once(Feature::SkinWeights, placed, path, side, "");
                }
            }
            return;
        }
        let limit = self.tolerance.value * 10.0;
        let max = |joints: &BTreeMap<usize, f32>| joints.values().copied().fold(0.0, f32::max);
        let heaviest = x.iter().filter(|(_, w)| **w >= max(&x) - limit).map(|(joint, _)| joint);
        let keeps = heaviest.filter(|joint| y.get(joint).is_some_and(|w| *w >= max(&y) - limit)).count() > 0;
        if !keeps {
            let first = || format!("at triangle {number}: {}", reported(&x, &y, a.surface.scene));
            self.out.measure(Feature::Skin, path, "corner", 1.0, first);
        }
        let joints = x.keys().chain(y.keys());
        let weight = |of: &BTreeMap<usize, f32>, joint: &usize| of.get(joint).copied().unwrap_or(0.0);
        let largest = joints.map(|joint| (weight(&x, joint) - weight(&y, joint)).abs()).fold(0.0, f32::max);
        if largest > limit && x.len().max(y.len()) > 1 {
            let first = || format!("at triangle {number}: {}", reported(&x, &y, a.surface.scene));
            self.out.measure(Feature::SkinWeights, path, "corner", largest, first);
        }
    }

    /// Compares by how much morph targets and vertex frames move a corner.
    fn shapes(&mut self, a: &Corner<'_>, b: &Corner<'_>, path: &str, placed: u32, number: u32) {
        let limit = self.tolerance.value * a.placed.positions.get(a.vertex).map_or(1.0, |p| p.length().max(1.0));
        let world =
            |corner: &Corner<'_>, v: Vec3| corner.surface.world(corner.placed.node.index()).transform_vector3(v);
        let shift = |corner: &Corner<'_>, target: usize| {
            let deltas = &corner.placed.mesh.morph_targets.get(target)?.positions;
            Some(world(corner, deltas.get(corner.vertex).copied().unwrap_or_default()))
        };
        let frame = |corner: &Corner<'_>, frame: usize| {
            let position = *corner.placed.mesh.vertex_frames.get(frame)?.positions.get(corner.vertex)?;
            Some(world(corner, position))
        };
        let targets = a.placed.mesh.morph_targets.len().min(b.placed.mesh.morph_targets.len());
        let frames = a.placed.mesh.vertex_frames.len().min(b.placed.mesh.vertex_frames.len());
        let targets = (0..targets).map(|i| (Feature::MorphTargets, i, shift(a, i), shift(b, i)));
        let frames = (0..frames).map(|i| (Feature::VertexFrames, i, frame(a, i), frame(b, i)));
        for (feature, i, x, y) in targets.chain(frames) {
            let distance = x.unwrap_or_default().distance(y.unwrap_or_default());
            if distance > limit {
                self.out.measure(feature, path, "corner", distance, || format!("shape {i} at triangle {number}"));
            }
        }
        let _ = placed;
    }
}

fn values(attribute: &Attribute, vertex: usize) -> Vec<f32> {
    match &attribute.data {
        AttributeData::Float { components, values } => {
            let n = usize::from(*components);
            values.get(vertex * n..(vertex + 1) * n).map(<[f32]>::to_vec).unwrap_or_default()
        }
        AttributeData::UInt(values) => values.get(vertex).map(|v| *v as f32).into_iter().collect(),
    }
}

/// Returns the weights of a corner by joint node.
fn joints(corner: &Corner<'_>, node: impl Fn(usize) -> Option<usize>) -> BTreeMap<usize, f32> {
    let mut found = BTreeMap::new();
    let Some(skeleton) = corner.placed.instance.skeleton else { return found };
    let joints = &corner.surface.scene[skeleton].joints;
    for Influence { joint, weight } in corner.placed.mesh.weights.of(corner.vertex) {
        if let Some(node) = node(joints[*joint as usize].index()) {
            *found.entry(node).or_default() += weight;
        }
    }
    found
}

/// Returns a direction without what is nothing in it but rounding.
fn plain(direction: Vec3) -> Vec3 {
    Vec3::select(direction.abs().cmplt(Vec3::splat(1e-6)), Vec3::ZERO, direction)
}

fn reported(x: &BTreeMap<usize, f32>, y: &BTreeMap<usize, f32>, scene: &Scene) -> String {
    let side = |joints: &BTreeMap<usize, f32>| {
        let name = |node: &usize| scene.nodes.get(*node).map_or("another", |n| n.name.as_str()).to_owned();
        let reported: Vec<String> =
            joints.iter().take(4).map(|(node, weight)| format!("{} {weight}", name(node))).collect();
        reported.join(", ")
    };
    format!("{} to {}", side(x), side(y))
}
