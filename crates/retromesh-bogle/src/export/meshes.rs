//! Mesh parts to geometries.

use super::Exporter;
use super::tangents::Vertices;
use crate::capability::INFO;
use crate::document::{Geometry, GeometryData};
use crate::layout::Layout;
use crate::vertex;
use glam::{Vec2, Vec3, Vec4};
use retromesh_core::mesh::{Influence, Mesh, Part};
use retromesh_core::{Code, Error, MeshId};
use retromesh_kit::export::{Piece, Rounding, UniqueNames, compact, top_weights};
use retromesh_kit::file_names;
use retromesh_wire::{RawStr, Records, Rows};
use std::borrow::Cow;
use std::path::Path;

/// One geometry to be written: a part of a mesh with the joint numbers of one skeleton.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Variant {
    pub(super) mesh: MeshId,
    pub(super) part: usize,
    /// The bone of each joint; empty for an unskinned mesh.
    pub(super) bones: Vec<u32>,
}

impl Exporter<'_> {
    /// Writes each mesh in each variant that nodes use, and unused meshes too.
    pub(super) fn write_geometries(&mut self) -> Result<(), Error> {
        let mut used: Vec<Vec<Vec<u32>>> = vec![Vec::new(); self.scene.meshes.len()];
        for id in self.scene.node_ids() {
            let Some(instance) = self.scene[id].mesh.as_deref() else { continue };
            let bones = self.skins.get(&id).map_or(Vec::new(), |skin| skin.bone_of_joint.clone());
            let used = &mut used[instance.mesh.index()];
            if !used.contains(&bones) {
                used.push(bones);
            }
        }
        let mut files = UniqueNames::counting_from(1);
        for (m, (mesh, mut bones)) in self.scene.meshes.iter().zip(used).enumerate() {
            if bones.is_empty() {
                let joints = mesh.weights.influences.iter().map(|i| i.joint + 1).max().unwrap_or(0);
                bones.push((0..joints.min(1 << 16)).collect());
            }
            let prepared = prepare(mesh);
            self.report(
                Code::NormalizedNormals,
                usize::from(mesh.normals.is_empty() && !mesh.positions.is_empty()),
                || format!("meshes[{m}]"),
            )?;
            for bones in bones {
                for p in 0..mesh.parts.len().max(1) {
                    let name = if mesh.parts.len() > 1 { format!("{}_{p}", mesh.name) } else { mesh.name.clone() };
                    let data = self.geometry_data(&prepared, p, &bones, m)?;
                    let name = self.name(&name);
                    let file = self.file_name(&name, &mut files);
                    self.document.geometries.push(Geometry { kind: 0, name, file, data: Some(data) });
                    let variant = Variant { mesh: MeshId::new(m), part: p, bones: bones.clone() };
                    self.variants.insert(variant, self.document.geometries.len() as u32);
                }
            }
        }
        Ok(())
    }

    /// Returns the stem of a geometry's file: those of the model and the mesh with `_` for all but letters, digits and `_`, made unique;
    /// a geometry without a name has a file with one all the same. Models in one folder share the folder of geometries.
    fn file_name(&self, name: &RawStr<'_>, names: &mut UniqueNames) -> RawStr<'static> {
        if self.document.layout != Layout::L16 {
            return RawStr::default();
        }
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mesh: String = match name.decode().0.as_ref() {
            "" => "geometry".to_owned(),
            name => name.chars().map(plain).collect(),
        };
        let model = Path::new(&self.options.file_name).file_stem().unwrap_or_default().to_string_lossy();
        let model: String = model.chars().map(plain).collect();
        let stem = if model.is_empty() { mesh } else { format!("{}__{mesh}", model.trim_end_matches('_')) };
        let stem = file_names::safe(&stem).into_owned();
        // File systems may not tell cases apart.
        let unique = names.unique(&stem.to_ascii_lowercase());
        RawStr::from(format!("{stem}{}", &unique[stem.len()..]))
    }

    fn geometry_data(
        &mut self,
        mesh: &Mesh,
        p: usize,
        bones: &[u32],
        m: usize,
    ) -> Result<GeometryData<'static>, Error> {
        let mut vertices = part_vertices(mesh, p);
        let zero = vertices.normals.iter_mut().filter(|n| n.length_squared() < 1e-12).map(|n| *n = Vec3::Z).count();
        self.report(Code::NormalizedNormals, zero, || format!("meshes[{m}]"))?;
        if vertices.tangents.is_empty() {
            vertices.compute_tangents();
        }
        for (tangent, normal) in vertices.tangents.iter_mut().zip(&vertices.normals) {
            *tangent = square(*tangent, *normal);
        }
        let rows = vertices.tangents.iter().zip(&vertices.normals);
        let binormals: Vec<Vec3> = rows.map(|(t, n)| n.cross(t.truncate()) * t.w).collect();
        let tangents: Vec<Vec3> = vertices.tangents.iter().map(|t| t.truncate()).collect();
        let mut reduced = 0;
        let slots: Vec<([f32; 3], [f32; 3])> =
            vertices.source.iter().map(|&v| slots(mesh.weights.of(v as usize), bones, &mut reduced)).collect();
        self.report(Code::ReducedInfluences, reduced, || format!("meshes[{m}]"))?;
        let (numbers, weights): (Vec<_>, Vec<_>) = slots.into_iter().unzip();
        let mut records = Records::zeroed(vertices.positions.len(), vertex::SIZE).unwrap_or_default();
        records.for_each_block_mut(|range, mut block| {
            block.set_column(vertex::POSITION, vertices.positions.get(range.clone()).unwrap_or_default());
            block.set_column(vertex::UV, vertices.uvs.get(range.clone()).unwrap_or_default());
            block.set_column(vertex::NORMAL, vertices.normals.get(range.clone()).unwrap_or_default());
            block.set_column(vertex::TANGENT, tangents.get(range.clone()).unwrap_or_default());
            block.set_column(vertex::BINORMAL, binormals.get(range.clone()).unwrap_or_default());
            block.set_column(vertex::BONES, numbers.get(range.clone()).unwrap_or_default());
            block.set_column(vertex::WEIGHTS, weights.get(range).unwrap_or_default());
        });
        let indices = Rows::from_slice(vertices.triangles.as_flattened());
        Ok(GeometryData { vertices: if records.is_empty() { Records::default() } else { records }, indices })
    }
}

/// Returns the mesh with normals.
fn prepare(mesh: &Mesh) -> Cow<'_, Mesh> {
    if !mesh.normals.is_empty() || mesh.positions.is_empty() {
        return Cow::Borrowed(mesh);
    }
    let mut mesh = mesh.clone();
    mesh.recompute_normals(&crate::frame::SPACE);
    // Tangents without normals have no side.
    mesh.tangents.clear();
    Cow::Owned(mesh)
}

/// Returns the vertices of a part: all of the mesh where it is the only part, else those that its faces use.
fn part_vertices(mesh: &Mesh, p: usize) -> Vertices {
    let triangles =
        mesh.parts.get(p).map_or(Vec::new(), |part: &Part| part.faces.triangles(&mesh.positions).into_owned());
    let count = mesh.positions.len();
    let piece = if mesh.parts.len() <= 1 {
        Piece { sources: (0..count as u32).collect(), triangles }
    } else {
        compact(triangles.into_iter(), count)
    };
    Vertices {
        positions: piece.pick(&mesh.positions),
        uvs: mesh.uv_sets.first().map_or_else(|| vec![Vec2::ZERO; piece.sources.len()], |set| piece.pick(set)),
        normals: piece.pick(&mesh.normals),
        tangents: piece.pick(&mesh.tangents),
        source: piece.sources,
        triangles: piece.triangles,
    }
}

/// Returns the tangent with unit length and a side; any square to the normal where there is none.
fn square(tangent: Vec4, normal: Vec3) -> Vec4 {
    let direction = tangent.truncate();
    let length = direction.length();
    let side = if tangent.w < 0.0 { -1.0 } else { 1.0 };
    let direction = if length < 1e-6 || !length.is_finite() {
        normal.try_normalize().unwrap_or(Vec3::Z).any_orthonormal_vector()
    } else if (length - 1.0).abs() > 1e-3 {
        direction / length
    } else {
        direction
    };
    direction.extend(side)
}

/// Returns three bones, ascending, and their weights: the three largest, scaled to sum to one where some are left out.
fn slots(influences: &[Influence], bones: &[u32], reduced: &mut usize) -> ([f32; 3], [f32; 3]) {
    // A mesh that no skin deforms has no bones.
    let bone = |i: &Influence| Some(Influence { joint: *bones.get(i.joint as usize)?, weight: i.weight });
    let mut kept: Vec<Influence> = influences.iter().filter_map(bone).collect();
    *reduced += usize::from(top_weights(&mut kept, INFO.bones_per_vertex, Rounding::Keep).reduced);
    kept.sort_by_key(|influence| influence.joint);
    let mut slots = ([0.0; 3], [0.0; 3]);
    for ((number, weight), influence) in slots.0.iter_mut().zip(&mut slots.1).zip(kept) {
        (*number, *weight) = (influence.joint as f32, influence.weight);
    }
    slots
}
