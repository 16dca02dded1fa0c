//! What the game takes of a level for collisions: convex parts in selections called `Component01`, `Component02` and so on.

use glam::Vec3;
use retromesh_wire::RawStr;
use std::collections::HashMap;

/// A part of fewer faces is not closed: the game leaves it out.
const FACES: usize = 4;

/// The faces of a level, as the places of their corners.
pub(crate) type Faces = Vec<Vec<Vec3>>;

/// What the game does with the components of a level.
#[derive(Default)]
pub(crate) struct Components {
    /// How many it collides with.
    pub(crate) used: usize,
    /// The names of those that it leaves out: they have too few faces, or a number before theirs is missing.
    pub(crate) left_out: Vec<String>,
    /// The names of those that are several parts: the game takes what is inside of all their faces, which is nothing.
    pub(crate) apart: Vec<String>,
}

impl Components {
    /// Judges the selections of a level, each with the numbers of its faces.
    pub(crate) fn of<'n>(faces: &Faces, selections: impl Iterator<Item = (RawStr<'n>, Vec<usize>)>) -> Self {
        let mut numbered: HashMap<u32, (String, Vec<usize>)> = HashMap::new();
        for (name, selected) in selections {
            let name = name.to_string();
            if let Some(number) = number(&name) {
                numbered.entry(number).or_insert((name, selected));
            }
        }
        let mut numbers: Vec<u32> = numbered.keys().copied().collect();
        numbers.sort_unstable();
        let mut found = Self::default();
        for (expected, number) in (1..).zip(numbers) {
            let Some((name, selected)) = numbered.remove(&number) else { continue };
            if number != expected || selected.len() < FACES {
                found.left_out.push(name);
                continue;
            }
            found.used += 1;
            if parts(faces, &selected) > 1 {
                found.apart.push(name);
            }
        }
        found
    }
}

/// Returns the number of a component: the game looks for two digits at least.
fn number(name: &str) -> Option<u32> {
    let name = name.to_ascii_lowercase();
    let number = name.strip_prefix("component")?.parse().ok()?;
    (name == format!("component{number:02}")).then_some(number)
}

/// Counts the groups of faces that share corners, of those that are large enough to be a closed part.
fn parts(faces: &Faces, selected: &[usize]) -> usize {
    let mut groups: Vec<usize> = (0..selected.len()).collect();
    let mut first: HashMap<[u32; 3], usize> = HashMap::new();
    for (face, corners) in selected.iter().map(|face| faces.get(*face)).enumerate() {
        for corner in corners.into_iter().flatten() {
            // Zero has two signs.
            let place = (*corner + Vec3::ZERO).to_array().map(f32::to_bits);
            let other = *first.entry(place).or_insert(face);
            let [a, b] = [face, other].map(|face| top(&mut groups, face));
            if let Some(above) = groups.get_mut(a) {
                *above = b;
            }
        }
    }
    let mut sizes: HashMap<usize, usize> = HashMap::new();
    for face in 0..groups.len() {
        *sizes.entry(top(&mut groups, face)).or_default() += 1;
    }
    sizes.into_values().filter(|size| *size >= FACES).count()
}

/// Returns the face that stands for the group of a face; ways get shorter as they are gone.
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
