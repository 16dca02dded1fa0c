//! Meshes with what is inside of them.

use super::polygons::Polygons;
use super::{Exporter, Target, cut};
use glam::{Vec3, Vec4};
use retromesh_core::mesh::Mesh;
use retromesh_core::{Code, Finding, MaterialId, NodeId, Result, SkeletonId};
use retromesh_kit::export::unit_normals;

/// Squared lengths of normals this near to one are left as they are.
const UNIT: f32 = 2e-3;
/// The bits of a flexible vertex format with a second UV set, as Irrlicht knows it.
const SECOND_SET: u32 = 0x102;

impl Exporter<'_> {
    /// Writes the mesh that a node places; nothing where it is hidden or has no face.
    pub(super) fn mesh(&mut self, id: NodeId, materials: &[String]) -> Result<()> {
        let Some(instance) = self.scene[id].mesh.as_deref().filter(|_| self.shown.nodes[id]).cloned() else {
            return Ok(());
        };
        let polygons = Polygons::of(&self.scene, &instance);
        if polygons.materials.is_empty() {
            return self.diagnostics.report(Finding::new(Code::EmptyPart).detail("a mesh without faces"));
        }
        self.diagnostics.note(
            Code::TriangulatedFaces,
            polygons.cut,
            "readers fan out polygons; these became triangles",
        )?;
        let mut mesh = self.scene[instance.mesh].clone();
        let skinned = instance.skeleton.is_some() && !mesh.weights.is_empty();
        if skinned && self.target == Target::Blitz3d {
            self.diagnostics.report(
                Finding::new(Code::LostSkin).detail("the engine reads no skins; the mesh is as it is at rest"),
            )?;
            self.settle(id, &mut mesh);
        }
        let skeleton = instance.skeleton.filter(|_| skinned && self.target != Target::Blitz3d);
        if self.target == Target::Assimp || mesh.positions.len() <= cut::MAX_VERTICES {
            return self.written(id, skeleton, &mesh, &polygons, materials);
        }
        let fanned = polygons.faces().filter(|face| face.len() > 3).count();
        self.diagnostics.note(Code::TriangulatedFaces, fanned, "polygons of a mesh that is cut")?;
        let pieces = cut::cut(&mesh, &polygons);
        self.diagnostics.note(Code::SplitMesh, pieces.len(), "readers number 65,535 vertices")?;
        pieces.iter().try_for_each(|(mesh, polygons)| self.written(id, skeleton, mesh, polygons, materials))
    }

    /// Writes a mesh with what is inside.
    fn written(
        &mut self,
        id: NodeId,
        skeleton: Option<SkeletonId>,
        mesh: &Mesh,
        polygons: &Polygons,
        materials: &[String],
    ) -> Result<()> {
        let is_said = !self.inside[id] && mesh.name == self.scene[id].name;
        let name = if is_said { String::new() } else { mesh.name.clone() };
        let name = if name.is_empty() { name } else { self.mesh_names.word(&name, "mesh") };
        self.writer.open("Mesh", &name);
        let mut values = self.writer.begin();
        values.count(mesh.positions.len());
        values.list(mesh.positions.iter(), |values, position| {
            values.floats(&position.to_array(), ";");
        });
        values.count(polygons.materials.len());
        values.list(polygons.faces(), put_face);
        self.writer.values(values);
        self.material_list(polygons, materials);
        self.normals(mesh, polygons)?;
        self.coordinates(mesh)?;
        if let Some(colors) = mesh.color_sets.first() {
            self.writer.object("MeshVertexColors", |values| {
                values.count(colors.len());
                values.list(colors.iter().enumerate(), |values, (vertex, color): (usize, &Vec4)| {
                    values.integer(vertex, ";").floats(&color.to_array(), ";").put(";");
                });
            });
        }
        if let Some(skeleton) = skeleton {
            self.skin(skeleton, mesh);
        }
        self.writer.close();
        Ok(())
    }

    /// Moves the vertices of a skinned mesh to where its bones have them at rest.
    fn settle(&self, id: NodeId, mesh: &mut Mesh) {
        let world = self.rest.world[id];
        let inverse = retromesh_core::portable::inverse(world);
        if !inverse.is_finite() {
            return;
        }
        let (positions, normals) = (self.rest.positions(&self.scene, id), self.rest.normals(&self.scene, id));
        mesh.positions = positions.iter().map(|&position| inverse.transform_point3(position)).collect();
        if !mesh.normals.is_empty() {
            // Normals turn by the transposed inverse of what moves them.
            let turn = world.transpose();
            mesh.normals = normals.iter().map(|&n| turn.transform_vector3(n).normalize_or_zero()).collect();
        }
    }

    fn material_list(&mut self, polygons: &Polygons, materials: &[String]) {
        if polygons.used == [None] {
            return;
        }
        self.writer.open("MeshMaterialList", "");
        let mut values = self.writer.begin();
        values.count(polygons.used.len());
        values.count(polygons.materials.len());
        values.list(polygons.materials.iter(), |values, &material| {
            values.integer(material, "");
        });
        self.writer.values(values);
        for material in &polygons.used {
            let plain = self.scene.materials.len();
            self.writer.reference(&materials[material.map_or(plain, MaterialId::index)]);
        }
        self.writer.close();
    }

    fn normals(&mut self, mesh: &Mesh, polygons: &Polygons) -> Result<()> {
        let normals = unit_normals(mesh, &self.scene.space, UNIT);
        if normals.normals.is_empty() {
            return Ok(());
        }
        self.writer.object("MeshNormals", |values| {
            values.count(normals.normals.len());
            values.list(normals.normals.iter(), |values, normal: &Vec3| {
                values.floats(&normal.to_array(), ";");
            });
            values.count(polygons.materials.len());
            values.list(polygons.faces(), put_face);
        });
        self.diagnostics.note(Code::NormalizedNormals, normals.replaced + normals.scaled, "")
    }

    fn coordinates(&mut self, mesh: &Mesh) -> Result<()> {
        let written = if self.target == Target::Assimp { mesh.uv_sets.len() } else { 1 };
        for set in mesh.uv_sets.iter().take(written) {
            self.writer.object("MeshTextureCoords", |values| {
                values.count(set.len());
                values.list(set.iter(), |values, uv| {
                    values.floats(&uv.to_array(), ";");
                });
            });
        }
        if self.target == Target::Assimp {
            return Ok(());
        }
        if let Some(set) = mesh.uv_sets.get(1) {
            self.writer.object("FVFData", |values| {
                values.line().integer(SECOND_SET, ";");
                values.count(2 * set.len());
                let words = set.iter().flat_map(glam::Vec2::to_array).map(f32::to_bits);
                values.list(words.collect::<Vec<_>>().into_iter(), |values, word| {
                    values.integer(word, "");
                });
            });
        }
        self.diagnostics.note(Code::LostUvSet, mesh.uv_sets.len().saturating_sub(2), "UV sets beyond the second")
    }
}

/// Writes the number of corners and the corners.
fn put_face(values: &mut super::writer::Values, face: &[u32]) {
    values.integer(face.len(), ";");
    for (number, corner) in face.iter().enumerate() {
        values.integer(*corner, if number + 1 < face.len() { "," } else { ";" });
    }
}
