//! Vertices as whole numbers (`KHR_mesh_quantization`): places on a grid, directions, texture coordinates, colours and weights as shares of the
//! largest number of their type. How far off they are is reported.

use super::Exporter;
use super::meshes::{Skinning, Variant};
use crate::grid::Grid;
use crate::place_of;
use crate::settings::Quantize;
use glam::{DVec3, Vec2, Vec3, Vec4};
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::{Accessor, Index};
use retromesh_core::mesh::Mesh;
use retromesh_core::{Code, Finding, MeshId, Result};

/// The extension that allows such vertices.
const NAME: &str = "KHR_mesh_quantization";

/// How a mesh is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Unskinned,
    Skinned,
    /// By a skin that has no joint and cannot be written, so that nothing could undo a grid.
    WithoutJoints,
}

impl Exporter<'_> {
    /// Chooses the grids where whole numbers are asked for.
    pub(super) fn choose_grids<'v>(&mut self, variants: impl Iterator<Item = &'v Variant>) {
        if self.settings.quantize == Quantize::None || self.luanti.is_some() {
            return;
        }
        let meshes = &self.scene.meshes;
        let mut uses = vec![Use::Unskinned; meshes.len()];
        for Variant { mesh, skin, .. } in variants {
            let slot = &mut uses[mesh.index()];
            match skin {
                Some(Skinning { joints: 0, neutral: None }) => *slot = Use::WithoutJoints,
                Some(_) if *slot == Use::Unskinned => *slot = Use::Skinned,
                _ => {}
            }
        }
        // One for all, as several may share a skin.
        let skinned = meshes.iter().zip(&uses).filter(|(_, how)| **how == Use::Skinned).map(|(mesh, _)| mesh);
        let shared = Grid::around(skinned);
        let grid = |(mesh, how): (&Mesh, &Use)| match how {
            _ if mesh.positions.is_empty() => None,
            Use::Unskinned => Some(Grid::around(std::iter::once(mesh))),
            Use::Skinned => Some(shared),
            Use::WithoutJoints => None,
        };
        self.grids = meshes.iter().zip(&uses).map(grid).collect();
        if self.grids.iter().any(Option::is_some) {
            self.use_extension(NAME);
            self.require_extension(NAME);
        }
    }

    /// Returns the grid of a mesh; `None` where its vertices stay floats.
    pub(super) fn grid_of(&self, mesh: MeshId) -> Option<Grid> {
        self.grids[mesh.index()]
    }

    /// Writes places as steps on a grid.
    pub(super) fn steps(&mut self, mesh: &Mesh, grid: &Grid, steps: &[Vec3]) -> Result<Index<Accessor>> {
        let index = self.buffers.rows(&whole(steps), ComponentType::U16, Type::Vec3, false);
        self.buffers.bound(index, steps);
        let off = mesh.positions.iter().zip(steps).map(|(place, steps)| place.distance(grid.place(*steps)));
        self.report_rounded(mesh, "positions", off, |off| format!("{off:.3e} units"))?;
        Ok(index)
    }

    /// Writes what a target or frame moves vertices by, in steps.
    pub(super) fn moves(
        &mut self,
        mesh: &Mesh,
        grid: &Grid,
        moves: impl Iterator<Item = (Vec3, Vec3)>,
    ) -> Result<Index<Accessor>> {
        let (steps, off): (Vec<Vec3>, Vec<f32>) =
            moves.map(|(steps, exact)| (steps, (steps * grid.step).distance(exact))).unzip();
        let index = self.buffers.rows(&whole(&steps), ComponentType::I16, Type::Vec3, false);
        self.buffers.bound(index, &steps);
        self.report_rounded(mesh, "positions of shapes", off.into_iter(), |off| format!("{off:.3e} units"))?;
        Ok(index)
    }

    /// Writes directions with three columns, or four with their sign.
    pub(super) fn directions(&mut self, mesh: &Mesh, values: &[Vec4], type_: Type) -> Result<Index<Accessor>> {
        let (component, max) = match self.settings.quantize {
            Quantize::Small => (ComponentType::I8, 127.0),
            _ => (ComponentType::I16, 32_767.0),
        };
        let rows: Vec<Vec4> = values.iter().map(|value| (*value * max).round()).collect();
        let off = values.iter().zip(&rows).map(|(exact, row)| {
            let [a, b]: [DVec3; 2] = [exact, row].map(|v| v.truncate().as_dvec3().normalize_or_zero());
            libm::atan2(a.cross(b).length(), a.dot(b)).to_degrees() as f32
        });
        let what = if type_ == Type::Vec3 { "normals" } else { "tangents" };
        self.report_rounded(mesh, what, off, |off| format!("{off:.3} degrees"))?;
        let rows: Vec<[i32; 4]> = rows.iter().map(|row| row.to_array().map(|x| x as i32)).collect();
        Ok(self.buffers.rows(&rows, component, type_, true))
    }

    /// Writes texture coordinates; `None` where some lie outside of the picture.
    pub(super) fn coordinates(&mut self, mesh: &Mesh, uvs: &[Vec2]) -> Result<Option<Index<Accessor>>> {
        const MAX: f32 = 65_535.0;
        if self.settings.quantize == Quantize::None || uvs.iter().any(|uv| uv.clamp(Vec2::ZERO, Vec2::ONE) != *uv) {
            return Ok(None);
        }
        let rows: Vec<Vec2> = uvs.iter().map(|uv| (*uv * MAX).round()).collect();
        let off = uvs.iter().zip(&rows).map(|(uv, row)| (*uv - *row / MAX).abs().max_element());
        self.report_rounded(mesh, "texture coordinates", off, |off| format!("{off:.1e}"))?;
        let rows: Vec<[i32; 4]> = rows.iter().map(|row| [row.x as i32, row.y as i32, 0, 0]).collect();
        Ok(Some(self.buffers.rows(&rows, ComponentType::U16, Type::Vec2, true)))
    }

    /// Writes colours from 0 to 1 and returns the accessor with alpha; with one byte a channel where that is exact or small files are
    /// wanted.
    pub(super) fn color_rows(&mut self, mesh: &Mesh, colors: &[Vec4]) -> Result<Index<Accessor>> {
        let of_bytes = |color: &Vec4| (*color * 255.0).round() / 255.0 == *color;
        let bytes = self.settings.quantize == Quantize::Small || colors.iter().all(of_bytes);
        let (component, max) = if bytes { (ComponentType::U8, 255.0) } else { (ComponentType::U16, 65_535.0) };
        let rows: Vec<Vec4> = colors.iter().map(|color| (*color * max).round()).collect();
        let off = colors.iter().zip(&rows).map(|(color, row)| (*color - *row / max).abs().max_element());
        self.report_rounded(mesh, "colours", off, |off| format!("{off:.1e}"))?;
        let rows: Vec<[i32; 4]> = rows.iter().map(|row| row.to_array().map(|x| x as i32)).collect();
        Ok(self.buffers.rows(&rows, component, Type::Vec4, true))
    }

    /// Returns the parts of a whole that weights are counted in; `None` where they stay floats.
    pub(super) fn weight_parts(&self) -> Option<(ComponentType, u32)> {
        match self.settings.quantize {
            _ if self.luanti.is_some() => None,
            Quantize::None => None,
            Quantize::Fine => Some((ComponentType::U16, 65_535)),
            Quantize::Small => Some((ComponentType::U8, 255)),
        }
    }

    /// Returns how many vertices are off, and by how much at most.
    pub(super) fn report_rounded(
        &mut self,
        mesh: &Mesh,
        what: &str,
        off: impl Iterator<Item = f32>,
        print: impl Fn(f32) -> String,
    ) -> Result<()> {
        let (count, worst) = off.filter(|off| *off > 0.0).fold((0, 0f32), |(n, worst), off| (n + 1, worst.max(off)));
        let finding = Finding::new(Code::RoundedVertices).within(place_of("mesh", &mesh.name)).times(count);
        self.diagnostics.report(finding.detail(format!("{what} within {}", print(worst))))
    }
}

fn whole(rows: &[Vec3]) -> Vec<[i32; 4]> {
    rows.iter().map(|row| [row.x as i32, row.y as i32, row.z as i32, 0]).collect()
}
