//! What a scene says and a file has no place for, or says in another way.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use glam::{Mat4, Vec3};
use retromesh_core::material::{AlphaMode, Wrap};
use retromesh_core::{Code, Diagnostics, Scene};
use retromesh_kit::{ExportOptions, ImportOptions};
use retromesh_p3d::Document;
use retromesh_testkit::fixture;

fn scene(name: &str) -> Scene {
    let bytes = fixture(&format!("p3d/{name}.p3d")).bytes;
    let document = Document::parse(&bytes).unwrap();
    document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap()
}

/// Writes a scene; returns the document and how often each kind of loss was reported, by code and detail.
fn write(scene: &Scene, to: &str) -> (Document<'static>, Vec<(Code, u64, String)>) {
    let (mut options, mut diagnostics) = (ExportOptions::default(), Diagnostics::new());
    options.target = (!to.is_empty()).then(|| to.to_owned());
    let document = Document::from_scene_with(&scene.validate().unwrap(), &options, &mut diagnostics).unwrap().document;
    let found = diagnostics.entries().iter().map(|entry| (entry.code, entry.count, entry.detail.clone())).collect();
    (document, found)
}

fn count(found: &[(Code, u64, String)], code: Code, detail: &str) -> u64 {
    found.iter().filter(|(own, _, text)| *own == code && text.contains(detail)).map(|(_, count, _)| count).sum()
}

#[test]
fn what_odol_computes_anew_is_reported() {
    let plain = scene("odol-triangle");
    let (Document::Odol(_), found) = write(&plain, "odol7") else { panic!("no ODOL") };
    let flags = |found: &[_]| {
        let alpha = count(found, Code::ApproximatedBlend, "alpha is what its texture says");
        (alpha, count(found, Code::ApproximatedMaterial, "repeat or are clamped"))
    };
    // The fixture is not around its own middle, which the game's tools put at the origin.
    assert_eq!((flags(&found), count(&found, Code::LostExtras, "anew: p3d.bounding_center")), ((0, 0), 1), "{found:?}");
    let mut changed = plain.clone();
    changed.materials[0].alpha_mode = AlphaMode::Mask { cutoff: 0.5 };
    changed.extras.insert("p3d.armor".into(), 1234.5.into());
    let clamp = changed.textures[0].wrap_u;
    changed.textures[0].wrap_u = if clamp == Wrap::Clamp { Wrap::Repeat } else { Wrap::Clamp };
    let (_, found) = write(&changed, "odol7");
    let facts = count(&found, Code::LostExtras, "computed anew: p3d.armor, p3d.bounding_center");
    assert_eq!((flags(&found), facts), ((1, 1), 2), "{found:?}");
    // The editable form has no place for what is said of the whole model.
    let (_, found) = write(&plain, "mlod");
    assert_eq!(count(&found, Code::LostExtras, "p3d.aiming_center, p3d.armor"), 10, "{found:?}");
}

#[test]
fn what_came_from_p3dm_becomes_p3dm_again() {
    for (name, to, expected) in [
        ("p3dm-triangle", "", b"P3DM"),
        ("p3dm-triangle", "mlod", b"SP3X"),
        ("sp3x-triangle", "", b"SP3X"),
        ("odol-triangle", "", b"SP3X"),
    ] {
        let (Document::Mlod(mlod), found) = write(&scene(name), to) else { panic!("no MLOD") };
        assert_eq!(mlod.lods[0].kind.magic(), expected, "{name} {to}");
        assert_eq!(count(&found, Code::LostExtras, "p3d.version"), 0, "{name} {to}");
    }
    assert_eq!(count(&write(&scene("mlod-no-level"), "").1, Code::LostExtras, "p3d.version"), 1);
}

#[test]
fn sharp_edges_without_their_points_are_reported() {
    let mut tags = scene("sp3x-tags");
    let edges = |scene: &Scene| count(&write(scene, "mlod").1, Code::LostExtras, "sharp edges");
    assert_eq!(edges(&tags), 0);
    tags.meshes.iter_mut().for_each(|mesh| mesh.attributes.retain(|attribute| attribute.name != "_POINT"));
    assert_eq!(edges(&tags), 2);
}

#[test]
fn the_name_of_a_node_says_its_level_and_its_proxy() {
    let mut renamed = scene("sp3x-proxy");
    for node in &mut renamed.nodes {
        // As programs without extras leave it.
        node.proxy = None;
        if node.lod.is_some() {
            node.name = "View Pilot".into();
        }
    }
    let (Document::Mlod(mlod), _) = write(&renamed, "mlod") else { panic!("no MLOD") };
    assert_eq!(mlod.lods[0].resolution, 1100.0);
    let document = Document::from(mlod);
    let again = document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap();
    let proxies = |scene: &Scene| -> Vec<String> {
        let mut paths: Vec<String> =
            scene.nodes.iter().filter_map(|node| Some(node.proxy.as_ref()?.path.clone())).collect();
        paths.sort();
        paths
    };
    let before = proxies(&scene("sp3x-proxy"));
    assert!(!before.is_empty());
    assert_eq!(proxies(&again), before);
}

#[test]
fn proxies_that_cannot_be_as_their_nodes_are_reported() {
    let plain = scene("sp3x-proxy");
    let id = plain.node_ids().find(|id| plain[*id].proxy.is_some()).unwrap();
    let (_, found) = write(&plain, "mlod");
    // The material of the hidden triangle is no loss.
    let silent = [Code::ApproximatedTransform, Code::ApproximatedMaterial, Code::ApproximatedBlend, Code::LostMesh];
    silent.iter().for_each(|code| assert_eq!(count(&found, *code, ""), 0, "{found:?}"));
    for scale in [Vec3::splat(2.0), Vec3::new(-1.0, 1.0, 1.0)] {
        let mut scaled = plain.clone();
        scaled[id].transform = (plain[id].transform.matrix() * Mat4::from_scale(scale)).into();
        let (_, found) = write(&scaled, "mlod");
        assert_eq!(count(&found, Code::ApproximatedTransform, "neither scaled nor mirrored"), 1, "{scale}: {found:?}");
    }
    let mut outside = plain.clone();
    let parent = outside[id].parent.take().unwrap();
    outside[parent].children.retain(|child| *child != id);
    outside.roots.push(id);
    let (_, found) = write(&outside, "mlod");
    assert_eq!(count(&found, Code::LostMesh, "belong below that of a level: proxy:"), 1, "{found:?}");
    // A face that is seen loses its opacity.
    let mut seen = plain;
    seen.meshes.iter_mut().for_each(|mesh| mesh.selections.clear());
    let (_, found) = write(&seen, "mlod");
    assert_eq!(count(&found, Code::ApproximatedMaterial, "opacity"), 1, "{found:?}");
}
