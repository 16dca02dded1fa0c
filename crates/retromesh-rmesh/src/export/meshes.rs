//! Surfaces: one for each part, at most 65,535 vertices each.

use super::Exporter;
use super::materials::Look;
use super::nodes::{Role, Tree, event_of};
use crate::document::{HiddenSurface, MAX_VERTICES, Surface, Trigger, Vertex};
use crate::import::property::EVENT;
use glam::{Mat4, Vec2, Vec3, Vec4};
use retromesh_core::mesh::{Mesh, Part};
use retromesh_core::{Code, Error, NodeId};
use retromesh_kit::export::{Piece, parts_of, rgb_bytes, split};
use retromesh_wire::Rows;
use std::borrow::Cow;

/// A surface under construction.
struct Built {
    look: Look,
    vertices: Vec<Vertex>,
    triangles: Vec<[u32; 3]>,
    /// The last node that gave to it.
    node: NodeId,
}

impl Exporter<'_, '_> {
    /// Returns the drawn surfaces. Parts of several nodes with the same textures are joined, as by the game's converter; those of one
    /// mesh stay apart.
    pub(super) fn surfaces(&mut self, tree: &Tree) -> Result<Vec<Surface<'static>>, Error> {
        let scene = self.scene;
        let mut built: Vec<Built> = Vec::new();
        for id in tree.of_role(Role::Drawn) {
            let Some(instance) = scene[id].mesh.as_deref() else { continue };
            let mesh = &scene[instance.mesh];
            let positions = self.positions(id, mesh)?;
            let mirrored = self.pose.world[id].determinant() < 0.0;
            let mut used = vec![false; mesh.positions.len()];
            let mut sets = vec![true; mesh.uv_sets.len().min(2)];
            for (part, material) in parts_of(scene, instance) {
                let look = self.look(material)?;
                (0..).zip(&mut sets).for_each(|(set, kept)| *kept &= look.uv_sets[set] == set);
                for piece in self.pieces(part, &positions, mirrored, &mut used)? {
                    let vertices: Vec<Vertex> =
                        piece.sources.iter().map(|&v| look.vertex(mesh, &positions, v as usize)).collect();
                    let fits = |surface: &&mut Built| {
                        let count = surface.vertices.len() + vertices.len();
                        surface.node != id && count <= MAX_VERTICES && surface.look.slots == look.slots
                    };
                    if let Some(surface) = built.iter_mut().find(fits) {
                        let first = surface.vertices.len() as u32;
                        surface.vertices.extend(vertices);
                        surface.triangles.extend(piece.triangles.iter().map(|corners| corners.map(|c| c + first)));
                        surface.node = id;
                    } else {
                        let look = look.clone();
                        built.push(Built { look, vertices, triangles: piece.triangles, node: id });
                    }
                }
            }
            let kept = sets.iter().filter(|kept| **kept).count();
            self.diagnostics.note(
                Code::LostUvSet,
                mesh.uv_sets.len() - kept,
                "one of the texture and one of the light map",
            )?;
            self.diagnostics.note(Code::LostHierarchy, mesh.face_count() == 0, "meshes without faces")?;
            self.report_unused(&used)?;
            self.report_colors(mesh, instance)?;
        }
        Ok(built.into_iter().map(Built::finish).collect())
    }

    /// Returns the collision that is not drawn.
    pub(super) fn collision(&mut self, tree: &Tree) -> Result<Vec<HiddenSurface<'static>>, Error> {
        let mut surfaces = Vec::new();
        for id in tree.of_role(Role::Collision) {
            surfaces.extend(self.hidden(id)?);
        }
        Ok(surfaces)
    }

    /// Returns the trigger boxes, one for each node.
    pub(super) fn triggers(&mut self, tree: &Tree) -> Result<Vec<Trigger<'static>>, Error> {
        let mut triggers = Vec::new();
        for id in tree.of_role(Role::Trigger) {
            let properties = tree.properties[id].as_ref();
            let event = event_of(&self.scene[id], properties);
            if let Some(properties) = properties.filter(|properties| properties.get(EVENT) != Some(event.as_str())) {
                self.at.clone_from(&self.scene[id].name);
                self.overrule(properties, [EVENT]);
            }
            triggers.push(Trigger { surfaces: self.hidden(id)?, event: self.texts.encode(&event) });
        }
        Ok(triggers)
    }

    /// Returns the surfaces of a mesh of which nothing but the shape counts.
    fn hidden(&mut self, id: NodeId) -> Result<Vec<HiddenSurface<'static>>, Error> {
        let scene = self.scene;
        let Some(instance) = scene[id].mesh.as_deref() else { return Ok(Vec::new()) };
        let mesh = &scene[instance.mesh];
        let positions = self.positions(id, mesh)?;
        let mirrored = self.pose.world[id].determinant() < 0.0;
        let mut used = vec![false; mesh.positions.len()];
        let mut surfaces = Vec::new();
        for part in &mesh.parts {
            for piece in self.pieces(part, &positions, mirrored, &mut used)? {
                let vertices = Rows::from(piece.pick(&positions));
                surfaces.push(HiddenSurface { vertices, triangles: Rows::from(piece.triangles) });
            }
        }
        self.report_unused(&used)?;
        Ok(surfaces)
    }

    /// Returns the triangles of a part with their vertices, which keep their order.
    fn pieces(
        &mut self,
        part: &Part,
        positions: &[Vec3],
        mirrored: bool,
        used: &mut [bool],
    ) -> Result<Vec<Piece>, Error> {
        let triangles = part.faces.triangles(positions);
        let turn = |[a, b, c]: [u32; 3]| if mirrored { [a, c, b] } else { [a, b, c] };
        let mut pieces = split(triangles.iter().map(|&corners| turn(corners)), positions.len(), MAX_VERTICES);
        self.diagnostics.note(Code::EmptyPart, pieces.is_empty(), "a part without faces")?;
        self.diagnostics.note(Code::SplitMesh, pieces.len().saturating_sub(1), "surfaces end at 65,535 vertices")?;
        for piece in &mut pieces {
            piece.sources.iter().for_each(|&vertex| used[vertex as usize] = true);
            sort(piece);
        }
        Ok(pieces)
    }

    /// Returns the places of a mesh's vertices in the world; as they are where nothing moves them.
    fn positions<'m>(&mut self, id: NodeId, mesh: &'m Mesh) -> Result<Cow<'m, [Vec3]>, Error> {
        let is_moved = self.pose.world[id] != Mat4::IDENTITY || !mesh.weights.is_empty() || self.options.pose.is_some();
        // Not even the sign of a zero changes.
        let mut positions: Cow<'m, [Vec3]> =
            if is_moved { self.pose.positions(self.scene, id).into() } else { Cow::Borrowed(&mesh.positions) };
        let far = positions.iter().filter(|position| !position.is_finite()).count();
        if far > 0 {
            positions.to_mut().iter_mut().for_each(|position| *position = within(*position));
            self.diagnostics.note(Code::ClampedValue, far, "positions beyond the numbers of the format")?;
        }
        Ok(positions)
    }

    fn report_unused(&mut self, used: &[bool]) -> Result<(), Error> {
        self.diagnostics.note(Code::LostVertices, used.iter().filter(|used| !**used).count(), "")
    }
}

/// Returns a position that is finite.
fn within(position: Vec3) -> Vec3 {
    let finite = |x: f32| if x.is_nan() { 0.0 } else { x.clamp(-f32::MAX, f32::MAX) };
    Vec3::from_array(position.to_array().map(finite))
}

/// Numbers the vertices of a piece in the order of the mesh.
fn sort(piece: &mut Piece) {
    if piece.sources.is_sorted() {
        return;
    }
    let mut order: Vec<u32> = (0..piece.sources.len() as u32).collect();
    order.sort_unstable_by_key(|&number| piece.sources[number as usize]);
    let mut numbers = vec![0; order.len()];
    (0..).zip(&order).for_each(|(new, &old)| numbers[old as usize] = new);
    piece.sources.sort_unstable();
    piece.triangles.iter_mut().flatten().for_each(|corner| *corner = numbers[*corner as usize]);
}

impl Built {
    fn finish(self) -> Surface<'static> {
        let [light_map, diffuse] = self.look.slots;
        let (vertices, triangles) = (Rows::from(self.vertices), Rows::from(self.triangles));
        Surface { light_map, diffuse, vertices, triangles }
    }
}

impl Look {
    /// Returns a vertex of a mesh as it is written.
    fn vertex(&self, mesh: &Mesh, positions: &[Vec3], v: usize) -> Vertex {
        let uv = |set: usize| mesh.uv_sets.get(set).map_or(Vec2::ZERO, |set| set[v]);
        let color = mesh.color_sets.first().filter(|_| self.vertex_colors).map_or(Vec4::ONE, |set| set[v]);
        let [diffuse, light_map] = self.uv_sets;
        let color = rgb_bytes(color * self.tint);
        Vertex { position: positions[v], uv: uv(diffuse), light_map_uv: uv(light_map), color }
    }
}
