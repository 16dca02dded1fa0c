//! Maps of 3D World Studio as the game's converter takes them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::reader;
use crate::trips::{scene, write};
use glam::Vec3;
use retromesh_core::Code;
use retromesh_core::MeshId;
use retromesh_core::extras::NODE_NAME;
use retromesh_core::material::{LayerBlend, TextureRole};
use retromesh_core::mesh::{Faces, Mesh, Part};
use retromesh_core::scene::{MeshInstance, Node, Scene, Trs};
use retromesh_rmesh::FORMAT;
use retromesh_testkit::fixtures;

/// A node of a map, with its name of several lines.
fn node(name: &str, at: [f32; 3]) -> Node {
    let place = Trs { translation: Vec3::from_array(at), ..Trs::IDENTITY };
    let title = name.lines().next().unwrap_or_default().to_owned();
    let mut node = Node { name: title, transform: place.into(), ..Node::default() };
    node.extras.insert(NODE_NAME.into(), name.into());
    node
}

#[test]
fn names_of_nodes_become_entities() {
    // Name, kind and fields.
    let rows: [(&str, &str, &[&str]); 8] = [
        (
            "classname=light\r\nrange=512\r\ncolor=255 128 0\r\nintensity=0.5",
            "light",
            &["44000000", "255 128 0", "3f000000"],
        ),
        ("classname=light", "light", &["3f800000", "255 255 255", "3f800000"]),
        (
            "\"classname\"=\"spotlight\"\n\"angles\"=\"90 0 0\"\n\"innerconeangle\"=\"35\"\n\"outerconeangle\"=\"45\"",
            "spotlight",
            &["3f800000", "255 255 255", "3f800000", "90 0 0", "35", "45"],
        ),
        ("classname=spotlight", "spotlight", &["3f800000", "255 255 255", "3f800000", "0 0 0", "0", "0"]),
        ("classname=Waypoint", "waypoint", &[]),
        ("classname=soundemitter\r\nsound=4\r\nrange=3", "soundemitter", &["4", "40400000"]),
        ("classname=screen\r\nimgpath=012.jpg", "screen", &["012.jpg"]),
        ("classname=playerstart", "playerstart", &["0 0 0"]),
    ];
    for (name, kind, fields) in rows {
        let mut map = Scene { space: retromesh_core::Space::GLTF, ..Scene::default() };
        let root = map.add_node(None, Node { name: "Root".into(), ..Node::default() });
        map.add_node(Some(root), node(name, [1.0, 2.0, 3.0]));
        let (b3d, _) = write(&retromesh_b3d::FORMAT, &map);
        let (bytes, _) = write(&FORMAT, &scene(&retromesh_b3d::FORMAT, &b3d));
        let room = reader::read(&bytes);
        assert_eq!(room.entities.len(), 1, "{name}");
        let point = &room.entities[0];
        assert_eq!(
            (point.kind.as_str(), point.fields.iter().map(String::as_str).collect::<Vec<_>>()),
            (kind, fields.to_vec()),
            "{name}"
        );
        // A map of Blitz3D keeps its numbers.
        assert_eq!(point.at, [1.0, 2.0, -3.0], "{name}");
    }
}

#[test]
fn hidden_entities_are_not_written() {
    for is_hidden in [false, true] {
        let mut map = Scene { space: retromesh_core::Space::GLTF, ..Scene::default() };
        let root = map.add_node(None, Node { hidden: is_hidden, ..Node::default() });
        map.add_node(Some(root), node("classname=waypoint", [0.0; 3]));
        let (bytes, diagnostics) = write(&FORMAT, &map);
        assert_eq!(reader::read(&bytes).entities.len(), usize::from(!is_hidden));
        assert_eq!(diagnostics.count(Code::LostMesh), u64::from(is_hidden));
    }
}

#[test]
fn a_map_without_its_extras_keeps_its_numbers() {
    for (name, expected) in [("classname=light", 2.0), ("lamp", 2.0 * 256.0)] {
        let mut map = Scene { space: retromesh_core::Space::GLTF, ..Scene::default() };
        let root = map.add_node(None, Node { name: "Root".into(), ..Node::default() });
        map.add_node(Some(root), Node { name: name.into(), ..Node::default() });
        let mut point = node("waypoint", [1.0, 2.0, 3.0]);
        point.extras = [(retromesh_core::properties::key("classname"), "waypoint".into())].into();
        map.add_node(Some(root), point);
        let (bytes, _) = write(&FORMAT, &map);
        assert_eq!(reader::read(&bytes).entities[0].at[1], expected, "{name}");
    }
}

#[test]
fn nodes_that_a_room_cannot_take_are_named_until_they_have_a_class() {
    let mut room = Scene::default();
    let root = room.add_node(None, Node { name: "room".into(), ..Node::default() });
    let id = room.add_node(Some(root), Node { name: "my_waypoint".into(), ..Node::default() });
    let said = |scene: &Scene| {
        let (_, diagnostics) = write(&FORMAT, scene);
        let lost = diagnostics.entries().iter().filter(|entry| entry.code == Code::LostHierarchy);
        lost.map(|entry| entry.detail.clone()).collect::<Vec<_>>()
    };
    let expected =
        "the game has no entity for these nodes: my_waypoint; the custom property entity.classname makes one of a node";
    assert_eq!(said(&room), [expected]);
    room[id].extras.insert("entity.classname".into(), "waypoint".into());
    assert!(said(&room).is_empty());
    // Blender puts what is new next to the node of the room.
    let new = room[id].clone();
    room.add_node(None, Node { parent: None, ..new });
    assert!(said(&room).is_empty());
    // Being next to the room loses nothing; being below another entity does.
    assert_eq!(write(&FORMAT, &room).1.count(Code::FlattenedNodes), 0);
    let new = Node { parent: None, ..room[id].clone() };
    room.add_node(Some(id), new);
    assert_eq!(write(&FORMAT, &room).1.count(Code::FlattenedNodes), 1);
}

#[test]
fn surfaces_of_a_map_without_a_class_are_drawn_and_named() {
    for (name, expected) in [("classname=brush", 0), ("wall", 1)] {
        let mut map = Scene { meshes: vec![triangle()], ..Scene::default() };
        let root = map.add_node(None, Node { name: "Root".into(), ..Node::default() });
        map.add_node(Some(root), node("classname=waypoint", [1.0; 3]));
        let id = map.add_node(Some(root), node(name, [0.0; 3]));
        map[id].mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
        let (bytes, diagnostics) = write(&FORMAT, &map);
        assert_eq!(reader::read(&bytes).surfaces.len(), 1, "{name}");
        let named = diagnostics.entries().iter().filter(|entry| entry.detail.ends_with("are drawn: wall"));
        assert_eq!(named.count(), expected, "{name}: {:?}", diagnostics.entries());
    }
}

/// Returns a mesh of one triangle.
fn triangle() -> Mesh {
    let faces = Faces::Triangles(vec![[0, 1, 2]]);
    let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Z];
    Mesh { positions, parts: vec![Part { faces, ..Part::default() }], ..Mesh::default() }
}

/// What the game adds a light map to is black: light map times diffuse texture is seen.
#[test]
fn light_maps_multiply_and_those_of_maps_that_add_are_as_good() {
    let bytes = fixtures("rmesh", "rmesh", 1).into_iter().find(|file| file.name == "room.rmesh").unwrap().bytes;
    let mut room = scene(&FORMAT, &bytes);
    for blend in [LayerBlend::Multiply, LayerBlend::Add] {
        let mut layers = room.materials.iter_mut().flat_map(|material| &mut material.layers);
        let light_map = layers.find(|layer| layer.role == TextureRole::Lightmap).unwrap();
        if blend == LayerBlend::Add {
            light_map.blend = blend;
        }
        assert_eq!(light_map.blend, blend);
        let (written, diagnostics) = write(&FORMAT, &room);
        assert_eq!((written == bytes, diagnostics.count(Code::ApproximatedBlend)), (true, 0), "{blend:?}");
    }
}
