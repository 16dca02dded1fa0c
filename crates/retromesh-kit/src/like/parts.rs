//! Parts of meshes with one material, which programs merge.

use super::Report;
use super::pairs::Pairs;
use super::selections::{Places, meshes};
use retromesh_core::mesh::{Faces, Part};
use retromesh_core::{MeshId, Scene};
use std::collections::HashSet;

/// Parts triangles where the original does, if those of each of its parts follow each other still. New ones are in the part of the one before.
pub(super) fn restore(edited: &mut Scene, original: &Scene, pairs: &Pairs, report: &mut Report) {
    let mut done: HashSet<MeshId> = HashSet::new();
    // Nodes may have a material for each part.
    let instances = edited.nodes.iter().filter_map(|node| node.mesh.as_deref());
    done.extend(instances.filter(|instance| !instance.materials.is_empty()).map(|instance| instance.mesh));
    for (known, own) in meshes(edited, original, pairs) {
        let (known, mesh) = (&original[known], &mut edited.meshes[own.index()]);
        let materials: HashSet<_> = known.parts.iter().map(|part| part.material).collect();
        if materials.len() == known.parts.len() || !done.insert(own) {
            continue;
        }
        let mut of: Vec<Option<usize>> = vec![None; mesh.face_count()];
        let parts = known.parts.iter().enumerate().flat_map(|(at, part)| (0..part.faces.len()).map(move |_| at));
        let parts: Vec<usize> = parts.collect();
        for (part, faces) in parts.iter().zip(Places::of(mesh, known, &pairs.surfaces).faces) {
            faces.into_iter().for_each(|face| _ = of[face as usize].get_or_insert(*part));
        }
        // Those that were moved are in the order of the others.
        if of.len() == parts.len() && of.iter().zip(&parts).all(|(of, part)| of.is_none_or(|of| of == *part)) {
            of = parts.into_iter().map(Some).collect();
        }
        let (mut of, before) = (of.as_slice(), mesh.parts.len());
        let split = |part: Part| {
            let here;
            (here, of) = of.split_at(part.faces.len());
            split(part, here)
        };
        mesh.parts = std::mem::take(&mut mesh.parts).into_iter().flat_map(split).collect();
        if mesh.parts.len() > before {
            report.restored("parts of meshes with one material", &known.name);
        }
    }
}

/// Splits a part where the numbers of its faces change.
fn split(part: Part, of: &[Option<usize>]) -> Vec<Part> {
    let Faces::Triangles(triangles) = &part.faces else { return vec![part] };
    let mut starts: Vec<(usize, usize)> = of.iter().enumerate().filter_map(|(at, of)| Some((at, (*of)?))).collect();
    starts.dedup_by_key(|(_, number)| *number);
    let mut seen = HashSet::new();
    if starts.len() < 2 || !part.extras.is_empty() || !starts.iter().all(|(_, number)| seen.insert(*number)) {
        return vec![part];
    }
    starts[0].0 = 0;
    let ends = starts.iter().skip(1).map(|(at, _)| *at).chain([triangles.len()]);
    let piece = |((start, _), end): (&(usize, usize), usize)| Part {
        faces: Faces::Triangles(triangles[*start..end].to_vec()),
        face_flags: part.face_flags.get(*start..end).unwrap_or_default().to_vec(),
        name: part.name.clone(),
        material: part.material,
        ..Part::default()
    };
    starts.iter().zip(ends).map(piece).collect()
}
