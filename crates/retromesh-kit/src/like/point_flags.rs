//! Flags of points, which one kind of file has on its vertices and another on points and faces.

use super::Report;
use super::nodes::EDITED;
use super::pairs::Pairs;
use super::selections::{Place, Places, faces_of, meshes};
use super::surfaces::Surfaces;
use crate::vertices::pick_vertices;
use retromesh_core::mesh::{Attribute, AttributeData, Faces, Mesh, POINT_FLAGS};
use retromesh_core::{Code, Scene};
use std::collections::{HashMap, HashSet};

/// Gives vertices the flags that those of the original have, of another kind of file, where faces are where they were. What they had is under a
/// further key.
pub(super) fn restore(edited: &mut Scene, original: &Scene, pairs: &Pairs, report: &mut Report) {
    let mut done = HashSet::new();
    for (known, own) in meshes(edited, original, pairs) {
        let (known, mesh) = (&original[known], &mut edited.meshes[own.index()]);
        if done.insert(own)
            && let (Some(before), Some(from)) = (flags(mesh), flags(known))
            && before.iter().chain(&from).any(|flags| *flags != 0)
        {
            of_mesh(mesh, known, (before, &from), &pairs.surfaces, report);
        }
    }
}

/// Returns the flags of vertices, which are 0 where there are none; `None` where they are no whole numbers.
fn flags(mesh: &Mesh) -> Option<Vec<u32>> {
    match mesh.attributes.iter().find(|attribute| attribute.name == POINT_FLAGS).map(|attribute| &attribute.data) {
        Some(AttributeData::UInt(flags)) => Some(flags.clone()),
        Some(AttributeData::Float { .. }) => None,
        None => Some(vec![0; mesh.vertex_count()]),
    }
}

fn of_mesh(
    mesh: &mut Mesh,
    known: &Mesh,
    (mut before, from): (Vec<u32>, &[u32]),
    surfaces: &Surfaces,
    report: &mut Report,
) {
    let places = Places::of(mesh, known, surfaces);
    let [own, old] = &places.of;
    // By place the flags of the original, where all vertices there have the same.
    let mut of_place: HashMap<Place, Option<u32>> = HashMap::new();
    for (at, flags) in old.iter().zip(from) {
        let first = of_place.entry(*at).or_insert(Some(*flags));
        *first = first.filter(|first| first == flags);
    }
    let at_place = |at: &Place| of_place.get(at).copied().flatten();
    let known_faces: Vec<&[u32]> = faces_of(known).collect();
    let (mut of_face, mut lost, mut all) = (vec![None; mesh.face_count()], 0, 0);
    for (face, found) in known_faces.iter().zip(&places.faces) {
        found.iter().for_each(|number| _ = of_face[*number as usize].get_or_insert(*face));
        let has_flags = |vertex: &u32| from[*vertex as usize] != 0 && at_place(&old[*vertex as usize]).is_none();
        let has_flags = face.iter().any(has_flags);
        all += usize::from(has_flags);
        lost += usize::from(has_flags && found.is_empty());
    }
    // Vertices of faces with several flags are repeated.
    let mut kept: Vec<u32> = (0..mesh.vertex_count() as u32).collect();
    let mut after: Vec<Option<u32>> = vec![None; kept.len()];
    let mut repeated: HashMap<(u32, u32), u32> = HashMap::new();
    let mut corners = Vec::new();
    for (face, known) in faces_of(mesh).zip(of_face) {
        for vertex in face {
            let at = &own[*vertex as usize];
            let corner = known.and_then(|known| known.iter().find(|corner| old[**corner as usize] == *at));
            let flags = corner.map(|corner| from[*corner as usize]).or_else(|| at_place(at));
            let flags = flags.unwrap_or(before[*vertex as usize]);
            let is_own = *after[*vertex as usize].get_or_insert(flags) == flags;
            corners.push(if is_own {
                *vertex
            } else {
                *repeated.entry((*vertex, flags)).or_insert_with(|| {
                    kept.push(*vertex);
                    after.push(Some(flags));
                    kept.len() as u32 - 1
                })
            });
        }
    }
    let loose = |vertex: usize| at_place(&own[vertex]).unwrap_or(before[vertex]);
    let after: Vec<u32> = after.into_iter().enumerate().map(|(at, flags)| flags.unwrap_or_else(|| loose(at))).collect();
    if lost > 0 {
        let name = format!("{}: {lost} of {all}", known.name);
        report.add(Code::StaleExtras, "flags of the points of faces that are not restored", name);
    }
    if after != before {
        report.restored("flags of points", &known.name);
    }
    repeat(mesh, &kept, &corners);
    before.extend(kept[before.len()..].iter().map(|vertex| before[*vertex as usize]).collect::<Vec<_>>());
    // Without the numbers of points a program took the flags away, too.
    let edited = mesh.point_numbers().is_some().then(|| (format!("{POINT_FLAGS}{EDITED}"), before));
    mesh.attributes.retain(|attribute| attribute.name != POINT_FLAGS);
    for (name, flags) in std::iter::once((POINT_FLAGS.to_owned(), after)).chain(edited) {
        mesh.attributes.push(Attribute { name, data: AttributeData::UInt(flags) });
    }
}

/// Makes each vertex the one of this number, of which those at the end are repeated, and gives faces these corners.
fn repeat(mesh: &mut Mesh, kept: &[u32], corners: &[u32]) {
    let count = mesh.vertex_count();
    pick_vertices(mesh, kept);
    let mut corners = corners.iter();
    for part in &mut mesh.parts {
        let own = match &mut part.faces {
            Faces::Triangles(triangles) => triangles.as_flattened_mut(),
            Faces::Polygons { indices, .. } => indices,
        };
        own.iter_mut().zip(&mut corners).for_each(|(own, corner)| *own = *corner);
    }
    for selection in &mut mesh.selections {
        let own: HashMap<u32, usize> = selection.vertices.iter().copied().zip(0..).collect();
        for (new, vertex) in kept.iter().enumerate().skip(count) {
            let Some(at) = own.get(vertex) else { continue };
            selection.vertices.push(new as u32);
            let weight = selection.weights.get(*at).copied();
            selection.weights.extend(weight);
        }
    }
}
