//! Meshes: one primitive a part over vertices that they share or ranges of these, one glTF mesh for each way in which nodes use a mesh.

use super::Exporter;
use super::ranges::Ranges;
use super::vertices::{Pool, Vertices, index_type};
use crate::extras_json::{object, to_json};
use crate::grid::GRID;
use crate::settings::Kept;
use crate::{FLAGGED, LINKS, NAMELESS, ORDER, fingerprint, flagged_faces, frame_name, runs};
use glam::Vec3;
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked::Valid;
use gltf_json::{Accessor, Index, Mesh as JsonMesh};
use retromesh_core::extras::{LINES, POINTS, vertices};
use retromesh_core::mesh::{AttributeData, Faces, Mesh, Part, Selection};
use retromesh_core::{Code, Extras, Finding, MaterialId, MeshId, Result, Triangulator};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

/// One way in which a mesh is used.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Variant {
    pub(super) mesh: MeshId,
    pub(super) skin: Option<Skinning>,
    /// The materials by part.
    pub(super) materials: Vec<Option<MaterialId>>,
}

/// How the vertices of a skinned mesh are bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Skinning {
    /// The number of joints of the skeleton.
    pub(super) joints: usize,
    /// The joint that vertices without influences are bound to.
    pub(super) neutral: Option<usize>,
}

/// What primitives share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'p> {
    pub(super) vertices: &'p Vertices,
    pub(super) joints: &'p [(Semantic, Index<Accessor>)],
    /// The positions of the mesh as a reader finds them.
    pub(super) positions: &'p [Vec3],
    /// The number of texture coordinate sets.
    pub(super) uv_sets: usize,
}

impl<'a> Exporter<'a> {
    /// Returns the glTF mesh of a variant, writing it when it is new; `None` for a mesh without vertices.
    pub(super) fn mesh(&mut self, variant: Variant) -> Result<Option<Index<JsonMesh>>> {
        if let Some(&index) = self.mesh_variants.get(&variant) {
            return Ok(Some(index));
        }
        let scene = self.scene;
        let mesh = &scene[variant.mesh];
        if mesh.positions.is_empty() {
            return Ok(None);
        }
        let written = if self.luanti.is_some() {
            self.separate_mesh(mesh, variant.skin, &variant.materials)?
        } else {
            self.shared_mesh(mesh, &variant)?
        };
        self.bare += usize::from(mesh.uv_sets.is_empty() && mesh.face_count() > 0);
        let index = Index::push(&mut self.root.meshes, written);
        self.mesh_variants.insert(variant, index);
        Ok(Some(index))
    }

    /// Builds a mesh whose primitives share their vertices.
    fn shared_mesh(&mut self, mesh: &'a Mesh, variant: &Variant) -> Result<JsonMesh> {
        let pool = if let Some(pool) = self.pools.get(&variant.mesh) {
            pool.clone()
        } else {
            let ranges = Ranges::of(mesh);
            let grid = self.grid_of(variant.mesh);
            let pool = if let Some(order) = ranges.order.clone() {
                let arranged = self.arranged(mesh, &ranges, &order)?;
                let pool = self.pool(&arranged, None, grid, ranges)?;
                Pool { arranged: Some(Rc::new((arranged, order))), ..pool }
            } else {
                self.pool(mesh, Some(mesh), grid, ranges)?
            };
            self.pools.insert(variant.mesh, pool.clone());
            pool
        };
        let joints = variant.skin.map_or(Ok(Vec::new()), |skin| self.joint_sets(pool.written(mesh), skin))?;
        let joints = self.joints_in_ranges(joints, &pool);
        self.build_mesh(mesh, &pool, &joints, &variant.materials)
    }

    fn build_mesh(
        &mut self,
        mesh: &Mesh,
        pool: &Pool,
        joints: &[Vec<(Semantic, Index<Accessor>)>],
        materials: &[Option<MaterialId>],
    ) -> Result<JsonMesh> {
        let mut own = Map::new();
        let mut primitives = Vec::with_capacity(mesh.parts.len());
        let mut empty = Vec::new();
        let written = pool.written(mesh);
        let shared = |range: usize| Shared {
            vertices: &pool.vertices[range],
            joints: &joints[range],
            positions: pool.positions(written),
            uv_sets: mesh.uv_sets.len(),
        };
        for (p, (part, &material)) in written.parts.iter().zip(materials).enumerate() {
            let range = pool.of_part[p];
            let drawn = match pool.indices[p] {
                Some(indices) => Some((Mode::Triangles, indices)),
                None => self.loose(part, written.positions.len(), &pool.ranges[range]),
            };
            if drawn.is_some() {
                primitives.push(self.primitive(part, shared(range), material, drawn)?);
            } else {
                let material = material
                    .map(|id| json!({"name": self.scene[id].name, "number": id.0, "of": self.scene.materials.len()}));
                empty.push(json!({"part": p, "name": part.name, "material": material}));
            }
        }
        if primitives.is_empty() {
            // Loose vertices: memory points, or a mesh that lost its faces.
            primitives.push(self.primitive(&Part::default(), shared(0), None, None)?);
        }
        if !empty.is_empty() {
            own.insert("emptyParts".into(), Value::Array(empty));
        }
        let weights: Vec<f32> = mesh.morph_targets.iter().map(|target| target.weight).collect();
        let names = mesh.morph_targets.iter().map(|target| target.name.clone());
        let frames = mesh.vertex_frames.iter().map(|frame| frame_name(frame.time));
        let mut names: Vec<String> = names.chain(frames).collect();
        // Blender 3.4 ends on empty names: there are none, or each shape has one.
        let is_named = names.iter().any(|name| !name.is_empty());
        if is_named && names.iter().any(String::is_empty) {
            own.insert(NAMELESS.into(), name_all(&mut names).into());
        }
        if !mesh.vertex_frames.is_empty() {
            own.insert("vertexFrames".into(), mesh.vertex_frames.iter().map(|frame| json!(frame.time)).collect());
        }
        if let Some((grid, _)) = &pool.grid {
            own.insert(GRID.into(), grid.to_json());
        }
        Self::attribute_kinds(mesh, &mut own);
        if let Some((_, order)) = pool.arranged.as_deref() {
            let print = fingerprint::vertices(pool.positions(written));
            own.insert(ORDER.into(), json!({"of": runs::rising(order), "print": print}));
        }
        let faces = || mesh.parts.iter().map(|part| &part.faces);
        if pool.arranged.is_some() || !mesh.selections.is_empty() {
            own.insert(LINKS.into(), fingerprint::links(mesh.positions.len(), faces(), Some).into());
        }
        if !mesh.selections.is_empty() {
            let steps: Option<Vec<Vec3>> =
                pool.grid.as_ref().map(|(grid, _)| mesh.positions.iter().map(|place| grid.steps(*place)).collect());
            let places = steps.as_ref().unwrap_or(&mesh.positions);
            own.insert("selections".into(), mesh.selections.iter().map(selection_json).collect());
            own.insert("vertexPrint".into(), fingerprint::vertices(places).into());
            if mesh.selections.iter().any(|selection| !selection.faces.is_empty()) {
                own.insert("facePrint".into(), fingerprint::faces(places, faces()).into());
                own.insert("faceCount".into(), mesh.face_count().into());
            }
            let finding = Finding::new(Code::KeptInExtras).times(mesh.selections.len()).detail("named selections");
            self.diagnostics.report(finding)?;
        }
        let flagged = flagged_faces(mesh);
        if flagged > 0 {
            own.insert(FLAGGED.into(), flagged.into());
        }
        let mut extras = mesh.extras.clone();
        // The habit of Blender and three.js; it belongs to the top of the extras.
        if is_named {
            let names = names.into_iter().map(Into::into).collect::<Vec<_>>();
            extras.insert("targetNames".into(), retromesh_core::Extra::List(names));
        }
        let weights = weights.into_iter().chain(mesh.vertex_frames.iter().map(|_| 0.0)).collect::<Vec<_>>();
        Ok(JsonMesh {
            extensions: None,
            extras: object(&extras, own),
            name: super::name(&mesh.name),
            primitives,
            weights: (!weights.is_empty()).then_some(weights),
        })
    }

    /// Writes the vertex numbers of a part of lines or points, which has a range of the vertices of its mesh.
    fn loose(&mut self, part: &Part, n: usize, range: &Range<u32>) -> Option<(Mode, Index<Accessor>)> {
        let list = |key: &str| vertices(&part.extras, key, n);
        let (mode, list) = list(LINES)
            .filter(|list| list.len().is_multiple_of(2))
            .map(|list| (Mode::Lines, list))
            .or_else(|| Some((Mode::Points, list(POINTS)?)))?;
        let rows = list.iter().map(|&vertex| [vertex - range.start]);
        let target = Some(gltf_json::buffer::Target::ElementArrayBuffer);
        Some((mode, self.buffers.integers(rows, list.len(), index_type(range.len()), target)))
    }

    pub(super) fn primitive(
        &mut self,
        part: &Part,
        shared: Shared<'_>,
        material: Option<MaterialId>,
        drawn: Option<(Mode, Index<Accessor>)>,
    ) -> Result<Primitive> {
        let Shared { vertices, joints, positions, uv_sets } = shared;
        let (mode, indices) = drawn.unzip();
        let shading = material.map(|id| self.scene[id].shading).unwrap_or_default();
        let mut attributes: Vec<(Semantic, Index<Accessor>)> =
            vertices.attributes.iter().chain(joints).cloned().collect();
        for (set, color) in vertices.colors.iter().enumerate() {
            let chosen = if shading.vertex_alpha { color.rgba } else { color.rgb };
            if shading.vertex_colors {
                attributes.push((Semantic::Colors(set as u32), chosen));
            }
            let is_kept = self.settings.custom_attributes == Kept::Keep;
            if is_kept && (!shading.vertex_colors || chosen != color.raw) {
                attributes.push((Semantic::Extras(format!("COLOR_{set}")), color.raw));
            }
        }
        if !shading.vertex_colors {
            let finding = Finding::new(Code::KeptInExtras).times(vertices.colors.len());
            self.diagnostics.report(finding.detail("vertex colours without effect are custom attributes"))?;
        }
        let material = material.map(|id| self.material(id, uv_sets)).transpose()?;
        let mut part_extras = part.extras.clone();
        [LINES, POINTS].iter().for_each(|key| drop(part_extras.remove(*key)));
        let others = self.kept_extensions(&mut part_extras);
        Ok(Primitive {
            attributes: attributes.into_iter().map(|(semantic, accessor)| (Valid(semantic), accessor)).collect(),
            extensions: (!others.is_empty()).then_some(gltf_json::extensions::mesh::Primitive { others }),
            extras: self.part_extras(positions, part, &part_extras)?,
            indices,
            material,
            mode: Valid(mode.unwrap_or(Mode::Points)),
            targets: (!vertices.targets.is_empty()).then(|| vertices.targets.clone()),
        })
    }

    fn part_extras(&mut self, positions: &[Vec3], part: &Part, extras: &Extras) -> Result<gltf_json::Extras> {
        let mut own = Map::new();
        if !part.name.is_empty() {
            own.insert("name".into(), part.name.as_str().into());
        }
        if let Faces::Polygons { .. } = part.faces {
            own.insert("corners".into(), runs::equal(part.faces.iter().map(|face| face.len() as u32)));
            // Those that are no fans of triangles cannot be distinguished from their triangles.
            let mut triangulator = Triangulator::default();
            let faces = (0u32..).zip(part.faces.iter());
            let others = faces.filter(|(_, face)| !triangulator.fans(positions, face));
            let loops: Vec<Value> = others.map(|(number, face)| json!([&[number], face].concat())).collect();
            if !loops.is_empty() {
                own.insert("loops".into(), Value::Array(loops));
            }
        }
        if !part.face_flags.is_empty() {
            own.insert("faceFlags".into(), runs::equal(part.face_flags.iter().copied()));
            let print = fingerprint::faces(positions, std::iter::once(&part.faces));
            own.insert("facePrint".into(), print.into());
            own.insert(LINKS.into(), fingerprint::links(0, std::iter::once(&part.faces), Some).into());
            self.diagnostics.report(Finding::new(Code::KeptInExtras).detail("face flags"))?;
        }
        Ok(object(extras, own))
    }

    /// Says which custom attributes there are, what they were called, and whether they are integers.
    fn attribute_kinds(mesh: &Mesh, own: &mut Map<String, Value>) {
        let mut kinds = Map::new();
        for (name, attribute) in super::vertices::custom_names(mesh).into_iter().zip(&mesh.attributes) {
            let integer = matches!(attribute.data, AttributeData::UInt(_));
            kinds.insert(format!("_{name}"), json!({"name": attribute.name, "integer": integer}));
        }
        if !kinds.is_empty() {
            own.insert("attributes".into(), Value::Object(kinds));
        }
    }
}

/// Gives each shape without a name one that no other has, and returns these.
fn name_all(names: &mut [String]) -> Vec<String> {
    let taken: HashSet<String> = names.iter().cloned().collect();
    let mut free = (1..).map(|number| format!("shape {number}")).filter(|name| !taken.contains(name));
    let nameless = names.iter_mut().filter(|name| name.is_empty());
    let give = |(name, free): (&mut String, String)| {
        *name = free;
        name.clone()
    };
    nameless.zip(&mut free).map(give).collect()
}

fn selection_json(selection: &Selection) -> Value {
    let mut object = Map::new();
    object.insert("name".into(), selection.name.as_str().into());
    object.insert("vertices".into(), runs::rising(&selection.vertices));
    if !selection.weights.is_empty() {
        object.insert("weights".into(), selection.weights.iter().map(|w| json!(w)).collect());
    }
    if !selection.faces.is_empty() {
        object.insert("faces".into(), runs::rising(&selection.faces));
    }
    if !selection.extras.is_empty() {
        let extras = selection.extras.iter().map(|(key, extra)| (key.clone(), to_json(extra))).collect();
        object.insert("extras".into(), Value::Object(extras));
    }
    Value::Object(object)
}
