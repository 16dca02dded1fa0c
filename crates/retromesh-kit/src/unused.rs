//! What a scene holds and nothing in it shows.

use crate::export::parts_of;
use retromesh_core::diagnostics::Code;
use retromesh_core::scene::Scene;
use retromesh_core::{ImageId, MaterialId};

/// A kind of thing that a scene can hold although nothing in it shows it.
///
/// A writer that starts from the nodes never meets such things. A format says in
/// [`FormatInfo::unused`](crate::FormatInfo::unused) which kinds are written all the same; the others are reported as lost.
///
/// ```
/// use retromesh_core::{Scene, mesh::Mesh};
/// use retromesh_kit::Unused;
/// let scene = Scene { meshes: vec![Mesh::default()], ..Scene::default() };
/// assert_eq!((Unused::Meshes.count(&scene), Unused::Images.count(&scene)), (1, 0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unused {
    /// Meshes that no node has.
    Meshes,
    /// Materials that no face of a placed mesh has.
    Materials,
    /// Textures that no material has.
    Textures,
    /// Images that no texture has.
    Images,
    /// Cameras that no node has.
    Cameras,
    /// Lights that no node has.
    Lights,
}

impl Unused {
    /// All kinds.
    pub const ALL: &'static [Self] =
        &[Self::Meshes, Self::Materials, Self::Textures, Self::Images, Self::Cameras, Self::Lights];

    /// Counts what of this kind nothing in a scene shows.
    pub fn count(self, scene: &Scene) -> usize {
        self.used(scene).into_iter().filter(|is_used| !is_used).count()
    }

    /// Returns for each thing of this kind whether something in a scene shows it.
    pub(crate) fn used(self, scene: &Scene) -> Vec<bool> {
        let nodes = || scene.nodes.iter();
        match self {
            Self::Meshes => scene.placed_meshes(),
            Self::Materials => {
                let shown = nodes().filter_map(|node| node.mesh.as_deref()).flat_map(|instance| {
                    parts_of(scene, instance).filter(|(part, _)| !part.faces.is_empty()).filter_map(|(_, m)| m)
                });
                marks(scene.materials.len(), shown.map(MaterialId::index))
            }
            Self::Textures => {
                let layers = scene.materials.iter().flat_map(|material| &material.layers);
                marks(scene.textures.len(), layers.map(|layer| layer.texture.index()))
            }
            Self::Images => {
                let shown = scene.textures.iter().filter_map(|texture| texture.image);
                marks(scene.images.len(), shown.map(ImageId::index))
            }
            Self::Cameras => marks(scene.cameras.len(), nodes().filter_map(|node| Some(node.camera?.index()))),
            Self::Lights => marks(scene.lights.len(), nodes().filter_map(|node| Some(node.light?.index()))),
        }
    }

    /// Returns the code and the words by which it is reported as lost.
    pub(crate) fn loss(self) -> (Code, &'static str) {
        match self {
            Self::Meshes => (Code::LostMesh, "meshes that no node has"),
            Self::Materials => (Code::LostMaterials, ""),
            Self::Textures => (Code::LostTextures, "textures that no material has"),
            Self::Images => (Code::LostTextures, "images that no texture has"),
            Self::Cameras => (Code::LostCamera, "cameras that no node has"),
            Self::Lights => (Code::LostLight, "lights that no node has"),
        }
    }
}

/// Returns for each of this many items whether one of the indices points to it.
fn marks(count: usize, used: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut marks = vec![false; count];
    used.for_each(|index| marks[index] = true);
    marks
}

/// Returns the new numbers of what is kept.
pub(crate) fn renumbered(kept: impl Iterator<Item = bool>) -> Vec<Option<usize>> {
    let mut next = 0;
    let number = |kept: bool| {
        let own = kept.then_some(next);
        next += usize::from(kept);
        own
    };
    kept.map(number).collect()
}

/// Keeps the items that have a new number.
pub(crate) fn retain<T>(items: &mut Vec<T>, numbers: &[Option<usize>]) {
    let mut at = numbers.iter();
    items.retain(|_| at.next().is_some_and(Option::is_some));
}
