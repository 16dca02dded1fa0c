//! P3D through glTF and back: which way faces look, levels of detail, proxies, frames.
#![cfg(all(feature = "p3d", feature = "gltf"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use glam::Vec3;
use retromesh::scene::LodRole;
use retromesh::{Diagnostics, ExportOptions, Format, ImportOptions, NoFiles, Scene, Space, check, format_by_extension};
use retromesh_testkit::{File, corpus, fixtures};
use std::collections::HashMap;

fn files() -> Vec<File> {
    let mut files = fixtures("p3d", "p3d", 40);
    files.extend(corpus("p3d", "p3d", 45));
    files.retain(|file| !file.name.starts_with("bad/"));
    files
}

fn read(format: &dyn Format, bytes: &[u8]) -> Option<Scene> {
    let options = ImportOptions::default();
    let model = format.read(bytes, &NoFiles, &options, &mut Diagnostics::new()).ok()?;
    let scene = model.to_scene(&options, &mut Diagnostics::new()).unwrap();
    assert_eq!(check(&scene), []);
    Some(scene)
}

fn write(format: &dyn Format, scene: &Scene, target: Option<&str>) -> Vec<u8> {
    let mut options = ExportOptions::default();
    options.file_name = format!("model.{}", format.info().extensions[0]);
    options.target = target.map(str::to_owned);
    format.write(scene, &options, &mut Diagnostics::new()).unwrap().bytes
}

fn p3d() -> &'static dyn Format {
    format_by_extension("p3d").unwrap()
}

fn glb() -> &'static dyn Format {
    format_by_extension("glb").unwrap()
}

/// The role and value of a level, its triangles, selections and frames.
type Level = (LodRole, u32, usize, Vec<String>, Vec<i32>);

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
            let matrix = pose.world[index];
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
        let mut times: Vec<i32> = mesh.vertex_frames.iter().map(|frame| (frame.time * 1000.0).round() as i32).collect();
        times.extend(mesh.morph_targets.iter().map(|target| {
            let word = target.name.rsplit([' ', '_', '=']).next().and_then(|word| word.parse::<f32>().ok());
            (word.unwrap_or(0.0) * 1000.0).round() as i32
        }));
        times.sort_unstable();
        levels.push((lod.role, lod.value.to_bits(), mesh.triangle_count(), selections, times));
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
        for target in ["mlod", "p3dm", "odol7"] {
            let written = write(p3d(), &from_glb, Some(target));
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
    assert!(levels > 80 && functional > 20 && proxies >= 4 && frames >= 5, "{seen:?}");
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

#[test]
fn closed_models_look_outward() {
    let (mut seen, mut sum) = (0, 0.0);
    for file in files() {
        let Some(scene) = read(p3d(), &file.bytes) else { continue };
        let from_glb = read(glb(), &write(glb(), &scene, None)).unwrap();
        for node in &from_glb.nodes {
            let (Some(lod), Some(instance)) = (node.lod, node.mesh.as_deref()) else { continue };
            let mesh = &from_glb.meshes[instance.mesh.index()];
            let mut scene = from_glb.clone();
            scene.convert_to(Space::GLTF);
            let mesh_in_gltf = &scene.meshes[instance.mesh.index()];
            let triangles: Vec<[u32; 3]> =
                mesh_in_gltf.parts.iter().flat_map(|part| part.faces.triangles().collect::<Vec<_>>()).collect();
            let position = |v: u32| mesh_in_gltf.positions[v as usize];
            if lod.role != LodRole::Visual || !is_closed(&mesh_in_gltf.positions, &triangles) {
                continue;
            }
            let volume: f64 =
                triangles.iter().map(|&[a, b, c]| f64::from(position(a).dot(position(b).cross(position(c))))).sum();
            // Counter-clockwise faces of a right-handed space that look outward hold a positive volume.
            if volume.abs() < 1e-6 {
                continue;
            }
            assert!(volume > 0.0, "{} {}: volume {volume}", file.name, mesh.name);
            let cosine = mesh_in_gltf.normal_agreement(&Space::GLTF).unwrap();
            // Some sources have normals that say nothing: along a rope, or all one.
            assert!(cosine > -0.01, "{} {}: {cosine}", file.name, mesh.name);
            if cosine > 0.1 {
                // Boxes with smooth corners have the lowest ones.
                assert!(cosine > 0.8, "{} {}: {cosine}", file.name, mesh.name);
                sum += cosine;
                seen += 1;
            }
        }
    }
    assert!(seen >= 4 && sum / seen as f32 > 0.9, "{seen} closed levels, mean cosine {}", sum / seen as f32);
}
