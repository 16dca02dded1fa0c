//! What goes round without a loss is the same: through a document, through the scene, through glTF.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use retromesh::{
    Diagnostics, ExportOptions, Files, Format, ImportOptions, NoFiles, Scene, format_by_extension, formats,
};
use retromesh_diff::{Diff, Difference, Tolerance, diff};
use retromesh_testkit::{File, fixtures};

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

/// The fewest fixtures of a format.
const AT_LEAST: usize = 20;

/// Lists the formats but the one in the middle, glTF.
fn all() -> impl Iterator<Item = (&'static dyn Format, Vec<File>)> {
    let others = formats().iter().filter(|format| format.info().id != "gltf");
    others.map(|format| (*format, fixtures(format.info().id, format.info().extensions[0], AT_LEAST)))
}

#[test]
fn a_rewritten_document_is_the_same() {
    for (own, files) in all() {
        let id = own.info().id;
        let mut same = 0;
        for file in files {
            let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
            let Ok(model) = own.read(&file.bytes, &NoFiles, &options, &mut diagnostics) else { continue };
            let written = model.encode().unwrap();
            assert!(!own.info().byte_exact || written == file.bytes, "{id}/{}", file.name);
            let (Some(a), Some(b)) = (read(own, &file.bytes, &NoFiles), read(own, &written, &NoFiles)) else {
                continue;
            };
            assert!(differences(&a, &b).is_same(), "{id}/{}", file.name);
            same += 1;
        }
        assert!(same >= AT_LEAST, "{id}: {same} files");
    }
}

#[test]
fn what_one_writing_settled_stays_through_every_further_one_and_through_gltf() {
    let glb = format("glb");
    let (mut found, mut same) = (Vec::new(), 0);
    for (own, files) in all() {
        for file in files {
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
                // What MLOD lists against normals is found anew: programs give normals to vertices that have none.
                let is_found_anew = |one: &&Difference| one.detail.contains("p3d.edges_unlike_normals");
                let silent = all.iter().filter(is_silent).filter(|one| !is_found_anew(one));
                found.extend(silent.map(|one| format!("{}/{} by {} ways: {one}", own.info().id, file.name, way.len())));
            }
        }
    }
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
    assert!(same >= 700, "{same} round trips give the same");
}
