//! Vertices and faces.

use super::materials::{Materials, color};
use super::skins::{Mover, Rig};
use crate::codec;
use crate::document::{Document, Mesh as Source};
use crate::settings::{PackedUvs, Settings};
use crate::vertex::{Form, UvLayout, Vertex};
use glam::{Mat4, Vec3, Vec4};
use retromesh_core::extras::Extra;
use retromesh_core::mesh::{Faces, Influence, Mesh, Part, Weights};
use retromesh_core::{Code, Diagnostics, Error, Finding, Scene};
use retromesh_kit::ImportOptions;
use retromesh_kit::import::normals;

/// Builds the meshes of a scene, one for each of the document.
pub(super) struct Meshes<'a> {
    pub(super) document: &'a Document<'a>,
    pub(super) rig: &'a Rig,
    pub(super) options: &'a ImportOptions,
    pub(super) settings: &'a Settings,
}

impl<'a> Meshes<'a> {
    pub(super) fn build(&self, scene: &mut Scene, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        let document: &'a Document<'a> = self.document;
        let solids: Vec<usize> = document.bones.iter().map(|bone| usize::from(bone.def.solid)).collect();
        let drawn: Vec<usize> = document.levels().into_iter().flatten().collect();
        let mut materials = Materials::default();
        for (n, source) in document.meshes.iter().enumerate() {
            // Solids are relative to their bone whatever bone their vertices name.
            let solid = solids.contains(&n) && !drawn.contains(&n);
            let mut mesh = self.vertices(n, source, solid, diagnostics)?;
            let material = match &source.material {
                Some(name) => Some(materials.get(name, !mesh.color_sets.is_empty(), scene, diagnostics)?),
                None => None,
            };
            mesh.parts.push(Part { material, faces: faces(source), ..Part::default() });
            self.normals(n, &mut mesh, scene, diagnostics)?;
            scene.meshes.push(mesh);
        }
        Ok(())
    }

    fn vertices(
        &self,
        n: usize,
        source: &Source<'_>,
        solid: bool,
        diagnostics: &mut Diagnostics,
    ) -> Result<Mesh, Error> {
        let layout = match self.settings.packed_uvs {
            PackedUvs::Old => UvLayout::Old,
            PackedUvs::Current => UvLayout::Current,
            PackedUvs::Auto => self.document.uv_layout(n),
        };
        let walk = || source.vertices(layout);
        let count = usize::from(source.def.vertex_count);
        let flat = source.is_flat();
        let narrow = walk().all(|v| v.form == Form::V64);
        let textured = !(flat && narrow);
        let colored = walk().any(|v| v.color.is_some_and(|byte| byte != codec::color::WHITE));
        let movers: &[Mover] = if solid { &[] } else { &self.rig.movers };
        let mut mesh =
            Mesh { positions: Vec::with_capacity(count), normals: Vec::with_capacity(count), ..Mesh::default() };
        let mut uvs = Vec::with_capacity(if textured { count } else { 0 });
        let moved: Vec<bool> = movers.iter().map(|mover| mover.bind != Mat4::IDENTITY).collect();
        for v in walk() {
            let (position, normal) = match moved.get(usize::from(v.bone)) {
                Some(true) => {
                    movers.get(usize::from(v.bone)).map_or((v.position, v.normal), |mover| to_model_space(&v, mover))
                }
                _ => (v.position, v.normal),
            };
            mesh.positions.push(position);
            mesh.normals.push(normal);
            if textured {
                uvs.push(v.uv);
            }
        }
        if textured {
            mesh.uv_sets.push(uvs);
        }
        if colored {
            let plain = self.document.mesh_color(n);
            mesh.color_sets.push(walk().map(|v| vertex_color(&v, plain)).collect());
        }
        if walk().any(|v| v.implicit_normal) {
            mesh.extras.insert("bmd.implicit_normals".into(), Extra::Bool(true));
        }
        self.weights(n, &mut mesh, movers, walk().map(|v| v.bone), diagnostics)?;
        Ok(mesh)
    }

    fn weights(
        &self,
        n: usize,
        mesh: &mut Mesh,
        movers: &[Mover],
        bones: impl Iterator<Item = u8>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Error> {
        let static_model = self.document.bones.is_empty();
        let mut missing = 0;
        if !movers.is_empty() {
            mesh.weights.starts.reserve_exact(mesh.positions.len() + 1);
            mesh.weights.influences.reserve_exact(mesh.positions.len());
            mesh.weights.starts.push(0);
        }
        for bone in bones {
            let Some(first) = movers.first() else {
                missing += usize::from(bone != 0 && static_model);
                continue;
            };
            missing += usize::from(usize::from(bone) >= movers.len());
            let mover = movers.get(usize::from(bone)).unwrap_or(first);
            let Weights { starts, influences } = &mut mesh.weights;
            influences.extend(mover.joints.iter().map(|&(joint, weight)| Influence { joint, weight }));
            starts.push(influences.len() as u32);
        }
        let detail = if static_model { "bones of a model without bones" } else { "vertices of no bone" };
        diagnostics
            .report(Finding::new(Code::IndexOutOfRange).times(missing).within(format!("MESH[{n}]")).detail(detail))
    }

    /// Applies the caller's choice and reports normals that point against the faces, as the newer converter writes them.
    fn normals(&self, n: usize, mesh: &mut Mesh, scene: &Scene, diagnostics: &mut Diagnostics) -> Result<(), Error> {
        let contradict = normals::settle(mesh, &scene.space, self.options.normals);
        let stored = !mesh.extras.contains_key("bmd.implicit_normals");
        let finding = Finding::new(Code::ContradictingNormals).times(usize::from(contradict && stored));
        diagnostics.report(finding.within(format!("MESH[{n}]")))
    }
}

/// Moves a vertex from its bone's space to the model's.
fn to_model_space(v: &Vertex, mover: &Mover) -> (Vec3, Vec3) {
    (mover.bind.transform_point3(v.position), mover.bind.transform_vector3(v.normal))
}

/// By the text a vertex colour is relative to the material's colour, and a vertex without one has the material's.
fn vertex_color(v: &Vertex, plain: [u8; 3]) -> Vec4 {
    color(plain) * color(v.color.map_or([0xff; 3], codec::color::decode))
}

fn faces(source: &Source<'_>) -> Faces {
    if !source.faces().any(|face| face.quad) {
        return Faces::Triangles(
            source.faces().map(|face| [face.corners[0], face.corners[1], face.corners[2]]).collect(),
        );
    }
    let (mut starts, mut indices) = (vec![0], Vec::new());
    for face in source.faces() {
        indices.extend_from_slice(face.indices());
        starts.push(indices.len() as u32);
    }
    Faces::Polygons { starts, indices }
}
