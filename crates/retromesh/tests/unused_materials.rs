//! Materials that no face uses are written, or told.
#![allow(clippy::unwrap_used)]

use retromesh::material::Material;
use retromesh::{Code, Diagnostics, ExportOptions, ImportOptions, NoFiles, format_by_extension};
use retromesh_testkit::fixtures;

#[test]
fn materials_that_no_face_uses_are_kept_or_told() {
    let file = fixtures("b3d", "b3d", 1).into_iter().find(|file| file.name == "letter-f.b3d").unwrap();
    let (import, mut ignored) = (ImportOptions::default(), Diagnostics::new());
    let model = format_by_extension("b3d").unwrap().read(&file.bytes, &NoFiles, &import, &mut ignored).unwrap();
    let mut scene = model.to_scene(&import, &mut ignored).unwrap();
    for unused in 0..3 {
        for (extension, told) in
            [("b3d", 0), ("bo3d", unused), ("bgl", 0), ("bmd", unused), ("p3d", unused), ("glb", 0), ("obj", 0)]
        {
            let (mut options, mut diagnostics) = (ExportOptions::default(), Diagnostics::new());
            options.file_name = format!("f.{extension}");
            let format = format_by_extension(extension).unwrap();
            let output = format.write(&scene, &options, &mut diagnostics).unwrap();
            assert_eq!(diagnostics.count(Code::LostMaterials), told, "{extension}");
            let is_kept = output.sidecars.iter().map(|(_, bytes)| bytes).chain([&output.bytes]).any(|bytes| {
                let text = String::from_utf8_lossy(bytes);
                (0..unused).all(|number| text.contains(&format!("spare{number}")))
            });
            assert_eq!(is_kept, told == 0, "{extension}");
        }
        scene.materials.push(Material { name: format!("spare{unused}"), ..Material::default() });
    }
}
