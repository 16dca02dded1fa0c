//! Binary glTF files posed by code of its own: the reference for written animations.
//!
//! Nothing here is shared with the exporter or with `Scene::pose`: files are read with the `gltf` crate, and the maths is
//! written out in double precision.

use glam::{DMat4, DQuat, DVec3, Vec3};
use gltf::animation::Interpolation;
use gltf::animation::util::ReadOutputs;
use retromesh_core::{NodeId, Space, Valid};
use std::collections::HashMap;

/// One drawn triangle: the node of the scene whose mesh it belongs to, and its corners in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PosedTriangle {
    /// The node's number in the scene that was written; the exporter says it where a mesh had to move to another node.
    pub node: usize,
    /// The corners in the order of the file.
    pub corners: [Vec3; 3],
}

/// A file that is ready to be posed.
pub struct PosedGlb {
    document: gltf::Document,
    bin: Vec<u8>,
}

impl PosedGlb {
    /// Reads a binary file, which must be valid.
    pub fn open(glb: &[u8]) -> Self {
        // Validation knows no extension that has vertices of whole numbers.
        let gltf::Gltf { document, blob } = gltf::Gltf::from_slice_without_validation(glb).unwrap();
        Self { document, bin: blob.unwrap_or_default() }
    }

    /// Returns the description.
    pub fn document(&self) -> &gltf::Document {
        &self.document
    }

    /// Returns the seconds of the last key of an animation.
    pub fn duration(&self, animation: usize) -> f32 {
        let channels = self.document.animations().nth(animation).unwrap();
        let last = |c: gltf::animation::Channel<'_>| {
            c.reader(|_| Some(&self.bin)).read_inputs().unwrap().last().unwrap_or(0.0)
        };
        channels.channels().map(last).fold(0.0, f32::max)
    }

    /// Returns the triangles of all meshes under all scenes, node by node in depth-first order; `None` is the rest pose.
    pub fn triangles(&self, animation: Option<usize>, seconds: f32) -> Vec<PosedTriangle> {
        self.posed(self.document.scenes(), animation, seconds)
    }

    /// Returns the triangles of the default scene, which is all that some viewers show.
    pub fn default_triangles(&self, animation: Option<usize>, seconds: f32) -> Vec<PosedTriangle> {
        let scene = self.document.default_scene().or_else(|| self.document.scenes().next());
        self.posed(scene, animation, seconds)
    }

    fn posed<'d>(
        &'d self,
        scenes: impl IntoIterator<Item = gltf::Scene<'d>>,
        animation: Option<usize>,
        seconds: f32,
    ) -> Vec<PosedTriangle> {
        let mut local: Vec<Local> = self.document.nodes().map(|node| Local::of(&node)).collect();
        let mut weights: HashMap<usize, Vec<f32>> = HashMap::new();
        for channel in
            animation.and_then(|a| self.document.animations().nth(a)).iter().flat_map(gltf::Animation::channels)
        {
            self.apply(&channel, seconds, &mut local, &mut weights);
        }
        let mut world = vec![DMat4::IDENTITY; local.len()];
        let mut order = Vec::new();
        for scene in scenes {
            let mut stack: Vec<(gltf::Node<'_>, DMat4)> = scene.nodes().map(|n| (n, DMat4::IDENTITY)).collect();
            stack.reverse();
            while let Some((node, parent)) = stack.pop() {
                let matrix = parent * local[node.index()].matrix();
                world[node.index()] = matrix;
                let children: Vec<_> = node.children().map(|child| (child, matrix)).collect();
                stack.extend(children.into_iter().rev());
                order.push(node);
            }
        }
        let mut out = Vec::new();
        for node in order {
            self.node_triangles(&node, &world, weights.get(&node.index()).map(Vec::as_slice), &mut out);
        }
        out
    }

    /// Reads rows of three floats, or of whole numbers as `KHR_mesh_quantization` allows them.
    fn vectors(&self, accessor: &gltf::Accessor<'_>) -> Vec<DVec3> {
        use gltf::accessor::DataType;
        let (view, size) = (accessor.view().unwrap(), accessor.data_type().size());
        let stride = view.stride().unwrap_or(size * 3);
        let start = view.offset() + accessor.offset();
        let number = |at: usize| {
            let bytes = &self.bin[at..at + size];
            let (value, max) = match accessor.data_type() {
                DataType::I8 => (f64::from(bytes[0] as i8), 127.0),
                DataType::U8 => (f64::from(bytes[0]), 255.0),
                DataType::I16 => (f64::from(i16::from_le_bytes([bytes[0], bytes[1]])), 32_767.0),
                DataType::U16 => (f64::from(u16::from_le_bytes([bytes[0], bytes[1]])), 65_535.0),
                _ => (f64::from(f32::from_le_bytes(bytes.try_into().unwrap())), 1.0),
            };
            if accessor.normalized() { (value / max).max(-1.0) } else { value }
        };
        let row = |i: usize| DVec3::from([0, 1, 2].map(|column| number(start + i * stride + column * size)));
        (0..accessor.count()).map(row).collect()
    }

    fn apply(
        &self,
        channel: &gltf::animation::Channel<'_>,
        seconds: f32,
        local: &mut [Local],
        weights: &mut HashMap<usize, Vec<f32>>,
    ) {
        let reader = channel.reader(|_| Some(&self.bin));
        let times: Vec<f32> = reader.read_inputs().unwrap().collect();
        let key = Key::at(&times, seconds, channel.sampler().interpolation());
        let target = &mut local[channel.target().node().index()];
        match reader.read_outputs().unwrap() {
            ReadOutputs::Translations(values) => target.translation = key.vector(&values.collect::<Vec<_>>()),
            ReadOutputs::Scales(values) => target.scale = key.vector(&values.collect::<Vec<_>>()),
            ReadOutputs::Rotations(values) => {
                let values: Vec<[f32; 4]> = values.into_f32().collect();
                target.rotation = key.rotation(&values);
            }
            ReadOutputs::MorphTargetWeights(values) => {
                let values: Vec<f32> = values.into_f32().collect();
                let rows = if key.cubic { times.len() * 3 } else { times.len() };
                let width = values.len() / rows;
                let column = |c: usize| {
                    let column: Vec<[f32; 1]> = values.chunks(width).map(|row| [row[c]]).collect();
                    key.mix(&column)[0] as f32
                };
                weights.insert(channel.target().node().index(), (0..width).map(column).collect());
                return;
            }
        }
        target.fixed = None;
    }

    fn node_triangles(
        &self,
        node: &gltf::Node<'_>,
        world: &[DMat4],
        animated: Option<&[f32]>,
        out: &mut Vec<PosedTriangle>,
    ) {
        let Some(mesh) = node.mesh() else { return };
        let own = own_facts(node.extras().as_deref()).and_then(|own| own.get("node")?.as_u64());
        let own = own.map_or(node.index(), |n| n as usize);
        let joints: Option<Vec<DMat4>> = node.skin().map(|skin| {
            let inverse = skin.reader(|_| Some(&self.bin)).read_inverse_bind_matrices();
            let inverse: Vec<[[f32; 4]; 4]> = inverse.map(Iterator::collect).unwrap_or_default();
            let joint = |(i, joint): (usize, gltf::Node<'_>)| {
                let bind = inverse.get(i).map_or(DMat4::IDENTITY, |m| glam::Mat4::from_cols_array_2d(m).as_dmat4());
                world[joint.index()] * bind
            };
            skin.joints().enumerate().map(joint).collect()
        });
        let weights = animated.or(node.weights()).or(mesh.weights()).unwrap_or(&[]);
        for primitive in mesh.primitives() {
            let reader = primitive.reader(|_| Some(&self.bin));
            let mut positions = self.vectors(&primitive.get(&gltf::Semantic::Positions).unwrap());
            for (target, &weight) in primitive.morph_targets().zip(weights) {
                let deltas = target.positions().map(|accessor| self.vectors(&accessor));
                for (p, delta) in positions.iter_mut().zip(deltas.into_iter().flatten()) {
                    *p += delta * f64::from(weight);
                }
            }
            match &joints {
                Some(joints) => {
                    let mut skinned = vec![DVec3::ZERO; positions.len()];
                    for set in 0.. {
                        let (Some(j), Some(w)) = (reader.read_joints(set), reader.read_weights(set)) else { break };
                        for ((v, j), w) in j.into_u16().enumerate().zip(w.into_f32()) {
                            for (j, w) in j.into_iter().zip(w).filter(|(_, w)| *w != 0.0) {
                                skinned[v] += joints[usize::from(j)].transform_point3(positions[v]) * f64::from(w);
                            }
                        }
                    }
                    positions = skinned;
                }
                None => positions.iter_mut().for_each(|p| *p = world[node.index()].transform_point3(*p)),
            }
            if primitive.mode() != gltf::mesh::Mode::Triangles {
                continue;
            }
            let indices = reader.read_indices().map(|indices| indices.into_u32().collect());
            let indices: Vec<u32> = indices.unwrap_or_else(|| (0..positions.len() as u32).collect());
            let corner = |v: u32| positions[v as usize].as_vec3();
            out.extend(
                indices
                    .as_chunks::<3>()
                    .0
                    .iter()
                    .map(|&[a, b, c]| PosedTriangle { node: own, corners: [corner(a), corner(b), corner(c)] }),
            );
        }
    }
}

/// How well a written file keeps the motion of its scene.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Comparison {
    /// Poses that were compared.
    pub poses: usize,
    /// Triangles of all those poses.
    pub triangles: usize,
    /// The largest distance of two corners as a share of the scene's size.
    pub worst: f32,
}

/// Compares the scene with the file written from it: the rest pose, and `samples` moments of every written clip.
///
/// Triangles are compared one by one in their order, corner by corner. Fails with a sentence when they differ in number.
pub fn compare(scene: &Valid<'_>, glb: &[u8], samples: usize) -> Result<Comparison, String> {
    let scene = scene.in_space(Space::GLTF);
    let file = PosedGlb::open(glb);
    let mut comparison = Comparison::default();
    compare_pose(&scene, &scene.rest_pose(), &file.triangles(None, 0.0), &mut comparison)?;
    for animation in file.document.animations() {
        let Some(own) = own_facts(animation.extras().as_deref()) else { continue };
        let Some(own) = own.as_object() else { continue };
        let number = |key: &str| own.get(key).and_then(gltf::json::Value::as_f64);
        let (Some(timeline), Some(first), Some(last), Some(rate)) =
            (number("timeline"), number("first"), number("last"), number("ticksPerSecond"))
        else {
            continue;
        };
        let rate = if own.contains_key("timesAreFrames") { 1.0 } else { rate };
        let timeline = &scene.animations[timeline as usize];
        for sample in 0..samples {
            let tick = first + (last - first) * sample as f64 / (samples.max(2) - 1) as f64;
            let written = file.triangles(Some(animation.index()), ((tick - first) / rate) as f32);
            let pose = scene.pose(timeline, tick as f32);
            compare_pose(&scene, &pose, &written, &mut comparison)
                .map_err(|what| format!("animation {} at tick {tick}: {what}", animation.index()))?;
        }
    }
    Ok(comparison)
}

fn compare_pose(
    scene: &Valid<'_>,
    pose: &retromesh_core::pose::Pose,
    written: &[PosedTriangle],
    comparison: &mut Comparison,
) -> Result<(), String> {
    let mut by_node: HashMap<usize, Vec<[Vec3; 3]>> = HashMap::new();
    for triangle in written {
        by_node.entry(triangle.node).or_default().push(triangle.corners);
    }
    let mut expected: Vec<(usize, Vec<[Vec3; 3]>)> = Vec::new();
    for (i, node) in scene.nodes.iter().enumerate() {
        let Some(instance) = node.mesh.as_deref() else { continue };
        let positions = pose.positions(scene, NodeId::new(i));
        let corners = |t: [u32; 3]| t.map(|v| positions[v as usize]);
        let mesh = &scene[instance.mesh];
        let faces = mesh.parts.iter().flat_map(|part| part.faces.triangles(&mesh.positions).into_owned());
        expected.push((i, faces.map(corners).collect()));
    }
    let all = || expected.iter().flat_map(|(_, triangles)| triangles.as_flattened());
    let min = all().fold(Vec3::splat(f32::INFINITY), |a, &b| a.min(b));
    let max = all().fold(Vec3::splat(f32::NEG_INFINITY), |a, &b| a.max(b));
    let size = (max - min).length().max(f32::MIN_POSITIVE);
    for (node, triangles) in &expected {
        let found = by_node.remove(node).unwrap_or_default();
        if found.len() != triangles.len() {
            return Err(format!("node {node}: expected {} triangles, found {}", triangles.len(), found.len()));
        }
        for (a, b) in triangles.as_flattened().iter().zip(found.as_flattened()) {
            comparison.worst = comparison.worst.max(a.distance(*b) / size);
        }
        comparison.triangles += triangles.len();
    }
    comparison.poses += 1;
    let other = by_node.keys().next();
    other.map_or(Ok(()), |node| Err(format!("node {node}: triangles that the scene has not")))
}

/// Returns the table that the exporter keeps in extras.
fn own_facts(extras: Option<&gltf::json::extras::RawValue>) -> Option<gltf::json::Value> {
    let value: gltf::json::Value = gltf::json::deserialize::from_str(extras?.get()).ok()?;
    value.get("retromesh").cloned()
}

/// The local transform of a node.
struct Local {
    fixed: Option<DMat4>,
    translation: DVec3,
    rotation: DQuat,
    scale: DVec3,
}

impl Local {
    fn of(node: &gltf::Node<'_>) -> Self {
        let fixed = match node.transform() {
            gltf::scene::Transform::Matrix { matrix } => Some(glam::Mat4::from_cols_array_2d(&matrix).as_dmat4()),
            gltf::scene::Transform::Decomposed { .. } => None,
        };
        let (t, [x, y, z, w], s) = match node.transform() {
            gltf::scene::Transform::Decomposed { translation, rotation, scale } => (translation, rotation, scale),
            gltf::scene::Transform::Matrix { .. } => ([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]),
        };
        Self {
            fixed,
            translation: Vec3::from(t).as_dvec3(),
            rotation: DQuat::from_xyzw(x.into(), y.into(), z.into(), w.into()),
            scale: Vec3::from(s).as_dvec3(),
        }
    }

    fn matrix(&self) -> DMat4 {
        let trs = || DMat4::from_scale_rotation_translation(self.scale, self.rotation.normalize(), self.translation);
        self.fixed.unwrap_or_else(trs)
    }
}

/// The place of a moment between keys.
struct Key {
    before: usize,
    after: usize,
    share: f64,
    span: f64,
    step: bool,
    cubic: bool,
}

impl Key {
    fn at(times: &[f32], seconds: f32, interpolation: Interpolation) -> Self {
        let after = times.iter().position(|&t| t > seconds).unwrap_or(times.len() - 1);
        let before = if times[after] > seconds { after.saturating_sub(1) } else { after };
        let span = f64::from(times[after]) - f64::from(times[before]);
        let share = if span > 0.0 { ((f64::from(seconds) - f64::from(times[before])) / span).max(0.0) } else { 0.0 };
        let (step, cubic) = (interpolation == Interpolation::Step, interpolation == Interpolation::CubicSpline);
        Self { before, after, share, span, step, cubic }
    }

    fn mix<const N: usize>(&self, values: &[[f32; N]]) -> [f64; N] {
        let t = self.share;
        std::array::from_fn(|i| {
            let value = |at: usize| f64::from(values[at][i]);
            if self.cubic {
                let (a, out) = (value(self.before * 3 + 1), value(self.before * 3 + 2) * self.span);
                let (enter, b) = (value(self.after * 3) * self.span, value(self.after * 3 + 1));
                let (t2, t3) = (t * t, t * t * t);
                (2.0 * t3 - 3.0 * t2 + 1.0) * a
                    + (t3 - 2.0 * t2 + t) * out
                    + (3.0 * t2 - 2.0 * t3) * b
                    + (t3 - t2) * enter
            } else if self.step {
                value(self.before)
            } else {
                value(self.before) * (1.0 - t) + value(self.after) * t
            }
        })
    }

    fn vector(&self, values: &[[f32; 3]]) -> DVec3 {
        DVec3::from(self.mix(values))
    }

    fn rotation(&self, values: &[[f32; 4]]) -> DQuat {
        if self.cubic || self.step {
            return DQuat::from_array(self.mix(values)).normalize();
        }
        let key = |at: usize| DQuat::from_array(values[at].map(f64::from)).normalize();
        slerp(key(self.before), key(self.after), self.share)
    }
}

/// Turns from one rotation to another by the shorter way.
pub(crate) fn slerp(a: DQuat, b: DQuat, share: f64) -> DQuat {
    let cosine = a.dot(b);
    let (b, cosine) = if cosine < 0.0 { (-b, -cosine) } else { (b, cosine) };
    let angle = cosine.min(1.0).acos();
    if angle < 1e-9 {
        return a;
    }
    let sine = angle.sin();
    (a * (((1.0 - share) * angle).sin() / sine) + b * ((share * angle).sin() / sine)).normalize()
}
