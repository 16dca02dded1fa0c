//! What is written: read again it is the same, and what it cannot hold is said.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use glam::{Mat4, Quat, Vec3};
use retromesh_core::keyframes::PoseAt;
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::material::{Image, ImageData, LayerBlend, Material, Texture, TextureLayer, TextureRole};
use retromesh_core::mesh::{Faces, Influence, Mesh, Part, Weights};
use retromesh_core::scene::{Camera, MeshInstance, Node, Projection, Trs};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, Diagnostics, Extras, ImageId, MeshId, NodeId, Scene, SkeletonId, Space, TextureId, check};
use retromesh_kit::{ExportOptions, Format, ImportOptions, Output};
use retromesh_obj::FORMAT;

fn options() -> ExportOptions {
    let mut options = ExportOptions::default();
    options.file_name = "my model.obj".into();
    options
}

fn write(scene: &Scene, options: &ExportOptions) -> (Output, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let output = FORMAT.write(&scene.validate().unwrap(), options, &mut diagnostics).unwrap();
    (output, diagnostics)
}

fn read(output: &Output) -> (Scene, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let model = FORMAT.read(&output.bytes, output, &ImportOptions::default(), &mut diagnostics).unwrap();
    let scene = model.to_scene_with(&ImportOptions::default(), &mut diagnostics).unwrap();
    assert_eq!(check(&scene), []);
    (scene, diagnostics)
}

#[test]
fn every_fixture_is_the_same_after_writing_and_reading() {
    let libraries = crate::common::Libraries::new();
    let mut scenes = 0;
    for file in crate::common::models() {
        let mut diagnostics = Diagnostics::new();
        let import = ImportOptions::default();
        let Ok(model) = FORMAT.read(&file.bytes, &libraries, &import, &mut diagnostics) else { continue };
        let scene = model.to_scene_with(&import, &mut diagnostics).unwrap();
        let (output, first) = write(&scene, &options());
        let (again, _) = read(&output);
        scenes += 1;
        assert_eq!(again.nodes, scene.nodes, "{}", file.name);
        for (a, b) in again.meshes.iter().zip(&scene.meshes) {
            assert_eq!(a.positions, b.positions, "{}", file.name);
            assert_eq!((&a.normals, &a.uv_sets), (&b.normals, &b.uv_sets), "{}", file.name);
            assert_eq!(a.selections, b.selections, "{}", file.name);
            assert_eq!(a.parts.len(), b.parts.len(), "{}", file.name);
            for (a, b) in a.parts.iter().zip(&b.parts) {
                assert_eq!(a.faces, b.faces, "{}", file.name);
            }
        }
        assert_eq!(shown(&again), shown(&scene), "{}", file.name);
        // The second time nothing changes any more, and nothing more is lost.
        let (second_output, second) = write(&again, &options());
        assert_eq!(second_output, output, "{}", file.name);
        assert!(second.entries().len() <= first.entries().len(), "{}", file.name);
    }
    assert!(scenes >= 50, "{scenes} scenes");
}

/// What the parts of a scene are made of, by name.
fn shown(scene: &Scene) -> Vec<Option<String>> {
    let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
    parts.map(|part| part.material.map(|id| scene.materials[id.index()].name.clone())).collect()
}

#[test]
fn faces_without_a_material_after_some_with_one_are_of_the_default() {
    let (plain, red) = ("v 0 0 0\nv 1 0 0\nv 0 1 0\n", "v 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 0 1 0 1 0 0\n");
    let rows: [(&[&str], &[Option<&str>]); 6] = [
        (&[plain, "f 1 2 3\n"], &[None]),
        (&[red, "f 1 2 3\n"], &[Some("vertex_colors")]),
        (&[plain, "f 1 2 3\nusemtl a\nf 1 2 3\n"], &[None, Some("a")]),
        (&[plain, "usemtl a\nf 1 2 3\nusemtl\nf 1 2 3\n"], &[Some("a"), Some("default")]),
        (&["o a\n", red, "f 1 2 3\no b\n", plain, "f 4 5 6\n"], &[Some("vertex_colors"), Some("default")]),
        (&["o a\n", plain, "f 1 2 3\no b\n", red, "f 4 5 6\n"], &[None, Some("vertex_colors")]),
    ];
    for (lines, names) in rows {
        let scene = read(&Output::from(lines.concat().into_bytes())).0;
        let names: Vec<_> = names.iter().map(|name| name.map(str::to_owned)).collect();
        let (output, _) = write(&scene, &options());
        assert_eq!(shown(&scene), names, "{lines:?}");
        assert_eq!(shown(&read(&output).0), names, "{lines:?} written");
    }
}

/// A square under a parent that moves it, skinned to a joint that an animation turns.
fn moving() -> Scene {
    let mut scene = Scene { space: Space::GLTF, ..Scene::default() };
    let at = |translation| Trs { translation, ..Trs::IDENTITY }.into();
    let root = scene.add_node(None, Node { name: "root".into(), transform: at(Vec3::X), ..Node::default() });
    let joint = scene.add_node(Some(root), Node { name: "joint".into(), ..Node::default() });
    let instance = MeshInstance { skeleton: Some(SkeletonId(0)), ..MeshInstance::new(MeshId(0)) };
    scene.add_node(Some(root), Node { name: "skin".into(), mesh: Some(Box::new(instance)), ..Node::default() });
    scene.skeletons.push(Skeleton { joints: vec![joint], inverse_bind: vec![Mat4::IDENTITY], ..Skeleton::default() });
    let influences = vec![Influence { joint: 0, weight: 1.0 }; 3];
    scene.meshes.push(Mesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        normals: vec![Vec3::Z; 3],
        weights: Weights { starts: vec![0, 1, 2, 3], influences },
        parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2]]), ..Part::default() }],
        ..Mesh::default()
    });
    let quarter = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
    scene.animations.push(Animation {
        name: "turn".into(),
        last: 10.0,
        ticks_per_second: 10.0,
        channels: vec![Channel {
            target: joint,
            interpolation: Interpolation::Linear,
            times: vec![0.0, 10.0],
            track: Track::Rotation(vec![Quat::IDENTITY, quarter]),
        }],
        ..Animation::default()
    });
    scene
}

#[test]
fn a_pose_is_baked_and_what_moves_is_lost_and_said() {
    let scene = moving();
    let (rest, diagnostics) = write(&scene, &options());
    assert_eq!(rest.bytes, b"o skin\nv 1 0 0\nv 2 0 0\nv 1 1 0\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\nf 1//1 2//2 3//3\n");
    let found: Vec<(&str, u64)> = diagnostics.entries().iter().map(|entry| (entry.code.id(), entry.count)).collect();
    // Two nodes without a mesh, two with a parent, one that is moved.
    let hierarchy = [("lost-hierarchy", 2), ("lost-hierarchy", 2), ("lost-hierarchy", 1)];
    assert_eq!(found, [&[("lost-skin", 1)], &hierarchy[..], &[("lost-keys", 2)]].concat());
    let mut options = options();
    options.pose = Some(PoseAt { clip: "turn".into(), tick: 10.0 });
    let (posed, _) = read(&write(&scene, &options).0);
    let valid = scene.validate().unwrap();
    let expected = valid.pose(&scene.animations[0], 10.0).positions(&valid, NodeId(2));
    assert_eq!(posed.meshes[0].positions, expected);
    assert!(expected[1].abs_diff_eq(Vec3::new(1.0, 0.0, -1.0), 1e-6), "{expected:?}");
    assert!(posed.meshes[0].normals[0].abs_diff_eq(Vec3::X, 1e-6));
    options.pose = Some(PoseAt { clip: "jump".into(), tick: 0.0 });
    let error = FORMAT.write(&scene.validate().unwrap(), &options, &mut Diagnostics::new()).unwrap_err();
    assert_eq!(error.to_string(), "obj: no such clip: expected \"turn\", found \"jump\"");
}

#[test]
fn a_mirrored_node_keeps_its_faces_outside() {
    let mut scene = moving();
    scene.skeletons.clear();
    scene.animations.clear();
    scene.nodes[2].mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
    scene.nodes[0].transform = Trs { scale: Vec3::new(-1.0, 1.0, 1.0), ..Trs::IDENTITY }.into();
    let (output, _) = write(&scene, &options());
    assert_eq!(
        output.bytes,
        b"o skin\nv 0 0 0\nv -1 0 0\nv 0 1 0\nvn -0 0 1\nvn -0 0 1\nvn -0 0 1\nf 1//1 3//3 2//2\n"
    );
    let (again, diagnostics) = read(&output);
    assert_eq!(again.meshes[0].normal_agreement(&again.space), Some(1.0));
    assert_eq!(diagnostics.count(Code::ContradictingNormals), 0);
}

#[test]
fn what_has_no_place_is_said() {
    let row = |change: fn(&mut Scene), code: Code| (change, code);
    let rows = [
        row(|s| s.meshes[0].uv_sets = vec![vec![glam::Vec2::ZERO; 3]; 2], Code::LostUvSet),
        row(|s| s.meshes[0].color_sets = vec![vec![glam::Vec4::ONE; 3]; 2], Code::LostColorSet),
        row(|s| s.meshes[0].color_sets = vec![vec![glam::Vec4::splat(0.5); 3]], Code::LostColorSet),
        row(|s| s.meshes[0].tangents = vec![glam::Vec4::ONE; 3], Code::LostAttributes),
        row(|s| s.meshes[0].parts[0].face_flags = vec![1], Code::LostAttributes),
        row(|s| s.meshes[0].parts[0].name = "part".into(), Code::LostNames),
        row(|s| s.meshes[0].morph_targets = vec![retromesh_core::mesh::MorphTarget::default()], Code::LostShapes),
        row(|s| s.extras = Extras::from([("b3d.x".into(), 1.into())]), Code::LostExtras),
        row(|s| s.nodes[2].hidden = true, Code::LostMesh),
        row(|s| s.nodes[0].hidden = true, Code::LostMesh),
        row(|s| s.nodes[2].name = "a\nb".into(), Code::AlteredNames),
        row(
            |s| {
                let selection = retromesh_core::mesh::Selection { vertices: vec![0], ..Default::default() };
                s.meshes[0].selections = vec![selection];
            },
            Code::LostSelection,
        ),
        row(
            |s| {
                let projection = Projection::Perspective { vertical_fov: 1.0, aspect: None };
                let (name, extras) = (String::new(), Extras::new());
                s.cameras.push(Camera { name, projection, near: 0.1, far: None, extras });
            },
            Code::LostCamera,
        ),
        row(|s| s.materials = vec![Material { name: "m".into(), ..Material::default() }; 2], Code::NamesMadeUnique),
    ];
    for (change, code) in rows {
        let mut scene = moving();
        assert_eq!(write(&scene, &options()).1.count(code), 0, "{code}");
        change(&mut scene);
        assert_eq!(check(&scene), [], "{code}");
        assert!(write(&scene, &options()).1.count(code) > 0, "{code}");
    }
}

#[test]
fn images_out_of_memory_become_files() {
    let mut scene = moving();
    let data = Some(ImageData { mime: "image/png".into(), bytes: vec![1, 2, 3] });
    scene.images = vec![
        Image { path: "../skin.PNG".into(), uri: None, data: data.clone() },
        Image { path: "C:\\art\\wall.bmp".into(), uri: None, data: None },
        Image { path: "x.png".into(), uri: Some("found/x.png".into()), data },
    ];
    let mut layers = Vec::new();
    for (slot, role) in (0..).zip([TextureRole::Color, TextureRole::Normal, TextureRole::Emissive]) {
        scene.textures.push(Texture { image: Some(ImageId(slot)), ..Texture::default() });
        let blend = LayerBlend::Multiply;
        layers.push(TextureLayer { slot, texture: TextureId(slot), role, blend, uv_set: 0 });
    }
    scene.materials.push(Material { name: "skin".into(), layers, ..Material::default() });
    let (output, _) = write(&scene, &options());
    let names: Vec<&str> = output.sidecars.iter().map(|(name, _)| name.as_str()).collect();
    // One that is in a file is copied, too.
    assert_eq!(names, ["my model.mtl", "skin.png", "x.png"]);
    let library = String::from_utf8(output.sidecars[0].1.clone()).unwrap();
    assert!(library.ends_with("map_Kd skin.png\nnorm wall.bmp\nmap_Ke x.png\n"), "{library}");
    assert!(output.bytes.starts_with(b"mtllib my model.mtl\n"));
    let (again, diagnostics) = read(&output);
    assert_eq!((again.materials.len(), diagnostics.count(Code::MissingFile)), (1, 0));
}
