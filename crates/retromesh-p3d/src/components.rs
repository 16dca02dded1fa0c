//! What the game takes of a level for collisions: convex parts in selections called `Component01`, `Component02` and so on.

use glam::Vec3;
use retromesh_core::scene::LodRole;
use retromesh_kit::without_number;
use retromesh_wire::RawStr;
use std::collections::{HashMap, HashSet};

/// A part of fewer faces is not closed: the game leaves it out.
const FACES: usize = 4;

/// The faces of a level, as the places of their corners in the order that ODOL has them.
pub(crate) type Faces = Vec<Vec<Vec3>>;

/// A selection of a level.
pub(crate) struct Selected<'n> {
    pub(crate) name: RawStr<'n>,
    /// The numbers of its faces.
    pub(crate) faces: Vec<usize>,
    /// Whether one of its points is a corner of one of its faces.
    pub(crate) has_corner: bool,
}

/// What the game does with the components of a level.
#[derive(Default)]
pub(crate) struct Components {
    /// How many it collides with.
    pub(crate) used: usize,
    /// The names of those that it leaves out: they have too few faces, or a number before theirs is missing.
    pub(crate) left_out: Vec<String>,
    /// The names of those that are several parts: the game takes what is inside of all their faces, which is nothing.
    pub(crate) apart: Vec<String>,
    /// The names of those that lack faces or all points, or have faces that point inwards, with what is wrong.
    pub(crate) unsound: Vec<String>,
    /// How many faces are in none, of parts that are no piece of one and of selections whose names are nearly right.
    pub(crate) loose: usize,
    /// The names of those selections, with what the game looks for.
    pub(crate) nearly: Vec<String>,
}

impl Components {
    /// Judges the selections of a level.
    pub(crate) fn of<'n>(faces: &Faces, selections: impl Iterator<Item = Selected<'n>>) -> Self {
        let mut numbered: HashMap<u32, (String, Vec<usize>, bool)> = HashMap::new();
        let mut nearly = Vec::new();
        for Selected { name, faces: selected, has_corner } in selections {
            let name = name.to_string();
            if let Some(number) = number(&name) {
                numbered.entry(number).or_insert((name, selected, has_corner));
            } else if let Some(number) = nearly_number(&name) {
                nearly.push((format!("{name} (the game looks for Component{number:02})"), selected));
            }
        }
        let mut numbers: Vec<u32> = numbered.keys().copied().collect();
        numbers.sort_unstable();
        let taken: HashSet<usize> = numbered.values().flat_map(|(_, selected, _)| selected.iter().copied()).collect();
        let (mut found, free) = (Self::default(), free_faces(faces, &taken));
        let mut loose = loose_parts(faces, &taken);
        let own = |face: &usize| *face < faces.len() && !taken.contains(face);
        for (name, selected) in nearly {
            found.nearly.extend(selected.iter().any(own).then_some(name));
            loose.extend(selected.into_iter().filter(own));
        }
        found.loose = loose.len();
        for (expected, number) in (1..).zip(numbers) {
            let Some((name, selected, has_corner)) = numbered.remove(&number) else { continue };
            if number != expected || selected.len() < FACES {
                found.left_out.push(name);
                continue;
            }
            found.used += 1;
            if parts(faces, &selected).len() > 1 {
                found.apart.push(name);
            } else if !has_corner {
                found.unsound.push(format!("{name}: names no point of its faces"));
            } else if let Some(fault) = fault(faces, &selected, &free) {
                found.unsound.push(format!("{name}: {fault}"));
            }
        }
        found
    }
}

/// Returns the name of the component that an object of a level is by its name: Blender gives the second of a name a number more.
pub(crate) fn called(name: &str) -> Option<&str> {
    [Some(name), without_number(name)].into_iter().flatten().find(|name| number(name).is_some())
}

/// Returns whether the game looks for components in a level.
pub(crate) fn are_in(role: LodRole) -> bool {
    matches!(role, LodRole::Geometry | LodRole::FireGeometry | LodRole::ViewGeometry)
}

/// Returns the number of a component: the game looks for two digits at least.
pub(crate) fn number(name: &str) -> Option<u32> {
    let name = name.to_ascii_lowercase();
    let number = name.strip_prefix("component")?.parse().ok()?;
    (number > 0 && name == format!("component{number:02}")).then_some(number)
}

/// Returns the number in a name such as `component2` or `Component_02`, which the game does not look for.
fn nearly_number(name: &str) -> Option<u32> {
    let name = name.to_ascii_lowercase();
    let number = name.strip_prefix("component")?.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    number.parse().ok().filter(|number| *number > 0)
}

/// Returns the groups of faces that share corners, of those that are large enough to be a closed part.
fn parts(faces: &Faces, selected: &[usize]) -> Vec<Vec<usize>> {
    let mut groups: Vec<usize> = (0..selected.len()).collect();
    let mut first: HashMap<[u32; 3], usize> = HashMap::new();
    for (face, corners) in selected.iter().map(|face| faces.get(*face)).enumerate() {
        for corner in corners.into_iter().flatten() {
            let other = *first.entry(place(corner)).or_insert(face);
            let [a, b] = [face, other].map(|face| top(&mut groups, face));
            if let Some(above) = groups.get_mut(a) {
                *above = b;
            }
        }
    }
    let mut all: HashMap<usize, Vec<usize>> = HashMap::new();
    for (face, number) in selected.iter().enumerate() {
        all.entry(top(&mut groups, face)).or_default().push(*number);
    }
    all.into_values().filter(|group| group.len() >= FACES).collect()
}

/// Returns the faces of parts that no component has. One whose corners are all those of components is a piece that they lack.
fn loose_parts(faces: &Faces, taken: &HashSet<usize>) -> HashSet<usize> {
    let free: Vec<usize> = (0..faces.len()).filter(|face| !taken.contains(face)).collect();
    let places = |face: &usize| faces.get(*face).into_iter().flatten().map(place);
    let known: HashSet<[u32; 3]> = taken.iter().flat_map(places).collect();
    let has_own = |part: &Vec<usize>| part.iter().flat_map(places).any(|place| !known.contains(&place));
    parts(faces, &free).into_iter().filter(has_own).flatten().collect()
}

/// A place, by the bits of its coordinates. Zero has two signs.
fn place(corner: &Vec3) -> [u32; 3] {
    (*corner + Vec3::ZERO).to_array().map(f32::to_bits)
}

/// At most this many faces that begin at one place are compared.
const MAX_AT: usize = 64;

/// Returns by their first corner the faces that no component has.
fn free_faces<'f>(faces: &'f Faces, taken: &HashSet<usize>) -> HashMap<[u32; 3], Vec<&'f [Vec3]>> {
    let mut free: HashMap<[u32; 3], Vec<&[Vec3]>> = HashMap::new();
    for (_, corners) in faces.iter().enumerate().filter(|(number, _)| !taken.contains(number)) {
        if let Some(first) = corners.first() {
            let all = free.entry(place(first)).or_default();
            if all.len() < MAX_AT {
                all.push(corners);
            }
        }
    }
    free
}

/// Returns what is wrong with a component of one part: faces of it that no component has, or that point inwards. One that is open on purpose has neither.
fn fault(faces: &Faces, selected: &[usize], free: &HashMap<[u32; 3], Vec<&[Vec3]>>) -> Option<String> {
    let mut numbers: HashMap<[u32; 3], usize> = HashMap::new();
    // By edge the faces that have it, and whether from its smaller number to the larger.
    let mut edges: HashMap<[usize; 2], Vec<(usize, bool)>> = HashMap::new();
    let parts: Vec<&[Vec3]> = selected.iter().filter_map(|face| faces.get(*face)).map(Vec::as_slice).collect();
    for (face, corners) in parts.iter().enumerate() {
        let mut number = |corner: &Vec3| {
            let next = numbers.len();
            *numbers.entry(place(corner)).or_insert(next)
        };
        let corners: Vec<usize> = corners.iter().map(&mut number).collect();
        for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)).filter(|(a, b)| a != b) {
            edges.entry([*a.min(b), *a.max(b)]).or_default().push((face, a < b));
        }
    }
    if edges.values().any(|faces| faces.len() != 2) {
        let is_own = |corners: &&&[Vec3]| corners.iter().all(|corner| numbers.contains_key(&place(corner)));
        let lacking = numbers.keys().filter_map(|at| free.get(at)).flatten().filter(is_own).count();
        return (lacking > 0).then(|| format!("lacks {lacking} of its faces"));
    }
    let mut around: Vec<Vec<(usize, bool)>> = vec![Vec::new(); parts.len()];
    for edge in edges.values() {
        let [(a, of_a), (b, of_b)] = edge.as_slice() else { continue };
        for (from, to) in [(a, b), (b, a)] {
            around.get_mut(*from)?.push((*to, of_a == of_b));
        }
    }
    let mut sides: Vec<Option<bool>> = vec![None; parts.len()];
    let mut inward = 0;
    for first in 0..parts.len() {
        let (mut waiting, mut volume, mut counts) = (vec![(first, false)], 0.0, [0, 0]);
        let start = parts.get(first).and_then(|corners| corners.first()).copied().unwrap_or_default();
        // The faces that turn as the first one does, and the others.
        while let Some((face, is_other)) = waiting.pop() {
            let Some(side) = sides.get_mut(face).filter(|side| side.is_none()) else { continue };
            *side = Some(is_other);
            let own = parts.get(face).map_or(0.0, |corners| volume_of(corners, start));
            let [same, other] = &mut counts;
            *(if is_other { other } else { same }) += 1;
            volume += if is_other { -own } else { own };
            let next = around.get(face).into_iter().flatten();
            waiting.extend(next.map(|(face, is_turned)| (*face, is_other != *is_turned)));
        }
        let [same, other] = counts;
        inward += if volume < 0.0 { same } else { other };
    }
    (inward > 0).then(|| format!("{inward} of {} faces point inwards", parts.len()))
}

/// Returns six times the volume between a face and a place; less than 0 where the face points to it.
fn volume_of(corners: &[Vec3], from: Vec3) -> f32 {
    let [first, rest @ ..] = corners else { return 0.0 };
    rest.windows(2)
        .map(|pair| pair.iter().map(|to| *to - from).reduce(Vec3::cross).map_or(0.0, |n| n.dot(*first - from)))
        .sum()
}

/// Returns the first face of the group of a face; the way to it is shorter the next time.
fn top(groups: &mut [usize], mut face: usize) -> usize {
    while let Some(above) = groups.get(face).copied().filter(|above| *above != face) {
        let next = groups.get(above).copied().unwrap_or(above);
        if let Some(own) = groups.get_mut(face) {
            *own = next;
        }
        face = next;
    }
    face
}
