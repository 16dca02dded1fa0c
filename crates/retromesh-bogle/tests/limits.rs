//! Limits and strictness.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use retromesh_bogle::parse;
use retromesh_core::{Diagnostics, Error, ImportOptions};
use retromesh_testkit::fixtures;

fn convert(name: &str, options: &ImportOptions, mut diagnostics: Diagnostics) -> Result<usize, Error> {
    let files = fixtures("bgl", "bgl", 80);
    let file = files.iter().find(|file| file.name == name).unwrap();
    let document = parse(&file.bytes, options, &mut diagnostics)?;
    Ok(document.to_scene(options, &mut diagnostics)?.nodes.len())
}

#[test]
fn limits_are_kept() {
    let mut small = ImportOptions::default();
    small.limits.input_bytes = 100;
    let error = convert("skin.bgl", &small, Diagnostics::new()).unwrap_err().to_string();
    assert!(error.starts_with("bgl: input size over the limit: at most 100, found "), "{error}");
    // Two bones and three keys of 48 bytes: 1024 + 144 for a copy, and there are two.
    let mut copies = ImportOptions::default();
    copies.limits.unpacked_bytes = 2335;
    let error = convert("shared-skeleton.bgl", &copies, Diagnostics::new()).unwrap_err().to_string();
    let what = "bgl: animation collections with a copy for each instance over the limit: at most 2335, found 2336";
    assert_eq!(error, what);
    copies.limits.unpacked_bytes = 2336;
    assert!(convert("shared-skeleton.bgl", &copies, Diagnostics::new()).is_ok());
}

#[test]
fn strict_reading_refuses_what_lenient_reading_mends() {
    let options = ImportOptions::default();
    let rows = [
        ("tree-repeated.bgl", "bgl: repeated-node: "),
        ("tree-empty.bgl", "bgl: unplaced-node: "),
        ("cameras.bgl", "bgl: several-main-cameras: "),
        ("bone-cycle.bgl", "bgl: missing-parent: "),
        ("bone-stray.bgl", "bgl: index-out-of-range: "),
        ("key-order.bgl", "bgl: unsorted-keys: "),
        ("bone-rotations.bgl", "bgl: unnormalized-quaternion: "),
        ("layout-16.bgl", "bgl: missing-file: no geometries/tri_1.bgg"),
    ];
    for (name, expected) in rows {
        assert!(convert(name, &options, Diagnostics::new()).is_ok(), "{name}");
        let error = convert(name, &options, Diagnostics::strict()).unwrap_err().to_string();
        assert!(error.contains(expected), "{name}: {error}");
    }
    assert_eq!(convert("layout-15.bgl", &options, Diagnostics::strict()).unwrap(), 2);
}
