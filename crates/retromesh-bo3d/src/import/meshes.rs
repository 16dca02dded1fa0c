//! Meshes: vertices, colours, triangles.

use super::sanitize::Sanitizer;
use super::{Importer, Place};
use crate::document::{self, Vertex, Vertices};
use glam::{Vec2, Vec3, Vec4};
use half::f16;
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::{Code, Error};
use retromesh_kit::import::normals;
use retromesh_wire::{Records, Row, Rows, all_finite, max_u16};

impl Importer<'_> {
    pub(super) fn mesh(&mut self, place: Place, source: &document::Mesh<'_>) -> Result<Mesh, Error> {
        let mut mesh = vertices(&source.vertices);
        if !is_finite(&source.vertices) {
            self.replace_non_finite(place, &mut mesh)?;
        }
        let count = mesh.positions.len();
        if source.colors.len() == count {
            let color = |[r, g, b]: [u8; 3]| Vec4::new(r.into(), g.into(), b.into(), 255.0) / 255.0;
            mesh.color_sets = vec![source.colors.iter().map(color).collect()];
        } else if !source.colors.is_empty() {
            let detail = format!("{} vertex colours for {count} vertices were dropped", source.colors.len());
            self.diagnostics.report(place.finding(Code::CountMismatch).detail(detail))?;
        }
        let faces = Faces::Triangles(self.triangles(place, source, count)?);
        let material = Some(self.material(place, source, !mesh.color_sets.is_empty())?);
        // A list of one, where a push would make room for four.
        mesh.parts = vec![Part { material, faces, ..Part::default() }];
        self.normals(place, &mut mesh)?;
        Ok(mesh)
    }

    fn replace_non_finite(&mut self, place: Place, mesh: &mut Mesh) -> Result<(), Error> {
        let mut sanitizer = Sanitizer::default();
        for uv in mesh.uv_sets.iter_mut().flatten() {
            *uv = sanitizer.vector(uv.extend(0.0), Vec3::ZERO).truncate();
        }
        for v in mesh.normals.iter_mut().chain(&mut mesh.positions) {
            *v = sanitizer.vector(*v, Vec3::ZERO);
        }
        sanitizer.report(place, self.diagnostics)
    }

    fn triangles(&mut self, place: Place, source: &document::Mesh<'_>, count: usize) -> Result<Vec<[u32; 3]>, Error> {
        let wide = |corners: [u16; 3]| corners.map(u32::from);
        if max_u16(source.triangles.bytes()).is_none_or(|max| usize::from(max) < count) {
            return Ok(source.triangles.iter().map(wide).collect());
        }
        let good = |corners: &[u16; 3]| corners.iter().all(|&corner| usize::from(corner) < count);
        let kept: Vec<[u32; 3]> = source.triangles.iter().filter(good).map(wide).collect();
        let dropped = place.finding(Code::IndexOutOfRange).times(source.triangles.len() - kept.len());
        self.diagnostics.report(dropped.detail("a triangle's corner is not a vertex"))?;
        Ok(kept)
    }

    fn normals(&mut self, place: Place, mesh: &mut Mesh) -> Result<(), Error> {
        let space = self.scene.space;
        let contradict = normals::settle(mesh, &space, self.options.normals);
        let zero = mesh.normals.iter().filter(|&&n| n == Vec3::ZERO).count();
        self.diagnostics.report(place.finding(Code::ZeroNormal).times(zero))?;
        self.diagnostics.report(place.finding(Code::ContradictingNormals).times(usize::from(contradict)))
    }
}

/// Bytes of half vertices that are converted at once: with the result they stay in the first-level cache.
const HALF_BLOCK: usize = 512 * <[f16; 8]>::SIZE;

/// Returns whether all numbers are finite, at the speed of memory.
fn is_finite(vertices: &Vertices<'_>) -> bool {
    const EXPONENT: u16 = 0x7c00;
    match vertices {
        Vertices::F32(rows) => all_finite(rows.bytes()),
        Vertices::F16(rows) => rows.bytes().chunks(16 * 1024).all(|block| {
            let (halves, _) = block.as_chunks::<2>();
            let not_finite = |&half: &[u8; 2]| u16::from(u16::from_le_bytes(half) & EXPONENT == EXPONENT);
            halves.iter().fold(0, |found, half| found | not_finite(half)) == 0
        }),
    }
}

/// Splits interleaved vertices into arrays.
fn vertices(source: &Vertices<'_>) -> Mesh {
    let count = source.len();
    let (mut uvs, mut normals, mut positions) =
        (Vec::with_capacity(count), Vec::with_capacity(count), Vec::with_capacity(count));
    match source {
        Vertices::F32(rows) => {
            if let Some(records) = Records::new(rows.bytes(), Vertex::SIZE) {
                for block in records.blocks() {
                    block.extend_column::<Vec2>(0, &mut uvs);
                    block.extend_column::<Vec3>(8, &mut normals);
                    block.extend_column::<Vec3>(20, &mut positions);
                }
            }
        }
        Vertices::F16(rows) => {
            // Blocks stay in the first-level cache between conversion and split.
            for block in rows.bytes().chunks(HALF_BLOCK) {
                let Some(halves) = Rows::<[f16; 8]>::from_bytes(block) else { continue };
                let vectors = halves.to_f32_vec();
                uvs.extend(vectors.iter().map(|&[u, v, ..]| Vec2::new(u, v)));
                normals.extend(vectors.iter().map(|&[_, _, x, y, z, ..]| Vec3::new(x, y, z)));
                positions.extend(vectors.iter().map(|&[.., x, y, z]| Vec3::new(x, y, z)));
            }
        }
    }
    Mesh { positions, normals, uv_sets: vec![uvs], ..Mesh::default() }
}
