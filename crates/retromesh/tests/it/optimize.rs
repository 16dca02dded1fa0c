//! What `--optimize` leaves out is not missed: every corner of every face shows and moves as before.

use glam::{Quat, Vec3};
use retromesh::extras::{LINES, POINTS, vertices};
use retromesh::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh::material::{AlphaMode, Material};
use retromesh::mesh::{AttributeData, Faces, Mesh, Part, Selection};
use retromesh::scene::{MeshInstance, Node};
use retromesh::{
    Code, Diagnostics, ExportOptions, ImportOptions, Limits, MaterialId, MeshId, NoFiles, Request, Scene, Source,
    format_by_extension,
};
use retromesh_diff::{Tolerance, diff};
use retromesh_testkit::fixtures;
use std::path::Path;

/// All bits that a vertex has, whatever its number is.
fn bits(mesh: &Mesh, vertex: u32) -> Vec<u32> {
    let v = vertex as usize;
    let of = |numbers: &[f32]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let mut all = of(&mesh.positions[v].to_array());
    all.extend(mesh.normals.get(v).into_iter().flat_map(|n| of(&n.to_array())));
    all.extend(mesh.tangents.get(v).into_iter().flat_map(|t| of(&t.to_array())));
    all.extend(mesh.color_sets.iter().flat_map(|set| of(&set[v].to_array())));
    all.extend(mesh.uv_sets.iter().flat_map(|set| of(&set[v].to_array())));
    all.extend(mesh.weights.of(v).iter().flat_map(|influence| [influence.joint, influence.weight.to_bits()]));
    for attribute in &mesh.attributes {
        match &attribute.data {
            AttributeData::Float { components, values } => {
                let width = usize::from(*components);
                all.extend(of(&values[v * width..][..width]));
            }
            AttributeData::UInt(values) => all.push(values[v]),
        }
    }
    for target in &mesh.morph_targets {
        let arrays = [&target.positions, &target.normals, &target.tangents];
        all.extend(arrays.into_iter().filter_map(|array| array.get(v)).flat_map(|x| of(&x.to_array())));
    }
    all.extend(mesh.vertex_frames.iter().flat_map(|frame| of(&frame.positions[v].to_array())));
    for selection in &mesh.selections {
        let at = selection.vertices.binary_search(&vertex).ok();
        all.push(at.map_or(0, |at| 1 + selection.weights.get(at).map_or(0, |weight| weight.to_bits())));
    }
    all
}

/// Everything that the nodes place: by node and part, the bits of each corner, and what the part says apart from them.
fn shown(scene: &Scene) -> Vec<(String, Vec<Vec<u32>>)> {
    let mut all = Vec::new();
    for node in &scene.nodes {
        let Some(instance) = node.mesh.as_deref() else { continue };
        let mesh = &scene[instance.mesh];
        for (at, part) in mesh.parts.iter().enumerate() {
            let material = instance.materials.get(at).copied().unwrap_or(part.material);
            let look = material.filter(|_| !part.faces.is_empty()).map(|material| {
                let material = &scene[material];
                let layers = material.layers.iter().map(|layer| {
                    let texture = &scene[layer.texture];
                    (layer.role, layer.uv_set, texture.transform, texture.image.map(|image| scene[image].uri.clone()))
                });
                (material.name.clone(), material.base_color, layers.collect::<Vec<_>>())
            });
            let loose = [LINES, POINTS].iter().filter_map(|key| vertices(&part.extras, key, mesh.vertex_count()));
            let loose: Vec<u32> = loose.flatten().collect();
            let sizes: Vec<usize> = part.faces.iter().map(<[u32]>::len).collect();
            let corners = part.faces.indices().iter().chain(&loose).map(|&vertex| bits(mesh, vertex)).collect();
            let what = format!("{} {} {sizes:?} {:?} {look:?}", node.name, part.name, part.face_flags);
            all.push((what, corners));
        }
    }
    all
}

#[test]
fn what_is_shown_stays_as_it_is() {
    let (mut before, mut after, mut meshes, mut scenes) = (0, 0, [0; 2], 0);
    let all = [("b3d", 150), ("bo3d", 40), ("bgl", 40), ("bmd", 30), ("p3d", 30), ("obj", 25), ("gltf", 20)];
    for (extension, least) in all {
        for file in fixtures(extension, if extension == "gltf" { "glb" } else { extension }, least) {
            let format = format_by_extension(extension).unwrap();
            let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
            let Ok(model) = format.read(&file.bytes, &NoFiles, &options, &mut diagnostics) else { continue };
            let Ok(scene) = model.to_scene_with(&options, &mut diagnostics) else { continue };
            let name = format!("{extension}/{}", file.name);
            let scene = scene.into_valid().unwrap();
            let mut reported = Diagnostics::new();
            let optimized = retromesh::optimize(scene.clone(), &mut reported).unwrap();
            assert_eq!(shown(&scene), shown(&optimized), "{name}");
            let optimized = optimized.into_scene().into_valid().expect(&name);
            let differences = diff(&scene, &optimized, &Tolerance::default());
            assert!(differences.is_same(), "{name}: {:?}", differences.differences);
            let (had, has) = (Counts::of(&scene), Counts::of(&optimized));
            assert_eq!(reported.entries().is_empty(), had == has, "{name}: {reported:?}");
            // A second time there is nothing left to do.
            let again = retromesh::optimize(optimized.clone(), &mut reported).unwrap();
            assert_eq!(*again, *optimized, "{name}");
            (before, after, scenes) = (before + had.vertices, after + has.vertices, scenes + 1);
            meshes = [meshes[0] + had.meshes, meshes[1] + has.meshes];
        }
    }
    assert!(scenes > 400 && after < before && meshes[1] < meshes[0], "{scenes} {before} {after} {meshes:?}");
}

/// How much a scene has of everything that can be left out.
#[derive(Debug, PartialEq, Eq)]
struct Counts {
    vertices: usize,
    meshes: usize,
    others: [usize; 5],
}

impl Counts {
    fn of(scene: &Scene) -> Self {
        Self {
            vertices: scene.meshes.iter().map(Mesh::vertex_count).sum(),
            meshes: scene.meshes.len(),
            others: [
                scene.materials.len(),
                scene.textures.len(),
                scene.images.len(),
                scene.cameras.len(),
                scene.lights.len(),
            ],
        }
    }
}

/// Engines compute a normal for each vertex.
#[test]
fn without_normals_the_vertices_of_an_edge_stay_apart() {
    for (z, expected) in [(0.0, 4), (1.0, 6)] {
        let faces = Faces::Triangles(vec![[0, 1, 2], [3, 4, 5]]);
        let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Y, Vec3::X, Vec3::new(1.0, 1.0, z)];
        let mesh = Mesh { positions, parts: vec![Part { faces, ..Part::default() }], ..Mesh::default() };
        let mut scene = Scene { meshes: vec![mesh], ..Scene::default() };
        scene.add_node(None, Node { mesh: Some(Box::new(MeshInstance::new(MeshId(0)))), ..Node::default() });
        let scene = retromesh::optimize(scene.into_valid().unwrap(), &mut Diagnostics::new()).unwrap();
        assert_eq!(scene.meshes[0].vertex_count(), expected);
    }
}

#[test]
fn a_conversion_is_optimised_when_asked() {
    let glb = format_by_extension("glb").unwrap();
    let file = fixtures("b3d", "b3d", 150).into_iter().find(|file| file.name == "letter-f.b3d").unwrap();
    let source = Source::from_bytes(file.bytes, Path::new("model.b3d"), &Limits::default()).unwrap();
    let sizes = [false, true].map(|optimize| {
        let (mut export, mut diagnostics) = (ExportOptions::default(), Diagnostics::new());
        export.optimize = optimize;
        let import = ImportOptions::default();
        let converted =
            retromesh::convert_source(&source, glb, &Request::new(&import, &export), &mut diagnostics).unwrap();
        let reported = diagnostics.entries().iter().filter(|entry| entry.code == Code::Optimized).count();
        assert_eq!(reported > 0, optimize);
        converted.output.bytes.len()
    });
    assert!(sizes[1] < sizes[0], "{sizes:?}");
}

/// Times of its own can take more than the keys that a channel leaves out.
#[test]
fn no_glb_grows_by_being_optimised() {
    let glb = format_by_extension("glb").unwrap();
    let mut smaller = 0;
    for (extension, least) in [("b3d", 150), ("bo3d", 40), ("bmd", 30), ("x", 20)] {
        for file in fixtures(extension, extension, least) {
            let source = Source::from_bytes(file.bytes, Path::new(&file.name), &Limits::default()).unwrap();
            let sizes = [false, true].map(|optimize| {
                let (mut export, mut diagnostics) = (ExportOptions::default(), Diagnostics::new());
                export.optimize = optimize;
                let import = ImportOptions::default();
                let request = Request::new(&import, &export);
                let converted = retromesh::convert_source(&source, glb, &request, &mut diagnostics).ok()?;
                Some(converted.output.bytes.len())
            });
            let [Some(plain), Some(optimized)] = sizes else { continue };
            assert!(optimized <= plain, "{}: {plain} to {optimized}", file.name);
            smaller += usize::from(optimized < plain);
        }
    }
    assert!(smaller > 20, "{smaller}");
}

/// Every face that is placed: its node, its material, its corner, and whether the selection has it.
fn faces(scene: &Scene) -> Vec<(usize, Option<MaterialId>, u32, bool)> {
    let mut all = Vec::new();
    for (n, node) in scene.nodes.iter().enumerate() {
        let Some(instance) = node.mesh.as_deref() else { continue };
        let mesh = &scene[instance.mesh];
        let mut number = 0;
        for (at, part) in mesh.parts.iter().enumerate() {
            let material = instance.materials.get(at).copied().unwrap_or(part.material);
            for face in part.faces.iter() {
                all.push((n, material, face[0], mesh.selections[0].faces.contains(&number)));
                number += 1;
            }
        }
    }
    all.sort();
    all
}

#[test]
fn parts_of_one_material_become_one_and_every_face_stays() {
    let blended = Material { alpha_mode: AlphaMode::Blend, ..Material::default() };
    let own = |n: u32| Some(MaterialId(n));
    // The materials of parts, those of a second node, the target, and how many parts are left. The last material is blended.
    let rows: [(&[u32], &[u32], &str, usize); 7] = [
        (&[0, 0, 0], &[], "generic", 1),
        (&[0, 1, 0, 1, 1], &[], "generic", 2),
        (&[0, 2, 0, 2, 2], &[], "generic", 3),
        (&[0, 0, 0], &[0, 1, 0], "generic", 2),
        (&[0, 0, 0], &[2, 0, 2], "generic", 3),
        (&[0, 0, 0], &[], "luanti", 3),
        (&[0, 0, 0], &[], "luanti-frames", 3),
    ];
    for (parts, others, target, expected) in rows {
        let part = |(n, material): (u32, &u32)| Part {
            material: own(*material),
            faces: Faces::Triangles(vec![[n, n + 1, n + 2], [n + 1, n + 2, n]]),
            ..Part::default()
        };
        let mesh = Mesh {
            positions: (0..9).map(|n| Vec3::new(n as f32, (n * n) as f32, 1.0)).collect(),
            parts: (0..).zip(parts).map(part).collect(),
            selections: vec![Selection {
                name: "last".into(),
                faces: vec![0, 2 * parts.len() as u32 - 1],
                ..Selection::default()
            }],
            ..Mesh::default()
        };
        let materials =
            vec![Material::default(), Material { name: "other".into(), ..Material::default() }, blended.clone()];
        let mut scene = Scene { meshes: vec![mesh], materials, ..Scene::default() };
        for materials in [&[], others] {
            let materials = materials.iter().map(|n| own(*n)).collect();
            let instance = MeshInstance { materials, ..MeshInstance::new(MeshId(0)) };
            scene.add_node(None, Node { mesh: Some(Box::new(instance)), ..Node::default() });
        }
        let mut options = ExportOptions::default();
        options.target = Some(target.to_owned());
        let (scene, info) = (scene.into_valid().unwrap(), format_by_extension("glb").unwrap().info());
        let merged = info.optimized(scene.clone(), &options, &mut Diagnostics::new()).unwrap();
        let merged = merged.into_scene().into_valid().unwrap();
        assert_eq!(merged.meshes[0].parts.len(), expected, "{parts:?} {others:?} {target}");
        // Materials that no face has are left out, and the others move up.
        let name = |scene: &Scene| {
            faces(scene).into_iter().map(|(n, m, v, s)| (n, scene[m.unwrap()].clone().name, v, s)).collect::<Vec<_>>()
        };
        assert_eq!(name(&scene), name(&merged), "{parts:?} {others:?}");
    }
}

#[test]
fn keys_that_change_nothing_are_left_out_and_the_motion_stays() {
    use Interpolation::{CubicSpline, Linear, LinearNormalized, Step};
    // The values of keys at 0, 1, 2 ..., and the times that are left.
    let rows: [(Interpolation, &[f32], &[f32]); 10] = [
        (Linear, &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0], &[0.0, 2.0, 3.0, 6.0]),
        (Linear, &[1.0, 2.0, 3.0], &[0.0, 2.0]),
        (Linear, &[0.1, 0.2, 0.3, 0.4, 0.3, 0.2, 0.1], &[0.0, 3.0, 6.0]),
        (Linear, &[1.0, 2.0, 3.00001], &[0.0, 1.0, 2.0]),
        (Linear, &[0.0, -0.0, 0.0], &[0.0, 2.0]),
        (LinearNormalized, &[0.1, 0.2, 0.3], &[0.0, 2.0]),
        (Step, &[1.0, 2.0, 3.0], &[0.0, 1.0, 2.0]),
        (Step, &[1.0, 1.0, 2.0, 2.0, 1.0], &[0.0, 2.0, 4.0]),
        (Step, &[1.0, 1.0], &[0.0, 1.0]),
        (CubicSpline, &[1.0, 1.0, 1.0], &[0.0, 1.0, 2.0]),
    ];
    for (interpolation, values, expected) in rows {
        let per_key = if interpolation == CubicSpline { 3 } else { 1 };
        let values = values.iter().flat_map(|x| vec![Vec3::new(*x, 0.0, 1.0); per_key]).collect::<Vec<_>>();
        let times: Vec<f32> = (0..values.len() / per_key).map(|n| n as f32).collect();
        let mut scene = Scene::default();
        let target = scene.add_node(None, Node::default());
        let last = times[times.len() - 1];
        let channels = vec![Channel { target, interpolation, times, track: Track::Translation(values) }];
        scene.animations.push(Animation { last, ticks_per_second: 1.0, channels, ..Animation::default() });
        let (scene, info) = (scene.into_valid().unwrap(), format_by_extension("glb").unwrap().info());
        let mut diagnostics = Diagnostics::new();
        let few = info.optimized(scene.clone(), &ExportOptions::default(), &mut diagnostics).unwrap();
        let few = few.into_scene().into_valid().unwrap();
        assert_eq!(few.animations[0].channels[0].times, expected, "{interpolation:?}");
        assert_eq!(diagnostics.count(Code::Optimized) > 0, *few != *scene);
        for step in 0..=60 {
            let tick = last * step as f32 / 60.0;
            let at = |scene: &retromesh::Valid<'_>| scene.pose(&scene.animations[0], tick).world[target];
            assert!(at(&scene).abs_diff_eq(at(&few), 4e-6), "{interpolation:?} at {tick}");
        }
    }
}

/// A model that was sampled at every frame: most of its keys are on the line between their neighbours, but for rounding. Where quaternions of
/// other signs are the longer way, all are needed.
#[test]
fn rotations_at_a_steady_pace_need_few_keys() {
    for (interpolation, expected) in [(Interpolation::Linear, 5), (Interpolation::LinearNormalized, 201)] {
        let turned = |n: i32| Quat::from_rotation_y(0.02 * (n.min(100) as f32));
        let mut scene = Scene::default();
        let target = scene.add_node(None, Node::default());
        let (times, values) = (0..=200).map(|n| (n as f32, turned(n) * if n % 2 == 0 { 1.0 } else { -1.0 })).unzip();
        let channels = vec![Channel { target, interpolation, times, track: Track::Rotation(values) }];
        scene.animations.push(Animation { last: 200.0, ticks_per_second: 30.0, channels, ..Animation::default() });
        let (scene, info) = (scene.into_valid().unwrap(), format_by_extension("glb").unwrap().info());
        let options = ExportOptions::default();
        let few = info.optimized(scene.clone(), &options, &mut Diagnostics::new()).unwrap();
        let few = few.into_scene().into_valid().unwrap();
        assert_eq!(few.animations[0].key_count(), expected, "{interpolation:?}");
        for step in 0..=1000 {
            let tick = step as f32 / 5.0;
            let at = |scene: &retromesh::Valid<'_>| scene.pose(&scene.animations[0], tick).world[target];
            assert!(at(&scene).abs_diff_eq(at(&few), 1e-5), "{interpolation:?} at {tick}");
        }
    }
}
