//! Which joint is which, where names do not tell or mislead: the one that is in the same place and moves the same vertices.

use super::surface::Surface;
use glam::Vec3;
use retromesh_core::Scene;
use std::collections::{BTreeMap, HashMap, HashSet};

/// This many joints are distinguished in one place.
const MAX_IN_A_PLACE: usize = 16;

/// How much each joint of the second scene, as a node, moves of what a joint of the first moves; ascending by both.
pub(super) type Votes = BTreeMap<(usize, usize), u64>;

/// Counts for each two joints that are in one place the vertices that both move, by their weights.
pub(super) fn votes(a: &Surface<'_>, b: &Surface<'_>, near: f32) -> Votes {
    let cell = (near * 8.0).max(f32::MIN_POSITIVE);
    let key = |point: Vec3| point.to_array().map(|x| (x / cell).round() as i64);
    let mut moved: HashMap<[i64; 3], Vec<(usize, f32)>> = HashMap::new();
    each_influence(b, |point, joint, weight| {
        let joints = moved.entry(key(point)).or_default();
        match joints.iter().position(|(known, _)| *known == joint) {
            Some(at) => joints[at].1 = joints[at].1.max(weight),
            None if joints.len() < MAX_IN_A_PLACE => joints.push((joint, weight)),
            None => {}
        }
    });
    let place = |side: &Surface<'_>, node: usize| side.world(node).w_axis.truncate();
    let mut votes = Votes::new();
    each_influence(a, |point, joint, weight| {
        for &(other, share) in moved.get(&key(point)).into_iter().flatten() {
            *votes.entry((joint, other)).or_default() += (weight * share * 1000.0) as u64;
        }
    });
    votes.retain(|&(joint, other), _| place(a, joint).distance(place(b, other)) <= near);
    votes
}

/// Returns the joints of each scene, as nodes, that move vertices of joints of other names only: some formats have no names of bones,
/// and those made up from numbers are others once a bone was added. A node that is a mesh as well keeps its name.
pub(super) fn misnamed(a: &Scene, b: &Scene, votes: &Votes) -> (HashSet<usize>, HashSet<usize>) {
    let is_namesake = |&&(joint, other): &&(usize, usize)| a.nodes[joint].name == b.nodes[other].name;
    let (same, others): (Vec<_>, Vec<_>) = votes.keys().partition(is_namesake);
    let known: (HashSet<usize>, HashSet<usize>) = same.into_iter().copied().unzip();
    let found: (HashSet<usize>, HashSet<usize>) = others.into_iter().copied().unzip();
    let of = |scene: &Scene, found: &HashSet<usize>, known: &HashSet<usize>| {
        found.difference(known).copied().filter(|&joint| scene.nodes[joint].mesh.is_none()).collect()
    };
    (of(a, &found.0, &known.0), of(b, &found.1, &known.1))
}

/// Visits the joints of all vertices of placed meshes, with the vertex at rest and the weight.
fn each_influence(surface: &Surface<'_>, mut visit: impl FnMut(Vec3, usize, f32)) {
    for placed in &surface.placed {
        let Some(skeleton) = placed.instance.skeleton.map(|id| &surface.scene[id]) else { continue };
        for (row, &point) in placed.mesh.weights.iter().zip(&placed.positions) {
            for influence in row {
                visit(point, skeleton.joints[influence.joint as usize].index(), influence.weight);
            }
        }
    }
}
