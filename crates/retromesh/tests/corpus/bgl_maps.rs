//! Real BOGLE scenes by way of glTF.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use crate::bgl_scenes::{maps, read, there_and_back, write};
use retromesh_testkit::corpus;

/// Files with more maps than the engine uses at once keep them.
#[test]
fn exported_materials_keep_all_maps() {
    for file in corpus("bgl", "bgl", 22).iter().filter(|file| file.name.contains("textures")) {
        let glb = write("glb", &read("bgl", &file.bytes));
        let (scene, again) = (read("glb", &glb), read("glb", &there_and_back(&glb)));
        let all: Vec<_> = (0..scene.materials.len()).map(|m| maps(&scene, m)).collect();
        println!("{}: {all:?}", file.name);
        assert!(all.iter().flatten().count() >= 8);
        assert_eq!(all, (0..again.materials.len()).map(|m| maps(&again, m)).collect::<Vec<_>>());
    }
}
