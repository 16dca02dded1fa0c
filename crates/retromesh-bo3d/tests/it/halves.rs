//! All half floats, bit for bit.
#![allow(clippy::unwrap_used)]

use half::f16;
use retromesh_bo3d::{Document, Entity, Floats, HalfVertex, Mesh, Rows, Vertices};
use retromesh_core::{Diagnostics, check};
use retromesh_kit::ImportOptions;

#[test]
fn every_half_survives_the_document() {
    let halves: Vec<f16> = (0..=u16::MAX).map(f16::from_bits).collect();
    let vertex = |row: &[f16; 8]| {
        let &[u, v, nx, ny, nz, x, y, z] = row;
        HalfVertex { uv: [u, v], normal: [nx, ny, nz], position: [x, y, z] }
    };
    let vertices: Rows<'_, HalfVertex> = halves.as_chunks::<8>().0.iter().map(vertex).collect();
    let mesh = Mesh { vertices: Vertices::F16(vertices), ..Mesh::default() };
    let entity = Entity { mesh: Some(Box::new(mesh)), ..Entity::default() };
    let document = Document { floats: Floats::F16, entities: vec![entity], ..Document::default() };
    let bytes = document.encode().unwrap();
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let parsed = Document::parse_with(&bytes, &options, &mut diagnostics).unwrap();
    assert_eq!(parsed, document);
    assert_eq!(parsed.encode().unwrap(), bytes);
    let expected: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
    assert!(bytes.windows(expected.len()).any(|window| window == expected));
    let scene = parsed.to_scene_with(&options, &mut diagnostics).unwrap();
    assert!(check(&scene).is_empty());
    let half = |n: usize| halves.get(n).copied().map_or(0.0, f16::to_f32);
    for (n, position) in scene.meshes.iter().flat_map(|mesh| &mesh.positions).enumerate() {
        let stored = glam::Vec3::new(half(8 * n + 5), half(8 * n + 6), half(8 * n + 7));
        let expected = if stored.is_finite() { stored } else { glam::Vec3::ZERO };
        assert_eq!(position.to_array().map(f32::to_bits), expected.to_array().map(f32::to_bits));
    }
}
