//! Faces whose winding contradicts their normals and the faces next to them.

use glam::Vec3;
use retromesh_core::Triangulator;
use retromesh_core::diagnostics::{Code, Finding};
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::space::Space;
use std::collections::{HashMap, HashSet};

crate::choices! {
    /// Says what to do with faces whose winding contradicts their normals.
    pub enum WindingPolicy {
        /// Keeps them; a mesh that has both kinds is reported.
        "keep" => Keep,
        /// Turns them.
        "auto" => Auto,
    }
}

/// From this share on faces whose winding contradicts their normals are no accident, and up to the same share less than all.
const NOTABLE: f32 = 0.05;
/// At most this many faces of each part are sampled to decide whether there are both kinds.
const SAMPLE: usize = 32;

/// Looks for faces whose winding contradicts the normals at their corners, as the policy says: with [`WindingPolicy::Keep`] it reports a
/// mesh with inconsistent winding, with [`WindingPolicy::Auto`] it turns the faces. The finding has no place yet.
///
/// Faces that are there both ways round are sheets to be seen from both sides, and stay. So do faces that go round as those next to them that
/// agree with their normals: of these the normals are wrong, not the winding. Of parts that are not seen nothing is judged.
pub fn settle(
    mesh: &mut Mesh,
    space: &Space,
    policy: WindingPolicy,
    is_seen: impl Fn(&Part) -> bool,
) -> Option<Finding> {
    let (against, judged) = judge(mesh, SAMPLE, space, &is_seen);
    let share = |against: usize, judged: usize| against as f32 / judged.max(1) as f32;
    if share(against.len(), judged) < NOTABLE || (policy == WindingPolicy::Keep && against.len() == judged) {
        return None;
    }
    let (mut against, judged) = judge(mesh, usize::MAX, space, &is_seen);
    let places = mesh.places().of;
    let (both_ways, consistent) = (both_ways(mesh, &places, &against), consistent(mesh, &places, &against));
    against.retain(|face| !both_ways.contains(face) && !consistent.contains(face));
    let found = share(against.len(), judged);
    let count = against.len();
    match policy {
        WindingPolicy::Keep => {
            let detail = format!("{count} of {judged} faces, {:.0} %", found * 100.0);
            (NOTABLE..=1.0 - NOTABLE).contains(&found).then(|| Finding::new(Code::MixedWinding).detail(detail))
        }
        WindingPolicy::Auto => {
            for (part, face) in against {
                flip(&mut mesh.parts[part].faces, face);
            }
            let detail = format!("of {judged} faces");
            (count > 0).then(|| Finding::new(Code::TurnedFaces).times(count).detail(detail))
        }
    }
}

/// Returns which of at most this many evenly spread faces of each part have a winding that contradicts their normals, by part and face, and how many
/// could be judged.
fn judge(mesh: &Mesh, max: usize, space: &Space, is_seen: impl Fn(&Part) -> bool) -> (Vec<(usize, usize)>, usize) {
    let (mut against, mut judged) = (Vec::new(), 0);
    let (mut triangulator, mut triangles) = (Triangulator::default(), Vec::new());
    let seen = mesh.parts.iter().enumerate().filter(|(_, part)| !mesh.normals.is_empty() && is_seen(part));
    for (number, part) in seen {
        let step = part.faces.len().div_ceil(max.max(1)).max(1);
        for face in (0..part.faces.len()).step_by(step) {
            let Some(corners) = part.faces.get(face) else { continue };
            triangles.clear();
            triangulator.add(&mesh.positions, corners, &mut triangles);
            let outward: Vec3 = triangles.iter().filter_map(|&t| mesh.face_normal(t, space)).sum();
            let normals: Vec3 = corners.iter().filter_map(|&v| mesh.normals.get(v as usize)).sum();
            let agreement = outward.dot(normals);
            if agreement != 0.0 && agreement.is_finite() {
                judged += 1;
                against.extend((agreement < 0.0).then_some((number, face)));
            }
        }
    }
    (against, judged)
}

/// Returns those of the faces that share more edges with other faces that go round as they do than with ones that do not, and those that are
/// connected to them. Corners are in one place where their numbers in `places` are equal.
fn consistent(mesh: &Mesh, places: &[u32], faces: &[(usize, usize)]) -> HashSet<(usize, usize)> {
    let asked: HashSet<(usize, usize)> = faces.iter().copied().collect();
    let edges = |(part, face): (usize, usize)| {
        let corners = mesh.parts.get(part).and_then(|part| part.faces.get(face)).unwrap_or_default();
        let next = corners.iter().cycle().skip(1);
        let place = |corner: &u32| places.get(*corner as usize).copied();
        corners.iter().zip(next).map(|(a, b)| (place(a), place(b))).collect::<Vec<_>>()
    };
    let all = mesh.parts.iter().enumerate().flat_map(|(n, part)| (0..part.faces.len()).map(move |face| (n, face)));
    let others: HashSet<_> = all.filter(|id| !asked.contains(id)).flat_map(edges).collect();
    let mut by_edge: HashMap<_, Vec<(usize, usize)>> = HashMap::new();
    for face in faces {
        edges(*face).into_iter().for_each(|edge| by_edge.entry(edge).or_default().push(*face));
    }
    let mut found: HashSet<(usize, usize)> = HashSet::new();
    let mut next = faces.to_vec();
    next.retain(|face| {
        let edges = edges(*face);
        let as_they = edges.iter().filter(|(a, b)| others.contains(&(*b, *a))).count();
        as_they > edges.iter().filter(|edge| others.contains(edge)).count()
    });
    while let Some(face) = next.pop() {
        if found.insert(face) {
            // What was reached over an edge is not asked for again.
            next.extend(edges(face).into_iter().filter_map(|(a, b)| by_edge.remove(&(b, a))).flatten());
        }
    }
    found
}

/// Returns those of the faces that have another one in the same place.
fn both_ways(mesh: &Mesh, places: &[u32], faces: &[(usize, usize)]) -> HashSet<(usize, usize)> {
    let key = |corners: &[u32]| {
        let mut here: Vec<_> = corners.iter().map(|corner| places.get(*corner as usize)).collect();
        here.sort_unstable();
        here
    };
    let asked: HashSet<(usize, usize)> = faces.iter().copied().collect();
    let all = mesh.parts.iter().enumerate();
    let all = all.flat_map(|(n, part)| part.faces.iter().enumerate().map(move |(face, corners)| ((n, face), corners)));
    let others: HashSet<_> = all.filter(|(id, _)| !asked.contains(id)).map(|(_, corners)| key(corners)).collect();
    let corners = |&(part, face): &(usize, usize)| mesh.parts.get(part)?.faces.get(face);
    faces.iter().filter(|id| corners(id).is_some_and(|corners| others.contains(&key(corners)))).copied().collect()
}

/// Turns one face.
fn flip(faces: &mut Faces, face: usize) {
    match faces {
        Faces::Triangles(triangles) => triangles[face].swap(1, 2),
        Faces::Polygons { starts, indices } => {
            indices[starts[face] as usize + 1..starts[face + 1] as usize].reverse();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh_core::diagnostics::Diagnostics;

    /// A row of ten faces that look up, of which some are turned; `both` adds each of them the other way round.
    fn row(turned: &[usize], both: bool, polygons: bool) -> Mesh {
        let positions: Vec<Vec3> =
            (0..10).flat_map(|x| [Vec3::ZERO, Vec3::X, Vec3::Y].map(|p| p + Vec3::X * x as f32)).collect();
        let mut corners: Vec<[u32; 3]> = (0..10).map(|x| [3 * x, 3 * x + 1, 3 * x + 2]).collect();
        let twins: Vec<[u32; 3]> = corners.iter().map(|&[a, b, c]| [c, b, a]).collect();
        turned.iter().for_each(|&face| corners[face].swap(1, 2));
        corners.extend(twins.into_iter().filter(|_| both));
        let starts = (0..=corners.len() as u32).map(|face| 3 * face).collect();
        let faces = if polygons {
            Faces::Polygons { starts, indices: corners.as_flattened().to_vec() }
        } else {
            Faces::Triangles(corners)
        };
        let normals = vec![Vec3::Z; positions.len()];
        Mesh { positions, normals, parts: vec![Part { faces, ..Part::default() }], ..Mesh::default() }
    }

    /// A strip of four triangles, of which the third has its corners or its normals turned. A real rope has one normal for all its corners.
    #[test]
    fn a_face_that_goes_round_as_those_next_to_it_stays() {
        for (is_turned, normal) in [(false, Vec3::Z), (false, -Vec3::Z), (true, Vec3::Z)] {
            let place = |corner: u32| Vec3::new((corner / 2) as f32, (corner % 2) as f32, 0.0);
            let strip = [[0, 2, 1], [1, 2, 3], [2, 4, 3], [3, 4, 5]];
            let positions: Vec<Vec3> = strip.iter().flatten().map(|corner| place(*corner)).collect();
            let mut normals = vec![Vec3::Z; positions.len()];
            normals[6..9].fill(normal);
            let mut corners: Vec<[u32; 3]> = (0..4).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]).collect();
            corners[2].sort_unstable_by_key(|corner| if is_turned { 9 - corner } else { *corner });
            let parts = vec![Part { faces: Faces::Triangles(corners), ..Part::default() }];
            let mut mesh = Mesh { positions, normals, parts, ..Mesh::default() };
            let found = settle(&mut mesh, &Space::GLTF, WindingPolicy::Auto, |_| true);
            assert_eq!(found.is_some(), is_turned, "{normal}");
        }
    }

    #[test]
    fn mixed_winding_is_reported_with_its_share_and_repaired() {
        let all: Vec<usize> = (0..10).collect();
        // The faces that are turned, whether each is there both ways; what is reported, how many are repaired.
        let rows: [(&[usize], bool, Option<&str>, u64); 5] = [
            (&[], false, None, 0),
            (&[1, 4, 7], false, Some("3 of 10 faces, 30 %"), 3),
            (&[2], false, Some("1 of 10 faces, 10 %"), 1),
            (&all, false, None, 10),
            (&[], true, None, 0),
        ];
        for ((turned, both, reported, fixed), polygons) in rows.into_iter().flat_map(|row| [(row, false), (row, true)])
        {
            let (mut mesh, sound) = (row(turned, both, polygons), row(&[], both, polygons));
            let mut settle = |policy| {
                let mut diagnostics = Diagnostics::new();
                settle(&mut mesh, &Space::GLTF, policy, |_| true)
                    .into_iter()
                    .for_each(|found| diagnostics.report(found).unwrap());
                diagnostics.entries().first().map(|entry| (entry.detail.clone(), entry.count))
            };
            let context = format!("{turned:?} {both} {polygons}");
            assert_eq!(settle(WindingPolicy::Keep).map(|found| found.0).as_deref(), reported, "{context}");
            assert_eq!(settle(WindingPolicy::Auto).map_or(0, |found| found.1), fixed, "{context}");
            assert_eq!(settle(WindingPolicy::Auto), None, "{context}");
            assert_eq!(mesh.parts, sound.parts, "{context}");
        }
    }
}
