//! Where nodes rest: bones of Blender have no scale but in clips.

use super::Report;
use super::clips::{Property, near, property, rest, sample};
use super::pairs::{Kind, Pairs};
use glam::{Mat4, Vec3};
use retromesh_core::keyframes::Channel;
use retromesh_core::mesh::Influence;
use retromesh_core::pose::Sample;
use retromesh_core::scene::{MeshInstance, Transform, Trs};
use retromesh_core::{Code, MeshId, NodeId, Scene, SkeletonId};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Two numbers of a transform that differ by less are one.
const NEAR: f32 = 1e-3;

/// The positions and normals of a mesh.
type Shape = (MeshId, Vec<Vec3>, Vec<Vec3>);

/// What the property of tracks of scales is called.
const SCALE: &str = "scale";

/// By property that the original never moves, where its node rested before it got the rest of the original.
type Settled = HashMap<Property, Option<Sample>>;

/// Gives nodes the rest that they have in the original. Where no clip of that moves them, keys that keep one of both rests go: Blender writes what
/// its bones cannot have at rest, such as a scale, as keys, and forgets it in its other clips.
pub(super) fn restore(edited: &mut Scene, original: &Scene, pairs: &Pairs, report: &mut Report) {
    let moved: HashSet<Property> = original.animations.iter().flat_map(|ours| &ours.channels).map(property).collect();
    let mut settled = Settled::new();
    scales(edited, original, pairs, &moved, &mut settled, report);
    settle(edited, original, pairs, &moved, &mut settled, report);
    let mut theirs = std::mem::take(&mut edited.animations);
    for all in theirs.iter_mut().filter(|_| !settled.is_empty()) {
        let rate = all.ticks_per_second;
        let is_still = |their: &Channel| {
            let (node, what) = property(their);
            let before = settled.get(&(node, what));
            before.is_some_and(|before| {
                keeps(their, rate, before.as_ref(), pairs)
                    || keeps(their, rate, rest(edited, node, what).as_ref(), pairs)
            })
        };
        all.channels.retain(|their| !is_still(their));
    }
    edited.animations = theirs;
}

/// Gives nodes that are no joints, below nodes of the original, the rest of that where what moves them goes as there: Blender writes where they are
/// in the frame that it shows.
pub(super) fn moved(edited: &mut Scene, original: &Scene, pairs: &Pairs, report: &mut Report) {
    fn channels(scene: &Scene) -> HashMap<Property, Vec<(&Channel, f32)>> {
        let mut found: HashMap<Property, Vec<(&Channel, f32)>> = HashMap::new();
        for all in &scene.animations {
            let channels = all.channels.iter().map(|channel| (channel, all.ticks_per_second));
            channels.for_each(|channel| found.entry(property(channel.0)).or_default().push(channel));
        }
        found
    }
    let (own, ours) = (channels(edited), channels(original));
    let is_kept_in = |((ours, rate), (own, own_rate)): (&(&Channel, f32), &(&Channel, f32))| {
        let near = near(ours, pairs);
        ours.times.iter().all(|tick| near(sample(own, *tick, *own_rate), sample(ours, *tick, *rate)))
    };
    let mut rests: Vec<(NodeId, Option<Transform>)> = Vec::new();
    let mut is_paired = vec![false; original.nodes.len()];
    for id in original.depth_first() {
        let Some(node) = pairs.edited[id.index()] else { continue };
        let parent = original[id].parent;
        let is_below = parent.and_then(|parent| pairs.edited[parent.index()]) == edited[node].parent;
        is_paired[id.index()] = is_below && parent.is_none_or(|parent| is_paired[parent.index()]);
        let (mut trs, there) = (edited[node].transform.trs(), original[id].transform.trs());
        let (mut is_moved, mut is_kept) = (false, is_paired[id.index()]);
        for what in ["translation", "rotation", SCALE] {
            let Some(known) = ours.get(&(id, what)) else { continue };
            if near(known[0].0, pairs)(rest(edited, node, what), rest(original, id, what)) {
                continue;
            }
            let theirs = own.get(&(node, what)).map_or(&[][..], Vec::as_slice);
            is_moved = true;
            is_kept &= theirs.len() >= known.len() && known.iter().zip(theirs).all(is_kept_in);
            match what {
                "translation" => trs.translation = there.translation,
                "rotation" => trs.rotation = there.rotation,
                _ => trs.scale = there.scale,
            }
        }
        if is_moved && pairs.kinds[id.index()] != Kind::Joint {
            let is_all = is_placed(&trs, &there) && trs.scale.abs_diff_eq(there.scale, NEAR * there.scale.length());
            let back = if is_all { original[id].transform.clone() } else { trs.into() };
            rests.push((node, is_kept.then_some(back)));
        }
    }
    for (node, back) in rests {
        match back {
            Some(back) => {
                edited[node].transform = back;
                report.restored("rests of nodes that clips move", &edited[node].name);
            }
            None => report.add(
                Code::StaleExtras,
                "rests of nodes that clips move, which are not restored",
                &edited[node].name,
            ),
        }
    }
}

/// Returns whether a channel keeps its node in one place.
fn keeps(their: &Channel, rate: f32, place: Option<&Sample>, pairs: &Pairs) -> bool {
    let near = near(their, pairs);
    their.times.iter().all(|tick| near(sample(their, *tick, rate), place.cloned()))
}

/// Gives nodes the rest of the original where no clip of that moves them and a clip of the scene keeps them there.
fn settle(
    edited: &mut Scene,
    original: &Scene,
    pairs: &Pairs,
    moved: &HashSet<Property>,
    settled: &mut Settled,
    report: &mut Report,
) {
    let theirs = std::mem::take(&mut edited.animations);
    let used = used(edited);
    for (rate, their) in theirs.iter().flat_map(|all| all.channels.iter().map(|their| (all.ticks_per_second, their))) {
        let (node, what) = property(their);
        let Some(&id) = pairs.original.get(&node).filter(|id| !moved.contains(&(**id, what))) else { continue };
        let (own, place) = (rest(edited, node, what), rest(original, id, what));
        if near(their, pairs)(own.clone(), place.clone()) || !keeps(their, rate, place.as_ref(), pairs) {
            continue;
        }
        let mut trs = edited[node].transform.trs();
        match place {
            Some(Sample::Translation(value)) => trs.translation = value,
            Some(Sample::Rotation(value)) => trs.rotation = value,
            Some(Sample::Scale(value)) => trs.scale = value,
            _ => continue,
        }
        edited[node].transform = trs.into();
        settled.insert((node, what), own);
        // A mesh is where its bind pose puts it: of such a joint clips say the same as before.
        if !used.contains(&node) {
            report.restored("rests of nodes that no clip moves", &edited[node].name);
        }
    }
    edited.animations = theirs;
}

/// Gives joints the scale that they have at rest in the original where they are in the same place and no joint has another: the mesh is bound to
/// larger ones.
fn scales(
    edited: &mut Scene,
    original: &Scene,
    pairs: &Pairs,
    moved: &HashSet<Property>,
    settled: &mut Settled,
    report: &mut Report,
) {
    let is_joint = |id: &NodeId| pairs.kinds[id.index()] == Kind::Joint;
    let joints = original.depth_first().into_iter().filter(is_joint);
    let known: Vec<(NodeId, NodeId)> = joints.filter_map(|id| Some((pairs.edited[id.index()]?, id))).collect();
    let trs = |scene: &Scene, id: NodeId| scene[id].transform.trs();
    let is_other =
        |own: Trs, known: Trs| is_scaled(&own) && !own.scale.abs_diff_eq(known.scale, NEAR * known.scale.length());
    if known.iter().any(|(own, id)| is_other(trs(edited, *own), trs(original, *id))) {
        return bind_tops(edited, original, pairs, report);
    }
    let before = edited.rest_pose().world;
    let mut is_any = false;
    // The joints that new nodes hold in place, and whose scale no clip says.
    let mut unsaid: BTreeMap<NodeId, (NodeId, Sample)> = BTreeMap::new();
    let used = used(edited);
    for (own, id) in known {
        let (here, there) = (trs(edited, own), trs(original, id));
        if !is_scaled(&there) || is_scaled(&here) || !is_placed(&here, &there) {
            continue;
        }
        if holds_new(edited, original, &used, (own, id)) {
            unsaid.insert(own, (id, Sample::Scale(there.scale)));
        } else {
            edited[own].transform = Trs { scale: there.scale, ..here }.into();
            if !moved.contains(&(id, SCALE)) {
                settled.insert((own, SCALE), Some(Sample::Scale(here.scale)));
            }
            is_any = true;
            report.restored("scales of joints at rest", &original[id].name);
        }
    }
    for all in &edited.animations {
        for their in all.channels.iter().filter(|their| property(their).1 == SCALE) {
            let says = |(_, place): &(NodeId, Sample)| keeps(their, all.ticks_per_second, Some(place), pairs);
            if unsaid.get(&their.target).is_some_and(says) {
                unsaid.remove(&their.target);
            }
        }
    }
    let what = "scales of joints with new nodes, which are not restored";
    unsaid.values().for_each(|(id, _)| report.add(Code::StaleExtras, what, &original[*id].name));
    if !is_any {
        return bind_tops(edited, original, pairs, report);
    }
    let after = edited.rest_pose().world;
    let changed = edited.node_ids().filter(|id| before[*id] != after[*id]);
    let changes = changed.map(|id| (id, after[id].inverse() * before[id])).filter(|(_, change)| change.is_finite());
    bind(edited, &changes.collect(), &used);
}

/// Binds skins to a topmost joint of the scale that it has in the original, with their vertices, where they are bound to one in its place without
/// a scale: the joints of a file rest in a pose of the clips where it was exported in one.
fn bind_tops(edited: &mut Scene, original: &Scene, pairs: &Pairs, report: &mut Report) {
    let binds = original.skeletons.iter().flat_map(|skin| skin.joints.iter().zip(&skin.inverse_bind));
    let binds: HashMap<NodeId, Mat4> = binds.map(|(joint, inverse)| (*joint, inverse.inverse())).collect();
    for number in 0..edited.skeletons.len() {
        let skin = &edited.skeletons[number];
        let joints: HashSet<NodeId> = skin.joints.iter().copied().collect();
        let is_top = |joint: &NodeId| edited[*joint].parent.is_none_or(|parent| !joints.contains(&parent));
        let top = skin.joints.iter().position(|joint| is_top(joint) && pairs.original.contains_key(joint));
        let Some((id, inverse)) = top.map(|top| (skin.joints[top], skin.inverse_bind[top])) else { continue };
        let Some(there) = pairs.original.get(&id).and_then(|id| binds.get(id)) else { continue };
        let (change, here) = (*there * inverse, Transform::from(inverse.inverse()).trs());
        let known = Transform::from(*there).trs();
        let is_uniform = known.scale.abs_diff_eq(Vec3::splat(known.scale.x), NEAR * known.scale.length());
        if !is_placed(&here, &known) || is_scaled(&here) || !is_scaled(&known) || !is_uniform {
            continue;
        }
        let Some(own) = own_meshes(edited, number) else { continue };
        let back = change.inverse();
        if !change.is_finite() || !back.is_finite() {
            continue;
        }
        for mesh in own {
            edited.meshes[mesh.index()].positions.iter_mut().for_each(|place| *place = change.transform_point3(*place));
        }
        edited.skeletons[number].inverse_bind.iter_mut().for_each(|inverse| *inverse *= back);
        report.restored("scales of joints at rest", &edited[id].name);
    }
}

/// Returns the meshes of a skin where nothing else has them and none has shapes.
fn own_meshes(edited: &Scene, number: usize) -> Option<BTreeSet<MeshId>> {
    let uses = |mesh: &MeshInstance| mesh.skeleton.is_some_and(|skin| skin.index() == number);
    let instances = edited.nodes.iter().filter_map(|node| node.mesh.as_deref());
    let (own, others): (Vec<&MeshInstance>, Vec<&MeshInstance>) = instances.partition(|mesh| uses(mesh));
    let own: BTreeSet<MeshId> = own.into_iter().map(|mesh| mesh.mesh).collect();
    let is_plain = |id: &MeshId| edited[*id].morph_targets.is_empty() && edited[*id].vertex_frames.is_empty();
    (others.iter().all(|mesh| !own.contains(&mesh.mesh)) && own.iter().all(is_plain)).then_some(own)
}

/// Binds joints where they rest now, each with the change from there to where it rested, with their vertices: those are where joints without a
/// scale put them. Vertices that cannot move stay, as their joints do then.
fn bind(edited: &mut Scene, changes: &HashMap<NodeId, Mat4>, used: &HashSet<NodeId>) {
    for number in 0..edited.skeletons.len() {
        let skin = &edited.skeletons[number];
        let mut moves = skin.joints.iter().filter(|joint| changes.contains_key(joint) && used.contains(joint));
        let shapes = if moves.next().is_none() { Some(Vec::new()) } else { unscaled(edited, number, changes) };
        let is_free = shapes.is_some();
        for (id, positions, normals) in shapes.into_iter().flatten() {
            let mesh = &mut edited.meshes[id.index()];
            (mesh.positions, mesh.normals) = (positions, normals);
        }
        let skin = &mut edited.skeletons[number];
        for (joint, inverse) in skin.joints.iter().zip(&mut skin.inverse_bind) {
            if let Some(change) = changes.get(joint).filter(|_| is_free || !used.contains(joint)) {
                *inverse = *change * *inverse;
            }
        }
    }
}

/// Returns the positions and normals that the meshes of a skin have where its joints are bound with a scale; nothing where not all can move.
fn unscaled(edited: &Scene, number: usize, changes: &HashMap<NodeId, Mat4>) -> Option<Vec<Shape>> {
    let skin = &edited.skeletons[number];
    let of_joint =
        |(joint, inverse): (&NodeId, &Mat4)| changes.get(joint).map(|change| inverse.inverse() * *change * *inverse);
    let without: Vec<Option<Mat4>> = skin.joints.iter().zip(&skin.inverse_bind).map(of_joint).collect();
    let mut found = Vec::new();
    for id in own_meshes(edited, number)? {
        let mesh = &edited[id];
        let (mut positions, mut normals) = (mesh.positions.clone(), mesh.normals.clone());
        for (vertex, row) in mesh.weights.iter().enumerate() {
            if row.iter().all(|influence| without[influence.joint as usize].is_none()) {
                continue;
            }
            let of = |own: &Influence| without[own.joint as usize].unwrap_or(Mat4::IDENTITY) * own.weight;
            let back = row.iter().fold(Mat4::ZERO, |sum, own| sum + of(own)).inverse();
            if !back.is_finite() {
                return None;
            }
            positions[vertex] = back.project_point3(positions[vertex]);
            if let Some(normal) = normals.get_mut(vertex) {
                *normal = back.transform_vector3(*normal).normalize_or(*normal);
            }
        }
        found.push((id, positions, normals));
    }
    Some(found)
}

/// Returns whether only nodes that are new below it depend on the scale of a joint: they are where the edited scene has them.
fn holds_new(edited: &Scene, original: &Scene, used: &HashSet<NodeId>, (own, id): (NodeId, NodeId)) -> bool {
    original[id].children.is_empty() && !edited[own].children.is_empty() && !used.contains(&own)
}

/// Returns the joints that move vertices.
fn used(scene: &Scene) -> HashSet<NodeId> {
    let skinned = scene.nodes.iter().filter_map(|node| node.mesh.as_deref());
    let skinned: HashSet<(MeshId, SkeletonId)> = skinned.filter_map(|skin| Some((skin.mesh, skin.skeleton?))).collect();
    let of_mesh = |(mesh, skeleton): (MeshId, SkeletonId)| {
        scene[mesh].weights.influences.iter().map(move |influence| scene[skeleton].joints[influence.joint as usize])
    };
    skinned.into_iter().flat_map(of_mesh).collect()
}

/// Returns whether two transforms have one place and one rotation.
fn is_placed(here: &Trs, there: &Trs) -> bool {
    let near = NEAR * there.translation.abs().max_element().max(1.0);
    here.translation.abs_diff_eq(there.translation, near) && here.rotation.dot(there.rotation).abs() > 1.0 - NEAR
}

fn is_scaled(trs: &Trs) -> bool {
    !trs.scale.abs_diff_eq(Vec3::ONE, NEAR)
}
