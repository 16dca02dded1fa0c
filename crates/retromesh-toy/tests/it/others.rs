//! The format and those of the facade: out to each of them, and back.

use crate::files;
use retromesh::{Diagnostics, ExportOptions, Format, ImportOptions, NoFiles, Valid, formats};
use retromesh_toy::FORMAT;

fn scene(format: &dyn Format, bytes: &[u8]) -> Valid<'static> {
    let (options, mut found) = (ImportOptions::default(), Diagnostics::new());
    let model = format.read(bytes, &NoFiles, &options, &mut found).unwrap();
    model.to_scene_with(&options, &mut found).unwrap().into_valid().unwrap()
}

fn triangles(scene: &Valid<'_>) -> usize {
    scene.meshes.iter().map(retromesh::mesh::Mesh::triangle_count).sum()
}

#[test]
fn a_square_goes_through_every_format_and_back() {
    let square = files().into_iter().find(|file| file.name == "square.toy").unwrap();
    let model = scene(&FORMAT, &square.bytes);
    assert_eq!(triangles(&model), 2);
    let mut tried = 0;
    for format in formats().iter().filter(|format| format.info().writes) {
        let (options, mut found) = (ExportOptions::default(), Diagnostics::new());
        let file = format.write(&model, &options, &mut found).unwrap();
        let read = scene(*format, &file.bytes);
        let back = FORMAT.write(&read, &options, &mut found).unwrap();
        assert_eq!(triangles(&scene(&FORMAT, &back.bytes)), 2, "{}", format.info().id);
        tried += 1;
    }
    assert!(tried >= 7, "{tried} formats");
}
