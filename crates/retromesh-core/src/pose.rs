//! Poses: where everything is at a moment. The measure by which a conversion is judged.

use crate::error::{Error, ErrorKind, Result};
use crate::extent::extent;
use crate::ids::NodeId;
use crate::index::NodeMap;
use crate::keyframes::{Animation, Channel, Interpolation, PoseAt, Track};
use crate::mesh::{Influence, Mesh, MorphTarget};
use crate::portable;
use crate::scene::Scene;
use crate::skeleton::Skeleton;
use crate::valid::Valid;
use glam::{Mat3, Mat4, Quat, Vec3};
use std::borrow::Cow;
use std::collections::HashMap;

/// World transforms of all nodes at one moment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pose {
    /// From each node's space to the world, by node; identity for a node that no root reaches.
    pub world: NodeMap<Mat4>,
    /// Animated morph weights by node; nodes without an entry keep their mesh's own.
    morph_weights: HashMap<NodeId, Vec<f32>>,
}

/// What a morph target adds to values of vertices.
type Deltas = fn(&MorphTarget) -> &Vec<Vec3>;

impl Scene {
    /// Computes the pose of the nodes' own transforms.
    pub fn rest_pose(&self) -> Pose {
        let world = NodeMap::inherited(self, |id, above| {
            above.copied().unwrap_or(Mat4::IDENTITY) * self[id].transform.matrix()
        });
        Pose { world, morph_weights: HashMap::new() }
    }
}

impl Valid<'_> {
    /// Computes the pose of an animation at a tick; before the first and after the last key the end values hold.
    pub fn pose(&self, animation: &Animation, tick: f32) -> Pose {
        let mut local = NodeMap::from_fn(self, |id| self[id].transform.clone());
        let mut morph_weights = HashMap::new();
        for channel in &animation.channels {
            let mut trs = local[channel.target].trs();
            match channel.sample(tick, animation.ticks_per_second) {
                Some(Sample::Translation(value)) => trs.translation = value,
                Some(Sample::Rotation(value)) => trs.rotation = value,
                Some(Sample::Scale(value)) => trs.scale = value,
                Some(Sample::Weights(weights)) => {
                    morph_weights.entry(channel.target).or_insert(weights);
                    continue;
                }
                None => continue,
            }
            local[channel.target] = trs.into();
        }
        let world = NodeMap::inherited(self, |id, above| above.copied().unwrap_or(Mat4::IDENTITY) * local[id].matrix());
        Pose { world, morph_weights }
    }

    /// Computes the pose that a format without movement is given: that at rest where none is asked for.
    ///
    /// Clips are looked up before animations; the empty name is the first animation, and without any the pose at rest. Fails with the names of the clips where none has the
    /// name, and with the range of the timeline where the tick is outside of it; the error names no format yet.
    pub fn still_pose(&self, at: Option<&PoseAt>) -> Result<Pose> {
        let has_it = |at: &&PoseAt| !at.clip.is_empty() || !self.animations.is_empty();
        let Some(at) = at.filter(has_it) else { return Ok(self.rest_pose()) };
        let Some(animation) = self.animation_at(at) else {
            let clips = self.animations.iter().flat_map(Animation::clips_or_whole);
            let named = clips.filter(|clip| !clip.name.is_empty());
            let mut names: Vec<String> = named.map(|clip| format!("{:?}", clip.name)).take(9).collect();
            if names.len() == 9 {
                names.pop();
                names.push("..".into());
            }
            let expected = match names.as_slice() {
                [] if self.animations.is_empty() => "no pose, for there is no animation".into(),
                [] => format!("none, as the clip has no name: @{}", at.tick),
                names => names.join(", "),
            };
            return Err(Error::new("", ErrorKind::option("clip", expected, format!("{:?}", at.clip))));
        };
        animation.allow_tick(at.tick)?;
        Ok(self.pose(animation, at.tick))
    }

    /// Finds the animation that holds a moment.
    fn animation_at(&self, at: &PoseAt) -> Option<&Animation> {
        let named = |a: &&Animation| a.clips.iter().any(|clip| clip.name == at.clip);
        let first = self.animations.first().filter(|_| at.clip.is_empty());
        let found = first.or_else(|| self.animations.iter().find(named));
        found.or_else(|| self.animations.iter().find(|a| a.name == at.clip))
    }
}

impl Pose {
    /// Returns the world positions of the vertices of the mesh that a node places, skinned and morphed.
    ///
    /// Vertices without influences follow the node. The list is empty for a node without a mesh.
    pub fn positions(&self, scene: &Valid<'_>, node: NodeId) -> Vec<Vec3> {
        let Some(instance) = scene[node].mesh.as_deref() else { return Vec::new() };
        self.skinned_positions(node, &scene[instance.mesh], instance.skeleton.map(|id| &scene[id]))
    }

    /// Returns the least and the greatest coordinates of [`positions`](Self::positions); `None` where there are none.
    pub fn extent(&self, scene: &Valid<'_>, node: NodeId) -> Option<[Vec3; 2]> {
        let instance = scene[node].mesh.as_deref()?;
        let mesh = &scene[instance.mesh];
        let is_skinned = instance.skeleton.is_some() && !mesh.weights.is_empty();
        let found = if is_skinned || self.world[node] != Mat4::IDENTITY {
            extent(&self.positions(scene, node))
        } else {
            extent(&self.morphed(mesh, node, &mesh.positions, |target| &target.positions))
        };
        found.map(|corners| corners.map(Vec3::from_array))
    }

    /// Returns the world normals of the vertices of the mesh that a node places, skinned and morphed, of unit length where
    /// they have any.
    ///
    /// The list is empty for a node whose mesh has none.
    pub fn normals(&self, scene: &Valid<'_>, node: NodeId) -> Vec<Vec3> {
        let Some(instance) = scene[node].mesh.as_deref() else { return Vec::new() };
        self.skinned_normals(node, &scene[instance.mesh], instance.skeleton.map(|id| &scene[id]))
    }

    /// Returns what [`positions`](Self::positions) does for a mesh as if a node placed it, bound to a skeleton that has all its joints.
    pub fn skinned_positions(&self, node: NodeId, mesh: &Mesh, skeleton: Option<&Skeleton>) -> Vec<Vec3> {
        let positions = self.morphed(mesh, node, &mesh.positions, |target| &target.positions);
        let own = self.world[node];
        let Some(skeleton) = skeleton.filter(|_| !mesh.weights.is_empty()) else {
            return positions.iter().map(|&p| own.transform_point3(p)).collect();
        };
        let joints = self.joints(skeleton);
        let skinned = |(&p, influences): (&Vec3, &[Influence])| {
            if influences.is_empty() {
                return own.transform_point3(p);
            }
            influences.iter().map(|i| joints[i.joint as usize].transform_point3(p) * i.weight).sum()
        };
        positions.iter().zip(mesh.weights.iter()).map(skinned).collect()
    }

    /// Returns what [`normals`](Self::normals) does for a mesh as if a node placed it, bound to a skeleton that has all its joints.
    pub fn skinned_normals(&self, node: NodeId, mesh: &Mesh, skeleton: Option<&Skeleton>) -> Vec<Vec3> {
        let normals = self.morphed(mesh, node, &mesh.normals, |target| &target.normals);
        let own = normal_matrix(&self.world[node]);
        let Some(skeleton) = skeleton.filter(|_| !mesh.weights.is_empty()) else {
            return normals.iter().map(|&n| turned(&own, n)).collect();
        };
        let joints: Vec<Mat3> = self.joints(skeleton).iter().map(normal_matrix).collect();
        let skinned = |(&n, influences): (&Vec3, &[Influence])| {
            if influences.is_empty() {
                return turned(&own, n);
            }
            let sum: Vec3 = influences.iter().map(|i| turned(&joints[i.joint as usize], n) * i.weight).sum();
            sum.try_normalize().unwrap_or(sum)
        };
        normals.iter().zip(mesh.weights.iter()).map(skinned).collect()
    }

    /// Returns for each joint what moves vertices from the bind pose into the world.
    fn joints(&self, skeleton: &Skeleton) -> Vec<Mat4> {
        let pairs = skeleton.joints.iter().zip(&skeleton.inverse_bind);
        pairs.map(|(&joint, inverse)| self.world[joint] * *inverse).collect()
    }

    fn morph_weight(&self, node: NodeId, target: usize) -> Option<f32> {
        self.morph_weights.get(&node)?.get(target).copied()
    }

    /// Returns values of a mesh's vertices moved by those of its morph targets.
    fn morphed<'m>(&self, mesh: &'m Mesh, node: NodeId, own: &'m [Vec3], of: Deltas) -> Cow<'m, [Vec3]> {
        let mut values = Cow::Borrowed(own);
        for (i, target) in mesh.morph_targets.iter().enumerate() {
            let weight = self.morph_weight(node, i).unwrap_or(target.weight);
            if weight != 0.0 {
                values.to_mut().iter_mut().zip(of(target)).for_each(|(value, delta)| *value += *delta * weight);
            }
        }
        values
    }
}

/// Returns what turns normals where `matrix` moves points; the identity stays exact, and so do normals under it.
fn normal_matrix(matrix: &Mat4) -> Mat3 {
    let linear = Mat3::from_mat4(*matrix);
    // The cofactors turn normals rightly even where the matrix has no inverse; a mirror must not turn them inside out.
    let cofactors = Mat3::from_cols(
        linear.y_axis.cross(linear.z_axis),
        linear.z_axis.cross(linear.x_axis),
        linear.x_axis.cross(linear.y_axis),
    );
    if linear.determinant() < 0.0 { cofactors * -1.0 } else { cofactors }
}

fn turned(matrix: &Mat3, normal: Vec3) -> Vec3 {
    if *matrix == Mat3::IDENTITY {
        return normal;
    }
    let turned = *matrix * normal;
    turned.try_normalize().unwrap_or(turned)
}

/// The value of a channel at a moment.
#[derive(Debug, Clone, PartialEq)]
pub enum Sample {
    /// The node's translation.
    Translation(Vec3),
    /// The node's rotation, of unit length.
    Rotation(Quat),
    /// The node's scale.
    Scale(Vec3),
    /// The weights of the node's morph targets.
    Weights(Vec<f32>),
}

impl Channel {
    /// Computes the value at a tick; `ticks_per_second` serves the tangents of cubic splines.
    ///
    /// Finite keys give finite values: where a tangent leads out of the range of floats, that of the key before.
    pub fn sample(&self, tick: f32, ticks_per_second: f32) -> Option<Sample> {
        self.at(&Span::find(self, tick, ticks_per_second)?)
    }

    /// Computes the value at a tick as if there were no keys between two of them. It is no use for cubic splines.
    pub fn sample_between(&self, before: usize, after: usize, tick: f32) -> Option<Sample> {
        let (start, end) = (*self.times.get(before)?, *self.times.get(after)?);
        self.at(&Span::new(self.interpolation, [before, after], [start, end], tick, 1.0))
    }

    fn at(&self, span: &Span) -> Option<Sample> {
        match &self.track {
            Track::Translation(values) => span.vector(values).map(Sample::Translation),
            Track::Scale(values) => span.vector(values).map(Sample::Scale),
            Track::Rotation(values) => span.rotation(values).map(Sample::Rotation),
            Track::Weights { targets, values } => {
                let row = |key: usize| values.get(key * targets..(key + 1) * targets);
                let column = |target: usize| {
                    let value = |key| row(key).and_then(|r| r.get(target)).copied();
                    span.mix(value, |a, b, t| a + (b - a) * t).filter(|x| x.is_finite()).or_else(|| value(span.start()))
                };
                (0..*targets).map(column).collect::<Option<Vec<f32>>>().map(Sample::Weights)
            }
        }
    }
}

/// The two keys around a moment.
struct Span {
    interpolation: Interpolation,
    before: usize,
    after: usize,
    /// The share of the way from `before` to `after`, 0 to 1.
    t: f32,
    seconds: f32,
}

impl Span {
    fn find(channel: &Channel, tick: f32, ticks_per_second: f32) -> Option<Self> {
        let times = &channel.times;
        let after = times.partition_point(|&time| time <= tick);
        let before = after.saturating_sub(1);
        let after = after.min(times.len().checked_sub(1)?);
        let (start, end) = (*times.get(before)?, *times.get(after)?);
        Some(Self::new(channel.interpolation, [before, after], [start, end], tick, ticks_per_second))
    }

    fn new(
        interpolation: Interpolation,
        [before, after]: [usize; 2],
        [start, end]: [f32; 2],
        tick: f32,
        ticks_per_second: f32,
    ) -> Self {
        let t = if end > start && tick > start { ((tick - start) / (end - start)).min(1.0) } else { 0.0 };
        Self { interpolation, before, after, t, seconds: (end - start) / ticks_per_second }
    }

    /// Mixes values by any rule that is linear in them.
    fn mix<T>(&self, value: impl Fn(usize) -> Option<T>, lerp: impl Fn(T, T, f32) -> T) -> Option<T>
    where
        T: Copy + std::ops::Add<Output = T> + std::ops::Mul<f32, Output = T>,
    {
        match self.interpolation {
            Interpolation::Step => value(self.before),
            Interpolation::Linear | Interpolation::LinearNormalized => {
                Some(lerp(value(self.before)?, value(self.after)?, self.t))
            }
            Interpolation::CubicSpline => {
                let (t, t2, t3) = (self.t, self.t * self.t, self.t * self.t * self.t);
                let (start, leave) = (value(self.before * 3 + 1)?, value(self.before * 3 + 2)?);
                let (enter, end) = (value(self.after * 3)?, value(self.after * 3 + 1)?);
                Some(
                    start * (2.0 * t3 - 3.0 * t2 + 1.0)
                        + leave * (self.seconds * (t3 - 2.0 * t2 + t))
                        + end * (3.0 * t2 - 2.0 * t3)
                        + enter * (self.seconds * (t3 - t2)),
                )
            }
        }
    }

    /// Returns the number of the value at the key before the moment.
    fn start(&self) -> usize {
        if self.interpolation == Interpolation::CubicSpline { self.before * 3 + 1 } else { self.before }
    }

    fn vector(&self, values: &[Vec3]) -> Option<Vec3> {
        let start = values.get(self.start()).copied();
        if self.t == 0.0 {
            return start;
        }
        self.mix(|key| values.get(key).copied(), Vec3::lerp).filter(|value| value.is_finite()).or(start)
    }

    fn rotation(&self, values: &[Quat]) -> Option<Quat> {
        let start = values.get(self.start()).copied().map(unit);
        if self.t == 0.0 {
            return start;
        }
        if self.interpolation == Interpolation::Linear {
            return Some(portable::slerp(*values.get(self.before)?, *values.get(self.after)?, self.t));
        }
        let mixed = self.mix(|key| values.get(key).copied(), |a, b, t| a * (1.0 - t) + b * t)?;
        if portable::length(mixed).is_finite() { Some(portable::unit_or_identity(mixed)) } else { start }
    }
}

/// Brings a rotation to unit length unless only rounding is off, so that a stored key keeps its bits.
fn unit(q: Quat) -> Quat {
    let length = portable::length(q);
    if (length * length - 1.0).abs() <= 1e-5 {
        q
    } else if length > 0.0 && length.is_finite() {
        q / length
    } else {
        Quat::IDENTITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{MeshId, SkeletonId};
    use crate::mesh::Weights;
    use crate::scene::{MeshInstance, Node, Transform, Trs};
    use crate::skeleton::Skeleton;
    use std::f32::consts::FRAC_PI_2;

    fn channel(interpolation: Interpolation, track: Track) -> Channel {
        Channel { target: NodeId(0), interpolation, times: vec![1.0, 3.0], track }
    }

    #[test]
    fn samples_hold_at_both_ends_and_mix_between() {
        let track = || Track::Translation(vec![Vec3::ZERO, Vec3::X * 4.0]);
        let rows = [
            (Interpolation::Linear, [0.0, 0.0, 1.0, 4.0, 4.0]),
            (Interpolation::Step, [0.0, 0.0, 0.0, 4.0, 4.0]),
            (Interpolation::LinearNormalized, [0.0, 0.0, 1.0, 4.0, 4.0]),
        ];
        for (interpolation, expected) in rows {
            let channel = channel(interpolation, track());
            for (tick, x) in [0.0, 1.0, 1.5, 3.0, 9.0].into_iter().zip(expected) {
                assert_eq!(
                    channel.sample(tick, 1.0),
                    Some(Sample::Translation(Vec3::X * x)),
                    "{interpolation:?} {tick}"
                );
            }
        }
    }

    #[test]
    fn cubic_spline_follows_its_tangents() {
        // A straight line with slope 2 a second: tangents equal to the slope reproduce it.
        let values = vec![Vec3::X * 2.0, Vec3::ZERO, Vec3::X * 2.0, Vec3::X * 2.0, Vec3::X * 4.0, Vec3::X * 2.0];
        let channel = channel(Interpolation::CubicSpline, Track::Translation(values));
        let Some(Sample::Translation(v)) = channel.sample(1.5, 1.0) else { panic!("no sample") };
        assert!((v.x - 1.0).abs() < 1e-6);
    }

    #[test]
    fn finite_keys_give_finite_values() {
        let far = f32::MAX;
        let rows = [
            (
                Interpolation::CubicSpline,
                Track::Translation(vec![Vec3::ONE * far; 6]),
                Sample::Translation(Vec3::ONE * far),
            ),
            (Interpolation::CubicSpline, Track::Scale(vec![Vec3::ONE * far; 6]), Sample::Scale(Vec3::ONE * far)),
            (
                Interpolation::CubicSpline,
                Track::Rotation(vec![Quat::from_xyzw(0.0, far, 0.0, 1.0); 6]),
                Sample::Rotation(Quat::IDENTITY),
            ),
            (Interpolation::Linear, Track::Weights { targets: 1, values: vec![far, -far] }, Sample::Weights(vec![far])),
        ];
        for (interpolation, track, expected) in rows {
            let channel = channel(interpolation, track);
            assert_eq!(channel.sample(1.5, 1e-9), Some(expected), "{interpolation:?}");
        }
    }

    #[test]
    fn rotations_take_the_shorter_way() {
        let quarter = Quat::from_rotation_z(FRAC_PI_2);
        let channel = channel(Interpolation::Linear, Track::Rotation(vec![Quat::IDENTITY, -quarter]));
        let Some(Sample::Rotation(q)) = channel.sample(2.0, 1.0) else { panic!("no sample") };
        assert!((q * Vec3::X).abs_diff_eq(Quat::from_rotation_z(FRAC_PI_2 / 2.0) * Vec3::X, 1e-6));
    }

    #[test]
    fn skinned_vertices_follow_their_joints() {
        let mut scene = Scene::default();
        let instance = MeshInstance { skeleton: Some(SkeletonId(0)), ..MeshInstance::new(MeshId(0)) };
        let root = scene.add_node(None, Node { mesh: Some(Box::new(instance)), ..Node::default() });
        let at = |translation| Transform::Trs(Trs { translation, ..Trs::IDENTITY });
        let joint = scene.add_node(Some(root), Node { transform: at(Vec3::Y), ..Node::default() });
        scene.skeletons.push(Skeleton {
            joints: vec![joint],
            inverse_bind: vec![Mat4::from_translation(-Vec3::Y)],
            ..Skeleton::default()
        });
        let weights = Weights::from_triples(2, [(1, 0, 1.0)].into_iter());
        scene.meshes.push(Mesh { positions: vec![Vec3::ZERO, Vec3::Y * 2.0], weights, ..Mesh::default() });
        let turn = Animation {
            ticks_per_second: 1.0,
            channels: vec![Channel {
                target: joint,
                interpolation: Interpolation::Linear,
                times: vec![0.0],
                track: Track::Rotation(vec![Quat::from_rotation_z(FRAC_PI_2)]),
            }],
            ..Animation::default()
        };
        let scene = scene.into_valid().unwrap();
        let rest = scene.rest_pose().positions(&scene, root);
        assert_eq!(rest, [Vec3::ZERO, Vec3::Y * 2.0]);
        let posed = scene.pose(&turn, 0.0).positions(&scene, root);
        assert!(posed[0].abs_diff_eq(Vec3::ZERO, 1e-6) && posed[1].abs_diff_eq(Vec3::new(-1.0, 1.0, 0.0), 1e-6));
    }

    #[test]
    fn normals_stay_square_to_what_they_are_on() {
        // A slope of 45 degrees; scaling x by 2 makes it flatter, and mirroring x turns it round.
        let slope = Vec3::new(1.0, 1.0, 0.0).normalize();
        for (scale, expected) in [(2.0, Vec3::new(1.0, 2.0, 0.0)), (-1.0, Vec3::new(-1.0, 1.0, 0.0)), (1.0, slope)] {
            let mut scene = Scene::default();
            scene.meshes.push(Mesh { positions: vec![Vec3::ZERO], normals: vec![slope], ..Mesh::default() });
            let transform = Trs { scale: Vec3::new(scale, 1.0, 1.0), ..Trs::IDENTITY }.into();
            let mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
            let node = scene.add_node(None, Node { transform, mesh, ..Node::default() });
            let scene = scene.into_valid().unwrap();
            let normals = scene.rest_pose().normals(&scene, node);
            assert!(normals[0].abs_diff_eq(expected.normalize(), 1e-6), "{scale} {normals:?}");
        }
    }

    #[test]
    fn moments_are_found_by_clip_then_by_animation() {
        let mut scene = Scene::default();
        scene.add_node(None, Node::default());
        let clip = |name: &str| crate::keyframes::Clip { name: name.into(), ..Default::default() };
        let animation = |name: &str, x: f32, clips| Animation {
            name: name.into(),
            ticks_per_second: 1.0,
            last: 1.0,
            clips,
            channels: vec![channel(Interpolation::Step, Track::Translation(vec![Vec3::X * x; 2]))],
            ..Animation::default()
        };
        scene.animations =
            vec![animation("run", 1.0, Vec::new()), animation("all", 2.0, vec![clip("run"), clip("die")])];
        let scene = scene.into_valid().unwrap();
        for (name, x) in [("", Some(1.0)), ("run", Some(2.0)), ("die", Some(2.0)), ("all", Some(2.0)), ("jump", None)] {
            let pose = scene.still_pose(Some(&PoseAt { clip: name.into(), tick: 1.0 })).ok();
            assert_eq!(pose.map(|pose| pose.world[NodeId(0)].w_axis.x), x, "{name:?}");
        }
        let still = Scene { animations: Vec::new(), ..scene.into_scene() }.into_valid().unwrap();
        for (name, is_posed) in [("", true), ("run", false)] {
            assert_eq!(still.still_pose(Some(&PoseAt { clip: name.into(), tick: 1.0 })).is_ok(), is_posed, "{name:?}");
        }
    }
}
