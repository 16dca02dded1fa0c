//! Maps of 3D World Studio as the game's converter takes them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::reader;
use crate::trips::{scene, write};
use glam::Vec3;
use retromesh_core::Code;
use retromesh_core::extras::NODE_NAME;
use retromesh_core::scene::{Node, Scene, Trs};
use retromesh_rmesh::FORMAT;

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
}
