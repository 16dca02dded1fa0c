//! Ten shapes of growing size: time and memory a byte must not grow with them.
//!
//! Shapes are scenes, written to each format that has what they are made of, and read back. What is measured is reading and importing.

use super::best;
use crate::{HEAP, Outcome, docs};
use glam::{Mat4, Quat, Vec2, Vec3};
use retromesh::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh::material::Material;
use retromesh::mesh::{Faces, Mesh, Part, Selection};
use retromesh::scene::{Lod, LodRole, MeshInstance, Node, Trs};
use retromesh::{
    Diagnostics, ExportOptions, Extra, Files, Format, ImportOptions, MaterialId, MeshId, NodeId, Output, Scene, Space,
    format_by_extension,
};
use std::time::Duration;

/// Sizes relative to the smallest.
const SCALES: [usize; 3] = [1, 10, 100];
/// Time and memory a byte may grow by so much.
const ALLOWED: f64 = 1.5;

/// Makes a scene of so many elements.
type Make = fn(usize) -> Scene;

/// What a shape is made of, how, how many elements the smallest has, and the formats that have such elements.
const SHAPES: [(&str, Make, usize, &[&str]); 10] = [
    ("many meshes", many_meshes, 400, &["b3d", "bo3d", "bgl", "p3d", "glb", "obj"]),
    ("many nodes", many_nodes, 2_000, &["b3d", "bo3d", "bgl", "glb"]),
    ("many materials", many_materials, 400, &["b3d", "bgl", "p3d", "glb", "obj"]),
    ("many keys", many_keys, 3_000, &["b3d", "bo3d", "glb"]),
    ("one big mesh", one_mesh, 4_000, &["b3d", "bo3d", "bgl", "p3d", "glb", "obj"]),
    ("many selections", many_selections, 100, &["p3d", "glb", "obj"]),
    ("many levels", many_levels, 2, &["p3d", "glb"]),
    ("many strings", many_strings, 500, &["p3d", "glb"]),
    ("deep nesting", deep_nesting, 2_000, &["b3d", "bo3d", "glb"]),
    ("long names", long_names, 20_000, &["b3d", "glb", "obj"]),
];

/// One file and what reading it costs.
struct Measured {
    bytes: usize,
    time: Duration,
    memory: usize,
}

impl Measured {
    fn nanoseconds(&self) -> f64 {
        self.time.as_secs_f64() * 1e9 / self.bytes as f64
    }

    fn memory(&self) -> f64 {
        self.memory as f64 / self.bytes as f64
    }
}

/// The files beside a model that was written.
struct Beside(Output);

impl Files for Beside {
    fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.0.sidecars.iter().find(|(own, _)| own == name).map(|(_, bytes)| bytes.clone())
    }
}

/// Measures all shapes; with `record` the table goes into `docs/robustness.md`.
pub(super) fn run(record: bool) -> Outcome {
    let mut report = String::from("| shape | format | bytes at 1x | 100x | ns a byte at 1x | 10x | 100x ");
    report += "| memory a byte at 1x | 10x | 100x |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    print!("{report}");
    let mut worse = Vec::new();
    for (shape, make, count, formats) in SHAPES {
        for name in formats {
            let format = format_by_extension(name).ok_or("no such format")?;
            let rows: Vec<Measured> = SCALES
                .iter()
                .map(|scale| measure(format, &make(count * scale)))
                .collect::<Result<_, _>>()
                .map_err(|e| format!("{shape} as {name}: {e}"))?;
            let [a, b, c] = rows.as_slice() else { continue };
            let times = [a, b, c].map(Measured::nanoseconds);
            let memories = [a, b, c].map(Measured::memory);
            let line = format!(
                "| {shape} | {name} | {} | {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} |\n",
                a.bytes, c.bytes, times[0], times[1], times[2], memories[0], memories[1], memories[2]
            );
            print!("{line}");
            report += &line;
            let grows = |row: [f64; 3]| row[1].max(row[2]) > row[0] * ALLOWED;
            if grows(times) || grows(memories) {
                worse.push(format!("{shape} as {name}"));
            }
        }
    }
    println!("beyond {ALLOWED} a byte: {}", if worse.is_empty() { "none".to_owned() } else { worse.join(", ") });
    if record { docs::record("linear", &report) } else { Ok(()) }
}

/// Writes a scene and measures how it is read back.
fn measure(format: &dyn Format, scene: &Scene) -> Result<Measured, String> {
    let mut options = ExportOptions::default();
    options.file_name = format!("model.{}", format.info().extensions[0]);
    let output = format.write(scene, &options, &mut Diagnostics::new()).map_err(|e| e.to_string())?;
    let files = Beside(output);
    let read = || {
        let (mut options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
        options.limits.lods = u32::MAX;
        let model = format.read(&files.0.bytes, &files, &options, &mut diagnostics)?;
        model.to_scene(&options, &mut diagnostics)
    };
    read().map_err(|e| e.to_string())?;
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    drop(read());
    let memory = HEAP.peak_usage().saturating_sub(before);
    let bytes = files.0.bytes.len() + files.0.sidecars.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
    Ok(Measured { bytes, time: best(read), memory })
}

fn empty() -> Scene {
    Scene { space: Space::GLTF, ..Scene::default() }
}

/// A strip of so many vertices and nearly as many triangles.
fn strip(name: String, count: usize) -> Mesh {
    let count = count.max(3);
    let place = |i: usize| Vec3::new((i / 2 % 1000) as f32, (i % 2) as f32, (i / 2000) as f32);
    let positions: Vec<Vec3> = (0..count).map(place).collect();
    let uv = positions.iter().map(|p| Vec2::new(p.x / 1000.0, p.y)).collect();
    let triangles = (0..count as u32 - 2).map(|i| [i, i + 1 + i % 2, i + 2 - i % 2]).collect();
    let part = Part { faces: Faces::Triangles(triangles), ..Part::default() };
    Mesh { name, normals: vec![Vec3::Z; count], positions, uv_sets: vec![uv], parts: vec![part], ..Mesh::default() }
}

fn place(scene: &mut Scene, parent: Option<NodeId>, mesh: Mesh, name: String) -> NodeId {
    let id = MeshId::new(scene.meshes.len());
    scene.meshes.push(mesh);
    scene.add_node(parent, Node { name, mesh: Some(Box::new(MeshInstance::new(id))), ..Node::default() })
}

fn many_meshes(count: usize) -> Scene {
    let mut scene = empty();
    for i in 0..count {
        place(&mut scene, None, strip(format!("mesh{i}"), 24), format!("mesh{i}"));
    }
    scene
}

fn many_nodes(count: usize) -> Scene {
    let mut scene = empty();
    let root = place(&mut scene, None, strip("mesh".into(), 3), "root".into());
    for i in 0..count {
        let translation = Vec3::new(i as f32, 0.0, 0.0);
        let transform = Trs { translation, ..Trs::IDENTITY }.into();
        scene.add_node(Some(root), Node { name: format!("node{i}"), transform, ..Node::default() });
    }
    scene
}

fn many_materials(count: usize) -> Scene {
    let mut scene = empty();
    let mut mesh = strip("mesh".into(), 24 * count);
    let faces: Vec<[u32; 3]> = mesh.parts[0].faces.triangles().collect();
    mesh.parts.clear();
    for (i, faces) in faces.chunks(24).take(count).enumerate() {
        let (material, faces) = (Some(MaterialId::new(i)), Faces::Triangles(faces.to_vec()));
        mesh.parts.push(Part { material, faces, ..Part::default() });
        scene.materials.push(Material { name: format!("material{i}"), ..Material::default() });
    }
    place(&mut scene, None, mesh, "mesh".into());
    scene
}

fn many_keys(count: usize) -> Scene {
    let mut scene = empty();
    let node = place(&mut scene, None, strip("mesh".into(), 24), "mesh".into());
    let times: Vec<f32> = (0..count).map(|i| i as f32).collect();
    let moves = times.iter().map(|t| Vec3::new(t.sin(), *t, 0.0)).collect();
    let turns = times.iter().map(|t| Quat::from_rotation_y(t * t * 0.01)).collect();
    let channel = |track| Channel { target: node, interpolation: Interpolation::Linear, times: times.clone(), track };
    let channels = vec![channel(Track::Translation(moves)), channel(Track::Rotation(turns))];
    let last = (count - 1) as f32;
    scene.animations.push(Animation { last, ticks_per_second: 25.0, channels, ..Animation::default() });
    scene
}

fn one_mesh(count: usize) -> Scene {
    let mut scene = empty();
    place(&mut scene, None, strip("mesh".into(), count), "mesh".into());
    scene
}

fn many_selections(count: usize) -> Scene {
    let mut scene = empty();
    // Some formats store a byte for each vertex and selection, so the mesh stays the same.
    let mut mesh = strip("mesh".into(), 2_400);
    let select = |i: u32| {
        let first = 24 * (i % 99);
        Selection {
            name: format!("selection{i}"),
            vertices: (first..first + 24).collect(),
            faces: (first..first + 22).collect(),
            ..Selection::default()
        }
    };
    mesh.selections = (0..count as u32).map(select).collect();
    place(&mut scene, None, mesh, "mesh".into());
    scene
}

fn many_levels(count: usize) -> Scene {
    let mut scene = empty();
    let root = scene.add_node(None, Node { name: "model".into(), ..Node::default() });
    for i in 0..count {
        let node = place(&mut scene, Some(root), strip(format!("level{i}"), 1_000), format!("level{i}"));
        scene.nodes[node.index()].lod = Some(Lod { role: LodRole::Visual, value: i as f32, level: i as u32 });
    }
    scene
}

fn many_strings(count: usize) -> Scene {
    let mut scene = empty();
    let mut mesh = strip("mesh".into(), 24);
    for i in 0..count {
        mesh.extras.insert(format!("p3d.property.{i}"), Extra::Text(format!("value number {i}")));
    }
    place(&mut scene, None, mesh, "mesh".into());
    scene
}

fn deep_nesting(count: usize) -> Scene {
    let mut scene = empty();
    let mut parent = place(&mut scene, None, strip("mesh".into(), 3), "root".into());
    for i in 0..count {
        let matrix = Mat4::from_translation(Vec3::new(0.0, 0.5, 0.0));
        let transform = if i % 2 == 0 { matrix.into() } else { Trs::IDENTITY.into() };
        parent = scene.add_node(Some(parent), Node { name: format!("node{i}"), transform, ..Node::default() });
    }
    scene
}

/// A name of so many letters on everything that has one.
fn long_names(count: usize) -> Scene {
    let name = "name".repeat(count);
    let mut scene = empty();
    scene.materials.push(Material { name: name.clone(), ..Material::default() });
    let mut mesh = strip(name.clone(), 24);
    mesh.parts[0].material = Some(MaterialId(0));
    place(&mut scene, None, mesh, name);
    scene
}
