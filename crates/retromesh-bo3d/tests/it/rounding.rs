//! How the writer rounds to half floats: to the nearest, of two equally near ones to the even one; never to a subnormal.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use glam::Vec3;
use half::f16;
use retromesh_bo3d::{Document, Settings, VertexFloats, Vertices};
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::{MeshInstance, Node};
use retromesh_core::{Code, Diagnostics, MeshId, Scene};
use retromesh_kit::ExportOptions;

/// Writes numbers as the positions of vertices and returns what is written, with the largest error that is reported.
fn written(numbers: &[f32]) -> (Vec<u16>, f64) {
    let mut rows: Vec<Vec3> =
        numbers.chunks(3).map(|row| Vec3::from_slice(&[row, &[0.0; 3][row.len()..]].concat())).collect();
    let count = rows.len();
    rows.truncate(65_536);
    assert_eq!(rows.len(), count, "one mesh holds them all");
    let mut scene = Scene::default();
    scene.meshes.push(Mesh { normals: vec![Vec3::Y; rows.len()], positions: rows, ..Mesh::default() });
    let mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
    scene.add_node(None, Node { name: "all".into(), mesh, ..Node::default() });
    let mut options = ExportOptions::default();
    options.settings.put(&Settings { vertex_floats: VertexFloats::F16, ..Settings::default() });
    let mut diagnostics = Diagnostics::new();
    let document = Document::from_scene_with(&scene.validate().unwrap(), &options, &mut diagnostics).unwrap().document;
    let Some(Vertices::F16(vertices)) = document.entities[0].mesh.as_ref().map(|mesh| &mesh.vertices) else {
        panic!("not narrow")
    };
    let bits: Vec<u16> = vertices.iter().flat_map(|v| v.position).map(f16::to_bits).take(numbers.len()).collect();
    let entry = diagnostics.entries().iter().find(|entry| entry.code == Code::RoundedVertices);
    // "largest error 1.6e1 in positions, ..."
    let error = entry.map_or(0.0, |entry| entry.detail.split(' ').find_map(|word| word.parse().ok()).unwrap());
    (bits, error)
}

/// The value of a positive half, worked out from its bits.
fn value(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10), f64::from(bits & 0x3ff));
    if exponent == 0 { fraction * 2f64.powi(-24) } else { (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15) }
}

#[test]
fn all_normal_halves_come_back() {
    let bits: Vec<u16> = (0..=u16::MAX).filter(|bits| (0x0400..0x7c00).contains(&(bits & 0x7fff))).collect();
    assert_eq!(bits.len(), 2 * 30 * 1024);
    let numbers: Vec<f32> = bits.iter().map(|&bits| f16::from_bits(bits).to_f32()).collect();
    assert_eq!(written(&numbers), (bits, 0.0));
}

#[test]
fn subnormal_halves_and_all_below_become_signed_zeros() {
    let smallest = 2f32.powi(-14);
    let mut numbers: Vec<f32> = (1..0x0400).map(|bits| value(bits) as f32).collect();
    numbers.extend([smallest.next_down(), f32::MIN_POSITIVE, f32::from_bits(1), 0.0]);
    let (bits, error) = written(&numbers);
    assert!(bits.iter().all(|&bits| bits == 0));
    assert!((error - f64::from(smallest)).abs() < 1e-3 * f64::from(smallest), "{error}");
    let negative: Vec<f32> = numbers.iter().map(|x| -x).collect();
    assert!(written(&negative).0.iter().all(|&bits| bits == 0x8000));
    assert_eq!(written(&[smallest, -smallest]).0, [0x0400, 0x8400]);
}

/// Every gap between two halves: the middle goes to the even one, the numbers next to it to the nearer one.
#[test]
fn everything_between_goes_to_the_nearest_or_the_even_one() {
    for sign in [1.0f32, -1.0] {
        let (mut numbers, mut expected) = (Vec::new(), Vec::new());
        let mut largest = 0.0f64;
        for low in 0x0400..0x7bffu16 {
            let middle = f64::midpoint(value(low), value(low + 1));
            let exact = middle as f32;
            assert_eq!(f64::from(exact), middle);
            numbers.extend([exact.next_down(), exact, exact.next_up()].map(|x| x * sign));
            expected.extend([low, low + (low & 1), low + 1]);
            largest = largest.max(middle - value(low));
        }
        let signed: Vec<u16> = expected.iter().map(|bits| if sign < 0.0 { bits | 0x8000 } else { *bits }).collect();
        let (mut found, mut reported) = (Vec::new(), 0.0f64);
        // One mesh has room for three times 65,536 numbers.
        for (numbers, expected) in numbers.chunks(90_000).zip(signed.chunks(90_000)) {
            let (bits, error) = written(numbers);
            assert_eq!(bits, expected);
            found.extend(bits);
            reported = reported.max(error);
        }
        println!("{} numbers, largest error {reported} (exactly {largest})", found.len());
        assert_eq!((found.len(), reported, largest), (3 * 30_719, 16.0, 16.0));
    }
}

#[test]
fn numbers_beyond_the_largest_half_make_the_file_wide() {
    let mut scene = Scene::default();
    scene.meshes.push(Mesh { positions: vec![Vec3::splat(65_520.0)], normals: vec![Vec3::Y], ..Mesh::default() });
    let mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
    scene.add_node(None, Node { mesh, ..Node::default() });
    let mut options = ExportOptions::default();
    for (vertex_floats, said) in [(VertexFloats::F16, 1), (VertexFloats::Auto, 0)] {
        options.settings.put(&Settings { vertex_floats, ..Settings::default() });
        let mut diagnostics = Diagnostics::new();
        let document =
            Document::from_scene_with(&scene.validate().unwrap(), &options, &mut diagnostics).unwrap().document;
        assert_eq!((document.floats.bits(), diagnostics.count(Code::WiderFloats)), (32, said));
    }
}
