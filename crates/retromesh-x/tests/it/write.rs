//! What is written reads back as the same scene.

use glam::{Vec3, Vec4};
use retromesh_core::material::{AlphaMode, Material};
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::scene::{MeshInstance, Node, Trs};
use retromesh_core::{Code, Diagnostics, MeshId, NodeId, Scene, Valid};
use retromesh_kit::{ExportOptions, Format, ImportOptions, Lints, Repairs};
use retromesh_testkit::{fixture, fixtures};
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
            let drawn = |id: &NodeId| scene[scene[*id].mesh.as_deref().unwrap().mesh].face_count() > 0;
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
fn several_meshes_of_a_frame_are_in_it_again() {
    let file = fixture("x/meshes-of-a-frame.x");
    let mut scene = Document::parse(&file.bytes).unwrap().to_scene().unwrap().into_valid().unwrap();
    let count = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        ["Frame", "Mesh"].map(|kind| text.split(|c: char| !c.is_alphanumeric()).filter(|word| *word == kind).count())
    };
    let expected = count(&file.bytes);
    assert_eq!(count(&write(&scene, "assimp").0), expected);
    // One that was moved is a frame of its own.
    let mut edit = scene.edit();
    let moved = edit.scene_mut().nodes.iter().rposition(|node| node.extras.contains_key("x.in_frame")).unwrap();
    edit.node_mut(NodeId::new(moved)).transform = Trs { translation: Vec3::X, ..Trs::IDENTITY }.into();
    scene = edit.finish().unwrap();
    assert_eq!(count(&write(&scene, "assimp").0), [expected[0] + 1, expected[1]]);
}

/// Blitz3D takes an alpha of 0 for none, and so do the models that came with it.
#[test]
fn an_alpha_of_0_is_opaque_and_comes_back() {
    let rows = [(0.0, 1.0, AlphaMode::Opaque), (0.5, 0.5, AlphaMode::Blend), (1.0, 1.0, AlphaMode::Opaque)];
    for (alpha, base, mode) in rows {
        let color = format!("1.0;0.5;0.25;{alpha:?};;");
        let text = format!("xof 0303txt 0032\nMaterial m {{\n {color}\n 0.0;\n 0.0;0.0;0.0;;\n 0.0;0.0;0.0;;\n}}\n");
        let scene = Document::parse(text.as_bytes()).unwrap().to_scene().unwrap().into_valid().unwrap();
        assert_eq!((scene.materials[0].base_color.w, scene.materials[0].alpha_mode), (base, mode), "{alpha}");
        let (bytes, _) = write(&scene, "blitz3d");
        let again = Document::parse(&bytes).unwrap().to_scene().unwrap();
        assert_eq!(again.materials, scene.materials, "{alpha}");
        assert!(String::from_utf8_lossy(&bytes).contains(&color), "{alpha}");
    }
    let mut unseen = Scene::default();
    unseen.materials.push(Material {
        base_color: Vec4::new(1.0, 1.0, 1.0, 0.0),
        alpha_mode: AlphaMode::Blend,
        ..Material::default()
    });
    let (bytes, _) = write(&unseen.into_valid().unwrap(), "blitz3d");
    let again = Document::parse(&bytes).unwrap().to_scene().unwrap();
    assert_eq!((again.materials[0].base_color.w, again.materials[0].alpha_mode), (1e-6, AlphaMode::Blend));
}

/// Faces without a material get a plain one, whose name stays.
#[test]
fn a_second_writing_is_the_same() {
    let text = "xof 0303txt 0032\nMesh {\n 3;\n 0.0;0.0;0.0;,\n 0.0;1.0;0.0;,\n 1.0;0.0;0.0;;\n 2;\n 3;0,1,2;,\n 3;0,2,1;;\n \
        MeshMaterialList {\n 2;\n 2;\n 0,\n 1;\n { red }\n { blue }\n }\n}\n";
    let mut scene = Document::parse(text.as_bytes()).unwrap().to_scene().unwrap();
    scene.meshes[0].parts[1].material = None;
    let (first, diagnostics) = write(&scene.into_valid().unwrap(), "luanti");
    assert_eq!(diagnostics.count(Code::AlteredNames), 0, "{:?}", diagnostics.entries());
    let again = Document::parse(&first).unwrap().to_scene().unwrap().into_valid().unwrap();
    let (second, diagnostics) = write(&again, "luanti");
    assert_eq!(String::from_utf8_lossy(&second), String::from_utf8_lossy(&first));
    assert_eq!(diagnostics.count(Code::AlteredNames), 0, "{:?}", diagnostics.entries());
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

#[test]
fn a_clip_that_is_the_whole_movement_names_its_set() {
    let files = fixtures("x", "x", 60);
    let file = files.iter().find(|file| file.name == "animation.x").unwrap();
    let mut scene = Document::parse(&file.bytes).unwrap().to_scene().unwrap();
    let animation = &mut scene.animations[0];
    animation.clips = vec![animation.whole()];
    animation.name.clear();
    let scene = scene.into_valid().unwrap();
    let (bytes, diagnostics) = write(&scene, "luanti");
    let again = Document::parse(&bytes).unwrap().to_scene().unwrap();
    assert_eq!((again.animations[0].name.as_str(), diagnostics.count(Code::JoinedAnimations)), ("Walk", 0));
}

/// Returns a strip of triangles, two vertices a step, one on the other.
fn strip(steps: u32) -> Scene {
    let mut scene = Scene::default();
    let positions = (0..=steps).flat_map(|i| [Vec3::new(i as f32, 0.0, 0.0), Vec3::new(i as f32, 1.0, 0.0)]).collect();
    let quad = |i: u32| [[i * 2, i * 2 + 1, i * 2 + 2], [i * 2 + 2, i * 2 + 1, i * 2 + 3]];
    let faces = Faces::Triangles((0..steps).flat_map(quad).collect());
    scene.meshes.push(Mesh { positions, parts: vec![Part { faces, ..Part::default() }], ..Mesh::default() });
    scene.add_node(None, Node { mesh: Some(Box::new(MeshInstance::new(MeshId(0)))), ..Node::default() });
    scene
}

#[test]
fn meshes_end_where_readers_stop_counting() {
    // Steps of the strip, target, meshes.
    for (steps, target, count) in
        [(32_766, "luanti", 1), (40_000, "luanti", 2), (40_000, "blitz3d", 2), (40_000, "assimp", 1)]
    {
        let scene = strip(steps).into_valid().unwrap();
        let (bytes, diagnostics) = write(&scene, target);
        let said = diagnostics.entries().iter().any(|entry| entry.code == Code::SplitMesh);
        let back = Document::parse(&bytes).unwrap().to_scene().unwrap();
        let faces: usize = back.meshes.iter().map(Mesh::face_count).sum();
        assert_eq!((back.meshes.len(), faces, said), (count, 2 * steps as usize, count > 1), "{steps} {target}");
        assert!(target == "assimp" || back.meshes.iter().all(|mesh| mesh.positions.len() <= 65_535));
    }
}

#[test]
fn repairs_change_nothing_else() {
    // File, target, rule.
    for (name, target, rule) in [("packed-text.x", "luanti", "x-packed"), ("skin.x", "assimp", "x-whole-number")] {
        let bytes = fixtures("x", "x", 20).into_iter().find(|file| file.name == name).unwrap().bytes;
        let document = Document::parse(&bytes).unwrap();
        let target = FORMAT.info().target(target).unwrap();
        let repair = document.repair(Some(target), &[]).unwrap();
        assert!(repair.fixed.iter().any(|lint| lint.rule.id == rule) && repair.left.is_empty(), "{name}");
        assert_eq!(Document::parse(&repair.bytes).unwrap().to_scene().unwrap(), document.to_scene().unwrap(), "{name}");
    }
}
