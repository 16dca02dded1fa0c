//! What is not restored, and is missing.

use super::Report;
use super::pairs::Pairs;
use super::selections::{NOT_RESTORED, Placed, faces_of};
use crate::listed::listed;
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::Lod;
use retromesh_core::{Code, Diagnostics, NodeId, Result, Scene};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Notes the custom attributes and the selections, with their meshes, of which no mesh has one of that name any more.
pub(super) fn note(edited: &Scene, original: &Scene, report: &mut Report) {
    let placed = Placed::of(edited);
    let mut missing = |what: &'static str, names: fn(&Mesh) -> Vec<&str>, has_mesh: bool| {
        // Also what is restored under another name.
        let begin = |what: &'static str| what.split(' ').next();
        let said: BTreeSet<String> = report
            .0
            .iter()
            .filter(|(_, kind, _)| begin(kind) == begin(what))
            .flat_map(|(.., names)| names)
            .cloned()
            .collect();
        let there: BTreeSet<String> = edited.meshes.iter().flat_map(names).map(str::to_ascii_lowercase).collect();
        let mut missing = BTreeSet::new();
        for mesh in &original.meshes {
            for name in names(mesh).into_iter().filter(|name| !there.contains(&name.to_ascii_lowercase())) {
                let full = if has_mesh { format!("{}: {name}", mesh.name) } else { name.to_owned() };
                if !said.contains(name) && !said.contains(&full) && !placed.has(name) {
                    missing.insert(full);
                }
            }
        }
        missing.into_iter().for_each(|name| report.add(Code::StaleExtras, what, name));
    };
    missing(
        "attributes that are not restored",
        |mesh| mesh.attributes.iter().filter(|_| mesh.vertex_count() > 0).map(|a| a.name.as_str()).collect(),
        false,
    );
    missing(NOT_RESTORED, |mesh| mesh.selections.iter().map(|s| s.name.as_str()).collect(), true);
}

/// Notes the levels of detail that are missing or empty, as programs leave meshes of points out. One of faces may have them in other nodes below.
pub(super) fn levels(edited: &Scene, original: &Scene, report: &mut Report) {
    struct Level<'n> {
        name: &'n str,
        lod: Lod,
        vertices: usize,
        faces: usize,
        children: usize,
    }
    fn levels(scene: &Scene) -> Vec<Level<'_>> {
        let levels = scene.nodes.iter().filter_map(|node| {
            let mesh = node.mesh.as_deref().map(|instance| &scene.meshes[instance.mesh.index()]);
            let (vertices, faces) = mesh.map_or((0, 0), |mesh| (mesh.vertex_count(), mesh.face_count()));
            Some(Level { name: &node.name, lod: node.lod?, vertices, faces, children: node.children.len() })
        });
        levels.collect()
    }
    let own = levels(edited);
    for known in &levels(original) {
        let is_same = |own: &&Level<'_>| (own.lod.role, own.lod.value) == (known.lod.role, known.lod.value);
        let has_content =
            |own: &Level<'_>| known.vertices == 0 || own.vertices > 0 || (known.faces > 0 && own.children > 0);
        if !own.iter().filter(is_same).any(has_content) {
            report.add(Code::StaleExtras, "levels that are not restored", known.name);
        }
    }
}

/// Notes the meshes of nodes of the original that have fewer triangles now, or fewer vertices that no face uses: programs leave out faces that
/// they take for doubles, and such vertices.
pub(super) fn faces(edited: &Scene, original: &Scene, pairs: &Pairs, report: &mut Report) {
    let mesh = |scene: &Scene, id: NodeId| scene[id].mesh.as_deref().map(|instance| instance.mesh);
    let mut seen = HashSet::new();
    for id in original.depth_first() {
        let own = pairs.edited[id.index()].and_then(|own| mesh(edited, own));
        let (Some(known), Some(own)) = (mesh(original, id), own.filter(|own| seen.insert(*own))) else { continue };
        let (before, now) = (original[known].triangle_count(), edited[own].triangle_count());
        if now < before {
            let name = format!("{}: {} of {before} triangles", original[id].name, before - now);
            report.add(Code::StaleExtras, "meshes with fewer faces than in the original", name);
        }
        // Of a mesh of points, the level is missing.
        let unused = |mesh: &Mesh| {
            let mut unused = vec![true; mesh.vertex_count()];
            faces_of(mesh).flatten().for_each(|vertex| unused[*vertex as usize] = false);
            unused.into_iter().filter(|unused| *unused).count()
        };
        let lost = if before.min(now) == 0 { 0 } else { unused(&original[known]).saturating_sub(unused(&edited[own])) };
        if lost > 0 {
            report.add(
                Code::LostVertices,
                "vertices without faces that are not restored",
                format!("{}: {lost}", original[id].name),
            );
        }
    }
}

/// Reports the polygons of meshes that are triangles now.
pub(super) fn polygons(edited: &Scene, original: &Scene, diagnostics: &mut Diagnostics) -> Result<()> {
    // For each name of meshes the triangles and the polygons.
    let of = |scene: &Scene| {
        let mut found: BTreeMap<String, [usize; 2]> = BTreeMap::new();
        for mesh in &scene.meshes {
            let counts = found.entry(mesh.name.clone()).or_default();
            for face in mesh.parts.iter().flat_map(|part| part.faces.iter()) {
                counts[usize::from(face.len() > 3)] += 1;
            }
        }
        found
    };
    let edited = of(edited);
    // Two triangles more than before are a polygon less; others were taken out by hand.
    let cut = |name: &String, [triangles, polygons]: [usize; 2]| {
        let [triangles_now, polygons_now] = edited.get(name).copied().unwrap_or_default();
        let more = triangles_now.saturating_sub(triangles).div_ceil(2);
        polygons.saturating_sub(polygons_now).min(more)
    };
    let cut = of(original).into_iter().map(|(name, counts)| (cut(&name, counts), name));
    let cut: Vec<(usize, String)> = cut.filter(|(count, _)| *count > 0).collect();
    let names: Vec<String> = cut.iter().map(|(_, name)| name.clone()).collect();
    let what = format!("polygons of the original that are triangles now, of meshes: {}", listed(&names));
    diagnostics.note(Code::TriangulatedFaces, cut.iter().map(|(count, _)| count).sum::<usize>(), what)
}
