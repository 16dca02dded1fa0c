//! Document to scene: one node with one mesh.

use crate::document::Document;
use glam::Vec3;
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::scene::{MeshInstance, Node};
use retromesh_core::{Code, Diagnostics, Error, Finding, MeshId, Scene};
use retromesh_kit::ImportOptions;

impl Document<'_> {
    pub(crate) fn import(&self, _: &ImportOptions, diagnostics: &mut Diagnostics) -> Result<Scene, Error> {
        let count = self.positions.len();
        let mut positions = self.positions.to_vec();
        let mut replaced = 0;
        for position in positions.iter_mut().filter(|position| !position.is_finite()) {
            *position = Vec3::ZERO;
            replaced += 1;
        }
        let exists = |triangle: &[u32; 3]| triangle.iter().all(|&vertex| (vertex as usize) < count);
        let triangles: Vec<[u32; 3]> = self.triangles.iter().filter(exists).collect();
        let dropped = self.triangles.len() - triangles.len();
        for (code, times) in [(Code::NonFinite, replaced), (Code::IndexOutOfRange, dropped)] {
            diagnostics.report(Finding::new(code).times(times))?;
        }
        if positions.is_empty() {
            return Ok(Scene::default());
        }
        let mut mesh = Mesh { positions, ..Mesh::default() };
        mesh.parts = vec![Part { faces: Faces::Triangles(triangles), ..Part::default() }];
        let mut scene = Scene { meshes: vec![mesh], ..Scene::default() };
        let instance = Some(Box::new(MeshInstance::new(MeshId(0))));
        scene.add_node(None, Node { mesh: instance, ..Node::default() });
        Ok(scene)
    }
}
