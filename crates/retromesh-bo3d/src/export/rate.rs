//! How many frames of the file one frame of the source needs.
//!
//! Keys are on whole frames, and between two of them the engine mixes quaternions straight on. Where the source turns so far
//! within one frame that this shows, finer frames make room for more keys.

use super::motion::{Motion, Segment};
use super::nodes::Tree;
use glam::{Mat4, Vec3};
use retromesh_core::scene::Trs;
use retromesh_core::{NodeId, NodeMap, Valid};
use retromesh_kit::export::heaviest;
use retromesh_kit::resample::{Mix, Value};
use std::collections::BTreeMap;

/// The largest distance of a vertex from where the source has it, as a share of the model's size; the rest of the 1e-4 that a pose
/// may be off is for the spans that are longer than a frame.
pub(super) const BOUND: f32 = 7e-5;
/// Where linear and spherical interpolation differ most, and the middle.
const PROBES: [f64; 3] = [0.211, 0.5, 0.789];
/// One frame of the source becomes at most this many.
const MAX: u32 = 16;
/// This many of the worst frames are looked at,
const LOOKED_AT: usize = 16;
/// and fewer where that many nodes would be posed in them.
const POSED: usize = 200_000;

/// What one frame of the source becomes, and how well it fits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fit {
    /// Frames of the file for one of the source.
    pub(super) factor: u32,
    /// How far vertices are off within single frames, as a share of the model's size.
    pub(super) error: f32,
    /// The same without finer frames.
    pub(super) coarse: f32,
}

/// Poses the boxes around the vertices of all nodes.
pub(super) struct Reference<'s> {
    bones: Vec<Bone<'s>>,
    /// The places of nodes in `bones`.
    places: NodeMap<Option<usize>>,
    size: f32,
}

struct Bone<'s> {
    /// The place of the parent in the list, which comes before.
    parent: Option<usize>,
    rest: Trs,
    motion: Option<&'s Motion<'s>>,
    /// The corners of what follows this node alone, in its own space.
    corners: Vec<Vec3>,
}

impl Default for Fit {
    fn default() -> Self {
        Self { factor: 1, error: 0.0, coarse: 0.0 }
    }
}

impl<'s> Reference<'s> {
    pub(super) fn new(
        scene: &Valid<'_>,
        tree: &Tree,
        motions: &'s BTreeMap<NodeId, Motion<'s>>,
        boxes: &BTreeMap<NodeId, (Vec3, Vec3)>,
        size: f32,
    ) -> Self {
        let mut places = NodeMap::filled(scene, None);
        let mut bones = Vec::with_capacity(tree.order.len());
        for &id in &tree.order {
            let node = &scene[id];
            let parent = node.parent.and_then(|parent| places[parent]);
            places[id] = Some(bones.len());
            let corners = boxes.get(&id).map_or_else(|| vec![Vec3::ZERO], |&(low, high)| corners(low, high));
            bones.push(Bone { parent, rest: node.transform.trs(), motion: motions.get(&id), corners });
        }
        Self { bones, places, size }
    }

    /// Returns the least factor that brings the worst of the frames within [`BOUND`], or 1 where none does.
    ///
    /// `tight` lists nodes, frames and how far a node is off there by itself, as an angle or a share of the size.
    pub(super) fn fit(&self, segment: &Segment, tight: &[(NodeId, i64, f32)], may_grow: bool) -> Fit {
        let reaches = self.reaches();
        let mut by_frame: BTreeMap<i64, f32> = BTreeMap::new();
        for &(id, frame, error) in tight {
            // An angle moves what is below the node by this much; the errors of a chain add up.
            let reach = self.places[id].map_or(1.0, |place| reaches[place] / self.size);
            *by_frame.entry(frame).or_default() += error * reach.max(1e-3);
        }
        let mut frames: Vec<(i64, f32)> = by_frame.into_iter().collect();
        frames.sort_by(|a, b| b.1.total_cmp(&a.1));
        frames.truncate((POSED / self.bones.len().max(1)).clamp(1, LOOKED_AT));
        let error = |factor: u32, enough: f32| {
            let mut error = 0.0f32;
            for &(frame, _) in &frames {
                error = error.max(self.error(segment, frame as f64, factor, enough));
                if error > enough {
                    break;
                }
            }
            error
        };
        let coarse = error(1, f32::INFINITY);
        if coarse > BOUND && may_grow {
            for factor in 2..=MAX {
                let error = error(factor, BOUND);
                if error <= BOUND {
                    return Fit { factor, error, coarse };
                }
            }
        }
        Fit { factor: 1, error: coarse, coarse }
    }

    /// Returns the largest error within a frame that is cut into `factor` frames with keys on all of them, or the first that is more
    /// than `enough`.
    fn error(&self, segment: &Segment, frame: f64, factor: u32, enough: f32) -> f32 {
        let mut error = 0.0f32;
        for part in 0..factor {
            if error > enough {
                break;
            }
            let tick = |at: f64| segment.tick_at(frame + (f64::from(part) + at) / f64::from(factor));
            let (start, end) = (self.locals(tick(0.0)), self.locals(tick(1.0)));
            for probe in PROBES {
                let mixed = start.iter().zip(&end).zip(&self.bones).map(|((a, b), bone)| {
                    a.mix(*b, probe as f32, bone.motion.map_or(Mix::NormalizedShorter, Motion::mix))
                });
                let mixed: Vec<Trs> = mixed.collect();
                error = error.max(self.distance(&mixed, &self.locals(tick(probe))));
            }
        }
        error
    }

    /// Returns for each node how far from it something lies that it carries, at rest.
    fn reaches(&self) -> Vec<f32> {
        let rest: Vec<Trs> = self.bones.iter().map(|bone| bone.rest).collect();
        let worlds = self.worlds(&rest);
        let mut bounds: Vec<(Vec3, Vec3)> = Vec::with_capacity(worlds.len());
        for (world, bone) in worlds.iter().zip(&self.bones) {
            let points = bone.corners.iter().map(|&corner| world.transform_point3(corner));
            let origin = world.w_axis.truncate();
            bounds.push(points.fold((origin, origin), |(low, high), p| (low.min(p), high.max(p))));
        }
        for place in (0..bounds.len()).rev() {
            let (low, high) = bounds[place];
            if let Some(parent) = self.bones[place].parent {
                let above = &mut bounds[parent];
                *above = (above.0.min(low), above.1.max(high));
            }
        }
        let reach = |(world, (low, high)): (&Mat4, &(Vec3, Vec3))| {
            let origin = world.w_axis.truncate();
            (origin - *low).max(*high - origin).length()
        };
        worlds.iter().zip(&bounds).map(reach).collect()
    }

    fn worlds(&self, locals: &[Trs]) -> Vec<Mat4> {
        let mut worlds: Vec<Mat4> = Vec::with_capacity(locals.len());
        for (local, bone) in locals.iter().zip(&self.bones) {
            let above = bone.parent.map_or(Mat4::IDENTITY, |parent| worlds[parent]);
            worlds.push(above * local.matrix());
        }
        worlds
    }

    fn locals(&self, tick: f64) -> Vec<Trs> {
        self.bones.iter().map(|bone| bone.motion.map_or(bone.rest, |motion| motion.at(tick))).collect()
    }

    /// Returns the largest distance of a corner between two poses, as a share of the size.
    fn distance(&self, a: &[Trs], b: &[Trs]) -> f32 {
        let pairs = self.worlds(a).into_iter().zip(self.worlds(b)).zip(&self.bones);
        let moved = pairs.flat_map(|((a, b), bone)| {
            bone.corners.iter().map(move |&corner| a.transform_point3(corner).distance(b.transform_point3(corner)))
        });
        // Numbers near the end of their range may overflow; finer frames would not help.
        moved.map(|distance| distance / self.size).filter(|share| share.is_finite()).fold(0.0, f32::max)
    }
}

fn corners(low: Vec3, high: Vec3) -> Vec<Vec3> {
    let pick = |n: u32, bit: u32, low: f32, high: f32| if n & bit == 0 { low } else { high };
    (0..8).map(|n| Vec3::new(pick(n, 1, low.x, high.x), pick(n, 2, low.y, high.y), pick(n, 4, low.z, high.z))).collect()
}

/// Returns the box around the vertices that follow each node alone, in the node's own space.
pub(super) fn boxes(scene: &Valid<'_>, tree: &Tree) -> BTreeMap<NodeId, (Vec3, Vec3)> {
    let mut boxes: BTreeMap<NodeId, (Vec3, Vec3)> = BTreeMap::new();
    let mut grow = |id: NodeId, p: Vec3| {
        let slot = boxes.entry(id).or_insert((p, p));
        *slot = (slot.0.min(p), slot.1.max(p));
    };
    for id in tree.shown() {
        let Some(instance) = scene[id].mesh.as_deref() else { continue };
        let mesh = &scene[instance.mesh];
        let skeleton = instance.skeleton.map(|id| &scene[id]);
        for (v, &position) in mesh.positions.iter().enumerate() {
            match skeleton.zip(heaviest(mesh.weights.of(v))) {
                Some((skeleton, main)) => {
                    let joint = main.joint as usize;
                    grow(skeleton.joints[joint], skeleton.inverse_bind[joint].transform_point3(position));
                }
                None => grow(id, position),
            }
        }
    }
    boxes
}
