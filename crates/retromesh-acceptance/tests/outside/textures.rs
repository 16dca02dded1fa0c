//! Textures in other folders through gltf-transform: the names come back, and an image that it changed is a new file.

use crate::pack;
use retromesh_acceptance::{Outcome, Textured, work_folder};
use std::path::PathBuf;

#[test]
fn names_of_textures_come_back() -> Outcome {
    let work = work_folder("textures")?;
    let models = Textured::write_all(&work)?;
    let files: Vec<PathBuf> = models.iter().map(|model| model.glb.clone()).collect();
    pack(&work, &files)?;
    let mut wrong = Vec::new();
    for (number, model) in models.iter().enumerate() {
        for (way, painted) in [("plain", false), ("kept", false), ("painted", true)] {
            let back = model.wrong(&work.join(format!("{number}.{way}.glb")), painted);
            wrong.extend(back.map(|what| format!("{way}: {what}")));
        }
    }
    wrong.iter().for_each(|line| println!("{line}"));
    println!("textures: {} models through gltf-transform, {} wrong", models.len(), wrong.len());
    if wrong.is_empty() { Ok(()) } else { Err(format!("{} names are wrong", wrong.len())) }
}
