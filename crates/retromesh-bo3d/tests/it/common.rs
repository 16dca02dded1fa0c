//! Small scenes and how they are written.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use glam::{Vec2, Vec3};
use retromesh_bo3d::{Document, Mesh};
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track};
use retromesh_core::material::Material;
use retromesh_core::mesh::{self, Faces, Part, Weights};
use retromesh_core::scene::{MeshInstance, Node, Trs};
use retromesh_core::skeleton::Skeleton;
use retromesh_core::{Diagnostics, MaterialId, MeshId, NodeId, Scene, SkeletonId, check};
use retromesh_kit::{ExportOptions, ImportOptions};

pub(crate) fn write_with(scene: &Scene, options: &ExportOptions) -> (Document<'static>, Diagnostics) {
    assert_eq!(check(scene), []);
    let mut diagnostics = Diagnostics::new();
    let document = Document::from_scene_with(&scene.validate().unwrap(), options, &mut diagnostics).unwrap().document;
    let bytes = document.encode().unwrap();
    assert_eq!(Document::parse_with(&bytes, &ImportOptions::default(), &mut Diagnostics::strict()).unwrap(), document);
    (document, diagnostics)
}

pub(crate) fn write(scene: &Scene) -> (Document<'static>, Diagnostics) {
    write_with(scene, &ExportOptions::default())
}

pub(crate) fn read(document: &Document<'_>) -> Scene {
    document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap()
}

pub(crate) fn names(document: &Document<'_>) -> Vec<String> {
    document.entities.iter().map(|entity| entity.name.to_string()).collect()
}

pub(crate) fn part(material: u32, triangles: &[[u32; 3]]) -> Part {
    Part { material: Some(MaterialId(material)), faces: Faces::Triangles(triangles.to_vec()), ..Part::default() }
}

/// A square of two triangles in the plane z = 0.
pub(crate) fn square() -> mesh::Mesh {
    mesh::Mesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, 0.0)],
        normals: vec![Vec3::Z; 4],
        uv_sets: vec![vec![Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::ONE]],
        parts: vec![part(0, &[[0, 1, 2], [1, 3, 2]])],
        ..mesh::Mesh::default()
    }
}

pub(crate) fn placed(mesh: mesh::Mesh, materials: usize) -> Scene {
    let mut scene = Scene { meshes: vec![mesh], materials: vec![Material::default(); materials], ..Scene::default() };
    let instance = Some(Box::new(MeshInstance::new(MeshId(0))));
    scene.add_node(None, Node { name: "mesh".into(), mesh: instance, ..Node::default() });
    scene
}

pub(crate) fn mesh_of<'d>(document: &'d Document<'_>, entity: usize) -> &'d Mesh<'d> {
    document.entities[entity].mesh.as_deref().expect("a mesh")
}

pub(crate) fn at(translation: Vec3) -> Trs {
    Trs { translation, ..Trs::IDENTITY }
}

/// The square with two joints, lower and upper, one above the other.
pub(crate) fn skinned(weights: Weights, upper: Trs) -> Scene {
    let mut scene = placed(mesh::Mesh { weights, ..square() }, 1);
    let lower = scene.add_node(Some(NodeId(0)), Node { name: "lower".into(), ..Node::default() });
    let upper = scene.add_node(Some(lower), Node { name: "upper".into(), transform: upper.into(), ..Node::default() });
    let world = scene.rest_pose().world;
    let joints = vec![lower, upper];
    let inverse_bind = joints.iter().map(|joint| world[*joint].inverse()).collect();
    scene.skeletons.push(Skeleton { joints, inverse_bind, ..Skeleton::default() });
    scene.nodes[0].mesh.as_deref_mut().unwrap().skeleton = Some(SkeletonId(0));
    scene
}

pub(crate) fn channel(target: u32, interpolation: Interpolation, times: &[f32], track: Track) -> Channel {
    Channel { target: NodeId(target), interpolation, times: times.to_vec(), track }
}

pub(crate) fn animation(name: &str, rate: f32, channels: Vec<Channel>) -> Animation {
    let times = || channels.iter().flat_map(|channel| &channel.times).copied();
    let (first, last) = (times().fold(f32::INFINITY, f32::min), times().fold(0.0, f32::max));
    Animation { name: name.into(), first, last, ticks_per_second: rate, channels, ..Animation::default() }
}

pub(crate) fn frames(document: &Document<'_>, entity: usize) -> Vec<i32> {
    document.entities[entity].keys.iter().map(|key| key.frame).collect()
}
