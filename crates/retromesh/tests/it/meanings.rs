//! What a scene means the same in every format: overrides of materials, and bones a vertex.

use glam::{Mat4, Vec3, Vec4};
use retromesh::material::Material;
use retromesh::mesh::{Faces, Influence, Mesh, Part, Weights};
use retromesh::scene::{MeshInstance, Node, Scene};
use retromesh::skeleton::Skeleton;
use retromesh::{
    Code, Diagnostics, ExportOptions, Feature, Format, ImportOptions, MaterialId, MeshId, Output, SkeletonId, formats,
};

/// A triangle whose part is red; the second material is blue.
fn scene() -> Scene {
    let mut scene = Scene::default();
    let material = |name: &str, color: Vec4| Material { name: name.into(), base_color: color, ..Material::default() };
    scene.materials.push(material("red", Vec4::new(1.0, 0.0, 0.0, 1.0)));
    scene.materials.push(material("blue", Vec4::new(0.0, 0.0, 1.0, 1.0)));
    scene.meshes.push(Mesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        normals: vec![Vec3::Z; 3],
        parts: vec![Part {
            material: Some(MaterialId::new(0)),
            faces: Faces::Triangles(vec![[0, 1, 2]]),
            ..Part::default()
        }],
        ..Mesh::default()
    });
    scene
}

/// Writes a scene in which one node places the mesh.
fn written(format: &dyn Format, mut scene: Scene, instance: MeshInstance) -> (Output, Diagnostics) {
    let mut options = ExportOptions::default();
    options.file_name = format!("model.{}", format.info().extensions[0]);
    scene.add_node(None, Node { name: "sign".into(), mesh: Some(Box::new(instance)), ..Node::default() });
    let mut scene = scene.into_valid().unwrap();
    if let Some(space) = format.space(&options) {
        scene.convert_to(space);
    }
    let mut diagnostics = Diagnostics::new();
    let output = format.write(&scene, &options, &mut diagnostics).unwrap();
    (output, diagnostics)
}

/// Formats of models; a picture is none.
fn models() -> impl Iterator<Item = &'static dyn Format> {
    formats().iter().copied().filter(|format| format.info().writes && !format.info().holds.is_empty())
}

#[test]
fn no_override_is_the_material_of_the_part() {
    let mut tried = 0;
    for format in models() {
        let id = format.info().id;
        let with = |materials: Vec<Option<MaterialId>>| {
            written(format, scene(), MeshInstance { materials, ..MeshInstance::new(MeshId::new(0)) }).0
        };
        assert_eq!(with(vec![None]), with(Vec::new()), "{id}");
        if format.info().has_place(Feature::BaseColor) {
            assert_ne!(with(vec![Some(MaterialId::new(1))]), with(Vec::new()), "{id}");
        }
        tried += 1;
    }
    assert!(tried >= 7, "{tried}");
}

#[test]
fn a_vertex_keeps_as_many_bones_as_the_table_says() {
    const SHARES: [f32; 6] = [0.0625, 0.25, 0.375, 0.125, 0.125, 0.0625];
    let mut tried = 0;
    for format in models() {
        let mut scene = scene();
        let bone = |number: usize| Node { name: format!("bone{number}"), ..Node::default() };
        let joints: Vec<_> = (0..SHARES.len()).map(|number| scene.add_node(None, bone(number))).collect();
        scene.skeletons.push(Skeleton {
            inverse_bind: vec![Mat4::IDENTITY; joints.len()],
            joints,
            ..Skeleton::default()
        });
        let all = SHARES.iter().zip(0..).map(|(&weight, joint)| Influence { joint, weight });
        let one = [Influence { joint: 0, weight: 1.0 }; 2];
        scene.meshes[0].weights = Weights { starts: vec![0, 6, 7, 8], influences: all.chain(one).collect() };
        let instance = MeshInstance { skeleton: Some(SkeletonId::new(0)), ..MeshInstance::new(MeshId::new(0)) };
        let (output, diagnostics) = written(format, scene, instance);

        let (id, max) = (format.info().id, format.info().bones_per_vertex);
        let reported = |code| diagnostics.entries().iter().any(|entry| entry.code == code);
        assert_eq!(reported(Code::ReducedInfluences), (1..SHARES.len()).contains(&max), "{id}");
        assert_eq!(reported(Code::LostSkin), max == 0, "{id}");
        let mut reading = Diagnostics::new();
        let options = ImportOptions::default();
        let model = format.read(&output.bytes, &output, &options, &mut reading).unwrap();
        let back = model.to_scene_with(&options, &mut reading).unwrap();
        let kept = back.meshes.iter().flat_map(|mesh| mesh.weights.iter()).map(<[Influence]>::len).max();
        assert_eq!(kept.unwrap_or(0), max.min(SHARES.len()), "{id}");
        tried += 1;
    }
    assert!(tried >= 7, "{tried}");
}
