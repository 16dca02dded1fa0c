//! Textures of several pictures.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use crate::common::{fixture, said};
use std::fs;
use std::path::Path;

#[test]
fn a_picture_that_is_missing_is_reported_and_those_before_it_are_copied() {
    for (pictures, copied, missing) in [
        (&[1, 2, 3][..], 3, None),
        (&[1, 2], 2, None),
        (&[1, 3], 1, Some("fire.02.paa")),
        (&[1], 1, Some("fire.02.paa")),
        (&[1, 2, 4], 2, Some("fire.03.paa")),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let text = |path: &Path| path.to_string_lossy().into_owned();
        fs::create_dir(at("data")).unwrap();
        for number in pictures {
            fs::copy(fixture("paa/dxt1-corners.paa"), at(&format!("data/fire.{number:02}.paa"))).unwrap();
        }
        let [cube, fire, root] = [fixture("p3d/sp3x-cube.p3d"), text(&at("fire.p3d")), text(folder.path())];
        let rename = ["textures", &cube, "--rename", "data\\cube.paa=data\\fire.01.paa", "-o", &fire];
        assert_eq!(said(&rename).0, 0);
        let output = text(&at("out/fire.p3d"));
        let copy = ["convert", &fire, "-o", &output, "--target", "p3dm", "--textures", "copy", "-v"];
        let check = ["check", &fire, "--root", &root, "-v"];
        for words in [&copy[..], &check] {
            let (_, printed) = said(words);
            let count = printed.matches("the next picture of").count();
            assert_eq!(count, usize::from(missing.is_some()), "{pictures:?}: {printed}");
            assert!(missing.is_none_or(|missing| printed.contains(missing)), "{pictures:?}: {printed}");
        }
        assert_eq!(fs::read_dir(at("out/data")).unwrap().count(), copied, "{pictures:?}");
    }
}
