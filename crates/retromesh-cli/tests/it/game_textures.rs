//! Textures of Operation Flashpoint: several pictures, and what ODOL repeats of a texture.
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
        let (_, listed) = said(&["textures", &fire, "--root", &root]);
        let expected = missing.map(|missing| format!("  data\\{missing} (missing)"));
        assert_eq!(
            listed.lines().find(|line| line.contains("(missing)")),
            expected.as_deref(),
            "{pictures:?}: {listed}"
        );
    }
}

/// ODOL repeats whether its textures have alpha: that is wrong once others are in their places.
#[test]
fn a_texture_that_is_other_than_its_model_says_is_a_problem() {
    let [opaque, keyed, blended] = ["dxt1-corners", "argb1555", "argb4444"];
    for (made, now, target, expected) in [
        (opaque, opaque, "odol7", false),
        (opaque, blended, "odol7", true),
        (blended, blended, "odol7", false),
        (blended, opaque, "odol7", true),
        (keyed, keyed, "odol7", false),
        (keyed, blended, "odol7", true),
        (opaque, blended, "mlod", false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("data")).unwrap();
        let texture = |name: &str| {
            fs::copy(fixture(&format!("paa/{name}.paa")), folder.path().join("data/cube.paa")).unwrap();
        };
        let [cube, model, root] = [
            fixture("p3d/sp3x-cube.p3d"),
            folder.path().join("cube.p3d").to_string_lossy().into_owned(),
            folder.path().to_string_lossy().into_owned(),
        ];
        texture(made);
        let words = ["convert", &cube, "-o", &model, "--target", "odol7", "--root", &root];
        assert_eq!(said(&words).0, 0, "{made}");
        texture(now);
        let (_, printed) = said(&["check", &model, "--target", target, "--root", &root]);
        assert_eq!(printed.contains("warning[p3d-texture-alpha]"), expected, "{made}, {now}, {target}: {printed}");
        // Whoever gives the model another texture reads so before.
        let renamed = folder.path().join("renamed.p3d").to_string_lossy().into_owned();
        let words = ["textures", &model, "--rename", "data\\cube.paa=data\\other.paa", "-o", &renamed];
        assert!(said(&words).1.contains("note: alpha, mean colours"), "{made}, {now}");
    }
}
