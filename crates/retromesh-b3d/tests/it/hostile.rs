//! Damaged files through rules, repairs and the writer: nothing panics, and what comes out is in order.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use retromesh_b3d::{Document, FORMAT};
use retromesh_core::{Diagnostics, check};
use retromesh_kit::{ExportOptions, Format, ImportOptions, Lints, Repairs};
use retromesh_testkit::fixtures;

fn exercise(bytes: &[u8], name: &str) {
    let options = ImportOptions::default();
    let Ok(document) = Document::parse_with(bytes, &options, &mut Diagnostics::new()) else { return };
    let repair = document.repair(None, &[]).unwrap();
    let repaired = Document::parse_with(&repair.bytes, &options, &mut Diagnostics::new()).unwrap();
    assert_eq!(repaired.lint(None), repair.left, "{name}");
    let Ok(scene) = document.to_scene_with(&options, &mut Diagnostics::new()) else { return };
    let written = FORMAT.write(&scene.validate().unwrap(), &ExportOptions::default(), &mut Diagnostics::new());
    let Ok(written) = written else { return };
    let again = Document::parse_with(&written.bytes, &options, &mut Diagnostics::new()).unwrap();
    let again = again.to_scene_with(&options, &mut Diagnostics::new()).unwrap();
    assert_eq!(check(&again), [], "{name}");
}

#[test]
fn damage_is_survived() {
    let mut cases = 0;
    for file in fixtures("b3d", "b3d", 100) {
        exercise(&file.bytes, &file.name);
        if file.bytes.len() > 2000 {
            continue;
        }
        let step = file.bytes.len() / 60 + 1;
        for at in (12..file.bytes.len()).step_by(step) {
            for value in [0x00, 0x7f, 0xff] {
                let mut bytes = file.bytes.clone();
                bytes[at] = value;
                exercise(&bytes, &format!("{} with {value:#x} at {at:#x}", file.name));
                cases += 1;
            }
        }
    }
    assert!(cases > 5000, "{cases}");
}
