//! The drawn mesh, a part for each surface, and meshes that are not drawn.

use super::{DRAWN, Importer, property};
use crate::document::{HiddenSurface, Surface, Vertex};
use glam::{Vec3, Vec4};
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::properties::{CLASS, COLLISION, TRIGGER, key};
use retromesh_core::scene::{MeshInstance, Node};
use retromesh_core::{Code, Error, Extra, Finding, MeshId};
use retromesh_wire::Rows;

impl<'d> Importer<'d> {
    /// Adds the drawn mesh.
    pub(super) fn drawn(&mut self) -> Result<(), Error> {
        let surfaces: &'d [Surface<'d>] = &self.document.surfaces;
        if surfaces.is_empty() {
            return Ok(());
        }
        let count = surfaces.iter().map(|surface| surface.vertices.len()).sum();
        let mut mesh = Mesh { positions: Vec::with_capacity(count), ..Mesh::default() };
        let mut colors = Vec::with_capacity(count);
        let mut uvs = [Vec::with_capacity(count), Vec::with_capacity(count)];
        for (n, surface) in surfaces.iter().enumerate() {
            let path = || format!("SURFACE[{n}]");
            let material = Some(self.material(surface, &path)?);
            let first = mesh.positions.len();
            for Vertex { position, uv, light_map_uv, color } in &surface.vertices {
                mesh.positions.push(position);
                for (set, uv) in uvs.iter_mut().zip([uv, light_map_uv]) {
                    set.push(uv);
                }
                let [r, g, b] = color.map(f32::from);
                colors.push(Vec4::new(r, g, b, 255.0) / 255.0);
            }
            let added = mesh.positions.get_mut(first..).unwrap_or_default();
            self.make_finite(added.iter_mut().flat_map(Vec3::as_mut), &path)?;
            for set in &mut uvs {
                let added = set.get_mut(first..).unwrap_or_default();
                self.make_finite(added.iter_mut().flat_map(glam::Vec2::as_mut), &path)?;
            }
            let faces = self.faces(&surface.triangles, surface.vertices.len(), first, &path)?;
            mesh.parts.push(Part { material, faces, ..Part::default() });
        }
        mesh.uv_sets = uvs.into();
        mesh.color_sets = vec![colors];
        self.place(mesh, DRAWN, "mesh".into(), false);
        Ok(())
    }

    /// Adds the collision and the trigger boxes.
    pub(super) fn hidden(&mut self) -> Result<(), Error> {
        let document = self.document;
        if !document.hidden.is_empty() {
            let mesh = self.hidden_mesh(&document.hidden, &|| "HIDDEN".into())?;
            self.place(mesh, COLLISION, "collision".into(), true);
        }
        for (n, trigger) in document.triggers.iter().flatten().enumerate() {
            let path = || format!("TRIGGER[{n}]");
            let event = self.text(&trigger.event, &path)?;
            let mesh = self.hidden_mesh(&trigger.surfaces, &path)?;
            self.place(mesh, TRIGGER, event.clone(), true);
            if let Some(node) = self.scene.nodes.last_mut() {
                node.extras.insert(key(property::EVENT), event.into());
            }
        }
        Ok(())
    }

    fn hidden_mesh(&mut self, surfaces: &[HiddenSurface<'_>], path: &dyn Fn() -> String) -> Result<Mesh, Error> {
        let mut mesh = Mesh::default();
        for surface in surfaces {
            let first = mesh.positions.len();
            mesh.positions.extend(surface.vertices.iter());
            let added = mesh.positions.get_mut(first..).unwrap_or_default();
            self.make_finite(added.iter_mut().flat_map(Vec3::as_mut), path)?;
            let faces = self.faces(&surface.triangles, surface.vertices.len(), first, path)?;
            mesh.parts.push(Part { faces, ..Part::default() });
        }
        Ok(mesh)
    }

    /// Returns triangles over a list of `count` vertices that begins at `first` in its mesh.
    fn faces(
        &mut self,
        triangles: &Rows<'_, [u32; 3]>,
        count: usize,
        first: usize,
        path: &dyn Fn() -> String,
    ) -> Result<Faces, Error> {
        let inside = |corners: &[u32; 3]| corners.iter().all(|&corner| (corner as usize) < count);
        let moved = |corners: [u32; 3]| corners.map(|corner| corner + first as u32);
        let kept: Vec<[u32; 3]> = triangles.iter().filter(inside).map(moved).collect();
        let dropped = triangles.len() - kept.len();
        if dropped > 0 {
            let finding = Finding::new(Code::IndexOutOfRange).times(dropped).within(path());
            self.diagnostics.report(finding.detail("a triangle's corner is not a vertex"))?;
        }
        Ok(Faces::Triangles(kept))
    }

    /// Adds a node of a class with a mesh; one without vertices has none.
    fn place(&mut self, mesh: Mesh, class: &str, name: String, hidden: bool) {
        let mut node = Node { name, hidden, ..Node::default() };
        node.extras.insert(key(CLASS), Extra::from(class));
        if !mesh.positions.is_empty() {
            node.mesh = Some(Box::new(MeshInstance::new(MeshId::new(self.scene.meshes.len()))));
            self.scene.meshes.push(mesh);
        }
        self.scene.add_node(Some(self.room), node);
    }
}
