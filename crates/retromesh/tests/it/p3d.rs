//! P3D through glTF and back: which way faces look, levels of detail, proxies, frames.
#![cfg(all(feature = "p3d", feature = "gltf"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use glam::Vec3;
use retromesh::keyframes::PoseAt;
use retromesh::mesh::Mesh;
use retromesh::scene::LodRole;
use retromesh::{
    Diagnostics, ExportOptions, Format, ImportOptions, NoFiles, NodeId, Request, Scene, Source, Space, Triangulator,
    check, convert_source, format_by_extension,
};
use retromesh_p3d::Document;
use retromesh_p3d::convert::{MlodOptions, OdolOptions};
use retromesh_p3d::mlod;
use retromesh_p3d::odol7::Lod;
use retromesh_testkit::{File, GlbFile, fixtures};
use std::collections::HashMap;
use std::path::Path;

pub(crate) fn files() -> Vec<File> {
    let mut files = crate::files("p3d", "p3d", 40);
    files.retain(|file| !file.name.starts_with("bad/"));
    files
}

pub(crate) fn read(format: &dyn Format, bytes: &[u8]) -> Option<Scene> {
    let options = ImportOptions::default();
    let model = format.read(bytes, &NoFiles, &options, &mut Diagnostics::new()).ok()?;
    let scene = model.to_scene_with(&options, &mut Diagnostics::new()).unwrap();
    assert_eq!(check(&scene), []);
    Some(scene)
}

pub(crate) fn write(format: &dyn Format, scene: &Scene, target: Option<&str>) -> Vec<u8> {
    let mut options = ExportOptions::default();
    options.file_name = format!("model.{}", format.info().extensions[0]);
    options.target = target.map(str::to_owned);
    format.write(&scene.validate().unwrap(), &options, &mut Diagnostics::new()).unwrap().bytes
}

pub(crate) fn p3d() -> &'static dyn Format {
    format_by_extension("p3d").unwrap()
}

pub(crate) fn glb() -> &'static dyn Format {
    format_by_extension("glb").unwrap()
}

/// The role and value of a level, its triangles and selections, and of each frame the time and the largest move, in thousandths.
type Level = (LodRole, u32, usize, Vec<String>, Vec<[i32; 2]>);

/// What must survive: the levels and the proxies.
#[derive(Debug, PartialEq)]
struct Facts {
    levels: Vec<Level>,
    proxies: Vec<(String, i32, [i32; 12])>,
}

fn facts(scene: &Scene) -> Facts {
    let mut scene = scene.clone();
    scene.convert_to(Space::GLTF);
    let pose = scene.rest_pose();
    let mut levels = Vec::new();
    let mut proxies = Vec::new();
    for (index, node) in scene.nodes.iter().enumerate() {
        if let Some(proxy) = node.proxy.as_deref() {
            let matrix = pose.world[NodeId::new(index)];
            let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis, matrix.w_axis];
            let rounded = columns.map(|c| c.truncate().to_array().map(|x| (x * 100.0).round() as i32));
            proxies.push((proxy.path.to_ascii_lowercase(), proxy.id, *rounded.as_flattened().first_chunk().unwrap()));
        }
        let (Some(lod), Some(instance)) = (node.lod, node.mesh.as_deref()) else { continue };
        let mesh = &scene.meshes[instance.mesh.index()];
        // A level without points has nothing that glTF could hold.
        if mesh.positions.is_empty() {
            continue;
        }
        // The engine ignores selections with such names, so ODOL does not have them.
        let is_kept = |name: &String| !name.starts_with(['-', '.']);
        let selections =
            mesh.selections.iter().map(|selection| selection.name.to_ascii_lowercase()).filter(is_kept).collect();
        let thousandths = |x: f32| (x * 1000.0).round() as i32;
        let largest = |moves: &mut dyn Iterator<Item = Vec3>| thousandths(moves.map(Vec3::length).fold(0.0, f32::max));
        let moved = |positions: &[Vec3]| largest(&mut positions.iter().zip(&mesh.positions).map(|(a, b)| *a - *b));
        let mut frames: Vec<[i32; 2]> =
            mesh.vertex_frames.iter().map(|frame| [thousandths(frame.time), moved(&frame.positions)]).collect();
        frames.extend(mesh.morph_targets.iter().map(|target| {
            let word = target.name.rsplit([' ', '_', '=']).next().and_then(|word| word.parse::<f32>().ok());
            [thousandths(word.unwrap_or(0.0)), largest(&mut target.positions.iter().copied())]
        }));
        frames.sort_unstable();
        levels.push((lod.role, lod.value.to_bits(), mesh.triangle_count(), selections, frames));
    }
    levels.sort_by_key(|level| level.1);
    proxies.sort();
    Facts { levels, proxies }
}

#[test]
fn levels_proxies_and_frames_survive_gltf() {
    let (mut levels, mut functional, mut proxies, mut frames) = (0, 0, 0, 0);
    for file in files() {
        let Some(scene) = read(p3d(), &file.bytes) else { continue };
        let before = facts(&scene);
        let first = write(glb(), &scene, None);
        let from_glb = read(glb(), &first).unwrap();
        assert_eq!(before, facts(&from_glb), "{} in glb", file.name);
        // Blender turns the first shape on, as the clip does at its first key.
        let mut from_blender = from_glb.clone();
        let targets = from_blender.meshes.iter_mut().filter_map(|mesh| mesh.morph_targets.first_mut());
        targets.for_each(|target| target.weight = 1.0);
        for (target, scene) in
            [("mlod", &from_glb), ("p3dm", &from_glb), ("odol7", &from_glb), ("odol7", &from_blender)]
        {
            let written = write(p3d(), scene, Some(target));
            let again = read(p3d(), &written).unwrap();
            let second = write(glb(), &again, None);
            let place = format!("{} in glb of {target} of glb", file.name);
            if !before.levels.is_empty() {
                assert_eq!(before, facts(&read(glb(), &second).unwrap()), "{place}");
            }
        }
        levels += before.levels.len();
        functional += before.levels.iter().filter(|level| !level.0.is_visual()).count();
        frames += before.levels.iter().map(|level| level.4.len()).sum::<usize>();
        proxies += before.proxies.len();
    }
    let seen = (levels, functional, proxies, frames);
    assert!(levels > 80 && functional > 20 && proxies >= crate::PROXIES && frames >= 5, "{seen:?}");
}

#[test]
fn frames_become_an_animation_of_morph_targets() {
    let mut seen = 0;
    for file in files() {
        let Some(scene) = read(p3d(), &file.bytes) else { continue };
        let frames = scene.meshes.iter().map(|mesh| mesh.vertex_frames.len()).max().unwrap_or(0);
        if frames < 2 {
            continue;
        }
        let bytes = write(glb(), &scene, None);
        let gltf = gltf::Gltf::from_slice(&bytes).unwrap();
        let targets = gltf.meshes().flat_map(|mesh| mesh.primitives()).map(|part| part.morph_targets().count());
        let animated = gltf
            .animations()
            .flat_map(|animation| animation.channels().collect::<Vec<_>>())
            .any(|channel| channel.target().property() == gltf::animation::Property::MorphTargetWeights);
        assert!(animated && targets.max().unwrap_or(0) + 1 >= frames, "{}", file.name);
        seen += 1;
    }
    assert!(seen >= 2, "{seen} files with frames");
}

/// Whether each edge belongs to two faces that run through it in opposite ways, wherever vertices are split.
fn is_closed(positions: &[Vec3], triangles: &[[u32; 3]]) -> bool {
    let key = |v: u32| positions[v as usize].to_array().map(|x| (x + 0.0).to_bits());
    let mut edges: HashMap<_, i32> = HashMap::new();
    for [a, b, c] in triangles.iter().map(|t| t.map(key)) {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            *edges.entry((from, to)).or_default() += 1;
            *edges.entry((to, from)).or_default() -= 1;
        }
    }
    !triangles.is_empty() && edges.values().all(|sum| *sum == 0)
}

/// The mean cosine between normals and faces, outward both, of each level, from the numbers of the file alone.
fn agreement_of_source(bytes: &[u8]) -> Vec<Option<f32>> {
    let document = Document::parse_with(bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    match document {
        // Clockwise from outside in a left-handed space: the product of the sides points outward, the normals inward.
        Document::Odol(odol) => {
            let corner = |lod: &Lod, v: u16| {
                Some((lod.positions.get(v.into())?, lod.normals.get(v.into()).map(|normal| -normal)))
            };
            let faces = |lod: &Lod| {
                lod.faces.iter().map(|face| face.corners.iter().map(|v| corner(lod, v)).collect()).collect()
            };
            odol.lods.iter().map(|lod| agreement(faces(lod))).collect()
        }
        // With the winding reversed, so that both face inward.
        Document::Mlod(mlod) => {
            let corner = |lod: &mlod::Lod, c: &mlod::Corner| {
                Some((lod.points.get(c.point as usize)?.position, lod.normals.get(c.normal as usize)))
            };
            let face = |lod: &mlod::Lod, face: &mlod::Face<'_>| -> Vec<Shaded> {
                let mut corners: Vec<Shaded> = face.corners().iter().map(|c| corner(lod, c)).collect();
                // The engine splits a quad from the second corner to the fourth.
                if corners.len() == 4 {
                    corners.rotate_left(1);
                }
                corners
            };
            let faces = |lod: &mlod::Lod| lod.faces.iter().map(|f| face(lod, &f)).collect();
            mlod.lods.iter().map(|lod| agreement(faces(lod))).collect()
        }
    }
}

/// Position and normal of a corner; `None` for one that refers to nothing.
type Shaded = Option<(Vec3, Option<Vec3>)>;

/// Returns the mean cosine between the products of the sides of triangles and the normals at their corners.
fn agreement(faces: Vec<Vec<Shaded>>) -> Option<f32> {
    let (mut sum, mut count) = (0.0, 0.0);
    for corners in faces {
        let Some(corners) = corners.into_iter().collect::<Option<Vec<_>>>() else { continue };
        let positions: Vec<Vec3> = corners.iter().map(|corner| corner.0).collect();
        let mut triangles = Vec::new();
        let face: Vec<u32> = (0..corners.len() as u32).collect();
        Triangulator::default().add(&positions, &face, &mut triangles);
        for [a, b, c] in triangles.into_iter().map(|triangle| triangle.map(|corner| corners[corner as usize])) {
            let Some(face) = (b.0 - a.0).cross(c.0 - a.0).try_normalize() else { continue };
            for normal in [a, b, c].iter().filter_map(|corner| corner.1?.try_normalize()) {
                sum += f64::from(face.dot(normal));
                count += 1.0;
            }
        }
    }
    (count > 0.0).then(|| (sum / count) as f32)
}

/// The least mean cosine between normals and faces of a closed model.
const AGREEMENT: f32 = 0.9;
/// How far below the smoothest shading of its faces a model may stay that cannot reach [`AGREEMENT`] with it.
const SMOOTH: f32 = 0.05;

#[test]
fn models_look_outward_as_much_as_their_files_say() {
    let (mut levels, mut closed, mut smooth, mut flat) = (0, 0, 0, 0);
    // What is no number in a file is replaced, which no source can tell.
    for file in files().iter().filter(|file| file.name != "odol-not-a-number.p3d") {
        let Some(scene) = read(p3d(), &file.bytes) else { continue };
        let source = agreement_of_source(&file.bytes);
        let mut from_glb = read(glb(), &write(glb(), &scene, None)).unwrap();
        from_glb.convert_to(Space::GLTF);
        for node in &from_glb.nodes {
            let (Some(lod), Some(instance)) = (node.lod, node.mesh.as_deref()) else { continue };
            let mesh = &from_glb.meshes[instance.mesh.index()];
            let place = format!("{} {}", file.name, mesh.name);
            let cosine = mesh.normal_agreement(&Space::GLTF);
            let same = match (cosine, source[lod.level as usize]) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-4,
                (a, b) => a == b,
            };
            assert!(same, "{place}: {cosine:?} in glb, {:?} in the file", source[lod.level as usize]);
            levels += 1;
            let triangles: Vec<[u32; 3]> =
                mesh.parts.iter().flat_map(|part| part.faces.triangles(&mesh.positions).into_owned()).collect();
            if lod.role != LodRole::Visual || !is_closed(&mesh.positions, &triangles) {
                continue;
            }
            let position = |v: u32| mesh.positions[v as usize];
            let volume: f64 =
                triangles.iter().map(|&[a, b, c]| f64::from(position(a).dot(position(b).cross(position(c))))).sum();
            // Counter-clockwise faces of a right-handed space that look outward hold a positive volume; flat models hold none.
            assert!(volume > -1e-9, "{place}: volume {volume}");
            let Some(cosine) = cosine.filter(|_| volume > 1e-9) else { continue };
            closed += 1;
            let mut shaded = mesh.clone();
            // Without its hard edges.
            shaded.normals.clear();
            shaded.recompute_normals(&Space::GLTF);
            let smoothest = shaded.normal_agreement(&Space::GLTF).unwrap();
            let near = |normal: &Vec3| normal.abs_diff_eq(mesh.normals[0], 1e-6);
            if cosine > AGREEMENT {
                continue;
            }
            if mesh.normals.iter().all(near) {
                // The file has one normal for all; over a closed surface that agrees with nothing.
                assert!(cosine.abs() < 1e-3, "{place}: {cosine}");
                flat += 1;
            } else {
                // The file shades across edges at which faces turn so much that no smooth shading agrees with them.
                assert!(smoothest < AGREEMENT && cosine > smoothest - SMOOTH, "{place}: {cosine}, smooth {smoothest}");
                smooth += 1;
            }
        }
    }
    let seen = (levels, closed, smooth, flat);
    assert!(levels >= 60 && closed >= 10 && 4 * (smooth + flat) <= closed, "{seen:?}");
}

/// The corners of triangles in thousandths, in any order.
type Triangles = Vec<[[i32; 3]; 3]>;

fn sorted(triangles: impl Iterator<Item = [Vec3; 3]>) -> Triangles {
    let corner = |corner: Vec3| corner.to_array().map(|x| (x * 1000.0).round() as i32);
    let mut all: Triangles = triangles.map(|triangle| triangle.map(corner)).collect();
    all.iter_mut().for_each(|triangle| triangle.sort_unstable());
    all.retain(|[a, b, c]| a != b && b != c);
    all.sort_unstable();
    all
}

/// Returns the triangles that the engine draws, the fan of each face of ODOL, and how many faces are quads that it
/// covers. Other faces are cut along their outlines, as scenes do it.
fn drawn(document: &Document) -> Option<(Triangles, usize)> {
    let odol = match document {
        Document::Odol(odol) => odol.clone(),
        Document::Mlod(mlod) => mlod.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).ok()?,
    };
    let (mut triangles, mut quads) = (Vec::new(), 0);
    for lod in &odol.lods {
        for face in lod.faces.iter() {
            let position = |v: u16| Some(lod.positions.get(v.into())? + odol.info.facts.bounding_center);
            let Some(corners) = face.corners.iter().map(position).collect::<Option<Vec<Vec3>>>() else { continue };
            let (face, mut cut): (Vec<u32>, _) = ((0..corners.len() as u32).collect(), Vec::new());
            if Triangulator::default().fans(&corners, &face) {
                cut.extend((2..corners.len() as u32).map(|c| [0, c - 1, c]));
                quads += usize::from(corners.len() == 4);
            } else {
                Triangulator::default().add(&corners, &face, &mut cut);
            }
            triangles.extend(cut.into_iter().map(|triangle| triangle.map(|c| corners[c as usize])));
        }
    }
    Some((sorted(triangles.into_iter()), quads))
}

fn of_scene(scene: &Scene) -> Triangles {
    let triangles = |mesh: &Mesh| -> Vec<[Vec3; 3]> {
        let all = mesh.parts.iter().flat_map(|part| part.faces.triangles(&mesh.positions).into_owned());
        all.map(|triangle| triangle.map(|v| mesh.positions[v as usize])).collect()
    };
    sorted(scene.meshes.iter().flat_map(triangles))
}

/// Fails with the first triangles that only one of two lists has.
fn assert_same(expected: &Triangles, found: &Triangles, what: &str) {
    let only =
        |a: &Triangles, b: &Triangles| a.iter().filter(|t| b.binary_search(t).is_err()).take(4).copied().collect();
    let (lost, new): (Triangles, Triangles) = (only(expected, found), only(found, expected));
    assert!(lost.is_empty() && new.is_empty() && expected.len() == found.len(), "{what}: {lost:?} became {new:?}");
}

#[test]
fn quads_are_split_as_the_engine_splits_them() {
    let mut seen = 0;
    for file in files().iter().filter(|file| file.name != "odol-not-a-number.p3d") {
        let parse = |bytes: &[u8]| {
            Document::parse_with(bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap().into_owned()
        };
        let Some(scene) = read(p3d(), &file.bytes) else { continue };
        let document = parse(&file.bytes);
        let Some((triangles, quads)) = drawn(&document) else { continue };
        assert_same(&triangles, &of_scene(&scene), &format!("{} as a scene", file.name));
        if let Document::Odol(odol) = &document {
            let mlod = odol.to_mlod(&MlodOptions::default(), &mut Diagnostics::new()).unwrap();
            let mlod = Document::from(mlod);
            assert_same(&triangles, &drawn(&mlod).unwrap().0, &format!("{} as MLOD", file.name));
            let scene = mlod.to_scene().unwrap();
            assert_same(&triangles, &of_scene(&scene), &format!("{} as MLOD and a scene", file.name));
        }
        let from_glb = read(glb(), &write(glb(), &scene, None)).unwrap();
        for target in ["odol7", "mlod"] {
            let again = parse(&write(p3d(), &from_glb, Some(target)));
            let (found, left) = drawn(&again).unwrap();
            assert_same(&triangles, &found, &format!("{} to glb to {target}", file.name));
            assert_eq!(quads, left, "{} to glb to {target}", file.name);
        }
        seen += quads;
    }
    assert!(seen >= 60, "{seen} quads");
}

#[test]
fn a_pose_is_baked() {
    let b3d = format_by_extension("b3d").unwrap();
    let file = fixtures("b3d", "b3d", 100).into_iter().find(|file| file.name == "skin-tube-animated.b3d").unwrap();
    let scene = read(b3d, &file.bytes).unwrap();
    let sorted = |mut positions: Vec<Vec3>| {
        positions.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z)));
        positions.dedup_by(|a, b| a.abs_diff_eq(*b, 1e-5));
        positions
    };
    let mut shapes = Vec::new();
    for tick in [1.0, 5.0] {
        let mut options = ExportOptions::default();
        options.pose = Some(PoseAt { clip: String::new(), tick });
        let bytes = p3d().write(&scene.validate().unwrap(), &options, &mut Diagnostics::new()).unwrap().bytes;
        let mut back = read(p3d(), &bytes).unwrap();
        back.convert_to(scene.space);
        let found = sorted(back.meshes[0].positions.clone());
        let pose = scene.validate().unwrap().still_pose(options.pose.as_ref()).unwrap();
        let node = scene.nodes.iter().position(|node| node.mesh.is_some()).unwrap();
        let expected = sorted(pose.positions(&scene.validate().unwrap(), NodeId::new(node)));
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(&expected).all(|(a, b)| a.abs_diff_eq(*b, 1e-5)), "{found:?}, not {expected:?}");
        shapes.push(found);
    }
    assert_ne!(shapes[0], shapes[1]);
    let mut options = ExportOptions::default();
    options.pose = Some(PoseAt { clip: "none of this name".into(), tick: 0.0 });
    assert!(p3d().write(&scene.validate().unwrap(), &options, &mut Diagnostics::new()).is_err());
}

/// Blender keeps no texture coordinates of points, which show no texture; those of faces are missed.
#[test]
fn points_without_texture_coordinates_are_no_loss() {
    let file = fixtures("p3d", "p3d", 30).into_iter().find(|file| file.name == "odol-levels.p3d").unwrap();
    let bytes = write(glb(), &read(p3d(), &file.bytes).unwrap(), None);
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let json: serde_json::Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    for (of_points, expected) in [(true, 0), (false, 1)] {
        let mut file = GlbFile { json: json.clone(), bin: bytes[28 + length..].to_vec() };
        let primitives = file.json["meshes"].as_array_mut().unwrap().iter_mut();
        let primitives = primitives.flat_map(|mesh| mesh["primitives"].as_array_mut().unwrap());
        let mut taken = 0;
        for primitive in primitives.filter(|primitive| (primitive["mode"] == 0) == of_points) {
            taken += usize::from(primitive["attributes"].as_object_mut().unwrap().remove("TEXCOORD_0").is_some());
        }
        assert!(taken > 0, "{of_points}");
        let (options, mut found) = (ImportOptions::default(), Diagnostics::new());
        glb().read(&file.glb(), &NoFiles, &options, &mut found).unwrap().to_scene_with(&options, &mut found).unwrap();
        let said = found.entries().iter().filter(|entry| entry.detail.contains("without the texture coordinates"));
        assert_eq!(said.count(), expected, "{found:?}");
    }
}

/// A selection that is gone is not the one of another level, and the mark of one is compared.
#[test]
fn selections_are_compared_level_by_level_with_their_marks() {
    let first = read(p3d(), &retromesh_testkit::fixture("p3d/odol-levels.p3d").bytes).unwrap();
    let levels: Vec<usize> =
        first.nodes.iter().filter_map(|n| Some(n.lod.and(n.mesh.as_deref())?.mesh.index())).collect();
    let selection = || retromesh::mesh::Selection { name: "vez".into(), vertices: vec![0], ..Default::default() };
    let with = |count: usize, is_marked: bool| {
        let mut scene = first.clone();
        for mesh in levels.iter().rev().take(count) {
            let mut own = selection();
            own.extras.extend(is_marked.then(|| ("p3d.needs_sections".to_owned(), true.into())));
            scene.meshes[*mesh].selections.push(own);
        }
        scene
    };
    let rows = [
        ((2, false), (1, false), vec!["is in the first only"]),
        ((1, true), (1, false), vec!["p3d.needs_sections: true"]),
    ];
    for ((a, mark_a), (b, mark_b), expected) in rows {
        let [a, b] = [with(a, mark_a), with(b, mark_b)];
        let found =
            retromesh_diff::diff(&a.validate().unwrap(), &b.validate().unwrap(), &retromesh_diff::Tolerance::default());
        let details: Vec<&str> = found.differences.iter().map(|difference| difference.detail.as_str()).collect();
        assert_eq!(details, expected);
    }
}

/// Without a target, a model becomes the variant that its original is.
#[test]
fn models_become_the_variant_of_their_original() {
    let rows = [
        ("odol-proxy.p3d", None, "ODOL v7"),
        ("odol-proxy.p3d", Some("mlod"), "MLOD SP3X"),
        ("sp3x-proxy.p3d", None, "MLOD SP3X"),
        ("p3dm-triangle.p3d", None, "MLOD P3DM"),
    ];
    for (name, target, expected) in rows {
        let file = files().into_iter().find(|file| file.name == name).unwrap();
        let original = read(p3d(), &file.bytes).unwrap().into_valid().unwrap();
        let (import, mut export) = (ImportOptions::default(), ExportOptions::default());
        export.target = target.map(str::to_owned);
        let bytes = write(glb(), &original, None);
        let source = Source::from_bytes(bytes, Path::new("model.glb"), &import.limits).unwrap();
        let request = Request::new(&import, &export).like(&original);
        let made = convert_source(&source, p3d(), &request, &mut Diagnostics::new()).unwrap();
        let made = read(p3d(), &made.output.bytes).unwrap();
        assert_eq!(made.extras["p3d.version"].as_text(), Some(expected), "{name} as {target:?}");
    }
}
