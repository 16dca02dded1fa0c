//! Ten shapes of scenes, of any size.

use glam::{Mat4, Quat, Vec2, Vec3};
use retromesh::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh::material::Material;
use retromesh::mesh::{Faces, Mesh, Part, Selection};
use retromesh::scene::{Lod, LodRole, MeshInstance, Node, Trs};
use retromesh::{Extra, MaterialId, MeshId, NodeId, Scene, Space};

fn empty() -> Scene {
    Scene { space: Space::GLTF, ..Scene::default() }
}

/// A strip of this many vertices and nearly as many triangles.
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

pub(super) fn many_meshes(count: usize) -> Scene {
    let mut scene = empty();
    for i in 0..count {
        place(&mut scene, None, strip(format!("mesh{i}"), 24), format!("mesh{i}"));
    }
    scene
}

pub(super) fn many_nodes(count: usize) -> Scene {
    let mut scene = empty();
    let root = place(&mut scene, None, strip("mesh".into(), 3), "root".into());
    for i in 0..count {
        let translation = Vec3::new(i as f32, 0.0, 0.0);
        let transform = Trs { translation, ..Trs::IDENTITY }.into();
        scene.add_node(Some(root), Node { name: format!("node{i}"), transform, ..Node::default() });
    }
    scene
}

pub(super) fn many_materials(count: usize) -> Scene {
    let mut scene = empty();
    let mut mesh = strip("mesh".into(), 24 * count);
    let faces = mesh.parts[0].faces.triangles(&mesh.positions).into_owned();
    mesh.parts.clear();
    for (i, faces) in faces.chunks(24).take(count).enumerate() {
        let (material, faces) = (Some(MaterialId::new(i)), Faces::Triangles(faces.to_vec()));
        mesh.parts.push(Part { material, faces, ..Part::default() });
        scene.materials.push(Material { name: format!("material{i}"), ..Material::default() });
    }
    place(&mut scene, None, mesh, "mesh".into());
    scene
}

pub(super) fn many_keys(count: usize) -> Scene {
    let mut scene = empty();
    let node = place(&mut scene, None, strip("mesh".into(), 24), "mesh".into());
    let times: Vec<f32> = (0..count).map(|i| i as f32).collect();
    let moves = times.iter().map(|t| Vec3::new(t.sin(), *t, 0.0)).collect();
    let turns = times.iter().map(|t| Quat::from_rotation_y(t * 0.01)).collect();
    let channel = |track| Channel { target: node, interpolation: Interpolation::Linear, times: times.clone(), track };
    let channels = vec![channel(Track::Translation(moves)), channel(Track::Rotation(turns))];
    let last = (count - 1) as f32;
    scene.animations.push(Animation { last, ticks_per_second: 25.0, channels, ..Animation::default() });
    scene
}

pub(super) fn one_mesh(count: usize) -> Scene {
    let mut scene = empty();
    place(&mut scene, None, strip("mesh".into(), count), "mesh".into());
    scene
}

/// Selects 24 vertices and the faces between them.
fn select(i: u32, first: u32) -> Selection {
    Selection {
        name: format!("selection{i}"),
        vertices: (first..first + 24).collect(),
        faces: (first..first + 22).collect(),
        ..Selection::default()
    }
}

/// P3D stores a byte for each vertex and selection, so the mesh stays the same.
pub(super) fn selections_of_one_mesh(count: usize) -> Scene {
    let mut scene = empty();
    let mut mesh = strip("mesh".into(), 2_400);
    mesh.selections = (0..count as u32).map(|i| select(i, 24 * (i % 99))).collect();
    place(&mut scene, None, mesh, "mesh".into());
    scene
}

/// Each selection has vertices of its own.
pub(super) fn selections_side_by_side(count: usize) -> Scene {
    let mut scene = empty();
    let mut mesh = strip("mesh".into(), 24 * count);
    mesh.selections = (0..count as u32).map(|i| select(i, 24 * i)).collect();
    place(&mut scene, None, mesh, "mesh".into());
    scene
}

pub(super) fn many_levels(count: usize) -> Scene {
    let mut scene = empty();
    let root = scene.add_node(None, Node { name: "model".into(), ..Node::default() });
    for i in 0..count {
        let node = place(&mut scene, Some(root), strip(format!("level{i}"), 1_000), format!("level{i}"));
        scene.nodes[node.index()].lod = Some(Lod { role: LodRole::Visual, value: i as f32, level: i as u32 });
    }
    scene
}

/// Named properties, as P3D has them.
pub(super) fn many_strings(count: usize) -> Scene {
    let mut scene = empty();
    let node = place(&mut scene, None, strip("mesh".into(), 24), "mesh".into());
    let text = |text: String| Extra::Text(text);
    let property = |i: usize| Extra::List(vec![text(format!("name{i}")), text(format!("value number {i}"))]);
    scene.nodes[node.index()].extras.insert("p3d.properties".into(), Extra::List((0..count).map(property).collect()));
    scene
}

pub(super) fn deep_nesting(count: usize) -> Scene {
    let mut scene = empty();
    let mut parent = place(&mut scene, None, strip("mesh".into(), 3), "root".into());
    for i in 0..count {
        let matrix = Mat4::from_translation(Vec3::new(0.0, 0.5, 0.0));
        let transform = if i % 2 == 0 { matrix.into() } else { Trs::IDENTITY.into() };
        parent = scene.add_node(Some(parent), Node { name: format!("node{i}"), transform, ..Node::default() });
    }
    scene
}

/// A name of this many letters on everything that has one.
pub(super) fn long_names(count: usize) -> Scene {
    let name = "name".repeat(count);
    let mut scene = empty();
    scene.materials.push(Material { name: name.clone(), ..Material::default() });
    let mut mesh = strip(name.clone(), 24);
    mesh.parts[0].material = Some(MaterialId(0));
    place(&mut scene, None, mesh, name);
    scene
}
