//! Every kind of change is found, and nothing else is.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use glam::{Vec2, Vec3, Vec4};
use retromesh::keyframes::Track;
use retromesh::material::{AlphaMode, Material, Texture, TextureRole};
use retromesh::mesh::{Faces, Mesh, MorphTarget, Part, Selection};
use retromesh::scene::{Lod, LodRole, MeshInstance, Node, Proxy, Transform};
use retromesh::space::{Axis, UvOrigin, Winding};
use retromesh::{Diagnostics, Extra, Feature, ImportOptions, MaterialId, MeshId, Scene, Space, check};
use retromesh_diff::{Difference, Side, Tolerance, diff};
use std::path::{Path, PathBuf};

pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

pub(crate) fn open(path: &Path) -> Option<Scene> {
    Some(retromesh::open(path, &ImportOptions::default(), &mut Diagnostics::new()).ok()?.scene.into_scene())
}

/// A scene with nearly everything; its first material is used by two triangles at least.
fn everything() -> Scene {
    let mut scene = open(&fixtures().join("b3d/everything.b3d")).unwrap();
    let (_, mesh, part) = drawn(&scene);
    let Faces::Triangles(triangles) = &mut scene.meshes[mesh].parts[part].faces else { panic!() };
    let back = triangles.iter().map(|[a, b, c]| [*c, *b, *a]).collect::<Vec<_>>();
    triangles.extend(back);
    scene
}

pub(crate) fn found(a: &Scene, b: &Scene) -> Vec<Difference> {
    diff(&a.validate().unwrap(), &b.validate().unwrap(), &Tolerance::default()).differences
}

fn move_node(scene: &mut Scene, node: usize, by: Vec3) {
    let mut trs = scene.nodes[node].transform.trs();
    trs.translation += by;
    scene.nodes[node].transform = Transform::Trs(trs);
}

/// The number of a node that places a mesh, of that mesh, and of the part of it with the most texture layers.
fn drawn(scene: &Scene) -> (usize, usize, usize) {
    let node = scene.nodes.iter().position(|node| node.mesh.is_some()).unwrap();
    let mesh = scene.nodes[node].mesh.as_ref().unwrap().mesh.index();
    let parts = scene.meshes[mesh].parts.iter().enumerate().filter(|(_, part)| part.material.is_some());
    let layers = |material: Option<MaterialId>| scene.materials[material.unwrap().index()].layers.len();
    let (part, _) = parts.max_by_key(|(_, part)| layers(part.material)).unwrap();
    (node, mesh, part)
}

fn mesh(scene: &mut Scene) -> &mut Mesh {
    let (_, mesh, _) = drawn(scene);
    &mut scene.meshes[mesh]
}

fn material(scene: &mut Scene) -> &mut Material {
    let (_, mesh, part) = drawn(scene);
    let id = scene.meshes[mesh].parts[part].material.unwrap();
    &mut scene.materials[id.index()]
}

fn texture(scene: &mut Scene) -> &mut Texture {
    let id = material(scene).layers[0].texture;
    &mut scene.textures[id.index()]
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table of changes")]
fn each_kind_of_change_is_found() {
    type Change = fn(&mut Scene);
    let rows: &[(&str, Feature, Side, Change)] = &[
        ("moved vertex", Feature::Positions, Side::Both, |s| {
            mesh(s).positions[0].x += 0.5;
        }),
        ("lost triangle", Feature::Positions, Side::First, |s| {
            let (_, _, part) = drawn(s);
            let Faces::Triangles(triangles) = &mut mesh(s).parts[part].faces else { panic!() };
            triangles.pop();
        }),
        ("added triangle", Feature::Positions, Side::Second, |s| {
            let (_, _, part) = drawn(s);
            let Faces::Triangles(triangles) = &mut mesh(s).parts[part].faces else { panic!() };
            triangles.push([0, 1, 0]);
        }),
        ("turned triangle", Feature::Winding, Side::Both, |s| {
            let (_, _, part) = drawn(s);
            let Faces::Triangles(triangles) = &mut mesh(s).parts[part].faces else { panic!() };
            triangles[0].reverse();
        }),
        ("turned normal", Feature::Normals, Side::Both, |s| {
            mesh(s).normals[1] = Vec3::new(0.6, 0.8, 0.0);
        }),
        ("lost normals", Feature::Normals, Side::First, |s| mesh(s).normals.clear()),
        ("moved texture", Feature::TextureCoordinates, Side::Both, |s| mesh(s).uv_sets[0][0] += Vec2::X),
        ("lost UV set", Feature::FurtherUvSets, Side::First, |s| {
            mesh(s).uv_sets.pop();
        }),
        ("other colour", Feature::VertexColors, Side::Both, |s| mesh(s).color_sets[0][0].x += 0.1),
        ("lost colours", Feature::VertexColors, Side::First, |s| mesh(s).color_sets.clear()),
        ("other alpha", Feature::VertexAlpha, Side::Both, |s| mesh(s).color_sets[0][0].w += 0.1),
        ("added selection", Feature::Selections, Side::Second, |s| {
            mesh(s).selections.push(Selection { name: "left".into(), ..Selection::default() });
        }),
        ("added shape", Feature::MorphTargets, Side::Second, |s| {
            mesh(s).morph_targets.push(MorphTarget::default());
        }),
        ("polygon", Feature::Polygons, Side::Second, |s| {
            let faces = Faces::Polygons { starts: vec![0, 4], indices: vec![0, 1, 2, 0] };
            mesh(s).parts.push(Part { faces, ..Part::default() });
        }),
        ("other joint", Feature::Skin, Side::Both, |s| {
            let joints = s.skeletons[0].joints.len() as u32;
            mesh(s).weights.influences.iter_mut().for_each(|i| i.joint = (i.joint + 1) % joints);
        }),
        ("other weight", Feature::SkinWeights, Side::Both, |s| {
            let weights = &mut mesh(s).weights;
            let two = weights.starts.windows(2).find(|pair| pair[1] - pair[0] == 2).unwrap()[0] as usize;
            (weights.influences[two].weight, weights.influences[two + 1].weight) = (0.45, 0.55);
        }),
        ("lost skin", Feature::Skin, Side::First, |s| {
            s.nodes.iter_mut().filter_map(|n| n.mesh.as_mut()).for_each(|m| m.skeleton = None);
        }),
        ("other material", Feature::MaterialNames, Side::Both, |s| {
            material(s).name = "another".into();
        }),
        ("some faces of another material", Feature::Materials, Side::Both, |s| {
            let (_, _, part) = drawn(s);
            let Faces::Triangles(triangles) = &mut mesh(s).parts[part].faces else { panic!() };
            let faces = Faces::Triangles(vec![triangles.remove(0)]);
            let mut material = material(s).clone();
            material.base_color = Vec4::new(0.1, 0.2, 0.3, 1.0);
            s.materials.push(material);
            let material = Some(MaterialId::new(s.materials.len() - 1));
            mesh(s).parts.push(Part { faces, material, ..Part::default() });
        }),
        ("other base colour", Feature::BaseColor, Side::Both, |s| material(s).base_color.x *= 0.5),
        ("other opacity", Feature::Opacity, Side::Both, |s| material(s).base_color.w *= 0.5),
        ("other blending", Feature::Blending, Side::Both, |s| material(s).alpha_mode = AlphaMode::Mask { cutoff: 0.3 }),
        ("glow", Feature::Emission, Side::Both, |s| material(s).emissive = Vec3::X),
        ("gloss", Feature::Gloss, Side::Both, |s| material(s).shininess += 0.5),
        ("two-sided", Feature::DoubleSided, Side::First, |s| material(s).shading.double_sided ^= true),
        ("unlit", Feature::Shading, Side::Both, |s| material(s).shading.unlit ^= true),
        ("other image", Feature::BaseTexture, Side::Both, |s| {
            let image = texture(s).image.unwrap();
            s.images[image.index()].path = "other.png".into();
        }),
        ("lost layers", Feature::FurtherLayers, Side::First, |s| {
            s.materials.iter_mut().for_each(|m| m.layers.truncate(1));
        }),
        ("other role", Feature::FurtherLayers, Side::Both, |s| {
            s.materials
                .iter_mut()
                .for_each(|m| m.layers.last_mut().into_iter().for_each(|l| l.role = TextureRole::Bump));
        }),
        ("moved image", Feature::UvTransforms, Side::Both, |s| texture(s).transform.translation.x += 0.25),
        ("smoothing", Feature::TextureOptions, Side::Both, |s| texture(s).nearest ^= true),
        ("renamed node", Feature::NodeNames, Side::Both, |s| s.nodes[0].name = "another".into()),
        ("added node", Feature::Nodes, Side::Second, |s| {
            s.add_node(None, Node { name: "new".into(), ..Node::default() });
        }),
        ("moved node", Feature::NodePlaces, Side::Both, |s| move_node(s, s.nodes.len() - 1, Vec3::X)),
        ("hidden node", Feature::Hidden, Side::Second, |s| s.nodes.last_mut().unwrap().hidden = true),
        ("level", Feature::Levels, Side::Second, |s| {
            s.nodes.last_mut().unwrap().lod = Some(Lod { role: LodRole::Memory, value: 1.0, level: 0 });
        }),
        ("proxy", Feature::Proxies, Side::Second, |s| {
            s.nodes.last_mut().unwrap().proxy = Some(Box::new(Proxy::default()));
        }),
        ("ambient light", Feature::AmbientLight, Side::Second, |s| s.ambient = Some(Vec4::ONE)),
        ("lost clip", Feature::Clips, Side::First, |s| {
            s.animations[0].clips.pop();
        }),
        ("renamed clip", Feature::Clips, Side::Both, |s| s.animations[0].clips[0].name = "another".into()),
        ("rate", Feature::Clips, Side::Both, |s| s.animations[0].ticks_per_second *= 2.0),
        ("looping", Feature::Looping, Side::First, |s| {
            s.animations[0].clips.iter_mut().for_each(|c| c.looping = false);
        }),
        ("changed key", Feature::Keys, Side::Both, |s| {
            s.animations[0].channels.iter_mut().for_each(|channel| match &mut channel.track {
                Track::Rotation(values) => values[0] = glam::Quat::from_rotation_x(0.5) * values[0],
                Track::Translation(values) | Track::Scale(values) => values[0].x += 0.1,
                Track::Weights { values, .. } => values[0] += 0.1,
            });
        }),
        ("changed motion", Feature::NodeMotion, Side::Both, |s| {
            s.animations[0].channels.iter_mut().for_each(|channel| {
                if let Track::Translation(values) = &mut channel.track {
                    values.iter_mut().for_each(|v| v.x += 0.1);
                }
            });
        }),
        ("later key", Feature::Keys, Side::Both, |s| {
            s.animations[0].channels.iter_mut().for_each(|channel| *channel.times.last_mut().unwrap() += 0.25);
        }),
        ("extra", Feature::Extras, Side::Second, |s| {
            s.extras.insert("a".into(), Extra::Int(1));
        }),
    ];
    let scene = everything();
    assert_eq!(found(&scene, &scene), []);
    let mut missed = Vec::new();
    for (name, feature, side, change) in rows {
        let mut changed = scene.clone();
        change(&mut changed);
        let differences = found(&scene, &changed);
        let hit = |d: &&Difference| d.feature == *feature && d.side == *side;
        if !differences.iter().any(|d| hit(&d)) {
            missed.push(format!("{name}: {differences:#?}"));
        }
        // From the other side what was added is removed.
        let back = found(&changed, &scene);
        let mirrored = match side {
            Side::First => Side::Second,
            Side::Second => Side::First,
            Side::Both => Side::Both,
        };
        // What was two materials and is one differs in its appearance.
        let feature = if *feature == Feature::Materials { Feature::BaseColor } else { *feature };
        if !back.iter().any(|d| d.feature == feature && d.side == mirrored) {
            missed.push(format!("{name}, back: {back:#?}"));
        }
        assert!(found(&changed, &changed).is_empty(), "{name}: differs from itself");
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn what_makes_no_difference_is_none() {
    type Change = fn(&mut Scene);
    let rows: &[(&str, Change)] = &[
        ("another space", |s| {
            s.convert_to(Space {
                up: Axis::PlusZ,
                forward: Axis::PlusY,
                uv_origin: UvOrigin::BottomLeft,
                winding: Winding::CounterClockwise,
                ..Space::GLTF
            });
        }),
        ("another unit", |s| s.convert_to(Space { metres_per_unit: 0.01, ..s.space })),
        ("other order of triangles", |s| {
            s.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts).for_each(|part| {
                let Faces::Triangles(triangles) = &mut part.faces else { panic!() };
                triangles.reverse();
                triangles.iter_mut().for_each(|t| t.rotate_left(1));
            });
        }),
        ("other order of parts", |s| s.meshes.iter_mut().for_each(|mesh| mesh.parts.reverse())),
        ("moved by less than the tolerance", |s| s.meshes[0].positions[0].x += 1e-6),
        ("unused vertices", |s| {
            let mesh = s.meshes.iter_mut().find(|mesh| mesh.weights.is_empty()).unwrap();
            mesh.positions.push(Vec3::ONE);
            mesh.normals.iter().last().copied().into_iter().for_each(|n| mesh.normals.push(n));
            mesh.uv_sets.iter_mut().for_each(|set| set.push(Vec2::ZERO));
            mesh.color_sets.iter_mut().for_each(|set| set.push(Vec4::ONE));
        }),
        ("an unused material", |s| s.materials.push(Material::default())),
        ("a quaternion's negative", |s| {
            s.animations[0].channels.iter_mut().for_each(|channel| {
                if let Track::Rotation(values) = &mut channel.track {
                    values.iter_mut().for_each(|q| *q = -*q);
                }
            });
        }),
    ];
    let mut scene = everything();
    // A mesh without a skin, for the changes that need one.
    let mut plain = open(&fixtures().join("b3d/triangle.b3d")).unwrap().meshes.remove(0);
    plain.parts.iter_mut().for_each(|part| part.material = None);
    plain.name = "plain".into();
    scene.meshes.push(plain);
    let mesh = MeshInstance::new(MeshId::new(scene.meshes.len() - 1));
    scene.add_node(None, Node { name: "plain".into(), mesh: Some(Box::new(mesh)), ..Node::default() });
    for (name, change) in rows {
        let mut changed = scene.clone();
        change(&mut changed);
        assert_ne!(scene, changed, "{name} changes nothing");
        let differences = found(&scene, &changed);
        assert!(differences.is_empty(), "{name}: {differences:#?}");
    }
}

#[test]
fn frame_numbers_and_rates_differ_where_both_count_frames() {
    type Change = fn(&mut Scene);
    // What is done to a clip of frames at 24 a second, of the same length in seconds, and whether that is found.
    let rows: [(&str, Change, bool); 4] = [
        ("same", |_| (), false),
        ("other numbers", |s| shift(s, 7.0), true),
        ("other rate", |s| finer(s, 2.5), true),
        ("seconds", |s| finer(s, 1.0 / 24.0), false),
    ];
    for (name, change, is_found) in rows {
        let mut scene = open(&fixtures().join("b3d/letter-f-animated.b3d")).unwrap();
        scene.animations[0].ticks_per_second = 24.0;
        let mut changed = scene.clone();
        change(&mut changed);
        let [a, b] = [&scene, &changed].map(|scene| scene.validate().unwrap());
        let tolerance = Tolerance::default();
        assert_eq!(diff(&a, &b, &tolerance).differences, [], "{name}, in seconds");
        let found = diff(&a, &b, &tolerance.with_frames()).differences;
        assert_eq!(
            found.iter().any(|d| d.feature == Feature::Clips && d.detail.contains("frames")),
            is_found,
            "{name}"
        );
    }
}

/// Gives all ticks of the first animation other numbers.
fn shift(scene: &mut Scene, by: f32) {
    each_tick(scene, |tick| tick + by);
}

/// Gives the first animation more ticks a second, and as many more ticks.
fn finer(scene: &mut Scene, by: f32) {
    each_tick(scene, |tick| tick * by);
    scene.animations[0].ticks_per_second *= by;
}

fn each_tick(scene: &mut Scene, change: impl Fn(f32) -> f32) {
    let animation = &mut scene.animations[0];
    let times = animation.channels.iter_mut().flat_map(|channel| &mut channel.times);
    let ranges = animation.clips.iter_mut().flat_map(|clip| [&mut clip.first, &mut clip.last]);
    let bounds = [&mut animation.first, &mut animation.last];
    times.chain(ranges).chain(bounds).for_each(|tick| *tick = change(*tick));
}

/// Formats without names of joints put a node of their own above them, too.
#[test]
fn joints_without_names_are_found_by_what_they_move() {
    let scene = open(&fixtures().join("b3d/skin-tube-animated.b3d")).unwrap();
    let mut other = scene.clone();
    let joints = other.skeletons[0].joints.clone();
    for joint in &joints {
        other.nodes[joint.index()].name.clear();
    }
    let first = joints[0];
    let parent = other.nodes[first.index()].parent;
    other.nodes[parent.unwrap().index()].children.retain(|&child| child != first);
    let added = other.add_node(parent, Node { children: vec![first], ..Node::default() });
    other.nodes[first.index()].parent = Some(added);
    let features: Vec<Feature> = found(&scene, &other).iter().map(|difference| difference.feature).collect();
    assert_eq!(features, [vec![Feature::Nodes], vec![Feature::NodeNames; joints.len()]].concat());
}

/// Formats without names of joints number them: one that is added before them shifts all names, and another order swaps them.
#[test]
fn joints_with_names_of_others_are_found_by_what_they_move() {
    let scene = open(&fixtures().join("b3d/skin-tube-animated.b3d")).unwrap();
    let joints = scene.skeletons[0].joints.clone();
    let named = |mut scene: Scene, number: fn(usize) -> usize| {
        for (i, joint) in joints.iter().enumerate() {
            scene.nodes[joint.index()].name = format!(".{}", number(i));
        }
        scene
    };
    let numbered = named(scene.clone(), |i| i);
    let mut shifted = named(scene.clone(), |i| i + 1);
    let (first, parent) = (joints[0], scene.nodes[joints[0].index()].parent);
    shifted.nodes[parent.unwrap().index()].children.retain(|&child| child != first);
    let base = shifted.add_node(parent, Node { name: ".0".into(), children: vec![first], ..Node::default() });
    shifted.nodes[first.index()].parent = Some(base);
    shifted.skeletons[0].joints.insert(0, base);
    shifted.skeletons[0].inverse_bind.insert(0, glam::Mat4::IDENTITY);
    shifted.meshes.iter_mut().flat_map(|mesh| &mut mesh.weights.influences).for_each(|i| i.joint += 1);
    let swapped = named(scene.clone(), |i| (i + 1) % 3);
    for (name, other, added) in [("shifted", shifted, 1), ("swapped", swapped, 0)] {
        assert_eq!(check(&other), [], "{name}");
        for (a, b) in [(&numbered, &other), (&other, &numbered)] {
            let features: Vec<Feature> = found(a, b).iter().map(|difference| difference.feature).collect();
            let names = vec![Feature::NodeNames; joints.len()];
            assert_eq!(features, [vec![Feature::Nodes; added], names].concat(), "{name}");
        }
    }
}

/// Tools split quads along either diagonal.
#[test]
fn quads_are_the_same_along_either_diagonal_unless_they_are_folded() {
    let scene = |corners: [[f32; 3]; 4], faces: Faces| {
        let mut scene = Scene::default();
        let positions = corners.map(Vec3::from).to_vec();
        scene.meshes.push(Mesh { positions, parts: vec![Part { faces, ..Part::default() }], ..Mesh::default() });
        let instance = MeshInstance::new(MeshId(0));
        scene.add_node(None, Node { mesh: Some(Box::new(instance)), ..Node::default() });
        scene
    };
    let quad = || Faces::Polygons { starts: vec![0, 4], indices: vec![0, 1, 2, 3] };
    let turned = || Faces::Polygons { starts: vec![0, 4], indices: vec![1, 2, 3, 0] };
    let (along, across) = (vec![[0, 1, 2], [0, 2, 3]], vec![[0, 1, 3], [1, 2, 3]]);
    let [flat, folded, dart] = [[1.0, 1.0, 0.0], [1.0, 1.0, 0.5], [0.2, 0.2, 0.0]]
        .map(|third| [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], third, [0.0, 1.0, 0.0]]);
    // The corners, the faces of the second, and how high the surfaces are apart.
    let rows = [
        ("flat, along", flat, Faces::Triangles(along.clone()), None),
        ("flat, across", flat, Faces::Triangles(across.clone()), None),
        ("flat, from another corner", flat, turned(), None),
        ("folded, along", folded, Faces::Triangles(along), None),
        ("folded, across", folded, Faces::Triangles(across.clone()), Some(2f64.sqrt() / 6.0)),
        ("with a notch, along", dart, Faces::Triangles(vec![[0, 1, 2], [0, 2, 3]]), None),
    ];
    for (name, corners, faces, apart) in rows {
        let (a, b) = (scene(corners, quad()), scene(corners, faces));
        for (a, b) in [(&a, &b), (&b, &a)] {
            let found: Vec<_> = found(a, b).into_iter().filter(|d| d.feature == Feature::Positions).collect();
            let largest = found.first().and_then(|difference| difference.largest);
            match apart {
                None => assert_eq!(found, [], "{name}"),
                Some(height) => assert!(largest.is_some_and(|l| (l - height).abs() < 1e-5), "{name}: {found:?}"),
            }
        }
    }
    let filled = found(&scene(dart, quad()), &scene(dart, Faces::Triangles(across)));
    assert!(filled.iter().any(|difference| difference.feature == Feature::Positions), "{filled:?}");
}

#[test]
fn nodes_of_one_name_are_paired_where_they_are() {
    let lamps = |places: &[f32]| {
        let mut scene = Scene::default();
        for &x in places {
            let transform = glam::Mat4::from_translation(Vec3::X * x).into();
            scene.add_node(None, Node { name: "light".into(), transform, ..Node::default() });
        }
        scene
    };
    let all = [1.0, 2.0, 3.0, 4.0];
    for (places, feature) in
        [([2.0, 3.0, 4.0].as_slice(), Feature::Nodes), (&[2.0, 1.0, 7.0, 4.0], Feature::NodePlaces)]
    {
        let features = |a: &[f32], b: &[f32]| -> Vec<Feature> {
            found(&lamps(a), &lamps(b)).iter().map(|difference| difference.feature).collect()
        };
        assert_eq!((features(&all, places), features(places, &all)), (vec![feature], vec![feature]), "{places:?}");
    }
}

#[test]
fn a_moved_vertex_is_all_that_differs_in_whatever_order_triangles_are() {
    let grid = |moved: Vec3, is_reversed: bool| {
        let mut scene = Scene::default();
        let at = |i: u32| Vec3::new((i % 4) as f32, (i / 4) as f32, 0.0);
        let mut positions: Vec<Vec3> = (0..16).map(at).collect();
        let uvs = positions.iter().map(|p| p.truncate() / 4.0).collect();
        positions[5] += moved;
        let mut faces: Vec<[u32; 3]> = (0..3)
            .flat_map(|y| (0..3).map(move |x| 4 * y + x))
            .flat_map(|v| [[v, v + 1, v + 5], [v, v + 5, v + 4]])
            .collect();
        if is_reversed {
            faces.reverse();
            faces.iter_mut().for_each(|face| face.rotate_left(1));
        }
        let parts = vec![Part { faces: Faces::Triangles(faces), ..Part::default() }];
        scene.meshes.push(Mesh { positions, uv_sets: vec![uvs], parts, ..Mesh::default() });
        let instance = MeshInstance::new(MeshId(0));
        scene.add_node(None, Node { mesh: Some(Box::new(instance)), ..Node::default() });
        scene
    };
    for moved in [Vec3::Z * 0.1, Vec3::new(0.3, 0.2, 0.0), Vec3::Z * 9.0] {
        let features: Vec<Feature> =
            found(&grid(Vec3::ZERO, false), &grid(moved, true)).iter().map(|difference| difference.feature).collect();
        assert_eq!(features, [Feature::Positions], "{moved}");
    }
}

#[test]
fn points_of_a_level_without_faces_are_compared() {
    type Row<'r> = (&'r [Vec3], Option<(Side, &'r str)>);
    let level = |points: &[Vec3]| {
        let mut scene = Scene::default();
        scene.meshes.push(Mesh { positions: points.to_vec(), ..Mesh::default() });
        let mesh = Some(Box::new(MeshInstance { mesh: MeshId::new(0), skeleton: None, materials: Vec::new() }));
        let lod = Some(Lod { level: 0, role: LodRole::LandContact, value: 2e15 });
        scene.add_node(None, Node { name: "LandContact".into(), mesh, lod, ..Node::default() });
        scene
    };
    let points = [Vec3::ZERO, Vec3::X, Vec3::Y];
    let rows: [Row<'_>; 4] = [
        (&[Vec3::X, Vec3::Y, Vec3::ZERO], None),
        (&[Vec3::ZERO, Vec3::X, Vec3::Z], Some((Side::Both, "the middle of 3 points without a face is at"))),
        (&[Vec3::ZERO, Vec3::X], Some((Side::Both, "3 points without a face became 2"))),
        (&[], Some((Side::First, "3 points without a face became 0"))),
    ];
    for (others, expected) in rows {
        let differences = found(&level(&points), &level(others));
        let is_it = |(side, says): (Side, &str)| differences[0].side == side && differences[0].detail.starts_with(says);
        assert_eq!(differences.len(), usize::from(expected.is_some()), "{differences:?}");
        assert!(expected.is_none_or(is_it), "{differences:?}");
    }
}
