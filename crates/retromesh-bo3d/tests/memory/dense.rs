//! Large files of the densest structures stay within the memory budget.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::HEAP;
use retromesh_bo3d::{Bone, Document, Entity, FORMAT, Key, Mesh, Vertex, Vertices};
use retromesh_kit::NoFiles;
use retromesh_testkit::alone;
use retromesh_testkit::sweep::{Budget, Figures, Sweep};

fn mesh(bones: Vec<Bone>, vertices: usize) -> Box<Mesh<'static>> {
    let vertex = Vertex { uv: [0.5; 2].into(), normal: [0.0, 0.0, 1.0].into(), position: [1.0; 3].into() };
    let vertices = Vertices::F32(vec![vertex; vertices].into());
    Box::new(Mesh { vertices, bones: bones.into(), ..Mesh::default() })
}

/// Returns files of many pivots, many bones, bones that all claim all vertices, and many keys.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let pivots = |count: usize| vec![Entity { parent: 0, ..Entity::default() }; count];
    let bone = |entity: usize, last: i32| Bone { entity: entity as i32, first: 0, last };
    let mut boned = pivots(50_000);
    boned.insert(0, Entity { mesh: Some(mesh((1..=50_000).map(|n| bone(n, -1)).collect(), 1)), ..Entity::default() });
    let greedy = (0..50_000).map(|_| bone(1, 65_535)).collect();
    let greedy = vec![Entity { mesh: Some(mesh(greedy, 65_536)), ..Entity::default() }, Entity::default()];
    let key = |frame| Key { frame, position: [0.0; 3].into(), scale: [1.0; 3].into(), rotation: [1.0, 0.0, 0.0, 0.0] };
    let keyed = vec![Entity { keys: (0..200_000).map(|n| key(200_000 - n)).collect(), ..Entity::default() }];
    let meshes =
        (0..20_000).map(|n| Entity { mesh: Some(mesh(Vec::new(), 1)), animation_length: n, ..Entity::default() });
    let rows = [
        ("pivots", pivots(100_000)),
        ("bones", boned),
        ("greedy bones", greedy),
        ("keys", keyed),
        ("meshes", meshes.collect()),
    ];
    let encode = |entities| Document { entities, ..Document::default() }.encode().unwrap();
    rows.into_iter().map(|(name, entities)| (name, encode(entities))).collect()
}

#[test]
fn dense_files_stay_within_the_budget() {
    let _alone = alone();
    let sweep = Sweep { format: &FORMAT, files: &NoFiles, budget: Budget::default(), heap: &HEAP };
    for (name, bytes) in files() {
        let mut figures = Figures::default();
        sweep.case(&mut figures, &bytes, || name.to_owned());
        println!("{name}: {} bytes, {figures}", bytes.len());
        assert_eq!(figures.scenes, 1, "{name}");
    }
}
