//! Rules about one mesh.

use super::{At, Id};
use crate::document::{MAX_VERTICES, Mesh, Vertices};
use half::f16;
use retromesh_kit::Findings;
use retromesh_wire::max_u16;
use std::num::FpCategory;

pub(super) fn lint(at: At<'_>, mesh: &Mesh<'_>, entities: usize, findings: &mut Findings) {
    let count = mesh.vertices.len();
    at.add(findings, Id::TooManyVertices, usize::from(count > MAX_VERTICES));
    if max_u16(mesh.triangles.bytes()).is_some_and(|max| usize::from(max) >= count) {
        let outside = |corners: &[u16; 3]| corners.iter().any(|&corner| usize::from(corner) >= count);
        at.add(findings, Id::TriangleIndex, mesh.triangles.iter().filter(outside).count());
    }
    let colors = mesh.colors.len();
    at.add(findings, Id::VertexColors, usize::from(colors != 0 && colors != count));
    let [a, b, c, _] = mesh.color;
    at.add(findings, Id::IgnoredColor, usize::from([a, b, c] != [u8::MAX; 3]));
    if let Vertices::F16(rows) = &mesh.vertices {
        let subnormal = |half: &f16| half.classify() == FpCategory::Subnormal;
        let numbers = rows.iter().flat_map(|v| v.uv.into_iter().chain(v.normal).chain(v.position));
        at.add(findings, Id::Subnormal, numbers.filter(subnormal).count());
    }
    bones(at, mesh, entities, findings);
}

fn bones(at: At<'_>, mesh: &Mesh<'_>, entities: usize, findings: &mut Findings) {
    let count = mesh.vertices.len() as i64;
    let mut outside = 0;
    let mut ranges: Vec<(i32, i32)> = Vec::with_capacity(mesh.bones.len());
    for bone in &mesh.bones {
        let known = usize::try_from(bone.entity).is_ok_and(|entity| entity < entities);
        let moves = bone.first <= bone.last;
        let inside = !moves || (bone.first >= 0 && i64::from(bone.last) < count);
        outside += usize::from(!known || !inside);
        if moves {
            ranges.push((bone.first, bone.last));
        }
    }
    at.add(findings, Id::BoneRange, outside);
    ranges.sort_unstable();
    let mut end = i64::MIN;
    let mut shared = 0;
    for (first, last) in ranges {
        shared += usize::from(i64::from(first) <= end);
        end = end.max(i64::from(last));
    }
    at.add(findings, Id::SharedVertex, shared);
}
