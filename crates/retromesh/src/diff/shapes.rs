//! Compares what meshes have as a whole: polygons, selections, morph targets, vertex frames.

use super::accumulate::Accumulator;
use super::nodes::{Nodes, side};
use super::surface::{Placed, Surface};
use super::{Feature, Side};
use retromesh_core::mesh::{Faces, Mesh, Selection};
use std::collections::BTreeMap;

/// Compares what the shown meshes have.
pub(super) fn compare(a: &Surface<'_>, b: &Surface<'_>, nodes: &Nodes, out: &mut Accumulator) {
    let (x, y) = (polygons(a), polygons(b));
    for (corners, count) in x.iter().filter(|(corners, count)| y.get(*corners) != Some(*count)) {
        let found = y.get(corners).copied().unwrap_or(0);
        let detail = format!("{count} faces of {corners} corners became {found}");
        out.say(Feature::Polygons, side(true, found > 0), "", detail);
    }
    for (corners, count) in y.iter().filter(|(corners, _)| !x.contains_key(*corners)) {
        out.say(Feature::Polygons, Side::Second, "", format!("no face of {corners} corners became {count}"));
    }
    selections(a, b, out);
    for placed in &a.placed {
        let partner = nodes.forth[placed.node.index()];
        let other = b.placed.iter().find(|other| partner == Some(other.node.index()));
        shapes(a, placed, other, out);
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

fn selections(a: &Surface<'_>, b: &Surface<'_>, out: &mut Accumulator) {
    let all = |surface: &Surface<'_>| -> Vec<(String, usize, bool)> {
        let of = |placed: &Placed<'_>| {
            let mesh: &Mesh = placed.mesh;
            mesh.selections
                .iter()
                .map(|s: &Selection| (s.name.clone(), s.faces.len(), !s.weights.is_empty()))
                .collect::<Vec<_>>()
        };
        surface.placed.iter().flat_map(of).collect()
    };
    let mut of_b: Vec<Option<(String, usize, bool)>> = all(b).into_iter().map(Some).collect();
    for (name, faces, weighted) in all(a) {
        let path = format!("selection {name}");
        let same = |other: &&mut Option<(String, usize, bool)>| other.as_ref().is_some_and(|other| other.0 == name);
        match of_b.iter_mut().find(same).and_then(Option::take) {
            None => out.say(Feature::Selections, Side::First, &path, "is in the first only"),
            Some((_, found, _)) if found != faces => {
                out.say(
                    Feature::Selections,
                    Side::Both,
                    &path,
                    format!("has {faces} faces in the first, {found} in the second"),
                );
            }
            Some((_, _, found)) if found != weighted => {
                out.say(Feature::Selections, side(weighted, found), &path, "has weights in one only");
            }
            Some(_) => {}
        }
    }
    for (name, ..) in of_b.into_iter().flatten() {
        out.say(Feature::Selections, Side::Second, &format!("selection {name}"), "is in the second only");
    }
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
