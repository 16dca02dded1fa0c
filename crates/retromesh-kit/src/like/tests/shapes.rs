//! What triangles and places say of an original.

use super::*;
use retromesh_core::mesh::{Influence, MorphTarget, Weights};

#[test]
fn an_original_that_is_another_model_is_reported() {
    for (name, count) in [("tree", 1), ("lamp", 0), ("lamp.001", 0)] {
        let mut edited = Scene::default();
        edited.add_node(None, place(name, 0.0));
        assert_eq!(unlike(edited, original()), count, "{name}");
    }
}

/// Rooms of a game all have the same names.
#[test]
fn an_original_of_other_triangles_is_reported() {
    type Edit = fn(&mut Scene);
    let rows: [(&str, Edit, u64); 8] = [
        ("nothing", |_| {}, 0),
        ("another room", |scene| *scene = room(&[23, 9], 5.5), 1),
        ("one of as many triangles in parts", |scene| *scene = room(&[20, 10], 5.5), 0),
        ("nearly one of as many", |scene| *scene = room(&[20, 21], 5.5), 1),
        ("a part less", |scene| _ = scene.meshes[0].parts.pop(), 0),
        ("much more", |scene| scene.meshes[0].parts.push(room(&[900], 7.25).meshes.remove(0).parts.remove(0)), 0),
        ("moved and scaled", |scene| scene[NodeId(0)].transform = Mat4::from_scale(Vec3::splat(3.0)).into(), 0),
        ("rounded", |scene| scene.meshes[0].positions.iter_mut().for_each(|at| at.y += 1e-6), 0),
    ];
    for (what, edit, count) in rows {
        let mut edited = room(&[20, 10], 0.0);
        edit(&mut edited);
        assert_eq!(unlike(edited, room(&[20, 10], 0.0)), count, "{what}");
    }
}

/// A strip of triangles at a height for each number of triangles, as parts of one mesh.
fn room(parts: &[u32], height: f32) -> Scene {
    let mut scene = Scene::default();
    let node = scene.add_node(None, place("room", 0.0));
    let point = |at: u32| Vec3::new(at as f32, height, (at % 2) as f32);
    let faces = |count: &u32| Faces::Triangles((0..*count).map(|at| [at, at + 1, at + 2]).collect());
    let parts: Vec<Part> = parts.iter().map(|count| Part { faces: faces(count), ..Part::default() }).collect();
    scene.meshes.push(Mesh { positions: (0..1000).map(point).collect(), parts, ..Mesh::default() });
    scene[node].mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
    scene
}

fn unlike(edited: Scene, original: Scene) -> u64 {
    let mut diagnostics = Diagnostics::new();
    let original = original.into_valid().unwrap();
    like(edited.into_valid().unwrap(), &original, &Budget::default(), &mut diagnostics).unwrap();
    diagnostics.count(Code::UnlikeOriginal)
}

/// Blender's bones have no scale at rest.
#[test]
fn the_scale_of_joints_at_rest_comes_back_where_none_has_any() {
    type Edit = fn(&mut Scene);
    let scaled = |scene: &mut Scene, id: u32, scale: f32| {
        let trs = scene[NodeId(id)].transform.trs();
        scene[NodeId(id)].transform = Trs { scale: Vec3::splat(scale), ..trs }.into();
    };
    let mut first = original();
    let joints = vec![NodeId(1), NodeId(3)];
    first.skeletons.push(Skeleton { inverse_bind: vec![Mat4::IDENTITY; 2], joints, ..Skeleton::default() });
    scaled(&mut first, 1, 0.5);
    let rows: [(&str, Edit, f32); 5] = [
        ("nothing", |_| {}, 0.5),
        ("a new node below it", |scene| _ = scene.add_node(Some(NodeId(1)), place("hat", 1.0)), 1.0),
        ("another scale", |scene| scene[NodeId(1)].transform = scale_at(1.0, 0.8).into(), 0.8),
        ("another joint has one", |scene| scene[NodeId(3)].transform = scale_at(3.0, 2.0).into(), 1.0),
        ("another place", |scene| scene[NodeId(1)].transform = scale_at(7.0, 1.0).into(), 1.0),
    ];
    for (what, edit, expected) in rows {
        let mut edited = first.clone();
        scaled(&mut edited, 1, 1.0);
        edit(&mut edited);
        // Its clips have that scale, too.
        let scale = edited[NodeId(1)].transform.trs().scale;
        let track = Track::Scale(vec![scale]);
        let (interpolation, times) = (Interpolation::Linear, vec![1.0]);
        edited.animations[0].channels.push(Channel { target: NodeId(1), interpolation, times, track });
        let (scene, found) = like_of(edited, &first);
        let posed = scene.pose(&scene.animations[0], 5.0).world[NodeId(1)].to_scale_rotation_translation().0.x;
        assert!((posed - expected).abs() < 1e-6, "{what}: {posed} in a clip");
        assert!((scene[NodeId(1)].transform.trs().scale.x - expected).abs() < 1e-6, "{what}: {found:?}");
        let said = found.iter().any(|said| said.contains("scales of joints at rest: door"));
        assert_eq!(said, expected == 0.5, "{what}: {found:?}");
        // It moves no vertex, so that it is bound where it rests.
        let bound = if said { 1.0 / expected } else { 1.0 };
        assert_eq!(scene.skeletons[0].inverse_bind[0], Mat4::from_scale(Vec3::splat(bound)), "{what}");
    }
}

/// A file that was exported in a pose says by its bind pose alone where its mesh rests.
#[test]
fn a_skin_of_a_posed_file_is_bound_to_the_scale_of_its_topmost_joint() {
    // The scale in the file's pose, the place of its bind pose, and where its vertex is then.
    for (posed, bound, expected) in [(0.8, 1.0, 2.0), (0.5, 1.0, 2.0), (0.8, 7.0, 3.0)] {
        let mut first = original();
        first[NodeId(1)].transform = scale_at(1.0, 0.5).into();
        let bind = |trs: Trs| Skeleton {
            joints: vec![NodeId(1)],
            inverse_bind: vec![trs.matrix().inverse()],
            ..Skeleton::default()
        };
        first.skeletons.push(bind(scale_at(1.0, 0.5)));
        let influences = vec![Influence { joint: 0, weight: 1.0 }];
        let weights = Weights { starts: vec![0, 1], influences };
        first.meshes.push(Mesh { positions: vec![Vec3::X * 2.0], weights, ..Mesh::default() });
        let (mesh, skeleton) = (MeshId(0), Some(SkeletonId(0)));
        first[NodeId(4)].mesh = Some(Box::new(MeshInstance { mesh, skeleton, materials: Vec::new() }));
        let mut edited = first.clone();
        edited[NodeId(1)].transform = scale_at(1.0, posed).into();
        edited.skeletons[0] = bind(scale_at(bound, 1.0));
        edited.meshes[0].positions[0] = Vec3::X * 3.0;
        let place = |scene: &Scene| {
            let bind = scene.rest_pose().world[NodeId(1)] * scene.skeletons[0].inverse_bind[0];
            bind.transform_point3(scene.meshes[0].positions[0])
        };
        let before = place(&edited);
        let (scene, found) = like_of(edited, &first);
        assert_eq!(scene.meshes[0].positions[0].x, expected, "{posed} {bound}: {found:?}");
        assert!(place(&scene).abs_diff_eq(before, 1e-5), "{posed} {bound}");
        let said = found.iter().any(|said| said.contains("scales of joints at rest: door"));
        assert_eq!(said, expected == 2.0, "{found:?}");
    }
}

/// Of Blender, vertices are where joints without a scale put them.
#[test]
fn vertices_of_a_joint_are_bound_to_its_scale_again() {
    let scale = Vec3::new(2.0, 4.0, 0.5);
    let bind = |scale| Trs { scale, ..scale_at(1.0, 1.0) };
    // Shapes of the mesh; a vertex is of the joint alone, one of both.
    for shapes in [0, 1] {
        let mut first = original();
        first[NodeId(1)].transform = bind(scale).into();
        let skeleton = |scale| Skeleton {
            joints: vec![NodeId(1), NodeId(3)],
            inverse_bind: vec![bind(scale).matrix().inverse(), Mat4::IDENTITY],
            ..Skeleton::default()
        };
        first.skeletons.push(skeleton(scale));
        let influences = [(0, 1.0), (0, 0.5), (1, 0.5)].map(|(joint, weight)| Influence { joint, weight });
        let weights = Weights { starts: vec![0, 1, 3], influences: influences.into() };
        let target = MorphTarget { positions: vec![Vec3::ZERO; 2], ..MorphTarget::default() };
        let (positions, normals) = (vec![Vec3::new(3.0, 4.0, 1.0); 2], vec![Vec3::Y; 2]);
        let morph_targets = vec![target; shapes];
        first.meshes.push(Mesh { positions, normals, weights, morph_targets, ..Mesh::default() });
        let (mesh, skeleton_id) = (MeshId(0), Some(SkeletonId(0)));
        let instance = MeshInstance { mesh, skeleton: skeleton_id, materials: Vec::new() };
        first[NodeId(4)].mesh = Some(Box::new(instance));
        let mut edited = first.clone();
        edited[NodeId(1)].transform = bind(Vec3::ONE).into();
        edited.skeletons[0] = skeleton(Vec3::ONE);
        edited.meshes[0].positions = vec![Vec3::new(2.0, 1.0, 2.0), Vec3::new(2.5, 2.5, 1.5)];
        let (scene, found) = like_of(edited.clone(), &first);
        let expected = if shapes == 0 { &first } else { &edited };
        for (own, known) in scene.meshes[0].positions.iter().zip(&expected.meshes[0].positions) {
            assert!(own.abs_diff_eq(*known, 1e-5), "{own} {known}");
        }
        assert_eq!(scene.skeletons[0].inverse_bind, expected.skeletons[0].inverse_bind);
        assert_eq!(scene[NodeId(1)].transform.trs().scale, scale, "{found:?}");
    }
}

fn scale_at(x: f32, scale: f32) -> Trs {
    Trs { translation: Vec3::X * x, rotation: Quat::IDENTITY, scale: Vec3::splat(scale) }
}

#[test]
fn a_mesh_that_programs_put_next_to_its_joint_is_in_it_again() {
    // As programs make it: a node around all, the joint, and the mesh next to it.
    let model = |is_edited: bool| {
        let mut scene = Scene { meshes: vec![Mesh::default()], ..Scene::default() };
        let above = is_edited.then(|| scene.add_node(None, place("Armature", 0.0)));
        let body = scene.add_node(above, place("body", 0.0));
        let arm = scene.add_node(Some(body), place("arm", 1.0));
        let place = if is_edited { scene.add_node(above, place("body.001", 0.0)) } else { body };
        scene[place].mesh =
            Some(Box::new(MeshInstance { skeleton: Some(SkeletonId(0)), ..MeshInstance::new(MeshId(0)) }));
        let skeleton =
            Skeleton { joints: vec![arm, body], inverse_bind: vec![Mat4::IDENTITY; 2], ..Skeleton::default() };
        scene.skeletons.push(skeleton);
        scene
    };
    let (scene, said) = like_of(model(true), &model(false));
    assert_eq!(scene.nodes, model(false).nodes);
    assert_eq!(said, ["1 places of skinned meshes: body", "1 nodes around skeletons, which are gone: Armature"]);
}

#[test]
fn a_skinned_mesh_is_in_the_node_that_holds_its_skeleton_again() {
    // The node is above the armature, or next to the mesh in it.
    let model = |is_edited: bool, is_above: bool| {
        let mut scene = Scene { meshes: vec![Mesh::default()], ..Scene::default() };
        let above = if is_above { None } else { Some(scene.add_node(None, place("rig", 0.0))) };
        let tube = scene.add_node(above, place("tube", 0.0));
        let rig = above.unwrap_or_else(|| scene.add_node(Some(tube), place("rig", 0.0)));
        let bone = scene.add_node(Some(rig), place("bone", 1.0));
        let home = if is_edited { scene.add_node(Some(rig), place("tube.001", 0.0)) } else { tube };
        scene[home].mesh =
            Some(Box::new(MeshInstance { skeleton: Some(SkeletonId(0)), ..MeshInstance::new(MeshId(0)) }));
        let skeleton = Skeleton { joints: vec![bone], inverse_bind: vec![Mat4::IDENTITY], ..Skeleton::default() };
        scene.skeletons.push(skeleton);
        scene
    };
    for is_above in [true, false] {
        let first = model(false, is_above);
        let (scene, said) = like_of(model(true, is_above), &first);
        assert_eq!((&scene.nodes, said), (&first.nodes, vec!["1 places of skinned meshes: tube".to_owned()]));
    }
    // An armature that was moved moves no mesh that is not in it.
    let mut moved = model(true, true);
    moved[NodeId(1)].transform = scale_at(5.0, 1.0).into();
    let (scene, said) = like_of(moved, &model(false, true));
    assert!(scene[NodeId(3)].mesh.is_some(), "{said:?}");
}

/// Two quads over an edge, each cut into the two triangles that glTF has of it, the second in the first place.
#[test]
fn quads_come_back_where_their_triangles_are_as_they_were() {
    type Edit = fn(&mut Mesh);
    /// An edit, the faces that come back, and those that are selected.
    type Row<'r> = (&'r str, Edit, &'r [&'r [u32]], &'r [u32]);
    let scene = |faces, edit: Edit| {
        let mut mesh = Mesh {
            name: "wall".into(),
            positions: (0..6).map(|at| Vec3::new((at / 2) as f32, (at % 2) as f32, 0.0)).collect(),
            uv_sets: vec![vec![glam::Vec2::ZERO; 6]],
            attributes: vec![Attribute { name: "_POINT".into(), data: AttributeData::UInt((0..6).collect()) }],
            parts: vec![Part { faces, ..Part::default() }],
            ..Mesh::default()
        };
        edit(&mut mesh);
        wall(mesh)
    };
    let quads = Faces::Polygons { starts: vec![0, 4, 8, 11], indices: vec![0, 2, 3, 1, 2, 4, 5, 3, 0, 4, 1] };
    let select = |mesh: &mut Mesh, faces: &[u32]| {
        let (name, faces) = ("right".into(), faces.into());
        mesh.selections.push(Selection { name, faces, ..Selection::default() });
    };
    let mut first = scene(quads, |_| {});
    select(&mut first.meshes[0], &[1]);
    let rows: [Row<'_>; 8] = [
        ("nothing", |_| {}, &[&[2, 4, 5, 3], &[0, 2, 3, 1], &[0, 4, 1]], &[0]),
        ("moved", |m| m.positions[5].z = 1.0, &[&[4, 5, 2], &[0, 2, 3, 1], &[2, 5, 3], &[0, 4, 1]], &[0, 2]),
        ("still flat", |m| m.positions[5].x = 3.0, &[&[2, 4, 5, 3], &[0, 2, 3, 1], &[0, 4, 1]], &[0]),
        (
            "no longer convex",
            |m| m.positions[5] = Vec3::new(1.2, 0.1, 0.0),
            &[&[4, 5, 2], &[0, 2, 3, 1], &[2, 5, 3], &[0, 4, 1]],
            &[0, 2],
        ),
        (
            "another diagonal",
            |m| m.parts[0].faces = Faces::Triangles(vec![[2, 4, 3], [0, 2, 3], [3, 4, 5], [0, 3, 1], [0, 4, 1]]),
            &[&[2, 4, 3], &[0, 2, 3, 1], &[3, 4, 5], &[0, 4, 1]],
            &[0, 2],
        ),
        (
            "a seam",
            |m| {
                m.positions.push(m.positions[2]);
                m.uv_sets[0].push(glam::Vec2::ONE);
                m.attributes.clear();
                m.parts[0].faces = Faces::Triangles(vec![[4, 5, 6], [0, 2, 3], [2, 5, 3], [0, 3, 1], [0, 4, 1]]);
            },
            &[&[4, 5, 6], &[0, 2, 3, 1], &[2, 5, 3], &[0, 4, 1]],
            &[0, 2],
        ),
        (
            "turned",
            |m| m.parts[0].faces = Faces::Triangles(vec![[5, 4, 2], [0, 2, 3], [5, 2, 3], [0, 3, 1], [0, 4, 1]]),
            &[&[5, 4, 2], &[0, 2, 3, 1], &[5, 2, 3], &[0, 4, 1]],
            &[0, 2],
        ),
        (
            "another material",
            |m| {
                m.parts[0].faces = Faces::Triangles(vec![[4, 5, 2], [0, 2, 3], [0, 3, 1], [0, 4, 1]]);
                m.parts.push(Part { faces: Faces::Triangles(vec![[2, 5, 3]]), ..Part::default() });
            },
            &[&[4, 5, 2], &[0, 2, 3, 1], &[0, 4, 1], &[2, 5, 3]],
            &[0, 3],
        ),
    ];
    for (what, edit, expected, selected) in rows {
        let cut = Faces::Triangles(vec![[4, 5, 2], [0, 2, 3], [2, 5, 3], [0, 3, 1], [0, 4, 1]]);
        let (scene, found) = like_of(scene(cut, edit), &first);
        let faces: Vec<&[u32]> = scene.meshes[0].parts.iter().flat_map(|part| part.faces.iter()).collect();
        assert_eq!(faces, expected, "{what}: {found:?}");
        assert_eq!(scene.meshes[0].selections[0].faces, selected, "{what}");
        let still = found.iter().any(|said| said.starts_with("1 polygons of the original that are triangles now"));
        assert_eq!(still, expected.len() > 3, "{what}: {found:?}");
    }
}

/// The fan from its first corner is not a quad that is not convex: it is cut the other way.
#[test]
fn a_quad_that_is_not_convex_comes_back() {
    let at = |x, y| Vec3::new(x, y, 0.0);
    let positions = vec![at(0.0, 0.0), at(2.0, 0.0), at(0.5, 0.5), at(0.0, 2.0)];
    let quad = Faces::Polygons { starts: vec![0, 4], indices: vec![1, 2, 3, 0] };
    let mut cut = Vec::new();
    retromesh_core::Triangulator::default().add(&positions, &[1, 2, 3, 0], &mut cut);
    assert!(!cut.contains(&[1, 2, 3]));
    // Programs round places: that is no edit.
    let scene = |faces, moved: f32| {
        let mut mesh = Mesh { name: "wall".into(), positions: positions.clone(), ..Mesh::default() };
        mesh.positions[2].x += moved;
        mesh.parts = vec![Part { faces, ..Part::default() }];
        mesh.attributes = vec![Attribute { name: "_POINT".into(), data: AttributeData::UInt((0..4).collect()) }];
        wall(mesh)
    };
    let (scene, found) = like_of(scene(Faces::Triangles(cut), 6e-8), &scene(quad.clone(), 0.0));
    assert_eq!(scene.meshes[0].parts[0].faces, quad, "{found:?}");
}

/// Blender has one part for each material.
#[test]
fn parts_of_one_material_come_back_where_their_triangles_are_in_order() {
    // The numbers of triangles, and how many triangles each part has then.
    let rows: [(&[u32], &[usize]); 5] = [
        (&[0, 1, 2, 3, 4], &[2, 3]),
        (&[1, 0, 9, 4], &[3, 1]),
        // As many as before: the third was moved.
        (&[0, 1, 9, 3, 4], &[2, 3]),
        (&[0, 1], &[2]),
        (&[0, 2, 1, 3, 4], &[5]),
    ];
    for (triangles, expected) in rows {
        let original = room(&[5], 0.0);
        let Faces::Triangles(all) = &original.meshes[0].parts[0].faces else { unreachable!() };
        let part = |faces: &[[u32; 3]]| Part { faces: Faces::Triangles(faces.to_vec()), ..Part::default() };
        let (mut first, mut edited) = (original.clone(), original.clone());
        first.meshes[0].parts = vec![part(&all[..2]), part(&all[2..])];
        let triangles: Vec<[u32; 3]> = triangles.iter().map(|at| [*at, at + 1, at + 2]).collect();
        edited.meshes[0].parts = vec![part(&triangles)];
        let (scene, found) = like_of(edited, &first);
        let parts = &scene.meshes[0].parts;
        assert_eq!(parts.iter().map(|part| part.faces.len()).collect::<Vec<_>>(), expected, "{found:?}");
        let now: Vec<&[u32]> = parts.iter().flat_map(|part| part.faces.iter()).collect();
        assert!(now.iter().eq(triangles.iter()), "{found:?}");
        assert_eq!(found.iter().any(|said| said.contains("parts of meshes")), expected.len() > 1, "{found:?}");
    }
}
