//! Proxies of P3D: what programs do to their nodes and their triangles.
#![cfg(all(feature = "p3d", feature = "gltf"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::p3d::{files, glb, p3d, read, write};
use glam::{Mat4, Vec3};
use retromesh::mesh::{Mesh, Selection};
use retromesh::{
    Code, Diagnostics, ExportOptions, ImportOptions, NodeId, Request, Scene, Source, Space, convert_source,
};
use retromesh_p3d::Document;
use retromesh_p3d::flags::special;
use std::path::Path;

/// What is left of a selection finds the rest again: there is one proxy, and no face more.
#[test]
fn selections_that_lost_a_list_place_their_proxy() {
    type Edit = (&'static str, fn(&mut Selection));
    let edits: [Edit; 2] =
        [("faces", |selection| selection.faces.clear()), ("vertices", |selection| selection.vertices.clear())];
    for name in ["odol-proxy.p3d", "sp3x-proxy.p3d"] {
        let file = files().into_iter().find(|file| file.name == name).unwrap();
        let scene = read(p3d(), &file.bytes).unwrap();
        let counts = |scene: &Scene| {
            let proxies = scene.nodes.iter().filter(|node| node.proxy.is_some()).count();
            let selections = scene.meshes.iter().flat_map(|mesh| &mesh.selections);
            let selections = selections.filter(|selection| selection.name.starts_with("proxy:")).count();
            (proxies, selections, scene.meshes.iter().map(Mesh::face_count).sum::<usize>())
        };
        let before = counts(&scene);
        for (lost, edit) in edits {
            let mut edited = scene.clone();
            edited.meshes.iter_mut().flat_map(|mesh| &mut mesh.selections).for_each(edit);
            let written = write(p3d(), &edited, None);
            assert_eq!(counts(&read(p3d(), &written).unwrap()), before, "{name} without {lost}");
        }
    }
}

/// What a tool does to the nodes of proxies, and what is there afterwards: paths, numbers, how far along x.
#[test]
fn edits_of_the_nodes_of_proxies_win() {
    type Edit = fn(&mut Scene, NodeId);
    type Expected = &'static [(&'static str, i32, f32)];
    let rows: [(&str, Edit, Expected); 7] = [
        ("nothing", |_, _| {}, &[("", 0, 0.0)]),
        ("moved", |scene, id| shift(scene, id, 2.0), &[("", 0, 2.0)]),
        ("renamed", |scene, id| scene.nodes[id.index()].name = "proxy:other\\gun".into(), &[("other\\gun", 0, 0.0)]),
        (
            "another path in its extras",
            |scene, id| scene.nodes[id.index()].proxy.as_mut().unwrap().path = "other\\gun".into(),
            &[("other\\gun", 0, 0.0)],
        ),
        ("a number more", |scene, id| scene.nodes[id.index()].name.push_str(".001"), &[("", 0, 0.0)]),
        (
            "deleted",
            |scene, id| {
                let node = &mut scene.nodes[id.index()];
                node.proxy = None;
                // Its name says it as well.
                node.name.clear();
            },
            &[],
        ),
        (
            "copied and moved",
            |scene, id| {
                let copy = scene.nodes[id.index()].clone();
                let parent = scene.nodes.iter().position(|node| node.children.contains(&id)).map(NodeId::new);
                let copy = scene.add_node(parent, copy);
                shift(scene, copy, 2.0);
            },
            &[("", 0, 0.0), ("", 1, 2.0)],
        ),
    ];
    for name in ["odol-proxy.p3d", "sp3x-proxy.p3d"] {
        let file = files().into_iter().find(|file| file.name == name).unwrap();
        let scene = read(glb(), &write(glb(), &read(p3d(), &file.bytes).unwrap(), None)).unwrap();
        let id = NodeId::new(scene.nodes.iter().position(|node| node.proxy.is_some()).unwrap());
        let (own, x) = (scene.nodes[id.index()].proxy.clone().unwrap(), scene.rest_pose().world[id].w_axis.x);
        let faces = scene.meshes.iter().map(Mesh::face_count).sum::<usize>();
        for (what, edit, expected) in &rows {
            let mut edited = scene.clone();
            edit(&mut edited, id);
            for target in ["mlod", "p3dm", "odol7"] {
                let mut back = read(p3d(), &write(p3d(), &edited, Some(target))).unwrap();
                back.convert_to(Space::GLTF);
                let pose = back.rest_pose();
                let place = |(at, node): (usize, &retromesh::scene::Node)| {
                    let proxy = node.proxy.as_ref()?;
                    let along = pose.world[NodeId::new(at)].w_axis.x - x;
                    Some((proxy.path.to_lowercase(), proxy.id, (along * 100.0).round() as i32))
                };
                let mut found: Vec<_> = back.nodes.iter().enumerate().filter_map(place).collect();
                found.sort();
                let path = |path: &str| if path.is_empty() { own.path.to_lowercase() } else { path.to_owned() };
                // A copy gets the first number that is free.
                let number = |copy: i32| if copy == 0 { own.id } else { 1 + i32::from(own.id == 1) };
                let mut wanted: Vec<_> = expected
                    .iter()
                    .map(|&(name, more, along)| (path(name), number(more), (along * 100.0) as i32))
                    .collect();
                wanted.sort();
                assert_eq!(found, wanted, "{name} {what} as {target}");
                let left = back.meshes.iter().map(Mesh::face_count).sum::<usize>();
                assert_eq!(left + 1, faces + expected.len(), "{name} {what} as {target}");
            }
        }
    }
}

/// A program may take away what says that triangles place proxies, and leave the triangles: those are taken again where the node is, and go
/// where it was moved.
#[test]
fn triangles_of_proxies_without_a_selection_stay_no_faces() {
    for name in ["odol-proxy.p3d", "sp3x-proxy.p3d"] {
        let file = files().into_iter().find(|file| file.name == name).unwrap();
        let scene = read(glb(), &write(glb(), &read(p3d(), &file.bytes).unwrap(), None)).unwrap();
        let id = NodeId::new(scene.nodes.iter().position(|node| node.proxy.is_some()).unwrap());
        let faces = scene.meshes.iter().map(Mesh::face_count).sum::<usize>();
        for along in [0.0, 2.0] {
            let mut edited = scene.clone();
            for mesh in &mut edited.meshes {
                mesh.selections.clear();
                mesh.attributes.retain(|attribute| attribute.name == "_POINT");
                mesh.parts.iter_mut().for_each(|part| part.face_flags.clear());
            }
            shift(&mut edited, id, along);
            for target in ["mlod", "odol7"] {
                let bytes = write(p3d(), &edited, Some(target));
                let back = read(p3d(), &bytes).unwrap();
                assert_eq!(back.nodes.iter().filter(|node| node.proxy.is_some()).count(), 1, "{name} as {target}");
                let left = back.meshes.iter().map(Mesh::face_count).sum::<usize>();
                assert_eq!(left, faces, "{name} as {target}, moved by {along}");
                let document =
                    Document::parse_with(&bytes, &ImportOptions::default(), &mut Diagnostics::new()).unwrap();
                let Document::Odol(odol) = document else { continue };
                let is_seen = |special: u32| special & (special::IS_HIDDEN | special::IS_HIDDEN_PROXY) == 0;
                let seen =
                    odol.lods.iter().flat_map(|lod| lod.faces.iter()).filter(|face| is_seen(face.special)).count();
                assert_eq!(seen + 1, faces, "{name} as {target}, moved by {along}");
            }
        }
    }
}

fn shift(scene: &mut Scene, id: NodeId, x: f32) {
    let node = &mut scene.nodes[id.index()];
    node.transform = (Mat4::from_translation(Vec3::X * x) * node.transform.matrix()).into();
}

/// Programs sort faces anew: what of selections comes back from the original is said there, and not that it is lost.
#[test]
fn selections_that_come_back_are_not_stale() {
    let file = files().into_iter().find(|file| file.name == "odol-selections.p3d").unwrap();
    let original = read(p3d(), &file.bytes).unwrap().into_valid().unwrap();
    let mut bytes = write(glb(), &original, None);
    let mut altered = 0;
    for key in [&b"\"facePrint\":\""[..], b"\"linkPrint\":\""] {
        for at in 0..bytes.len() - key.len() {
            if bytes[at..].starts_with(key) {
                bytes[at + key.len()] = b'x';
                altered += 1;
            }
        }
    }
    assert!(altered > 1);
    let (import, export) = (ImportOptions::default(), ExportOptions::default());
    let source = Source::from_bytes(bytes, Path::new("model.glb"), &import.limits).unwrap();
    let request = Request::new(&import, &export);
    let details = |request: &Request<'_>| {
        let mut found = Diagnostics::new();
        convert_source(&source, p3d(), request, &mut found).unwrap();
        let of =
            |code| found.entries().iter().filter(move |entry| entry.code == code).map(|entry| entry.detail.as_str());
        let says = |code, what: &str| of(code).any(|detail| detail.contains(what));
        [says(Code::StaleExtras, "selections"), says(Code::Restored, "selections")]
    };
    assert_eq!([details(&request), details(&request.like(&original))], [[true, false], [false, true]]);
}

/// Selections that were all taken out by a program that knows them stay out.
#[test]
fn selections_that_were_deleted_do_not_come_back() {
    let file = files().into_iter().find(|file| file.name == "sp3x-selections.p3d").unwrap();
    let original = read(p3d(), &file.bytes).unwrap().into_valid().unwrap();
    let count = |scene: &Scene| scene.meshes.iter().map(|mesh| mesh.selections.len()).sum::<usize>();
    let mut bare = original.clone().into_scene();
    bare.meshes.iter_mut().for_each(|mesh| mesh.selections.clear());
    let without = |keys: &[&str]| {
        let mut bytes = write(glb(), &original, None);
        for key in keys {
            let at = bytes.windows(key.len()).position(|window| window == key.as_bytes()).unwrap();
            bytes[at] = b'x';
        }
        bytes
    };
    let rows = [
        ("model.p3d", write(p3d(), &bare, None), 0),
        ("model.glb", without(&["selections\":["]), 0),
        ("model.glb", without(&["selections\":[", "vertexPrint\""]), count(&original)),
        ("model.glb", write(glb(), &bare, None), count(&original)),
    ];
    for (name, bytes, expected) in rows {
        let (import, export) = (ImportOptions::default(), ExportOptions::default());
        let source = Source::from_bytes(bytes, Path::new(name), &import.limits).unwrap();
        let request = Request::new(&import, &export).like(&original);
        let made = convert_source(&source, p3d(), &request, &mut Diagnostics::new()).unwrap();
        assert_eq!(count(&read(p3d(), &made.output.bytes).unwrap()), expected, "{name}");
    }
}
