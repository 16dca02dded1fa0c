//! Compares the poses of paired clips: where triangles and nodes are at moments spread over each.

use super::accumulate::Accumulator;
use super::clip;
use super::nodes::{Nodes, axes_apart};
use super::pairs::Pairs;
use super::surface::Surface;
use super::{Side, Tolerance};
use retromesh_core::NodeId;
use retromesh_kit::Feature;

/// Vertices and nodes posed in all: beyond it clips are compared at fewer moments, at two at least, and fewer clips.
const MAX_POSED: usize = 1 << 27;
/// Posing a node is about as much work as posing this many vertices.
const NODE_WEIGHS: usize = 8;

/// Compares the poses of paired clips and returns how many were compared.
#[allow(clippy::too_many_arguments, reason = "both sides with all that is known of them")]
pub(super) fn compare(
    a: &Surface<'_>,
    b: &Surface<'_>,
    faces: &Pairs,
    nodes: &Nodes,
    clips: &clip::Pairs,
    tolerance: &Tolerance,
    size: f32,
    out: &mut Accumulator,
) -> usize {
    let near = tolerance.value * size;
    for clip in &clips.alone {
        if !faces.matched.is_empty() {
            out.say(Feature::Motion, Side::First, &clip.path(), "is in the first only");
        }
        out.say(Feature::NodeMotion, Side::First, &clip.path(), "is in the first only");
    }
    let vertices: usize = a.placed.iter().chain(&b.placed).map(|placed| placed.positions.len()).sum();
    let elements = vertices + NODE_WEIGHS * (a.scene.nodes.len() + b.scene.nodes.len()) + 1;
    let affordable = MAX_POSED / elements / clips.pairs.len().max(1);
    let poses = tolerance.poses.min(affordable.max(2));
    let compared = (MAX_POSED / elements / poses.max(1)).max(1).min(clips.pairs.len());
    // A frame that is turned at rest already is turned in every pose too.
    let turned: Vec<bool> = (0..a.scene.nodes.len())
        .map(|i| nodes.forth[i].is_some_and(|j| axes_apart(&a.world(i), &b.world(j)) > tolerance.direction()))
        .collect();
    for (x, y) in clips.pairs.iter().take(compared) {
        let path = x.path();
        for pose in 0..poses {
            let share = if poses < 2 { 0.0 } else { pose as f32 / (poses - 1) as f32 };
            let (first, second) = (x.pose(a.scene, share), y.pose(b.scene, share));
            let (of_a, of_b) = (a.posed(&first), b.posed(&second));
            for pair in faces.matched.iter().filter(|pair| pair.moved.is_none()) {
                let (t, u) = (&a.triangles[pair.a as usize], &b.triangles[pair.b as usize]);
                for i in 0..3 {
                    let p = of_a[t.placed as usize][t.corners[i] as usize];
                    let q = of_b[u.placed as usize][u.corners[pair.corner(i)] as usize];
                    let distance = p.distance(q);
                    // Long limbs carry the rounding of their joints.
                    if distance > near.max(p.length() * tolerance.value) {
                        let place = || a.path(a.placed(t).node.index());
                        let first = || format!("at tick {} in {}, triangle {}", x.tick(share), place(), pair.a);
                        out.measure(Feature::Motion, &path, "corner", distance, first);
                    }
                }
            }
            for (i, j) in nodes.forth.iter().enumerate().filter_map(|(i, j)| Some((i, (*j)?))) {
                let (p, q) = (&first.world[NodeId::new(i)], &second.world[NodeId::new(j)]);
                let (from, to) = (p.w_axis.truncate(), q.w_axis.truncate());
                let mut distance = from.distance(to);
                if distance <= near.max(from.length() * tolerance.value) {
                    let apart = if turned[i] { 0.0 } else { axes_apart(p, q) };
                    if apart <= tolerance.direction() {
                        continue;
                    }
                    distance = apart;
                }
                let first = || format!("at tick {} in {}", x.tick(share), a.path(i));
                out.measure(Feature::NodeMotion, &path, "node", distance, first);
            }
        }
    }
    poses * compared
}
