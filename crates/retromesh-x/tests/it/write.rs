//! What is written reads back as the same scene.

use retromesh_core::{Code, Diagnostics, Valid};
use retromesh_kit::{ExportOptions, Format, ImportOptions, Model};
use retromesh_testkit::fixtures;
use retromesh_x::{Document, FORMAT};

fn write(scene: &Valid<'_>, target: &str) -> (Vec<u8>, Diagnostics) {
    let (mut options, mut diagnostics) = (ExportOptions::default(), Diagnostics::new());
    options.target = Some(target.to_owned());
    let written = Document::from_scene_with(scene, &options, &mut diagnostics).unwrap();
    (written.document.encode().unwrap(), diagnostics)
}

#[test]
fn fixtures_come_back() {
    let mut compared = 0;
    for file in fixtures("x", "x", 60).iter().filter(|file| !file.name.starts_with("bad/")) {
        let scene = Document::parse(&file.bytes).unwrap().to_scene().unwrap().into_valid().unwrap();
        for target in ["luanti", "blitz3d", "assimp"] {
            let (bytes, _) = write(&scene, target);
            let mut strict = Diagnostics::strict();
            let document = Document::parse_with(&bytes, &ImportOptions::default(), &mut strict).unwrap();
            let again = document.to_scene_with(&ImportOptions::default(), &mut strict).unwrap().into_valid().unwrap();
            let name = format!("{} for {target}", file.name);
            assert_eq!(document.encode().unwrap(), bytes, "{name}");
            assert_eq!(again.nodes.len(), scene.nodes.len(), "{name}");
            let (rest, before) = (again.rest_pose(), scene.rest_pose());
            let meshes =
                |scene: &Valid<'_>| scene.node_ids().filter(|id| scene[*id].mesh.is_some()).collect::<Vec<_>>();
            let drawn = |id: &retromesh_core::NodeId| scene[scene[*id].mesh.as_deref().unwrap().mesh].face_count() > 0;
            let own: Vec<_> = meshes(&scene).into_iter().filter(drawn).collect();
            assert_eq!(meshes(&again).len(), own.len(), "{name}");
            for (a, b) in own.into_iter().zip(meshes(&again)) {
                let (a, b) = (before.positions(&scene, a), rest.positions(&again, b));
                assert!(a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.abs_diff_eq(*b, 1e-5)), "{name}");
            }
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn targets_are_judged_by_their_rules() {
    let files = fixtures("x", "x", 60);
    let named = |name: &str| files.iter().find(|file| file.name == name).unwrap();
    let rows = [
        ("packed-text.x", "luanti", Some("x-packed")),
        ("skin.x", "blitz3d", Some("x-skin")),
        ("animation-sets.x", "luanti", Some("x-several-sets")),
        ("skin.x", "assimp", Some("x-whole-number")),
        ("square.x", "assimp", None),
        ("skin-odd.x", "luanti", Some("x-bone-vertex")),
        ("flexible-format.x", "blitz3d", Some("x-second-set")),
    ];
    for (name, target, expected) in rows {
        let document = Document::parse(&named(name).bytes).unwrap();
        let target = FORMAT.info().target(target).unwrap();
        let found = document.lint(Some(target)).first().map(|lint| lint.rule.id);
        assert_eq!(found, expected, "{name}");
        if let Some(expected) = expected {
            let scene = document.to_scene().unwrap().into_valid().unwrap();
            let (written, _) = write(&scene, target.name);
            let again = Document::parse(&written).unwrap();
            let left: Vec<&str> = again.lint(Some(target)).iter().map(|lint| lint.rule.id).collect();
            assert_eq!(left.contains(&expected), expected == "x-second-set", "{name}");
        }
    }
}

#[test]
fn skins_for_blitz3d_are_meshes_at_rest() {
    let files = fixtures("x", "x", 60);
    let file = files.iter().find(|file| file.name == "skin.x").unwrap();
    let scene = Document::parse(&file.bytes).unwrap().to_scene().unwrap().into_valid().unwrap();
    let (bytes, diagnostics) = write(&scene, "blitz3d");
    let again = Document::parse(&bytes).unwrap().to_scene().unwrap();
    assert_eq!((again.skeletons.len(), diagnostics.count(Code::LostSkin)), (0, 1));
}
