//! Vertices that are equal become one; vertices in another order.

use glam::Vec3;
use retromesh_core::extras::{Extra, LINES, POINTS};
use retromesh_core::mesh::{AttributeData, Faces, Mesh, Weights};
use retromesh_core::space::Space;
use std::collections::HashMap;
use std::hash::Hash;

/// Normals are compared in steps of a thousandth of their length.
const NORMAL_STEPS: f32 = 1000.0;

/// Merges the equal vertices of a mesh and returns how many were left out. Those with other keys stay apart.
pub(crate) fn merge_vertices<K: Hash + Eq>(mesh: &mut Mesh, keys: &[K]) -> usize {
    let Some(mut classes) = classes(mesh) else { return 0 };
    classes.part(keys.iter().enumerate());
    let classes = classes.of;
    let mut numbers: HashMap<u64, u32> = HashMap::with_capacity(classes.len());
    let mut kept = Vec::new();
    let new: Vec<u32> = (0u32..)
        .zip(&classes)
        .map(|(vertex, class)| {
            *numbers.entry(*class).or_insert_with(|| {
                kept.push(vertex);
                kept.len() as u32 - 1
            })
        })
        .collect();
    renumber(mesh, &kept, &new);
    classes.len() - kept.len()
}

/// Returns for each vertex the normal that engines compute where a mesh has none, of its own faces alone, without rounding.
pub(crate) fn own_normals(mesh: &Mesh) -> Vec<[i32; 3]> {
    let mut sums = vec![Vec3::ZERO; mesh.positions.len()];
    for part in &mesh.parts {
        for &triangle in part.faces.triangles(&mesh.positions).as_ref() {
            let normal = mesh.face_normal(triangle, &Space::GLTF).unwrap_or_default();
            triangle.iter().for_each(|&vertex| sums[vertex as usize] += normal);
        }
    }
    let step = |value: f32| (value * NORMAL_STEPS).round() as i32;
    sums.into_iter().map(|sum| sum.normalize_or_zero().to_array().map(step)).collect()
}

/// Gives vertices the numbers that they had before some were repeated: `numbers` has that of each. Changes nothing and returns false where
/// repeated vertices differ by now, or some number is not there.
pub fn merge_repeated(mesh: &mut Mesh, numbers: &[u32]) -> bool {
    let count = numbers.iter().max().map_or(0, |&max| max as usize + 1);
    if numbers.len() != mesh.positions.len() || count > numbers.len() {
        return false;
    }
    let mut kept = vec![u32::MAX; count];
    let of = classes(mesh).map(|classes| classes.of);
    for (vertex, &number) in (0u32..).zip(numbers) {
        let first = &mut kept[number as usize];
        let is_equal = |first: u32| of.as_ref().is_some_and(|of| of[first as usize] == of[vertex as usize]);
        if *first == u32::MAX {
            *first = vertex;
        } else if !is_equal(*first) {
            return false;
        }
    }
    if kept.contains(&u32::MAX) {
        return false;
    }
    renumber(mesh, &kept, numbers);
    true
}

/// Sets of vertices that were equal in all arrays so far; each array parts them further.
struct Classes {
    of: Vec<u64>,
    next: u64,
}

impl Classes {
    /// Parts vertices whose values differ.
    fn part<K: Hash + Eq>(&mut self, values: impl Iterator<Item = (usize, K)>) {
        let mut seen = HashMap::new();
        for (vertex, value) in values {
            let class = &mut self.of[vertex];
            *class = *seen.entry((*class, value)).or_insert_with(|| {
                self.next += 1;
                self.next
            });
        }
    }

    fn part_rows<T: Copy + Into<[f32; N]>, const N: usize>(&mut self, rows: &[T]) {
        self.part(rows.iter().map(|&row| row.into().map(f32::to_bits)).enumerate());
    }
}

/// Returns classes with a number for each vertex, the same for vertices that are equal in everything; `None` where no two are.
fn classes(mesh: &Mesh) -> Option<Classes> {
    let mut classes = Classes { of: vec![0; mesh.positions.len()], next: 0 };
    classes.part_rows(&mesh.positions);
    if classes.next == mesh.positions.len() as u64 {
        return None;
    }
    classes.part_rows(&mesh.normals);
    classes.part_rows(&mesh.tangents);
    mesh.color_sets.iter().for_each(|set| classes.part_rows(set));
    mesh.uv_sets.iter().for_each(|set| classes.part_rows(set));
    let rows = mesh.weights.iter().map(|row| row.iter().map(|i| (i.joint, i.weight.to_bits())).collect::<Vec<_>>());
    classes.part(rows.enumerate());
    for attribute in &mesh.attributes {
        match &attribute.data {
            AttributeData::Float { components, values } => {
                let bits = |row: &[f32]| row.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                classes.part(values.chunks_exact((*components).into()).map(bits).enumerate());
            }
            AttributeData::UInt(values) => classes.part(values.iter().copied().enumerate()),
        }
    }
    for target in &mesh.morph_targets {
        classes.part_rows(&target.positions);
        classes.part_rows(&target.normals);
        classes.part_rows(&target.tangents);
    }
    mesh.vertex_frames.iter().for_each(|frame| classes.part_rows(&frame.positions));
    for selection in &mesh.selections {
        // A vertex in a selection gets a class of its own, which none outside has.
        let weight = |at: usize| selection.weights.get(at).map(|weight| weight.to_bits());
        classes.part(selection.vertices.iter().enumerate().map(|(at, &vertex)| (vertex as usize, weight(at))));
    }
    Some(classes)
}

/// Keeps these vertices; `new` has the number that each vertex gets.
fn renumber(mesh: &mut Mesh, kept: &[u32], new: &[u32]) {
    let number = |vertex: &mut u32| *vertex = new[*vertex as usize];
    for part in &mut mesh.parts {
        match &mut part.faces {
            Faces::Triangles(triangles) => triangles.as_flattened_mut().iter_mut().for_each(number),
            Faces::Polygons { indices, .. } => indices.iter_mut().for_each(number),
        }
        for key in [LINES, POINTS] {
            let Some(Extra::List(list)) = part.extras.get_mut(key) else { continue };
            for vertex in list {
                let named = vertex.as_int().and_then(|vertex| new.get(usize::try_from(vertex).ok()?));
                named.into_iter().for_each(|&number| *vertex = number.into());
            }
        }
    }
    for selection in &mut mesh.selections {
        // Equal vertices are in it alike, so that the first of each stands for all.
        let is_kept = |vertex: u32| kept.get(new[vertex as usize] as usize) == Some(&vertex);
        let mut at = selection.vertices.iter();
        selection.weights.retain(|_| at.next().is_some_and(|&vertex| is_kept(vertex)));
        selection.vertices.retain(|&vertex| is_kept(vertex));
        selection.vertices.iter_mut().for_each(number);
    }
    pick_vertices(mesh, kept);
}

/// Makes each vertex of a mesh the one of this number, in all arrays; faces, selections and lists in extras stay as they are.
pub fn pick_vertices(mesh: &mut Mesh, kept: &[u32]) {
    let Mesh { positions, normals, tangents, color_sets, uv_sets, weights, .. } = mesh;
    pick(positions, kept);
    pick(normals, kept);
    pick(tangents, kept);
    color_sets.iter_mut().for_each(|set| pick(set, kept));
    uv_sets.iter_mut().for_each(|set| pick(set, kept));
    *weights = rows(weights, kept);
    for attribute in &mut mesh.attributes {
        match &mut attribute.data {
            AttributeData::Float { components, values } => {
                let width = usize::from(*components);
                *values = kept.iter().flat_map(|&v| &values[v as usize * width..][..width]).copied().collect();
            }
            AttributeData::UInt(values) => pick(values, kept),
        }
    }
    for target in &mut mesh.morph_targets {
        pick(&mut target.positions, kept);
        pick(&mut target.normals, kept);
        pick(&mut target.tangents, kept);
    }
    mesh.vertex_frames.iter_mut().for_each(|frame| pick(&mut frame.positions, kept));
}

/// Keeps these values; an absent array stays absent.
fn pick<T: Copy>(values: &mut Vec<T>, kept: &[u32]) {
    if !values.is_empty() {
        *values = kept.iter().map(|&vertex| values[vertex as usize]).collect();
    }
}

fn rows(weights: &Weights, kept: &[u32]) -> Weights {
    if weights.is_empty() {
        return Weights::default();
    }
    let mut rows = Weights { starts: vec![0], influences: Vec::new() };
    for &vertex in kept {
        rows.influences.extend_from_slice(weights.of(vertex as usize));
        rows.starts.push(rows.influences.len() as u32);
    }
    rows
}
