//! What the writer makes of scenes that the format cannot hold as they are.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use crate::common::*;
use glam::{Mat4, Quat, Vec2, Vec3, Vec4};
use retromesh_bo3d::{BoneAxes, Document, FORMAT, Floats, Scales, Settings, VertexFloats, fx};
use retromesh_core::keyframes::{Animation, Channel, Clip, Interpolation, Track};
use retromesh_core::material::{Blend, Image, LayerBlend, Material, Texture, TextureLayer, TextureRole, UvTransform};
use retromesh_core::mesh::{self, MorphTarget, Selection, Weights};
use retromesh_core::scene::{Camera, Light, LightKind, Lod, LodRole, MeshInstance, Node, Projection, Trs};
use retromesh_core::space::{Axis, Winding};
use retromesh_core::{
    CameraId, Code, Diagnostics, Extra, Extras, ImageId, LightId, MeshId, NodeId, Scene, Space, TextureId,
};
use retromesh_kit::options::Textures;
use retromesh_kit::{ExportOptions, Format};

#[test]
fn an_empty_scene_becomes_one_pivot_and_several_roots_get_one() {
    let (document, diagnostics) = write(&Scene::default());
    assert_eq!((names(&document), diagnostics.count(Code::MultipleRoots)), (vec!["ROOT".to_owned()], 0));
    let mut scene = Scene::default();
    let a = scene.add_node(None, Node { name: "a".into(), ..Node::default() });
    scene.add_node(None, Node { name: "b".into(), ..Node::default() });
    scene.add_node(Some(a), Node { name: "a child".into(), ..Node::default() });
    let (document, diagnostics) = write(&scene);
    assert_eq!(names(&document), ["ROOT", "a", "a child", "b"]);
    assert_eq!(document.entities.iter().map(|e| e.parent).collect::<Vec<_>>(), [-1, 0, 1, 0]);
    assert_eq!(diagnostics.count(Code::MultipleRoots), 2);
}

#[test]
fn meshes_are_split_by_material() {
    let mut mesh = square();
    mesh.positions.push(Vec3::ONE);
    mesh.normals.push(Vec3::Z);
    mesh.uv_sets[0].push(Vec2::ZERO);
    mesh.parts = vec![part(1, &[[0, 1, 2]]), part(0, &[[1, 3, 2]]), part(1, &[[2, 1, 0]])];
    let (document, diagnostics) = write(&placed(mesh, 2));
    assert_eq!(names(&document), ["mesh", "mesh.1", "mesh.2"]);
    assert!(document.entities[0].mesh.is_none());
    assert_eq!(mesh_of(&document, 1).triangles.to_vec(), [[0, 1, 2], [2, 1, 0]]);
    assert_eq!(mesh_of(&document, 2).triangles.to_vec(), [[0, 2, 1]]);
    assert_eq!(diagnostics.count(Code::LostVertices), 1);
    // One material stays one mesh, with the vertices that no face uses.
    let mut mesh = square();
    mesh.parts = vec![part(0, &[[0, 1, 2]]), part(0, &[[2, 1, 0]])];
    let (document, diagnostics) = write(&placed(mesh, 1));
    assert_eq!((names(&document), mesh_of(&document, 0).vertices.len()), (vec!["mesh".to_owned()], 4));
    assert!(diagnostics.entries().is_empty());
}

#[test]
fn meshes_are_split_at_65536_vertices() {
    for (count, expected) in [(65_536usize, vec![65_536]), (65_538, vec![65_535, 3])] {
        let positions: Vec<Vec3> = (0..count).map(|n| Vec3::new(n as f32, (n % 7) as f32, 0.0)).collect();
        let triangles: Vec<[u32; 3]> = (0..count as u32 / 3).map(|n| [3 * n, 3 * n + 1, 3 * n + 2]).collect();
        let mesh =
            mesh::Mesh { normals: vec![Vec3::Z; count], positions, parts: vec![part(0, &triangles)], ..square() };
        let scene = placed(mesh::Mesh { uv_sets: Vec::new(), ..mesh }, 1);
        let (document, diagnostics) = write(&scene);
        let counts: Vec<_> = document.entities.iter().filter_map(|e| Some(e.mesh.as_ref()?.vertices.len())).collect();
        assert_eq!(counts, expected);
        assert_eq!(diagnostics.count(Code::LostVertices), 0);
        let again = read(&document);
        assert_eq!(again.meshes.iter().map(mesh::Mesh::face_count).sum::<usize>(), triangles.len());
    }
}

#[test]
fn vertices_follow_their_heaviest_joint_in_disjoint_ranges() {
    let weights = [(0, 1, 1.0), (1, 0, 0.4), (1, 1, 0.6), (2, 0, 0.5), (2, 1, 0.5)];
    let mut scene = skinned(Weights::from_triples(4, weights.into_iter()), at(Vec3::Y));
    scene.meshes[0].color_sets = vec![(0..4).map(|n| Vec4::new(n as f32 / 255.0, 0.0, 0.0, 1.0)).collect()];
    scene.materials[0].shading.vertex_colors = true;
    let (document, diagnostics) = write(&scene);
    let mesh = mesh_of(&document, 0);
    let bones: Vec<_> = mesh.bones.iter().map(|bone| (bone.entity, bone.first, bone.last)).collect();
    assert_eq!(bones, [(1, 0, 0), (2, 1, 2)]);
    // Vertex 2 (a tie: the first joint), 0 and 1, then 3 without a joint; colours and corners go along.
    assert_eq!(mesh.colors.iter().map(|color| color[0]).collect::<Vec<_>>(), [2, 0, 1, 3]);
    assert_eq!(mesh.triangles.to_vec(), [[1, 2, 0], [2, 3, 0]]);
    assert_eq!(diagnostics.count(Code::ReducedInfluences), 2);
    assert!(diagnostics.entries()[0].detail.ends_with("0.500"), "{:?}", diagnostics.entries());
    let again = read(&document);
    assert_eq!(again.meshes[0].weights.iter().map(<[_]>::len).collect::<Vec<_>>(), [1, 1, 1, 0]);
}

#[test]
fn a_bind_pose_that_is_not_the_rest_pose_moves_vertices() {
    let one = Weights::from_triples(4, (0..4).map(|v| (v, 1, 1.0)));
    let mut scene = skinned(one, at(Vec3::Y));
    scene.skeletons[0].inverse_bind[1] = Mat4::from_rotation_z(1.0) * Mat4::from_translation(Vec3::new(0.0, -3.0, 1.0));
    let before = scene.rest_pose().positions(&scene.validate().unwrap(), NodeId(0));
    let (document, _) = write(&scene);
    let again = read(&document);
    for (a, b) in before.iter().zip(again.rest_pose().positions(&again.validate().unwrap(), NodeId(0))) {
        assert!(a.abs_diff_eq(b, 1e-5), "{a} {b}");
    }
}

#[test]
fn scales_are_baked_where_that_is_exact() {
    let mut scene = Scene { meshes: vec![square()], materials: vec![Material::default()], ..Scene::default() };
    let mesh = || Some(Box::new(MeshInstance::new(MeshId(0))));
    let scaled = |scale: Vec3, translation: Vec3| Trs { scale, translation, rotation: Quat::from_rotation_x(0.5) };
    let root = scene.add_node(None, Node { transform: scaled(Vec3::splat(2.0), Vec3::X).into(), ..Node::default() });
    let leaf = Node { transform: scaled(Vec3::new(1.0, 3.0, 0.5), Vec3::Y).into(), mesh: mesh(), ..Node::default() };
    scene.add_node(Some(root), leaf);
    let uneven = Node { transform: scaled(Vec3::new(1.0, 2.0, 1.0), Vec3::Z).into(), ..Node::default() };
    let uneven = scene.add_node(Some(root), uneven);
    scene.add_node(Some(uneven), Node { mesh: mesh(), transform: at(Vec3::ONE).into(), ..Node::default() });
    let before = scene.rest_pose();
    let (baked, _) = write(&scene);
    let scales: Vec<Vec3> = baked.entities.iter().map(|entity| entity.scale).collect();
    assert_eq!(scales, [Vec3::ONE, Vec3::ONE, Vec3::new(1.0, 2.0, 1.0), Vec3::ONE]);
    let mut options = ExportOptions::default();
    options.settings.put(&Settings { scales: Scales::Keep, ..Settings::default() });
    let (kept, _) = write_with(&scene, &options);
    assert_eq!(kept.entities[0].scale, Vec3::splat(2.0));
    for document in [baked, kept] {
        let again = read(&document);
        let pose = again.rest_pose();
        for id in [NodeId(1), NodeId(3)] {
            for (a, b) in before
                .positions(&scene.validate().unwrap(), id)
                .iter()
                .zip(pose.positions(&again.validate().unwrap(), id))
            {
                assert!(a.abs_diff_eq(b, 1e-5), "{id:?} {a} {b}");
            }
        }
    }
}

#[test]
fn aligned_bones_rest_without_rotation_and_move_alike() {
    let turned = Trs { rotation: Quat::from_rotation_z(1.2), ..at(Vec3::Y) };
    let mut scene = skinned(Weights::from_triples(4, (0..4).map(|v| (v, v / 2, 1.0))), turned);
    let turns = vec![turned.rotation, Quat::from_rotation_x(0.1) * turned.rotation];
    let interpolation = Interpolation::LinearNormalized;
    scene.animations.push(animation("", 30.0, vec![channel(2, interpolation, &[1.0, 5.0], Track::Rotation(turns))]));
    let mut options = ExportOptions::default();
    options.settings.put(&Settings { bone_axes: BoneAxes::Align, ..Settings::default() });
    let (document, _) = write_with(&scene, &options);
    let [w, x, y, z] = document.entities[2].rotation;
    assert!(Quat::from_xyzw(x, y, z, w).abs_diff_eq(Quat::IDENTITY, 1e-6));
    let again = read(&document);
    for tick in [1.0, 2.5, 4.0, 5.0] {
        let before =
            scene.validate().unwrap().pose(&scene.animations[0], tick).positions(&scene.validate().unwrap(), NodeId(0));
        let after =
            again.validate().unwrap().pose(&again.animations[0], tick).positions(&again.validate().unwrap(), NodeId(0));
        assert!(before.iter().zip(after).all(|(a, b)| a.abs_diff_eq(b, 1e-5)), "{tick}");
    }
}

#[test]
fn spherical_keys_get_company_until_the_engine_moves_alike() {
    let mut scene = Scene::default();
    scene.add_node(None, Node { name: "arm".into(), ..Node::default() });
    let turns = vec![Quat::IDENTITY, -Quat::from_rotation_y(2.5)];
    scene.animations.push(animation(
        "",
        24.0,
        vec![channel(0, Interpolation::Linear, &[1.0, 41.0], Track::Rotation(turns))],
    ));
    let (document, diagnostics) = write(&scene);
    assert_eq!(diagnostics.count(Code::AdaptedKeys), 1);
    assert!(frames(&document, 0).len() > 10 && frames(&document, 0).len() < 41, "{:?}", frames(&document, 0));
    let again = read(&document);
    for quarter in 4..=164 {
        let tick = quarter as f32 / 4.0;
        let world = |scene: &Scene| scene.validate().unwrap().pose(&scene.animations[0], tick).world[NodeId(0)];
        assert!(world(&scene).abs_diff_eq(world(&again), 1e-4), "{tick}");
    }
    assert_eq!(document.entities[0].animation_length, 42);
}

#[test]
fn channels_with_different_times_are_sampled_not_defaulted() {
    let mut scene = Scene::default();
    let rest = Trs { scale: Vec3::splat(3.0), ..at(Vec3::Z) };
    scene.add_node(None, Node { name: "arm".into(), transform: rest.into(), ..Node::default() });
    let moves = Track::Translation(vec![Vec3::ZERO, Vec3::X * 8.0]);
    let turns = Track::Rotation(vec![Quat::IDENTITY; 2]);
    let channels = vec![
        channel(0, Interpolation::Linear, &[1.0, 9.0], moves),
        channel(0, Interpolation::LinearNormalized, &[3.0, 5.0], turns),
    ];
    scene.animations.push(animation("", 30.0, channels));
    let mut options = ExportOptions::default();
    options.settings.put(&Settings { scales: Scales::Keep, ..Settings::default() });
    let (document, _) = write_with(&scene, &options);
    assert_eq!(frames(&document, 0), [1, 3, 5, 9]);
    let key = document.entities[0].keys.get(1).unwrap();
    assert_eq!((key.position, key.scale), (Vec3::X * 2.0, Vec3::splat(3.0)));
}

#[test]
fn several_animations_follow_each_other_with_keys_at_all_ends() {
    let mut scene = Scene::default();
    let root = scene.add_node(None, Node { name: "root".into(), ..Node::default() });
    scene.add_node(Some(root), Node { name: "arm".into(), ..Node::default() });
    let moves = |x: f32| Track::Translation(vec![Vec3::ZERO, Vec3::X * x]);
    let mut walk = animation("walk", 1.0, vec![channel(0, Interpolation::Linear, &[0.0, 1.0], moves(1.0))]);
    walk.clips = vec![Clip { name: "step".into(), first: 0.0, last: 0.5, looping: true }];
    scene.animations.push(walk);
    scene.animations.push(animation("run", 1.0, vec![channel(1, Interpolation::Linear, &[0.25, 0.75], moves(2.0))]));
    let (document, diagnostics) = write(&scene);
    // At 24 frames a second all keys of both are on whole frames.
    assert_eq!((frames(&document, 0), frames(&document, 1)), (vec![1, 25, 26, 38], vec![1, 25, 26, 38]));
    assert_eq!(document.entities[0].animation_length, 39);
    let details: Vec<_> = diagnostics.entries().iter().map(|entry| entry.detail.as_str()).collect();
    assert!(details.contains(&"\"run\" is frames 26 to 38"), "{details:?}");
    assert!(details.contains(&"play the animation at 24 frames a second"), "{details:?}");
    let table = FORMAT.frame_table(&scene.validate().unwrap(), &ExportOptions::default()).unwrap().unwrap();
    let ranges: Vec<_> = table.ranges.iter().map(|range| (range.name.as_str(), range.first, range.last)).collect();
    assert_eq!((table.speed, ranges), (24.0, vec![("step", 1.0, 13.0), ("run", 26.0, 38.0)]));
    let mut options = ExportOptions::default();
    options.frames_per_second = Some(10.0);
    let (document, _) = write_with(&scene, &options);
    assert_eq!(frames(&document, 1), [1, 11, 12, 17]);
}

/// Nodes that turn by 100 degrees within a frame of the source: whole frames leave no room for keys between.
#[test]
fn fast_turns_get_finer_frames_unless_a_rate_is_asked_for() {
    let mut scene = Scene::default();
    let root = scene.add_node(None, Node { name: "root".into(), ..Node::default() });
    let arm = scene.add_node(Some(root), Node { name: "arm".into(), transform: at(Vec3::X).into(), ..Node::default() });
    scene.add_node(Some(arm), Node { name: "hand".into(), transform: at(Vec3::X).into(), ..Node::default() });
    let turns = Track::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_y(0.01), Quat::from_rotation_y(1.75)]);
    let turn = channel(0, Interpolation::Linear, &[1.0, 11.0, 12.0], turns);
    scene.animations.push(animation("swing", 25.0, vec![turn]));
    let (document, diagnostics) = write(&scene);
    let said = |diagnostics: &Diagnostics, code| {
        diagnostics
            .entries()
            .iter()
            .find(|entry| entry.code == code)
            .map(|entry| entry.detail.clone())
            .unwrap_or_default()
    };
    let renumbered = said(&diagnostics, Code::RenumberedFrames);
    assert!(renumbered.starts_with("\"swing\" has 9 frames for each of the source's, 225 a second"), "{renumbered}");
    assert!(renumbered.ends_with("`--frame-rate 25` keeps the source's numbers"), "{renumbered}");
    assert!(renumbered.contains(" (1 is 1, 2 is 10, 12 is 100), "), "{renumbered}");
    // Keys between are there where they are needed alone.
    assert_eq!(frames(&document, 0), [&[1], (91..=100).collect::<Vec<i32>>().as_slice()].concat());
    let (written, bound) = (read(&document), 1e-4 * 2.0);
    let worst = |written: &Scene, rate: f32| {
        let moments = (0..=110).map(|n| 1.0 + n as f32 * 0.1);
        let apart = moments.map(|tick| {
            let hand = |scene: &Scene, tick| {
                scene.validate().unwrap().pose(&scene.animations[0], tick).world[NodeId(2)].w_axis.truncate()
            };
            hand(&scene, tick).distance(hand(written, 1.0 + (tick - 1.0) * rate))
        });
        apart.fold(0.0, f32::max)
    };
    assert!(worst(&written, 9.0) < bound, "{}", worst(&written, 9.0));
    let mut options = ExportOptions::default();
    options.frames_per_second = Some(25.0);
    let (document, diagnostics) = write_with(&scene, &options);
    assert_eq!(frames(&document, 0), [1, 11, 12]);
    assert_eq!(said(&diagnostics, Code::RenumberedFrames), "");
    assert!(said(&diagnostics, Code::ResampledKeys).contains("a higher frame rate lessens it"));
    assert!(worst(&read(&document), 1.0) > bound);
    // Steps cannot be met, however fine the frames are.
    scene.animations[0].channels[0].interpolation = Interpolation::Step;
    let (_, diagnostics) = write(&scene);
    assert_eq!(diagnostics.count(Code::RenumberedFrames), 0);
    assert!(said(&diagnostics, Code::ResampledKeys).contains("a higher frame rate lessens it"));
}

#[test]
fn the_length_is_the_sources_own_or_one_more_than_the_last_frame() {
    let scene = |frames: Option<i64>, first: f32| {
        let mut scene = Scene::default();
        let anim = frames.map(|frames| ("b3d.anim".into(), Extra::Map([("frames".into(), frames.into())].into())));
        scene.add_node(None, Node { extras: anim.into_iter().collect(), ..Node::default() });
        let keys = Track::Translation(vec![Vec3::ZERO, Vec3::X]);
        scene.animations.push(animation("", 30.0, vec![channel(0, Interpolation::Linear, &[first, 300.0], keys)]));
        scene
    };
    // Blitz3D counts alike; a length under the last frame is wrong; moved frames have another length.
    let rows =
        [(None, 1.0, 301), (Some(300), 1.0, 300), (Some(400), 5.0, 400), (Some(299), 1.0, 301), (Some(300), 0.0, 302)];
    for (frames, first, expected) in rows {
        assert_eq!(write(&scene(frames, first)).0.entities[0].animation_length, expected, "{frames:?} {first}");
    }
    // As many keys as frames would wake the engine's own count.
    let mut full = scene(Some(5), 1.0);
    full.animations[0].channels =
        vec![channel(0, Interpolation::Linear, &[1.0, 2.0, 3.0, 4.0, 5.0], Track::Translation(vec![Vec3::ZERO; 5]))];
    assert_eq!(write(&full).0.entities[0].animation_length, 6);
}

#[test]
fn names_of_animated_entities_become_unique() {
    let mut scene = Scene::default();
    let mut add = |name: &str| {
        let parent = (!scene.nodes.is_empty()).then_some(NodeId(0));
        scene.add_node(parent, Node { name: name.into(), ..Node::default() });
    };
    ["root", "arm", "arm", "arm_2", "leg", "leg", "", "root"].into_iter().for_each(&mut add);
    let keys = || Track::Translation(vec![Vec3::ZERO, Vec3::X]);
    let channels = [1, 2, 6].map(|node| channel(node, Interpolation::Linear, &[1.0, 2.0], keys()));
    scene.animations.push(animation("", 30.0, channels.to_vec()));
    let (document, diagnostics) = write(&scene);
    assert_eq!(names(&document), ["root", "arm", "arm_3", "arm_2", "leg", "leg", "node_2", "root"]);
    assert_eq!(diagnostics.count(Code::NamesMadeUnique), 2);
}

#[test]
fn vertex_numbers_are_as_wide_as_asked() {
    let wide = |far: f32| {
        let mut scene = placed(square(), 1);
        scene.meshes[0].positions[3] = Vec3::new(far, 1.0 / 3.0, 0.0);
        scene
    };
    let rows = [
        (VertexFloats::F32, 1.0, Floats::F32, None),
        (VertexFloats::F16, 1.0, Floats::F16, Some(Code::RoundedVertices)),
        (VertexFloats::Auto, 1.0, Floats::F16, Some(Code::RoundedVertices)),
        (VertexFloats::F16, 70_000.0, Floats::F32, Some(Code::WiderFloats)),
        (VertexFloats::Auto, 70_000.0, Floats::F32, None),
    ];
    for (asked, far, expected, code) in rows {
        let mut options = ExportOptions::default();
        options.settings.put(&Settings { vertex_floats: asked, ..Settings::default() });
        let (document, diagnostics) = write_with(&wide(far), &options);
        assert_eq!(document.floats, expected, "{asked:?} {far}");
        assert_eq!(diagnostics.entries().iter().map(|entry| entry.code).next(), code, "{asked:?} {far}");
    }
    // Far from the origin 16 bits would show.
    let mut scene = wide(1.0);
    scene.meshes[0].positions.iter_mut().for_each(|p| *p = *p * 0.01 + Vec3::splat(100.0));
    let mut options = ExportOptions::default();
    options.settings.put(&Settings { vertex_floats: VertexFloats::Auto, ..Settings::default() });
    assert_eq!(write_with(&scene, &options).0.floats, Floats::F32);
}

#[test]
fn materials_keep_what_the_engine_has() {
    let mut scene = placed(square(), 1);
    scene.images.push(Image { path: "C:\\art\\Skin.JPG".into(), ..Image::default() });
    let transform = UvTransform { scale: Vec2::splat(2.0), ..UvTransform::IDENTITY };
    scene.textures.push(Texture { image: Some(ImageId(0)), transform, nearest: true, ..Texture::default() });
    let layer = |slot, role| TextureLayer { slot, texture: TextureId(0), role, blend: LayerBlend::Multiply, uv_set: 0 };
    let material = &mut scene.materials[0];
    material.base_color = Vec4::new(1.0, 0.5, 0.0, 0.25);
    material.blend = Blend::Add;
    material.shading.unlit = true;
    material.shading.double_sided = true;
    material.shininess = 0.5;
    material.layers = vec![layer(0, TextureRole::Lightmap), layer(1, TextureRole::Color)];
    let (document, diagnostics) = write(&scene);
    let mesh = mesh_of(&document, 0);
    assert_eq!((mesh.color, mesh.alpha), ([0, 128, 255, 255], 0.25));
    assert_eq!(mesh.fx, fx::FULL_BRIGHT | fx::ADD | fx::TWO_SIDED);
    assert_eq!(mesh.texture, "Skin.JPG");
    assert_eq!(read(&document).meshes[0].uv_sets[0][3], Vec2::splat(2.0));
    // Shininess and large pixels are left out, half red is no byte, the transform is in the coordinates, and an opaque material may not be clear.
    let reported =
        [Code::LostTextureLayer, Code::ApproximatedMaterial, Code::ApproximatedUvTransform, Code::ApproximatedBlend];
    assert_eq!(reported.map(|code| diagnostics.count(code)), [1, 3, 1, 1]);
    let mut options = ExportOptions::default();
    options.textures = Textures::None;
    assert!(mesh_of(&write_with(&scene, &options).0, 0).texture.is_empty());
}

#[test]
fn scenes_of_any_space_arrive_right_handed() {
    let mut scene = placed(square(), 1);
    scene.space = Space { forward: Axis::PlusZ, winding: Winding::Clockwise, ..Space::GLTF };
    scene.meshes[0].positions.iter_mut().for_each(|p| p.z = 5.0);
    scene.meshes[0].parts = vec![part(0, &[[0, 2, 1]])];
    scene.nodes[0].transform = at(Vec3::new(1.0, 2.0, 3.0)).into();
    let (document, _) = write(&scene);
    assert_eq!(document.entities[0].position, Vec3::new(1.0, 2.0, -3.0));
    assert_eq!(mesh_of(&document, 0).triangles.to_vec(), [[0, 1, 2]]);
    assert_eq!(read(&document).meshes[0].positions[0], Vec3::new(0.0, 0.0, -5.0));
}

#[test]
fn missing_and_bad_normals_are_made() {
    let mut scene = placed(square(), 1);
    scene.meshes[0].normals = vec![Vec3::Z * 2.0, Vec3::ZERO, Vec3::Z, Vec3::Z];
    let (document, diagnostics) = write(&scene);
    assert_eq!(read(&document).meshes[0].normals, [Vec3::Z; 4]);
    assert_eq!(diagnostics.count(Code::NormalizedNormals), 2);
    scene.meshes[0].normals.clear();
    let (document, diagnostics) = write(&scene);
    assert_eq!(read(&document).meshes[0].normals, [Vec3::Z; 4]);
    assert_eq!(diagnostics.count(Code::NormalizedNormals), 4);
}

#[test]
fn an_animation_is_written_from_its_first_tick_to_its_last() {
    let mut scene = placed(square(), 1);
    let track = Track::Translation(vec![Vec3::ZERO, Vec3::X]);
    let channel = Channel { target: NodeId(0), interpolation: Interpolation::Linear, times: vec![2.0, 3.0], track };
    let (first, last, ticks_per_second) = (1.0, 6.0, 10.0);
    scene.animations.push(Animation { first, last, ticks_per_second, channels: vec![channel], ..Animation::default() });
    let (document, diagnostics) = write(&scene);
    let frames: Vec<i32> = document.entities[0].keys.iter().map(|key| key.frame).collect();
    assert_eq!((frames, document.entities[0].animation_length), (vec![1, 2, 3, 6], 7));
    assert_eq!((diagnostics.count(Code::AdaptedKeys), diagnostics.count(Code::RenumberedFrames)), (1, 0));
    scene.animations[0].first = 0.0;
    let (_, diagnostics) = write(&scene);
    let renumbered = diagnostics.entries().iter().find(|entry| entry.code == Code::RenumberedFrames).unwrap();
    assert_eq!(renumbered.detail, "\"\" starts at frame 1: 0 is 1, 1 is 2, 6 is 7");
}

#[test]
fn what_readers_make_of_the_colour_bytes_is_written_back() {
    let mut scene = placed(square(), 1);
    for (known, byte) in [(None, 255), (Some(128), 128), (Some(0), 255), (Some(300), 255)] {
        scene.materials[0].extras =
            known.map(|known| ("bo3d.color_alpha".to_owned(), known.into())).into_iter().collect();
        assert_eq!(mesh_of(&write(&scene).0, 0).color[3], byte, "{known:?}");
    }
}

#[test]
fn all_that_is_lost_is_reported() {
    let mut scene = placed(square(), 1);
    let light = LightKind::Point;
    let light = Light {
        name: String::new(),
        kind: light,
        color: Vec3::ONE,
        intensity: 1.0,
        range: None,
        extras: Extras::new(),
    };
    let projection = Projection::Perspective { vertical_fov: 1.0, aspect: None };
    let camera = Camera { name: String::new(), projection, near: 0.1, far: None, extras: Extras::new() };
    scene.lights.push(light);
    scene.cameras.push(camera);
    scene.ambient = Some(Vec4::ONE);
    scene.extras.insert("b3d.flags".into(), 1.into());
    let root = Some(NodeId(0));
    let mesh = || Some(Box::new(MeshInstance::new(MeshId(0))));
    let lod = |level| Some(Lod { role: LodRole::Visual, value: level as f32, level });
    scene.add_node(root, Node { camera: Some(CameraId(0)), ..Node::default() });
    scene.add_node(root, Node { light: Some(LightId(0)), ..Node::default() });
    scene.add_node(root, Node { hidden: true, mesh: mesh(), ..Node::default() });
    scene.add_node(root, Node { name: "far".into(), lod: lod(1), mesh: mesh(), ..Node::default() });
    scene.add_node(root, Node { name: "near".into(), lod: lod(0), mesh: mesh(), ..Node::default() });
    let shear = Mat4::from_cols(Vec4::X, Vec4::new(0.7, 1.0, 0.0, 0.0), Vec4::Z, Vec4::W);
    scene.add_node(root, Node { transform: shear.into(), ..Node::default() });
    let mesh = &mut scene.meshes[0];
    mesh.uv_sets.push(vec![Vec2::ZERO; 4]);
    mesh.color_sets = vec![vec![Vec4::ONE; 4]; 2];
    mesh.morph_targets.push(MorphTarget::default());
    mesh.selections.push(Selection { name: "door".into(), ..Selection::default() });
    let (document, diagnostics) = write(&scene);
    assert_eq!(names(&document), ["mesh", "", "", "near", ""]);
    let rows = [
        (Code::LostLight, 2),
        (Code::LostCamera, 1),
        (Code::LostExtras, 1),
        (Code::LostMesh, 1),
        (Code::LostLod, 2),
        (Code::LostUvSet, 1),
        (Code::LostColorSet, 2),
        (Code::LostShapes, 1),
        (Code::LostSelection, 1),
        // The shear, and the scale that is left of it.
        (Code::ApproximatedTransform, 2),
    ];
    for (code, count) in rows {
        assert_eq!(diagnostics.count(code), count, "{code}");
    }
    // Three of the codes have two entries.
    assert_eq!(diagnostics.entries().len(), rows.len() + 3, "{:#?}", diagnostics.entries());
}

#[test]
fn unknown_targets_are_refused() {
    let mut options = ExportOptions::default();
    options.target = Some("luanti".into());
    let error = Document::from_scene_with(&Scene::default().validate().unwrap(), &options, &mut Diagnostics::new())
        .unwrap_err();
    assert_eq!(error.to_string(), "bo3d: target \"luanti\" is not supported: the targets of bOGL are bogl");
}

#[test]
fn keys_after_the_last_frame_that_can_be_written_are_lost() {
    let mut scene = placed(square(), 1);
    let track = Track::Translation(vec![Vec3::ZERO, Vec3::X]);
    scene.animations = vec![animation("", 25.0, vec![channel(0, Interpolation::Linear, &[0.0, f32::MAX], track)])];
    let (document, diagnostics) = write(&scene);
    assert_eq!((frames(&document, 0), diagnostics.count(Code::LostKeys)), (vec![], 2));
}
