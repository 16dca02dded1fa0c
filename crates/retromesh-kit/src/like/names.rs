//! Names that got a number.

use super::Report;
use super::pairs::Pairs;
use crate::numbered::{is_numbered, is_renumbered, without_number};
use retromesh_core::Scene;
use retromesh_core::scene::MeshInstance;
use std::collections::{HashMap, HashSet};

/// Returns the number that programs added to a name: 1 is that of the second of a name.
pub(super) fn number(name: &str) -> Option<usize> {
    without_number(name).and_then(|base| name.get(base.len() + 1..)?.parse().ok())
}

/// Gives nodes, meshes, materials and animations the names of the original where only their numbers differ.
pub(super) fn restore(edited: &mut Scene, original: &Scene, pairs: &Pairs, report: &mut Report) {
    for known in original.node_ids() {
        let (from, Some(id)) = (&original[known], pairs.edited[known.index()]) else { continue };
        let is_unnamed = |mesh: &MeshInstance| mesh.skeleton.is_some() && original[mesh.mesh].name.is_empty();
        let name = &mut edited[id].name;
        // As Blender calls them; the node of a skinned mesh, which it puts below that of the armature, as the mesh.
        let [is_node, is_mesh] = ["Node", "Mesh"].map(|kind| is_numbered(name, kind));
        if from.name.is_empty() && (is_node || is_mesh) {
            report.restored("names of nodes that had none", std::mem::take(name));
        } else if is_mesh && from.mesh.as_deref().is_some_and(is_unnamed) {
            report.restored("names of nodes", format!("{name} is {}", from.name));
            from.name.clone_into(name);
        }
    }
    let mut rename = |what: &'static str, name: &mut String, to: &str| {
        if is_renumbered(name, to) {
            report.restored(what, format!("{name} is {to}"));
            to.clone_into(name);
        }
    };
    for known in original.depth_first() {
        let Some(id) = pairs.edited[known.index()] else { continue };
        let (name, to) = (&mut edited[id].name, &original[known]);
        // The number of a level is what it is shown at.
        if to.lod.is_none() || without_number(name) == Some(&to.name) {
            rename("names of nodes", name, &to.name);
        }
    }
    let names = original.meshes.iter().map(|mesh| mesh.name.as_str());
    each(edited.meshes.iter_mut().map(|mesh| &mut mesh.name), names, |name, to| rename("names of meshes", name, to));
    let names = original.materials.iter().map(|material| material.name.as_str());
    let own = edited.materials.iter_mut().map(|material| &mut material.name);
    each(own, names, |name, to| rename("names of materials", name, to));
    let clips = original.clips();
    let names = clips.iter().map(|(_, clip)| clip.name.as_str());
    let own = edited.animations.iter_mut().map(|animation| &mut animation.name);
    each(own, names, |name, to| rename("names of clips", name, to));
}

/// Gives nodes, meshes, materials and selections their blanks again, for which Blender writes `_` to OBJ.
pub(super) fn restore_blanks(edited: &mut Scene, original: &Scene, report: &mut Report) {
    let nodes = original.nodes.iter().map(|node| node.name.as_str());
    let own = edited.nodes.iter_mut().map(|node| &mut node.name);
    blanks("names of nodes", own, nodes, report);
    let meshes = original.meshes.iter().map(|mesh| mesh.name.as_str());
    blanks("names of meshes", edited.meshes.iter_mut().map(|mesh| &mut mesh.name), meshes, report);
    let materials = original.materials.iter().map(|material| material.name.as_str());
    let own = edited.materials.iter_mut().map(|material| &mut material.name);
    blanks("names of materials", own, materials, report);
    let selections = original.meshes.iter().flat_map(|mesh| &mesh.selections).map(|selection| selection.name.as_str());
    let own = edited.meshes.iter_mut().flat_map(|mesh| &mut mesh.selections).map(|selection| &mut selection.name);
    blanks("names of selections", own, selections, report);
}

fn blanks<'n, 'o>(
    what: &'static str,
    own: impl Iterator<Item = &'n mut String>,
    original: impl Iterator<Item = &'o str> + Clone,
    report: &mut Report,
) {
    let known: HashSet<&str> = original.clone().collect();
    let with_blanks = original.filter(|name| name.contains(' ')).map(|name| (name.replace(' ', "_"), name));
    let with_blanks: HashMap<String, &str> = with_blanks.collect();
    for name in own.filter(|name| !known.contains(name.as_str())) {
        let base = without_number(name).filter(|base| with_blanks.contains_key(*base)).unwrap_or(name);
        let Some(to) = with_blanks.get(base).map(|to| format!("{to}{}", &name[base.len()..])) else { continue };
        report.restored(what, format!("{name} is {to}"));
        *name = to;
    }
}

/// Gives images and materials of another kind of file the capital letters of the original: ODOL has all paths in small letters.
pub(super) fn respell(edited: &mut Scene, original: &Scene, report: &mut Report) {
    let images = spellings(original.images.iter().map(|image| image.path.as_str()));
    let materials = spellings(original.materials.iter().map(|material| material.name.as_str()));
    let own = edited.images.iter_mut().map(|image| ("names of images", &images, &mut image.path));
    let names = edited.materials.iter_mut().map(|material| ("names of materials", &materials, &mut material.name));
    for (what, known, name) in own.chain(names) {
        let spelling = known.get(&name.to_ascii_lowercase()).copied().flatten();
        if let Some(spelling) = spelling.filter(|spelling| spelling != name) {
            report.restored(what, spelling);
            spelling.clone_into(name);
        }
    }
}

/// Returns how names are written, by them in small letters; `None` where that is not always the same.
fn spellings<'n>(names: impl Iterator<Item = &'n str>) -> HashMap<String, Option<&'n str>> {
    let mut known = HashMap::new();
    for name in names {
        let first = known.entry(name.to_ascii_lowercase()).or_insert(Some(name));
        *first = first.filter(|first| *first == name);
    }
    known
}

/// Calls for each name that the original has without its number, as often as it has it.
fn each<'n, 'o>(
    own: impl Iterator<Item = &'n mut String>,
    original: impl Iterator<Item = &'o str>,
    mut rename: impl FnMut(&mut String, &str),
) {
    let mut free: HashMap<&str, usize> = HashMap::new();
    original.for_each(|name| *free.entry(name).or_default() += 1);
    let own: Vec<&mut String> = own.collect();
    for name in &own {
        free.entry(name.as_str()).and_modify(|count| *count = count.saturating_sub(1));
    }
    // Those that are as they were have taken theirs.
    let mut free: HashMap<String, usize> = free.into_iter().map(|(name, count)| (name.to_owned(), count)).collect();
    for name in own {
        let Some(to) = without_number(name).map(str::to_owned) else { continue };
        let is_own_name = free.contains_key(name.as_str());
        if let Some(count) = free.get_mut(&to).filter(|count| **count > 0 && !is_own_name) {
            *count -= 1;
            rename(name, &to);
        }
    }
}
