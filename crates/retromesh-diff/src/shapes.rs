//! Compares what meshes have as a whole: polygons, selections, morph targets, vertex frames.

use super::Side;
use super::accumulate::Accumulator;
use super::extras::tables;
use super::nodes::{Nodes, side};
use super::surface::{Placed, Surface};
use glam::Vec3;
use retromesh_core::extras::SMOOTHING;
use retromesh_core::mesh::{Faces, Mesh, Selection};
use retromesh_core::{NodeId, NodeMap};
use retromesh_kit::Feature;
use std::collections::{BTreeMap, HashMap, VecDeque};

/// Compares what the placed meshes have; `near` is how far apart the same place may be.
pub(super) fn compare(a: &Surface<'_>, b: &Surface<'_>, nodes: &Nodes, near: f32, out: &mut Accumulator) {
    let (x, y) = (polygons(a), polygons(b));
    for (corners, count) in x.iter().filter(|(corners, count)| y.get(*corners) != Some(*count)) {
        let found = y.get(corners).copied().unwrap_or(0);
        let detail = format!("{count} faces of {corners} corners became {found}");
        out.say(Feature::Polygons, side(true, found > 0), "", detail);
    }
    for (corners, count) in y.iter().filter(|(corners, _)| !x.contains_key(*corners)) {
        out.say(Feature::Polygons, Side::Second, "", format!("no face of {corners} corners became {count}"));
    }
    selections(a, b, nodes, near, out);
    let by_node: HashMap<usize, &Placed<'_>> = b.placed.iter().map(|placed| (placed.node.index(), placed)).collect();
    for placed in &a.placed {
        let other = nodes.forth[placed.node.index()].and_then(|partner| by_node.get(&partner).copied());
        shapes(a, placed, other, out);
        if let Some(other) = other.filter(|_| a.scene[placed.node].lod.is_some()) {
            loose(a, [placed, other], near, out);
        }
    }
}

/// Compares the points of a level that no face has, which games look up there: their number, and their middle.
fn loose(a: &Surface<'_>, both: [&Placed<'_>; 2], near: f32, out: &mut Accumulator) {
    let [(n, x), (m, y)] = both.map(|placed| {
        let mut has_face = vec![false; placed.positions.len()];
        for &corner in placed.mesh.parts.iter().flat_map(|part| part.faces.iter()).flatten() {
            has_face[corner as usize] = true;
        }
        let points = || placed.positions.iter().zip(&has_face).filter(|(_, has_face)| !**has_face);
        let count = points().count();
        (count, points().map(|(place, _)| *place).sum::<Vec3>() / count.max(1) as f32)
    });
    let path = || a.path(both[0].node.index());
    if n != m {
        out.say(Feature::Positions, side(n > 0, m > 0), &path(), format!("{n} points without a face became {m}"));
    } else if x.distance(y) > near {
        let detail = format!("the middle of {n} points without a face is at {x} in the first, {y} in the second");
        out.say(Feature::Positions, Side::Both, &path(), detail);
    }
}

fn polygons(surface: &Surface<'_>) -> BTreeMap<usize, usize> {
    let mut found = BTreeMap::new();
    for part in surface.placed.iter().flat_map(|placed| &placed.mesh.parts) {
        if let Faces::Polygons { .. } = part.faces {
            part.faces.iter().filter(|face| face.len() > 3).for_each(|face| *found.entry(face.len()).or_default() += 1);
        }
    }
    found
}

/// What makes one selection another than the next, however vertices are numbered and shared.
struct Selected<'s> {
    source: &'s Selection,
    node: NodeId,
    faces: usize,
    is_weighted: bool,
    /// The number of places that it holds vertices in, and the middle of them by their weights.
    places: usize,
    middle: Vec3,
}

impl<'s> Selected<'s> {
    fn all(surface: &'s Surface<'_>) -> Vec<Self> {
        let of = |placed: &'s Placed<'_>| {
            let selections = &placed.mesh.selections;
            let parts = placed.mesh.parts.iter().filter(|_| !selections.is_empty());
            let faces: Vec<&[u32]> = parts.flat_map(|part| part.faces.iter()).collect();
            selections.iter().map(move |selection| Self::new(placed, &faces, selection))
        };
        surface.placed.iter().flat_map(of).collect()
    }

    fn new(placed: &Placed<'_>, faces: &[&[u32]], selection: &'s Selection) -> Self {
        // Where no vertex is named, those of the faces are meant.
        let named = selection.faces.iter().filter(|_| selection.vertices.is_empty());
        let of_faces = named.filter_map(|&face| faces.get(face as usize)).copied().flatten();
        // Of the vertices in one place the one counts that belongs to it most.
        let mut weights: BTreeMap<[u32; 3], (Vec3, f32)> = BTreeMap::new();
        for (i, &vertex) in selection.vertices.iter().chain(of_faces).enumerate() {
            let Some(&place) = placed.positions.get(vertex as usize) else { continue };
            let weight = selection.weights.get(i).copied().unwrap_or(1.0);
            let max = weights.entry(place.to_array().map(|x| (x + 0.0).to_bits())).or_insert((place, weight));
            max.1 = max.1.max(weight);
        }
        let total: f32 = weights.values().map(|(_, weight)| weight).sum();
        let middle =
            weights.values().map(|(place, weight)| *place * *weight).sum::<Vec3>() / total.max(f32::MIN_POSITIVE);
        let (faces, is_weighted) = (selection.faces.len(), !selection.weights.is_empty());
        Self { source: selection, node: placed.node, faces, is_weighted, places: weights.len(), middle }
    }
}

/// Where a selection is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    /// Below the node of a level.
    Level(usize),
    Outside,
    Any,
}

fn selections(a: &Surface<'_>, b: &Surface<'_>, nodes: &Nodes, near: f32, out: &mut Accumulator) {
    let mut of_b: Vec<Option<Selected<'_>>> = Selected::all(b).into_iter().map(Some).collect();
    // Each level has its own; what is in no level may be in another node.
    let levels = |surface: &Surface<'_>| {
        NodeMap::inherited(surface.scene, |id, above: Option<&Option<NodeId>>| {
            surface.scene[id].lod.map(|_| id).or(above.copied().flatten())
        })
    };
    let [levels_a, levels_b] = [a, b].map(levels);
    let said = |surface: &Surface<'_>, level: Option<NodeId>, name: &str| {
        level.map_or(String::new(), |level| format!("{} > ", surface.path(level.index())))
            + &format!("selection {name}")
    };
    let mut waiting: HashMap<(&str, Place), VecDeque<usize>> = HashMap::new();
    for (number, other) in of_b.iter().flatten().enumerate() {
        let level = levels_b[other.node].map(NodeId::index);
        for place in [level.map_or(Place::Outside, Place::Level), Place::Any] {
            waiting.entry((&other.source.name, place)).or_default().push_back(number);
        }
    }
    for x in Selected::all(a) {
        let name = x.source.name.as_str();
        let level = levels_a[x.node];
        let path = said(a, level, name);
        let own = level.and_then(|level| nodes.forth[level.index()]).map(Place::Level);
        // Where one of the two has no levels, all selections of it are outside of them.
        let places =
            if level.is_some() { [own, Some(Place::Outside)] } else { [Some(Place::Outside), Some(Place::Any)] };
        let partner = places.into_iter().flatten().find_map(|place| {
            let numbers = waiting.get_mut(&(name, place))?;
            std::iter::from_fn(|| numbers.pop_front()).find_map(|number| of_b[number].take())
        });
        let Some(y) = partner else {
            out.say(feature(x.source), Side::First, &path, "is in the first only");
            continue;
        };
        if x.faces != y.faces {
            let detail = format!("has {} faces in the first, {} in the second", x.faces, y.faces);
            out.say(Feature::Selections, Side::Both, &path, detail);
        } else if x.is_weighted != y.is_weighted {
            out.say(Feature::Selections, side(x.is_weighted, y.is_weighted), &path, "has weights in one only");
        } else if x.places != y.places {
            let detail = format!("has vertices in {} places in the first, {} in the second", x.places, y.places);
            out.say(Feature::Selections, Side::Both, &path, detail);
        } else if x.middle.distance(y.middle) > near * 10.0 {
            let detail = format!("has its middle at {} in the first, {} in the second", x.middle, y.middle);
            out.say(Feature::Selections, Side::Both, &path, detail);
        }
        tables(&x.source.extras, Some(&y.source.extras), &path, out);
    }
    for other in of_b.into_iter().flatten() {
        let path = said(b, levels_b[other.node], &other.source.name);
        out.say(feature(other.source), Side::Second, &path, "is in the second only");
    }
}

/// Returns what a selection is; a smoothing group is no more than an extra.
fn feature(selection: &Selection) -> Feature {
    if selection.extras.contains_key(SMOOTHING) { Feature::Extras } else { Feature::Selections }
}

fn shapes(a: &Surface<'_>, placed: &Placed<'_>, other: Option<&Placed<'_>>, out: &mut Accumulator) {
    let mesh = placed.mesh;
    let path = || a.path(placed.node.index());
    let names = |mesh: &Mesh| mesh.morph_targets.iter().map(|target| target.name.clone()).collect::<Vec<_>>();
    let (x, y) = (names(mesh), other.map(|other| names(other.mesh)).unwrap_or_default());
    if x != y {
        let (first, second) = (x.len(), y.len());
        let detail = if first == second {
            format!("names {x:?} became {y:?}")
        } else {
            format!("{first} shapes became {second}")
        };
        out.say(Feature::MorphTargets, side(first > 0, second > 0), &path(), detail);
    }
    let times = |mesh: &Mesh| mesh.vertex_frames.iter().map(|frame| frame.time).collect::<Vec<_>>();
    let (x, y) = (times(mesh), other.map(|other| times(other.mesh)).unwrap_or_default());
    if x != y {
        let detail = format!("{} frames became {}", x.len(), y.len());
        out.say(Feature::VertexFrames, side(!x.is_empty(), !y.is_empty()), &path(), detail);
    }
}
