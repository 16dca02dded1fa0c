//! Motion into a scene: each bone becomes a joint, and moves the selection of its name.

use super::document::Rtm;
use super::{ROOT, STEP, VERSION};
use crate::import::MLOD_SPACE;
use crate::settings::Settings;
use glam::{Mat4, Quat, Vec3};
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::mesh::{Mesh, Weights};
use retromesh_core::scene::{Node, Scene, Transform, Trs};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, Diagnostics, Error, Extra, Finding, NodeId, SkeletonId};
use retromesh_kit::ImportOptions;
use retromesh_kit::settings::FormatSettings;
use retromesh_wire::RawStr;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The node above the bones; vertices of no bone stay with it.
const SKELETON: &str = "skeleton";

impl Rtm<'_> {
    pub(crate) fn import(&self, options: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        let mut scene = Scene { space: MLOD_SPACE, ..Scene::default() };
        let motions = [(String::new(), self.clone())];
        add(&mut scene, &motions, options, diagnostics)?;
        Ok(scene)
    }
}

/// Gives a model the motion of files, a clip each. The first sets which bones there are, and further ones add theirs.
pub(crate) fn animate(
    scene: &mut Scene,
    files: &[(String, Vec<u8>)],
    options: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<(), Error> {
    let mut motions = Vec::with_capacity(files.len());
    for (name, bytes) in files {
        let rtm = Rtm::parse_with(bytes, options, diagnostics).map_err(|error| error.within(name.as_str()))?;
        motions.push((name.clone(), rtm));
    }
    add(scene, &motions, options, diagnostics)
}

fn add(
    scene: &mut Scene,
    motions: &[(String, Rtm<'_>)],
    options: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<(), Error> {
    let bones = Bones::of(motions);
    bones.report(scene, diagnostics)?;
    let root_motion = Settings::of(&options.settings)?.root_motion;
    let pivots = bones.pivots(scene);
    let root = Node { name: SKELETON.into(), extras: [(ROOT.to_owned(), Extra::Bool(true))].into(), ..Node::default() };
    let root = scene.add_node(None, root);
    let mut skeleton = Skeleton { name: SKELETON.into(), ..Skeleton::default() };
    skeleton.joints.push(root);
    skeleton.inverse_bind.push(Mat4::IDENTITY);
    for (name, pivot) in bones.names.iter().zip(&pivots) {
        let transform = Trs { translation: *pivot, ..Trs::IDENTITY };
        let joint = Node { name: name.clone(), transform: transform.into(), ..Node::default() };
        skeleton.joints.push(scene.add_node(Some(root), joint));
        skeleton.inverse_bind.push(Mat4::from_translation(-*pivot));
    }
    let joints = skeleton.joints.clone();
    let id = SkeletonId::new(scene.skeletons.len());
    scene.skeletons.push(skeleton);
    bind(scene, &bones, id);
    for (name, rtm) in motions {
        let mut maker = Maker { bones: &bones, joints: &joints, pivots: &pivots, diagnostics: &mut *diagnostics };
        let mut animation = maker.animation(rtm, name)?;
        if root_motion && rtm.step != Vec3::ZERO && rtm.step.is_finite() {
            animation.channels.push(Channel {
                target: root,
                interpolation: Interpolation::Linear,
                times: vec![0.0, 1.0],
                track: Track::Translation(vec![Vec3::ZERO, rtm.step]),
            });
        }
        scene.animations.push(animation);
    }
    Ok(())
}

/// The bones of all files, by lower-case name, as the engine takes them.
struct Bones {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Bones {
    fn of(motions: &[(String, Rtm<'_>)]) -> Self {
        let mut bones = Self { names: Vec::new(), numbers: HashMap::new() };
        for name in motions.iter().flat_map(|(_, rtm)| &rtm.bones) {
            let name = name.text().to_string();
            let number = bones.names.len();
            bones.numbers.entry(name.to_lowercase()).or_insert_with(|| {
                bones.names.push(name);
                number
            });
        }
        bones
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(&name.to_lowercase()).copied()
    }

    /// Reports bones and selections without a counterpart. A model has selections that are no bones, so those are said in one line.
    fn report(&self, scene: &Scene, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        if scene.meshes.is_empty() {
            return Ok(());
        }
        let selections = scene.meshes.iter().flat_map(|mesh| &mesh.selections);
        let found: BTreeSet<String> = selections.map(|selection| selection.name.to_lowercase()).collect();
        let bare: Vec<&str> =
            self.names.iter().filter(|name| !found.contains(&name.to_lowercase())).map(String::as_str).collect();
        let still: Vec<&str> = found.iter().filter(|name| self.find(name).is_none()).map(String::as_str).collect();
        for (names, what) in [(bare, "bones that move no selection"), (still, "selections that no bone moves")] {
            let detail = format!("{what}: {}", names.join(", "));
            diagnostics.note(Code::UnmatchedBone, names.len(), detail)?;
        }
        Ok(())
    }

    /// Returns the middle of what each bone moves, in the first level that has any of it: between phases the engine moves points along
    /// straight lines, and there a joint does, too.
    fn pivots(&self, scene: &Scene) -> Vec<Vec3> {
        let mut found: BTreeMap<usize, Vec3> = BTreeMap::new();
        for mesh in &scene.meshes {
            for selection in &mesh.selections {
                let Some(bone) = self.find(&selection.name).filter(|bone| !found.contains_key(bone)) else { continue };
                let points: Vec<Vec3> = selection
                    .vertices
                    .iter()
                    .filter_map(|&vertex| mesh.positions.get(vertex as usize).copied())
                    .collect();
                if !points.is_empty() {
                    found.insert(bone, points.iter().sum::<Vec3>() / points.len() as f32);
                }
            }
        }
        (0..self.names.len()).map(|bone| found.get(&bone).copied().unwrap_or_default()).collect()
    }

    /// Returns the weights of a mesh; none where no bone moves any of it.
    fn weights(&self, mesh: &Mesh) -> Weights {
        let mut triples: Vec<(u32, u32, f32)> = Vec::new();
        for selection in &mesh.selections {
            let Some(bone) = self.find(&selection.name) else { continue };
            let weights = selection.weights.iter().copied().chain(std::iter::repeat(1.0));
            let own = selection.vertices.iter().zip(weights).filter(|(_, weight)| *weight > 0.0);
            triples.extend(own.map(|(&vertex, weight)| (vertex, bone as u32 + 1, weight)));
        }
        if triples.is_empty() {
            return Weights::default();
        }
        let mut moved = vec![false; mesh.positions.len()];
        let mut seen = BTreeSet::new();
        // Two selections of one name are one.
        triples.retain(|&(vertex, bone, _)| seen.insert((vertex, bone)));
        triples.iter().for_each(|&(vertex, ..)| {
            if let Some(moved) = moved.get_mut(vertex as usize) {
                *moved = true;
            }
        });
        let still = (0u32..).zip(&moved).filter(|(_, moved)| !**moved).map(|(vertex, _)| (vertex, 0, 1.0));
        triples.extend(still);
        let mut weights = Weights::from_triples(mesh.positions.len(), triples.iter().copied());
        weights.normalize(0.0, 1.0);
        weights
    }
}

/// Binds each mesh that a bone moves.
fn bind(scene: &mut Scene, bones: &Bones, skeleton: SkeletonId) {
    let mut is_bound = Vec::with_capacity(scene.meshes.len());
    for mesh in &mut scene.meshes {
        mesh.weights = bones.weights(mesh);
        is_bound.push(!mesh.weights.is_empty());
    }
    for instance in scene.nodes.iter_mut().filter_map(|node| node.mesh.as_deref_mut()) {
        if is_bound.get(instance.mesh.index()).copied().unwrap_or(false) {
            instance.skeleton = Some(skeleton);
        }
    }
}

/// Makes the animation of one file.
struct Maker<'a> {
    bones: &'a Bones,
    /// The root, then the bones.
    joints: &'a [NodeId],
    pivots: &'a [Vec3],
    diagnostics: &'a mut Diagnostics,
}

impl Maker<'_> {
    fn animation(&mut self, rtm: &Rtm<'_>, name: &str) -> Result<Animation, Error> {
        let order = self.order(rtm)?;
        let times: Vec<f32> = order.iter().map(|(time, _)| *time).collect();
        let mut keys: Vec<Keys> = self.pivots.iter().map(|pivot| Keys::at(*pivot, times.len())).collect();
        let (mut unknown, mut broken, mut sheared) = (0, 0, 0);
        for (place, &(_, phase)) in order.iter().enumerate() {
            let Some(phase) = rtm.phases.get(phase) else { continue };
            for bone in &phase.bones {
                let end = bone.name.iter().position(|&byte| byte == 0).unwrap_or(bone.name.len());
                let name = RawStr::new(bone.name.get(..end).unwrap_or_default()).to_string();
                let found = self.bones.find(&name);
                let Some((pivot, keys)) = found.and_then(|bone| Some((self.pivots.get(bone)?, keys.get_mut(bone)?)))
                else {
                    unknown += 1;
                    continue;
                };
                let matrix = bone.matrix();
                let trs = Transform::Matrix(Box::new(matrix)).trs();
                // With shear the axes are no rotation yet.
                let rotation = trs.rotation.normalize();
                let rotation = if rotation.is_finite() { rotation } else { Quat::IDENTITY };
                let trs = Trs { translation: matrix.transform_point3(*pivot), rotation, ..trs };
                if !trs.translation.is_finite() || !trs.scale.is_finite() {
                    broken += 1;
                    continue;
                }
                let made = Trs { translation: matrix.w_axis.truncate(), ..trs }.matrix();
                sheared += usize::from(!made.abs_diff_eq(matrix, 1e-3));
                keys.set(place, trs);
            }
        }
        let within = format!("motion {name:?}");
        for (code, count, detail) in [
            (Code::IndexOutOfRange, unknown, "bones of phases that the list of names does not have"),
            (Code::NonFinite, broken, "matrices of bones"),
            (Code::ApproximatedTransform, sheared, "matrices of bones"),
        ] {
            self.diagnostics.report(Finding::new(code).times(count).within(within.clone()).detail(detail))?;
        }
        let channels = if times.is_empty() {
            Vec::new()
        } else {
            let joints = self.joints.iter().skip(1);
            joints.zip(keys).flat_map(|(&joint, keys)| keys.channels(joint, &times)).collect()
        };
        let step = rtm.step.to_array().map(|v| Extra::Float(f64::from(if v.is_finite() { v } else { 0.0 })));
        let version = rtm.version.magic().escape_ascii().to_string();
        let extras = [(VERSION.to_owned(), version.into()), (STEP.to_owned(), Extra::List(step.into()))];
        // A file has no speed: the whole of it takes a second.
        Ok(Animation {
            name: name.to_owned(),
            first: 0.0,
            last: 1.0,
            ticks_per_second: 1.0,
            channels,
            extras: extras.into(),
            ..Animation::default()
        })
    }

    /// Returns the phases in order of time, each time once.
    fn order(&mut self, rtm: &Rtm<'_>) -> Result<Vec<(f32, usize)>, Error> {
        let all = rtm.phases.iter().enumerate().map(|(number, phase)| (phase.time, number));
        let mut order: Vec<(f32, usize)> = all.filter(|(time, _)| (0.0..=1.0).contains(time)).collect();
        let outside = rtm.phases.len() - order.len();
        let is_sorted = order.is_sorted_by(|a, b| a.0 <= b.0);
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let before = order.len();
        order.dedup_by(|a, b| a.0 == b.0);
        for (code, count, detail) in [
            (Code::NonFinite, outside, "phases whose time is not from 0 to 1 were left out"),
            (Code::UnsortedKeys, usize::from(!is_sorted), "phases"),
            (Code::DuplicateKey, before - order.len(), "phases"),
        ] {
            self.diagnostics.note(code, count, detail)?;
        }
        Ok(order)
    }
}

/// The keys of one bone.
struct Keys {
    translations: Vec<Vec3>,
    rotations: Vec<Quat>,
    scales: Vec<Vec3>,
}

impl Keys {
    fn at(pivot: Vec3, count: usize) -> Self {
        Self {
            translations: vec![pivot; count],
            rotations: vec![Quat::IDENTITY; count],
            scales: vec![Vec3::ONE; count],
        }
    }

    fn set(&mut self, place: usize, trs: Trs) {
        if let (Some(translation), Some(rotation), Some(scale)) =
            (self.translations.get_mut(place), self.rotations.get_mut(place), self.scales.get_mut(place))
        {
            (*translation, *rotation, *scale) = (trs.translation, trs.rotation, trs.scale);
        }
    }

    fn channels(self, target: NodeId, times: &[f32]) -> Vec<Channel> {
        let is_scaled = self.scales.iter().any(|scale| !scale.abs_diff_eq(Vec3::ONE, 1e-5));
        let scale = is_scaled.then_some(Track::Scale(self.scales));
        let tracks = [Some(Track::Translation(self.translations)), Some(Track::Rotation(self.rotations)), scale];
        let channel = |track| Channel { target, interpolation: Interpolation::Linear, times: times.to_vec(), track };
        tracks.into_iter().flatten().map(channel).collect()
    }
}
