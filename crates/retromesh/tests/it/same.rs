//! What goes round without a loss is the same: through a document, through the scene, through glTF.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use retromesh::{Diagnostics, ExportOptions, Files, Format, ImportOptions, NoFiles, Scene, format_by_extension};
use retromesh_diff::{Diff, Difference, Tolerance, diff};
use retromesh_testkit::fixtures;

fn format(extension: &str) -> &'static dyn Format {
    format_by_extension(extension).unwrap()
}

fn read(format: &dyn Format, bytes: &[u8], files: &dyn Files) -> Option<Scene> {
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    format.read(bytes, files, &options, &mut diagnostics).ok()?.to_scene_with(&options, &mut diagnostics).ok()
}

/// Writes a scene in a format and reads it back.
fn through(scene: &Scene, format: &dyn Format, diagnostics: &mut Diagnostics) -> Scene {
    let mut options = ExportOptions::default();
    options.file_name = format!("model.{}", format.info().extensions.last().unwrap());
    let output = format.write(&scene.validate().unwrap(), &options, diagnostics).unwrap();
    read(format, &output.bytes, &output).unwrap()
}

fn differences(a: &Scene, b: &Scene) -> Diff {
    diff(&a.validate().unwrap(), &b.validate().unwrap(), &Tolerance::default())
}

/// The formats with the least number of their fixtures.
const FORMATS: [(&str, usize); 8] =
    [("b3d", 150), ("bo3d", 40), ("bgl", 40), ("bmd", 30), ("p3d", 30), ("rmesh", 30), ("obj", 25), ("x", 30)];

#[test]
fn a_rewritten_document_is_the_same() {
    for (extension, least) in FORMATS {
        let own = format(extension);
        let mut same = 0;
        for file in fixtures(extension, extension, least) {
            let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
            let Ok(model) = own.read(&file.bytes, &NoFiles, &options, &mut diagnostics) else { continue };
            let written = model.encode().unwrap();
            assert!(extension == "obj" || written == file.bytes, "{extension}/{}", file.name);
            let (Some(a), Some(b)) = (read(own, &file.bytes, &NoFiles), read(own, &written, &NoFiles)) else {
                continue;
            };
            assert!(differences(&a, &b).is_same(), "{extension}/{}", file.name);
            same += 1;
        }
        assert!(same >= least, "{extension}: {same} files");
    }
}

#[test]
fn what_one_writing_settled_stays_through_every_further_one_and_through_gltf() {
    let glb = format("glb");
    let (mut found, mut same) = (Vec::new(), 0);
    for (extension, least) in FORMATS {
        let own = format(extension);
        for file in fixtures(extension, extension, least) {
            let Some(first) = read(own, &file.bytes, &NoFiles) else { continue };
            let settled = through(&first, own, &mut Diagnostics::new());
            for way in [&[own][..], &[glb, own]] {
                let (mut scene, mut diagnostics) = (settled.clone(), Diagnostics::new());
                way.iter().for_each(|format| scene = through(&scene, *format, &mut diagnostics));
                // Rotations that are mixed in another way, normals without a direction: a loss on the way is reported.
                let is_silent = |difference: &&Difference| {
                    let codes = difference.feature.codes();
                    diagnostics.entries().iter().all(|entry| !codes.contains(&entry.code))
                };
                let all = differences(&settled, &scene).differences;
                same += usize::from(all.is_empty());
                let silent = all.iter().filter(is_silent);
                found.extend(silent.map(|one| format!("{extension}/{} by {} ways: {one}", file.name, way.len())));
            }
        }
    }
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
    assert!(same >= 700, "{same} round trips give the same");
}
