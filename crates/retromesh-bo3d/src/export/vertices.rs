//! Vertex numbers: how wide they are, and how they are rounded.

use super::Exporter;
use super::meshes::Piece;
use crate::document::{Floats, HalfVertex, Vertex, Vertices};
use crate::settings::VertexFloats;
use glam::{Vec2, Vec3};
use half::f16;
use retromesh_core::{Code, Error, Finding};
use retromesh_wire::Rows;

/// The largest share of the model's size by which 16 bits may move a position unasked.
const POSITION_BOUND: f32 = 1.0 / 2048.0;
/// The largest error of a texture coordinate that 16 bits may make unasked.
const UV_BOUND: f32 = 1.0 / 1024.0;
/// The smallest half that is not subnormal; the engine reads subnormal halves as nearly zero.
const SMALLEST_NORMAL: f32 = 6.103_515_6e-5;

/// Rounds to the nearest half, of two equally near ones to the even one; what would be subnormal becomes a signed zero.
pub(crate) fn to_half(x: f32) -> f16 {
    if x.abs() < SMALLEST_NORMAL { f16::from_f32(0.0f32.copysign(x)) } else { f16::from_f32(x) }
}

/// What 16 bits would do to all vertices.
#[derive(Default)]
struct Rounding {
    overflows: bool,
    position: f32,
    uv: f32,
    size: f32,
}

impl Rounding {
    fn of<'p>(pieces: impl Iterator<Item = &'p Piece>) -> Self {
        let mut all = Self::default();
        let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for piece in pieces {
            for position in &piece.positions {
                low = low.min(*position);
                high = high.max(*position);
                all.position = position.to_array().into_iter().map(error).fold(all.position, f32::max);
            }
            for uv in &piece.uvs {
                all.uv = uv.to_array().into_iter().map(error).fold(all.uv, f32::max);
            }
        }
        all.size = (high - low).max_element().max(0.0);
        all.overflows = !all.position.is_finite() || !all.uv.is_finite();
        all
    }
}

fn error(x: f32) -> f32 {
    (to_half(x).to_f32() - x).abs()
}

impl Exporter<'_> {
    /// Chooses the width of the vertex numbers and reports the largest errors where they are rounded.
    pub(super) fn floats<'p>(&mut self, pieces: impl Iterator<Item = &'p Piece>) -> Result<Floats, Error> {
        if self.settings.vertex_floats == VertexFloats::F32 {
            return Ok(Floats::F32);
        }
        let rounding = Rounding::of(pieces);
        let visible = rounding.position > POSITION_BOUND * rounding.size || rounding.uv > UV_BOUND;
        if self.settings.vertex_floats == VertexFloats::Auto && (visible || rounding.overflows) {
            return Ok(Floats::F32);
        }
        if rounding.overflows {
            let detail = "half floats end at 65504; 32-bit floats were written";
            self.diagnostics.report(Finding::new(Code::WiderFloats).detail(detail))?;
            return Ok(Floats::F32);
        }
        if rounding.position > 0.0 || rounding.uv > 0.0 {
            let Rounding { position, uv, .. } = rounding;
            let detail = format!("largest error {position:.3e} in positions, {uv:.3e} in texture coordinates");
            self.diagnostics.report(Finding::new(Code::RoundedVertices).detail(detail))?;
        }
        Ok(Floats::F16)
    }
}

/// Packs the arrays of a piece into vertices.
pub(super) fn interleave(piece: &Piece, floats: Floats) -> Vertices<'static> {
    let vectors = piece.uvs.iter().zip(&piece.normals).zip(&piece.positions);
    match floats {
        Floats::F32 => Vertices::F32(
            vectors.map(|((&uv, &normal), &position)| Vertex { uv, normal, position }).collect::<Rows<'_, _>>(),
        ),
        Floats::F16 => Vertices::F16(vectors.map(half_vertex).collect::<Rows<'_, _>>()),
    }
}

fn half_vertex(((uv, normal), position): ((&Vec2, &Vec3), &Vec3)) -> HalfVertex {
    HalfVertex {
        uv: uv.to_array().map(to_half),
        normal: normal.to_array().map(to_half),
        position: position.to_array().map(to_half),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_to_nearest_even_and_flushes_subnormals() {
        let rows: [(f32, u16); 10] = [
            (0.0, 0x0000),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (1.0 + 1.0 / 2048.0, 0x3c00),
            (1.0 + 3.0 / 2048.0, 0x3c02),
            (1.0 + 1.1 / 2048.0, 0x3c01),
            (65_504.0, 0x7bff),
            (SMALLEST_NORMAL, 0x0400),
            (6.0e-5, 0x0000),
            (-6.0e-8, 0x8000),
        ];
        for (x, bits) in rows {
            assert_eq!(to_half(x).to_bits(), bits, "{x}");
        }
    }

    #[test]
    fn every_normal_half_survives() {
        for bits in 0..=u16::MAX {
            let half = f16::from_bits(bits);
            let back = to_half(half.to_f32());
            match half.classify() {
                std::num::FpCategory::Subnormal => assert_eq!(back.to_bits(), bits & 0x8000),
                std::num::FpCategory::Nan => assert!(back.is_nan()),
                _ => assert_eq!(back.to_bits(), bits),
            }
        }
    }
}
