//! Polygons that programs cut into triangles.

use super::Report;
use super::pairs::{Pairs, ROUNDED};
use super::selections::{Places, faces_of, meshes, triangle};
use super::surfaces::Surfaces;
use glam::Vec3;
use retromesh_core::mesh::{Faces, Mesh};
use retromesh_core::{Scene, Triangulator};
use std::collections::{HashMap, HashSet};

/// Two directions are one where their cosine is at least this.
const SAME_DIRECTION: f32 = 0.999;
/// Two texture coordinates or colours that differ by less are one: programs round them.
const SAME_VALUE: f32 = 1e-4;

/// Makes polygons of the original again of their triangles. These have to be those that the polygon is cut into, in one part, with the same values at
/// shared corners, flags and selections. Where corners were moved, the polygon has to be flat and convex.
pub(super) fn restore(edited: &mut Scene, original: &Scene, pairs: &Pairs, report: &mut Report) {
    let mut done = HashSet::new();
    for (known, own) in meshes(edited, original, pairs) {
        let (known, mesh) = (&original[known], &mut edited.meshes[own.index()]);
        let has_polygons = |mesh: &Mesh| faces_of(mesh).any(|face| face.len() > 3);
        if !has_polygons(known) || !done.insert(own) || has_polygons(mesh) {
            continue;
        }
        let found = Fans::of(mesh, known, &pairs.surfaces).found;
        if !found.is_empty() {
            report.restored("polygons of meshes", format!("{}: {}", known.name, found.len()));
            replace(mesh, &found);
        }
    }
}

/// The triangles of a polygon, and its corners.
type Fan = (Vec<u32>, Vec<u32>);

/// The polygons of the original that are found in a mesh.
struct Fans<'m> {
    mesh: &'m Mesh,
    known: &'m Mesh,
    places: Places,
    triangles: Vec<&'m [u32]>,
    /// By triangle its part, its flags and its selections.
    kinds: Vec<(usize, u32, Vec<usize>)>,
    /// Corners that moved by less stayed.
    rounded: f32,
    taken: HashSet<u32>,
    found: Vec<Fan>,
}

impl<'m> Fans<'m> {
    fn of(mesh: &'m Mesh, known: &'m Mesh, surfaces: &Surfaces) -> Self {
        let parts = mesh.parts.iter().enumerate();
        let kind = |(number, part): (usize, &'m retromesh_core::mesh::Part)| {
            (0..part.faces.len())
                .map(move |face| (number, part.face_flags.get(face).copied().unwrap_or_default(), Vec::new()))
        };
        let mut kinds: Vec<(usize, u32, Vec<usize>)> = parts.flat_map(kind).collect();
        for (number, selection) in mesh.selections.iter().enumerate() {
            selection.faces.iter().for_each(|face| kinds[*face as usize].2.push(number));
        }
        let (places, triangles) = (Places::of(mesh, known, surfaces), faces_of(mesh).collect());
        let rounded = known.positions.iter().map(|at| at.abs().max_element()).fold(0.0, f32::max) * ROUNDED;
        let mut fans =
            Self { mesh, known, places, triangles, kinds, rounded, taken: HashSet::new(), found: Vec::new() };
        let (mut triangulator, mut cut) = (Triangulator::default(), Vec::new());
        for (number, face) in faces_of(known).enumerate().filter(|(_, face)| face.len() > 3) {
            if fans.places.faces[number].is_empty() {
                continue;
            }
            cut.clear();
            triangulator.add(&known.positions, face, &mut cut);
            if let Some(fan) = fans.fan(number, face, &cut) {
                fans.taken.extend(&fan.0);
                fans.found.push(fan);
            }
        }
        fans
    }

    /// Finds the triangles into which a face of the original is cut.
    fn fan(&self, number: usize, face: &[u32], cut: &[[u32; 3]]) -> Option<Fan> {
        let [own, known] = &self.places.of;
        let (mut all, mut corners): (Vec<u32>, Vec<Option<u32>>) = (Vec::new(), vec![None; face.len()]);
        for wanted in cut {
            let places = triangle(known, *wanted);
            let is_wanted = |found: &&u32| {
                let is_free = !self.taken.contains(*found) && !all.contains(*found);
                let corners: &[u32; 3] = self.triangles[**found as usize].first_chunk().unwrap_or(&[0; 3]);
                is_free && triangle(own, *corners) == places
            };
            let found = *self.places.faces[number].iter().find(is_wanted)?;
            for known_corner in wanted {
                let corner = face.iter().position(|vertex| vertex == known_corner)?;
                let is_here = |vertex: &&u32| own[**vertex as usize] == known[*known_corner as usize];
                let vertex = *self.triangles[found as usize].iter().find(is_here)?;
                let first = *corners[corner].get_or_insert(vertex);
                if !is_alike(self.mesh, first as usize, vertex as usize) {
                    return None;
                }
            }
            all.push(found);
        }
        let (corners, kind) =
            (corners.into_iter().collect::<Option<Vec<u32>>>()?, |face: &u32| &self.kinds[*face as usize]);
        let is_one = all.iter().all(|face| kind(face) == kind(&all[0]));
        let at = |corner: &u32| self.mesh.positions[*corner as usize];
        let stays =
            |(known, own): (&u32, &u32)| self.known.positions[*known as usize].distance(at(own)) <= self.rounded;
        let stayed = || face.iter().zip(&corners).all(stays);
        let is_flat = || is_convex(&corners.iter().map(at).collect::<Vec<_>>());
        (is_one && (stayed() || is_flat())).then_some((all, corners))
    }
}

/// Returns whether two vertices are one but for rounding.
fn is_alike(mesh: &Mesh, a: usize, b: usize) -> bool {
    a == b
        || mesh.uv_sets.iter().all(|set| set[a].abs_diff_eq(set[b], SAME_VALUE))
            && mesh.color_sets.iter().all(|set| set[a].abs_diff_eq(set[b], SAME_VALUE))
            && (mesh.normals.is_empty() || mesh.normals[a].dot(mesh.normals[b]) >= SAME_DIRECTION)
}

/// Returns whether a polygon is flat and turns the same way at each corner.
fn is_convex(corners: &[Vec3]) -> bool {
    let next = corners.iter().cycle().skip(1).zip(corners.iter().cycle().skip(2));
    let turn = |(a, (b, c)): (&Vec3, (&Vec3, &Vec3))| (*b - *a).cross(*c - *b).normalize_or_zero();
    let turns: Vec<Vec3> = corners.iter().zip(next).map(turn).collect();
    turns.iter().all(|turn| turn.dot(turns[0]) >= SAME_DIRECTION)
}

/// Puts polygons in the places of their first triangles, and numbers faces anew.
fn replace(mesh: &mut Mesh, found: &[Fan]) {
    // By triangle the first one of its polygon, and by that one the corners.
    let (mut first_of, mut corners_of) = (HashMap::new(), HashMap::new());
    for (triangles, corners) in found {
        let first = triangles.iter().copied().min().unwrap_or_default();
        first_of.extend(triangles.iter().map(|triangle| (*triangle, first)));
        corners_of.insert(first, corners.as_slice());
    }
    let (mut numbers, mut next): (Vec<u32>, u32) = (Vec::new(), 0);
    for part in &mut mesh.parts {
        let (mut starts, mut indices, mut flags) = (vec![0], Vec::new(), Vec::new());
        for (at, triangle) in part.faces.iter().enumerate() {
            let number = numbers.len() as u32;
            let first = first_of.get(&number).copied().unwrap_or(number);
            if first == number {
                numbers.push(next);
                next += 1;
                indices.extend_from_slice(corners_of.get(&number).copied().unwrap_or(triangle));
                starts.push(indices.len() as u32);
                flags.extend(part.face_flags.get(at));
            } else {
                numbers.push(numbers[first as usize]);
            }
        }
        if starts.len() <= part.faces.len() {
            (part.faces, part.face_flags) = (Faces::Polygons { starts, indices }, flags);
        }
    }
    for selection in &mut mesh.selections {
        selection.faces.iter_mut().for_each(|face| *face = numbers[*face as usize]);
        selection.faces.sort_unstable();
        selection.faces.dedup();
    }
}
