//! What a scene holds and nothing in it shows.

use crate::diagnostics::{Code, Diagnostics, Finding};
use crate::error::Result;
use crate::export::parts_of;
use crate::ids::MaterialId;
use crate::scene::{Node, Scene};

/// Counts what a scene holds and nothing in it shows.
///
/// A writer that starts from the nodes never meets these things: it sets to zero what it writes all the same and
/// [reports](Self::report) the rest.
///
/// ```
/// use retromesh_core::{Code, Diagnostics, Scene, Unused, mesh::Mesh};
/// let scene = Scene { meshes: vec![Mesh::default()], ..Scene::default() };
/// assert_eq!(Unused::of(&scene), Unused { meshes: 1, ..Unused::default() });
/// let mut diagnostics = Diagnostics::new();
/// Unused::of(&scene).report(&mut diagnostics)?;
/// assert_eq!(diagnostics.count(Code::LostMesh), 1);
/// # Ok::<(), retromesh_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Unused {
    /// Meshes that no node has.
    pub meshes: usize,
    /// Materials that no face of a placed mesh has.
    pub materials: usize,
    /// Textures that no material has.
    pub textures: usize,
    /// Images that no texture has.
    pub images: usize,
    /// Cameras that no node has.
    pub cameras: usize,
    /// Lights that no node has.
    pub lights: usize,
}

impl Unused {
    /// Counts what nothing shows.
    pub fn of(scene: &Scene) -> Self {
        let nodes = || scene.nodes.iter();
        let instances = || nodes().filter_map(|node| node.mesh.as_deref());
        let shown = instances().flat_map(|instance| {
            parts_of(scene, instance).filter(|(part, _)| !part.faces.is_empty()).filter_map(|(_, material)| material)
        });
        let layers = scene.materials.iter().flat_map(|material| &material.layers);
        Self {
            meshes: scene.placed_meshes().into_iter().filter(|is_placed| !is_placed).count(),
            materials: without(&scene.materials, shown.map(MaterialId::index)),
            textures: without(&scene.textures, layers.map(|layer| layer.texture.index())),
            images: without(&scene.images, scene.textures.iter().filter_map(|texture| Some(texture.image?.index()))),
            cameras: without(&scene.cameras, nodes().filter_map(|node: &Node| Some(node.camera?.index()))),
            lights: without(&scene.lights, nodes().filter_map(|node: &Node| Some(node.light?.index()))),
        }
    }

    /// Reports everything as lost.
    pub fn report(self, diagnostics: &mut Diagnostics) -> Result<()> {
        let rows = [
            (Code::LostMesh, self.meshes, "meshes that no node has"),
            (Code::LostMaterials, self.materials, ""),
            (Code::LostTextures, self.textures, "textures that no material has"),
            (Code::LostTextures, self.images, "images that no texture has"),
            (Code::LostCamera, self.cameras, "cameras that no node has"),
            (Code::LostLight, self.lights, "lights that no node has"),
        ];
        rows.into_iter()
            .try_for_each(|(code, count, detail)| diagnostics.report(Finding::new(code).times(count).detail(detail)))
    }
}

/// Counts the items that none of the indices points to.
fn without<T>(items: &[T], used: impl Iterator<Item = usize>) -> usize {
    marks(items.len(), used).into_iter().filter(|is_used| !is_used).count()
}

/// Tells for each of so many items whether one of the indices points to it.
fn marks(count: usize, used: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut marks = vec![false; count];
    used.for_each(|index| marks[index] = true);
    marks
}

impl Scene {
    /// Tells for each mesh whether a node has it.
    pub fn placed_meshes(&self) -> Vec<bool> {
        let instances = self.nodes.iter().filter_map(|node| node.mesh.as_deref());
        marks(self.meshes.len(), instances.map(|instance| instance.mesh.index()))
    }
}
