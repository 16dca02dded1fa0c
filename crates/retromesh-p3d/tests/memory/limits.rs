//! What a file may hold at most, on both sides of the limit.
#![allow(clippy::unwrap_used)]

use crate::HEAP;
use retromesh_core::Diagnostics;
use retromesh_kit::{Format, ImportOptions, NoFiles};
use retromesh_p3d::FORMAT;
use retromesh_p3d::odol7::{Lod, Odol, Property};
use retromesh_testkit::alone;
use retromesh_wire::RawStr;

/// A model of one level with this many properties, and texture paths, of no letters.
fn model(properties: usize, textures: usize) -> Vec<u8> {
    let (properties, textures) = (vec![Property::default(); properties], vec![RawStr::default(); textures]);
    let lod = Lod { properties, textures, ..Lod::default() };
    let mut odol = Odol { lods: vec![lod], ..Odol::default() };
    odol.info.resolutions = vec![1.0].into();
    odol.encode().unwrap()
}

#[test]
fn short_texts_are_as_many_as_memory_allows() {
    let _alone = alone();
    // 1024, and one for each 64 of some 2,600 or 1,600 bytes.
    let rows =
        [(1060, 0, true), (1080, 0, false), (0, 1040, true), (0, 1060, false), (500, 500, true), (600, 600, false)];
    for (properties, textures, fits) in rows {
        let file = model(properties, textures);
        let before = HEAP.current_usage();
        HEAP.reset_peak_usage();
        let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
        let read = FORMAT.read(&file, &NoFiles, &options, &mut diagnostics);
        let read = read.and_then(|model| model.to_scene_with(&options, &mut diagnostics));
        let used = HEAP.peak_usage() - before;
        assert!(used < 8 * file.len() + (1 << 20), "{used} bytes of memory for {}", file.len());
        match read {
            Ok(_) => assert!(fits, "{properties} properties and {textures} textures are accepted"),
            Err(error) => {
                assert!(!fits, "{properties} properties and {textures} textures: {error}");
                let text = error.to_string();
                assert!(text.contains("number of texture paths and properties over the limit: at most 10"), "{text}");
            }
        }
    }
}
