//! What the scenes of fixtures hold.

use glam::{Mat4, Vec3};
use retromesh_core::keyframes::Track;
use retromesh_core::scene::Transform;
use retromesh_core::{Code, Diagnostics, NodeId, Scene, Valid};
use retromesh_kit::{ImportOptions, NoFiles};
use retromesh_testkit::{Outcome, exercise, fixtures};
use retromesh_x::{Document, FORMAT, Settings, Skins};

fn read(name: &str) -> (Valid<'static>, Diagnostics) {
    let files = fixtures("x", "x", 1);
    let file = files.iter().find(|file| file.name == format!("{name}.x")).expect("a fixture");
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let document = Document::parse_with(&file.bytes, &options, &mut diagnostics).unwrap();
    (document.to_scene_with(&options, &mut diagnostics).unwrap().into_valid().unwrap(), diagnostics)
}

fn node(scene: &Scene, name: &str) -> NodeId {
    scene.node_ids().find(|id| scene[*id].name == name).expect("a node")
}

#[test]
fn good_files_survive_and_bad_ones_are_refused() {
    for file in fixtures("x", "x", 60) {
        let refused = !matches!(exercise(&FORMAT, &NoFiles, &file.bytes), Outcome::Scene(..));
        assert_eq!(refused, file.name.starts_with("bad/"), "{}", file.name);
    }
}

#[test]
fn spellings_do_not_matter() {
    for name in ["separators-missing", "separators-doubled", "comments"] {
        let (scene, _) = read(name);
        let expected = [Vec3::ZERO, Vec3::Y, Vec3::new(1.0, 1.0, 0.0), Vec3::X];
        assert_eq!(scene.meshes[0].positions, expected, "{name}");
        assert_eq!(scene.meshes[0].face_count(), 1, "{name}");
    }
    let (scene, diagnostics) = read("numbers");
    let expected = [[-0.5, 0.0, 1e-7], [0.0, 1.0, 0.0], [1.0, 1.0, 2e-3], [1.0, 0.0, 0.25]].map(Vec3::from_array);
    assert_eq!((&scene.meshes[0].positions[..], diagnostics.entries().len()), (&expected[..], 0));
    let (scene, diagnostics) = read("numbers-not-finite");
    assert!(scene.meshes[0].positions.iter().all(|p| p.is_finite()));
    assert_eq!(diagnostics.count(Code::NonFinite), 8);
}

#[test]
fn binary_and_packed_files_are_as_texts() {
    let names = ["binary", "packed-binary", "binary-trailing"].map(|name| read(name).0.into_scene());
    assert_eq!(names[0], names[1]);
    assert_eq!(names[0], names[2]);
    let [scene, ..] = &names;
    assert_eq!((scene.materials.len(), scene.materials[1].layers.len(), scene.nodes[0].name.as_str()), (2, 1, "Root"));
    assert_eq!(read("binary-doubles").0.meshes[0].positions, scene.meshes[0].positions);
    assert_eq!(read("packed-text").0.meshes[0].positions, scene.meshes[0].positions);
    assert_eq!(read("packed-linked").0.meshes[0].name, "Linked");
}

#[test]
fn meshes_are_where_their_frames_are() {
    let (scene, _) = read("meshes-of-a-frame");
    let pose = scene.rest_pose();
    let at = |name: &str| pose.world[node(&scene, name)].w_axis.truncate();
    assert_eq!(
        (scene.meshes.len(), at("a"), at("two"), at("b")),
        (3, Vec3::new(2., 3., 4.), Vec3::new(2., 3., 4.), Vec3::new(2., 3., 4.))
    );
    let (scene, diagnostics) = read("mesh-shared");
    let placed = scene.nodes.iter().filter(|node| node.mesh.is_some()).count();
    assert_eq!((scene.nodes.len(), placed, diagnostics.count(Code::LostChunk)), (3, 2, 1));
}

#[test]
fn corners_with_two_normals_make_a_further_vertex() {
    let (scene, _) = read("normals-split");
    let mesh = &scene.meshes[0];
    assert_eq!(mesh.positions.len(), 6);
    assert_eq!(mesh.parts[0].faces.indices(), [0, 1, 2, 4, 3, 5]);
    assert_eq!(mesh.positions[4..], [mesh.positions[0], mesh.positions[1]]);
    assert_eq!(mesh.uv_sets[0][5], mesh.uv_sets[0][1]);
    assert_eq!((mesh.normals[0], mesh.normals[4]), (Vec3::NEG_Z, Vec3::NEG_X));
    assert_eq!(mesh.color_sets[0][5], mesh.color_sets[0][1]);
}

#[test]
fn materials_are_found_by_name() {
    let (scene, diagnostics) = read("materials-by-name");
    let names: Vec<&str> = scene
        .meshes
        .iter()
        .map(|mesh| scene.materials[mesh.parts[0].material.unwrap().index()].name.as_str())
        .collect();
    assert_eq!((names, diagnostics.count(Code::MissingMaterial)), (vec!["red", "glass", "own", "own", "gone"], 1));
    let (scene, _) = read("materials-of-faces");
    let faces: Vec<Vec<usize>> =
        scene.meshes.iter().map(|mesh| mesh.parts.iter().map(|part| part.faces.len()).collect()).collect();
    assert_eq!(faces, [vec![1, 1, 1], vec![2], vec![1, 2]]);
}

#[test]
fn further_elements_are_uv_sets_and_tangents() {
    let (scene, _) = read("declaration");
    let mesh = &scene.meshes[0];
    assert_eq!((mesh.uv_sets.len(), mesh.uv_sets[1][3].to_array(), mesh.tangents.len()), (2, [1.0, 0.5], 4));
    let (scene, diagnostics) = read("flexible-format");
    assert_eq!((scene.meshes[0].uv_sets.len(), scene.meshes[0].uv_sets[1][1].to_array()), (2, [0.5, 0.0]));
    assert_eq!(diagnostics.count(Code::LostChunk), 1);
}

#[test]
fn bones_move_the_mesh() {
    let (scene, diagnostics) = read("skin");
    assert_eq!((diagnostics.entries().len(), scene.skeletons[0].joints.len()), (0, 2));
    let body = node(&scene, "Body");
    assert_eq!(scene.rest_pose().positions(&scene, body), scene.meshes[0].positions);
    // A quarter turn about z at the end: the upper corners move half and three quarters of the way to where the upper bone takes them.
    let deformed = scene.pose(&scene.animations[0], 10.0).positions(&scene, body);
    assert!(deformed[1].abs_diff_eq(Vec3::new(0.0, 1.0, 0.0), 1e-6), "{deformed:?}");
    assert!(deformed[2].abs_diff_eq(Vec3::new(0.25, 1.75, 0.0), 1e-6), "{deformed:?}");
    let (scene, diagnostics) = read("skin-odd");
    assert_eq!(scene.skeletons[0].joints.len(), 3);
    assert_eq!((diagnostics.count(Code::OrphanBone), diagnostics.count(Code::IndexOutOfRange)), (2, 1));
    // The frame of the mesh is 5 away from the bones.
    let moved = diagnostics.entries().iter().find(|finding| finding.code == Code::MovedBySkin).unwrap();
    assert_eq!(moved.detail, "at rest a skin moves vertices by up to 5.0000");
    // The vertex without a weight is where the frame of the mesh is.
    let body = node(&scene, "Body");
    assert_eq!(scene.rest_pose().positions(&scene, body)[3], Vec3::new(1.0, 0.0, 5.0));
}

#[test]
fn skins_are_left_out_as_blitz3d_does() {
    let files = fixtures("x", "x", 1);
    let file = files.iter().find(|file| file.name == "skin-odd.x").unwrap();
    let mut options = ImportOptions::default();
    options.settings.put(&Settings { skins: Skins::Ignore });
    let (document, mut diagnostics) = (Document::parse(&file.bytes).unwrap(), Diagnostics::new());
    let scene = document.to_scene_with(&options, &mut diagnostics).unwrap().into_valid().unwrap();
    let at_frame: Vec<Vec3> = scene.meshes[0].positions.iter().map(|p| *p + 5.0 * Vec3::Z).collect();
    assert_eq!(scene.rest_pose().positions(&scene, node(&scene, "Body")), at_frame);
    assert_eq!((scene.skeletons.len(), diagnostics.entries().len()), (0, 0));
}

#[test]
fn keys_move_frames() {
    let (scene, _) = read("animation");
    let animation = &scene.animations[0];
    assert_eq!((animation.ticks_per_second, animation.last, animation.channels.len()), (30.0, 10.0, 3));
    let turned = scene.pose(animation, 10.0).world[node(&scene, "a")];
    assert!(turned.transform_vector3(Vec3::X).abs_diff_eq(Vec3::new(0.0, 2.0, 0.0), 1e-6), "{turned}");
    let (scene, diagnostics) = read("animation-matrices");
    let end = scene.pose(&scene.animations[0], 4800.0).world[node(&scene, "a")];
    assert!(end.transform_point3(Vec3::X).abs_diff_eq(Vec3::new(1.0, 4.0, 3.0), 1e-5), "{end}");
    assert_eq!(diagnostics.count(Code::ApproximatedTransform), 1);
    // To the last bit, for a second rounding is another one on other processors.
    let sheared = Mat4::from_cols_slice(&[1., 0., 0., 0., 0.5, 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.]);
    let Track::Rotation(keys) = &scene.animations[0].channels[4].track else { panic!("rotations") };
    assert_eq!(keys[0], Transform::from(sheared).trs().rotation);
    let (scene, diagnostics) = read("animation-sets");
    let names: Vec<&str> = scene.animations.iter().map(|animation| animation.name.as_str()).collect();
    assert_eq!((names, scene.animations[0].ticks_per_second), (vec!["One", "Two", ""], 4800.0));
    assert_eq!(diagnostics.count(Code::LostChunk), 1);
    let (scene, diagnostics) = read("animation-frames");
    let Track::Translation(values) = &scene.animations[0].channels[0].track else { panic!("translations") };
    assert_eq!((values[1], scene.animations[0].ticks_per_second), (Vec3::new(1.0, 1.0, 0.0), 25.0));
    assert_eq!((diagnostics.count(Code::UnsortedKeys), diagnostics.count(Code::DuplicateKey)), (1, 1));
}

#[test]
fn luanti_has_a_slot_for_each_entry_of_a_list_of_materials() {
    let list = "MeshMaterialList{4;2;3,1;;{red}{glass}{red}{glass}}";
    let file = format!(
        "xof 0303txt 0032\nMaterial red{{1;0;0;1;;8;1;1;1;;0;0;0;;}}Material glass{{0;0;1;1;;8;1;1;1;;0;0;0;;}}\
         Mesh m{{4;0;0;0;,0;1;0;,1;1;0;,1;0;0;;2;3;0,1,2;,3;0,2,3;;{list}}}"
    );
    let faces = |target: Option<&str>| {
        let mut options = ImportOptions::default();
        options.target = target.map(Into::into);
        let mut diagnostics = Diagnostics::new();
        let document = Document::parse_with(file.as_bytes(), &options, &mut diagnostics).unwrap();
        let scene = document.to_scene_with(&options, &mut diagnostics).unwrap().into_valid().unwrap();
        scene.meshes[0].parts.iter().map(|part| part.faces.triangle_count()).collect::<Vec<_>>()
    };
    assert_eq!((faces(None), faces(Some("luanti-frames"))), (vec![2], vec![0, 1, 0, 1]));
}
