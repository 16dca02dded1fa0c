//! Rooms through gltf-transform and back: byte for byte where it only reads and writes, with the same lights, waypoints, props, triggers and
//! light maps where it tidies.

use crate::pack;
use retromesh::{Diagnostics, ExportOptions, Files, Format, ImportOptions, NoFiles, format_by_extension};
use retromesh_acceptance::{Outcome, corpus, models, root, work_folder};
use retromesh_rmesh::Document;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// The fewest rooms that must come back.
const AT_LEAST: usize = 15;

#[test]
fn rooms_come_back() -> Outcome {
    let work = work_folder("rooms")?;
    let [room, glb] = ["rmesh", "glb"].map(|extension| format_by_extension(extension).ok_or("no such format"));
    let (room, glb) = (room?, glb?);
    let folders = [Some(root().join("fixtures/rmesh")), corpus().map(|folder| folder.join("rmesh"))];
    let mut before = Vec::new();
    for path in folders.into_iter().flatten().map(|folder| models(&folder)).collect::<Result<Vec<_>, _>>()?.concat() {
        let bytes = fs::read(&path).map_err(|e| e.to_string())?;
        // What cannot come back from a GLB of ours has nothing to lose elsewhere.
        let Some(written) = through(room, glb, &bytes) else { continue };
        if through(glb, room, &written).as_ref() == Some(&bytes) {
            let place = work.join(format!("{}.glb", before.len()));
            fs::write(&place, written).map_err(|e| e.to_string())?;
            before.push((path, place, bytes));
        }
    }
    let files: Vec<PathBuf> = before.iter().map(|(_, place, _)| place.clone()).collect();
    pack(&work, &files)?;
    let (mut same, mut failed) = (0, Vec::new());
    for (number, (path, _, bytes)) in before.iter().enumerate() {
        let read = |way: &str| fs::read(work.join(format!("{number}.{way}.glb"))).ok();
        let back = |way: &str| read(way).and_then(|written| through(glb, room, &written));
        if back("plain").as_ref() != Some(bytes) {
            failed.push(format!("{}: read and written, other bytes", path.display()));
        } else if back("tidy").map(|bytes| facts(&bytes)) != Some(facts(bytes)) {
            failed.push(format!("{}: tidied, other facts", path.display()));
        } else {
            same += 1;
        }
    }
    failed.iter().for_each(|line| println!("{line}"));
    println!("rooms: {same} come back, {} do not", failed.len());
    if failed.is_empty() && same >= AT_LEAST { Ok(()) } else { Err(format!("{} rooms do not come back", failed.len())) }
}

/// Reads bytes in one format and writes their scene in another.
fn through(from: &dyn Format, to: &dyn Format, bytes: &[u8]) -> Option<Vec<u8>> {
    let (import, mut found) = (ImportOptions::default(), Diagnostics::new());
    let files: &dyn Files = &NoFiles;
    let scene = from.read(bytes, files, &import, &mut found).ok()?.to_scene_with(&import, &mut found).ok()?;
    Some(to.write(&scene.into_valid().ok()?, &ExportOptions::default(), &mut found).ok()?.bytes)
}

/// Lists what a room has besides its walls, and which textures these have.
fn facts(bytes: &[u8]) -> BTreeSet<String> {
    let Ok(room) = Document::parse(bytes) else { return BTreeSet::new() };
    let entities = room.entities.iter().map(|entity| format!("{entity:?}"));
    let triggers = room.triggers.iter().flatten().map(|trigger| format!("{trigger:?}"));
    let slots = room.surfaces.iter().map(|surface| format!("{:?} {:?}", surface.light_map, surface.diffuse));
    entities.chain(triggers).chain(slots).collect()
}
