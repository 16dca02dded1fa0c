//! Nodes that programs put around a skeleton, and next to a joint that has a mesh.

use super::Report;
use super::pairs::{Kind, Pairs, kinds};
use crate::levels::remove_nodes;
use crate::numbered::without_number;
use glam::Mat4;
use retromesh_core::{NodeId, NodeMap, Result, Scene, Valid, Violations};
use std::collections::{HashMap, HashSet};

/// Takes out nodes that the original has not, that place and move nothing and have no extras of their own, and that hold joints; nothing else but nodes of the original, unless
/// they have the name of one, or hold its root. What they held is where they were, or below the node that has it in the original and that they held, too.
/// The mesh of a joint, which programs put next to it, is in the joint again, and one of a node that holds a skeleton in that node.
pub(super) fn remove<'s>(scene: Valid<'s>, original: &Scene, report: &mut Report) -> Result<Valid<'s>> {
    let (pairs, kinds) = (Pairs::of(&scene, original), kinds(&scene));
    let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
    let moved: HashSet<NodeId> = channels.map(|channel| channel.target).collect();
    let is_still = |scene: &Scene, id: NodeId| {
        scene[id].transform.matrix().abs_diff_eq(Mat4::IDENTITY, 1e-6) && !moved.contains(&id)
    };
    let is_holder = |id: &NodeId| {
        let node = &scene[*id];
        let is_root = |child: &NodeId| pairs.original.get(child).is_some_and(|known| original.roots == [*known]);
        let is_plain = kinds[id.index()] == Kind::Plain && node.proxy.is_none();
        let is_known =
            || original.nodes.iter().any(|known| known.name == node.name) || node.children.iter().any(is_root);
        // Blender gives it the name, where there is one, and the extras of the node whose joints it holds.
        let has_its_own = || {
            let root = node.children.iter().find(|child| is_root(child)).and_then(|_| original.roots.first());
            let known = original.nodes.iter().filter(|known| known.name == node.name);
            let known = known.chain(root.map(|root| &original[*root]));
            let mut keys = known.map(|known| node.extras.keys().all(|key| known.extras.contains_key(key)));
            node.extras.is_empty() || keys.any(|all| all)
        };
        is_plain
            && !pairs.original.contains_key(id)
            && node.children.iter().any(|child| kinds[child.index()] == Kind::Joint)
            && is_still(&scene, *id)
            && has_its_own()
            && (node.children.iter().all(|child| pairs.original.contains_key(child)) || is_known())
    };
    let holders: Vec<NodeId> = scene.node_ids().filter(is_holder).collect();
    let is_home = |known: &NodeId| {
        let has_skin = original[*known].mesh.as_deref().is_some_and(|mesh| mesh.skeleton.is_some());
        has_skin && pairs.kinds[known.index()] == Kind::Joint
    };
    let has_only_skin = |id: &NodeId| {
        let node = &scene[*id];
        let is_skinned = node.mesh.as_deref().is_some_and(|mesh| mesh.skeleton.is_some());
        is_skinned && node.children.is_empty() && node.extras.is_empty() && is_still(&scene, *id)
    };
    let is_away = |id: &NodeId| has_only_skin(id) && !pairs.original.contains_key(id);
    // A whole name goes before one that was given a number.
    let ids: Vec<NodeId> = scene.node_ids().filter(is_away).collect();
    let whole = ids.iter().map(|id| (Some(&*scene[*id].name), *id));
    let short = ids.iter().map(|id| (without_number(&scene[*id].name), *id));
    let mut away: HashMap<&str, NodeId> = HashMap::new();
    for (name, id) in whole.chain(short).filter_map(|(name, id)| Some((name?, id))) {
        away.entry(name).or_insert(id);
    }
    let mut taken = HashSet::new();
    let homes = original.node_ids().filter(is_home).filter_map(|known| {
        let home = pairs.edited[known.index()].filter(|home| scene[*home].mesh.is_none())?;
        let mesh = *away.get(original[known].name.as_str())?;
        taken.insert(mesh).then_some((mesh, home))
    });
    let mut homes: Vec<(NodeId, NodeId)> = homes.collect();
    // Of a skinned mesh with nodes below it Blender makes a node, above or in the armature that has the mesh then.
    let free = unknown(&scene, &kinds, &pairs, &holders);
    let places = places(&scene, &free, is_still);
    let names: HashSet<&str> = free.iter().map(|id| &*scene[*id].name).collect();
    homes.extend(original.node_ids().filter_map(|known| {
        let name = &original[known].name;
        let mesh = pairs.edited[known.index()].filter(|mesh| names.contains(&**name) && has_only_skin(mesh))?;
        let parent = scene[mesh].parent;
        let next = places.get(&(parent, name)).copied();
        let above = std::iter::successors(parent, |id| scene[*id].parent);
        let mut homes = next.into_iter().chain(above);
        let home = homes.find(|id| scene[*id].name == *name || !is_still(&scene, *id))?;
        (free.contains(&home) && scene[home].name == *name && taken.insert(home)).then_some((mesh, home))
    }));
    if holders.is_empty() && homes.is_empty() {
        return Ok(scene);
    }
    let mut gone = NodeMap::filled(&scene, false);
    let mut edit = scene.edit();
    for (mesh, home) in homes {
        gone[mesh] = true;
        edit.node_mut(home).mesh = edit.node_mut(mesh).mesh.take();
        report.restored("places of skinned meshes", edit[home].name.clone());
    }
    for holder in holders {
        gone[holder] = true;
        report.restored("nodes around skeletons, which are gone", edit[holder].name.clone());
        let mut children = edit[holder].children.clone();
        let parent = edit[holder].parent;
        let above = |child: &NodeId| {
            let above = pairs.edited[original[*pairs.original.get(child)?].parent?.index()]?;
            (edit[above].parent == Some(holder) && is_still(&edit, above)).then_some(above)
        };
        let above: Vec<Option<NodeId>> = children.iter().map(above).collect();
        for (child, above) in children.iter().zip(&above) {
            edit.node_mut(*child).parent = above.or(parent);
            above.iter().for_each(|above| edit.node_mut(*above).children.push(*child));
        }
        edit.node_mut(holder).children.clear();
        let mut above = above.iter();
        children.retain(|_| above.next().is_some_and(Option::is_none));
        let siblings = match parent {
            Some(parent) => &mut edit.node_mut(parent).children,
            None => edit.roots_mut(),
        };
        let at = siblings.iter().position(|id| *id == holder).unwrap_or(siblings.len());
        siblings.splice(at..at, children);
    }
    remove_nodes(&mut edit, &gone);
    edit.finish().map_err(Violations::into_export_error)
}

/// Returns the plain nodes that the original has not and that stay.
fn unknown(scene: &Scene, kinds: &[Kind], pairs: &Pairs, holders: &[NodeId]) -> HashSet<NodeId> {
    let is_plain = |id: &NodeId| kinds[id.index()] == Kind::Plain && !pairs.original.contains_key(id);
    let mut unknown: HashSet<NodeId> = scene.node_ids().filter(is_plain).collect();
    holders.iter().for_each(|holder| {
        unknown.remove(holder);
    });
    unknown
}

/// Returns the first of the nodes `among` of each parent and name that is still.
fn places<'s>(
    scene: &'s Scene,
    among: &HashSet<NodeId>,
    is_still: impl Fn(&Scene, NodeId) -> bool,
) -> HashMap<(Option<NodeId>, &'s str), NodeId> {
    let children = scene.node_ids().flat_map(|id| scene[id].children.iter());
    let mut places = HashMap::new();
    for id in scene.roots.iter().chain(children).filter(|id| among.contains(id) && is_still(scene, **id)) {
        places.entry((scene[*id].parent, &*scene[*id].name)).or_insert(*id);
    }
    places
}
