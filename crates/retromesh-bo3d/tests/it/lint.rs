//! The rules about the engine: each fires on its fixture, and none on what this crate writes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use retromesh_bo3d::{BoneAxes, Document, Entity, FORMAT, Mesh, Settings, Vertex, Vertices};
use retromesh_core::Diagnostics;
use retromesh_kit::{ExportOptions, Format, ImportOptions, Lints, NoFiles};
use retromesh_testkit::fixtures;
use std::collections::BTreeSet;

fn rules(document: &Document<'_>) -> BTreeSet<&'static str> {
    document.lint(retromesh_testkit::target(&FORMAT, "bogl")).into_iter().map(|lint| lint.rule.id).collect()
}

/// Each rule with a fixture in which it, and a fixture in which nothing, is found.
const ROWS: [(&str, &str); 18] = [
    ("bo3d-list-length", "list-length-long"),
    ("bo3d-entity-size", "size-small"),
    ("bo3d-parent", "parent-forward"),
    ("bo3d-inherited-scale", "scaled-parent"),
    ("bo3d-bind-rotation", "bones-turned"),
    ("bo3d-bone-range", "bones-too-far"),
    ("bo3d-shared-vertex", "bones-overlapping"),
    ("bo3d-triangle-index", "index-out-of-range"),
    ("bo3d-vertex-colours", "vertex-colours-few"),
    ("bo3d-subnormal", "half-subnormal"),
    ("bo3d-ignored-colour", "colour-text"),
    ("bo3d-texture-path", "texture-path"),
    ("bo3d-non-ascii", "name-utf8"),
    ("bo3d-name-clash", "names-equal"),
    ("bo3d-key-order", "keys-disordered"),
    ("bo3d-end-key", "keys-missing-end"),
    ("bo3d-length", "keys-too-many"),
    ("bo3d-flip", "keys-apart"),
];

#[test]
fn each_rule_has_a_fixture() {
    let files = fixtures("bo3d", "bo3d", 100);
    let mut left: BTreeSet<_> = FORMAT.info().rules.iter().map(|rule| rule.id).collect();
    for (rule, name) in ROWS {
        let file = files.iter().find(|file| file.name == format!("{name}.bo3d")).expect(name);
        let document = Document::parse_with(&file.bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
        assert!(rules(&document).contains(rule), "{rule} is silent about {name}");
        assert!(left.remove(rule), "{rule} is no rule");
    }
    let other = Mesh { texture: "wall.paa".into(), ..Mesh::default() };
    let other = Entity { mesh: Some(Box::new(other)), ..Entity::default() };
    let other = Document { entities: vec![other], ..Document::default() };
    assert!(rules(&other).contains("bo3d-unloadable-image") && left.remove("bo3d-unloadable-image"));
    // The file that breaks this rule is too large for a fixture.
    assert!(left.remove("bo3d-too-many-vertices"));
    assert!(left.is_empty(), "rules without a fixture: {left:?}");
    let vertex = Vertex { uv: [0.0; 2].into(), normal: [0.0; 3].into(), position: [0.0; 3].into() };
    let mesh = |count: usize| Mesh { vertices: Vertices::F32(vec![vertex; count].into()), ..Mesh::default() };
    for (count, expected) in [(65_536, None), (65_537, Some("bo3d-too-many-vertices"))] {
        let entity = Entity { mesh: Some(Box::new(mesh(count))), ..Entity::default() };
        let document = Document { entities: vec![entity], ..Document::default() };
        assert_eq!(rules(&document).into_iter().next(), expected);
    }
}

/// What a scene can say and the engine cannot show stays in the file: colours, names, and turns the long way.
const KEPT: [&str; 4] = ["bo3d-ignored-colour", "bo3d-non-ascii", "bo3d-flip", "bo3d-inherited-scale"];

#[test]
fn a_rewrite_silences_the_rules() {
    let mut options = ExportOptions::default();
    options.settings.put(&Settings { bone_axes: BoneAxes::Align, ..Settings::default() });
    for file in fixtures("bo3d", "bo3d", 100) {
        let mut diagnostics = Diagnostics::new();
        let import = ImportOptions::default();
        let Ok(document) = Document::parse_with(&file.bytes, &import, &mut diagnostics) else {
            continue;
        };
        let scene = document.to_scene_with(&import, &mut diagnostics).unwrap();
        let bytes = FORMAT.write(&scene.validate().unwrap(), &options, &mut diagnostics).unwrap().bytes;
        let model = FORMAT.read(&bytes, &NoFiles, &import, &mut Diagnostics::strict()).unwrap();
        let found: Vec<_> = model
            .as_lint()
            .unwrap()
            .lint(retromesh_testkit::target(&FORMAT, "bogl"))
            .into_iter()
            .map(|lint| lint.rule.id)
            .collect();
        let new: Vec<_> = found.iter().filter(|id| !KEPT.contains(id)).collect();
        assert!(new.is_empty(), "{}: {new:?}", file.name);
    }
}
