//! Skins that a bone of another skin carries, such as a weapon with bones of its own: they get the skeleton of both, so that one mesh at the
//! root has all bones. Blitz3D plays the animation of the root alone.

use super::nodes::MAX_BONES;
use super::skins::{has_bare, skin_of, transform};
use glam::Mat4;
use retromesh_core::mesh::Mesh;
use retromesh_core::{MeshId, NodeId, NodeMap, SceneEdit, SkeletonId};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A joint by its skeleton and its number there.
type Joint = (SkeletonId, usize);

/// What becomes of a skeleton.
#[derive(Clone, Copy)]
struct Place {
    /// The skeleton that has its joints now.
    skeleton: SkeletonId,
    /// The number of its first joint there.
    start: usize,
    /// Where its bind pose is in that of the other one.
    matrix: Mat4,
}

/// Puts the joints of skins that a bone of another skin carries into the skeleton of that, in its bind pose.
pub(super) fn adopt(scene: &mut SceneEdit<'_>) {
    let skinned: Vec<NodeId> = scene.depth_first().into_iter().filter(|&id| skin_of(scene, id).is_some()).collect();
    let skin = |id: NodeId| scene[id].mesh.as_deref().and_then(|instance| instance.skeleton);
    let bare: HashSet<SkeletonId> =
        skinned.iter().filter(|id| has_bare(scene, **id)).filter_map(|id| skin(*id)).collect();
    let mut known = HashSet::new();
    let skins: Vec<SkeletonId> = skinned.iter().filter_map(|id| skin(*id)).filter(|skin| known.insert(*skin)).collect();
    let mut joints: HashMap<NodeId, Joint> = HashMap::new();
    let mut shared = HashSet::new();
    for &skin in &skins {
        for (number, &joint) in scene[skin].joints.iter().enumerate() {
            if joints.entry(joint).or_insert((skin, number)).0 != skin {
                shared.insert(joint);
            }
        }
    }
    let above = above(scene, &joints);
    let mut carried: BTreeMap<SkeletonId, Vec<(SkeletonId, Mat4)>> = BTreeMap::new();
    let is_own =
        |skin: &SkeletonId| !bare.contains(skin) && scene[*skin].joints.iter().all(|joint| !shared.contains(joint));
    for skin in skins.into_iter().filter(is_own) {
        if let Some((carrier, matrix)) = carrier(scene, skin, &above) {
            carried.entry(carrier).or_default().push((skin, matrix));
        }
    }
    let mut places: HashMap<SkeletonId, Place> = HashMap::new();
    for (carrier, carried) in carried {
        let mut whole = scene[carrier].clone();
        let mut starts = vec![(carrier, 0, Mat4::IDENTITY)];
        for (skin, matrix) in carried {
            let (start, back) = (whole.joints.len(), matrix.inverse());
            if start + scene[skin].joints.len() <= MAX_BONES {
                whole.joints.extend(&scene[skin].joints);
                whole.inverse_bind.extend(scene[skin].inverse_bind.iter().map(|inverse| *inverse * back));
                starts.push((skin, start, matrix));
            }
        }
        let skeleton = scene.add_skeleton(whole);
        places.extend(starts.into_iter().map(|(skin, start, matrix)| (skin, Place { skeleton, start, matrix })));
    }
    let mut meshes: HashMap<(MeshId, SkeletonId), MeshId> = HashMap::new();
    for id in skinned {
        let Some(mut instance) = scene.node_mut(id).mesh.take() else { continue };
        if let Some((skin, place)) = instance.skeleton.and_then(|skin| Some((skin, *places.get(&skin)?))) {
            instance.skeleton = Some(place.skeleton);
            if place.start > 0 {
                let source = instance.mesh;
                instance.mesh = *meshes.entry((source, skin)).or_insert_with(|| {
                    let mesh = moved(&scene[source], &place);
                    scene.add_mesh(mesh)
                });
            }
        }
        scene.node_mut(id).mesh = Some(instance);
    }
}

/// Returns of each node at or below a joint the topmost skin there, with the number of its nearest joint, and the transform from that joint.
fn above(scene: &SceneEdit<'_>, joints: &HashMap<NodeId, Joint>) -> NodeMap<Option<(Joint, Mat4)>> {
    NodeMap::inherited(scene, |id, above: Option<&Option<(Joint, Mat4)>>| {
        let own = joints.get(&id).copied();
        match above.copied().flatten() {
            Some(((skin, _), _)) if own.is_some_and(|(own, _)| own == skin) => own.map(|own| (own, Mat4::IDENTITY)),
            Some((joint, matrix)) => Some((joint, matrix * scene[id].transform.matrix())),
            None => own.map(|own| (own, Mat4::IDENTITY)),
        }
    })
}

/// Returns the skin of which a bone carries all joints of another, and where the bind pose of the other is in its own.
fn carrier(
    scene: &SceneEdit<'_>,
    skin: SkeletonId,
    above: &NodeMap<Option<(Joint, Mat4)>>,
) -> Option<(SkeletonId, Mat4)> {
    let skeleton = &scene[skin];
    let ((carrier, number), below) = above[*skeleton.joints.first()?]?;
    let is_carried = |joint: &NodeId| {
        let top = above[*joint].map(|((top, _), _)| top);
        top == Some(carrier) && scene[*joint].mesh.is_none()
    };
    if carrier == skin || !skeleton.joints.iter().all(is_carried) {
        return None;
    }
    let matrix = scene[carrier].inverse_bind[number].inverse() * below * *skeleton.inverse_bind.first()?;
    (matrix.is_finite() && matrix.determinant() > 0.0).then_some((carrier, matrix))
}

/// Returns a mesh with the joints of its place, in the bind pose of that.
fn moved(mesh: &Mesh, place: &Place) -> Mesh {
    let mut mesh = mesh.clone();
    transform(&mut mesh, &place.matrix);
    mesh.weights.influences.iter_mut().for_each(|influence| influence.joint += place.start as u32);
    mesh
}
