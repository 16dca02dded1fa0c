//! Lights, cameras, nodes that place nothing, extras, and the order of nodes.

use super::Report;
use super::pairs::{Kind, Pairs, kinds};
use super::selections::Places;
use super::surfaces::Surfaces;
use glam::Mat4;
use retromesh_core::scene::{Node, Trs};
use retromesh_core::{CameraId, Code, Extra, Extras, LightId, NodeId, Scene};
use std::collections::{BTreeSet, HashSet};

pub(super) fn restore(edited: &mut Scene, original: &Scene, pairs: &mut Pairs, report: &mut Report) {
    // Nodes that get their extras are levels and references again, too.
    let are_gone =
        [edited.nodes.iter().all(|node| node.lod.is_none()), edited.nodes.iter().all(|node| node.proxy.is_none())];
    extras(edited, original, pairs, report);
    levels_and_proxies(edited, original, pairs, are_gone, report);
    let left = kinds(edited);
    let is_gone = |kind: Kind| pairs.kinds.contains(&kind) && !left.contains(&kind);
    let [lights, cameras] = [is_gone(Kind::Light), is_gone(Kind::Camera)];
    let is_plain = |id: &NodeId| pairs.kinds[id.index()] == Kind::Plain && original[*id].children.is_empty();
    let mut plain = original.node_ids().filter(is_plain).peekable();
    let plains = plain.peek().is_some() && plain.all(|id| pairs.edited[id.index()].is_none());
    for id in original.depth_first() {
        let (what, is_wanted) = match pairs.kinds[id.index()] {
            Kind::Light => ("lights", lights),
            Kind::Camera => ("cameras", cameras),
            Kind::Plain => ("nodes", plains && original[id].children.is_empty()),
            Kind::Joint | Kind::Mesh => ("", false),
        };
        if !is_wanted {
            continue;
        }
        let node = match pairs.edited[id.index()] {
            Some(node) => node,
            None => add(edited, original, id, pairs),
        };
        if let Some(light) = original[id].light {
            edited.lights.push(original.lights[light.index()].clone());
            edited[node].light = Some(LightId::new(edited.lights.len() - 1));
        }
        if let Some(camera) = original[id].camera {
            edited.cameras.push(original.cameras[camera.index()].clone());
            edited[node].camera = Some(CameraId::new(edited.cameras.len() - 1));
        }
        report.restored(what, &original[id].name);
    }
    skinned_meshes(edited, original, pairs, report);
    order(edited, original, pairs, report);
}

/// Puts skinned meshes, which glTF has at the root, below the node that holds them in the original, where that node and all above it place and
/// move nothing.
fn skinned_meshes(edited: &mut Scene, original: &Scene, pairs: &Pairs, report: &mut Report) {
    let channels = edited.animations.iter().flat_map(|animation| &animation.channels);
    let moved: HashSet<NodeId> = channels.map(|channel| channel.target).collect();
    for id in edited.roots.clone() {
        let is_skinned = edited[id].mesh.as_deref().is_some_and(|mesh| mesh.skeleton.is_some());
        let known = pairs.original.get(&id).filter(|_| is_skinned);
        let above = known.and_then(|known| pairs.edited[original[*known].parent?.index()]);
        let Some(above) = above else { continue };
        let is_still =
            |node: NodeId| node != id && !moved.contains(&node) && edited[node].transform.matrix() == Mat4::IDENTITY;
        if std::iter::successors(Some(above), |node| edited[*node].parent).all(is_still) {
            edited.roots.retain(|root| *root != id);
            edited[above].children.push(id);
            edited[id].parent = Some(above);
            report.restored("places of skinned meshes", &edited[id].name);
        }
    }
}

/// Adds a node of the original below the nearest node above it that there is, in its place.
fn add(edited: &mut Scene, original: &Scene, id: NodeId, pairs: &mut Pairs) -> NodeId {
    let mut node = Node { children: Vec::new(), mesh: None, light: None, camera: None, ..original[id].clone() };
    let mut above = original[id].parent;
    let mut matrix = None;
    while let Some(parent) = above.filter(|parent| pairs.edited[parent.index()].is_none()) {
        let below = matrix.unwrap_or_else(|| original[id].transform.matrix());
        matrix = Some(original[parent].transform.matrix() * below);
        above = original[parent].parent;
    }
    if let Some(matrix) = matrix.filter(Mat4::is_finite) {
        let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
        node.transform = if rotation.is_finite() && (rotation.length_squared() - 1.0).abs() < 1e-3 {
            Trs { translation, rotation: rotation.normalize(), scale }.into()
        } else {
            matrix.into()
        };
    }
    let parent = above.and_then(|parent| pairs.edited[parent.index()]);
    let added = edited.add_node(parent, node);
    pairs.add(added, id);
    added
}

/// Gives nodes and the scene their extras where no node of the original has any left; of another kind of file what none has.
fn extras(edited: &mut Scene, original: &Scene, pairs: &Pairs, report: &mut Report) {
    let bare = |own: &Extras, known: &Extras| !known.keys().any(|key| own.contains_key(key));
    let known: Vec<(NodeId, NodeId)> =
        original.node_ids().filter_map(|id| Some((pairs.edited[id.index()]?, id))).collect();
    let are_gone = known.iter().all(|(own, id)| bare(&edited[*own].extras, &original[*id].extras));
    let kept = keys_of_other_kind(edited, original, edited.nodes.iter().map(|node| &node.extras));
    for (own, id) in known.into_iter().filter(|_| are_gone || kept.is_some()) {
        let from = &original[id];
        if kept.is_some() && has_same_points(edited, own, original, id) {
            restore_bytes(&mut edited[own].extras, &from.extras);
        }
        if kept.is_some() {
            let own = edited[own].extras.iter_mut();
            own.for_each(|(key, own)| from.extras.get(key).into_iter().for_each(|known| respell(own, known)));
        }
        if add_missing(&mut edited[own].extras, &from.extras, kept.as_ref(), report) {
            report.restored("extras of nodes", &from.name);
        }
        if are_gone && !from.extras.is_empty() {
            (edited[own].hidden, edited[own].lod, edited[own].proxy) = (from.hidden, from.lod, from.proxy.clone());
        }
    }
    let kept = kept.map(|_| HashSet::new());
    if (kept.is_some() || bare(&edited.extras, &original.extras))
        && add_missing(&mut edited.extras, &original.extras, kept.as_ref(), report)
    {
        report.restored("extras of the scene", original.extras.keys().next().map_or("", String::as_str));
    }
    if kept.is_some() {
        let was = kinds_of_file(edited).map(|(key, kind)| (format!("{key}{EDITED}"), kind.clone()));
        let kinds: Vec<(String, Extra)> =
            was.chain(kinds_of_file(original).map(|(key, kind)| (key.clone(), kind.clone()))).collect();
        edited.extras.extend(kinds);
    }
}

/// Returns the keys of some extras where the scene was read from another kind of file than the original, of the same format: what that kind has
/// not was taken out by nobody.
pub(super) fn keys_of_other_kind<'e>(
    edited: &Scene,
    original: &Scene,
    extras: impl Iterator<Item = &'e Extras>,
) -> Option<HashSet<String>> {
    let is_other = kinds_of_file(original).any(|(key, kind)| edited.extras.get(key).is_some_and(|own| own != kind));
    is_other.then(|| extras.flat_map(Extras::keys).cloned().collect())
}

/// What a key gets that goes on saying what a scene had before it got that of its original, of another kind.
pub(super) const EDITED: &str = "_edited";

/// Returns what a scene says of the kind of its file.
fn kinds_of_file(scene: &Scene) -> impl Iterator<Item = (&String, &Extra)> {
    scene.extras.iter().filter(|(key, _)| key.ends_with(".version"))
}

/// Returns whether the numbers of points mean the same in the meshes of two nodes.
fn has_same_points(edited: &Scene, own: NodeId, original: &Scene, known: NodeId) -> bool {
    let mesh = |node: &Node| node.mesh.as_deref().map(|instance| instance.mesh);
    let meshes = mesh(&edited[own]).zip(mesh(&original[known]));
    meshes.is_some_and(|(own, known)| Places::of(&edited[own], &original[known], &Surfaces::default()).is_by_point)
}

/// Gives texts the capital letters that those in the same places of the original have.
fn respell(own: &mut Extra, known: &Extra) {
    match (own, known) {
        (Extra::Text(own), Extra::Text(known)) if own.eq_ignore_ascii_case(known) => own.clone_from(known),
        (Extra::List(own), Extra::List(known)) => {
            own.iter_mut().zip(known).for_each(|(own, known)| respell(own, known));
        }
        _ => {}
    }
}

/// Gives extras the bytes of the original, which are about the numbers of points, and keeps what they had under further keys.
fn restore_bytes(own: &mut Extras, known: &Extras) {
    let has_bytes = |(key, value): &(&String, &Extra)| matches!(value, Extra::Bytes(_)) && !key.ends_with(EDITED);
    let keys: BTreeSet<String> = own.iter().chain(known).filter(has_bytes).map(|(key, _)| key.clone()).collect();
    let none = || Extra::Bytes(Vec::new());
    for key in keys {
        let before = own.insert(key.clone(), known.get(&key).cloned().unwrap_or_else(none));
        own.insert(format!("{key}{EDITED}"), before.unwrap_or_else(none));
    }
}

/// Adds to extras what they have not of those of the original, of another kind of file without the keys that are `kept` somewhere; returns whether
/// that is something.
pub(super) fn add_missing(
    own: &mut Extras,
    known: &Extras,
    kept: Option<&HashSet<String>>,
    report: &mut Report,
) -> bool {
    let before = own.len();
    for (key, value) in known.iter().filter(|(key, _)| kept.is_none_or(|kept| !kept.contains(*key))) {
        // Bytes are about the numbers of points in their own file.
        if kept.is_some() && matches!(value, Extra::Bytes(_)) && !own.contains_key(key) {
            report.add(Code::StaleExtras, "extras of another kind of file that are not restored", key);
        } else {
            own.entry(key.clone()).or_insert_with(|| value.clone());
        }
    }
    own.len() > before
}

/// Makes nodes levels of detail and references to other models again where none of that kind is left: those that have the name of the original.
fn levels_and_proxies(
    edited: &mut Scene,
    original: &Scene,
    pairs: &Pairs,
    [are_levels_gone, are_proxies_gone]: [bool; 2],
    report: &mut Report,
) {
    for id in original.depth_first() {
        let from = &original[id];
        let own = pairs.edited[id.index()].filter(|own| edited[*own].name == from.name);
        let Some(own) = own.map(|own| &mut edited[own]) else { continue };
        if are_levels_gone && from.lod.is_some() && own.lod.is_none() {
            (own.lod, own.hidden) = (from.lod, from.hidden);
            report.restored("levels of detail", &from.name);
        }
        if are_proxies_gone && from.proxy.is_some() && own.proxy.is_none() {
            own.proxy.clone_from(&from.proxy);
            report.restored("references to other models", &from.name);
        }
    }
}

/// Sorts nodes as in the original where those of it are in another order; new ones come last then, and after its only root.
fn order(edited: &mut Scene, original: &Scene, pairs: &Pairs, report: &mut Report) {
    let mut rank = vec![usize::MAX; edited.nodes.len()];
    for (at, known) in original.depth_first().into_iter().enumerate() {
        if let Some(own) = pairs.edited[known.index()] {
            rank[own.index()] = at;
        }
    }
    let key = |id: &NodeId| rank[id.index()];
    let root = match original.roots.as_slice() {
        [root] => pairs.edited[root.index()],
        _ => None,
    };
    let is_sorted = |ids: &[NodeId]| {
        let has_root = root.is_some_and(|root| ids.contains(&root));
        ids.iter().map(key).filter(|rank| has_root || *rank != usize::MAX).is_sorted()
    };
    for id in edited.node_ids() {
        let children = &mut edited[id].children;
        if !is_sorted(children) {
            children.sort_by_key(key);
            let name = edited[id].name.clone();
            report.restored("the order of nodes", name);
        }
    }
    if !is_sorted(&edited.roots) {
        edited.roots.sort_by_key(key);
        report.restored("the order of nodes", "roots");
    }
}
