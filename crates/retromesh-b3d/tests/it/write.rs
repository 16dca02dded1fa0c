//! Written models: the same poses and materials as their sources, and a fixed point when written again.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use glam::{Mat4, Vec3, Vec4};
use retromesh_b3d::{Body, Chunk, Document, FORMAT};
use retromesh_core::extras::MULTIPLY_COLORS;
use retromesh_core::keyframes::{Channel, Interpolation, Track};
use retromesh_core::material::{AlphaMode, Material, Shading};
use retromesh_core::mesh::{Faces, Influence, Mesh, Part, Weights};
use retromesh_core::scene::{MeshInstance, Node, Trs};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Code, Diagnostics, Extra, MaterialId, MeshId, NodeId, Scene, SkeletonId, check};
use retromesh_kit::{ExportOptions, Format, ImportOptions, Lints};
use retromesh_testkit::{File, fixtures};

/// The distance that a corner may have, as a share of the model's size.
pub(crate) const TOLERANCE: f32 = 1e-5;

pub(crate) fn read(bytes: &[u8], strict: bool) -> Option<Scene> {
    let mut diagnostics = if strict { Diagnostics::strict() } else { Diagnostics::new() };
    let options = ImportOptions::default();
    match Document::parse_with(bytes, &options, &mut diagnostics)
        .and_then(|d| d.to_scene_with(&options, &mut diagnostics))
    {
        Ok(scene) => Some(scene),
        Err(error) => {
            assert!(!strict, "written file is refused: {error}");
            None
        }
    }
}

fn options(target: &str) -> ExportOptions {
    let mut options = ExportOptions::default();
    options.target = Some(target.into());
    options
}

/// Returns the nodes by name: the writer puts children with meshes before those with bones.
fn nodes(scene: &Scene) -> Vec<NodeId> {
    let mut order = scene.depth_first();
    order.sort_by_key(|id| scene.nodes[id.index()].name.as_str());
    order
}

/// Returns the corners of all triangles of each mesh, meshes in order.
fn corners(scene: &Scene, tick: f32) -> Vec<Vec<Vec3>> {
    let pose = scene
        .animations
        .first()
        .map_or_else(|| scene.rest_pose(), |animation| scene.validate().unwrap().pose(animation, tick));
    let mut all = Vec::new();
    for id in nodes(scene) {
        let Some(instance) = scene.nodes[id.index()].mesh.as_deref() else { continue };
        let positions = pose.positions(&scene.validate().unwrap(), id);
        let mesh = &scene.meshes[instance.mesh.index()];
        let faces = mesh.parts.iter().flat_map(|part| part.faces.triangles(&mesh.positions).into_owned());
        let list: Vec<Vec3> = faces.flatten().map(|vertex| positions[vertex as usize]).collect();
        if !list.is_empty() {
            all.push(list);
        }
    }
    all
}

/// Returns the largest distance of corners over the timeline, as a share of the size.
pub(crate) fn distance(a: &Scene, b: &Scene, offset: f32) -> f32 {
    let mut ticks = vec![0.0];
    if let Some(animation) = a.animations.first() {
        let step = ((animation.last - animation.first) / 12.0).max(0.25);
        ticks = (0..=12).map(|n| animation.first + n as f32 * step).collect();
    }
    let mut worst = 0.0f32;
    for tick in ticks {
        let (mut a, mut b) = (corners(a, tick), corners(b, tick + offset));
        let size = a.iter().flatten().map(|p| p.abs().max_element()).fold(1e-6, f32::max);
        if b.len() == 1 && a.len() > 1 {
            // Meshes below a bone are joined to that around it, in the order of the tree.
            let near = |p: &Vec3| *b[0].iter().min_by(|x, y| x.distance(*p).total_cmp(&y.distance(*p))).unwrap();
            a = vec![a.concat()];
            b = vec![a[0].iter().map(near).take(b[0].len()).collect()];
        }
        assert_eq!(a.len(), b.len(), "meshes");
        for (a, b) in a.iter().zip(&b) {
            assert_eq!(a.len(), b.len(), "corners");
            worst = a.iter().zip(b).map(|(a, b)| a.distance(*b) / size).fold(worst, f32::max);
        }
    }
    worst
}

/// What a material shows, by part in order.
fn appearances(scene: &Scene) -> Vec<String> {
    let mut all = Vec::new();
    for id in nodes(scene) {
        let Some(instance) = scene.nodes[id.index()].mesh.as_deref() else { continue };
        let mesh = &scene.meshes[instance.mesh.index()];
        for part in mesh.parts.iter().filter(|part| !part.faces.is_empty()) {
            let Some(material) = part.material.map(|id| &scene.materials[id.index()]) else {
                all.push("none".into());
                continue;
            };
            let layers: Vec<_> = material
                .layers
                .iter()
                .map(|layer| {
                    let texture = &scene.textures[layer.texture.index()];
                    let image = texture.image.map_or("", |image| scene.images[image.index()].file_name());
                    let (wrap, alpha) = ((texture.wrap_u, texture.wrap_v), (texture.alpha, texture.mapping));
                    format!(
                        "{} {image} {:?} {:?} {} {:?} {wrap:?} {alpha:?}",
                        layer.slot, layer.role, layer.blend, layer.uv_set, texture.transform
                    )
                })
                .collect();
            let (alpha, blend, shading) = (material.alpha_mode, material.blend, material.shading);
            all.push(format!(
                "{} {} {alpha:?} {blend:?} {shading:?} {layers:?}",
                material.base_color, material.shininess
            ));
        }
    }
    all
}

fn clips(scene: &Scene) -> Vec<(String, f32, f32)> {
    scene.animations.iter().flat_map(|a| &a.clips).map(|c| (c.name.clone(), c.first, c.last)).collect()
}

/// Writes a scene, judges the result and returns the distance.
pub(crate) fn judge(file: &File, scene: &Scene, target: &str, same_appearance: bool) -> f32 {
    let name = format!("{} for {target}", file.name);
    let options = options(target);
    let mut diagnostics = Diagnostics::new();
    let bytes = FORMAT.write(&scene.validate().unwrap(), &options, &mut diagnostics).unwrap().bytes;
    let again = read(&bytes, true).unwrap();
    assert_eq!(check(&again), [], "{name}");
    let moved = diagnostics.count(Code::RenumberedFrames) > 0;
    let first = |scene: &Scene| scene.animations.first().map_or(0.0, |animation| animation.first);
    let offset = if moved { first(&again) - first(scene) } else { 0.0 };
    let found = distance(scene, &again, offset);
    if same_appearance {
        assert_eq!(appearances(scene), appearances(&again), "{name}");
        let mut expected = clips(scene);
        expected.iter_mut().for_each(|clip| (clip.1, clip.2) = (clip.1 + offset, clip.2 + offset));
        assert_eq!(expected, clips(&again), "{name}");
    }
    let second = FORMAT.write(&again.validate().unwrap(), &options, &mut Diagnostics::new()).unwrap().bytes;
    assert!(second == bytes, "{name}: not a fixed point, {} and {} bytes", bytes.len(), second.len());
    found
}

#[test]
fn fixtures_keep_their_poses() {
    let mut worst = 0.0f32;
    for file in fixtures("b3d", "b3d", 100) {
        let Some(scene) = read(&file.bytes, false) else { continue };
        if scene.meshes.iter().any(|mesh| mesh.positions.iter().any(|p| p.abs().max_element() > 1e9)) {
            continue;
        }
        for target in ["blitz3d", "openb3d", "luanti"] {
            let found = judge(&file, &scene, target, false);
            if found > TOLERANCE {
                println!("{} for {target}: {found:.1e}", file.name);
            }
            worst = worst.max(found);
        }
    }
    assert!(worst <= TOLERANCE, "{worst}");
}

/// three.js and other tools make a mesh of each part; bones of the format move one mesh, and would be copied for the others.
#[test]
fn meshes_of_one_skeleton_are_one_mesh_and_share_its_bones() {
    let file = fixtures("b3d", "b3d", 1).into_iter().find(|file| file.name == "skin-tube-animated.b3d").unwrap();
    let mut scene = read(&file.bytes, true).unwrap();
    let node = scene.nodes.iter().find(|node| node.mesh.is_some()).unwrap().clone();
    let instance = node.mesh.clone().unwrap();
    for (number, offset) in [(1, 2.0), (2, 4.0)] {
        let mut mesh = scene[instance.mesh].clone();
        mesh.positions.iter_mut().for_each(|position| position.x += offset);
        scene.meshes.push(mesh);
        let mesh = MeshId::new(scene.meshes.len() - 1);
        let place = Some(Box::new(MeshInstance { mesh, ..(*instance).clone() }));
        scene.add_node(None, Node { name: format!("{}{number}", node.name), mesh: place, ..Node::default() });
    }
    let bones = |scene: &Scene| scene.skeletons.iter().map(|skeleton| skeleton.joints.len()).sum::<usize>();
    for target in ["blitz3d", "luanti", "openb3d"] {
        let mut diagnostics = Diagnostics::new();
        let valid = scene.validate().unwrap();
        let written = Document::from_scene_with(&valid, &options(target), &mut diagnostics).unwrap();
        let again = read(&written.document.encode().unwrap(), true).unwrap();
        assert_eq!((again.meshes.len(), again.meshes[0].parts.len()), (1, 3 * scene.meshes[0].parts.len()), "{target}");
        assert_eq!(bones(&again), bones(&read(&file.bytes, true).unwrap()), "{target}");
        assert_eq!(
            diagnostics.entries().iter().filter(|e| e.detail.starts_with("meshes of one")).count(),
            1,
            "{target}"
        );
        for tick in [1.0, 2.5, 4.0] {
            let (before, after) = (corners(&scene, tick).concat(), corners(&again, tick).concat());
            let near = before.iter().zip(&after).all(|(a, b)| a.abs_diff_eq(*b, 1e-4));
            assert!(before.len() == after.len() && near, "{target} at {tick}");
        }
    }
}

/// Returns an animated skin whose mesh is the root, and the joint at its end.
fn tube() -> (Scene, NodeId) {
    let file = fixtures("b3d", "b3d", 1).into_iter().find(|file| file.name == "skin-tube-animated.b3d").unwrap();
    let scene = read(&file.bytes, true).unwrap();
    let hand = *scene.skeletons[0].joints.last().unwrap();
    (scene, hand)
}

/// Returns a node with a triangle that has normals.
fn weapon(scene: &mut Scene) -> Node {
    let normals = vec![Vec3::Z; 3];
    let mesh = Mesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        normals,
        parts: vec![Part { faces: Faces::Triangles(vec![[0, 1, 2]]), ..Part::default() }],
        ..Mesh::default()
    };
    scene.meshes.push(mesh);
    let mesh = MeshId::new(scene.meshes.len() - 1);
    let mesh = Some(Box::new(MeshInstance { mesh, skeleton: None, materials: Vec::new() }));
    let transform = Trs { translation: Vec3::new(0.0, 0.5, 0.25), ..Trs::IDENTITY }.into();
    Node { name: "weapon".into(), mesh, transform, ..Node::default() }
}

/// Writes a scene for Blitz3D, which has to keep its poses and steal no bones, and reads it again.
fn rewritten(scene: &Scene) -> (Document<'static>, Scene) {
    let valid = scene.validate().unwrap();
    let document = Document::from_scene_with(&valid, &options("blitz3d"), &mut Diagnostics::new()).unwrap().document;
    let lints = document.lint(None);
    assert!(!lints.iter().any(|lint| lint.rule.id == "b3d-stolen-bones"), "{lints:?}");
    let again = read(&document.encode().unwrap(), true).unwrap();
    for tick in [1.0, 2.5, 4.0] {
        let sorted = |scene: &Scene| {
            let mut all = corners(scene, tick).concat();
            all.sort_by(|a, b| (a.x, a.y, a.z).partial_cmp(&(b.x, b.y, b.z)).unwrap());
            all
        };
        let (before, after) = (sorted(scene), sorted(&again));
        let near = |p: &Vec3| after.iter().any(|q| p.abs_diff_eq(*q, 1e-4));
        assert!(before.len() == after.len() && before.iter().all(near), "at {tick}");
    }
    (document, again)
}

/// Blitz3D would give a mesh below a bone the skeleton of the mesh around it, and plays the animation of the root alone.
#[test]
fn a_mesh_below_a_bone_becomes_part_of_the_skin() {
    // Vertices without weights follow the node of the mesh, and so do those that have it for a bone.
    let bare: fn(&mut Scene) = |scene| {
        let weights = &mut scene.meshes[0].weights;
        let first = weights.starts[1];
        weights.influences.drain(..first as usize);
        weights.starts.iter_mut().skip(1).for_each(|start| *start -= first);
    };
    let by_root: fn(&mut Scene) = |scene| {
        let joint = scene.skeletons[0].joints.len() as u32;
        let (root, bind) = (scene.roots[0], scene[scene.roots[0]].transform.matrix().inverse());
        scene.skeletons[0].joints.push(root);
        scene.skeletons[0].inverse_bind.push(bind);
        let weights = &mut scene.meshes[0].weights;
        let first = weights.starts[1] as usize;
        weights.influences[..first].iter_mut().for_each(|influence| influence.joint = joint);
    };
    let flat: fn(&mut Scene) = |scene| scene.meshes[0].normals.clear();
    let smooth: fn(&mut Scene) = |scene| {
        let space = scene.space;
        scene.meshes[0].recompute_normals(&space);
    };
    for change in [flat, smooth, bare, by_root] {
        let (mut scene, hand) = tube();
        change(&mut scene);
        let node = weapon(&mut scene);
        scene.add_node(Some(hand), node);
        let (_, again) = rewritten(&scene);
        assert_eq!((again.meshes.len(), again.roots.len()), (1, 1));
        assert!(again.meshes[0].normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-3));
        assert_eq!(again[again.roots[0]].name, scene[scene.roots[0]].name);
    }
    let (mut scene, hand) = tube();
    let node = weapon(&mut scene);
    scene.add_node(Some(hand), node);
    // The same weapon turned inside out stays a mesh of its own, as its faces would be.
    let weapon = scene.nodes.last_mut().unwrap();
    weapon.transform = Trs { scale: Vec3::new(-1.0, 1.0, 1.0), ..weapon.transform.trs() }.into();
    assert_eq!(rewritten(&scene).1.meshes.len(), 2);
}

/// Colours take the place of the brush's colour where its effects say so, and Irrlicht takes them always.
#[test]
fn a_weapon_with_colours_joins_a_body_without() {
    let (mut scene, hand) = tube();
    let mut node = weapon(&mut scene);
    scene.meshes.last_mut().unwrap().color_sets = vec![vec![Vec4::new(1.0, 0.0, 0.0, 1.0); 3]];
    let grey = Vec4::new(0.5, 0.25, 0.125, 1.0);
    scene.materials.push(Material { name: "body".into(), base_color: grey, ..Material::default() });
    let body = MaterialId::new(scene.materials.len() - 1);
    let shading = Shading { vertex_colors: true, ..Shading::default() };
    scene.materials.push(Material { name: "red".into(), shading, ..Material::default() });
    let red = Some(MaterialId::new(scene.materials.len() - 1));
    node.mesh.as_mut().unwrap().materials = vec![red];
    scene.meshes[0].color_sets.clear();
    scene.meshes[0].parts.iter_mut().for_each(|part| part.material = Some(body));
    scene.add_node(Some(hand), node);
    let (_, again) = rewritten(&scene);
    assert_eq!((again.meshes.len(), again.roots.len()), (1, 1));
    let mesh = &again.meshes[0];
    for part in &mesh.parts {
        let material = &again[part.material.unwrap()];
        let is_red = material.name == "red";
        assert_eq!(material.shading.vertex_colors, is_red, "{}", material.name);
        let expected = if is_red { Vec4::new(1.0, 0.0, 0.0, 1.0) } else { grey };
        assert!(part.faces.iter().flatten().all(|v| mesh.color_sets[0][*v as usize] == expected), "{}", material.name);
    }
}

/// The colours of vertices replace that of a brush, so one that is multiplied with them goes into them.
#[test]
fn a_colour_that_is_multiplied_goes_into_the_vertices() {
    let (tint, paint) = (Vec4::new(0.75, 0.5, 0.25, 0.5), Vec4::new(0.5, 1.0, 0.25, 1.0));
    let material = |multiplies: bool, vertex_colors: bool| {
        let shading = Shading { vertex_colors, ..Shading::default() };
        let extras = multiplies.then(|| (MULTIPLY_COLORS.to_owned(), Extra::Bool(true))).into_iter().collect();
        Material { base_color: tint, shading, extras, alpha_mode: AlphaMode::Blend, ..Material::default() }
    };
    // Whether it is multiplied, and the colours are shown; whether there are any; the colours of the brush and of its corners.
    let (white, own, opaque) = (Vec3::ONE.extend(0.5), tint, tint.truncate().extend(1.0));
    let rows = [
        (material(true, true), true, white, Some(opaque * paint)),
        (material(true, true), false, white, Some(opaque)),
        (material(false, true), true, own, Some(paint)),
        (material(true, false), true, own, Some(paint)),
        (material(false, false), false, own, None),
    ];
    for (material, is_painted, brush, corner) in rows {
        let plain = Material { name: "plain".into(), shading: material.shading, ..Material::default() };
        let part = |at: usize, corners| Part {
            material: Some(MaterialId::new(at)),
            faces: Faces::Triangles(vec![corners]),
            ..Part::default()
        };
        // Two vertices are those of both parts.
        let mesh = Mesh {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE],
            color_sets: if is_painted { vec![vec![paint; 4]] } else { vec![] },
            parts: vec![part(0, [0, 1, 2]), part(1, [2, 1, 3])],
            ..Mesh::default()
        };
        let mut scene = Scene { meshes: vec![mesh], materials: vec![material, plain], ..Scene::default() };
        let node = Node { mesh: Some(Box::new(MeshInstance::new(MeshId(0)))), ..Node::default() };
        scene.add_node(None, node);
        for target in ["blitz3d", "luanti", "openb3d"] {
            let valid = scene.validate().unwrap();
            let mut found = Diagnostics::new();
            let document = Document::from_scene_with(&valid, &options(target), &mut found).unwrap().document;
            let again = read(&document.encode().unwrap(), true).unwrap();
            assert_eq!((again.materials[0].base_color, found.count(Code::LostExtras)), (brush, 0));
            let mesh = &again.meshes[0];
            let colors = |part: &Part| {
                let color = |v: &u32| mesh.color_sets.first().map(|set| set[*v as usize]);
                part.faces.iter().flatten().map(color).collect::<Vec<_>>()
            };
            let other = corner.map(|_| if is_painted { paint } else { Vec4::ONE });
            assert_eq!((colors(&mesh.parts[0]), colors(&mesh.parts[1])), (vec![corner; 3], vec![other; 3]), "{target}");
        }
    }
}

/// Adds a weapon with a moving bone of its own below a node; returns whether the root of what is written has no animation.
fn gun(scene: &mut Scene, carrier: Option<NodeId>) -> bool {
    let node = weapon(scene);
    let rig = scene.add_node(carrier, Node { name: "rig".into(), mesh: None, ..node.clone() });
    let bone = scene.add_node(Some(rig), Node { name: "slide".into(), mesh: None, ..node.clone() });
    let inverse = Mat4::from_translation(Vec3::new(0.5, 0.0, 0.0));
    scene.skeletons.push(Skeleton { joints: vec![bone], inverse_bind: vec![inverse], ..Skeleton::default() });
    let skeleton = Some(SkeletonId::new(scene.skeletons.len() - 1));
    let influences = vec![Influence { joint: 0, weight: 1.0 }; 3];
    scene.meshes.last_mut().unwrap().weights = Weights { starts: (0..=3).collect(), influences };
    let mesh = Some(Box::new(MeshInstance { skeleton, ..*node.mesh.unwrap() }));
    scene.add_node(None, Node { name: "gun".into(), mesh, ..Node::default() });
    let track = Track::Translation(vec![Vec3::ZERO, Vec3::new(0.0, 0.0, 0.5)]);
    let times = vec![1.0, 4.0];
    scene.animations[0].channels.push(Channel { target: bone, interpolation: Interpolation::Linear, times, track });
    let (document, again) = rewritten(scene);
    let root = &again[again.roots[0]];
    assert_eq!((again.roots.len(), again.meshes.len()), (1, if carrier.is_some() { 1 } else { 2 }));
    assert_eq!(root.name == "ROOT", carrier.is_none(), "{}", root.name);
    document.lint(None).iter().any(|lint| lint.rule.id == "b3d-still-root")
}

/// A weapon with an armature of its own that a bone carries is part of the model; one that nothing carries is said to be none.
#[test]
fn a_weapon_with_bones_joins_the_skin_that_carries_it() {
    let (mut scene, hand) = tube();
    assert!(!gun(&mut scene, Some(hand)));
    let (mut scene, hand) = tube();
    let keyed = weapon(&mut scene);
    let target = scene.add_node(Some(hand), keyed);
    let (times, track) = (vec![1.0, 4.0], Track::Translation(vec![Vec3::ZERO, Vec3::Y]));
    scene.animations[0].channels.push(Channel { target, interpolation: Interpolation::Linear, times, track });
    assert_eq!(rewritten(&scene).1.meshes.len(), 1);
    let (mut scene, _) = tube();
    assert!(gun(&mut scene, None));
    let mut diagnostics = Diagnostics::new();
    drop(Document::from_scene_with(&scene.validate().unwrap(), &options("blitz3d"), &mut diagnostics).unwrap());
    let said = diagnostics.entries().iter().find(|entry| entry.code == Code::MultipleRoots).unwrap();
    assert!(said.detail.contains("parent the armatures of the others to a bone"), "{}", said.detail);
}

/// "Entity has not animation" is what Blitz3D says of a root that has none.
#[test]
fn new_roots_go_below_the_root_that_has_the_animation() {
    let (mut scene, _) = tube();
    // Keys that move nothing are no motion of the root: programs write them.
    let (root, rest) = (scene.roots[0], scene[scene.roots[0]].transform.trs().translation);
    let (times, track) = (vec![1.0, 4.0], Track::Translation(vec![rest; 2]));
    let still = Channel { target: root, interpolation: Interpolation::Linear, times, track };
    scene.animations[0].channels.push(still);
    let name = scene[scene.roots[0]].name.clone();
    let loose = weapon(&mut scene);
    let lamp = Node { mesh: None, name: "lamp".into(), ..loose.clone() };
    for (new, count) in [(lamp, 1), (loose, 2)] {
        scene.add_node(None, new);
        scene.roots.rotate_right(1);
        let (document, again) = rewritten(&scene);
        let is_anim = |chunk: &Chunk<'_>| chunk.depth == 1 && matches!(chunk.body, Body::Anim(_));
        assert_eq!(document.chunks.iter().filter(|chunk| is_anim(chunk)).count(), 1);
        let root = &again[again.roots[0]];
        assert_eq!((again.roots.len(), &root.name, root.mesh.is_some()), (1, &name, true));
        let names = root.children.iter().filter(|id| ["lamp", "weapon"].contains(&again[**id].name.as_str()));
        assert_eq!(names.count(), count);
    }
}

/// A clip more makes the timeline longer, which is no loss.
#[test]
fn an_anim_is_lost_where_the_timeline_is_shorter() {
    for (frames, lost) in [(1, 0), (1000, 1)] {
        let (mut scene, _) = tube();
        let rate = f64::from(scene.animations[0].ticks_per_second);
        let table = [("fps".to_owned(), Extra::Float(rate)), ("frames".to_owned(), Extra::Int(frames))];
        scene.nodes[scene.roots[0].index()].extras.insert("b3d.anim".into(), Extra::Map(table.into()));
        let mut diagnostics = Diagnostics::new();
        Document::from_scene_with(&scene.validate().unwrap(), &options("blitz3d"), &mut diagnostics).unwrap();
        assert_eq!(diagnostics.count(Code::LostExtras), lost, "{frames}");
    }
}

#[test]
fn unknown_targets_are_errors() {
    let error =
        Document::from_scene_with(&Scene::default().validate().unwrap(), &options("quake"), &mut Diagnostics::new())
            .unwrap_err();
    assert_eq!(
        error.to_string(),
        "b3d: target \"quake\" is not supported: the targets of Blitz3D are blitz3d, luanti, openb3d"
    );
}

#[test]
fn bones_that_get_other_names_are_named() {
    let (mut scene, hand) = tube();
    let name = scene[scene.skeletons[0].joints[0]].name.clone();
    scene[hand].name.clone_from(&name);
    let mut found = Diagnostics::new();
    Document::from_scene_with(&scene.validate().unwrap(), &options("blitz3d"), &mut found).unwrap();
    let said = found.entries().iter().find(|entry| entry.code == Code::NamesMadeUnique).unwrap();
    assert_eq!(said.detail, format!("bones: {name} is {name}_1"));
}

#[test]
fn equal_names_of_brushes_stay() {
    let files = fixtures("b3d", "b3d", 100);
    let file = files.iter().find(|file| file.name == "brush-names.b3d").unwrap();
    let scene = read(&file.bytes, false).unwrap();
    let names = |scene: &Scene| scene.materials.iter().map(|material| material.name.clone()).collect::<Vec<_>>();
    let expected = names(&scene);
    assert_eq!(expected[0], expected[1]);
    for target in FORMAT.info().targets.iter().filter(|target| target.writes) {
        let mut diagnostics = Diagnostics::new();
        let output = FORMAT.write(&scene.validate().unwrap(), &options(target.name), &mut diagnostics).unwrap();
        assert_eq!(names(&read(&output.bytes, true).unwrap()), expected, "{}", target.name);
        assert_eq!(diagnostics.count(Code::NamesMadeUnique), 0, "{}", target.name);
    }
}
