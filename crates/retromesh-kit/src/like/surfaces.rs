//! What faces show, by which those over the same corners are known apart.

use super::materials;
use super::pairs::Pairs;
use retromesh_core::mesh::Mesh;
use retromesh_core::{MaterialId, Scene};
use std::collections::HashMap;

/// A material, those of one name and what became of them being one; `None` without one.
pub(super) type Surface = Option<usize>;

/// The surfaces of the materials of two scenes.
#[derive(Default)]
pub(super) struct Surfaces {
    edited: Vec<usize>,
    original: Vec<usize>,
}

impl Surfaces {
    /// Goes by what each material was, and where a material has another name by the image that it shows.
    pub(super) fn of(edited: &Scene, original: &Scene, nodes: &Pairs, is_other_kind: bool) -> Self {
        let mut by_name: HashMap<String, usize> = HashMap::new();
        let first = |(at, name): (usize, String)| *by_name.entry(name).or_insert(at);
        let names = original.materials.iter().map(|material| material.name.to_ascii_lowercase());
        let known: Vec<usize> = names.enumerate().map(first).collect();
        let mut by_image: HashMap<String, Option<usize>> = HashMap::new();
        for (at, surface) in known.iter().enumerate() {
            let Some(image) = materials::image(original, at) else { continue };
            let only = by_image.entry(image).or_insert(Some(*surface));
            *only = only.filter(|only| only == surface);
        }
        let was: HashMap<usize, usize> = materials::pairs(edited, original, nodes, is_other_kind).into_iter().collect();
        let own = |at: usize| {
            let of_image = || *by_image.get(&materials::image(edited, at)?)?;
            was.get(&at).map(|from| known[*from]).or_else(of_image).unwrap_or(known.len() + at)
        };
        Self { edited: (0..edited.materials.len()).map(own).collect(), original: known }
    }

    /// Returns the surfaces of the parts of a mesh, and of that of the original.
    pub(super) fn of_parts(&self, mesh: &Mesh, original: &Mesh) -> [Vec<Surface>; 2] {
        let surface = |surfaces: &[usize], material: MaterialId| surfaces.get(material.index()).copied();
        [(mesh, &self.edited), (original, &self.original)].map(|(mesh, surfaces)| {
            mesh.parts.iter().map(|part| part.material.and_then(|material| surface(surfaces, material))).collect()
        })
    }
}
